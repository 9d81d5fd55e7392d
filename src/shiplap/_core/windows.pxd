# Windows: the interface of a loop to a batch, a compiled plan, the state of the loop, the class of the loop, and
# batches.
cimport cython

from shiplap._core.boundaries cimport Judged, Level, Lexicon, Offsets, Query, Rules, Separators
from shiplap._core.text cimport Place, Ruler, SpanArray, Spans, Text, View

# ---- the interface of a compiled loop to a batch

# How the cutting of a document ended. If it FAILED, cutting the document alone raises the error.
cdef enum Verdict:
    CUT, OUT_OF_MEMORY, FAILED

# The parent of the loops that can cut a view without the GIL.
cdef class CompiledLoop:
    cdef bint as_bytes      # whether it reads code units as bytes
    cdef bint whole         # whether it needs a text that is validated to its end
    cdef bint measures      # whether it measures characters that are not the text's own offsets
    cdef Py_ssize_t size    # the size of chunks whose ends are searched in the text, in code units; else 0
    # Append the spans of a text that is not blank. `headings`: the patterns that are known. `measured` is parallel to
    # `native` from the first span on that is measured: see `align`.
    cdef Verdict cut_view(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) noexcept nogil
    # `cut_view` for a large text. It is called with the GIL, releases it, and takes it back to handle signals.
    cdef int cut_large(self, View *view, int headings, bint strict, SpanArray *native, SpanArray *measured) except -1

# Give `measured` as many spans as `native`: the missing first ones are equal in both.
cdef bint align(const SpanArray *native, SpanArray *measured) noexcept nogil

# ---- a plan in the form that the loop reads: shiplap.plan.Row, Unit and Plan, compiled

cdef enum:
    MAX_ROWS = 20   # the most rows, units and overlap levels of a plan: the 15 levels of an option, and the added ones

cdef struct Row:
    Level level
    Py_ssize_t at_least
    Py_ssize_t at_most
    bint last
    bint keeps_headings
    bint by_units       # whether the first is taken instead if the chunk before has begun a unit of the level

cdef struct Unit:
    Level level
    Py_ssize_t at_most
    bint keeps_headings
    Py_ssize_t reach    # how far to search: the most units of this level that follow one another
    bint again          # whether the level is that of the unit before, whose search has found the end already

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
    bint remainders          # whether such rows exist
    bint snaps          # whether the text is read to place a cut
    bint exact          # whether windows are exact: nothing is searched
    bint defers         # whether an end of the first row leaves room for the next unit, which need not be searched before
    bint by_words       # whether the unit is a word, and any end that begins a word leaves room for it
    int sure_rows       # for `by_words`: the number of first rows whose ends count; later rows separate headings from words
    bint steady         # whether nearly every chunk ends by the first row, and starts by the first overlap level
    bint breaks         # whether no chunk may have text of two units of `break_at`
    Unit break_at

# ---- the state of the loop

# The state of the rows that pick the rest of a unit.
cdef struct Remainders:
    bint begun[MAX_ROWS]        # whether the chunk before has begun a unit that it does not end; False for other rows
    Query firsts[MAX_ROWS]      # for the first boundary
    Query in_chunk_before[MAX_ROWS]     # for the last one in the chunk before
    Py_ssize_t looked       # offset up to which visible code points were searched, and the end of the last one
    Py_ssize_t shown

# The state of the loop. Every offset and query only moves forward.
cdef struct Loop:
    Ruler ruler
    Rules *rules
    Place start
    Place end
    Place limit
    Place low               # the least start of the overlap
    Py_ssize_t most         # the last end that leaves the minimum, or -1; the end of the text without a minimum
    Place rest              # moves to the end of the text to cut, when the loop comes near it
    Py_ssize_t last         # that end: of the text, or of its visible part
    Py_ssize_t stride       # the approximate distance by which the limit moves
    Py_ssize_t seen         # the first visible code point not before the start
    bint steady             # whether the first row found the end, and the first overlap level the start before it
    bint begun              # whether start and end are the last chunk; else the first chunk begins at 0
    Py_ssize_t decided_end  # no chunk is begun whose predecessor ends there or after it: the size of the text
    bint has_tails          # whether the queries `tails` have begun
    bint has_units
    # a text that is one chunk does not need these: `begin` leaves them as they are
    Judged judged
    Place row_low[MAX_ROWS]
    Place row_high[MAX_ROWS]
    Place unit_ends[MAX_ROWS]
    Query rows[MAX_ROWS]
    Query tails[MAX_ROWS]       # the rows again, for an end that moves back to leave the minimum
    Remainders remainders
    Query units[MAX_ROWS]
    Query overlaps[MAX_ROWS]
    Query breaks

# `begin` after the chunk (start, end), or from the beginning if start < 0. `final`: whether no text comes after this
# one.
cdef void begin_again(const Plan *plan, Rules *rules, Loop *loop, View *view, Py_ssize_t start, Py_ssize_t end,
                      bint final) noexcept nogil
cdef void begin_remainders(const View *view, const Plan *plan, const Rules *rules, Remainders *remainders) noexcept nogil
# Find the units that the chunk (start, end) has begun. When the unit of one row ends, the units of the rows after it
# end too.
cdef void mark_started_units(const View *view, const Plan *plan, Remainders *remainders, Py_ssize_t start, Py_ssize_t end) noexcept nogil
# Whether a chunk ends at a boundary of `break_at`, 0 < at < size. No text is repeated across it.
cdef bint is_break(const View *view, const Rules *rules, const Plan *plan, Py_ssize_t at) noexcept nogil


# ---- a compiled plan

cdef enum:
    MAX_GIVEN = 2 * MAX_ROWS     # arrays of given positions that a plan may name


@cython.no_gc  # repeated here for subclasses in other modules
cdef class Windows(CompiledLoop):
    cdef Plan plan
    cdef Plan plan_with_headings    # for a text with headings, if that is another plan
    cdef bint has_choice
    cdef bint finds_looks           # whether headings without marks count if the text has them consistently
    cdef Lexicon lexicon
    cdef Separators separators
    cdef int given_count    # of the levels `given`
    cdef int count_given(self, const Plan *plan) except -1
    # The plan for a text; its heading patterns are put into the rules, which have those that are known.
    cdef const Plan *choose_plan(self, View *view, Rules *rules) noexcept nogil
    # Whether a text is one chunk with any headings; False if that needs a search.
    cdef bint is_one_chunk(self, const View *view) noexcept nogil
    # The heading patterns of a text that are known, for `headings_of`: a plan without a choice takes all marked
    # headings.
    cdef int known_headings(self, int known) noexcept nogil
    cdef int checked(self, Level level) except -1
    # The context that the levels of the plan read, for a text with these heading patterns.
    cdef Rules rules(self, int headings) noexcept nogil
    # `rules` with the arrays of given positions, which are written to `offsets`.
    cdef int show(self, Rules *rules, Offsets *offsets, given, int headings) except -1
    # `cut_view` and `cut_large` with known rules.
    cdef Verdict cut_by(self, View *view, Rules *rules, bint strict, SpanArray *native,
                        SpanArray *measured) noexcept nogil
    cdef int cut_large_by(self, View *view, Rules *rules, bint strict, SpanArray *native,
                          SpanArray *measured) except -1
    # The chunks after the chunk (start, end), or all if start < 0: (native, measured). `loop` keeps its last state.
    # The search stops at the first end at `known` or later.
    cdef tuple run(self, Text text, given, Loop *loop, Py_ssize_t start, Py_ssize_t end, bint final,
                   Py_ssize_t known=*, int headings=*)


# ---- batches

cdef class Batch:
    cdef CompiledLoop loop
    cdef tuple owners               # the objects that the views read: str, bytes, Text; None for null or dropped texts
    cdef View *views                # `data` is NULL for a null text
    cdef bytes headings             # the heading patterns of each text that are known, or None
    cdef const unsigned char *known_headings    # the same; or NULL
    cdef Py_ssize_t count
    cdef Spans native
    cdef Spans measured             # empty, or parallel to `native`
    cdef Py_ssize_t *rows           # the number of the first span of each document, and the number of all spans
    cdef SpanArray bad              # (document, 0) for each document that failed
    cdef bint strict
    cdef bint blank_fails
    cdef readonly object chunker    # for `Chunks`, with the ids and the number of the first document
    cdef readonly tuple document_ids    # or None
    cdef bint no_memory
    cdef int allocate(self, Py_ssize_t count) except -1
    cdef int look(self, list texts, view) except -1
    cdef int headings_of(self, Py_ssize_t i) noexcept nogil
    cdef void own(self, Py_ssize_t i, object owner)
    cdef Py_ssize_t cut_some(self, Py_ssize_t first) noexcept nogil
    cdef bint keep(self, Py_ssize_t i, Verdict verdict, Py_ssize_t before) noexcept nogil
    cdef bint is_cut(self, View *view, Verdict *verdict) noexcept nogil
    cdef Text text_of(self, Py_ssize_t i)
    cdef list list_of(self, Py_ssize_t i)
    cdef Spans rows_of(self, const SpanArray *array, Py_ssize_t i)
    # The spans of all documents in characters, appended to `out`.
    cdef bint characters(self, SpanArray *out) noexcept nogil
