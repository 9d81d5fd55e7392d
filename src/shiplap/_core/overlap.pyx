# cython: language_level=3, boundscheck=False, wraparound=False
"""Overlap backtracking: where the next chunk starts. Twin: reference/overlap.py."""

from shiplap._core.levels cimport GRAPHEME, first_boundary
from shiplap._core.sizes cimport (
    CHARACTERS,
    SAME,
    assign,
    catch_up,
    ceil_to,
    is_ascii_pair,
    is_continuation,
    move_to,
    next_code_point,
)


cdef inline Py_ssize_t room(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """The least measure of a start with which the next unit can enter: the first unit that alone fits its row."""
    cdef Py_ssize_t at = loop.end.at, after, bound, p
    cdef Place *unit_end
    cdef int k
    if plan.units[0].level <= GRAPHEME and is_ascii_pair(view, at):
        return loop.end.m + 1 - plan.units[0].at_most
    after = next_code_point(view, at)
    for k in range(plan.unit_count):
        # no further than what fits: a code point takes at most four bytes, and measures at least one
        bound = plan.units[k].at_most * (4 if ruler == CHARACTERS else 1)
        if view.size - at <= bound:
            bound = view.size
        else:
            bound += at
            while view.width == 0 and bound > at and is_continuation(view.data[bound]):
                bound -= 1
        p = first_boundary(view, &loop.units[k], after, bound + 1)
        if p < 0:
            continue
        unit_end = &loop.unit_ends[k]
        catch_up(unit_end, &loop.end)
        move_to(view, ruler, unit_end, p)
        if unit_end.m - loop.end.m <= plan.units[k].at_most:
            return unit_end.m - plan.units[k].at_most
    return loop.end.m


cdef Py_ssize_t room_for_rest(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    catch_up(&loop.rest, &loop.end)
    move_to(view, loop.ruler, &loop.rest, loop.last)
    return loop.rest.m - plan.max_size


cdef inline void next_start_by(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the start to a boundary of the first overlap level that has one, else to the end.

    Three conditions hold: the start grows, the overlap is at most what was asked, and the next unit fits. And a
    fourth, where no end after this one could leave the minimum: all that is left fits the maximum.
    """
    cdef Py_ssize_t low = max(loop.start.m + 1, loop.end.m - plan.overlap, room(view, plan, loop, ruler)), p
    cdef int k
    if loop.end.at >= loop.most:
        low = max(low, room_for_rest(view, plan, loop))
    if ruler == CHARACTERS and loop.passed.m == low:
        assign(&loop.low, &loop.passed)
    ceil_to(view, ruler, &loop.low, low)
    if loop.low.at >= loop.end.at:
        assign(&loop.start, &loop.end)
        return
    # the first level stands for itself: its scan is another function than the next one's, and one place of call
    # for both would be guessed wrong
    p = first_boundary(view, &loop.overlaps[0], loop.low.at, loop.end.at)
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
