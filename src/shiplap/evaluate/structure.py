"""Metrics of document structure after chunking: definitions, tables, rows, lines, and the number of chunks.

The ground truth comes from elsewhere (`ast`, a parser, a generator of test documents) or from shiplap's own
outline and regions; the chunks come from any chunker, as `Chunks` or as spans. All offsets are code points.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

from shiplap.content.definition import outline
from shiplap.content.region import regions
from shiplap.errors import OptionError
from shiplap.options import count

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks

Span = tuple[int, int]

#: Size and overlap of fixed-512, the baseline of chunk counts: windows of 512 tokens of 4 characters, and 50.
FIXED = (2048, 200)


@dataclass(frozen=True)
class Definition:
    """A definition: its start with and without the comment above it, and its end."""

    start: int
    code_start: int
    end: int


@dataclass(frozen=True)
class Table:
    """A table: its span, the end of its header (`start` if it has none), and the starts of the rows below it."""

    start: int
    end: int
    header_end: int
    rows: tuple[int, ...] = ()


@dataclass(frozen=True)
class Structure:
    """The counts of one document, or by `+` of several; the properties are shares, None if nothing is counted.

    A definition, a table or a row counts if it fits the size. It is whole if one chunk contains all of it, except
    for surrounding white space. A later piece of a table is a chunk that begins in it, below its header.
    """

    definitions: int = 0
    definitions_kept: int = 0
    commented: int = 0
    commented_kept: int = 0
    tables: int = 0
    tables_kept: int = 0
    pieces: int = 0
    pieces_headed: int = 0
    rows: int = 0
    rows_cut: int = 0
    chunks: int = 0
    ends_within: int = 0
    fewest: int = 0
    fixed: int = 0

    def __add__(self, other: Structure) -> Structure:
        return Structure(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    @property
    def definitions_whole(self) -> float | None:
        """The share of definitions that are whole in one chunk."""
        return share(self.definitions_kept, self.definitions)

    @property
    def commented_whole(self) -> float | None:
        """The share of definitions with a comment above that are whole in one chunk with it."""
        return share(self.commented_kept, self.commented)

    @property
    def tables_whole(self) -> float | None:
        """The share of tables that are whole in one chunk."""
        return share(self.tables_kept, self.tables)

    @property
    def header_carried(self) -> float | None:
        """The share of later pieces of tables with the header in their context or their text."""
        return share(self.pieces_headed, self.pieces)

    @property
    def row_cut_ratio(self) -> float | None:
        """The share of rows in which a chunk ends."""
        return share(self.rows_cut, self.rows)

    @property
    def within_line(self) -> float | None:
        """The share of chunks that end inside a line, with visible text of the line after the end."""
        return share(self.ends_within, self.chunks)

    @property
    def to_fewest(self) -> float | None:
        """The ratio of chunks to the fewest possible."""
        return share(self.chunks, self.fewest)

    @property
    def to_fixed(self) -> float | None:
        """The ratio of chunks to fixed windows of 512 tokens with an overlap of 50, on the same texts."""
        return share(self.chunks, self.fixed)

    def figures(self) -> dict[str, float | int | None]:
        """Return all shares and counts by name."""
        names = ("definitions_whole", "commented_whole", "tables_whole", "header_carried", "row_cut_ratio",
                 "within_line", "to_fewest", "to_fixed")  # fmt: skip
        return {
            **{name: getattr(self, name) for name in names},
            **{each.name: getattr(self, each.name) for each in fields(self)},
        }


def share(part: int, whole: int) -> float | None:
    """Return a share, or None if there is nothing to have a part of."""
    return part / whole if whole else None


def visible(text: str, start: int, end: int) -> Span:
    """Return a span without white space at its ends.

    >>> visible("It rains. \\n", 2, 11)
    (3, 9)
    """
    part = text[start:end]
    return end - len(part.lstrip()), start + len(part.rstrip())


def structure(
    text: str,
    chunks: Chunks | Iterable[Span],
    size: int,
    *,
    definitions: Sequence[Definition] | None = None,
    tables: Sequence[Table] | None = None,
    contexts: Sequence[str] | None = None,
    path: str | None = None,
) -> Structure:
    """Measure the structure of a text after chunking.

    chunks: `Chunks`, or spans (start, end) in code points, ascending.
    size: the limit in characters: structures that fit it count, and the fewest chunks have this size.
    definitions, tables: the ground truth; None uses shiplap's own results (`definitions_of`, `tables_of`).
    contexts: the context before each chunk; None uses the table headers of `Chunks`, else nothing.
    path: identifies the content where shiplap finds definitions or tables itself.

    Raises OptionError.

    >>> import shiplap
    >>> code = "# Twice.\\ndef f(x):\\n    return 2 * x\\n\\n\\ndef g():\\n    pass\\n"
    >>> chunks = shiplap.AdaptiveChunker(45, 0, unit="characters").chunk(code, path="x.py")
    >>> found = structure(code, chunks, 45, path="x.py")
    >>> found.definitions_whole, found.commented_whole, found.within_line, found.to_fewest
    (1.0, 1.0, 0.0, 1.0)
    >>> structure(code, [(0, 15), (15, 60)], 45, path="x.py").definitions_whole
    0.5
    """
    count("size", size)
    given: Any = chunks
    if contexts is None and hasattr(given, "chunker"):
        contexts = [chunk.table_header for chunk in given]
    spans = [(int(start), int(end)) for start, end in getattr(given, "spans", given)]
    if contexts is not None and len(contexts) != len(spans):
        raise OptionError("contexts", len(contexts), f"must have one item for each chunk ({len(spans)})")
    if definitions is None:
        definitions = definitions_of(text, path)
    if tables is None:
        tables = tables_of(text, path)
    starts = [start for start, _ in spans]

    def is_whole(start: int, end: int) -> bool:
        start, end = visible(text, start, end)
        k = bisect_right(starts, start) - 1
        return any(low <= start and end <= high for low, high in spans[max(0, k - 1) : k + 1])

    fitting = [each for each in definitions if each.end - each.code_start <= size]
    commented = [each for each in definitions if each.start < each.code_start and each.end - each.start <= size]
    small = [each for each in tables if each.end - each.start <= size]
    pieces, headed, rows, cut = _table_counts(text, spans, size, tables, contexts)
    return Structure(
        definitions=len(fitting),
        definitions_kept=sum(is_whole(each.code_start, each.end) for each in fitting),
        commented=len(commented),
        commented_kept=sum(is_whole(each.start, each.end) for each in commented),
        tables=len(small),
        tables_kept=sum(is_whole(each.start, each.end) for each in small),
        pieces=pieces,
        pieces_headed=headed,
        rows=rows,
        rows_cut=cut,
        chunks=len(spans),
        ends_within=sum(_is_within_line(text, end) for _, end in spans),
        fewest=fewest_chunks(text, _kept(definitions, tables, size), size),
        fixed=_windows(len(text)),
    )


def _is_within_line(text: str, end: int) -> bool:
    if end >= len(text) or text[end - 1] in "\r\n":
        return False
    last = text.find("\n", end)
    return bool(text[end : len(text) if last < 0 else last].strip())


def _windows(length: int) -> int:
    size, overlap = FIXED
    return 1 + max(0, math.ceil((length - size) / (size - overlap))) if length else 0


def _table_counts(
    text: str, spans: Sequence[Span], size: int, tables: Sequence[Table], contexts: Sequence[str] | None
) -> tuple[int, int, int, int]:
    """Count later pieces of tables, those with the header, rows that fit, and those of them that a chunk cuts."""
    pieces = headed = rows = cut = 0
    ends = sorted(end for _, end in spans)
    for table in tables:
        header = text[table.start : table.header_end].strip()
        for k, (start, end) in enumerate(spans):
            if header and table.header_end < start < table.end and text[start : min(end, table.end)].strip():
                pieces += 1
                headed += header in text[start:end] or (contexts is not None and header in contexts[k])
        for first, last in zip(table.rows, (*table.rows[1:], table.end), strict=True):
            part = text[first:last].rstrip()
            if 0 < len(part) <= size:
                rows += 1
                k = bisect_right(ends, first)
                cut += k < len(ends) and ends[k] < first + len(part)
    return pieces, headed, rows, cut


def _kept(definitions: Sequence[Definition], tables: Sequence[Table], size: int) -> list[Span]:
    """Return the outermost spans that an ideal cutter keeps whole, each with its comment if that fits."""
    found: list[Span] = []
    for start, code, end in sorted(
        [*((each.start, each.code_start, each.end) for each in definitions),
         *((each.start, each.start, each.end) for each in tables)],
        key=lambda each: (each[0], -each[2]),
    ):  # fmt: skip
        if found and start < found[-1][1]:
            continue
        if end - start <= size:
            found.append((start, end))
        elif end - code <= size:
            found.append((code, end))
    return found


def fewest_chunks(text: str, keep: Sequence[Span], size: int) -> int:
    """Return the fewest chunks of a size: those of a greedy cutter that ends at lines and keeps the spans `keep`,
    disjoint and ascending, whole; it cuts longer lines anywhere.

    >>> fewest_chunks("ab\\ncd\\nef\\n", [], 6), fewest_chunks("ab\\ncd\\nef\\n", [(3, 9)], 6)
    (2, 2)
    """
    places, k, at = [0], 0, 0
    for line in text.splitlines(keepends=True):
        at += len(line)
        while k < len(keep) and keep[k][1] <= at:
            k += 1
        if k == len(keep) or at <= keep[k][0] or at == len(text):
            places.append(at)
    number, start = 0, 0
    while start < len(text):
        last = places[bisect_right(places, start + size) - 1]
        start = last if last > start else start + size
        number += 1
    return number


def definitions_of(text: str, path: str | None = None) -> list[Definition]:
    """Find the definitions in shiplap's outline, in code regions whose language is known, and the nodes of
    data."""
    found: list[Definition] = []
    for region in regions(text, path=path, errors="surrogatepass"):
        if region.kind in ("code", "data") and region.language:
            try:
                definitions = outline(region.text, region.language, errors="surrogatepass")
            except OptionError:  # a language unknown to the lexical outline
                continue
            found += (
                Definition(*(region.start + place for place in (each.start, each.code_start, each.end)))
                for each in definitions
            )
    return found


def tables_of(text: str, path: str | None = None) -> list[Table]:
    """Find the tables with shiplap, with their headers and rows."""
    found = []
    for region in regions(text, path=path, errors="surrogatepass"):
        if region.kind == "table":
            header, rows = region.rows
            found.append(Table(region.start, region.end, header, rows))
    return found


def kind_accuracy(chunks: Iterable[tuple[int, int, str]], truth: Iterable[tuple[int, int, str]]) -> float | None:
    """Compute the share of characters with the right kind.

    chunks: spans with their predicted kinds (regions, or chunks); where they overlap, the first counts.
    truth: disjoint spans with their true kinds; characters outside them do not count.

    >>> kind_accuracy([(0, 6, "prose"), (4, 10, "code")], [(0, 4, "prose"), (4, 10, "code")])
    0.8
    """
    found: list[tuple[int, int, str]] = []
    for start, end, kind in chunks:
        start = max(start, found[-1][1] if found else 0)
        if start < end:
            found.append((start, end, kind))
    ends = [end for _, end, _ in found]
    right = total = 0
    for start, end, kind in truth:
        total += end - start
        for low, high, said in found[bisect_left(ends, start + 1) :]:
            if low >= end:
                break
            right += (min(end, high) - max(start, low)) * (said == kind)
    return share(right, total)
