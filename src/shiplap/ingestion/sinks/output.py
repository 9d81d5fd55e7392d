"""Output streams: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import glob
import io
import os
import secrets
import sys
from collections.abc import Iterator
from typing import IO, Any, cast

from shiplap.errors import naming
from shiplap.printable import printable_lines


class TerminalStream(io.BufferedIOBase):
    """Writes UTF-8 text to a terminal and escapes control characters that the terminal would obey. Each call
    writes whole characters. In JSON only direction marks remain to be escaped, and their escapes are JSON's."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def write(self, data: Any) -> int:
        """Write the text, escaped."""
        self._stream.write(printable_lines(bytes(data).decode("utf-8", "backslashreplace")).encode())
        return len(data)


class TargetStream(io.BufferedIOBase):
    """Writes to a stream. An error (a full disk) is a StoreError that names the target, so that it is not taken
    for an error of the file that is read."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self._stream, self._name = stream, name

    def write(self, data: Any) -> int:
        """Write the bytes."""
        with naming(self._name):
            return self._stream.write(data)

    def flush(self) -> None:
        """Write what is in the buffer. A stream that is closed has none: the collector flushes this object once
        more, and from Python 3.13 on reports the error."""
        if not self._stream.closed:
            with naming(self._name):
                self._stream.flush()

    def writable(self) -> bool:
        """Return True."""
        return True

    def fileno(self) -> int:
        """Return the descriptor of the file."""
        return self._stream.fileno()

    def seekable(self) -> bool:
        """Return whether the position can be moved."""
        return self._stream.seekable()

    def tell(self) -> int:
        """Return the position."""
        return self._stream.tell()

    def seek(self, offset: int, whence: int = 0) -> int:
        """Move the position."""
        with naming(self._name):
            return self._stream.seek(offset, whence)

    def truncate(self, size: int | None = None) -> int:
        """Cut the file at the position, or at a size."""
        with naming(self._name):
            return self._stream.truncate(size)


@contextlib.contextmanager
def output(path: str) -> Iterator[IO[bytes]]:
    """Open a binary stream into the file, which appears whole at the end or not at all; `-` is standard output,
    where a terminal gets control characters escaped and any other reader gets the exact bytes. A pipe or a device
    is written to as it is. Raises StoreError, with the name of the file, if it cannot be written."""
    if path == "-":
        # a separate stream: with PYTHONUNBUFFERED, sys.stdout.buffer may silently write only a part
        sys.stdout.flush()
        with _opened(sys.stdout.fileno(), "standard output", "wb", 1 << 16, closefd=False) as stream:
            yield cast(IO[bytes], TerminalStream(stream)) if sys.stdout.isatty() else stream
        return
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with _opened(path, path, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(os.path.realpath(path))
    hidden = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    try:
        with _opened(hidden, path, "xb", 1 << 20) as stream:
            yield stream
            stream.flush()
            with naming(path):
                os.fsync(stream.fileno())
        with naming(path):
            os.replace(hidden, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        raise


def unfinished(path: str) -> list[str]:
    """Return the hidden files beside the file of an `output` into which it is written, also those that killed
    processes have left."""
    folder, name = os.path.split(os.path.realpath(path))
    return glob.glob(os.path.join(glob.escape(folder), f".{glob.escape(name)}.{'[0-9a-f]' * 8}"))


@contextlib.contextmanager
def _opened(
    file: str | int, name: str, mode: str, buffering: int = -1, *, closefd: bool = True
) -> Iterator[IO[bytes]]:
    """Open a file, or a descriptor, as a TargetStream; what is in its buffer is written at the end."""
    with naming(name):
        stream = open(file, mode, buffering, closefd=closefd)  # noqa: SIM115
    try:
        yield cast(IO[bytes], TargetStream(cast(IO[bytes], stream), name))
    except BaseException:
        with contextlib.suppress(OSError):  # the first error is the one to report
            stream.close()
        raise
    with naming(name):
        stream.close()
