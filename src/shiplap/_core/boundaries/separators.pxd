# Separators: the level of a literal text.
from shiplap._core.boundaries.graphemes cimport Run
from shiplap._core.text.sizes cimport Separator, View

# The first and the last place in [low, high), low > 0, that is after the separator of that number in the view and
# between two grapheme clusters: `high` or -1 where there is none. high <= size.
cdef Py_ssize_t first_separator(const View *view, Run *run, int number, Py_ssize_t low, Py_ssize_t high) noexcept nogil
cdef Py_ssize_t last_separator(const View *view, Run *run, int number, Py_ssize_t low, Py_ssize_t high) noexcept nogil
# Whether p is after the separator.
cdef bint is_after_separator(const View *view, int number, Py_ssize_t p) noexcept nogil


cdef class Separators:
    cdef Separator *data
    cdef int count
    cdef list forms
