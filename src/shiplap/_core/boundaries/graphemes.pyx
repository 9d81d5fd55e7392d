# cython: language_level=3, boundscheck=False, wraparound=False
"""Extended grapheme clusters: UAX #29 of Unicode 15.0.0, section 3.

Two code points decide nearly always. Only flags, and emoji after a ZWJ, need what is before them: a run of one
class, walked backwards as far as it goes, and remembered.
"""

from shiplap._core.csrc cimport (
    SHIPLAP_GRAPHEME_CONTROL,
    SHIPLAP_GRAPHEME_CR,
    SHIPLAP_GRAPHEME_EXTEND,
    SHIPLAP_GRAPHEME_L,
    SHIPLAP_GRAPHEME_LF,
    SHIPLAP_GRAPHEME_LV,
    SHIPLAP_GRAPHEME_LVT,
    SHIPLAP_GRAPHEME_PICTOGRAPHIC,
    SHIPLAP_GRAPHEME_PREPEND,
    SHIPLAP_GRAPHEME_REGIONAL_INDICATOR,
    SHIPLAP_GRAPHEME_SPACING_MARK,
    SHIPLAP_GRAPHEME_T,
    SHIPLAP_GRAPHEME_V,
    SHIPLAP_GRAPHEME_ZWJ,
    shiplap_grapheme_class_of,
    shiplap_properties,
)
from shiplap._core.text.text cimport is_continuation


cdef inline Py_UCS4 decode(const unsigned char *text, Py_ssize_t size) noexcept nogil:
    """Return the code point in `size` bytes, 1 to 4. Wrong bytes give some number."""
    if size == 1:
        return text[0]
    if size == 2:
        return (text[0] & 0x1F) << 6 | (text[1] & 0x3F)
    if size == 3:
        return (text[0] & 0x0F) << 12 | (text[1] & 0x3F) << 6 | (text[2] & 0x3F)
    return (text[0] & 0x07) << 18 | (text[1] & 0x3F) << 12 | (text[2] & 0x3F) << 6 | (text[3] & 0x3F)


cdef Py_UCS4 code_point_at(const View *view, Py_ssize_t p) noexcept nogil:
    cdef unsigned char lead
    cdef Py_ssize_t size
    if view.width != 0:
        return unit_at(view, p)
    if p >= view.valid:
        return 0
    lead = view.data[p]
    size = 1 + (lead >= 0xC0) + (lead >= 0xE0) + (lead >= 0xF0)
    return decode(view.data + p, size) if size <= view.valid - p else 0


cdef Py_UCS4 code_point_before(const View *view, Py_ssize_t p, Py_ssize_t *begin) noexcept nogil:
    cdef Py_ssize_t at = p - 1
    begin[0] = at
    if view.width != 0:
        return unit_at(view, at)
    if p > view.valid:
        return 0
    while at > 0 and p - at < 4 and is_continuation(view.data[at]):
        at -= 1
    begin[0] = at
    return decode(view.data + at, p - at)


cdef inline int class_of(Py_UCS4 code_point) noexcept nogil:
    """Return the grapheme class of a code point."""
    return shiplap_grapheme_class_of(shiplap_properties(code_point))


cdef Py_ssize_t run_begin(const View *view, Run *run, Py_ssize_t p, int grapheme_class) noexcept nogil:
    """Return where the run of code points of one class that ends at p begins."""
    cdef Py_ssize_t begin = p, before = 0
    while begin > 0:
        if run.begin < begin <= run.end and run.grapheme_class == grapheme_class:
            begin = run.begin
            break
        if class_of(code_point_before(view, begin, &before)) != grapheme_class:
            break
        begin = before
    if run.begin != begin or run.end < p or run.grapheme_class != grapheme_class:
        run.grapheme_class, run.begin, run.end = grapheme_class, begin, p
    return begin


cdef bint grapheme(const View *view, Run *run, Py_ssize_t p) noexcept nogil:
    cdef Py_ssize_t begin = 0
    cdef int right = class_of(code_point_at(view, p))
    cdef int left = class_of(code_point_before(view, p, &begin))
    if left == SHIPLAP_GRAPHEME_CR and right == SHIPLAP_GRAPHEME_LF:  # GB3
        return False
    if is_control(left) or is_control(right):  # GB4, GB5
        return True
    if is_syllable(left, right):  # GB6, GB7, GB8
        return False
    if is_mark(right) or left == SHIPLAP_GRAPHEME_PREPEND:  # GB9, GB9a, GB9b
        return False
    if left == SHIPLAP_GRAPHEME_ZWJ and right == SHIPLAP_GRAPHEME_PICTOGRAPHIC:  # GB11
        begin = run_begin(view, run, begin, SHIPLAP_GRAPHEME_EXTEND)
        return begin == 0 or class_of(code_point_before(view, begin, &begin)) != SHIPLAP_GRAPHEME_PICTOGRAPHIC
    if left == SHIPLAP_GRAPHEME_REGIONAL_INDICATOR and right == left:  # GB12, GB13: the flags of a run are pairs
        begin = run_begin(view, run, p, SHIPLAP_GRAPHEME_REGIONAL_INDICATOR)
        return (p - begin) % (8 if view.width == 0 else 2) == 0  # each takes four bytes
    return True  # GB999


cdef inline bint is_control(int grapheme_class) noexcept nogil:
    """Return whether a class is CR, LF or CONTROL."""
    return (grapheme_class == SHIPLAP_GRAPHEME_CONTROL or grapheme_class == SHIPLAP_GRAPHEME_CR
            or grapheme_class == SHIPLAP_GRAPHEME_LF)


cdef inline bint is_mark(int grapheme_class) noexcept nogil:
    return (grapheme_class == SHIPLAP_GRAPHEME_EXTEND or grapheme_class == SHIPLAP_GRAPHEME_ZWJ
            or grapheme_class == SHIPLAP_GRAPHEME_SPACING_MARK)


cdef inline bint is_syllable(int left, int right) noexcept nogil:
    """Return whether two classes of Hangul are of one syllable."""
    if left == SHIPLAP_GRAPHEME_L:
        return (right == SHIPLAP_GRAPHEME_L or right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_LV
                or right == SHIPLAP_GRAPHEME_LVT)
    if left == SHIPLAP_GRAPHEME_LV or left == SHIPLAP_GRAPHEME_V:
        return right == SHIPLAP_GRAPHEME_V or right == SHIPLAP_GRAPHEME_T
    return right == SHIPLAP_GRAPHEME_T and (left == SHIPLAP_GRAPHEME_LVT or left == SHIPLAP_GRAPHEME_T)
