"""The pipeline from files to a sink: files are read, cut and written in order.

    found ──► read ──► compare ──► cut ──► rows ──► sink, report
              └── here, or in `jobs` threads ──┘    here, in file order

Each step takes what the step before returned. One bad file is a line in the report,
never the end of the run. Threads take batches of files, and the queue of results is bounded. In a run of many
bytes each thread but the caller's leaves its batches to a process (`shiplap.ingestion.workers`).
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.file_content import chunk_file, stream_file
from shiplap.document import Document
from shiplap.errors import EmptyTextError, StoreError, TextError
from shiplap.ids import read_by
from shiplap.ingestion.discovery import File, Found, Problem, ways_out
from shiplap.ingestion.files import (
    BINARY_TABLES,
    beginning,
    read,
    same_blocks,
    survey,
    survey_bytes,
)
from shiplap.ingestion.job import MAX_FILE_SIZE, Job, Policy
from shiplap.ingestion.log import event
from shiplap.ingestion.report import OnProblem, Report, note, reason_of
from shiplap.ingestion.sinks.sink import NOTHING, Sink, Stored, Written
from shiplap.ingestion.workers import workers_for
from shiplap.printable import counted
from shiplap.readers.child import ArchivesInChild
from shiplap.readers.encodings import is_utf8, not_text
from shiplap.readers.front_matter import MAX_SIZE, front_matter
from shiplap.readers.registry import Content, Readers
from shiplap.readers.remarks import remark
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunk, Chunks

#: Chunkers that can stream cut files of at least this many bytes while reading them. Such a file is read twice,
#: since its hash must be known first.
LARGE = 100_000_000

#: The most bytes, and the most files, in one task of a thread.
BATCH_BYTES = 512_000
BATCH_FILES = 64

#: Returns the chunker for a document id, and its fingerprint.
Choose = Callable[[str], "tuple[Chunker, str]"]

#: Prepares what a sink writes: `Sink.prepare`.
RowsOf = Callable[["Chunks", "bytes | None", str, str], Written]

class Refused(Exception):
    """A document is not written: the reason, and its state. Never leaves the pipeline."""


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink[Written],
    *,
    jobs: int = 1,
    max_file_size: int = MAX_FILE_SIZE,
    replace: bool = False,
    update: bool = False,
    readers: Readers | None = None,
    archives: ArchivesInChild | None = None,
    remove: Callable[[str], bool] | None = None,
    on_problem: OnProblem = lambda problem: None,
    on_begin: Callable[[File], None] = lambda file: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the found files and write them to the sink, in order.

    choose: returns the chunker of a document.
    max_file_size: bytes of the largest file passed to a chunker that needs the whole text (because a tokenizer
        counts, or it detects content). A larger file fails. Other chunkers cut large files while reading them.
    jobs: threads or processes that read, hash and cut, including the caller's, which also writes.
    replace: whether a file replaces the stored document of another source and another text that has its id;
        without it such a file fails.
    update: whether changed documents keep the chunks that the change did not touch (`Chunker.update`); the sink
        must give the stored ones. Files that are cut while they are read are cut anew.
    readers: make the texts of files that are not text (None: with the default options).
    archives: read the files in archives; needed if `found` has some.
    remove: removes the stored document of a text that is blank now (None: `sink.remove`); returns whether there
        was one.
    on_problem: callback for each file that fails or is skipped.
    on_begin: callback with each file before it is read.
    on_progress: callback with the size in bytes of each finished file.

    Errors of single files are reported; errors of the sink are raised.
    """
    readers = Readers() if readers is None else readers
    report, policy = Report(updates=update), Policy(found.names, replace, max_file_size, update, readers, archives)
    for problem in found.problems:
        note(report, problem, on_problem)
    documents: Iterator[Job[Written]] = (
        Job(file, *choose(file.document_id), sink.version(file.document_id), file.size)
        for file in _begun(found.files, on_begin)
    )
    batches = _batches(documents) if jobs > 1 else ([document] for document in documents)
    here = partial(prepare, sink.prepare, policy)
    setting = sink.prepare, Policy(found.names, replace, max_file_size, update, readers)
    workers = None if update else workers_for(found, here, setting, jobs, LARGE)
    prepared = in_order(here, batches, jobs) if workers is None else workers.in_order(batches)
    with closing(prepared) as results:
        for document in chain.from_iterable(results):
            if document.content is not None:
                _update(document, document.content, sink)
            write(document, sink, report, remove or sink.remove, on_problem)
            on_progress(document.file.size)
    return report


def _begun(files: Iterable[File], on_begin: Callable[[File], None]) -> Iterator[File]:
    """Report each file when it is asked for."""
    for file in files:
        on_begin(file)
        yield file


def _batches(documents: Iterable[Job[Written]]) -> Iterator[list[Job[Written]]]:
    """Group documents into tasks of threads."""
    batch: list[Job[Written]] = []
    size = 0
    for document in documents:
        if batch and (size + document.size > BATCH_BYTES or len(batch) == BATCH_FILES):
            yield batch
            batch, size = [], 0
        batch.append(document)
        size += document.size
    if batch:
        yield batch


def prepare(rows_of: RowsOf[Written], policy: Policy, batch: list[Job[Written]]) -> list[Job[Written]]:
    """Take documents from their files to rows. Only the caller's thread uses the sink: a large file is cut while
    the sink writes it, and a document that is updated waits until the sink is asked for its chunks."""
    for document in batch:
        try:
            data = _read(document, policy)
            compare(document, policy)
            if not document.is_written:
                continue
            if data is None:
                _note_front_matter(document, beginning(document.file.path, MAX_SIZE))
                blocks = same_blocks(document.file.path, document.seen.content_hash)
                document.parts = stream_file(document.chunker, blocks, **document.identity)
                continue
            content = _text(document, data, policy.readers)
            if document.state == "changed" and policy.update:
                document.content = content
            else:
                rows(document, content, _cut(document, content), rows_of)
        except Exception as error:
            stop(document, error)
    return batch


def _update(document: Job[Written], content: bytes | Document, sink: Sink[Written]) -> None:
    """Take a document that waits to rows."""
    document.content = None
    try:
        stored = sink.stored(document.file.document_id)
        rows(document, content, _cut(document, content, stored), sink.prepare, stored)
    except Exception as error:
        stop(document, error)


def stop(document: Job[Written], error: Exception) -> None:
    """Let an error end a document, also an error of a function of the user (boundaries, a tokenizer). An error of
    the sink itself, which can write no other document either, is raised."""
    if document.parts is not None and isinstance(error, StoreError) and error.document_id is None:
        raise error
    document.state, document.reason = "failed", reason_of(error)
    if isinstance(error, Refused):
        document.reason, document.state = error.args
    elif isinstance(error, EmptyTextError):
        document.state = "blank"
    elif isinstance(error, TextError):
        document.reason = f"not UTF-8: {error.reason} at offset {error.offset}"


# ---- the steps


def _read(document: Job[Written], policy: Policy) -> bytes | None:
    """Read the file of a document and find its format; return its content, or None for a large file whose chunker
    takes blocks."""
    file, chunker = document.file, document.chunker
    is_large = file.size >= LARGE and file.member is None
    if is_large or file.size > policy.max_file_size:
        begin = beginning(file.path) if file.member is None else b""
        document.format = policy.readers.find(begin, file.path)
    needs_all = document.format is not None or chunker.needs_whole_text or chunker.errors != "strict"
    if (needs_all or file.member is not None) and file.size > policy.max_file_size:
        raise Refused(_too_large(document, policy.max_file_size), "failed")
    if file.member is not None and policy.archives is not None:
        data: bytes | None = policy.archives.read(file.member)
    else:
        data = read(file.path) if needs_all or not is_large else None
    document.seen = survey(file.path) if data is None else survey_bytes(data)
    document.size = document.seen.bytes
    if data is not None:
        document.format = policy.readers.find(data, file.path)
        if document.format is None and not document.seen.not_text:
            document.format = policy.readers.guessed(data, chunker.errors)
    if document.format is not None:
        document.fingerprint = read_by(document.fingerprint, policy.readers.fingerprint(document.format))
        document.reader = document.format.name
    elif document.seen.not_text:
        raise _not_text(file, file.path, document.seen.not_text)
    return data


def _too_large(document: Job[Written], most: int) -> str:
    """Explain why a file is too large to cut whole, with a remedy."""
    size, chunker = document.file.size, document.chunker
    if document.format is not None:
        way = "its reader needs the whole file"
    elif document.file.member is not None:
        way = "a file in an archive is read whole"
    elif chunker.needs_whole_text:
        way = "this chunker needs the whole text; the preset paragraph-800 reads block by block"
    else:
        way = f"with errors={chunker.errors!r} a file is read whole; errors='strict' reads block by block"
    return f"{counted(size, 'byte', spec=',')}, more than --max-file-size ({most:,}): {way}"


def _not_text(file: File, path: str | None, reason: str) -> Refused:
    """Explain why a file that is not text has no chunks; for a table, say what reads it. `path`: the name of the
    file, or of what is compressed in it."""
    if file.path == path and path.lower().endswith(BINARY_TABLES):
        reason = "a table: give --text-column NAME to read its rows"
    return Refused(reason, "failed") if file.named else Refused(f"skipped: {reason}", "skipped")


def compare(document: Job[Written], policy: Policy) -> None:
    """Compare a document with the stored one of its id. Another source together with another text is a conflict,
    unless the document replaces the stored one."""
    file, names, hash = document.file, policy.names, document.seen.content_hash
    stored, cut_by, source = document.version
    if (stored, cut_by) == (hash, document.fingerprint):
        document.state = "unchanged" if source == file.source else "moved"
    elif stored is not None:
        document.state = "changed"
        if stored != hash and source != file.source and not policy.replace:
            there = "no source" if source is None else f"source {names.place(source)}"
            raise Refused(
                f"the store has document {file.document_id!r} with another text and {there};"
                f" {ways_out(names, names.place(file.source))}, or --replace to overwrite it",
                "failed",
            )


def _text(document: Job[Written], data: bytes, readers: Readers) -> bytes | Document:
    """Return the text of a file: its content, or what a reader makes of it. A compressed file is the file in
    it."""
    content = readers.expanded(Content(data, document.file.path, document.format))
    document.path = content.path
    if content.format is None and (reason := not_text(content.data)):
        raise _not_text(document.file, content.path, reason)
    made = readers.text_of(content, document.chunker.errors)
    if isinstance(made, Document):
        document.remark = remark(made.metadata or {})
    else:
        _note_front_matter(document, made)
    return made


def _note_front_matter(document: Job[Written], data: bytes) -> None:
    """Take the metadata of the front matter of a text."""
    document.metadata = front_matter(data, document.path or document.file.path) or None
    document.remark = remark(document.metadata or {})


def _cut(document: Job[Written], content: bytes | Document, stored: Stored = NOTHING) -> Chunks:
    """Cut a document. Stored chunks that were cut in the same way are kept where the text is the same."""
    known = stored if document.version[1] == document.fingerprint else NOTHING
    names = document.identity
    if isinstance(content, Document) and content.path is not None:
        names["path"] = content.path  # what the reader made of "page.html" is Markdown
    return chunk_file(document.chunker, content, stored=known.chunks, decided=known.decided, **names)


def rows(
    document: Job[Written], content: bytes | Document, chunks: Chunks, rows_of: RowsOf[Written],
    stored: Stored = NOTHING,
) -> None:  # fmt: skip
    """Prepare what the sink writes of a document, given its text and its chunks, new and stored ones."""
    is_own = isinstance(content, bytes) and (document.chunker.errors == "strict" or is_utf8(content))
    same = content if isinstance(content, bytes) and is_own else None
    document.rows = rows_of(chunks, same, document.seen.content_hash, document.fingerprint)
    document.chunks = len(chunks)
    document.new_chunks = _count_new(chunks, stored.chunks) if stored.chunks else len(chunks)


def _count_new(chunks: Chunks, stored: Sequence[Chunk]) -> int:
    """Count the chunks that need a new vector: no stored chunk has their contextual text."""
    known = {chunk.context_hash for chunk in stored}
    return sum(hash not in known for hash in chunks.context_hashes)


def write(
    document: Job[Written], sink: Sink[Written], report: Report,
    remove: Callable[[str], bool], on_problem: OnProblem,
) -> None:  # fmt: skip
    """Write a document to the sink, and count it; report why it is not written."""
    name, source = document.file.document_id, document.file.source
    if document.parts is not None:
        try:
            metadata = json.dumps(document.metadata or {})
            given = document.parts, document.seen, document.fingerprint, metadata
            document.chunks = sink.write_parts(name, source, *given)
            document.new_chunks = document.chunks
        except Exception as error:
            stop(document, error)
    counts = report.counts
    counts.bytes += document.size
    if document.state in ("failed", "skipped", "blank"):
        problem = Problem(document.file.shown, name, document.reason, document.state == "failed")
        note(report, problem, on_problem)
        if document.state == "blank" and document.version[0] is not None:
            counts.removed += remove(name)
        return
    if document.remark:
        note(report, Problem(document.file.shown, name, document.remark, failed=False, written=True), on_problem)
    level = logging.INFO if document.is_written else logging.DEBUG
    facts: dict[str, Any] = {"state": document.state, "bytes": document.size, "chunks": document.chunks}
    if document.reader:
        facts["reader"] = document.reader
    event("document", level, document_id=name, source=source, **facts)
    if document.is_written and document.parts is None:
        sink.write(document.rows)
    elif document.state == "moved":
        sink.move(name, source)
    if document.is_written:
        report.write(name)
    count = "unchanged" if document.state == "moved" else document.state
    setattr(counts, count, getattr(counts, count) + 1)
    counts.chunks += document.chunks
    counts.new_chunks += document.new_chunks
