# A text as it was given, and the view of it.
from shiplap._core.sizes cimport View
from shiplap._core.spans cimport Spans

# The kinds of offset that a span is asked for in.
cdef enum Unit:
    IN_CHARACTERS, IN_BYTES, IN_UTF16


cdef class Text:
    cdef View view
    cdef Py_buffer buffer
    cdef readonly object owner
    cdef readonly bint is_str
    cdef bint strict            # lone surrogates are errors
    cdef bint exported          # `buffer` is held
    cdef bint fixed             # nothing can change the bytes
    cdef bint prepared          # `view.ascii` is known
    cdef Py_ssize_t length      # characters, or -1
    cdef Py_ssize_t clean       # leading code units known to have no surrogate
    cdef int prepare(self, bint as_bytes, bint whole) except -1
    cdef int fail(self, Py_ssize_t at) except -1
    cdef int know(self, Py_ssize_t valid, Py_ssize_t characters) except -1
    cdef int check_surrogates(self, Py_ssize_t start, Py_ssize_t end) except -1
    cdef bint is_own(self, Unit wanted) noexcept
    cdef Py_ssize_t distance(self, Py_ssize_t start, Py_ssize_t end, Unit wanted) noexcept
    cdef object slice(self, Py_ssize_t start, Py_ssize_t end)
    cdef object slice_wide(self, Py_ssize_t start, Py_ssize_t end)
    cpdef Py_ssize_t characters_before(self, Py_ssize_t at) except -1
