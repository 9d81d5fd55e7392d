"""Reading of files, whole or in blocks. Files are never mapped, so a file that shrinks meanwhile does no harm."""

from __future__ import annotations

import os
import stat
from collections.abc import Generator
from hashlib import blake2b
from itertools import chain
from typing import NamedTuple

from shiplap.chunkers.streaming import code_points
from shiplap.ids import HASH_SIZE, content_hash
from shiplap.readers.encodings import not_text
from shiplap.readers.signatures import BINARY_WINDOW
from shiplap.threads import heed_interrupts

#: The most bytes that are hashed at once.
HASHED = 1 << 24

#: Block size in bytes for files that are not read whole.
BLOCK = 1 << 20

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def _open(path: str) -> tuple[int, int]:
    """Open a regular file; return its descriptor and size. A pipe is opened without waiting for its other end."""
    handle = os.open(path, _FLAGS)
    status = os.fstat(handle)
    if stat.S_ISREG(status.st_mode):
        return handle, status.st_size
    os.close(handle)
    raise OSError(0, "not a regular file")


def read(path: str) -> bytes:
    """Read the bytes of a regular file. Raises OSError, also if the path is not a regular file."""
    handle, size = _open(path)
    try:
        data = os.read(handle, size + 1)
        if len(data) == size:
            return data
        parts = [data]  # the file grew or shrank meanwhile, or is larger than one call reads
        while parts[-1]:
            parts.append(os.read(handle, 1 << 24))
        return b"".join(parts)
    finally:
        os.close(handle)


def beginning(path: str, size: int = BINARY_WINDOW) -> bytes:
    """Read the first bytes of a regular file, by default those by which its format is found. Raises OSError."""
    handle, _ = _open(path)
    try:
        return os.read(handle, size)
    finally:
        os.close(handle)


def blocks(path: str, seen: blake2b) -> Generator[bytes, None, None]:
    """Read a regular file block by block, and hash it. Raises OSError."""
    handle, _ = _open(path)
    try:
        while block := os.read(handle, BLOCK):
            seen.update(block)
            yield block
    finally:
        os.close(handle)


def same_blocks(path: str, content_hash: str) -> Generator[bytes, None, None]:
    """Read a file again, block by block. Raises OSError, also at the end if it has another content hash now."""
    seen = blake2b(digest_size=HASH_SIZE)
    yield from blocks(path, seen)
    if seen.hexdigest() != content_hash:
        raise OSError(0, "changed while it was read")


#: Suffixes of tables that are binary files.
BINARY_TABLES = (".parquet", ".arrow", ".arrows", ".feather", ".ipc")


class Survey(NamedTuple):
    """Facts about the content of a file. `not_text`: why it is not text, or "" if it is."""

    content_hash: str
    bytes: int
    characters: int
    not_text: str = ""


NOT_READ = Survey("", 0, 0)


def survey_bytes(data: bytes) -> Survey:
    """Survey the content of a file. Its characters are not counted."""
    if len(data) <= HASHED:
        return Survey(content_hash(data), len(data), 0, not_text(data))
    seen, view = blake2b(digest_size=HASH_SIZE), memoryview(data)
    for begin in range(0, len(data), HASHED):  # by steps, so that Ctrl-C is heard
        heed_interrupts()
        seen.update(view[begin : begin + HASHED])
    return Survey(seen.hexdigest(), len(data), 0, not_text(data))


def survey(path: str) -> Survey:
    """Survey a UTF-8 file, with at most one block in memory; stop at once if it is binary.

    Raises OSError, and TextError for invalid UTF-8.
    """
    seen = blake2b(digest_size=HASH_SIZE)
    read = blocks(path, seen)
    first = next(read, b"")
    if reason := not_text(first):
        read.close()
        return Survey("", 0, 0, reason)
    characters, size = code_points(chain((first,), read))
    return Survey(seen.hexdigest(), size, characters)
