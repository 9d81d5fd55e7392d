# Sections: the starts of headings, and the places that would part a heading from what it heads.
from shiplap._core.boundaries.graphemes cimport code_point_at
from shiplap._core.boundaries.sentences cimport CAP
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    shiplap_scan_first,
    shiplap_scan_last,
    shiplap_scan_visible_end,
    shiplap_utf8_count,
)
from shiplap._core.text.sizes cimport View, is_continuation, next_code_point, unit_at


cdef inline bint section(const View *view, Py_ssize_t p) noexcept nogil:
    """The start of a heading: p begins a line, and is below the size."""
    return is_marked(view, p) or is_underlined(view, p)


cdef inline bint ends_with_heading(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the text before p ends with a heading, or with a part of one."""
    cdef Py_ssize_t begin = line_start(view, gap_before(view, p))
    return begin >= 0 and (is_marked(view, begin) or is_underlined(view, begin) or underlines(view, begin))


cdef inline Py_ssize_t code_points_back(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil:
    """At least so many code points before p, or 0."""
    p -= count if view.width else 4 * count
    if p <= 0:
        return 0
    while view.width == 0 and p > 0 and is_continuation(view.data[p]):
        p -= 1
    return p


cdef inline Py_ssize_t code_points(const View *view, Py_ssize_t begin, Py_ssize_t end) noexcept nogil:
    """How many code points there are between two places."""
    return end - begin if view.width else <Py_ssize_t> shiplap_utf8_count(view.data + begin, end - begin)


cdef inline Py_ssize_t gap_before(const View *view, Py_ssize_t p) noexcept nogil:
    """Where the white space before p begins, or CAP code points before p."""
    cdef Py_ssize_t gap = shiplap_scan_visible_end(view.data, view.size, view.width, code_points_back(view, p, CAP), p)
    cdef Py_ssize_t over = code_points(view, gap, p) - CAP
    while over > 0 and gap < p:
        gap = next_code_point(view, gap)
        over -= 1
    return min(gap, p)  # a buffer that another thread changes may give any number


cdef inline bint is_visible_ascii(Py_UCS4 unit) noexcept nogil:
    """Whether a unit is visible ASCII."""
    return u'!' <= unit <= u'~'


cdef inline Py_ssize_t line_start(const View *view, Py_ssize_t end) noexcept nogil:
    """Where the line begins that has the code point before `end`, at most CAP code points before it; -1 if that is
    further, or if the code point is white space."""
    cdef Py_ssize_t low = code_points_back(view, end, CAP), begin
    if end == 0 or (not is_visible_ascii(unit_at(view, end - 1)) and <Py_ssize_t> shiplap_scan_visible_end(
            view.data, view.size, view.width, code_points_back(view, end, 1), end) < end):
        return -1
    begin = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, low if low > 0 else 1, end)
    if begin < 0:
        if low > 0:
            return -1
        begin = 0
    return begin if code_points(view, begin, end) <= CAP else -1


cdef inline Py_ssize_t next_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Where the line ends that begins at p, with its line end, at most CAP code points after p; -1 where it does not,
    and where the text ends."""
    cdef Py_ssize_t high = p + (CAP if view.width else 4 * CAP) + 1, end
    if high > view.size:
        high = view.size
    while view.width == 0 and high < view.size and is_continuation(view.data[high]):
        high += 1
    end = shiplap_scan_first(view.data, view.size, view.width, SHIPLAP_LINE, p + 1, high) if p + 1 < high else -1
    return end if end >= 0 and code_points(view, p, end) <= CAP else -1


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
    cdef Py_UCS4 code = code_point_at(view, p)
    return u'\n' <= code <= u'\r' or code in u'\x85\u2028\u2029'


cdef inline bint is_underlined(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is the title of a setext heading, and the only line of its paragraph. What nearly no line
    has, an underline after it, is looked at first."""
    cdef Py_UCS4 unit
    cdef Py_ssize_t end
    if p >= view.size:
        return False
    unit = unit_at(view, p)
    if unit in u'>|' or (unit in u'-*+' and p + 1 < view.size and unit_at(view, p + 1) in u' \t'):
        return False
    end = next_line(view, p)
    if end < 0 or not is_underline(view, end) or is_underline(view, p) or not follows_blank_line(view, p):
        return False
    return <Py_ssize_t> shiplap_scan_visible_end(view.data, view.size, view.width, p, next_code_point(view, p)) > p


cdef inline bint follows_blank_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether a line that begins at p follows a blank one, or PS, or nothing visible, within CAP code points. Of the line
    ends in the white space before p, one is at p: another is looked for."""
    cdef Py_ssize_t gap = gap_before(view, p)
    if gap == 0:
        return True
    return (p > gap + 1 and shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, gap + 1, p) >= 0) \
        or code_point_at(view, p - 1 if view.width else p - 3 if p >= 3 else 0) == u'\u2029'


cdef inline bint is_underline(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p is at most three spaces, a run of `=` or of `-`, and white space, all in CAP code points."""
    cdef Py_ssize_t begin = p, end
    cdef Py_UCS4 mark
    while begin < view.size and begin < p + 3 and unit_at(view, begin) == u' ':
        begin += 1
    if begin == view.size or unit_at(view, begin) not in u'=-':
        return False
    mark, end = unit_at(view, begin), begin
    while end < view.size and end - p < CAP and unit_at(view, end) == mark:
        end += 1
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
