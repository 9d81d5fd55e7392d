# cython: language_level=3, boundscheck=False, wraparound=False
"""Spans: a growing array of (start, end) pairs of int64, which numpy reads where it lies."""

cimport cython
from cpython.list cimport PyList_New, PyList_SET_ITEM
from cpython.mem cimport PyMem_RawFree
from cpython.ref cimport Py_INCREF
from libc.string cimport memcpy


cdef object asarray = None  # of numpy, imported when it is first asked for


# Lists are made in their full size. One that grows inside a list comprehension is no choice: where its memory cannot
# grow, the code that Cython 3.3 generates releases the new item twice (tests/test_layers.py keeps them out of _core).

cdef list list_of_numbers(const int64_t *numbers, Py_ssize_t count):
    cdef list found = PyList_New(count)
    cdef object number
    cdef Py_ssize_t i
    for i in range(count):
        number = numbers[2 * i]
        Py_INCREF(number)
        PyList_SET_ITEM(found, i, number)
    return found


cdef class Spans:
    """Pairs (start, end), shape (n, 2), int64, read-only through the buffer protocol."""

    def __cinit__(self):
        self.array.data = NULL
        self.array.count = self.array.room = 0

    def __dealloc__(self):
        PyMem_RawFree(self.array.data)

    cdef void trim(self) noexcept nogil:
        """Give back the room that is not used, where it is worth the call."""
        if self.array.room > self.array.count + 16:
            reserve(&self.array, self.array.count)

    @staticmethod
    def of(pairs):
        """Spans from any iterable of pairs."""
        cdef Spans spans = Spans()
        for start, end in pairs:
            if not push(&spans.array, start, end):
                raise MemoryError
        return spans

    def __len__(self):
        return self.array.count

    def __getitem__(self, Py_ssize_t i):
        if not 0 <= i < self.array.count:
            raise IndexError(i)
        return self.array.data[2 * i], self.array.data[2 * i + 1]

    def columns(self):
        """The starts and the ends, two lists of int."""
        return list_of_numbers(self.array.data, self.array.count), list_of_numbers(self.array.data + 1, self.array.count)

    def overlaps(self):
        """How far each span reaches into the one before, a list of int: 0 for the first, and for a gap."""
        cdef list shared = PyList_New(self.array.count)
        cdef object number
        cdef Py_ssize_t i
        for i in range(self.array.count):
            number = max(0, self.array.data[2 * i - 1] - self.array.data[2 * i]) if i else 0
            Py_INCREF(number)
            PyList_SET_ITEM(shared, i, number)
        return shared

    def shifted(self, Py_ssize_t by):
        """The same spans, `by` further on."""
        cdef Spans spans
        cdef Py_ssize_t i
        if by == 0:
            return self
        spans = Spans()
        if not reserve(&spans.array, self.array.count):
            raise MemoryError
        for i in range(2 * self.array.count):
            spans.array.data[i] = self.array.data[i] + by
        spans.array.count = self.array.count
        return spans

    def to_numpy(self):
        """A numpy array of them, int64, shape (n, 2), which reads them where they lie."""
        global asarray
        if asarray is None:
            from numpy import asarray as found
            asarray = found
        return asarray(self)

    def __reduce__(self):
        return _load, (bytes(memoryview(self).cast("B")) if self.array.count else b"",)

    def __getbuffer__(self, Py_buffer *buffer, int flags):
        if flags & 1:  # PyBUF_WRITABLE
            raise BufferError("spans are read-only")
        with cython.critical_section(self):
            if self.array.data == NULL and not reserve(&self.array, 0):
                raise MemoryError
            if self.shape[1] == 0:  # told once: the buffers of other threads refer to these
                self.shape[0], self.shape[1] = self.array.count, 2
                self.strides[0], self.strides[1] = 2 * sizeof(int64_t), sizeof(int64_t)
        buffer.buf = self.array.data
        buffer.obj = self
        buffer.len = self.array.count * 2 * sizeof(int64_t)
        buffer.itemsize = sizeof(int64_t)
        buffer.readonly = 1
        buffer.ndim = 2
        buffer.format = b"l" if sizeof(long) == sizeof(int64_t) else b"q"  # the one that numpy calls int64
        buffer.shape = self.shape
        buffer.strides = self.strides
        buffer.suboffsets = NULL
        buffer.internal = NULL


def _load(bytes data):
    """Spans from the bytes that `__reduce__` gave."""
    cdef Spans spans = Spans()
    cdef Py_ssize_t count = len(data) // (2 * sizeof(int64_t))
    if not reserve(&spans.array, count):
        raise MemoryError
    memcpy(spans.array.data, <const char *> data, count * 2 * sizeof(int64_t))
    spans.array.count = count
    return spans
