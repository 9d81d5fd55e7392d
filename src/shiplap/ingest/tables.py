"""Rows as documents: a text column of Parquet, Arrow, CSV and JSON-lines files, cut batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunk_list import Skipped
from shiplap.errors import EmptyTextError, OptionError, ShiplapError
from shiplap.ids import content_hash
from shiplap.ingest.discovery import File, Found, Problem
from shiplap.ingest.files import Survey
from shiplap.ingest.pipeline import Choose, Document, Policy, compare, outcome_of, rows, write
from shiplap.ingest.report import OnProblem, Report, blank_reason, note, reason_of
from shiplap.ingest.rows import SUFFIXES, Columns, RowProblem, Rows, pyarrow
from shiplap.ingest.sinks.sink import NOTHING, UNKNOWN, Sink, Written

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks


def is_table(file: File) -> bool:
    """Whether the file's name has the suffix of a table."""
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
            reason = f"not a table: the suffix is none of {', '.join(SUFFIXES)}"
            note(report, Problem(file.path, file.document_id, reason, file.named), on_problem)


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink[Written],
    *,
    text: str,
    id: str | None = None,
    jobs: int = 1,
    replace: bool = False,
    update: bool = False,
    remove: Callable[[str], bool] | None = None,
    on_problem: OnProblem = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the rows of the found files, each row a document, and write them to the sink, in order.

    Like `shiplap.ingest.ingest`, for rows: unchanged documents are skipped, and an error in one row or one file is
    reported without ending the run. A row with a duplicate id fails.
    """
    report, seen = Report(updates=update), set[str]()
    policy = Policy(found.names, replace, update=update)
    columns = Columns(text, id, found.names.prefix)
    for file in tables(found, on_problem, report):
        for batch in _batches(file, columns, report, on_problem):
            changed: list[Document[Written]] = []
            for document in _documents(batch, file, choose, sink, policy, seen):
                if document.is_written:
                    changed.append(document)
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
) -> Iterator[Document[Written]]:
    """Yield the documents of the rows of a batch, compared with the stored ones. `seen`: the ids so far."""
    chunker, fingerprint = choose(file.document_id)
    # as bytes: a text may be invalid UTF-8, which is an error of its row alone
    texts = batch["text"].cast(pyarrow("pyarrow").large_binary()).to_pylist()
    for id, data in zip(batch["id"].to_pylist(), texts, strict=True):
        if data is None:
            continue
        name = str(id)
        row = File(f"{file.path}: {name}", name, len(data), file.source, file.named)
        fault = "the document id is null" if id is None else "duplicate document id" if name in seen else ""
        if fault:
            yield Document(row, chunker, fingerprint, UNKNOWN, 0, "failed", fault)
            continue
        seen.add(name)
        facts = Survey(content_hash(data), len(data), 0)
        document: Document[Written] = Document(
            row, chunker, fingerprint, sink.version(name), len(data), data=data, seen=facts
        )
        with outcome_of(document):
            compare(document, policy)
        yield document


def _prepare(
    documents: list[Document[Written]], sink: Sink[Written], policy: Policy, jobs: int
) -> Iterator[Document[Written]]:
    """Take the new and changed documents of a batch to rows; yield first those that cannot be cut."""
    cut, skipped = _cut(documents, jobs)
    for each in skipped:
        document = documents[each.row]
        if isinstance(each.error, EmptyTextError):
            document.stop("blank", blank_reason(each.error))
        else:
            document.stop("failed", reason_of(each.error))
        yield document
    for document, chunks in zip(documents, cut, strict=True):
        if not document.is_written:
            continue
        with outcome_of(document):
            name, before, cut_by = document.file.document_id, *document.version[:2]
            stored = sink.stored(name) if policy.update and before is not None else NOTHING
            if stored.chunks and cut_by == document.fingerprint:
                chunks = document.chunker.update(
                    stored.chunks, document.data, document_id=name, decided=stored.decided
                ).chunks
            document.whole = chunks.replace(source=document.file.source)
            rows(document, sink, stored)
        yield document


def _cut(documents: list[Document[Any]], jobs: int) -> tuple[Sequence[Chunks], list[Skipped]]:
    """Cut documents that have one chunker; return the chunks of each, and the texts that failed."""
    if not documents:
        return [], []
    chunker = documents[0].chunker
    datas = [document.data for document in documents]
    names = [document.file.document_id for document in documents]
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
