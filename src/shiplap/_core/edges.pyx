# cython: language_level=3, boundscheck=False, wraparound=False
"""Token edges: sums of the lengths of tokens, from any edge to any other, and only of those between them.

Also where a tokenizer's words end for sure, whatever the text before and after.
"""

from cpython.array cimport array, clone
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsUnsignedLongMask

from shiplap._core.levels cimport visible
from shiplap._core.sizes cimport is_continuation
from shiplap._core.text cimport Text

cdef array IDS = array("I")


cdef void move_to_edge(const TokenArray *tokens, Edge *edge, Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t k = edge.m, at = edge.at
    m = max(0, min(m, tokens.count))
    if tokens.ids != NULL:
        while k < m:
            at += tokens.table[tokens.ids[k] & tokens.mask]
            k += 1
    while k < m:
        at += tokens.lengths[k]
        k += 1
    while k > m:
        k -= 1
        at -= length(tokens, k)
    edge.m, edge.at = k, at


cdef void move_to_byte(const TokenArray *tokens, Edge *edge, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t before
    while edge.at < at and edge.m < tokens.count:
        edge.at += length(tokens, edge.m)
        edge.m += 1
    while edge.m > 0:
        before = edge.at - length(tokens, edge.m - 1)
        if before < at:
            break
        edge.at = before
        edge.m -= 1


cdef bint is_seam(const View *view, Py_ssize_t at) noexcept nogil:
    cdef const unsigned char *p = view.data + at
    cdef Py_ssize_t begin = at - 1
    if not 0 < at < view.size:
        return False
    if p[0] == 0x20:
        if p[-1] < 0x80:
            return 0x20 < p[-1] < 0x7F
        while begin > 0 and is_continuation(view.data[begin]):
            begin -= 1
        return visible(view, begin) == begin
    if at < 3 or at + 3 > view.size or not (0xE5 <= p[-3] <= 0xE8 and is_continuation(p[-1])):
        return False
    if p[0] == 0xE3:
        return p[1] == 0x80 and 0x81 <= p[2] <= 0x82
    return p[0] == 0xEF and p[1] == 0xBC and (p[2] == 0x81 or p[2] == 0x8C or 0x9A <= p[2] <= 0x9B or p[2] == 0x9F)


cdef Py_ssize_t first_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    while low <= high:
        if is_seam(view, low):
            return low
        low += 1
    return -1


cdef Py_ssize_t last_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    while high >= low:
        if is_seam(view, high):
            return high
        high -= 1
    return -1


def seam_after(Text text not None, Py_ssize_t at):
    """The first seam at or after a byte of the view, or its size: before it and after it, a tokenizer that splits
    words by white space and marks gives the same tokens as for the whole."""
    cdef Py_ssize_t p = first_seam(&text.view, at, text.view.size)
    return text.view.size if p < 0 else p


def seams(Text text not None):
    """All seams of a text, for tests."""
    return [at for at in range(text.view.size) if is_seam(&text.view, at)]


def ids_of(list tokens not None):
    """A list of token ids as an array of 32 bits each."""
    cdef Py_ssize_t k, count = len(tokens)
    cdef array ids = clone(IDS, count, False)
    for k in range(count):
        ids.data.as_uints[k] = <uint32_t> PyLong_AsUnsignedLongMask(<object> PyList_GET_ITEM(tokens, k))
    return ids
