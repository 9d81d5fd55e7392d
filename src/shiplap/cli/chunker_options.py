"""The options of a command line that select chunkers."""

from __future__ import annotations

import argparse
from typing import Any

from shiplap.errors import OptionError
from shiplap.ingestion.recipe import OPTIONS, Recipe, make_given

#: Escapes in a list of levels: the character after the backslash, and its meaning.
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", ",": ",", "\\": "\\"}


def recipe(given: argparse.Namespace) -> Recipe:
    """Return the chunkers that a command line selects. Raises OptionError."""
    return Recipe(make_given(**selected(given)), is_trusted=given.trust_config)


def selected(given: argparse.Namespace) -> dict[str, Any]:
    """Return the arguments of `make_given` for a command line. Raises OptionError."""
    options = {name: getattr(given, name) for name in OPTIONS if getattr(given, name) is not None}
    for name in ("levels", "overlap_levels", "break_at"):
        if name in options:
            options[name] = level_list(name, options[name])
    if "break_at" in options:
        if len(options["break_at"]) > 1:
            raise OptionError("break_at", given.break_at, "must be one level")
        options["break_at"] = options["break_at"][0]
    return {
        "options": options, "preset": given.preset, "document_type": given.document_type, "config": given.config,
        "types": [_pair(text) for text in getattr(given, "types", [])], "is_trusted": given.trust_config,
    }  # fmt: skip


def level_list(option: str, text: str) -> list[str]:
    r"""Parse comma-separated levels from the command line; `\n`, `\r`, `\t`, `\,` and `\\` are escapes.

    >>> level_list("levels", r"paragraph,\n,\, ,word")
    ['paragraph', '\n', ', ', 'word']
    """
    found, letters = [""], iter(text)
    for letter in letters:
        if letter == ",":
            found.append("")
            continue
        if letter == "\\":
            letter = ESCAPES.get(next(letters, ""), "")
            if not letter:
                raise OptionError(option, text, r"a backslash must precede n, r, t, a comma or a backslash")
        found[-1] += letter
    return found


def _pair(text: str) -> tuple[str, str]:
    glob, sign, name = text.rpartition("=")
    if not sign or not glob:
        raise OptionError("type", text, "must be GLOB=TYPE")
    return glob, name
