"""Overlap backtracking: where the next chunk starts. Twin: `_core/overlap.pyx`."""

from __future__ import annotations

from typing import Any

from shiplap.reference.levels import first_boundary, is_boundary
from shiplap.reference.sizes import back, measure


def next_unit(text: str, plan: Any, end: int) -> int:
    """The end of the unit after `end` that must still be able to enter: the first that alone fits the size."""
    for level in plan.units:
        unit = end + 1
        while not is_boundary(text, unit, level):
            unit += 1
        if measure(text, end, unit, plan.unit) <= plan.size:
            return unit
    return end + 1


def next_start(text: str, plan: Any, start: int, end: int) -> int:
    """The start of the chunk after (start, end): a boundary of the first overlap level that has one, else end.

    Three conditions hold: the start grows, the overlap is at most what was asked, and the next unit fits.
    """
    unit = next_unit(text, plan, end)
    low = max(start + 1, back(text, end, plan.overlap, plan.unit), back(text, unit, plan.size, plan.unit))
    for level in plan.overlap_levels:
        p = first_boundary(text, low, end, level)
        if p is not None:
            return p
    return end
