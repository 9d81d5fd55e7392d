# A plan in the form that the loop reads: shiplap.plan.Row, Unit and Plan, compiled.
from shiplap._core.boundaries.levels cimport Level

cdef enum:
    MAX_ROWS = 20   # rows, units and overlap levels of a plan, each: the 15 levels of an option, and what follows them

cdef struct Row:
    Level level
    Py_ssize_t at_least
    Py_ssize_t at_most
    bint last
    bint keeps_headings
    bint by_units       # the first instead, where the chunk before has begun a unit of the level

cdef struct Unit:
    Level level
    Py_ssize_t at_most
    bint keeps_headings
    Py_ssize_t reach    # how far to look: the most of the units of this level that follow one another
    bint again          # the level is that of the unit before, which has found the end already, headings and all

cdef struct Plan:
    bint in_bytes
    Py_ssize_t size
    Py_ssize_t min_size
    Py_ssize_t max_size
    Py_ssize_t overlap
    int row_count
    Row rows[MAX_ROWS]
    int unit_count
    Unit units[MAX_ROWS]
    int overlap_count
    Level overlap_levels[MAX_ROWS]
    bint strip_whitespace
    bint skip_blank
    bint oversize_raises
    bint remainders          # there are such rows
    bint snaps          # the text is read to place a cut
    bint exact          # exact windows: nothing is searched for
    bint defers         # an end that the first row finds leaves room for the next unit: it is not looked for before
    bint by_words       # the unit is a word, and any end that begins a word leaves it room
    int sure_rows       # if that is an end of one of so many rows: the others part headings from words
    bint steady         # nearly every chunk ends where the first row says, and starts where the first overlap level does
    bint breaks         # no chunk has text of two units of `break_at`
    Unit break_at
