# What both kinds of outline share.

cdef inline void push_line(Pass *p, Py_ssize_t start) noexcept nogil:
    """The next line starts here."""
    cdef Py_ssize_t at = p.lines.count
    if not push_number(&p.lines, start):
        p.failed = True
        return
    if at == p.ranks_room and not grow(<void **> &p.ranks, &p.ranks_room, 1):
        p.lines.count = at
        p.failed = True
        return
    p.ranks[at] = INNER
    p.line = at
    if p.ended >= 0:
        p.rows[p.ended].end = start
        p.ended = -1


cdef void cross(Pass *p, Unit *text, Py_ssize_t at, Py_ssize_t end) noexcept nogil:
    """The lines that start within a token."""
    cdef Py_ssize_t next
    p.crosses = False
    while not p.failed:
        at = line_end(p, text, at)
        if at >= end:
            return
        next = newline_end(text, p.n, at)
        if next <= end:
            push_line(p, next)
        at = next


cdef void parse(Pass *p, Unit *text) noexcept nogil:
    cdef Py_ssize_t at = 0, n = p.n
    cdef Token token
    cdef Py_UCS4 unit
    cdef int some
    push_line(p, 0)
    while at < n and not p.failed:
        unit = text[at]
        if unit <= c' ':
            if unit in b" \t\v\f":
                at += 1
                continue
            if unit in b"\n\r":
                newline(p)
                p.lex_bare = True
                at = newline_end(text, n, at)
                push_line(p, at)
                if Unit is unsigned_char:
                    while at + 8 <= n:
                        some = shiplap_space_bytes(text + at)
                        at += some
                        if some < 8:
                            break
                continue
        next_token(p, text, at, &token)
        at = take(p, text, &token)
        if token.code == HOLE_END and token.kind == CLOSE:
            p.holes.count -= 1
            token.start = at
            token.role = 0
            template(p, text, at, &token)
            at = take(p, text, &token)
    if p.failed:
        return
    if p.ended >= 0:
        p.rows[p.ended].end = n
        p.ended = -1
    if p.family == PYTHON:
        finish_suites(p)
    else:
        finish_braces(p)


cdef inline Py_ssize_t take(Pass *p, Unit *text, Token *token) noexcept nogil:
    """Hand a token on. Its end."""
    if token.kind == COMMENT:
        p.lex_bare = False
        comment(p, token)
        if p.crosses:
            cross(p, text, token.start, token.end)
        p.run_last = p.line
        return token.end
    if token.kind != DIRECTIVE:
        p.lex_bare = False
        if p.flags & REGEXES:
            p.value = is_value(token)
    if p.ended >= 0 and token.code not in b",;":
        p.rows[p.ended].end = p.last_end
        p.ended = -1
    if p.family == PYTHON:
        suite_token(p, token)
    else:
        brace_token(p, token)
    p.bare = p.empty = False
    if p.crosses:
        cross(p, text, token.start, token.end)
    if token.kind != DIRECTIVE:
        p.last_end, p.last_line, p.next_line = token.end, p.line, -1
    return token.end


cdef inline void newline(Pass *p) noexcept nogil:
    if p.empty:
        if not place(p).inside:
            mark(p, p.line, p.after if p.after < LINE else LINE)
    if p.empty or not p.bare:
        p.run = -1
    p.blank = p.empty
    p.bare = p.empty = True


cdef struct Place:
    bint inside
    bint least
    bint follows


cdef inline Place place(Pass *p) noexcept nogil:
    return suite_place(p) if p.family == PYTHON else brace_place(p)


cdef inline Py_ssize_t column_of(const Pass *p, const Token *token) noexcept nogil:
    return token.start - p.lines.data[p.line]


cdef void comment(Pass *p, const Token *token) noexcept nogil:
    cdef Place here
    cdef Py_ssize_t column
    if p.empty:
        column = column_of(p, token)
        if p.run < 0 or p.run_last < p.line - 1 or column != p.run_column:
            p.run, p.run_column = p.line, column
            here = place(p)
            if not here.inside:
                rank_line(p, here.least, here.follows)
        if p.next_line < 0:
            p.next_line = p.line
        if p.family == RUST and unit_of(p, token.start + 2) == c'!':
            p.run = -1
    p.empty = False


cdef inline Py_ssize_t begin_line(Pass *p, Py_ssize_t column, bint inside, bint least, bint follows) noexcept nogil:
    if p.run >= 0 and p.run_last >= p.line - 1 and p.run_column <= column:
        return p.run
    if not inside:
        rank_line(p, least, follows)
    return p.line


cdef inline void rank_line(Pass *p, bint least, bint follows) noexcept nogil:
    cdef int rank = BLOCK if least and (p.blank or follows) else BLANK if p.blank else LINE
    mark(p, p.line, rank if rank < p.after else p.after)
    p.after = INNER


cdef inline void mark(Pass *p, Py_ssize_t line, int rank) noexcept nogil:
    if line < p.lines.count and p.ranks[line] > rank:
        p.ranks[line] = rank


cdef Py_ssize_t define(Pass *p, int role, Name name, Py_ssize_t first, Py_ssize_t lead, Py_ssize_t line,
                       Py_ssize_t body, Py_ssize_t parent, int least) noexcept nogil:
    cdef Py_ssize_t start = first, begin = first
    cdef int rank = least
    cdef Row *row
    if lead >= 0:
        start, begin = p.lines.data[lead], p.lines.data[line]
    if p.rows_count and p.rows[p.rows_count - 1].start >= start:
        return -1
    if p.rows_count == p.rows_room and not grow(<void **> &p.rows, &p.rows_room, sizeof(Row)):
        p.failed = True
        return -1
    if parent >= 0:
        row = &p.rows[parent]
        if row.role == FUNCTION or row.role == METHOD:
            rank = BLOCK
        elif row.role == MODULE:
            rank = least if least > row.rank else <int> row.rank
        else:
            rank = MEMBER if MEMBER > row.rank else <int> row.rank
            if role == FUNCTION:
                role = METHOD
    row = &p.rows[p.rows_count]
    row.role, row.name_start, row.name_end, row.start, row.code = role, name.start, name.end, start, begin
    row.body, row.end, row.parent, row.rank = body, p.n, parent, rank
    p.rows_count += 1
    if lead >= 0:
        mark(p, lead, rank)
    return p.rows_count - 1


cdef inline void finish_here(Pass *p, Py_ssize_t number) noexcept nogil:
    p.ended = number
    if p.rows[number].rank < p.after:
        p.after = <int> p.rows[number].rank


cdef void finish_before(Pass *p, Py_ssize_t number) noexcept nogil:
    cdef Row *row = &p.rows[number]
    if p.line == p.last_line:
        row.end = p.last_end
        return
    row.end = p.lines.data[p.last_line + 1]
    mark(p, p.last_line + 1, <int> row.rank)
    mark(p, p.next_line if p.next_line >= 0 else p.line, <int> row.rank)


cdef inline void finish_last(Pass *p, Py_ssize_t number) noexcept nogil:
    p.rows[number].end = p.lines.data[p.last_line + 1] if p.last_line + 1 < p.lines.count else p.n
