# The state of the loop, and overlap backtracking.
from shiplap._core.boundaries.levels cimport Query, Rules
from shiplap._core.text.sizes cimport Place, Ruler, View
from shiplap._core.windows.plan cimport MAX_ROWS, Plan

# Of the rows that pick the rest.
cdef struct Remainders:
    bint begun[MAX_ROWS]        # whether the chunk before has begun a unit that it does not end; False for other rows
    Query firsts[MAX_ROWS]      # for the first boundary
    Query in_chunk_before[MAX_ROWS]     # for the last one in the chunk before
    Py_ssize_t looked       # how far was looked for what is visible, and where the last of it ended
    Py_ssize_t shown

# Where the loop stands. Every place and query only moves forward.
cdef struct Loop:
    Ruler ruler
    const Rules *rules
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
    bint steady             # the first row found the end, and the first overlap level the start before it
    bint begun              # start and end are those of a chunk before; else the first chunk begins at 0
    Py_ssize_t decided_end  # no chunk is begun whose predecessor ends there or after it: the size of the text
    bint has_tails          # these queries are begun
    bint has_units
    # what a text that is one chunk does not need: `begin` leaves it as it is
    Place row_low[MAX_ROWS]
    Place row_high[MAX_ROWS]
    Place unit_ends[MAX_ROWS]
    Query rows[MAX_ROWS]
    Query tails[MAX_ROWS]       # the rows again, for an end that moves back to leave the minimum
    Remainders remainders
    Query units[MAX_ROWS]
    Query overlaps[MAX_ROWS]
    Query breaks

cdef void begin(const Plan *plan, const Rules *rules, Loop *loop, View *view) noexcept nogil
# The same, where the chunk before is (start, end), or start < 0; `final`, if no text comes after this one.
cdef void begin_again(const Plan *plan, const Rules *rules, Loop *loop, View *view, Py_ssize_t start, Py_ssize_t end,
                      bint final) noexcept nogil
# The least measure of a start with which all that is left can enter.
cdef Py_ssize_t least_start_for_rest(View *view, const Plan *plan, Loop *loop) noexcept nogil
cdef Py_ssize_t search_units(View *view, const Plan *plan, Loop *loop) noexcept nogil
cdef void begin_tails(const Plan *plan, Loop *loop, const View *view) noexcept nogil
cdef void begin_remainders(const View *view, const Plan *plan, const Rules *rules, Remainders *remainders) noexcept nogil
# Find out which units the chunk (start, end) has begun. Where a unit ends, those of the rows after it do.
cdef void mark_started_units(const View *view, const Plan *plan, Remainders *remainders, Py_ssize_t start, Py_ssize_t end) noexcept nogil
# Whether a chunk ends at a boundary of `break_at`, 0 < at < size: across it nothing is repeated.
cdef bint is_break(const View *view, const Rules *rules, const Plan *plan, Py_ssize_t at) noexcept nogil
cdef void next_start(View *view, const Plan *plan, Loop *loop) noexcept nogil
# Whether the next unit can enter the chunk from where it starts. Moves the start on where it cannot.
cdef bint has_room(View *view, const Plan *plan, Loop *loop) noexcept nogil
