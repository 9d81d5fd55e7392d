"""`read`: the document of any file."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shiplap.document import Document
from shiplap.errors import ReaderError, TextTypeError

if TYPE_CHECKING:
    from typing_extensions import Buffer


def read(
    file: str | os.PathLike[str] | Buffer,
    *,
    path: str | os.PathLike[str] | None = None,
    format: str | None = None,
    **options: Any,
) -> Document:
    """Read a file and return its text, with what its format says: pages, boxes, times, anchors, metadata.

    file: the path of a file, or its content (bytes).
    path: the name of the file, whose suffix tells the format of content without a signature. It is the `source`
        of the document, which the addresses of its chunks begin with.
    format: the name of the format, if neither content nor name tell.
    options: those of `shiplap.readers.ReadOptions`, for all formats.

    The file is read as `shiplap ingest` reads it: the first bytes count for more than the suffix, and what is in
    no known format is text. PDF and office documents are parsed, and compressed
    files expanded, in a child process.

    Raises ReaderError for content that its reader cannot read, or that is not text, and for an archive or a
    mailbox, which `shiplap.ingest` reads file by file; MissingExtraError if the library of the format is not
    installed; OptionError for a wrong option, OSError for a file that cannot be read.

    >>> document = read(b"1\\n00:00:01,000 --> 00:00:02,500\\nIt rains.\\n", path="rain.srt")
    >>> document.text, len(document.provenance["times"])
    ('It rains.', 1)
    """
    from shiplap.readers.archives import is_archive, is_package
    from shiplap.readers.options import ReadOptions
    from shiplap.readers.registry import Readers, format_named

    readers = Readers(ReadOptions.of(options))
    named = None if format is None else format_named(format)
    if isinstance(file, (str, os.PathLike)):
        path = file if path is None else path
        with open(file, "rb") as stream:
            data = stream.read()
    else:
        try:
            data = bytes(memoryview(file))
        except TypeError:
            raise TextTypeError(type(file).__name__, "read takes a path, or the content of a file") from None
    name = None if path is None else os.fspath(path)
    if named is not None:
        return _with_source(readers.read(named, data, name), name)
    if name is not None and is_archive(name) and not is_package(io.BytesIO(data)):
        rule = "has several documents: shiplap.ingest reads each of them"
        raise ReaderError("read", os.path.basename(name), rule)
    return _with_source(readers.document(data, name), name)


def _with_source(document: Document, name: str | bytes | None) -> Document:
    """Return a document with the name of its file as its source, unless its reader gave it one."""
    return document if document.source is not None or name is None else replace(document, source=os.fsdecode(name))
