"""Page furniture that contextual texts leave out (the option `omit_furniture`), found when it is asked for."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable

from shiplap._core.regions import omissions
from shiplap._core.text import Text
from shiplap.content.region import Regions


class Omissions:
    """The parts of one text that contextual texts leave out, by the clauses O1 to O5 of
    `shiplap.reference.regions.omissions`. Code by its path or its content type has none.

    text: the text that chunks are of. regions: a function that finds its regions. shift: how far the text of the
    regions begins behind its start, in its offsets: after a byte order mark.
    """

    __slots__ = ("_columns", "_regions", "_shift", "_text")

    def __init__(self, text: Text, regions: Callable[[], Regions], shift: int = 0) -> None:
        self._text = text
        self._regions = regions
        self._shift = shift
        self._columns: tuple[list[int], list[int]] | None = None

    def _found(self) -> tuple[list[int], list[int]]:
        """Return the starts and the ends of the parts, in the offsets of the text."""
        if self._columns is None:
            regions = self._regions()
            if regions._language:
                self._columns = [], []
            else:
                found = omissions(regions._text, regions._native, regions._kinds, regions._infos)
                if regions._text.is_str != self._text.is_str:  # a tokenizer's loop reads the UTF-8 of a str
                    found = regions._text.convert(found, "characters")
                starts, ends = found.shifted(self._shift).columns()
                self._columns = list(starts), list(ends)
        return self._columns

    def behind_mark(self, text: Text, shift: int) -> Omissions:
        """Return the parts of the same text behind a byte order mark."""
        return Omissions(text, self._regions, shift)

    def shown(self, start: int, end: int) -> str | None:
        """Return the text of a chunk without these parts; None if it has none of them, or nothing else that is
        visible: a chunk of page furniture alone is shown as it is."""
        starts, ends = self._found()
        first, last = bisect_right(ends, start), bisect_left(starts, end)
        if first >= last:
            return None
        edges = [start, *(min(max(p, start), end) for k in range(first, last) for p in (starts[k], ends[k])), end]
        read = self._text.text
        shown = "".join(read(*edges[k : k + 2]) for k in range(0, len(edges), 2))
        return shown if shown and not shown.isspace() else None
