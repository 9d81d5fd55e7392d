# The level `section`: the starts of heading lines.
from shiplap._core.boundaries.graphemes cimport code_point_at
from shiplap._core.text.sizes cimport View, unit_at


cdef inline bint section(const View *view, Py_ssize_t p) noexcept nogil:
    """At most three spaces, one to six `#`, and a space, a tab, the end of the line or of the text."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 code
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == u' ':
        begin += 1
    end = begin
    while end < view.size and end < begin + 7 and unit_at(view, end) == u'#':
        end += 1
    if end == begin or end > begin + 6:
        return False
    if end == view.size:
        return True
    code = code_point_at(view, end)
    return u'\t' <= code <= u'\r' or code in u' \x85\u2028\u2029'
