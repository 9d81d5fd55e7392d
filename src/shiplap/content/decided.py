"""Decisions for a whole text, which an update keeps: the kind of its content and the patterns of its headings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from shiplap._data.code_prefixes import LANGUAGES
from shiplap._data.heading_numbers import ADORNED, AS_GRAMMAR, UNKNOWN
from shiplap._data.region_kinds import GRAMMARS

#: The levels of headings without marks: pattern, rank and level (`shiplap.reference.regions.headings`).
Levels = tuple[tuple[int, int, int], ...]

#: The greatest value of `known`: all of its bits, and the last grammar.
ALL_KNOWN = AS_GRAMMAR * len(GRAMMARS) - 1

#: The deepest level of a heading, as `MAX_LEVELS` of the core.
MAX_LEVELS = 8

#: How many kinds of headings without marks have levels of their own, as `MAX_KEYS` of the core.
MAX_KEYS = 24


class Decided(NamedTuple):
    """Decisions for a whole text.

    known: the headings and the grammar, a number of `shiplap._data.heading_looks`.
    levels: the levels of headings without marks.
    adorned: the kinds of underline of headings in plain text, one for each level.
    content_type: the content type that a path gave; None if the text decides.
    languages: the guessed languages of listings that are cut: the start of the region of each, and the code points
        after its end.
    """

    known: int = UNKNOWN
    levels: Levels = ()
    adorned: tuple[int, ...] = ()
    content_type: str | None = None
    languages: tuple[tuple[int, int, str], ...] = ()

    def to_text(self) -> str:
        """Return the decisions as JSON, for a store.

        >>> Decided(34, ((32, 0, 1),), (), "markdown").to_text()
        '[34, [[32, 0, 1]], [], "markdown", []]'
        """
        import json

        return json.dumps(self)


UNDECIDED = Decided()


def from_text(text: str) -> Decided:
    """Return the decisions from JSON. Raises ValueError for any other text.

    >>> from_text('[34, [[32, 0, 1]], [], "markdown", []]').content_type
    'markdown'
    """
    import json

    found = json.loads(text)
    if not isinstance(found, list) or len(found) != 5:
        raise ValueError(f"not decisions: {text:.100}")
    known, levels, adorned, content_type, languages = found
    is_fit = (
        _is_count(known)
        and known <= ALL_KNOWN
        and _is_list_of(_is_level, levels)
        and len(levels) <= MAX_KEYS
        and [level for *_, level in levels] == sorted(level for *_, level in levels)
        and _is_list_of(_is_count, adorned)
        and len(adorned) <= MAX_LEVELS
        and isinstance(content_type, str | None)
        and _is_list_of(_is_language, languages)
    )
    if not is_fit:
        raise ValueError(f"not decisions: {text:.100}")
    return Decided(known, tuple(map(tuple, levels)), tuple(adorned), content_type, tuple(map(tuple, languages)))


def _is_list_of(is_fit: Callable[[Any], bool], value: Any) -> bool:
    return isinstance(value, list) and all(map(is_fit, value))


def _is_count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1 << 31


def _is_level(value: Any) -> bool:
    """Return whether a value is the level of a pattern and a rank."""
    return (
        isinstance(value, list)
        and len(value) == 3
        and all(map(_is_count, value))
        and value[0] <= ADORNED
        and 1 <= value[2] <= MAX_LEVELS
    )


def _is_language(value: Any) -> bool:
    """Return whether a value is the place of a listing and its language."""
    return isinstance(value, list) and len(value) == 3 and all(map(_is_count, value[:2])) and value[2] in LANGUAGES
