# The tables of text without markup. Twin: reference/regions/plain.py.

cdef bint goes_on(Plain *state, const Line *line) noexcept nogil:
    """Whether a table is open and the line belongs to it."""
    cdef Py_ssize_t i, width
    if state.table == NO_TABLE:
        return False
    i = indent(line, 0, 0, &width)
    state.table_lines += 1
    if table_goes_on(state, line, i, width):
        return True
    state.table = NO_TABLE
    return False


cdef bint begins_table(Plain *state, const Line *line) noexcept nogil:
    """Whether a table begins with this line of a paragraph, or has begun before it."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef unsigned int marks
    if is_grid(line, i) or is_border(line, i):
        open_table(state, line.start, GRID if line.c[i] == c'+' else SIMPLE, width)
        return True
    marks = marks_of(line, i)
    return find_table(state, line, i, judge(line, i) if may_divide(marks) else 0, marks, 0, 0)


cdef inline bint may_divide(unsigned int marks) noexcept nogil:
    """Whether a line that has these may be divided into cells."""
    return (marks & (SHIPLAP_MARK_PIPE | SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE | SHIPLAP_MARK_GAP)
            or is_spaced(marks))


cdef inline bint is_spaced(unsigned int marks) noexcept nogil:
    """Whether a line has commas or semicolons, and no words."""
    return marks & SHIPLAP_MARK_DELIMITER and not marks & SHIPLAP_MARK_WORDS


cdef bint find_table(Plain *state, const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t lines,
                     Py_ssize_t score) noexcept nogil:
    """Whether this line and those before it are a table; it is then open, and the run ends before them."""
    cdef Candidate seen
    cdef int c = line.c[i], form
    if c in b"-=+|:" and is_rule(line, i):
        return False
    if not may_divide(marks):
        forget(state)
        return False
    for form in range(PIPES, COLUMNS_TABLE + 1):
        signature(line, i, says, marks, <TableForm> form, &seen)
        seen.start, seen.before_lines, seen.before_score, seen.count = line.start, lines, score, 1
        if another(state, &state.pipes if form == PIPES else &state.cells if form == CELLS else &state.columns,
                   &seen, line, i, <TableForm> form):
            return True
    return False


cdef void signature(const Line *line, Py_ssize_t i, int says, unsigned int marks, TableForm form,
                    Candidate *seen) noexcept nogil:
    """What divides a line into cells, in one of the three ways, or nothing."""
    cdef int c = line.c[i]
    seen.divider = seen.number = 0
    if form == PIPES:
        if marks & SHIPLAP_MARK_PIPE and (says < 3 or c == c'|'):
            seen.number = count_of(line, 124)
            if seen.number >= 2 or c == c'|':
                seen.divider = 124
    elif form == CELLS:
        if says < 3 and (marks & (SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE) or (says == 0 and is_spaced(marks))):
            seen.divider = delimiters(line, i, says, marks, &seen.number)
    elif says < 3 and marks & SHIPLAP_MARK_GAP and c not in b"#*/" and not holds(line, "/*"):
        if blank_columns(line, i, &seen.blank):
            seen.divider = 32


cdef bint another(Plain *state, Candidate *candidate, const Candidate *seen, const Line *line, Py_ssize_t i,
                  TableForm form) noexcept nogil:
    """Add what a line is divided by to a candidate, or begin it anew; whether it is now a table, which opens."""
    cdef Columns both
    if seen.divider == 0:
        candidate.count = 0
        return False
    if (candidate.count and candidate.divider == seen.divider and candidate.number == seen.number
            and (seen.divider != c' ' or common(&candidate.blank, &seen.blank, &both))):
        candidate.count += 1
        if seen.divider == c' ':
            candidate.blank = both
    else:
        candidate[0] = seen[0]
    if candidate.count < wanted(candidate, line, i):
        return False
    state.found = candidate[0]
    state.lines, state.score = candidate.before_lines, candidate.before_score
    end_run(state)
    open_table(state, state.found.start, form, 0)
    return True


cdef int wanted(const Candidate *candidate, const Line *line, Py_ssize_t i) noexcept nogil:
    """The lines that make a table: two where much agrees, else three."""
    if candidate.divider == c'|':
        return 2 if line.c[i] == c'|' and line.c[trimmed(line) - 1] == c'|' else 3
    if candidate.divider == c' ':
        return 2 if has_groups(&candidate.blank) else 3
    return 3 if candidate.number < 3 else 2


cdef bint table_goes_on(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Whether a line belongs to the open table."""
    cdef bint blank = i == line.n
    cdef Py_ssize_t number
    cdef Columns seen, both
    if state.table == HTML_TABLE:
        if holds_word(line, "</table>"):
            state.table = NO_TABLE
            return True
        return state.table_lines < HTML_LINES
    if state.table == DIRECTIVE:
        return blank or width > state.margin_of_table
    if state.table == SIMPLE:
        if blank:
            return state.borders < 3 and not (state.borders == 2 and state.bordered)
        state.bordered = is_border(line, i)
        state.borders += state.bordered
        return width >= state.margin_of_table
    if blank:
        return False
    if state.table == GRID:
        return line.c[i] in b"|+"
    if is_rule(line, i):
        return True
    if state.table == PIPES:
        return count_of(line, 124) > 0
    if state.table == CELLS:
        return delimiters(line, i, judge(line, i), marks_of(line, i), &number) == state.found.divider
    blank_columns(line, i, &seen)
    if common(&state.found.blank, &seen, &both):
        state.found.blank = both
        return True
    return i > last_of(&state.found.blank) or trimmed(line) <= first_of(&state.found.blank)


# ---- what a line is

cdef bint is_rule(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether a line only parts the rows of a table."""
    cdef Py_ssize_t count = 0, k
    cdef int c
    for k in range(i, line.n):
        c = line.c[k]
        if c in b"-=":
            count += 1
        elif c not in b"+|:" and not is_gap(c):
            return False
    return count >= 3


cdef bint is_grid(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether a line is the edge of a grid table: `+---+---+`."""
    cdef Py_ssize_t end = trimmed(line), k
    if end - i < 3 or line.c[end - 1] != c'+':
        return False
    for k in range(i, end):
        if line.c[k] not in b"+-=":
            return False
    return True


cdef bint is_border(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether a line is the border of a simple table: two or more runs of `=`."""
    cdef Py_ssize_t end = line.n, k
    cdef bint parted = False
    while end > i and line.c[end - 1] == c' ':
        end -= 1
    for k in range(i, end):
        if line.c[k] == c' ':
            parted = parted or (k > i and line.c[k - 1] == c'=')
        elif line.c[k] != c'=':
            return False
    return parted


cdef inline bint is_adornment(int c) noexcept nogil:
    return c in b"=-~^\"'#*+.:_`"


cdef Py_ssize_t adornment(const Line *line) noexcept nogil:
    """The size of a line of one punctuation character, at least three times, or 0."""
    cdef Py_ssize_t end
    if line.n == 0 or not is_adornment(line.c[0]):
        return 0
    end = run_of(line, 0, line.c[0])
    return end if end >= 3 and is_blank(line, end) else 0


cdef int delimiters(const Line *line, Py_ssize_t i, int says, unsigned int marks,
                    Py_ssize_t *number) noexcept nogil:
    """What divides the line into cells, and how often; 256 is a comma with white space after it."""
    cdef Py_ssize_t tabs = 0, bare_commas = 0, commas = 0, bare_semicolons = 0, semicolons = 0, k
    cdef bint quoted = False, bare
    cdef int c, last
    for k in range(i, line.n):
        c = line.c[k]
        if c == c'"':
            quoted = not quoted
        elif c == c'\t':
            tabs += k + 1 < line.n
        elif c in b",;" and not quoted:
            bare = k + 1 < line.n and not is_gap(line.c[k + 1])
            if c == c',':
                commas += 1
                bare_commas += bare
            else:
                semicolons += 1
                bare_semicolons += bare
    if tabs:
        number[0] = tabs
        return 9
    if bare_semicolons and 2 * bare_semicolons >= semicolons and semicolons >= commas:
        number[0] = semicolons
        return 59
    number[0] = commas
    if bare_commas and 2 * bare_commas >= commas:
        return 44
    last = line.c[trimmed(line) - 1]
    if commas > 0 and bare_commas == 0 and says == 0 and not marks & SHIPLAP_MARK_WORDS and (
            is_letter(last) or is_digit(last) or last in b"_$.%\""):
        return 256
    number[0] = 0
    return 0


cdef bint blank_columns(const Line *line, Py_ssize_t i, Columns *found) noexcept nogil:
    """The columns of runs of two or more spaces inside a line, but not of those after the end of a sentence."""
    cdef Py_ssize_t end = trimmed(line), at = i, first, k
    cdef int c
    cdef bint any = False
    if end > 256:
        end = 256
    for k in range(4):
        found.bits[k] = 0
    while at < end:
        first = at
        while at < end and line.c[at] == c' ':
            at += 1
        if at - first >= 2:
            c = line.c[first - 1]
            if c not in b".?!:":
                any = True
                for k in range(first, at):
                    found.bits[k >> 6] |= <uint64_t> 1 << (k & 63)
        at += 1
    return any


cdef bint common(const Columns *one, const Columns *other, Columns *both) noexcept nogil:
    """The columns of both, and whether there are any."""
    cdef int k
    cdef uint64_t any = 0
    for k in range(4):
        both.bits[k] = one.bits[k] & other.bits[k]
        any |= both.bits[k]
    return any != 0


cdef bint is_in(const Columns *columns, Py_ssize_t k) noexcept nogil:
    return columns.bits[k >> 6] >> (k & 63) & 1


cdef bint has_groups(const Columns *columns) noexcept nogil:
    """Whether there are two or more runs of columns."""
    cdef int k, groups = 0
    for k in range(256):
        groups += is_in(columns, k) and (k == 0 or not is_in(columns, k - 1))
    return groups > 1


cdef Py_ssize_t first_of(const Columns *columns) noexcept nogil:
    cdef Py_ssize_t k = 0
    while k < 255 and not is_in(columns, k):
        k += 1
    return k


cdef Py_ssize_t last_of(const Columns *columns) noexcept nogil:
    cdef Py_ssize_t k = 255
    while k > 0 and not is_in(columns, k):
        k -= 1
    return k
