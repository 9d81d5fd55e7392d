"""A reader of spreadsheets: XLSX, XLSB and XLS, parsed by calamine, and ODS (`open_sheets`).

    sheets ──► rows of values ──► rows and columns with values ──► a table of Markdown for each sheet, `cells`

calamine trusts what a file says of its size, so that the size is checked before.
"""

from __future__ import annotations

import datetime
import io
import re
from collections.abc import Iterator, Sequence
from typing import Any

from shiplap.document import Document
from shiplap.errors import ReaderError
from shiplap.extras import require
from shiplap.options import count, flag
from shiplap.readers import properties
from shiplap.readers.documents import make, markdown_path
from shiplap.readers.open_sheets import sheets_of
from shiplap.readers.packages import MAX_EXPANSION, Package, content_of

READER = "spreadsheet"

_ZIP = b"PK\x03\x04"

#: The columns of the table `cells`.
_COLUMNS = ("start", "end", "sheet", "row", "column", "last_column")

#: Members that calamine may expand.
_PARSED = (".xml", ".rels", ".bin")

#: calamine allocates the whole rectangle around the values of a sheet, 32 bytes for each field. A sheet may have
#: this many fields, or `_FIELDS_PER_CELL` for each of its cells.
_MAX_FIELDS = 10_000_000
_FIELDS_PER_CELL = 100

#: The references of rows and cells in a sheet of XLSX: "AB" and "12" of a cell, "" and "12" of a row.
_REFERENCE = re.compile(rb"""\sr\s*=\s*["']([A-Za-z]{0,3})([0-9]{1,7})["']""")
_SHEET = re.compile(r"xl/worksheets/[^/]*\.xml", re.IGNORECASE)


def spreadsheet(
    data: bytes, *, hidden: bool = False, max_expansion: int = MAX_EXPANSION, **names: Any
) -> Document:
    """Read a spreadsheet (XLSX, XLSM, XLSB, XLS or ODS) as Markdown.

    Each sheet is a heading with its name and a table, whose header is the first row with a value. Rows and columns
    without any value are left out. Dates are those of ISO 8601, numbers have at most 15 digits, as in Excel;
    formulas are shown by their last values. The table `cells` has the rows of the sheets, each with the number of
    the row and of its first and last columns, from 1.

    hidden: read hidden sheets too.
    max_expansion: limit of the expanded parts of the file together, in bytes.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    The metadata are `title`, `authors`, `created`, `modified` and `language`, where the file has them.

    Raises OptionError for an invalid option, MissingExtraError without lxml or, for files of Excel, without
    python-calamine, ReaderError for a file that is encrypted, damaged or too large, or whose values are scattered
    over too large a sheet.
    """
    flag("hidden", hidden)
    count("max_expansion", max_expansion)
    content = content_of(data)
    package = Package(content, READER, max_expansion) if content.startswith(_ZIP) else None
    found: dict[str, Any] = {}
    if package is not None and "content.xml" in package:
        package.refuse_encrypted()
        found = properties.of_open_document(package)
        sheets = sheets_of(package, hidden, _check_fields)
    else:
        found = _checked(package) if package is not None else {}
        sheets = _sheets(content, hidden)
    made = _Text()
    for name, start, rows in sheets:
        made.add(name, start, rows)
    return make(made.text, {"cells": made.cells}, found, {**names, "path": markdown_path(names.get("path"))})


def _checked(package: Package) -> dict[str, Any]:
    """Expand what calamine expands, which trusts the sizes of a zip file, and return the metadata."""
    for name in package.names:
        if not name.lower().endswith(_PARSED):
            continue
        content = package.read(name)
        if _SHEET.fullmatch(name):
            _check_area(name, content)
    package.renew()
    return properties.of_office(package)


def _check_area(name: str, content: bytes) -> None:
    """Raise ReaderError for a sheet whose values are too far from one another."""
    references = _REFERENCE.findall(content)
    rows = {int(row) for _, row in references}
    columns = {_column(letters) for letters in {letters.upper() for letters, _ in references} if letters}
    if not rows or not columns:
        return
    fields = (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1)
    _check_fields(name, fields, len(references))


def _check_fields(place: str, fields: int, cells: int) -> None:
    """Raise ReaderError for a sheet with too many fields for its cells."""
    if fields > max(_MAX_FIELDS, _FIELDS_PER_CELL * cells):
        rule = (
            f"must have at most {_MAX_FIELDS:,} fields, or {_FIELDS_PER_CELL} for each cell, from the first value"
        )
        raise ReaderError(READER, place, f"{rule} to the last", fields)


def _column(letters: bytes) -> int:
    """Return the number of a column from 1.

    >>> _column(b"A"), _column(b"AB")
    (1, 28)
    """
    number = 0
    for letter in letters:
        number = number * 26 + letter - ord("A") + 1
    return number


def _sheets(content: bytes, hidden: bool) -> Iterator[tuple[str, tuple[int, int], list[list[Any]]]]:
    """Yield the name, the first row and column, and the values of each sheet."""
    calamine = require("python_calamine", "office", f"the reader {READER}")
    place = ""
    try:
        book = calamine.load_workbook(io.BytesIO(content))
        for number, sheet in enumerate(book.sheets_metadata):
            place = f"sheet {sheet.name!r}"
            is_shown = hidden or sheet.visible == calamine.SheetVisibleEnum.Visible
            if is_shown and sheet.typ == calamine.SheetTypeEnum.WorkSheet:
                found = book.get_sheet_by_index(number)
                yield sheet.name, found.start or (0, 0), found.to_python()
    except calamine.PasswordError:
        raise ReaderError(READER, place, "is encrypted: a file with a password cannot be read") from None
    except (calamine.CalamineError, OSError, ValueError, OverflowError) as error:
        raise ReaderError(READER, place, f"must be XLSX, XLSB, XLS or ODS: {error}") from None
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust, which no class of Exception catches
            raise
        raise ReaderError(READER, place, f"is damaged: {error}") from None


class _Text:
    """The text of the sheets, and the table `cells`, while they are made."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self.cells: dict[str, list[Any]] = {name: [] for name in _COLUMNS}

    @property
    def text(self) -> str:
        return "".join(self._parts).strip()

    def add(self, name: str, start: tuple[int, int], rows: list[list[Any]]) -> None:
        """Add a sheet, whose values begin at a row and a column from 0."""
        written = [[_written(value) for value in row] for row in rows]
        width = max(map(len, written), default=0)
        columns = [column for column in range(width) if any(row[column] for row in written)]
        if not columns:
            return
        first_row, outer = start[0] + 1, (start[1] + columns[0] + 1, start[1] + columns[-1] + 1)
        self._write(f"## {' '.join(name.split())}\n\n")
        is_header = True
        for number, row in enumerate(written, first_row):
            if any(row):
                self._row(name, number, outer, [row[column] for column in columns])
                if is_header:
                    self._write(f"|{' --- |' * len(columns)}\n")
                is_header = False
        self._write("\n")

    def _row(self, sheet: str, number: int, columns: tuple[int, int], values: Sequence[str]) -> None:
        """Add a row, whose values are in columns from a first to a last one."""
        self._write("| ")
        begin = self._length
        self._write(" | ".join(values))
        for name, value in zip(self.cells, (begin, self._length, sheet, number, *columns), strict=True):
            self.cells[name].append(value)
        self._write(" |\n")

    def _write(self, text: str) -> None:
        self._parts.append(text)
        self._length += len(text)


def _written(value: Any) -> str:
    """Return a value as a field of a table.

    >>> [_written(value) for value in (3.0, 0.1 + 0.2, True, "a|b\\n c", datetime.timedelta(hours=30))]
    ['3', '0.3', 'TRUE', 'a\\\\|b c', '30:00:00']
    """
    if isinstance(value, str):
        return " ".join(value.split()).replace("|", "\\|")
    if isinstance(value, float):
        return f"{value:.15g}"
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, datetime.timedelta):
        return _duration(value)
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        value = value.date()
    return str(value.isoformat()) if isinstance(value, (datetime.date, datetime.time)) else str(value)


def _duration(value: datetime.timedelta) -> str:
    """Return a duration in hours, minutes and seconds."""
    seconds = round(value.total_seconds())
    minutes, second = divmod(abs(seconds), 60)
    return f"{'-' if seconds < 0 else ''}{minutes // 60}:{minutes % 60:02}:{second:02}"
