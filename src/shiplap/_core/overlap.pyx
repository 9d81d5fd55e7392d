# cython: language_level=3, boundscheck=False, wraparound=False
"""Overlap backtracking: where the next chunk starts. Twin: reference/overlap.py."""

from shiplap._core.levels cimport GRAPHEME, first_boundary
from shiplap._core.sizes cimport ceil_to, code_point_size, inside_crlf, move_to, next_code_point


cdef inline Py_ssize_t next_unit(const View *view, const Plan *plan, const Loop *loop) noexcept nogil:
    """The measure of the unit after the end that must still be able to enter: the first that alone fits."""
    cdef Py_ssize_t at = loop.end.at, size
    cdef int k
    for k in range(plan.unit_count):
        size = code_point_size(view, loop.ruler, at)
        if plan.units[k] == GRAPHEME:
            at = next_code_point(view, at)
            if inside_crlf(view, at):
                size += 1
            at = loop.end.at
        if size <= plan.size:
            return size
    return code_point_size(view, loop.ruler, at)


cdef void next_start(View *view, const Plan *plan, Loop *loop) noexcept nogil:
    """Move the start to a boundary of the first overlap level that has one, else to the end.

    Three conditions hold: the start grows, the overlap is at most what was asked, and the next unit fits.
    """
    cdef Py_ssize_t unit = loop.end.m + next_unit(view, plan, loop)
    cdef Py_ssize_t low = max(loop.start.m + 1, loop.end.m - plan.overlap, unit - plan.size), p
    cdef int k
    ceil_to(view, loop.ruler, &loop.low, low)
    if loop.low.at >= loop.end.at:
        loop.start = loop.end
        return
    for k in range(plan.overlap_count):
        p = first_boundary(view, &loop.overlaps[k], loop.low.at, loop.end.at)
        if p >= 0:
            loop.start = loop.low
            move_to(view, loop.ruler, &loop.start, p)
            return
    loop.start = loop.end
