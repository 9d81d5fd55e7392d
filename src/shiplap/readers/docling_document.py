"""Reader of docling's documents: the object or its JSON, read without docling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from shiplap.document import Document
from shiplap.provenance import Box
from shiplap.readers.fields import Field, load
from shiplap.readers.items import (
    SPACE,
    Block,
    Cell,
    Place,
    Said,
    Sizes,
    code,
    document,
    heading,
    list_item,
    page_number,
    table,
)

READER = "docling"

#: Labels of items that repeat on each page.
FURNITURE = ("page_header", "page_footer")

#: Labels of lists, and of items whose children are parts of them.
LISTS = ("list", "ordered_list")
UNREAD = ("table", "document_index", "picture", "chart")

_REFERENCE = re.compile(r"#/(\w+)(?:/(\d{1,9}))?")
_NUMBER = re.compile(r"\d{1,9}[.)]")


def docling(given: Any, **names: Any) -> Document:
    """Read a document of docling: a `DoclingDocument`, its dictionary or its JSON, as text or as bytes.

    The text is Markdown, in the order of the body: headings, paragraphs, lists, tables, code, formulas, and the
    captions of pictures and tables. Left out are the headers and footers of pages, other layers than the body
    (notes, background), and what docling found within pictures. The document has the tables `pages`, with sizes,
    and `boxes`; of a media file it has `times`. The name of the file becomes metadata.

    names: `document_id`, `source`, `path` and `metadata` of the `Document`. Without a path, the text is cut as
    Markdown.

    Raises ReaderError for a document that breaks a rule, with the place of the value.

    >>> prov = {"page_no": 1, "bbox": {"l": 72, "t": 720, "r": 300, "b": 700, "coord_origin": "BOTTOMLEFT"}}
    >>> document = docling({
    ...     "body": {"children": [{"$ref": "#/texts/0"}]},
    ...     "texts": [{"label": "section_header", "level": 1, "text": "Rain", "prov": [prov]}],
    ...     "pages": {"1": {"size": {"width": 612, "height": 792}}},
    ... })
    >>> document.text, document.provenance["boxes"]["y0"]
    ('## Rain', array([72.]))
    """
    root = Field(load(given, READER), READER)
    root["body"]["children"].items()
    filename = root["origin"]["filename"].name() if root["origin"] else None
    found = {} if filename is None else {"filename": filename}
    sizes = _sizes(root["pages"])
    return document(_Walk(root, sizes).blocks(), sizes, found, names)


def _sizes(pages: Field) -> Sizes:
    """Return the sizes of the pages, by number."""
    sizes = {}
    for name, page in pages.members() if pages else ():
        if not str(name).isdecimal():
            page.fail("the number of a page must be an integer from 1")
        if size := page["size"]:
            sizes[int(name)] = (size["width"].length(), size["height"].length())
    return sizes


class _Step(NamedTuple):
    """A step of the walk.

    lists: the number of lists around the item. is_inline: whether the item is a part of a paragraph. goes_on:
    whether the item continues the line of the item before. lead: an item above without a text of its own, whose
    marks stand before this item.
    """

    item: Field
    lists: int = 0
    is_inline: bool = False
    goes_on: bool = False
    lead: Block | None = None


class _Walk:
    """A walk through the tree of a document, in reading order. Each item is read once."""

    def __init__(self, root: Field, sizes: Sizes) -> None:
        self._root = root
        self._sizes = sizes
        self._lists: dict[str, list[Field]] = {}
        self._seen: set[str] = set()

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of the body."""
        stack = [_Step(each) for each in reversed(self._children(self._root["body"]))]
        while stack:
            step = stack.pop()
            label = step.item["label"].text()
            lead = step.lead
            for block in self._items(step, label):
                if lead is not None:
                    block.prefix, block.join = lead.prefix + block.prefix, lead.join
                elif step.goes_on:
                    block.join = SPACE
                lead = block if block.prefix and not block.text else None
                yield block
            children = [] if label in UNREAD else self._children(step.item)
            lists = step.lists + (label in LISTS)
            is_inline = label == "inline"
            below = [_Step(child, lists, is_inline, goes_on=is_inline) for child in children]
            if below and label not in LISTS:
                below[0] = _Step(children[0], lists, is_inline, step.goes_on and is_inline, lead)
            stack += reversed(below)

    def _children(self, item: Field, name: str = "children") -> list[Field]:
        """Return the items that a list of references names, which have not been read."""
        return [found for each in item[name].items() if (found := self._resolved(each)) is not None]

    def _resolved(self, given: Field) -> Field | None:
        """Return the item that a reference names; None if it has been read."""
        reference = given.first("$ref", "cref")
        text = reference.text()
        match = _REFERENCE.fullmatch(text)
        if match is None or match[2] is None:
            reference.fail('must be a reference such as "#/texts/0"')
        if text in self._seen:
            return None
        self._seen.add(text)
        if match[1] not in self._lists:
            self._lists[match[1]] = self._root[match[1]].items()
        items = self._lists[match[1]]
        if int(match[2]) >= len(items):
            reference.fail("must refer to an item of the document")
        return items[int(match[2])]

    def _items(self, step: _Step, label: str) -> Iterator[Block]:
        """Yield an item, with its captions before and its footnotes after it."""
        yield from self._notes(step.item, "captions")
        yield from self._blocks_of(step, label)
        yield from self._notes(step.item, "footnotes")

    def _notes(self, item: Field, name: str) -> Iterator[Block]:
        for note in self._children(item, name):
            yield from self._blocks_of(_Step(note), note["label"].text())

    def _blocks_of(self, step: _Step, label: str) -> Iterator[Block]:
        item = step.item
        if label in FURNITURE or item["content_layer"].text() not in ("", "body"):
            return
        block = _inline(item, label) if step.is_inline else _block(item, label, step.lists)
        if block is not None:
            block.places = list(self._places(item, len(block.text)))
            block.said = [_said(each, len(block.text)) for each in item["source"].items()]
            yield block

    def _places(self, item: Field, length: int) -> Iterator[Place]:
        """Yield the places of an item: with several of them, each has a part of its text."""
        provenance = item["prov"].items()
        parts = [each["charspan"].items() for each in provenance]
        spans = [(_index(part[0]), _index(part[1])) for part in parts if len(part) == 2]
        is_split = len(spans) == len(parts) > 1 and all(start < end <= length for start, end in spans)
        spans = spans if is_split else [(0, length)] * len(parts)
        placed = [
            Place(start, end, page_number(each["page_no"]), self._box(each))
            for (start, end), each in zip(spans, provenance, strict=True)
        ]
        yield from sorted(placed, key=lambda place: place.start)

    def _box(self, provenance: Field) -> Box:
        """Return a box from the top left corner of its page."""
        box, page = provenance["bbox"], page_number(provenance["page_no"])
        left, top, right, bottom = (box[name].coordinate() for name in "ltrb")
        if box["coord_origin"].text() == "BOTTOMLEFT":
            if page not in self._sizes:
                self._root["pages"][str(page)]["size"].fail("the height of the page is needed for its boxes")
            height = self._sizes[page][1]
            top, bottom = height - top, height - bottom
        return Box(page, min(left, right), min(top, bottom), max(left, right), max(top, bottom))


#: The marks around the text of a part of a paragraph.
_INLINE = {"code": "`", "formula": "$"}


def _inline(item: Field, label: str) -> Block | None:
    """Return a part of a paragraph; None for a group."""
    mark = _INLINE.get(label, "")
    return Block(_text(item), label, mark, mark) if item["text"] or item["orig"] else None


def _text(item: Field) -> str:
    return item["text"].text().strip() or item["orig"].text().strip()


def _block(item: Field, label: str, level: int) -> Block | None:
    """Return the block of an item; None for a group."""
    if label in ("table", "document_index") and item["data"]:
        return Block(table(_cells(item["data"]), item["data"]), label)
    if item["graph"]:
        return Block("\n".join(cell["text"].text() for cell in item["graph"]["cells"].items()), label)
    text = _text(item)
    if label in ("title", "section_header"):
        depth = item["level"]
        return heading(text, 1 if label == "title" else 1 + int(depth.number() if depth else 1), label)
    if label == "list_item":
        return list_item(text, label, max(0, level - 1), _marker(item))
    if label == "code":
        language = item["code_language"].text()
        return code(text, label, "" if language == "unknown" else language.lower())
    if label == "formula":
        return Block(text, label, "$$", "$$")
    if label.startswith("checkbox"):
        return Block(text, label, "- [x] " if label == "checkbox_selected" else "- [ ] ", join="\n")
    return Block(text, label) if item["text"] else None


def _marker(item: Field) -> str:
    """Return the mark of an item of a list: its number, or a dash and another mark of the document."""
    marker = item["marker"].text().strip()
    if _NUMBER.fullmatch(marker):
        return marker
    if item["enumerated"].value is True:
        return f"- {marker}" if marker.strip("-") else "1."
    return "-"


def _cells(data: Field) -> list[Cell]:
    """Return the cells of a table."""
    cells = []
    given = data["table_cells"].items() or [cell for row in data["grid"].items() for cell in row.items()]
    for cell in given:
        row, column, last_row, last_column = (
            _index(cell[f"{edge}_{kind}_offset_idx"]) for edge in ("start", "end") for kind in ("row", "col")
        )
        cells.append(Cell(row, column, max(1, last_row - row), max(1, last_column - column), cell["text"].text()))
    return cells


def _index(field: Field) -> int:
    number = field.number()
    if number < 0 or number != int(number):
        field.fail("must be an integer from 0")
    return int(number)


def _said(source: Field, length: int) -> Said:
    begin, finish = source["start_time"].seconds(), source["end_time"].seconds()
    source.check_order(begin, finish)
    return Said(0, length, begin, finish, source["voice"].name())
