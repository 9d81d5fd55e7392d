"""Processes that read, hash and cut files for a run.

    caller's thread ── its own batches, and the sink
    other threads   ── two for each process: batches go there, rows come back

The interpreter runs one thread at a time, and much of the work is done in it, so threads alone gain little. A
process takes some 0.2 s to start: a run below `LEAST` bytes has none, and neither has one in a Python without the
GIL. What cannot be pickled (functions of the main module) and what must not (the members of archives, files that
are cut while they are read) is prepared by the thread itself.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import IO, TYPE_CHECKING, Any, Generic

from shiplap.ingestion.sinks.sink import Written
from shiplap.readers.child import ending
from shiplap.readers.transport import exactly
from shiplap.threads import in_order

if TYPE_CHECKING:
    from shiplap.ingestion.discovery import Found
    from shiplap.ingestion.job import Job

#: The least number of bytes in the files of a run with processes.
LEAST = 8_000_000

#: The size of a pipe in bytes: the most that Linux lets any user have.
PIPE = 1 << 20

#: The program of a process. The folders of modules are the first line that it reads.
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline());"
    " from shiplap.ingestion.worker_main import run; run()"
)

#: The number of batches that a process has: it begins with the next one while a thread takes its answer.
AHEAD = 2

#: The most batches in progress: so many that the caller prepares others while the first process, which has the
#: first batches, starts. A batch and its rows take up to some 1.5 MB.
WAITING = 24

#: The attributes of a document that `prepare` sets.
PREPARED = (
    "fingerprint", "size", "state", "reason", "metadata", "remark", "reader", "path", "seen", "chunks",
    "new_chunks", "rows",
)  # fmt: skip

#: Prepares the documents of a batch, and returns the batch.
Prepare = Callable[[list["Job[Written]"]], list["Job[Written]"]]


class _Worker:
    """A process, and the fingerprints of the chunkers that it has."""

    def __init__(self, setting: bytes) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._write, self._read = self._process.stdin, self._process.stdout
        for stream in (self._write, self._read):
            _enlarge(stream.fileno())
        self._known: set[str] = set()
        self._sending, self._turn = threading.Lock(), threading.Condition()
        self._sent = self._answered = 0
        paths = [os.path.abspath(path) for path in sys.path]
        self._write.write(json.dumps(paths).encode() + b"\n" + sized(setting))

    def ask(self, batch: list[Job[Any]]) -> list[tuple[Any, ...]] | None:
        """Return what `PREPARED` names of each document; None if the process cannot load what it is sent. Raises
        EOFError if it ends; PicklingError, TypeError and others for what cannot be pickled."""
        documents = [(each.file, each.fingerprint, each.version, each.size) for each in batch]
        with self._sending:
            new = {each.fingerprint: each.chunker for each in batch if each.fingerprint not in self._known}
            message = sized(pickle.dumps((new, documents), pickle.HIGHEST_PROTOCOL))
            with self._ending():
                self._write.write(message)
                self._write.flush()
            self._known.update(new)
            self._sent, turn = self._sent + 1, self._sent
        with self._turn:
            self._turn.wait_for(lambda: self._answered == turn)
        try:
            with self._ending():
                answer = received(self._read)
        finally:
            with self._turn:
                self._answered += 1
                self._turn.notify_all()
        found: list[tuple[Any, ...]] | None = pickle.loads(answer)
        return found

    @contextlib.contextmanager
    def _ending(self) -> Iterator[None]:
        """Raise EOFError, with the reason, if the process does not read or answer any more; it then has ended."""
        try:
            yield
        except (EOFError, OSError, ValueError) as error:
            self.stop()
            raise EOFError(ending(self._process.returncode)) from error

    def stop(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        for stream in (self._write, self._read):
            with contextlib.suppress(OSError, ValueError):
                stream.close()


def sized(message: bytes) -> bytes:
    """Return a message with its size before it: 8 bytes, little endian."""
    return len(message).to_bytes(8, "little") + message


def received(stream: IO[bytes]) -> bytes:
    """Return the next message of a stream. Raises EOFError if it ends early."""
    return exactly(stream.read, int.from_bytes(exactly(stream.read, 8), "little"))


def _enlarge(pipe: int) -> None:
    """Let a pipe hold a whole answer, where the system can: the thread that reads it waits for the GIL after each
    part."""
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE)


class Workers(Generic[Written]):
    """The processes of a run.

    prepare: does the same here. setting: what the processes need to know, pickled. large: the size in bytes of the
    files that are cut while they are read, which a process cannot do. count: the most processes.
    """

    def __init__(self, prepare: Prepare[Written], setting: bytes, large: int, count: int) -> None:
        self._prepare, self._setting, self._large, self._count = prepare, setting, large, count
        self._caller = threading.get_ident()
        self._lock = threading.Lock()
        self._pending: dict[_Worker, int] = {}  # the batches that each process has
        self._are_usable = True
        self._is_over = False

    def in_order(self, batches: Iterable[list[Job[Written]]]) -> Generator[list[Job[Written]], None, None]:
        """Yield the prepared batches in order. The processes end with the generator."""
        threads = 1 + AHEAD * self._count
        return in_order(self.prepare, batches, threads, self.stop, max(WAITING, 2 * threads))

    def prepare(self, batch: list[Job[Written]]) -> list[Job[Written]]:
        """Prepare the documents of a batch: in the caller's thread here, in another one by a process."""
        is_here = threading.get_ident() == self._caller or not self._are_usable
        if is_here or any(each.file.member or each.file.size >= self._large for each in batch):
            return self._prepare(batch)
        try:
            answer = self._asked(batch)
        except EOFError as error:
            for document in batch:
                document.state, document.reason = "failed", f"the process that cut it ended: {error}"
            return batch
        except Exception:  # a chunker that cannot be pickled, or a process that cannot start
            answer = None
        if answer is None:
            self._are_usable = False
            return self._prepare(batch)
        for document, values in zip(batch, answer, strict=True):
            for name, value in zip(PREPARED, values, strict=True):
                setattr(document, name, value)
        return batch

    def _asked(self, batch: list[Job[Written]]) -> list[tuple[Any, ...]] | None:
        """Return the answer of the process that has the fewest batches, a new one if all have some."""
        with self._lock:
            if self._is_over:
                raise EOFError("the run is over")
            worker = min(self._pending, key=self._pending.__getitem__, default=None)
            if worker is None or (self._pending[worker] and len(self._pending) < self._count):
                worker = _Worker(self._setting)
                self._pending[worker] = 0
            self._pending[worker] += 1
        try:
            answer = worker.ask(batch)
        except EOFError:
            with self._lock:
                self._pending.pop(worker, None)
            raise
        finally:
            with self._lock:
                if worker in self._pending:
                    self._pending[worker] -= 1
        return answer

    def stop(self) -> None:
        """End the processes. No other one starts."""
        with self._lock:
            self._is_over, workers = True, list(self._pending)
        for worker in workers:
            worker.stop()


def workers_for(
    found: Found, prepare: Prepare[Written], setting: tuple[Any, ...], jobs: int, large: int
) -> Workers[Written] | None:
    """Return the processes of a run with `jobs` threads, or None if threads alone are better or the setting cannot
    be pickled."""
    is_locked = getattr(sys, "_is_gil_enabled", lambda: True)()
    if jobs < 2 or not is_locked or sum(file.size for file in found.files) < LEAST:
        return None
    try:
        return Workers(prepare, pickle.dumps(setting, pickle.HIGHEST_PROTOCOL), large, jobs - 1)
    except Exception:  # a function of the user, such as a reader
        return None
