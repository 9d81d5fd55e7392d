# The heading patterns of a text.
from shiplap._core.text cimport View

# NO_HEADINGS, or HAS_MARKED with the patterns that count as headings (boundaries.pxd). UTF-8 must be known to be well-formed.
cdef int headings_of(View *view, int known, bint finds_looks) noexcept nogil
