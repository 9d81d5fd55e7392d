# cython: language_level=3, boundscheck=False, wraparound=False
"""Token edges: sums of the lengths of tokens, from any edge to any other, and only of those between them.

Also where a tokenizer's words end for sure, whatever the text before and after.
"""

from cpython.array cimport array, clone
from cpython.list cimport PyList_GET_ITEM
from cpython.long cimport PyLong_AsUnsignedLongMask

from shiplap._core.text.sizes cimport is_ascii, is_continuation, visible
from shiplap._core.text.text cimport Text

cdef array IDS = array("I")


cdef void move_to_edge(const TokenArray *tokens, Edge *edge, Py_ssize_t m) noexcept nogil:
    cdef Py_ssize_t k = edge.m, at = edge.at
    cdef const uint8_t *table
    cdef const uint32_t *ids
    cdef uint32_t mask
    m = max(0, min(m, tokens.count))
    if tokens.ids != NULL:
        table, ids, mask = tokens.table, tokens.ids, tokens.mask
        while k + 4 <= m:
            at += table[ids[k] & mask] + table[ids[k + 1] & mask]
            at += table[ids[k + 2] & mask] + table[ids[k + 3] & mask]
            k += 4
        while k < m:
            at += table[ids[k] & mask]
            k += 1
        while k >= m + 4:
            at -= table[ids[k - 1] & mask] + table[ids[k - 2] & mask]
            at -= table[ids[k - 3] & mask] + table[ids[k - 4] & mask]
            k -= 4
    while k < m:
        at += tokens.lengths[k]
        k += 1
    while k > m:
        k -= 1
        at -= length(tokens, k)
    edge.m, edge.at = k, at


cdef void move_to_byte(const TokenArray *tokens, Edge *edge, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t k = edge.m, now = edge.at, before
    cdef const uint8_t *table = tokens.table
    cdef const uint32_t *ids = tokens.ids
    cdef uint32_t mask = tokens.mask
    if ids != NULL:
        while now < at and k < tokens.count:
            now += table[ids[k] & mask]
            k += 1
        while k > 0:
            before = now - table[ids[k - 1] & mask]
            if before < at:
                break
            now = before
            k -= 1
    else:
        while now < at and k < tokens.count:
            now += tokens.lengths[k]
            k += 1
        while k > 0:
            before = now - <Py_ssize_t> tokens.lengths[k - 1]
            if before < at:
                break
            now = before
            k -= 1
    edge.m, edge.at = k, now


cdef inline Py_UCS4 of_three_bytes(const unsigned char *p) noexcept nogil:
    """The code point of three bytes of UTF-8, or 0 where they are none: those from U+0800 to U+FFFF have three."""
    if p[0] & 0xF0 != 0xE0:
        return 0
    return (p[0] & 0x0F) << 12 | (p[1] & 0x3F) << 6 | (p[2] & 0x3F)


cdef inline bint is_kana_or_ideograph(Py_UCS4 code) noexcept nogil:
    """Whether a letter of the most frequent: hiragana, katakana, and the ideographs of four leading bytes of UTF-8."""
    return (u'\u5000' <= code <= u'\u8fff' or u'\u3042' <= code <= u'\u3096' or u'\u30a1' <= code <= u'\u30fa'
            or code == u'\u30fc')


cdef inline bint is_full_width_mark(Py_UCS4 code) noexcept nogil:
    """Whether a full stop, a comma, a bracket or such."""
    return code in u'、。！，：；？' or u'〈' <= code <= u'】'


cdef bint is_seam(const View *view, Py_ssize_t at, bint whole) noexcept nogil:
    cdef const unsigned char *p = view.data + at
    cdef Py_ssize_t begin = at - 1
    cdef View before
    if not 0 < at < view.size:
        return False
    if p[0] == c' ':
        if is_ascii(view.data[at - 1]):
            return c' ' < view.data[at - 1] <= c'~'
        while begin > 0 and is_continuation(view.data[begin]):
            begin -= 1
        before = view[0]
        before.size = at  # it is one code point that is asked about, not all white space after it
        return visible(&before, begin) == begin
    if view.data[at - 1] == c'\n' and not whole:
        return c'0' <= p[0] <= c'9' or c'a' <= p[0] <= c'z' or c'A' <= p[0] <= c'Z' \
            or (at + 3 <= view.size and is_kana_or_ideograph(of_three_bytes(p))) \
            or (p[0] == 0xD0 and at + 2 <= view.size and p[1] >= 0x90)  # U+0410 to U+043F, Cyrillic letters
    return at > 2 and at + 3 <= view.size and is_full_width_mark(of_three_bytes(p)) \
        and is_kana_or_ideograph(of_three_bytes(p - 3))


cdef inline bint may_be_seam(const View *view, Py_ssize_t at) noexcept nogil:
    """A first look, nearly always no. 0 < at < size."""
    return view.data[at] == c' ' or view.data[at] >= 0xE3 or view.data[at - 1] == c'\n'  # from U+3000 on


cdef Py_ssize_t first_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    while low <= high:
        if 0 < low < view.size and may_be_seam(view, low) and is_seam(view, low, low == high):
            return low
        low += 1
    return -1


cdef Py_ssize_t last_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil:
    cdef Py_ssize_t at = high
    while at >= low:
        if 0 < at < view.size and may_be_seam(view, at) and is_seam(view, at, at == high):
            return at
        at -= 1
    return -1


def seam_after(Text text not None, Py_ssize_t at):
    """The first seam at or after a byte of the view, where the text may also end, or its size: before it and after
    it, a tokenizer that splits words by white space and marks gives the same tokens as for the whole."""
    while at < text.view.size and not is_seam(&text.view, at, True):
        at += 1
    return min(at, text.view.size)


def seams(Text text not None, bint whole):
    """All seams of a text, for tests."""
    cdef Py_ssize_t at
    cdef list found = []
    for at in range(text.view.size):
        if is_seam(&text.view, at, whole):
            found.append(at)
    return found


def ids_of(list tokens not None):
    """A list of token ids as an array of 32 bits each."""
    cdef Py_ssize_t k, count = len(tokens)
    cdef array ids = clone(IDS, count, False)
    for k in range(count):
        ids.data.as_uints[k] = <uint32_t> PyLong_AsUnsignedLongMask(<object> PyList_GET_ITEM(tokens, k))
    return ids
