"""Segments of a text by meaning: successive sentences with near directions, at the least cost under a limit.

A text is a sequence of units: sentences, and pieces of sentences that exceed the limit. The direction of a unit is
the vector of the text around it, as whole numbers; its length is SCALE, or 0 for a unit without a vector.

N1  A segment is a run of successive units. The segments cover all units.
N2  The scatter of a segment of n units is the sum of the squared distances of their directions from the mean of
    the directions: n SCALE^2 - |s|^2 / n, where s is the sum of the directions. The quotient is rounded down. A
    unit without a vector therefore has the distance SCALE^2 from the mean.
N3  The cost of a segmentation is the sum of the scatters, and `price` for each segment.
N4  A segment is at most as long as the limit, unless it has one unit.
N5  A segment below the minimum is short. Of all segmentations, those with the fewest short segments are taken; of
    these, the one of the least cost; of equal ones, the one whose last segment has the fewest units, and so on
    backwards.
N6  The price of a segment is `penalty` times the mean scatter: the scatter of all units as one segment, divided by
    the number of units, rounded down.
N7  In the percentile mode, a segment ends before each unit whose distance from the unit before it exceeds the
    percentile of all such distances, unless the segment would be short. A segment above the limit is replaced by
    the segments that N1 to N6 give for its units.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from shiplap._data.packing_costs import SCALE


def scatter(directions: Sequence[Sequence[int]]) -> int:
    """Return the scatter of a segment (N2)."""
    square: int = sum(sum(column) ** 2 for column in zip(*directions, strict=True))
    return len(directions) * SCALE * SCALE - square // len(directions)


def segments(
    m: Sequence[int], directions: Sequence[Sequence[int]], size: int, least: int, penalty: Fraction
) -> list[int]:
    """Return the unit after each segment (N1 to N6).

    m: the measure of the text before each unit, the first 0, and of the whole text. size: the limit. least: the
    minimum.
    """
    price = int(penalty * scatter(directions) / len(directions))
    best, previous = [(0, 0)], [0]
    for end in range(1, len(m)):
        found = []
        for start in range(end):
            length = m[end] - m[start]
            if length <= size or start == end - 1:
                short, cost = best[start]
                cost += scatter(directions[start:end]) + price
                found.append((short + (length < least), cost, -start))
        *least_cost, start = min(found)
        best.append((least_cost[0], least_cost[1]))
        previous.append(-start)
    ends = []
    at = len(m) - 1
    while at > 0:
        ends.append(at)
        at = previous[at]
    return ends[::-1]


def at_percentile(m: Sequence[int], distances: Sequence[float], percentile: float, least: int) -> list[int]:
    """Return the unit after each segment by the percentile alone (N7, the first sentence). `distances`: the
    distance of each unit from the next one."""
    ordered = sorted(distances)
    at = (len(ordered) - 1) * percentile / 100
    low = int(at)
    high = min(low + 1, len(ordered) - 1)
    limit = ordered[low] + (ordered[high] - ordered[low]) * (at - low)
    ends, start = [], 0
    for unit, distance in enumerate(distances, 1):
        if distance > limit and m[unit] - m[start] >= least:
            ends.append(unit)
            start = unit
    return [*ends, len(m) - 1]
