"""Output streams: standard output, or a file that appears whole or not at all."""

from __future__ import annotations

import contextlib
import io
import os
import secrets
import sys
from collections.abc import Iterator
from typing import IO, Any, cast

from shiplap.chunks.chunks import Chunks
from shiplap.ids import Repeats
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


@contextlib.contextmanager
def output(path: str) -> Iterator[IO[bytes]]:
    """Open a binary stream into the file, which appears whole at the end or not at all; `-` is standard output,
    where a terminal gets control characters escaped and any other reader gets the exact bytes. A pipe or a device
    is written to as it is."""
    if path == "-":
        # a separate stream: with PYTHONUNBUFFERED, sys.stdout.buffer may silently write only a part
        sys.stdout.flush()
        with open(sys.stdout.fileno(), "wb", buffering=1 << 16, closefd=False) as stream:
            yield cast(IO[bytes], TerminalStream(stream)) if sys.stdout.isatty() else stream
        return
    if os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path):
        with open(path, "wb") as stream:
            yield stream
        return
    folder, name = os.path.split(os.path.realpath(path))
    hidden = os.path.join(folder, f".{name}.{secrets.token_hex(4)}")
    try:
        with open(hidden, "xb", buffering=1 << 20) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(hidden, os.path.join(folder, name))
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(hidden)
        raise


def with_content_ids(parts: Iterator[Chunks]) -> Iterator[Chunks]:
    """Add content ids to the parts of a streamed document. All parts must pass through here, in order."""
    repeats = Repeats()
    for part in parts:
        part._know_content_ids(repeats)
        yield part
