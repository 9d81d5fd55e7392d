"""A reader of Word documents (DOCX, DOCM, DOTX): WordprocessingML, read by lxml.

    package ──► styles, lists, notes ──► paragraphs and tables of the body ──► blocks ──► text, `pages`

Text is what Word shows with all changes accepted, without headers, footers and comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from shiplap.document import Document
from shiplap.readers import properties
from shiplap.readers.charts import CHART, chart_blocks
from shiplap.readers.documents import markdown_path
from shiplap.readers.fields import Field
from shiplap.readers.items import Block, Cell, Place, dense, document, heading, table
from shiplap.readers.numbering import Item, Nesting, Numbering, indent_of, integer, is_on, labelled, value
from shiplap.readers.packages import MAX_EXPANSION, A, Package, W, chosen
from shiplap.readers.word_styles import Styles, outline_level

READER = "docx"

_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_DRAWING = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_PICTURE = f"{A}graphic/{A}graphicData/{{http://schemas.openxmlformats.org/drawingml/2006/picture}}pic"

#: Stands in the text of a paragraph where a page begins. XML cannot have this character, and the character is not
#: white space.
_PAGE_BREAK = "\0"

#: Elements that stand for characters.
_CHARACTERS = {
    f"{W}tab": " ",
    f"{W}ptab": " ",
    f"{W}br": "\n",
    f"{W}cr": "\n",
    f"{W}noBreakHyphen": "\N{NON-BREAKING HYPHEN}",
    f"{W}lastRenderedPageBreak": _PAGE_BREAK,
}

#: Elements whose text is not shown: deleted text, properties, the pronunciation above ideographs.
_HIDDEN = frozenset(
    f"{W}{name}" for name in ("del", "moveFrom", "pPr", "rPr", "rt", "tblPr", "tcPr", "trPr", "sectPr")
)

_WHITE = re.compile(r"\s+")


def docx(data: bytes, *, max_expansion: int = MAX_EXPANSION, **names: Any) -> Document:
    """Read a Word document (DOCX) as Markdown.

    Headings are paragraphs with an outline level, their own or that of their style or of a style that it is
    based on. Lists keep their nesting, their numbers and letters. Tables are tables of Markdown, with a merged
    cell in its first field; the content of a table of one cell is written without the table. Text boxes and
    charts (their values, as a table) follow their paragraph; footnotes and endnotes stand at the end (`[^1]:
    …`). Deleted and hidden text, comments, headers and footers are left out. If Word saved where its pages
    began, the document has the table `pages`.

    max_expansion: limit of the expanded parts of the file together, in bytes.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    The metadata are `title`, `authors`, `created`, `modified`, `language` and `pages`, where the file has them.

    Raises OptionError for an invalid option, MissingExtraError without lxml, and ReaderError for a file that is
    encrypted, damaged or too large; it names the part of the file.
    """
    package = Package(data, READER, max_expansion)
    main = package.related("", "officeDocument")
    if main is None:
        package.fail("", "must be a Word document: the zip file has no main part")
    body = package.xml(main).find(f"{W}body")
    if body is None:
        package.fail(main, "must be a Word document: it has no body")
    blocks = _Reader(package, main).blocks(body)
    path = markdown_path(names.get("path"))
    return document(blocks, {}, _found(package, main), {**names, "path": path})


def _found(package: Package, main: str) -> dict[str, Any]:
    """Return the metadata."""
    found = properties.of_office(package)
    extended = package.xml_or_none(package.related("", "extended-properties"))
    pages = integer(extended.findtext("{*}Pages") if extended is not None else None, 0)
    if pages > 0:
        found["pages"] = pages
    return found


class _Reader:
    """The state of reading one document: what was counted, and what stands in later blocks."""

    def __init__(self, package: Package, main: str) -> None:
        self._package = package
        relations = package.relations(main)
        self._targets = {name: relation.target for name, relation in relations.items()}
        parts = {relation.type: relation.target for relation in relations.values()}
        self._styles = Styles(package.xml_or_none(parts.get("styles")))
        self._numbering = Numbering(package.xml_or_none(parts.get("numbering")))
        self._notes = {
            (kind, note.get(f"{W}id")): note
            for kind in ("footnote", "endnote")
            for note in package.elements(parts.get(f"{kind}s"))
        }
        self._cited: list[tuple[str, str | None]] = []  # notes in the order of their numbers, from 1
        self._numbers: dict[tuple[str, str | None], int] = {}
        self._text_boxes: list[Any] = []  # those of the paragraph, and its charts
        self._begun = ""  # text of paragraphs whose end was deleted
        self._nesting = Nesting()
        self._page = 1
        self._tables = 0

    def blocks(self, body: Any) -> list[Block]:
        """Return the blocks of the body, then the notes."""
        has_pages = next(body.iter(f"{W}lastRenderedPageBreak"), None) is not None
        blocks = [self._placed(block) for block in self._body(body)]
        if not has_pages:
            for block in blocks:
                block.places = ()
        return [*blocks, *self._note_blocks()]

    # ---- blocks

    def _body(self, parent: Any) -> Iterator[Block]:
        """Yield the blocks of what contains paragraphs and tables."""
        for child in parent:
            if child.tag == f"{W}p":
                yield from self._paragraph(child)
            elif child.tag == f"{W}tbl":
                yield from self._table(child)
            elif child.tag not in _HIDDEN:
                yield from self._body(chosen(child))

    def _paragraph(self, paragraph: Any) -> Iterator[Block]:
        """Yield the block of a paragraph, then those of its text boxes."""
        text = self._begun + self._inline(paragraph)
        self._begun = ""
        if paragraph.find(f"{W}pPr/{W}rPr/{W}del") is not None:
            self._begun = text
            return
        boxes, self._text_boxes = self._text_boxes, []
        yield self._block(paragraph, text)
        for box in boxes:
            yield from self._box(box)

    def _box(self, box: Any) -> Iterator[Block]:
        """Yield the blocks of a text box or a chart."""
        is_chart = box.tag == f"{CHART}chart"
        return chart_blocks(self._package, box, self._targets) if is_chart else self._body(box)

    def _block(self, paragraph: Any, text: str) -> Block:
        style = value(paragraph.find(f"{W}pPr/{W}pStyle")) or self._styles.default
        outline = value(paragraph.find(f"{W}pPr/{W}outlineLvl"))
        level = self._styles.heading_level(style) if outline is None else outline_level(outline)
        item = self._item(paragraph, style)
        if level is not None:
            self._nesting.close()
            label = "" if item is None else f"{item.label} "
            return heading(label + text, level, "heading")
        if item is None or _is_blank(text):
            if not _is_blank(text):
                self._nesting.close()
            return Block(_trimmed(text), "paragraph")
        return labelled(_trimmed(text), item.label, self._nesting.depth(item.depth))

    def _item(self, paragraph: Any, style: str) -> Item | None:
        """Return the item of a list that a paragraph is, and count it; None for another paragraph."""
        numbering = paragraph.find(f"{W}pPr/{W}numPr")
        number = value(numbering.find(f"{W}numId")) if numbering is not None else None
        level = value(numbering.find(f"{W}ilvl")) if numbering is not None else None
        if number is None and (inherited := self._styles.numbering(style)) is not None:
            number, of_style, having = inherited
            level = of_style if level is None else level
            found = self._numbering.level_of_style(number, having)
            level = str(found) if level is None and found is not None else level
        return None if number is None else self._numbering.count(number, integer(level, 0), indent_of(paragraph))

    def _note_blocks(self) -> Iterator[Block]:
        """Yield the notes that were cited, in the order of their numbers. A note may cite others."""
        for number, key in enumerate(self._cited, 1):
            text = self._flat(self._notes[key]).replace(_PAGE_BREAK, " ")
            yield Block(_WHITE.sub(" ", text).strip(), key[0], f"[^{number}]: ")

    def _placed(self, block: Block) -> Block:
        """Return a block with the pages that it stands on, without the marks where they begin."""
        parts = block.text.split(_PAGE_BREAK)
        if len(parts) > 1:
            block.text = "".join(parts)
        places, start = [], 0
        for number, part in enumerate(parts):
            self._page += number > 0
            if part.strip():
                places.append(Place(start, start + len(part), self._page))
            start += len(part)
        block.places = places
        return block

    # ---- tables

    def _table(self, element: Any) -> Iterator[Block]:
        self._nesting.close()
        self._tables += 1
        place = f"table {self._tables}"
        rows = [list(_cells(row)) for row in _rows(element)]
        if len(rows) == 1 and len(rows[0]) == 1:
            yield from self._body(rows[0][0])
            return
        cells: list[Cell] = []
        open_cells: dict[int, int] = {}  # the cell that goes on in the next row, by its first column
        for number, (row, elements) in enumerate(zip(_rows(element), rows, strict=True)):
            column = integer(value(row.find(f"{W}trPr/{W}gridBefore")), 0)
            for cell in elements:
                width = integer(value(cell.find(f"{W}tcPr/{W}gridSpan")), 1)
                merge = cell.find(f"{W}tcPr/{W}vMerge")
                is_continued = merge is not None and merge.get(f"{W}val", "continue") == "continue"
                if is_continued and column in open_cells:
                    above = open_cells[column]
                    cells[above] = cells[above]._replace(rows=number - cells[above].row + 1)
                else:
                    open_cells[column] = len(cells)
                    cells.append(Cell(number, column, 1, 1, self._flat(cell)))
                column += max(width, 1)
        yield Block(table(dense(cells), Field(None, READER, place)), "table")

    def _flat(self, parent: Any) -> str:
        """Return the text of a cell or a note in one line."""
        texts = []
        for child in parent:
            if child.tag == f"{W}p":
                text = self._inline(child)
                boxes, self._text_boxes = self._text_boxes, []
                item = self._item(child, value(child.find(f"{W}pPr/{W}pStyle")) or self._styles.default)
                texts.append(f"{item.label} {text}" if item is not None and not _is_blank(text) else text)
                texts += (self._flat(box) for box in boxes if box.tag != f"{CHART}chart")
            elif child.tag not in _HIDDEN:
                texts.append(self._flat(chosen(child)))
        return " ".join(text for text in texts if text)

    # ---- the text of a paragraph

    def _inline(self, paragraph: Any) -> str:
        parts: list[str] = []
        self._write(paragraph, parts)
        return "".join(parts)

    def _write(self, parent: Any, parts: list[str]) -> None:
        """Write the text of runs, links, fields and insertions; remember the text boxes and notes in them."""
        for child in parent:
            tag = child.tag
            if tag in (f"{W}t", f"{_MATH}t"):
                parts.append(child.text or "")
            elif tag in _CHARACTERS:
                parts.append(_CHARACTERS[tag])
            elif tag in (f"{W}txbxContent", f"{CHART}chart"):
                self._text_boxes.append(child)
            elif tag in (f"{W}footnoteReference", f"{W}endnoteReference"):
                parts.append(self._citation(tag.removeprefix(W).removesuffix("Reference"), child.get(f"{W}id")))
            elif tag == f"{W}sym":
                parts.append(_symbol(child))
            elif tag == f"{_DRAWING}docPr" and parent.find(_PICTURE) is not None:
                parts.append(child.get("descr", ""))
            elif tag == f"{W}r" and is_on(child.find(f"{W}rPr/{W}vanish")):
                continue
            elif tag not in _HIDDEN:
                self._write(chosen(child), parts)

    def _citation(self, kind: str, name: str | None) -> str:
        """Return the mark of a note, whose number is that of its first citation."""
        key = (kind, name)
        if key not in self._notes:
            return ""
        if key not in self._numbers:
            self._cited.append(key)
            self._numbers[key] = len(self._cited)
        return f"[^{self._numbers[key]}]"


def _rows(element: Any) -> Iterator[Any]:
    """Yield the rows of a table that were not deleted, also those in content controls and insertions."""
    for child in element:
        if child.tag == f"{W}tr":
            if child.find(f"{W}trPr/{W}del") is None:
                yield child
        elif child.tag not in _HIDDEN:
            yield from _rows(child)


def _cells(row: Any) -> Iterator[Any]:
    """Yield the cells of a row."""
    for child in row:
        if child.tag == f"{W}tc":
            yield child
        elif child.tag not in _HIDDEN:
            yield from _cells(child)


def _symbol(element: Any) -> str:
    """Return a character of a font of symbols, often one of the private use area."""
    code = element.get(f"{W}char", "")
    return (
        chr(int(code, 16))
        if re.fullmatch("[0-9A-Fa-f]{1,4}", code) and not 0xD800 <= int(code, 16) < 0xE000
        else ""
    )


def _is_blank(text: str) -> bool:
    return not text.replace(_PAGE_BREAK, "").strip()


def _trimmed(text: str) -> str:
    """Return a text without white space around its lines."""
    return "\n".join(line.strip() for line in text.strip().split("\n"))
