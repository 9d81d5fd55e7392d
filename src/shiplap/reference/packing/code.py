"""Packing code: the cuts that keep definitions whole and make few chunks."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from shiplap._data.packing_costs import CHUNK, CODE_0, COST
from shiplap.reference.packing.unbreakable import Extent, keep_whole


def pack(
    positions: Sequence[int], ranks: Sequence[int], extents: Sequence[Extent], length: int, size: int
) -> list[int]:
    """Return the ends of the chunks of a code text.

    A cut may fall at each of `positions` (ascending, from 1 to length - 1); the rank of a position says how good a
    cut there is. Definitions that fit `size` are kept whole. Of all ways to cut, the one of the least cost is
    taken; of equal ones, the one with the shortest last chunk, and so on backwards, so that chunks fill from the
    front. A piece that is longer than `size` and has no positions becomes one chunk; the caller splits it. `size`
    and offsets may be in any unit in which lengths add up.
    """
    if length == 0:
        return []
    places, costs = [0], [0]  # offsets where a cut may fall, and the least cost up to each
    previous = [0]
    waiting: deque[int] = deque()  # starts of a chunk that may end here, ascending, with rising costs
    kept = keep_whole(extents, [0, *positions, length], size)
    k = 0
    for position, rank in [*zip(positions, ranks, strict=True), (length, 0)]:
        while k < len(kept) and kept[k][1] <= position:
            k += 1
        if k < len(kept) and kept[k][0] < position:
            continue
        last = len(places) - 1
        while waiting and costs[waiting[-1]] >= costs[last]:
            waiting.pop()
        waiting.append(last)
        while waiting and position - places[waiting[0]] > size:
            waiting.popleft()
        start = waiting[0] if waiting else last
        places.append(position)
        costs.append(costs[start] + CHUNK + COST[CODE_0 + rank])
        previous.append(start)
    ends = []
    at = len(places) - 1
    while at:
        ends.append(places[at])
        at = previous[at]
    return ends[::-1]
