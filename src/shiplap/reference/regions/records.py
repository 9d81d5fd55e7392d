"""Tables of delimited records: the header, the rows, and whether a whole text is such a table.

R1. A record ends at a line end outside double quotes. A quote at the start of a cell, with or without white space
    before it, begins a quoted cell; the next quote ends it. Two quotes in a quoted cell are one quote (RFC 4180;
    other quotes are read as Python's `csv` reads them). A record of more than MAX_RECORD_LINES lines is not a
    record, and quotes have no meaning after it.
R2. The delimiter is the one that a line `sep=;` names; else the delimiter of the first line that is not a comment
    (see `delimiters`); else the one of DELIMITERS by which most records have the same number of cells.
R3. The sample is the first MAX_SAMPLE records; blank lines, comments (COMMENTS) and `sep=` lines are not records.
    The number of cells of the table is the most frequent number of cells, at least two, in the sample; of equally
    frequent numbers the larger. At least two records, and at least half of the records from the first such one on,
    have that number.
R4. A title is a record with fewer cells than the table, a record with no text in the second half of its cells, or
    a record with white space at the beginning of at least half of its cells in a table where most records have
    none. A record with one cell less is not a title if none of its cells begins with a digit and a cell of the
    next record does. (A column with the names of rows often has no name.)
R5. The header is the first record that is not a title; if all are titles, the first of the sample. If the last
    cell of the header is empty, the first record below it whose last cell is not empty is the header instead,
    provided that no cell of that record begins with a digit and a cell of the next record does. A comment before
    the header that is divided into as many cells as the table is the header instead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from shiplap.reference.regions.line import DIGITS, MAX_LINE, delimiter_cells, end_of_line, indent, lines, lower
from shiplap.reference.regions.line_score import NAME, keyword
from shiplap.reference.regions.plain_tables import blank_columns, delimiters, is_rule
from shiplap.reference.regions.table_rows_html import Rows

COMMENTS = ("#", "%", "//")
DELIMITERS = "\t;,|"
#: The number of records of the sample; the most lines of a record.
MAX_SAMPLE, MAX_RECORD_LINES = 64, 1000


class Record(NamedTuple):
    """A record: its span, the number of its cells, the last cell that is not empty, whether it is a comment,
    whether fewer than half of its cells begin with white space, and whether a cell begins with a digit."""

    start: int
    end: int
    cells: int
    last: int
    comment: bool
    bare: bool
    digits: bool


class Cells:
    """The cells of a record so far: their number, the number of cells that begin with white space, the last cell
    that is not empty, whether a quote is open, and whether a cell begins with a digit."""

    def __init__(self, divider: str) -> None:
        self.divider: str = divider
        self.count: int = 1
        self.spaced: int = 0
        self.last: int = 0
        self.quoted: bool = False
        self.digits: bool = False

    def read(self, text: str, at: int, end: int) -> None:
        """Read a line, without its line end."""
        begins = not self.quoted
        while at < end:
            char = text[at]
            if self.quoted and char == '"':
                if text[at + 1 : min(at + 2, end)] == '"':
                    at += 1
                else:
                    self.quoted = False
            elif not self.quoted and char == self.divider:
                self.count, begins = self.count + 1, True
                self.spaced += text[at + 1 : min(at + 2, end)] in (" ", "\t")
            elif not self.quoted and char == '"' and begins:
                self.quoted, begins = True, False
            elif char not in " \t":
                self.digits = self.digits or (self.last < self.count and char in DIGITS)
                self.last, begins = self.count, False
            at += 1


# ---- the header


def find_header(text: str, at: int) -> tuple[str, int, int] | None:
    """Return the delimiter of the table at `at`, and the start and the end of its header; None if it is not a
    table of records."""
    start, divider = first_record(text, at)
    c = next(lines(text, start), (0, ""))[1]
    i, _ = indent(c, 0)
    if i == len(c) or c[i] == ">" or is_rule(c, i):
        return None
    below = next(lines(text, end_of_line(text, start)[1]), (0, ""))[1]
    j, _ = indent(below, 0)
    if j < len(below) and (is_rule(below, j) or delimiter_cells(below, j)):
        return None
    if not divider:
        divider = divider_of(c, i)
        is_aligned = j < len(below) and blank_columns(c, i) and blank_columns(below, j)
        if not divider and ("|" in c or is_aligned):
            return None
    found = header_by(text, at, divider) if divider else None
    if found is not None:
        return divider, found.start, found.end
    best, count = None, 0
    for divider in DELIMITERS:
        found = header_by(text, at, divider)
        if found is not None and found.alike > count:
            best, count = (divider, found.start, found.end), found.alike
    return best


def first_record(text: str, at: int) -> tuple[int, str]:
    """Return the start of the first line that is not blank, not a comment and not `sep=`, and the delimiter that
    `sep=` names, or ""."""
    divider = ""
    for start, c in lines(text, at):
        i, _ = indent(c, 0)
        if is_separator(c, i):
            divider = c[i + 4]
        elif i < len(c) and not c.startswith(COMMENTS, i):
            return start, divider
    return len(text), divider


def is_separator(c: str, i: int) -> bool:
    """Return whether a line names a delimiter: `sep=;`."""
    return lower(c[i : i + 4]) == "sep=" and c[i + 4 : i + 5] in tuple(DELIMITERS) and not c[i + 5 :].strip(" \t")


def divider_of(c: str, i: int) -> str:
    """Return the delimiter of a line, or "". A pipe is the delimiter if the line does not begin with a pipe and no
    pipe has a space beside it."""
    if "|" in c:
        return "" if c[i] == "|" or " |" in c or "| " in c else "|"
    return delimiters(c, i, 0)[0][:1]


class Header(NamedTuple):
    """The header of a table: its span, and the records of the sample with as many cells as the table has."""

    start: int
    end: int
    alike: int


def header_by(text: str, at: int, divider: str) -> Header | None:
    """Return the header of the table at `at`, if its records are divided by a delimiter (R3 to R5)."""
    sample = list(islice(records(text, at, divider), MAX_SAMPLE))
    plain = [record for record in sample if not record.comment]
    counts = Counter(record.cells for record in plain if record.cells > 1)
    cells = max(counts, key=lambda cells: (counts[cells], cells), default=0)
    first = next((k for k, record in enumerate(plain) if record.cells == cells), 0)
    if counts[cells] < 2 or 2 * counts[cells] < len(plain) - first:
        return None
    bare = 2 * sum(record.bare for record in plain) > len(plain)
    pairs = list(zip(plain, [*plain[1:], None], strict=True))
    head = next((record for record, below in pairs if not is_title(record, below, cells, bare)), plain[0])
    if head.last < cells:
        later = [pair for pair in pairs if pair[0].start > head.start and pair[0].last >= cells]
        full, below = later[0] if later else (head, None)
        if not full.digits and below is not None and below.digits:
            head = full
    above = sample[max(0, sample.index(head) - 1)]
    if above.comment and above.cells >= cells and above.bare:
        head = above
    return Header(head.start, head.end, counts[cells])


def is_title(record: Record, below: Record | None, cells: int, bare: bool) -> bool:
    """Return whether a record of a table of `cells` cells is a title (R4). `below`: the next record. `bare`:
    whether most records are `bare`."""
    names_rows = below is not None and below.cells == cells and below.digits and not record.digits
    least = cells - 1 if names_rows and cells > 2 else cells
    return record.cells < least or 2 * record.last <= record.cells or (bare and not record.bare)


def records(text: str, at: int, divider: str) -> Iterator[Record]:
    """Yield the records from a line start on, with comments and without blank lines. A record that does not end is
    not yielded."""
    cells, start, count = Cells(divider), -1, 0
    comment = named = False
    while at < len(text) and count < MAX_RECORD_LINES:
        end, after = end_of_line(text, at)
        if start < 0:
            c = text[at : min(end, at + MAX_LINE)]
            i, _ = indent(c, 0)
            if i == len(c):
                at = after
                continue
            named = is_separator(c, i)
            comment = named or c.startswith(COMMENTS, i)
            cells, start, count = Cells(divider), at, 0
        cells.read(text, at, end)
        count += 1
        if comment or not cells.quoted:
            bare = not named and 2 * cells.spaced < cells.count
            yield Record(start, after, cells.count, cells.last, comment, bare, cells.digits)
            start, count = -1, 0
        at = after


# ---- the rows


def record_rows(text: str, at: int, divider: str, header: int) -> Rows:
    """Return the rows of a table of records. The first row is the text up to the end of the header."""
    rows = [(at, True)]
    at = header
    cells, quoting = Cells(divider), True
    again, count = at, 0  # the start of the second line of the record, and the number of its lines
    while at < len(text):
        end, after = end_of_line(text, at)
        if not cells.quoted:
            c = text[at : min(end, at + MAX_LINE)]
            i, _ = indent(c, 0)
            if i < len(c):
                rows.append((at, divider not in c[: i + 1]))
            again, count = after, 0
        if quoting:
            cells.read(text, at, end)
            count += 1
        at = after
        if cells.quoted and (count == MAX_RECORD_LINES or at == len(text)):
            cells.quoted = quoting = False
            at = again
    return header, rows


# ---- a whole text


def is_delimited(text: str) -> bool:
    """Return whether a text without a path is one table of records.

    All its records, except for comments, have the same number of cells, without blank lines between them. The
    first one may have one cell less, if none of its cells begins with a digit and a cell of the second one does:
    some programs give a last or first column no name. It has at least two records of four or more cells, or three
    records of fewer cells; two more if the first one has one cell less. Unless a line `sep=` names the delimiter,
    the first line is not a line of code (`is_statement`), and in a table of two columns no name begins with a
    digit.
    """
    start, named = first_record(text, 0)
    c = next(lines(text, start), (0, ""))[1]
    divider = named or (divider_of(c, 0) if c and c[0] not in " \t" else "")
    if not divider and c[:1] == '"':
        divider = divider_behind(text, start)
    if not divider or (not named and is_statement(c, divider)):
        return False
    cells = number = 0
    has_digits, is_short = True, False
    end = start
    for record in records(text, start, divider):
        if number == 1 and record.cells == cells + 1 and record.digits > has_digits and not record.comment:
            cells, is_short = record.cells, True
        if record.start != end or not (
            record.comment or (record.bare and record.cells == (cells or record.cells))
        ):
            return False
        end = record.end
        if not record.comment:
            cells, number, has_digits = record.cells, number + 1, record.digits
    if text[end:].strip(" \t\r\n"):  # a record that does not end
        return False
    digits = any(name[:1] in tuple(DIGITS) for name in c.split(divider))
    least = (2 if cells > 3 else 3) + 2 * is_short
    return number >= least and cells > 1 and (bool(named) or cells > 2 or not digits)


def divider_behind(text: str, at: int) -> str:
    """Return the delimiter after the quoted cell at `at`, which may have line breaks, or ""."""
    at = text.find('"', at + 1)
    while at >= 0 and text[at + 1 : at + 2] == '"':
        at = text.find('"', at + 2)
    return text[at + 1] if 0 <= at < len(text) - 1 and text[at + 1] in DELIMITERS else ""


def is_statement(c: str, divider: str) -> bool:
    """Return whether a line is code or JSON, not the names of columns: by its first or last character, a word of
    code before a space, an equals sign beside a space, or a delimiter in brackets."""
    if c[0] in "{[(<" or c.rstrip(" \t")[-1] in "{}\\" or " =" in c or "= " in c:
        return True
    if divider != ";" and c.rstrip(" \t")[-1] == ";":
        return True
    end = 0
    while end < len(c) and c[end] in NAME:
        end += 1
    if c[end : end + 1] == " " and keyword(c, 0):
        return True
    depth = 0
    for char in c:
        depth += (char in "([{") - (char in ")]}")
        if char == divider and depth > 0:
            return True
    return False
