"""The values in which chunks give their provenance."""

from __future__ import annotations

from typing import NamedTuple


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
        """The name of the cell in a spreadsheet.

        >>> Cell("Costs", 12, 28).name
        'Costs!AB12'
        """
        letters, rest = "", self.column
        while rest:
            rest, last = divmod(rest - 1, 26)
            letters = chr(ord("A") + last) + letters
        return f"{self.sheet}!{letters}{self.row}"
