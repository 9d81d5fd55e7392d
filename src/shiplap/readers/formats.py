"""The formats of files that become text, each with its function. The library of a format is imported where a file
of it is read.

A format without a row here is text that is cut as it is: Markdown, code, tables and the like.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Literal, Protocol

from shiplap.document import Document
from shiplap.readers.options import AUTO, ReadOptions

if TYPE_CHECKING:
    from typing_extensions import Self


class Context(Protocol):
    """The run in which a file is read: its options, and its readers for a file within a file."""

    options: ReadOptions

    def inner(self, reader: str) -> Self:
        """Return the context of a file within a file. Raises ReaderError if files lie too deep."""

    def document(self, data: bytes, path: str | None) -> Document:
        """Return the document of any file."""


#: Makes a document of the content of a file, given its path (None if it has none) and the run.
Reader = Callable[[bytes, "str | None", Context], Document]


@dataclass(frozen=True, kw_only=True)
class Format:
    """A format of files, and the function that reads them.

    name: in messages, and in the fingerprint of what is read.
    read: the reader.
    suffixes: of the names of its files, in small letters, with the dot.
    signature: returns whether content has the format's first bytes, which count for more than the name.
    looks: returns whether content without a suffix looks like this format, which has no signature.
    options: the fields of `ReadOptions` that change the text.
    version: raised when the same file becomes another text.
    in_child: whether its parser runs in a child process, so that a crash or a hang loses one file.
    remedy: what to do with a file that the reader refuses, where the reader does not say it itself.
    """

    name: str
    read: Reader
    suffixes: tuple[str, ...] = ()
    signature: Callable[[bytes], bool] | None = None
    looks: Callable[[bytes], bool] | None = None
    options: tuple[str, ...] = ()
    version: int = 1
    in_child: bool = False
    remedy: str = ""

    def fingerprint(self, options: ReadOptions) -> str:
        """Return the name of this way to read, in which a change means that files are read anew.

        >>> Format(name="html", read=None, options=("html",)).fingerprint(ReadOptions(html="main"))
        'html1,html=main'
        """
        changed = options.changed()
        given = [f"{name}={changed[name]}" for name in self.options if name in changed]
        return ",".join((f"{self.name}{self.version}", *given))


# ---- the readers of the table, with the arguments of a run


def _srt(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.encodings import decode
    from shiplap.readers.subtitles import srt

    text = decode(data, run.options.encoding, "srt")
    return srt(text.text, metadata=text.metadata)


def _vtt(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.subtitles import vtt

    return vtt(data)


def _text(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.charsets import decode as decode_page
    from shiplap.readers.encodings import decode

    if run.options.encoding == AUTO and ((path or "").lower().endswith(_PAGES) or _is_page(data)):  # with its tags
        page = decode_page(data, None)
        return Document(page.text.removeprefix("\ufeff"), path=path, metadata=page.metadata)
    text = decode(data, run.options.encoding, "text")
    return Document(text.text, path=path, metadata=text.metadata)


def _html(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.html_pages import html

    options = run.options
    content: Literal["body", "main"] = "main" if options.html == "main" else "body"
    encoding = None if options.encoding == AUTO else options.encoding
    return html(data, content=content, encoding=encoding, path=path)


def _pdf(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.pdf_files import pdf

    options = run.options
    return pdf(
        data, pages=options.pages, password=options.password, hyphens=options.hyphens,
        furniture=options.furniture, path=path,
    )  # fmt: skip


def _docx(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.word_documents import docx

    return docx(data, max_expansion=run.options.max_expansion, path=path)


def _pptx(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.presentations import pptx

    return pptx(data, notes=run.options.notes, max_expansion=run.options.max_expansion, path=path)


def _spreadsheet(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.spreadsheets import spreadsheet

    return spreadsheet(
        data, hidden=run.options.hidden_sheets, max_expansion=run.options.max_expansion, path=path
    )  # fmt: skip


def _odt(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.open_documents import odt

    return odt(data, max_expansion=run.options.max_expansion, path=path)


def _epub(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.epub_books import epub

    return epub(data, max_expansion=run.options.max_expansion, path=path)


def _email(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.mail import email

    return email(data, path=path)


def _mhtml(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.mail import mhtml

    return mhtml(data, path=path)


def _notebook(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.notebooks import notebook

    return notebook(data, outputs=run.options.outputs, path=path)


def _compressed(data: bytes, path: str | None, run: Context) -> Document:
    return run.document(data, path)


# ---- what content looks like


def _starts(*signatures: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(signatures)


def _is_pdf(data: bytes) -> bool:
    """Return whether content has the header of PDF: at the beginning, or behind white space or a mark."""
    return _PDF.match(data) is not None


def _has_member(folder: bytes, name: bytes) -> Callable[[bytes], bool]:
    """Return a function that tells whether content is a zip file with a member of that name, by the headers of its
    members. The function may be given the beginning of the content alone."""
    path = rb"[/\\]?" + folder + rb"[/\\]" + re.escape(name)
    member = re.compile(rb"PK(?:\x03\x04.{26}|\x01\x02.{42})" + path, re.DOTALL | re.IGNORECASE)
    return lambda data: data.startswith(b"PK\x03\x04") and member.search(data) is not None


def _is_open_document(type: bytes) -> Callable[[bytes], bool]:
    """Return a function that tells whether content is a zip file that begins with a media type, as files of
    OpenDocument and EPUB do: the first member is named `mimetype` and is not compressed."""
    return lambda data: data.startswith(b"PK\x03\x04") and data[30:].startswith(b"mimetype" + type)


def _is_sheet(data: bytes) -> bool:
    """Return whether content is a spreadsheet of Excel or of OpenDocument."""
    return _WORKBOOK(data) or _ODS(data)


_WORKBOOK = _has_member(b"xl", b"workbook.")
_ODS = _is_open_document(b"application/vnd.oasis.opendocument.spreadsheet")


def _is_page(data: bytes) -> bool:
    """Return whether content begins as a page of HTML does."""
    return _PAGE.match(data) is not None


_PDF = re.compile(rb"(?:\xef\xbb\xbf)?\s*%PDF-\d\.\d\s")
_PAGES = (".html", ".htm", ".xhtml", ".xht")
_PAGE = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html)[\s>]", re.IGNORECASE
)


_SAVE = "save it again in its program, in a new format and without a password"
_CUES = "repair the file, or rename it to .txt to read it as plain text"

#: Compressed files, of which `Readers` reads the content.
COMPRESSED = Format(
    name="compressed", remedy="compress or download it again, or rename it if it is not compressed",
    read=_compressed, suffixes=(".gz", ".bz2", ".xz", ".zst"),
    signature=_starts(b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"),
    options=tuple(each.name for each in fields(ReadOptions)),
)  # fmt: skip

#: Text in another encoding than UTF-8.
TEXT = Format(name="text", read=_text, options=("encoding",))

FORMATS = (
    Format(
        name="pdf", remedy="download it again, or print it to a new PDF file",
        read=_pdf, suffixes=(".pdf",), signature=_is_pdf, in_child=True,
        options=("pages", "hyphens", "furniture"),
    ),
    Format(
        name="docx", remedy=_SAVE,
        read=_docx, suffixes=(".docx", ".docm", ".dotx"),
        signature=_has_member(b"word", b"document.xml"), in_child=True,
    ),
    Format(
        name="pptx", remedy=_SAVE,
        read=_pptx, suffixes=(".pptx", ".pptm", ".ppsx"),
        signature=_has_member(b"ppt", b"presentation.xml"), options=("notes",), in_child=True,
    ),
    Format(
        name="spreadsheet", remedy=_SAVE,
        read=_spreadsheet, suffixes=(".xlsx", ".xlsm", ".xlsb", ".xls", ".ods"),
        signature=_is_sheet, options=("hidden_sheets",), in_child=True,
    ),
    Format(
        name="odt", remedy=_SAVE,
        read=_odt, suffixes=(".odt", ".ott"),
        signature=_is_open_document(b"application/vnd.oasis.opendocument.text"), in_child=True,
    ),
    Format(
        name="epub", remedy="download the book again",
        read=_epub, suffixes=(".epub",), signature=_is_open_document(b"application/epub+zip"),
        in_child=True,
    ),
    Format(
        name="email", remedy="export the message again, or rename it to .txt if it is a text",
        read=_email, suffixes=(".eml",),
    ),
    Format(name="mhtml", remedy="save the page again", read=_mhtml, suffixes=(".mhtml", ".mht")),
    Format(
        name="html", remedy="--encoding NAME names another",
        read=_html, suffixes=_PAGES, looks=_is_page,
        options=("encoding", "html"),
    ),
    Format(
        name="notebook", remedy="save it again in Jupyter, or rename it to .json",
        read=_notebook, suffixes=(".ipynb",), options=("outputs",),
    ),
    Format(name="srt", remedy=_CUES, read=_srt, suffixes=(".srt",), options=("encoding",)),
    Format(name="vtt", remedy=_CUES, read=_vtt, suffixes=(".vtt",)),
    COMPRESSED,
)  # fmt: skip
