# cython: language_level=3, boundscheck=False, wraparound=False
"""Sections: the starts of heading lines. Twin: reference/sections.py."""

from shiplap._core.graphemes cimport code_point_at
from shiplap._core.sizes cimport View, unit_at


cdef bint section(const View *view, Py_ssize_t p) noexcept nogil:
    """At most three spaces, one to six `#`, and a space, a tab, the end of the line or of the text."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 code
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == 32:
        begin += 1
    end = begin
    while end < view.size and end < begin + 7 and unit_at(view, end) == 35:
        end += 1
    if end == begin or end > begin + 6:
        return False
    if end == view.size:
        return True
    code = code_point_at(view, end)
    return 9 <= code <= 13 or code == 32 or code == 0x85 or code == 0x2028 or code == 0x2029
