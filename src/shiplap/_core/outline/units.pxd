# Units of code and tokens of them: what the lexer of the outline knows of units, and how it looks for them.

from libc.stdint cimport uint64_t
from libc.string cimport memchr, memset

from shiplap._core.csrc cimport shiplap_find_first, shiplap_find_set, shiplap_lowest_bit
from shiplap._core.outline.state cimport MARKS, OutlineParser, called

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
    /* How many spaces and tabs, of so many bytes each, begin the 8 bytes at p. All bits of a unit but the highest are
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
    int shiplap_blank_units(const void *p, size_t width) noexcept nogil


cdef inline bint is_word(Unit unit) noexcept nogil:
    """A letter, a digit, "_" or "$", or anything that is not ASCII."""
    return unit > 127 or UNIT_CLASSES[unit] == OF_WORD


cdef inline Py_ssize_t word_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """Where the units of a word end that go on at `at`."""
    cdef Py_ssize_t n = parser.size, k
    cdef uint64_t mask
    while at < n:
        k = marked_at(parser, at)
        mask = ~parser.word_units[k >> 6] >> (k & 63)
        if mask == 0:
            at += 64 - (k & 63)
            continue
        at += <Py_ssize_t> shiplap_lowest_bit(mask)
        if at >= n or text[at] <= 127:
            return at
        at += 1
    return n


cdef inline Py_ssize_t next_of(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    """The next such unit, or the end of the text."""
    cdef Unit wanted = <Unit> unit
    cdef void *found
    cdef Py_ssize_t end
    if Unit is unsigned_char:
        found = memchr(text + at, unit, n - at) if at < n else NULL
        return <unsigned char *> found - <unsigned char *> text if found != NULL else n
    else:
        end = shiplap_find_first(text, n, sizeof(Unit), &wanted, 1, at + 1, n + 1) if at < n else -1
        return end - 1 if end > 0 else n


cdef inline Py_ssize_t next_stop(OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """The next unit that means something inside a statement, in a string or in parentheses (`is_stop`), or the end of
    the text."""
    cdef Py_ssize_t n = parser.size, k
    cdef uint64_t mask
    while at < n:
        k = marked_at(parser, at)
        mask = parser.stops[k >> 6] >> (k & 63)
        if mask:
            return at + <Py_ssize_t> shiplap_lowest_bit(mask)
        at += 64 - (k & 63)
    return n


cdef inline Py_ssize_t marked_at(OutlineParser *parser, Py_ssize_t at) noexcept nogil:
    """The number of the unit at `at` among those that are marked, which is many at once."""
    cdef Py_ssize_t k = at - parser.marks_begin
    if 0 <= k < 64 * MARKS:
        return k
    mark_units(parser, at)
    return 0


cdef inline called mark_units(OutlineParser *parser, Py_ssize_t begin) noexcept nogil:
    """Mark the stops and the ASCII of words among the next units."""
    cdef Py_ssize_t end = min(parser.size, begin + 64 * MARKS)
    memset(parser.stops, 0, sizeof(parser.stops))
    memset(parser.word_units, 0, sizeof(parser.word_units))
    parser.marks_begin = begin
    shiplap_find_set(parser.text, parser.width, begin, end, parser.stop_set, parser.stops)
    shiplap_find_set(parser.text, parser.width, begin, end, parser.word_set, parser.word_units)


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
    cdef Unit[2] pair
    cdef Py_ssize_t end = -1
    if second == 0:
        at = next_of(text, n, at, first)
        return at + (at < n)
    pair[0], pair[1] = <Unit> first, <Unit> second
    if at + 2 <= n:
        end = shiplap_find_first(text, n, sizeof(Unit), pair, 2, at + 2, n + 1)
    return end if end >= 0 else n
