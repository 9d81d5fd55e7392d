"""Chunks by content alone: equal texts near a place have equal cuts there, whatever stands elsewhere.

M is the size of what a cut may separate (the size less the overlap), H = 6 M / 5 the horizon, G = 8 H the gap,
all in the unit of the plan.

C1  A cut has a level: of n levels, n at a boundary of the first, and so on to 1 at one of the last, which are all
    places between two grapheme clusters.
C2  A cut has a priority: a keyed hash of the CONTEXT code points before it. (What is inserted before or after a
    cut so adds one cut, and changes none.)
C3  An anchor is a cut, at least M from both ends of the text, that no cut within H on either side exceeds: by its
    level, then by priority; of equals the first. Here a level above that of sentences counts as theirs: a new
    paragraph is one cut among others.
C4  A stretch between anchors (and ends) that is longer than 3 H is cut at its greatest cut, by its level, then by
    priority, that is at least M from its ends; and both parts likewise. Before that, one that is longer than G is
    cut from its begin, again and again, at the greatest cut between G - H and G further on, at least M from its
    end.
C5  A stretch of length L has n chunks, the fewest with C(n) >= L, where C(n) = M (n - (n - 1) / 25): a part of a
    chunk is held back at each cut, so that the cuts have room. It is cut near its middle: with k = n // 2, at the
    greatest cut at a distance between max(L - C(n - k), k M / 4) and min(C(k), L - (n - k) M / 4); and both parts
    likewise.
C6  Where no cut is to be had (one cluster that is longer), the next one is taken, or the end of the stretch.
C7  The places where the text is cut so are the boundaries of the plan's first row, and what is longer is cut by
    the others; these, except for the last one, have the levels.

A cut that is no anchor depends on the anchors beside it, and an anchor on the cuts within H: a change moves cuts
only within a few horizons.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Literal

from shiplap._data.heading_looks import HAS_MARKED
from shiplap.plan import Plan, SizeUnit
from shiplap.reference.boundaries.levels import Level, is_boundary
from shiplap.reference.text.sizes import utf8_length
from shiplap.reference.windows.plan import compile_plan
from shiplap.reference.windows.windows import windows

#: Code points before a cut that its priority depends on.
CONTEXT = 24

MASK = (1 << 64) - 1
#: Odd numbers without structure, from the digits of the golden ratio and of the square root of 2.
FIRST, SECOND = 0x9E3779B97F4A7C15, 0x6A09E667F3BCC909
#: The powers of the first, by which the code points are multiplied.
POWERS = [pow(FIRST, k + 1, 1 << 64) for k in range(CONTEXT)]

#: What cuts are compared by: the level, the priority, and of equals the first.
Rank = tuple[int, int, int]


def mixed(state: int, number: int) -> int:
    """Return a hash with one more number."""
    state = ((state ^ number) * FIRST) & MASK
    return state ^ (state >> 32)


def priority(text: str, place: int, key: int) -> int:
    """Return the priority of a cut (C2): a polynomial of the code points before it, from the cut on, mixed with
    the key."""
    before = reversed(text[max(0, place - CONTEXT) : place])
    total = sum(ord(code) * power for code, power in zip(before, POWERS, strict=False))
    return mixed(mixed(key, total & MASK), SECOND)


class Loop:
    """The cuts of one text. Places are measures: what the text before them takes in the unit of the sizes."""

    def __init__(self, text: str, size: int, levels: Sequence[Level], key: int, unit: SizeUnit, top: int) -> None:
        """size: M. levels: those of C1, as `is_boundary` takes them, the highest first. top: how many of them
        count as the last one of these for anchors (C3)."""
        self.text = text
        self.size = size
        self.levels = levels
        self.key = key
        self.top: int = len(levels) - max(top - 1, 0)
        self.horizon: int = 6 * size // 5
        self.gap: int = 8 * self.horizon
        sizes = (utf8_length(char) if unit == "bytes" else 1 for char in text)
        self.offsets: list[int] = [0, *accumulate(sizes)]  # the measure of each place
        self.ranks: list[Rank] = self.cuts()
        self.at: list[int] = [-place for _, _, place in self.ranks]

    def cuts(self) -> list[Rank]:
        """Return all cuts of the text, without its ends, in order (C1, C2)."""
        found = []
        for place in range(1, len(self.text)):
            levels = [
                k for k, level in enumerate(reversed(self.levels), 1) if is_boundary(self.text, place, level)
            ]
            if levels:
                found.append((levels[-1], priority(self.text, place, self.key), -self.offsets[place]))
        return found

    def between(self, low: int, high: int) -> list[Rank]:
        """Return the cuts from one measure to another."""
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
        """Return the longest stretch that so many chunks take (C5)."""
        return self.size * (24 * count + 1) // 25

    def best(self, low: int, high: int, stop: int) -> int:
        """Return the greatest cut from `low` to `high`, or what is taken instead, up to `stop` (C5, C6)."""
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
        """Return the code points that the text is cut before, and its end (C4)."""
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
