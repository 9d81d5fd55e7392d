"""Child processes in which parsers run, so that a crash, a hang or a want of memory loses one file.

A child reads one file after another. It is started when the first file needs one, and ends with its parent. Each
thread takes a child of its own from `CHILDREN`, and gives it back.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from shiplap.errors import MissingExtraError, ReaderError
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

    def ask(self, header: dict[str, Any], parts: list[bytes], timeout: float) -> Message:
        """Send a message and return the answer. Raises TimeoutError; EOFError if the child ends, which it then
        has."""
        is_late = threading.Event()

        def stop() -> None:
            is_late.set()
            self._process.kill()

        timer = threading.Timer(timeout, stop)
        timer.daemon = True
        timer.start()
        try:
            send(self._write_all, header, parts)
            return receive(self._read)
        except (EOFError, OSError, ValueError):
            self.stop()
            if is_late.is_set():
                raise TimeoutError from None
            raise EOFError(_end(self._process.returncode)) from None
        except BaseException:  # such as KeyboardInterrupt: the rest of the answer would be read as the next one
            self.stop()
            raise
        finally:
            timer.cancel()

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
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()


def _end(code: int) -> str:
    """Say how a process ended.

    >>> _end(-11), _end(3)
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


CHILDREN = _Children()
atexit.register(CHILDREN.stop)


def read_in_child(format: Format, data: bytes, path: str | None, options: ReadOptions) -> Document:
    """Read a file in a child process.

    Raises the errors of the reader; ReaderError if the child crashes, takes longer than `options.read_timeout` or
    needs more memory than `options.read_memory`.
    """
    from dataclasses import asdict

    header = {"format": format.name, "path": path, "options": asdict(options), "memory": options.read_memory}
    with CHILDREN.one(options.read_memory) as child:
        try:
            answer, parts = child.ask(header, [data], options.read_timeout)
        except TimeoutError:
            rule = f"takes longer than read_timeout ({options.read_timeout} s)"
            raise ReaderError(format.name, "", rule) from None
        except EOFError as error:
            raise ReaderError(format.name, "", f"the parser crashed ({error})") from None
    if "error" in answer:
        raise _error(format.name, answer)
    try:
        return unpacked(answer, parts)
    except (KeyError, TypeError, ValueError) as error:
        raise ReaderError(format.name, "", f"the parser sent no document ({error})") from None


def _error(name: str, answer: dict[str, Any]) -> Exception:
    """Return the error that a child reports."""
    kind, facts = answer["error"], answer["facts"]
    if kind == "extra":
        return MissingExtraError(*facts)
    if kind == "reader":
        return ReaderError(*facts)
    if kind == "memory":
        return ReaderError(name, "", "needs more memory than read_memory allows")
    return ReaderError(name, "", f"the parser failed ({facts[0]})")
