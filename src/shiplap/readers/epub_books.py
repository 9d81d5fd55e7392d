"""A reader of books (EPUB 2 and 3).

    package ──► package document: metadata, spine ──► chapters (`html`) in order of the spine ──► text, `anchors`

The package document (OPF) lists the members of a book, and the order in which they are read (the spine).
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from shiplap.document import Document
from shiplap.errors import ReaderError
from shiplap.readers import properties
from shiplap.readers.documents import make, markdown_path
from shiplap.readers.packages import MAX_EXPANSION, Package

READER = "epub"

_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"

#: The types of chapters, and the ends of the names of chapters whose type is wrong.
_PAGES = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml", "text/x-oeb1-document")
_SUFFIXES = (".xhtml", ".html", ".htm")

_SEPARATOR = "\n\n"


class _Chapter(NamedTuple):
    """A chapter: its address in the package document, and the name of the member."""

    address: str
    member: str


def epub(data: bytes, *, max_expansion: int = MAX_EXPANSION, **names: Any) -> Document:
    """Read a book (EPUB) as Markdown: its chapters in their order, each as `html` reads it.

    The table `anchors` has a row for each chapter (`chapter.xhtml`), and one for each place in it that a link can
    name (`chapter.xhtml#id`); addresses are relative to the package document.

    max_expansion: limit of the expanded parts of the file together, in bytes.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The path of the document is the path
        with ".md" behind it, so that the text is cut as Markdown.

    The metadata are `title`, `authors`, `created`, `modified`, `language` and `identifier`, where the book has
    them.

    Raises OptionError for an invalid option, MissingExtraError without lxml or selectolax, and ReaderError for a
    file that is encrypted, damaged or too large; it names the part of the file.
    """
    package = Package(data, READER, max_expansion)
    opf = _package_document(package)
    root = package.xml(opf)
    encrypted = _encrypted(package)
    texts: list[str] = []
    anchors: list[tuple[int, int, str]] = []
    length = 0
    for chapter in _chapters(package, opf, root):
        if chapter.member in encrypted:
            package.fail(chapter.member, "is encrypted: a book with copy protection cannot be read")
        text, found = _read(package, chapter)
        if not text.strip():
            continue
        anchors.append((length, length, chapter.address))
        anchors += [(length + start, length + end, f"{chapter.address}#{name}") for start, end, name in found]
        texts.append(text)
        length += len(text) + len(_SEPARATOR)
    columns = zip(*anchors, strict=True) if anchors else ((), (), ())
    tables = {"anchors": dict(zip(("start", "end", "fragment"), columns, strict=True))}
    path = markdown_path(names.get("path"))
    return make(_SEPARATOR.join(texts), tables, _found(root), {**names, "path": path})


def _package_document(package: Package) -> str:
    """Return the name of the package document, which the container names."""
    for element in package.xml(_CONTAINER).iter("{*}rootfile"):
        if name := element.get("full-path"):
            return str(name)
    return package.fail(_CONTAINER, "must name a package document (rootfile)")


def _encrypted(package: Package) -> set[str]:
    """Return the members that are encrypted. Fonts often are."""
    root = package.xml_or_none(_ENCRYPTION)
    found = root.iter("{*}CipherReference") if root is not None else ()
    return {unquote(each.get("URI", "")) for each in found}


def _chapters(package: Package, opf: str, root: Any) -> Iterator[_Chapter]:
    """Yield the chapters in the order of the spine, each once."""
    items = {each.get("id"): each for each in root.iterfind("{*}manifest/{*}item")}
    seen: set[str] = set()
    for number, reference in enumerate(root.iterfind("{*}spine/{*}itemref"), 1):
        item = items.get(reference.get("idref"))
        if item is None:
            rule = f"entry {number} of the spine must name an item of the manifest"
            package.fail(opf, rule, reference.get("idref"))
        address = unquote(item.get("href", "")).partition("#")[0]
        is_page = item.get("media-type") in _PAGES or address.lower().endswith(_SUFFIXES)
        member = posixpath.normpath(posixpath.join("/", posixpath.dirname(opf), address)).lstrip("/")
        if is_page and member not in seen:
            seen.add(member)
            yield _Chapter(address, member)


def _read(package: Package, chapter: _Chapter) -> tuple[str, list[tuple[int, int, str]]]:
    """Return the text and the anchors of a chapter."""
    from shiplap.readers.html_pages import html

    content = package.read(chapter.member)
    try:
        page = html(content, path=chapter.member)
    except ReaderError as error:
        package.fail(f"{chapter.member}, {error.place}", error.rule, error.value)
    anchors = page.provenance["anchors"] if page.provenance is not None and "anchors" in page.provenance else ()
    return str(page.text), list(anchors)


def _found(root: Any) -> dict[str, Any]:
    """Return the metadata of the package document."""
    metadata = root.find("{*}metadata")
    elements = list(metadata.iter()) if metadata is not None else []
    found = properties.of_elements(elements)
    if (date := found.pop("modified", None)) is not None:  # dc:date, which is that of the publication in a book
        found["created"] = date
    for element in elements:
        text = " ".join((element.text or "").split())
        if element.get("property") == "dcterms:modified" and properties.iso_date(text):
            found["modified"] = text
        elif element.tag.endswith("}identifier") and text:
            found.setdefault("identifier", text)
    return found
