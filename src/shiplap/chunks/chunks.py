"""Chunk and Chunks: spans first, text on demand.

    Chunks ──► the text and its spans: arrays of offsets ──► Chunk: one row of them, read on access

A `Chunk` from a pickle or a store is independent: it has its own fields. Both classes are in one file because
each returns the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping, Sequence
from itertools import repeat
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, overload

from shiplap._core.text import Spans, Text, hashes
from shiplap._core.windows import LazyRow
from shiplap.chunks.columns import COLUMNS, FIELDS, SIDES, lists, table
from shiplap.chunks.contextual import ContextualChunk
from shiplap.chunks.headings import before_all, context, context_hashes, contextual_text
from shiplap.errors import OptionError, TextError, unknown
from shiplap.identity import check_identity
from shiplap.ids import Repeats, chunk_id, content_hash, uuid_of
from shiplap.levels import SENTENCE_RULES
from shiplap.options import ErrorHandler, SentenceRule, ascending, choice, count, one_row, row_at
from shiplap.plan import CHARACTERS_A_TOKEN
from shiplap.printable import printable
from shiplap.source import DocumentBase, view

if TYPE_CHECKING:
    from array import array
    from uuid import UUID

    import numpy as np
    import numpy.typing as npt

    from shiplap.chunks.ahead import Ahead
    from shiplap.chunks.annotations import Annotations
    from shiplap.chunks.excerpt import AroundUnit, Excerpt
    from shiplap.chunks.preceding import Preceding
    from shiplap.chunks.protocols import ChunkerLike
    from shiplap.chunks.stats import Stats
    from shiplap.content.decided import Decided
    from shiplap.content.omissions import Omissions
    from shiplap.document import Document
    from shiplap.provenance import Provenance
    from shiplap.provenance.located import Boxes, Joined, Located, Merge
    from shiplap.source import TextLike

    SpanArray = npt.NDArray[np.int64]
    T = TypeVar("T", Joined, Boxes)
    V = TypeVar("V")

#: The most texts that are held at once to hash all texts.
HELD = 256

#: The rows of chunks none of which was read.
_NO_ROWS: dict[int, dict[str, Any]] = {}

#: Default of the arguments that `Chunks.replace` leaves unchanged.
_SAME: Any = object()

#: Defaults of the optional fields in `Chunk.from_dict`.
_OPTIONAL: dict[str, Any] = {
    "chunk_id": None, "kind": None, "headings": (), "table_header": "", "shown_text": None, "context": None,
    "content_hash": None, "context_hash": None, "content_id": None, "source": None, "metadata": None,
    "provenance": None,
}  # fmt: skip

#: The attributes compared for equality of chunks.
_COMPARED = (
    "index", "start", "end", "start_byte", "end_byte", "document_id", "overlap", "token_count", "source",
    "metadata", "provenance", "kind", "headings", "table_header", "text", "shown_text", "context",
)  # fmt: skip


class Chunk(ContextualChunk):
    """One chunk: a span of its source, with its properties. Immutable; the text is created on access.

    Offsets named `start` and `end` count code points of the text, `start_byte` and `end_byte` UTF-8 bytes.
    """

    __slots__ = ("_chunks", "_row", "_values")

    _chunks: Chunks
    _row: int
    _values: dict[str, Any] | None

    def __init__(self, chunks: Chunks, row: int) -> None:
        self._chunks = chunks
        self._row = row
        self._values = None

    @property
    def text(self) -> str:
        """The exact slice of the source."""
        if self._values is not None:
            return str(self._values["text"])
        start, end = self._chunks._native[self._row]
        return self._chunks._text.text(start, end)

    @property
    def chunks(self) -> Chunks | None:
        """All chunks of its text; None for a chunk from a pickle or a store."""
        return self._chunks if self._values is None else None

    @property
    def index(self) -> int:
        """The number of the chunk in its document, from 0."""
        return self._chunks._first + self._row if self._values is None else int(self._values["chunk_index"])

    @property
    def id(self) -> str:
        """`{document_id}-chunk-{index}`, or `chunk-{index}` without a document id."""
        return chunk_id(self.document_id, self.index)

    @property
    def uuid(self) -> UUID:
        """The id as a UUID (version 5): the same for the same id on any machine."""
        return uuid_of(self.id)

    @property
    def start(self) -> int:
        """Offset of the first code point."""
        return self._number("char_start", "characters", 0)

    @property
    def end(self) -> int:
        """Offset after the last code point."""
        return self._number("char_end", "characters", 1)

    @property
    def start_byte(self) -> int:
        """Offset of the first byte of the text in UTF-8."""
        return self._number("byte_start", "bytes", 0)

    @property
    def end_byte(self) -> int:
        """Offset after the last byte of the text in UTF-8."""
        return self._number("byte_end", "bytes", 1)

    @property
    def start_line(self) -> int:
        """The line of the first code point, from 1. Lines end after LF, CR LF and CR, as in editors."""
        return self._number("line_start", "lines", 0)

    @property
    def end_line(self) -> int:
        """The line of the last code point, from 1."""
        return self._number("line_end", "lines", 1)

    @property
    def offset(self) -> int:
        """The same as `start`."""
        return self.start

    @property
    def length(self) -> int:
        """Length of the text in code points."""
        return self.end - self.start

    @property
    def overlap(self) -> int:
        """Number of code points shared with the chunk emitted before."""
        if self._values is not None:
            return int(self._values["overlap"])
        before = self._chunks._spans("characters")[self._row - 1][1] if self._row else self._chunks._end_before
        return max(0, before - self.start)

    @property
    def token_count(self) -> int:
        """Number of tokens in the text by the chunker's tokenizer, else estimated at 4 characters a token."""
        if self._values is not None:
            return int(self._values["token_count"])
        counts = self._chunks._counts
        return -(-self.length // CHARACTERS_A_TOKEN) if counts is None else counts[self._row]

    @property
    def document_id(self) -> str | None:
        """The document's id, as given."""
        return self._chunks.document_id if self._values is None else self._values["document_id"]

    @property
    def source(self) -> str | None:
        """The document's origin, as given; passwords in URLs are hidden."""
        return self._chunks.source if self._values is None else self._values["source"]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The document's metadata, as given."""
        return self._chunks.metadata if self._values is None else self._values["metadata"] or {}

    @property
    def kind(self) -> str | None:
        """The kind of most of its characters: "prose", "code", "table" or "data"; None if the chunker
        ignores content."""
        if self._values is not None:
            kind: str | None = self._values["kind"]
            return kind
        annotations = self._chunks._annotations
        return None if annotations is None else annotations.kinds()[self._row]

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of the headings above its first text, the outermost first, with its own if it begins with
        one; in code, the names of the enclosing classes and functions. () if the chunker ignores content."""
        if self._values is not None:
            return tuple(self._values["headings"])
        annotations = self._chunks._annotations
        return () if annotations is None else annotations.headings(self._row)

    @property
    def table_header(self) -> str:
        """The header of the table that the chunk continues, else ""."""
        if self._values is not None:
            return str(self._values["table_header"])
        annotations = self._chunks._annotations
        return "" if annotations is None else annotations.table_header(self._row)

    @property
    def shown_text(self) -> str | None:
        """The text without page furniture, if the chunker leaves it out (`omit_furniture`) and the chunk has any;
        else None."""
        if self._values is not None:
            shown: str | None = self._values["shown_text"]
            return shown
        omissions = self._chunks._omissions
        return None if omissions is None else omissions.shown(*self._chunks._native[self._row])

    @property
    def context(self) -> str | None:
        """The text that `Chunks.with_context` has put before the chunk, for embedding and search; else None."""
        if self._values is not None:
            added: str | None = self._values["context"]
            return added
        contexts = self._chunks._added
        return None if contexts is None else contexts[self._row]

    @property
    def embedding(self) -> npt.NDArray[np.float32] | None:
        """The vector of the chunk, float32, shape (d,); None if its `Chunks` have no embeddings."""
        if self._values is not None:
            return self._values.get("embedding")
        vectors = self._chunks._embeddings
        return None if vectors is None else vectors[self._row]

    @property
    def content_hash(self) -> str:
        """blake2b hash (16 bytes, hexadecimal) of the text's UTF-8 bytes."""
        if self._values is not None:
            return str(self._values["content_hash"])
        return content_hash(self._encoded())

    @property
    def context_hash(self) -> str:
        """The same hash of `contextual_text`, the input of an embedding."""
        if self._values is not None:
            return str(self._values["context_hash"])
        chunks = self._chunks
        if chunks._annotations is None and chunks._omissions is None and chunks._added is None:
            return self.content_hash
        return content_hash(self.contextual_text.encode("utf-8", "surrogatepass"))

    @property
    def content_id(self) -> str | None:
        """An id that does not change if text is inserted before the chunk: the document id, the content hash, and
        the number of equal texts before it in the document. None for a chunk of a stream, where the texts before
        it are unknown."""
        found: str | None
        found = self._chunks._content_ids()[self._row] if self._values is None else self._values["content_id"]
        return found

    @property
    def content_uuid(self) -> UUID | None:
        """The content id as a UUID (version 5)."""
        found = self.content_id
        return None if found is None else uuid_of(found)

    @property
    def provenance(self) -> dict[str, Any] | None:
        """All that the document's span tables tell of the chunk, as JSON: the attributes from `pages` to `origin`
        that have a value, by name. None if none has. It is the column `provenance` of all formats."""
        if self._values is not None:
            described: dict[str, Any] | None = self._values["provenance"]
            return described
        located = self._chunks._locate()
        return None if located is None else located.described(self._row)

    def _located(self, name: str) -> Any:
        located = None if self._values is not None else self._chunks._locate()
        # one attribute alone costs less than all of `provenance`
        return super()._located(name) if located is None else getattr(located, name)(self._row)

    def _encoded(self) -> bytes:
        start, end = self._chunks._native[self._row]
        return self._chunks._text.encoded(start, end)

    def _number(self, name: str, unit: str, side: int) -> int:
        if self._values is not None:
            return int(self._values[name])
        return self._chunks._spans(unit)[self._row][side]

    def around(self, before: int = 1, after: int = 1, unit: AroundUnit = "chunks") -> Excerpt:
        """Return the chunk with the text around it: see `Chunks.around`.

        Raises OptionError for a chunk from a pickle or a store, whose text is unknown: `Store.around` reads it.
        """
        if self._values is not None:
            rule = "must be one of the `Chunks` of its text; Store.around reads the text around a stored chunk"
            raise OptionError("chunk", self.id, rule)
        from shiplap.chunks.excerpt import Excerpt, around

        return Excerpt(self._chunks, self._row, *around(self._chunks, self._row, before, after, unit))

    def to_dict(self) -> dict[str, Any]:
        """Return all fields by the names of `shiplap.chunks.COLUMNS`, text included; `headings` as a list, and
        `embedding`, if the chunk has one, as a list of float."""
        if self._values is None:
            values = self._chunks._made.pop(self._row, None) or self._chunks._read_ahead(self._row)
            if values is not None:
                return values
        values = {name: getattr(self, attribute) for name, attribute in FIELDS.items()}
        values["headings"] = list(values["headings"])
        embedding = self.embedding
        return values if embedding is None else {**values, "embedding": [float(number) for number in embedding]}

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Chunk:
        """Build a chunk from the fields of `to_dict`, without its source text, as in pickles and stores.

        Raises OptionError if one of `text`, `document_id`, `chunk_index`, `char_start`, `char_end`, `byte_start`,
        `byte_end`, `line_start`, `line_end`, `overlap` and `token_count` is missing, and for a `provenance` that
        is not as in `to_dict`.
        """
        from shiplap.provenance.described import is_described

        missing = [name for name in FIELDS if name not in values and name not in _OPTIONAL]
        if missing:
            raise OptionError("values", sorted(values), f"must have the fields {', '.join(missing)}")
        if values.get("provenance") is not None and not is_described(values["provenance"]):
            raise OptionError("provenance", values["provenance"], "must be as in to_dict()")
        chunk = Chunk.__new__(Chunk)
        chunk._values = own = {name: values.get(name, _OPTIONAL.get(name)) for name in FIELDS}
        if values.get("embedding") is not None:
            import numpy as np

            own["embedding"] = np.asarray(values["embedding"], dtype=np.float32)
        for name, attribute in (("content_hash", "text"), ("context_hash", "contextual_text")):
            if own[name] is None:
                own[name] = content_hash(getattr(chunk, attribute).encode("utf-8", "surrogatepass"))
        return chunk

    def __len__(self) -> int:
        return self.length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunk):
            return NotImplemented
        return self is other or all(getattr(self, name) == getattr(other, name) for name in _COMPARED)

    def __hash__(self) -> int:
        return hash((self.document_id, self.index, self.start, self.end))

    def __reduce__(self) -> tuple[Any, ...]:
        return Chunk.from_dict, ({**self.to_dict(), "embedding": self.embedding},)

    def __repr__(self) -> str:
        try:
            text = self.text
        except TextError:
            return f"Chunk({self.id!r}, {self.start}:{self.end}, with a lone surrogate)"
        return f"Chunk({self.id!r}, {self.start}:{self.end}, {text if len(text) <= 40 else text[:37] + '...'!r})"


class Chunks(LazyRow, Sequence[Chunk]):
    """The chunks of one text, in order. Holds the source and the spans; all else is computed on access.

    A slice is again a `Chunks`; its chunks keep their index, id and overlap.

    >>> import shiplap
    >>> chunks = shiplap.FixedChunker(1000, 200).chunk("x" * 2400, document_id="doc")
    >>> chunks.spans.tolist()
    [[0, 1000], [800, 1800], [1600, 2400]]
    >>> chunks[-1].id, chunks.at(900).ids
    ('doc-chunk-2', ['doc-chunk-0', 'doc-chunk-1'])
    """

    __slots__ = (
        "_added", "_ahead", "_annotations", "_before", "_chunker", "_converted", "_counts", "_decided",
        "_document_id", "_embeddings", "_hashes", "_headers", "_ids", "_known", "_made", "_measured", "_metadata",
        "_native", "_omissions", "_paths", "_provenance", "_rows", "_source", "_text",
    )  # fmt: skip

    def __init__(
        self,
        text: Text,
        native: Spans,
        measured: Spans | None,
        chunker: ChunkerLike,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        counts: array[int] | None = None,
        before: Preceding | None = None,
        annotations: Annotations | None = None,
        rows: range | None = None,
        embeddings: npt.NDArray[np.float32] | None = None,
        decided: Decided | None = None,
        provenance: Provenance | None = None,
        omissions: Omissions | None = None,
        added: list[str] | None = None,
    ) -> None:
        """Private: chunkers and `from_spans` create chunks.

        native: the spans in the text's own offsets; measured: in characters, or in bytes for a chunker with bytes
        as its unit, if known; counts: tokens of each chunk; before: the position of a part of a stream;
        annotations: kinds, headings and table headers; rows: the rows of a slice; embeddings: of all chunks of the
        text; decided: the decisions for the whole text, if an update has kept them and the annotations lack them;
        provenance: the span tables of the text; omissions: the parts that contextual texts leave out, if any are;
        added: the contexts of `with_context`, of all chunks of the text.
        """
        self._text = text
        self._before = before
        self._counts = counts
        self._annotations = annotations
        self._native = native
        self._measured = measured
        self._chunker = chunker
        self._rows = rows
        self._embeddings = embeddings
        self._decided = decided
        self._provenance = provenance
        self._omissions = omissions
        self._added = added
        self._converted: dict[str, Any] = {}  # spans by unit; the joined span tables
        self._hashes: list[str] | None = None
        self._ids: list[str | None] | None = None
        self._paths: list[tuple[str, ...]] | None = None
        self._headers: list[str] | None = None
        self._ahead: Ahead | None = None
        self._made: dict[int, dict[str, Any]] = _NO_ROWS  # rows of `_ahead` that no call took yet
        self._known: dict[str, Any] | None = None  # see `_together`
        self._document_id = document_id
        self._source = source
        self._metadata = metadata

    def _arguments(self) -> tuple[Any, ...]:
        return (
            self._text, self._native, self._measured, self._chunker, self._document_id, self._source,
            self._metadata, self._counts, self._before, self._annotations, self._rows, self._embeddings,
            self._decided, self._provenance, self._omissions, self._added,
        )  # fmt: skip

    def _decisions(self) -> Decided | None:
        """Return the decisions for the whole text, which an update keeps; None if a fresh cut of the text makes
        the same ones."""
        return self._decided if self._annotations is None else self._annotations.decided

    @staticmethod
    def from_spans(
        text: TextLike | Document,
        spans: Iterable[Sequence[int]],
        *,
        document_id: str | None = None,
        source: str | None = None,
        metadata: Mapping[str, Any] | None = None,
        errors: ErrorHandler = "strict",
        tool: str = "spans",
    ) -> Chunks:
        """Chunks from the spans of another tool: (start, end) in code points of the text.

        text, errors: as for chunkers; chunks of a `Document` have its provenance. spans: an array of shape (n, 2),
        or any iterable of pairs; starts and ends must ascend, and each span must be in the text and contain at
        least one code point. tool: a name of the tool, for the configuration and the fingerprint of `chunker`.

        `shiplap.chunks.align` finds the spans of pieces of text. Raises OptionError and TextError.

        >>> chunks = Chunks.from_spans("It rains. It pours.", [(0, 9), (5, 19)], document_id="weather")
        >>> chunks.texts, chunks[1].overlap, chunks[1].id
        (['It rains.', 'ins. It pours.'], 4, 'weather-chunk-1')
        """
        from shiplap.chunks.other_tool import OtherTool

        if isinstance(text, DocumentBase):
            names = text.named(document_id=document_id, source=source, metadata=metadata)
            made = Chunks.from_spans(text.text, spans, errors=errors, tool=tool, **names)
            made._provenance = text.provenance
            return made
        source = check_identity(document_id, source, metadata)
        viewed = view(text, choice("errors", errors, ErrorHandler))
        viewed.validate()
        starts, ends = ascending("spans", spans, viewed.characters)
        native = Spans.of(zip(viewed.native(starts), viewed.native(ends), strict=True))
        return Chunks(viewed, native, None, OtherTool(tool), document_id, source, metadata)

    def replace(
        self,
        *,
        document_id: str | None = _SAME,
        source: str | None = _SAME,
        metadata: Mapping[str, Any] | None = _SAME,
        embeddings: Any = _SAME,
    ) -> Chunks:
        """Return the same chunks with another document id, source, metadata or embeddings; omitted values stay
        unchanged.

        embeddings: numbers of shape (n, d), one vector for each chunk of the text, or None. An array of float32 is
        not copied. Raises OptionError unless they are a finite array of that shape, and for embeddings of a slice.

        >>> import shiplap
        >>> chunks = shiplap.chunk("It rains.").replace(document_id="weather", embeddings=[[0.5, 0.25]])
        >>> chunks.ids, chunks[0].embedding.tolist()
        (['weather-chunk-0'], [0.5, 0.25])
        """
        if document_id is _SAME:
            document_id = self._document_id
        if source is _SAME:
            source = self._source
        if metadata is _SAME:
            metadata = self._metadata
        source = check_identity(document_id, source, metadata)
        vectors = self._embeddings if embeddings is _SAME else self._checked_vectors(embeddings)
        other = Chunks(
            self._text, self._native, self._measured, self._chunker, document_id, source, metadata, self._counts,
            self._before, self._annotations, self._rows, vectors, self._decided, self._provenance,
            self._omissions, self._added,
        )  # fmt: skip
        other._converted, other._hashes = self._converted, self._hashes
        return other

    def with_context(
        self,
        function: Callable[[list[Chunk]], Sequence[str]],
        *,
        cache: MutableMapping[str, str] | None = None,
        batch_size: int = 16,
    ) -> Chunks:
        """Return the same chunks with a text before each of them, for embedding and search: `contextual_text` has
        it. Offsets, texts, ids, prompts and citations stay as they are; embeddings are dropped.

        function: gets a list of chunks and returns a text for each of them, "" for none. `chunk.chunks.text` is
            the text of the document. `shiplap.vectors.with_retries` sends failed requests to a service again.
        cache: the texts by the content ids of chunks, which are not asked for again: a dict, or
            `store.contexts(document_id)`. Each answer is put into it at once, so that a run that fails can go on.
        batch_size: how many chunks the function gets.

        Raises OptionError for chunks that are not all of a text, and for an answer of another form; exceptions of
        the function propagate.

        >>> import shiplap
        >>> chunks = shiplap.FixedChunker(9, 0).chunk("It rains.It pours.", document_id="may")
        >>> found = chunks.with_context(lambda batch: [f"Part {chunk.index} of May." for chunk in batch])
        >>> found[1].contextual_text, found[1].text, found[1].start
        ('Part 1 of May.\\n\\nIt pours.', 'It pours.', 9)
        """
        from shiplap.chunks.contexts import contexts_of

        if not self.is_whole:
            raise OptionError("chunks", self, "must be all chunks of a text, not a slice")
        names = [name or "" for name in self.content_ids]
        added = contexts_of(self, names, function, cache, count("batch_size", batch_size))
        other = self.replace(embeddings=None)
        other._added = added
        return other

    def _checked_vectors(self, values: Any) -> npt.NDArray[np.float32] | None:
        if values is None:
            return None
        import numpy as np

        if not self.is_whole:
            raise OptionError("embeddings", values, "must be set for all chunks of a text, not for a slice")
        try:
            array = np.ascontiguousarray(values, dtype=np.float32).view()
        except (TypeError, ValueError):
            raise OptionError("embeddings", values, "must be numeric vectors of equal length") from None
        if array.ndim != 2 or len(array) != len(self) or not np.isfinite(array).all():
            rule = f"must be finite numbers of shape ({len(self)}, d)"
            raise OptionError("embeddings", array.shape, rule)
        array.flags.writeable = False
        return array

    def _of(self, document: Document) -> Chunks:
        """Return the chunks of a document's text as those of the document."""
        made = self.replace(source=document.source, metadata=document.metadata)
        made._provenance, made._converted = document.provenance, {**self._converted}
        return made

    # ---- the document

    @property
    def document_id(self) -> str | None:
        """The document's id, as given."""
        return self._document_id

    @property
    def source(self) -> str | None:
        """The document's origin, as given: a label, which changes no chunk."""
        return self._source

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The document's metadata, as given; {} by default."""
        return {} if self._metadata is None else self._metadata

    # ---- spans

    def _spans(self, unit: str) -> Spans:
        """Return all spans of the text in a unit, also for a slice."""
        spans: Spans | None = self._converted.get(unit)
        if spans is None:
            if self._measured is not None and self._has(unit):
                spans = self._measured
            elif unit == "lines":
                spans = self._text.line_spans(self._native)
            else:
                spans = self._text.convert(self._native, unit)
            if self._before is not None:
                spans = spans.shifted(self._before.offsets[unit])
            self._converted[unit] = spans
        return spans

    def _has(self, unit: str) -> bool:
        """Return whether the spans of the text in a unit are known without reading the text."""
        is_measured = unit == ("bytes" if self._chunker.unit == "bytes" else "characters")
        return unit in self._converted or (self._measured is not None and is_measured)

    def _own_spans(self, unit: str) -> Spans:
        """Return the spans of these chunks alone in a unit."""
        spans, rows = self._spans(unit), self._rows
        if rows is None:
            return spans
        if rows.step == 1 and len(rows):
            return spans.part(rows.start, rows.stop)
        return Spans.of(spans[row] for row in rows)

    def _columns(self, unit: str) -> tuple[list[int], list[int]]:
        """Return the starts and the ends of these chunks in a unit."""
        found: tuple[list[int], list[int]] = self._once(unit, lambda: self._own_spans(unit).columns())
        return found

    # ---- columns that are made together

    def _together(self) -> Chunks:
        """Return the same chunks as an object that finds only once what several columns need; it must not be
        changed, nor given to a user, whose lists are his own."""
        if self._known is not None:
            return self
        same = Chunks(*self._arguments())
        same._converted, same._hashes, same._ids = self._converted, self._hashes, self._ids
        same._paths, same._headers, same._known = self._paths, self._headers, {}
        return same

    def _once(self, name: str, find: Callable[[], Any]) -> Any:
        """Return what `find` returns, which chunks of `_together` keep."""
        if self._known is None:
            return find()
        if name not in self._known:
            self._known[name] = find()
        return self._known[name]

    def _own(self, values: Sequence[V]) -> list[V]:
        """Return the values of these chunks, given those of all chunks of the text."""
        rows = self._kept
        return list(values[rows.start : rows.stop]) if rows.step == 1 else [values[row] for row in rows]

    @property
    def _first(self) -> int:
        """The index of the chunk in row 0."""
        return 0 if self._before is None else self._before.chunks

    @property
    def _end_before(self) -> int:
        """The end of the chunk before row 0, in code points."""
        return 0 if self._before is None else self._before.end

    @property
    def _kept(self) -> range:
        """The rows of this slice, or all rows of the text."""
        return range(len(self._native)) if self._rows is None else self._rows

    def _overlaps(self) -> list[int]:
        spans, before = self._spans("characters"), self._end_before
        if self._rows is not None:
            if self._rows.step == 1 and self._rows.start:
                return spans.part(self._rows.start - 1, max(self._rows.start, self._rows.stop)).overlaps()[1:]
            ends = ((spans[row - 1][1] if row else before) for row in self._rows)
            return [max(0, end - spans[row][0]) for end, row in zip(ends, self._rows, strict=True)]
        shared: list[int] = spans.overlaps()
        if shared:
            shared[0] = max(0, before - spans[0][0])
        return shared

    def _array(self, unit: str) -> SpanArray:
        array: SpanArray = self._spans(unit).to_numpy()
        if self._rows is not None:
            import numpy as np

            array = array[np.asarray(self._rows, dtype=np.intp)]
            array.flags.writeable = False
        return array

    @property
    def spans(self) -> SpanArray:
        """Offsets (start, end) in code points, int64, shape (n, 2)."""
        return self._array("characters")

    @property
    def byte_spans(self) -> SpanArray:
        """Offsets (start, end) in UTF-8 bytes, int64, shape (n, 2)."""
        return self._array("bytes")

    @property
    def utf16_spans(self) -> SpanArray:
        """Offsets (start, end) in UTF-16 code units, as in JavaScript and Java, int64, shape (n, 2)."""
        return self._array("utf16")

    # ---- views

    @property
    def texts(self) -> list[str]:
        """The texts of the chunks, created on each access."""
        texts: list[str] = self._once("texts", self._texts)
        return texts

    @property
    def line_spans(self) -> SpanArray:
        """The lines (first, last) of each chunk, from 1, int64, shape (n, 2). Lines end after LF, CR LF and CR."""
        return self._array("lines")

    def _indices(self) -> range:
        """Return the indices of the chunks in their document."""
        kept, first = self._kept, self._first
        return range(kept.start + first, kept.stop + first, kept.step) if first else kept

    @property
    def ids(self) -> list[str]:
        """The ids of the chunks."""
        begin = chunk_id(self._document_id, 0)[:-1]
        return [f"{begin}{index}" for index in self._indices()]

    @property
    def overlaps(self) -> npt.NDArray[np.int64]:
        """Number of code points that each chunk shares with the chunk emitted before, shape (n,)."""
        import numpy as np

        return np.array(self._overlaps(), dtype=np.int64)

    @property
    def token_counts(self) -> npt.NDArray[np.int64]:
        """Number of tokens in each chunk, shape (n,), by the chunker's tokenizer, else estimated at 4 characters a
        token, rounded up."""
        import numpy as np

        return np.array(self._tokens(), dtype=np.int64)

    def _tokens(self) -> list[int]:
        if self._counts is not None:
            return self._counts.tolist() if self._rows is None else self._own(self._counts)
        starts, ends = self._columns("characters")
        return [-((start - end) // CHARACTERS_A_TOKEN) for start, end in zip(starts, ends, strict=True)]

    @property
    def kinds(self) -> list[str | None]:
        """The kind of content of each chunk; None if the chunker ignores content."""
        if self._annotations is None:
            return [None] * len(self)
        return self._own(self._annotations.kinds())

    @property
    def headings(self) -> list[tuple[str, ...]]:
        """The headings of each chunk."""
        return self._heading_paths().copy()

    def _heading_paths(self) -> list[tuple[str, ...]]:
        """Return the headings of each chunk, found once: contextual texts and hashes need them too."""
        if self._paths is None:
            annotations = self._annotations
            if annotations is None:
                self._paths = [()] * len(self)
            elif self._rows is None:
                self._paths = annotations.paths()
            else:
                self._paths = [annotations.headings(row) for row in self._rows]
        return self._paths

    @property
    def table_headers(self) -> list[str]:
        """The table header of each chunk."""
        return self._table_headers().copy()

    def _table_headers(self) -> list[str]:
        """Return the table header of each chunk, found once, as the headings are."""
        if self._headers is None:
            annotations = self._annotations
            if annotations is None or not annotations.has_table_headers:
                self._headers = [""] * len(self)
            elif self._rows is None:
                self._headers = annotations.table_headers()
            else:
                self._headers = [annotations.table_header(row) for row in self._rows]
        return self._headers

    @property
    def shown_texts(self) -> list[str | None]:
        """The texts without page furniture: see `Chunk.shown_text`."""
        if self._omissions is None:
            return [None] * len(self)
        return [self._omissions.shown(*self._native[row]) for row in self._kept]

    def _shown(self, texts: list[str]) -> list[str]:
        """Return the end of each contextual text, after the context, given the texts: the chunk's text, or its
        `shown_text`."""
        if self._omissions is None:
            return texts
        return [text if shown is None else shown for text, shown in zip(texts, self.shown_texts, strict=True)]

    def _contexts(self) -> list[str]:
        """Return the part of each contextual text before the chunk's text."""
        before = [before_all(added) for added in self.contexts]
        if self._annotations is None:
            return before
        columns = zip(before, self._heading_paths(), self.table_headers, self._shown(self.texts), strict=True)
        return [added + context(path, header, text) for added, path, header, text in columns]

    @property
    def contexts(self) -> list[str | None]:
        """The text that `with_context` has put before each chunk, or None."""
        if self._added is None:
            return [None] * len(self)
        return [self._added[row] for row in self._kept]

    @property
    def contextual_texts(self) -> list[str]:
        """The contextual texts of the chunks: see `Chunk.contextual_text`."""
        return self._contextual(self.texts)

    def _contextual(self, texts: list[str]) -> list[str]:
        """Return the contextual texts, given the texts: the same object where both are equal."""
        shown = self._shown(texts)
        if self._annotations is None and self._added is None:
            return shown
        columns = zip(self._heading_paths(), self.table_headers, shown, self.contexts, strict=True)
        return [contextual_text(path, header, text, added=added) for path, header, text, added in columns]

    @property
    def content_hashes(self) -> list[str]:
        """The content hash of each chunk."""
        found: list[str] = self._once("hashes", lambda: self._own(self._content_hashes()))
        return found

    @property
    def context_hashes(self) -> list[str]:
        """The context hash of each chunk."""
        if self._annotations is None and self._omissions is None and self._added is None:
            return self.content_hashes
        if self._omissions is None and self._added is None:
            found = context_hashes(self._heading_paths(), self._table_headers(), self.texts)
            return [own or hash for own, hash in zip(found, self.content_hashes, strict=True)]
        texts = self.texts
        columns = zip(self._contextual(texts), texts, self.content_hashes, strict=True)
        return [hash if contextual == text else content_hash(contextual.encode("utf-8", "surrogatepass"))
                for contextual, text, hash in columns]  # fmt: skip

    @property
    def content_ids(self) -> list[str | None]:
        """The content id of each chunk; all None for a part of a stream."""
        found: list[str | None] = self._once("ids", lambda: self._own(self._content_ids()))
        return found

    def _content_ids(self) -> Sequence[str | None]:
        """Return the content ids of all chunks of the text."""
        if self._ids is None:
            if self._before is not None:
                return [None] * len(self._native)
            self._know_content_ids(Repeats())
        assert self._ids is not None
        return self._ids

    def _know_content_ids(self, repeats: Repeats) -> None:
        """Compute the content ids, with the counter of equal texts in the document."""
        self._ids = [*repeats.content_ids(self._document_id, self._content_hashes())]

    def _content_hashes(self) -> list[str]:
        """Return the content hashes of all chunks of the text."""
        if self._hashes is None and self._rows is None and self._known and "texts" in self._known:
            self._hashes = hashes(self._known["texts"])
        if self._hashes is None:
            text, native, found = self._text, self._native, []
            for first in range(0, len(native), HELD):
                rows = range(first, min(first + HELD, len(native)))
                encoded = [text.encoded(*native[row]) for row in rows] if not text.is_str else []
                found += hashes(encoded or text.texts(native, rows))
            self._hashes = found
        return self._hashes

    def _keep_hashes(self, old: Chunks, rows: Sequence[int]) -> None:
        """Take the content hashes that old chunks know already: `rows` are those of the same chunks, or -1."""
        hashes = old._hashes
        if hashes is not None:
            encoded, native = self._text.encoded, self._native
            self._hashes = [
                content_hash(encoded(*native[k])) if row < 0 else hashes[row] for k, row in enumerate(rows)
            ]

    @property
    def embeddings(self) -> npt.NDArray[np.float32] | None:
        """The vectors of the chunks, float32, shape (n, d), read-only; None if they have none. `replace` sets
        them. The comparison of Chunks ignores them."""
        if self._embeddings is None or self._rows is None:
            return self._embeddings
        import numpy as np

        return self._embeddings[np.asarray(self._rows, dtype=np.intp)]

    def column(self, name: str) -> list[Any]:
        """Return a column of `shiplap.chunks.COLUMNS` as a list. Raises OptionError for any other name.

        >>> import shiplap
        >>> shiplap.FixedChunker(4, 1).chunk("It rains.").column("char_start")
        [0, 3, 6]
        """
        match name:
            case "chunk_id":
                return self.ids
            case "chunk_index":
                return list(self._indices())
            case "document_id" | "source" | "metadata":
                return [getattr(self, name)] * len(self)
            case "char_start" | "char_end" | "byte_start" | "byte_end" | "line_start" | "line_end":
                unit, side = SIDES[name]
                return self._columns(unit)[side]
            case "overlap":
                return self._overlaps()
            case "token_count":
                return self._tokens()
            case "kind" | "table_header" | "shown_text" | "context" | "content_id" | "text" | "provenance":
                found: list[Any] = getattr(self, name + "s")
                return found
            case "headings":
                return list(map(list, self._heading_paths()))
            case "content_hash" | "context_hash":
                hashes: list[str] = getattr(self, name + "es")
                return hashes
            case _:
                raise unknown("name", name, COLUMNS)

    def _read_ahead(self, row: int) -> dict[str, Any] | None:
        """Return the fields of a row, for `Chunk.to_dict`, if rows are read in order; else None."""
        if self._ahead is None:
            if row > 0 or self._rows is not None:
                return None
            from shiplap.chunks.ahead import Ahead

            self._ahead = Ahead()
            self._made = self._ahead.made
        return self._ahead.row(self, row)

    @property
    def text(self) -> str:
        """The whole source text (after replacement, with `errors="replace"`); in a stream, the part of it that is
        held."""
        return self._text.text(0, len(self._text))

    @property
    def is_whole(self) -> bool:
        """True if these are all chunks of the text, in order, and not a slice."""
        return self._before is None and self._kept == range(len(self._native))

    @property
    def chunker(self) -> ChunkerLike:
        """The chunker that cut the text."""
        chunker: ChunkerLike = self._chunker
        return chunker

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """Export the chunks by the Arrow C data interface: a record batch with all columns of
        `shiplap.chunks.COLUMNS`, and `embedding` if they have embeddings."""
        return table(self).__arrow_c_array__()

    def to_arrow(self) -> Any:
        """Return the chunks as a pyarrow.RecordBatch (extra `arrow`). Libraries with Arrow support read the chunks
        directly, without pyarrow."""
        from shiplap.extras import require

        return require("pyarrow", "arrow", "to_arrow").record_batch(self)

    def to_pandas(self) -> Any:
        """Return the chunks as a pandas.DataFrame (extra `pandas`)."""
        from shiplap.extras import require

        return require("pandas", "pandas", "to_pandas").DataFrame(lists(self))

    def to_polars(self) -> Any:
        """Return the chunks as a polars.DataFrame (extra `polars`)."""
        from shiplap.extras import require

        return require("polars", "polars", "to_polars").DataFrame(table(self))

    def at(self, offset: int) -> Chunks:
        """Return the chunks that contain the code point at `offset`, in order: several if they overlap, or none.

        Raises OptionError unless the offset is a whole number of at least 0.
        """
        from bisect import bisect_right

        if isinstance(offset, bool) or not hasattr(offset, "__index__") or offset < 0:
            raise OptionError("offset", offset, "must be a whole number of at least 0")
        spans = self._spans("characters")
        first = bisect_right(range(len(spans)), offset, key=lambda row: spans[row][1])
        last = bisect_right(range(len(spans)), offset, key=lambda row: spans[row][0])
        if self._rows is None:
            return self[first:last]
        places = [place for place, row in enumerate(self._rows) if first <= row < last]
        return self[places[0] : places[-1] + 1] if places else self[:0]

    def around(self, i: int, before: int = 1, after: int = 1, unit: AroundUnit = "chunks") -> Excerpt:
        """Return chunk `i` with the text around it, as one span of the document.

        before, after: how much text before the chunk's start and after its end; less where the text begins or
            ends.
        unit: "chunks": up to the start and the end of these neighbours, also where text between chunks is in none;
            "sentences", by the sentence rule of the chunker; "sections", each with its marked heading, the rest of
            one that the chunk is inside counting as one; "characters", without parts of grapheme clusters.

        A slice has the neighbours of its whole text, and a part of a stream those in the part. The sentences and
        the sections of a text are found once; otherwise a call costs the same in a text of any size. Raises
        IndexError and OptionError.

        >>> import shiplap
        >>> chunker = shiplap.SentenceChunker(12, 0)
        >>> chunks = chunker.chunk("It rains. It pours. The old man snores.", document_id="rain")
        >>> excerpt = chunks.around(1, after=0)
        >>> excerpt.text, excerpt.id, excerpt.start, excerpt.end
        ('It rains. It pours. ', 'rain-chunk-1', 0, 20)
        >>> chunks.around(1, 2, 8, unit="characters").text
        '. It pours. The old '
        """
        row = one_row("chunk", i, self._kept)
        from shiplap.chunks.excerpt import Excerpt, around

        return Excerpt(self, row, *around(self, row, before, after, unit))

    def stats(self, sentence_rule: SentenceRule = "standard") -> Stats:
        """Count, sizes, overlap, duplicates, and the share of chunks that end inside a sentence by
        `sentence_rule`."""
        from shiplap._core.boundaries import count_cut
        from shiplap.chunks.stats import by_kind, summarize

        level = SENTENCE_RULES[choice("sentence_rule", sentence_rule, SentenceRule)]
        import numpy as np

        native = self._native if self._rows is None else Spans.of(self._native[row] for row in self._rows)
        spans, tokens = self.spans[np.argsort(self._indices())], self.token_counts
        return summarize(
            spans[:, 1] - spans[:, 0],
            tokens=int(tokens.sum()),
            tokens_max=int(tokens.max(initial=0)),
            overlap=int(np.maximum(spans[:-1, 1] - spans[1:, 0], 0).sum()),
            distinct=len(set(self.texts)),
            cut=count_cut(self._text, native, level),
            documents=1 if len(self) else 0,
            sentence_rule=sentence_rule,
            kinds=by_kind(zip(self.kinds, np.diff(self.spans)[:, 0].tolist(), tokens.tolist(), strict=True)),
        )

    # ---- provenance

    def _locate(self) -> Located | None:
        """Return the provenance of all chunks of the text, or None if the document has none."""
        if self._provenance is None:
            return None
        located: Located | None = self._converted.get("located")
        if located is None:
            from shiplap.provenance.located import Located

            located = self._converted["located"] = Located(self._provenance, self._spans("characters").to_numpy())
        return located

    @property
    def tables(self) -> Provenance | None:
        """The span tables of the document, or None if it has none."""
        return self._provenance

    @property
    def provenances(self) -> list[dict[str, Any] | None]:
        """The provenance of each chunk: see `Chunk.provenance`."""
        located = self._locate()
        return [None] * len(self) if located is None else [located.described(row) for row in self._kept]

    def provenance(self, table: str, *, own: bool = False) -> Joined:
        """Return the rows of a span table of the document that each chunk has, with the part of each row.

        own: without the overlap with the chunk before. Raises OptionError for a table that the document lacks.

        >>> import shiplap
        >>> document = shiplap.Document("It rains. It pours.", provenance={"pages": [(0, 10, 1), (10, 19, 2)]})
        >>> found = shiplap.FixedChunker(8, 0).chunk(document).provenance("pages")
        >>> found.offsets.tolist(), found.rows.tolist(), found.first.tolist(), found.last.tolist()
        ([0, 1, 3, 4], [0, 0, 1, 1], [0, 8, 10, 16], [8, 10, 16, 19])
        """
        return self._located_rows(lambda located: located.joined(table, own), table)

    def boxes(self, *, merge: Merge = "line", own: bool = False) -> Boxes:
        """Return the boxes of each chunk as arrays.

        merge: "line" joins boxes of one line that touch, "block" also those of successive lines, None neither.
        own: without the overlap with the chunk before. Raises OptionError if the document has neither `runs` nor
        `boxes`.
        """
        return self._located_rows(lambda located: located.all_boxes(merge, own), "runs")

    def _located_rows(self, find: Callable[[Located], T], table: str) -> T:
        """Return what is found for all chunks of the text, for those of this slice."""
        located = self._locate()
        if located is None:
            raise OptionError(
                "table", table, "the chunks have no provenance; cut a Document that has such a table"
            )
        found = find(located)
        if self._rows is None:
            return found
        import numpy as np

        offsets, *values = found
        counts = np.diff(offsets)[list(self._rows)]
        rows = [np.arange(offsets[row], offsets[row + 1]) for row in self._rows]
        chosen = np.concatenate(rows) if rows else np.empty(0, np.int64)
        return type(found)(np.concatenate([[0], np.cumsum(counts)]), *(each[chosen] for each in values))

    # ---- a sequence

    def __len__(self) -> int:
        return len(self._native) if self._rows is None else len(self._rows)

    @overload
    def __getitem__(self, key: int) -> Chunk: ...
    @overload
    def __getitem__(self, key: slice) -> Chunks: ...
    def __getitem__(self, key: int | slice) -> Chunk | Chunks:
        if isinstance(key, slice):
            return self._with(self._kept[key])
        return Chunk(self, row_at("chunk", key, self._kept))

    def _with(self, rows: range) -> Chunks:
        arguments: list[Any] = [*self._arguments()[:10], rows, *self._arguments()[11:]]
        part = Chunks(*arguments)
        part._converted, part._hashes, part._ids = self._converted, self._hashes, self._ids
        return part

    def __iter__(self) -> Iterator[Chunk]:
        return map(Chunk, repeat(self), self._kept)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunks):
            return NotImplemented
        return (
            self.document_id == other.document_id
            and self.source == other.source
            and self.metadata == other.metadata
            and self._provenance == other._provenance
            and self._indices() == other._indices()
            and self.spans.tolist() == other.spans.tolist()
            and self.overlaps.tolist() == other.overlaps.tolist()
            and self._lenient_texts() == other._lenient_texts()
            and self.contexts == other.contexts
        )

    def _lenient_texts(self) -> list[str]:
        """Return the texts, including lone surrogates, so that two invalid texts can be compared."""
        if not self._text.is_str:
            return self.texts
        return Text(self._text.owner, "surrogatepass").texts(self._native, self._rows)

    __hash__: ClassVar[None]  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return Chunks, self._arguments()

    def __repr__(self) -> str:
        of = "" if self.document_id is None else f" of {self.document_id!r}"
        reach = f", characters {self[0].start} to {self[-1].end}" if len(self) else ""
        return f"<Chunks{of}: {len(self)}{reach}>"

    def _repr_html_(self) -> str:
        """Notebook preview: a table of the first ten chunks, and the beginning of the text with its chunks
        coloured. Sizes are in the unit of the chunker. Of a document with pages, times or cells the table has the
        location of each chunk."""
        from shiplap.chunks.html import sample
        from shiplap.content.preview import ROWS, ends, preview

        unit = self._chunker.unit
        located = ["location"] if self._provenance is not None and self._provenance.has_locations else []
        names = ("id", "kind", "start", "end", f"size ({unit})", *located, "headings", "begins", "ends")
        rows: list[tuple[str | int, ...]] = []
        for each in self[:ROWS]:
            size = {"bytes": each.end_byte - each.start_byte, "tokens": each.token_count}.get(unit, each.length)
            where = [printable(each.location) for _ in located]
            rows.append((
                each.id, each.kind or "", each.start, each.end, size, *where, " › ".join(each.headings),
                *ends(lambda each=each: each.text),  # type: ignore[misc]
            ))  # fmt: skip
        return preview(repr(self), names, rows, len(self)) + sample(self)
