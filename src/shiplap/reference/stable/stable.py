"""Chunks by content alone: equal texts near a place have equal cuts there, whatever stands elsewhere.

M is the size of what a cut may separate (`chunk_size - chunk_overlap`), H = 6 M / 5 the horizon, G = 5 H the gap.

C1  A cut has a level: 4 at a paragraph, 3 at a sentence, 2 at a line, 1 at a word, 0 at any other place between
    two grapheme clusters.
C2  A cut has a priority: a keyed hash of the CONTEXT code points before it and of those after it.
C3  An anchor is a cut of level 2 and above, at least M from both ends, that no such cut within H on either side
    exceeds: by its level, then by priority; of equals the first.
C4  A gap between anchors (and ends) that is longer than G has anchors among its words, at least M from its ends,
    and then among all cuts. What is still longer than G is cut from its begin, again and again, at the cut of the
    greatest priority between G - H and G further on.
C5  A stretch of length L between two anchors has n chunks, the fewest with C(n) >= L, where
    C(n) = M (n - (n - 1) / 12): a twelfth of a chunk is held back at each cut, so that the cuts have room. It is
    cut near its middle: with k = n // 2, at a distance between max(L - C(n - k), k M / 4) and
    min(C(k), L - (n - k) M / 4), at the highest level there, then at the greatest priority, then first; and both
    parts likewise.
C6  Where no cut is to be had (one cluster that is longer), the last place of the range is taken.

A cut that is no anchor depends on the anchors beside it, and an anchor on the cuts within H: a change moves cuts
only within a few horizons.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import pairwise

from shiplap.reference.boundaries.levels import is_boundary

#: Code points on either side of a cut that its priority depends on.
CONTEXT = 32
#: Levels of cuts (C1).
PARAGRAPH, SENTENCE, LINE, WORD, GRAPHEME = 4, 3, 2, 1, 0
#: The boundaries of each level, the highest first.
NAMES = (
    (PARAGRAPH, "paragraph"),
    (SENTENCE, "sentence-standard"),
    (LINE, "line"),
    (WORD, "word"),
    (GRAPHEME, "grapheme"),
)

MASK = (1 << 64) - 1
#: Odd numbers without structure, from the digits of the golden ratio and of the square root of 2.
FIRST, SECOND = 0x9E3779B97F4A7C15, 0x6A09E667F3BCC909

Cut = tuple[int, int]  # a place and its level


#: The powers of both numbers, by which the code points of the two sides are multiplied.
POWERS = tuple([pow(number, k + 1, 1 << 64) for k in range(CONTEXT)] for number in (FIRST, SECOND))


def mixed(state: int, number: int) -> int:
    """A hash with one more number."""
    state = ((state ^ number) * FIRST) & MASK
    return state ^ (state >> 32)


def priority(text: str, place: int, key: int) -> int:
    """The priority of a cut (C2): a polynomial of the code points of each side, outwards from the cut, and both
    mixed with the key."""
    sides = reversed(text[max(0, place - CONTEXT) : place]), text[place : place + CONTEXT]
    state = key & MASK
    for side, powers in zip(sides, POWERS, strict=True):
        state = mixed(state, sum(ord(code) * power for code, power in zip(side, powers, strict=False)) & MASK)
    return state


def level_of(text: str, place: int) -> int | None:
    """The level of a cut, None inside a grapheme cluster (C1)."""
    return next((level for level, name in NAMES if is_boundary(text, place, name)), None)


def cuts(text: str) -> list[Cut]:
    """All cuts of a text, without its ends (C1)."""
    levels = ((place, level_of(text, place)) for place in range(1, len(text)))
    return [(place, level) for place, level in levels if level is not None]


class StableCuts:
    """The cuts of one text."""

    def __init__(self, text: str, size: int, key: int = 0, find: Callable[[str], list[Cut]] = cuts) -> None:
        self.text = text
        self.size = size
        self.key = key
        self.horizon: int = 6 * size // 5
        self.gap: int = 5 * self.horizon
        self.cuts: list[Cut] = find(text)
        self.priorities: dict[int, int] = {}

    def rank(self, cut: Cut) -> tuple[int, int, int]:
        """What anchors are compared by: greater wins (C3)."""
        place, level = cut
        return level, self.priority(place), -place

    def priority(self, place: int) -> int:
        """The priority of a cut."""
        if place not in self.priorities:
            self.priorities[place] = priority(self.text, place, self.key)
        return self.priorities[place]

    def between(self, start: int, end: int, least: int) -> list[Cut]:
        """The cuts of a level or above within a range, its ends left out."""
        among = self.cuts[bisect_right(self.cuts, (start, PARAGRAPH)) : bisect_left(self.cuts, (end, GRAPHEME))]
        return [(place, level) for place, level in among if level >= least]

    def peaks(self, start: int, end: int, least: int) -> list[int]:
        """The anchors within a range, among the cuts of a level or above (C3)."""
        among = self.between(start, end, least)
        found = []
        for place, level in among:
            if start + self.size <= place <= end - self.size:
                near = [
                    cut
                    for cut in self.between(place - self.horizon - 1, place + self.horizon + 1, least)
                    if start < cut[0] < end
                ]
                if max(near, key=self.rank) == (place, level):
                    found.append(place)
        return found

    def forced(self, start: int, end: int) -> list[int]:
        """The anchors of a range that is longer than the gap though all its cuts were looked at (C4)."""
        found = []
        while end - start > self.gap:
            start = self.best(start + self.gap - self.horizon, start + self.gap, by_level=False)
            found.append(start)
        return found

    def capacity(self, count: int) -> int:
        """The longest stretch that so many chunks take (C5)."""
        return self.size * (11 * count + 1) // 12

    def divided(self, start: int, end: int) -> list[int]:
        """The cuts of a stretch between two anchors (C5)."""
        length = end - start
        count = 1
        while self.capacity(count) < length:
            count += 1
        if count == 1:
            return []
        half = count // 2
        low = max(length - self.capacity(count - half), half * self.size // 4, 1)
        high = min(self.capacity(half), length - max((count - half) * self.size // 4, 1))
        place = self.best(start + low, start + high, by_level=True)
        return [*self.divided(start, place), place, *self.divided(place, end)]

    def best(self, low: int, high: int, *, by_level: bool) -> int:
        """The best cut from `low` to `high` (C5), or `high` if there is none (C6)."""
        among = self.between(low - 1, high + 1, GRAPHEME)
        if not among:
            return high
        return max(among, key=lambda cut: (cut[1] if by_level else 0, self.priority(cut[0]), -cut[0]))[0]

    def anchors(self) -> list[int]:
        """The anchors of the text (C3, C4)."""
        found = self.peaks(0, len(self.text), LINE)
        for least in (WORD, GRAPHEME):
            edges = [0, *found, len(self.text)]
            for start, end in pairwise(edges):
                if end - start > self.gap:
                    found += self.peaks(start, end, least)
            found.sort()
        edges = [0, *found, len(self.text)]
        for start, end in pairwise(edges):
            found += self.forced(start, end)
        return sorted(found)

    def places(self) -> list[int]:
        """All places where the text is cut, in order."""
        found: list[int] = []
        edges = [0, *self.anchors(), len(self.text)]
        for start, end in pairwise(edges):
            found += [*self.divided(start, end), end]
        return found[:-1]


def spans(text: str, size: int, key: int = 0) -> list[tuple[int, int]]:
    """The chunks of a text, without overlap."""
    edges = [0, *StableCuts(text, size, key).places(), len(text)] if text else []
    return list(pairwise(edges))
