# Text without markup: what is kept of it, and what other grammars ask of its tables.
from libc.stdint cimport uint64_t

from shiplap._core.csrc cimport shiplap_signs
from shiplap._core.regions.lines cimport MAX_LINE, Line, Out
from shiplap._core.text.text cimport View

cdef enum TableForm:
    NO_TABLE, PIPES, CELLS, COLUMNS_TABLE, GRID, SIMPLE, HTML_TABLE, DIRECTIVE

cdef enum StringEnd:
    NO_STRING, COMMENT, DOUBLE_QUOTES, SINGLE_QUOTES

cdef enum:
    MAX_LEVELS = 8      # of headings, and kinds of underline that have one of their own
    BITS = 64           # of one of the NUMBERS of Columns
    NUMBERS = 4
    MAX_COLUMNS = NUMBERS * BITS    # columns in which blank columns are looked for
    WHOLE = 65536       # code points up to which the lines of a text are counted whole
    PARTS = 16          # of a longer one, so many parts, evenly spaced,
    PART = 4096         # of so many code points

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

# The state of the grammar.
cdef struct Plain:
    const View *view
    Out *out
    Py_ssize_t start, lines, score, margin  # of the run: its start, its lines, what they say, its least indentation
    int first                               # the first character of its first line
    bint first_adorns                       # that line may be the line above a heading
    int first_level                         # its level as a `#` heading
    Line last
    bint last_colons                        # the last line ends with `::`
    Py_ssize_t before_lines, before_score   # what the run was before the last line
    Py_ssize_t waiting                      # where the runs begin that say nothing and wait for the next, or -1
    bint comments                           # all of them are comments
    int heading_level                       # of the `#` heading that waits alone, or 0
    Py_ssize_t heading_start, heading_end
    bint code                               # the last region is code that goes on with more of it
    int fence
    Py_ssize_t fence_size
    Py_ssize_t literal, expected            # the indentation that an open or announced literal block exceeds, or -1
    StringEnd string
    Py_ssize_t string_margin, string_lines
    TableForm table
    Candidate found                         # what the lines of the open table have in common
    Py_ssize_t table_lines, margin_of_table, borders
    bint bordered                           # the last line of a simple table is a border
    Candidate pipes, cells, columns         # what may become a table
    int adorned_count
    int[MAX_LEVELS] adorned                 # kinds of underline: the character, and ABOVE of plain.pyx
    unsigned char[MAX_LINE] buffer
    unsigned char[MAX_LINE] buffer_last

# Lines that are not blank; of them: indented ones; statements (those that are no comments) that begin with a word of
# code, that end as code does, that say prose; lines divided into cells, and divided as the one before.
cdef struct Counts:
    Py_ssize_t lines, indented, keywords, braces, prose, divided, aligned

# What a line says, for code (above 0) or for prose.
cdef void read_signs(const Line *line, Py_ssize_t i, shiplap_signs *signs) noexcept nogil
cdef int score_of(const Line *line, Py_ssize_t i) noexcept nogil

cdef void begin_plain(Plain *state, const View *view, Out *out) noexcept nogil
cdef Py_ssize_t scan_plain(const View *view, Out *out, Plain *state, Py_ssize_t at, Py_ssize_t until) noexcept nogil

# The tables.
cdef void reset(Plain *state) noexcept nogil
cdef bint continues_table(Plain *state, const Line *line) noexcept nogil
cdef bint begins_table(Plain *state, const Line *line) noexcept nogil
cdef bint is_rule(const Line *line, Py_ssize_t i) noexcept nogil
cdef bint is_grid(const Line *line, Py_ssize_t i) noexcept nogil
cdef bint is_border(const Line *line, Py_ssize_t i) noexcept nogil
cdef int delimiters(const Line *line, Py_ssize_t i, int says, unsigned int marks, Py_ssize_t *number) noexcept nogil

cdef void count(const View *view, Py_ssize_t at, Py_ssize_t end, unsigned char *buffer, Counts *counts) noexcept nogil


cdef inline bint goes_on(Plain *state, const Line *line) noexcept nogil:
    """Return whether a table is open and the line belongs to it."""
    return state.table != NO_TABLE and continues_table(state, line)
