# The tables of text without markup.

from libc.stdint cimport uint8_t, uint64_t

from shiplap._core.csrc cimport (
    SHIPLAP_MARK_BARE,
    SHIPLAP_MARK_DELIMITER,
    SHIPLAP_MARK_GAP,
    SHIPLAP_MARK_PIPE,
    SHIPLAP_MARK_TAB,
    SHIPLAP_MARK_WORDS,
    shiplap_find_set,
    shiplap_lowest_bit,
    shiplap_signs,
)
from shiplap._core.regions.line cimport Line, count_of, holds, holds_word, indent, is_digit, is_gap, trimmed
from shiplap._core.regions.line_score cimport is_letter, line_score, read_signs
from shiplap._core.regions.plain_runs cimport (
    BITS,
    CELLS,
    COLUMNS_TABLE,
    DIRECTIVE,
    GRID,
    HTML_TABLE,
    MAX_COLUMNS,
    NO_TABLE,
    NUMBERS,
    PIPES,
    SIMPLE,
    Candidate,
    Columns,
    Plain,
    TableForm,
    end_run,
    open_table,
    reset,
)

cdef enum:
    MAX_HTML_LINES = 2000   # lines after which an HTML table is taken for one that nothing closes
    SPACED_COMMA = 256      # divides cells: a comma with white space after it

cdef extern from *:
    """
    /* What `delimiters` looks for, as the set of shiplap_find_set: a double quote, a tab, a comma, a semicolon. */
    static const uint8_t shiplap_delimiters[16] = {[2] = 1 << 2, [9] = 1 << 0, [11] = 1 << 3, [12] = 1 << 2};
    """
    const uint8_t[16] DELIMITERS "shiplap_delimiters"


cdef inline bint goes_on(Plain *state, const Line *line) noexcept nogil:
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


cdef inline bint begins_table(Plain *state, const Line *line) noexcept nogil:
    """Whether a table begins with this line of a paragraph, or has begun before it."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef shiplap_signs signs
    cdef int says
    if is_grid(line, i) or is_border(line, i):
        open_table(state, line.start, GRID if line.c[i] == c'+' else SIMPLE, width)
        return True
    read_signs(line, i, &signs)
    says = line_score(line, i, &signs) if may_divide(signs.marks) else 0
    return find_table(state, line, i, says, signs.marks, 0, 0)


cdef inline bint may_divide(unsigned int marks) noexcept nogil:
    """Whether a line that has these may be divided into cells."""
    return (marks & (SHIPLAP_MARK_PIPE | SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE | SHIPLAP_MARK_GAP)
            or is_spaced(marks))


cdef inline bint is_spaced(unsigned int marks) noexcept nogil:
    """Whether a line has commas or semicolons, and no words."""
    return marks & SHIPLAP_MARK_DELIMITER and not marks & SHIPLAP_MARK_WORDS


cdef inline bint find_table(Plain *state, const Line *line, Py_ssize_t i, int says, unsigned int marks,
                            Py_ssize_t lines, Py_ssize_t score) noexcept nogil:
    """Whether this line and those before it are a table; it is then open, and the run ends before them."""
    cdef Candidate seen
    cdef Candidate *candidate
    cdef Columns both
    cdef int c = line.c[i], form
    if c in b"-=+|:" and is_rule(line, i):  # it parts what may become rows
        return False
    if not may_divide(marks):
        reset(state)
        return False
    for form in range(PIPES, COLUMNS_TABLE + 1):
        candidate = &state.pipes if form == PIPES else &state.cells if form == CELLS else &state.columns
        signature(line, i, says, marks, <TableForm> form, &seen)
        if agrees(candidate, &seen, &both):
            candidate.count += 1
            if seen.divider == c' ':
                candidate.blank = both
        else:
            candidate.count = 0
            if seen.divider == 0:
                continue
            candidate[0] = seen
            candidate.start, candidate.before_lines, candidate.before_score = line.start, lines, score
        if candidate.count >= wanted(candidate, line, i):
            state.found = candidate[0]
            state.lines, state.score = candidate.before_lines, candidate.before_score
            end_run(state)
            open_table(state, state.found.start, <TableForm> form, 0)
            return True
    return False


cdef inline void signature(const Line *line, Py_ssize_t i, int says, unsigned int marks, TableForm form,
                           Candidate *seen) noexcept nogil:
    """What divides a line into cells, in one of the three ways, or nothing."""
    cdef int c = line.c[i]
    seen.divider = seen.number = 0
    seen.count = 1
    if form == PIPES:
        if marks & SHIPLAP_MARK_PIPE and (says < 3 or c == c'|'):
            seen.number = count_of(line, c'|')
            if seen.number >= 2 or c == c'|':
                seen.divider = c'|'
    elif form == CELLS:
        if says < 3 and (marks & (SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE) or (says == 0 and is_spaced(marks))):
            seen.divider = delimiters(line, i, says, marks, &seen.number)
    elif says < 3 and marks & SHIPLAP_MARK_GAP and c not in b"#*/" and not holds(line, "/*"):
        if blank_columns(line, i, &seen.blank):
            seen.divider = c' '


cdef inline bint agrees(const Candidate *candidate, const Candidate *seen, Columns *both) noexcept nogil:
    """Whether a line is divided as those before it; `both`: the blank columns of both, where those divide it."""
    if candidate.count == 0 or candidate.divider != seen.divider or candidate.number != seen.number:
        return False
    return seen.divider != c' ' or common(&candidate.blank, &seen.blank, both)


cdef inline int wanted(const Candidate *candidate, const Line *line, Py_ssize_t i) noexcept nogil:
    """The lines that make a table: two where much agrees, else three."""
    if candidate.divider == c'|':
        return 2 if line.c[i] == c'|' and line.c[trimmed(line) - 1] == c'|' else 3
    if candidate.divider == c' ':
        return 2 if has_groups(&candidate.blank) else 3
    return 3 if candidate.number < 3 else 2


cdef inline bint table_goes_on(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Whether a line belongs to the open table."""
    cdef bint blank = i == line.n
    cdef Py_ssize_t number
    cdef Columns seen, both
    cdef shiplap_signs signs
    if state.table == HTML_TABLE:
        if holds_word(line, "</table>"):
            state.table = NO_TABLE
            return True
        return state.table_lines < MAX_HTML_LINES
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
        return count_of(line, c'|') > 0
    if state.table == CELLS:
        read_signs(line, i, &signs)
        return delimiters(line, i, line_score(line, i, &signs), signs.marks, &number) == state.found.divider
    blank_columns(line, i, &seen)
    if common(&state.found.blank, &seen, &both):
        state.found.blank = both
        return True
    return i > last_of(&state.found.blank) or trimmed(line) <= first_of(&state.found.blank)


# ---- what a line is


cdef inline bint is_rule(const Line *line, Py_ssize_t i) noexcept nogil:
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


cdef inline bint is_grid(const Line *line, Py_ssize_t i) noexcept nogil:
    """Whether a line is the edge of a grid table: `+---+---+`."""
    cdef Py_ssize_t end = trimmed(line), k
    if end - i < 3 or line.c[end - 1] != c'+':
        return False
    for k in range(i, end):
        if line.c[k] not in b"+-=":
            return False
    return True


cdef inline bint is_border(const Line *line, Py_ssize_t i) noexcept nogil:
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


cdef inline int delimiters(const Line *line, Py_ssize_t i, int says, unsigned int marks,
                           Py_ssize_t *number) noexcept nogil:
    """What divides the line into cells, and how often: tabs; or semicolons or commas outside of
    double quotes, of which half or more have no white space after them, or all do (SPACED_COMMA) in a line that says
    nothing and has no words."""
    cdef Py_ssize_t tabs = 0, bare_commas = 0, commas = 0, bare_semicolons = 0, semicolons = 0, begin = i, k
    cdef uint64_t here
    cdef bint quoted = False, bare
    cdef int c, last
    while begin < line.n:
        here = 0
        shiplap_find_set(line.c, 1, begin, min(begin + 64, line.n), DELIMITERS, &here)
        while here:
            k = begin + <Py_ssize_t> shiplap_lowest_bit(here)
            here &= here - 1
            c = line.c[k]
            if c == c'"':
                quoted = not quoted
            elif c == c'\t':
                tabs += k + 1 < line.n
            elif not quoted:
                bare = k + 1 < line.n and not is_gap(line.c[k + 1])
                if c == c',':
                    commas += 1
                    bare_commas += bare
                else:
                    semicolons += 1
                    bare_semicolons += bare
        begin += 64
    if tabs:
        number[0] = tabs
        return c'\t'
    if bare_semicolons and 2 * bare_semicolons >= semicolons and semicolons >= commas:
        number[0] = semicolons
        return c';'
    number[0] = commas
    if bare_commas and 2 * bare_commas >= commas:
        return c','
    last = line.c[trimmed(line) - 1]
    if commas > 0 and bare_commas == 0 and says == 0 and not marks & SHIPLAP_MARK_WORDS and (
            is_letter(last) or is_digit(last) or last in b"_$.%\""):
        return SPACED_COMMA
    number[0] = 0
    return 0


cdef inline bint blank_columns(const Line *line, Py_ssize_t i, Columns *found) noexcept nogil:
    """The columns of runs of two or more spaces inside a line, but not of those after the end of a sentence."""
    cdef Py_ssize_t end = trimmed(line), at = i, first, k
    cdef int c
    cdef bint any = False
    if end > MAX_COLUMNS:
        end = MAX_COLUMNS
    for k in range(NUMBERS):
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
                    found.bits[k // BITS] |= <uint64_t> 1 << (k % BITS)
        at += 1
    return any


cdef inline bint common(const Columns *one, const Columns *other, Columns *both) noexcept nogil:
    """The columns of both, and whether there are any."""
    cdef int k
    cdef uint64_t any = 0
    for k in range(NUMBERS):
        both.bits[k] = one.bits[k] & other.bits[k]
        any |= both.bits[k]
    return any != 0


cdef inline bint is_in(const Columns *columns, Py_ssize_t k) noexcept nogil:
    """Whether a column is one of them."""
    return columns.bits[k // BITS] >> (k % BITS) & 1


cdef inline bint has_groups(const Columns *columns) noexcept nogil:
    """Whether there are two or more runs of columns."""
    cdef int k, groups = 0
    for k in range(MAX_COLUMNS):
        groups += is_in(columns, k) and (k == 0 or not is_in(columns, k - 1))
    return groups > 1


cdef inline Py_ssize_t first_of(const Columns *columns) noexcept nogil:
    """The first of the columns."""
    cdef Py_ssize_t k = 0
    while k < MAX_COLUMNS - 1 and not is_in(columns, k):
        k += 1
    return k


cdef inline Py_ssize_t last_of(const Columns *columns) noexcept nogil:
    """The last of the columns."""
    cdef Py_ssize_t k = MAX_COLUMNS - 1
    while k > 0 and not is_in(columns, k):
        k -= 1
    return k
