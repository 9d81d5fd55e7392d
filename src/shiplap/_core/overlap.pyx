# cython: language_level=3, boundscheck=False, wraparound=False
"""Overlap backtracking: where the next chunk starts. Twin: reference/overlap.py."""

from shiplap._core.levels cimport GRAPHEME, first_boundary
from shiplap._core.sizes cimport CHARACTERS, SAME, assign, ceil_to, code_point_size, is_crlf, move_to


cdef inline Py_ssize_t next_unit(const View *view, const Plan *plan, const Loop *loop, Ruler ruler) noexcept nogil:
    """The measure of the unit after the end that must still be able to enter: the first that alone fits."""
    cdef Py_ssize_t at = loop.end.at
    cdef Py_ssize_t size = code_point_size(view, ruler, at)
    cdef int k
    for k in range(plan.unit_count):
        if plan.units[k] == GRAPHEME and size < plan.size and is_crlf(view, at):
            return size + 1
    return size


cdef inline void next_start_by(View *view, const Plan *plan, Loop *loop, Ruler ruler) noexcept nogil:
    """Move the start to a boundary of the first overlap level that has one, else to the end.

    Three conditions hold: the start grows, the overlap is at most what was asked, and the next unit fits.
    """
    cdef Py_ssize_t unit = loop.end.m + next_unit(view, plan, loop, ruler)
    cdef Py_ssize_t low = max(loop.start.m + 1, loop.end.m - plan.overlap, unit - plan.size), p
    cdef int k
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
