"""Sources: one view of `str`, `bytes`, `bytearray`, `memoryview` and `mmap`.

`errors` selects the handling of invalid text: "strict" raises TextError; "replace" substitutes U+FFFD for each
maximal ill-formed part, and all offsets then refer to the replaced text; "surrogatepass" keeps lone surrogates.
"""

from __future__ import annotations

import mmap

from shiplap._core.text.text import Text
from shiplap.errors import TextError, TextTypeError

#: Types of text that can be cut.
TextLike = str | bytes | bytearray | memoryview | mmap.mmap

ERRORS = ("strict", "replace", "surrogatepass")


def view(text: TextLike, errors: str = "strict") -> Text:
    """A view of the text, without a copy unless invalid text must be replaced.

    Raises TextTypeError for anything that is neither a str nor a contiguous buffer of bytes. A strict buffer is
    validated by its reader, so that validation and reading share one pass.
    """
    if isinstance(text, str):
        return Text(text) if errors == "strict" else _lenient_str(text, errors)
    try:
        with memoryview(text) as given:
            is_text = given.itemsize == 1 and given.c_contiguous
    except TypeError:
        is_text = False
    if not is_text:
        raise TextTypeError(type(text).__name__)
    found = Text(text)
    return found if errors == "strict" else _lenient_bytes(found, errors)


def _lenient_str(text: str, errors: str) -> Text:
    found = Text(text, "surrogatepass")
    if errors == "replace":
        try:
            Text(text).validate()
        except TextError:
            return Text(text.encode("utf-32-le", "surrogatepass").decode("utf-32-le", "replace"))
    return found


def _lenient_bytes(found: Text, errors: str) -> Text:
    try:
        found.validate()
    except TextError:
        try:
            return Text(found.encoded(0, len(found)).decode("utf-8", errors), errors="surrogatepass")
        except UnicodeDecodeError as error:
            raise TextError(error.start, "bytes", error.reason) from None
    return found


def part_of(text: Text, start: int, end: int) -> Text:
    """A part of a viewed text, between two of its own offsets, as a text of its own in the same form."""
    if not text.is_str:
        return Text(text.encoded(start, end))
    return Text(text.owner[start:end], "strict" if text.strict else "surrogatepass")
