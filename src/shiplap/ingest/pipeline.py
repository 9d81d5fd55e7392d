"""From files to a sink: which files, read how, cut and written in order.

    find() ──► read, hash, cut, prepare: here, or in `jobs` threads ──► sink.write, in the order of the files

One bad file is a line in the report, never the end of the run. Threads take batches of files, and the queue of
what they have done is bounded. They pay where reading waits (cold disks, networks): in most of the rest the
interpreter runs one thread at a time, and handing over costs more than it gains for files in memory.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal, Protocol

from shiplap.errors import ChunkLimitError, OptionError, ShiplapError, TextError
from shiplap.ids import content_hash
from shiplap.ingest.files import BINARY_WINDOW, Survey, blocks, read, survey
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunks

#: Files of so many bytes and more are cut while they are read: twice, since their hash must be known before.
LARGE = 100_000_000

#: A task for a thread: files of so many bytes together, or so many files.
BATCH_BYTES = 512_000
BATCH_FILES = 64


# ---- which files


@dataclass(frozen=True)
class File:
    """A file to ingest. `named`: the user named it, it was not found in a folder."""

    path: str
    document_id: str
    size: int
    named: bool = False


@dataclass(frozen=True)
class Problem:
    """A file or folder that was not ingested, and why. What is not `failed` was skipped on purpose."""

    path: str
    document_id: str
    reason: str
    failed: bool = True


@dataclass
class Found:
    """The files under the paths given, and what could not be read."""

    roots: list[str]
    files: list[File] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)  # folders, as the beginning of the ids in them

    @property
    def size(self) -> int:
        """Bytes of all files."""
        return sum(file.size for file in self.files)


def find(
    paths: Iterable[str | os.PathLike[str]],
    *,
    hidden: bool = False,
    exclude: Iterable[str] = (),
    missing: bool = False,
) -> Found:
    """The files of the paths, folders walked in sorted order.

    A document id is the POSIX path relative to the path given, for a single file its name. In folders, names
    that begin with a dot are left out unless `hidden`; links to files are read, links to folders not followed
    (so that no walk is endless); what is neither file nor folder is skipped. `exclude` names files that are
    left out, as the output. With `missing`, a path that does not exist has no files: all of it is gone.

    Raises OptionError for a path that does not exist and for an id that comes twice.
    """
    found = Found([os.fspath(path) for path in paths])
    excluded = {_identity(os.stat(path)) for path in exclude if os.path.exists(path)}
    for root in found.roots:
        try:
            mode = os.stat(root).st_mode
        except OSError as error:
            if missing and isinstance(error, FileNotFoundError):
                continue
            raise OptionError("PATH", root, (error.strerror or "cannot be read").lower()) from None
        if stat.S_ISDIR(mode):
            _walk(root, hidden, excluded, found)
        else:
            name = os.path.basename(root)
            _add(found, File(root, name, os.stat(root).st_size, named=True))
    seen: dict[str, str] = {}
    for file in found.files:
        first = seen.get(file.document_id)
        if first is not None:
            raise OptionError("PATH", file.path, f"has the document id {file.document_id!r}, as has {first!r}")
        seen[file.document_id] = file.path
    return found


def _walk(root: str, hidden: bool, excluded: set[tuple[int, int]], found: Found) -> None:
    left = [("", root, True)]  # document id or beginning of ids, path, is a folder; the next one last
    while left:
        document_id, path, is_folder = left.pop()
        if not is_folder:
            _file(document_id, path, excluded, found)
            continue
        try:
            with os.scandir(path) as entries:
                names = [(entry.name, entry.is_dir(follow_symlinks=False)) for entry in entries]
        except OSError as error:
            found.problems.append(Problem(path, document_id, f"cannot be read: {error.strerror}"))
            found.unread.append(document_id)
            continue
        for name, inner in sorted(names, reverse=True):
            if hidden or not name.startswith("."):
                inner_id = f"{document_id}/{name}" if document_id else name
                left.append((inner_id, os.path.join(path, name), inner))


def _file(document_id: str, path: str, excluded: set[tuple[int, int]], found: Found) -> None:
    """What is no folder itself: a file, a link, or something else."""
    try:
        status = os.stat(path)
    except OSError as error:
        found.problems.append(Problem(path, document_id, f"cannot be read: {error.strerror}"))
        return
    if stat.S_ISDIR(status.st_mode):
        return  # a link to a folder
    if not stat.S_ISREG(status.st_mode):
        found.problems.append(Problem(path, document_id, "skipped: not a regular file", failed=False))
    elif _identity(status) not in excluded:
        _add(found, File(path, document_id, status.st_size))


def _identity(status: os.stat_result) -> tuple[int, int]:
    return status.st_dev, status.st_ino


def _add(found: Found, file: File) -> None:
    try:
        file.path.encode()
    except UnicodeEncodeError:
        found.problems.append(Problem(file.path, file.document_id, "its name is not valid UTF-8"))
    else:
        found.files.append(file)


# ---- what becomes of them


class Sink(Protocol):
    """Where documents go. `prepare` is called in threads, the rest in the caller's."""

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Content hash, fingerprint and source of the document as it is there now, or None each."""
        ...

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Any:
        """What `write` takes. `data`: the UTF-8 bytes that the offsets refer to, if at hand."""
        ...

    def write(self, prepared: Any) -> None:
        """Write a document."""
        ...

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str
    ) -> int:
        """Write a document whose chunks come while it is read; gives their number. Where they end in an error,
        nothing of it is written."""
        ...

    def move(self, document_id: str, source: str) -> None:
        """Note the new source of an unchanged document."""
        ...


#: The chunker for a document id, and its fingerprint.
Choose = Callable[[str], "tuple[Chunker, str]"]


@dataclass
class Outcome:
    """What became of one file in a thread."""

    file: File
    state: Literal["new", "changed", "unchanged", "moved", "skipped", "failed"]
    size: int = 0
    chunks: int = 0
    prepared: Any = None
    reason: str = ""
    later: Callable[[], int] | None = None  # writes it while it is read, in the caller's thread; gives the chunks


@dataclass
class Report:
    """The counts of a run: documents by what became of them, chunks written, bytes read; the seconds are for
    the caller to fill in, who knows when the last commit was done."""

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
        """Count what another one has counted."""
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
    on_problem: Callable[[Problem], None] = lambda problem: None,
    on_progress: Callable[[int], None] = lambda size: None,
) -> Report:
    """Cut the files that were found and write them to the sink, in order.

    choose: the chunker of a document.
    jobs: threads that read, hash and cut, the caller's, which writes, among them.
    on_problem: is told of each file that fails or is skipped.
    on_progress: is told the bytes of each file that is done.

    Errors of single files are reported; those of the sink are raised.
    """
    report = Report()
    for problem in found.problems:
        note(report, problem, on_problem)
    results = _outcomes(found.files, choose, sink, jobs)
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
    """Count a problem and tell of it."""
    if problem.failed:
        report.failed += 1
    else:
        report.skipped += 1
    on_problem(problem)


def _outcomes(files: Sequence[File], choose: Choose, sink: Sink, jobs: int) -> Generator[Outcome, None, None]:
    """The outcome of each file, in order."""
    if jobs == 1:
        for file in files:
            yield process(file, *choose(file.document_id), sink.version(file.document_id), sink)
        return
    tasks = (
        [(file, choose(file.document_id), sink.version(file.document_id)) for file in batch]
        for batch in _batches(files)
    )
    results = in_order(lambda batch: _work(batch, sink), tasks, jobs)
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


def _work(tasks: list[_Task], sink: Sink) -> list[Outcome]:
    return [process(file, *choice, version, sink) for file, choice, version in tasks]


def process(
    file: File,
    chunker: Chunker,
    fingerprint: str,
    version: tuple[str | None, str | None, str | None],
    sink: Sink,
) -> Outcome:
    """Read one file, cut it unless it is there already as it is, and prepare it for the sink."""
    source = os.path.abspath(file.path)  # so that a later run from another folder knows what is gone
    try:
        is_large = file.size >= LARGE and chunker.streams and chunker.errors == "strict"
        data = None if is_large else read(file.path)
        seen = survey(file.path) if data is None else _seen(data)
        if seen.is_binary:
            state: Literal["failed", "skipped"] = "failed" if file.named else "skipped"
            return Outcome(file, state, seen.bytes, reason="binary file" if file.named else "skipped: binary file")
        if version[:2] == (seen.content_hash, fingerprint):
            return Outcome(file, "unchanged" if version[2] == source else "moved", seen.bytes)
        outcome = Outcome(file, "new" if version[0] is None else "changed", seen.bytes)
        if data is None:
            text = blocks(file.path, seen.content_hash)
            parts = chunker.stream_parts(text, document_id=file.document_id, source=source)
            outcome.later = lambda: sink.write_parts(file.document_id, source, parts, seen, fingerprint)
            return outcome
        chunks = chunker.chunk(data, document_id=file.document_id, source=source)
        same = chunker.errors == "strict" or _is_utf8(data)
        outcome.prepared = sink.prepare(chunks, data if same else None, seen.content_hash, fingerprint)
        outcome.chunks = len(chunks)
        return outcome
    except (OSError, MemoryError, ShiplapError) as error:
        return _failed(file, error)


def _seen(data: bytes) -> Survey:
    return Survey(content_hash(data), len(data), 0, data.find(0, 0, BINARY_WINDOW) >= 0)


def _failed(file: File, error: Exception) -> Outcome:
    if isinstance(error, OSError):
        reason = f"cannot be read: {error.strerror}"
    elif isinstance(error, MemoryError):
        reason = "too large for the memory"
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


def gone(found: Found, documents: Iterable[tuple[str, str | None]]) -> list[str]:
    """The ids of those documents, given as (id, source), whose files are gone.

    A document is gone if its source lies under one of the paths of this run and no file of its id was seen
    there. A file that failed or was skipped was seen, and so is all that lies in a folder that could not be
    read. Documents from elsewhere (other paths, other programs) are kept.
    """
    seen = {file.document_id for file in found.files}
    seen.update(problem.document_id for problem in found.problems)
    roots = [os.path.abspath(root) for root in found.roots]
    within = tuple(root if root.endswith(os.sep) else root + os.sep for root in roots)
    unread = tuple(f"{folder}/" if folder else "" for folder in found.unread)
    return [
        document_id
        for document_id, source in documents
        if document_id not in seen
        and source is not None
        and (os.path.abspath(source).startswith(within) or os.path.abspath(source) in roots)
        and not document_id.startswith(unread)
    ]
