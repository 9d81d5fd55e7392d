# What is kept of text without markup: the run of lines that is read, what waits for the next, what is open.

from libc.stdint cimport uint64_t

from shiplap._core.regions.line cimport MAX_LINE, Line, place_of, take
from shiplap._core.regions.line_score cimport MAX_SCORE
from shiplap._core.regions.output cimport CODE, HEADING, PROSE, TABLE, Kind, Out, begin, go_on
from shiplap._core.text.sizes cimport View

cdef enum TableForm:
    NO_TABLE, PIPES, CELLS, COLUMNS_TABLE, GRID, SIMPLE, HTML_TABLE, DIRECTIVE

cdef enum StringEnd:
    NO_STRING, COMMENT, DOUBLE_QUOTES, SINGLE_QUOTES

cdef enum:
    MAX_LEVELS = 8      # of headings, and kinds of underline that have one of their own
    BITS = 64           # of one of the NUMBERS of Columns
    NUMBERS = 4
    MAX_COLUMNS = NUMBERS * BITS    # columns in which blank columns are looked for

# A set of columns.
cdef struct Columns:
    uint64_t[NUMBERS] bits

# Lines in a row that may be a table: how many, where they begin, what the run was before them (its lines, what they
# say), and what they have in common: what divides the cells (0: nothing; a space: the blank columns) and how often.
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
    int[MAX_LEVELS] adorned     # the character, and ABOVE of plain.pxd
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_last


cdef inline void begin_plain(Plain *state, const View *view, Out *out) noexcept nogil:
    """Nothing is open yet. The kinds of underline are the caller's."""
    state.view, state.out = view, out
    state.lines = state.score = state.fence = 0
    state.waiting = state.literal = state.expected = -1
    state.heading_level = 0
    state.code = state.comments = False
    state.string, state.table = NO_STRING, NO_TABLE
    reset(state)


# ---- runs


cdef inline void end_run(Plain *state) noexcept nogil:
    """A run is over: it is code, or prose, or waits for what comes."""
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


cdef inline void reset(Plain *state) noexcept nogil:
    """Forget what may have become a table."""
    state.pipes.count = state.cells.count = state.columns.count = 0


cdef inline void settle(Plain *state) noexcept nogil:
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


cdef inline void open_region(Plain *state, Py_ssize_t start, Kind kind, Py_ssize_t info, Py_ssize_t end) noexcept nogil:
    """Begin a region that is no run."""
    settle(state)
    state.code, state.expected = False, -1
    begin(state.out, start, kind, 0, info, end)


cdef inline void open_table(Plain *state, Py_ssize_t start, TableForm form, Py_ssize_t width) noexcept nogil:
    """Begin a table."""
    open_region(state, start, TABLE, 0, 0)
    state.table, state.table_lines, state.margin_of_table = form, 0, width
    state.borders, state.bordered = 1, True
