# Strings, comments and directives, which may be long and span lines. Twin: reference/lexer.py.

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


cdef void quoted(Pass *p, Unit *text, Py_ssize_t at, Py_UCS4 quote, Token *token) noexcept nogil:
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
                while p.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
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


cdef Py_ssize_t triple_end(Unit *text, Py_ssize_t n, Py_ssize_t at, Py_UCS4 quote) noexcept nogil:
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
        while p.width == 0 and i < n and is_continuation(<unsigned char> text[i]):
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
