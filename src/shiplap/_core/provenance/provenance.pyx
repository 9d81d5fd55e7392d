# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rows of a table of spans that each chunk has, and its boxes on the pages (P1 to P9 of the reference).

Chunks and rows are swept together, from the begin of the text to its end. The sweep has a list of the open rows: for each
chunk it removes those that end before the chunk, and appends those that start before the chunk ends. A row is read and
removed once, and each row that stays in the list is output. So the time is linear in chunks, rows, edges and output,
however deep rows nest.

The text is swept twice: the first sweep counts the rows of each chunk, so that the output is allocated once. The columns
may not change meanwhile. If another thread changes them, the result is wrong or the call raises ValueError, and no memory
is read or written beyond its end: the number of a chunk's rows is compared with that of the first sweep, and an open row is
a copy, whose edges were checked.
"""

cimport cython
from cpython.array cimport array, clone, resize
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc, PyMem_RawRealloc
from libc.math cimport INFINITY, isnan
from libc.stdint cimport int64_t, uint64_t
from libc.string cimport memcpy, memset

import sys
from array import array as new_array

from shiplap.threads import heed_interrupts

cdef enum:
    STEP = 1 << 20      # chunks and rows that are swept before interrupts are heeded: some 10 ms
    NO_MEMORY = -1      # in place of a number of rows
    LTR = 0             # directions of lines
    RTL = 1
    TTB = 2
    BTT = 3

# A row that may belong to this chunk or to a later one.
cdef struct OpenRow:
    Py_ssize_t row
    int64_t start
    int64_t end
    const float *edges      # one for each code point of the row, or NULL
    Py_ssize_t glyph_end    # in the row: the end of the last glyph that was looked for

cdef array INT64 = new_array("q")
cdef array FLOAT64 = new_array("d")
# An odd number without structure.
cdef uint64_t MIX = 0x9FB21C651E98DF25ULL
# Another number in each process: nobody can write boxes that share a slot of the table.
cdef uint64_t SEED = <uint64_t> <int64_t> hash("boxes")
cdef str CHANGED = "the starts or ends changed while they were read"
# What may stand before the letter of a type in the format of a buffer that this machine reads as it is.
cdef str NATIVE = "@=<" if sys.byteorder == "little" else "@=>"


cdef inline int64_t *integers(array numbers) noexcept nogil:
    """Return the numbers of an array of int64."""
    return <int64_t *> numbers.data.as_voidptr


@cython.final
@cython.no_gc
cdef class Column:
    """A buffer of numbers of one type, held while they are read."""

    cdef Py_buffer buffer
    cdef Py_ssize_t count

    def __cinit__(self, str name, numbers, str formats, Py_ssize_t size, /):
        """`name`: for the message of an error. `formats`: the letters of the type, as in the module struct."""
        PyObject_GetBuffer(numbers, &self.buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        format = "B" if self.buffer.format == NULL else self.buffer.format.decode()
        if self.buffer.ndim != 1 or self.buffer.itemsize != size or format.lstrip(NATIVE) not in formats:
            raise ValueError(f"{name}: {self.buffer.ndim} dimensions of format {format!r}, not 1 of one of {formats!r}")
        self.count = self.buffer.shape[0]
        if self.count and <size_t> self.buffer.buf % <size_t> size:
            raise ValueError(f"{name}: not aligned to {size} bytes")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)


@cython.final
@cython.no_gc
cdef class SpanColumns:
    """The starts and the ends of chunks or rows, checked."""

    cdef Column start_column
    cdef Column end_column
    cdef const int64_t *starts
    cdef const int64_t *ends
    cdef Py_ssize_t count

    def __cinit__(self, str name, starts, ends, bint ends_ascend, /):
        self.start_column = Column(name + " starts", starts, "lq", sizeof(int64_t))
        self.end_column = Column(name + " ends", ends, "lq", sizeof(int64_t))
        self.starts = <const int64_t *> self.start_column.buffer.buf
        self.ends = <const int64_t *> self.end_column.buffer.buf
        self.count = self.start_column.count
        check(name, self, ends_ascend)


cdef int check(str name, SpanColumns spans, bint ends_ascend) except -1:
    """Raise ValueError for the first span that breaks a rule."""
    cdef const int64_t *starts = spans.starts
    cdef const int64_t *ends = spans.ends
    cdef Py_ssize_t k = 0
    if spans.count != spans.end_column.count:
        raise ValueError(f"{name}s: {spans.count} starts, {spans.end_column.count} ends")
    with nogil:
        while k < spans.count and 0 <= starts[k] <= ends[k] and (
            k == 0 or (starts[k - 1] <= starts[k] and (not ends_ascend or ends[k - 1] <= ends[k]))
        ):
            k += 1
    if k == spans.count:
        return 0
    if not 0 <= starts[k] <= ends[k]:
        raise ValueError(f"{name} {k}: not 0 <= start <= end: start {starts[k]}, end {ends[k]}")
    if starts[k] < starts[k - 1]:
        raise ValueError(f"{name} {k}: starts at {starts[k]}, before {name} {k - 1}")
    raise ValueError(f"{name} {k}: ends at {ends[k]}, before {name} {k - 1}")


def own(starts, ends, /):
    """Return the starts of the chunks without their overlaps (P4), an array of int64."""
    cdef SpanColumns chunks = SpanColumns("chunk", starts, ends, True)
    cdef array found = clone(INT64, chunks.count, False)
    cdef Py_ssize_t k
    for k in range(chunks.count):
        integers(found)[k] = max(chunks.starts[k], chunks.ends[k - 1]) if k else chunks.starts[k]
    return found


cdef inline bint has(int64_t start, int64_t end, int64_t row_start, int64_t row_end) noexcept nogil:
    """Return whether a chunk shares a code point with a row (P1), or contains a row of no length (P2)."""
    if row_start == row_end:
        return start <= row_start < end
    return max(start, row_start) < min(end, row_end)


@cython.final
@cython.no_gc
cdef class Sweep:
    """The rows of one chunk after the other, for chunks in order."""

    cdef SpanColumns chunks
    cdef SpanColumns rows
    cdef Py_ssize_t last_chunk  # the last chunk that has a length, or -1
    cdef int64_t start          # of the chunk whose rows are open
    cdef int64_t end
    cdef Py_ssize_t next_row    # the first row that is not read yet
    cdef const float *edges     # those of all rows, or NULL
    cdef Py_ssize_t edge_count
    cdef Py_ssize_t next_edge   # the first edge of the next row
    cdef OpenRow *open          # in the order of the table
    cdef Py_ssize_t count       # of the open rows
    cdef Py_ssize_t room
    cdef int64_t work           # rows that were read, and open rows that were compared with a chunk

    def __cinit__(self, starts, ends, row_starts, row_ends, /):
        self.chunks = SpanColumns("chunk", starts, ends, True)
        self.rows = SpanColumns("row", row_starts, row_ends, False)
        self.last_chunk = self.chunks.count - 1
        while self.last_chunk >= 0 and self.chunks.starts[self.last_chunk] == self.chunks.ends[self.last_chunk]:
            self.last_chunk -= 1

    def __dealloc__(self):
        PyMem_RawFree(self.open)

    cdef bint append(self, OpenRow row) noexcept nogil:
        """Append a row to the open ones. False when there is no memory."""
        cdef OpenRow *grown
        cdef Py_ssize_t room
        if self.count == self.room:
            room = 2 * self.room + 16
            grown = <OpenRow *> PyMem_RawRealloc(self.open, room * sizeof(OpenRow))
            if grown == NULL:
                return False
            self.open, self.room = grown, room
        self.open[self.count] = row
        self.count += 1
        return True

    cdef Py_ssize_t rows_of(self, Py_ssize_t k) noexcept nogil:
        """Let the open rows be those of chunk `k`, and return their number (P1, P2). NO_MEMORY when there is none.

        A row of no length that no chunk contains is read at the first chunk that ends after it, which starts after it;
        the next chunk removes it. The last chunk reads all rows.
        """
        cdef int64_t start = self.chunks.starts[k], end = self.chunks.ends[k]
        cdef const int64_t *row_starts = self.rows.starts
        cdef const int64_t *row_ends = self.rows.ends
        cdef Py_ssize_t kept = 0, i, first = self.next_row
        cdef OpenRow row
        self.start, self.end = start, end
        self.work += 1
        if start == end:
            return 0
        for i in range(self.count):
            if has(start, end, self.open[i].start, self.open[i].end):
                self.open[kept] = self.open[i]
                kept += 1
        self.work += self.count
        self.count = kept
        while self.next_row < self.rows.count and (row_starts[self.next_row] < end or k == self.last_chunk):
            row.row, row.start, row.end = self.next_row, row_starts[self.next_row], row_ends[self.next_row]
            row.edges, row.glyph_end = NULL, 0
            if self.edges != NULL and 0 <= row.end - row.start <= self.edge_count - self.next_edge:
                row.edges = self.edges + self.next_edge
                self.next_edge += row.end - row.start
            if (row.start == row.end or has(start, end, row.start, row.end)) and not self.append(row):
                return NO_MEMORY
            self.next_row += 1
        self.work += self.next_row - first
        return self.count

    cdef array count_rows(self):
        """Return the offsets of the output: how many rows the chunks before each chunk have, and at last all chunks."""
        cdef array offsets = clone(INT64, self.chunks.count + 1, True)
        cdef int64_t *found = integers(offsets)
        cdef Py_ssize_t k = 0, count = 0
        cdef int64_t until
        while k < self.chunks.count:
            with nogil:
                until = self.work + STEP
                while k < self.chunks.count and count >= 0 and self.work < until:
                    count = self.rows_of(k)
                    found[k + 1] = found[k] + count
                    k += 1
            if count < 0:
                raise MemoryError
            heed_interrupts()
        self.next_row = self.next_edge = self.count = 0
        return offsets


cdef inline void part(Sweep sweep, const OpenRow *row, int64_t *first, int64_t *last) noexcept nogil:
    """Find the part of an open row in the chunk (P3)."""
    first[0], last[0] = row.start, row.end
    if row.start < row.end:
        first[0], last[0] = max(sweep.start, row.start), min(sweep.end, row.end)


def join(starts, ends, row_starts, row_ends, /):
    """Return the rows of each chunk and their parts: (offsets, rows, first, last), arrays of int64.

    The rows of chunk k are `rows[offsets[k] : offsets[k + 1]]`; the part of each is from `first` to `last`, in the same
    places. The arguments are buffers of int64.
    """
    cdef Sweep sweep = Sweep(starts, ends, row_starts, row_ends)
    cdef array offsets = sweep.count_rows()
    cdef int64_t *until = integers(offsets)
    cdef Py_ssize_t total = until[sweep.chunks.count], k = 0, count, i
    cdef array rows = clone(INT64, total, False), first = clone(INT64, total, False), last = clone(INT64, total, False)
    cdef int64_t *row = integers(rows)
    cdef int64_t *begin = integers(first)
    cdef int64_t *end = integers(last)
    cdef int64_t pause
    cdef bint is_same = True
    while k < sweep.chunks.count:
        with nogil:
            pause = sweep.work + STEP
            while k < sweep.chunks.count and is_same and sweep.work < pause:
                count = sweep.rows_of(k)
                is_same = count == until[k + 1] - until[k]
                for i in range(count if is_same else 0):
                    row[0] = sweep.open[i].row
                    part(sweep, &sweep.open[i], begin, end)
                    row, begin, end = row + 1, begin + 1, end + 1
                k += 1
        if not is_same:
            raise ValueError(CHANGED)
        heed_interrupts()
    return offsets, rows, first, last


# A rectangle on a page, and whether the line of its text is vertical.
cdef struct Box:
    int64_t page
    double x0
    double y0
    double x1
    double y1
    bint is_vertical


@cython.final
@cython.no_gc
cdef class Runs:
    """The boxes of the rows, checked."""

    cdef list columns
    cdef const int64_t *page
    cdef const double *x0
    cdef const double *y0
    cdef const double *x1
    cdef const double *y1
    cdef const signed char *direction   # or NULL: all LTR
    cdef const float *edges             # or NULL
    cdef Py_ssize_t edge_count

    def __cinit__(self, SpanColumns rows, page, x0, y0, x1, y1, direction, edges, /):
        self.columns = []
        self.page = <const int64_t *> self.take("page", page, "lq", 8, rows.count)
        self.x0 = <const double *> self.take("x0", x0, "d", 8, rows.count)
        self.y0 = <const double *> self.take("y0", y0, "d", 8, rows.count)
        self.x1 = <const double *> self.take("x1", x1, "d", 8, rows.count)
        self.y1 = <const double *> self.take("y1", y1, "d", 8, rows.count)
        if direction is not None:
            self.direction = <const signed char *> self.take("direction", direction, "b", 1, rows.count)
        if edges is not None:
            self.edges = <const float *> self.take("edges", edges, "f", 4, -1)
            self.edge_count = (<Column> self.columns[len(self.columns) - 1]).count
        check_boxes(self, rows)

    cdef const void *take(self, str name, numbers, str formats, Py_ssize_t size, Py_ssize_t rows) except? NULL:
        """Return the numbers of a column, which has one for each row if `rows` is not negative."""
        cdef Column column = Column(name, numbers, formats, size)
        if rows >= 0 and column.count != rows:
            raise ValueError(f"{name}: {column.count} numbers for {rows} rows")
        self.columns.append(column)
        return column.buffer.buf


cdef int check_boxes(Runs runs, SpanColumns rows) except -1:
    """Raise ValueError for the first row that breaks a rule, or if there are too many edges or too few."""
    cdef Py_ssize_t k = 0
    cdef int64_t left = runs.edge_count     # edges of the rows from k on
    if runs.edges != NULL:
        while k < rows.count and rows.ends[k] - rows.starts[k] <= left:
            left -= rows.ends[k] - rows.starts[k]
            k += 1
        if k < rows.count or left:
            raise ValueError(f"edges: {runs.edge_count} numbers for {code_points(rows)} code points")
    k = 0
    with nogil:
        while k < rows.count and is_sound(runs, k) and (runs.direction == NULL or LTR <= runs.direction[k] <= BTT):
            k += 1
    if k == rows.count:
        return 0
    if not is_sound(runs, k):
        box = runs.x0[k], runs.y0[k], runs.x1[k], runs.y1[k]
        raise ValueError(f"row {k}: not x0 <= x1 and y0 <= y1, or not finite: {box}")
    raise ValueError(f"row {k}: direction {runs.direction[k]}, not {LTR} to {BTT}")


cdef inline bint is_sound(Runs runs, Py_ssize_t k) noexcept nogil:
    """Return whether the sides of a box are finite and in order."""
    return (
        -INFINITY < runs.x0[k] <= runs.x1[k] < INFINITY and -INFINITY < runs.y0[k] <= runs.y1[k] < INFINITY
    )


cdef object code_points(SpanColumns rows):
    """Return the number of code points of all rows, which may be more than an int64 takes."""
    cdef object total = 0
    cdef Py_ssize_t k
    for k in range(rows.count):
        total += rows.ends[k] - rows.starts[k]
    return total


cdef inline Py_ssize_t glyph_end(OpenRow *row, Py_ssize_t at) noexcept nogil:
    """Return the end of the glyph of the code point before `at`, in code points of the run (P6).

    The ends of chunks ascend, and so does `at`: an end that is not before it is that of the same glyph. So an edge is
    read once, however many chunks cut its glyph.
    """
    if row.glyph_end < at:
        row.glyph_end = at
        while row.glyph_end < row.end - row.start and row.edges[row.glyph_end] == row.edges[at - 1]:
            row.glyph_end += 1
    return row.glyph_end


cdef inline double side(double edge, double low, double high, double otherwise) noexcept nogil:
    """Return the side of a part at an edge of a box from `low` to `high`: `otherwise` for NaN (P5)."""
    return otherwise if isnan(edge) else max(low, min(edge, high))


cdef inline Box clipped(Box box, int direction, OpenRow *row, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    """Return the box of the code points of a run from `first` to `last` (P5, P6)."""
    cdef double low = box.y0 if box.is_vertical else box.x0
    cdef double high = box.y1 if box.is_vertical else box.x1
    cdef bint descends = direction == RTL or direction == BTT
    cdef double begin = high if descends else low
    cdef double end = low if descends else high
    if row.edges != NULL and first > 0:
        begin = side(row.edges[first], low, high, begin)
    if row.edges != NULL and glyph_end(row, last) < row.end - row.start:
        end = side(row.edges[row.glyph_end], low, high, end)
    if descends:
        begin, end = end, begin
    if begin > end:
        return box
    if box.is_vertical:
        box.y0, box.y1 = begin, end
    else:
        box.x0, box.x1 = begin, end
    return box


cdef inline double gap(const Box *one, const Box *other, bint is_by_y) noexcept nogil:
    """Return the distance of two boxes along an axis: negative where they overlap."""
    if is_by_y:
        return max(one.y0, other.y0) - min(one.y1, other.y1)
    return max(one.x0, other.x0) - min(one.x1, other.x1)


cdef inline double smaller(const Box *one, const Box *other) noexcept nogil:
    """Return the size across the line of the smaller of two boxes."""
    if one.is_vertical:
        return min(one.x1 - one.x0, other.x1 - other.x0)
    return min(one.y1 - one.y0, other.y1 - other.y0)


cdef inline bint is_one_line(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes touch on one line (P7)."""
    cdef double half
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    half = smaller(one, other) / 2
    return -gap(one, other, not one.is_vertical) >= half and gap(one, other, one.is_vertical) <= half


cdef inline bint is_one_block(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes follow one another across the line (P8)."""
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    return gap(one, other, not one.is_vertical) <= smaller(one, other) and gap(one, other, one.is_vertical) < 0


cdef inline void hull(Box *one, const Box *other) noexcept nogil:
    """Let a box be the smallest one that contains both."""
    one.x0, one.y0 = min(one.x0, other.x0), min(one.y0, other.y0)
    one.x1, one.y1 = max(one.x1, other.x1), max(one.y1, other.y1)


cdef inline Py_ssize_t merged(Box *boxes, Py_ssize_t count, bint as_blocks) noexcept nogil:
    """Make boxes that are one box with the one before one, in place, and return how many are left (P7, P8)."""
    cdef Py_ssize_t kept = min(count, 1), i
    cdef Box *last = boxes
    cdef Box *box
    for i in range(1, count):
        box = &boxes[i]
        if is_one_block(last, box) if as_blocks else is_one_line(last, box):
            hull(last, box)
        else:
            last += 1
            last[0] = box[0]
            kept += 1
    return kept


cdef inline uint64_t mixed(uint64_t state, double number) noexcept nogil:
    """Return a hash with one more number. 0.0 and -0.0, which are equal, are the same."""
    cdef uint64_t word
    number += 0.0
    memcpy(&word, &number, sizeof(word))
    state = (state ^ word) * MIX
    return state ^ (state >> 29)


cdef inline bint is_equal(const Box *one, const Box *other) noexcept nogil:
    """Return whether two boxes are equal (P9)."""
    return (
        one.page == other.page and one.x0 == other.x0 and one.y0 == other.y0 and one.x1 == other.x1
        and one.y1 == other.y1
    )


@cython.final
@cython.no_gc
cdef class Found:
    """The boxes of one chunk, and a hash table of their indexes."""

    cdef Box *boxes
    cdef int64_t *slots
    cdef uint64_t mask      # slots less one: more than twice the most rows of a chunk, so that some are always free
    cdef int64_t base       # is added to an index: a slot below it is of an earlier chunk, and so free

    def __cinit__(self, Py_ssize_t most):
        """`most`: the rows of a chunk, at most."""
        self.mask = 15
        while self.mask < 2 * <uint64_t> most:
            self.mask = 2 * self.mask + 1
        self.boxes = <Box *> PyMem_RawMalloc((most + 1) * sizeof(Box))
        self.slots = <int64_t *> PyMem_RawMalloc((self.mask + 1) * sizeof(int64_t))
        if self.boxes == NULL or self.slots == NULL:
            raise MemoryError
        memset(self.slots, 0, (self.mask + 1) * sizeof(int64_t))
        self.base = 1

    def __dealloc__(self):
        PyMem_RawFree(self.boxes)
        PyMem_RawFree(self.slots)


cdef inline Py_ssize_t distinct(Found found, Py_ssize_t count) noexcept nogil:
    """Remove boxes that are equal to one before, in place, and return how many are left (P9)."""
    cdef Py_ssize_t kept = 0, i
    cdef uint64_t state, at
    cdef Box *box
    for i in range(count):
        box = &found.boxes[i]
        state = mixed(mixed(mixed(mixed((SEED ^ <uint64_t> box.page) * MIX, box.x0), box.y0), box.x1), box.y1)
        at = state & found.mask
        while found.slots[at] >= found.base and not is_equal(&found.boxes[found.slots[at] - found.base], box):
            at = (at + 1) & found.mask
        if found.slots[at] < found.base:
            found.slots[at] = found.base + kept
            found.boxes[kept] = box[0]
            kept += 1
    found.base += kept
    return kept


cdef inline Py_ssize_t boxes_of(Found found, Py_ssize_t count, bint as_lines, bint as_blocks) noexcept nogil:
    """Make the boxes of the parts of a chunk's rows the boxes of the chunk, and return their number (P7 to P9)."""
    if as_lines:
        count = merged(found.boxes, count, False)
    if as_blocks:
        count = merged(found.boxes, count, True)
    return distinct(found, count)


cdef void find_parts(Sweep sweep, Runs runs, Py_ssize_t count, Box *boxes) noexcept nogil:
    """Find the boxes of the parts of the open rows in the chunk."""
    cdef OpenRow *row
    cdef Box *box
    cdef Py_ssize_t i
    cdef int64_t first, last
    cdef int direction
    for i in range(count):
        row, box = &sweep.open[i], &boxes[i]
        direction = LTR if runs.direction == NULL else runs.direction[row.row]
        box.page, box.is_vertical = runs.page[row.row], direction >= TTB
        box.x0, box.y0, box.x1, box.y1 = runs.x0[row.row], runs.y0[row.row], runs.x1[row.row], runs.y1[row.row]
        part(sweep, row, &first, &last)
        box[0] = clipped(box[0], direction, row, first - row.start, last - row.start)


def boxes(starts, ends, row_starts, row_ends, page, x0, y0, x1, y1, direction, edges, str merge, /):
    """Return the boxes of each chunk: (offsets, page, coordinates), arrays of int64, int64 and float64.

    The boxes of chunk k are those from `offsets[k]` to `offsets[k + 1]`; each has a page and four coordinates: x0, y0,
    x1, y1. `page`: int64; `x0`, `y0`, `x1`, `y1`: float64. `direction`: that of the line of each row, int8 (0 for "ltr",
    1 "rtl", 2 "ttb", 3 "btt"), or None if all are "ltr". `edges`: those of all rows, one row after the other, float32, or
    None. `merge`: None, "line" or "block".
    """
    if merge is not None and merge != "line" and merge != "block":
        raise ValueError(f"merge: {merge!r}, not None, 'line' or 'block'")
    cdef Sweep sweep = Sweep(starts, ends, row_starts, row_ends)
    cdef Runs runs = Runs(sweep.rows, page, x0, y0, x1, y1, direction, edges)
    sweep.edges, sweep.edge_count = runs.edges, runs.edge_count
    cdef array offsets = sweep.count_rows()     # of the rows, and then of the boxes
    cdef int64_t *until = integers(offsets)
    cdef int64_t total = until[sweep.chunks.count], most = 0, counted = 0, pause
    cdef Py_ssize_t k, count, i, at = 0
    for k in range(sweep.chunks.count):
        most = max(most, until[k + 1] - until[k])
    cdef Found found = Found(most)
    cdef array pages = clone(INT64, total, False), coordinates = clone(FLOAT64, 4 * total, False)
    cdef double *corner = coordinates.data.as_doubles
    cdef bint as_lines = merge is not None, as_blocks = merge == "block", is_same = True
    k = 0
    while k < sweep.chunks.count:
        with nogil:
            pause = sweep.work + STEP
            while k < sweep.chunks.count and is_same and sweep.work < pause:
                count = sweep.rows_of(k)
                is_same = count == until[k + 1] - counted
                if is_same:
                    find_parts(sweep, runs, count, found.boxes)
                    count = boxes_of(found, count, as_lines, as_blocks)
                    for i in range(count):
                        integers(pages)[at + i] = found.boxes[i].page
                        corner[0], corner[1] = found.boxes[i].x0, found.boxes[i].y0
                        corner[2], corner[3] = found.boxes[i].x1, found.boxes[i].y1
                        corner += 4
                    at += count
                    k += 1
                    counted, until[k] = until[k], at
        if not is_same:
            raise ValueError(CHANGED)
        heed_interrupts()
    resize(pages, at)
    resize(coordinates, 4 * at)
    return offsets, pages, coordinates
