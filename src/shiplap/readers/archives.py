"""Archives: the files in a zip or tar archive, the messages of a mailbox and the attachments of a message.

They are listed and read one by one, under limits. Nothing is written.

A file in an archive has a path of the form `archive.zip!/folder/page.html`.
"""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import stat
import tarfile
import threading
import zipfile
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol

from shiplap.errors import ReaderError
from shiplap.readers.compressed import COMPRESSIONS, MORE, expand, inner_name, zstd

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


#: The names in an office file of Microsoft, of which it has one of each set, and the first one in other packages.
_PARTS = frozenset(("word/document.xml", "ppt/presentation.xml", "xl/workbook.xml", "xl/workbook.bin"))
_FRAMES = frozenset(("[Content_Types].xml", "_rels/.rels"))
_MEDIA_TYPE = "mimetype"


class Member(NamedTuple):
    """A file in an archive: its path there, its bytes, and why it cannot be read ("" if it can). `is_file`:
    whether it is a regular file, and no link or device."""

    name: str
    size: int
    fault: str = ""
    is_file: bool = True


#: What is said of members that are no regular files.
_LINK, _SPECIAL = "a link in an archive", "not a regular file"
_ENCRYPTED = "encrypted; expand the archive with its password"


def shown_name(name: str) -> str:
    """Return the name of a file in an archive as paths have it.

    >>> shown_name("./docs\\\\rain.txt")
    'docs/rain.txt'
    """
    return name.replace("\\", "/").removeprefix("./")


class _Archive(Protocol):
    """An open archive."""

    def members(self) -> Iterator[Member]: ...

    def read(self, name: str) -> bytes: ...

    def close(self) -> None: ...


class _Zip:
    """A zip archive. Its directory is read when it is opened; the sizes in it are the most that is expanded."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self._stream, self._limit = stream, limit
        self._file = zipfile.ZipFile(stream)

    def members(self) -> Iterator[Member]:
        """Yield the files."""
        for info in self._file.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)  # 0 from systems without types of files
            if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
                yield Member(info.filename, 0, _LINK if kind == stat.S_IFLNK else _SPECIAL, is_file=False)
            elif not info.is_dir():
                yield Member(info.filename, info.file_size, _ENCRYPTED if info.flag_bits & 1 else "")

    @property
    def is_package(self) -> bool:
        """True if the archive is an office file or a book."""
        return _is_package(self._file)

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        info = self._file.getinfo(name)
        if info.file_size > self._limit:
            rule = f"expands to more than max_expansion ({self._limit} bytes)"
            raise ReaderError("zip", name, rule, remedy=MORE)
        return self._file.read(info)

    def close(self) -> None:
        """Close the archive."""
        self._file.close()
        self._stream.close()


class _Tar:
    """A tar archive, compressed or not. It is read forward: files in the order of the archive cost one pass."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self._limit, self._own = limit, stream
        self._stream = _Bounded(_opener(name)(stream), limit)
        given: Any = self._stream
        self._file = tarfile.TarFile(fileobj=given)

    def members(self) -> Iterator[Member]:
        """Yield the files."""
        for info in self._file:
            if info.isfile():
                yield Member(info.name, info.size)
            elif not info.isdir():
                yield Member(info.name, 0, _LINK if info.issym() or info.islnk() else _SPECIAL, is_file=False)

    def read(self, name: str) -> bytes:
        """Return the content of a file."""
        info = self._file.getmember(name)
        if info.size > self._limit:
            rule = f"expands to more than max_expansion ({self._limit} bytes)"
            raise ReaderError("tar", name, rule, remedy=MORE)
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
        self._own.close()


class _Mail:
    """The attachments of a message, or the messages of a mailbox, in memory."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        from shiplap.readers.mail import attachments, messages

        with stream:
            data = stream.read(limit + 1)
        if len(data) > limit:
            raise ReaderError("mail", "", f"has more than max_expansion ({limit} bytes)", remedy=MORE)
        if inner_name(name) != name:
            data = expand(data, limit)
        parts = messages(data)
        if is_message(name):
            parts = attachments(data) if b"ultipart/" in data else iter(())  # a type of parts, in any case
        self._parts = dict(parts)

    def members(self) -> Iterator[Member]:
        """Yield the attachments or the messages."""
        for name, content in self._parts.items():
            yield Member(name, len(content))

    def read(self, name: str) -> bytes:
        """Return the content of an attachment or a message."""
        return self._parts[name]

    def close(self) -> None:
        """Let the contents go."""
        self._parts.clear()


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
            rule = "expands to more than max_expansion"
            raise ReaderError("tar", f"byte offset {offset}", rule, remedy=MORE)
        return self._stream.seek(offset)

    def tell(self) -> int:
        """Return the offset."""
        return self._stream.tell()

    def close(self) -> None:
        """Close the stream."""
        self._stream.close()


def _zstd_opened(stream: IO[bytes]) -> IO[bytes]:
    opened: IO[bytes] = zstd().open(stream)
    return opened


#: What opens the stream of a tar archive, by the end of its name.
_TARS: dict[tuple[str, ...], Callable[[IO[bytes]], Any]] = {
    (".tar",): lambda stream: stream, (".tar.gz", ".tgz"): gzip.open,
    (".tar.bz2", ".tbz2", ".tbz"): bz2.open, (".tar.xz", ".txz"): lzma.open,
    (".tar.zst", ".tzst"): _zstd_opened,
}  # fmt: skip


def _opener(path: str) -> Callable[[IO[bytes]], Any]:
    return next(opener for suffixes, opener in _TARS.items() if path.lower().endswith(suffixes))


def _also_compressed(*suffixes: str) -> tuple[str, ...]:
    return tuple(suffix + more for suffix in suffixes for more in ("", *(each.suffix for each in COMPRESSIONS)))


#: The ends of the names of mailboxes and of messages.
_MAILBOXES = _also_compressed(".mbox", ".mbx")
_MESSAGES = _also_compressed(".eml")


def is_archive(path: str) -> bool:
    """Return whether the name of a file is that of an archive or a mailbox.

    >>> [is_archive(name) for name in ("docs.zip", "docs.TAR.GZ", "box.mbox.gz", "page.html.gz", "page.docx")]
    [True, True, True, False, False]
    """
    return path.lower().endswith((".zip", *_MAILBOXES, *(suffix for suffixes in _TARS for suffix in suffixes)))


def is_package(stream: IO[bytes]) -> bool:
    """Return whether a file is an office file or a book, which is a zip archive and one document."""
    try:
        with zipfile.ZipFile(stream) as file:
            return _is_package(file)
    except _DAMAGED:
        return False


def _is_package(file: zipfile.ZipFile) -> bool:
    names = file.namelist()
    return names[:1] == [_MEDIA_TYPE] or not (_FRAMES.isdisjoint(names) or _PARTS.isdisjoint(names))


def is_message(path: str) -> bool:
    """Return whether the name of a file is that of a message, which is a document and may have attachments."""
    return path.lower().endswith(_MESSAGES)


class Archives:
    """The archives of a run. Each thread has the last one that it used open, and those around it.

    limit: the most bytes to which an archive may expand (`ReadOptions.max_expansion`).
    max_depth: how many archives may lie within one another.
    """

    def __init__(self, limit: int, max_depth: int = 4) -> None:
        self.limit = limit
        self.max_depth = max_depth
        self._local = threading.local()
        self._open: set[_Archive] = set()
        self._lock = threading.Lock()

    def members(self, path: tuple[str, ...]) -> list[Member]:
        """Return the files in an archive, in its order.

        path: the path of the archive; of one in another, that of the outer one and the names in each.

        A file is listed with its fault if it cannot be read, or if its name leads out of the archive. Of files of
        one name, all except the last are left out, as programs that expand archives overwrite them.

        Raises ReaderError for a damaged archive and one with too many files; OSError.
        """
        found: dict[str, Member] = {}
        try:
            for member in self._archive(path).members():
                name = shown_name(member.name)
                fault = member.fault
                if not member.is_file:
                    pass
                elif name.startswith("/") or ".." in name.split("/") or "\0" in name:
                    fault = "its name leads out of the archive; make the archive again, with relative names"
                if len(name) > MAX_NAME:
                    name, fault = name[:MAX_NAME], f"its name has more than {MAX_NAME} characters"
                found.pop(member.name, None)
                found[member.name] = member._replace(name=name if fault else member.name, fault=fault)
                if len(found) > MAX_MEMBERS:
                    raise ReaderError(_kind(path[-1]), "", f"has more than {MAX_MEMBERS} files")
        except (*_DAMAGED, OSError) as error:
            raise _damaged(path[-1], error) from None
        return list(found.values())

    def is_package(self, path: tuple[str, ...]) -> bool:
        """Return whether an archive is an office file or a book. A damaged one is not."""
        try:
            archive = self._archive(path)
        except (*_DAMAGED, OSError):
            return False
        return isinstance(archive, _Zip) and archive.is_package

    def read(self, path: tuple[str, ...]) -> bytes:
        """Return the content of a file in an archive: the last name of the path. Raises ReaderError for a damaged
        one; OSError."""
        *archive, name = path
        try:
            return self._archive(tuple(archive)).read(name)
        except (*_DAMAGED, KeyError, OSError) as error:
            raise _damaged(archive[-1], error, name) from None

    def close(self) -> None:
        """Close all archives."""
        with self._lock:
            opened, self._open = self._open, set()
        for archive in opened:
            archive.close()
        self._local = threading.local()

    def _archive(self, path: tuple[str, ...]) -> _Archive:
        """Return an open archive. Of the others, those around it stay open. Raises the errors of its library."""
        known: dict[tuple[str, ...], _Archive] = self._local.__dict__.setdefault("archives", {})
        if path not in known:
            stream: IO[bytes] = io.BytesIO(self.read(path)) if len(path) > 1 else Path(path[0]).open("rb")  # noqa: SIM115
            for other in [each for each in known if path[: len(each)] != each]:
                archive = known.pop(other)
                archive.close()
                with self._lock:
                    self._open.discard(archive)
            try:
                known[path] = _KINDS[_kind(path[-1])](stream, path[-1], self.limit)
            except BaseException:
                stream.close()
                raise
            with self._lock:
                self._open.add(known[path])
        return known[path]


_KINDS: dict[str, Callable[[IO[bytes], str, int], _Archive]] = {"zip": _Zip, "tar": _Tar, "mail": _Mail}


def _kind(path: str) -> str:
    if path.lower().endswith((*_MESSAGES, *_MAILBOXES)):
        return "mail"
    return "zip" if path.lower().endswith(".zip") else "tar"


def _damaged(path: str, error: Exception, name: str = "") -> Exception:
    if isinstance(error, ReaderError):
        return error
    if isinstance(error, OSError) and error.errno not in (None, errno.EINVAL):
        return error  # those of decompressors have no number, that of a negative offset is EINVAL
    remedy = "download or make the archive again"
    return ReaderError(_kind(path), name, f"is damaged ({type(error).__name__}: {error})", remedy=remedy)
