# The two sentence rules of the records, `simple` and `capital`.
#
# The scan in csrc finds the candidates: a mark, perhaps, then white space that ends at p. The functions say whether
# text[0:size], a neighbourhood in UTF-8, has a boundary at p: 1, 0, or -1 where the neighbourhood, cut off before its
# start, is too small to tell.
from shiplap._core.csrc cimport shiplap_scan_visible_end, shiplap_utf8_count
from shiplap._core.text.sizes cimport View, is_continuation, is_visible, unit_at

cdef enum:
    CAP = 256   # code points of white space that a level looks over: what keeps it local
    FAST_REACH = 16     # units of it that the fast paths look over: nearly all indentation


cdef inline int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """A mark, then 1 to CAP code points of white space, then anything else at p."""
    cdef Py_ssize_t low, begin
    low = p - 4 * CAP if p > 4 * CAP else 0
    while low < p and is_continuation(text[low]):
        low += 1
    begin = shiplap_scan_visible_end(text, size, 0, low, p)
    if <Py_ssize_t> shiplap_utf8_count(text + begin, p - begin) > CAP:
        return 0
    if begin == 0:
        return -1 if cut_before else 0
    return begin < p and is_mark(text[begin - 1])


cdef inline int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """The same, with a capital letter A to Z at p."""
    if not b"A" <= text[p] <= b"Z":
        return 0
    return simple(text, size, p, cut_before)


cdef inline bint is_mark(Py_UCS4 unit) noexcept nogil:
    return unit in u'.!?'


cdef inline int fast_simple(const View *view, Py_ssize_t p) noexcept nogil:
    """What a little ASCII white space before p tells, in text of any form: nearly always all. 1 after a mark,
    0 after something else that is visible, -1 where the rules must look."""
    cdef Py_ssize_t i
    cdef Py_UCS4 unit
    for i in range(1, FAST_REACH if p > FAST_REACH else p):
        unit = unit_at(view, p - i)
        if unit != u' ' and not u'\t' <= unit <= u'\r':
            if i == 1 or not is_visible(view, unit):
                return -1
            return is_mark(unit)
    return -1
