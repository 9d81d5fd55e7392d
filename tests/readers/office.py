"""Office files made of XML strings."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

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
    """The relations of a part: types and targets. A target with a scheme is external."""
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
    """The members of a DOCX file: the body, and the content of other parts (styles, numbering, footnotes, …)."""
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations(*ROOT),
        "word/document.xml": f"<w:document {W}><w:body>{body}</w:body></w:document>",
        "word/_rels/document.xml.rels": relations(*((name, f"{name}.xml") for name in parts)),
        "docProps/core.xml": CORE,
    }
    return members | {f"word/{name}.xml": f"<w:{name} {W}>{content}</w:{name}>" for name, content in parts.items()}


def paragraph(text: str, properties: str = "") -> str:
    return f'<w:p><w:pPr>{properties}</w:pPr><w:r><w:t xml:space="preserve">{text}</w:t></w:r></w:p>'


def item(text: str, number: int = 1, level: int = 0) -> str:
    return paragraph(text, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr>')
