"""Readers of rows: two columns of Parquet, Arrow, CSV and JSON-lines files, batch by batch.

A row that cannot be read is reported and becomes null, so that all rows keep their numbers; the other rows are
read. Needs pyarrow (extra `arrow`). Files are read, never mapped.
"""

from __future__ import annotations

import csv
import datetime
import json
import math
import os
from collections.abc import Callable, Generator, Iterable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.errors import ArrowError
from shiplap.extras import require
from shiplap.ingestion.files import BINARY_TABLES
from shiplap.printable import counted
from shiplap.threads import ahead

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.ingestion.discovery import File

#: Most rows in a batch, and the approximate limit of its text in bytes.
BATCH_ROWS = 8192
BATCH_BYTES = 8_000_000

#: The most code points of an id. Each chunk repeats the id of its document, so an id as long as its text would
#: make the output quadratic.
MAX_ID = 4096

#: The text of a row in UTF-8, as it is in the file (it may be invalid), and its id; each None if it is missing.
#: The values of the columns that are kept, as JSON.
Row = tuple[bytes | None, str | None, str]

#: A row that is missing or cannot be read.
NOTHING: Row = (None, None, "{}")

#: The name of the column with the values of the columns that are kept.
METADATA = "shiplap:metadata"

#: A callback for a row that has no document: its place in the file, the reason, and whether the row failed (or was
#: skipped on purpose).
RowProblem = Callable[[str, str, bool], None]

#: Suffixes of tables in text form, and of all tables.
TEXT_TABLES = (".csv", ".jsonl", ".ndjson")
SUFFIXES = (*BINARY_TABLES, *TEXT_TABLES)

#: The reason for skipping a row without a text.
NULL = "skipped: the text is null"

#: The types of Arrow that contain text.
_TEXT_TYPES = ("string", "large_string", "string_view", "binary", "large_binary", "binary_view")


def pyarrow(what: str) -> Any:
    """Import a module of pyarrow. Raises ImportError, which names the extra, if pyarrow is missing."""
    return require(what, "arrow", "a table")


class Columns(NamedTuple):
    """The names of the columns `text` and `id`, and the prefix added before each id. Without `id`, rows are named
    `{document_id}#{row}`. `keep`: the columns that become metadata."""

    text: str
    id: str | None
    prefix: str
    keep: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The names of the columns that are read."""
        return [self.text] if self.id is None else [self.text, self.id]

    @property
    def every(self) -> list[str]:
        """The names of the columns that must exist, each once."""
        return list(dict.fromkeys((*self.names, *self.keep)))


class Rows:
    """The rows of a file; `reader` is a pyarrow.RecordBatchReader with the columns `id`, `text` and `METADATA`.

    columns: which columns of the file these are.
    problem: callback for each row that has no document; the other rows are read.
    `documents` and `bytes` count the non-null texts of the batches read so far. Leaving the context stops
    reading.

    Raises ArrowError for a file or a column that cannot be read, OSError.
    """

    def __init__(self, file: File, columns: Columns, problem: RowProblem) -> None:
        self.documents: int = 0
        self.bytes: int = 0
        self._file, self._row = file, 0
        self._columns = columns
        suffix = os.path.splitext(file.path)[1].lower()
        open_rows = {".parquet": _parquet, ".csv": _csv, ".jsonl": _json, ".ndjson": _json}.get(suffix, _ipc)
        pa = pyarrow("pyarrow")
        try:
            batches = self._named(open_rows(file.path, columns, problem))
            first = next(batches, None)
        except pa.ArrowException as error:
            raise ArrowError(f"cannot be read: {str(error).splitlines()[0]}") from None
        self._batches = _chain(first, batches)
        self.is_empty: bool = first is None
        if first is not None:
            self.reader: Any = pa.RecordBatchReader.from_batches(first.schema, self._batches)

    def __enter__(self) -> Rows:
        return self

    def __exit__(self, *raised: object) -> None:
        self._batches.close()

    def _named(self, batches: Iterator[Any]) -> Iterator[Any]:
        pa = pyarrow("pyarrow")
        for batch in batches:
            texts = _column(batch, self._columns.text)
            if self._columns.id is None:
                name = self._file.document_id
                names = strings([f"{name}#{self._row + k}".encode() for k in range(len(texts))])
            else:
                names = _prefixed(_column(batch, self._columns.id), self._columns.prefix)
            self._row += len(texts)
            self.documents += len(texts) - texts.null_count
            lengths = pyarrow("pyarrow.compute").binary_length(texts.cast(pa.large_binary()))
            self.bytes += pyarrow("pyarrow.compute").sum(lengths).as_py() or 0
            yield pa.record_batch([names, texts, _column(batch, METADATA)], ["id", "text", METADATA])


def _prefixed(names: Any, prefix: str) -> Any:
    """Add a prefix to each id that is not null."""
    if not prefix:
        return names
    pa = pyarrow("pyarrow")
    parts = (pa.scalar(prefix, pa.large_utf8()), names.cast(pa.large_utf8()), pa.scalar("", pa.large_utf8()))
    return pyarrow("pyarrow.compute").binary_join_element_wise(*parts)


def _chain(first: Any, rest: Iterator[Any]) -> Generator[Any, None, None]:
    yield first
    yield from rest


def _column(batch: Any, name: str) -> Any:
    """Return a column of a batch, without a dictionary."""
    pa = pyarrow("pyarrow")
    check_columns([name], batch.schema.names)
    column = batch.column(batch.schema.names.index(name))
    if pa.types.is_dictionary(column.type):
        column = column.dictionary_decode()
    return column.cast(pa.large_utf8()) if pa.types.is_null(column.type) else column


def check_columns(names: list[str], known: list[str]) -> None:
    """Raise ArrowError unless the table has each column once."""
    for name in names:
        if known.count(name) != 1:
            what = "no such column" if name not in known else "more than one such column"
            raise ArrowError(f"{what}; the columns are {', '.join(map(repr, known)) or 'none'}", name)


def id_fault(name: str) -> str:
    """Return why a text cannot be the id of a document, or "".

    >>> id_fault("a"), id_fault(""), id_fault("b\\ud83d"), id_fault("b\\0")
    ('', 'is empty', 'is not valid Unicode', 'contains a NUL character')
    >>> id_fault("a" * 4097)
    'has 4097 characters, more than 4096'
    """
    if not name:
        return "is empty"
    if len(name) > MAX_ID:
        return f"has {counted(len(name), 'character')}, more than {MAX_ID}"
    if "\0" in name:
        return "contains a NUL character"
    return "" if is_unicode(name) else "is not valid Unicode"


def is_unicode(text: str) -> bool:
    """Return whether a text has no lone surrogate."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


# ---- Parquet and Arrow


def _parquet(path: str, columns: Columns, problem: RowProblem) -> Iterator[Any]:
    with open(path, "rb") as stream, pyarrow("pyarrow.parquet").ParquetFile(stream) as file:
        check_columns(columns.every, file.schema_arrow.names)
        meta = file.metadata
        size = sum(meta.row_group(k).total_byte_size for k in range(meta.num_row_groups))
        rows = max(1, min(BATCH_ROWS, BATCH_BYTES * meta.num_rows // max(size, 1)))
        batches = ahead(file.iter_batches(batch_size=rows, columns=columns.every))
        yield from _usable(batches, columns, problem)


def _ipc(path: str, columns: Columns, problem: RowProblem) -> Iterator[Any]:
    pa = pyarrow("pyarrow")
    with pa.OSFile(path) as stream:
        try:
            file = pa.ipc.open_file(stream)
        except pa.ArrowInvalid:
            stream.seek(0)
            batches = pa.ipc.open_stream(stream)
            check_columns(columns.every, batches.schema.names)
            yield from _usable(batches, columns, problem)
            return
        check_columns(columns.every, file.schema.names)
        yield from _usable(map(file.get_batch, range(file.num_record_batches)), columns, problem)


def _usable(batches: Iterable[Any], columns: Columns, problem: RowProblem) -> Iterator[Any]:
    """Report the rows of batches that have no text, or an id that no document can have; the latter become null."""
    pa, compute = pyarrow("pyarrow"), pyarrow("pyarrow.compute")
    before = 0
    for batch in batches:
        made = [_column(batch, name) for name in columns.names]
        if str(made[0].type) not in _TEXT_TYPES:
            raise ArrowError(f"must be text, not {made[0].type}", columns.text)
        if columns.id is not None and not _can_name(made[1].type):
            raise ArrowError(f"must be texts or integers, not {made[1].type}", columns.id)
        faults = _id_faults(made[1]) if columns.id is not None else {}
        for row, reason in faults.items():
            problem(f"row {before + row}", f"column {columns.id!r}: {reason}", True)
        if made[0].null_count:
            for row, is_null in enumerate(made[0].is_null().to_pylist()):
                if is_null and row not in faults:
                    problem(f"row {before + row}", NULL, False)
        if faults:
            kept = pa.array([row not in faults for row in range(len(batch))])
            made = [compute.if_else(kept, column, pa.scalar(None, column.type)) for column in made]
        if columns.id is not None and str(made[1].type) in _TEXT_TYPES:
            made[1] = made[1].cast(pa.large_utf8())
        before += len(batch)
        yield pa.record_batch([*made, _kept(batch, columns.keep)], [*columns.names, METADATA])


def _kept(batch: Any, names: tuple[str, ...]) -> Any:
    """Return the values of columns as JSON, an object for each row. Raises ArrowError for a column of bytes."""
    values = []
    for name in names:
        column = _column(batch, name)
        if "binary" in str(column.type):
            raise ArrowError(f"must be text, numbers, dates, or lists of them to be kept, not {column.type}", name)
        values.append(column.to_pylist())
    if not names:
        return repeated("{}", len(batch))
    return strings([as_metadata(zip(names, row, strict=True)).encode() for row in zip(*values, strict=True)])


def strings(values: list[bytes]) -> Any:
    """Return an Arrow array of strings, given their UTF-8. Unlike `pyarrow.array`, this imports no pandas, which
    takes longer than to cut 50,000 rows."""
    import numpy as np

    return _strings(np.cumsum([0, *map(len, values)], dtype=np.int64), b"".join(values))


def repeated(value: str, count: int) -> Any:
    """Return an Arrow array of one string, repeated, in the same way as `strings`."""
    import numpy as np

    data = value.encode()
    return _strings(np.arange(count + 1, dtype=np.int64) * len(data), data * count)


def _strings(offsets: npt.NDArray[np.int64], data: bytes) -> Any:
    """Return an Arrow array of strings, given where each begins in their UTF-8, and the end."""
    pa = pyarrow("pyarrow")
    return pa.LargeStringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(data))


def as_metadata(pairs: Iterable[tuple[str, Any]]) -> str:
    """Return the values of a row as JSON; null values are left out.

    >>> as_metadata([("author", "Ann"), ("date", datetime.date(2026, 1, 2)), ("pages", None), ("rain", math.inf)])
    '{"author": "Ann", "date": "2026-01-02", "rain": "inf"}'
    """
    return json.dumps({name: _json_value(value) for name, value in pairs if value is not None})


def _json_value(value: Any) -> Any:
    """Return a value of a column as a value of JSON."""
    if isinstance(value, dict):
        return {str(name): _json_value(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_json_value(each) for each in value]
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    if isinstance(value, str | int | NoneType) or (isinstance(value, float) and math.isfinite(value)):
        return value
    return str(value)  # a decimal, a duration, a number that is not finite


def _can_name(kind: Any) -> bool:
    """Return whether a column of this type can name documents."""
    return str(kind) in _TEXT_TYPES or bool(pyarrow("pyarrow").types.is_integer(kind))


def _id_faults(ids: Any) -> dict[int, str]:
    """Return the rows whose ids no document can have, with the reasons. Ids that are not texts have no fault."""
    pa, compute = pyarrow("pyarrow"), pyarrow("pyarrow.compute")
    if str(ids.type) not in _TEXT_TYPES:
        return {}
    names = ids.cast(pa.large_binary())
    shortest = compute.min(compute.binary_length(names)).as_py()
    if shortest != 0 and not compute.any(compute.match_substring(names, "\0")).as_py() and _is_utf8(names):
        return {}
    faults = {}
    for row, name in enumerate(names.to_pylist()):
        reason = "" if name is None else id_fault(name.decode("utf-8", "surrogateescape"))
        if reason:
            faults[row] = reason
    return faults


def _is_utf8(names: Any) -> bool:
    """Return whether all texts of a binary array are valid UTF-8."""
    pa = pyarrow("pyarrow")
    try:
        names.cast(pa.large_utf8())
    except pa.ArrowInvalid:
        return False
    return True


# ---- CSV


def _csv(path: str, columns: Columns, problem: RowProblem) -> Iterator[Any]:
    csv.field_size_limit(1 << 62)
    # bytes that are not UTF-8 become lone surrogates, so that they fail in their own row
    with open(path, newline="", encoding="utf-8-sig", errors="surrogateescape") as stream:
        yield from _batches(_csv_rows(stream, columns, problem), columns)


def _csv_rows(stream: Iterable[str], columns: Columns, problem: RowProblem) -> Iterator[Row]:
    """Read the rows of CSV. A row whose fields do not fit the header is a problem; blank lines are ignored.

    >>> def report(place, reason, failed): print(place, reason)
    >>> list(_csv_rows(["id,text\\n", "1,a,b\\n", "2,c\\n"], Columns("text", "id", ""), report))
    line 2 has 3 fields, not 2 as the header
    [(None, None, '{}'), (b'c', '2', '{}')]
    """
    rows = csv.reader(stream, strict=True)
    header: list[str] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            if header is None:
                raise ArrowError(f"is not CSV: line {line}: {error}") from None
            problem(f"line {line}", f"is not CSV: {error}", True)
            yield NOTHING
            continue
        if row is None:
            return
        if not row:
            continue
        if header is None:
            header = row
            if not all(map(is_unicode, header)):
                raise ArrowError("is not CSV in UTF-8: the header has invalid bytes")
            check_columns(columns.every, header)
            continue
        made = _csv_row(row, header, columns)
        if isinstance(made, str):
            problem(f"line {line}", made, True)
        yield NOTHING if isinstance(made, str) else made


def _csv_row(row: list[str], header: list[str], columns: Columns) -> Row | str:
    """Return the row of these fields, or why it cannot be read."""
    if len(row) != len(header):
        return f"has {len(row)} {'field' if len(row) == 1 else 'fields'}, not {len(header)} as the header"
    text = row[header.index(columns.text)].encode("utf-8", "surrogateescape")
    kept = {name: row[header.index(name)] for name in columns.keep}
    for each, value in kept.items():
        if not is_unicode(value):
            return f"column {each!r}: is not valid UTF-8"
    metadata = as_metadata(kept.items())
    if columns.id is None:
        return text, None, metadata
    name = row[header.index(columns.id)]
    fault = id_fault(name)
    return f"column {columns.id!r}: {fault}" if fault else (text, name, metadata)


# ---- JSON lines


def _json(path: str, columns: Columns, problem: RowProblem) -> Iterator[Any]:
    with open(path, "rb") as stream:
        yield from _batches(_json_rows(stream, columns, problem), columns)


def _json_rows(stream: Iterable[bytes], columns: Columns, problem: RowProblem) -> Iterator[Row]:
    """Read the lines of JSON. A line that is not an object whose columns are texts is a problem; a missing text is
    reported as skipped; blank lines are ignored.

    >>> def report(place, reason, failed): print(place, reason)
    >>> lines = [b'{"text": "a"}\\n', b"\\n", b'{"text": 1}\\n', b"[]\\n", b'{"text": null}\\n']
    >>> list(_json_rows(lines, Columns("text", None, ""), report))
    line 3 column 'text': must be a string, not 1
    line 4 must be a JSON object
    line 5 skipped: the text is null
    [(b'a', None, '{}'), (None, None, '{}'), (None, None, '{}'), (None, None, '{}')]
    """
    is_first = True
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        pairs = _json_object(line, is_first=number == 1)
        if is_first and not isinstance(pairs, str):
            check_columns(columns.every, list(dict(pairs)))
            is_first = False
        made = pairs if isinstance(pairs, str) else _json_row(pairs, columns, is_escaped=b"\\u" in line)
        if isinstance(made, str):
            problem(f"line {number}", made, True)
        elif made[0] is None:
            problem(f"line {number}", NULL, False)
        yield NOTHING if isinstance(made, str) else made


class _Object(list[tuple[str, Any]]):
    """The keys and values of an object, in order: a key may stand there twice."""


_decode = json.JSONDecoder(object_pairs_hook=_Object).decode


def _json_object(line: bytes, is_first: bool) -> _Object | str:
    """Return the object in a line, or why it cannot be read. A byte order mark may begin the first line."""
    try:
        row = _decode(line.decode("utf-8-sig" if is_first else "utf-8"))
    except json.JSONDecodeError as error:
        return f"is not JSON: {error.msg} at column {error.colno}"
    except UnicodeDecodeError as error:
        return f"is not JSON in UTF-8: {error}"
    except (ValueError, RecursionError) as error:  # a number of too many digits; too many brackets
        return f"cannot be read as JSON: {error}"
    return row if isinstance(row, _Object) else "must be a JSON object"


def _json_row(pairs: _Object, columns: Columns, *, is_escaped: bool) -> Row | str:
    """Return the row of an object, or why it cannot be read. An id may be a whole number. `is_escaped`: whether
    the line has escapes, without which no key has a lone surrogate."""
    keys = [key for key, _ in pairs]
    if is_escaped and not all(map(is_unicode, keys)):
        return f"the key {next(key for key in keys if not is_unicode(key))!r:.60} is not valid Unicode"
    values = dict(pairs)
    for name in columns.names:
        value = values.get(name)
        if keys.count(name) > 1:
            return f"column {name!r}: the line has it {keys.count(name)} times"
        if value is not None and not isinstance(value, str) and (name == columns.text or type(value) is not int):
            return f"column {name!r}: must be a string, not {_shown(value)}"
    text = values.get(columns.text)
    id = None if columns.id is None else values.get(columns.id)
    fault = "" if id is None else id_fault(str(id))
    if fault:
        return f"column {columns.id!r}: {fault}"
    try:
        kept = as_metadata((name, _plain(values.get(name))) for name in columns.keep)
        if is_escaped and not is_unicode(json.dumps(json.loads(kept), ensure_ascii=False)):
            return "a kept column is not valid Unicode"
    except RecursionError:
        return "a kept column has too many lists within one another"
    # a lone surrogate becomes invalid UTF-8, which the chunker reports or replaces (the option `errors`)
    data = None if text is None else text.encode("utf-8", "surrogatepass")
    return data, None if id is None else str(id), kept


def _plain(value: Any) -> Any:
    """Return a value of JSON with dictionaries for its objects."""
    if isinstance(value, _Object):
        return {name: _plain(each) for name, each in value}
    return [_plain(each) for each in value] if isinstance(value, list) else value


def _shown(value: Any) -> str:
    """Return a value of JSON in a message."""
    try:
        return format(repr(dict(value) if isinstance(value, _Object) else value), ".40")
    except RecursionError:  # lists in lists
        return f"a nested {type(value).__name__}"


def _batches(rows: Iterable[Row], columns: Columns) -> Iterator[Any]:
    """Convert rows to record batches."""
    group: list[Row] = []
    size = 0
    for row in rows:
        group.append(row)
        size += 0 if row[0] is None else len(row[0])
        if size >= BATCH_BYTES or len(group) == BATCH_ROWS:
            yield _batch(group, columns)
            group, size = [], 0
    if group:
        yield _batch(group, columns)


def _batch(rows: list[Row], columns: Columns) -> Any:
    pa = pyarrow("pyarrow")
    types = (pa.large_binary(), pa.large_utf8(), pa.large_utf8())
    places = (*range(len(columns.names)), 2)
    arrays = [pa.array([row[place] for row in rows], types[place]) for place in places]
    return pa.record_batch(arrays, [*columns.names, METADATA])
