"""Where a chunk lies in what its document was made of: on a page, in a recording, in a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.provenance.places import Box, Cell


class LocatedChunk:
    """The attributes of a chunk that its document's span tables give (`shiplap.provenance`). A chunk of a document
    without such a table has None, or nothing."""

    __slots__ = ()

    def _located(self, name: str) -> Any:
        """Return the attribute of this name."""
        raise NotImplementedError

    @property
    def pages(self) -> tuple[int, int] | None:
        """The numbers of its first and its last page, from 1."""
        pages: tuple[int, int] | None = self._located("pages")
        return pages

    @property
    def page_labels(self) -> tuple[str, ...]:
        """The labels of its pages, as they are printed ("iv"); () if they have none."""
        labels: tuple[str, ...] = self._located("page_labels")
        return labels

    @property
    def boxes(self) -> list[Box]:
        """The rectangles of its text on its pages, in points from the top left corner, one for each line. A line
        that the chunk cuts has the part in the chunk, where the document knows the edges of its glyphs."""
        boxes: list[Box] = self._located("boxes")
        return boxes

    @property
    def time(self) -> tuple[float, float] | None:
        """When its text begins and finishes in the recording, in seconds."""
        time: tuple[float, float] | None = self._located("time")
        return time

    @property
    def speakers(self) -> tuple[str, ...]:
        """Its speakers, in the order of their first words."""
        speakers: tuple[str, ...] = self._located("speakers")
        return speakers

    @property
    def cells(self) -> list[Cell]:
        """The first cell of each row of a sheet that is in the chunk."""
        cells: list[Cell] = self._located("cells")
        return cells

    @property
    def anchor(self) -> str | None:
        """The fragment of the address at which the source opens near the chunk's start ("install")."""
        anchor: str | None = self._located("anchor")
        return anchor

    @property
    def origin(self) -> tuple[int, int] | None:
        """The part of the source (start, end) that its text was made of, in the unit of the reader, usually
        bytes."""
        origin: tuple[int, int] | None = self._located("origin")
        return origin
