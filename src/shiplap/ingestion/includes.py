"""The option `include`: which files it selects, and which excluded ones it names.

The patterns are compared part by part while folders are walked, so that a folder in which none can match is not
entered.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from shiplap.ingestion.patterns import DEEP, Pattern, Segment


class Step(NamedTuple):
    """The patterns in a folder, or after an entry of it.

    points: pairs of a pattern and the index of its segment that is compared with the next part.
    is_selected: whether a pattern matches the entry or a folder above it.
    segments: those that matched the entry.
    """

    points: frozenset[tuple[int, int]]
    is_selected: bool
    segments: tuple[Segment, ...] = ()

    @property
    def is_open(self) -> bool:
        """True if a file in the folder can be selected."""
        return self.is_selected or bool(self.points)


@dataclass(frozen=True)
class Includes:
    """Patterns. Without any, all files are selected, and none is named.

    >>> from shiplap.ingestion.patterns import parse
    >>> includes = Includes([parse("docs/*.md")])
    >>> docs = includes.after(includes.start, "docs", is_folder=True)
    >>> [includes.after(docs, name, is_folder=False).is_selected for name in ("a.md", "a.txt")], docs.is_selected
    ([True, False], False)
    """

    patterns: Sequence[Pattern] = ()

    @property
    def start(self) -> Step:
        """The patterns in the folder that they are relative to."""
        points = frozenset(point for k in range(len(self.patterns)) for point in self._from(k, 0))
        return Step(points, not self.patterns)

    def after(self, before: Step, name: str, *, is_folder: bool) -> Step:
        """Compare the patterns in a folder with an entry of it."""
        if not before.points:
            return before
        is_selected, points, segments = before.is_selected, set[tuple[int, int]](), list[Segment]()
        for k, at in before.points:
            pattern = self.patterns[k]
            segment, is_last = pattern.segments[at], at + 1 == len(pattern.segments)
            if segment is DEEP:
                points |= {*self._from(k, at)}
                is_selected |= is_last and (is_folder or not pattern.is_for_folders)
            elif segment.matches(name) and (is_folder or (is_last and not pattern.is_for_folders)):
                segments.append(segment)
                points |= set() if is_last else {*self._from(k, at + 1)}
                is_selected |= is_last
        return Step(frozenset(points), is_selected, tuple(segments))

    def _from(self, k: int, at: int) -> Iterator[tuple[int, int]]:
        """Yield the points at a segment of a pattern: two at `DEEP`, which may match no part."""
        yield k, at
        segments = self.patterns[k].segments
        if segments[at] is DEEP and at + 1 < len(segments):
            yield k, at + 1
