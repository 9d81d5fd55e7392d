"""Charts of office files (DrawingML): the title, and the values that the file keeps of them, as a table."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from shiplap.readers.fields import Field
from shiplap.readers.items import Block, Cell, table
from shiplap.readers.numbering import integer
from shiplap.readers.packages import A, Package, R

CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"

_NUMBER = re.compile(r"-?\d{1,30}(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?")


def chart_blocks(package: Package, element: Any, targets: dict[str, str]) -> Iterator[Block]:
    """Yield the title and the table of a chart that an element refers to. targets: parts by the ids of relations.

    A row of the table is a category, a column a series.
    """
    part = targets.get(element.get(f"{R}id", ""))
    root = package.xml_or_none(part)
    if root is None:
        return
    yield Block(_joined(root.find(f"{CHART}chart/{CHART}title"), f"{A}t"), "chart")
    categories: dict[int, str] = {}
    cells: list[Cell] = []
    for column, series in enumerate(root.iter(f"{CHART}ser"), 1):
        cells.append(Cell(0, column, 1, 1, _joined(series.find(f"{CHART}tx"), f"{CHART}v")))
        for number, text in _points(series, "cat", "xVal").items():
            categories.setdefault(number, text)
        cells += [Cell(number + 1, column, 1, 1, text) for number, text in _points(series, "val", "yVal").items()]
    cells += [Cell(number + 1, 0, 1, 1, text) for number, text in categories.items()]
    rows = {row: number for number, row in enumerate(sorted({0, *(cell.row for cell in cells)}))}
    made = [Cell(0, 0, 1, 1, ""), *(cell._replace(row=rows[cell.row]) for cell in cells)]
    if cells:
        yield Block(table(made, Field(None, package.reader, str(part))), "chart")


def _joined(element: Any, tag: str) -> str:
    """Return the texts of the elements of a name in an element that may be missing."""
    return "" if element is None else " ".join(each.text or "" for each in element.iter(tag))


def _points(series: Any, *names: str) -> dict[int, str]:
    """Return the values that a file keeps of a series, by their numbers."""
    found: dict[int, str] = {}
    for name in names:
        for point in series.iterfind(f"{CHART}{name}//{CHART}pt"):
            text = point.findtext(f"{CHART}v") or ""
            shown = f"{float(text):.15g}" if _NUMBER.fullmatch(text) else text
            found.setdefault(max(integer(point.get("idx"), 0), 0), shown)
    return found
