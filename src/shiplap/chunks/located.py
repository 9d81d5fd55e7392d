"""The location of a chunk in what its document was made of: on a page, in a recording, in a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shiplap.provenance.places import Box, Cell


class LocatedChunk:
    """The attributes of a chunk, or of a `Place` in a document, that the document's span tables give
    (`shiplap.provenance`). Without such a table an attribute is None, or empty."""

    __slots__ = ()

    if TYPE_CHECKING:  # what each class has

        @property
        def source(self) -> str | None: ...
        @property
        def provenance(self) -> dict[str, Any] | None: ...

    def _located(self, name: str) -> Any:
        """Return the attribute of this name, from `provenance`."""
        from shiplap.provenance.described import attribute

        return attribute(name, self.provenance)

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
        """Start and end of its text in the recording, in seconds."""
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

    @property
    def location(self) -> str:
        """Its location in words: "page iv" (the label, else the number) or "pages 3-5"; else when it begins,
        "0:12.5"; else its first cell, "Costs!A12"; else ""."""
        from shiplap.provenance.location import location

        return location(self._located)

    @property
    def address(self) -> str | None:
        """The address that opens its source there: "manual.pdf#page=12", else "talk.mp4#t=12.5,20", else
        "page.html#install", else "costs.xlsx#Costs!A12", else the source. The fragment is percent-encoded."""
        from shiplap.provenance.location import address

        return address(self.source, self._located)
