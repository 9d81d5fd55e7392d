# The grammar of text without markup. Twin: reference/regions/plain.py; what a line says: line_score.pxi.

cdef enum TableForm:
    NO_TABLE, PIPES, CELLS, COLUMNS_TABLE, GRID, SIMPLE, HTML_TABLE, DIRECTIVE

cdef enum StringEnd:
    NO_STRING, COMMENT, DOUBLE_QUOTES, SINGLE_QUOTES

cdef enum:
    STRING_LINES = 200
    HTML_LINES = 2000
    LEVELS = 8

cdef struct Columns:
    uint64_t[4] bits

cdef struct Candidate:
    Py_ssize_t count, start
    Py_ssize_t before_lines, before_score
    int divider
    Py_ssize_t number
    Columns blank

cdef struct Plain:
    const View *view
    Out *out
    Py_ssize_t start, lines, score, margin
    int first               # the first character of the first line
    bint first_adorns
    int first_level
    Line last
    bint last_colons
    Py_ssize_t before_lines, before_score
    Py_ssize_t waiting
    bint comments
    int heading_level
    Py_ssize_t heading_start, heading_end
    bint code
    int fence
    Py_ssize_t fence_size
    Py_ssize_t literal, expected
    StringEnd string
    Py_ssize_t string_margin, string_lines
    TableForm table
    Candidate found
    Py_ssize_t table_lines, margin_of_table, borders
    bint bordered
    Candidate pipes, cells, columns
    int adorned_count
    int[LEVELS] adorned     # the character, and 256 where there is one above too
    unsigned char[CAP] room
    unsigned char[CAP] room_last

cdef const char **CODE_DIRECTIVES = ["code", "code-block", "sourcecode", "parsed-literal", "highlight",
                                     "literalinclude", "doctest", NULL]
cdef const char **TABLE_DIRECTIVES = ["table", "list-table", "csv-table", NULL]


cdef void begin_plain(Plain *state, const View *view, Out *out) noexcept nogil:
    state.view, state.out = view, out
    state.lines = state.score = state.fence = state.adorned_count = 0
    state.waiting = state.literal = state.expected = -1
    state.heading_level = 0
    state.code = state.comments = False
    state.string, state.table = NO_STRING, NO_TABLE
    forget(state)


cdef void scan_plain(const View *view, Out *out, Plain *state) noexcept nogil:
    cdef Reader reader
    cdef Line line
    begin_plain(state, view, out)
    read_from(&reader, view, 0)
    while next_line(&reader, &line, state.room):
        plain_line(state, &line)
    end_run(state)
    settle(state)


# ---- one line

cdef void plain_line(Plain *state, const Line *line) noexcept nogil:
    """Give a line to what is open, or open something, or give it to the run."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef bint blank = i == line.n
    if state.fence:
        if not blank and closes_fence(line, i, state.fence, state.fence_size):
            state.fence = 0
        return
    if state.string != NO_STRING and (blank or width >= state.string_margin):
        state.string_lines += 1
        if ends_string(state.string, line) or state.string_lines > STRING_LINES:
            state.string = NO_STRING
        return
    state.string = NO_STRING
    if state.literal >= 0:
        if blank or width > state.literal:
            return
        state.literal = -1
    if goes_on(state, line):
        return
    if blank:
        end_run(state)
    elif not opens(state, line, i, width):
        run_line(state, line, i, width)


cdef void run_line(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Add a line to the run, unless it makes a table of lines at its end."""
    cdef int says = judge(line, i)
    cdef unsigned int marks = marks_of(line, i)
    cdef Py_ssize_t end
    if state.lines == 0:
        state.start, state.margin, state.score, state.first = line.start, width, 0, line.c[0]
        state.first_adorns = adornment(line) > 0
        state.first_level = heading_level(line, 0)
    if find_table(state, line, i, says, marks, state.lines, state.score):
        return
    state.before_lines, state.before_score = state.lines, state.score
    state.lines += 1
    state.score += says
    if width < state.margin:
        state.margin = width
    state.last = line[0]
    end = trimmed(line)
    state.last_colons = end >= 2 and line.c[end - 1] == c':' and line.c[end - 2] == c':'
    state.string_lines, state.string_margin = 0, width
    if has(line, i, "/*"):
        state.string = NO_STRING if ends_string(COMMENT, line) else COMMENT
    elif marks & SHIPLAP_MARK_QUOTE:
        if triples(line, 34) & 1:
            state.string = DOUBLE_QUOTES
        elif (state.score > 0 or state.code) and triples(line, 39) & 1:
            state.string = SINGLE_QUOTES


cdef bint opens(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Whether something other than a run begins with this line, or a heading ends."""
    cdef Py_ssize_t expected, size
    cdef int c = line.c[i]
    if state.lines == 0:
        expected, state.expected = state.expected, -1
        if 0 <= expected < width:
            open_region(state, line.start, CODE, 0, 0)
            state.literal = expected
            return True
    if is_letter(c):
        return False
    if c in b"`~" and width < 4:
        size = opens_fence(line, i)
        if size:
            end_run(state)
            open_region(state, line.start, CODE, line.start + i + size, line.end)
            state.fence, state.fence_size = c, size
            return True
    if c == c'.' and has(line, i, ".. "):
        return opens_directive(state, line, i, width)
    if c == c'<' and i + 6 <= line.n and has_word(line, i, i + 6, "<table"):
        end_run(state)
        open_table(state, line.start, HTML_TABLE, width)
        if holds_word(line, "</table>"):
            state.table = NO_TABLE
        return True
    if c == c'+' and is_grid(line, i):
        end_run(state)
        open_table(state, line.start, GRID, width)
        return True
    if c == c'=' and is_border(line, i):
        end_run(state)
        open_table(state, line.start, SIMPLE, width)
        return True
    if c in b"|:-" and state.lines > 0:
        size = delimiter_cells(line, i)
        if size:
            take(state.view, &state.last, state.room_last)
            if size == cells(&state.last, 0):
                state.lines, state.score = state.before_lines, state.before_score
                end_run(state)
                open_table(state, state.last.start, PIPES, width)
                return True
    return i == 0 and is_adornment(c) and adorns(state, line)


cdef bint opens_directive(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Whether the line is a directive of reStructuredText that has code or a table in it."""
    cdef Py_ssize_t name = i + 3, end = i + 3
    while end < line.n and (is_ascii_letter(line.c[end]) or line.c[end] == c'-'):
        end += 1
    if not has(line, end, "::"):
        return False
    if is_name_of(line, name, end, CODE_DIRECTIVES):
        end_run(state)
        open_region(state, line.start, CODE, line.start + end + 2, line.end)
        state.literal = width
        return True
    if is_name_of(line, name, end, TABLE_DIRECTIVES):
        end_run(state)
        open_table(state, line.start, DIRECTIVE, width)
        return True
    return False


cdef bint is_name_of(const Line *line, Py_ssize_t begin, Py_ssize_t end, const char **names) noexcept nogil:
    """Whether line[begin:end] is one of the names, in small letters as they are."""
    cdef Py_ssize_t k
    while names[0] != NULL:
        k = 0
        while names[0][k] and begin + k < end and line.c[begin + k] == names[0][k]:
            k += 1
        if begin + k == end and not names[0][k]:
            return True
        names += 1
    return False


cdef bint adorns(Plain *state, const Line *line) noexcept nogil:
    """Whether the line underlines a heading of reStructuredText."""
    cdef Py_ssize_t size = adornment(line), title, width
    cdef int c = line.c[0], key, level = 0
    cdef bint over = state.lines == 2 and state.first_adorns and state.first == c
    if size == 0 or state.lines != 1 + over or state.margin > 0:
        return False
    take(state.view, &state.last, state.room_last)
    if adornment(&state.last):
        return False
    title = trimmed(&state.last)
    if size < title and not (size >= 4 and c in b"=-" and 2 * size > title):
        return False
    if judge(&state.last, indent(&state.last, 0, 0, &width)) > 2:
        return False
    key = c + 256 * over
    while level < state.adorned_count and state.adorned[level] != key:
        level += 1
    if level == state.adorned_count and level < LEVELS:
        state.adorned[level] = key
        state.adorned_count += 1
    level = min(level + 1, LEVELS)
    state.lines = 0
    settle(state)
    state.code = False
    begin(state.out, state.start, HEADING, level, state.last.start, line.start)
    forget(state)
    return True


# ---- runs

cdef void end_run(Plain *state) noexcept nogil:
    """A run is over: it is code, or prose, or waits for what comes."""
    cdef Py_ssize_t lines = state.lines
    cdef bint comment = state.first == c'#'
    cdef int level
    forget(state)
    if lines == 0:
        return
    state.lines = 0
    state.expected = state.margin if state.last_colons and state.score <= 0 else -1
    if state.score > 0:
        if not (state.code or (state.waiting >= 0 and state.comments)):
            settle(state)
        if not state.code:
            begin(state.out, state.waiting if state.waiting >= 0 else state.start, CODE, 0, 0, 0)
        state.code, state.waiting = True, -1
    elif state.score < 0 and not (state.code and state.margin >= 4 and state.score > -MOST):
        settle(state)
        go_on(state.out, state.start, PROSE)
        state.code = False
    elif not (state.code and state.margin > 0):
        level = state.first_level if lines == 1 and state.margin == 0 else 0
        if state.waiting >= 0 and (state.heading_level or not comment):
            settle(state)
        state.heading_level = 0
        if state.waiting < 0:
            state.waiting, state.comments = state.start, comment
            if level:
                take(state.view, &state.last, state.room_last)
                state.heading_level, state.heading_start = level, state.last.start
                state.heading_end = place_of(state.view, &state.last, state.last.n)


cdef inline void forget(Plain *state) noexcept nogil:
    """Forget what may have become a table."""
    state.pipes.count = state.cells.count = state.columns.count = 0


cdef void settle(Plain *state) noexcept nogil:
    """What waits is a heading, or a comment after code, or prose."""
    cdef Py_ssize_t at = state.waiting
    state.waiting = -1
    if at < 0 or (state.code and state.comments):
        return
    if state.heading_level:
        begin(state.out, at, HEADING, state.heading_level, state.heading_start, state.heading_end)
    else:
        go_on(state.out, at, PROSE)
    state.code = False


cdef void open_region(Plain *state, Py_ssize_t start, Kind kind, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """Begin a region that is no run."""
    settle(state)
    state.code, state.expected = False, -1
    begin(state.out, start, kind, 0, info, end)


cdef void open_table(Plain *state, Py_ssize_t start, TableForm form, Py_ssize_t width) noexcept nogil:
    """Begin a table."""
    open_region(state, start, TABLE, 0, 0)
    state.table, state.table_lines, state.margin_of_table = form, 0, width
    state.borders, state.bordered = 1, True
