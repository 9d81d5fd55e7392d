"""Window slicing: the loop that every chunker is (SPEC section 2). Twin: `_core/windows.pyx`.

`plan` is a `shiplap.plan.Plan`: the unit, the size, the overlap, and the rows (level, at_least, at_most, pick)
that are tried in order for the end of a chunk.
"""

from __future__ import annotations

from typing import Any

from shiplap.errors import ChunkLimitError, TextError
from shiplap.reference.levels import first_boundary, last_boundary, visible, visible_end
from shiplap.reference.overlap import next_start
from shiplap.reference.sizes import ahead, furthest, measure


def best_end(text: str, plan: Any, start: int, end: int, limit: int) -> int:
    """The end of the chunk that begins at `start`: the boundary of the first row that has one, else end + 1."""
    for row in plan.rows:
        low = max(end + 1, ahead(text, start, row.at_least, plan.unit))
        high = limit if row.at_most == plan.size else furthest(text, start, row.at_most, plan.unit)
        find = last_boundary if row.pick == "last" else first_boundary
        p = find(text, low, high + 1, row.level)
        if p is not None:
            return p
    return end + 1


def windows(text: str, plan: Any, errors: str = "strict") -> list[tuple[int, int]]:
    """The spans (start, end) of the chunks of the text, in code points."""
    if errors == "strict" and plan.unit == "bytes":
        check_surrogates(text, range(len(text)))
    n = len(text)
    spans: list[tuple[int, int]] = []
    start, end = -1, 0
    if plan.trim:
        end = visible(text, 0)
    while end < n:
        start = next_start(text, plan, start, end) if start >= 0 else 0
        if plan.trim:
            start = visible(text, start)
        limit = furthest(text, start, plan.size, plan.unit)
        end = n if limit == n else best_end(text, plan, start, end, limit)
        stop = visible_end(text, start, end) if plan.trim else end
        check_size(text, plan, start, end)
        if errors == "strict" and plan.snaps:
            check_surrogates(text, (start - 1, start, stop - 1, stop))
        if not (plan.skip_blank and visible(text, start) >= end):
            spans.append((start, stop))
        if plan.trim:
            end = visible(text, end)
    return spans


def check_size(text: str, plan: Any, start: int, end: int) -> None:
    """The size never yields, but for one code point that alone is larger: an error where that is asked for."""
    size = measure(text, start, end, plan.unit)
    if size > plan.size and plan.oversize == "error":
        raise ChunkLimitError(start, size, plan.size, plan.unit)


def check_surrogates(text: str, positions: Any) -> None:
    """A cut touches the code points at its sides; a lone surrogate there is an error."""
    for p in positions:
        if 0 <= p < len(text) and "\ud800" <= text[p] <= "\udfff":
            raise TextError(p, "characters", "lone surrogate")
