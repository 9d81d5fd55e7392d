# cython: language_level=3, boundscheck=False, wraparound=False
"""Tables: the documents of an Arrow array cut, and their chunks as a new one, column by column.

A `Cut` is a group of rows. Its texts are read where they lie; its columns are written once, each to its full size.
"""

cimport cython
from cpython.array cimport array
from cpython.buffer cimport PyBUF_C_CONTIGUOUS, PyBUF_FORMAT, PyBuffer_Release, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from libc.stdint cimport int32_t, int64_t, uint8_t
from libc.string cimport memcpy

from shiplap._core.arrow.data cimport ArrowArray, Field, Owner, allocate, keep, let_go, new_owner
from shiplap._core.arrow.fill cimport (
    WINDOW,
    begin_array,
    copy_texts,
    fill_names,
    fill_numbers,
    fill_repeated,
    fill_views,
    fill_words,
    mark_nulls,
)
from shiplap._core.batch.batch cimport Batch, CompiledLoop
from shiplap._core.arrow.column cimport BAD_CELL, GOOD, NULL_CELL, VIEWS, Cell, Reader, String
from shiplap._core.csrc cimport shiplap_utf8_validate
from shiplap._core.text.sizes cimport View
from shiplap._core.text.spans cimport Spans, push, reserve
from shiplap._core.arrow.stream cimport array_of
from shiplap._core.text.text cimport line_pairs

from shiplap.errors import ArrowError
from shiplap.plan import CHARACTERS_A_TOKEN

cdef int ESTIMATE = CHARACTERS_A_TOKEN

# The columns of numbers, in the order in which `fill_numbers` knows them.
cdef tuple NUMBERS = ("chunk_index", "overlap", "token_count", "char_start", "char_end", "byte_start", "byte_end",
                      "line_start", "line_end")

cdef uint8_t NO_TEXT = 0


def group_end(Reader reader not None, int64_t first, int64_t rows, int64_t size):
    """The end of a group of rows from `first` on: of at most so many rows, and ending with the one that brings it to
    so many bytes."""
    cdef int64_t row = first, last = min(len(reader.array), first + rows)
    cdef String string
    with nogil:
        while row < last and size > 0:
            if reader.string(row, &string) == GOOD:
                size -= string.size
            row += 1
    return row


@cython.no_gc_clear
cdef class Cut:
    """The rows `first` to `last` of a column of texts, cut.

    With a loop, `run` cuts them; without one, `add` takes the spans of each row in turn. `bad` rows are those that
    were not cut, by their number in the group.
    """

    cdef readonly Reader texts
    cdef readonly int64_t first
    cdef readonly int64_t count
    cdef Batch batch
    cdef Spans native           # in bytes
    cdef Spans characters
    cdef Spans lines            # of each chunk, once they are asked for
    cdef readonly array tokens  # of each chunk where they were counted, else None
    cdef list extra             # replaced texts, by row

    def __cinit__(self, Reader texts not None, int64_t first, int64_t last, CompiledLoop loop, bint blank_fails,
                  bint replaces, bytes headings=None):
        cdef int64_t k
        cdef String string
        cdef Cell cell
        cdef View *view
        self.texts, self.first, self.count = texts, first, last - first
        self.batch = Batch([None] * self.count, CompiledLoop() if loop is None else loop, None, True, blank_fails,
                           None, None, headings)
        for k in range(self.count):
            cell = texts.string(first + k, &string)
            if cell == BAD_CELL:
                raise ArrowError("the place of its text is not in the data", texts.field.name, first + k)
            if cell == NULL_CELL:
                continue
            view = &self.batch.views[k]
            view.data, view.size = string.data if string.size else &NO_TEXT, string.size
            if replaces and <int64_t> shiplap_utf8_validate(view.data, view.size) < view.size:
                words = PyBytes_FromStringAndSize(<const char *> view.data, view.size)
                words = words.decode("utf-8", "replace").encode()
                self.batch.own(k, words)
                view.data, view.size = <const uint8_t *> PyBytes_AS_STRING(words), PyBytes_GET_SIZE(words)

    def text(self, int64_t k):
        """The bytes of a text as it is cut, or None."""
        cdef View *view = &self.batch.views[k]
        cdef String string
        if view.data == NULL:
            return None
        if self.batch.owners[k] is not None:
            return self.batch.owners[k]
        self.texts.string(self.first + k, &string)
        return PyBytes_FromStringAndSize(<const char *> string.data, string.size)

    def run(self):
        """Cut all. Raises MemoryError."""
        cdef bint done
        self.batch.run()
        self.native, self.characters = self.batch.native, Spans()
        with nogil:
            done = self.batch.characters(&self.characters.array)
        if not done:
            raise MemoryError
        return self.batch.failed

    def add(self, int64_t k, Spans native, Spans characters, array tokens):
        """The chunks of a row that was cut elsewhere; rows come in their order."""
        cdef int64_t i
        if self.native is None:
            self.native, self.characters, self.tokens = Spans(), Spans(), tokens[:0]
        if native is not None:
            for i in range(native.array.count):
                if not push(&self.native.array, native.array.data[2 * i], native.array.data[2 * i + 1]) or not push(
                        &self.characters.array, characters.array.data[2 * i], characters.array.data[2 * i + 1]):
                    raise MemoryError
            self.tokens.extend(tokens)
        self.batch.rows[k + 1] = self.native.array.count

    @property
    def chunks(self):
        """How many chunks there are."""
        return self.native.array.count

    def offsets(self):
        """Where the chunks of each row begin, and where the last ones end: an array of int64."""
        return self.batch.offsets()

    cdef const int64_t *line_numbers(self) except NULL:
        """The first and the last line of each chunk."""
        cdef int64_t k, first
        if self.lines is None:
            self.lines = Spans()
            if not reserve(&self.lines.array, self.native.array.count + 1):
                raise MemoryError
            for k in range(self.count):
                first = self.batch.rows[k]
                if not line_pairs(&self.batch.views[k], self.native.array.data + 2 * first,
                                  self.batch.rows[k + 1] - first, &self.lines.array):
                    raise MemoryError
        return self.lines.array.data

    def hashes(self, hash):
        """`hash` of the bytes of each chunk: a list."""
        cdef list found = []
        cdef const uint8_t *data
        cdef int64_t k, i
        for k in range(self.count):
            data = self.batch.views[k].data
            for i in range(self.batch.rows[k], self.batch.rows[k + 1]):
                found.append(hash(PyBytes_FromStringAndSize(
                    <const char *> data + self.native.array.data[2 * i],
                    self.native.array.data[2 * i + 1] - self.native.array.data[2 * i])))
        return found


@cython.no_gc_clear
cdef class Table:
    """A struct array in the making: columns are added, then `done` gives it."""

    cdef Cut cut
    cdef Owner *owner
    cdef ArrowArray *top
    cdef list fields
    cdef int64_t rows

    def __cinit__(self, Cut cut, Py_ssize_t columns, int64_t rows=0):
        self.cut, self.fields, self.rows = cut, [], rows if cut is None else cut.native.array.count
        self.owner = new_owner()
        if self.owner == NULL:
            raise MemoryError
        self.top = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        if self.top == NULL or not begin_array(self.owner, self.top, self.rows, 1):
            raise MemoryError
        self.top.children = <ArrowArray **> allocate(self.owner, columns * sizeof(ArrowArray *))
        if self.top.children == NULL:
            raise MemoryError

    def __dealloc__(self):
        let_go(self.owner)

    cdef ArrowArray *next(self, Field field, int buffers) except NULL:
        """Add a column with so many buffers."""
        cdef ArrowArray *column = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        if column == NULL or not begin_array(self.owner, column, self.rows, buffers):
            raise MemoryError
        self.top.children[self.top.n_children] = column
        self.top.n_children += 1
        self.fields.append(field)
        return column

    def number(self, Field field not None):
        """A column of int64, by its name."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef int64_t *out = <int64_t *> allocate(self.owner, self.rows * sizeof(int64_t))
        cdef int kind = NUMBERS.index(field.name)
        cdef const int64_t *counted = NULL
        cdef Cut cut = self.cut
        if out == NULL:
            raise MemoryError
        if kind == 2 and cut.tokens is not None:
            counted = <const int64_t *> cut.tokens.data.as_longlongs
        elif kind > 6:
            counted = cut.line_numbers()
        with nogil:
            fill_numbers(cut.batch.rows, cut.count, cut.native.array.data, cut.characters.array.data, counted, kind,
                         ESTIMATE, out)
        column.buffers[1] = out

    def texts(self, Field field not None, bint views):
        """The column of the texts of the chunks, as large_utf8 or as views into the data."""
        cdef ArrowArray *column
        cdef bint done
        if views:
            self.views(field)
            return
        column = self.next(field, 3)
        with nogil:
            done = copy_texts(self.owner, column, self.cut.batch.views, self.cut.batch.rows, self.cut.count,
                              self.cut.native.array.data)
        if not done:
            raise MemoryError

    cdef int views(self, Field field) except -1:
        """Add the texts as views of the source's own buffers."""
        cdef Reader reader = self.cut.texts
        cdef int64_t count = reader.column.buffer_count, own, k
        cdef ArrowArray *column
        cdef int64_t *sizes
        cdef int64_t bad = -1
        cdef bint done
        if reader.column.layout != VIEWS:
            count = reader.column.end // WINDOW + 1
        own = count
        column = self.next(field, 4 + count)
        sizes = <int64_t *> allocate(self.owner, (count + 1) * sizeof(int64_t))
        if sizes == NULL:
            raise MemoryError
        for k in range(count):
            if reader.column.layout == VIEWS:
                column.buffers[2 + k], sizes[k] = reader.column.buffers[k], reader.column.sizes[k]
            else:
                column.buffers[2 + k] = reader.column.data + k * WINDOW
                sizes[k] = min(reader.column.end - k * WINDOW, 2 * <int64_t> WINDOW - 1)
        column.buffers[3 + count] = sizes
        done = self.replaced(column, own, sizes)
        if done:
            with nogil:
                done = fill_views(self.owner, column, reader, self.cut.first, self.cut.batch.views,
                                  self.cut.batch.rows, self.cut.count, self.cut.native.array.data, own, &bad)
        if not done:
            raise MemoryError
        if bad >= 0:
            raise ArrowError("a chunk is over 1 GB, too large for a view", reader.field.name, bad)
        self.keep_source()
        return 0

    cdef bint replaced(self, ArrowArray *column, int64_t own, int64_t *sizes) except -1:
        """The buffer of the texts that were replaced, which are nowhere in the data; their views move there."""
        cdef int64_t k, size = 0
        cdef uint8_t *out
        for k in range(self.cut.count):
            if self.cut.batch.owners[k] is not None:
                size += self.cut.batch.views[k].size
        if size >= 2 * <int64_t> WINDOW:
            raise ArrowError("replaced texts of a group take over 2 GB", self.cut.texts.field.name)
        out = <uint8_t *> allocate(self.owner, size)
        if out == NULL:
            return False
        column.buffers[2 + own], sizes[own] = out, size
        size = 0
        for k in range(self.cut.count):
            if self.cut.batch.owners[k] is not None:
                memcpy(out + size, self.cut.batch.views[k].data, self.cut.batch.views[k].size)
                self.cut.batch.views[k].data = out + size
                size += self.cut.batch.views[k].size
        return True

    cdef void keep_source(self):
        """What the columns read of the data lives as long as they do."""
        if self.owner.other == NULL:
            keep(self.cut.texts.array.owner)
            self.owner.other = self.cut.texts.array.owner

    def names(self, Field field not None, Reader names, bint numbered):
        """A column of the names of the documents; with `numbered`, of the ids of the chunks."""
        cdef ArrowArray *column = self.next(field, 3)
        cdef bint done
        cdef int64_t bad = -1
        with nogil:
            done = fill_names(self.owner, column, names, self.cut.first, self.cut.batch.rows, self.cut.count,
                              numbered, &bad)
        if bad >= 0:
            raise ArrowError("the place of its text is not in the data, or it is not UTF-8", names.field.name, bad)
        if not done:
            raise MemoryError

    def integers(self, Field field not None, array values not None):
        """A column of int64."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef int64_t *out = <int64_t *> allocate(self.owner, self.rows * sizeof(int64_t))
        if out == NULL:
            raise MemoryError
        if self.rows:  # an empty array has no memory
            memcpy(out, values.data.as_longlongs, self.rows * sizeof(int64_t))
        column.buffers[1] = out

    def words(self, Field field not None, list values):
        """A column of strings, or None."""
        cdef ArrowArray *column = self.next(field, 3)
        if not fill_words(self.owner, column, values):
            raise MemoryError

    def lists(self, Field field not None, list values):
        """A column of lists of strings, or None."""
        cdef ArrowArray *column = self.next(field, 2)
        cdef ArrowArray *inner = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        cdef int32_t *offsets = <int32_t *> allocate(self.owner, (self.rows + 1) * sizeof(int32_t))
        cdef list flat = []
        cdef int64_t k
        for value in values:
            if value is not None:
                flat += value
        column.children = <ArrowArray **> allocate(self.owner, sizeof(ArrowArray *))
        if inner == NULL or offsets == NULL or column.children == NULL \
                or not begin_array(self.owner, inner, len(flat), 3) or not fill_words(self.owner, inner, flat) \
                or not mark_nulls(self.owner, column, values):
            raise MemoryError
        offsets[0] = 0
        for k in range(self.rows):
            offsets[k + 1] = offsets[k] + (0 if values[k] is None else len(values[k]))
        column.buffers[1] = offsets
        column.children[0], column.n_children = inner, 1

    def vectors(self, Field field not None, values):
        """A column of lists of float32, all of one size, given as a contiguous array of shape (rows, size)."""
        cdef ArrowArray *column = self.next(field, 1)
        cdef ArrowArray *inner = <ArrowArray *> allocate(self.owner, sizeof(ArrowArray))
        cdef Py_buffer given
        cdef int64_t size
        cdef void *out
        column.children = <ArrowArray **> allocate(self.owner, sizeof(ArrowArray *))
        PyObject_GetBuffer(values, &given, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT)
        try:
            if given.ndim != 2 or given.shape[0] != self.rows or given.itemsize != 4 or given.format[0] != c"f":
                raise ValueError("vectors")
            size = given.len
            out = allocate(self.owner, size)
            if inner == NULL or column.children == NULL or out == NULL \
                    or not begin_array(self.owner, inner, size // 4, 2):
                raise MemoryError
            memcpy(out, given.buf, size)
        finally:
            PyBuffer_Release(&given)
        inner.buffers[1] = out
        column.children[0], column.n_children = inner, 1

    def repeat(self, Reader reader not None):
        """A column of the data, each value once for each chunk of its row."""
        cdef ArrowArray *column
        cdef int64_t bad = -1
        cdef bint done
        column = self.next(reader.field, 4 + reader.column.buffer_count)
        with nogil:
            done = fill_repeated(self.owner, column, reader, self.cut.first, self.cut.batch.rows, self.cut.count, &bad)
        if bad >= 0:
            raise ArrowError("its value is not in the data, or what is repeated of it takes over 2 GB",
                             reader.field.name, bad)
        if not done:
            raise MemoryError
        self.keep_source()

    def done(self):
        """The array. Nothing can be added any more."""
        cdef Field field = Field("", "+s", flags=0, children=self.fields)
        keep(self.owner)
        return array_of(field, self.owner, self.top)
