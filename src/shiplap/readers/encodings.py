"""The encoding of a text: its byte order mark, the one that the user named, UTF-8, or the most likely one."""

from __future__ import annotations

import codecs
import re
from typing import Any, NamedTuple

from shiplap.errors import ReaderError
from shiplap.extras import require
from shiplap.readers.options import AUTO

#: Byte order marks, the longer ones first.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip

#: Control characters that a text does not have: content with one of them was not text, or in another encoding.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")

#: The bytes around the first one beyond ASCII, at most, from which the most likely encoding is found.
SAMPLE = 65536


class Decoded(NamedTuple):
    """A text, and what is known of its encoding: "encoding", unless it is UTF-8, and "encoding_confidence", from 0
    to 1, if the encoding was guessed."""

    text: str
    metadata: dict[str, Any]


def marked(data: bytes) -> tuple[bytes, str] | None:
    """Return the byte order mark at the beginning of the content, and its encoding; None if it has none.

    >>> marked(codecs.BOM_UTF16_LE + b"a\\0"), marked(b"a")
    ((b'\\xff\\xfe', 'utf-16-le'), None)
    """
    return next(((mark, name) for mark, name in MARKS if data.startswith(mark)), None)


def decode(data: bytes, encoding: str, reader: str) -> Decoded:
    """Decode the content of a file. The text has no byte order mark.

    encoding: a name of Python's, or "auto": UTF-8, or the most likely encoding by chardet (extra `encodings`). A
        byte order mark counts for more than either.
    reader: the name of the reader, for errors.

    Raises ReaderError for bytes that are invalid in the encoding, with their offset, and for content that is text
    in no encoding; MissingExtraError if the encoding must be guessed and the extra is missing.

    >>> decode(b"caf\\xe9", "latin-1", "text")
    Decoded(text='café', metadata={'encoding': 'latin-1'})
    """
    if mark := marked(data):
        return _strictly(data[len(mark[0]) :], mark[1], reader, len(mark[0]))
    if encoding != AUTO:
        return _strictly(data, encoding, reader)
    try:
        return Decoded(data.decode(), {})
    except UnicodeDecodeError as error:
        return _guessed(data, error.start, reader)


def _strictly(data: bytes, encoding: str, reader: str, before: int = 0) -> Decoded:
    """Decode content that begins `before` bytes after the beginning of its file."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ReaderError(reader, f"byte offset {before + error.start}", f"must be {encoding}") from None
    return Decoded(text, {} if encoding == "utf-8" else {"encoding": encoding})


def _guessed(data: bytes, offset: int, reader: str) -> Decoded:
    """Decode content that is not UTF-8 at a byte offset."""
    chardet = require("chardet", "encodings", f"text that is not UTF-8 (byte offset {offset})")
    begin = max(0, offset - SAMPLE // 2)
    sample = data[begin : begin + SAMPLE]
    for is_larger in (False, True):  # what is beyond the sample may need the larger of two related encodings
        found = chardet.detect(sample, prefer_superset=is_larger, compat_names=False)
        try:
            text = data.decode(found["encoding"] or "ascii")
        except (UnicodeDecodeError, LookupError):
            continue
        if not _CONTROL.search(text):
            confidence = round(float(found["confidence"]), 2)
            return Decoded(text, {"encoding": found["encoding"], "encoding_confidence": confidence})
    rule = "is not UTF-8, and text in no other encoding that fits; encoding=NAME reads it"
    raise ReaderError(reader, f"byte offset {offset}", rule)
