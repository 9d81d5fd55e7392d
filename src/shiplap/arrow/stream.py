"""The stream of record batches: groups of rows cut where they lie, column by column."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.arrow import Field
from shiplap._core.columns import Reader, is_carried, is_name, is_text
from shiplap._core.streams import Array, Sink, Source
from shiplap._core.tables import Cut, Table, group_end
from shiplap.chunkers.batching import (
    GROUP_SIZE,
    GROUP_TEXTS,
    OnError,
    Skipped,
    error_alone,
    raise_or_report,
    without_frames,
)
from shiplap.chunkers.presets import chunker_of
from shiplap.chunks.columns import COLUMNS, checked, fields
from shiplap.errors import ArrowError, OptionError, ShiplapError, unknown
from shiplap.ids import content_hash
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker

#: Columns of numbers that the core makes, and what it calls them.
_NUMBERS = {
    "chunk_index": "index", "char_start": "char_start", "char_end": "char_end", "byte_start": "byte_start",
    "byte_end": "byte_end", "overlap": "overlap", "token_count": "tokens",
}  # fmt: skip


def chunk(
    data: Any,
    chunker: Chunker | str,
    *,
    text: str = "text",
    id: str | None = "id",
    carry: Iterable[str] = (),
    columns: Iterable[str] = COLUMNS,
    views: bool = False,
    threads: int | None = None,
    on_error: OnError = "raise",
) -> Stream:
    """The chunks of a column of texts, as a stream of record batches with a row for each chunk.

    data: any object with `__arrow_c_stream__` or `__arrow_c_array__`: record batches with the columns `text` and
        `id`, or texts alone (which then have no ids). A stream is read one batch ahead of the chunks.
    chunker: a chunker, or the name of a preset.
    text: the column of texts: utf8, large_utf8 or utf8_view, binary of the same kinds, or a dictionary of them.
    id: the column of document ids: texts or integers; None: the documents have none.
    carry: columns of the data that are repeated for each chunk of their row, of any type that is not nested.
    columns: those to make, in this order, of `shiplap.arrow.TYPES`: the fields of a chunk (`kind` and `headings`
        are null where the chunker does not tell them). Only `content_hash` is not made unless asked for.
    views: make `text` utf8_view, whose buffers are those of the data: 16 bytes a chunk, and nothing is copied. The
        data then live as long as the chunks do.
    threads: how many cut, each a group of rows at a time (None: one). The result is the same.
    on_error: "raise" the error of the first row that fails, "skip" such rows, or a function that is told of each
        (`shiplap.chunkers.batching.Skipped`). Rows that were skipped stand in `skipped` of the stream.

    A row that is null has no chunks. Invalid UTF-8 is a TextError that names the row; `errors="replace"` of the
    chunker replaces it, and offsets then refer to the replaced text. ArrowError for data that cannot be read,
    OptionError for unknown names. Whoever takes the stream by the protocol sees errors as its own.
    """
    return Stream(Source(_checked(data)), text, id, carry, columns, views, chunker_of(chunker), threads, on_error)


def schema(
    chunker: Chunker | str,
    data: Any = None,
    *,
    carry: Iterable[str] = (),
    columns: Iterable[str] = COLUMNS,
    views: bool = False,
) -> Field:
    """The schema of the stream that `chunk` gives for the same options: an object with `__arrow_c_schema__`.

    data: for the types of the columns in `carry`: any object with `__arrow_c_schema__`.

    >>> schema("fixed-1000", columns=["id", "chunk_index"]).children
    (Field('id', 'U'), Field('chunk_index', 'l'))
    """
    chunker_of(chunker)
    source = None if data is None else Field.of(data)
    names, carried = _names(columns, carry)
    if carried and source is None:
        raise OptionError("carry", carried, "needs the data, or their schema, for the types of these columns")
    return _schema(names, [_column(source, name, "carry") for name in carried], views)


@dataclass(frozen=True)
class _Work:
    """What all groups of a stream have in common."""

    chunker: Chunker
    text: str | None
    id: str | None
    names: tuple[str, ...]
    carry: tuple[str, ...]
    fields: dict[str, Field]
    views: bool


class Stream:
    """Chunks as record batches: an iterator of them, and an object with `__arrow_c_stream__`; once, either way.

    A batch has `__arrow_c_array__`. `schema` has `__arrow_c_schema__`.
    """

    def __init__(
        self,
        source: Source,
        text: str,
        id: str | None,
        carry: Iterable[str],
        columns: Iterable[str],
        views: bool,
        chunker: Chunker,
        threads: int | None,
        on_error: OnError,
    ) -> None:
        if not callable(on_error):
            options.choice("on_error", on_error, ("raise", "skip"))
        self.skipped: list[Skipped] = []
        names, carried = _names(columns, carry)
        whole = source.field
        is_struct = whole.format == "+s"
        if not is_text(_column(whole, text, "text") if is_struct else whole):
            kind = _column(whole, text, "text").format if is_struct else whole.format
            raise ArrowError(f"its type (format {kind!r}) is no text", text if is_struct else None)
        if not is_struct and carried:
            raise OptionError("carry", carried, "the data have no columns but the texts")
        if id is not None and is_struct and not is_name(_column(whole, id, "id")):
            raise ArrowError("document ids are texts or integers", id)
        fields = [_column(whole, name, "carry") for name in carried]
        self.schema = _schema(names, fields, options.flag("views", views))
        self._work = _Work(
            chunker, text if is_struct else None, id if is_struct else None, names, carried,
            {field.name: field for field in self.schema.children}, views,
        )  # fmt: skip
        self._on_error = self.skipped.append if on_error == "skip" else on_error
        self._tables = self._run(source, 1 if threads is None else options.count("threads", threads))
        self._taken = False

    def __iter__(self) -> Iterator[Array]:
        return self._tables

    def __next__(self) -> Array:
        return next(self._tables)

    def __arrow_c_schema__(self) -> object:
        return self.schema.__arrow_c_schema__()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        if self._taken:
            raise ArrowError("the stream of chunks was taken before")
        self._taken = True
        return Sink(self._tables, self.schema).capsule()

    def _run(self, source: Source, threads: int) -> Generator[Array, None, None]:
        results = in_order(lambda group: _table(self._work, *group), _groups(source, self._work), threads)
        try:
            for table, failed in results:
                while failed:
                    row, document_id = failed[0][:2]
                    raise_or_report(failed.pop(0)[2], row, document_id, self._on_error)
                yield table
        finally:
            results.close()


# ---- names and types


def _checked(data: Any) -> Any:
    if not hasattr(data, "__arrow_c_stream__") and not hasattr(data, "__arrow_c_array__"):
        raise TypeError(
            f"data must have __arrow_c_stream__ or __arrow_c_array__ (pyarrow, Polars, DuckDB, pandas, …),"
            f" not {type(data).__name__}"
        )
    return data


def _names(columns: Iterable[str], carry: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = checked(columns)
    carried = (carry,) if isinstance(carry, str) else tuple(carry)
    if len(set(names + carried)) < len(names + carried):
        raise OptionError("carry", names + carried, "no two columns of the chunks may have one name")
    return names, carried


def _column(whole: Field | None, name: str, option: str) -> Field:
    known = [] if whole is None else [field.name for field in whole.children]
    if known.count(name) != 1 or whole is None:
        if name in known:
            raise OptionError(option, name, "the data have several columns of that name")
        raise unknown(option, name, known)
    field = whole.children[known.index(name)]
    if option == "carry" and not is_carried(field):
        raise ArrowError(f"columns of its type (format {field.format!r}) cannot be carried", name)
    return field


def _schema(names: tuple[str, ...], carried: list[Field], views: bool) -> Field:
    return Field("", "+s", flags=0, children=[*fields(names, views), *carried])


# ---- groups of rows

_Group = tuple[Array, Reader, int, int, int]
_Failed = list["tuple[int, str | None, Exception]"]


def _groups(source: Source, work: _Work) -> Iterator[_Group]:
    before = 0
    for batch in source:
        texts = Reader(batch, work.text)
        first = 0
        while first < len(batch):
            last = group_end(texts, first, GROUP_TEXTS, GROUP_SIZE)
            yield batch, texts, first, last, before
            first = last
        before += len(batch)


def _table(work: _Work, batch: Array, texts: Reader, first: int, last: int, before: int) -> tuple[Array, _Failed]:
    """The chunks of a group of rows, and the rows that failed."""
    chunker = work.chunker
    loop = chunker.compiled
    cut = Cut(texts, first, last, loop, chunker.on_empty == "error", chunker.errors == "replace")
    ids = None if work.id is None else Reader(batch, work.id)
    known: dict[str, list[Any]] = {"kind": [], "headings": []}
    errors: dict[int, Exception] = {}
    if loop is not None:
        for row in cut.run():
            errors[row] = error_alone(chunker, cut.text(row), None)
        known = {name: [None] * cut.chunks for name in known if name in work.names}
    else:
        for row in range(cut.count):
            _one(chunker, cut, row, errors, known)
    made = Table(cut, len(work.names) + len(work.carry))
    for name in work.names:
        field = work.fields[name]
        if name in _NUMBERS:
            made.number(field, _NUMBERS[name])
        elif name == "text":
            made.texts(field, work.views)
        elif name in ("document_id", "id"):
            made.names(field, ids, name == "id")
        elif name == "headings":
            made.lists(field, known[name])
        else:
            made.words(field, known[name] if name == "kind" else cut.hashes(content_hash))
    for name in work.carry:
        made.repeat(Reader(batch, name))
    failed: _Failed = [
        (before + first + row, None if ids is None else ids.name(first + row), error)
        for row, error in errors.items()
    ]
    return made.done(), failed


def _one(
    chunker: Chunker, cut: Cut, row: int, errors: dict[int, Exception], known: dict[str, list[Any]]
) -> None:
    """Cut a row by a loop that is not compiled."""
    data = cut.text(row)
    try:
        chunks = None if data is None else chunker.chunk(data)
        if chunks is not None:
            spans = chunks._spans("bytes"), chunks._spans("characters")
    except ShiplapError as error:
        errors[row], chunks = without_frames(error), None
    if chunks is None:
        cut.add(row, None, None, array("q"))
        return
    cut.add(row, *spans, array("q", chunks._tokens()))
    for name, values in known.items():
        values += chunks.known(name)
