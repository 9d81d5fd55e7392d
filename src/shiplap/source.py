"""Sources: one view of `str`, `bytes`, `bytearray`, `memoryview` and `mmap`.

`errors` selects the handling of invalid text: "strict" raises TextError; "replace" substitutes U+FFFD for each
maximal ill-formed part, and all offsets then refer to the replaced text; "surrogatepass" keeps lone surrogates.
"""

from __future__ import annotations

import mmap
import os
import sys
import warnings
from typing import TYPE_CHECKING, Any

from shiplap._core.text import Text
from shiplap.errors import PathAsTextWarning, TextError, TextTypeError

#: Types of text that can be cut.
TextLike = str | bytes | bytearray | memoryview | mmap.mmap

class DocumentBase:
    """Base of `shiplap.Document` alone: tells a document from a text without the module of documents."""

    __slots__ = ()

    if TYPE_CHECKING:

        @property
        def text(self) -> TextLike: ...
        @property
        def path(self) -> str | os.PathLike[str] | None: ...


ERRORS = ("strict", "replace", "surrogatepass")

#: The longest text in code points that is looked up as a path.
MAX_PATH = 260


def view(text: TextLike, errors: str = "strict") -> Text:
    """Return a view of the text, without a copy unless invalid text must be replaced.

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
        raise TextTypeError(type(text).__name__, _hint(text))
    found = Text(text)
    return found if errors == "strict" else _lenient_bytes(found, errors)


def _hint(value: object) -> str:
    """Return the way to pass an argument that is not a text, or an empty string."""
    if isinstance(value, os.PathLike):
        return "files are not opened: pass the content, path.read_bytes(), and the path as path="
    if hasattr(value, "read"):
        return "files are not read: pass the content, file.read()"
    if isinstance(value, (list, tuple)):
        return "chunk_batch takes many texts, and stream the pieces of one"
    return ""


def warn_of_path(text: object) -> None:
    """Warn if a `str` is the path of an existing file: PathAsTextWarning. Nothing is opened.

    A text is looked up, by one `stat`, only if it is one line of at most MAX_PATH code points that ends with a
    letter or a digit, and has no space, or a full stop or a separator of folders. A path that begins with two
    separators is not looked up: on Windows it names another computer, which would be asked.
    """
    if type(text) is not str or not 0 < len(text) <= MAX_PATH or not text[-1].isalnum() or "\n" in text:
        return
    is_name = " " not in text or "." in text or "/" in text or "\\" in text
    if not is_name or text.startswith(("//", "\\\\")) or not os.path.isfile(text):
        return
    warnings.warn(
        f"the text is the path of a file, {text!r}, and the path itself was cut: files are not opened; pass the"
        " content, pathlib.Path(path).read_bytes(), and the path as path=, or run `shiplap chunk FILE`",
        PathAsTextWarning,
        stacklevel=_outside(),
    )


def _outside() -> int:
    """Return the `stacklevel` at which a warning of the caller names the first frame outside of shiplap."""
    level, frame = 1, sys._getframe(1)
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "shiplap":
        level, frame = level + 1, frame.f_back
    return level


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
            return Text(found.encoded(0, len(found)).decode("utf-8", errors), "surrogatepass")
        except UnicodeDecodeError as error:
            raise TextError(error.start, "bytes", error.reason) from None
    return found


def text_and_path(text: TextLike | DocumentBase, path: Any = None) -> tuple[TextLike, Any]:
    """Return the text of what may be a document, and the path: that of the document where no other is given."""
    if isinstance(text, DocumentBase):
        return text.text, text.path if path is None else path
    return text, path


def part_of(text: Text, start: int, end: int) -> Text:
    """Return a part of a viewed text, between two of its own offsets, as a text of its own in the same form."""
    if not text.is_str:
        return Text(text.encoded(start, end))
    return Text(text.owner[start:end], "strict" if text.strict else "surrogatepass")
