"""Choice of the break points at which the chunks of a mixed document end, and the earliest start of each.

The measure of an offset is the size of the text before it, in the caller's unit. A run is successive text of one
kind of content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shiplap._data.packing_costs import (
    CHUNK,
    CODE,
    CODE_5,
    COST,
    DATA,
    DATA_0,
    DATA_4,
    GRADE,
    LEAVE,
    LEAVE_LIMIT,
    LEVEL,
    ORIGINS,
    PROSE,
    WORDS,
    YIELD,
)


class Run(NamedTuple):
    """End of a run, in the caller's unit, and its kind of content."""

    end: int
    kind: int


def pack(
    m: Sequence[int],
    ranks: Sequence[int],
    runs: Sequence[Run],
    limits: Sequence[int],
    overlaps: Sequence[int],
    extras: Sequence[int] = (),
    first: int = 0,
    limiting: Sequence[Run] = (),
) -> tuple[list[int], list[int], list[bool]]:
    """Return three lists about the chunks: the break point where each ends, the least measure where it may begin,
    and whether it may begin inside a sentence.

    m: the measure of each break point; the first is 0, the last that of the text. ranks: the rank of each break
        point.
    limits, overlaps: the limit and the overlap of each kind of content.
    extras: for each break point, the size of the context of a chunk that begins there; it counts for the limit.
    first: the break point where the first chunk begins, without its overlap.
    limiting: the runs whose limits hold for a whole chunk, if they are other runs than `runs`.

    Of all ways to cut, the one of the least cost is taken: `CHUNK` for each chunk, and the cost of its end. A
    chunk that begins in a record of data and ends after the record costs more (`leaving`). A chunk begins without
    an overlap only if no chunk with one fits, at the cost of `YIELD` and of leaving. Of ways of equal cost, the
    one with the shortest last chunk is taken, and so on backwards. A piece that exceeds its limit and has no break
    points becomes one chunk; the caller splits it.
    """
    count = len(m)
    extras = extras or [0] * count
    limiting = limiting or runs
    begins = backs(m, ranks, runs, overlaps)
    reach = later([begins[k] - extras[k] for k in range(count)]), later([m[k] - extras[k] for k in range(count)])
    behind = leaving(m, ranks, limits[DATA if runs and runs[0].kind == DATA else CODE])
    costs, previous = [0] * (first + 1), [0] * (first + 1)
    for end in range(first + 1, count):
        near = [k for k in range(first, end) if fits(begins[k], reach[0][k], m[end], runs, limiting, limits)]
        bare = [k for k in range(first, end) if fits(m[k], reach[1][k], m[end], runs, limiting, limits)]
        # starts whose record and run have not ended, except the first
        edges = [run.end for run in (*runs, *limiting) if run.end < m[end]]
        inside = {
            k for k in near
            if k > first and behind[k][0] >= end and all(begins[k] >= edge and m[k] > edge for edge in edges)
        }  # fmt: skip
        prices = [(costs[k] + (0 if k in inside else behind[k][1]), -k) for k in near]
        prices = prices or [(costs[k] + behind[k][1] + YIELD, -k) for k in bare]
        cost, start = min(prices or [(costs[end - 1], 1 - end)])
        costs.append(cost + CHUNK + COST[ranks[end]])
        previous.append(-start)
    ends: list[int] = []
    at = count - 1
    while at > first:
        ends.append(at)
        at = previous[at]
    ends.reverse()
    lows, words = [], []
    least, start = 0, first
    for end in ends:
        if start == origin(ranks, start):
            low = m[start]
        else:
            low = max(m[start] - overlaps[kind_at(runs, m[start])], m[origin(ranks, start)])
            low = max(low, begin_at(runs, m[start]))
            low = max(low, least_begin(m[start], m[end], extras[start], runs, limiting, limits))
        least = max(least, min(low, m[start]))
        lows.append(least)
        words.append(kind_at(runs, m[start]) == PROSE or GRADE[ranks[start]] == WORDS)
        start = end
    return ends, lows, words


def leaving(m: Sequence[int], ranks: Sequence[int], limit: int) -> list[tuple[int, int]]:
    """Return for each break point the end of the record of data around it, and the cost of a chunk that begins at
    the break point and ends after the record. Return the number of break points, and 0, if the break point does
    not lie between two children of a record."""
    found = []
    for k, rank in enumerate(ranks):
        end = next((j for j in range(k + 1, len(m)) if LEVEL[ranks[j]] < LEVEL[rank]), len(m))
        if not DATA_0 <= rank < DATA_4 or end == len(m):
            found.append((len(m), 0))
        else:
            found.append((end, LEAVE + LEAVE_LIMIT * min(m[end] - m[k], limit) // limit))
    return found


def backs(m: Sequence[int], ranks: Sequence[int], runs: Sequence[Run], overlaps: Sequence[int]) -> list[int]:
    """Return for each break point the least measure where the chunk after it may begin, with its overlap.

    The chunk begins at the first break point within the overlap whose grade is not above that of the end. If none
    exists and single words may be repeated, it begins as far back as the overlap allows; otherwise at the end. The
    measures never decrease.
    """
    found: list[int] = []
    low = 0
    for k, end in enumerate(m):
        low = max(low, end - overlaps[kind_at(runs, end)], m[origin(ranks, k)], begin_at(runs, end))
        grade = min(GRADE[ranks[k]], GRADE[CODE_5])
        near = [m[j] for j in range(k) if m[j] >= low and GRADE[ranks[j]] <= grade]
        if near:
            back = near[0]
        elif kind_at(runs, end) == PROSE or GRADE[ranks[k]] == WORDS:
            back = low
        else:
            back = end
        found.append(max(back, found[-1]) if found else back)
    return found


def origin(ranks: Sequence[int], k: int) -> int:
    """Return the last break point up to k across which no text is repeated."""
    while k > 0 and ranks[k] not in ORIGINS:
        k -= 1
    return k


def later(found: Sequence[int]) -> list[int]:
    """Return for each number the least of it and all numbers after it."""
    made = list(found)
    for k in range(len(made) - 2, -1, -1):
        made[k] = min(made[k], made[k + 1])
    return made


def kind_at(runs: Sequence[Run], p: int) -> int:
    """Return the kind of content of the text that ends at a measure: the kind of the first run that reaches it."""
    return next((run.kind for run in runs if run.end >= p), PROSE)


def begin_at(runs: Sequence[Run], p: int) -> int:
    """Return the start of the run that `kind_at` finds for a measure."""
    return max((run.end for run in runs if run.end < p), default=0)


def parts(begin: int, end: int, runs: Sequence[Run]) -> list[tuple[int, int]]:
    """Return the size and the kind of each part of a chunk."""
    found, start = [], 0
    for run in runs:
        low, high = max(begin, start), min(end, run.end)
        if low < high:
            found.append((high - low, run.kind))
        start = run.end
    return found


def fits(
    begin: int, counted: int, end: int, runs: Sequence[Run], limiting: Sequence[Run], limits: Sequence[int]
) -> bool:
    """Return whether each part of a chunk is within the limit of its kind, and the whole, counted from `counted`
    on, within the largest limit of its limiting parts."""
    most = max((limits[kind] for _, kind in parts(begin, end, limiting)), default=min(limits))
    return all(size <= limits[kind] for size, kind in parts(begin, end, runs)) and end - counted <= most


def least_begin(
    start: int, end: int, extra: int, runs: Sequence[Run], limiting: Sequence[Run], limits: Sequence[int]
) -> int:
    """Return the least start of a chunk from `start` to `end` with which its first part and the whole still
    fit."""
    kind = kind_at(runs, start)
    most = max([limits[kind], *(limits[other] for _, other in parts(start, end, limiting))])
    first = min(end, next((run.end for run in runs if run.end > start), end)) if runs_on(start, runs) else start
    return max(first - limits[kind], end - most + extra)


def runs_on(p: int, runs: Sequence[Run]) -> bool:
    """Return whether a run goes on across a measure: no run ends there."""
    return all(run.end != p for run in runs)
