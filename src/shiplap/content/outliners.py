"""Outlines of code in any language, which is guessed if necessary."""

from __future__ import annotations

import warnings
from array import array

from shiplap._core.outline import Outliner
from shiplap._core.regions import guess
from shiplap._core.text import Text
from shiplap._data import file_types
from shiplap._data.code_languages import ALIASES, LANGUAGES, OTHER
from shiplap.errors import OptionError

#: The most languages warned of: documents name them, and may name any number.
MAX_WARNINGS = 64

_WARNED: set[str] = set()
_OUTLINERS: dict[str, Outliner] = {}

#: The result of an `Outliner`: rows of definitions and blocks, line starts, and their ranks.
Parsed = tuple["array[int]", "array[int]", "array[int]"]


def outlined(text: Text, language: str | None, parser: str) -> Parsed:
    """Outline a code text in the given or the guessed language. Neither the text nor the language can cause an
    error: the lexical outline replaces a missing tree-sitter grammar, with one warning for each language."""
    name = file_types.ALIASES.get(language, language) if language else None
    if parser == "tree-sitter":
        from shiplap.content.tree_sitter import parse

        try:
            _, rows, lines, ranks = parse(text, name or guess(text))
            return rows, lines, ranks
        except OptionError as error:  # no grammar of that name
            _warn(str(error.value))
    return lexical(text, lexical_language(name) if name else guess(text))


def lexical_language(name: str) -> str:
    """Return the language of the lexical outline for the name of any language."""
    name = ALIASES.get(name, name)
    return name if name in LANGUAGES else OTHER


def _warn(language: str) -> None:
    """Warn that a language has no grammar, unless that was said before."""
    if language not in _WARNED and len(_WARNED) < MAX_WARNINGS:
        _WARNED.add(language)
        message = f"tree-sitter has no grammar for {language!r:.60}: the lexical parser finds its definitions"
        warnings.warn(message, UserWarning, stacklevel=2)


def lexical(text: Text, name: str) -> Parsed:
    """Return the lexical outline of a code text in one of LANGUAGES. Each language has one cached outliner."""
    outliner = _OUTLINERS.get(name)
    if outliner is None:
        outliner = _OUTLINERS[name] = Outliner(name)
    return outliner(text)
