"""The values in which chunks give their provenance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shiplap.patterns import lazily

#: The name of a sheet that spreadsheets take without quotation marks, unless it looks like a cell.
_PLAIN = lazily(r"(?![A-Za-z]{1,3}\d+\Z|[Rr]\d*(?:[Cc]\d*)?\Z|[Cc]\d*\Z)[^\W\d]\w*")


class Box(NamedTuple):
    """A rectangle on a page: in points (1/72 inch) from the top left corner of the page as it is displayed.

    `page` counts from 1; `x0` <= `x1` and `y0` <= `y1`.
    """

    page: int
    x0: float
    y0: float
    x1: float
    y1: float


class Cell(NamedTuple):
    """The first cell of a row of a sheet; `row` and `column` count from 1. `last_column`: of the last cell of the
    row, None if there is no other one, or it is unknown."""

    sheet: str
    row: int
    column: int
    last_column: int | None = None

    @property
    def name(self) -> str:
        """The name of the cell in a spreadsheet, with the sheet in quotation marks if they are needed.

        >>> Cell("Costs", 12, 28).name, Cell("Anna's costs", 3, 1).name, Cell("", 1, 1).name
        ('Costs!AB12', "'Anna''s costs'!A3", 'A1')
        """
        return _in_sheet(self.sheet, f"{_letters(self.column)}{self.row}")


def _in_sheet(sheet: str, cells: str) -> str:
    """Return the name of cells with that of their sheet."""
    if not sheet:
        return cells
    doubled = sheet.replace("'", "''")
    return f"{sheet}!{cells}" if _PLAIN.fullmatch(sheet) else f"'{doubled}'!{cells}"


def _letters(column: int) -> str:
    """Return the letters of a column, which counts from 1."""
    letters = ""
    while column:
        column, last = divmod(column - 1, 26)
        letters = chr(ord("A") + last) + letters
    return letters


def ranges(cells: Sequence[Cell]) -> list[str]:
    """Return the range of the rows of each sheet, in order: from the first row and column to the last.

    >>> ranges([Cell("Costs", 2, 1, 4), Cell("Costs", 17, 1, 4), Cell("Sums", 9, 28)])
    ['Costs!A2:D17', 'Sums!AB9']
    """
    found = []
    for sheet in dict.fromkeys(cell.sheet for cell in cells):
        rows = [cell for cell in cells if cell.sheet == sheet]
        first = f"{_letters(min(cell.column for cell in rows))}{min(cell.row for cell in rows)}"
        last_column = max(cell.last_column or cell.column for cell in rows)
        last = f"{_letters(last_column)}{max(cell.row for cell in rows)}"
        found.append(_in_sheet(sheet, first if first == last else f"{first}:{last}"))
    return found
