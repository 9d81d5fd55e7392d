# What the lexer of the outline knows of units, and how it looks for them. Twin: the functions of reference/outline/lexer.py.

cdef enum Kind:
    NEWLINE, COMMENT, WORD, LITERAL, OPEN, CLOSE, MARK, DIRECTIVE

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

cdef enum Class:
    OF_MARK, OF_SPACE, OF_LINE, OF_WORD, OF_QUOTE, OF_OPEN, OF_CLOSE, OF_BACKTICK, OF_HASH, OF_SLASH

cdef enum:
    REGEX_CAP = 1024
    DELIMITER_CAP = 16

cdef struct Token:
    Kind kind
    Py_ssize_t start
    Py_ssize_t end
    int code
    int role

cdef unsigned char[128] CLASSES

cdef void fill_classes():
    for code in range(128):
        char = chr(code)
        CLASSES[code] = (
            OF_WORD if char.isalnum() or char in "_$" else OF_SPACE if char in " \t\v\f" else OF_LINE if char in "\r\n"
            else OF_QUOTE if char in "'\"" else OF_OPEN if char in "([{" else OF_CLOSE if char in ")]}"
            else OF_BACKTICK if char == "`" else OF_HASH if char == "#" else OF_SLASH if char == "/" else OF_MARK)

fill_classes()


cdef inline bint is_word(Unit unit) noexcept nogil:
    return unit > 127 or CLASSES[unit] == OF_WORD


cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    /* How many bytes from the first on belong to a word, of the 8 at p: letters, digits, "_", "$", not ASCII. Seven
       bits of each byte are compared at once by sums that carry into its eighth. */
    static inline int shiplap_word_bytes(const void *p) {
    #if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
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
    /* The same for spaces. */
    static inline int shiplap_space_bytes(const void *p) {
    #if defined(__GNUC__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
        uint64_t x;
        memcpy(&x, p, 8);
        x ^= 0x2020202020202020u;
        return x ? __builtin_ctzll(x) >> 3 : 8;
    #else
        return 0;
    #endif
    }
    """
    int shiplap_word_bytes(const void *p) noexcept nogil
    int shiplap_space_bytes(const void *p) noexcept nogil


cdef inline Py_ssize_t word_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    cdef int some
    if Unit is unsigned_char:
        while at + 8 <= n:
            some = shiplap_word_bytes(text + at)
            at += some
            if some < 8:
                break
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
        while at < n and text[at] != unit:
            at += 1
        return at


cdef inline bint is_line(Py_UCS4 unit) noexcept nogil:
    return unit in b"\n\r"


cdef inline bint at_is(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 unit) noexcept nogil:
    return at < n and text[at] == unit


cdef inline Py_ssize_t newline_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    return at + 2 if text[at] == c'\r' and at + 1 < n and text[at + 1] == c'\n' else at + 1


cdef inline Py_ssize_t line_end(Pass *p, Unit *text, Py_ssize_t at) noexcept nogil:
    """Before the next LF or CR. Where each comes next is remembered, so that a text with few of one is searched
    once for it."""
    if p.next_lf < at:
        p.next_lf = next_of(text, p.n, at, c'\n')
    if p.next_cr < at:
        p.next_cr = next_of(text, p.n, at, c'\r')
    return p.next_lf if p.next_lf < p.next_cr else p.next_cr


cdef inline Py_ssize_t find(Unit *text, Py_ssize_t n, Py_UCS4 first, Py_UCS4 second,
                            Py_ssize_t at) noexcept nogil:
    """After the next pair of units, or of `first` alone where `second` is 0; else the end of the text."""
    while at < n:
        at = next_of(text, n, at, first)
        if at < n and (second == 0 or (at + 1 < n and text[at + 1] == second)):
            return at + 1 + (second != 0)
        at += 1
    return n
