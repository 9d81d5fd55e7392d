"""Reader of PDF files: a text in the reading order of PDFium, and the box of each line."""

from __future__ import annotations

import ctypes
import re
import threading
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Literal

from shiplap import options
from shiplap.document import Document
from shiplap.errors import OptionError, ReaderError, TextTypeError
from shiplap.extras import require
from shiplap.printable import counted
from shiplap.readers.documents import make
from shiplap.readers.pdf_units import page_units

if TYPE_CHECKING:
    from shiplap.readers.pdf_lines import Lines
    from shiplap.readers.pdf_text import Entry, Page

READER = "pdf"

#: A file with more pages that cannot be loaded is damaged as a whole; such files claim any number of pages.
MAX_DAMAGED = 1000

#: PDFium is not safe for threads.
_LOCK = threading.Lock()

_RANGE = re.compile(r"(\d{1,9})?(-)?(\d{1,9})?")
_DATE = re.compile(
    r"D?:?(\d{4})(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d)(?:(\d\d))?)?)?)?)?\s*(?:([Zz])|([+-])(\d\d)'?(\d\d)?)?"
)


def pdf(
    data: bytes,
    *,
    pages: str | None = None,
    password: str | None = None,
    hyphens: Literal["join", "keep"] = "join",
    furniture: Literal["drop", "keep"] = "drop",
    **names: Any,
) -> Document:
    """Read a PDF file, given as its bytes, by PDFium (`pip install 'shiplap[pdf]'`).

    The text is in the order of the file. Lines of a paragraph are joined by spaces, other lines keep their ends,
    and a blank line stands between paragraphs. If the file has an outline, its entries become headings of Markdown
    where the page has them. The document has the tables `pages`, and `runs` with the box of each line and the edge
    of each character, in points from the top left corner of the page as displayed.

    pages: the numbers of the pages that are read, from 1, such as "1-5,9" or "7-"; None: all.
    password: that of an encrypted file.
    hyphens: "join": a word that is parted at the end of a line loses its hyphen if it occurs elsewhere in the
        file, or its last part is one of a list of ends of words. "keep": the hyphen stays.
    furniture: "drop": headers, footers and numbers of pages that recur are left out. "keep": they stay.
    names: `document_id`, `source`, `path` and `metadata` of the `Document`.

    Metadata: `pages`, the number of pages. If the file has them: `title`, `authors`, `subject`, `keywords`,
    `created`, `modified` and `language`. If there are any: `pages_without_text`, the number of pages that were
    read and have no text; `damaged_pages`, the numbers of pages that PDFium cannot load, which are left out;
    `furniture_lines`, the number of headers, footers and page numbers that were left out.

    Raises OptionError for an option, ReaderError for a file that is not a PDF, is damaged, or needs another
    password, and MissingExtraError without pypdfium2.
    """
    options.choice("hyphens", hyphens, ("join", "keep"))
    options.choice("furniture", furniture, ("drop", "keep"))
    ranges = None if pages is None else page_ranges(pages)
    if password is not None and not isinstance(password, str):
        raise OptionError("password", "…", f"must be a str or None, not {type(password).__name__}")
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise TextTypeError(type(data).__name__, "pass the content of the file: path.read_bytes()")
    library = require("pypdfium2", "pdf", "PDF")
    from shiplap.readers.pdf_text import text_of

    with _LOCK:
        file = _File(library, bytes(data), password)
        try:
            found = file.metadata()
            lines = file.lines(ranges)
            outline = file.outline()
        finally:
            file.close()
    made = text_of(lines, file.pages, outline, hyphens == "join", furniture == "drop")
    found |= {"pages": file.count}
    counts = {
        "pages_without_text": len(file.pages) - len(made.pages["start"]),
        "damaged_pages": file.damaged,
        "furniture_lines": made.furniture,
    }
    found |= {name: value for name, value in counts.items() if value}
    path = f"{names.get('path') or 'document'}.{'md' if outline else 'txt'}"
    return make(made.text, {"pages": made.pages, "runs": made.runs}, found, {**names, "path": path})


def page_ranges(pages: Any) -> list[tuple[int, int | None]]:
    """Return the first and the last page of each range; None: the last one of the file."""
    rule = 'must be numbers of pages and ranges of them, from 1, such as "1-5,9" or "7-"'
    if not isinstance(pages, str):
        raise OptionError("pages", pages, rule)
    found: list[tuple[int, int | None]] = []
    for part in pages.replace(" ", "").split(","):
        match = _RANGE.fullmatch(part)
        if match is None or not (match[1] or match[3]) or (match[2] is None and match[3]):
            raise OptionError("pages", pages, rule)
        first = int(match[1] or 1)
        last = int(match[3]) if match[3] else None if match[2] else first
        if first < 1 or (last is not None and last < first):
            raise OptionError("pages", pages, rule)
        found.append((first, last))
    return found


class _File:
    """An open PDF file.

    count: how many pages it has. pages: those that were read. damaged: the numbers of those that PDFium cannot
    load.
    """

    def __init__(self, library: Any, data: bytes, password: str | None) -> None:
        self._raw = library.raw
        try:
            self._document = library.PdfDocument(data, password)
        except library.PdfiumError as error:
            raise self._refusal(error.err_code, password) from None
        except (UnicodeEncodeError, ValueError):
            raise self._refusal(self._raw.FPDF_ERR_PASSWORD, password) from None
        self.count: int = len(self._document)
        self._units = page_units(self._document, data, self.count)
        self.pages: list[Page] = []
        self.damaged: list[int] = []
        self._buffer: Any = (ctypes.c_ushort * 128)()
        self._transforms: dict[int, tuple[int, tuple[float, ...]]] = {}

    def _refusal(self, code: int | None, password: str | None) -> ReaderError:
        if code == self._raw.FPDF_ERR_PASSWORD:
            if password is None:
                rule, remedy = "the file is encrypted: a password is needed", "password=, or --password, gives it"
                return ReaderError(READER, "", rule, remedy=remedy)
            rule = "the file is encrypted: the password is wrong"
            return ReaderError(READER, "", rule, remedy="password=, or --password, gives another")
        if code == self._raw.FPDF_ERR_SECURITY:
            return ReaderError(READER, "", "the file is encrypted in a way that PDFium does not know")
        return ReaderError(READER, "", "is not a PDF, or is cut off or damaged (PDFium finds no page)")

    def close(self) -> None:
        """Release the file."""
        self._document.close()

    def lines(self, ranges: Sequence[tuple[int, int | None]] | None) -> Lines:
        """Return the lines of the pages."""
        from shiplap.readers.pdf_columns import with_columns
        from shiplap.readers.pdf_lines import lines_of

        found = lines_of(self._found(self._numbers(ranges)))
        return with_columns(found, [page.rotation for page in self.pages])

    def _numbers(self, ranges: Sequence[tuple[int, int | None]] | None) -> Sequence[int]:
        if ranges is None:
            return range(1, self.count + 1)
        spans = [(first, min(last or self.count, self.count)) for first, last in ranges]
        found = sorted({number for first, last in spans for number in range(first, last + 1)})
        if not found:
            rule = f"the file has {counted(self.count, 'page')}, and none of those that pages= names"
            raise ReaderError(READER, "", rule, remedy="pages=, or --pages, names others")
        return found

    def _found(self, numbers: Sequence[int]) -> Iterator[Any]:
        """Yield the lines and runs of each page."""
        from shiplap._core.readers import PDFIUM_FUNCTIONS, PageReader
        from shiplap.readers.pdf_lines import in_points
        from shiplap.readers.pdf_text import Page

        raw, document = self._raw, self._document.raw
        reader = PageReader([_address(getattr(raw, name)) for name in PDFIUM_FUNCTIONS])
        has_labels = bool(self._text(raw.FPDF_GetPageLabel, document, 0))  # those of all pages follow
        for number in numbers:
            page = raw.FPDF_LoadPage(document, number - 1)
            text = raw.FPDFText_LoadPage(page) if page else None
            if not text:
                if page:
                    raw.FPDF_ClosePage(page)
                self.damaged.append(number)
                if len(self.damaged) > MAX_DAMAGED:
                    raise ReaderError(READER, f"page {number}", f"more than {MAX_DAMAGED} pages cannot be loaded")
                continue
            turns = raw.FPDFPage_GetRotation(page) % 4
            transform = self._transform(page, turns)
            label = self._text(raw.FPDF_GetPageLabel, document, number - 1) if has_labels else ""
            unit = self._units.get(number, 1.0)
            width, height = raw.FPDF_GetPageWidthF(page) * unit, raw.FPDF_GetPageHeightF(page) * unit
            self._transforms[number - 1] = len(self.pages), tuple(unit * each for each in transform)
            self.pages.append(Page(number, label, width, height, turns * 90))
            found = reader.read(_address(text), transform)
            raw.FPDFText_ClosePage(text)
            raw.FPDF_ClosePage(page)
            yield found if unit == 1 else in_points(found, unit)

    def _transform(self, page: Any, turns: int) -> tuple[float, ...]:
        """Return the matrix that makes points as displayed of those of a page."""
        box = self._raw.FS_RECTF()
        self._raw.FPDF_GetPageBoundingBox(page, box)
        left, top, right, bottom = box.left, box.top, box.right, box.bottom
        return (
            (1, 0, 0, -1, -left, top), (0, 1, 1, 0, -bottom, -left),
            (-1, 0, 0, 1, right, -bottom), (0, -1, -1, 0, top, right),
        )[turns]  # fmt: skip

    def outline(self) -> list[Entry]:
        """Return the entries of the outline that lead to pages that were read."""
        from shiplap.readers.pdf_text import Entry

        found = []
        has = [ctypes.c_int() for _ in range(3)]
        at = [ctypes.c_float() for _ in range(3)]
        for bookmark in self._document.get_toc():
            target = bookmark.get_dest()
            known = None if target is None else self._transforms.get(target.get_index())
            if known is None:
                continue
            place, (_, b, _, d, _, f) = known
            top = None
            if self._raw.FPDFDest_GetLocationInPage(target, *has, *at) and has[1]:
                top = b * at[0].value + d * at[1].value + f
            title = self._text(self._raw.FPDFBookmark_GetTitle, bookmark)
            found.append(Entry(bookmark.level + 1, title, place, top))
        return found

    def metadata(self) -> dict[str, Any]:
        """Return what the file says of itself."""
        raw, document = self._raw, self._document.raw
        names = ("Title", "Author", "Subject", "Keywords", "CreationDate", "ModDate")
        title, authors, subject, keywords, created, modified = (
            self._text(raw.FPDF_GetMetaText, document, name.encode()).strip() for name in names
        )
        found = {
            "title": title,
            "authors": _authors(authors),
            "subject": subject,
            "keywords": keywords,
            "created": _date(created),
            "modified": _date(modified),
            "language": self._language(),
        }
        return {name: value for name, value in found.items() if value}

    def _language(self) -> str:
        # new in PDFium of 2025, and not in all versions of pypdfium2 5
        function = getattr(self._raw, "FPDFCatalog_GetLanguage", None)
        return self._text(function, self._document.raw) if function else ""

    def _text(self, function: Any, *given: Any) -> str:
        """Return a text of PDFium, which is UTF-16, without lone surrogates."""
        size = function(*given, self._buffer, 2 * len(self._buffer))
        if size <= 2:
            return ""
        if size > 2 * len(self._buffer):
            self._buffer = (ctypes.c_ushort * size)()
            function(*given, self._buffer, size)
        return bytes(self._buffer)[: size - 2].decode("utf-16-le", "ignore").replace("\0", "")


def _address(pointer: Any) -> int:
    return ctypes.cast(pointer, ctypes.c_void_p).value or 0


def _authors(text: str) -> list[str]:
    """Return the names of authors. Commas part them only if each part is a whole name.

    >>> _authors("Ann Lee and Ben Ray; Carl"), _authors("Lee, Ann"), _authors("Ann Lee, Ben Ray")
    (['Ann Lee', 'Ben Ray', 'Carl'], ['Lee, Ann'], ['Ann Lee', 'Ben Ray'])
    """
    found = []
    for part in re.split(r";|\n|\s+(?:and|&)\s+", text):
        names = [name.strip() for name in part.split(",")]
        found += names if all(" " in name for name in names) else [part.strip()]
    return [name for name in found if name]


def _date(text: str) -> str:
    """Return a date of PDF in the form of ISO 8601, "" for one that breaks the rules.

    >>> _date("D:20230206080629-06'00'"), _date("D:202302"), _date("20231301")
    ('2023-02-06T08:06:29-06:00', '2023-02', '')
    """
    match = _DATE.match(text)
    if match is None:
        return ""
    year, month, day, hour, minute, second, utc, sign, hours, minutes = match.groups()
    parts = zip((month, day, hour, minute, second), (12, 31, 23, 59, 59), (1, 1, 0, 0, 0), strict=True)
    if any(part and not least <= int(part) <= most for part, most, least in parts):
        return ""
    date = "-".join(part for part in (year, month, day) if part)
    if hour is None:
        return date
    zone = "Z" if utc else f"{sign}{hours}:{minutes or '00'}" if sign else ""
    return f"{date}T{hour}:{minute or '00'}:{second or '00'}{zone}"
