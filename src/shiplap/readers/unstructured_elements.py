"""Reader of unstructured's elements: the objects or their JSON, read without unstructured."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from typing import Any

from shiplap.document import Document
from shiplap.errors import OptionError
from shiplap.provenance import Box
from shiplap.readers.fields import Field, load
from shiplap.readers.items import (
    MOST_FIELDS,
    Block,
    Cell,
    Place,
    document,
    heading,
    list_item,
    marked,
    page_number,
    table,
)

READER = "unstructured"

#: Categories that repeat on each page, and breaks between pages.
FURNITURE = ("Header", "Footer", "Page-header", "Page-footer", "PageNumber", "PageBreak")

#: Categories of headings, each with the level that it has at least.
_HEADINGS = {"Title": 1, "Headline": 1, "Subheadline": 2, "Section-header": 2}
_LIST_ITEMS = ("ListItem", "List-item", "BulletedText")
_CHECKED = ("Checked", "CheckBoxChecked", "RadioButtonChecked")
_UNCHECKED = ("Unchecked", "CheckBoxUnchecked", "RadioButtonUnchecked")

#: Coordinate systems whose origin is the bottom left corner. Others begin at the top left one.
_FROM_BELOW = ("PointSpace", "RelativeCoordinateSystem")

#: A size of pages in points: of all, or by their numbers.
PageSize = tuple[float, float] | Mapping[int, tuple[float, float]]


def unstructured(given: Any, *, page_size: PageSize | None = None, **names: Any) -> Document:
    """Read the elements of unstructured: a list of `Element` objects or of their dictionaries, or its JSON.

    The text is Markdown: titles become headings, of the level that `category_depth` or else the titles above
    (`parent_id`) give, tables are made of `text_as_html`. Headers, footers and numbers of pages are left out. The
    document has the tables `pages` and `boxes`. The name of the file and the first language become metadata.

    page_size: width and height of the pages in points, or such pairs by the number of the page. The coordinates of
        pixels are scaled to it; without it they stay pixels, and the width and height of a page are those of its
        picture.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. Without a path, the text is cut as
        Markdown.

    Raises ReaderError for an element that breaks a rule, with the place of the value.

    >>> document = unstructured([{"type": "Title", "text": "Rain"}, {"type": "ListItem", "text": "It pours."}])
    >>> document.text
    '# Rain\\n\\n- It pours.'
    """
    _check_page_size(page_size)
    value = load(given, READER)
    root = Field(list(value) if isinstance(value, Iterator) else value, READER)
    if not root:
        root.fail("must be a list of elements")
    reading = _Reading(page_size)
    blocks = [block for element in root.items() for block in reading.blocks(element)]
    return document(blocks, reading.sizes, reading.facts, names)


def _check_page_size(page_size: PageSize | None) -> None:
    sizes = page_size.values() if isinstance(page_size, Mapping) else () if page_size is None else (page_size,)
    for size in sizes:
        is_pair = isinstance(size, Sequence) and len(size) == 2
        if not is_pair or not all(isinstance(each, (int, float)) and each > 0 for each in size):
            raise OptionError("page_size", page_size, "must be a width and a height in points, or these by page")


class _Reading:
    """The state after the elements so far: sizes of pages, metadata of the file, and the depth of each element."""

    def __init__(self, page_size: PageSize | None) -> None:
        self._page_size = page_size
        self._depths: dict[str, tuple[str, int]] = {}  # by the id of an element: its category, and its depth in it
        self.sizes: dict[int, tuple[float, float]] = {}
        self.facts: dict[str, Any] = {}

    def blocks(self, element: Field) -> Iterator[Block]:
        """Yield the block of an element, unless it repeats on each page."""
        category = element.first("type", "category").text()
        metadata = element["metadata"] or Field({}, READER, element.place)
        self._note(metadata)
        depth = self._depth(element, metadata, category)
        if category not in FURNITURE:
            block = _block(element, metadata, category, depth)
            block.places = list(self._places(metadata, len(block.text)))
            yield block

    def _note(self, metadata: Field) -> None:
        if (filename := metadata["filename"].name()) is not None:
            self.facts.setdefault("filename", filename)
        for language in metadata["languages"].items()[:1]:
            if language.name() is not None:
                self.facts.setdefault("language", language.name())

    def _depth(self, element: Field, metadata: Field, category: str) -> int:
        """Return how many elements of the category stand above an element. Parents come before their children."""
        name, parent = element["element_id"].name(), metadata["parent_id"].name()
        above, depth = self._depths.get(parent or "", ("", -1))
        given = metadata["category_depth"]
        if given and category in _HEADINGS:
            depth = max(0, int(given.number()))
        else:
            depth = depth + 1 if above == category else 0
        if name is not None:
            self._depths[name] = (category, depth)
        return depth

    def _places(self, metadata: Field, length: int) -> Iterator[Place]:
        page = metadata["page_number"]
        if page:
            yield Place(0, length, page_number(page), self._box(page.value, metadata["coordinates"]))

    def _box(self, page: int, coordinates: Field) -> Box | None:
        """Return the box around the points of an element, from the top left corner of its page."""
        points = coordinates["points"].items() if coordinates else []
        if not points:
            return None
        pairs = [[each.coordinate() for each in point.items()] for point in points]
        if any(len(pair) != 2 for pair in pairs):
            coordinates["points"].fail("must be pairs of numbers")
        xs, ys = zip(*pairs, strict=True)
        system = coordinates["system"].text()
        layout = [coordinates[f"layout_{name}"] for name in ("width", "height")]
        is_relative = system == "RelativeCoordinateSystem"
        width, height = (1.0 if is_relative else each.length() if each else 0.0 for each in layout)
        if system in _FROM_BELOW:
            if not height:
                layout[1].fail("the height of the page is needed for coordinates from its bottom")
            ys = tuple(height - y for y in ys)
        across, down = self._scale(page, width, height)
        return Box(page, min(xs) * across, min(ys) * down, max(xs) * across, max(ys) * down)

    def _scale(self, page: int, width: float, height: float) -> tuple[float, float]:
        """Return by what the coordinates of a page are multiplied, and note the size of the page."""
        given = self._page_size.get(page) if isinstance(self._page_size, Mapping) else self._page_size
        if not width or not height:
            return 1.0, 1.0
        self.sizes.setdefault(page, (width, height) if given is None else (given[0], given[1]))
        return (1.0, 1.0) if given is None else (given[0] / width, given[1] / height)


def _block(element: Field, metadata: Field, category: str, depth: int) -> Block:
    text = element["text"].text()
    if category in _HEADINGS:
        return heading(text, _HEADINGS[category] + depth, category)
    if category in _LIST_ITEMS:
        return list_item(text, category, depth)
    if category == "Table" and (html := metadata["text_as_html"].text()):
        return Block(table(_Cells(html).cells, metadata["text_as_html"]) or text.strip(), category)
    if category in _CHECKED or category in _UNCHECKED:
        return Block(text.strip(), category, "- [x] " if category in _CHECKED else "- [ ] ", join="\n")
    return marked(text, category)


class _Cells(HTMLParser):
    """The cells of a table in HTML; the cells of a table within it are text of its cell."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.cells: list[Cell] = []
        self._texts: list[str] = []
        self._row, self._column = -1, 0
        self._open: tuple[int, int] | None = None  # the rows and columns of the cell that is read
        # cells that reach into rows below, by their first columns: the column after them, and the row below them
        self._above: dict[int, tuple[int, int]] = {}
        self._depth = 0
        self.feed(html)
        self.close()
        self._end_cell()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a row or a cell."""
        self._depth += tag == "table"
        if self._depth > 1:
            self._texts.append(" ")
        elif tag == "tr":
            self._end_cell()
            self._row, self._column = self._row + 1, 0
        elif tag in ("td", "th"):
            self._end_cell()
            self._row = max(self._row, 0)
            named = dict(attrs)
            self._open = (_span(named.get("rowspan")), _span(named.get("colspan")))
        elif tag == "br":
            self._texts.append(" ")

    def handle_endtag(self, tag: str) -> None:
        """End a cell."""
        if tag in ("td", "th", "tr") and self._depth <= 1:
            self._end_cell()
        self._depth -= tag == "table"

    def handle_data(self, data: str) -> None:
        """Read the text of a cell."""
        self._texts.append(data)

    def _end_cell(self) -> None:
        if self._open is not None:
            while (above := self._above.get(self._column, (0, 0)))[1] > self._row:
                self._column = above[0]
            rows, columns = self._open
            self.cells.append(Cell(self._row, self._column, 1, columns, "".join(self._texts)))
            self._above[self._column] = (self._column + columns, self._row + rows)
            self._column += columns
        self._open, self._texts = None, []


def _span(value: str | None) -> int:
    """Return the rows or columns of a cell."""
    return min(max(int(value[:9]), 1), MOST_FIELDS) if value is not None and value.isdecimal() else 1
