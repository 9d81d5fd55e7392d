# cython: language_level=3, boundscheck=False, wraparound=False
"""Overlap backtracking: where the next chunk starts. And how the loop begins."""

from libc.string cimport memset

from shiplap._core.boundaries.levels cimport (
    CHAR,
    CONTEXT,
    GRAPHEME,
    Rules,
    begin_query,
    first_boundary,
    is_place,
    last_boundary,
)
from shiplap._core.text.sizes cimport (
    BYTES,
    CHARACTERS,
    SAME,
    SAME_UTF8,
    Place,
    View,
    assign,
    back,
    catch_up,
    move_ahead,
    code_point_size,
    is_ascii,
    is_continuation,
    move_to,
    next_code_point,
    unit_at,
    visible_end,
)

cdef void begin(const Plan *plan, const Rules *rules, Loop *loop, View *view) noexcept nogil:
    """Begin the loop at the start of a text."""
    begin_anywhere(plan, rules, loop, view)
    if view.size > plan.size or loop.ruler == BYTES or plan.breaks:  # else one chunk: no measure exceeds the size
        begin_search(plan, loop, view)


cdef void begin_again(const Plan *plan, const Rules *rules, Loop *loop, View *view, Py_ssize_t start, Py_ssize_t end,
                      bint final) noexcept nogil:
    begin_anywhere(plan, rules, loop, view)
    begin_search(plan, loop, view)
    loop.begun = start >= 0
    if loop.begun:
        move_to(view, loop.ruler, &loop.start, start)
        assign(&loop.end, &loop.start)
        move_to(view, loop.ruler, &loop.end, end)
    if not final:
        loop.decided_end = decided_end(plan, loop, view)
        loop.most = loop.last = view.size


cdef void begin_anywhere(const Plan *plan, const Rules *rules, Loop *loop, const View *view) noexcept nogil:
    """Set the ruler and the ends; the rest is zero."""
    memset(loop, 0, <char *> loop.row_low - <char *> loop)
    loop.rules = rules
    if view.width == 0:
        loop.ruler = SAME_UTF8 if plan.in_bytes else CHARACTERS
    else:
        loop.ruler = BYTES if plan.in_bytes and view.ascii < view.size else SAME
    loop.most = loop.last = loop.decided_end = view.size


cdef void begin_search(const Plan *plan, Loop *loop, View *view) noexcept nogil:
    """Begin what a text of more than one chunk needs."""
    begin_queries(plan, loop, view)
    if plan.min_size > 0:
        if plan.strip_whitespace:
            loop.last = visible_end(view, 0, view.size)
        loop.most = code_point_before(view, back(view, loop.ruler, loop.last, plan.min_size - 1))


cdef Py_ssize_t decided_end(const Plan *plan, const Loop *loop, View *view) noexcept nogil:
    """How far a chunk may reach, so that the next one is the same whatever comes after this text. The next one
    looks at what the limit, a unit, the minimum after it and the rules at their ends may take."""
    cdef Py_ssize_t most = max(plan.size, plan.max_size), least = plan.min_size, known = view.size
    cdef Py_ssize_t most_units = 4 if loop.ruler == CHARACTERS else 1, context = CONTEXT * (1 if view.width else 4)
    cdef int k
    for k in range(plan.unit_count):
        most = max(most, plan.units[k].reach)
    if least > 0 and plan.strip_whitespace:
        known = visible_end(view, 0, view.size)
    if most > known or least > known:
        return 0
    return known - (most + least) * most_units - context


cdef void begin_queries(const Plan *plan, Loop *loop, const View *view) noexcept nogil:
    """Begin the searches of the rows, of what remains of units, and of the overlap."""
    cdef int k
    memset(loop.row_low, 0, 3 * MAX_ROWS * sizeof(Place))
    for k in range(plan.row_count):
        begin_query(&loop.rows[k], view, loop.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
    begin_remainders(view, plan, loop.rules, &loop.remainders)
    for k in range(plan.overlap_count):
        begin_query(&loop.overlaps[k], view, loop.rules, plan.overlap_levels[k], False)
    if plan.breaks:
        begin_query(&loop.breaks, view, loop.rules, plan.break_at.level, False, plan.break_at.keeps_headings)


cdef void begin_tails(const Plan *plan, Loop *loop, const View *view) noexcept nogil:
    cdef int k
    if not loop.has_tails:
        for k in range(plan.row_count):
            begin_query(&loop.tails[k], view, loop.rules, plan.rows[k].level, plan.rows[k].last, plan.rows[k].keeps_headings)
    loop.has_tails = True


cdef void begin_remainders(const View *view, const Plan *plan, const Rules *rules, Remainders *remainders) noexcept nogil:
    cdef int k
    remainders.looked = remainders.shown = 0
    for k in range(plan.row_count):
        remainders.begun[k] = False
        if plan.rows[k].by_units:
            begin_query(&remainders.firsts[k], view, rules, plan.rows[k].level, False, plan.rows[k].keeps_headings)
            begin_query(&remainders.in_chunk_before[k], view, rules, plan.rows[k].level, True, plan.rows[k].keeps_headings)


cdef inline bint is_begun(const View *view, Remainders *remainders, int k, Py_ssize_t start,
                          Py_ssize_t end) noexcept nogil:
    """Whether a unit of the level of row k that does not end at `end` has something visible in the chunk (start, end):
    the end of what is visible there is known."""
    cdef Py_ssize_t p = last_boundary(view, &remainders.in_chunk_before[k], next_code_point(view, start), end + 1)
    return remainders.shown > (p if p >= 0 else start)


cdef void mark_started_units(const View *view, const Plan *plan, Remainders *remainders, Py_ssize_t start, Py_ssize_t end) noexcept nogil:
    """Remembers what is visible, so that long blanks are read once."""
    cdef Py_ssize_t low = max(remainders.looked, start), stop = visible_end(view, low, end)
    cdef bint begun = True
    cdef int k
    if stop > low:
        remainders.shown = stop
    remainders.looked = end
    for k in range(plan.row_count):
        if plan.rows[k].by_units:
            begun = begun and is_begun(view, remainders, k, start, end)
            remainders.begun[k] = begun


cdef bint is_break(const View *view, const Rules *rules, const Plan *plan, Py_ssize_t at) noexcept nogil:
    """Whether a chunk ends at a boundary of `break_at`, 0 < at < size: across it nothing is repeated."""
    return is_place(view, rules, plan.break_at.level, plan.break_at.keeps_headings, at)


cdef inline Py_ssize_t code_point_before(const View *view, Py_ssize_t at) noexcept nogil:
    """Where the code point that ends at an offset begins, or -1."""
    at -= 1
    while view.width == 0 and at > 0 and is_continuation(view.data[at]):
        at -= 1
    return at


cdef inline Py_ssize_t last_fitting(const View *view, Py_ssize_t at, Py_ssize_t size, Ruler ruler) noexcept nogil:
    """A place that no span from `at` that fits the size goes beyond. Counting would tell it exactly; but a code
    point takes at most four bytes, and measures at least one."""
    if ruler == CHARACTERS:
        size *= 4
    if view.size - at <= size:
        return view.size
    size += at
    while view.width == 0 and size > at and is_continuation(view.data[size]):
        size -= 1
    return size


cdef inline bint is_letter(const View *view, Py_UCS4 unit) noexcept nogil:
    """Whether a unit, for UTF-8 the first byte of a code point, is without doubt that of one with the property
    Grapheme_Cluster_Break=Other or Control, or CR or LF: up to U+02FF, Greek and Cyrillic, Chinese and kana."""
    if view.width == 0:
        return is_ascii(unit) or 0xC2 <= unit <= 0xCB or 0xCE <= unit <= 0xD1 or 0xE4 <= unit <= 0xE9
    return unit < u'\u0300' or u'\u0370' <= unit < u'\u0483' or u'\u30a0' <= unit < u'\ua000'


cdef inline bint is_single(const View *view, Py_ssize_t at) noexcept nogil:
    """Whether the code point at `at` is without doubt a grapheme cluster: nearly always, and told without a call."""
    cdef Py_ssize_t after = next_code_point(view, at)
    if after >= view.size:
        return False
    cdef Py_UCS4 unit = unit_at(view, at), other = unit_at(view, after)
    return is_letter(view, unit) and is_letter(view, other) and not (unit == u'\r' and other == u'\n')


cdef inline Py_ssize_t least_start_for_unit(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """The least measure of a start with which the next unit can enter: the first unit that alone fits its row."""
    cdef Py_ssize_t size
    if plan.units[0].level == CHAR or (plan.units[0].level == GRAPHEME and not plan.units[0].keeps_headings
                                       and is_single(view, loop.end.at)):
        size = code_point_size(view, ruler, loop.end.at)
        if size <= plan.units[0].at_most:
            return loop.end.m + size - plan.units[0].at_most
    return search_units(view, plan, loop)


cdef Py_ssize_t search_units(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    """The same, for units that must be looked for."""
    cdef Py_ssize_t at = loop.end.at, after = next_code_point(view, at), size = 0, p = -1
    cdef Place *unit_end
    cdef int k
    if not loop.has_units:
        for k in range(plan.unit_count):
            begin_query(&loop.units[k], view, loop.rules, plan.units[k].level, False, plan.units[k].keeps_headings)
    loop.has_units = True
    for k in range(plan.unit_count):
        if not plan.units[k].again:
            p = first_boundary(view, &loop.units[k], after,
                               last_fitting(view, at, plan.units[k].reach, loop.ruler) + 1)
            if p >= 0:
                unit_end = &loop.unit_ends[k]
                catch_up(unit_end, &loop.end)
                move_to(view, loop.ruler, unit_end, p)
                size = unit_end.m - loop.end.m
        if p >= 0 and size <= plan.units[k].at_most:
            return loop.end.m + size - plan.units[k].at_most
    return loop.end.m


cdef Py_ssize_t least_start_for_rest(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    catch_up(&loop.rest, &loop.end)
    move_to(view, loop.ruler, &loop.rest, loop.last)
    return loop.rest.m - plan.max_size


cdef inline void next_start_by(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the start to a boundary of the first overlap level that has one, else to the end.

    Three conditions hold: the start grows, the overlap is at most what was asked, and the next unit fits. And a
    fourth, where no end after this one could leave the minimum: all that is left fits the maximum. Across a boundary
    of `break_at` nothing is repeated.
    """
    cdef Py_ssize_t low = max(loop.start.m + 1, loop.end.m - plan.overlap)
    if plan.breaks and is_break(view, loop.rules, plan, loop.end.at):
        assign(&loop.start, &loop.end)
        return
    if not plan.defers:
        low = max(low, least_start_for_unit(view, plan, loop, ruler))
    if loop.end.at >= loop.most:
        low = max(low, least_start_for_rest(view, plan, loop))
    if ruler == CHARACTERS and loop.passed.m == low:
        assign(&loop.low, &loop.passed)
    start_from(view, plan, loop, low, ruler)


cdef inline void start_from(View *view, const Plan *plan, Loop *loop, Py_ssize_t low, Ruler ruler) noexcept nogil:
    """Move the start to the first boundary from a measure on, else to the end."""
    cdef Py_ssize_t p
    cdef int k
    move_ahead(view, ruler, &loop.low, low)
    loop.steady = True
    if loop.low.at >= loop.end.at:
        assign(&loop.start, &loop.end)
        return
    # the first level stands for itself: its scan is another function than the next one's, and one place of call
    # for both would be guessed wrong
    p = first_boundary(view, &loop.overlaps[0], loop.low.at, loop.end.at)
    loop.steady = p >= 0
    for k in range(1, plan.overlap_count):
        if p >= 0:
            break
        p = first_boundary(view, &loop.overlaps[k], loop.low.at, loop.end.at)
    if p >= 0:
        assign(&loop.start, &loop.low)
        move_to(view, ruler, &loop.start, p)
    else:
        assign(&loop.start, &loop.end)


cdef void next_start(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    if loop.ruler == SAME:  # nearly always: compiled for itself
        next_start_by(view, plan, loop, SAME)
    else:
        next_start_by(view, plan, loop, loop.ruler)


cdef bint has_room(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    cdef Py_ssize_t low = least_start_for_unit(view, plan, loop, loop.ruler)
    if low <= loop.start.m:
        return True
    start_from(view, plan, loop, max(low, loop.low.m), loop.ruler)
    return False
