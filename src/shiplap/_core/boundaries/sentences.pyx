# cython: language_level=3, boundscheck=False, wraparound=False
"""Sentence boundaries by the rules of the records.

The scan in csrc finds the candidates: a mark, perhaps, then white space that ends at p. Here they are judged.
"""

from shiplap._core.csrc cimport shiplap_scan_visible_end, shiplap_utf8_count
from shiplap._core.text.sizes cimport is_continuation


cdef int simple(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
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


cdef int capital(const unsigned char *text, Py_ssize_t size, Py_ssize_t p, bint cut_before) noexcept nogil:
    """The same, with a capital letter A to Z at p."""
    if not b"A" <= text[p] <= b"Z":
        return 0
    return simple(text, size, p, cut_before)
