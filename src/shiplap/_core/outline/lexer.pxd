# The lexer of the outline: the token that begins at a place.

from libc.string cimport memcpy, memset

from shiplap._core.outline.literals cimport (
    comment_end,
    delimited_end,
    directive,
    group,
    quoted,
    raw_end,
    regex_end,
    template,
)
from shiplap._core.outline.roles cimport (
    CASE,
    DIRECTIVES,
    FOLLOWS,
    HASH_COMMENTS,
    LONG_STRINGS,
    MAX_ROLE_WORD,
    PYTHON,
    RAW_BACKTICK,
    RAW_DELIMITED,
    REGEXES,
    ROLE_SLOTS,
    TEMPLATES,
    VALUE,
    Letters,
    RoleWord,
    Roles,
    hash_of,
)
from shiplap._core.outline.state cimport OutlineParser, always
from shiplap._core.outline.units cimport (
    A_WORD,
    ARROW,
    CLOSE,
    COMMENT,
    HOLE_END,
    LITERAL,
    MARK,
    MINUSMINUS,
    OF_BACKTICK,
    OF_CLOSE,
    OF_HASH,
    OF_OPEN,
    OF_QUOTE,
    OF_SIGN,
    OF_SLASH,
    OF_WORD,
    OPEN,
    PATH,
    PLUSPLUS,
    SAME,
    THIN,
    UNIT_CLASSES,
    WORD,
    Token,
    Unit,
    at_is,
    find,
    is_line,
    is_word,
    line_end,
    newline_end,
    unsigned_char,
    word_end,
)

cdef enum:
    MAX_DELIMITER = 16  # units that C++ allows before the parenthesis of a raw string


cdef inline always next_token(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """The token that begins at `at`, which is neither white space nor a line end."""
    cdef Py_ssize_t n = parser.size
    cdef Py_UCS4 unit = text[at], following = text[at + 1] if at + 1 < n else 0
    cdef int begins = OF_WORD if unit > 127 else UNIT_CLASSES[unit]
    token.start = at
    token.end = at + 1
    token.code = token.role = 0
    if begins == OF_WORD:
        word(parser, text, at, token)
        return
    if begins == OF_QUOTE:
        quoted(parser, text, at, unit, token)
        return
    if begins == OF_OPEN:
        if unit == c'(' and parser.family != PYTHON and parser.no_group != at:
            group(parser, text, at + 1, token)
            if token.end == 0:
                token.kind, token.end = OPEN, at + 1
            return
        token.kind, token.code = OPEN, unit
        if unit == c'{' and parser.holes.count:
            parser.holes.data[parser.holes.count - 1] += 1
        return
    if begins == OF_CLOSE:
        token.kind, token.code = CLOSE, unit
        if unit == c'}' and parser.holes.count:
            if parser.holes.data[parser.holes.count - 1] == 0:
                token.code = HOLE_END
            else:
                parser.holes.data[parser.holes.count - 1] -= 1
        return
    if begins == OF_BACKTICK:
        if parser.flags & TEMPLATES:
            template(parser, text, at + 1, token)
            return
        if parser.flags & RAW_BACKTICK:
            token.kind, parser.crosses = LITERAL, True
            token.end = find(text, n, c'`', 0, at + 1)
            return
    elif begins == OF_HASH:
        if parser.flags & HASH_COMMENTS:
            token.kind, token.end = COMMENT, line_end(parser, text, at)
            return
        if parser.flags & DIRECTIVES and parser.at_line_start:
            directive(parser, text, at, token)
            return
    elif begins == OF_SLASH and not parser.flags & HASH_COMMENTS:
        if following == c'/':
            token.kind, token.end = COMMENT, line_end(parser, text, at)
            return
        if following == c'*':
            token.kind, parser.crosses = COMMENT, True
            token.end = comment_end(parser, text, at + 2)
            return
        if parser.flags & REGEXES and parser.value:
            token.end = regex_end(parser, text, at + 1)
            if token.end:
                token.kind = LITERAL
                return
            token.end = at + 1
    token.kind, token.code = MARK, unit if unit else 1  # 0 is no token; neither has a meaning
    if begins != OF_SIGN:
        return
    if unit == c'\\':
        if is_line(following) and at + 1 < n:
            token.end, parser.crosses = newline_end(text, n, at + 1), True
        return
    pair(unit, following, token)


cdef inline void pair(Py_UCS4 unit, Py_UCS4 following, Token *token) noexcept nogil:
    """Two marks that mean one thing: a comparison is not an assignment."""
    cdef int code = 0
    if unit == c'=':
        code = ARROW if following == c'>' else SAME if following == c'=' else 0
    elif following == c'=':
        code = SAME if unit in b"!<>" else c'=' if unit == c':' else 0
    elif unit == c'-':
        code = THIN if following == c'>' else MINUSMINUS if following == c'-' else 0
    elif unit == c':' and following == c':':
        code = PATH
    elif unit == c'+' and following == c'+':
        code = PLUSPLUS
    if code:
        token.code = code
        token.end += 1


cdef inline void word(OutlineParser *parser, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = parser.size, end = word_end(parser, text, at), opening, size
    cdef Py_UCS4 first = text[at]
    token.end, token.kind = end, LITERAL
    if c'0' <= first <= c'9':
        if parser.flags & RAW_DELIMITED:
            while end + 1 < n and text[end] == c'\'' and is_word(text[end + 1]):
                end += 1
                while end < n and is_word(text[end]):
                    end += 1
            token.end = end
        return
    size = end - at
    if end < n and size <= 3 and parser.flags & (LONG_STRINGS | RAW_DELIMITED):
        if parser.flags & LONG_STRINGS:
            if text[end] in b"#\"" and (
                (size == 1 and first == c'r') or (size == 2 and text[at + 1] == c'r' and first in b"bc")
            ):
                opening = end
                while at_is(text, n, opening, c'#'):
                    opening += 1
                if at_is(text, n, opening, c'"'):
                    token.end, parser.crosses = raw_end(text, n, opening + 1, opening - end), True
                    return
        elif text[end] == c'"' and text[end - 1] == c'R' and (
            size == 1 or (size == 2 and first in b"LuU")
            or (size == 3 and first == c'u' and text[at + 1] == c'8')
        ):
            opening = end + 1
            while (opening < n and opening - end <= MAX_DELIMITER and c'!' <= text[opening] <= c'~'
                    and text[opening] not in b"()\\\""):
                opening += 1
            if at_is(text, n, opening, c'('):
                token.end, parser.crosses = delimited_end(text, n, opening + 1, end + 1, opening - end - 1), True
                return
    token.kind, token.code = WORD, A_WORD
    if may_have_role(parser.roles, first, size):
        token.role = role_of(parser, text, at, size)


cdef inline bint may_have_role(const Roles *roles, Py_UCS4 first, Py_ssize_t size) noexcept nogil:
    """Whether a word with the first letter and the size has a role: nearly all others are known by these two."""
    return size <= MAX_ROLE_WORD and first < 128 and roles.sizes[first] >> size & 1


cdef inline int role_of(const OutlineParser *parser, Unit *text, Py_ssize_t at, Py_ssize_t size) noexcept nogil:
    """The role of a word that `may_have_role`, or 0. Its letters are compared without a branch for each, where 16 units are
    left."""
    cdef const Roles *roles = parser.roles
    cdef const RoleWord *known
    cdef unsigned int slot = hash_of(text[at], text[at + size - 1], size)
    cdef Letters word
    cdef Py_ssize_t k
    if Unit is unsigned_char and at + <Py_ssize_t> sizeof(Letters) <= parser.size:
        memcpy(&word, text + at, sizeof(Letters))
        word.parts[0] &= roles.masks[size].parts[0]
        word.parts[1] &= roles.masks[size].parts[1]
    else:
        memset(&word, 0, sizeof(Letters))
        for k in range(size):
            if text[at + k] > 127:
                return 0
            word.each[k] = text[at + k]
    while True:
        known = &roles.words[slot]
        if known.role == 0:
            return 0
        if ((known.letters.parts[0] ^ word.parts[0]) | (known.letters.parts[1] ^ word.parts[1])) == 0:
            return known.role
        slot = (slot + 1) & (ROLE_SLOTS - 1)


cdef inline bint is_value(const Token *token) noexcept nogil:
    if token.kind == WORD:
        return token.role == VALUE or token.role == FOLLOWS or token.role == CASE
    return token.kind == OPEN or token.kind == MARK
