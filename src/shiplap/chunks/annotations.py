"""Annotations of the chunks of a mixed document: kinds of content, headings above them, table headers before them.
They are computed on first access; chunkers that do not look at content have none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shiplap._core.adaptive import majority
from shiplap._core.blocks import KINDS as REGIONS
from shiplap._data.packing_costs import KINDS
from shiplap.chunks.headings import prefix_of

if TYPE_CHECKING:
    from shiplap._core.spans import Spans
    from shiplap.content.region import Regions

FRONT_MATTER = REGIONS.index("front_matter")


class Annotations:
    """The annotations of the chunks of one text, from its regions.

    headers: by the row of a table in the regions, where its header ends, in the offsets of their text.
    paths: the headings that stand before the text of a chunk that begins in a region, where not all of them do.
    """

    __slots__ = ("_headers", "_kinds", "_paths", "_regions", "_starts")

    def __init__(
        self, regions: Regions, headers: Mapping[int, int], paths: Sequence[tuple[str, ...]] | None = None
    ) -> None:
        self._regions = regions
        self._headers = headers
        self._paths = paths
        self._kinds: list[str] | None = None
        self._starts: list[int] | None = None

    def kinds(self, spans: Spans) -> list[str]:
        """The kind of content of all chunks of the text, given their spans in characters: the kind of which they
        have most characters."""
        if self._kinds is None:
            regions = self._regions
            found = majority(spans, regions._spans("characters"), regions._kinds)
            self._kinds = [KINDS[kind] for kind in found]
        return self._kinds

    def of(self, spans: Spans, row: int, name: str) -> Any:
        """One fact of a chunk, given the spans of all: its "kind", "headings", "context", or the "prefix" of its
        contextual text."""
        if name == "kind":
            return self.kinds(spans)[row]
        start, end = spans[row]
        if name == "headings":
            return self.headings(start, end)
        return self.context(start) if name == "context" else self.prefix(start)

    def _region(self, p: int) -> int:
        """The row of the region of a character."""
        if self._starts is None:
            self._starts = self._regions._spans("characters").columns()[0]
        return max(0, bisect_right(self._starts, p) - 1)

    def headings(self, start: int, end: int) -> tuple[str, ...]:
        """The headings above the first text of a chunk, which may be its own."""
        regions, row = self._regions, self._region(start)
        paths, spans = regions._paths(), regions._spans("characters")
        while self._is_above(row) and row + 1 < len(regions) and spans[row + 1][0] < end:
            row += 1
        if regions._kinds[row][1]:
            return (*paths[row], regions._title(row) or "")
        return paths[row]

    def _is_above(self, row: int) -> bool:
        """Whether a region is what stands above others: a heading, or front matter."""
        return self._regions._kinds[row][1] > 0 or self._regions._kinds[row][0] == FRONT_MATTER

    def above(self, start: int) -> tuple[str, ...]:
        """The headings above a chunk that are not in it."""
        row = self._region(start)
        return self._regions._paths()[row] if self._paths is None else self._paths[row]

    def context(self, start: int) -> str:
        """The header of the table that a chunk goes on with, its exact text; "" where it does not."""
        row = self._region(start)
        end = self._headers.get(row)
        if end is None:
            return ""
        first = self._regions._native[row][0]
        text = self._regions._text.text(first, end)
        return text if start >= self._regions._spans("characters")[row][0] + len(text) else ""

    def prefix(self, start: int) -> str:
        """What stands before the text of a chunk in its contextual text."""
        return prefix_of(self.above(start)) + self.context(start)
