"""The sheets of OpenDocument (ODS), read by lxml: calamine loses cells without a type, and text in them.

    package ──► styles of hidden sheets ──► rows of cells ──► rows of values

A cell or a row may stand for many equal ones, so that a short file may have an immense sheet. The limits are
checked before anything is repeated.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from typing import Any

from shiplap.readers.numbering import integer
from shiplap.readers.packages import Package

_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_OFFICE, _TEXT, _TABLE, _STYLE, _DRAW = (
    f"{{{_SPACE}:{name}:1.0}}" for name in ("office", "text", "table", "style", "drawing")
)

_ROW = f"{_TABLE}table-row"
_CELLS = frozenset((f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"))

#: Groups of rows, which may be nested.
_GROUPS = frozenset(f"{_TABLE}table-{name}" for name in ("header-rows", "row-group", "rows"))

_PARAGRAPHS = frozenset((f"{_TEXT}p", f"{_TEXT}h"))
_BLANKS = frozenset((f"{_TEXT}s", f"{_TEXT}tab", f"{_TEXT}line-break"))
#: Elements in a cell that are not its text: comments, pronunciations. Shapes stand before the sheet.
_REMARKS = frozenset((f"{_OFFICE}annotation", f"{_TEXT}ruby-text"))

#: The attributes with the value of a cell, by its type.
_VALUES = {
    "float": f"{_OFFICE}value", "percentage": f"{_OFFICE}value", "currency": f"{_OFFICE}value",
    "boolean": f"{_OFFICE}boolean-value", "date": f"{_OFFICE}date-value", "time": f"{_OFFICE}time-value",
    "string": f"{_OFFICE}string-value",
}  # fmt: skip
_TYPE, _FORMULA = f"{_OFFICE}value-type", f"{_TABLE}formula"
_COLUMNS_REPEATED, _ROWS_REPEATED = (f"{_TABLE}number-{name}-repeated" for name in ("columns", "rows"))

_DURATION = re.compile(r"(-?)P(?:(\d{1,6})D)?(?:T(?:(\d{1,8})H)?(?:(\d{1,8})M)?(?:(\d{1,8})(?:\.\d*)?S)?)?")

#: How the text of a cell begins whose formula has no value, which old programs write with the value 0.
_ERRORS = ("#", "Err:")


class _Sheet:
    """The rows of a sheet with values: the number of each, from 0, and its values by columns, from 0."""

    def __init__(self, package: Package, place: str) -> None:
        self._package, self._place = package, place
        # the number of the first row, how many rows; of each value its column, how many columns, the value
        self._rows: list[tuple[int, int, list[tuple[int, int, Any]]]] = []
        self._next = 0
        self.cells = 0  # of the file

    def add(self, parent: Any) -> None:
        """Add the rows of a table, or of a group of rows."""
        for child in parent:
            if child.tag == _ROW:
                self._add_row(child)
            elif child.tag in _GROUPS:
                self.add(child)

    def _add_row(self, row: Any) -> None:
        column = once = repeatedly = 0
        values = []
        for cell in row:
            if cell.tag not in _CELLS:
                continue
            repeated = _repeated(cell, _COLUMNS_REPEATED)
            value = _value(cell)
            if value != "":
                values.append((column, repeated, value))
                size = len(value) if isinstance(value, str) else 1
                once, repeatedly = once + size, repeatedly + repeated * size
            column += repeated
        count = _repeated(row, _ROWS_REPEATED)
        if values:
            self.cells += len(values)
            self._package.take(self._place, count * repeatedly - once)
            self._rows.append((self._next, count, values))
        self._next += count

    def area(self) -> tuple[int, int, int, int]:
        """Return the first row and column with a value, and how many rows and columns there are from there on."""
        if not self._rows:
            return 0, 0, 0, 0
        top, left = self._rows[0][0], min(values[0][0] for _, _, values in self._rows)
        right = max(values[-1][0] + values[-1][1] for _, _, values in self._rows)
        return top, left, self._rows[-1][0] + self._rows[-1][1] - top, right - left

    def values(self) -> list[list[Any]]:
        """Return the rows of the area."""
        top, left, height, width = self.area()
        empty = [""] * width
        rows = [empty] * height
        for first, count, values in self._rows:
            row = empty.copy()
            for column, repeated, value in values:
                row[column - left : column - left + repeated] = [value] * repeated
            rows[first - top : first - top + count] = [row] * count
        return rows


def sheets_of(
    package: Package, hidden: bool, check: Callable[[str, int, int], None]
) -> Iterator[tuple[str, tuple[int, int], list[list[Any]]]]:
    """Yield the name, the first row and column, and the values of each sheet: numbers, dates and texts.

    check: raises an error for a place, a number of fields and a number of cells in the file.
    """
    root = package.xml("content.xml")
    body = root.find(f"{_OFFICE}body/{_OFFICE}spreadsheet")
    if body is None:
        package.fail("content.xml", "must be a spreadsheet: it has no office:spreadsheet")
    is_hidden = _hidden_styles(root)
    for number, table in enumerate(body.iterchildren(f"{_TABLE}table"), 1):
        if hidden or table.get(f"{_TABLE}style-name") not in is_hidden:
            name = table.get(f"{_TABLE}name") or str(number)
            place = f"sheet {name!r}"
            sheet = _Sheet(package, place)
            sheet.add(table)
            top, left, height, width = sheet.area()
            check(place, height * width, sheet.cells)
            yield name, (top, left), sheet.values()


def _hidden_styles(root: Any) -> set[str]:
    """Return the names of the styles of sheets that are not displayed."""
    properties = root.iter(f"{_STYLE}table-properties")
    hidden = (each for each in properties if each.get(f"{_TABLE}display") == "false")
    return {each.getparent().get(f"{_STYLE}name", "") for each in hidden}


def _repeated(element: Any, name: str) -> int:
    given = element.get(name)
    return 1 if given is None else max(integer(given, 1), 1)


def _value(cell: Any) -> Any:
    """Return the value of a cell, or its text where it has no value of its type; "" for an empty cell."""
    kind = cell.get(_TYPE)
    given = cell.get(_VALUES[kind]) if kind in _VALUES else None
    value: Any = "" if given is None else _typed(kind, given.strip())
    if value == "":
        return _text(cell)
    if isinstance(value, float) and cell.get(_FORMULA):
        text = _text(cell)
        return text if text.startswith(_ERRORS) else value
    return value


def _typed(kind: str, given: str) -> Any:
    """Return a value of a type, "" if it breaks the rules of the type.

    >>> [_typed("time", "PT30H00M05S"), _typed("date", "2026-01-02T00:00:00"), _typed("float", "x")]
    [datetime.timedelta(days=1, seconds=21605), '2026-01-02', '']
    """
    if kind in ("float", "percentage", "currency"):
        try:
            return float(given)
        except ValueError:
            return ""
    if kind == "string":
        return given
    if kind == "boolean":
        return given == "true" if given in ("true", "false") else ""
    if kind == "date":
        return given.removesuffix("T00:00:00")
    match = _DURATION.fullmatch(given)
    if match is None:
        return ""
    days, hours, minutes, seconds = (int(each or 0) for each in match.groups()[1:])
    value = datetime.timedelta(days, seconds, hours=hours, minutes=minutes)
    return -value if match[1] else value


def _text(parent: Any) -> str:
    """Return the text of the paragraphs in a cell."""
    parts: list[str] = []
    for child in parent:
        if child.tag in _PARAGRAPHS and not len(child):
            parts += (child.text or "", " ")
        elif child.tag in _PARAGRAPHS:
            _write(child, parts)
            parts.append(" ")
        elif child.tag not in _REMARKS and not child.tag.startswith(_DRAW):
            parts += (_text(child), " ")
    return "".join(parts).strip()


def _write(element: Any, parts: list[str]) -> None:
    """Write the text of an element in a paragraph."""
    parts.append(element.text or "")
    for child in element:
        if child.tag in _BLANKS:
            parts.append(" ")
        elif child.tag not in _REMARKS:
            _write(child, parts)
        parts.append(child.tail or "")
