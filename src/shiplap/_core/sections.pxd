# Sections: the starts of heading lines. Twin: reference/sections.py.
from shiplap._core.sizes cimport View

# Whether a heading begins at p, the start of a line.
cdef bint section(const View *view, Py_ssize_t p) noexcept nogil
