"""The lexicon: the known words of the standard sentence rule, with their kinds."""

from __future__ import annotations

from functools import cache

from shiplap._data.sentences import LANGUAGES, words
from shiplap.plan import LineBreaks

#: A word of more than this number of code points is not an abbreviation.
LONGEST_WORD = 24


class Lexicon(dict[str, frozenset[str]]):
    """The kinds of each known word. `told`: the caller named a language, and the words are those of that language;
    `line_breaks`: the single line ends that count (`breaks.py`)."""

    told = False
    line_breaks: LineBreaks = "paragraph"


@cache
def lexicon(
    language: str | None = None, abbreviations: tuple[str, ...] = (), line_breaks: LineBreaks = "paragraph"
) -> Lexicon:
    """Return the kinds of each known word of a language, or of all languages.

    The kinds are the constants of the files in `shiplap._data.sentences`. The caller's abbreviations, written with
    or without their last full stop, have the kind ABBREVIATIONS.
    """
    table: dict[str, set[str]] = {}
    for kind, word in words(language):
        table.setdefault(word, set()).add(kind)
    for word in abbreviations:
        table.setdefault(word.removesuffix("."), set()).add("ABBREVIATIONS")
    known = Lexicon({word: frozenset(kinds) for word, kinds in table.items()})
    known.told, known.line_breaks = language in LANGUAGES, line_breaks
    return known
