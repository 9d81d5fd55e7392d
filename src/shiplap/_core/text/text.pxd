# A text as it was given, and the view of it.
from libc.stdint cimport int64_t

from shiplap._core.text.sizes cimport View
from shiplap._core.text.spans cimport SpanArray, Spans

# The kinds of offset that a span is asked for in.
cdef enum Unit:
    IN_CHARACTERS, IN_BYTES, IN_UTF16


cdef class Text:
    cdef View view
    cdef Py_buffer buffer       # of an object that the collector does not empty (`hold`)
    cdef readonly object owner  # the text as it was given
    cdef readonly bint is_str
    cdef readonly bint strict   # lone surrogates are errors
    cdef bint exported          # `buffer` is held
    cdef bint fixed             # nothing can change the bytes
    cdef bint prepared          # `view.ascii` is known
    cdef Py_ssize_t length      # characters, or -1
    cdef Py_ssize_t clean       # leading code units known to have no surrogate
    cdef int prepare(self, bint as_bytes, bint whole) except -1
    cdef int fail(self, Py_ssize_t at) except -1
    cdef void keep(self, const View *view) noexcept
    cdef int know(self, const View *view, Py_ssize_t characters) except -1
    cdef int check_surrogates(self, Py_ssize_t start, Py_ssize_t end) except -1
    cdef object slice(self, Py_ssize_t start, Py_ssize_t end)
    # The texts of every `step`-th of the pairs, from the first on.
    cdef list list_of(self, const int64_t *pairs, Py_ssize_t count, Py_ssize_t step)
    cdef object slice_wide(self, Py_ssize_t start, Py_ssize_t end)
    cpdef Py_ssize_t characters_before(self, Py_ssize_t at) except -1

# The view of a str.
cdef int view_str(object owner, View *view) except -1
# A strict Text of well-formed UTF-8 that lies in the memory of another object.
cdef Text text_of_memory(object keeper, const char *data, Py_ssize_t size)
# A strict Text of a str or bytes, of which is known what its view has found out.
cdef Text known_text(object owner, const View *view)
# Whether the offsets of the view are of this kind.
cdef bint is_own(const View *view, Unit wanted) noexcept nogil
# From one offset of the view to a later one, in code units that are not its own.
cdef Py_ssize_t distance(const View *view, Py_ssize_t start, Py_ssize_t end, Unit wanted) noexcept nogil
# Append the first and the last line of each span; False when there is no memory.
cdef bint line_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, SpanArray *found) noexcept nogil
# Append spans, given in the view's own offsets, in another kind; False when there is no memory.
cdef bint convert_pairs(const View *view, const int64_t *pairs, Py_ssize_t count, Unit wanted,
                        SpanArray *converted) noexcept nogil
