"""Compressed files: the content of a .gz, .bz2, .xz or .zst file, expanded up to a limit."""

from __future__ import annotations

import bz2
import importlib
import lzma
import os
import sys
import zlib
from collections.abc import Callable
from typing import Any, NamedTuple

from shiplap.errors import ReaderError
from shiplap.extras import require

#: What to do with a file that expands to more than the limit.
MORE = "--max-expansion SIZE allows more"

#: The most bytes that are expanded at once.
_STEP = 1 << 20


class Compression(NamedTuple):
    """A way of compression: its suffix, the first bytes of its files, and a function that makes a decompressor."""

    suffix: str
    signature: bytes
    start: Callable[[], Any]


def zstd() -> Any:
    """Return the module for Zstandard. Raises MissingExtraError before Python 3.14 without the extra `zstd`."""
    if sys.version_info >= (3, 14):
        return importlib.import_module("compression.zstd")
    return require("backports.zstd", "zstd", "Zstandard")


COMPRESSIONS = (
    Compression(".gz", b"\x1f\x8b", lambda: _Gzip()),
    Compression(".bz2", b"BZh", bz2.BZ2Decompressor),
    Compression(".xz", b"\xfd7zXZ\x00", lzma.LZMADecompressor),
    Compression(".zst", b"\x28\xb5\x2f\xfd", lambda: zstd().ZstdDecompressor()),
)


class _Gzip:
    """The decompressor of gzip, with the interface of those of bz2 and lzma."""

    def __init__(self) -> None:
        self._inner = zlib.decompressobj(wbits=31)

    @property
    def eof(self) -> bool:
        """True at the end of a member."""
        return self._inner.eof

    @property
    def unused_data(self) -> bytes:
        """The bytes after the end of a member."""
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int) -> bytes:
        """Expand up to so many bytes."""
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)

    @property
    def needs_input(self) -> bool:
        """True if more than an empty input is needed to go on."""
        return not self._inner.unconsumed_tail


def compression_of(data: bytes) -> Compression | None:
    """Return the way in which content is compressed, or None.

    >>> import gzip
    >>> compression_of(gzip.compress(b"It rains.")).suffix, compression_of(b"It rains.")
    ('.gz', None)
    """
    return next((each for each in COMPRESSIONS if data.startswith(each.signature)), None)


def inner_name(path: str | None) -> str | None:
    """Return the name of the file in a compressed file, from that of the compressed one.

    >>> inner_name("logs/rain.txt.gz"), inner_name("docs.tgz"), inner_name("rain"), inner_name(None)
    ('logs/rain.txt', 'docs.tar', 'rain', None)
    """
    if path is None:
        return None
    stem, suffix = os.path.splitext(path)
    short = {".tgz": ".tar", ".tbz2": ".tar", ".txz": ".tar", ".svgz": ".svg"}
    if suffix.lower() in short:
        return stem + short[suffix.lower()]
    return stem if suffix.lower() in {each.suffix for each in COMPRESSIONS} else path


def expand(data: bytes, limit: int) -> bytes:
    """Return the content of a compressed file; several members, one after another, are joined.

    limit: the most bytes that it may have.

    Raises ReaderError for damaged content, with the offset in what was expanded, and for more bytes than the
    limit; MissingExtraError for Zstandard without its library (Python 3.14 has it).

    >>> import gzip
    >>> expand(gzip.compress(b"It rains. ") + gzip.compress(b"It pours."), 100)
    b'It rains. It pours.'
    >>> expand(gzip.compress(b"It rains."), 5)
    Traceback (most recent call last):
    shiplap.errors.ReaderError: gz: expands to more than max_expansion (5 bytes); --max-expansion SIZE allows more
    """
    found = compression_of(data)
    if found is None:
        raise ReaderError("compressed", "", "the first bytes are those of no known compression")
    name = found.suffix[1:]
    parts: list[bytes] = []
    size, rest = 0, data
    while rest:
        try:
            member = found.start()
            while not member.eof:
                part = member.decompress(rest, _STEP)
                rest = b""
                parts.append(part)
                size += len(part)
                if size > limit:
                    rule = f"expands to more than max_expansion ({limit} bytes)"
                    raise ReaderError(name, "", rule, remedy=MORE)
                if not part and not member.eof and member.needs_input:
                    raise ReaderError(name, f"byte offset {size} of the content", "the file ends early")
            rest = member.unused_data
        except ReaderError:  # a ValueError
            raise
        except (OSError, EOFError, zlib.error, lzma.LZMAError, ValueError) as error:
            raise ReaderError(name, f"byte offset {size} of the content", f"is damaged ({error})") from None
        if not rest.strip(b"\0"):
            break  # padding
        if not rest.startswith(found.signature):
            raise ReaderError(name, f"byte offset {len(data) - len(rest)}", "is followed by something else")
    return b"".join(parts)
