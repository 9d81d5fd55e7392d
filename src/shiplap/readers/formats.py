"""The formats of files that become text, each with its function. The library of a format is imported where a file
of it is read.

A format without a row here is text that is cut as it is: Markdown, code, tables and the like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from shiplap.document import Document
from shiplap.readers.options import ReadOptions

if TYPE_CHECKING:
    from typing_extensions import Self


class Context(Protocol):
    """The run in which a file is read: its options, and its readers for a file within a file."""

    options: ReadOptions

    def inner(self, reader: str) -> Self:
        """Return the context of a file within a file. Raises ReaderError if files lie too deep."""

    def document(self, data: bytes, path: str | None) -> Document:
        """Return the document of any file."""


#: Makes a document of the content of a file, given its path (None if it has none) and the run.
Reader = Callable[[bytes, "str | None", Context], Document]


@dataclass(frozen=True, kw_only=True)
class Format:
    """A format of files, and the function that reads them.

    name: in messages, and in the fingerprint of what is read.
    read: the reader.
    suffixes: of the names of its files, in small letters, with the dot.
    signature: returns whether content has the format's first bytes, which count for more than the name.
    looks: returns whether content without a suffix looks like this format, which has no signature.
    options: the fields of `ReadOptions` that change the text.
    version: raised when the same file becomes another text.
    in_child: whether its parser runs in a child process, so that a crash or a hang loses one file.
    """

    name: str
    read: Reader
    suffixes: tuple[str, ...] = ()
    signature: Callable[[bytes], bool] | None = None
    looks: Callable[[bytes], bool] | None = None
    options: tuple[str, ...] = ()
    version: int = 1
    in_child: bool = False

    def fingerprint(self, options: ReadOptions) -> str:
        """Return the name of this way to read, in which a change means that files are read anew.

        >>> Format(name="html", read=None, options=("html",)).fingerprint(ReadOptions(html="main"))
        'html1,html=main'
        """
        changed = options.changed()
        given = [f"{name}={changed[name]}" for name in self.options if name in changed]
        return ",".join((f"{self.name}{self.version}", *given))


# ---- the readers of the table, with the arguments of a run


def _srt(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.encodings import decode
    from shiplap.readers.subtitles import srt

    text = decode(data, run.options.encoding, "srt")
    return srt(text.text, metadata=text.metadata)


def _vtt(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.subtitles import vtt

    return vtt(data)


def _text(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.encodings import decode

    text = decode(data, run.options.encoding, "text")
    return Document(text.text, path=path, metadata=text.metadata)


def _compressed(data: bytes, path: str | None, run: Context) -> Document:
    from shiplap.readers.compressed import expand, inner_name

    content = expand(data, run.options.max_expansion)
    return run.inner("compressed").document(content, inner_name(path))


def _starts(*signatures: bytes) -> Callable[[bytes], bool]:
    return lambda data: data.startswith(signatures)


#: Text in another encoding than UTF-8.
TEXT = Format(name="text", read=_text, options=("encoding",))

FORMATS = (
    Format(name="srt", read=_srt, suffixes=(".srt",), options=("encoding",)),
    Format(name="vtt", read=_vtt, suffixes=(".vtt",)),
    Format(
        name="compressed", read=_compressed, suffixes=(".gz", ".bz2", ".xz", ".zst"),
        signature=_starts(b"\x1f\x8b", b"BZh", b"\xfd7zXZ\x00", b"\x28\xb5\x2f\xfd"),
        options=("encoding", "html"),
    ),
)  # fmt: skip
