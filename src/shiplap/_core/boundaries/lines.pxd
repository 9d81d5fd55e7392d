# The levels `line` and `paragraph`.
from shiplap._core.boundaries.sentences cimport CAP, FAST_REACH
from shiplap._core.csrc cimport (
    SHIPLAP_LINE,
    shiplap_scan_first,
    shiplap_scan_last,
    shiplap_scan_visible,
    shiplap_scan_visible_end,
    shiplap_utf8_count,
)
from shiplap._core.text.sizes cimport View, is_continuation, is_visible, unit_at


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


cdef inline int fast_paragraph(const View *view, Py_ssize_t p) noexcept nogil:
    """Whether the line that begins at p, after LF, is not blank and the one before it is: a few units of each."""
    cdef Py_ssize_t at = p, end = p + FAST_REACH if view.size - p > FAST_REACH else view.size - 1
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
