"""PDF files that tests make: lines of text at given places, in Helvetica, with any characters.

The file names what its codes stand for (ToUnicode), so that a line may have any characters; the shapes are those
of the codes. Nothing is compressed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass
class Line:
    """A line of text. x, y: where it begins, from the left bottom corner. angle: in degrees, counterclockwise."""

    x: float
    y: float
    text: str
    size: float = 10
    angle: float = 0


@dataclass
class Page:
    """A page. crop: left, bottom, right, top of the part that is displayed."""

    lines: Sequence[Line] = ()
    width: float = 300
    height: float = 400
    rotate: int = 0
    crop: tuple[float, float, float, float] | None = None


@dataclass
class File:
    """A PDF file.

    glyphs: what characters of the lines stand for, where that is another text, such as "ffi".
    outline: level from 1, title, number of the page from 1, height from the bottom.
    labels: number of the first page from 1, and the dictionary of its range.
    has_widths: whether characters beyond ASCII have a width and a shape, that of an H. Without, PDFium leaves out
        one that stands alone.
    is_vertical: whether lines go down, in a font of Japanese that the file does not contain.
    """

    pages: Sequence[Page]
    glyphs: Mapping[str, str] = field(default_factory=dict)
    outline: Sequence[tuple[int, str, int, float]] = ()
    labels: Sequence[tuple[int, str]] = ()
    info: Mapping[str, str] = field(default_factory=dict)
    language: str = ""
    has_widths: bool = False
    is_vertical: bool = False

    def data(self) -> bytes:
        """Return the file."""
        codes = self._codes()
        objects = ["", "", self._font(), _stream(self._to_unicode(codes)), ""]
        kids = []
        for page in self.pages:
            content = "".join(_shown(line, codes, 4 if self.is_vertical else 2) for line in page.lines)
            objects.append(_stream(content))
            crop = "" if page.crop is None else f"/CropBox [{' '.join(map(str, page.crop))}]"
            objects.append(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {page.width} {page.height}] {crop}"
                f" /Rotate {page.rotate} /Contents {len(objects)} 0 R /Resources << /Font << /F 3 0 R >> >> >>"
            )
            kids.append(len(objects))
        objects[1] = f"<< /Type /Pages /Count {len(kids)} /Kids [{' '.join(f'{kid} 0 R' for kid in kids)}] >>"
        objects[4] = f"<< {' '.join(f'/{name} {_string(value)}' for name, value in self.info.items())} >>"
        extra = self._outline(objects, kids)
        if self.labels:
            extra += f" /PageLabels << /Nums [{' '.join(f'{first - 1} {rule}' for first, rule in self.labels)}] >>"
        if self.language:
            extra += f" /Lang {_string(self.language)}"
        objects[0] = f"<< /Type /Catalog /Pages 2 0 R {extra} >>"
        return _file(objects)

    def _codes(self) -> dict[str, int]:
        """Return the code of each character: that of ASCII, or one from 128 on; a control character is its own."""
        used = {letter for page in self.pages for line in page.lines for letter in line.text}
        if self.is_vertical:
            return {letter: ord(letter) for letter in used}
        others = sorted(letter for letter in used if not letter.isascii())
        return {letter: ord(letter) for letter in used if letter.isascii()} | {
            letter: 128 + number for number, letter in enumerate(others)
        }

    def _font(self) -> str:
        more = ""
        if self.is_vertical:
            name = "/BaseFont /HeiseiMin-W3"
            system = "/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>"
            descriptor = (
                "/Flags 6 /FontBBox [-123 -257 1001 910] /ItalicAngle 0 /Ascent 709 /Descent -241 /StemV 69"
            )
            return (
                f"<< /Type /Font /Subtype /Type0 {name} /Encoding /UniJIS-UCS2-V /DescendantFonts [<< /Type /Font"
                f" /Subtype /CIDFontType0 {name} {system} /DW 1000 /FontDescriptor << /Type /FontDescriptor"
                f" /FontName /HeiseiMin-W3 {descriptor} >> >>] >>"
            )
        if self.has_widths:
            metrics = "/Flags 4 /FontBBox [0 -200 1000 900] /Ascent 880 /Descent -120 /CapHeight 700"
            more = (
                f" /FirstChar 128 /LastChar 255 /Widths [{' 1000' * 128}]"
                f" /FontDescriptor << /Type /FontDescriptor /FontName /Helvetica {metrics} /ItalicAngle 0"
                " /StemV 80 >>"
                f" /Encoding << /Type /Encoding /Differences [128 {' /H' * 128}] >>"
            )
        return f"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica{more} /ToUnicode 4 0 R >>"

    def _to_unicode(self, codes: Mapping[str, int]) -> str:
        rows = []
        for letter, code in codes.items():
            meaning = self.glyphs.get(letter, letter if ord(letter) >= 32 else "")
            if meaning:
                rows.append(f"<{code:02X}> <{meaning.encode('utf-16-be', 'surrogatepass').hex()}>")
        return (
            "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def\n"
            f"1 begincodespacerange <00> <FF> endcodespacerange\n{len(rows)} beginbfchar\n"
            + "\n".join(rows)
            + "\nendbfchar endcmap end end"
        )

    def _outline(self, objects: list[str], kids: Sequence[int]) -> str:
        """Append the outline, and return its entry of the catalog."""
        if not self.outline:
            return ""
        root = len(objects) + 1
        numbers = [root + 1 + k for k in range(len(self.outline))]
        parents: dict[int, int] = {0: root}
        children: dict[int, list[int]] = {root: []}
        links: dict[int, int] = {}
        for number, (level, *_) in zip(numbers, self.outline, strict=True):
            links[number] = parents[level - 1]
            children[links[number]].append(number)
            parents[level], children[number] = number, []

        def ends(number: int) -> str:
            own = children[number]
            return f"/First {own[0]} 0 R /Last {own[-1]} 0 R /Count {len(own)}" if own else ""

        objects.append(f"<< /Type /Outlines {ends(root)} >>")
        for number, (_, title, page, top) in zip(numbers, self.outline, strict=True):
            family = children[links[number]]
            at = family.index(number)
            after = f"/Next {family[at + 1]} 0 R" if at + 1 < len(family) else ""
            before = f"/Prev {family[at - 1]} 0 R" if at else ""
            objects.append(
                f"<< /Title {_string(title)} /Parent {links[number]} 0 R {after} {before} {ends(number)}"
                f" /Dest [{kids[page - 1]} 0 R /XYZ 0 {top} 0] >>"
            )
        return f"/Outlines {root} 0 R"


def _shown(line: Line, codes: Mapping[str, int], digits: int) -> str:
    c, s = math.cos(math.radians(line.angle)), math.sin(math.radians(line.angle))
    text = "".join(f"{codes[letter]:0{digits}X}" for letter in line.text)
    return f"BT /F {line.size} Tf {c:.6f} {s:.6f} {-s:.6f} {c:.6f} {line.x} {line.y} Tm <{text}> Tj ET\n"


def _string(text: str) -> str:
    return f"<FEFF{text.encode('utf-16-be', 'surrogatepass').hex()}>"


def _stream(content: str) -> str:
    return f"<< /Length {len(content)} >>\nstream\n{content}\nendstream"


def _file(objects: Sequence[str]) -> bytes:
    parts = ["%PDF-1.7\n"]
    places = []
    for number, content in enumerate(objects, 1):
        places.append(sum(map(len, parts)))
        parts.append(f"{number} 0 obj\n{content}\nendobj\n")
    start = sum(map(len, parts))
    parts.append(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n")
    parts += [f"{place:010d} 00000 n \n" for place in places]
    parts.append(f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n{start}\n%%EOF\n")
    return "".join(parts).encode("latin-1")


def paragraph(text: str, top: float = 380, x: float = 20, pitch: float = 12, size: float = 10) -> list[Line]:
    """Return the lines of a text one below the other."""
    return [Line(x, top - pitch * k, line, size) for k, line in enumerate(text.split("\n"))]
