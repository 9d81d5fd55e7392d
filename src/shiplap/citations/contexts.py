r"""Contexts of passages: what a prompt shows before a chunk's text, and its places in the document.

    Rain > Snow                     headings, each with a place of its own: a line of the document
                                    (an empty line)
    | day | mm |                    the header of the table that the chunk continues
    |-----|----|
    | tue | 12 |                    the chunk's text

The parts that a quote touches are found in the document's regions, where its text is known; else in the other
passages of the document. A part that is found in neither has a place without offsets.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shiplap.chunks.chunks import Chunk
from shiplap.chunks.headings import GAP, JOINER, headings_outside, title_of
from shiplap.content.region import Region, Regions, regions
from shiplap.content.shortening import MARK, is_shortened
from shiplap.errors import TextError
from shiplap.prompt.passages import Passage

Span = tuple[int, int]


class Part(NamedTuple):
    """A part of a contextual text: a heading by its row in `headings`, the table header (-1), or the text (None);
    and its span in the contextual text."""

    row: int | None
    start: int
    end: int


def parts(passage: Passage) -> list[Part]:
    """Return the parts of a passage's contextual text, in order.

    >>> passage = Passage("a", "d", None, 1, "It snows.", 90, 99, 90, 99, None, None, ("Rain", "Snow"))
    >>> [(part.row, part.start, part.end) for part in parts(passage)]
    [(0, 0, 4), (1, 7, 11), (None, 13, 22)]
    """
    found, at = [], 0
    for row, title in enumerate(headings_outside(passage.headings, passage.shown)):
        at += len(JOINER) if row else 0
        found.append(Part(row, at, at + len(title)))
        at += len(title)
    at += len(GAP) if found else 0
    if passage.table_header:
        found.append(Part(-1, at, at + len(passage.table_header)))
        at += len(passage.table_header)
    return [*found, Part(None, at, at + len(passage.shown))]


class Outlines:
    """Finds parts of contexts in the texts of documents. The regions of each text are computed once."""

    def __init__(self) -> None:
        self._regions: dict[Any, Regions | None] = {}
        self._parents: dict[int, tuple[Regions, list[int]]] = {}  # of the regions, by identity

    def find(self, passage: Passage, row: int, quoted: str, text: str) -> Span | None:
        """Return the span of a quoted part of a heading, or of the table header, in the text of the document."""
        found = self._known(passage, text)
        if found is None or passage.start is None:
            return None
        spans = found._spans("characters")
        at = max(0, bisect_right(range(len(found)), passage.start, key=lambda region: spans[region][0]) - 1)
        if row < 0:
            region = found[at] if len(found) else None
            if region is None:
                return None
            part, end = passage.table_header, max(region.start, passage.start)
            part, quoted = shown_part(part, quoted, text.find(part, region.start, end) >= 0)
            first = text.find(part, region.start, end)  # below titles and comments that did not fit
            return _within(text, first, first + len(part), quoted) if first >= 0 else None
        title, inner = passage.headings[row], passage.headings[row + 1 :]
        above = [(region.title or "", region) for region in self._above(found, at, passage)]
        for own, region in above:
            if own == title:
                return _within(text, region.start, region.end, quoted)
        for own, region in above:
            if is_shortened(title, own) and own not in inner:
                return _within(text, region.start, region.end, shown_part(title, quoted, False)[1])
        return self._name(passage, title, quoted)

    def _known(self, passage: Passage, text: str) -> Regions | None:
        """Return the regions of a document: those that the chunks were cut by, else by the name of the source."""
        annotations = None if passage.chunks is None else passage.chunks._annotations
        if annotations is not None and annotations.start_in(passage.given._row) == passage.start:
            return annotations.regions
        if passage.key not in self._regions:
            try:
                self._regions[passage.key] = regions(text, path=passage.source, errors="surrogatepass")
            except TextError:
                self._regions[passage.key] = None
        return self._regions[passage.key]

    def _above(self, found: Regions, at: int, passage: Passage) -> Iterator[Region]:
        """Yield the headings above the first text of a passage that begins in a region: its own, and upwards."""
        if id(found) not in self._parents:
            self._parents[id(found)] = found, parents_of(found._kinds.columns()[1])
        row, parents = at, self._parents[id(found)][1]
        while row + 1 < len(found) and found[row].level and found[row + 1].start < (passage.end or 0):
            row += 1
        if len(found) and not found[row].level:
            row = parents[row]
        while 0 <= row < len(found):
            yield found[row]
            row = parents[row]

    def _name(self, passage: Passage, name: str, quoted: str) -> Span | None:
        """Return the span of the name of a definition around the passage."""
        annotations = None if passage.chunks is None else passage.chunks._annotations
        if annotations is None or passage.start is None or not isinstance(passage.given, Chunk):
            return None
        chunk = passage.given._row
        shift = passage.start - annotations.start_in(chunk)  # of a byte order mark
        for known, start in annotations.name_places(chunk):
            if known == name or is_shortened(name, known):
                quoted = shown_part(name, quoted, False)[1] or name.removesuffix(MARK)
                first = start + shift + name.index(quoted)
                return first, first + len(quoted)
        return None


def parents_of(levels: Sequence[int]) -> list[int]:
    """Return the nearest heading above each region, one of a lower level for a heading; -1 if none is above it.
    `levels`: those of headings, 0 for other regions.

    >>> parents_of([1, 0, 2, 2, 0, 1])
    [-1, 0, 0, 0, 3, -1]
    """
    found: list[int] = []
    path: list[int] = []
    for row, level in enumerate(levels):
        while level and path and levels[path[-1]] >= level:
            path.pop()
        found.append(path[-1] if path else -1)
        if level:
            path.append(row)
    return found


def in_text(text: str, stop: int, part: str, row: int, quoted: str) -> Span | None:
    """Return the span of a quoted part of a heading or of a table header: the last one in a text before `stop`. A
    heading fills its line, or begins it if it is shortened."""
    span = _last_in(text, stop, part, row, quoted, part)
    if span is not None or not part.removesuffix("\n").endswith(MARK):
        return span
    own, quoted = shown_part(part, quoted, False)
    return _last_in(text, stop, own, row, quoted, part)


def _last_in(text: str, stop: int, part: str, row: int, quoted: str, shown: str) -> Span | None:
    """Return the last span of a quoted part before `stop`. `shown`: the part with its mark, if it is shortened."""
    at = text.rfind(part, 0, stop)
    while at >= 0:
        if row < 0:
            return _within(text, at, at + len(part), quoted)
        first = text.rfind("\n", 0, at) + 1
        last = text.find("\n", at)
        last = len(text) if last < 0 else last
        title = title_of(text[first:last].strip("# \t\r"), [part])
        if title == part or is_shortened(shown, title):
            return _within(text, first, last, quoted)
        at = text.rfind(part, 0, at)
    return None


def shown_part(shown: str, quoted: str, is_whole: bool) -> tuple[str, str]:
    """Return a part of a context, and what is quoted of it, without the mark of a shortened part.

    >>> shown_part("Rain in…", "in…", False), shown_part("a,b…\\n", "b…\\n", False)
    (('Rain in', 'in'), ('a,b', 'b'))
    >>> shown_part("Rain…", "in…", True)
    ('Rain…', 'in…')
    """
    if is_whole:
        return shown, quoted
    own = shown.removesuffix("\n").removesuffix(MARK)
    return own, own[max(0, len(shown) - len(quoted)) :] if shown.endswith(quoted) else quoted.removesuffix(MARK)


def _within(text: str, start: int, end: int, quoted: str) -> Span:
    """Return the span of a quoted text between two offsets; all of the span, without white space at its ends, if
    markup interrupts the quoted text, or if it is empty, since only a mark was quoted."""
    at = text.find(quoted, start, end) if quoted else -1
    if at >= 0:
        return at, at + len(quoted)
    own = text[start:end]
    return start + len(own) - len(own.lstrip()), start + len(own.rstrip())
