"""Rows as documents: a text column of Parquet, Arrow, CSV and JSON-lines files, cut batch by batch."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunk_list import Skipped
from shiplap.errors import OptionError, ShiplapError
from shiplap.ids import content_hash
from shiplap.ingestion.discovery import File, Found, Problem
from shiplap.ingestion.files import Survey
from shiplap.ingestion.job import Job, Policy
from shiplap.ingestion.pipeline import Choose, Refused, compare, rows, stop, write
from shiplap.ingestion.report import OnProblem, Report, note, reason_of
from shiplap.ingestion.rows import METADATA, SUFFIXES, Columns, RowProblem, Rows, pyarrow
from shiplap.ingestion.sinks.sink import NOTHING, UNKNOWN, Sink, Written

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks


def is_table(file: File) -> bool:
    """Return whether the file's name has the suffix of a table."""
    return file.path.lower().endswith(SUFFIXES)


def tables(found: Found, on_problem: OnProblem, report: Report) -> Iterator[File]:
    """Yield the files that are tables by name; other files are reported as skipped, or failed if the user named
    them."""
    for problem in found.problems:
        note(report, problem, on_problem)
    for file in found.files:
        if is_table(file):
            yield file
        else:
            reason = f"not a table: the suffix is not one of {', '.join(SUFFIXES)}"
            note(report, Problem(file.path, file.document_id, reason, file.named), on_problem)


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink[Written],
    *,
    text: str,
    id: str | None = None,
    keep: tuple[str, ...] = (),
    jobs: int = 1,
    replace: bool = False,
    update: bool = False,
    remove: Callable[[str], bool] | None = None,
    on_problem: OnProblem = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the rows of the found files, each row a document, and write them to the sink, in order.

    Like `pipeline.ingest`, for rows: unchanged documents are skipped, and an error in one row or one file is
    reported without ending the run. A row with a duplicate id fails.
    """
    report, seen = Report(updates=update), set[str]()
    policy = Policy(found.names, replace, update=update)
    columns = Columns(text, id, found.names.prefix, keep)
    for file in tables(found, on_problem, report):
        for batch in _batches(file, columns, report, on_problem):
            changed: list[tuple[Job[Written], bytes]] = []
            for document, data in _documents(batch, file, choose, sink, policy, seen):
                if document.is_written:
                    changed.append((document, data))
                else:
                    write(document, sink, report, remove or sink.remove, on_problem)
            for document in _prepare(changed, sink, policy, jobs):
                write(document, sink, report, remove or sink.remove, on_problem)
        on_progress(file.size)
    return report


def _batches(file: File, columns: Columns, report: Report, on_problem: OnProblem) -> Iterator[Any]:
    """Read the batches of a table; report an error of the table. Errors of the sink are not caught here."""
    try:
        with Rows(file, columns, row_problems(file, report, on_problem)) as rows:
            yield from () if rows.is_empty else rows.reader
    except (OSError, ShiplapError, pyarrow("pyarrow").ArrowException) as error:
        note(report, Problem(file.path, file.document_id, reason_of(error)), on_problem)


def row_problems(file: File, report: Report, on_problem: OnProblem) -> RowProblem:
    """Return a callback that counts and reports the rows of a table that have no document."""

    def problem(place: str, reason: str, failed: bool) -> None:
        note(report, Problem(f"{file.path}, {place}", file.document_id, reason, failed), on_problem)

    return problem


def _documents(
    batch: Any, file: File, choose: Choose, sink: Sink[Written], policy: Policy, seen: set[str]
) -> Iterator[tuple[Job[Written], bytes]]:
    """Yield the rows of a batch as documents that are compared with the stored ones, and their texts. `seen`: the
    ids so far."""
    chunker, fingerprint = choose(file.document_id)
    # as bytes: a text may be invalid UTF-8, which is an error of its row alone
    texts = batch["text"].cast(pyarrow("pyarrow").large_binary()).to_pylist()
    rows = zip(batch["id"].to_pylist(), texts, batch[METADATA].to_pylist(), strict=True)
    for id, data, metadata in rows:
        if data is None:
            continue
        name = str(id)
        row = File(f"{file.path}: {name}", name, len(data), file.source, file.named)
        fault = "the document id is null" if id is None else "duplicate document id" if name in seen else ""
        if fault:
            yield Job(row, chunker, fingerprint, UNKNOWN, 0, "failed", fault), data
            continue
        seen.add(name)
        document: Job[Written] = Job(row, chunker, fingerprint, sink.version(name), len(data))
        document.metadata = json.loads(metadata) or None
        hash = content_hash(data if document.metadata is None else data + metadata.encode())
        document.seen = Survey(hash, len(data), 0)
        try:
            compare(document, policy)
        except Refused as refused:
            stop(document, refused)
        yield document, data


def _prepare(
    changed: list[tuple[Job[Written], bytes]], sink: Sink[Written], policy: Policy, jobs: int
) -> Iterator[Job[Written]]:
    """Take the new and changed documents of a batch to rows; yield first those that cannot be cut."""
    cut, skipped = _cut(changed, jobs)
    for each in skipped:
        document = changed[each.row][0]
        stop(document, each.error)
        document.reason = reason_of(each.error)  # without "not UTF-8", since the text is not a file
        yield document
    for (document, data), chunks in zip(changed, cut, strict=True):
        if not document.is_written:
            continue
        name, before, cut_by = document.file.document_id, *document.version[:2]
        try:
            stored = sink.stored(name) if policy.update and before is not None else NOTHING
            if stored.chunks and cut_by == document.fingerprint:
                update = document.chunker.update(stored.chunks, data, document_id=name, decided=stored.decided)
                chunks = update.chunks
            named = chunks.replace(source=document.file.source, metadata=document.metadata)
            rows(document, data, named, sink.prepare, stored)
        except Exception as error:
            stop(document, error)
        yield document


def _cut(changed: list[tuple[Job[Written], bytes]], jobs: int) -> tuple[Sequence[Chunks], list[Skipped]]:
    """Cut documents that have one chunker; return the chunks of each, and the texts that failed."""
    if not changed:
        return [], []
    chunker, datas = changed[0][0].chunker, [data for _, data in changed]
    names = [document.file.document_id for document, _ in changed]
    try:
        cut = chunker.chunk_batch(datas, document_ids=names, threads=jobs, on_error="skip")
        return cut, cut.skipped
    except Exception:  # a function of the user (boundaries, a tokenizer) failed in one of the texts
        chunks, skipped = [], list[Skipped]()
    empty = chunker.chunk_batch([None])[0]
    for row, (data, name) in enumerate(zip(datas, names, strict=True)):
        try:
            chunks.append(chunker.chunk(data, document_id=name))
        except Exception as error:
            skipped.append(Skipped(row, name, error))
            chunks.append(empty)
    return chunks, skipped


def check(text: str | None, id: str | None, keep: tuple[str, ...]) -> None:
    """Check that the options are consistent. Raises OptionError."""
    if text is None and id is not None:
        raise OptionError("id_column", id, "requires --text-column")
    if text is None and keep:
        raise OptionError("keep_columns", ", ".join(keep), "requires --text-column")
    for name in keep:
        if name == text:
            raise OptionError("keep_columns", name, "is the column of the texts, which the chunks have")
