"""Packing code: where to cut, so that definitions stay whole and chunks are few."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

#: What a chunk costs, and a cut of each rank: for one chunk less, so much worse a cut may be taken.
CHUNK = 100
CUT = (0, 3, 15, 25, 40, 80)

#: Of a definition: its start, its start without the comment above, its end.
Extent = tuple[int, int, int]


def keep_whole(extents: Sequence[Extent], size: int) -> list[tuple[int, int]]:
    """The spans that no cut may enter, in order: of the outermost definitions that fit, with the comment above
    them if that fits too. `extents` are nested or apart, in order of their starts."""
    kept: list[tuple[int, int]] = []
    for start, code, end in extents:
        if kept and start < kept[-1][1]:
            continue
        if end - start <= size:
            kept.append((start, end))
        elif end - code <= size:
            kept.append((code, end))
    return kept


def pack(
    positions: Sequence[int], ranks: Sequence[int], extents: Sequence[Extent], length: int, size: int
) -> list[int]:
    """The ends of the chunks of a code text.

    A cut may fall at each of `positions` (ascending, from 1 to length - 1), whose ranks say how well. Definitions
    that fit `size` are kept whole. Of all such ways to cut, the one of the least cost is taken, and of those the
    one with the shortest last chunk, and so on backwards, so that chunks fill from the front. A piece without
    positions that is longer than `size` stays as it is, for the caller to cut. `size` and offsets may be in any
    unit in which lengths add up.
    """
    if length == 0:
        return []
    places, costs = [0], [0]  # where a cut may fall, and the least cost to get there
    previous = [0]
    waiting: deque[int] = deque()  # places from which a chunk may come here, in order, of rising cost
    kept = keep_whole(extents, size)
    k = 0
    for position, rank in [*zip(positions, ranks, strict=True), (length, 0)]:
        while k < len(kept) and kept[k][1] <= position:
            k += 1
        if k < len(kept) and kept[k][0] < position < length:
            continue
        last = len(places) - 1
        while waiting and costs[waiting[-1]] >= costs[last]:
            waiting.pop()
        waiting.append(last)
        while waiting and position - places[waiting[0]] > size:
            waiting.popleft()
        start = waiting[0] if waiting else last
        places.append(position)
        costs.append(costs[start] + CHUNK + CUT[rank])
        previous.append(start)
    ends = []
    at = len(places) - 1
    while at:
        ends.append(places[at])
        at = previous[at]
    return ends[::-1]
