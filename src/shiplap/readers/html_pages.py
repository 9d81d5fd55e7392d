"""HTML and XHTML: the text of a page as Markdown, with its anchors and the origin of each part in the source.

source ──► decoded (`charsets.py`) ──► lexbor's tokens ──► blocks (`shiplap._core.readers`) ──► text and tables

lexbor is the parser in selectolax; its functions are called by their addresses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import Any, Literal, get_args

from shiplap.document import Document
from shiplap.errors import TextTypeError
from shiplap.extras import require
from shiplap.options import choice
from shiplap.readers.charsets import decode
from shiplap.readers.documents import make

Content = Literal["body", "main"]

#: An XML declaration makes a page XML: elements may close themselves.
_XML = re.compile(r"\ufeff?\s*<\?xml\s")
_XML_SUFFIXES = (".xhtml", ".xht", ".xml")

#: Names of metadata by what the head calls them, in the order in which they are looked for.
_NAMES = {
    "title": ("title", "meta og:title", "meta dc.title", "meta dcterms.title"),
    "description": ("meta description", "meta og:description", "meta dc.description", "meta dcterms.description"),
    "language": ("lang", "meta dc.language", "meta dcterms.language", "meta content-language"),
    "created": (
        "meta article:published_time", "meta dcterms.created", "meta dc.date.created", "meta dcterms.issued",
        "meta dc.date.issued", "meta dcterms.date", "meta dc.date", "meta date",
    ),
    "modified": (
        "meta article:modified_time", "meta dcterms.modified", "meta dc.date.modified", "meta og:updated_time",
        "meta last-modified",
    ),
}  # fmt: skip
_AUTHORS = ("meta author", "meta dc.creator", "meta dcterms.creator", "meta citation_author")
_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d(?:[T ]\d\d:\d\d.*)?)?)?")


def html(data: bytes | str, *, content: Content = "body", encoding: str | None = None, **names: Any) -> Document:
    """Read a page of HTML or XHTML.

    The text is Markdown: headings, paragraphs, lists, tables, fenced code, quotes. Links are their text, pictures
    their alternative text. Scripts, styles, comments and hidden elements are left out.

    content: "body" is all that a page shows. "main" is its `main` or `article` elements; without them, the body
        without navigation, header, footer and asides.
    encoding: the name of the charset, as an HTTP header has it. By default that of a byte order mark, that of a
        `meta` element in the first 1024 bytes, else UTF-8, else the most likely one if the extra `encodings` is
        there and sure, else windows-1252.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`. The text is cut as Markdown: ".md" is
        added to the path.

    The document has the tables `anchors` (a row for each `id` and `<a name>`, where its text begins) and
    `origin` (where each part of the text is in the decoded source, in code points). Its metadata: `title`,
    `authors`, `description`, `language`, `created` and `modified` (ISO dates), as far as the page has them,
    and for bytes `encoding`; `declared_encoding` if the page named another one; `encoding_errors`, the number
    of wrong bytes that became U+FFFD, if any did.

    Raises OptionError for an unknown encoding, ReaderError for bytes that are not in the given encoding, and
    ImportError without the extra `html`.

    >>> document = html(b"<h1 id=rain>Rain</h1><p>It <em>rains</em> &amp; pours.")
    >>> document.text
    '# Rain\\n\\nIt rains & pours.'
    """
    choice("content", content, get_args(Content))
    if not isinstance(data, (str, bytes, bytearray, memoryview)):
        raise TextTypeError(type(data).__name__, "pass the content of the file: path.read_bytes()")
    read = _parser()
    page = decode(data, encoding)
    path = names.get("path")
    is_xml = _XML.match(page.text) is not None or str(path or "").lower().endswith(_XML_SUFFIXES)
    text, head, origin, anchors, fragments = read(
        _masked(page.utf8, is_xml), page.utf8, page.begin, page.is_ascii, is_xml, content == "main"
    )
    tables = {"anchors": _anchors(anchors, fragments), "origin": _origin(origin)}
    return make(text, tables, {**_metadata(head), **page.metadata}, {**names, "path": f"{path or 'document'}.md"})


#: A page that has each field of the structures that lexbor hands over, and its text.
_PROBE = (
    b'<p id="a">b&amp;c <img alt="d&gt;">',
    "b&c d>",
    ["a"],
    [0, 1, 10, 11, 1, 2, 11, 16, 2, 4, 16, 18, 4, 6, 28, 33],
)


@cache
def _parser() -> Any:
    """Return the function that reads a page, connected to lexbor."""
    import ctypes

    from shiplap._core import readers as core

    require("selectolax", "html", "HTML")
    from selectolax import lexbor

    library = ctypes.CDLL(lexbor.__file__)
    try:
        functions = [(name, ctypes.cast(library[name], ctypes.c_void_p)) for name in core.LEXBOR_FUNCTIONS]
        core.connect_lexbor({name: pointer.value or 0 for name, pointer in functions})
    except AttributeError as error:
        raise ImportError(f"HTML needs a selectolax that shows the functions of lexbor: {error}") from None
    source, *wanted = _PROBE
    text, _, origin, _, fragments = core.read_html(source, source, 0, True, False, False)
    if [text, fragments, list(origin)] != wanted:
        raise ImportError("HTML needs selectolax 1: the lexbor of this one has other structures")
    return core.read_html


_CDATA = re.compile(rb"<!\[CDATA\[.*?\]\]>", re.DOTALL)
_FOREIGN = re.compile(rb"<(?:svg|math)\b", re.IGNORECASE)
#: A document type with declarations, which begins near the beginning of a page of XML.
_DECLARED = re.compile(rb"<!DOCTYPE\s[^\[<>]*\[(?:[^\]]|\](?!\s*>))*\]\s*>")
_NEAR = 4096


def _masked(utf8: bytes, is_xml: bool) -> bytes:
    """Return a page with U+0001 for each `>` in its CDATA sections and in the declarations of its document type,
    if it may have any. lexbor ends both at `>`."""
    if b"\x01" in utf8:
        return utf8
    begin = utf8.find(b"<!DOCTYPE", 0, _NEAR) if is_xml else -1
    if begin >= 0 and (declared := _DECLARED.match(utf8, begin)):
        utf8 = utf8[:begin] + _without_ends(declared[0]) + utf8[declared.end() :]
    if b"<![CDATA[" not in utf8 or not (is_xml or _FOREIGN.search(utf8)):
        return utf8
    return _CDATA.sub(lambda match: _without_ends(match[0]), utf8)


def _without_ends(markup: bytes) -> bytes:
    """Return markup with U+0001 for each `>` in it, other than its last."""
    return markup[:-1].replace(b">", b"\x01") + b">"


def _anchors(rows: Sequence[int], fragments: Sequence[str]) -> dict[str, Any]:
    """Return the table `anchors`. Of those at one offset the anchor of a heading is the last, which decides."""
    import numpy as np

    offsets, numbers, ranks = np.array(rows, np.int64).reshape(-1, 3).T
    first = {fragment: number for number, fragment in reversed(list(enumerate(fragments)))}
    is_first = np.array([first[fragment] == number for number, fragment in enumerate(fragments)], bool)
    order = np.lexsort((numbers, ranks, offsets))
    order = order[is_first[order]]
    starts = offsets[order]
    return {"start": starts, "end": starts, "fragment": [fragments[k] for k in order.tolist()]}


def _origin(rows: Sequence[int]) -> dict[str, Any]:
    import numpy as np

    columns = np.array(rows, np.int64).reshape(-1, 4).T
    return dict(zip(("start", "end", "source_start", "source_end"), columns, strict=True))


def _metadata(head: Sequence[tuple[str, str]]) -> dict[str, Any]:
    """Return what the head says of the page."""
    said: dict[str, list[str]] = {}
    for name, value in head:
        if shown := " ".join(value.split()):
            said.setdefault(name, []).append(shown)
    found: dict[str, Any] = {}
    for key, sources in _NAMES.items():
        values = [value for source in sources for value in said.get(source, [])]
        if key in ("created", "modified"):
            values = [value for value in values if _is_date(value)]
        if values:
            found[key] = values[0]
    if authors := [value for source in _AUTHORS for value in said.get(source, [])]:
        found["authors"] = list(dict.fromkeys(authors))
    return found


def _is_date(value: str) -> bool:
    """Return whether a value is an ISO date, or a year, or a month of one."""
    if not _DATE.fullmatch(value):
        return False
    try:
        datetime.fromisoformat(value[:10].ljust(7, "-").replace("---", "-01").ljust(10, "-").replace("---", "-01"))
    except ValueError:
        return False
    return True
