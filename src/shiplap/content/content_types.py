"""The content type of a text, and its headings, by the extension of its path. Nothing is opened."""

from __future__ import annotations

import os

from shiplap._data import data_formats, file_types
from shiplap._data.file_types import EXTENSIONS, TABLE_EXTENSIONS, TEXT_EXTENSIONS
from shiplap._data.heading_numbers import ADORNED, FIND_LOOKS, HAS_MARKED, NO_HEADINGS, UNKNOWN

#: The content type of each extension that is known; None where the text tells.
TYPES: dict[str, str | None] = {
    **{extension: None if name == "auto" else name for extension, name in file_types.GRAMMARS.items()},
    **dict.fromkeys(TABLE_EXTENSIONS, "table"),
    **EXTENSIONS,
    **data_formats.EXTENSIONS,
}


def content_type_of(path: str | os.PathLike[str] | None) -> str | None:
    """Return the content type of a path's extension or name (`Dockerfile`): a language, "table", or a grammar such
    as "markdown", "html", "plain" or "rst"; None if it is unknown or missing. That of a grammar counts before
    `.txt` too.

    >>> [content_type_of(path) for path in ("a.py", "a.csv", "a.MD", "a.rst.txt", "a.txt", None)]
    ['python', 'table', 'markdown', 'rst', None, None]
    >>> [content_type_of(path) for path in ("b/Dockerfile", "CMakeLists.txt", "Makefile.am", "Gemfile.md")]
    ['dockerfile', 'cmake', 'make', 'markdown']
    """
    if path is None:
        return None
    if is_env_file(path):
        return "env"
    if isinstance(path, str):  # a name as nearly all are, without the steps of `splitext`
        dot = path.rfind(".")
        if dot > 0 and path[dot - 1] not in "./\\" and TYPES.get(path[dot:]):
            return TYPES[path[dot:]]
    name = os.fspath(path)
    stem, extension = os.path.splitext(name.decode("utf-8", "replace") if isinstance(name, bytes) else name)
    if language := file_types.FILE_NAMES.get(os.path.basename(stem).lower()):
        return TYPES.get(extension.lower()) or language
    if extension.lower() in TEXT_EXTENSIONS:
        grammar = file_types.GRAMMARS.get(os.path.splitext(stem)[1].lower())
        return None if grammar == "auto" else grammar
    return TYPES.get(extension.lower())


def is_env_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file has variables of an environment by its name: `.env`, `.env.local`."""
    if isinstance(path, str) and ".env" not in path:
        return False
    name = os.fspath(path)
    last = os.path.basename(name.decode("utf-8", "replace") if isinstance(name, bytes) else name)
    return last == ".env" or last.startswith(".env.")


def headings_by(path: str | os.PathLike[str] | None) -> int:
    """Return what a path tells of the headings of a text: a number of `shiplap._data.heading_looks`, below 256.

    >>> [headings_by(path) for path in ("a.md", "a.rst", "a.py", "a.txt", None)]
    [66, 194, 1, 0, 0]
    """
    name = content_type_of(path)
    if name is None:
        return UNKNOWN
    if name == "markdown":
        return HAS_MARKED | FIND_LOOKS
    return HAS_MARKED | FIND_LOOKS | ADORNED if name == "rst" else NO_HEADINGS
