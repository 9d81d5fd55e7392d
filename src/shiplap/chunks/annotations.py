"""Annotations of the chunks of a mixed document: kinds of content, headings above them, definitions around them,
table headers before them. They are computed on first access; chunkers that do not look at content have none.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from shiplap._core.outline.outline import convert
from shiplap._core.packing.documents import majority
from shiplap._core.regions.regions import KINDS as REGIONS
from shiplap._data import outline_row
from shiplap._data.packing_costs import KINDS
from shiplap.chunks.headings import headings_outside

if TYPE_CHECKING:
    from array import array

    from shiplap._core.text.spans import Spans
    from shiplap._core.text.text import Text
    from shiplap.content.region import Regions

FRONT_MATTER = REGIONS.index("front_matter")

#: The number of columns in an outline's rows, and some of them: the start and end of a definition and its name,
#: and its parent's row.
OUTLINE_COLUMNS, PARENT = outline_row.COLUMNS, outline_row.PARENT
NAME_START, NAME_END = outline_row.NAME_START, outline_row.NAME_END
START, END = outline_row.START, outline_row.END

#: The maximum number of named definitions around a chunk: the time is linear at any depth of nesting.
MAX_NAMES = 32


class Listing:
    """The definitions in a region of code that is cut.

    text: the code; base: its offset in the document, in code points; rows: its outline.
    """

    __slots__ = ("_base", "_columns", "_leaps", "_rows", "_text")

    def __init__(self, text: Text, base: int, rows: array[int]) -> None:
        self._text, self._base, self._rows = text, base, rows
        self._columns: tuple[array[int], array[int]] | None = None
        self._leaps: list[int] = []

    def __len__(self) -> int:
        return len(self._rows) // OUTLINE_COLUMNS

    def path(self, definition: int) -> tuple[str, ...]:
        """The names of a definition and those around it, the outermost first, at most the innermost MAX_NAMES."""
        names: list[str] = []
        for _ in range(MAX_NAMES):
            if definition < 0:
                break
            first = definition * OUTLINE_COLUMNS
            name = self._text.text(self._rows[first + NAME_START], self._rows[first + NAME_END])
            if name:
                names.append(name)
            definition = self._rows[first + PARENT]
        return tuple(reversed(names))

    def places(self, definition: int) -> list[tuple[str, int]]:
        """The names of a definition and those around it, the innermost first, each with its offset in the
        document, in code points."""
        found: list[tuple[str, int]] = []
        while definition >= 0 and len(found) < MAX_NAMES:
            first = definition * OUTLINE_COLUMNS
            start, end = self._rows[first + NAME_START], self._rows[first + NAME_END]
            if start < end:
                found.append((self._text.text(start, end), self._base + self._text.characters_before(start)))
            definition = self._rows[first + PARENT]
        return found

    def enclosing(self, start: int, end: int) -> int:
        """The innermost definition that begins before `start` and does not end before `end`, both offsets in code
        points of the document; -1 if none does."""
        if self._columns is None:
            starts, ends = (self._rows[column::OUTLINE_COLUMNS] for column in (START, END))
            self._columns = convert(self._text, starts, "characters"), convert(self._text, ends, "characters")
            self._leaps = leaps(self._rows[PARENT::OUTLINE_COLUMNS])
        starts, ends = self._columns
        definition = bisect_left(starts, start - self._base) - 1
        while definition >= 0 and ends[definition] < end - self._base:
            leap = self._leaps[definition]
            is_far = leap >= 0 and ends[leap] < end - self._base
            definition = leap if is_far else self._rows[definition * OUTLINE_COLUMNS + PARENT]
        return definition


def leaps(parents: Sequence[int]) -> list[int]:
    """For each node of a forest, a jump pointer to an ancestor, or -1. The path from any node to any ancestor has
    a number of steps logarithmic in the depth, if each step takes the leap, or the parent if the leap is too far.
    Parents come before their children.

    >>> leaps([-1, 0, 1, 2, 3, 4, 5])
    [-1, 0, -1, 2, 3, 2, -1]
    """
    depths, found = [0], [0]  # of a virtual root, which has number 0 here
    for parent in parents:
        far = found[parent + 1]
        farther = found[far]
        even = depths[parent + 1] - depths[far] == depths[far] - depths[farther]
        depths.append(depths[parent + 1] + 1)
        found.append(farther if even else parent + 1)
    return [node - 1 for node in found[1:]]


class Shifted:
    """The annotations of chunks whose text begins some code points before the text of `annotations`."""

    __slots__ = ("_annotations", "_shift")

    def __init__(self, annotations: Annotations | Shifted, shift: int) -> None:
        self._annotations, self._shift = annotations, shift

    def kinds(self, spans: Spans) -> list[str]:
        """See `Annotations.kinds`."""
        return self._annotations.kinds(spans.shifted(-self._shift))

    def headings(self, start: int, end: int) -> tuple[str, ...]:
        """See `Annotations.headings`."""
        return self._annotations.headings(start - self._shift, end - self._shift)

    def table_header(self, start: int) -> str:
        """See `Annotations.table_header`."""
        return self._annotations.table_header(start - self._shift)

    def name_places(self, start: int, end: int) -> list[tuple[str, int]]:
        """See `Annotations.name_places`."""
        found = self._annotations.name_places(start - self._shift, end - self._shift)
        return [(name, place + self._shift) for name, place in found]


class Annotations:
    """The annotations of the chunks of one text, from its regions.

    regions: those of the text, or a function that finds them when they are asked for.
    headers: the end of each table's header, by its row in the regions, in the native offsets of the text.
    listings: the definitions in each region of code that is cut, by its row.
    paths: for each region, the headings before the text of a chunk that begins in it, if sizes include them.
    """

    __slots__ = ("_allowed", "_found", "_headers", "_kinds", "_listings", "_paths", "_starts")

    def __init__(
        self,
        regions: Regions | Callable[[], Regions],
        headers: Mapping[int, int],
        listings: Mapping[int, Listing],
        paths: Sequence[tuple[str, ...]] | None = None,
    ) -> None:
        self._found = regions
        self._headers = headers
        self._listings = listings
        self._paths = paths
        self._allowed: dict[int, int] = {}
        self._kinds: list[str] | None = None
        self._starts: list[int] | None = None

    @property
    def _regions(self) -> Regions:
        if callable(self._found):
            self._found = self._found()
        return self._found

    def kinds(self, spans: Spans) -> list[str]:
        """The kind of content of each chunk of the text, given all spans in characters: the kind of most of its
        characters."""
        if self._kinds is None:
            regions = self._regions
            found = majority(spans, regions._spans("characters"), regions._kinds)
            self._kinds = [KINDS[kind] for kind in found]
        return self._kinds

    def _region(self, p: int) -> int:
        """The row of the region that contains a character."""
        if self._starts is None:
            self._starts = self._regions._spans("characters").columns()[0]
        return max(0, bisect_right(self._starts, p) - 1)

    def headings(self, start: int, end: int) -> tuple[str, ...]:
        """The headings above the first text of a chunk, its own included, and the names of the definitions around
        it."""
        names = self.names(start, end)
        allowed = self._allowed.get(start, len(names))
        return self.titles(start, end) + names[len(names) - allowed :]

    def titles(self, start: int, end: int) -> tuple[str, ...]:
        """The headings above the first text of a chunk, its own included."""
        regions, row = self._regions, self._region(start)
        first = row
        paths, spans = regions._paths(), regions._spans("characters")
        while self._is_above(row) and row + 1 < len(regions) and spans[row + 1][0] < end:
            row += 1
        found = paths[row]
        if regions._kinds[row][1]:
            found = (*found, regions._title(row) or "")
        if self._paths is None:
            return found
        # the context before the text must take no more than planned
        above, size = self._paths[first], len(paths[first])
        full = above + found[size:]
        fits = found[:size] == paths[first] and headings_outside(full, self._text(start, end)) == above
        return full if fits else above

    def names(self, start: int, end: int) -> tuple[str, ...]:
        """The names of the definitions that enclose a chunk in a region of code that is cut, the outermost
        first."""
        listing = self._listings.get(self._region(start))
        if listing is None:
            return ()
        definition = listing.enclosing(start, start + len(self._text(start, end).rstrip()))
        return listing.path(definition)

    def name_places(self, start: int, end: int) -> list[tuple[str, int]]:
        """The names of the definitions that enclose a chunk, the innermost first, each with its offset in the
        document, in code points."""
        listing = self._listings.get(self._region(start))
        if listing is None:
            return []
        return listing.places(listing.enclosing(start, start + len(self._text(start, end).rstrip())))

    def allow_names(self, start: int, count: int) -> None:
        """Limit the chunk that begins at `start` to `count` names of definitions."""
        self._allowed[start] = count

    def _text(self, start: int, end: int) -> str:
        text = self._regions._text
        first, last = text.native([start, end])
        return text.text(first, last)

    def _is_above(self, row: int) -> bool:
        """Whether a region belongs above others: a heading, or front matter."""
        return self._regions._kinds[row][1] > 0 or self._regions._kinds[row][0] == FRONT_MATTER

    def table_header(self, start: int) -> str:
        """The exact text of the header of the table that a chunk continues; "" if it continues none."""
        row = self._region(start)
        end = self._headers.get(row)
        if end is None:
            return ""
        first = self._regions._native[row][0]
        text = self._regions._text.text(first, end)
        return text if start >= self._regions._spans("characters")[row][0] + len(text) else ""
