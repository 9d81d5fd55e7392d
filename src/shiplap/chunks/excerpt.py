"""Excerpt: a chunk with the text around it, by offsets alone.

E1  An excerpt contains its chunk. It begins at the chunk's start or before it, and ends at the chunk's end or
    after it.
E2  unit "chunks": it begins at the start of the chunk that is `before` chunks earlier, and ends at the end of
    the chunk that is `after` chunks later; at the first and the last chunk where fewer exist.
E3  unit "sentences": it begins at the `before`-th beginning of a sentence before the chunk's start, counted
    backwards, and ends at the `after`-th end of a sentence after the chunk's end; at the beginning and the end of
    the text where fewer exist. The rest of a sentence that the chunk cuts counts as one. unit "sections": the
    same of sections, each of which begins with a marked heading.
E4  unit "characters": it begins `before` code points before the chunk's start and ends `after` code points after
    its end, or at the beginning and the end of the text. Where this offset is inside a grapheme cluster, the
    cluster is left out, up to the chunk.
E5  A count of 0 leaves that side as it is.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from shiplap._core.boundaries import cluster_around
from shiplap._core.windows import Splitter
from shiplap.chunks.contextual import ContextualChunk
from shiplap.errors import OptionError
from shiplap.ids import chunk_id
from shiplap.levels import SENTENCE_RULES
from shiplap.options import choice, count, standard_rule

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shiplap._core.text import Text

#: The units in which the text around a chunk is counted.
AroundUnit = Literal["chunks", "sentences", "sections", "characters"]

#: UTF-8 bytes of a code point, at most.
MAX_BYTES = 4

#: The fields of an excerpt, as `to_dict` has them.
FIELDS = (
    "id", "document_id", "chunk_index", "source", "start", "end", "start_byte", "end_byte", "text", "headings",
    "table_header", "shown_text", "provenance",
)  # fmt: skip


class Excerpt(ContextualChunk):
    """A chunk with the text around it: `Chunks.around`, `Chunk.around` and `Store.around` return it. Immutable.

    `id`, `chunk_index`, `document_id` and `source` are those of the chunk, so that a citation of the excerpt
    resolves. Offsets, text, `headings`, `table_header`, `shown_text`, `contextual_text`, `provenance` and the
    attributes from `pages` to `address` are those of the excerpt itself. `build_prompt` and `parse_citations`
    accept it as a chunk.
    """

    __slots__ = ("_chunks", "_end", "_row", "_start", "_values")

    def __init__(self, chunks: Any, row: int, start: int, end: int, values: Any = None) -> None:
        """Private. `start` and `end` are native offsets of the text of `chunks`; of an excerpt from a store or a
        pickle, which has no `chunks`, `values` has the fields."""
        self._chunks = chunks
        self._row = row
        self._start = start
        self._end = end
        self._values: dict[str, Any] | None = values

    @property
    def chunks(self) -> Any:
        """All chunks of its text, a `Chunks`; None for an excerpt from a pickle or a store."""
        return self._chunks

    @property
    def text(self) -> str:
        """The exact slice of the source."""
        if self._chunks is None:
            return str(self._field("text"))
        text: str = self._chunks._text.text(self._start, self._end)
        return text

    @property
    def index(self) -> int:
        """The number of the chunk in its document, from 0."""
        return int(self._field("chunk_index")) if self._chunks is None else self._chunks._first + self._row

    @property
    def chunk_index(self) -> int:
        """The same as `index`."""
        return self.index

    @property
    def id(self) -> str:
        """The id of the chunk."""
        return chunk_id(self.document_id, self.index)

    @property
    def document_id(self) -> str | None:
        """The document's id, as given."""
        found: str | None = self._field("document_id") if self._chunks is None else self._chunks.document_id
        return found

    @property
    def source(self) -> str | None:
        """The document's origin, as given."""
        found: str | None = self._field("source") if self._chunks is None else self._chunks.source
        return found

    @property
    def start(self) -> int:
        """Offset of the first code point."""
        return self._offset("start", "characters", 0)

    @property
    def end(self) -> int:
        """Offset after the last code point."""
        return self._offset("end", "characters", 1)

    @property
    def start_byte(self) -> int:
        """Offset of the first byte of the text in UTF-8."""
        return self._offset("start_byte", "bytes", 0)

    @property
    def end_byte(self) -> int:
        """Offset after the last byte of the text in UTF-8."""
        return self._offset("end_byte", "bytes", 1)

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of the headings above its first text, as `Chunk.headings`. Of an excerpt from a store that
        begins inside a chunk, those that this chunk and the next one share."""
        return tuple(self._field("headings")) if self._chunks is None else self._context()[0]

    @property
    def table_header(self) -> str:
        """The header of the table that the excerpt continues, else ""."""
        return str(self._field("table_header")) if self._chunks is None else self._context()[1]

    @property
    def shown_text(self) -> str | None:
        """The text without page furniture, as `Chunk.shown_text`; None if the chunker does not leave it out or the
        excerpt has none."""
        if self._chunks is None:
            shown: str | None = self._field("shown_text")
            return shown
        omissions = self._chunks._omissions
        return None if omissions is None else omissions.shown(self._start, self._end)

    @property
    def provenance(self) -> dict[str, Any] | None:
        """The provenance of the excerpt by the document's span tables, as `Chunk.provenance`; of an excerpt from a
        store, that of the chunks that it has text of, together."""
        if self._chunks is None:
            found: dict[str, Any] | None = self._field("provenance")
            return found
        tables = self._chunks.tables
        return None if tables is None else tables.described(self.start, self.end)

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return {name: getattr(self, name) for name in FIELDS}

    def _field(self, name: str) -> Any:
        assert self._values is not None
        return self._values[name]

    def _offset(self, name: str, unit: str, side: int) -> int:
        """Return the start or the end in a unit: the chunk's, and the distance from it, which alone is counted."""
        chunks = self._chunks
        if chunks is None:
            return int(self._field(name))
        own, of_chunk = (self._start, self._end)[side], chunks._native[self._row][side]
        distance = size(chunks._text, min(own, of_chunk), max(own, of_chunk), unit)
        at: int = chunks._spans(unit)[self._row][side]
        return at + distance if side else at - distance

    def _context(self) -> tuple[tuple[str, ...], str]:
        """Return the headings and the table header."""
        assert self._chunks is not None
        annotations = self._chunks._annotations
        if annotations is None:
            return (), ""
        start, end = self._chunks._native[self._row]
        found: tuple[tuple[str, ...], str] = annotations.around(self._row, start - self._start, self._end - end)
        return found

    def __len__(self) -> int:
        return self.end - self.start

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Excerpt):
            return NotImplemented
        return self is other or self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.document_id, self.index, self.start, self.end))

    def __reduce__(self) -> tuple[Any, ...]:
        return Excerpt.of, (self.to_dict(),)

    def __repr__(self) -> str:
        return f"Excerpt({self.id!r}, {self.start}:{self.end})"

    @staticmethod
    def of(values: Mapping[str, Any]) -> Excerpt:
        """Build an excerpt from the fields of `to_dict`, without its source text. Raises OptionError if one is
        missing."""
        missing = [name for name in FIELDS if name not in values]
        if missing:
            raise OptionError("values", sorted(values), f"must have the fields {', '.join(missing)}")
        return Excerpt(None, 0, 0, 0, {name: values[name] for name in FIELDS})


def around(chunks: Any, row: int, before: int, after: int, unit: AroundUnit) -> tuple[int, int]:
    """Return the native offsets of an excerpt (E1 to E5). Raises OptionError."""
    if type(before) is not int or before < 0:
        before = count("before", before, 0)
    if type(after) is not int or after < 0:
        after = count("after", after, 0)
    native = chunks._native
    if unit == "chunks":
        last = len(native) - 1
        start, end = native[row - before if before < row else 0][0], native[min(row + after, last)][1]
        return start, end
    start, end = native[row]
    if unit == "sentences" or unit == "sections":
        edges = edges_of(chunks, unit)
        if before:
            start = edges[max(0, bisect_left(edges, start) - before)] if start > edges[0] else start
        if after:
            end = edges[min(len(edges) - 1, bisect_right(edges, end) + after - 1)] if end < edges[-1] else end
        return start, end
    choice("unit", unit, get_args(AroundUnit))
    text = chunks._text
    return (back(text, start, before) if before else start), (ahead(text, end, after) if after else end)


def edges_of(chunks: Any, unit: Literal["sentences", "sections"]) -> Sequence[int]:
    """Return the beginning of a text and the ends of its sentences, by the options of the chunker, else by the
    standard rule; or those of its sections. They are found once for all chunks of the text."""
    edges: Sequence[int] | None = chunks._converted.get(f"edges of {unit}")
    if edges is None:
        config: dict[str, Any] = getattr(chunks.chunker, "_config", {})
        level = "section" if unit == "sections" else SENTENCE_RULES[config.get("sentence_rule", "standard")]
        splitter = Splitter(level, *standard_rule(config).values())
        edges = chunks._converted[f"edges of {unit}"] = [0, *splitter.cut(chunks._text)[0].columns()[1]]
    return edges


def back(text: Text, start: int, number: int) -> int:
    """Return the native offset `number` code points before `start`, or after the grapheme cluster that has it
    inside (E4)."""
    if text.is_str:
        at = max(0, start - number)
    else:
        low = max(0, start - MAX_BYTES * number)
        while low < start and text.owner[low] & 0xC0 == 0x80:
            low += 1
        at = start - len(text.text(low, start)[-number:].encode("utf-8", "surrogatepass"))
    return min(start, cluster_around(text, at)[1])


def ahead(text: Text, end: int, number: int) -> int:
    """Return the native offset `number` code points after `end`, or before the grapheme cluster that has it
    inside (E4)."""
    if text.is_str:
        at = min(len(text), end + number)
    else:
        high = min(len(text), end + MAX_BYTES * number)
        while end < high < len(text) and text.owner[high] & 0xC0 == 0x80:
            high -= 1
        at = end + len(text.text(end, high)[:number].encode("utf-8", "surrogatepass"))
    return max(end, cluster_around(text, at)[0])


def size(text: Text, start: int, end: int, unit: str) -> int:
    """Return the size of a native span in "characters" or "bytes"."""
    if text.is_str == (unit == "characters"):
        return end - start
    return len(text.encoded(start, end)) if text.is_str else len(text.text(start, end))
