"""The pipeline from files to a sink: files are read, cut and written in order.

    discovery.find() ──► read, hash, cut, prepare: here, or in `jobs` threads ──► sink.write, in file order

One bad file is a line in the report, never the end of the run. Threads take batches of files, and the queue of
results is bounded. Threads pay off where reading waits (cold disks, networks): most other work runs one thread
at a time in the interpreter, and for files in memory the handover costs more than it gains.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, Protocol

from shiplap.errors import ChunkLimitError, ShiplapError, TextError
from shiplap.ids import content_hash
from shiplap.ingest.discovery import File, Found, Problem
from shiplap.ingest.files import BINARY_WINDOW, Survey, binary_kind, blocks, read, survey
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunks

#: Chunkers that can stream cut files of at least this many bytes while reading them. Such a file is read twice,
#: since its hash must be known first.
LARGE = 100_000_000

#: Default size in bytes of the largest file passed to a chunker that needs the whole text.
MAX_FILE_SIZE = 1_000_000_000

#: The most bytes, and the most files, in one task of a thread.
BATCH_BYTES = 512_000
BATCH_FILES = 64


class Sink(Protocol):
    """A destination of documents. `prepare` is called in worker threads, the rest in the caller's thread."""

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Return content hash, fingerprint and source of the stored document; each None if it does not exist."""
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
        no part of the document is written."""
        ...

    def move(self, document_id: str, source: str) -> None:
        """Record the new source of an unchanged document."""
        ...


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
    later: Callable[[], int] | None = None  # reads and writes the file in the caller's thread; returns chunk count


@dataclass
class Report:
    """The counts of a run: documents by outcome, chunks written, bytes read. The caller sets `seconds` after the
    last commit."""

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    failed: int = 0
    skipped: int = 0
    chunks: int = 0
    bytes: int = 0
    seconds: float = 0.0

    def add(self, other: Report) -> None:
        """Add the counts of another report."""
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))

    def __str__(self) -> str:
        names = ("new", "changed", "unchanged", "removed", "failed", "skipped")
        counts = ", ".join(f"{getattr(self, name)} {name}" for name in names if name != "skipped" or self.skipped)
        rate = self.bytes / 1e6 / self.seconds if self.seconds else 0.0
        return (
            f"documents: {counts}; {self.chunks} chunks; "
            f"{self.bytes / 1e6:.1f} MB in {self.seconds:.2f} s, {rate:.1f} MB/s"
        )


def ingest(
    found: Found,
    choose: Choose,
    sink: Sink,
    *,
    jobs: int = 1,
    max_file_size: int = MAX_FILE_SIZE,
    on_problem: Callable[[Problem], None] = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the found files and write them to the sink, in order.

    choose: returns the chunker of a document.
    max_file_size: bytes of the largest file passed to a chunker that needs the whole text (because a tokenizer
        counts, or it detects content). A larger file fails. Other chunkers cut large files while reading them.
    jobs: threads that read, hash and cut, including the caller's, which also writes.
    on_problem: callback for each file that fails or is skipped.
    on_progress: callback with the size in bytes of each finished file.

    Errors of single files are reported; errors of the sink are raised.
    """
    report = Report()
    for problem in found.problems:
        note(report, problem, on_problem)
    results = _outcomes(found.files, choose, sink, jobs, max_file_size)
    try:
        for outcome in results:
            _take(outcome, report, sink, on_problem)
            on_progress(outcome.file.size)
    finally:
        results.close()
    return report


def _take(outcome: Outcome, report: Report, sink: Sink, on_problem: Callable[[Problem], None]) -> None:
    file = outcome.file
    if outcome.later is not None:
        try:
            outcome.chunks = outcome.later()
        except (OSError, TextError, ChunkLimitError) as error:
            outcome = _failed(file, error)
    report.bytes += outcome.size
    if outcome.state in ("new", "changed"):
        if outcome.later is None:
            sink.write(outcome.prepared)
        setattr(report, outcome.state, getattr(report, outcome.state) + 1)
        report.chunks += outcome.chunks
    elif outcome.state in ("unchanged", "moved"):
        report.unchanged += 1
        if outcome.state == "moved":
            sink.move(file.document_id, file.path)
    else:
        problem = Problem(file.path, file.document_id, outcome.reason, outcome.state == "failed")
        note(report, problem, on_problem)


def note(report: Report, problem: Problem, on_problem: Callable[[Problem], None]) -> None:
    """Count a problem and report it."""
    if problem.failed:
        report.failed += 1
    else:
        report.skipped += 1
    on_problem(problem)


def _outcomes(
    files: Sequence[File], choose: Choose, sink: Sink, jobs: int, most: int
) -> Generator[Outcome, None, None]:
    """Process the files and yield their outcomes in order."""
    if jobs == 1:
        for file in files:
            yield process(file, *choose(file.document_id), sink.version(file.document_id), sink, most)
        return
    tasks = (
        [(file, choose(file.document_id), sink.version(file.document_id)) for file in batch]
        for batch in _batches(files)
    )
    results = in_order(lambda batch: _work(batch, sink, most), tasks, jobs)
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


_Task = tuple[File, "tuple[Chunker, str]", "tuple[str | None, str | None, str | None]"]


def _work(tasks: list[_Task], sink: Sink, most: int) -> list[Outcome]:
    return [process(file, *choice, version, sink, most) for file, choice, version in tasks]


def process(
    file: File,
    chunker: Chunker,
    fingerprint: str,
    version: tuple[str | None, str | None, str | None],
    sink: Sink,
    max_file_size: int = MAX_FILE_SIZE,
) -> Outcome:
    """Read one file, cut it unless the stored document is current, and prepare it for the sink."""
    source = os.path.abspath(file.path)  # so that a later run from another folder can detect deleted files
    try:
        is_large = file.size >= LARGE and chunker._resume is not None and chunker.errors == "strict"
        if not is_large and file.size > max_file_size:
            return Outcome(file, "failed", file.size, reason=_too_large(file.size, max_file_size, chunker))
        data = None if is_large else read(file.path)
        seen = survey(file.path) if data is None else _seen(data)
        if seen.is_binary:
            state: Literal["failed", "skipped"] = "failed" if file.named else "skipped"
            what = binary_kind(file.path)
            return Outcome(file, state, seen.bytes, reason=what if file.named else f"skipped: {what}")
        if version[:2] == (seen.content_hash, fingerprint):
            return Outcome(file, "unchanged" if version[2] == source else "moved", seen.bytes)
        outcome = Outcome(file, "new" if version[0] is None else "changed", seen.bytes)
        if data is None:
            text = blocks(file.path, seen.content_hash)
            parts = chunker.stream_batches(text, document_id=file.document_id, source=source, path=source)
            outcome.later = lambda: sink.write_parts(file.document_id, source, parts, seen, fingerprint)
            return outcome
        chunks = chunker.chunk(data, document_id=file.document_id, source=source, path=source)
        same = chunker.errors == "strict" or _is_utf8(data)
        outcome.prepared = sink.prepare(chunks, data if same else None, seen.content_hash, fingerprint)
        outcome.chunks = len(chunks)
        return outcome
    except (OSError, MemoryError, ShiplapError) as error:
        return _failed(file, error)


def _too_large(size: int, most: int, chunker: Chunker) -> str:
    """Explain why a file is too large to cut whole, with a remedy."""
    if chunker._resume is None:
        way = "this chunker needs the whole text; the preset paragraph-800 reads block by block"
    else:
        way = f"with errors={chunker.errors!r} a file is read whole; errors='strict' reads block by block"
    return f"{size:,} bytes, more than --max-file-size ({most:,}): {way}"


def _seen(data: bytes) -> Survey:
    return Survey(content_hash(data), len(data), 0, data.find(0, 0, BINARY_WINDOW) >= 0)


def _failed(file: File, error: Exception) -> Outcome:
    if isinstance(error, OSError):
        reason = f"cannot be read: {error.strerror}"
    elif isinstance(error, MemoryError):
        reason = "too large for memory"
    elif isinstance(error, TextError):
        reason = f"not UTF-8: {error.reason} at offset {error.offset}"
    else:
        reason = str(error)
    return Outcome(file, "failed", file.size, reason=reason)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
