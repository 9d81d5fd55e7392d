"""Parquet files of chunks, from text files or from rows of tables."""

from __future__ import annotations

import contextlib
import json
import os
import re
import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.chunkers.streaming import with_content_ids
from shiplap.chunks.chunk_list import Skipped
from shiplap.chunks.columns import chunk_schema
from shiplap.errors import ArrowError, EmptyTextError, ShiplapError, StoreError, TextError, naming
from shiplap.ingestion.discovery import Problem
from shiplap.ingestion.log import event
from shiplap.ingestion.pruning import is_too_many
from shiplap.ingestion.report import OnProblem, Report, note, reason_of
from shiplap.ingestion.rows import METADATA, Columns, Rows, pyarrow, repeated
from shiplap.ingestion.sinks.output import TargetStream, output
from shiplap.ingestion.sinks.sink import Appending
from shiplap.ingestion.tables import is_table, row_problems, tables
from shiplap.printable import counted
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.discovery import File, Found
    from shiplap.ingestion.files import Survey
    from shiplap.ingestion.pipeline import Choose

#: A Parquet row group is written when its chunks reach this many bytes.
GROUP_BYTES = 32_000_000


class ParquetFile(Appending):
    """Writes chunks to a Parquet file, which appears whole when it is finished, or not at all.

    The columns are `shiplap.chunks.COLUMNS`, and `embedding` if the first chunks have embeddings. The file's
    metadata have `about` under "shiplap".
    """

    def __init__(self, path: str, about: dict[str, Any] | None = None) -> None:
        self._pa, self._parquet = pyarrow("pyarrow"), pyarrow("pyarrow.parquet")
        self.path: str = path
        schema = self._pa.schema(chunk_schema())
        if about is not None:
            schema = schema.with_metadata({"shiplap": json.dumps(about)})
        self.schema: Any = schema
        self._batches: list[Any] = []
        self._bytes = 0
        self._exit = contextlib.ExitStack()
        self._stream = self._exit.enter_context(output(path))
        self._writer: Any = None
        # a thread encodes row groups, one at a time, while the next one is cut
        self._thread = ThreadPoolExecutor(1, "shiplap parquet")
        self._written: Future[None] | None = None

    @staticmethod
    def prepare(chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Any:
        """Return the record batch of a document."""
        return chunks.to_arrow()

    def write(self, prepared: Any) -> None:
        """Append a record batch."""
        if self._writer is None:
            self._begin(prepared.schema)
        self._batches.append(prepared)
        self._bytes += prepared.nbytes
        if self._bytes >= GROUP_BYTES:
            self._flush()

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}",
    ) -> int:  # fmt: skip
        """Append the record batches of a document while it is read. They wait in a temporary file beside the
        target until all are there, since row groups already written cannot be removed."""
        count = 0
        is_device = os.path.exists(self.path) and not os.path.isfile(self.path)
        folder = None if is_device else os.path.dirname(os.path.realpath(self.path))
        with naming(self.path):
            file = tempfile.TemporaryFile(dir=folder)  # noqa: SIM115
        with file, contextlib.ExitStack() as exit:
            writer: Any = None
            for part in with_content_ids(parts):
                batch = part.to_arrow()
                if writer is None:
                    spool = TargetStream(file, self.path)
                    writer = exit.enter_context(self._pa.ipc.new_stream(spool, batch.schema))
                writer.write_batch(batch)
                count += len(part)
            exit.close()
            file.seek(0)
            for batch in self._pa.ipc.open_stream(file) if count else ():
                self.write(batch)
        return count

    def _begin(self, schema: Any) -> None:
        self.schema = schema.with_metadata(self.schema.metadata)
        coded = ["document_id", "kind", "source", "metadata"]
        self._writer = self._parquet.ParquetWriter(self._stream, self.schema, use_dictionary=coded)

    def _flush(self) -> None:
        self._settle()
        if self._batches:
            group = self._pa.Table.from_batches(self._batches, self.schema)
            self._written = self._thread.submit(self._writer.write_table, group, 1 << 26)
        self._batches, self._bytes = [], 0

    def _settle(self) -> None:
        written, self._written = self._written, None
        if written is not None:
            written.result()

    def finish(self, counts: dict[str, int] | None = None) -> None:
        """Write the remaining chunks and put the file in place. Its metadata have `counts` as "shiplap_counts"."""
        if self._writer is None:
            self._begin(self.schema)
        self._flush()
        self._settle()
        if counts is not None:
            self._writer.add_key_value_metadata({"shiplap_counts": json.dumps(counts)})
        self._writer.close()
        self._exit.close()

    def close(self) -> None:
        """Discard the file, unless it was finished."""
        self._thread.shutdown(wait=True)
        if self._writer is not None:
            with contextlib.suppress(OSError, ValueError, ShiplapError, self._pa.ArrowException):
                self._writer.close()  # otherwise it would close itself later, and write
        self._exit.__exit__(InterruptedError, InterruptedError(), None)


# ---- tables to Parquet


def convert(
    found: Found,
    choose: Choose,
    to: str,
    file: ParquetFile | None,
    *,
    text: str,
    id: str | None = None,
    keep: tuple[str, ...] = (),
    jobs: int = 1,
    dry_run: bool = False,
    shrinks: bool = False,
    on_problem: OnProblem,
    on_progress: Callable[[int], None],
) -> Report:
    """Cut the rows of tables into one Parquet file or, without `file`, into a folder with one file per table; with
    `dry_run` the files are not written.

    In a folder, the parts are named `part-0.parquet`, `part-1.parquet` and so on. A table keeps its part: if it
    was already cut in the same way, without a failure, and is unchanged, it is not cut again, so that a killed run
    resumes where it stopped. A table that has lost most of its rows fails and its part is kept, unless `shrinks`
    (`shiplap.ingestion.pruning`). Each thread takes a table, or groups of rows if there are fewer tables than
    threads.
    """
    count = sum(is_table(each) for each in found.files)
    side_by_side = file is None and count > 1
    threads = max(1, jobs // count) if side_by_side else jobs
    stopped = threading.Event()
    parts = _Parts(to) if file is None else None
    columns = Columns(text, id, found.names.prefix, keep)

    def work(task: tuple[File, str | None, _Part | None]) -> tuple[File, Report, list[Problem]]:
        table, path, before = task
        report, problems = Report(), list[Problem]()
        report_problem = problems.append if side_by_side else on_problem
        chunker, fingerprint = choose(table.document_id)
        try:
            about = {
                "document_id": table.document_id, "source": table.source, "text": text, "id": id,
                "keep": [*keep], "fingerprint": fingerprint, **_state(table.path),
            }  # fmt: skip
            if path is None:
                assert file is not None
                _cut(table, chunker, file, columns, threads, report, report_problem, stopped)
            elif before is not None and before.about == about and before.counts.get("failed") == 0:
                report.counts.unchanged += before.counts["documents"]
                report.counts.bytes += before.counts["bytes"]
                report.counts.skipped += before.counts["skipped"]
            else:
                if not dry_run:
                    with naming(to):
                        os.makedirs(to, exist_ok=True)
                with contextlib.closing(ParquetFile(os.devnull if dry_run else path, about)) as part:
                    _cut(table, chunker, part, columns, threads, report, report_problem, stopped)
                    if before is not None and not shrinks:
                        _check_loss(before.counts["documents"], report.counts.new, path)
                    counts = {name: getattr(report.counts, name) for name in ("bytes", "failed", "skipped")}
                    part.finish({"documents": report.counts.new, **counts})
                if before is not None:
                    report.counts.new, report.counts.changed = 0, report.counts.new
        except (StoreError, InterruptedError):
            raise  # of the target, or of another thread
        except Exception as error:
            if path is not None:
                report.counts.new = report.counts.chunks = 0  # the part is not written
            note(report, _problem(table, reason_of(error)), report_problem)
        return table, report, problems

    whole = Report()
    tasks = (
        (table, None, None) if parts is None else (table, *parts.of(table))
        for table in tables(found, on_problem, whole)
    )
    results = in_order(work, tasks, jobs if side_by_side else 1, stopped.set)
    try:
        for table, report, problems in results:
            whole.add(report)
            for problem in problems:
                on_problem(problem)
            documents = report.counts.new + report.counts.changed + report.counts.unchanged
            event("table", path=table.path, source=table.source, documents=documents, chunks=report.counts.chunks)
            on_progress(table.size)
    finally:
        results.close()
    return whole


class _Part(NamedTuple):
    """The metadata of a part: which table it was cut from and how, and what was counted."""

    about: dict[str, Any]
    counts: dict[str, int]


class _Parts:
    """The parts in a folder. A new table gets the lowest number that no file has."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        names = os.listdir(folder) if os.path.isdir(folder) else []
        self._taken = {name for name in names if _PART.fullmatch(name)}
        self._known: dict[str, tuple[str, _Part]] = {}
        for name in sorted(self._taken):
            part = _read_part(os.path.join(folder, name))
            if part is not None:
                self._known[str(part.about.get("document_id"))] = os.path.join(folder, name), part
        self._next = 0

    def of(self, table: File) -> tuple[str, _Part | None]:
        """Return the path of a table's part, and the part if it exists."""
        known = self._known.get(table.document_id)
        if known is not None:
            return known
        while (name := f"part-{self._next}.parquet") in self._taken:
            self._next += 1
        self._taken.add(name)
        return os.path.join(self._folder, name), None


_PART = re.compile(r"part-\d+\.parquet")


def _state(path: str) -> dict[str, int]:
    status = os.stat(path)
    return {"size": status.st_size, "modified": status.st_mtime_ns}


def _read_part(path: str) -> _Part | None:
    """Read the metadata of a part, or None if shiplap did not write it."""
    try:
        with open(path, "rb") as stream, pyarrow("pyarrow.parquet").ParquetFile(stream) as file:
            metadata = file.metadata.metadata or {}
            about, counts = (json.loads(metadata[name]) for name in (b"shiplap", b"shiplap_counts"))
    except (OSError, ValueError, KeyError, pyarrow("pyarrow").ArrowException):
        return None
    return _Part(about, counts) if isinstance(about, dict) and isinstance(counts, dict) else None


def _check_loss(before: int, now: int, path: str) -> None:
    """Raise ArrowError if a part would lose too many documents of those that it had before."""
    if is_too_many(before - now, before):
        rule = f"has {counted(now, 'document')}, and {path} has {before}, which is kept; --prune=all replaces it"
        raise ArrowError(rule)


def _problem(table: File, reason: str, document_id: str | None = None, *, failed: bool = True) -> Problem:
    path = table.path if document_id is None else f"{table.path}: {document_id}"
    return Problem(path, document_id or table.document_id, reason, failed)


def _cut(
    table: File, chunker: Any, file: ParquetFile, columns: Columns, jobs: int, report: Report,
    on_problem: OnProblem, stopped: threading.Event,
) -> None:  # fmt: skip
    from shiplap import arrow

    failed = 0

    def skipped(skipped: Skipped) -> None:
        nonlocal failed
        failed += 1
        error, name = skipped.error, skipped.document_id or f"row {skipped.row}"
        problem = _problem(table, reason_of(error), name, failed=not isinstance(error, EmptyTextError))
        note(report, problem, on_problem)

    pa = pyarrow("pyarrow")
    with Rows(table, columns, row_problems(table, report, on_problem)) as rows:
        if rows.is_empty:
            return
        reader = rows.reader
        if chunker.errors == "surrogatepass":
            reader = pa.RecordBatchReader.from_batches(reader.schema, _without_surrogates(reader, skipped))
        names = [name for name in arrow.COLUMNS if name != "provenance"]
        found = arrow.chunk(
            reader, chunker, columns=names, keep_columns=[METADATA], threads=jobs, on_error=skipped
        )
        source = table.source
        try:
            for batch in found:
                if stopped.is_set():
                    raise InterruptedError
                made = pa.record_batch(batch)
                *own, metadata = made.columns
                added = [repeated(source, len(made)), metadata, pa.nulls(len(made), pa.large_utf8())]
                _write(file, pa.RecordBatch.from_arrays([*own, *added], schema=file.schema))
                report.counts.chunks += len(batch)
        except ArrowError as error:
            raise ArrowError(error.reason) from None
        report.counts.new += rows.documents - failed
        report.counts.bytes += rows.bytes


def _without_surrogates(batches: Any, skipped: Callable[[Skipped], None]) -> Iterator[Any]:
    """Report the rows whose texts have lone surrogates, which Arrow cannot store; their texts become null."""
    pa = pyarrow("pyarrow")
    for batch in batches:
        ids, texts = batch["id"], batch["text"].cast(pa.large_binary()).to_pylist()
        for row, text in enumerate(texts):
            try:
                (b"" if text is None else text).decode()
            except UnicodeDecodeError as error:
                reason = TextError(error.start, "bytes", "not valid UTF-8, which Arrow requires,")
                skipped(Skipped(row, str(ids[row]), reason))
                texts[row] = None
        kept = pa.array(texts, pa.large_binary()).cast(batch["text"].type)
        yield pa.record_batch([ids, kept, batch[METADATA]], ["id", "text", METADATA])


def _write(file: ParquetFile, batch: Any) -> None:
    """Append a record batch. Any error is a StoreError, so that it is not taken for an error of the table."""
    try:
        file.write(batch)
    except (OSError, ValueError, MemoryError) as error:
        raise StoreError(file.path, f"cannot be written: {error or type(error).__name__}") from error
