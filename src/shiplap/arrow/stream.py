"""The stream of record batches: groups of rows are cut in place and written column by column."""

from __future__ import annotations

from array import array
from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.arrow import (
    Array,
    Cut,
    Field,
    Reader,
    Sink,
    Source,
    Table,
    group_end,
    is_carried,
    is_name,
    is_text,
)
from shiplap._core.text import Text
from shiplap.chunkers.batching import (
    GROUP_SIZE,
    GROUP_TEXTS,
    OnError,
    error_alone,
    known_headings,
    raise_or_report,
    without_frames,
)
from shiplap.chunkers.presets import chunker_of
from shiplap.chunks.chunk_list import Skipped
from shiplap.chunks.columns import HASHED, TYPES, checked, fields
from shiplap.chunks.headings import context_hashes
from shiplap.document import Document
from shiplap.errors import ArrowError, OptionError, ShiplapError, unknown
from shiplap.extras import require
from shiplap.ids import Repeats, content_id
from shiplap.provenance.described import as_json
from shiplap.provenance.tables import TABLES
from shiplap.threads import in_order

if TYPE_CHECKING:
    from typing_extensions import Never

    from shiplap.chunkers import Chunker

#: The columns available from `chunk`: all except those without values in a table of texts.
KNOWN = tuple(name for name in TYPES if name not in ("source", "metadata"))

#: The default columns: neither hashes, which cost most, nor lines, nor what only documents with span tables have.
DEFAULT = tuple(name for name in KNOWN if name not in (*HASHED, "line_start", "line_end", "provenance"))

#: The columns that only a chunker that looks at content fills, or a document with span tables, with the values for
#: others.
_DESCRIBED: dict[str, Any] = {
    "kind": None, "headings": [], "table_header": "", "shown_text": None, "context": None,
    "provenance": None,
}  # fmt: skip


def chunk(
    data: Any,
    chunker: Chunker | str,
    *,
    text_column: str = "text",
    id_column: str | None = "id",
    path_column: str | None = None,
    keep_columns: Iterable[str] = (),
    provenance_columns: Iterable[str] = (),
    columns: Iterable[str] = DEFAULT,
    zero_copy: bool = False,
    threads: int | None = None,
    on_error: OnError = "raise",
    **others: Never,
) -> Stream:
    """Cut a column of texts. Returns a stream of record batches with one row for each chunk.

    data: any object with `__arrow_c_stream__` or `__arrow_c_array__`: record batches with the columns `text` and
        `id`, or texts alone (which then have no ids). A stream is read one batch ahead of the chunks.
    chunker: a chunker, or the name of a preset.
    text_column: the texts: utf8, large_utf8 or utf8_view, binary of the same kinds, or a dictionary of them.
    id_column: the document ids: texts or integers. None: the documents have no ids.
    path_column: the origin of each text: its extension determines the content type, for chunkers that look at
        content.
    keep_columns: columns of the data to repeat for each chunk of their row, of any type that is not nested.
    provenance_columns: span tables of the texts: columns named as the tables of `shiplap.provenance.TABLES`,
        with a list of structs for each text, or null. pyarrow reads them. They fill the column `provenance`, which
        `columns` must have.
    columns: the columns of the result, in order, from `shiplap.arrow.COLUMNS`. `kind` is null if the chunker does
        not look at content. `provenance` is JSON, or null. The default leaves out lines, hashes and provenance.
    zero_copy: make `text` a utf8_view over the buffers of the data: 16 bytes a chunk, without a copy. The data
        then live as long as the chunks.
    threads: the number of threads, each cutting one group of rows at a time (None: one). The result is the same.
    on_error: "raise" the error of the first row that fails, "skip" such rows, or a callback for each of them
        (`shiplap.chunks.Skipped`). The stream lists skipped rows in `skipped`.

    A null row has no chunks; nor has a blank one, which is listed in `skipped` with `on_empty="raise"`, whatever
    `on_error` is. Invalid UTF-8 is a TextError that names the row; with `errors="replace"` the chunker
    replaces it, and offsets then refer to the replaced text. Raises ArrowError for unreadable data, OptionError
    for unknown names. A consumer of the stream protocol receives errors as its own.
    """
    for name in others:
        raise unknown("option", name, _OPTIONS)
    return Stream(
        Source(_checked(data)), text_column, id_column, path_column, keep_columns, provenance_columns, columns,
        zero_copy, chunker_of(chunker), threads, on_error,
    )  # fmt: skip


_OPTIONS = (
    "text_column", "id_column", "path_column", "keep_columns", "provenance_columns", "columns", "zero_copy",
    "threads", "on_error",
)  # fmt: skip


def schema(
    chunker: Chunker | str,
    data: Any = None,
    *,
    keep_columns: Iterable[str] = (),
    columns: Iterable[str] = DEFAULT,
    zero_copy: bool = False,
    **others: Never,
) -> Field:
    """Return the schema of the stream that `chunk` returns for the same options: an object with
    `__arrow_c_schema__`.

    data: any object with `__arrow_c_schema__`, for the types of `keep_columns`.

    >>> schema("fixed-1000", columns=["chunk_id", "chunk_index"]).children
    (Field('chunk_id', 'U'), Field('chunk_index', 'l'))
    """
    for name in others:
        raise unknown("option", name, ("keep_columns", "columns", "zero_copy"))
    chunker_of(chunker)
    source = None if data is None else Field.of(data)
    names, kept = _names(columns, keep_columns)
    if kept and source is None:
        raise OptionError("keep_columns", kept, "needs the data or their schema, for the column types")
    return _schema(names, [_column(source, name, "keep_columns") for name in kept], zero_copy)


@dataclass(frozen=True)
class _Work:
    """The settings shared by all groups of a stream."""

    chunker: Chunker
    text: str | None
    id: str | None
    path: str | None
    names: tuple[str, ...]
    keep: tuple[str, ...]
    tables: tuple[str, ...]
    fields: dict[str, Field]
    zero_copy: bool


class Stream:
    """Chunks as record batches: an iterator, and an object with `__arrow_c_stream__`; either can be used once, by
    one thread: another thread that asks for a batch meanwhile gets a ValueError, and no batch is lost.

    A batch has `__arrow_c_array__`. `schema` has `__arrow_c_schema__`.
    """

    def __init__(
        self,
        source: Source,
        text: str,
        id: str | None,
        path: str | None,
        keep: Iterable[str],
        tables: Iterable[str],
        columns: Iterable[str],
        zero_copy: bool,
        chunker: Chunker,
        threads: int | None,
        on_error: OnError,
    ) -> None:
        if not callable(on_error):
            options.choice("on_error", on_error, ("raise", "skip"))
        self.skipped: list[Skipped] = []
        names, kept = _names(columns, keep)
        whole = source.field
        is_struct = whole.format == "+s"
        if not is_text(_column(whole, text, "text_column") if is_struct else whole):
            kind = _column(whole, text, "text_column").format if is_struct else whole.format
            raise ArrowError(f"its type (format {kind!r}) is not text", text if is_struct else None)
        tables = (tables,) if isinstance(tables, str) else tuple(tables)
        beside = {"keep_columns": kept, "provenance_columns": tables, "path_column": path}
        if not is_struct and any(beside.values()):
            option, value = next((option, value) for option, value in beside.items() if value)
            raise OptionError(option, value, "the data have no columns except the texts")
        if id is not None and is_struct and not is_name(_column(whole, id, "id_column")):
            raise ArrowError("document ids must be texts or integers", id)
        for name in tables:
            if name not in TABLES:
                raise unknown("provenance_columns", name, TABLES)
            _column(whole, name, "provenance_columns")
        if tables and "provenance" not in names:
            rule = "must have 'provenance', which provenance_columns fill: (*shiplap.arrow.DEFAULT, 'provenance')"
            raise OptionError("columns", names, rule)
        if path is not None and not is_text(_column(whole, path, "path_column")):
            raise ArrowError("paths must be texts", path)
        fields = [_column(whole, name, "keep_columns") for name in kept]
        self.schema: Field = _schema(names, fields, options.flag("zero_copy", zero_copy))
        self._work = _Work(
            chunker, text if is_struct else None, id if is_struct else None, path, names, kept,
            tables, {field.name: field for field in self.schema.children}, zero_copy,
        )  # fmt: skip
        self._on_error = on_error
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
            raise ArrowError("the stream of chunks is already consumed")
        self._taken = True
        return Sink(self._tables, self.schema).capsule()

    def _run(self, source: Source, threads: int) -> Generator[Array, None, None]:
        results = in_order(lambda group: _table(self._work, *group), _groups(source, self._work), threads)
        try:
            for table, failed in results:
                while failed:
                    row, document_id = failed[0][:2]
                    raise_or_report(failed.pop(0)[2], row, document_id, self._on_error, self.skipped)
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


def _names(columns: Iterable[str], keep: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    names = checked(columns, KNOWN)
    kept = (keep,) if isinstance(keep, str) else tuple(keep)
    if len(set(names + kept)) < len(names + kept):
        raise OptionError("keep_columns", names + kept, "column names must be unique")
    return names, kept


def _column(whole: Field | None, name: str, option: str) -> Field:
    known = [] if whole is None else [field.name for field in whole.children]
    if known.count(name) != 1 or whole is None:
        if name in known:
            raise OptionError(option, name, "the data have several columns with this name")
        raise unknown(option, name, known)
    field = whole.children[known.index(name)]
    if option == "keep_columns" and not is_carried(field):
        raise ArrowError(f"its type (format {field.format!r}) is not supported in keep_columns", name)
    return field


def _schema(names: tuple[str, ...], kept: list[Field], zero_copy: bool) -> Field:
    return Field("", "+s", flags=0, children=[*fields(names, zero_copy), *kept])


# ---- groups of rows

_Group = tuple[Array, Reader, int, int, int]
_Failed = list["tuple[int, str | None, ShiplapError]"]


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
    """Cut a group of rows. Returns the chunks and the rows that failed."""
    chunker = work.chunker
    loop = None if work.tables else chunker._compiled
    reader = None if work.path is None else Reader(batch, work.path)
    paths = None if reader is None else [reader.name(row) for row in range(first, last)]
    headings = None if loop is None else known_headings(chunker, paths)
    cut = Cut(texts, first, last, loop, chunker.on_empty == "raise", chunker.errors == "replace", headings)
    ids = None if work.id is None else Reader(batch, work.id)
    known: dict[str, list[Any]]
    errors: dict[int, ShiplapError] = {}
    if loop is not None:
        for row in cut.run():
            errors[row] = error_alone(chunker, cut.text(row), None, None if paths is None else paths[row])
        known = {name: [value] * cut.chunks for name, value in _DESCRIBED.items() if name in work.names}
    elif work.tables or chunker._omits or chunker.errors == "surrogatepass":
        known = {name: [] for name in (*_DESCRIBED, "context_hash") if name in work.names}
        tables = _span_tables(work, batch, first, last)
        for row in range(cut.count):
            _one(chunker, cut, row, None if paths is None else paths[row], tables, errors, known)
    else:
        known = _each(chunker, cut, paths, errors, "context_hash" in work.names)
    hashes = cut.hashes() if any(name in HASHED for name in work.names) else []
    if "context_hash" not in known:
        known["context_hash"] = hashes
    else:
        known["context_hash"] = [own or hash for own, hash in zip(known["context_hash"], hashes, strict=True)]
    made = Table(cut, len(work.names) + len(work.keep))
    for name in work.names:
        field = work.fields[name]
        if field.format == "l":
            made.number(field)
        elif name == "text":
            made.texts(field, work.zero_copy)
        elif name in ("document_id", "chunk_id"):
            made.names(field, ids, name == "chunk_id")
        elif name == "headings":
            made.lists(field, known[name])
        elif name == "content_hash":
            made.words(field, hashes)
        elif name == "content_id":
            made.words(field, _content_ids(cut, ids, first, hashes))
        elif name == "provenance":
            made.words(field, as_json(known[name]))
        else:
            made.words(field, known[name])
    for name in work.keep:
        made.repeat(Reader(batch, name))
    failed: _Failed = [
        (before + first + row, None if ids is None else ids.name(first + row), error)
        for row, error in errors.items()
    ]
    return made.done(), failed


def _content_ids(cut: Cut, ids: Reader | None, first: int, hashes: list[str]) -> list[str]:
    """Return the content ids of the chunks of a group."""
    found: list[str] = []
    begins = cut.offsets()
    for row in range(cut.count):
        begin, end = begins[row], begins[row + 1]
        if begin == end:
            continue
        name = None if ids is None else ids.name(first + row)
        if end == begin + 1:
            found.append(content_id(name, hashes[begin], ""))
        else:
            found += Repeats().content_ids(name, hashes[begin:end])
    return found


def _each(
    chunker: Chunker, cut: Cut, paths: list[str | None] | None, errors: dict[int, ShiplapError], hashed: bool
) -> dict[str, list[Any]]:
    """Cut the rows of a group by an uncompiled loop, in one pass without a `Chunks` for each. Return the columns
    that describe the chunks; if `hashed`, also the context hashes, None where they are the content hashes."""
    kinds: list[str | None] = []
    headings: list[tuple[str, ...]] = []
    headers: list[str] = []
    hashes: list[str | None] = []
    for row in range(cut.count):
        data = cut.text(row)
        if data is None:
            cut.add(row, None, None, None)
            continue
        try:
            text = Text(data)
            native, _, counts, annotations = chunker._cut(text, None if paths is None else paths[row], None)
            text.validate()
        except ShiplapError as error:
            errors[row] = without_frames(error)
            cut.add(row, None, None, None)
            continue
        cut.add(row, native, None, counts)
        count = len(native)
        if annotations is None:
            kinds += [None] * count
            headings += [()] * count
            headers += [""] * count
            hashes += [None] * count
            continue
        own, above = annotations.paths(), annotations.table_headers()
        kinds += annotations.kinds()
        headings += own
        headers += above
        if hashed:
            has_context = any(own) or any(above)
            hashes += context_hashes(own, above, text.texts(native)) if has_context else [None] * count
    known: dict[str, list[Any]] = {"kind": kinds, "headings": headings, "table_header": headers}
    known["shown_text"] = known["context"] = known["provenance"] = [None] * len(kinds)
    return {**known, "context_hash": hashes} if hashed else known


def _span_tables(work: _Work, batch: Array, first: int, last: int) -> dict[str, list[Any]]:
    """Return the span tables of the rows of a group by name: the rows of each, as mappings, or None."""
    if not work.tables:
        return {}
    pyarrow = require("pyarrow", "arrow", "provenance_columns")
    rows = pyarrow.record_batch(batch).slice(first, last - first)
    return {name: rows.column(name).to_pylist() for name in work.tables}


def _document(text: Any, columns: dict[str, list[Any]], row: int) -> Any:
    """Return the text of a row, with its span tables if it has any."""
    tables: Any = {name: rows[row] for name, rows in columns.items() if rows[row] is not None}
    return Document(text, provenance=tables) if tables else text


def _one(
    chunker: Chunker, cut: Cut, row: int, path: str | None, tables: dict[str, list[Any]],
    errors: dict[int, ShiplapError], known: dict[str, list[Any]],
) -> None:  # fmt: skip
    """Cut a row by an uncompiled loop, and add what all attributes of its chunks tell to `known`."""
    data = cut.text(row)
    try:
        chunks = None if data is None else chunker.chunk(_document(data, tables, row), path=path)
        if chunks is not None:
            spans = chunks._spans("bytes"), chunks._spans("characters")
    except ShiplapError as error:
        errors[row], chunks = without_frames(error), None
    if chunks is None:
        cut.add(row, None, None, array("q"))
        return
    cut.add(row, *spans, array("q", chunks._tokens()))
    for name, values in known.items():
        values += chunks.column(name)
