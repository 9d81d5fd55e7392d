"""Overlap backtracking: where the next chunk starts."""

from __future__ import annotations

from shiplap.reference.boundaries.levels import Level, first_boundary, is_boundary, last_boundary, visible_end
from shiplap.reference.text.sizes import back, measure
from shiplap.reference.windows.plan import Plan


def is_begun(text: str, start: int, end: int, level: Level) -> bool:
    """Return whether the chunk (start, end) has visible text of a unit of `level` that does not end at `end`."""
    p = last_boundary(text, start + 1, end + 1, level)
    p = start if p is None else p
    return visible_end(text, p, end) > p


def mark_started_units(text: str, plan: Plan, start: int, end: int) -> Plan:
    """Return the plan for the chunk after (start, end), with "first" or "last" in place of "end_of_unit". Where
    the unit of one row ends, the units of the rows after it end too."""
    rows = []
    begun = True
    for row in plan.rows:
        if row.pick == "end_of_unit":
            begun = begun and is_begun(text, start, end, row.level)
            row = row._replace(pick="first" if begun else "last")
        rows.append(row)
    return plan._replace(rows=tuple(rows))


def least_start_for_unit(text: str, plan: Plan, end: int) -> int:
    """Return the first start with which the next unit after `end` can enter the chunk. The next unit is the first
    one of `plan.units` that alone fits its limit."""
    for unit in plan.units:
        p = end + 1
        while not is_boundary(text, p, unit.level):
            p += 1
        if measure(text, end, p, plan.unit) <= unit.at_most:
            return back(text, p, unit.at_most, plan.unit)
    return end


def next_start(text: str, plan: Plan, start: int, end: int, last: int) -> int:
    """Return the start of the chunk after (start, end): the first boundary of the first overlap level that has
    one, else `end`.

    Three conditions hold: the start grows, the overlap is at most `plan.overlap`, and the next unit fits. A fourth
    condition holds where no later end could leave the minimum before `last`: all remaining text fits the maximum.
    No text is repeated across a boundary of `break_at`.
    """
    if plan.break_at is not None and is_boundary(text, end, plan.break_at.level):
        return end
    low = max(start + 1, back(text, end, plan.overlap, plan.unit), least_start_for_unit(text, plan, end))
    if measure(text, end + 1, last, plan.unit) < plan.min_size:
        low = max(low, back(text, last, plan.max_size, plan.unit))
    for level in plan.overlap_levels:
        p = first_boundary(text, low, end, level)
        if p is not None:
            return p
    return end
