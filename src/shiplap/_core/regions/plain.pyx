# cython: language_level=3, boundscheck=False, wraparound=False, cdivision=True
"""Text without markup, or with that of reStructuredText: runs of lines, tables, the grammar, and what lines are,
counted.
"""

from libc.stdint cimport uint8_t, uint64_t

from shiplap._core.csrc cimport (
    SHIPLAP_MARK_BARE, SHIPLAP_MARK_DELIMITER, SHIPLAP_MARK_GAP, SHIPLAP_MARK_PIPE, SHIPLAP_MARK_QUOTE,
    SHIPLAP_MARK_TAB, SHIPLAP_MARK_WORDS, shiplap_find_set, shiplap_line_signs, shiplap_lowest_bit, shiplap_signs,
)
from shiplap._core.regions.lines cimport (
    CODE, HEADING, NOT_ASCII, PROSE, TABLE, Kind, Line, Name, Out, Reader, begin, cells, closes_fence, count_of,
    delimiter_cells, get, go_on, has, has_word, heading_level, holds, holds_word, indent, is_ascii_letter, is_blank,
    is_digit, is_gap, is_letter, is_name_of, next_line, opens_fence, place_of, read_from, run_of, take, trimmed,
    triples,
)
from shiplap._core.text.text cimport View

# Tables that csrc/tools/gen_content.py makes.
cdef extern from "shiplap_regions.h" nogil:
    enum:
        MAX_KEYWORD "SHIPLAP_MAX_KEYWORD"       # bytes of the longest
        KEYWORD_SLOTS "SHIPLAP_KEYWORD_SLOTS"
    # the words that begin lines of code, in open addressing
    struct Keyword "shiplap_keyword":
        const char *text
        unsigned char size, weight
    const Keyword *KEYWORDS "shiplap_keywords"

cdef enum:
    MAX_WORDS = 24          # words of a line that are counted
    MAX_SCORE = 6           # what a line says at most, for code or for prose
    MAX_HTML_LINES = 2000   # lines after which an HTML table is taken for one that nothing closes
    SPACED_COMMA = 256      # divides cells: a comma with white space after it
    MAX_STRING_LINES = 200  # lines after which a string in three quotes, or a comment, is taken for one without an end
    ABOVE = 256             # of a kind of underline: there is one above too

cdef Name[12] PREPROCESSOR = ["include", "define", "if", "ifdef", "ifndef", "endif", "else", "elif", "pragma", "undef",
                              "error", NULL]
cdef Name[8] CODE_DIRECTIVES = ["code", "code-block", "sourcecode", "parsed-literal", "highlight", "literalinclude",
                                "doctest", NULL]
cdef Name[4] TABLE_DIRECTIVES = ["table", "list-table", "csv-table", NULL]

# What `delimiters` looks for, as the set of shiplap_find_set.
cdef uint8_t[16] DELIMITERS
cdef unsigned char sign
for sign in b'"\t,;':
    DELIMITERS[sign & 15] |= 1 << (sign >> 4)


# ---- what a line says


cdef void read_signs(const Line *line, Py_ssize_t i, shiplap_signs *signs) noexcept nogil:
    """Read the signs of a line from i on: marks that may divide it into cells, and what tells code from prose."""
    shiplap_line_signs(line.c + i, line.n - i, trimmed(line) - i, line.room - i, signs)


cdef int score_of(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the `line_score` of a line whose signs are not known."""
    cdef shiplap_signs signs
    read_signs(line, i, &signs)
    return line_score(line, i, &signs)


cdef inline int line_score(const Line *line, Py_ssize_t i, const shiplap_signs *signs) noexcept nogil:
    """Return whether a line looks like code (above 0) or prose (below), and how much."""
    return weighed_score(line, i, signs, keyword(line, i))


cdef inline int weighed_score(const Line *line, Py_ssize_t i, const shiplap_signs *signs, int weight) noexcept nogil:
    """Return the `line_score` of a line whose first word has the weight `weight`.

    csrc adds up what words, stops, brackets and operators say (`operator_score` of the reference).
    """
    cdef int said, c
    cdef unsigned int code
    if line.c[i] == c'#' and not directive(line, i):
        return 0
    c = line.c[trimmed(line) - 1]
    code = beginning(line, i) + ending(c) + weight
    if weight == 1 and c in b":({":
        code += 2
    code += signs.code
    said = min(signs.words, MAX_WORDS) // 2
    if code == 0 and signs.beyond >= 4:
        said += 2
    if signs.words >= 2 and c in b".?!":
        said += 2
    said = min(<int> code, 2 * MAX_SCORE) - said
    return max(-MAX_SCORE, min(MAX_SCORE, said))


cdef bint is_name(int c) noexcept nogil:
    """Return whether a byte is that of a letter, a digit, `_` or `$`."""
    return is_letter(c) or is_digit(c) or c in b"_$"


cdef inline int keyword(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return what the first word weighs: 2 for a word of code, 1 for one that is English too, or 0."""
    cdef Py_ssize_t end = i, last = min(line.n, i + MAX_KEYWORD + 1), k
    cdef const Keyword *word
    cdef unsigned int slot, hash = 0
    while end < last and line.c[end] < NOT_ASCII and is_name(line.c[end]):
        hash = hash * 31 + line.c[end]
        end += 1
    if end == i or end - i > MAX_KEYWORD:
        return 0
    slot = (hash ^ hash >> 10) & (KEYWORD_SLOTS - 1)  # as in csrc/tools/gen_content.py
    while KEYWORDS[slot].size:
        word = &KEYWORDS[slot]
        if word.size == end - i:
            k = 0
            while k < word.size and word.text[k] == line.c[i + k]:
                k += 1
            if k == word.size:
                return word.weight
        slot = (slot + 1) & (KEYWORD_SLOTS - 1)
    return 0


cdef int directive(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return what a line that begins with `#` says, if it is no comment: of the preprocessor, `#!`, `#[`."""
    cdef Py_ssize_t end = i + 1
    cdef int c = get(line, i + 1)
    if c in b"![":
        return 4
    while end < line.n and is_ascii_letter(line.c[end]):
        end += 1
    return 4 if is_name_of(line, i + 1, end, PREPROCESSOR) else 0


cdef int beginning(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return what the beginning of a line says for code."""
    cdef int c = line.c[i], after
    if is_letter(c):
        return 0
    after = get(line, i + 1)
    if c == c'#':
        return directive(line, i)
    if c == c'>' and has(line, i, ">>> "):
        return 6
    if c == c'}' or (c == c'/' and after in b"/*") or (c == c'*' and after == c'/'):
        return 3
    if c == c'@' and is_letter(after):
        return 3
    if c == c'$' and after == c' ':
        return 3
    if c in b")]{" or has(line, i, "\"\"\"") or has(line, i, "'''"):
        return 2
    return 2 if c == c'<' and (after == c'/' or is_letter(after)) else 0


cdef int ending(int c) noexcept nogil:
    """Return what the last character of a line says for code."""
    if c in b"{}":
        return 3
    if c in b";([":
        return 2
    return c == c'\\'


# ---- runs


cdef void begin_plain(Plain *state, const View *view, Out *out) noexcept nogil:
    """Begin with nothing open. The caller sets the kinds of underline."""
    state.view, state.out = view, out
    state.lines = state.score = state.fence = 0
    state.waiting = state.literal = state.expected = -1
    state.heading_level = 0
    state.code = state.comments = False
    state.string, state.table = NO_STRING, NO_TABLE
    reset(state)


cdef void end_run(Plain *state) noexcept nogil:
    """End a run: it is code, or prose, or waits for the next run."""
    cdef Py_ssize_t lines = state.lines
    cdef bint comment = state.first == c'#'
    cdef int level
    reset(state)
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
    elif state.score < 0 and not (state.code and state.margin >= 4 and state.score > -MAX_SCORE):
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
                take(state.view, &state.last, state.buffer_last)
                state.heading_level, state.heading_start = level, state.last.start
                state.heading_end = place_of(state.view, &state.last, state.last.n)


cdef void reset(Plain *state) noexcept nogil:
    """Forget what may have become a table."""
    state.pipes.count = state.cells.count = state.columns.count = 0


cdef void settle(Plain *state) noexcept nogil:
    """Decide what the waiting runs are: a heading, or a comment after code, or prose."""
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


# ---- tables


cdef bint continues_table(Plain *state, const Line *line) noexcept nogil:
    """Return whether the line belongs to the open table, which ends otherwise."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    state.table_lines += 1
    if table_goes_on(state, line, i, width):
        return True
    state.table = NO_TABLE
    return False


cdef bint begins_table(Plain *state, const Line *line) noexcept nogil:
    """Return whether a table begins with this line of a paragraph, or began before it."""
    cdef Py_ssize_t width, i = indent(line, 0, 0, &width)
    cdef shiplap_signs signs
    cdef int says
    if is_grid(line, i) or is_border(line, i):
        open_table(state, line.start, GRID if line.c[i] == c'+' else SIMPLE, width)
        return True
    read_signs(line, i, &signs)
    says = line_score(line, i, &signs) if may_divide(signs.marks) else 0
    return find_table(state, line, i, says, signs.marks, 0, 0)


cdef bint may_divide(unsigned int marks) noexcept nogil:
    """Return whether a line that has these may be divided into cells."""
    return (marks & (SHIPLAP_MARK_PIPE | SHIPLAP_MARK_TAB | SHIPLAP_MARK_BARE | SHIPLAP_MARK_GAP)
            or is_spaced(marks))


cdef bint is_spaced(unsigned int marks) noexcept nogil:
    """Return whether a line has commas or semicolons, and no words."""
    return marks & SHIPLAP_MARK_DELIMITER and not marks & SHIPLAP_MARK_WORDS


cdef bint find_table(Plain *state, const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t lines,
                     Py_ssize_t score) noexcept nogil:
    """Return whether this line and those before it are a table; it is then open, and the run ends before them."""
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
    """Find what divides a line into cells, in one of the three ways, or nothing."""
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


cdef bint agrees(const Candidate *candidate, const Candidate *seen, Columns *both) noexcept nogil:
    """Return whether a line is divided as those before it; `both`: the blank columns of both, where those divide it."""
    if candidate.count == 0 or candidate.divider != seen.divider or candidate.number != seen.number:
        return False
    return seen.divider != c' ' or common(&candidate.blank, &seen.blank, both)


cdef int wanted(const Candidate *candidate, const Line *line, Py_ssize_t i) noexcept nogil:
    """Return the lines that make a table: two where much agrees, else three."""
    if candidate.divider == c'|':
        return 2 if line.c[i] == c'|' and line.c[trimmed(line) - 1] == c'|' else 3
    if candidate.divider == c' ':
        return 2 if has_groups(&candidate.blank) else 3
    return 3 if candidate.number < 3 else 2


cdef bint table_goes_on(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether a line belongs to the open table."""
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
        return holds(line, "|")
    if state.table == CELLS:
        read_signs(line, i, &signs)
        return delimiters(line, i, line_score(line, i, &signs), signs.marks, &number) == state.found.divider
    blank_columns(line, i, &seen)
    if common(&state.found.blank, &seen, &both):
        state.found.blank = both
        return True
    return i > last_of(&state.found.blank) or trimmed(line) <= first_of(&state.found.blank)


# ---- lines of tables


cdef bint is_rule(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line only parts the rows of a table."""
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
    """Return whether a line is the edge of a grid table: `+---+---+`."""
    cdef Py_ssize_t end = trimmed(line), k
    if end - i < 3 or line.c[end - 1] != c'+':
        return False
    for k in range(i, end):
        if line.c[k] not in b"+-=":
            return False
    return True


cdef bint is_border(const Line *line, Py_ssize_t i) noexcept nogil:
    """Return whether a line is the border of a simple table: two or more runs of `=`."""
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


cdef int delimiters(const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t *number) noexcept nogil:
    """Return what divides the line into cells, and how often: tabs; or semicolons or commas outside of double quotes,
    of which half or more have no white space after them, or all do (SPACED_COMMA) in a line that says nothing and has
    no words."""
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
    """Find the columns of runs of two or more spaces inside a line, except those after the end of a sentence; return
    whether any exist."""
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


cdef bint common(const Columns *one, const Columns *other, Columns *both) noexcept nogil:
    """Find the columns of both, and return whether any exist."""
    cdef int k
    cdef uint64_t any = 0
    for k in range(NUMBERS):
        both.bits[k] = one.bits[k] & other.bits[k]
        any |= both.bits[k]
    return any != 0


cdef bint is_in(const Columns *columns, Py_ssize_t k) noexcept nogil:
    """Return whether a column is one of them."""
    return columns.bits[k // BITS] >> (k % BITS) & 1


cdef bint has_groups(const Columns *columns) noexcept nogil:
    """Return whether there are two or more runs of columns."""
    cdef int k, groups = 0
    for k in range(MAX_COLUMNS):
        groups += is_in(columns, k) and (k == 0 or not is_in(columns, k - 1))
    return groups > 1


cdef Py_ssize_t first_of(const Columns *columns) noexcept nogil:
    """Return the first of the columns."""
    cdef Py_ssize_t k = 0
    while k < MAX_COLUMNS - 1 and not is_in(columns, k):
        k += 1
    return k


cdef Py_ssize_t last_of(const Columns *columns) noexcept nogil:
    """Return the last of the columns."""
    cdef Py_ssize_t k = MAX_COLUMNS - 1
    while k > 0 and not is_in(columns, k):
        k -= 1
    return k


# ---- the grammar


cdef Py_ssize_t scan_plain(const View *view, Out *out, Plain *state, Py_ssize_t at, Py_ssize_t until) noexcept nogil:
    """Find the regions of a text from the line start `at` to the first line start from `until` on; return the latter,
    or the end."""
    cdef Reader reader
    cdef Line line
    if at == 0:
        begin_plain(state, view, out)
    read_from(&reader, view, at)
    while next_line(&reader, &line, state.buffer):
        plain_line(state, &line)
        if until <= reader.next < view.size:
            return reader.next
    end_run(state)
    settle(state)
    return view.size


cdef void plain_line(Plain *state, const Line *line) noexcept nogil:
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


cdef void string_line(Plain *state, const Line *line) noexcept nogil:
    """Read a line inside a string in three quotes, or a comment: it says nothing, and belongs to the run."""
    state.string_lines += 1
    if ends_string(state.string, line) or state.string_lines > MAX_STRING_LINES:
        state.string = NO_STRING


cdef bint ends_string(StringEnd string, const Line *line) noexcept nogil:
    """Return whether the line has what ends a string, or a comment."""
    if string == COMMENT:
        return holds(line, "*/")
    return holds(line, "\"\"\"" if string == DOUBLE_QUOTES else "'''")


cdef void run_line(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
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


cdef void open_string(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width,
                      unsigned int marks) noexcept nogil:
    """Open a string in three quotes, or a comment, that begins in this line and does not end in it."""
    state.string_lines, state.string_margin = 0, width
    if has(line, i, "/*"):
        state.string = NO_STRING if ends_string(COMMENT, line) else COMMENT
    elif marks & SHIPLAP_MARK_QUOTE:
        if triples(line, c'"') & 1:
            state.string = DOUBLE_QUOTES
        elif (state.score > 0 or state.code) and triples(line, c'\'') & 1:
            state.string = SINGLE_QUOTES


cdef bint opens(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether something other than a run begins with this line, or a heading ends."""
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


cdef bint opens_directive(Plain *state, const Line *line, Py_ssize_t i, Py_ssize_t width) noexcept nogil:
    """Return whether the line is a directive of reStructuredText that has code or a table in it."""
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


cdef bint adorns(Plain *state, const Line *line) noexcept nogil:
    """Return whether the line underlines a heading of reStructuredText: the one line of the run, or the second of two
    lines if the first is like this one."""
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


cdef bint is_adornment(int c) noexcept nogil:
    """Return whether headings are underlined with the character."""
    return c in b"=-~^\"'#*+.:_`"


cdef Py_ssize_t adornment(const Line *line) noexcept nogil:
    """Return the size of a line of one punctuation character, at least three times, or 0."""
    cdef Py_ssize_t end
    if line.n == 0 or not is_adornment(line.c[0]):
        return 0
    end = run_of(line, 0, line.c[0])
    return end if end >= 3 and is_blank(line, end) else 0


# ---- what lines are, counted


cdef void count(const View *view, Py_ssize_t at, Py_ssize_t end, unsigned char *buffer, Counts *counts) noexcept nogil:
    """Add the lines that begin in a range, after the one that `at` may be inside of."""
    cdef Reader reader
    cdef Line line
    cdef Candidate[6] candidates    # of pipes, cells and columns: of this line and of the one before, in turns
    cdef Candidate *before = candidates
    cdef Candidate *seen = candidates + 3
    cdef Columns both
    cdef Py_ssize_t i, width
    cdef shiplap_signs signs
    cdef unsigned int marks
    cdef int says, weight, last, k
    cdef bint divided, aligned, preprocessor
    before[0].count = before[1].count = before[2].count = 0
    read_from(&reader, view, at)
    while next_line(&reader, &line, buffer):
        if line.start >= end:
            break
        if line.start == at > 0:
            continue
        i = indent(&line, 0, 0, &width)
        if i == line.n:
            continue
        read_signs(&line, i, &signs)
        weight, last = keyword(&line, i), line.c[trimmed(&line) - 1]
        says = weighed_score(&line, i, &signs, weight)
        counts.lines += 1
        preprocessor = line.c[i] == c'#' and says != 0
        counts.indented += width > 0 or preprocessor
        if not is_comment(&line, i, says):
            counts.keywords += preprocessor or weight == 2 or (weight == 1 and says > 0)
            counts.braces += preprocessor or (says > 0 and last in b"{}()[];:,")
            counts.prose += says < 0
        if is_rule(&line, i):
            counts.divided += 1
            counts.aligned += 1
            continue
        marks = signs.marks
        divided = aligned = False
        for k in range(3):
            signature(&line, i, says, marks, <TableForm> (PIPES + k), &seen[k])
            if seen[k].divider:
                divided = True
                aligned = aligned or agrees(&before[k], &seen[k], &both)
        before, seen = seen, before
        counts.divided += divided
        counts.aligned += aligned


cdef bint is_comment(const Line *line, Py_ssize_t i, int says) noexcept nogil:
    """Return whether a line is a comment by its first characters."""
    cdef int c = line.c[i]
    return (c == c'#' and says == 0) or c == c'*' or (c == c'/' and get(line, i + 1) in b"/*")
