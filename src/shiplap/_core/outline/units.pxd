# Units of code and tokens of them: what the lexer of the outline knows of units, and how it looks for them.

from libc.stdint cimport uint64_t
from libc.string cimport memchr, memset

from shiplap._core.csrc cimport shiplap_find_set, shiplap_lowest_bit
from shiplap._core.outline.state cimport STOP_MASKS, OutlineParser, called

ctypedef unsigned char unsigned_char
ctypedef unsigned short unsigned_short

# A byte of UTF-8, or a code unit of a str.
cdef fused Unit:
    unsigned_char
    unsigned_short
    Py_UCS4

# GROUP: parentheses with all that is in them, where that is in one line and opens no other bracket.
cdef enum TokenKind:
    NEWLINE, COMMENT, WORD, LITERAL, OPEN, CLOSE, MARK, DIRECTIVE, GROUP

# What a token is called, besides the ASCII of a bracket or mark.
cdef enum:
    ARROW = 256         # =>
    THIN                # ->
    PATH                # ::
    SAME                # a comparison
    PLUSPLUS, MINUSMINUS
    HOLE, HOLE_END      # ${ and its }
    A_WORD, A_LITERAL   # for Frame.last
    BRANCH_IF, BRANCH, BRANCH_END  # directives

cdef extern from "shiplap_outline.h" nogil:
    # what a unit of ASCII begins
    enum:
        OF_WORD "SHIPLAP_UNIT_WORD"
        OF_SPACE "SHIPLAP_UNIT_SPACE"
        OF_LINE "SHIPLAP_UNIT_LINE"
        OF_QUOTE "SHIPLAP_UNIT_QUOTE"
        OF_OPEN "SHIPLAP_UNIT_OPEN"
        OF_CLOSE "SHIPLAP_UNIT_CLOSE"
        OF_BACKTICK "SHIPLAP_UNIT_BACKTICK"
        OF_HASH "SHIPLAP_UNIT_HASH"
        OF_SLASH "SHIPLAP_UNIT_SLASH"
        OF_SIGN "SHIPLAP_UNIT_SIGN"
        OF_MARK "SHIPLAP_UNIT_MARK"
    const unsigned char[128] UNIT_CLASSES "shiplap_unit_classes"

# A token: its `code` is a bracket, a mark or one of the names above, its `role` that of a word.
cdef struct Token:
    TokenKind kind
    Py_ssize_t start
    Py_ssize_t end
    int code
    int role

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__SSE2__) && defined(__GNUC__)
    #include <emmintrin.h>
    #define SHIPLAP_WORD_BLOCK(width) ((Py_ssize_t)(16 / (width)))
    #elif defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    #define SHIPLAP_WORD_BLOCK(width) ((width) == 1 ? 8 : PY_SSIZE_T_MAX / 2)
    #else
    #define SHIPLAP_WORD_BLOCK(width) (PY_SSIZE_T_MAX / 2) /* no text has so many: its units are looked at alone */
    #endif
    /* How many units of so many bytes, from the first on, belong to a word, of the SHIPLAP_WORD_BLOCK at p: letters,
       digits, "_", "$", not ASCII. Without SSE2, seven bits of each byte are compared at once by sums that carry into
       its eighth. */
    #if defined(__SSE2__) && defined(__GNUC__)
    /* comparisons are signed: what is beyond ASCII is above 127 or, with its highest bit set, below 0 */
    #define SHIPLAP_WORD_UNITS(bits)                                                                                  \
        static inline int shiplap_word_units_##bits(__m128i x) {                                                      \
            __m128i low = _mm_or_si128(x, _mm_set1_epi##bits(0x20)), word;                                            \
            word = _mm_and_si128(_mm_cmpgt_epi##bits(low, _mm_set1_epi##bits('a' - 1)),                               \
                                 _mm_cmplt_epi##bits(low, _mm_set1_epi##bits('z' + 1)));                              \
            word = _mm_or_si128(word, _mm_and_si128(_mm_cmpgt_epi##bits(x, _mm_set1_epi##bits('0' - 1)),              \
                                                    _mm_cmplt_epi##bits(x, _mm_set1_epi##bits('9' + 1))));            \
            word = _mm_or_si128(word, _mm_cmpeq_epi##bits(x, _mm_set1_epi##bits('_')));                               \
            word = _mm_or_si128(word, _mm_cmpeq_epi##bits(x, _mm_set1_epi##bits('$')));                               \
            if (bits > 8) x = _mm_or_si128(x, _mm_cmpgt_epi##bits(x, _mm_set1_epi##bits(127)));                       \
            word = _mm_or_si128(word, _mm_cmplt_epi##bits(x, _mm_setzero_si128()));                                   \
            return __builtin_ctz(~_mm_movemask_epi8(word)) / (bits / 8);                                              \
        }
    SHIPLAP_WORD_UNITS(8)
    SHIPLAP_WORD_UNITS(16)
    SHIPLAP_WORD_UNITS(32)
    #endif
    static inline int shiplap_word_units(const void *p, size_t width) {
    #if defined(__SSE2__) && defined(__GNUC__)
        __m128i x = _mm_loadu_si128((const __m128i *)p);
        return width == 1   ? shiplap_word_units_8(x)
               : width == 2 ? shiplap_word_units_16(x)
                            : shiplap_word_units_32(x);
    #elif defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        const uint64_t ones = 0x0101010101010101u, tops = ones << 7;
        uint64_t x, y, letters, others;
        memcpy(&x, p, 8);
        y = (x | ones * 0x20) & ~tops;
        letters = (y + ones * (0x80 - 'a')) & ~(y + ones * (0x7F - 'z'));
        y = x & ~tops;
        letters |= (y + ones * (0x80 - '0')) & ~(y + ones * (0x7F - '9'));
        letters |= ~((y ^ ones * '_') + ~tops) | ~((y ^ ones * '$') + ~tops);
        others = ~(letters | x) & tops;
        return others ? __builtin_ctzll(others) >> 3 : 8;
    #else
        return 0;
    #endif
    }
    /* The first unit of that number in [at, n), or n. */
    static inline Py_ssize_t shiplap_next_unit(const void *text, size_t width, Py_ssize_t at, Py_ssize_t n,
                                               uint32_t unit) {
    #if defined(__SSE2__) && defined(__GNUC__)
        const Py_ssize_t block = (Py_ssize_t)(16 / width);
        __m128i wanted = width == 2 ? _mm_set1_epi16((short)unit) : _mm_set1_epi32((int)unit);
        for (; at + block <= n; at += block) {
            __m128i x = _mm_loadu_si128((const __m128i *)(const void *)((const char *)text + width * at));
            int same = _mm_movemask_epi8(width == 2 ? _mm_cmpeq_epi16(x, wanted) : _mm_cmpeq_epi32(x, wanted));
            if (same) return at + (Py_ssize_t)(__builtin_ctz(same) / width);
        }
    #endif
        while (at < n && (width == 2 ? ((const uint16_t *)text)[at] : ((const uint32_t *)text)[at]) != unit) at++;
        return at;
    }
    /* How many spaces and tabs, of the 8 bytes at p, as `shiplap_word_units`. All bits of a unit but the highest are
       compared with 0 by a sum that carries into that. */
    static inline int shiplap_blank_units(const void *p, size_t width) {
    #if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        const uint64_t ones = width == 1 ? 0x0101010101010101u : width == 2 ? 0x0001000100010001u : 0x0000000100000001u;
        const uint64_t tops = ones << (8 * width - 1), rests = tops - ones;
        uint64_t x, others, tabs;
        memcpy(&x, p, 8);
        others = x ^ ones * ' ';
        tabs = x ^ ones * '\\t';
        others = (((others & ~tops) + rests) | others) & (((tabs & ~tops) + rests) | tabs) & tops;
        return (int)((others ? __builtin_ctzll(others) >> 3 : 8) / width);
    #else
        return 0;
    #endif
    }
    """
    int shiplap_word_units(const void *p, size_t width) noexcept nogil
    Py_ssize_t SHIPLAP_WORD_BLOCK(size_t width) noexcept nogil
    Py_ssize_t shiplap_next_unit(const void *text, size_t width, Py_ssize_t at, Py_ssize_t n, Py_UCS4 unit) noexcept nogil
    int shiplap_blank_units(const void *p, size_t width) noexcept nogil


cdef inline bint is_word(Unit unit) noexcept nogil:
    """A letter, a digit, "_" or "$", or anything that is not ASCII."""
    return unit > 127 or UNIT_CLASSES[unit] == OF_WORD


cdef inline Py_ssize_t word_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    """Where the units of a word end that go on at `at`."""
    cdef Py_ssize_t block = SHIPLAP_WORD_BLOCK(sizeof(Unit)), some
    while at + block <= n:
        some = shiplap_word_units(text + at, sizeof(Unit))
        at += some
        if some < block:
            return at
    while at < n and is_word(text[at]):
        at += 1
    return at


cdef inline Py_ssize_t next_of(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    """The next such unit, or the end of the text."""
    cdef void *found
    if Unit is unsigned_char:
        found = memchr(text + at, unit, n - at) if at < n else NULL
        return <unsigned char *> found - <unsigned char *> text if found != NULL else n
    else:
        return shiplap_next_unit(text, sizeof(Unit), at, n, unit)


cdef inline Py_ssize_t next_stop(OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """The next unit that means something inside a statement, in a string or in parentheses (`is_stop`), or the end of
    the text. Such units are marked many at once."""
    cdef Py_ssize_t n = parser.size, k
    cdef uint64_t mask
    while at < n:
        k = at - parser.stops_begin
        if not 0 <= k < 64 * STOP_MASKS:
            mark_stops(parser, at)
            k = 0
        mask = parser.stops[k >> 6] >> (k & 63)
        if mask:
            return at + <Py_ssize_t> shiplap_lowest_bit(mask)
        at += 64 - (k & 63)
    return n


cdef inline called mark_stops(OutlineParser *parser, Py_ssize_t begin) noexcept nogil:
    """Mark the stops of the next units."""
    memset(parser.stops, 0, sizeof(parser.stops))
    parser.stops_begin = begin
    shiplap_find_set(parser.text, parser.width, begin, min(parser.size, begin + 64 * STOP_MASKS), parser.stop_set,
                     parser.stops)


cdef inline bint is_stop(Py_UCS4 unit) noexcept nogil:
    """A line end, a bracket, a backslash, or what a string or a comment may begin with."""
    return unit <= 127 and (OF_LINE <= UNIT_CLASSES[unit] <= OF_SLASH or unit == c'\\')


cdef inline bint is_line(Py_UCS4 unit) noexcept nogil:
    """Whether a unit ends a line."""
    return unit in b"\n\r"


cdef inline bint at_is(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    """Whether a unit stands at a place, which may be the end."""
    return at < n and text[at] == unit


cdef inline Py_ssize_t newline_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    return at + 2 if text[at] == c'\r' and at + 1 < n and text[at + 1] == c'\n' else at + 1


cdef inline Py_ssize_t line_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Before the next LF or CR. Where each comes next is remembered, so that a text with few of one is searched
    once for it."""
    if parser.next_lf < at:
        parser.next_lf = next_of(text, parser.size, at, c'\n')
    if parser.next_cr < at:
        parser.next_cr = next_of(text, parser.size, at, c'\r')
    return parser.next_lf if parser.next_lf < parser.next_cr else parser.next_cr


cdef inline Py_ssize_t find(Unit *text, Py_ssize_t n, Py_UCS4 first, Py_UCS4 second, Py_ssize_t at) noexcept nogil:
    """After the next pair of units, or of `first` alone where `second` is 0; else the end of the text."""
    while at < n:
        at = next_of(text, n, at, first)
        if at < n and (second == 0 or (at + 1 < n and text[at + 1] == second)):
            return at + 1 + (second != 0)
        at += 1
    return n
