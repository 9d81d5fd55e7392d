"""A text in Markdown, made of layout items, with the pages and boxes that they stand for.

items of a parser ──► blocks: Markdown with its pages, boxes and times ──► text, `pages`, `boxes`, `times`
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from shiplap.document import Document
from shiplap.errors import ReaderError
from shiplap.provenance import Box
from shiplap.provenance.tables import TABLES
from shiplap.readers.documents import make
from shiplap.readers.fields import Field

READER = "items"

#: The separators before a block: before a paragraph, between two items of a list, within a line.
BLANK_LINE, LINE, SPACE = "\n\n", "\n", " "

#: The extension decides that the text is Markdown; no file is read.
VIRTUAL_PATH = "document.md"

#: The largest number of a page.
MAX_PAGE = 1_000_000_000

#: Width and height of pages, by number.
Sizes = Mapping[int, tuple[float, float]]


class Place(NamedTuple):
    """A part of a block, and the page and the box on it that it stands for."""

    start: int
    end: int
    page: int
    box: Box | None = None


class Said(NamedTuple):
    """A part of a block, and when it was said, in seconds."""

    start: int
    end: int
    begin: float
    finish: float
    speaker: str | None


class Row(NamedTuple):
    """A row of another span table, for a part of a block: `values` are those of its first columns after `start`
    and `end`."""

    table: str
    start: int
    end: int
    values: tuple[Any, ...]


@dataclass
class Block:
    """A block of the text: a heading, a paragraph, a table, an item of a list.

    prefix: the marks before the text, which stand for nothing on a page. suffix: the marks after it. join: the
    separator between the block before and this block. places, said, rows: their offsets are those of `text`.
    """

    text: str
    role: str | None = None
    prefix: str = ""
    suffix: str = ""
    join: str = BLANK_LINE
    places: Sequence[Place] = field(default_factory=list)
    said: Sequence[Said] = field(default_factory=list)
    rows: Sequence[Row] = field(default_factory=list)


def from_items(items: Iterable[Sequence[Any]], **names: Any) -> Document:
    """Make a document of the items of any parser: `(text, page, box, role)` each, in reading order.

    page: the number of the page, from 1.
    box: x0, y0, x1, y1 in points from the top left corner of the page.
    role: the kind of the item. "title", "heading" ("heading 1" to "heading 6", "section_header") and "list_item"
        become Markdown, unless the text has the marks; "code" becomes a fenced block. The text of other roles is
        left as it is.

    Page, box and role may be None, or missing at the end. Items and boxes may be lists, tuples, named tuples or
    arrays of numpy. Items without visible text are left out.

    names: `document_id`, `source`, `path` and `metadata` of the `Document`. Without a path, the text is cut as
    Markdown. The document has the tables `pages` and `boxes`.

    Raises ReaderError for an item that breaks a rule, with its number.

    >>> document = from_items([("Rain", 1, (72, 72, 200, 90), "heading"), ("It rains.", 1, (72, 100, 300, 112))])
    >>> document.text
    '## Rain\\n\\nIt rains.'
    """
    if isinstance(items, str) or not isinstance(items, Iterable):
        Field(items, READER).fail("must be an iterable of (text, page, box, role)")
    blocks = [_block(Field(_tuples(item), READER, f"item {number}")) for number, item in enumerate(items)]
    return document(blocks, {}, {}, names)


def _tuples(value: Any, depth: int = 2) -> Any:
    """Return an item whose lists and named tuples, and those in it, are tuples; values of numpy become those of
    Python."""
    value = value.tolist() if hasattr(value, "tolist") else value
    if depth and isinstance(value, list | tuple):
        return tuple(_tuples(each, depth - 1) for each in value)
    return value


def _block(item: Field) -> Block:
    values = item.items() if isinstance(item.value, tuple) else []
    if not 1 <= len(values) <= 4:
        item.fail("must be (text, page, box, role)")
    text, page, box, role = [*values, *(Field(None, item.reader, item.place) for _ in range(4 - len(values)))]
    found = marked(text.text(), role.text() or None)
    if box and not page:
        item.fail("must have a page if it has a box")
    if page:
        found.places = [Place(0, len(found.text), page_number(page), _box(page, box) if box else None)]
    return found


def page_number(page: Field) -> int:
    """Return the number of a page."""
    if isinstance(page.value, bool) or not isinstance(page.value, int) or not 1 <= page.value <= MAX_PAGE:
        page.fail(f"the number of a page must be an integer from 1 to {MAX_PAGE:,}")
    return page.value


def _box(page: Field, box: Field) -> Box:
    corners = [corner.coordinate() for corner in box.items()]
    if len(corners) != 4 or corners[0] > corners[2] or corners[1] > corners[3]:
        box.fail("a box must be x0, y0, x1, y1, from its left top to its right bottom corner")
    return Box(page.value, *corners)


# ---- Markdown


_HEADING = re.compile(r"(?:heading|h)([1-6])")
_LEVELS = {"title": 1, "heading": 2, "sectionheader": 2}
_LIST_ITEMS = ("listitem", "bulletedtext")
#: The deepest level of a list that is indented further, so that the marks do not outgrow the text.
_DEEPEST = 8

_HEADED = re.compile(r"\s*#{1,6}\s")
_LISTED = re.compile(r"(?:[-*+]|\d{1,9}[.)])\s")
_BULLET = re.compile(r"[•●▪◦‣·]\s*")
_WHITE = re.compile(r"\s+")


def marked(text: str, role: str | None) -> Block:
    """Return the block of an item of a role. A text that has the marks of its role keeps them.

    >>> [marked(*item).prefix for item in [("Rain", "Title"), ("rain", "List-item"), ("- rain", "list_item")]]
    ['# ', '- ', '']
    """
    name = re.sub(r"[\s_-]", "", role or "").lower()
    level = _LEVELS.get(name, 0)
    if match := _HEADING.fullmatch(name):
        level = int(match[1])
    if level:
        return Block(text.strip(), role) if _HEADED.match(text) else heading(text, level, role)
    if name in _LIST_ITEMS:
        return list_item(text, role)
    return code(text, role) if name in ("code", "codesnippet") else Block(text.strip(), role)


def heading(text: str, level: int, role: str | None) -> Block:
    """Return a heading of a level from 1; Markdown has six."""
    return Block(_WHITE.sub(" ", text).strip(), role, f"{'#' * min(level, 6)} ")


def list_item(text: str, role: str | None, level: int = 0, marker: str = "") -> Block:
    """Return an item of a list, in a list of the level `level` from 0. Without a marker, the item keeps the one
    that its text has, or gets a dash, also in the place of a bullet."""
    text = text.strip()
    if not marker:
        bullet = _BULLET.match(text)
        marker = "" if _LISTED.match(text) else "-"
        text = text if bullet is None else text[bullet.end() :]
    return Block(text, role, " " * 4 * min(level, _DEEPEST) + (f"{marker} " if marker else ""), join=LINE)


def code(text: str, role: str | None, language: str = "") -> Block:
    """Return a fenced block."""
    longest = max(map(len, re.findall("`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return Block(text.strip("\n"), role, f"{fence}{language}\n", f"\n{fence}")


class Cell(NamedTuple):
    """A cell of a table: its first row and column, from 0, and how many of each it has."""

    row: int
    column: int
    rows: int
    columns: int
    text: str


#: The most fields of a table for each of its cells, and the most rows or columns of a cell of HTML.
MOST_FIELDS = 100


def dense(cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells of a grid without the columns in which no cell begins. Word processors have a column for
    each edge of a cell in any row.

    >>> [cell.column for cell in dense([Cell(0, 0, 1, 5, "Rain"), Cell(1, 5, 1, 1, "2")])]
    [0, 1]
    """
    columns = {column: number for number, column in enumerate(sorted({cell.column for cell in cells}))}
    return [cell._replace(column=columns[cell.column], columns=1) for cell in cells]


def table(cells: Sequence[Cell], at: Field) -> str:
    """Return a table as Markdown. Cells over several rows or columns stand in the first of them.

    >>> cells = [Cell(0, 0, 1, 2, "Rain"), Cell(1, 0, 1, 1, "a|b"), Cell(1, 1, 1, 1, "2")]
    >>> print(table(cells, Field(None, "docling")))
    | Rain |  |
    | --- | --- |
    | a\\|b | 2 |
    """
    height = max((cell.row + cell.rows for cell in cells), default=0)
    width = max((cell.column + cell.columns for cell in cells), default=0)
    if height * width > MOST_FIELDS * len(cells):
        rule = f"a table must have at most {MOST_FIELDS} fields for each cell; the rows and columns are too many"
        raise ReaderError(at.reader, at.place, rule)
    rows = [[""] * width for _ in range(height)]
    for cell in cells:
        rows[cell.row][cell.column] = _WHITE.sub(" ", cell.text).strip().replace("|", "\\|")
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines[:1], f"|{' --- |' * width}", *lines[1:]]) if lines else ""


# ---- the document


def document(
    blocks: Iterable[Block], sizes: Sizes, found: Mapping[str, Any], names: Mapping[str, Any]
) -> Document:
    """Join blocks into a document."""
    parts: list[str] = []
    places: list[tuple[Place, str | None]] = []
    said: list[Said] = []
    rows: dict[str, list[tuple[Any, ...]]] = {}
    length, last = 0, None
    for block in blocks:
        if not block.text.strip():
            continue
        is_tight = block.join != LINE or (last is not None and last.join == LINE)
        join = "" if last is None else block.join if is_tight else BLANK_LINE
        parts += [join, block.prefix, block.text, block.suffix]
        shift = length + len(join) + len(block.prefix)
        length = shift + len(block.text) + len(block.suffix)
        places += [(_shifted(place, shift), block.role) for place in block.places]
        said += [_shifted(each, shift) for each in block.said]
        for row in block.rows:
            rows.setdefault(row.table, []).append((row.start + shift, row.end + shift, *row.values))
        last = block
    tables: dict[str, Mapping[str, Any]] = {
        "pages": _pages([place for place, _ in places], sizes),
        "boxes": _boxes(places),
        "times": _times(said),
        **{name: _table(name, given) for name, given in rows.items()},
    }
    path = names.get("path")
    return make("".join(parts), tables, found, {**names, "path": VIRTUAL_PATH if path is None else path})


def _shifted(part: Any, shift: int) -> Any:
    return part._replace(start=part.start + shift, end=part.end + shift)


def _columns(names: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> dict[str, Sequence[Any]]:
    return dict(zip(names, zip(*rows, strict=True), strict=True)) if rows else {"start": ()}


def _table(name: str, rows: Sequence[tuple[Any, ...]]) -> dict[str, Sequence[Any]]:
    return _columns(["start", "end", *TABLES[name]][: len(rows[0])], rows)


def _pages(places: Sequence[Place], sizes: Sizes) -> dict[str, Sequence[Any]]:
    """Return the table `pages`: a row for successive places of one page."""
    rows: list[tuple[Any, ...]] = []
    for place in places:
        start = rows.pop()[0] if rows and rows[-1][2] == place.page else place.start
        rows.append((start, place.end, place.page))
    if all(number in sizes for _, _, number in rows):
        return _columns(("start", "end", "number", "width", "height"), [(*row, *sizes[row[2]]) for row in rows])
    return _columns(("start", "end", "number"), rows)


def _boxes(places: Sequence[tuple[Place, str | None]]) -> dict[str, Sequence[Any]]:
    rows = [(place.start, place.end, *place.box, role) for place, role in places if place.box is not None]
    return _columns(("start", "end", "page", "x0", "y0", "x1", "y1", "role"), rows)


def _times(said: Sequence[Said]) -> dict[str, Sequence[Any]]:
    return _columns(Said._fields, said)
