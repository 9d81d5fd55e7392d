# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The differences of two texts: the ranges of the old one that other text has taken the place of (D1 to D3).

Ranges that both texts share are compared by `memcmp`, in blocks, where both have the same form; else unit by unit.
Segments are found again by a table of their hashes; equal hashes are compared.
"""

from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy

from shiplap._core.boundaries.graphemes cimport code_point_at
from shiplap._core.text.sizes cimport View, is_continuation, unit_at
from shiplap._core.text.spans cimport SpanArray, Spans, push
from shiplap._core.text.text cimport Text
from shiplap._core.updates.differences cimport Change, Changes

from shiplap.threads import heed_interrupts

cdef enum:
    BLOCK = 4096            # units that are compared at once
    NOWHERE = -1            # of a slot: no segment of that text
    TWICE = -2              # more than one
    LINE_FEED = 0x0A
    SPACE = 0x20
    IDEOGRAPHIC_STOP = 0x3002

# A text of a segment: its hash, where one stands in either text, and its number in each.
cdef struct Slot:
    uint64_t hash
    Py_ssize_t old_row
    Py_ssize_t new_row


# A byte of 1, eight times.
cdef uint64_t ONES = <uint64_t> 0x0101010101010101
# An odd number without structure.
cdef uint64_t MIX = <uint64_t> 0x9FB21C651E98DF25
# Another number in each process: nobody can write segments that share a place in the table.
cdef uint64_t SEED = <uint64_t> <int64_t> hash("segments")


cdef class Changes:
    """The changes from one text to another, in order. A sequence of (start, end, new_start, new_end)."""

    def __cinit__(self):
        self.data, self.count, self.room = NULL, 0, 0

    def __dealloc__(self):
        PyMem_RawFree(self.data)

    def __len__(self):
        return self.count

    def __iter__(self):
        cdef Py_ssize_t k
        cdef list found = []
        for k in range(self.count):
            found.append(self[k])
        return iter(found)

    def __getitem__(self, Py_ssize_t k):
        if not 0 <= k < self.count:
            raise IndexError(k)
        return self.data[k].start, self.data[k].end, self.data[k].new_start, self.data[k].new_end

    cdef int add(self, Change change) except -1:
        """Append a change, if there is one."""
        cdef Change *data
        cdef Py_ssize_t room, k
        if change.end == change.start and change.new_end == change.new_start:
            return 0
        if self.count == self.room:
            room = 2 * self.room + 4
            data = <Change *> PyMem_RawMalloc(room * sizeof(Change))
            if data == NULL:
                raise MemoryError
            for k in range(self.count):
                data[k] = self.data[k]
            PyMem_RawFree(self.data)
            self.data, self.room = data, room
        self.data[self.count] = change
        self.count += 1
        return 0


cdef inline bint same_units(const View *old, Py_ssize_t p, const View *new, Py_ssize_t q, Py_ssize_t count) noexcept nogil:
    """Whether two ranges of so many units are the same."""
    cdef Py_ssize_t width = old.width if old.width else 1, k
    if old.width == new.width:
        return memcmp(old.data + p * width, new.data + q * width, count * width) == 0
    for k in range(count):
        if unit_at(old, p + k) != unit_at(new, q + k):
            return False
    return True


cdef Py_ssize_t common_prefix(const View *old, const View *new, const Change *change) noexcept nogil:
    """The number of units that both ranges begin with, of whole code points."""
    cdef Py_ssize_t most = min(change.end - change.start, change.new_end - change.new_start), k = 0
    while k + BLOCK <= most and same_units(old, change.start + k, new, change.new_start + k, BLOCK):
        k += BLOCK
    while k < most and unit_at(old, change.start + k) == unit_at(new, change.new_start + k):
        k += 1
    if old.width == 0:
        while k > 0 and (
            (change.start + k < change.end and is_continuation(old.data[change.start + k]))
            or (change.new_start + k < change.new_end and is_continuation(new.data[change.new_start + k]))
        ):
            k -= 1
    return k


cdef Py_ssize_t common_suffix(const View *old, const View *new, const Change *change) noexcept nogil:
    """The number of units that both ranges end with, of whole code points."""
    cdef Py_ssize_t most = min(change.end - change.start, change.new_end - change.new_start), k = 0
    while k + BLOCK <= most and same_units(old, change.end - k - BLOCK, new, change.new_end - k - BLOCK, BLOCK):
        k += BLOCK
    while k < most and unit_at(old, change.end - 1 - k) == unit_at(new, change.new_end - 1 - k):
        k += 1
    if old.width == 0:
        while k > 0 and is_continuation(old.data[change.end - k]):
            k -= 1
    return k


cdef Change trimmed(const View *old, const View *new, Change change) noexcept nogil:
    """A change without what both sides begin and then end with (D1, D3)."""
    cdef Py_ssize_t k = common_prefix(old, new, &change)
    change.start += k
    change.new_start += k
    k = common_suffix(old, new, &change)
    change.end -= k
    change.new_end -= k
    return change


cdef inline uint64_t has(uint64_t word, uint64_t byte) noexcept nogil:
    """Whether one of eight bytes is a certain one: not 0 if it is."""
    word ^= byte * ONES
    return (word - ONES) & ~word & (ONES << 7)


cdef inline Py_ssize_t skip_plain(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Go on, in steps of eight bytes, while no segment can end there or behind: no line feed, stop or lead byte of the
    ideographic one."""
    cdef uint64_t word
    while p + 8 <= end:
        memcpy(&word, view.data + p, 8)
        if has(word, LINE_FEED) | has(word, 0x2E) | has(word, 0x3F) | has(word, 0x21) | has(word, 0xE3):
            return p
        p += 8
    return p


cdef bint segments(const View *view, Py_ssize_t start, Py_ssize_t end, SpanArray *found) noexcept nogil:
    """The segments of a range (D2). False when there is no memory."""
    cdef Py_ssize_t begin = start, p = start, after
    cdef Py_UCS4 unit, before = 0
    cdef bint ends
    while p < end:
        if view.width <= 1 and before > SPACE and before != u'.' and before != u'?' and before != u'!':
            after = skip_plain(view, p, end - 1)
            if after > p:
                p, before = after, 0
        unit, after = unit_at(view, p), p + 1
        ends = unit == LINE_FEED or (unit == SPACE and p > begin and (before == u'.' or before == u'?' or before == u'!'))
        if view.width == 0 and unit == 0xE3 and code_point_at(view, p) == IDEOGRAPHIC_STOP:
            ends, after = True, p + 3
        elif unit == IDEOGRAPHIC_STOP:
            ends = True
        if ends or after >= end:
            if not push(found, begin, after):
                return False
            begin = after
        before, p = unit, after
    return True


cdef inline uint64_t hash_of(const View *view, const int64_t *span, bint raw) noexcept nogil:
    """A hash of the units of a segment; `raw`: of their bytes, where the other text has units of the same width."""
    cdef uint64_t state = SEED, word
    cdef Py_ssize_t width = view.width if view.width else 1, p
    cdef const unsigned char *data = view.data + span[0] * width
    cdef Py_ssize_t size = (span[1] - span[0]) * width
    if not raw:
        for p in range(span[0], span[1]):
            state = mixed(state, unit_at(view, p))
        return state
    for p in range(0, size - 7, 8):
        memcpy(&word, data + p, 8)
        state = mixed(state, word)
    word = 0
    memcpy(&word, data + (size & ~7), size & 7)
    return mixed(state, word ^ (<uint64_t> size << 56))


cdef inline uint64_t mixed(uint64_t state, uint64_t word) noexcept nogil:
    """A hash with one more word."""
    state = (state ^ word) * MIX
    return state ^ (state >> 29)


cdef inline bint same_text(const View *old, const int64_t *span, const View *new, const int64_t *other) noexcept nogil:
    """Whether two segments have the same text."""
    return span[1] - span[0] == other[1] - other[0] and same_units(old, span[0], new, other[0], span[1] - span[0])


cdef void unique(const View *old, const SpanArray *old_parts, const View *new, const SpanArray *new_parts, Slot *slots,
                 uint64_t mask, Slot **found) noexcept nogil:
    """The number of each segment in both texts whose text occurs once in each, by its text; `found` takes the slot of
    each segment of the old text."""
    cdef Py_ssize_t k, side, row
    cdef uint64_t hash
    cdef const SpanArray *parts
    cdef const View *view
    cdef Slot *slot
    for k in range(<Py_ssize_t> mask + 1):
        slots[k].old_row = slots[k].new_row = NOWHERE
    for side in range(2):
        parts, view = (old_parts, old) if side == 0 else (new_parts, new)
        for k in range(parts.count):
            hash = hash_of(view, parts.data + 2 * k, old.width == new.width)
            slot = slots + (hash & mask)
            while slot.old_row != NOWHERE or slot.new_row != NOWHERE:
                if slot.hash == hash and is_in(slot, old, old_parts, new, new_parts, view, parts.data + 2 * k):
                    break
                slot = slot + 1 if slot < slots + mask else slots
            slot.hash = hash
            if side == 0:
                slot.old_row = k if slot.old_row == NOWHERE else twice(slot.old_row)
                found[k] = slot
            else:
                slot.new_row = k if slot.new_row == NOWHERE else twice(slot.new_row)


cdef inline Py_ssize_t twice(Py_ssize_t row) noexcept nogil:
    """What a slot says of a text that occurs again: it keeps where it stood first."""
    return row if row < TWICE else TWICE - 1 - row


cdef inline Py_ssize_t first_of(Py_ssize_t row) noexcept nogil:
    """Where the text of a slot stands first."""
    return row if row >= 0 else TWICE - 1 - row


cdef inline bint is_in(const Slot *slot, const View *old, const SpanArray *old_parts, const View *new,
                       const SpanArray *new_parts, const View *view, const int64_t *span) noexcept nogil:
    """Whether a slot is that of the text of a segment."""
    if slot.old_row != NOWHERE:
        return same_text(old, old_parts.data + 2 * first_of(slot.old_row), view, span)
    return same_text(new, new_parts.data + 2 * first_of(slot.new_row), view, span)


cdef Spans matches(const View *old, const SpanArray *old_parts, const View *new, const SpanArray *new_parts):
    """The numbers of the segments that are the same in both texts, as many as stand in the same order (D2)."""
    cdef Spans pairs = Spans()
    cdef uint64_t mask = 15
    cdef Slot *slots
    cdef Slot **slot = NULL
    cdef Py_ssize_t k
    cdef bint done = True
    if old_parts.count == 0 or new_parts.count == 0:
        return pairs
    while <Py_ssize_t> mask < 2 * (old_parts.count + new_parts.count):
        mask = 2 * mask + 1
    slots = <Slot *> PyMem_RawMalloc((mask + 1) * sizeof(Slot))
    slot = <Slot **> PyMem_RawMalloc(old_parts.count * sizeof(Slot *))
    done = slots != NULL and slot != NULL
    if done:
        with nogil:
            unique(old, old_parts, new, new_parts, slots, mask, slot)
            for k in range(old_parts.count):
                if slot[k].old_row == k and slot[k].new_row >= 0:
                    done = done and push(&pairs.array, k, slot[k].new_row)
    PyMem_RawFree(slots)
    PyMem_RawFree(slot)
    if not done:
        raise MemoryError
    return in_order(pairs)


cdef Spans in_order(Spans pairs):
    """The longest rising sequence of the second numbers, of pairs whose first numbers rise: of equals, each of the
    last number that may stand there."""
    cdef Spans found = Spans()
    cdef Py_ssize_t count = pairs.array.count, row, low, high, middle, length = 0
    cdef Py_ssize_t *rows = <Py_ssize_t *> PyMem_RawMalloc((2 * count + 1) * sizeof(Py_ssize_t))
    cdef Py_ssize_t *before = rows + count
    cdef int64_t *data = pairs.array.data
    cdef bint done = True
    if rows == NULL:
        raise MemoryError
    for row in range(count):
        low, high = 0, length
        while low < high:
            middle = (low + high) // 2
            if data[2 * rows[middle] + 1] < data[2 * row + 1]:
                low = middle + 1
            else:
                high = middle
        before[row] = rows[low - 1] if low else -1
        rows[low] = row
        length = max(length, low + 1)
    row = rows[length - 1] if length else -1
    for low in range(length):  # from the last one back; then turned round
        done = done and push(&found.array, data[2 * row], data[2 * row + 1])
        row = before[row]
    PyMem_RawFree(rows)
    if not done:
        raise MemoryError
    data = found.array.data
    for low in range(length // 2):
        high = length - 1 - low
        data[2 * low], data[2 * high] = data[2 * high], data[2 * low]
        data[2 * low + 1], data[2 * high + 1] = data[2 * high + 1], data[2 * low + 1]
    return found


def differences(Text old not None, Text new not None):
    """The changes from one text to another, in order; none touches another. Both texts have the same form: each a str,
    or each UTF-8. Offsets are their own."""
    cdef Changes found = Changes()
    cdef Spans old_parts = Spans()
    cdef Spans new_parts = Spans()
    cdef Spans same
    cdef Change whole
    cdef bint done
    cdef Py_ssize_t k, start, new_start
    cdef const int64_t *old_span
    cdef const int64_t *new_span
    if old.is_str != new.is_str:
        raise ValueError("both texts are str, or both are UTF-8")
    old.prepare(False, True)
    new.prepare(False, True)
    heed_interrupts()
    with nogil:
        whole = trimmed(&old.view, &new.view, Change(0, old.view.size, 0, new.view.size))
        done = segments(&old.view, whole.start, whole.end, &old_parts.array) \
            and segments(&new.view, whole.new_start, whole.new_end, &new_parts.array)
    if not done:
        raise MemoryError
    heed_interrupts()
    same = matches(&old.view, &old_parts.array, &new.view, &new_parts.array)
    start, new_start = whole.start, whole.new_start
    for k in range(same.array.count):
        old_span = old_parts.array.data + 2 * same.array.data[2 * k]
        new_span = new_parts.array.data + 2 * same.array.data[2 * k + 1]
        found.add(trimmed(&old.view, &new.view, Change(start, old_span[0], new_start, new_span[0])))
        start, new_start = old_span[1], new_span[1]
    found.add(trimmed(&old.view, &new.view, Change(start, whole.end, new_start, whole.new_end)))
    return found
