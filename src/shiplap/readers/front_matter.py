"""Front matter: the metadata that a text of Markdown has at its beginning, in YAML or TOML. The text keeps it."""

from __future__ import annotations

import datetime
import os
import re
import sys
from collections.abc import Mapping
from typing import Any

from shiplap.errors import MissingExtraError
from shiplap.extras import require
from shiplap.readers.remarks import NAMES as OF_READERS

#: The suffixes of files that may have front matter.
SUFFIXES = (".md", ".markdown", ".mdx", ".qmd", ".rmd")

#: The most bytes of front matter, and the most levels of lists and tables in it.
MAX_SIZE = 65536
MAX_DEPTH = 8

_BLOCK = re.compile(rb"(?:\xef\xbb\xbf)?(---|\+\+\+)[ \t]*\r?\n(.*?\n)?\1[ \t]*(?:\r?\n|\Z)", re.DOTALL)

#: Names under which readers have what front matter calls otherwise.
_NAMES = {"author": "authors", "date": "created", "lastmod": "modified", "updated": "modified", "lang": "language"}


def front_matter(data: bytes, path: str | None) -> dict[str, Any]:
    """Return the metadata of the front matter of a text; {} if it has none. If it cannot be read,
    `front_matter_error` says why, and is all that is returned.

    Values are those of JSON; dates are ISO dates. `author` becomes the list `authors`, `date` is `created`.
    YAML needs the extra `metadata`; without it only TOML is read. Names that say how a file was read are left out.

    >>> front_matter(b"+++\\ntitle = 'Rain'\\ndate = 2026-01-02\\nauthor = 'Ann'\\n+++\\nIt rains.", "rain.md")
    {'title': 'Rain', 'created': '2026-01-02', 'authors': ['Ann']}
    """
    if path is None or os.path.splitext(path)[1].lower() not in SUFFIXES:
        return {}
    found = _BLOCK.match(data[:MAX_SIZE])
    if found is None:
        return {}
    try:
        text = (found[2] or b"").decode()
        values = _yaml(text) if found[1] == b"---" else _toml(text)
    except MissingExtraError:
        return {}
    except (ValueError, RecursionError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        return {"front_matter_error": f"cannot be read ({reason})"}
    if not isinstance(values, Mapping):
        return {}  # a rule of dashes, text, and another one
    named = {_NAMES.get(str(key).lower(), str(key)): _plain(value) for key, value in values.items()}
    if isinstance(named.get("authors"), str):
        named["authors"] = [named["authors"]]
    return {key: value for key, value in named.items() if value is not None and key not in OF_READERS}


def _yaml(text: str) -> Any:
    yaml = require("yaml", "metadata", "front matter")

    class Loader(yaml.SafeLoader):  # type: ignore[name-defined, misc]
        """Reads plain values. Aliases are refused: a few lines of them stand for gigabytes."""

        def compose_node(self, parent: Any, index: Any) -> Any:
            if self.check_event(yaml.events.AliasEvent):
                raise ValueError("it has an alias")
            return super().compose_node(parent, index)

    try:
        return yaml.load(text, Loader)
    except yaml.YAMLError as error:
        raise ValueError(" ".join(str(error).split())) from None


def _toml(text: str) -> Any:
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        tomllib = require("tomli", "toml", "front matter")
    return tomllib.loads(text)


def _plain(value: Any, depth: int = 0) -> Any:
    """Return a value of JSON."""
    if depth > MAX_DEPTH:
        raise ValueError("its lists and tables lie too deep within one another")
    if isinstance(value, Mapping):
        return {str(key): _plain(each, depth + 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_plain(each, depth + 1) for each in value]
    if isinstance(value, (datetime.date, datetime.time)):
        return value.isoformat()
    if isinstance(value, float) and value not in (float("inf"), float("-inf")) and value == value:
        return value
    return value if value is None or isinstance(value, (str, int, bool)) else str(value)
