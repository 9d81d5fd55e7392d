# Strings, comments and directives, which may be long and span lines.

from libc.stdint cimport uint64_t

from shiplap._core.outline.roles cimport LONG_STRINGS, NESTED_COMMENTS, PYTHON, REGEXES, TRIPLE_QUOTES
from shiplap._core.outline.state cimport OutlineParser, called, push_number
from shiplap._core.outline.units cimport (
    BRANCH,
    BRANCH_END,
    BRANCH_IF,
    DIRECTIVE,
    GROUP,
    HOLE,
    LITERAL,
    MARK,
    OPEN,
    Token,
    Unit,
    at_is,
    find,
    is_line,
    is_word,
    newline_end,
    next_of,
    next_stop,
)
from shiplap._core.text.sizes cimport is_continuation

cdef enum:
    MAX_GROUP = 128     # units in which a group ends, so that lexing stays linear
    MAX_DEPTH = 63      # brackets in a group, a bit each
    MAX_REGEX = 1024    # code points in which a regular expression ends, so that lexing stays linear


cdef inline Py_ssize_t raw_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t hashes) noexcept nogil:
    """After the next quote with so many "#"."""
    cdef Py_ssize_t run
    while at < n:
        at = find(text, n, c'"', 0, at)
        if text[at - 1] != c'"':
            return n
        run = 0
        while run < hashes and at + run < n and text[at + run] == c'#':
            run += 1
        if run == hashes:
            return at + run
        at += run
    return n


cdef inline Py_ssize_t delimited_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_ssize_t delimiter,
                                     Py_ssize_t size) noexcept nogil:
    """After the next parenthesis with the delimiter and a quote."""
    cdef Py_ssize_t k
    while at < n:
        if text[at] == c')' and at + size + 1 < n and text[at + size + 1] == c'"':
            k = 0
            while k < size and text[at + 1 + k] == text[delimiter + k]:
                k += 1
            if k == size:
                return at + size + 2
        at += 1
    return n


cdef inline called quoted(OutlineParser *parser, Unit *text, Py_ssize_t at, Py_UCS4 quote, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i
    cdef bint crossed = False
    token.kind = LITERAL
    if (parser.flags & TRIPLE_QUOTES and (quote == c'"' or parser.family == PYTHON) and at + 2 < n
            and text[at + 1] == quote and text[at + 2] == quote):
        token.end, parser.crosses = triple_end(text, n, at + 3, quote), True
        return
    if parser.flags & LONG_STRINGS:
        if quote == c'"':
            token.end = long_end(parser, text, at + 1)
            return
        if not at_is(text, n, at + 1, c'\\'):
            i = at + 1
            if i < n:
                i += 1
                while parser.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
                    i += 1
            if not at_is(text, n, i, c'\''):
                token.kind, token.code = MARK, quote
                return
    if parser.lone_from[quote == c'"'] <= at < parser.lone[quote == c'"']:
        token.kind, token.code = MARK, quote
        return
    i = next_stop(parser, at + 1)
    while i < n:
        if text[i] == quote:
            token.end = i + 1
            parser.crosses = crossed
            return
        if is_line(text[i]):
            break
        i += 1
        if text[i - 1] == c'\\' and i < n:
            if is_line(text[i]):
                crossed = True
                i = newline_end(text, n, i)
            else:
                i += 1
        i = next_stop(parser, i)
    if crossed:
        token.end, parser.crosses = i, True
        return
    parser.lone_from[quote == c'"'], parser.lone[quote == c'"'] = at, i
    token.kind, token.code = MARK, quote


cdef inline called group(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """A parenthesis or square bracket that opens before `at`, with all up to the one that closes it; 0 as its end where a
    brace, a comment, a line end or what is no simple string comes first, or nothing near. What is in it then means nothing
    for any statement outside, and it opens no statement."""
    cdef Py_ssize_t n = min(parser.size, at + MAX_GROUP), depth = 1
    cdef uint64_t squares = text[at - 1] == c'['    # the lowest bit: whether the innermost bracket is one
    cdef Token string
    cdef Py_UCS4 unit
    token.kind, token.code, token.end = GROUP, text[at - 1], 0
    while True:
        at = next_stop(parser, at)
        if at >= n:
            return
        unit = text[at]
        at += 1
        if unit == c')' or unit == c']':
            if squares & 1 != (unit == c']'):
                return
            squares >>= 1
            depth -= 1
            if depth == 0:
                token.end = at
                return
        elif unit == c'(' or unit == c'[':
            if depth == MAX_DEPTH:
                return
            squares = squares << 1 | (unit == c'[')
            depth += 1
        elif unit in b"\"'" and not is_word(text[at - 2]):
            quoted(parser, text, at - 1, unit, &string)
            if string.kind != LITERAL or parser.crosses:
                parser.crosses = False
                return
            at = string.end
        elif unit != c'/' or parser.flags & REGEXES or at_is(text, n, at, c'/') or at_is(text, n, at, c'*'):
            return


cdef inline Py_ssize_t triple_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 quote) noexcept nogil:
    cdef Py_ssize_t low = at, back
    while at < n:
        at = next_of(text, n, at, quote)
        back = at
        while back > low and text[back - 1] == c'\\':  # an odd number of backslashes escapes the quote
            back -= 1
        if (at - back) & 1:
            low = at = at + 1
            continue
        if at + 2 < n and text[at + 1] == quote and text[at + 2] == quote:
            return at + 3
        low = at = at + 1
    return n


cdef inline Py_ssize_t long_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    """After the quote that ends a string, which may span lines: `crosses` says whether it does."""
    cdef Py_ssize_t n = parser.size
    while True:
        at = next_stop(parser, at)
        if at >= n:
            return n
        if text[at] == c'"':
            return at + 1
        if text[at] == c'\\':
            at += 1
        if at < n and is_line(text[at]):
            parser.crosses = True
        at += 1


cdef inline void template(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """A template literal from `at` on, up to its end or to its next hole."""
    cdef Py_ssize_t n = parser.size, low = at   # from `low` on, nothing is escaped
    token.kind, token.code, parser.crosses = LITERAL, 0, True
    while True:
        at = next_stop(parser, at)
        if at >= n:
            break
        if text[at] == c'\\':
            low = at = at + 2
        elif text[at] == c'`':
            token.end = at + 1
            return
        elif text[at] == c'{' and at > low and text[at - 1] == c'$':
            if not push_number(&parser.holes, 0):
                parser.failed = True
            token.kind, token.code, token.end = OPEN, HOLE, at + 1
            return
        else:
            at += 1
    token.end = n


cdef inline Py_ssize_t comment_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = parser.size, depth = 1
    if not parser.flags & NESTED_COMMENTS:
        return find(text, n, c'*', c'/', at)
    while at < n and depth:
        if text[at] == c'/' and at_is(text, n, at + 1, c'*'):
            depth += 1
            at += 2
        elif text[at] == c'*' and at_is(text, n, at + 1, c'/'):
            depth -= 1
            at += 2
        else:
            at += 1
    return at


cdef inline Py_ssize_t regex_end(OutlineParser *parser, Unit *text, Py_ssize_t at) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i = at, left = MAX_REGEX
    cdef bint bracketed = False
    if at_is(text, n, at, c'>') or (at >= 2 and text[at - 2] == c'<'):
        return 0
    while i < n and left > 0:
        if is_line(text[i]):
            return 0
        if text[i] == c'\\' and not (i + 1 < n and is_line(text[i + 1])):
            i += 1
            left -= 1
            if i >= n or left <= 0:
                break
        elif text[i] == c'/' and not bracketed:
            return i + 1
        elif text[i] in b"[]":
            bracketed = text[i] == c'['
        i += 1
        left -= 1
        while parser.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
            i += 1
    return 0


cdef inline void directive(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, i = at + 1, begin, size
    while i < n and text[i] in b" \t":
        i += 1
    begin = i
    while i < n and c'a' <= text[i] <= c'z':
        i += 1
    size = i - begin
    token.kind, parser.crosses = DIRECTIVE, True
    if size >= 2 and text[begin] == c'i' and text[begin + 1] == c'f':  # if ifdef ifndef
        if size == 2 or same(text, begin + 2, size - 2, b"def") or same(text, begin + 2, size - 2, b"ndef"):
            token.code = BRANCH_IF
    elif same(text, begin, size, b"endif"):
        token.code = BRANCH_END
    elif (same(text, begin, size, b"else") or same(text, begin, size, b"elif")
            or same(text, begin, size, b"elifdef") or same(text, begin, size, b"elifndef")):
        token.code = BRANCH
    while True:
        i = next_stop(parser, i)
        if i >= n or is_line(text[i]):
            break
        if text[i] == c'\\' and i + 1 < n and is_line(text[i + 1]):
            i = newline_end(text, n, i + 1)
        elif text[i] == c'/' and at_is(text, n, i + 1, c'/'):
            while i < n and not is_line(text[i]):
                i = next_stop(parser, i + 1)
        elif text[i] == c'/' and at_is(text, n, i + 1, c'*'):
            i = find(text, n, c'*', c'/', i + 2)
        elif text[i] == c'"':
            i = next_stop(parser, i + 1)
            while i < n and text[i] != c'"' and not is_line(text[i]):
                if text[i] == c'\\':
                    if i + 1 == n or is_line(text[i + 1]):
                        break
                    i += 1
                i = next_stop(parser, i + 1)
            if at_is(text, n, i, c'"'):
                i += 1
        else:
            i += 1
    token.end = i


cdef inline bint same(Unit *text, Py_ssize_t at, Py_ssize_t size, const char *letters) noexcept nogil:
    """Whether so many units are these letters."""
    cdef Py_ssize_t k = 0
    while k < size and letters[k] != 0 and text[at + k] == <unsigned char> letters[k]:
        k += 1
    return k == size and letters[k] == 0
