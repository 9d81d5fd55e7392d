# Token edges: where tokens begin and end. They are sums of lengths, and summed on the way: an array of them would be
# larger than the text, and cost more to write than the text to cut.
from libc.stdint cimport uint8_t, uint32_t

from shiplap._core.text.sizes cimport View

# The tokens of a text: a table of the lengths of ids in bytes, or the lengths themselves (`ids` is NULL).
cdef struct TokenArray:
    const uint32_t *ids
    const uint8_t *table
    uint32_t mask           # the size of the table, a power of two, less one: no id reads outside it
    const uint32_t *lengths
    Py_ssize_t count

# Where token m begins: `m` tokens lie before the byte `at`.
cdef struct Edge:
    Py_ssize_t m
    Py_ssize_t at


cdef inline Py_ssize_t length(const TokenArray *tokens, Py_ssize_t m) noexcept nogil:
    """The bytes of a token."""
    return tokens.table[tokens.ids[m] & tokens.mask] if tokens.ids != NULL else tokens.lengths[m]


# Move to edge m, which is cut down to those that there are.
cdef void move_to_edge(const TokenArray *tokens, Edge *edge, Py_ssize_t m) noexcept nogil
# Move to the first edge at or after a byte: `m` tokens then begin before it.
cdef void move_to_byte(const TokenArray *tokens, Edge *edge, Py_ssize_t at) noexcept nogil


cdef inline void nearer(Edge *edge, const Edge *other, Py_ssize_t m) noexcept nogil:
    """Begin from another edge, if it is nearer to edge m."""
    if (other.m - m if other.m > m else m - other.m) < (edge.m - m if edge.m > m else m - edge.m):
        edge[0] = other[0]


cdef inline Py_ssize_t ended(const Edge *edge, Py_ssize_t at) noexcept nogil:
    """The tokens that end at or before a byte, of which `edge` is the first edge at or after."""
    return edge.m - (edge.at > at)


# Seams: places where tokenizers that split words by white space and marks before all else (GPT-2 and its heirs, BERT)
# end a word, whatever comes before and after, because no alternative of their patterns holds both sides: a visible code
# point and the space after it, an ideograph or kana and a full-width mark after it, a line feed and a letter or digit
# after it. So the tokens before and after it do not depend on one another. With `whole`, they would still be the same if
# the text ended there: not after a line feed, since white space at the end of a text is split differently (GPT-2).
cdef bint is_seam(const View *view, Py_ssize_t at, bint whole) noexcept nogil
# The first and the last seam, low <= seam <= high, or -1, in a text that ends at `high`.
cdef Py_ssize_t first_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil
cdef Py_ssize_t last_seam(const View *view, Py_ssize_t low, Py_ssize_t high) noexcept nogil
