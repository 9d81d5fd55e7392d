# The levels `line` and `paragraph`, and where a line begins and ends.
from shiplap._core.boundaries.graphemes cimport code_point_at
from shiplap._core.boundaries.sentences cimport CAP, FAST_REACH
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    shiplap_scan_first,
    shiplap_scan_last,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_utf8_count,
)
from shiplap._core.text.sizes cimport View, is_continuation, is_visible, next_code_point, unit_at


cdef inline int paragraph(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before,
                   bint cut_after) noexcept nogil:
    """The start of a line that is not blank, after one that is or after PS. Indentation belongs to the line."""
    cdef Py_ssize_t begin, end, low, high
    if c'\n' <= text[p] <= c'\r':
        return 0  # an empty line
    high = p + 4 * CAP if size - p > 4 * CAP else size
    while high < size and is_continuation(text[high]):
        high += 1
    begin = shiplap_scan_visible(text, size, 0, p, high)
    if shiplap_scan_first(text, size, 0, SHIPLAP_LINE, p + 1, begin + 1 if begin < size else size) >= 0:
        return 0
    if <Py_ssize_t> shiplap_utf8_count(text + p, begin - p) > CAP:
        return 0
    if begin == size:
        return -1 if cut_after else 0
    if p >= 3 and text[p - 3] == 0xE2 and text[p - 2] == 0x80 and text[p - 1] == 0xA9:
        return 1  # PS
    end = p - 1
    while end > 0 and is_continuation(text[end]):
        end -= 1
    if end > 0 and text[end] == c'\n' and text[end - 1] == c'\r':
        end -= 1
    low = end - 4 * CAP if end > 4 * CAP else 0
    while low < end and is_continuation(text[low]):
        low += 1
    begin = shiplap_scan_visible_end(text, size, 0, low, end)
    if begin == end:
        return -1 if begin == 0 and cut_before else begin == 0
    low = shiplap_scan_last(text, size, 0, SHIPLAP_LINE, begin + 1, end + 1)
    if low < 0:
        low = begin
        if begin > 0:
            return 0  # the line has something visible, or more white space than the cap
        if cut_before:
            return -1 if <Py_ssize_t> shiplap_utf8_count(text, end) <= CAP else 0
    return <Py_ssize_t> shiplap_utf8_count(text + low, end - low) <= CAP


cdef inline Py_ssize_t code_points_back(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil:
    """At least so many code points before p, or 0."""
    p -= count if view.width else 4 * count
    if p <= 0:
        return 0
    while view.width == 0 and p > 0 and is_continuation(view.data[p]):
        p -= 1
    return p


cdef inline Py_ssize_t code_points_on(const View *view, Py_ssize_t p, Py_ssize_t count) noexcept nogil:
    """So many code points after p, or the end of the text."""
    if view.width:
        return min(p + count, view.size)
    while p < view.size and count > 0:
        p = next_code_point(view, p)
        count -= 1
    return min(p, view.size)


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
    return near_end(view, p, end)


cdef inline Py_ssize_t near_end(const View *view, Py_ssize_t p, Py_ssize_t end) noexcept nogil:
    """The end of the line at p, or -1 where that is more than CAP code points after p."""
    return end if end - p <= CAP or (view.width == 0 and code_points(view, p, end) <= CAP) else -1


cdef inline bint may_follow_blank_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line at p may follow a blank one: by the unit before its line end, most do not."""
    cdef Py_ssize_t before = p - 2
    if before > 0 and unit_at(view, before) == u'\r':
        before -= 1
    return before < 0 or unit_at(view, p - 1) != u'\n' or not is_visible_ascii(unit_at(view, before))


cdef inline bint follows_blank_line(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether what begins at p, below the size, follows a blank line, or PS, or nothing visible, within CAP code points. Of
    the line ends in the white space before p, the last is nearly always at p: another is looked for."""
    cdef Py_ssize_t gap = gap_before(view, p), line = p
    if gap == 0:
        return True
    if unit_at(view, p - 1) != u'\n':
        line = shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, gap + 1, p + 1) if gap < p else -1
        if line < 0:
            return False
    return (line > gap + 1 and shiplap_scan_last(view.data, view.size, view.width, SHIPLAP_LINE, gap + 1, line) >= 0) \
        or code_point_at(view, line - 1 if view.width else line - 3 if line >= 3 else 0) == u'\u2029'


cdef inline int fast_paragraph(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line that begins at p is not blank and the one before it is, by a few units of each: 1, 0, or -1 where
    these do not tell, or p is not after LF."""
    cdef Py_ssize_t at = p, end = p + FAST_REACH if view.size - p > FAST_REACH else view.size - 1
    if p < 2 or unit_at(view, p - 1) != u'\n':
        return -1
    if u' ' < unit_at(view, p - 2) <= u'~':  # the line before is not blank, as most are not
        return 0
    while at < end and is_blank_or_tab(unit_at(view, at)):
        at += 1
    if u'\n' <= unit_at(view, at) <= u'\r':
        return 0
    if not is_visible(view, unit_at(view, at)):
        return -1
    at = p - 2
    if unit_at(view, at) == u'\r' and at > 0:
        at -= 1
    end = at - FAST_REACH if at > FAST_REACH else 0
    while at > end and is_blank_or_tab(unit_at(view, at)):
        at -= 1
    if u'\n' <= unit_at(view, at) <= u'\r':
        return 1
    return 0 if is_visible(view, unit_at(view, at)) else -1


cdef inline bint is_blank_or_tab(Py_UCS4 unit) noexcept nogil:
    """Whether a unit is a space or a tab."""
    return unit in u' \t'
