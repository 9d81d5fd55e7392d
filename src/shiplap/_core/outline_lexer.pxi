# The lexer of the outline. Twin: reference/lexer.py. `Unit` is a byte of UTF-8 or a code unit of a str.

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


cdef inline Py_ssize_t next_of(Unit *text, Py_ssize_t n, Py_ssize_t at, unsigned int unit) noexcept nogil:
    """The next such unit, or the end of the text."""
    cdef void *found
    if Unit is unsigned_char:
        found = memchr(text + at, unit, n - at) if at < n else NULL
        return <unsigned char *> found - <unsigned char *> text if found != NULL else n
    else:
        while at < n and text[at] != unit:
            at += 1
        return at


cdef inline bint is_line(unsigned int unit) noexcept nogil:
    return unit == 10 or unit == 13


cdef inline bint at_is(Unit *text, Py_ssize_t n, Py_ssize_t at, unsigned int unit) noexcept nogil:
    return at < n and text[at] == unit


cdef inline Py_ssize_t newline_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    return at + 2 if text[at] == 13 and at + 1 < n and text[at + 1] == 10 else at + 1


cdef inline Py_ssize_t line_end(Pass *p, Unit *text, Py_ssize_t at) noexcept nogil:
    """Before the next LF or CR. Where each comes next is remembered, so that a text with few of one is searched
    once for it."""
    if p.next_lf < at:
        p.next_lf = next_of(text, p.n, at, 10)
    if p.next_cr < at:
        p.next_cr = next_of(text, p.n, at, 13)
    return p.next_lf if p.next_lf < p.next_cr else p.next_cr


cdef inline Py_ssize_t find(Unit *text, Py_ssize_t n, unsigned int first, unsigned int second,
                            Py_ssize_t at) noexcept nogil:
    """After the next pair of units, or of `first` alone where `second` is 0; else the end of the text."""
    while at < n:
        at = next_of(text, n, at, first)
        if at < n and (second == 0 or (at + 1 < n and text[at + 1] == second)):
            return at + 1 + (second != 0)
        at += 1
    return n


cdef void next_token(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """The token that begins at `at`, which is neither white space nor a line end."""
    cdef Py_ssize_t n = p.n
    cdef unsigned int unit = text[at], following = text[at + 1] if at + 1 < n else 0
    cdef int of = OF_WORD if unit > 127 else CLASSES[unit]
    token.start = at
    token.end = at + 1
    token.code = token.role = 0
    if of == OF_WORD:
        word(p, text, at, token)
        return
    if of == OF_QUOTE:
        quoted(p, text, at, unit, token)
        return
    if of == OF_OPEN:
        token.kind, token.code = OPEN, unit
        if unit == 123 and p.holes.count:
            p.holes.data[p.holes.count - 1] += 1
        return
    if of == OF_CLOSE:
        token.kind, token.code = CLOSE, unit
        if unit == 125 and p.holes.count:
            if p.holes.data[p.holes.count - 1] == 0:
                token.code = HOLE_END
            else:
                p.holes.data[p.holes.count - 1] -= 1
        return
    if of == OF_BACKTICK:
        if p.flags & TEMPLATES:
            template(p, text, at + 1, token)
            return
        if p.flags & RAW_BACKTICK:
            token.kind, p.crosses = LITERAL, True
            token.end = find(text, n, 96, 0, at + 1)
            return
    elif of == OF_HASH:
        if p.flags & HASH_COMMENTS:
            token.kind, token.end = COMMENT, line_end(p, text, at)
            return
        if p.flags & DIRECTIVES and p.lex_bare:
            directive(p, text, at, token)
            return
    elif of == OF_SLASH and not p.flags & HASH_COMMENTS:
        if following == 47:
            token.kind, token.end = COMMENT, line_end(p, text, at)
            return
        if following == 42:
            token.kind, p.crosses = COMMENT, True
            token.end = comment_end(p, text, at + 2)
            return
        if p.flags & REGEXES and p.value:
            token.end = regex_end(p, text, at + 1)
            if token.end:
                token.kind = LITERAL
                return
            token.end = at + 1
    token.kind, token.code = MARK, unit
    if of != OF_MARK:
        return
    if unit == 92:
        if is_line(following) and at + 1 < n:
            token.end, p.crosses = newline_end(text, n, at + 1), True
        return
    pair(unit, following, token)


cdef inline void pair(unsigned int unit, unsigned int following, Token *token) noexcept nogil:
    cdef int code = 0
    if unit == 61:
        code = ARROW if following == 62 else SAME if following == 61 else 0
    elif following == 61:
        code = SAME if unit == 33 or unit == 60 or unit == 62 else 61 if unit == 58 else 0
    elif unit == 45:
        code = THIN if following == 62 else MINUSMINUS if following == 45 else 0
    elif unit == 58 and following == 58:
        code = PATH
    elif unit == 43 and following == 43:
        code = PLUSPLUS
    if code:
        token.code = code
        token.end += 1


cdef void word(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = p.n, end = word_end(text, n, at), opening, size
    cdef unsigned int first = text[at]
    token.end, token.kind = end, LITERAL
    if 48 <= first <= 57:
        if p.flags & RAW_DELIMITED:
            while end + 1 < n and text[end] == 39 and is_word(text[end + 1]):
                end += 1
                while end < n and is_word(text[end]):
                    end += 1
            token.end = end
        return
    size = end - at
    if end < n and size <= 3 and p.flags & (LONG_STRINGS | RAW_DELIMITED):
        if p.flags & LONG_STRINGS:
            if (text[end] == 35 or text[end] == 34) and (
                (size == 1 and first == 114) or (size == 2 and text[at + 1] == 114 and (first == 98 or first == 99))
            ):
                opening = end
                while at_is(text, n, opening, 35):
                    opening += 1
                if at_is(text, n, opening, 34):
                    token.end, p.crosses = raw_end(text, n, opening + 1, opening - end), True
                    return
        elif text[end] == 34 and text[end - 1] == 82 and (
            size == 1 or (size == 2 and (first == 76 or first == 117 or first == 85))
            or (size == 3 and first == 117 and text[at + 1] == 56)
        ):
            opening = end + 1
            while (opening < n and opening - end <= DELIMITER_CAP and 33 <= text[opening] <= 126
                    and text[opening] != 40 and text[opening] != 41 and text[opening] != 92 and text[opening] != 34):
                opening += 1
            if at_is(text, n, opening, 40):
                token.end, p.crosses = delimited_end(text, n, opening + 1, end + 1, opening - end - 1), True
                return
    token.kind, token.code = WORD, A_WORD
    if size <= LONGEST and first < 128 and p.roles.sizes[first] >> size & 1:
        token.role = role_of(p.roles, text, at, size)


cdef inline int role_of(const Roles *roles, Unit *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    cdef unsigned int slot = hash_of(text[at], text[at + size - 1], size)
    cdef Py_ssize_t k
    while roles.words[slot].size:
        if roles.words[slot].size == size:
            k = 0
            while k < size and roles.words[slot].letters[k] == text[at + k]:
                k += 1
            if k == size:
                return roles.words[slot].role
        slot = (slot + 1) & (SLOTS - 1)
    return 0


cdef Py_ssize_t raw_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t hashes) noexcept nogil:
    """After the next quote with so many "#"."""
    cdef Py_ssize_t run
    while at < n:
        at = find(text, n, 34, 0, at)
        if text[at - 1] != 34:
            return n
        run = 0
        while run < hashes and at + run < n and text[at + run] == 35:
            run += 1
        if run == hashes:
            return at + run
        at += run
    return n


cdef Py_ssize_t delimited_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t delimiter,
                              Py_ssize_t size) noexcept nogil:
    """After the next parenthesis with the delimiter and a quote."""
    cdef Py_ssize_t k
    while at < n:
        if text[at] == 41 and at + size + 1 < n and text[at + size + 1] == 34:
            k = 0
            while k < size and text[at + 1 + k] == text[delimiter + k]:
                k += 1
            if k == size:
                return at + size + 2
        at += 1
    return n


cdef void quoted(Pass *p, Unit *text, Py_ssize_t at, unsigned int quote, Token *token) noexcept nogil:
    cdef Py_ssize_t n = p.n, i
    cdef bint crossed = False
    token.kind = LITERAL
    if (p.flags & TRIPLE_QUOTES and (quote == 34 or p.family == PYTHON) and at + 2 < n
            and text[at + 1] == quote and text[at + 2] == quote):
        token.end, p.crosses = triple_end(text, n, at + 3, quote), True
        return
    if p.flags & LONG_STRINGS:
        if quote == 34:
            token.end, p.crosses = long_end(text, n, at + 1), True
            return
        if not at_is(text, n, at + 1, 92):
            i = at + 1
            if i < n:
                i += 1
                while p.width == 0 and i < n and text[i] >> 6 == 2:
                    i += 1
            if not at_is(text, n, i, 39):
                token.kind, token.code = MARK, quote
                return
    if at < p.lone[quote == 34]:
        token.kind, token.code = MARK, quote
        return
    i = at + 1
    while i < n:
        if text[i] == quote:
            token.end = i + 1
            p.crosses = crossed
            return
        if is_line(text[i]):
            break
        if text[i] == 92 and i + 1 < n:
            i += 1
            if is_line(text[i]):
                crossed = True
                i = newline_end(text, n, i)
                continue
        i += 1
    if crossed:
        token.end, p.crosses = i, True
        return
    p.lone[quote == 34] = i
    token.kind, token.code = MARK, quote


cdef Py_ssize_t triple_end(Unit *text, Py_ssize_t n, Py_ssize_t at, unsigned int quote) noexcept nogil:
    cdef Py_ssize_t low = at, back
    while at < n:
        at = next_of(text, n, at, quote)
        back = at
        while back > low and text[back - 1] == 92:  # an odd number of backslashes escapes the quote
            back -= 1
        if (at - back) & 1:
            low = at = at + 1
            continue
        if at + 2 < n and text[at + 1] == quote and text[at + 2] == quote:
            return at + 3
        low = at = at + 1
    return n


cdef Py_ssize_t long_end(Unit *text, Py_ssize_t n, Py_ssize_t at) noexcept nogil:
    while at < n:
        if text[at] == 92:
            at += 2
        elif text[at] == 34:
            return at + 1
        else:
            at += 1
    return n


cdef void template(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """A template literal from `at` on, up to its end or to its next hole."""
    cdef Py_ssize_t n = p.n
    token.kind, token.code, p.crosses = LITERAL, 0, True
    while at < n:
        if text[at] == 92:
            at += 2
        elif text[at] == 96:
            token.end = at + 1
            return
        elif text[at] == 36 and at_is(text, n, at + 1, 123):
            if not push_number(&p.holes, 0):
                p.failed = True
            token.kind, token.code, token.end = OPEN, HOLE, at + 2
            return
        else:
            at += 1
    token.end = n


cdef Py_ssize_t comment_end(Pass *p, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = p.n, depth = 1
    if not p.flags & NESTED_COMMENTS:
        return find(text, n, 42, 47, at)
    while at < n and depth:
        if text[at] == 47 and at_is(text, n, at + 1, 42):
            depth += 1
            at += 2
        elif text[at] == 42 and at_is(text, n, at + 1, 47):
            depth -= 1
            at += 2
        else:
            at += 1
    return at


cdef Py_ssize_t regex_end(Pass *p, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = p.n, i = at, left = REGEX_CAP
    cdef bint bracketed = False
    if at_is(text, n, at, 62) or (at >= 2 and text[at - 2] == 60):
        return 0
    while i < n and left > 0:
        if is_line(text[i]):
            return 0
        if text[i] == 92 and not (i + 1 < n and is_line(text[i + 1])):
            i += 1
            left -= 1
            if i >= n or left <= 0:
                break
        elif text[i] == 47 and not bracketed:
            return i + 1
        elif text[i] == 91 or text[i] == 93:
            bracketed = text[i] == 91
        i += 1
        left -= 1
        while p.width == 0 and i < n and text[i] >> 6 == 2:
            i += 1
    return 0


cdef void directive(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = p.n, i = at + 1, begin, size
    while i < n and (text[i] == 32 or text[i] == 9):
        i += 1
    begin = i
    while i < n and 97 <= text[i] <= 122:
        i += 1
    size = i - begin
    token.kind, p.crosses = DIRECTIVE, True
    if size >= 2 and text[begin] == 105 and text[begin + 1] == 102:  # if ifdef ifndef
        if size == 2 or same(text, begin + 2, size - 2, b"def") or same(text, begin + 2, size - 2, b"ndef"):
            token.code = BRANCH_IF
    elif same(text, begin, size, b"endif"):
        token.code = BRANCH_END
    elif (same(text, begin, size, b"else") or same(text, begin, size, b"elif")
            or same(text, begin, size, b"elifdef") or same(text, begin, size, b"elifndef")):
        token.code = BRANCH
    while i < n and not is_line(text[i]):
        if text[i] == 92 and i + 1 < n and is_line(text[i + 1]):
            i = newline_end(text, n, i + 1)
        elif text[i] == 47 and at_is(text, n, i + 1, 47):
            while i < n and not is_line(text[i]):
                i += 1
        elif text[i] == 47 and at_is(text, n, i + 1, 42):
            i = find(text, n, 42, 47, i + 2)
        elif text[i] == 34:
            i += 1
            while i < n and text[i] != 34 and not is_line(text[i]):
                if text[i] == 92:
                    if i + 1 == n or is_line(text[i + 1]):
                        break
                    i += 1
                i += 1
            if at_is(text, n, i, 34):
                i += 1
        else:
            i += 1
    token.end = i


cdef inline bint same(Unit *text, Py_ssize_t at, Py_ssize_t size, const char *letters) noexcept nogil:
    cdef Py_ssize_t k = 0
    while k < size and letters[k] != 0 and text[at + k] == <unsigned char> letters[k]:
        k += 1
    return k == size and letters[k] == 0


cdef inline bint is_value(const Token *token) noexcept nogil:
    if token.kind == WORD:
        return token.role == VALUE or token.role == FOLLOWS or token.role == CASE
    return token.kind == OPEN or token.kind == MARK
