# The grammar of text without markup. What a line says: line_score.pxd; runs: plain_runs.pxd.

from shiplap._core.csrc cimport SHIPLAP_MARK_QUOTE, shiplap_signs
from shiplap._core.regions.line cimport (
    Line,
    Reader,
    cells,
    closes_fence,
    delimiter_cells,
    has,
    has_word,
    heading_level,
    holds,
    holds_word,
    indent,
    is_ascii_letter,
    is_blank,
    is_name_of,
    next_line,
    opens_fence,
    read_from,
    run_of,
    take,
    triples,
    trimmed,
)
from shiplap._core.regions.line_score cimport is_letter, line_score, read_signs, score_of
from shiplap._core.regions.output cimport CODE, HEADING, Out, begin
from shiplap._core.regions.plain_runs cimport (
    COMMENT,
    DIRECTIVE,
    DOUBLE_QUOTES,
    GRID,
    HTML_TABLE,
    MAX_LEVELS,
    NO_STRING,
    NO_TABLE,
    PIPES,
    SIMPLE,
    SINGLE_QUOTES,
    Plain,
    StringEnd,
    begin_plain,
    end_run,
    open_region,
    open_table,
    reset,
    settle,
)
from shiplap._core.regions.plain_tables cimport find_table, goes_on, is_border, is_grid
from shiplap._core.text.sizes cimport View

cdef enum:
    MAX_STRING_LINES = 200  # lines after which a string in three quotes, or a comment, is taken for one without an end
    ABOVE = 256             # of a kind of underline: there is one above too

cdef extern from *:
    """
    static const char *shiplap_code_directives[] = {"code", "code-block", "sourcecode", "parsed-literal", "highlight",
                                                    "literalinclude", "doctest", NULL};
    static const char *shiplap_table_directives[] = {"table", "list-table", "csv-table", NULL};
    """
    const char **CODE_DIRECTIVES "shiplap_code_directives"
    const char **TABLE_DIRECTIVES "shiplap_table_directives"


cdef inline Py_ssize_t scan_plain(const View *view, Out *out, Plain *state, Py_ssize_t at,
                                  Py_ssize_t until) noexcept nogil:
    """The regions of a text from a line start on, up to the first one from `until` on: that one, or the end."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        begin_plain(state, view, out)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        plain_line(state, &line)
        if reader.next >= until:
            return reader.next
    end_run(state)
    settle(state)
    return view.size


# ---- one line


cdef inline void plain_line(Plain *state, const Line *line) noexcept nogil:
    """Give a line to what is open, or open something, or give it to the run."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef bint blank = i == line.n
    if state.fence:
        if not blank and closes_fence(line, i, state.fence, state.fence_size):
            state.fence = 0
        return
    if state.string != NO_STRING and (blank or width >= state.string_margin):
        string_line(state, line)
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


cdef inline void string_line(Plain *state, const Line *line) noexcept nogil:
    """A line inside a string in three quotes, or a comment: it says nothing, and belongs to the run."""
    state.string_lines += 1
    if ends_string(state.string, line) or state.string_lines > MAX_STRING_LINES:
        state.string = NO_STRING


cdef inline bint ends_string(StringEnd string, const Line *line) noexcept nogil:
    """Whether the line has what ends a string, or a comment."""
    if string == COMMENT:
        return holds(line, "*/")
    return holds(line, "\"\"\"" if string == DOUBLE_QUOTES else "'''")


cdef inline void run_line(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Add a line to the run, unless it makes a table of lines at its end."""
    cdef shiplap_signs signs
    cdef unsigned int marks
    cdef Py_ssize_t end
    cdef int says
    read_signs(line, i, &signs)
    says, marks = line_score(line, i, &signs), signs.marks
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
    open_string(state, line, i, width, marks)


cdef inline void open_string(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width,
                             unsigned int marks) noexcept nogil:
    """Whether a string in three quotes begins in this line, or a comment, that the line does not end."""
    state.string_lines, state.string_margin = 0, width
    if has(line, i, "/*"):
        state.string = NO_STRING if ends_string(COMMENT, line) else COMMENT
    elif marks & SHIPLAP_MARK_QUOTE:
        if triples(line, c'"') & 1:
            state.string = DOUBLE_QUOTES
        elif (state.score > 0 or state.code) and triples(line, c'\'') & 1:
            state.string = SINGLE_QUOTES


cdef inline bint opens(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
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
            take(state.view, &state.last, state.buffer_last)
            if size == cells(&state.last, 0):
                state.lines, state.score = state.before_lines, state.before_score
                end_run(state)
                open_table(state, state.last.start, PIPES, width)
                return True
    return i == 0 and is_adornment(c) and adorns(state, line)


cdef inline bint opens_directive(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
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


cdef inline bint adorns(Plain *state, const Line *line) noexcept nogil:
    """Whether the line underlines a heading of reStructuredText: the one line of the run, or the second of two if
    the first is like this one."""
    cdef Py_ssize_t size = adornment(line), title, width
    cdef int c = line.c[0], key, level = 0
    cdef bint over = state.lines == 2 and state.first_adorns and state.first == c
    if size == 0 or state.lines != 1 + over or state.margin > 0:
        return False
    take(state.view, &state.last, state.buffer_last)
    if adornment(&state.last):
        return False
    title = trimmed(&state.last)
    if size < title and not (size >= 4 and c in b"=-" and 2 * size > title):
        return False
    if score_of(&state.last, indent(&state.last, 0, 0, &width)) > 2:
        return False
    key = c + ABOVE * over
    while level < state.adorned_count and state.adorned[level] != key:
        level += 1
    if level == state.adorned_count and level < MAX_LEVELS:
        state.adorned[level] = key
        state.adorned_count += 1
    level = min(level + 1, MAX_LEVELS)
    state.lines = 0
    settle(state)
    state.code = False
    begin(state.out, state.start, HEADING, level, state.last.start, line.start)
    reset(state)
    return True


cdef inline bint is_adornment(int c) noexcept nogil:
    """Whether headings are underlined with the character."""
    return c in b"=-~^\"'#*+.:_`"


cdef inline Py_ssize_t adornment(const Line *line) noexcept nogil:
    """The size of a line of one punctuation character, at least three times, or 0."""
    cdef Py_ssize_t end
    if line.n == 0 or not is_adornment(line.c[0]):
        return 0
    end = run_of(line, 0, line.c[0])
    return end if end >= 3 and is_blank(line, end) else 0
