# The state of the loop, and overlap backtracking.
from shiplap._core.boundaries.levels cimport Level, Query
from shiplap._core.text.sizes cimport Place, Ruler, View

cdef enum:
    MOST = 16   # rows, units and overlap levels of a plan, each

# shiplap.plan.Row, Unit and Plan, compiled.
cdef struct Row:
    Level level
    Py_ssize_t at_least
    Py_ssize_t at_most
    bint last
    bint rest           # the first instead, where the chunk before has begun a unit of the level

cdef struct Unit:
    Level level
    Py_ssize_t at_most
    Py_ssize_t reach    # how far to look: the most of the units of this level that follow one another
    bint again          # the level is that of the unit before, which has found the end already

cdef struct Plan:
    bint in_bytes
    Py_ssize_t size
    Py_ssize_t min_size
    Py_ssize_t max_size
    Py_ssize_t overlap
    int row_count
    Row rows[MOST]
    int unit_count
    Unit units[MOST]
    int overlap_count
    Level overlap_levels[MOST]
    bint strip_whitespace
    bint skip_blank
    bint oversize_raises
    bint rests          # there are such rows
    bint snaps          # the text is read to place a cut
    bint exact          # exact windows: nothing is searched for
    bint defers         # an end that the first row finds leaves room for the next unit: it is not looked for before
    bint by_words       # the unit is a word, and any end that begins a word leaves it room

# Of the rows that pick the rest.
cdef struct Rests:
    bint begun[MOST]        # whether the chunk before has begun a unit that it does not end; False for other rows
    Query firsts[MOST]      # for the first boundary
    Query befores[MOST]     # for the last one in the chunk before
    Py_ssize_t looked       # how far was looked for what is visible, and where the last of it ended
    Py_ssize_t shown

# Where the loop stands. Every place and query only moves forward.
cdef struct Loop:
    Ruler ruler
    Place start
    Place end
    Place limit
    Place low               # of the overlap
    Place passed            # where the overlap begins if the chunk ends at its limit: passed on the way there
    Py_ssize_t most         # the last end that leaves the minimum, or -1; the end of the text without a minimum
    Place rest              # moves to the end of what there is to cut, when the loop comes near
    Py_ssize_t last         # that end: of the text, or of what is visible
    Py_ssize_t stride       # by which the limit moves, about
    Py_ssize_t seen         # the first visible code point not before the start
    bint begun              # start and end are those of a chunk before; else the first chunk begins at 0
    Py_ssize_t until        # no chunk is begun whose predecessor ends there or after it: the size of the text
    bint has_tails          # these queries are begun
    bint has_units
    # what a text that is one chunk does not need: `begin` leaves it as it is
    Place row_low[MOST]
    Place row_high[MOST]
    Place unit_ends[MOST]
    Query rows[MOST]
    Query tails[MOST]       # the rows again, for an end that moves back to leave the minimum
    Rests rests
    Query units[MOST]
    Query overlaps[MOST]

cdef void begin(const Plan *plan, Loop *loop, View *view) noexcept nogil
# The same, where the chunk before is (start, end), or start < 0; `final`, if no text comes after this one.
cdef void begin_again(const Plan *plan, Loop *loop, View *view, Py_ssize_t start, Py_ssize_t end,
                      bint final) noexcept nogil
# The least measure of a start with which all that is left can enter.
cdef Py_ssize_t room_for_rest(View *view, const Plan *plan, Loop *loop) noexcept nogil
cdef Py_ssize_t search_room(View *view, const Plan *plan, Loop *loop) noexcept nogil
cdef void begin_tails(const Plan *plan, Loop *loop, const View *view) noexcept nogil
cdef void begin_rests(const View *view, const Plan *plan, Rests *rests) noexcept nogil
# Find out which units the chunk (start, end) has begun. Where a unit ends, those of the rows after it do.
cdef void look_back(const View *view, const Plan *plan, Rests *rests, Py_ssize_t start, Py_ssize_t end) noexcept nogil
cdef void next_start(View *view, const Plan *plan, Loop *loop) noexcept nogil
# Whether the next unit can enter the chunk from where it starts. Moves the start on where it cannot.
cdef bint has_room(View *view, const Plan *plan, Loop *loop) noexcept nogil
