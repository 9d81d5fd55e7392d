"""Regions of a document (prose, code, tables, headings and more), in order.

(The module is not called `regions`, because `shiplap.regions` is the function.)
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from shiplap._core.regions import blocks, is_delimited, rows
from shiplap._core.text import Spans, Text
from shiplap._data import data_formats
from shiplap._data.file_types import ALIASES
from shiplap._data.heading_numbers import UNKNOWN
from shiplap._data.region_kinds import GRAMMARS, KINDS
from shiplap.content.code_text import code_language
from shiplap.content.content_types import content_type_of
from shiplap.content.data_text import are_alike, data_format, has_records
from shiplap.content.decided import UNDECIDED, Decided, Levels
from shiplap.content.titles import MAX_TITLE, POD_HEADING, clean_title, limited
from shiplap.options import Headings, choice, row_at
from shiplap.source import TextLike, text_and_path, view

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.document import Document

    SpanArray = npt.NDArray[np.int64]

#: The kind of content of each kind of region: one of four.
BASE_KINDS: dict[str, str] = {kind: kind if kind in ("code", "table", "data") else "prose" for kind in KINDS}

#: Content types with a grammar in the core.
GRAMMAR_NAMES = tuple(name for name in GRAMMARS if name != "auto")

#: The kinds of the one region of a text of code, of a table or of data, and what it says of itself.
CODE_ALONE, TABLE_ALONE, DATA_ALONE = (Spans.of([(KINDS.index(name), 0)]) for name in ("code", "table", "data"))
NO_INFO = Spans.of([(0, 0)])

#: What chunks of a whole text need of a content type without a grammar.
ALONE = {"table": TABLE_ALONE, **dict.fromkeys(data_formats.FORMATS, DATA_ALONE)}

#: Code points that are read of a title, with its markup and its white space.
TITLE_READ = 2 * MAX_TITLE


class Region:
    """One region: a span of its source, with its kind. Immutable.

    kind: "prose", "heading", "list", "quote", "footnote", "html", "front_matter", "code", "table" or "data".
    """

    __slots__ = ("_regions", "_row")

    def __init__(self, regions: Regions, row: int) -> None:
        self._regions = regions
        self._row = row

    @property
    def start(self) -> int:
        """Offset of the first code point."""
        return self._regions._spans("characters")[self._row][0]

    @property
    def end(self) -> int:
        """Offset after the last code point."""
        return self._regions._spans("characters")[self._row][1]

    @property
    def start_byte(self) -> int:
        """Offset of the first byte of the text in UTF-8."""
        return self._regions._spans("bytes")[self._row][0]

    @property
    def end_byte(self) -> int:
        """Offset after the last byte of the text in UTF-8."""
        return self._regions._spans("bytes")[self._row][1]

    @property
    def kind(self) -> str:
        """The kind of the region."""
        return KINDS[self._regions._kinds[self._row][0]]

    @property
    def base_kind(self) -> str:
        """The kind of content: "prose", "code", "table" or "data"."""
        return BASE_KINDS[self.kind]

    @property
    def level(self) -> int:
        """The level of a heading, from 1; 0 for other regions."""
        return self._regions._kinds[self._row][1]

    @property
    def title(self) -> str | None:
        """The text of a heading without its marks; None for other regions. A title of more than 1,000 code points
        is cut and ends with "…"."""
        return self._regions._title(self._row)

    @property
    def language(self) -> str | None:
        """The language of code, if a fence, a directive or the path names it; the format of data."""
        return self._regions._language_of(self._row)

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of the headings above the region, the outermost first, without its own."""
        return self._regions._paths()[self._row]

    @property
    def text(self) -> str:
        """The exact slice of the source."""
        start, end = self._regions._native[self._row]
        return self._regions._text.text(start, end)

    @property
    def rows(self) -> tuple[int, tuple[int, ...]]:
        """For a table: the end of its header (its start, if it has none) and the starts of the rows below, in code
        points. Lines that continue a cell do not begin a row, nor do rows spanned by an HTML cell. For other
        regions: their start, and no rows.

        >>> regions("| day | mm |\\n|---|---|\\n| mon | 3 |\\n| tue | 12 |\\n")[0].rows
        (23, (23, 35))
        """
        if self.kind != "table":
            return self.start, ()
        start, end = self._regions._native[self._row]
        text = self._regions._text
        header, at, _, _ = rows(text, start, end)
        header, *found = text.convert(Spans.of((p, p) for p in (header, *at)), "characters").columns()[0]
        return header, (header, *found)

    def __repr__(self) -> str:
        language = f", {self.language}" if self.language else ""
        return f"Region({self.kind!r}, {self.start}:{self.end}{language})"


#: The fields of `Decided` except for the languages. A tuple: most texts are never updated.
Decisions = tuple[int, Levels, "tuple[int, ...]", "str | None"]


class Regions(Sequence[Region]):
    """The contiguous regions that cover one text, in order. A sequence of `Region`."""

    __slots__ = (
        "_converted", "_decided", "_headings", "_infos", "_kinds", "_language", "_native", "_text", "_titles",
    )  # fmt: skip

    def __init__(
        self,
        text: Text,
        native: Spans,
        kinds: Spans,
        infos: Spans,
        language: str | None = None,
        decided: Decisions = UNDECIDED[:-1],
    ) -> None:
        self._text = text
        self._native = native
        self._kinds = kinds
        self._infos = infos
        self._language = language
        self._decided: Decisions = decided
        self._converted: dict[str, Spans] = {}
        self._headings: tuple[list[tuple[str, ...]], list[tuple[str, ...]]] | None = None
        self._titles: dict[int, str] = {}

    @property
    def spans(self) -> SpanArray:
        """Offsets (start, end) in code points, int64, shape (n, 2)."""
        import numpy as np

        return np.asarray(self._spans("characters"))

    @property
    def byte_spans(self) -> SpanArray:
        """Offsets (start, end) in UTF-8 bytes, int64, shape (n, 2)."""
        import numpy as np

        return np.asarray(self._spans("bytes"))

    @property
    def kinds(self) -> list[str]:
        """The kind of each region."""
        return [KINDS[kind] for kind in self._kinds.columns()[0]]

    @property
    def texts(self) -> list[str]:
        """The texts of the regions, created on each access."""
        return self._text.texts(self._native)

    def _spans(self, unit: str) -> Spans:
        spans = self._converted.get(unit)
        if spans is None:
            spans = self._converted[unit] = self._text.convert(self._native, unit)
        return spans

    def _title(self, row: int) -> str | None:
        if not self._kinds[row][1]:
            return None
        title = self._titles.get(row)
        if title is None:
            start, end = self._infos[row]
            raw, is_whole = self._text.beginning(start, end, TITLE_READ)
            before = self._text.beginning(self._native[row][0], start, len(POD_HEADING))[0] if "<" in raw else ""
            title = self._titles[row] = limited(clean_title(raw, before == POD_HEADING), is_whole)
        return title

    def _language_of(self, row: int) -> str | None:
        if KINDS[self._kinds[row][0]] not in ("code", "data"):
            return None
        start, end = self._infos[row]
        if self._language or start == end:
            return self._language
        return language_of(self._text.beginning(start, end, MAX_TITLE)[0])

    def _paths(self) -> list[tuple[str, ...]]:
        """Return the titles of the headings above each region, without its own."""
        return self._both_paths()[0]

    def _own_paths(self) -> list[tuple[str, ...]]:
        """Return the titles of the headings above each region, its own included."""
        return self._both_paths()[1]

    def _both_paths(self) -> tuple[list[tuple[str, ...]], list[tuple[str, ...]]]:
        if self._headings is None:
            found: list[tuple[str, ...]] = []
            own: list[tuple[str, ...]] = []
            levels: list[int] = []
            path: tuple[str, ...] = ()
            for row, level in enumerate(self._kinds.columns()[1]):
                while level and levels and levels[-1] >= level:
                    levels.pop()
                    path = path[:-1]
                found.append(path)
                title = self._title(row) if level else None
                if title:  # a heading without text ends the sections above it, and begins none
                    levels.append(level)
                    path = (*path, title)
                own.append(path)
            self._headings = found, own
        return self._headings

    def __len__(self) -> int:
        return len(self._native)

    @overload
    def __getitem__(self, key: int) -> Region: ...
    @overload
    def __getitem__(self, key: slice) -> list[Region]: ...
    def __getitem__(self, key: int | slice) -> Region | list[Region]:
        if isinstance(key, slice):
            return [Region(self, row) for row in range(len(self))[key]]
        return Region(self, row_at("region", key, range(len(self))))

    def __iter__(self) -> Iterator[Region]:
        for row in range(len(self)):
            yield Region(self, row)

    def __repr__(self) -> str:
        return f"<Regions: {len(self)}>"

    def _repr_html_(self) -> str:
        """Notebook preview: a table of the first ten regions."""
        from shiplap.content.preview import ROWS, ends, preview

        names = ("region", "kind", "language", "start", "end", "size", "headings", "begins", "ends")
        rows = (
            (row, each.kind, each.language or "", each.start, each.end, each.end - each.start,
             " › ".join(each.headings), *ends(lambda each=each: each.text))  # type: ignore[misc]
            for row, each in enumerate(self[:ROWS])
        )  # fmt: skip
        return preview(repr(self), names, rows, len(self))


def regions(
    text: TextLike | Document,
    *,
    path: str | os.PathLike[str] | None = None,
    headings: Headings | None = "auto",
    errors: str = "strict",
) -> Regions:
    """Divide a document into regions, in order: prose, code, tables, headings and more.

    text: a `str`, UTF-8 in `bytes`, `bytearray`, `memoryview` or `mmap`, or a `Document`. path: the origin of the
    text (None: that of the `Document`). Its extension determines the content type: code or a table as a whole,
    Markdown (`.md`), reStructuredText (`.rst`), text without markup (`.txt`), HTML (`.html`), or another markup
    (`.adoc`, `.wiki`, `.org`, `.tex`, `.pod`, `.texi`, `.man`), or data (`.json`, `.yaml`, `.toml`, `.xml`,
    `.ini`, `.env`, `.diff`, `.po`, `.log`). Otherwise the text is data if it looks so, one table if all its lines
    have as many cells (CSV, TSV), or has one of these markups, except HTML, if its first lines look like it;
    tables of text without markup are found in Markdown too.
    headings: "auto" takes lines of their own for
    headings that have no mark but look like one, if the text has such lines consistently: "Article 5", "3.1
    Scope", lines in capitals, titles. "marked" leaves them in the prose; None makes all headings prose. errors: as
    for chunkers.

    Markdown has the blocks of CommonMark 0.31, with the tables and footnotes of GitHub. In text without markup,
    lines of code, tables (pipes, grids, aligned columns, CSV, TSV, HTML) and headings are recognised by their
    look. Regions are contiguous and, except in HTML, consist of whole lines; blank lines belong to the region
    before them. Raises TextError for bytes that are not UTF-8.

    >>> found = regions("# Rain\\n\\nIt rains.\\n\\n```py\\nx = 1\\n```\\n\\n| a | b |\\n|---|---|\\n| 1 | 2 |\\n")
    >>> [(region.kind, region.start, region.end) for region in found]
    [('heading', 0, 8), ('prose', 8, 19), ('code', 19, 36), ('table', 36, 66)]
    >>> found[2].language, found[2].headings
    ('python', ('Rain',))
    """
    if headings is not None:
        choice("headings", headings, Headings)
    text, path = text_and_path(text, path)
    return regions_of(view(text, errors), path, None, headings)


def regions_of(
    text: Text,
    path: str | os.PathLike[str] | None = None,
    content_type: str | None = None,
    headings: str | None = "auto",
    kept: Decided = UNDECIDED,
) -> Regions:
    """Return the regions of a viewed text. A content type, such as "markdown" or "python", takes precedence over
    the path. `kept`: the decisions that are kept, whatever the text is now; its content type only without a
    path, or with the path of a log, which does not say what a text is."""
    name = content_type
    if name is None:
        name = kept.content_type if path is None else content_type_of(path)
    if name is None and kept.content_type is None and kept.known == UNKNOWN:
        name = data_format(text) or ("table" if is_delimited(text) else code_language(text))
        name = name or ("log" if are_alike(text) else None)
    elif name is None and kept.content_type not in GRAMMAR_NAMES:
        name = kept.content_type
    elif name == "log" and content_type is None and path is not None:
        name = kept.content_type if kept.content_type in LOG_FORMATS else log_format(text)
    if name is None or name in GRAMMAR_NAMES:
        native, kinds, infos, found = blocks(text, name or "auto", headings == "auto", kept[:3])
        if headings is None:
            kinds = without_headings(kinds)
        return Regions(text, native, kinds, infos, None, (*found, name))
    if not text.is_str:
        text.validate()
    size, language, decided = len(text), None if name == "table" else name, Decided(content_type=name)[:-1]
    if size == 0:
        return Regions(text, Spans(), Spans(), Spans(), language, decided)
    kinds = ALONE.get(name or "", CODE_ALONE)
    return Regions(text, Spans.of([(0, size)]), kinds, NO_INFO, language, decided)


#: The content types that a text with the path of a log may have.
LOG_FORMATS = frozenset(("diff", "json", "log", "plain", "xml"))


def log_format(text: Text) -> str:
    """Return the content type of a log by its text: "log", another format of records, or "plain" if its lines do
    not begin alike.

    >>> log_format(Text("It rains.\\n")), log_format(Text('{"level": 1, "at": 2}\\n'))
    ('plain', 'json')
    """
    name = data_format(text)
    return name if name in LOG_FORMATS else "log" if has_records(text) else "plain"


def without_headings(kinds: Spans) -> Spans:
    """Kinds of regions with prose in place of headings."""
    heading, prose = KINDS.index("heading"), KINDS.index("prose")
    return Spans.of(
        (prose, 0) if kind == heading else (kind, level) for kind, level in zip(*kinds.columns(), strict=True)
    )


def language_of(info: str) -> str | None:
    """Return the language in the info string of a fence, or after a directive for code in it, in lower case.

    >>> language_of(" Python title='x'"), language_of("{.js .numbers}"), language_of("rust,no_run")
    ('python', 'javascript', 'rust')
    >>> language_of("{code-block} py")
    'python'
    """
    info = re.sub(r"^\s*\{(code|code-block|code-cell|sourcecode)\}", "", info)
    word = re.match(r"[\s{.]*([^\s{},.;:=]+)", info)
    if word is None:
        return None
    name = word[1].lower()
    return ALIASES.get(name, name)
