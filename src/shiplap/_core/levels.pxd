# Levels: the search for a boundary in a range. Twin: reference/levels.py.
from shiplap._core.sizes cimport View

# In the order of shiplap.plan.LEVELS.
cdef enum Level:
    CHAR, GRAPHEME, WORD, LINE, PARAGRAPH, SENTENCE_SIMPLE, SENTENCE_CAPITAL

# A search that remembers its place, so that repeated searches read every byte once.
cdef struct Query:
    Level level
    Py_ssize_t seen     # nothing below it needs to be searched again
    Py_ssize_t found    # the boundary that the last search found

# The first and the last boundary p, low <= p < high, or -1, where 0 < low <= size and high <= size + 1. Between
# calls with the same query low and high only grow.
cdef Py_ssize_t first_boundary(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil
cdef Py_ssize_t last_boundary(const View *view, Query *query, Py_ssize_t low, Py_ssize_t high) noexcept nogil

cdef bint is_boundary(const View *view, Level level, Py_ssize_t p) noexcept nogil
cdef Py_ssize_t visible(const View *view, Py_ssize_t p) noexcept nogil
cdef Py_ssize_t visible_end(const View *view, Py_ssize_t start, Py_ssize_t end) noexcept nogil
