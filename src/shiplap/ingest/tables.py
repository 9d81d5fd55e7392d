"""Rows as documents: a text column of Parquet, Arrow, CSV and JSON-lines files, read batch by batch.

Needs pyarrow (extra `arrow`). Files are read, never mapped.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace as with_fields
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.chunks.chunk_list import Skipped
from shiplap.errors import ArrowError, EmptyTextError, OptionError, ShiplapError
from shiplap.ids import content_hash
from shiplap.ingest.discovery import File, Found, Problem
from shiplap.ingest.files import BINARY_TABLES
from shiplap.ingest.pipeline import Choose, Policy, Report, Sink, Version, blank_reason, log_document, note
from shiplap.ingest.updating import count_new, rebuilt
from shiplap.threads import ahead

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Most rows in a batch, and the approximate limit of its text in bytes.
BATCH_ROWS = 8192
BATCH_BYTES = 8_000_000

#: The values of a row by column.
Row = dict[str, str | None]

#: A callback for a row that cannot be read: its place in the file, and the reason.
RowProblem = Callable[[str, str], None]

#: Suffixes of tables in text form, and of all tables.
TEXT_TABLES = (".csv", ".jsonl", ".ndjson")
SUFFIXES = (*BINARY_TABLES, *TEXT_TABLES)


def pyarrow(what: str) -> Any:
    """Import a module of pyarrow; raise an ImportError that names the extra if it is missing."""
    import importlib

    try:
        return importlib.import_module(what)
    except ImportError:
        raise ImportError("tables need pyarrow: pip install 'shiplap[arrow]'") from None


class Columns(NamedTuple):
    """The names of the columns `text` and `id`, and the prefix added before each id. Without `id`, rows are named
    `{document_id}#{row}`."""

    text: str
    id: str | None
    prefix: str


class Rows:
    """The rows of a file; `reader` is a pyarrow.RecordBatchReader with the columns `id` and `text`.

    columns: which columns of the file these are.
    problem: callback for each row that cannot be read, with its place in the file and the reason; the other rows
        are read.
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
            names = [name for name in (columns.text, columns.id) if name is not None]
            batches = self._named(open_rows(file.path, names, problem))
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
                names = pa.array([f"{name}#{self._row + k}" for k in range(len(texts))], pa.large_utf8())
            else:
                names = _prefixed(_column(batch, self._columns.id), self._columns.prefix)
            self._row += len(texts)
            self.documents += len(texts) - texts.null_count
            self.bytes += pyarrow("pyarrow.compute").sum(_lengths(texts)).as_py() or 0
            yield pa.record_batch([names, texts], ["id", "text"])


def _prefixed(names: Any, prefix: str) -> Any:
    """Add a prefix to each id that is not null."""
    if not prefix:
        return names
    pa = pyarrow("pyarrow")
    if pa.types.is_dictionary(names.type):
        names = names.cast(names.type.value_type)
    parts = (pa.scalar(prefix, pa.large_utf8()), names.cast(pa.large_utf8()), pa.scalar("", pa.large_utf8()))
    return pyarrow("pyarrow.compute").binary_join_element_wise(*parts)


def _lengths(texts: Any) -> Any:
    """Return the length of each text in bytes."""
    pa = pyarrow("pyarrow")
    if pa.types.is_dictionary(texts.type):
        texts = texts.cast(texts.type.value_type)
    if not pa.types.is_large_string(texts.type):
        texts = texts.cast(pa.large_binary())
    return pyarrow("pyarrow.compute").binary_length(texts)


def _chain(first: Any, rest: Iterator[Any]) -> Generator[Any, None, None]:
    yield first
    yield from rest


def _column(batch: Any, name: str) -> Any:
    check_columns([name], batch.schema.names)
    return batch.column(batch.schema.names.index(name))


def check_columns(names: list[str], known: list[str]) -> None:
    """Raise ArrowError unless the table has each column once."""
    for name in names:
        if known.count(name) != 1:
            what = "no such column" if name not in known else "more than one such column"
            raise ArrowError(f"{what}; the columns are {', '.join(map(repr, known)) or 'none'}", name)


def _parquet(path: str, names: list[str], problem: RowProblem) -> Iterator[Any]:
    with open(path, "rb") as stream, pyarrow("pyarrow.parquet").ParquetFile(stream) as file:
        check_columns(names, file.schema_arrow.names)
        meta = file.metadata
        size = sum(meta.row_group(k).total_byte_size for k in range(meta.num_row_groups))
        rows = max(1, min(BATCH_ROWS, BATCH_BYTES * meta.num_rows // max(size, 1)))
        yield from ahead(file.iter_batches(batch_size=rows, columns=names))


def _ipc(path: str, names: list[str], problem: RowProblem) -> Iterator[Any]:
    pa = pyarrow("pyarrow")
    with pa.OSFile(path) as stream:
        try:
            file = pa.ipc.open_file(stream)
        except pa.ArrowInvalid:
            stream.seek(0)
            batches = pa.ipc.open_stream(stream)
            check_columns(names, batches.schema.names)
            yield from batches
            return
        check_columns(names, file.schema.names)
        for k in range(file.num_record_batches):
            yield file.get_batch(k)


def _csv(path: str, names: list[str], problem: RowProblem) -> Iterator[Any]:
    csv.field_size_limit(1 << 62)
    with open(path, newline="", encoding="utf-8-sig") as stream:
        try:
            yield from _batches(_csv_rows(stream, names, problem), names)
        except UnicodeDecodeError as error:
            raise ArrowError(f"is not CSV in UTF-8: {error}") from None


def _csv_rows(stream: Iterable[str], names: list[str], problem: RowProblem) -> Iterator[Row]:
    """Read the rows of CSV as mappings. A row whose fields do not fit the header is a problem, and its values are
    None, so that rows keep their numbers; blank lines are ignored.

    >>> def report(place, reason): print(place, reason)
    >>> [row["text"] for row in _csv_rows(["id,text\\n", "1,a,b\\n", "2,c\\n"], ["text"], report)]
    line 2 has 3 fields, not 2 as the header
    [None, 'c']
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
            problem(f"line {line}", f"is not CSV: {error}")
            yield dict.fromkeys(names)
            continue
        if row is None:
            return
        if not row:
            continue
        if header is None:
            header = row
            check_columns(names, header)
        elif len(row) != len(header):
            fields = "field" if len(row) == 1 else "fields"
            problem(f"line {line}", f"has {len(row)} {fields}, not {len(header)} as the header")
            yield dict.fromkeys(names)
        else:
            yield dict(zip(header, row, strict=True))


def _json(path: str, names: list[str], problem: RowProblem) -> Iterator[Any]:
    with open(path, "rb") as stream:
        yield from _batches(_json_rows(stream, names, problem), names)


def _json_rows(stream: Iterable[bytes], names: list[str], problem: RowProblem) -> Iterator[Row]:
    """Read the lines of JSON as mappings of the columns to strings; a missing value is None. A line that is not an
    object with such values is a problem, and its values are None; blank lines are ignored.

    >>> def report(place, reason): print(place, reason)
    >>> lines = [b'{"text": "a"}\\n', b"\\n", b'{"text": 1}\\n', b"[]\\n"]
    >>> list(_json_rows(lines, ["text"], report))
    line 3 column 'text': must be a string, not 1
    line 4 must be a JSON object
    [{'text': 'a'}, {'text': None}, {'text': None}]
    """
    is_first = True
    for number, line in enumerate(stream, 1):
        if not line.strip():
            continue
        row = _json_object(line, is_first=number == 1)
        if isinstance(row, str):
            problem(f"line {number}", row)
            yield dict.fromkeys(names)
            continue
        if is_first:
            check_columns(names, list(row))
            is_first = False
        wrong = next((name for place, name in enumerate(names) if not _is_value(row.get(name), place > 0)), None)
        if wrong is None:
            yield {name: None if row.get(name) is None else str(row[name]) for name in names}
        else:
            problem(f"line {number}", f"column {wrong!r}: must be a string, not {row[wrong]!r:.40}")
            yield dict.fromkeys(names)


def _json_object(line: bytes, is_first: bool) -> dict[str, Any] | str:
    """Return the object in a line, or why there is none; before the first line, a byte order mark is skipped."""
    try:
        row = json.loads(line.decode("utf-8-sig" if is_first else "utf-8"))
    except json.JSONDecodeError as error:
        return f"is not JSON: {error.msg} at column {error.colno}"
    except (ValueError, RecursionError) as error:
        return f"is not JSON in UTF-8: {error}"
    return row if isinstance(row, dict) else "must be a JSON object"


def _is_value(value: Any, is_id: bool) -> bool:
    """Whether a value of JSON is text, or missing; an id may be a whole number."""
    return value is None or isinstance(value, str) or (is_id and type(value) is int)


def _batches(rows: Iterable[Row], names: list[str]) -> Iterator[Any]:
    """Convert rows of strings to record batches; a missing value is null."""
    pa = pyarrow("pyarrow")
    values: list[list[str | None]] = [[] for _ in names]
    size = 0
    for row in rows:
        for place, name in enumerate(names):
            value = row[name]
            values[place].append(value)
            size += 0 if value is None else len(value)
        if size >= BATCH_BYTES or len(values[0]) == BATCH_ROWS:
            yield pa.record_batch([pa.array(column, pa.large_utf8()) for column in values], names)
            values, size = [[] for _ in names], 0
    if values[0]:
        yield pa.record_batch([pa.array(column, pa.large_utf8()) for column in values], names)


# ---- ingestion


def is_table(file: File) -> bool:
    """Whether the file's name has the suffix of a table."""
    return file.path.lower().endswith(SUFFIXES)


def tables(found: Found, on_problem: Callable[[Problem], None], report: Report) -> Iterator[File]:
    """Yield the files that are tables by name; other files are reported as skipped, or failed if the user named
    them."""
    for problem in found.problems:
        note(report, problem, on_problem)
    for file in found.files:
        if is_table(file):
            yield file
        else:
            reason = f"not a table: the suffix is none of {', '.join(SUFFIXES)}"
            note(report, Problem(file.path, file.document_id, reason, file.named), on_problem)


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink,
    *,
    text: str,
    id: str | None = None,
    jobs: int = 1,
    replace: bool = False,
    update: bool = False,
    on_problem: Callable[[Problem], None] = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the rows of the found files, each row a document, and write them to the sink, in order.

    Like `shiplap.ingest.ingest`, for rows: unchanged documents are skipped, and an error in one row or one file is
    reported without ending the run. A row with a duplicate id fails.
    """
    report, seen = Report(updates=update), set[str]()
    policy = Policy(found.names, replace, update=update)
    for file in tables(found, on_problem, report):
        try:
            with Rows(file, Columns(text, id, found.names.prefix), row_problems(file, report, on_problem)) as rows:
                for batch in () if rows.is_empty else rows.reader:
                    _write(batch, file, choose, sink, jobs, policy, seen, report, on_problem)
        except (OSError, ShiplapError, pyarrow("pyarrow").ArrowException) as error:
            note(report, Problem(file.path, file.document_id, reason_of(error)), on_problem)
        on_progress(file.size)
    return report


def row_problems(file: File, report: Report, on_problem: Callable[[Problem], None]) -> RowProblem:
    """Return a callback that counts and reports rows of a table that cannot be read."""

    def problem(place: str, reason: str) -> None:
        note(report, Problem(f"{file.path}, {place}", file.document_id, reason), on_problem)

    return problem


def reason_of(error: Exception) -> str:
    """Describe an error in one line."""
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    return (str(error).splitlines() or [type(error).__name__])[0]


def _write(
    batch: Any, file: File, choose: Choose, sink: Sink, jobs: int, policy: Policy, seen: set[str],
    report: Report, on_problem: Callable[[Problem], None],
) -> None:  # fmt: skip
    """Cut and write the new and changed rows of a batch."""
    chunker, fingerprint = choose(file.document_id)
    source = file.source
    names: list[str] = []
    datas: list[bytes] = []
    known: list[tuple[str, Version]] = []  # the new hash of each document, and what is stored

    def fail(name: str, reason: str) -> None:
        note(report, Problem(f"{file.path}: {name}", name, reason), on_problem)

    for name, text in zip(batch["id"].to_pylist(), batch["text"].to_pylist(), strict=True):
        if text is None:
            continue
        if name is None or str(name) in seen:
            fail(str(name), "the document id is null" if name is None else "duplicate document id")
            continue
        name, data = str(name), text if isinstance(text, bytes) else text.encode()
        seen.add(name)
        report.bytes += len(data)
        hash, version = content_hash(data), sink.version(name)
        if version[:2] == (hash, fingerprint):
            report.unchanged += 1
            log_document("unchanged", name, source, len(data), 0)
            if version[2] != source:
                sink.move(name, source)
            continue
        conflict = policy.conflict(with_fields(file, document_id=name), hash, version)
        if conflict:
            fail(name, conflict)
            continue
        names.append(name)
        datas.append(data)
        known.append((hash, version))

    def skipped(skipped: Skipped) -> None:
        failed.add(skipped.row)
        if not isinstance(skipped.error, EmptyTextError):
            fail(names[skipped.row], reason_of(skipped.error))
            return
        name = names[skipped.row]
        note(report, Problem(f"{file.path}: {name}", name, blank_reason(skipped.error), failed=False), on_problem)
        if known[skipped.row][1][0] is not None:
            report.removed += sink.remove(name)

    failed: set[int] = set()
    cut = chunker.chunk_batch(datas, document_ids=names, threads=jobs, on_error=skipped)
    strict = chunker.errors == "strict"
    for row, (chunks, data, (hash, (before, cut_by, _))) in enumerate(zip(cut, datas, known, strict=True)):
        if row in failed:
            continue
        stored = sink.stored(names[row]) if policy.update and before is not None else ()
        if stored and cut_by == fingerprint:
            chunks = chunker.update(rebuilt(stored, chunks.text), data, document_id=names[row]).chunks
        chunks = chunks.replace(source=source)
        try:
            prepared = sink.prepare(chunks, data if strict else None, hash, fingerprint)
        except ShiplapError as error:
            fail(names[row], reason_of(error))
            continue
        sink.write(prepared)
        report.chunks += len(chunks)
        report.new_chunks += count_new(chunks, stored) if stored else len(chunks)
        log_document("new" if before is None else "changed", names[row], source, len(data), len(chunks))
        if before is None:
            report.new += 1
        else:
            report.changed += 1


def check(text: str | None, id: str | None) -> None:
    """Check that the options are consistent. Raises OptionError."""
    if text is None and id is not None:
        raise OptionError("id_column", id, "requires --text-column")
