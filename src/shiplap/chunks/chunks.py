"""Chunk and Chunks: spans first, text on demand.

(The module is not called `chunk`, because `shiplap.chunk` is the function.)
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, overload

from shiplap._core.held import Held
from shiplap._core.spans import Spans
from shiplap._core.text import Text
from shiplap.chunks.preceding import Preceding
from shiplap.chunks.stats import Stats, by_kind, summarize
from shiplap.errors import OptionError, TextError
from shiplap.ids import chunk_id, content_hash, uuid_of
from shiplap.levels import DEFAULT_RULE, SENTENCE_RULES
from shiplap.options import choice
from shiplap.plan import CHARACTERS_A_TOKEN

if TYPE_CHECKING:
    from array import array
    from uuid import UUID

    import numpy as np
    import numpy.typing as npt

    from shiplap.chunks.annotations import Annotations
    from shiplap.chunks.protocols import ChunkerLike

    SpanArray = npt.NDArray[np.int64]


class Chunk:
    """One chunk: a span of its source, and what is known of it. Immutable; the text is made when asked for.

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

    #: The fields that two equal chunks share, in the order in which `to_dict` gives them.
    FIELDS = (
        "id", "document_id", "index", "start", "end", "start_byte", "end_byte", "overlap", "token_count",
        "content_hash", "source", "metadata", "kind", "headings", "context", "text",
    )  # fmt: skip

    @property
    def text(self) -> str:
        """The exact slice of the source."""
        if self._values is not None:
            return str(self._values["text"])
        start, end = self._chunks._native[self._row]
        return self._chunks._text.text(start, end)

    @property
    def chunks(self) -> Chunks | None:
        """All chunks of its text; None for a chunk that was pickled or comes from a store."""
        return self._chunks if self._values is None else None

    @property
    def index(self) -> int:
        """The number of the chunk in its document, from 0."""
        return self._chunks._first + self._row if self._values is None else int(self._values["index"])

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
        return self._number("start", "characters", 0)

    @property
    def end(self) -> int:
        """Offset after the last code point."""
        return self._number("end", "characters", 1)

    @property
    def start_byte(self) -> int:
        """Offset of the first byte of the text in UTF-8."""
        return self._number("start_byte", "bytes", 0)

    @property
    def end_byte(self) -> int:
        """Offset after the last byte of the text in UTF-8."""
        return self._number("end_byte", "bytes", 1)

    @property
    def offset(self) -> int:
        """The same as `start`."""
        return self.start

    @property
    def length(self) -> int:
        """Code points of the text."""
        return self.end - self.start

    @property
    def overlap(self) -> int:
        """Code points shared with the chunk emitted before."""
        if self._values is not None:
            return int(self._values["overlap"])
        before = self._chunks._spans("characters")[self._row - 1][1] if self._row else self._chunks._end_before
        return max(0, before - self.start)

    @property
    def token_count(self) -> int:
        """Tokens of the text: as the chunker's tokenizer counts them, else estimated, 4 characters a token."""
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
        """Where the document comes from, as given."""
        return self._chunks.source if self._values is None else self._values["source"]

    @property
    def metadata(self) -> Mapping[str, Any]:
        """The document's metadata, as given."""
        return self._chunks.metadata if self._values is None else self._values["metadata"]

    @property
    def kind(self) -> str | None:
        """What it has most characters of: "prose", "code" or "table"; None where the chunker does not look."""
        kind: str | None = self._note("kind", None)
        return kind

    @property
    def headings(self) -> tuple[str, ...]:
        """The titles of the headings above its first text, the outermost first; its own too, if it begins with
        one. () where the chunker does not look."""
        return tuple(self._note("headings", ()))

    @property
    def context(self) -> str:
        """The header of the table that the chunk goes on with, else ""."""
        return str(self._note("context", ""))

    @property
    def contextual_text(self) -> str:
        """The headings above it, the header of its table, and the text: what to embed."""
        prefix = self._note("prefix", "")
        if prefix is None:  # from elsewhere, which keeps headings and context
            from shiplap.chunks.headings import headings_outside, prefix_of

            prefix = prefix_of(headings_outside(self.headings, self.text)) + self.context
        return str(prefix) + self.text

    def _note(self, name: str, none: Any) -> Any:
        if self._values is not None:
            return self._values[name]
        notes = self._chunks._notes
        return none if notes is None else notes.of(self._chunks._spans("characters"), self._row, name)

    @property
    def embedding(self) -> npt.NDArray[np.float32] | None:
        """The vector of the chunk, float32, shape (d,), where its `Chunks` carry embeddings; else None."""
        if self._values is not None:
            return self._values.get("embedding")
        vectors = self._chunks._embeddings
        return None if vectors is None else vectors[self._row]

    @property
    def content_hash(self) -> str:
        """blake2b (16 bytes, hexadecimal) of the text's UTF-8 bytes."""
        if self._values is not None:
            return str(self._values["content_hash"])
        start, end = self._chunks._native[self._row]
        return content_hash(self._chunks._text.encoded(start, end))

    def _number(self, name: str, unit: str, side: int) -> int:
        if self._values is not None:
            return int(self._values[name])
        return self._chunks._spans(unit)[self._row][side]

    def to_dict(self) -> dict[str, Any]:
        """All fields, text included; `headings` as a list."""
        return {name: getattr(self, name) for name in self.FIELDS} | {"headings": list(self.headings)}

    @staticmethod
    def from_dict(values: Mapping[str, Any]) -> Chunk:
        """A chunk of the fields that `to_dict` gives, without its source: what a pickle or a store holds. An
        `embedding` may stand beside them."""
        chunk = Chunk.__new__(Chunk)
        notes = {"kind": None, "headings": (), "context": "", "prefix": None}  # what need not be there
        chunk._values = {name: values[name] for name in Chunk.FIELDS if name not in notes}
        chunk._values |= {name: values.get(name, none) for name, none in notes.items()}
        if values.get("embedding") is not None:
            chunk._values["embedding"] = values["embedding"]
        return chunk

    def __len__(self) -> int:
        return self.length

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunk):
            return NotImplemented
        return self is other or self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash((self.document_id, self.index, self.start, self.end))

    def __reduce__(self) -> tuple[Any, ...]:
        values = {**self.to_dict(), "prefix": self._note("prefix", ""), "embedding": self.embedding}
        return Chunk.from_dict, (values,)

    def __repr__(self) -> str:
        try:
            text = self.text
        except TextError:
            return f"Chunk({self.id!r}, {self.start}:{self.end}, with a lone surrogate)"
        return f"Chunk({self.id!r}, {self.start}:{self.end}, {text if len(text) <= 40 else text[:37] + '...'!r})"


class Chunks(Held, Sequence[Chunk]):
    """The chunks of one text, in order. Holds the source and the spans; everything else is made when asked for.

    A slice of it is again a `Chunks`; its chunks keep their index, id and overlap.

    >>> import shiplap
    >>> chunks = shiplap.FixedChunker(1000, 200).chunk("x" * 2400, document_id="doc")
    >>> chunks.spans.tolist()
    [[0, 1000], [800, 1800], [1600, 2400]]
    >>> chunks[-1].id, chunks.at(900).ids
    ('doc-chunk-2', ['doc-chunk-0', 'doc-chunk-1'])
    """

    __slots__ = (
        "_before", "_chunker", "_converted", "_counts", "_embeddings", "_measured", "_native", "_notes", "_rows",
        "_text", "document_id", "metadata", "source",
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
        notes: Annotations | None = None,
    ) -> None:
        self._text = text
        self._before = before
        self._counts = counts
        self._notes = notes
        self._native = native
        self._measured = measured
        self._chunker = chunker
        self._rows: range | None = None
        self._embeddings: npt.NDArray[np.float32] | None = None  # of all chunks of the text
        self._converted: dict[str, Spans] = {}
        self.document_id = document_id
        self.source = source
        self.metadata: Mapping[str, Any] = {} if metadata is None else metadata

    # ---- spans

    def _spans(self, unit: str) -> Spans:
        """All spans of the text in a unit, whatever rows this object is a slice of."""
        spans = self._converted.get(unit)
        if spans is None:
            if self._measured is not None and unit == ("bytes" if self._chunker.unit == "bytes" else "characters"):
                spans = self._measured
            else:
                spans = self._text.convert(self._native, unit)
            if self._before is not None:
                spans = spans.shifted(self._before.offsets[unit])
            self._converted[unit] = spans
        return spans

    @property
    def _first(self) -> int:
        """The number of the chunk in row 0."""
        return 0 if self._before is None else self._before.chunks

    @property
    def _end_before(self) -> int:
        """Where the chunk before row 0 ends, in code points."""
        return 0 if self._before is None else self._before.end

    @property
    def _kept(self) -> range:
        """The rows that this object is a slice of."""
        return range(len(self._native)) if self._rows is None else self._rows

    def _overlaps(self) -> list[int]:
        spans = self._spans("characters")
        shared = spans.overlaps()
        if shared:
            shared[0] = max(0, self._end_before - spans[0][0])
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
        """Offsets (start, end) in UTF-16 code units, as JavaScript and Java count, int64, shape (n, 2)."""
        return self._array("utf16")

    # ---- views

    @property
    def texts(self) -> list[str]:
        """The texts of the chunks, made anew at each call."""
        return self._texts()

    @property
    def indices(self) -> range:
        """The numbers of the chunks in their document."""
        kept, first = self._kept, self._first
        return range(kept.start + first, kept.stop + first, kept.step) if first else kept

    @property
    def ids(self) -> list[str]:
        """The ids of the chunks."""
        return [chunk_id(self.document_id, index) for index in self.indices]

    @property
    def overlaps(self) -> npt.NDArray[np.int64]:
        """Code points that each chunk shares with the chunk emitted before, shape (n,)."""
        import numpy as np

        shared = self._overlaps()
        return np.array(shared if self._rows is None else [shared[row] for row in self._rows], dtype=np.int64)

    @property
    def token_counts(self) -> npt.NDArray[np.int64]:
        """Tokens of each chunk, shape (n,): as the chunker's tokenizer counts them, else estimated, 4 characters
        a token, rounded up."""
        import numpy as np

        return np.array(self._tokens(), dtype=np.int64)

    def _tokens(self) -> list[int]:
        if self._counts is not None:
            return self._counts.tolist() if self._rows is None else [self._counts[row] for row in self._rows]
        spans = self._spans("characters")
        return [-((spans[row][0] - spans[row][1]) // CHARACTERS_A_TOKEN) for row in self._kept]

    def columns(self) -> tuple[list[int], list[int], list[int], list[int], list[int], list[int]]:
        """For stores: start, end, start_byte, end_byte, overlap and tokens of the chunks, each a list of int."""
        columns = (*self._spans("characters").columns(), *self._spans("bytes").columns(), self._overlaps())
        tokens = self._tokens()
        if self._rows is None:
            return (*columns, tokens)
        first, second, third, fourth, fifth = ([column[row] for row in self._rows] for column in columns)
        return first, second, third, fourth, fifth, tokens

    @property
    def kinds(self) -> list[str | None]:
        """The kind of content of each chunk; None where the chunker does not look."""
        if self._notes is None:
            return [None] * len(self)
        kinds = self._notes.kinds(self._spans("characters"))
        return [kinds[row] for row in self._kept]

    def known(self, name: str) -> list[Any]:
        """The "kind" or the "headings" of each chunk; None each where the chunker does not look at content."""
        if self._notes is None:
            return [None] * len(self)
        return [getattr(chunk, name) for chunk in self]

    @property
    def headings(self) -> list[tuple[str, ...]]:
        """The headings of each chunk."""
        return [chunk.headings for chunk in self]

    @property
    def contextual_texts(self) -> list[str]:
        """The texts of the chunks with what stands before each: see `Chunk.contextual_text`."""
        if self._notes is None:
            return self.texts
        return [chunk.contextual_text for chunk in self]

    @property
    def content_hashes(self) -> list[str]:
        """The content hash of each chunk."""
        encoded, native = self._text.encoded, self._native
        return [content_hash(encoded(*native[row])) for row in self._kept]

    @property
    def embeddings(self) -> npt.NDArray[np.float32] | None:
        """The vectors of the chunks, float32, shape (n, d), read-only; None until some are set. Slices made
        afterwards share those of the whole. They are no part of what makes two Chunks equal.

        What is float32 already is not copied. Setting raises OptionError for what is no finite array of shape
        (n, d), and for a slice.
        """
        if self._embeddings is None or self._rows is None:
            return self._embeddings
        import numpy as np

        return self._embeddings[np.asarray(self._rows, dtype=np.intp)]

    @embeddings.setter
    def embeddings(self, values: Any) -> None:
        if values is None:
            self._embeddings = None
            return
        import numpy as np

        if not self.is_whole:
            raise OptionError("embeddings", values, "are set on all chunks of a text, not on a slice of them")
        try:
            array = np.ascontiguousarray(values, dtype=np.float32).view()
        except (TypeError, ValueError):
            raise OptionError("embeddings", values, "must be numbers, of one length a chunk") from None
        if array.ndim != 2 or len(array) != len(self) or not np.isfinite(array).all():
            rule = f"must be finite numbers of shape ({len(self)}, d)"
            raise OptionError("embeddings", array.shape, rule)
        array.flags.writeable = False
        self._embeddings = array

    @property
    def text(self) -> str:
        """The whole text that was cut (after replacement, with `errors="replace"`); of a stream the part of it
        that is at hand."""
        return self._text.text(0, len(self._text))

    @property
    def is_whole(self) -> bool:
        """Whether these are all chunks of the text, in order, and no slice of them."""
        return self._before is None and self._kept == range(len(self._native))

    @property
    def chunker(self) -> ChunkerLike:
        """The chunker that cut it."""
        chunker: ChunkerLike = self._chunker
        return chunker

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        """The chunks as a record batch with the columns of `shiplap.arrow.TYPES`: the Arrow C data interface."""
        from shiplap.chunks.columns import table

        return table(self).__arrow_c_array__()

    def to_arrow(self) -> Any:
        """A pyarrow.RecordBatch with the columns of `shiplap.arrow.TYPES` (extra `arrow`). What speaks Arrow takes
        the chunks as they are, without pyarrow."""
        return _extra("pyarrow", "arrow").record_batch(self)

    def to_pandas(self) -> Any:
        """The same as a pandas.DataFrame (extra `pandas`)."""
        from shiplap.chunks.columns import lists

        return _extra("pandas", "pandas").DataFrame(lists(self))

    def to_polars(self) -> Any:
        """The same as a polars.DataFrame (extra `polars`)."""
        from shiplap.chunks.columns import table

        return _extra("polars", "polars").DataFrame(table(self))

    def at(self, offset: int) -> Chunks:
        """The chunks that hold the code point at `offset`, in order: several where they overlap, or none.

        Raises OptionError where the offset is not a whole number of at least 0.
        """
        if isinstance(offset, bool) or not hasattr(offset, "__index__") or offset < 0:
            raise OptionError("offset", offset, "must be a whole number of at least 0")
        spans = self._spans("characters")
        first = bisect_right(range(len(spans)), offset, key=lambda row: spans[row][1])
        last = bisect_right(range(len(spans)), offset, key=lambda row: spans[row][0])
        if self._rows is None:
            return self[first:last]
        places = [place for place, row in enumerate(self._rows) if first <= row < last]
        return self[places[0] : places[-1] + 1] if places else self[:0]

    def stats(self, rule: str = DEFAULT_RULE) -> Stats:
        """Count, sizes, overlap and duplicates; and the share of chunks cut inside a sentence by `rule`."""
        level = SENTENCE_RULES[choice("rule", rule, SENTENCE_RULES)]
        import numpy as np

        spans, tokens = self.spans[np.argsort(self.indices)], self.token_counts
        return summarize(
            spans[:, 1] - spans[:, 0],
            tokens=int(tokens.sum()),
            tokens_max=int(tokens.max(initial=0)),
            overlap=int(np.maximum(spans[:-1, 1] - spans[1:, 0], 0).sum()),
            distinct=len(set(self.texts)),
            cut=self.count_cut(level),
            documents=1 if len(self) else 0,
            rule=rule,
            kinds=by_kind(zip(self.kinds, np.diff(self.spans)[:, 0].tolist(), tokens.tolist(), strict=True)),
        )

    def count_cut(self, level: str) -> int:
        """How many chunks end at a place that is no boundary of the level. The end of the text is one."""
        native = self._native if self._rows is None else Spans.of(self._native[row] for row in self._rows)
        return self._text.count_cut(native, level)

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
        return Chunk(self, self._kept[key])

    def _with(self, rows: range) -> Chunks:
        part = Chunks(
            self._text, self._native, self._measured, self._chunker, self.document_id, self.source, self.metadata,
            self._counts, self._before, self._notes,
        )  # fmt: skip
        part._converted = self._converted
        part._embeddings = self._embeddings
        part._rows = rows
        return part

    def __iter__(self) -> Iterator[Chunk]:
        for row in self._kept:
            yield Chunk(self, row)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chunks):
            return NotImplemented
        return (
            self.document_id == other.document_id
            and self.source == other.source
            and self.metadata == other.metadata
            and self.indices == other.indices
            and self.spans.tolist() == other.spans.tolist()
            and self.overlaps.tolist() == other.overlaps.tolist()
            and self._lenient_texts() == other._lenient_texts()
        )

    def _lenient_texts(self) -> list[str]:
        """The texts, lone surrogates and all: two broken texts can be compared."""
        if not self._text.is_str:
            return self.texts
        return Text(self._text.owner, "surrogatepass").texts(self._native, self._rows)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (
            self._text, self._native, self._measured, self._chunker, self.document_id, self.source, self.metadata,
            self._counts, self._before, self._notes,
        )  # fmt: skip
        return _load_chunks, (arguments, self._rows, self._embeddings)

    def __repr__(self) -> str:
        of = "" if self.document_id is None else f" of {self.document_id!r}"
        reach = f", characters {self[0].start} to {self[-1].end}" if len(self) else ""
        return f"<Chunks{of}: {len(self)}{reach}>"

    def _repr_html_(self) -> str:
        """The beginning of the text with its chunks coloured, as notebooks show it."""
        from shiplap.chunks.html import sample

        return sample(self)


def _load_chunks(
    arguments: tuple[Any, ...], rows: range | None, embeddings: npt.NDArray[np.float32] | None = None
) -> Chunks:
    chunks = Chunks(*arguments)
    chunks._rows = rows
    chunks._embeddings = embeddings
    return chunks


def _extra(module: str, extra: str) -> Any:
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError:
        raise ImportError(f"this needs {module}: pip install 'shiplap[{extra}]'") from None
