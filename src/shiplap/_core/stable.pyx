# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Chunks that stay the same when a text changes: the differences of two texts (D1 to D3 of the reference `updates`); the
chunks of the new text, given the old chunks (U1 to U7); chunks by content alone (C1 to C7 of the reference `stable`).

Ranges that both texts share are compared by `memcmp`, in blocks, if both texts have the same form; otherwise unit by
unit. Segments are found again by a table of their hashes; texts with equal hashes are compared. Nearly all pieces only
move, and are read in one pass over their offsets. The caller's loop cuts the windows, a few chunks at a time.

Chunks by content alone:

1. The candidates of the sparse levels, those before words and clusters, are listed in order. Candidates of the other
   levels are searched only where a rule needs them: in gaps of two horizons without better candidates, and where a
   chunk has no better end.
2. A priority is a hash of 24 code points. It is computed when two candidates of one level compete, and kept.
3. The greatest candidate within a horizon is found by a window that only moves forward (a monotone queue).
4. The text is read in blocks. The text before the last anchor is decided, except for the cuts within a horizon of that
   anchor. So a stream needs only its last part, and a block is in the cache when its priorities are computed.
"""

cimport cython
from cpython.array cimport array, clone
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from cpython.number cimport PyNumber_Add, PyNumber_FloorDivide, PyNumber_Multiply, PyNumber_Subtract
from cpython.object cimport Py_LE, Py_LT, PyObject_RichCompareBool
from cpython.pyport cimport PY_SSIZE_T_MAX
from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport qsort
from libc.string cimport memcmp, memcpy, memmove, memset

from shiplap._core.boundaries cimport (
    CONTEXT as LEVEL_CONTEXT,
    GIVEN,
    GRAPHEME,
    LINE,
    PARAGRAPH,
    SENTENCE_SIMPLE,
    SENTENCE_STANDARD,
    WORD,
    Level,
    Listed,
    Offsets,
    Query,
    Rules,
    Run,
    anchor_before,
    begin_listed,
    begin_query,
    can_list,
    code_point_at,
    code_point_before,
    first_boundary,
    is_boundary,
    is_grapheme_boundary,
    is_lone,
    is_paragraph,
    is_place,
    next_listed,
)
from shiplap._core.text cimport (
    BYTES,
    CHARACTERS,
    IN_CHARACTERS,
    SAME,
    SAME_UTF8,
    SMALL,
    STEP,
    Place,
    Ruler,
    SpanArray,
    Spans,
    Text,
    View,
    distance,
    is_continuation,
    is_own,
    move_ahead,
    move_to,
    move_to_furthest,
    next_code_point,
    push,
    unit_at,
    visible,
)
from shiplap._core.windows cimport (
    MAX_GIVEN,
    MAX_ROWS,
    OUT_OF_MEMORY,
    CompiledLoop,
    Loop as WindowLoop,
    Plan,
    Verdict,
    Windows,
    begin_again,
)

from shiplap.levels import number
from shiplap.plan import in_characters
from shiplap.threads import heed_interrupts

# ---- the differences of two texts

cdef enum:
    BLOCK = 4096            # units that are compared at once
    NOWHERE = -1            # in a slot: the text has no such segment
    TWICE = -2              # in a slot: the text has several such segments
    LINE_FEED = 0x0A
    SPACE = 0x20
    IDEOGRAPHIC_STOP = 0x3002
    NEAR = 3            # neighbours of a run that may be cut with it, on each side (U3)
    MOST = 4            # new chunks of a window that is wider than its run (U4)
    ENOUGH = 1200       # the cost up to which a wider window is tried only if it may save a chunk (U4)
    AROUND = 20         # pieces on each side of a run that are counted (U6)
    GOOD = 2            # grades, from 0, at which inserted text may end a window of its own (U3)
    LARGE = 16          # the longest run that is tried with its neighbours (U7), in longest chunks
    DIRTY = 1           # mark of a piece (U1)
    INSERTED = 2        # mark of a piece that is dirty only because text was inserted before its chunk (U3)
    # The parts of the cost of a window (U5, U6), in thousandths of a new chunk.
    NEW = 1000
    SAVED = 1500
    ADDED = 500
    WORN = 3500
    STALE = 1200
    LOWER = 200
    SHORT = 2000
    UNEVEN = 600

# A range of the old text, and the range of the new text that replaces it.
cdef struct Change:
    Py_ssize_t start
    Py_ssize_t end
    Py_ssize_t new_start
    Py_ssize_t new_end

# A text of a segment: its hash, its offset in each of the two texts, and its number in each.
cdef struct Slot:
    uint64_t hash
    Py_ssize_t old_row
    Py_ssize_t new_row


# A byte of 1, eight times.
cdef uint64_t ONES = 0x0101010101010101ULL
# An odd number without structure.
cdef uint64_t MIX = 0x9FB21C651E98DF25ULL
# Another number in each process, so that nobody can write segments that share a slot of the table.
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
        """Append a change, unless it is empty."""
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
    """Return whether two ranges of `size` units are equal."""
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
    """Return a change without the common prefix and then the common suffix of both sides (D1, D3)."""
    cdef Py_ssize_t k = common_prefix(old, new, &change)
    change.start += k
    change.new_start += k
    k = common_suffix(old, new, &change)
    change.end -= k
    change.new_end -= k
    return change


cdef inline uint64_t has(uint64_t word, uint64_t byte) noexcept nogil:
    """Return a number other than 0 if one of the eight bytes of a word equals `byte`, else 0."""
    word ^= byte * ONES
    return (word - ONES) & ~word & (ONES << 7)


cdef inline Py_ssize_t skip_plain(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """Return the offset of the first eight bytes from p on in which a segment may end: a line feed, `.`, `?`, `!` or the lead
    byte of an ideographic full stop is among them."""
    cdef uint64_t word
    while p + 8 <= end:
        memcpy(&word, view.data + p, 8)
        if has(word, LINE_FEED) | has(word, 0x2E) | has(word, 0x3F) | has(word, 0x21) | has(word, 0xE3):
            return p
        p += 8
    return p


cdef bint segments(const View *view, Py_ssize_t start, Py_ssize_t end, SpanArray *found) noexcept nogil:
    """List the segments of a range (D2). Return False if memory is missing."""
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
    """Return a hash of the units of a segment; `raw`: of their bytes, if the other text has units of the same
    width."""
    cdef uint64_t state = SEED, word
    cdef Py_ssize_t width = view.width if view.width else 1, p
    cdef const unsigned char *data = view.data + span[0] * width
    cdef Py_ssize_t size = (span[1] - span[0]) * width
    if not raw:
        for p in range(span[0], span[1]):
            state = hashed(state, unit_at(view, p))
        return state
    for p in range(0, size - 7, 8):
        memcpy(&word, data + p, 8)
        state = hashed(state, word)
    word = 0
    memcpy(&word, data + (size & ~7), size & 7)
    return hashed(state, word ^ (<uint64_t> size << 56))


cdef inline uint64_t hashed(uint64_t state, uint64_t word) noexcept nogil:
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
    """Return the value of a slot for a text that occurs again; it keeps the first offset."""
    return row if row < TWICE else TWICE - 1 - row


cdef inline Py_ssize_t first_of(Py_ssize_t row) noexcept nogil:
    """Return the first offset of the text of a slot."""
    return row if row >= 0 else TWICE - 1 - row


cdef inline bint is_in(const Slot *slot, const View *old, const SpanArray *old_parts, const View *new,
                       const SpanArray *new_parts, const View *view, const int64_t *span) noexcept nogil:
    """Return whether a slot is that of the text of a segment."""
    if slot.old_row != NOWHERE:
        return same_text(old, old_parts.data + 2 * first_of(slot.old_row), view, span)
    return same_text(new, new_parts.data + 2 * first_of(slot.new_row), view, span)


cdef Spans matches(const View *old, const SpanArray *old_parts, const View *new, const SpanArray *new_parts):
    """Return the numbers of the matches in the old and the new text, the most that are in the same order (D2)."""
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
    """Return the longest subsequence of pairs whose second numbers rise; the first numbers of all pairs rise. Of
    subsequences of equal length, the one with the least last number, and so on backwards."""
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
    for low in range(length):  # from the last one back; reversed afterwards
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
    """Return the changes from one text to another, in order. No change touches another. Both texts have the same form, str or
    UTF-8. Offsets are in that form."""
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
    """Return the index of the first rule of a plan that has a boundary at p, 0 <= p <= size, or the number of rules.
    `headings`: the known heading patterns (shiplap._data.heading_looks)."""
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
    """Return whether an offset lies between two grapheme clusters."""
    return p <= 0 or p >= text.view.size or is_grapheme_boundary(&text.view, run, p)


cdef object squared(Py_ssize_t size):
    """Return the square of a size, which may be more than an int64 takes."""
    return PyNumber_Multiply(size, size)


cdef inline Py_ssize_t length(Text text, Py_ssize_t start, Py_ssize_t end) noexcept:
    """Return the code points between two offsets: so that a text has the same chunks in each form."""
    return end - start if is_own(&text.view, IN_CHARACTERS) else distance(&text.view, start, end, IN_CHARACTERS)


@cython.no_gc_clear
cdef class Update:
    """One update: the state of the loop over the pieces (U1). The arguments are as in the reference, with offsets in
    the texts' own form. `found`, `rows`: the chunks of the new text, and the old row of each, or -1."""

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
        self.old, self.new, self.spans, self.changes = old, new, spans, Changes()
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
        for row in range(changes.count):
            self.changes.add(self.moved_left(changes.data[row]))
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

    cdef Change moved_left(self, Change change) noexcept:
        """Return a change. If it only inserts or deletes, it is moved to the last end of a piece at which it can end (U1)."""
        cdef const View *text = &self.new.view if change.start == change.end else &self.old.view
        cdef Py_ssize_t last = change.new_end if change.start == change.end else change.end, row, by, k
        if change.start < change.end and change.new_start < change.new_end:
            return change
        row = self.first_end(0, change.end, True)
        row -= row < self.count - 1 or self.end(row) > change.end
        by = change.end - (self.end(row) if row >= 0 else 0)
        if by > change.start - (self.changes.data[self.changes.count - 1].end if self.changes.count else 0):
            return change
        for k in range(by):
            if unit_at(&self.old.view, change.start - 1 - k) != unit_at(text, last - 1 - k):
                return change
        return Change(change.start - by, change.end - by, change.new_start - by, change.new_end - by)

    cdef Py_ssize_t shift(self, Py_ssize_t row) noexcept:
        """Return the distance by which the end of a piece has moved. The piece is not dirty, or is the last of a run.
        """
        cdef Py_ssize_t end = self.end(row), k
        if row == self.count - 1:
            return self.new.view.size - end
        k = self.first_change(end)
        return self.changes.data[k - 1].new_end - self.changes.data[k - 1].end if k else 0

    cdef Py_ssize_t first_change(self, Py_ssize_t place) noexcept:
        """Return the first change that begins at an offset of the old text or after it."""
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
        """Return the first piece from `low` on that ends at an offset (unless `after`) or after it; or the last piece."""
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
        cdef bint unsettled = False, apart
        for row in unfit:
            if not 0 <= row < self.count:
                raise IndexError(row)
            self.dirty[row] = DIRTY
        for k in range(self.changes.count):
            change = self.changes.data + k
            first = self.first_end(0, change.start, True)
            last = self.first_end(first, change.end, False)
            while last < self.count - 1 and self.start(last + 1) < change.end:
                last += 1
            apart = not self.dirty[first] and self.is_apart(change, first)
            memset(self.dirty + first, DIRTY, last + 1 - first)
            if apart:
                self.dirty[first] = INSERTED
        memset(&back, 0, sizeof(back))
        for row in range(self.count - 2, -1, -1):
            if self.dirty[row + 1] and not self.dirty[row] and not is_cut(self.old, &back, self.end(row)):
                self.dirty[row] = DIRTY
        memset(runs, 0, sizeof(runs))
        k = 0
        for row in range(self.count - 1):  # at the dirty pieces, and after a change as far as it can have an effect
            while k < self.changes.count and self.changes.data[k].start <= self.end(row):
                unsettled, k = True, k + 1
            if (unsettled or (not self.dirty[row]) != (not self.dirty[row + 1])) and not (self.dirty[row] and self.dirty[row + 1]):
                if not self.is_end(row, runs):
                    self.dirty[row] = self.dirty[row + 1] = DIRTY
                elif unsettled and self.end(row) > self.changes.data[k - 1].end and self.is_settled(row):
                    unsettled = False
        return 0

    cdef bint is_apart(self, const Change *change, Py_ssize_t row) except -1:
        """Return whether a change inserts visible text before a piece, so that its chunk may stay (U3)."""
        cdef Run[2] runs
        cdef Py_ssize_t begin = self.start(row)
        if change.start < change.end or change.start != (self.end(row - 1) if row else 0) or begin < change.start:
            return False
        memset(runs, 0, sizeof(runs))
        return visible(&self.new.view, change.new_start) < change.new_end and is_cut(self.new, runs, change.new_end) \
            and is_cut(self.new, runs + 1, begin + change.new_end - change.end) \
            and self.graded(self.new, change.new_end) < GOOD

    cdef inline bint is_end(self, Py_ssize_t row, Run *runs) noexcept:
        """Return whether the end of a piece and the start of the next chunk are still possible in the new text. A cut
        inside a grapheme cluster is possible if the pieces on both sides have not changed. Each of the calls has a run of
        its own, whose offsets only grow."""
        cdef Py_ssize_t end = self.end_of(row), begin = self.start(row + 1), start = begin + self.shift(row + 1)
        cdef bint clean = not (self.dirty[row] or self.dirty[row + 1])
        if not (is_cut(self.new, runs, end) if is_cut(self.old, runs + 1, self.end(row)) else clean):
            return False
        if self.dirty[row + 1] or start == end or is_cut(self.new, runs + 2, start):
            return True
        return not self.dirty[row] and not is_cut(self.old, runs + 3, begin)

    cdef inline bint is_settled(self, Py_ssize_t row) noexcept:
        """Return whether no boundary behind the begin of the next chunk depends on the text before that chunk: its first code
        point always has a boundary before it."""
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
        """Cut the run of dirty pieces that begins at `first`; return the row after the window (U3, U4, U7)."""
        cdef Py_ssize_t last = first, before, after, tries = 0
        cdef dict known
        cdef tuple best
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
                    if after < 0:
                        self.dirty[last] = 0
                    return last + after + 1
                tries += 1
            if last + 1 < self.count:
                last += 1
            else:
                self.found.array.count -= 1
                self.rows.count -= 1
                first -= self.rows.data[2 * self.rows.count] == first - 1

    cdef Py_ssize_t shorts(self, Py_ssize_t before, Py_ssize_t last, dict known, spans) except -1:
        """Return the number of new chunks of a window that are under the minimum. The last chunk of the text also
        counts if it is under the minimum without its overlap."""
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

    cdef tuple best_window(self, Py_ssize_t first, Py_ssize_t last):
        """Return the window that costs least, as its neighbours before and after, and its chunks (U4)."""
        cdef Py_ssize_t start = self.found.array.data[2 * self.found.array.count - 1] if self.found.array.count else 0
        cdef Py_ssize_t near = NEAR if length(self.new, start, self.end_of(last)) <= LARGE * self.longest else 0
        cdef Py_ssize_t before = self.clean_before(first, near), after = self.clean_after(last, near)
        cdef Py_ssize_t wider, left, right, least = -(first == last and self.dirty[first] == INSERTED)
        cdef bint is_only = least == 0 and before == 0 and after == 0, is_enough = False, worn
        cdef tuple best = None
        cdef object lowest = None, cost
        heed_interrupts()
        worn = not is_only and self.is_worn(first, last)
        for wider in range(least, before + after + 1):
            for left in range(max(0, wider - after), min(before, wider - least) + 1):
                right = wider - left
                if is_enough and not worn and not self.may_save(first, last, left, right):
                    continue
                heed_interrupts()
                spans = self.cut(self.after(left), self.stop(last, right))
                if not self.is_allowed(left, last + right, spans):
                    continue
                cost = 0 if is_only else self.cost(first, last, left, right, spans, worn)
                if cost is not None and (lowest is None or PyObject_RichCompareBool(cost, lowest, Py_LT)):
                    lowest, best = cost, (left, right, spans)
                    is_enough = PyObject_RichCompareBool(cost, <int> ENOUGH, Py_LE)
        return best

    cdef Py_ssize_t stop(self, Py_ssize_t last, Py_ssize_t after) noexcept:
        """Return the end of a window in the new text, `after` pieces after the run; with -1, the end of the inserted
        text (U3)."""
        if after < 0:
            return self.changes.data[self.first_change(self.end(last - 1) if last else 0)].new_end
        return self.end_of(last + after)

    cdef bint may_save(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t before, Py_ssize_t after) noexcept:
        """Return whether the text of a window fits one longest chunk fewer than the window has pieces (U4)."""
        cdef Py_ssize_t row = self.found.array.count - 1 - before
        cdef Py_ssize_t start = self.found.array.data[2 * row + 1] if row >= 0 else 0
        cdef Py_ssize_t count = last + after - (first - before) + (first == last and self.dirty[first] == INSERTED)
        return length(self.new, start, self.stop(last, after)) <= count * self.longest

    cdef object after(self, Py_ssize_t back):
        """Return the chunk before a window that has `back` pieces before the run; None at the start of the text."""
        cdef Py_ssize_t row = self.found.array.count - 1 - back
        return (self.found.array.data[2 * row], self.found.array.data[2 * row + 1]) if row >= 0 else None

    cdef Py_ssize_t clean_before(self, Py_ssize_t first, Py_ssize_t most) noexcept:
        """Return the number of pieces before the run, at most `most`, that are neither dirty nor in another window."""
        cdef Py_ssize_t count = 0
        while count < min(most, first, self.rows.count) and self.rows.data[2 * (self.rows.count - 1 - count)] == first - 1 - count:
            count += 1
        return count

    cdef Py_ssize_t clean_after(self, Py_ssize_t last, Py_ssize_t most) noexcept:
        """Return the number of pieces after the run, at most `most`, that are not dirty."""
        cdef Py_ssize_t count = 0
        while count < most and last + count + 1 < self.count and not self.dirty[last + count + 1]:
            count += 1
        return count

    cdef bint is_worn(self, Py_ssize_t first, Py_ssize_t last) except -1:
        """Return whether the pieces near the run are more than the chunks of a fresh cut (U6)."""
        cdef Py_ssize_t before = self.clean_before(first, AROUND), after = self.clean_after(last, AROUND) - 1, shift
        if before and len(self.cut(self.after(before), self.after(0)[1])) < before:
            return True
        if after < 1:
            return False
        shift = self.shift(last + 1)
        chunk = self.start(last + 1) + shift, self.end(last + 1) + shift
        return len(self.cut(chunk, self.end_of(last + 1 + after))) < after

    cdef bint is_allowed(self, Py_ssize_t before, Py_ssize_t last, spans) except -1:
        """Return whether the chunk after a window, if it stays, begins after the start of the last chunk of the window
        (U3)."""
        if last + 1 == self.count or self.dirty[last + 1]:
            return True
        cdef Py_ssize_t begin
        ahead = spans[len(spans) - 1] if len(spans) else self.after(before)
        if ahead is None:
            return True
        begin = ahead[0]
        return begin < self.start(last + 1) + self.shift(last + 1)

    cdef dict known(self, Py_ssize_t before, Py_ssize_t last, Py_ssize_t after):
        """Return the rows of the old chunks of a window outside the run, by their new spans."""
        cdef dict found = {}
        cdef Py_ssize_t k, row, shift
        for k in range(self.rows.count - before, self.rows.count):
            found[self.found.array.data[2 * k], self.found.array.data[2 * k + 1]] = self.rows.data[2 * k]
        for row in range(last + 1, last + after + 1):
            shift = self.shift(row)
            found[self.start(row) + shift, self.spans.array.data[2 * row + 1] + shift] = row
        return found

    cdef object cost(self, Py_ssize_t first, Py_ssize_t last, Py_ssize_t before, Py_ssize_t after, spans, bint worn):
        """Return the cost of a window, or None if it is not allowed (U4, U5)."""
        cdef dict known = self.known(before, last, after)
        cdef dict old_ends = {}
        cdef set ends = set(), changed
        cdef Py_ssize_t new = 0, row, more, begin, place, cost
        cdef Py_ssize_t start = 0, end = self.stop(last, after)
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
            squares = PyNumber_Add(squares, squared(length(self.new, span[0], span[1])))
        if before or after > 0:
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
                cost += LOWER * self.graded(self.new, place)
        for place in set(old_ends) - ends:
            cost -= LOWER * self.graded(self.new, place)
        cost += SHORT * self.shorts(before, last + after, known, spans)
        begin = start
        for row in range(first - before, last + after + 1):
            if row < first or row >= last:
                squares = PyNumber_Subtract(squares, squared(length(self.new, begin, self.end_of(row))))
                begin = self.end_of(row)
        return PyNumber_Subtract(cost, PyNumber_FloorDivide(PyNumber_Multiply(<int> UNEVEN, squares), squared(self.longest)))

    cdef Py_ssize_t farthest(self, Py_ssize_t first, Py_ssize_t last, set places) except -1:
        """Return the greatest distance of the offsets `places` from the changes in a run."""
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
        return self.graded(self.new, self.end_of(row)) > self.graded(self.old, self.end(row))

    cdef int graded(self, Text text, Py_ssize_t p) except? -1:
        """Return the grade of a boundary of a text."""
        return self.grade(text, p)


# ---- chunks by content alone

cdef enum:
    CONTEXT = 24            # code points before a cut that its priority depends on
    CANDIDATE = 1           # mark of a cut that may be an anchor
    COMPARED = 2            # mark of a cut that is only compared with such cuts
    LISTS = 3               # levels whose cuts are listed many at once
    PASSES = 3              # passes over the levels: the sparse levels, then also words, then also clusters

# Odd numbers without structure, as in the reference.
cdef uint64_t FIRST = 0x9E3779B97F4A7C15ULL
cdef uint64_t SECOND = 0x6A09E667F3BCC909ULL
# The powers of FIRST, by which the code points are multiplied.
cdef uint64_t[CONTEXT] POWERS


cdef void fill_powers() noexcept:
    """Fill in the table, once."""
    cdef int k
    POWERS[0] = FIRST
    for k in range(1, CONTEXT):
        POWERS[k] = POWERS[k - 1] * FIRST


fill_powers()


cdef inline uint64_t mixed(uint64_t state, uint64_t number) noexcept nogil:
    """Return a hash with one more number."""
    state = (state ^ number) * FIRST
    return state ^ (state >> 32)


cdef uint64_t priority(const View *view, Py_ssize_t place, uint64_t key) noexcept nogil:
    """Return the priority of a candidate (C2): a polynomial of the code points before it, the nearest first, mixed with
    the key."""
    cdef uint64_t before = 0
    cdef Py_ssize_t k, part, p = place
    cdef bint narrow = view.width == 1 or (view.width == 0 and view.ascii >= place)
    if narrow and place >= CONTEXT:
        for part in range(0, CONTEXT, 8):  # the compiler unrolls a loop of 8, not one of CONTEXT
            for k in range(part, part + 8):
                before += <uint64_t> view.data[place - 1 - k] * POWERS[k]
    elif narrow:
        for k in range(min(<Py_ssize_t> CONTEXT, place)):
            before += <uint64_t> view.data[place - 1 - k] * POWERS[k]
    elif view.width:
        for k in range(min(<Py_ssize_t> CONTEXT, place)):
            before += <uint64_t> unit_at(view, place - 1 - k) * POWERS[k]
    else:
        for k in range(CONTEXT):
            if p > 0:
                before += <uint64_t> code_point_before(view, p, &p) * POWERS[k]
    return mixed(mixed(key, before), SECOND)


cdef struct Cut:
    Place place
    int level           # its rank: 1 for the last level of the plan
    bint hashed         # the priority is known
    int mark            # CANDIDATE or COMPARED for `peaks`, or 0
    uint64_t priority


cdef struct Cuts:
    Cut *data
    Py_ssize_t count
    Py_ssize_t room


# The state of the loop in one text.
cdef struct Loop:
    View *view
    Rules rules
    Ruler ruler
    Py_ssize_t size         # M of the reference; `horizon` and `gap` are its H and G
    Py_ssize_t horizon
    Py_ssize_t gap
    uint64_t key
    const Level *levels
    int level_count
    int top                 # for anchors, higher levels count as this level
    const int *passes       # the number of levels of each pass
    Cuts[PASSES] cuts       # for each pass: in the text after `back`, or in a space between two cuts of the pass before
    Cuts zone               # the cuts at which a chunk may end
    Cuts anchors
    Place edge              # the text before it is cut
    bint begun              # the edge is not the begin of the text
    Place listed            # the offset up to which the cuts of the first pass are known
    Place back              # the text from here on is still needed
    Run run                 # the run of a grapheme class that was read last and reaches furthest
    Py_ssize_t *waiting     # the monotone queue
    Py_ssize_t room
    int64_t *places         # the offsets at which the text is cut
    Py_ssize_t place_count
    Py_ssize_t place_room


cdef inline bint add(Cuts *cuts, Place place, int level) noexcept nogil:
    """Append a cut. Return False if memory is missing."""
    cdef Cut *data
    cdef Py_ssize_t room
    if cuts.count == cuts.room:
        room = 2 * cuts.room + 64
        data = <Cut *> PyMem_RawRealloc(cuts.data, room * sizeof(Cut))
        if data == NULL:
            return False
        cuts.data, cuts.room = data, room
    cuts.data[cuts.count].place = place
    cuts.data[cuts.count].level = level
    cuts.data[cuts.count].hashed = False
    cuts.data[cuts.count].mark = 0
    cuts.count += 1
    return True


cdef bint add_place(Loop *loop, Py_ssize_t at) noexcept nogil:
    """Append an offset at which the text is cut. Return False if memory is missing."""
    cdef int64_t *data
    cdef Py_ssize_t room
    if loop.place_count == loop.place_room:
        room = 2 * loop.place_room + 64
        data = <int64_t *> PyMem_RawRealloc(loop.places, room * sizeof(int64_t))
        if data == NULL:
            return False
        loop.places, loop.place_room = data, room
    loop.places[loop.place_count] = at
    loop.place_count += 1
    return True


cdef inline uint64_t priority_of(Loop *loop, Cut *cut) noexcept nogil:
    """Return the priority of a cut."""
    if not cut.hashed:
        cut.priority, cut.hashed = priority(loop.view, cut.place.at, loop.key), True
    return cut.priority


cdef inline bint exceeds(Loop *loop, Cut *cut, Cut *other, int top) noexcept nogil:
    """Return whether a cut is greater than one before it: by its level, up to the top, then by priority."""
    cdef int level = min(cut.level, top), before = min(other.level, top)
    if level != before:
        return level > before
    return priority_of(loop, cut) > priority_of(loop, other)


cdef bint cuts(Loop *loop, Place low, Py_ssize_t end, int count, Cuts *found) noexcept nogil:
    """Append the cuts of the first `count` levels from `low` on, 0 < low, and before `end`, in order. Return False if memory
    is missing."""
    cdef Query[MAX_ROWS] queries
    cdef Listed[LISTS] lists            # for the levels that can be listed
    cdef Listed *listed[MAX_ROWS]
    cdef Py_ssize_t[MAX_ROWS] next
    cdef Py_ssize_t at = low.at, p
    cdef bint clusters = count > 0 and loop.levels[count - 1] == GRAPHEME
    cdef int searched = count - clusters, lists_count = 0, paragraphs = -1, lines = -1, best, k
    cdef Run run = loop.run
    cdef Place place = low
    for k in range(searched):
        listed[k] = NULL
        next[k] = 0
        if loop.levels[k] == PARAGRAPH and paragraphs < 0:
            paragraphs = k
        elif loop.levels[k] == LINE and lines < 0:
            lines = k
        if can_list(loop.levels[k]) and lists_count < LISTS:
            listed[k] = &lists[lists_count]
            begin_listed(listed[k], loop.levels[k], at)
            lists_count += 1
        else:
            begin_query(&queries[k], loop.view, &loop.rules, loop.levels[k], False)
            queries[k].run = run
    if paragraphs >= 0 and lines >= 0:
        next[paragraphs] = end          # each paragraph begins where a line begins, so only lines are searched
    while at < end:
        p, best = end, searched
        for k in range(searched):
            if next[k] < at:
                if listed[k] != NULL:
                    next[k] = next_listed(loop.view, &loop.rules, listed[k], at, end)
                else:
                    next[k] = first_boundary(loop.view, &queries[k], at, end)
                    if next[k] < 0:
                        next[k] = end
            if next[k] < p:  # of several levels with this cut, the first counts
                p, best = next[k], k
        k = best
        if clusters and p > at:
            p, k = at, searched
        if p >= end:
            break
        if 0 <= paragraphs < k and lines >= 0 and next[lines] == p and is_paragraph(loop.view, &loop.rules, p):
            k = paragraphs
        if k < searched or is_boundary(loop.view, &loop.rules, &run, GRAPHEME, p):
            move_to(loop.view, loop.ruler, &place, p)
            if not add(found, place, loop.level_count - k):
                return False
        at = next_code_point(loop.view, p)
    for k in range(searched):
        if listed[k] == NULL and queries[k].run.end > run.end:
            run = queries[k].run
    loop.run = run
    return True


cdef void mark(Loop *loop, Cuts *among, int least) noexcept nogil:
    """Mark the cuts that have no cut of a higher level near them: each may be an anchor. Also mark the cuts of the same level
    near such a cut, which are compared with it. `peaks` does not need the priorities of other cuts. `least`: the lowest level."""
    cdef Py_ssize_t[MAX_ROWS + 1] higher    # for each level, the nearest cut of a higher level on one side
    cdef Py_ssize_t[MAX_ROWS + 1] same      # for each level, the nearest candidate
    cdef Py_ssize_t far = 2 * loop.horizon + 2, k, m
    cdef int level, lower
    cdef Cut *cut
    for level in range(least, loop.level_count + 1):
        higher[level] = -far
    for k in range(among.count):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        cut.mark = CANDIDATE if m - higher[level] > loop.horizon else 0
        for lower in range(least, level):
            higher[lower] = m
    for level in range(least, loop.level_count + 1):
        higher[level] = same[level] = PY_SSIZE_T_MAX
    for k in range(among.count - 1, -1, -1):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        if higher[level] - m <= loop.horizon:
            cut.mark = 0
        for lower in range(least, level):
            higher[lower] = m
        if cut.mark == CANDIDATE:
            same[level] = m
        elif same[level] - m <= loop.horizon:
            cut.mark = COMPARED
    for level in range(least, loop.level_count + 1):
        same[level] = -far
    for k in range(among.count):
        cut = among.data + k
        m, level = cut.place.m, min(cut.level, loop.top)
        if cut.mark == CANDIDATE:
            same[level] = m
        elif m - same[level] <= loop.horizon:
            cut.mark = COMPARED


cdef bint peaks(Loop *loop, Cuts *among, int least, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    """Append the anchors between two measures, of levels from `least` on (C3): cuts that come first among all cuts within a
    horizon on both sides. Return False if memory is missing."""
    cdef Py_ssize_t first = 0, after = 0, next = 0, i
    cdef Py_ssize_t *waiting
    cdef Cut *cut
    if among.count > loop.room:
        waiting = <Py_ssize_t *> PyMem_RawRealloc(loop.waiting, among.count * sizeof(Py_ssize_t))
        if waiting == NULL:
            return False
        loop.waiting, loop.room = waiting, among.count
    waiting = loop.waiting
    mark(loop, among, least)
    for i in range(among.count):
        cut = among.data + i
        if cut.mark != CANDIDATE or cut.place.m < low:
            continue
        if cut.place.m > high:
            break
        while next < among.count and among.data[next].place.m <= cut.place.m + loop.horizon:
            if among.data[next].mark != 0 and among.data[next].place.m >= cut.place.m - loop.horizon:
                while after > first and exceeds(loop, among.data + next, among.data + waiting[after - 1],
                                                     loop.top):
                    after -= 1
                waiting[after] = next
                after += 1
            next += 1
        while among.data[waiting[first]].place.m < cut.place.m - loop.horizon:
            first += 1
        if waiting[first] == i and not add(&loop.anchors, cut.place, cut.level):
            return False
    return True


cdef bint peaks_within(Loop *loop, int which, Place begin, Py_ssize_t end, Py_ssize_t low,
                       Py_ssize_t high) noexcept nogil:
    """Append the anchors between two measures, in the space from `begin` to `end`: among the cuts of a pass, and among cuts of
    the next pass that have no cut of this pass near them. Return False if memory is missing."""
    cdef Cuts *among = &loop.cuts[which]
    cdef Py_ssize_t k, left, right
    cdef Place start = begin
    if which > 0:
        among.count = 0
        move_to(loop.view, loop.ruler, &start, next_code_point(loop.view, begin.at))
        if not cuts(loop, start, end, loop.passes[which], among):
            return False
    if not peaks(loop, among, min(loop.top, loop.level_count - loop.passes[which] + 1), low, high):
        return False
    if which == PASSES - 1:
        return True
    for k in range(among.count + 1):
        left = max(low, among.data[k - 1].place.m + loop.horizon + 1) if k > 0 else low
        right = min(high, among.data[k].place.m - loop.horizon - 1) if k < among.count else high
        if left <= right:
            if k == 0 and which == 0 and loop.begun:
                move_ahead(loop.view, loop.ruler, &loop.back, loop.edge.m - loop.horizon)
                begin = loop.back
            if not peaks_within(loop, which + 1, among.data[k - 1].place if k > 0 else begin,
                                among.data[k].place.at if k < among.count else end, left, right):
                return False
    return True


cdef inline Py_ssize_t capacity(const Loop *loop, Py_ssize_t count) noexcept nogil:
    """Return C(count), the length of the longest stretch of `count` chunks (C5)."""
    return loop.size * (24 * count + 1) // 25


cdef Py_ssize_t first_listed(const Loop *loop, Py_ssize_t low) noexcept nogil:
    """Return the index of the first listed cut with a measure or a greater one."""
    cdef Py_ssize_t first = 0, after = loop.cuts[0].count, middle
    while first < after:
        middle = (first + after) // 2
        if loop.cuts[0].data[middle].place.m < low:
            first = middle + 1
        else:
            after = middle
    return first


cdef bint best(Loop *loop, const Place *start, Py_ssize_t low, Py_ssize_t high, const Place *stop,
               Place *found) noexcept nogil:
    """Find the greatest cut between two measures, after `start` and up to `stop`, or its substitute
    (C5, C6). Return False if memory is missing."""
    cdef Cut *greatest = NULL
    cdef Py_ssize_t k = first_listed(loop, low)
    cdef Place begin = start[0], end = start[0]
    cdef int which
    while k < loop.cuts[0].count and loop.cuts[0].data[k].place.m <= high:
        if greatest == NULL or exceeds(loop, loop.cuts[0].data + k, greatest, loop.level_count):
            greatest = loop.cuts[0].data + k
        k += 1
    if greatest == NULL:
        move_ahead(loop.view, loop.ruler, &begin, low)
        move_to_furthest(loop.view, loop.ruler, &end, high)
    for which in range(1, PASSES):
        if greatest == NULL and begin.at <= end.at:
            loop.zone.count = 0
            if not cuts(loop, begin, min(loop.view.size, end.at + 1), loop.passes[which], &loop.zone):
                return False
            for k in range(loop.zone.count):
                if greatest == NULL or exceeds(loop, loop.zone.data + k, greatest, loop.level_count):
                    greatest = loop.zone.data + k
    if greatest != NULL:
        found[0] = greatest.place
        return True
    while end.at < stop.at:
        move_to(loop.view, loop.ruler, &end, next_code_point(loop.view, end.at))
        if end.at < stop.at and is_boundary(loop.view, &loop.rules, &loop.run, GRAPHEME, end.at):
            break
    found[0] = end if end.at < stop.at else stop[0]
    return True


cdef bint divided(Loop *loop, const Place *start, const Place *end) noexcept nogil:
    """Append the ends of the chunks of a stretch (C4, C5). Return False if memory is missing."""
    cdef Py_ssize_t length = end.m - start.m, count = 1, half, low, high
    cdef Place place
    if length > 3 * loop.horizon:
        low, high = loop.size, length - loop.size
    else:
        while capacity(loop, count) < length:
            count += 1
        if count == 1:
            return add_place(loop, end.at)
        half = count // 2
        low = max(max(length - capacity(loop, count - half), half * loop.size // 4), 1)
        high = min(capacity(loop, half), length - max((count - half) * loop.size // 4, 1))
    if not best(loop, start, start.m + low, start.m + high, end, &place):
        return False
    if place.at >= end.at:
        return add_place(loop, end.at)
    return divided(loop, start, &place) and divided(loop, &place, end)


cdef int by_place(const void *one, const void *other) noexcept nogil:
    """Return the order of cuts in the text, for qsort."""
    cdef Py_ssize_t a = (<const Cut *> one).place.at, b = (<const Cut *> other).place.at
    return (a > b) - (a < b)


cdef bint places(Loop *loop, Py_ssize_t known, bint final, Py_ssize_t most) noexcept nogil:
    """Cut the stretches that the text before `known` decides, except those that end after `most` (C4). `final`: the text
    ends at `known`. Return False if memory is missing."""
    cdef Py_ssize_t next = 0, high, far
    cdef Place end, place
    cdef bint is_open
    if not cuts(loop, loop.listed, known, loop.passes[0], &loop.cuts[0]):
        return False
    move_to(loop.view, loop.ruler, &loop.listed, known)
    high = loop.listed.m - (loop.size if final else loop.horizon + 1)
    loop.anchors.count = 0
    if not peaks_within(loop, 0, loop.back, known, loop.edge.m + 1 if loop.begun else loop.size, high):
        return False
    if loop.anchors.count:
        qsort(loop.anchors.data, loop.anchors.count, sizeof(Cut), by_place)
    while True:
        is_open = next == loop.anchors.count and not final
        if is_open and high - loop.edge.m < loop.gap + loop.size:  # the stretch may end before the gap does
            return True
        end = loop.listed if next == loop.anchors.count else loop.anchors.data[next].place
        place = end
        if end.m - loop.edge.m > loop.gap:
            far = min(loop.gap, end.m - loop.edge.m - loop.size)
            if not best(loop, &loop.edge, loop.edge.m + loop.gap - loop.horizon, loop.edge.m + far, &end, &place):
                return False
        if place.at < end.at:
            end = place
        elif is_open:
            return True
        else:
            next += 1
        if end.at > most:
            return True
        if not divided(loop, &loop.edge, &end):
            return False
        loop.edge, loop.begun = end, True
        if final and end.at == known:
            return True


cdef void forget(Loop *loop) noexcept nogil:
    """Forget the cuts that nothing depends on any more."""
    cdef Py_ssize_t first = first_listed(loop, loop.edge.m - loop.horizon)
    cdef Cuts *cuts = &loop.cuts[0]
    if first:
        memmove(cuts.data, cuts.data + first, (cuts.count - first) * sizeof(Cut))
        cuts.count -= first


cdef bint go_on(Loop *loop, Py_ssize_t until, Py_ssize_t known, bint final, Py_ssize_t most) noexcept nogil:
    """Cut the text until soon after `until`, block by block. The cuts before `known` do not depend on the text after it. A
    block is as long as the text that is not cut yet, so that this text is not read again for each block. Return False if
    memory is missing."""
    cdef Py_ssize_t block, end
    while loop.listed.at < min(until, known):
        block = max(max(<Py_ssize_t> SMALL, 2 * loop.gap), loop.listed.at - loop.edge.at)
        end = loop.listed.at + block if known - loop.listed.at > block else known
        while end < known and loop.view.width == 0 and is_continuation(loop.view.data[end]):
            end += 1
        if not places(loop, end, final and end == known, most):
            return False
        forget(loop)
    return True


cdef void free_loop(Loop *loop) noexcept nogil:
    """Free the memory of the loop."""
    cdef int k
    for k in range(PASSES):
        PyMem_RawFree(loop.cuts[k].data)
    PyMem_RawFree(loop.zone.data)
    PyMem_RawFree(loop.anchors.data)
    PyMem_RawFree(loop.waiting)
    PyMem_RawFree(loop.places)


@cython.no_gc
cdef class StableCuts(CompiledLoop):
    """The windows of a plan whose ends depend on content alone (C7). Immutable, so threads may share it."""

    cdef Windows windows
    cdef Py_ssize_t size
    cdef uint64_t key
    cdef Level[MAX_ROWS] levels
    cdef int level_count
    cdef int top
    cdef int[PASSES] passes
    cdef int array          # the array of given positions that holds the cuts

    def __cinit__(self, plan, uint64_t key=0, /):
        cdef int k, which = 0, sentences = -1
        if plan.unit == "tokens":
            plan = in_characters(plan)
        self.windows = Windows(plan)
        self.size, self.key = self.windows.plan.size - self.windows.plan.overlap, key
        if self.size < 1:
            raise ValueError(self.size)
        self.level_count = len(plan.rows) - 2
        for k, row in enumerate(plan.rows[1:self.level_count + 1]):
            self.levels[k] = <Level> <int> number(row.level)
            if sentences < 0 and SENTENCE_SIMPLE <= self.levels[k] <= SENTENCE_STANDARD:
                sentences = k
            while which < PASSES - 1 and self.levels[k] == (WORD if which == 0 else GRAPHEME):
                self.passes[which] = k
                which += 1
        while which < PASSES:
            self.passes[which] = self.level_count
            which += 1
        self.top = self.level_count - max(sentences, 0)
        if sentences > 0:  # anchors compare the levels down to that of sentences as equals: the first pass has them all
            for which in range(PASSES):
                self.passes[which] = max(self.passes[which], sentences + 1)
        self.array = <int> number(plan.rows[0].level) - GIVEN
        self.as_bytes, self.whole, self.measures = self.windows.as_bytes, True, self.windows.measures

    def cut(self, Text text not None, given=(), /):
        """Return the chunks of a text, like `Windows.cut`. `given`: without the array of the cuts."""
        return self.run(text, given, -1, 0, True)[:2]

    def resume(self, Text text not None, given, Py_ssize_t start, Py_ssize_t end, bint final, /):
        """Return the chunks of a part of a text, like `Windows.resume`. The last chunk ends with a stretch."""
        if not (end == 0 if start < 0 else start < end <= text.view.size):
            raise ValueError((start, end))
        return self.run(text, given, start, end, final)

    cdef tuple run(self, Text text, given, Py_ssize_t start, Py_ssize_t end, bint final):
        """Return the chunks after the chunk (start, end), or all with start < 0: (native, measured, start, end,
        keep), with the last chunk, and the offset from which on the next part needs the text."""
        cdef View view
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef WindowLoop windows
        cdef Py_ssize_t known, most, until = 0
        cdef array found
        cdef bint done
        text.prepare(self.as_bytes, True)
        view = text.view
        self.windows.show(&rules, offsets, given, 0)
        known = most = view.size
        if not final:
            begin_again(&self.windows.plan, &rules, &windows, &view, start, end, False)
            most = windows.decided_end
            known = view.size - LEVEL_CONTEXT * (1 if view.width else 4)
            while known > 0 and view.width == 0 and is_continuation(view.data[known]):
                known -= 1
        self.begin(&loop, &view, &rules, end if start >= 0 else -1)
        try:
            if view.size < SMALL:
                done = go_on(&loop, known, known, final, most)
            else:
                done = True
                while done and loop.listed.at < known:  # in steps, so that Ctrl-C interrupts
                    until = loop.listed.at + STEP
                    with nogil:
                        done = go_on(&loop, until, known, final, most)
                    heed_interrupts()
            if not done:
                raise MemoryError
            if loop.begun:
                move_ahead(&view, loop.ruler, &loop.back, loop.edge.m - loop.horizon)
            if not final and loop.place_count == 0:
                return Spans(), None, start, end, self.keep(text, &loop, start)
            found = clone(PLACES, loop.place_count, False)
            if loop.place_count:
                memcpy(found.data.as_voidptr, loop.places, loop.place_count * sizeof(int64_t))
        finally:
            free_loop(&loop)
        native, measured = self.windows.run(text, [*given[:self.array], found], &windows, start, end, final,
                                            view.size if final else loop.edge.at)
        if not windows.begun:
            return native, measured, -1, 0, 0
        if final:
            return native, measured, windows.start.at, windows.end.at, view.size
        return native, measured, windows.start.at, loop.edge.at, self.keep(text, &loop, windows.start.at)

    cdef Py_ssize_t keep(self, Text text, const Loop *loop, Py_ssize_t start) except -1:
        """Return the offset at which the next part of the text may begin; `start`: the start of the last chunk, or -1."""
        return anchor_before(text, min(start, loop.back.at)) if start >= 0 else 0

    cdef void begin(self, Loop *loop, View *view, const Rules *rules, Py_ssize_t edge) noexcept nogil:
        """Begin in a text, after the offset `edge` at which it is cut, or at its start if `edge` is -1."""
        memset(loop, 0, sizeof(Loop))
        loop.view, loop.rules, loop.size, loop.key = view, rules[0], self.size, self.key
        loop.levels, loop.level_count, loop.passes = self.levels, self.level_count, self.passes
        loop.top = self.top
        loop.horizon = 6 * self.size // 5
        loop.gap = 8 * loop.horizon
        if view.width == 0 and view.ascii < view.size:
            loop.ruler = SAME_UTF8 if self.as_bytes else CHARACTERS
        else:
            loop.ruler = BYTES if self.as_bytes and view.ascii < view.size else SAME
        loop.begun = edge >= 0
        move_to(view, loop.ruler, &loop.edge, max(edge, 0))
        if view.size:
            move_to(view, loop.ruler, &loop.listed, next_code_point(view, 0))

    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1:
        """Cut one large text of a batch, and return a Verdict."""
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef bint done = True
        cdef int verdict = OUT_OF_MEMORY
        self.windows.show(&rules, offsets, (), headings)
        self.begin(&loop, view, &rules, -1)
        try:
            while done and loop.listed.at < view.size:  # in steps, so that Ctrl-C interrupts
                heed_interrupts()
                with nogil:
                    done = go_on(&loop, loop.listed.at + STEP, view.size, True, view.size)
            if done:
                offsets[self.array].data, offsets[self.array].count = loop.places, loop.place_count
                verdict = self.windows.cut_large_by(view, &rules, strict, native, measured)
        finally:
            free_loop(&loop)
        return verdict

    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil:
        """Cut one text of a batch, without the GIL."""
        cdef Offsets[MAX_GIVEN] offsets
        cdef Rules rules
        cdef Loop loop
        cdef Verdict verdict = OUT_OF_MEMORY
        rules = self.windows.rules(headings)
        rules.boundary_sets = offsets
        self.begin(&loop, view, &rules, -1)
        if go_on(&loop, view.size, view.size, True, view.size):
            offsets[self.array].data, offsets[self.array].count = loop.places, loop.place_count
            verdict = self.windows.cut_by(view, &rules, strict, native, measured)
        free_loop(&loop)
        return verdict


cdef array PLACES = array("q")
