# Sentence boundaries: the verdict on one candidate.
from shiplap._core.text.sizes cimport View, is_visible, unit_at

cdef enum:
    CAP = 256   # code points of white space that a level looks over: what keeps it local

# Whether text[0:size], a neighbourhood in UTF-8, has a boundary at p, the end of a run of white space: 1, 0, or -1
# where the neighbourhood, cut off before its start, is too small to tell.
cdef int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil
cdef int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil


cdef inline bint is_mark(Py_UCS4 unit) noexcept nogil:
    return unit in u'.!?'


cdef inline int glance_before(const View *view, Py_ssize_t p) noexcept nogil:
    """What a little ASCII white space before p tells, in text of any form: nearly always all. 1 after a mark,
    0 after something else that is visible, -1 where the rules must look."""
    cdef Py_ssize_t i
    cdef Py_UCS4 unit
    for i in range(1, 16 if p > 16 else p):
        unit = unit_at(view, p - i)
        if unit != u' ' and not u'\t' <= unit <= u'\r':
            if i == 1 or not is_visible(view, unit):
                return -1
            return is_mark(unit)
    return -1
