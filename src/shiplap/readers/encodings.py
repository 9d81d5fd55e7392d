"""The encoding of a text: its byte order mark, the one that the user named, UTF-8, or the most likely one."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterator
from typing import Any, NamedTuple

from shiplap.errors import ReaderError, TextError
from shiplap.extras import require
from shiplap.readers.options import AUTO
from shiplap.readers.signatures import BINARY_WINDOW, unread
from shiplap.source import view

#: Byte order marks, the longer ones first.
MARKS = (
    (codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"),
)  # fmt: skip

#: Control characters that a text does not have: content with one of them was not text, or in another encoding.
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f-\x84\x86-\x9f]")

#: What to do with a text whose encoding cannot be found.
NAMED = "--encoding NAME reads it"

#: The encodings of which each code unit has NUL bytes in ordinary text, the longer units first.
WIDE = ("utf-32-le", "utf-32-be", "utf-16-le", "utf-16-be")

#: The share of the code units of a text in UTF-16 whose higher bytes are one of two: 0 for ASCII, and that of the
#: alphabet. In a text of Chinese or Japanese they vary, as in binary files.
_COMMON = 0.9

#: Of fewer code units than these, the higher bytes must be 0.
_FEW = 8

#: A guess of less than this confidence is not used: a third of such guesses is wrong. Of texts of 10 characters it
#: refuses one of eight (benchmarks/record/2026-11-26/encodings.json).
LEAST_CONFIDENCE = 0.05

#: Below this confidence an encoding of the web or of ISO 8859 is preferred to those of old systems, if it is
#: nearly as likely.
SURE = 0.15
_NEARLY = 0.7

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


def unmarked(data: bytes) -> str | None:
    """Return the encoding of text in UTF-16 or UTF-32 that has no byte order mark, by where its NUL bytes are;
    None for other content.

    >>> unmarked("It rains.".encode("utf-16-le")), unmarked("Дождь идёт.".encode("utf-16-be"))
    ('utf-16-le', 'utf-16-be')
    >>> unmarked(b"It rains.\\0"), unmarked(b"It rains.")
    (None, None)
    """
    for name in _possible(data):
        if name.startswith("utf-32"):
            return name
        high = data[name == "utf-16-le" : BINARY_WINDOW : 2]
        counts = sorted(map(high.count, set(high)))[-(2 if len(high) >= _FEW else 1) :]
        if 0 in high and sum(counts) >= _COMMON * len(high):
            return name
    return None


def not_text(data: bytes) -> str:
    """Return why content, or its beginning, is not text in UTF-8, or ""; with the option that reads it, if it may
    be text in UTF-16.

    >>> not_text(b"It rains."), not_text(b"\\0\\1"), not_text(b"\\x89PNG...")
    ('', 'binary file', 'binary file (PNG)')
    >>> not_text("雨が降る。\\n".encode("utf-16-le"))
    'binary file; --encoding utf-16-le reads it if it is text'
    """
    if (reason := unread(data)) or data.find(0, 0, BINARY_WINDOW) < 0:
        return reason
    name = next(iter(_possible(data)), None)
    return "binary file" if name is None else f"binary file; --encoding {name} reads it if it is text"


def _possible(data: bytes) -> Iterator[str]:
    """Yield the encodings of `WIDE` in which the beginning of content with NUL bytes is text."""
    begin = data[:BINARY_WINDOW]
    if 0 not in begin or unread(begin) or len(begin) < 4:
        return
    for name in WIDE:
        decoder = codecs.getincrementaldecoder(name)()
        try:
            text = decoder.decode(begin, final=len(data) == len(begin))
        except UnicodeDecodeError:
            continue
        if not _CONTROL.search(text) and not any(map(_is_unassigned, set(text))):
            yield name


def _is_unassigned(character: str) -> bool:
    return unicodedata.category(character) in ("Cn", "Co")


def is_utf8(data: bytes, *, is_whole: bool = True) -> bool:
    """Return whether content, or its beginning, is UTF-8.

    >>> is_utf8("é".encode()), is_utf8("é".encode()[:1]), is_utf8("é".encode()[:1], is_whole=False)
    (True, False, True)
    """
    try:
        if is_whole:
            return view(data).characters >= 0
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except (TextError, UnicodeDecodeError):
        return False
    return True


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
    named = encoding if encoding != AUTO else unmarked(data)
    if named is not None:
        return _strictly(data, named, reader)
    try:
        return Decoded(data.decode(), {})
    except UnicodeDecodeError as error:
        return guessed(data, error.start, reader)


def _strictly(data: bytes, encoding: str, reader: str, before: int = 0) -> Decoded:
    """Decode content that begins `before` bytes after the beginning of its file."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        place = f"byte offset {before + error.start}"
        raise ReaderError(reader, place, f"must be {encoding}", remedy="--encoding NAME names another") from None
    return Decoded(text, {} if encoding == "utf-8" else {"encoding": encoding})


def guessed(data: bytes, offset: int, reader: str) -> Decoded:
    """Decode content that is not UTF-8 at a byte offset. Raises the errors of `decode`."""
    chardet = require("chardet", "encodings", f"text that is not UTF-8 (byte offset {offset})")
    place = f"byte offset {offset}"
    begin = max(0, offset - SAMPLE // 2)
    sample = data[begin : begin + SAMPLE]
    for is_larger in (False, True):  # what is beyond the sample may need the larger of two related encodings
        name, confidence = _likely(chardet, sample, is_larger=is_larger)
        try:
            text = data.decode(name)
        except (UnicodeDecodeError, LookupError):
            continue
        if _CONTROL.search(text):
            continue
        if confidence < LEAST_CONFIDENCE:
            rule = (
                f"is not UTF-8, and has too little text to tell its encoding (perhaps {name}, confidence"
                f" {confidence:.2f})"
            )
            raise ReaderError(reader, place, rule, remedy=NAMED)
        return Decoded(text, {"encoding": name, "encoding_confidence": round(confidence, 2)})
    rule = "is not UTF-8, and text in no other encoding that fits"
    raise ReaderError(reader, place, rule, remedy=NAMED)


def _likely(chardet: Any, sample: bytes, *, is_larger: bool) -> tuple[str, float]:
    """Return the most likely encoding of a sample, and the confidence of that."""
    era = chardet.EncodingEra
    name, confidence = _detected(chardet, sample, era.ALL, is_larger=is_larger)
    if confidence < SURE:
        usual, sure = _detected(chardet, sample, era.MODERN_WEB | era.LEGACY_ISO, is_larger=is_larger)
        if sure >= _NEARLY * confidence:
            return usual, sure
    return name, confidence


def _detected(chardet: Any, sample: bytes, eras: Any, *, is_larger: bool) -> tuple[str, float]:
    found = chardet.detect(sample, encoding_era=eras, prefer_superset=is_larger, compat_names=False)
    return found["encoding"] or "ascii", float(found["confidence"])
