"""The values in which chunks give their provenance."""

from __future__ import annotations

import re
from typing import NamedTuple

#: The name of a sheet that spreadsheets take without quotation marks, unless it looks like a cell.
_PLAIN = re.compile(r"(?![A-Za-z]{1,3}\d+\Z|[Rr]\d*(?:[Cc]\d*)?\Z|[Cc]\d*\Z)[^\W\d]\w*")


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
    """The first cell of a row of a sheet; `row` and `column` count from 1."""

    sheet: str
    row: int
    column: int

    @property
    def name(self) -> str:
        """The name of the cell in a spreadsheet, with the sheet in quotation marks if they are needed.

        >>> Cell("Costs", 12, 28).name, Cell("Anna's costs", 3, 1).name, Cell("", 1, 1).name
        ('Costs!AB12', "'Anna''s costs'!A3", 'A1')
        """
        letters, rest = "", self.column
        while rest:
            rest, last = divmod(rest - 1, 26)
            letters = chr(ord("A") + last) + letters
        cell = f"{letters}{self.row}"
        if not self.sheet:
            return cell
        doubled = self.sheet.replace("'", "''")
        return f"{self.sheet}!{cell}" if _PLAIN.fullmatch(self.sheet) else f"'{doubled}'!{cell}"
