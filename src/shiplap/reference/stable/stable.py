"""Chunks by content alone: equal texts near an offset have equal cuts there, whatever the rest of the text is.

M is the size less the overlap, H = 6 M / 5 the horizon, and G = 8 H the gap, all in the unit of the plan. A
candidate is an offset where the text may be cut.

C1  A candidate has a level. With n levels, the level is n at a boundary of the first level of the plan, and so on
    down to 1 at a boundary of the last one. The last level has all offsets between two grapheme clusters.
C2  A candidate has a priority: a keyed hash of the CONTEXT code points before it. (So an insertion before or after
    a candidate adds one candidate, and changes no other.)
C3  An anchor is a candidate at least M from both ends of the text that no candidate within H on either side
    exceeds. Candidates are compared by level, then by priority; of equal ones the first counts as the greatest. In
    this clause a level above that of sentences counts as the level of sentences, so that a new paragraph is one
    candidate among others.
C4  A stretch is the text between two anchors, or between an anchor and an end of the text. A stretch longer than
    3 H is cut at its greatest candidate that is at least M from both of its ends, by level and then by priority.
    Both parts are cut in the same way. Before that, a stretch longer than G is cut repeatedly from its beginning:
    at the greatest candidate between G - H and G from there, and at least M from its end.
C5  A stretch of length L has n chunks, the smallest n with C(n) >= L, where C(n) = M (n - (n - 1) / 25). (A 25th
    of M is left free at each cut, so that a cut can choose among several candidates.) The stretch is cut near its
    middle: with k = n // 2, at the greatest candidate at a distance between max(L - C(n - k), k M / 4) and
    min(C(k), L - (n - k) M / 4). Both parts are cut in the same way.
C6  If no candidate lies in that range (one cluster is longer), the next candidate after it is taken; if none
    follows in the stretch, the end of the stretch.
C7  The offsets where the text is cut by C3 to C6 are the boundaries of the first row of the plan. The other rows
    cut a longer piece. These rows, except for the last one, have the levels of C1.

A cut that is not an anchor depends on the anchors on both sides, and an anchor depends on the candidates within H.
So an edit moves cuts only within a few horizons.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Literal

from shiplap._data.heading_numbers import HAS_MARKED
from shiplap.plan import Plan, SizeUnit
from shiplap.reference.boundaries.levels import Level, is_boundary
from shiplap.reference.text.sizes import utf8_length
from shiplap.reference.windows.plan import compile_plan
from shiplap.reference.windows.windows import windows

#: The number of code points before a candidate that its priority depends on.
CONTEXT = 24

MASK = (1 << 64) - 1
#: Odd numbers without structure, from the digits of the golden ratio and of the square root of 2.
FIRST, SECOND = 0x9E3779B97F4A7C15, 0x6A09E667F3BCC909
#: The powers of the first, by which the code points are multiplied.
POWERS = [pow(FIRST, k + 1, 1 << 64) for k in range(CONTEXT)]

#: The order of candidates: by level, by priority, and of equal ones the first is the greatest.
Rank = tuple[int, int, int]


def mixed(state: int, number: int) -> int:
    """Return a hash with one more number."""
    state = ((state ^ number) * FIRST) & MASK
    return state ^ (state >> 32)


def priority(text: str, place: int, key: int) -> int:
    """Return the priority of a candidate (C2): a polynomial of the code points before it, the nearest first, mixed
    with the key."""
    before = reversed(text[max(0, place - CONTEXT) : place])
    total = sum(ord(code) * power for code, power in zip(before, POWERS, strict=False))
    return mixed(mixed(key, total & MASK), SECOND)


class Loop:
    """The candidates and cuts of one text. Each is given by its measure: the size of the text before it."""

    def __init__(self, text: str, size: int, levels: Sequence[Level], key: int, unit: SizeUnit, top: int) -> None:
        """size: M. levels: the levels of C1, the highest first, as `is_boundary` takes them. top: the number of
        levels, from the highest on, that count as one level for anchors (C3)."""
        self.text = text
        self.size = size
        self.levels = levels
        self.key = key
        self.top: int = len(levels) - max(top - 1, 0)
        self.horizon: int = 6 * size // 5
        self.gap: int = 8 * self.horizon
        sizes = (utf8_length(char) if unit == "bytes" else 1 for char in text)
        self.offsets: list[int] = [0, *accumulate(sizes)]  # the measure of each offset
        self.ranks: list[Rank] = self.cuts()
        self.at: list[int] = [-place for _, _, place in self.ranks]

    def cuts(self) -> list[Rank]:
        """Return all candidates of the text, without its ends, in order (C1, C2)."""
        found = []
        for place in range(1, len(self.text)):
            levels = [
                k for k, level in enumerate(reversed(self.levels), 1) if is_boundary(self.text, place, level)
            ]
            if levels:
                found.append((levels[-1], priority(self.text, place, self.key), -self.offsets[place]))
        return found

    def between(self, low: int, high: int) -> list[Rank]:
        """Return the candidates from one measure to another."""
        return self.ranks[bisect_left(self.at, low) : bisect_right(self.at, high)]

    def peaks(self) -> list[int]:
        """Return the anchors (C3)."""
        found = []
        for _, _, place in self.between(self.size, self.offsets[-1] - self.size):
            near = self.between(-place - self.horizon, -place + self.horizon)
            if max((min(level, self.top), *rest) for level, *rest in near)[2] == place:
                found.append(-place)
        return found

    def capacity(self, count: int) -> int:
        """Return C(count), the length of the longest stretch of `count` chunks (C5)."""
        return self.size * (24 * count + 1) // 25

    def best(self, low: int, high: int, stop: int) -> int:
        """Return the greatest candidate from `low` to `high`, else the next one after `high`, else `stop` (C5,
        C6)."""
        among = self.between(low, high)
        if among:
            return -max(among)[2]
        return min([*self.at[bisect_right(self.at, high) :], stop])

    def divided(self, start: int, end: int) -> list[int]:
        """Return the ends of the chunks of a stretch (C4, C5)."""
        length = end - start
        if length > 3 * self.horizon:
            low, high = self.size, length - self.size
        else:
            count = 1
            while self.capacity(count) < length:
                count += 1
            if count == 1:
                return [end]
            half = count // 2
            low = max(length - self.capacity(count - half), half * self.size // 4, 1)
            high = min(self.capacity(half), length - max((count - half) * self.size // 4, 1))
        place = self.best(start + low, start + high, end)
        if place >= end:
            return [end]
        return [*self.divided(start, place), *self.divided(place, end)]

    def places(self) -> list[int]:
        """Return the offsets where the text is cut, in code points, and the end of the text (C4)."""
        found: list[int] = []
        for start, end in pairwise([0, *self.peaks(), self.offsets[-1]]):
            while start < end:
                place = end
                if end - start > self.gap:
                    far = min(start + self.gap, end - self.size)
                    place = min(end, self.best(start + self.gap - self.horizon, far, end))
                found += self.divided(start, place)
                start = place
        return [bisect_left(self.offsets, place) for place in found]


def cut(
    text: str,
    plan: Plan,
    key: int = 0,
    errors: Literal["strict", "surrogatepass"] = "strict",
    given: Sequence[Iterable[int]] = (),
) -> list[tuple[int, int]]:
    """Return the spans of the chunks of a text (C7)."""
    positions = [frozenset(offsets) for offsets in given]
    top = next((k for k, row in enumerate(plan.rows) if row.level.startswith("sentence")), 0)
    levels = [row.level for row in compile_plan(plan, positions, HAS_MARKED).rows[1:-1]]
    size = (plan.size - plan.overlap) * (4 if plan.unit == "tokens" else 1)  # estimated: characters
    places = Loop(text, size, levels, key, plan.unit, top).places()
    return windows(text, plan, errors, [*positions, places])
