"""A reader of text documents of OpenDocument (ODT, OTT): read by lxml.

    package ──► list styles ──► headings, paragraphs, lists, tables ──► blocks ──► text

Text is what is shown with all changes accepted, without headers, footers and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from shiplap.document import Document
from shiplap.readers import properties
from shiplap.readers.documents import markdown_path
from shiplap.readers.fields import Field
from shiplap.readers.items import Block, Cell, dense, document, heading, table
from shiplap.readers.numbering import integer, labelled, numeral
from shiplap.readers.packages import MAX_EXPANSION, Package

READER = "odt"

_SPACE = "urn:oasis:names:tc:opendocument:xmlns"
_OFFICE, _TEXT, _TABLE, _STYLE = (f"{{{_SPACE}:{name}:1.0}}" for name in ("office", "text", "table", "style"))
_DRAW, _SVG = f"{{{_SPACE}:drawing:1.0}}", f"{{{_SPACE}:svg-compatible:1.0}}"

#: Elements whose text is not shown where they stand: deleted text, comments, pronunciations, declarations.
_HIDDEN = frozenset(
    (
        f"{_TEXT}tracked-changes", f"{_TEXT}ruby-text", f"{_TEXT}sequence-decls", f"{_TEXT}variable-decls",
        f"{_TEXT}user-field-decls", f"{_OFFICE}annotation", f"{_OFFICE}forms", f"{_SVG}title",
        f"{_TABLE}table-column",
    )
)  # fmt: skip

_FORMATS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}

#: White space, which XML files are indented with; a second space is an element.
_WHITE = re.compile(r"[ \t\r\n]+")

#: The most spaces of an element.
_MAX_SPACES = 1000

#: The most levels of a list.
_MAX_LEVEL = 10


class _Level(NamedTuple):
    """A level of a list style.

    format: the name of the format of its numbers, "" for a bullet.
    prefix, suffix: the text around the numbers.
    start: the first number.
    shown: how many levels a label shows.
    """

    format: str
    prefix: str
    suffix: str
    start: int
    shown: int


_BULLET = _Level("", "", "", 1, 1)


def odt(data: bytes, *, max_expansion: int = MAX_EXPANSION, **names: Any) -> Document:
    """Read a text document of OpenDocument (ODT) as Markdown.

    Headings keep their levels, lists their nesting and their numbers. Tables are tables of Markdown, with a merged
    cell in its first field; the content of a table of one cell is written without the table. Text boxes follow
    their paragraph; footnotes and endnotes stand at the end (`[^1]: …`). Deleted and hidden text, comments,
    headers and footers are left out.

    max_expansion: limit of the expanded parts of the file together, in bytes.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    The metadata are `title`, `authors`, `created`, `modified` and `language`, where the file has them.

    Raises OptionError for an invalid option, MissingExtraError without lxml, and ReaderError for a file that is
    encrypted, damaged or too large; it names the part of the file.
    """
    package = Package(data, READER, max_expansion)
    package.refuse_encrypted()
    root = package.xml("content.xml")
    body = root.find(f"{_OFFICE}body/{_OFFICE}text")
    if body is None:
        package.fail("content.xml", "must be a text document: it has no office:text")
    blocks = _Reader(root, package.xml_or_none("styles.xml")).blocks(body)
    path = markdown_path(names.get("path"))
    return document(blocks, {}, properties.of_open_document(package), {**names, "path": path})


class _Reader:
    """The state of reading one document: its styles, what was counted, and what stands in later blocks."""

    def __init__(self, *roots: Any) -> None:
        self._lists: dict[str, dict[int, _Level]] = {}
        self._hidden: set[str] = set()  # the styles of hidden text
        for root in roots:
            for style in root.iter(f"{_TEXT}list-style", f"{_STYLE}style") if root is not None else ():
                self._add_style(style)
        self._counts: dict[str, dict[int, int]] = {}  # the last number of each level, by the style of the list
        self._notes: list[Any] = []
        self._text_boxes: list[Any] = []
        self._tables = 0

    def _add_style(self, style: Any) -> None:
        name = style.get(f"{_STYLE}name", "")
        if style.tag == f"{_TEXT}list-style":
            self._lists[name] = {integer(each.get(f"{_TEXT}level"), 1): _level(each) for each in style}
        elif any(each.get(f"{_TEXT}display") == "none" for each in style):
            self._hidden.add(name)

    def blocks(self, body: Any) -> list[Block]:
        """Return the blocks of the body, then the notes."""
        blocks = list(self._body(body))
        done = 0
        while done < len(self._notes):  # a note may have notes
            text = self._flat(self._notes[done])
            done += 1
            blocks.append(Block(text, "note", f"[^{done}]: "))
        return blocks

    # ---- blocks

    def _body(self, parent: Any) -> Iterator[Block]:
        """Yield the blocks of what contains paragraphs, lists and tables."""
        for child in parent:
            if child.tag == f"{_TEXT}p":
                yield from self._with_boxes(Block(self._inline(child), "paragraph"))
            elif child.tag == f"{_TEXT}h":
                level = max(integer(child.get(f"{_TEXT}outline-level"), 1), 1)
                yield from self._with_boxes(heading(self._inline(child), level, "heading"))
            elif child.tag == f"{_TEXT}list":
                yield from self._list(child, "", 1)
            elif child.tag == f"{_TABLE}table":
                yield from self._table(child)
            elif child.tag in (f"{_DRAW}frame", f"{_DRAW}custom-shape"):
                yield from self._with_boxes(Block(self._inline_of(child), "frame"))
            elif not self._is_hidden(child):
                yield from self._body(child)

    def _with_boxes(self, block: Block) -> Iterator[Block]:
        boxes, self._text_boxes = self._text_boxes, []
        yield block
        for box in boxes:
            yield from self._body(box)

    def _is_hidden(self, element: Any) -> bool:
        is_hidden = element.tag in _HIDDEN or element.get(f"{_TEXT}display") == "none"
        return is_hidden or element.get(f"{_TEXT}style-name") in self._hidden

    # ---- lists

    def _list(self, element: Any, style: str, level: int) -> Iterator[Block]:
        """Yield the items of a list. An inner list has the style of the outer one, unless it has its own."""
        style = element.get(f"{_TEXT}style-name", style)
        is_continued = element.get(f"{_TEXT}continue-numbering") == "true" or element.get(f"{_TEXT}continue-list")
        if level == 1 and not is_continued:
            self._counts.pop(style, None)
        for item in element:
            if item.tag not in (f"{_TEXT}list-item", f"{_TEXT}list-header"):
                continue
            label = self._label(item, style, level) if item.tag == f"{_TEXT}list-item" else None
            yield from self._item(item, style, level, label)

    def _item(self, item: Any, style: str, level: int, label: str | None) -> Iterator[Block]:
        """Yield the blocks of an item: its first paragraph has the label."""
        for child in item:
            if child.tag == f"{_TEXT}list":
                yield from self._list(child, style, level + 1)
                label = None
            elif child.tag in (f"{_TEXT}p", f"{_TEXT}h"):
                text = self._inline(child)
                if child.tag == f"{_TEXT}h":
                    outline = max(integer(child.get(f"{_TEXT}outline-level"), level), 1)
                    block = heading(f"{label or ''} {text}", outline, "heading")
                elif label is not None:
                    block = labelled(text, label, level - 1)
                else:
                    indent = "    " * min(level, _MAX_LEVEL)
                    block = Block(text.replace("\n", f"\n{indent}"), "list_item", indent)
                label = None
                yield from self._with_boxes(block)
            elif not self._is_hidden(child):
                yield from self._body([child])

    def _label(self, item: Any, style: str, level: int) -> str:
        """Count an item, and return its label, "" for a bullet."""
        levels = self._lists.get(style, {})
        known = levels.get(level, _BULLET)
        counts = self._counts.setdefault(style, {})
        for deeper in [each for each in counts if each > level]:
            del counts[deeper]
        counts[level] = integer(item.get(f"{_TEXT}start-value"), counts.get(level, known.start - 1) + 1)
        if not known.format:
            return ""
        shown = range(max(level - known.shown + 1, 1), level + 1)
        numbers = [(levels.get(each, _BULLET), counts.get(each, 1)) for each in shown]
        written = [numeral(each.format, number) for each, number in numbers if each.format]
        return f"{known.prefix}{'.'.join(written)}{known.suffix}".strip()

    # ---- tables

    def _table(self, element: Any) -> Iterator[Block]:
        self._tables += 1
        place = f"table {self._tables}"
        rows = list(_rows(element))
        if len(rows) == 1 and len(rows[0]) == 1:
            yield from self._body(rows[0][0])
            return
        cells = []
        for number, row in enumerate(rows):
            column = 0
            for cell in row:
                if cell.tag == f"{_TABLE}table-cell":
                    cells.append(Cell(number, column, 1, 1, self._flat(cell)))
                column += max(integer(cell.get(f"{_TABLE}number-columns-repeated"), 1), 1)
        yield Block(table(dense(cells), Field(None, READER, place)), "table")

    def _flat(self, parent: Any) -> str:
        """Return the text of a cell or a note in one line."""
        texts = []
        for block in self._body(parent):
            line = block.prefix.strip(" #-\n") if block.role in ("list_item", "heading") else ""
            texts.append(f"{line} {block.text}")
        return " ".join(" ".join(texts).split())

    # ---- the text of a paragraph

    def _inline(self, paragraph: Any) -> str:
        return "" if self._is_hidden(paragraph) else self._inline_of(paragraph)

    def _inline_of(self, element: Any) -> str:
        parts: list[str] = []
        self._write(element, parts)
        lines = "".join(parts).split("\n")
        return "\n".join(line.strip() for line in lines).strip()

    def _write(self, element: Any, parts: list[str]) -> None:
        """Write the text of spans, links and fields; remember the text boxes and the notes in it."""
        _add(element.text, parts)
        for child in element:
            tag = child.tag
            if tag == f"{_TEXT}s":
                parts.append(" " * min(max(integer(child.get(f"{_TEXT}c"), 1), 1), _MAX_SPACES))
            elif tag == f"{_TEXT}tab":
                parts.append(" ")
            elif tag == f"{_TEXT}line-break":
                parts.append("\n")
            elif tag == f"{_TEXT}note":
                if (body := child.find(f"{_TEXT}note-body")) is not None:
                    self._notes.append(body)
                    parts.append(f"[^{len(self._notes)}]")
            elif tag == f"{_DRAW}text-box":
                self._text_boxes.append(child)
            elif not self._is_hidden(child):
                self._write(child, parts)
            _add(child.tail, parts)


def _add(text: str | None, parts: list[str]) -> None:
    """Add text, in which white space is one space, and none behind another one."""
    if text:
        text = _WHITE.sub(" ", text)
        parts.append(text[1:] if text[0] == " " and parts and parts[-1].endswith(" ") else text)


def _level(element: Any) -> _Level:
    """Return a level of a list style."""
    if element.tag != f"{_TEXT}list-level-style-number":
        return _BULLET
    given = element.get(f"{_STYLE}num-format", "")
    return _Level(
        _FORMATS.get(given, "decimal") if given else "",
        element.get(f"{_STYLE}num-prefix", ""),
        element.get(f"{_STYLE}num-suffix", ""),
        integer(element.get(f"{_TEXT}start-value"), 1),
        integer(element.get(f"{_TEXT}display-levels"), 1),
    )


def _rows(element: Any) -> Iterator[list[Any]]:
    """Yield the cells of each row of a table, also in its header and in groups of rows."""
    for child in element:
        if child.tag == f"{_TABLE}table-row":
            yield [cell for cell in child if cell.tag in (f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell")]
        elif child.tag in (f"{_TABLE}table-header-rows", f"{_TABLE}table-row-group", f"{_TABLE}table-rows"):
            yield from _rows(child)
