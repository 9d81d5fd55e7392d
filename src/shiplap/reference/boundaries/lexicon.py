"""The lexicon: what is known of words, for the standard sentence rule."""

from __future__ import annotations

from functools import cache

from shiplap._data.sentences import LANGUAGES, words
from shiplap.plan import LineBreaks

#: A word of more code points than this is no abbreviation.
LONGEST_WORD = 24


class Lexicon(dict[str, frozenset[str]]):
    """The kinds of each known word. `told`: the words are those of one language, which the caller named;
    `line_breaks`: which single line ends count (`breaks.py`)."""

    told = False
    line_breaks: LineBreaks = "paragraph"


@cache
def lexicon(
    language: str | None = None, abbreviations: tuple[str, ...] = (), line_breaks: LineBreaks = "paragraph"
) -> Lexicon:
    """Return what is known of words in a language, or in all of them: a set of kinds for each word.

    The kinds are the constants of the files in `shiplap._data.sentences`. The caller's abbreviations, written
    with or without their last stop, are ABBREVIATIONS.
    """
    table: dict[str, set[str]] = {}
    for kind, word in words(language):
        table.setdefault(word, set()).add(kind)
    for word in abbreviations:
        table.setdefault(word.removesuffix("."), set()).add("ABBREVIATIONS")
    known = Lexicon({word: frozenset(kinds) for word, kinds in table.items()})
    known.told, known.line_breaks = language in LANGUAGES, line_breaks
    return known
