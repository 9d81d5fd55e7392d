"""Window slicing: the loop that every chunker is (docs/reference/model.md).

`plan` is a `shiplap.plan.Plan`: the unit, the sizes, the overlap, and the rows (level, at_least, at_most, pick)
that are tried in order for the end of a chunk. `given` has the arrays of positions of the levels `given:0`,
`given:1`, ...; the level `given` is the first of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from shiplap._data.heading_numbers import UNKNOWN
from shiplap.errors import ChunkLimitError, TextError
from shiplap.plan import Plan as NamedPlan
from shiplap.plan import SizeUnit
from shiplap.reference.boundaries.levels import first_boundary, last_boundary, visible, visible_end
from shiplap.reference.text.sizes import ahead, back, furthest, is_surrogate, measure
from shiplap.reference.windows.overlap import mark_started_units, next_start
from shiplap.reference.windows.plan import Plan, choose_plan, compile_plan
from shiplap.reference.windows.tokens import Tokens, final_count, fit


def best_end(text: str, plan: Plan, start: int, end: int, most: int) -> int | None:
    """Return the end of the chunk that begins at `start`: the boundary of the first row that has one after `end`
    and not after `most`. Return None if no row has one."""
    for row in plan.rows:
        low = max(end + 1, ahead(text, start, row.at_least, plan.unit))
        high = min(most, furthest(text, start, row.at_most, plan.unit))
        find = last_boundary if row.pick == "last" else first_boundary
        p = find(text, low, high + 1, row.level)
        if p is not None:
            return p
    return None


def tail(text: str, plan: Plan, start: int, before: int, end: int, last: int) -> int:
    """Return `end`, or another end of the chunk if `end` would leave less than the minimum before `last`.

    The chunk takes all remaining text if that fits the maximum. Otherwise the chunk ends earlier: at the boundary
    of the first row that has one after `before`, the end of the chunk before, and that leaves the minimum. The
    order of the rows is that of any end, so a whole sentence and then the target go before the minimum of this
    chunk. If no such boundary exists, because no grapheme boundary does, the last chunk stays small. The start
    does not move, so that the overlap is the same as without a minimum.
    """
    if end >= last or measure(text, end, last, plan.unit) >= plan.min_size:
        return end
    if measure(text, start, last, plan.unit) <= plan.max_size:
        return last
    most = back(text, last, plan.min_size - 1, plan.unit) - 1
    p = best_end(text, plan, start, before, most)
    return end if p is None else p


def next_end(text: str, plan: Plan, start: int, before: int, last: int) -> int:
    """Return the end of the chunk that begins at `start`, after `before`.

    If no row has a boundary, a unit is larger than the size: for most plans a grapheme cluster. That unit is cut
    at the furthest position that fits the size, or after its first code point if one code point alone does not
    fit.
    """
    limit = furthest(text, start, plan.size, plan.unit)
    if plan.break_at is not None:
        p = first_boundary(text, before + 1, limit + 1, plan.break_at.level)
        if p is not None:
            return p
    if limit == len(text):
        return limit
    end = best_end(text, plan, start, before, len(text)) or max(limit, before + 1)
    return tail(text, plan, start, before, end, last)


def windows(
    text: str,
    named: NamedPlan,
    errors: Literal["strict", "surrogatepass"] = "strict",
    given: Sequence[Iterable[int]] = (),
    after: tuple[int, int] | None = None,
    headings: int = UNKNOWN,
    tokens: Tokens | None = None,
) -> list[tuple[int, int]]:
    """Return the spans (start, end) of the chunks of the text, in code points.

    after: a chunk of the text; then only the chunks after it are returned. headings: the heading patterns that are
    known, as `choose_plan` takes them. tokens: the tokens of the text, if a tokenizer counts them.
    """
    named, headings = choose_plan(text, named, headings)
    if errors == "strict" and named.unit == "bytes":
        check_surrogates(text, range(len(text)))
    plan = compile_plan(named, given, headings, None if tokens is None else tokens.measure)
    n = len(text)
    last = visible_end(text, 0, n) if plan.strip_whitespace else n
    spans: list[tuple[int, int]] = []
    start, end = after or (-1, 0)  # before the first chunk nothing has begun, and nothing can be repeated
    if plan.strip_whitespace:
        end = visible(text, end)
    while end < n:
        this = mark_started_units(text, plan, start, end)
        start = next_start(text, plan, start, end, last)
        if plan.strip_whitespace:
            start = visible(text, start)
        before = end
        end = next_end(text, this, start, before, last)
        if tokens is not None:
            fitting = fit(text, this, tokens, start, before, end, best_end)
            if fitting is None:  # no end is after the last one: drop the overlap, then split the unit
                start = before
                end = next_end(text, this, start, before, last)
                fitting = fit(text, this, tokens, start, before, end, best_end, cuts=True)
            assert fitting is not None
            end = fitting
        stop = visible_end(text, start, end) if plan.strip_whitespace else end
        check_size(text, plan, named.unit, tokens, start, end)
        if errors == "strict" and named.snaps:
            check_surrogates(text, (start - 1, start, stop - 1, stop))
        if not (plan.skip_blank and visible(text, start) >= end):
            spans.append((start, stop))
        if plan.strip_whitespace:
            end = visible(text, end)
    return spans


def check_size(text: str, plan: Plan, unit: SizeUnit, tokens: Tokens | None, start: int, end: int) -> None:
    """Raise ChunkLimitError for a chunk above the maximum, if `plan.oversize` is "raise". Only one code point that
    alone is larger than the maximum can exceed it."""
    size = measure(text, start, end, unit) if tokens is None else final_count(text, plan, tokens, start, end)
    if size > plan.max_size and plan.oversize == "raise":
        raise ChunkLimitError(start, size, plan.max_size, unit)


def check_surrogates(text: str, positions: Iterable[int]) -> None:
    """Raise TextError if a code point at one of the positions is a lone surrogate. The error names the first lone
    surrogate of the text."""
    if any(0 <= p < len(text) and is_surrogate(text, p) for p in positions):
        first = next(p for p in range(len(text)) if is_surrogate(text, p))
        raise TextError(first, "characters", "lone surrogate")
