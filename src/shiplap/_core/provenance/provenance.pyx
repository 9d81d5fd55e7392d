# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""The rows of a table of spans that each chunk has, and its boxes on the pages (P1 to P9 of the reference).

Chunks and rows are swept together, from the begin of the text to its end. The sweep has a list of the open rows: for each
chunk it removes those that end before the chunk, and appends those that start before the chunk ends. A row is read and
removed once, and each row that stays in the list is output. So the time is linear in chunks, rows and output, however
deep rows nest.

The text is swept twice: the first sweep counts the rows of each chunk, so that the output is allocated once.
"""

from cpython.array cimport array, clone
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.mem cimport PyMem_RawFree, PyMem_RawRealloc
from libc.stdint cimport int64_t

import sys
from array import array as new_array

from shiplap.threads import heed_interrupts

cdef enum:
    STEP = 1 << 20      # chunks and rows that are swept before interrupts are heeded: some 10 ms
    NO_MEMORY = -1      # in place of a number of rows

# A row that may belong to this chunk or to a later one.
cdef struct OpenRow:
    Py_ssize_t row
    int64_t start
    int64_t end

cdef array INT64 = new_array("q")
# What may stand before the letter of a type in the format of a buffer that this machine reads as it is.
cdef str NATIVE = "@=<" if sys.byteorder == "little" else "@=>"


cdef inline int64_t *integers(array numbers) noexcept:
    """Return the numbers of an array of int64."""
    return <int64_t *> numbers.data.as_voidptr


cdef class Column:
    """A buffer of numbers of one type, held while they are read."""

    cdef Py_buffer buffer
    cdef Py_ssize_t count

    def __cinit__(self, str name, numbers, str formats, Py_ssize_t size):
        """`name`: for the message of an error. `formats`: the letters of the type, as in the module struct."""
        PyObject_GetBuffer(numbers, &self.buffer, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        format = self.buffer.format.decode()
        if self.buffer.ndim != 1 or self.buffer.itemsize != size or format.lstrip(NATIVE) not in formats:
            raise ValueError(f"{name}: {self.buffer.ndim} dimensions of format {format!r}, not 1 of one of {formats!r}")
        self.count = self.buffer.shape[0]
        if self.count and <size_t> self.buffer.buf % <size_t> size:
            raise ValueError(f"{name}: not aligned to {size} bytes")

    def __dealloc__(self):
        PyBuffer_Release(&self.buffer)


cdef class SpanColumns:
    """The starts and the ends of chunks or rows, checked."""

    cdef Column start_column
    cdef Column end_column
    cdef const int64_t *starts
    cdef const int64_t *ends
    cdef Py_ssize_t count

    def __cinit__(self, str name, starts, ends, bint ends_ascend):
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


def own(starts, ends):
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


cdef class Sweep:
    """The rows of one chunk after the other, for chunks in order."""

    cdef SpanColumns chunks
    cdef SpanColumns rows
    cdef Py_ssize_t last_chunk  # the last chunk that has a length, or -1
    cdef Py_ssize_t next_row    # the first row that is not read yet
    cdef OpenRow *open          # in the order of the table
    cdef Py_ssize_t count       # of the open rows
    cdef Py_ssize_t room
    cdef int64_t work           # rows that were read, and open rows that were compared with a chunk

    def __cinit__(self, starts, ends, row_starts, row_ends):
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
        self.next_row = self.count = 0
        return offsets


cdef inline void part(int64_t start, int64_t end, const OpenRow *row, int64_t *first, int64_t *last) noexcept nogil:
    """Find the part of a row in a chunk that has it (P3)."""
    first[0], last[0] = row.start, row.end
    if row.start < row.end:
        first[0], last[0] = max(start, row.start), min(end, row.end)


def join(starts, ends, row_starts, row_ends):
    """Return the rows of each chunk and their parts: (offsets, rows, first, last), arrays of int64.

    The rows of chunk k are `rows[offsets[k] : offsets[k + 1]]`; the part of each is from `first` to `last`, in the same
    places. The arguments are buffers of int64, which may not change meanwhile: ValueError where the first sweep has
    counted other rows than the second finds.
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
                    part(sweep.chunks.starts[k], sweep.chunks.ends[k], &sweep.open[i], begin, end)
                    row, begin, end = row + 1, begin + 1, end + 1
                k += 1
        if not is_same:
            raise ValueError("the starts or ends changed while they were read")
        heed_interrupts()
    return offsets, rows, first, last
