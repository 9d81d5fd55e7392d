"""Archives: the files in a zip or a tar archive, listed and read one by one, under limits. Nothing is written.

A file in an archive has a path of the form `archive.zip!/folder/page.html`.
"""

from __future__ import annotations

import bz2
import gzip
import lzma
import stat
import tarfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from functools import partial
from typing import IO, Any, NamedTuple, Protocol

from shiplap.errors import ReaderError
from shiplap.readers.compressed import zstd

#: Between the path of an archive and that of a file in it.
SEPARATOR = "!/"

#: The most files in an archive.
MAX_MEMBERS = 1_000_000

#: The most characters of a name in an archive.
MAX_NAME = 4096

#: The most bytes of a header in a tar archive: a name, or a table of attributes.
MAX_HEADER = 1 << 24

#: What the libraries raise for damaged archives.
_DAMAGED = (
    zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, ValueError, NotImplementedError,
    RuntimeError, OverflowError,
)  # fmt: skip


class Member(NamedTuple):
    """A file in an archive: its path there, its bytes, and why it cannot be read ("" if it can)."""

    name: str
    size: int
    fault: str = ""


class _Archive(Protocol):
    """An open archive."""

    def members(self) -> Iterator[Member]: ...

    def read(self, name: str) -> bytes: ...

    def close(self) -> None: ...


class _Zip:
    """A zip archive. Its directory is read when it is opened; the sizes in it are the most that is expanded."""

    def __init__(self, path: str, limit: int) -> None:
        self._file = zipfile.ZipFile(path)
        self._limit = limit

    def members(self) -> Iterator[Member]:
        """Yield the files."""
        for info in self._file.infolist():
            if not info.is_dir() and not stat.S_ISLNK(info.external_attr >> 16):
                yield Member(info.filename, info.file_size, "encrypted" if info.flag_bits & 1 else "")

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        info = self._file.getinfo(name)
        if info.file_size > self._limit:
            raise ReaderError("zip", name, f"expands to more than max_expansion ({self._limit} bytes)")
        return self._file.read(info)

    def close(self) -> None:
        """Close the archive."""
        self._file.close()


class _Tar:
    """A tar archive, compressed or not. It is read forward: files in the order of the archive cost one pass."""

    def __init__(self, path: str, limit: int) -> None:
        self._stream = _Bounded(_opener(path)(path), limit)
        self._limit = limit
        try:
            stream: Any = self._stream
            self._file = tarfile.TarFile(fileobj=stream)
        except BaseException:
            self._stream.close()
            raise

    def members(self) -> Iterator[Member]:
        """Yield the files."""
        for info in self._file:
            if info.isfile():
                yield Member(info.name, info.size)

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        info = self._file.getmember(name)
        if info.size > self._limit:
            raise ReaderError("tar", name, f"expands to more than max_expansion ({self._limit} bytes)")
        self._stream.is_content = True
        try:
            content = self._file.extractfile(info)
            return b"" if content is None else content.read()
        finally:
            self._stream.is_content = False

    def close(self) -> None:
        """Close the archive."""
        self._file.close()
        self._stream.close()


class _Bounded:
    """The stream of a tar archive, with a limit of the offset, and one of the size of a header."""

    def __init__(self, stream: IO[bytes], limit: int) -> None:
        self._stream, self._limit = stream, 2 * limit + (1 << 30)  # headers and padding are added to the content
        self.is_content = False

    def read(self, size: int) -> bytes:
        """Read bytes."""
        if size > MAX_HEADER and not self.is_content:
            raise ReaderError("tar", f"byte offset {self._stream.tell()}", f"a header has {size} bytes")
        return self._stream.read(size)

    def seek(self, offset: int) -> int:
        """Go to an offset."""
        if offset > self._limit:
            raise ReaderError("tar", f"byte offset {offset}", "expands to more than max_expansion")
        return self._stream.seek(offset)

    def tell(self) -> int:
        """Return the offset."""
        return self._stream.tell()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def _open_zstd(path: str) -> IO[bytes]:
    stream: IO[bytes] = zstd().open(path)
    return stream


_TARS: dict[tuple[str, ...], Callable[[str], Any]] = {
    (".tar",): partial(open, mode="rb"), (".tar.gz", ".tgz"): gzip.open,
    (".tar.bz2", ".tbz2", ".tbz"): bz2.open, (".tar.xz", ".txz"): lzma.open,
    (".tar.zst", ".tzst"): _open_zstd,
}  # fmt: skip


def _opener(path: str) -> Callable[[str], Any]:
    return next(opener for suffixes, opener in _TARS.items() if path.lower().endswith(suffixes))


def is_archive(path: str) -> bool:
    """Return whether the name of a file is that of an archive.

    >>> is_archive("docs.zip"), is_archive("docs.TAR.GZ"), is_archive("page.html.gz"), is_archive("page.docx")
    (True, True, False, False)
    """
    return path.lower().endswith((".zip", *(suffix for suffixes in _TARS for suffix in suffixes)))


class Archives:
    """The archives of a run. Each thread has the last one that it used open.

    limit: the most bytes to which an archive may expand (`ReadOptions.max_expansion`).
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._local = threading.local()
        self._open: list[_Archive] = []

    def members(self, path: str) -> list[Member]:
        """Return the files in an archive, in its order.

        A file is listed with its fault if it cannot be read, or if its name leads out of the archive. Of files of
        one name, all but the last are left out, as programs that expand archives overwrite them.

        Raises ReaderError for a damaged archive, one with too many files, and one that expands to more than the
        limit; OSError.
        """
        found: dict[str, Member] = {}
        size = 0
        try:
            for member in self._archive(path).members():
                name = member.name.replace("\\", "/").removeprefix("./")
                fault = member.fault
                if name.startswith("/") or ".." in name.split("/") or "\0" in name:
                    fault = "its name leads out of the archive"
                if len(name) > MAX_NAME:
                    name, fault = name[:MAX_NAME], f"its name has more than {MAX_NAME} characters"
                found.pop(member.name, None)
                found[member.name] = Member(name if fault else member.name, member.size, fault)
                size += member.size
                if size > self._limit:
                    raise ReaderError(_kind(path), "", f"expands to more than max_expansion ({self._limit} bytes)")
                if len(found) > MAX_MEMBERS:
                    raise ReaderError(_kind(path), "", f"has more than {MAX_MEMBERS} files")
        except _DAMAGED as error:
            raise _damaged(path, error) from None
        return list(found.values())

    def read(self, path: str, name: str) -> bytes:
        """Return the content of a file in an archive. Raises ReaderError for a damaged one; OSError."""
        try:
            return self._archive(path).read(name)
        except (*_DAMAGED, KeyError) as error:
            raise _damaged(path, error, name) from None

    def close(self) -> None:
        """Close all archives."""
        for archive in self._open:
            archive.close()
        self._open.clear()
        self._local = threading.local()

    def _archive(self, path: str) -> _Archive:
        """Return an open archive. Raises the errors of its library."""
        if getattr(self._local, "path", None) != path:
            made: _Archive = _Zip(path, self._limit) if path.lower().endswith(".zip") else _Tar(path, self._limit)
            before = getattr(self._local, "archive", None)
            if before is not None:
                before.close()
                self._open.remove(before)
            self._open.append(made)
            self._local.path, self._local.archive = path, made
        archive: _Archive = self._local.archive
        return archive


def _kind(path: str) -> str:
    return "zip" if path.lower().endswith(".zip") else "tar"


def _damaged(path: str, error: Exception, name: str = "") -> Exception:
    if isinstance(error, ReaderError):
        return error
    return ReaderError(_kind(path), name, f"is damaged ({type(error).__name__}: {error})")
