# The lexer of the outline. `Unit` is a byte of UTF-8 or a code unit of a str.

cdef void next_token(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    """The token that begins at `at`, which is neither white space nor a line end."""
    cdef Py_ssize_t n = p.n
    cdef Py_UCS4 unit = text[at], following = text[at + 1] if at + 1 < n else 0
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
        if unit == c'{' and p.holes.count:
            p.holes.data[p.holes.count - 1] += 1
        return
    if of == OF_CLOSE:
        token.kind, token.code = CLOSE, unit
        if unit == c'}' and p.holes.count:
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
            token.end = find(text, n, c'`', 0, at + 1)
            return
    elif of == OF_HASH:
        if p.flags & HASH_COMMENTS:
            token.kind, token.end = COMMENT, line_end(p, text, at)
            return
        if p.flags & DIRECTIVES and p.lex_bare:
            directive(p, text, at, token)
            return
    elif of == OF_SLASH and not p.flags & HASH_COMMENTS:
        if following == c'/':
            token.kind, token.end = COMMENT, line_end(p, text, at)
            return
        if following == c'*':
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
    if unit == c'\\':
        if is_line(following) and at + 1 < n:
            token.end, p.crosses = newline_end(text, n, at + 1), True
        return
    pair(unit, following, token)


cdef inline void pair(Py_UCS4 unit, Py_UCS4 following, Token *token) noexcept nogil:
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


cdef void word(Pass *p, Unit *text, Py_ssize_t at, Token *token) noexcept nogil:
    cdef Py_ssize_t n = p.n, end = word_end(text, n, at), opening, size
    cdef Py_UCS4 first = text[at]
    token.end, token.kind = end, LITERAL
    if c'0' <= first <= c'9':
        if p.flags & RAW_DELIMITED:
            while end + 1 < n and text[end] == c'\'' and is_word(text[end + 1]):
                end += 1
                while end < n and is_word(text[end]):
                    end += 1
            token.end = end
        return
    size = end - at
    if end < n and size <= 3 and p.flags & (LONG_STRINGS | RAW_DELIMITED):
        if p.flags & LONG_STRINGS:
            if text[end] in b"#\"" and (
                (size == 1 and first == c'r') or (size == 2 and text[at + 1] == c'r' and first in b"bc")
            ):
                opening = end
                while at_is(text, n, opening, c'#'):
                    opening += 1
                if at_is(text, n, opening, c'"'):
                    token.end, p.crosses = raw_end(text, n, opening + 1, opening - end), True
                    return
        elif text[end] == c'"' and text[end - 1] == c'R' and (
            size == 1 or (size == 2 and first in b"LuU")
            or (size == 3 and first == c'u' and text[at + 1] == c'8')
        ):
            opening = end + 1
            while (opening < n and opening - end <= DELIMITER_CAP and c'!' <= text[opening] <= c'~'
                    and text[opening] not in b"()\\\""):
                opening += 1
            if at_is(text, n, opening, c'('):
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


cdef inline bint is_value(const Token *token) noexcept nogil:
    if token.kind == WORD:
        return token.role == VALUE or token.role == FOLLOWS or token.role == CASE
    return token.kind == OPEN or token.kind == MARK
