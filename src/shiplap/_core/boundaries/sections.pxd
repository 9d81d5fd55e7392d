# Sections: the starts of heading lines.
from shiplap._core.text.sizes cimport View

# Whether a heading begins at p, the start of a line.
cdef bint section(const View *view, Py_ssize_t p) noexcept nogil
