"""A reader of presentations (PPTX, PPTM, PPSX): PresentationML, read by lxml.

    package ──► slides ──► shapes in reading order ──► paragraphs, tables, notes ──► blocks ──► text, `pages`

A placeholder has the position and the bullets of its layout, and of the master, where the slide gives no others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from shiplap.document import Document
from shiplap.options import flag
from shiplap.readers import properties
from shiplap.readers.charts import CHART, chart_blocks
from shiplap.readers.documents import markdown_path
from shiplap.readers.fields import Field
from shiplap.readers.items import Block, Cell, Place, document, heading, table
from shiplap.readers.numbering import Nesting, integer, labelled, numeral
from shiplap.readers.packages import MAX_EXPANSION, A, P, Package, R, Relation, chosen

READER = "pptx"

_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"

#: English Metric Units in a point.
_EMU = 12_700

#: Placeholders of titles, with the levels of their headings; of text with bullets; and those that are left out.
_TITLES = {"ctrTitle": 1, "title": 2}
_BULLETED = ("body", "obj", "")
_LEFT_OUT = ("dt", "ftr", "hdr", "sldNum", "sldImg")

_HIDDEN = ("0", "false")

#: The beginnings and the ends of the names of automatic numbers (ECMA-376 part 1, 20.1.10.61).
_FORMATS = {"alphaLc": "lowerLetter", "alphaUc": "upperLetter", "romanLc": "lowerRoman", "romanUc": "upperRoman"}
_LABELS = {"Period": "{}.", "ParenR": "{})", "ParenBoth": "({})"}

#: The placeholders of a layout or a master: the first of each number, and the first of each type.
Placeholders = dict[tuple[str, str | None], Any]

#: The levels of lists.
_MAX_LEVEL = 8


def pptx(data: bytes, *, notes: bool = True, max_expansion: int = MAX_EXPANSION, **names: Any) -> Document:
    """Read a presentation (PPTX) as Markdown.

    Each slide is a page of the table `pages`: its title as a heading, then its texts, tables, diagrams and
    charts (their values, as a table) from the top to the bottom, a group as a whole. Lists keep their nesting
    and their numbers; a merged cell of a table stands in its first field. Alternative texts of pictures are
    kept; dates, footers, numbers of slides and hidden slides are left out.

    notes: write the speaker's notes behind each slide, after "Notes: ".
    max_expansion: limit of the expanded parts of the file together, in bytes.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    The metadata are `title`, `authors`, `created`, `modified`, `language`, where the file has them, and `pages`,
    the number of slides.

    Raises OptionError for an invalid option, MissingExtraError without lxml, and ReaderError for a file that is
    encrypted, damaged or too large; it names the part of the file.
    """
    flag("notes", notes)
    package = Package(data, READER, max_expansion)
    main = package.related("", "officeDocument")
    if main is None:
        package.fail("", "must be a presentation: the zip file has no main part")
    root = package.xml(main)
    if root.tag != f"{P}presentation":
        package.fail(main, "must be a presentation")
    relations = package.relations(main)
    parts = [relations.get(each.get(f"{R}id")) for each in root.iterfind(f"{P}sldIdLst/{P}sldId")]
    reader = _Reader(package)
    blocks = [
        block
        for number, part in enumerate(parts, 1)
        if part is not None
        for block in _on_page(reader.slide(part.target, notes), number)
    ]
    found = {**properties.of_office(package), "pages": len(parts)}
    sizes = dict.fromkeys(range(1, len(parts) + 1), size) if (size := _size(root)) else {}
    return document(blocks, sizes, found, {**names, "path": markdown_path(names.get("path"))})


def _size(root: Any) -> tuple[float, float] | None:
    """Return the width and the height of the slides in points, None if they are not given."""
    size = root.find(f"{P}sldSz")
    width, height = (0, 0) if size is None else (integer(size.get(name), 0) for name in ("cx", "cy"))
    return (width / _EMU, height / _EMU) if width > 0 and height > 0 else None


def _on_page(blocks: Iterator[Block], number: int) -> Iterator[Block]:
    for block in blocks:
        block.places = [Place(0, len(block.text), number)]
        yield block


class _Box(NamedTuple):
    """A shape and where it is, in English Metric Units."""

    top: int
    left: int
    height: int
    shape: Any


class _Slide(NamedTuple):
    """The relations of a slide, and what its shapes inherit from: placeholders of the layout, of the master, and
    styles of the master."""

    relations: dict[str, Relation]
    layout: Placeholders
    master: Placeholders
    styles: Any

    def chain(self, shape: Any) -> list[Any]:
        """Return a shape, and the placeholders of the layout and of the master that it has its properties from."""
        kind, number = _placeholder(shape)
        if kind is None:
            return [shape]
        layout = self.layout.get(("number", number), self.layout.get(("type", _family(kind))))
        if layout is not None:
            kind = _placeholder(layout)[0] or ""
        found = (shape, layout, self.master.get(("type", _family(kind))))
        return [each for each in found if each is not None]


class _Reader:
    """The state of reading one presentation: the layouts and masters that were read, and the tables."""

    def __init__(self, package: Package) -> None:
        self._package = package
        self._inherited: dict[str, tuple[Placeholders, Placeholders, Any]] = {}
        self._tables = 0

    def slide(self, part: str, notes: bool) -> Iterator[Block]:
        """Yield the blocks of a slide, then its notes; none for a hidden slide."""
        root = self._package.xml(part)
        if root.get("show") in _HIDDEN:
            return
        relations = self._package.relations(part)
        parts = {relation.type: relation.target for relation in relations.values()}
        slide = _Slide(relations, *self._of_layout(parts.get("slideLayout")))
        shapes = list(_shapes(root.find(f"{P}cSld/{P}spTree")))
        titles = [shape for shape in shapes if _placeholder(shape)[0] in _TITLES]
        others = [shape for shape in shapes if _placeholder(shape)[0] not in _TITLES]
        for shape in (*titles, *_in_reading_order(others, slide)):
            yield from self._shape(shape, slide)
        if notes:
            yield from self._notes(parts.get("notesSlide"))

    def _of_layout(self, layout: str | None) -> tuple[Placeholders, Placeholders, Any]:
        """Return what slides of a layout inherit. Slides share few layouts."""
        if layout is None:
            return {}, {}, None
        if layout not in self._inherited:
            master = self._package.xml_or_none(self._package.related(layout, "slideMaster"))
            styles = None if master is None else master.find(f"{P}txStyles/{P}bodyStyle")
            of_layout = _placeholders(self._package.xml_or_none(layout))
            self._inherited[layout] = of_layout, _placeholders(master), styles
        return self._inherited[layout]

    def _shape(self, shape: Any, slide: _Slide) -> Iterator[Block]:
        """Yield the blocks of a shape or a group."""
        if _is_left_out(shape):
            return
        if shape.tag == f"{P}grpSp":
            for each in _in_reading_order(list(_shapes(shape)), slide):
                yield from self._shape(each, slide)
        elif shape.tag == f"{P}graphicFrame":
            yield from self._frame(shape, slide)
        elif shape.tag == f"{P}pic":
            yield Block(_description(shape), "picture")
        else:
            yield from _texts(shape, slide)

    def _frame(self, frame: Any, slide: _Slide) -> Iterator[Block]:
        """Yield the table of a frame, the texts of its diagram, or its alternative text."""
        data = frame.find(f"{A}graphic/{A}graphicData")
        grid = data.find(f"{A}tbl") if data is not None else None
        diagram = data.find(f"{_DIAGRAM}relIds") if data is not None else None
        chart = data.find(f"{CHART}chart") if data is not None else None
        if grid is not None:
            self._tables += 1
            yield Block(table(_cells(grid), Field(None, READER, f"table {self._tables}")), "table")
        elif diagram is not None:
            relation = slide.relations.get(diagram.get(f"{R}dm"))
            root = None if relation is None else self._package.xml_or_none(relation.target)
            for text in root.iter(f"{_DIAGRAM}t") if root is not None else ():
                yield labelled(" ".join(_text(each) for each in text.iterfind(f"{A}p")), "", 0)
        elif chart is not None:
            targets = {name: relation.target for name, relation in slide.relations.items()}
            yield from chart_blocks(self._package, chart, targets)
        else:
            yield Block(_description(frame), "picture")

    def _notes(self, part: str | None) -> Iterator[Block]:
        root = self._package.xml_or_none(part)
        for shape in root.iter(f"{P}sp") if root is not None else ():
            if _placeholder(shape)[0] == "body":
                text = "\n".join(_text(each) for each in shape.iterfind(f"{P}txBody/{A}p"))
                yield Block(text.strip(), "notes", "Notes: ")


# ---- shapes


def _shapes(parent: Any) -> Iterator[Any]:
    """Yield the shapes of a slide or a group."""
    for child in parent if parent is not None else ():
        shape = chosen(child)
        if shape is not child:
            yield from _shapes(shape)
        elif child.tag in (f"{P}sp", f"{P}grpSp", f"{P}graphicFrame", f"{P}pic"):
            yield child


def _placeholder(shape: Any) -> tuple[str | None, str | None]:
    """Return the type and the number of a placeholder: "" for one of any content, None for another shape."""
    found = shape.find(f"./*/{P}nvPr/{P}ph")
    return (None, None) if found is None else (found.get("type", ""), found.get("idx"))


def _placeholders(root: Any) -> Placeholders:
    """Return the placeholders of a layout or a master."""
    found: Placeholders = {}
    for shape in root.iter(f"{P}sp") if root is not None else ():
        kind, number = _placeholder(shape)
        if kind is not None:
            found.setdefault(("type", _family(kind)), shape)
            if number is not None:
                found.setdefault(("number", number), shape)
    return found


def _family(kind: str) -> str:
    """Return the type by which a placeholder is found: one for both titles, and one for all text with bullets."""
    return "title" if kind in _TITLES else "body" if kind in _BULLETED else kind


def _is_left_out(shape: Any) -> bool:
    properties = shape.find(f"./*/{P}cNvPr")
    is_hidden = properties is not None and properties.get("hidden") in ("1", "true")
    return is_hidden or _placeholder(shape)[0] in _LEFT_OUT


def _description(shape: Any) -> str:
    """Return the alternative text of a shape."""
    properties = shape.find(f"./*/{P}cNvPr")
    return "" if properties is None else " ".join(properties.get("descr", "").split())


def _in_reading_order(shapes: Sequence[Any], slide: _Slide) -> list[Any]:
    """Return shapes from the top to the bottom; from the left to the right those that begin beside the upper half
    of the first of them. A shape without a position follows the one before it in the file."""
    boxes: list[_Box] = []
    for shape in shapes:
        top, left, height = _position(slide.chain(shape)) or (boxes[-1][:3] if boxes else (0, 0, 0))
        boxes.append(_Box(top, left, height, shape))
    boxes.sort(key=lambda box: box.top)
    ordered: list[Any] = []
    begin = 0
    while begin < len(boxes):
        middle = boxes[begin].top + max(boxes[begin].height, 2) // 2
        end = next((k for k in range(begin, len(boxes)) if boxes[k].top >= middle), len(boxes))
        ordered += [box.shape for box in sorted(boxes[begin:end], key=lambda box: box.left)]
        begin = end
    return ordered


def _position(chain: Sequence[Any]) -> tuple[int, int, int] | None:
    """Return the top, the left and the height of the first of these shapes that has a position."""
    for shape in chain:
        for name in (f"{P}spPr/{A}xfrm", f"{P}grpSpPr/{A}xfrm", f"{P}xfrm"):
            frame = shape.find(name)
            offset = frame.find(f"{A}off") if frame is not None else None
            if offset is not None:
                size = frame.find(f"{A}ext")
                height = 0 if size is None else integer(size.get("cy"), 0)
                return integer(offset.get("y"), 0), integer(offset.get("x"), 0), height
    return None


# ---- texts


def _texts(shape: Any, slide: _Slide) -> Iterator[Block]:
    """Yield the title or the paragraphs of a shape."""
    kind = _placeholder(shape)[0]
    paragraphs = shape.findall(f"{P}txBody/{A}p")
    if kind in _TITLES:
        yield heading(" ".join(map(_text, paragraphs)), _TITLES[kind], "heading")
        return
    styles = [each.find(f"{P}txBody/{A}lstStyle") for each in slide.chain(shape)]
    if kind in _BULLETED:
        styles.append(slide.styles)
    nesting, numbers = Nesting(), _Numbers()
    for paragraph in paragraphs:
        text = _text(paragraph).strip()
        level = min(max(integer(_property(paragraph).get("lvl"), 0), 0), _MAX_LEVEL)
        label = numbers.label(_bullet(paragraph, styles, level), level) if text else None
        if label is not None:
            yield labelled(text, label, nesting.depth((level, 0)))
        elif text:
            nesting.close()
            yield Block(text, "paragraph")


def _text(paragraph: Any) -> str:
    """Return the text of runs, fields and formulas."""
    parts = []
    for element in paragraph.iter():
        if element.tag == f"{A}br":
            parts.append("\n")
        elif isinstance(element.tag, str) and element.tag.endswith("}t"):
            parts.append(element.text or "")
    return "".join(parts).replace("\v", "\n")


def _property(paragraph: Any) -> Any:
    found = paragraph.find(f"{A}pPr")
    return {} if found is None else found


def _bullet(paragraph: Any, styles: Sequence[Any], level: int) -> Any:
    """Return the bullet of a paragraph, None if it has none: that of its properties, or of the first style that
    has one for its level."""
    levels = (style.find(f"{A}lvl{level + 1}pPr") for style in styles if style is not None)
    for given in (paragraph.find(f"{A}pPr"), *levels):
        for element in given if given is not None else ():
            if element.tag in (f"{A}buNone", f"{A}buChar", f"{A}buBlip", f"{A}buAutoNum"):
                return None if element.tag == f"{A}buNone" else element
    return None


class _Numbers:
    """The automatic numbers of the paragraphs of a shape: the last of each level."""

    def __init__(self) -> None:
        self._last: dict[int, tuple[str, int]] = {}

    def label(self, bullet: Any, level: int) -> str | None:
        """Return the label of the next paragraph: "" for a bullet, None for a paragraph without one."""
        for deeper in [each for each in self._last if each > level]:
            del self._last[deeper]
        if bullet is None or bullet.tag != f"{A}buAutoNum":
            self._last.pop(level, None)
            return None if bullet is None else ""
        kind = bullet.get("type", "")
        before, last = self._last.get(level, (kind, None))
        number = integer(bullet.get("startAt"), 1) if last is None or before != kind else last + 1
        self._last[level] = kind, number
        format = next((name for start, name in _FORMATS.items() if kind.startswith(start)), "decimal")
        pattern = next((label for end, label in _LABELS.items() if kind.endswith(end)), "{}")
        return pattern.format(numeral(format, number))


def _joined(cell: Any) -> str:
    return " ".join(map(_text, cell.iterfind(f"{A}txBody/{A}p")))


def _cells(grid: Any) -> list[Cell]:
    """Return the cells of a table; those that are merged with one before them are empty."""
    return [
        Cell(row, column, 1, 1, "" if is_merged else _joined(cell))
        for row, element in enumerate(grid.iterfind(f"{A}tr"))
        for column, cell in enumerate(element.iterfind(f"{A}tc"))
        for is_merged in ["1" in (cell.get("hMerge"), cell.get("vMerge"))]
    ]
