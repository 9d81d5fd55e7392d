# Sections: the starts of headings, and the places that would part a heading from what it heads.
from shiplap._core.boundaries.characters cimport is_line_end
from shiplap._core.boundaries.graphemes cimport code_point_at
from shiplap._core.boundaries.lines cimport follows_blank_line, gap_before, line_start, may_follow_blank_line, next_line
from shiplap._core.boundaries.looks cimport ADORNED, LOOKS, Alone, look_of_line
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport shiplap_scan_visible_end
from shiplap._core.text.sizes cimport View, next_code_point, unit_at


cdef inline bint section(const View *view, Py_ssize_t p) noexcept nogil:
    """The start of a heading: p begins a line, and is below the size."""
    return is_heading(view, p)


cdef inline bint is_heading(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line that begins at p is a heading, or the title of one."""
    cdef Alone alone
    cdef Py_ssize_t end
    if is_marked(view, p):
        return True
    if p >= view.size or not may_follow_blank_line(view, p):
        return False
    end = next_line(view, p)
    return is_title(view, p, end) or (view.headings & LOOKS
                                      and look_of_line(view, p, end, view.headings, &alone) & view.headings)


cdef inline bint ends_with_heading(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the text before p ends with a heading, or with a part of one."""
    cdef Py_ssize_t begin = line_start(view, gap_before(view, p))
    return begin >= 0 and (is_heading(view, begin) or underlines(view, begin))


cdef inline bint is_marked(const View *view, Py_ssize_t p) noexcept nogil:
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
    return end == view.size or ends_line(view, end) or unit_at(view, end) in u' \t'


cdef inline bint ends_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the code point at p, p < size, is a line end."""
    return is_line_end(code_point_at(view, p))


cdef inline bint is_underlined(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is the title of a setext heading, and the only line of its paragraph. What nearly no line
    has, an underline after it, is looked at first."""
    return p < view.size and is_title(view, p, next_line(view, p))


cdef inline bint is_title(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """`is_underlined` for a line below the size that ends at `end`: -1 if that is too far."""
    cdef Py_UCS4 unit = unit_at(view, p)
    if end < 0 or not is_underline(view, end) or unit in u'>|' \
            or (unit in u'-*+' and p + 1 < view.size and unit_at(view, p + 1) in u' \t'):
        return False
    if is_underline(view, p) or not follows_blank_line(view, p):
        return False
    return <Py_ssize_t> shiplap_scan_visible_end(view.data, view.size, view.width, p, next_code_point(view, p)) > p


cdef inline bint is_adornment(Py_UCS4 unit) noexcept nogil:
    """Whether a character is one of ADORNMENTS."""
    return unit in u'=-~^"\'#*+.:_`'


cdef inline bint is_underline(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is at most three spaces, a run of `=` or of `-`, and white space, all in CAP code points;
    with ADORNED, three or more of any of ADORNMENTS too."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 mark
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == u' ':
        begin += 1
    if begin == view.size:
        return False
    mark, end = unit_at(view, begin), begin
    if mark not in u'=-' and not (view.headings & ADORNED and is_adornment(mark)):
        return False
    while end < view.size and end - p < CAP and unit_at(view, end) == mark:
        end += 1
    if mark not in u'=-' and end - begin < 3:
        return False
    while end < view.size and end - p < CAP and unit_at(view, end) in u' \t':
        end += 1
    return end == view.size or ends_line(view, end)


cdef inline bint underlines(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is the underline of the one before it."""
    cdef Py_ssize_t begin
    if p == 0 or not is_underline(view, p):
        return False
    begin = line_start(view, gap_before(view, p))
    return begin >= 0 and is_underlined(view, begin) and next_line(view, begin) == p
