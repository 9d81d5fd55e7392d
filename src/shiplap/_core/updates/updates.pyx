# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The differences of two texts (D1 to D3), and the chunks of the new one, given those of the old one (U1 to U7).

Ranges that both texts share are compared by `memcmp`, in blocks, where both have the same form; else unit by unit.
Segments are found again by a table of their hashes; equal hashes are compared. All but a few pieces only move: they
are read in one pass over their offsets. The windows are cut by the caller's loop, a few chunks at a time.
"""

cimport cython
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from cpython.object cimport Py_LE, Py_LT, PyObject_RichCompareBool
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from shiplap._core.boundaries.boundaries cimport (
    Offsets,
    Rules,
    Run,
    code_point_at,
    is_grapheme_boundary,
    is_lone,
    is_place,
)
from shiplap._core.text.text cimport (
    IN_CHARACTERS,
    SpanArray,
    Spans,
    Text,
    View,
    distance,
    is_continuation,
    is_own,
    push,
    unit_at,
)
from shiplap._core.windows.windows cimport Plan
from shiplap._core.windows.windows cimport MAX_GIVEN, Windows

from shiplap.threads import heed_interrupts

cdef enum:
    BLOCK = 4096            # units that are compared at once
    NOWHERE = -1            # of a slot: no segment of that text
    TWICE = -2              # more than one
    LINE_FEED = 0x0A
    SPACE = 0x20
    IDEOGRAPHIC_STOP = 0x3002
    NEAR = 3            # neighbours of a run that may be cut with it, on each side (U3)
    MOST = 4            # new chunks of a window that is wider than its run (U4)
    ENOUGH = 1200       # a cost at which no wider window is tried but one that may save a chunk (U4)
    AROUND = 20         # pieces on each side of a run that are counted (U6)
    LARGE = 16          # the longest run that is tried with its neighbours (U7), in longest chunks
    # What windows cost (U5, U6), in thousandths of a new chunk.
    NEW = 1000
    SAVED = 1500
    ADDED = 500
    WORN = 3500
    STALE = 1200
    LOWER = 200
    SHORT = 2000
    UNEVEN = 600

# A range of the old text, and the range of the new one that has taken its place.
cdef struct Change:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t new_start
    Py_ssize_t new_end

# A text of a segment: its hash, where one stands in either text, and its number in each.
cdef struct Slot:
    uint64_t hash
    Py_ssize_t old_row
    Py_ssize_t new_row


# A byte of 1, eight times.
cdef uint64_t ONES = 0x0101010101010101ULL
# An odd number without structure.
cdef uint64_t MIX = 0x9FB21C651E98DF25ULL
# Another number in each process: nobody can write segments that share a place in the table.
cdef uint64_t SEED = <uint64_t> <int64_t> hash("segments")


cdef class Changes:
    """The changes from one text to another, in order. A sequence of (start, end, new_start, new_end)."""

    cdef Change *data
    cdef Py_ssize_t count
    cdef Py_ssize_t room

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
    """Return whether two ranges of so many units are the same."""
    cdef Py_ssize_t width = old.width if old.width else 1, k
    if old.width == new.width:
        return memcmp(old.data + p * width, new.data + q * width, count * width) == 0
    for k in range(count):
        if unit_at(old, p + k) != unit_at(new, q + k):
            return False
    return True


cdef Py_ssize_t common_prefix(const View *old, const View *new, const Change *change) noexcept nogil:
    """Return the number of units that both ranges begin with, of whole code points."""
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
    """Return the number of units that both ranges end with, of whole code points."""
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
    """Return a change without what both sides begin and then end with (D1, D3)."""
    cdef Py_ssize_t k = common_prefix(old, new, &change)
    change.start += k
    change.new_start += k
    k = common_suffix(old, new, &change)
    change.end -= k
    change.new_end -= k
    return change


cdef inline uint64_t has(uint64_t word, uint64_t byte) noexcept nogil:
    """Return whether one of eight bytes is a certain one: not 0 if it is."""
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
    """List the segments of a range (D2). Return False if there is no memory."""
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
    """Return a hash of the units of a segment; `raw`: of their bytes, where the other text has units of the same
    width."""
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
    """Return a hash with one more word."""
    state = (state ^ word) * MIX
    return state ^ (state >> 29)


cdef inline bint same_text(const View *old, const int64_t *span, const View *new, const int64_t *other) noexcept nogil:
    """Return whether two segments have the same text."""
    return span[1] - span[0] == other[1] - other[0] and same_units(old, span[0], new, other[0], span[1] - span[0])


cdef void unique(const View *old, const SpanArray *old_parts, const View *new, const SpanArray *new_parts, Slot *slots,
                 uint64_t mask, Slot **found) noexcept nogil:
    """Return the number of each segment in both texts whose text occurs once in each, by its text; `found` takes the
    slot of each segment of the old text."""
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
    """Return what a slot says of a text that occurs again: it keeps where it stood first."""
    return row if row < TWICE else TWICE - 1 - row


cdef inline Py_ssize_t first_of(Py_ssize_t row) noexcept nogil:
    """Return where the text of a slot stands first."""
    return row if row >= 0 else TWICE - 1 - row


cdef inline bint is_in(const Slot *slot, const View *old, const SpanArray *old_parts, const View *new,
                       const SpanArray *new_parts, const View *view, const int64_t *span) noexcept nogil:
    """Return whether a slot is that of the text of a segment."""
    if slot.old_row != NOWHERE:
        return same_text(old, old_parts.data + 2 * first_of(slot.old_row), view, span)
    return same_text(new, new_parts.data + 2 * first_of(slot.new_row), view, span)


cdef Spans matches(const View *old, const SpanArray *old_parts, const View *new, const SpanArray *new_parts):
    """Return the numbers of the segments that are the same in both texts, as many as stand in the same order (D2)."""
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
    """Return the longest rising sequence of the second numbers, of pairs whose first numbers rise: of equals, each of
    the last number that may stand there."""
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


def differences(Text old not None, Text new not None, /):
    """Return the changes from one text to another, in order; none touches another. Both texts have the same form:
    each a str, or each UTF-8. Offsets are their own."""
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


# ---- the chunks of the new text

def grade(Windows windows not None, Text text not None, given, Py_ssize_t p, int headings=0, /):
    """Return the number of the first row of a plan that has a boundary at p, 0 <= p <= size; the number of rows if
    none has. `headings`: what is known of them (shiplap._data.heading_looks)."""
    cdef View view
    cdef int k
    cdef Offsets[MAX_GIVEN] offsets
    cdef Rules rules
    cdef const Plan *plan
    if not 0 <= p <= text.view.size:
        raise IndexError(p)
    if p == 0 or p == text.view.size:
        return 0
    text.prepare(False, True)
    view = text.view
    windows.show(&rules, offsets, given, headings)
    plan = windows.choose_plan(&view, &rules)
    for k in range(plan.row_count):
        if is_place(&view, &rules, plan.rows[k].level, plan.rows[k].keeps_headings, p):
            return k
    return plan.row_count


cdef inline bint is_cut(Text text, Run *run, Py_ssize_t p) noexcept:
    """Return whether a place is between two grapheme clusters."""
    return p <= 0 or p >= text.view.size or is_grapheme_boundary(&text.view, run, p)


cdef inline Py_ssize_t length(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Return the code points between two offsets: so that a text has the same chunks in each form."""
    return end - start if is_own(&text.view, IN_CHARACTERS) else distance(&text.view, start, end, IN_CHARACTERS)


@cython.no_gc_clear
cdef class Update:
    """One update: the state of the loop over the pieces. The arguments are those of the reference, with offsets of the
    texts' own form. `found` and `rows` are the chunks of the new text and the old row of each, or -1."""

    cdef Text old
    cdef Text new
    cdef Spans spans
    cdef Changes changes
    cdef object cut
    cdef object grade
    cdef object is_short
    cdef Py_ssize_t count
    cdef Py_ssize_t longest
    cdef char *dirty
    cdef readonly Spans found
    cdef SpanArray rows     # pairs of a row and 0

    def __cinit__(self, Text old not None, Text new not None, Spans spans not None, Changes changes not None, cut, grade,
                  is_short, unfit=(), /):
        cdef Py_ssize_t row
        self.old, self.new, self.spans, self.changes = old, new, spans, changes
        self.cut, self.grade, self.is_short = cut, grade, is_short
        self.count, self.longest = spans.array.count, 0
        self.found = Spans()
        if self.count == 0:
            raise ValueError("no chunks")
        self.dirty = <char *> PyMem_RawMalloc(self.count)
        if self.dirty == NULL:
            raise MemoryError
        memset(self.dirty, 0, self.count)
        old.prepare(False, True)
        new.prepare(False, True)
        for row in range(self.count):
            self.longest = max(self.longest, length(old, spans.array.data[2 * row], spans.array.data[2 * row + 1]))
        self.mark(unfit)

    def __dealloc__(self):
        PyMem_RawFree(self.dirty)
        PyMem_RawFree(self.rows.data)

    cdef inline Py_ssize_t start(self, Py_ssize_t row) noexcept:
        """Return the begin of a chunk in the old text."""
        return self.spans.array.data[2 * row]

    cdef inline Py_ssize_t end(self, Py_ssize_t row) noexcept:
        """Return the end of a piece in the old text."""
        return self.spans.array.data[2 * row + 1] if row < self.count - 1 else self.old.view.size

    cdef Py_ssize_t shift(self, Py_ssize_t row) noexcept:
        """Return how far the end of a piece that is not dirty, or ends a run, has moved."""
        cdef Py_ssize_t end = self.end(row), k
        if row == self.count - 1:
            return self.new.view.size - end
        k = self.first_change(end)
        return self.changes.data[k - 1].new_end - self.changes.data[k - 1].end if k else 0

    cdef Py_ssize_t first_change(self, Py_ssize_t place) noexcept:
        """Return the first change that begins at a place of the old text or after it."""
        cdef Py_ssize_t low = 0, high = self.changes.count, middle
        while low < high:
            middle = (low + high) // 2
            if self.changes.data[middle].start < place:
                low = middle + 1
            else:
                high = middle
        return low

    cdef inline Py_ssize_t end_of(self, Py_ssize_t row) noexcept:
        """Return the end of a piece in the new text."""
        return self.end(row) + self.shift(row)

    cdef Py_ssize_t first_end(self, Py_ssize_t low, Py_ssize_t place, bint after) noexcept:
        """Return the first piece from `low` on that ends at a place or after it, or only after it; or the last piece."""
        cdef Py_ssize_t high = self.count - 1, middle
        while low < high:
            middle = (low + high) // 2
            if self.end(middle) < place or (after and self.end(middle) == place):
                low = middle + 1
            else:
                high = middle
        return low

    cdef int mark(self, unfit) except -1:
        """Mark the pieces that are dirty (U1)."""
        cdef Py_ssize_t row, k, first, last
        cdef Change *change
        cdef Run[4] runs
        cdef Run back
        cdef bint unsettled = False
        for row in unfit:
            if not 0 <= row < self.count:
                raise IndexError(row)
            self.dirty[row] = True
        for k in range(self.changes.count):
            change = self.changes.data + k
            first = self.first_end(0, change.start, True)
            last = self.first_end(first, change.end, False)
            while last < self.count - 1 and self.start(last + 1) < change.end:
                last += 1
            memset(self.dirty + first, 1, last + 1 - first)
        memset(&back, 0, sizeof(back))
        for row in range(self.count - 2, -1, -1):
            if self.dirty[row + 1] and not self.dirty[row] and not is_cut(self.old, &back, self.end(row)):
                self.dirty[row] = True
        memset(runs, 0, sizeof(runs))
        k = 0
        for row in range(self.count - 1):  # at the dirty pieces, and after a change as far as it can matter
            while k < self.changes.count and self.changes.data[k].start <= self.end(row):
                unsettled, k = True, k + 1
            if (unsettled or self.dirty[row] != self.dirty[row + 1]) and not (self.dirty[row] and self.dirty[row + 1]):
                if not self.is_end(row, runs):
                    self.dirty[row] = self.dirty[row + 1] = True
                elif unsettled and self.end(row) > self.changes.data[k - 1].end and self.is_settled(row):
                    unsettled = False
        return 0

    cdef inline bint is_end(self, Py_ssize_t row, Run *runs) noexcept:
        """Return whether a piece can end where it does in the new text, and the next chunk begin; inside a cluster, where
        neither has changed, as in the old text. Each question has a run of its own, whose places only grow."""
        cdef Py_ssize_t end = self.end_of(row), begin = self.start(row + 1), start = begin + self.shift(row + 1)
        cdef bint clean = not (self.dirty[row] or self.dirty[row + 1])
        if not (is_cut(self.new, runs, end) if is_cut(self.old, runs + 1, self.end(row)) else clean):
            return False
        if self.dirty[row + 1] or start == end or is_cut(self.new, runs + 2, start):
            return True
        return not self.dirty[row] and not is_cut(self.old, runs + 3, begin)

    cdef inline bint is_settled(self, Py_ssize_t row) noexcept:
        """Return whether no boundary behind the begin of the next chunk depends on the text before it: that begins with a code
        point before which there always is one."""
        cdef Py_ssize_t start = self.start(row + 1) + self.shift(row + 1)
        return not self.dirty[row + 1] and 0 < start < self.new.view.size \
            and is_lone(&self.new.view, unit_at(&self.new.view, start)) \
            and is_lone(&self.new.view, unit_at(&self.new.view, start - 1)) and unit_at(&self.new.view, start) != u'\n'

    cdef int add(self, Py_ssize_t start, Py_ssize_t end, Py_ssize_t row) except -1:
        """Append a chunk."""
        if not push(&self.found.array, start, end) or not push(&self.rows, row, 0):
            raise MemoryError
        return 0

    def run(self):
        """Return the chunks of the new text: (spans, rows), the old row of each or -1, a list."""
        cdef Py_ssize_t row = 0, shift
        cdef list rows = []
        while row < self.count:
            if self.dirty[row]:
                row = self.cut_run(row)
            else:
                shift = self.shift(row)
                self.add(self.start(row) + shift, self.spans.array.data[2 * row + 1] + shift, row)
                row += 1
        for row in range(self.rows.count):
            rows.append(self.rows.data[2 * row])
        self.found.trim()
        return self.found, rows

    cdef Py_ssize_t cut_run(self, Py_ssize_t first) except -1:
        """Cut the run of dirty pieces that begins at `first`; the row after the window (U3, U4, U7)."""
        cdef Py_ssize_t last = first, before, after, tries = 0
        cdef dict known
        cdef bint alone
        while True:
            while last + 1 < self.count and self.dirty[last + 1]:
                last += 1
            best = self.best_window(first, last)
            if best is not None:
                before, after, spans = best
                known = self.known(before, last, after)
                alone = last + 1 == self.count and self.found.array.count == 0
                if tries == NEAR or alone or self.shorts(before, last + after, known, spans) == 0:
                    self.found.array.count -= before
                    self.rows.count -= before
                    for span in spans:
                        self.add(span[0], span[1], known.get(span, -1))
                    return last + after + 1
                tries += 1
            if last + 1 < self.count:
                last += 1
            else:
                self.found.array.count -= 1
                self.rows.count -= 1
                first -= self.rows.data[2 * self.rows.count] == first - 1

    cdef Py_ssize_t shorts(self, Py_ssize_t before, Py_ssize_t last, dict known, spans) except -1:
        """Return how many new chunks of a window are under the minimum; at the end of the text also without what they
        repeat."""
        cdef Py_ssize_t count = 0
        cdef bint is_short = True
        for span in spans:
            is_short = True
            if span not in known:
                is_short = self.is_short(span)
                count += is_short
        if last + 1 == self.count and not is_short:
            ahead = spans[len(spans) - 2] if len(spans) > 1 else self.after(before)
            if ahead is not None and self.is_short((ahead[1], span[1])):
                count += 1
        return count

    cdef object best_window(self, Py_ssize_t first, Py_ssize_t last):
        """Return the window that costs least, as its neighbours before and after, and its chunks (U4)."""
        cdef Py_ssize_t start = self.found.array.data[2 * self.found.array.count - 1] if self.found.array.count else 0
        cdef Py_ssize_t near = NEAR if length(self.new, start, self.end_of(last)) <= LARGE * self.longest else 0
        cdef Py_ssize_t before = self.clean_before(first, near), after = self.clean_after(last, near)
        cdef Py_ssize_t wider, left, right
        cdef bint worn, is_enough = False
        cdef object best = None, least = None, cost
        heed_interrupts()
        if before == 0 and after == 0:
            spans = self.cut(self.after(0), self.end_of(last))
            return (0, 0, spans) if self.is_allowed(0, last, spans) else None
        worn = self.is_worn(first, last)
        for wider in range(before + after + 1):
            for left in range(max(0, wider - after), min(before, wider) + 1):
                right = wider - left
                if is_enough and not worn and not self.may_save(first, last, left, right):
                    continue
                heed_interrupts()
                spans = self.cut(self.after(left), self.end_of(last + right))
                if not self.is_allowed(left, last + right, spans):
                    continue
                cost = self.cost(first, last, left, right, spans, worn)
                if cost is not None and (least is None or PyObject_RichCompareBool(cost, least, Py_LT)):
                    least, best = cost, (left, right, spans)
                    is_enough = PyObject_RichCompareBool(cost, ENOUGH, Py_LE)
        return best

    cdef bint may_save(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t before, Py_ssize_t after) noexcept:
        """Return whether the text of a window fits one longest chunk less than it has pieces."""
        cdef Py_ssize_t row = self.found.array.count - 1 - before
        cdef Py_ssize_t start = self.found.array.data[2 * row + 1] if row >= 0 else 0
        return length(self.new, start, self.end_of(last + after)) <= (last + after - (first - before)) * self.longest

    cdef object after(self, Py_ssize_t back):
        """Return the chunk that a window begins behind, with so many pieces before the run; None at the begin."""
        cdef Py_ssize_t row = self.found.array.count - 1 - back
        return (self.found.array.data[2 * row], self.found.array.data[2 * row + 1]) if row >= 0 else None

    cdef Py_ssize_t clean_before(self, Py_ssize_t first, Py_ssize_t most) noexcept:
        """Return how many pieces before the run are not dirty, nor in another window."""
        cdef Py_ssize_t count = 0
        while count < min(most, self.rows.count) and self.rows.data[2 * (self.rows.count - 1 - count)] == first - 1 - count:
            count += 1
        return count

    cdef Py_ssize_t clean_after(self, Py_ssize_t last, Py_ssize_t most) noexcept:
        """Return how many pieces after the run are not dirty."""
        cdef Py_ssize_t count = 0
        while count < most and last + count + 1 < self.count and not self.dirty[last + count + 1]:
            count += 1
        return count

    cdef bint is_worn(self, Py_ssize_t first, Py_ssize_t last) except -1:
        """Return whether the pieces near the run are more than a fresh cut makes (U6)."""
        cdef Py_ssize_t before = self.clean_before(first, AROUND), after = self.clean_after(last, AROUND) - 1, shift
        if before and len(self.cut(self.after(before), self.after(0)[1])) < before:
            return True
        if after < 1:
            return False
        shift = self.shift(last + 1)
        chunk = self.start(last + 1) + shift, self.end(last + 1) + shift
        return len(self.cut(chunk, self.end_of(last + 1 + after))) < after

    cdef bint is_allowed(self, Py_ssize_t before, Py_ssize_t last, spans) except -1:
        """Return whether the chunk after a window begins behind the last one's begin, if it stays (U3)."""
        if last + 1 == self.count or self.dirty[last + 1]:
            return True
        cdef Py_ssize_t begin
        ahead = spans[len(spans) - 1] if len(spans) else self.after(before)
        if ahead is None:
            return True
        begin = ahead[0]
        return begin < self.start(last + 1) + self.shift(last + 1)

    cdef dict known(self, Py_ssize_t before, Py_ssize_t last, Py_ssize_t after):
        """Return the rows of the old chunks that a window has beside the run, by their new spans."""
        cdef dict found = {}
        cdef Py_ssize_t k, row, shift
        for k in range(self.rows.count - before, self.rows.count):
            found[self.found.array.data[2 * k], self.found.array.data[2 * k + 1]] = self.rows.data[2 * k]
        for row in range(last + 1, last + after + 1):
            shift = self.shift(row)
            found[self.start(row) + shift, self.spans.array.data[2 * row + 1] + shift] = row
        return found

    cdef object cost(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t before, Py_ssize_t after, spans, bint worn):
        """Return what a window costs, or None if it is not allowed (U4, U5)."""
        cdef dict known = self.known(before, last, after)
        cdef dict old_ends = {}
        cdef set ends = set(), changed
        cdef Py_ssize_t new = 0, row, more, begin, place, cost
        cdef Py_ssize_t start = 0, end = self.end_of(last + after)
        cdef object squares = 0
        chunk = self.after(before)
        if chunk is not None:
            start = chunk[1]
        for row in range(first - before, last + after + 1):
            if row < first or row >= last:
                old_ends[self.end_of(row)] = row
        for span in spans:
            new += span not in known
            ends.add(span[1])
            squares += (<object> length(self.new, span[0], span[1])) ** 2
        if before or after:
            changed = (ends ^ set(old_ends)) - {start, end}
            if new > MOST or self.farthest(first, last, changed) > 2 * self.longest:
                return None
        more = len(spans) - (last + after + 1 - (first - before))
        cost = NEW * new + (WORN if worn else ADDED if more > 0 else SAVED) * more
        ends.add(start)
        if chunk is not None and self.end_of(first - before - 1) == start:
            old_ends[start] = first - before - 1
        for place in ends:
            if place in old_ends:
                cost += STALE * self.is_stale(old_ends[place])
            else:
                cost += LOWER * <int> self.grade(self.new, place)
        for place in set(old_ends) - ends:
            cost -= LOWER * <int> self.grade(self.new, place)
        cost += SHORT * self.shorts(before, last + after, known, spans)
        begin = start
        for row in range(first - before, last + after + 1):
            if row < first or row >= last:
                squares -= (<object> length(self.new, begin, self.end_of(row))) ** 2
                begin = self.end_of(row)
        return cost - UNEVEN * squares // (<object> self.longest) ** 2

    cdef Py_ssize_t farthest(self, Py_ssize_t first, Py_ssize_t last, set places) except -1:
        """Return the greatest distance of places from the changes in a run."""
        cdef Py_ssize_t begin = self.end(first - 1) if first else 0, end = self.end_of(last), most = 0, place
        cdef Py_ssize_t k = self.first_change(begin), low, high
        if k == self.changes.count or self.changes.data[k].new_end > end:
            return 0
        low = self.changes.data[k].new_start
        while k + 1 < self.changes.count and self.changes.data[k + 1].new_end <= end:
            k += 1
        high = self.changes.data[k].new_end
        for place in places:
            if place < low:
                most = max(most, length(self.new, place, low))
            elif place > high:
                most = max(most, length(self.new, high, place))
        return most

    cdef bint is_stale(self, Py_ssize_t row) except -1:
        """Return whether the end of a piece has become a boundary of a lower grade (U5)."""
        if row == self.count - 1:
            return False
        cdef int now = self.grade(self.new, self.end_of(row)), before = self.grade(self.old, self.end(row))
        return now > before
