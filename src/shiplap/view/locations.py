"""Provenance on the page: times, pages and boxes of chunks, and their locations in words."""

from __future__ import annotations

import base64
import math
from typing import TYPE_CHECKING, Any

from shiplap.provenance.location import clock
from shiplap.provenance.places import ranges

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.provenance import Provenance

#: Decimals of coordinates, in points.
DECIMALS = 2

#: Width and height of pages without a size and without boxes, in points (A4).
PAGE = (595.0, 842.0)


def located(chunks: Chunks) -> dict[str, Any]:
    """Return the script's data of where the chunks of one pane are; {} if the document has no span tables.

    locations: of each chunk, in words. facts: of each chunk [[name, value], …], in words. times: of each chunk
    [begin, finish] in seconds, or None. span: the first and the last time of all, in seconds and in words. boxes:
    those of chunk k stand from offsets[k] to offsets[k + 1]; each has a page and four corners.
    """
    if chunks.tables is None:
        return {}
    found: dict[str, Any] = {
        "locations": [chunk.location for chunk in chunks],
        "facts": [_facts(chunk) for chunk in chunks],
    }
    times = [chunk.time for chunk in chunks]
    known = [time for time in times if time is not None]
    if known:
        ends = min(begin for begin, _ in known), max(finish for _, finish in known)
        found |= {"times": times, "span": [*ends, *map(clock, ends)]}
    if has_boxes(chunks.tables):
        boxes = chunks.boxes()
        found["boxes"] = {
            "offsets": boxes.offsets.tolist(), "pages": boxes.pages.tolist(),
            "corners": boxes.coordinates.round(DECIMALS).ravel().tolist(),
        }  # fmt: skip
    return found


def has_boxes(tables: Provenance | None) -> bool:
    """Return whether span tables have the boxes of text."""
    return tables is not None and ("runs" in tables or "boxes" in tables)


def _facts(chunk: Chunk) -> list[tuple[str, str]]:
    time = chunk.time
    name, _, value = chunk.location.partition(" ")  # "page iv", "pages iv-v"
    facts = (
        (name, value if chunk.pages else ""),
        ("time", "" if time is None else f"{clock(time[0])} to {clock(time[1])}"),
        ("speakers", ", ".join(chunk.speakers)),
        ("cells", ", ".join(ranges(chunk.cells))),
        ("anchor", chunk.anchor or ""),
    )
    return [(name, value) for name, value in facts if value]


def sheets(
    panes: Sequence[tuple[Chunks, dict[str, Any]]], pictures: Mapping[int, bytes] | None = None
) -> list[dict[str, Any]]:
    """Return the pages of a document, in order: number, name, size in points, and picture if there is one. panes:
    chunks, each with what `located` returns for them. pictures: files of pictures, by the number of the page.

    A page without a size has the extent of all boxes, so that they are within it.
    """
    labels: dict[int, str] = {}
    sizes: dict[int, tuple[float, float]] = {}
    corners: list[float] = []
    for chunks, pane in panes:
        if "boxes" not in pane:
            continue
        labels |= dict.fromkeys(pane["boxes"]["pages"], "")
        corners += pane["boxes"]["corners"]
        for row in _rows(chunks):
            labels[row["number"]] = (row.get("label") or "").strip()
            size = row.get("width", math.nan), row.get("height", math.nan)
            if all(length > 0 for length in size):  # NaN is unknown
                sizes[row["number"]] = size
    usual = max(corners[2::4], default=0.0), max(corners[3::4], default=0.0)
    usual = usual if min(usual) > 0 else PAGE
    return [
        {"number": number, "name": f"page {labels[number] or number}"}
        | dict(zip(("width", "height"), sizes.get(number, usual), strict=True))
        | ({"picture": _address(pictures[number])} if pictures and number in pictures else {})
        for number in sorted(labels)
    ]


def _address(picture: bytes) -> str:
    """Return a picture as an address that loads nothing."""
    kind = "jpeg" if picture.startswith(b"\xff\xd8") else "png"
    return f"data:image/{kind};base64,{base64.b64encode(picture).decode()}"


def _rows(chunks: Chunks) -> Iterator[dict[str, Any]]:
    """Yield the rows of the table `pages`, by column."""
    table = None if chunks.tables is None else chunks.tables.get("pages")
    if table is not None:
        for row in table:
            yield dict(zip(table.columns, row, strict=True))
