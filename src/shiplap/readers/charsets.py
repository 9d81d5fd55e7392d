"""The charset of a page of HTML: what its bytes, its caller and its head say, in the order of the standard."""

from __future__ import annotations

import codecs
import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from shiplap.errors import MissingExtraError, OptionError, ReaderError
from shiplap.readers.encodings import SURE, WIDE, guessed, marked, unmarked

#: The bytes in which a `meta` element may name the charset.
_PRESCAN = 1024

_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_META = re.compile(rb"<meta[\s/][^>]*?\bcharset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_DECLARATION = re.compile(rb"\s*<\?xml\s[^>]*?\bencoding\s*=\s*[\"']([\w.:-]+)", re.IGNORECASE)

#: Charsets that are read as a larger one (Encoding Standard, section 4.2), by Python's names.
_LARGER = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "latin_1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
    "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949",
    "big5": "big5hkscs",
}  # fmt: skip
#: Names of the standard that Python does not know.
_ALIASES = {
    "x-sjis": "cp932", "windows-31j": "cp932", "ks_c_5601-1987": "cp949",
    "ksc5601": "cp949", "windows-949": "cp949",
    "x-gbk": "gb18030", "x-euc-jp": "euc_jp", "x-mac-roman": "mac_roman", "macintosh": "mac_roman",
    "x-mac-cyrillic": "mac_cyrillic", "windows-874": "cp874", "dos-874": "cp874", "x-cp1252": "cp1252",
    "unicode-1-1-utf-8": "utf-8", "x-unicode20utf8": "utf-8", "iso-8859-8-i": "iso8859-8",
    "big5-hkscs": "big5hkscs",
}  # fmt: skip
#: windows-1252 by its bytes. Five bytes that Python's codec leaves free are control characters in the standard.
_WINDOWS_1252 = "".join(bytes([k]).decode("cp1252", "ignore") or chr(k) for k in range(256))
#: The names that metadata have for Python's.
_NAMES = {"cp1252": "windows-1252", "cp1254": "windows-1254", "cp874": "windows-874"}


@dataclass(frozen=True)
class Decoded:
    """A page as text and as UTF-8.

    begin: the offset of the page in `utf8` after a byte order mark, in bytes. metadata: the encoding, and what was
    wrong with it.
    """

    text: str
    utf8: bytes
    begin: int
    is_ascii: bool
    metadata: dict[str, Any] = field(default_factory=dict)


def decode(data: bytes | bytearray | memoryview | str, given: str | None) -> Decoded:
    """Decode a page. given: the encoding that the caller knows, or None."""
    codec = None if given is None else _codec(given)
    if given is not None and codec is None:
        raise OptionError("encoding", given, "must be the name of a charset that Python knows")
    if isinstance(data, str):
        return _decoded(data, data.encode("utf-8", "surrogatepass"), {})
    data = bytes(data)
    mark = marked(data)
    if mark is not None:
        return _read(data, mark[1])
    if codec is not None:
        return _given(data, codec)
    declared = unmarked(data) or _declared(data)
    if declared is not None:
        return _read(data, declared)
    try:
        return _decoded(data.decode(), data, {"encoding": "utf-8"})
    except UnicodeDecodeError as error:
        return _unknown(data, error.start)


def _codec(name: str) -> str | None:
    """Return Python's name of a charset, or of the larger one that it is read as."""
    plain = name.strip().lower()
    try:
        found = codecs.lookup(_ALIASES.get(plain, plain))
    except (LookupError, ValueError):
        return None
    if not found._is_text_encoding:
        return None
    return _LARGER.get(found.name, found.name)


def _declared(data: bytes) -> str | None:
    """Return the charset that the head of a page names. A page whose `meta` is readable is not in UTF-16, whatever
    it says: the standard reads UTF-8 then."""
    begin = data[:_PRESCAN]
    match = _DECLARATION.match(begin) or _META.search(_COMMENT.sub(b"", begin))
    codec = None if match is None else _codec(match[1].decode("ascii", "replace"))
    return "utf-8" if codec is not None and codec.startswith(("utf-16", "utf-32")) else codec


def _unknown(data: bytes, offset: int) -> Decoded:
    """Decode bytes whose encoding nothing names, and that are not UTF-8 at an offset: in the most likely encoding,
    or as browsers do where that is not sure."""
    with suppress(ReaderError, MissingExtraError):
        text, metadata = guessed(data, offset, "html")
        if metadata["encoding_confidence"] >= SURE:
            return _decoded(text, None, metadata)
    found = _read(data, "cp1252")
    return replace(found, metadata={**found.metadata, "encoding_confidence": 0.0})


def _given(data: bytes, codec: str) -> Decoded:
    """Decode bytes of an encoding that the caller names: bytes that are not in it are an error."""
    try:
        text = data.decode(codec)
    except UnicodeDecodeError as error:
        rule = f"must be {_name(codec)}, as the option encoding says ({error.reason})"
        raise ReaderError("html", f"byte offset {error.start}", rule) from None
    return _decoded(text, None, {"encoding": _name(codec)})


def _read(data: bytes, codec: str) -> Decoded:
    """Decode bytes in the encoding that the page has or names.

    A page that names another charset than UTF-8 and is in UTF-8 nevertheless is read as UTF-8: text of another
    encoding with bytes above 127 is hardly ever valid UTF-8.
    """
    if codec != "utf-8" and codec not in WIDE and not data.isascii():
        with suppress(UnicodeDecodeError):
            return _decoded(data.decode(), data, {"encoding": "utf-8", "declared_encoding": _name(codec)})
    metadata: dict[str, Any] = {"encoding": _name(codec)}
    if codec == "cp1252":
        return _decoded(codecs.charmap_decode(data, "strict", _WINDOWS_1252)[0], None, metadata)
    with suppress(UnicodeDecodeError):
        return _decoded(data.decode(codec), data if codec == "utf-8" else None, metadata)
    text = data.decode(codec, "replace")
    errors = max(1, text.count("\ufffd") - data.count("\ufffd".encode()))
    return _decoded(text, None, {**metadata, "encoding_errors": errors})


def _name(codec: str) -> str:
    return _NAMES.get(codec, codec)


def _decoded(text: str, utf8: bytes | None, metadata: dict[str, Any]) -> Decoded:
    utf8 = text.encode("utf-8", "surrogatepass") if utf8 is None else utf8
    return Decoded(text, utf8, 3 if text.startswith("\ufeff") else 0, text.isascii(), metadata)
