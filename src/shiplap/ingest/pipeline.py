"""The pipeline from files to a sink: files are read, cut and written in order.

    discovery.find() ──► read, hash, cut, prepare: here, or in `jobs` threads ──► sink.write, in file order

One bad file is a line in the report, never the end of the run. Threads take batches of files, and the queue of
results is bounded. Threads pay off where reading waits (cold disks, networks): most other work runs one thread
at a time in the interpreter, and for files in memory the handover costs more than it gains.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, Protocol

from shiplap.chunkers.file_content import chunk_file, stream_file
from shiplap.errors import EmptyTextError, ShiplapError, StoreError, TextError
from shiplap.ids import HASH_SIZE, content_hash
from shiplap.ingest.discovery import File, Found, Problem, ways_out
from shiplap.ingest.files import BINARY_TABLES, Survey, blocks, not_text, read, survey
from shiplap.ingest.log import event
from shiplap.threads import heed_interrupts, in_order

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.content.decided import Decided
    from shiplap.ingest.names import Names

#: Chunkers that can stream cut files of at least this many bytes while reading them. Such a file is read twice,
#: since its hash must be known first.
LARGE = 100_000_000

#: Default size in bytes of the largest file passed to a chunker that needs the whole text.
MAX_FILE_SIZE = 1_000_000_000

#: The most bytes, and the most files, in one task of a thread.
BATCH_BYTES = 512_000
BATCH_FILES = 64

#: The most bytes that are hashed at once.
HASHED = 1 << 24


class Sink(Protocol):
    """A destination of documents. `prepare` is called in worker threads, the rest in the caller's thread."""

    def version(self, document_id: str) -> Version:
        """Return content hash, fingerprint and source of the stored document; each None if it does not exist."""
        ...

    def stored(self, document_id: str) -> Sequence[Chunk]:
        """Return the stored chunks of a document. Called if changed documents are updated."""
        ...

    def decided(self, document_id: str) -> Decided | None:
        """Return the stored decisions for a document; None if its text decides. Called as `stored`."""
        ...

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Any:
        """Prepare a document for `write`. `data`: the UTF-8 bytes that the offsets refer to, if available."""
        ...

    def write(self, prepared: Any) -> None:
        """Write a document."""
        ...

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """Write a document whose chunks arrive while it is read; return their number. If they end in an error,
        no part of the document is written. A StoreError that refuses this document alone has its `document_id`;
        any other one is of the sink."""
        ...

    def move(self, document_id: str, source: str) -> None:
        """Record the new source of an unchanged document."""
        ...

    def remove(self, document_id: str) -> bool:
        """Remove a stored document. Called for documents with a version; returns whether there was one."""
        ...


#: Content hash, fingerprint and source of a stored document; each None if it does not exist.
Version = tuple[str | None, str | None, str | None]


@dataclass(frozen=True)
class Policy:
    """The rules of a run: the names of its files, whether they replace documents of other sources, the size in
    bytes of the largest file that is cut whole, and whether changed documents are updated (`Chunker.update`)."""

    names: Names
    replace: bool = False
    max_file_size: int = MAX_FILE_SIZE
    update: bool = False

    def conflict(self, file: File, hash: str, version: Version) -> str:
        """Return why a file must not replace the stored document that has its id, or "": both source and text
        differ (SPEC section 4)."""
        stored, source = version[0], version[2]
        if stored is None or stored == hash or self.replace or source == file.source:
            return ""
        there = "no source" if source is None else f"source {self.names.place(source)}"
        return (
            f"the store has document {file.document_id!r} with another text and {there};"
            f" {ways_out(self.names, self.names.place(file.source))}, or --replace to overwrite it"
        )


#: Returns the chunker for a document id, and its fingerprint.
Choose = Callable[[str], "tuple[Chunker, str]"]


@dataclass
class Outcome:
    """The result of processing one file."""

    file: File
    state: Literal["new", "changed", "unchanged", "moved", "skipped", "failed"]
    size: int = 0
    chunks: int = 0
    prepared: Any = None
    reason: str = ""
    was_stored: bool = False  # a blank document replaces its earlier version
    new_chunks: int | None = None  # of them, those that need a new vector; None: all
    update: Callable[[], Any] | None = None  # prepares the document in the caller's thread, by the stored one
    stream: Callable[[], int] | None = None  # reads and writes the file in the caller's thread; returns the count


@dataclass
class Report:
    """The counts of a run: documents by outcome, chunks written, those of them that need a new vector, bytes read.
    If changed documents were cut anew, each of their chunks counts as new. `updates`: whether they were updated.
    The caller sets `seconds` after the last commit."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    skipped: int = 0
    chunks: int = 0
    new_chunks: int = 0
    bytes: int = 0
    seconds: float = 0.0
    updates: bool = False

    def add(self, other: Report) -> None:
        """Add the counts of another report."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        names = ("new", "changed", "unchanged", "removed", "failed", "skipped")
        counts = ", ".join(f"{getattr(self, name)} {name}" for name in names if name != "skipped" or self.skipped)
        rate = self.bytes / 1e6 / self.seconds if self.seconds else 0.0
        chunks = f"{self.chunks} chunk{'' if self.chunks == 1 else 's'}"
        written = f"{self.new_chunks} of {chunks} new" if self.updates else f"{chunks} written"
        return (
            f"documents: {counts}; {written}; {self.bytes / 1e6:.1f} MB in {self.seconds:.2f} s, {rate:.1f} MB/s"
        )


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink,
    *,
    jobs: int = 1,
    max_file_size: int = MAX_FILE_SIZE,
    replace: bool = False,
    update: bool = False,
    remove: Callable[[str], bool] | None = None,
    on_problem: Callable[[Problem], None] = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the found files and write them to the sink, in order.

    choose: returns the chunker of a document.
    max_file_size: bytes of the largest file passed to a chunker that needs the whole text (because a tokenizer
        counts, or it detects content). A larger file fails. Other chunkers cut large files while reading them.
    jobs: threads that read, hash and cut, including the caller's, which also writes.
    replace: whether a file replaces the stored document of another source and another text that has its id;
        without it such a file fails.
    update: whether changed documents keep the chunks that the change did not touch (`Chunker.update`); the sink
        must give the stored ones. Files that are cut while they are read are cut anew.
    remove: removes the stored document of a text that is blank now (None: `sink.remove`); returns whether there
        was one.
    on_problem: callback for each file that fails or is skipped.
    on_progress: callback with the size in bytes of each finished file.

    Errors of single files are reported; errors of the sink are raised.
    """
    report = Report(updates=update)
    for problem in found.problems:
        note(report, problem, on_problem)
    results = _outcomes(found.files, choose, sink, jobs, Policy(found.names, replace, max_file_size, update))
    try:
        for outcome in results:
            _take(outcome, report, sink, sink.remove if remove is None else remove, on_problem)
            on_progress(outcome.file.size)
    finally:
        results.close()
    return report


def _take(
    outcome: Outcome,
    report: Report,
    sink: Sink,
    remove: Callable[[str], bool],
    on_problem: Callable[[Problem], None],
) -> None:
    file = outcome.file
    outcome = _finished(outcome)
    report.bytes += outcome.size
    if outcome.state not in ("skipped", "failed"):
        log_document(outcome.state, file.document_id, file.source, outcome.size, outcome.chunks)
    if outcome.state in ("new", "changed"):
        if outcome.stream is None:
            sink.write(outcome.prepared)
        setattr(report, outcome.state, getattr(report, outcome.state) + 1)
        report.chunks += outcome.chunks
        report.new_chunks += outcome.chunks if outcome.new_chunks is None else outcome.new_chunks
    elif outcome.state in ("unchanged", "moved"):
        report.unchanged += 1
        if outcome.state == "moved":
            sink.move(file.document_id, file.source)
    else:
        problem = Problem(file.path, file.document_id, outcome.reason, outcome.state == "failed")
        note(report, problem, on_problem)
        if outcome.was_stored:
            report.removed += remove(file.document_id)


def _finished(outcome: Outcome) -> Outcome:
    """Do what is left of a document in the caller's thread; errors of the document are its outcome."""
    try:
        if outcome.update is not None:
            outcome.prepared = outcome.update()
        if outcome.stream is not None:
            outcome.chunks = outcome.stream()
    except EmptyTextError as error:
        return _blank(outcome.file, outcome.size, outcome.state == "changed", error)
    except Exception as error:
        if outcome.stream is not None and isinstance(error, StoreError) and error.document_id is None:
            raise  # of the sink: no other document can be written either
        return _failed(outcome.file, error)
    return outcome


def note(report: Report, problem: Problem, on_problem: Callable[[Problem], None]) -> None:
    """Count a problem and report it."""
    if problem.failed:
        report.failed += 1
    else:
        report.skipped += 1
    level = logging.ERROR if problem.failed else logging.WARNING
    event("problem", level, path=problem.path, document_id=problem.document_id, reason=problem.reason)
    on_problem(problem)


def log_document(state: str, document_id: str, source: str | None, size: int, chunks: int) -> None:
    """Log the outcome of a document."""
    level = logging.DEBUG if state in ("unchanged", "moved") else logging.INFO
    event("document", level, document_id=document_id, source=source, state=state, bytes=size, chunks=chunks)


def _outcomes(
    files: Sequence[File], choose: Choose, sink: Sink, jobs: int, policy: Policy
) -> Generator[Outcome, None, None]:
    """Process the files and yield their outcomes in order."""
    if jobs == 1:
        for file in files:
            yield process(file, *choose(file.document_id), sink.version(file.document_id), sink, policy)
        return
    tasks = (
        [(file, choose(file.document_id), sink.version(file.document_id)) for file in batch]
        for batch in _batches(files)
    )
    results = in_order(lambda batch: _work(batch, sink, policy), tasks, jobs)
    try:
        for outcomes in results:
            yield from outcomes
    finally:
        results.close()


def _batches(files: Sequence[File]) -> Iterator[list[File]]:
    batch: list[File] = []
    size = 0
    for file in files:
        if batch and (size + file.size > BATCH_BYTES or len(batch) == BATCH_FILES):
            yield batch
            batch, size = [], 0
        batch.append(file)
        size += file.size
    if batch:
        yield batch


_Task = tuple[File, "tuple[Chunker, str]", Version]


def _work(tasks: list[_Task], sink: Sink, policy: Policy) -> list[Outcome]:
    return [process(file, *choice, version, sink, policy) for file, choice, version in tasks]


def process(
    file: File, chunker: Chunker, fingerprint: str, version: Version, sink: Sink, policy: Policy
) -> Outcome:
    """Read one file, cut it unless the stored document is current, and prepare it for the sink."""
    names: dict[str, Any] = {"document_id": file.document_id, "source": file.source, "path": file.path}
    try:
        needs_all = chunker.needs_whole_text or chunker.errors != "strict"
        is_large = file.size >= LARGE and not needs_all
        if needs_all and file.size > policy.max_file_size:
            reason = _too_large(file.size, policy.max_file_size, chunker)
            return Outcome(file, "failed", file.size, reason=reason)
        data = None if is_large else read(file.path)
        seen = survey(file.path) if data is None else _seen(data)
        if seen.not_text:
            state: Literal["failed", "skipped"] = "failed" if file.named else "skipped"
            return Outcome(file, state, seen.bytes, reason=_refusal(file, seen.not_text))
        if version[:2] == (seen.content_hash, fingerprint):
            return Outcome(file, "unchanged" if version[2] == file.source else "moved", seen.bytes)
        conflict = policy.conflict(file, seen.content_hash, version)
        if conflict:
            return Outcome(file, "failed", seen.bytes, reason=conflict)
        outcome = Outcome(file, "new" if version[0] is None else "changed", seen.bytes)
        if data is None:
            text = blocks(file.path, seen.content_hash)
            parts = stream_file(chunker, text, **names)
            outcome.stream = lambda: sink.write_parts(file.document_id, file.source, parts, seen, fingerprint)
            return outcome
        same = data if chunker.errors == "strict" or _is_utf8(data) else None
        if policy.update and outcome.state == "changed":
            outcome.update = lambda: _update(
                outcome, chunker, data, same, names, sink, seen.content_hash, fingerprint, version[1]
            )
            return outcome
        chunks = chunk_file(chunker, data, **names)
        outcome.prepared = sink.prepare(chunks, same, seen.content_hash, fingerprint)
        outcome.chunks = len(chunks)
        return outcome
    except EmptyTextError as error:
        return _blank(file, seen.bytes, version[0] is not None, error)
    except Exception as error:  # also of a function of the user (boundaries, a tokenizer)
        return _failed(file, error)


def _update(
    outcome: Outcome, chunker: Chunker, data: bytes, same: bytes | None, names: dict[str, Any], sink: Sink,
    hash: str, fingerprint: str, stored_fingerprint: str | None,
) -> Any:  # fmt: skip
    """Update a stored document, or cut it anew if it was cut in another way; return it prepared for the sink."""
    stored = sink.stored(outcome.file.document_id)
    if stored and stored_fingerprint == fingerprint:
        decided = sink.decided(outcome.file.document_id)
        chunks = chunk_file(chunker, data, stored=stored, decided=decided, **names)
    else:
        chunks = chunk_file(chunker, data, **names)
    outcome.chunks, outcome.new_chunks = len(chunks), count_new(chunks, stored)
    return sink.prepare(chunks, same, hash, fingerprint)


def count_new(chunks: Chunks, stored: Sequence[Chunk]) -> int:
    """Count the chunks that need a new vector: no stored chunk has their contextual text."""
    known = {chunk.context_hash for chunk in stored}
    return sum(hash not in known for hash in chunks.context_hashes)


def _refusal(file: File, not_text: str) -> str:
    """Explain why a file that is not text has no chunks; for a table, say what reads it."""
    if file.path.lower().endswith(BINARY_TABLES):
        not_text = "a table: give --text-column NAME to read its rows"
    return not_text if file.named else f"skipped: {not_text}"


def _too_large(size: int, most: int, chunker: Chunker) -> str:
    """Explain why a file is too large to cut whole, with a remedy."""
    if chunker.needs_whole_text:
        way = "this chunker needs the whole text; the preset paragraph-800 reads block by block"
    else:
        way = f"with errors={chunker.errors!r} a file is read whole; errors='strict' reads block by block"
    return f"{size:,} bytes, more than --max-file-size ({most:,}): {way}"


def _seen(data: bytes) -> Survey:
    if len(data) <= HASHED:
        return Survey(content_hash(data), len(data), 0, not_text(data))
    hash, view = blake2b(digest_size=HASH_SIZE), memoryview(data)
    for begin in range(0, len(data), HASHED):  # by steps, so that Ctrl-C is heard
        heed_interrupts()
        hash.update(view[begin : begin + HASHED])
    return Survey(hash.hexdigest(), len(data), 0, not_text(data))


def _failed(file: File, error: Exception) -> Outcome:
    if isinstance(error, TextError):
        reason = f"not UTF-8: {error.reason} at offset {error.offset}"
    else:
        reason = reason_of(error)
    return Outcome(file, "failed", file.size, reason=reason)


def reason_of(error: Exception) -> str:
    """Describe an error in one line: those of other libraries with their type.

    >>> reason_of(OSError(5, "Input/output error")), reason_of(MemoryError()), reason_of(KeyError("mm"))
    ('cannot be read: Input/output error', 'too large for memory', "KeyError: 'mm'")
    """
    if isinstance(error, MemoryError):
        return "too large for memory"
    if isinstance(error, OSError) and error.strerror:
        return f"cannot be read: {error.strerror}"
    text = (str(error).splitlines() or [""])[0]
    if text and (isinstance(error, ShiplapError) or type(error).__module__ == "pyarrow.lib"):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _blank(file: File, size: int, was_stored: bool, error: EmptyTextError) -> Outcome:
    return Outcome(file, "skipped", size, reason=blank_reason(error), was_stored=was_stored)


def blank_reason(error: EmptyTextError) -> str:
    """Explain why a blank document is skipped.

    >>> blank_reason(EmptyTextError(0, "a.txt")), blank_reason(EmptyTextError(3))
    ('skipped: the text is empty', 'skipped: the text is white space only (3 characters)')
    """
    return f"skipped: the text is {error.what}"


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
