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
from collections.abc import Iterator
from typing import Any, NamedTuple

from shiplap.chunks.annotations import Annotations
from shiplap.chunks.headings import GAP, JOINER, headings_outside
from shiplap.content.region import Region, Regions, clean_title, regions
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
    for row, title in enumerate(headings_outside(passage.headings, passage.text)):
        at += len(JOINER) if row else 0
        found.append(Part(row, at, at + len(title)))
        at += len(title)
    at += len(GAP) if found else 0
    if passage.table_header:
        found.append(Part(-1, at, at + len(passage.table_header)))
        at += len(passage.table_header)
    return [*found, Part(None, at, at + len(passage.text))]


class Outlines:
    """Finds parts of contexts in the texts of documents. The regions of each text are computed once."""

    def __init__(self) -> None:
        self._regions: dict[Any, Regions | None] = {}

    def find(self, passage: Passage, row: int, quoted: str, text: str) -> Span | None:
        """Return the span of a quoted part of a heading, or of the table header, in the text of the document."""
        found = self._known(passage, text)
        if found is None or passage.start is None:
            return None
        starts = found._spans("characters").columns()[0]
        at = max(0, bisect_right(starts, passage.start) - 1)
        if row < 0:
            region = found[at] if len(found) else None
            if region is None or not text.startswith(passage.table_header, region.start):
                return None
            return _within(text, region.start, region.start + len(passage.table_header), quoted)
        title = passage.headings[row]
        for region in _above(found, at, passage):
            if region.title == title:
                return _within(text, region.start, region.end, quoted)
        return self._name(passage, title, quoted)

    def _known(self, passage: Passage, text: str) -> Regions | None:
        """Return the regions of a document: those that the chunks were cut by, else by the name of the source."""
        if passage.chunks is not None and isinstance(passage.chunks._annotations, Annotations):
            return passage.chunks._annotations._regions if passage.chunks._before is None else None
        if passage.key not in self._regions:
            try:
                self._regions[passage.key] = regions(text, path=passage.source, errors="surrogatepass")
            except TextError:
                self._regions[passage.key] = None
        return self._regions[passage.key]

    def _name(self, passage: Passage, name: str, quoted: str) -> Span | None:
        """Return the span of the name of a definition around the passage."""
        annotations = None if passage.chunks is None else passage.chunks._annotations
        if annotations is None or passage.start is None or passage.end is None:
            return None
        for known, start in annotations.name_places(passage.start, passage.end):
            if known == name:
                return start + name.index(quoted), start + name.index(quoted) + len(quoted)
        return None


def _above(found: Regions, at: int, passage: Passage) -> Iterator[Region]:
    """Yield the headings above the first text of a passage that begins in a region: its own, and upwards."""
    last = at
    while last + 1 < len(found) and found[last].level and found[last + 1].start < (passage.end or 0):
        last += 1
    level = None
    for row in range(last, -1, -1):
        own = found._kinds[row][1]
        if own and (level is None or own < level):
            level = own
            yield found[row]


def in_text(text: str, stop: int, part: str, row: int, quoted: str) -> Span | None:
    """Return the span of a quoted part of a heading or of a table header: the last one in a text before `stop`. A
    heading fills its line."""
    at = text.rfind(part, 0, stop)
    while at >= 0:
        if row < 0:
            return _within(text, at, at + len(part), quoted)
        first = text.rfind("\n", 0, at) + 1
        last = text.find("\n", at)
        last = len(text) if last < 0 else last
        if clean_title(text[first:last].strip("# \t\r")) == part:
            return _within(text, first, last, quoted)
        at = text.rfind(part, 0, at)
    return None


def _within(text: str, start: int, end: int, quoted: str) -> Span:
    """Return the span of a quoted text between two offsets; all of the span, without white space at its ends, if
    markup interrupts it."""
    at = text.find(quoted, start, end)
    if at >= 0:
        return at, at + len(quoted)
    own = text[start:end]
    return start + len(own) - len(own.lstrip()), start + len(own.rstrip())
