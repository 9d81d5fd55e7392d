"""Child processes in which parsers run, so that a crash, a hang or a want of memory loses one file.

Archives and compressed files are expanded there too. That costs a start (0.3 s) and 0.1 ms for each file: a zip
archive of 5,000 files is listed and read in 1.0 s instead of 0.25 s, and ingested in 3.2 s.

A child reads one file after another. It is started when the first file needs one, and ends with its parent. Each
thread takes a child of its own from `CHILDREN`, and gives it back.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from shiplap.errors import MissingExtraError, ReaderError
from shiplap.readers.archives import Member
from shiplap.readers.transport import receive, send, unpacked

if TYPE_CHECKING:
    from shiplap.document import Document
    from shiplap.readers.formats import Format
    from shiplap.readers.options import ReadOptions

#: A header and parts, see `shiplap.readers.transport`.
Message = tuple[dict[str, Any], list[bytes]]

#: The program of a child. The folders of modules are the first line that it reads.
PROGRAM = (
    "import json, sys; sys.path[:] = json.loads(sys.stdin.buffer.readline());"
    " from shiplap.readers.child_main import run; run()"
)


class _Deadline:
    """Calls a function if a deadline passes. One thread waits for all deadlines of a child: a `threading.Timer`
    for each call costs 0.2 ms, three times as much as a small call itself."""

    def __init__(self, function: Callable[[], None]) -> None:
        self._function = function
        self._due: float | None = None
        self._wakes: float | None = None  # when the thread looks at the deadline again; None: there is no thread
        self._is_over = False
        self._changed = threading.Condition()
        self.has_passed: bool = False

    def begin(self, seconds: float) -> None:
        """Set the deadline."""
        with self._changed:
            self._due = time.monotonic() + seconds
            if self._wakes is None:
                self._wakes = self._due
                threading.Thread(target=self._wait, daemon=True).start()
            elif self._due < self._wakes:
                self._changed.notify()

    def cancel(self) -> None:
        """Remove the deadline."""
        with self._changed:
            self._due = None

    def end(self) -> None:
        """End the thread."""
        with self._changed:
            self._is_over = True
            self._changed.notify()

    def _wait(self) -> None:
        with self._changed:
            while not (self._is_over or self.has_passed):
                self._wakes = math.inf if self._due is None else self._due
                left = self._wakes - time.monotonic()
                if left > 0:
                    self._changed.wait(None if left == math.inf else left)
                else:
                    self.has_passed = True
                    self._function()


class Child:
    """A child process that reads files.

    memory: bytes of memory that it may have (on Linux and macOS).
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", PROGRAM],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, bufsize=0,
        )  # fmt: skip
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._write, self._read = self._process.stdin.write, self._process.stdout.read
        paths = [os.path.abspath(path) for path in sys.path]
        self._write(json.dumps(paths).encode() + b"\n")
        self._deadline = _Deadline(self._process.kill)

    def ask(self, header: dict[str, Any], parts: list[bytes], timeout: float) -> Message:
        """Send a message and return the answer. Raises TimeoutError; EOFError if the child ends, which it then
        has."""
        self._deadline.begin(timeout)
        try:
            send(self._write_all, header, parts)
            return receive(self._read)
        except (EOFError, OSError, ValueError):
            self.stop()
            if self._deadline.has_passed:
                raise TimeoutError from None
            raise EOFError(ending(self._process.returncode)) from None
        except BaseException:  # such as KeyboardInterrupt: the rest of the answer would be read as the next one
            self.stop()
            raise
        finally:
            self._deadline.cancel()

    def _write_all(self, data: bytes) -> None:
        """Write all bytes: one call may write only some of them."""
        view = memoryview(data)
        while view:
            view = view[self._write(view) or 0 :]

    @property
    def is_alive(self) -> bool:
        """True unless the child has ended."""
        return self._process.poll() is None

    def stop(self) -> None:
        """End the child."""
        self._deadline.end()
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def ending(code: int) -> str:
    """Say how a process ended.

    >>> ending(-11), ending(3)
    ('SIGSEGV', 'exit code 3')
    """
    if code < 0:
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
    return f"exit code {code}"


class _Children:
    """The children that wait for a file."""

    def __init__(self) -> None:
        self._idle: list[Child] = []
        self._lock = threading.Lock()
        self._owner = os.getpid()

    @contextlib.contextmanager
    def one(self, memory: int) -> Iterator[Child]:
        """Lend a child with a limit of memory."""
        with self._lock:
            if self._owner != os.getpid():  # a fork: the children are those of another process
                self._idle, self._owner = [], os.getpid()
            found = next((child for child in self._idle if child.memory == memory), None)
            if found is not None:
                self._idle.remove(found)
        child = Child(memory) if found is None or not found.is_alive else found
        try:
            yield child
        finally:
            if child.is_alive:
                with self._lock:
                    self._idle.append(child)

    def stop(self) -> None:
        """End all children that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        if self._owner == os.getpid():
            for child in idle:
                child.stop()


#: Whether this process is a child, in which nothing is left to others.
IS_CHILD = False

CHILDREN = _Children()
atexit.register(CHILDREN.stop)


def read_in_child(format: Format, data: bytes, path: str | None, options: ReadOptions) -> Document:
    """Read a file in a child process.

    Raises the errors of the reader; ReaderError if the child crashes, takes longer than `options.read_timeout` or
    needs more memory than `options.read_memory`.
    """
    from dataclasses import asdict

    header = {"task": "read", "format": format.name, "path": path, "options": asdict(options)}
    with CHILDREN.one(options.read_memory) as child:
        answer, parts = _asked(child, header, [data], format.name, options)
    try:
        return unpacked(answer, parts)
    except (KeyError, TypeError, ValueError) as error:
        raise ReaderError(format.name, "", f"the parser sent no document ({error})") from None


def expand_in_child(data: bytes, options: ReadOptions) -> bytes:
    """Expand a compressed file in a child process. Raises the errors of `expand`, and those of `read_in_child`."""
    header = {"task": "expand", "limit": options.max_expansion}
    with CHILDREN.one(options.read_memory) as child:
        _, parts = _asked(child, header, [data], "compressed", options)
    return parts[0]


def pictures_in_child(data: bytes, numbers: Iterable[int], options: ReadOptions) -> dict[int, bytes]:
    """Return pictures (PNG) of pages of a PDF file, by number. Raises the errors of `read_in_child`."""
    header = {"task": "pictures", "numbers": list(numbers), "password": options.password}
    with CHILDREN.one(options.read_memory) as child:
        answer, parts = _asked(child, header, [data], "pdf", options)
    return dict(zip(answer["numbers"], parts, strict=True))


class ArchivesInChild:
    """The archives of a run, as `shiplap.readers.archives.Archives`, which child processes open: one for each
    thread, until the object is closed.

    A call raises the errors of `Archives`, and those of `read_in_child`.
    """

    def __init__(self, options: ReadOptions) -> None:
        self._options = options
        self.limit: int = options.max_expansion
        self.max_depth: int = options.max_depth
        self._local = threading.local()
        self._children: set[Child] = set()
        self._lock = threading.Lock()

    def members(self, path: tuple[str, ...]) -> list[Member]:
        """See `Archives.members`."""
        answer, _ = self._ask("members", path)
        return [Member(*each) for each in answer["members"]]

    def is_package(self, path: tuple[str, ...]) -> bool:
        """See `Archives.is_package`."""
        answer, _ = self._ask("is_package", path)
        return bool(answer["is_package"])

    def read(self, path: tuple[str, ...]) -> bytes:
        """See `Archives.read`."""
        _, parts = self._ask("read", path)
        return parts[0]

    def close(self) -> None:
        """End the child processes."""
        with self._lock:
            children, self._children = self._children, set()
        for child in children:
            child.stop()

    def _ask(self, call: str, path: tuple[str, ...]) -> Message:
        child: Child | None = getattr(self._local, "child", None)
        if child is None or not child.is_alive:
            child = self._local.child = Child(self._options.read_memory)
            with self._lock:
                self._children.add(child)
        whole = [os.path.abspath(path[0]), *path[1:]]
        header = {"task": "archive", "call": call, "path": whole, "limit": self.limit}
        return _asked(child, header, [], os.path.basename(path[-1]), self._options)


def _asked(
    child: Child, header: dict[str, Any], parts: list[bytes], name: str, options: ReadOptions
) -> Message:  # fmt: skip
    """Return the answer of a child. Raises the error that it reports, or how it ended. name: in the error."""
    try:
        answer, made = child.ask({**header, "memory": options.read_memory}, parts, options.read_timeout)
    except TimeoutError:
        rule = f"takes longer than read_timeout ({options.read_timeout} s)"
        raise ReaderError(name, "", rule, remedy="--read-timeout SECONDS allows more") from None
    except EOFError as error:
        raise ReaderError(name, "", f"the parser crashed ({error})") from None
    if "error" in answer:
        raise _error(name, answer)
    return answer, made


def _error(name: str, answer: dict[str, Any]) -> Exception:
    """Return the error that a child reports."""
    kind, facts = answer["error"], answer["facts"]
    if kind == "extra":
        return MissingExtraError(*facts)
    if kind == "reader":
        return ReaderError(*facts)
    if kind == "system":
        return OSError(*facts)
    if kind == "memory":
        rule = "needs more memory than read_memory allows"
        return ReaderError(name, "", rule, remedy="--read-memory SIZE allows more")
    return ReaderError(name, "", f"the parser failed ({facts[0]})")
