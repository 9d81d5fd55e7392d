"""Rows as documents: a text column of Parquet, Arrow, CSV and JSON-lines files, cut batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace as with_fields
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunk_list import Skipped
from shiplap.errors import EmptyTextError, OptionError, ShiplapError
from shiplap.ids import content_hash
from shiplap.ingest.discovery import File, Found, Problem
from shiplap.ingest.pipeline import (
    Choose,
    Policy,
    Report,
    Sink,
    Version,
    blank_reason,
    count_new,
    log_document,
    note,
    reason_of,
)
from shiplap.ingest.rows import SUFFIXES, Columns, RowProblem, Rows, pyarrow

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunks


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
    remove: Callable[[str], bool] | None = None,
    on_problem: Callable[[Problem], None] = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the rows of the found files, each row a document, and write them to the sink, in order.

    Like `shiplap.ingest.ingest`, for rows: unchanged documents are skipped, and an error in one row or one file is
    reported without ending the run. A row with a duplicate id fails.
    """
    report, seen = Report(updates=update), set[str]()
    policy = Policy(found.names, replace, update=update)
    columns = Columns(text, id, found.names.prefix)
    remove = sink.remove if remove is None else remove
    for file in tables(found, on_problem, report):
        for batch in _batches(file, columns, report, on_problem):
            _write(batch, file, choose, sink, jobs, policy, seen, report, remove, on_problem)
        on_progress(file.size)
    return report


def _batches(file: File, columns: Columns, report: Report, on_problem: Callable[[Problem], None]) -> Iterator[Any]:
    """Read the batches of a table; report an error of the table. Errors of the sink are not caught here."""
    try:
        with Rows(file, columns, row_problems(file, report, on_problem)) as rows:
            yield from () if rows.is_empty else rows.reader
    except (OSError, ShiplapError, pyarrow("pyarrow").ArrowException) as error:
        note(report, Problem(file.path, file.document_id, reason_of(error)), on_problem)


def row_problems(file: File, report: Report, on_problem: Callable[[Problem], None]) -> RowProblem:
    """Return a callback that counts and reports the rows of a table that have no document."""

    def problem(place: str, reason: str, failed: bool) -> None:
        note(report, Problem(f"{file.path}, {place}", file.document_id, reason, failed), on_problem)

    return problem


def _write(
    batch: Any, file: File, choose: Choose, sink: Sink, jobs: int, policy: Policy, seen: set[str],
    report: Report, remove: Callable[[str], bool], on_problem: Callable[[Problem], None],
) -> None:  # fmt: skip
    """Cut and write the new and changed rows of a batch."""
    chunker, fingerprint = choose(file.document_id)
    source = file.source
    names: list[str] = []
    datas: list[bytes] = []
    known: list[tuple[str, Version]] = []  # the new hash of each document, and what is stored

    def fail(name: str, reason: str) -> None:
        note(report, Problem(f"{file.path}: {name}", name, reason), on_problem)

    # as bytes: a text may be invalid UTF-8, which is an error of its row alone
    texts = batch["text"].cast(pyarrow("pyarrow").large_binary()).to_pylist()
    for name, data in zip(batch["id"].to_pylist(), texts, strict=True):
        if data is None:
            continue
        if name is None or str(name) in seen:
            fail(str(name), "the document id is null" if name is None else "duplicate document id")
            continue
        name = str(name)
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

    cut, skipped = _cut(chunker, datas, names, jobs)
    for each in skipped:
        name = names[each.row]
        if not isinstance(each.error, EmptyTextError):
            fail(name, reason_of(each.error))
            continue
        reason = blank_reason(each.error)
        note(report, Problem(f"{file.path}: {name}", name, reason, failed=False), on_problem)
        if known[each.row][1][0] is not None:
            report.removed += remove(name)

    failed = {each.row for each in skipped}
    strict = chunker.errors == "strict"
    for row, (chunks, data, (hash, (before, cut_by, _))) in enumerate(zip(cut, datas, known, strict=True)):
        if row in failed:
            continue
        try:
            stored = sink.stored(names[row]) if policy.update and before is not None else ()
            if stored and cut_by == fingerprint:
                decided = sink.decided(names[row])
                chunks = chunker.update(stored, data, document_id=names[row], decided=decided).chunks
            chunks = chunks.replace(source=source)
            prepared = sink.prepare(chunks, data if strict else None, hash, fingerprint)
        except Exception as error:
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


def _cut(
    chunker: Chunker, datas: list[bytes], names: list[str], jobs: int
) -> tuple[Sequence[Chunks], list[Skipped]]:
    """Cut the texts; return the chunks of each, and the texts that failed."""
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


def check(text: str | None, id: str | None) -> None:
    """Check that the options are consistent. Raises OptionError."""
    if text is None and id is not None:
        raise OptionError("id_column", id, "requires --text-column")
