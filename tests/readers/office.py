"""Office files made of XML strings."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping, Sequence

TRANSITIONAL = "http://schemas.openxmlformats.org"
TYPES = f"{TRANSITIONAL}/officeDocument/2006/relationships"
PACKAGE = f"{TRANSITIONAL}/package/2006"
W = f'xmlns:w="{TRANSITIONAL}/wordprocessingml/2006/main"'

CORE = f"""<cp:coreProperties xmlns:cp="{PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:dcterms="http://purl.org/dc/terms/"><dc:title>On rain</dc:title><dc:creator>Ann; Ben</dc:creator>
 <dcterms:created>2026-01-02T03:04:05Z</dcterms:created><dcterms:modified>2026-02-03</dcterms:modified>
 <dc:language>en</dc:language></cp:coreProperties>"""

METADATA = {
    "title": "On rain",
    "authors": ["Ann", "Ben"],
    "created": "2026-01-02T03:04:05Z",
    "modified": "2026-02-03",
    "language": "en",
}


def zipped(members: Mapping[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as made:
        for name, content in members.items():
            made.writestr(name, content)
    return file.getvalue()


def relations(*targets: tuple[str, str]) -> str:
    """Return the relations of a part: types and targets. A target with a scheme is external."""
    rows = ""
    for number, (kind, target) in enumerate(targets, 1):
        type = kind if "/" in kind else f"{TYPES}/{kind}"
        mode = "External" if ":" in target else "Internal"
        rows += f'<Relationship Id="r{number}" Type="{type}" Target="{target}" TargetMode="{mode}"/>'
    return f'<Relationships xmlns="{PACKAGE}/relationships">{rows}</Relationships>'


ROOT = (
    ("officeDocument", "word/document.xml"),
    (f"{PACKAGE}/relationships/metadata/core-properties", "docProps/core.xml"),
    ("extended-properties", "docProps/app.xml"),
)


def word(body: str, **parts: str) -> dict[str, str | bytes]:
    """Return the members of a DOCX file: the body, and other parts (styles, numbering, footnotes, …)."""
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations(*ROOT),
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(*((name, f"{name}.xml") for name in parts)),
        "docProps/core.xml": CORE,
    }
    return members | {f"word/{name}.xml": f"<w:{name} {W}>{content}</w:{name}>" for name, content in parts.items()}


_CHART = f'xmlns:c="{TRANSITIONAL}/drawingml/2006/chart" xmlns:a="{TRANSITIONAL}/drawingml/2006/main"'


def _points(name: str, *values: str) -> str:
    points = "".join(f'<c:pt idx="{number}"><c:v>{value}</c:v></c:pt>' for number, value in enumerate(values))
    return f"<c:{name}><c:cache>{points}</c:cache></c:{name}>"


def _series(name: str, *values: str) -> str:
    return f"<c:ser>{_points('tx', name)}{_points('cat', 'May', 'June')}{_points('val', *values)}</c:ser>"


#: A chart, and its text.
CHART = (
    f"<c:chartSpace {_CHART}><c:chart><c:title><a:t>Rain</a:t></c:title><c:plotArea><c:barChart>"
    f"{_series('Hills', '4.2999999999999998', '2')}{_series('Valley', '1')}"
    "</c:barChart></c:plotArea></c:chart></c:chartSpace>"
)
CHART_TEXT = "Rain\n\n|  | Hills | Valley |\n| --- | --- | --- |\n| May | 4.3 | 1 |\n| June | 2 |  |"


def chart_reference(name: str) -> str:
    """Return the element of a document or a slide that refers to a chart."""
    return f'<c:chart {_CHART} xmlns:r="{TYPES}" r:id="{name}"/>'


def paragraph(text: str, properties: str = "") -> str:
    return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def item(text: str, number: int = 1, level: int = 0) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')


def docx_of(lines: Sequence[str]) -> bytes:
    """Return a DOCX file of paragraphs."""
    return zipped(word("".join(map(paragraph, lines))))


def pptx_of(lines: Sequence[str]) -> bytes:
    """Return a PPTX file of one slide with paragraphs."""
    names = f'xmlns:p="{TRANSITIONAL}/presentationml/2006/main" xmlns:a="{TRANSITIONAL}/drawingml/2006/main"'
    texts = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in lines)
    tree = f"<p:cSld><p:spTree><p:sp><p:nvSpPr/><p:txBody>{texts}</p:txBody></p:sp></p:spTree></p:cSld>"
    slides = f'<p:sldIdLst><p:sldId xmlns:r="{TYPES}" r:id="r1"/></p:sldIdLst>'
    return zipped(
        {
            "_rels/.rels": relations(("officeDocument", "presentation.xml")),
            "presentation.xml": f"<p:presentation {names}>{slides}</p:presentation>",
            "_rels/presentation.xml.rels": relations(("slide", "slide.xml")),
            "slide.xml": f"<p:sld {names}>{tree}</p:sld>",
        }
    )


def xlsx_of(rows: Sequence[Sequence[str]]) -> bytes:
    """Return an XLSX file of one sheet, "Sheet", with texts."""
    main = f'xmlns="{TRANSITIONAL}/spreadsheetml/2006/main" xmlns:r="{TYPES}"'
    cell = '<c t="inlineStr"><is><t>{}</t></is></c>'
    lines = "".join(f"<row>{''.join(map(cell.format, row))}</row>" for row in rows)
    return zipped(
        {
            "_rels/.rels": relations(("officeDocument", "xl/workbook.xml")),
            "xl/workbook.xml": f'<workbook {main}><sheets><sheet name="Sheet" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(("worksheet", "worksheets/sheet1.xml")),
            "xl/worksheets/sheet1.xml": f"<worksheet {main}><sheetData>{lines}</sheetData></worksheet>",
        }
    )


def ods_of(rows: Sequence[Sequence[str]]) -> bytes:
    """Return an ODS file of one sheet, "Sheet", with texts whose cells have no type."""
    name = "urn:oasis:names:tc:opendocument:xmlns"
    names = " ".join(f'xmlns:{each}="{name}:{each}:1.0"' for each in ("office", "text", "table"))
    cell = "<table:table-cell><text:p>{}</text:p></table:table-cell>"
    lines = "".join(f"<table:table-row>{''.join(map(cell.format, row))}</table:table-row>" for row in rows)
    body = f'<office:spreadsheet><table:table table:name="Sheet">{lines}</table:table></office:spreadsheet>'
    content = f"<office:document-content {names}><office:body>{body}</office:body></office:document-content>"
    return zipped({"content.xml": content})


def odt_of(lines: Sequence[str]) -> bytes:
    """Return an ODT file of paragraphs."""
    name = "urn:oasis:names:tc:opendocument:xmlns"
    names = f'xmlns:o="{name}:office:1.0" xmlns:text="{name}:text:1.0"'
    body = "".join(f"<text:p>{line}</text:p>" for line in lines)
    content = f"<o:document-content {names}><o:body><o:text>{body}</o:text></o:body></o:document-content>"
    return zipped({"content.xml": content})


def epub_of(chapters: Sequence[str]) -> bytes:
    """Return an EPUB file of chapters in XHTML."""
    numbers = range(1, len(chapters) + 1)
    items = "".join(f'<item id="c{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>' for n in numbers)
    spine = "".join(f'<itemref idref="c{n}"/>' for n in numbers)
    container = '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>'
    book = f"<package><manifest>{items}</manifest><spine>{spine}</spine></package>"
    pages = {f"{n}.xhtml": f"<html><body>{chapter}</body></html>" for n, chapter in enumerate(chapters, 1)}
    return zipped({"META-INF/container.xml": container, "book.opf": book, **pages})
