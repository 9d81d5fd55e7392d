"""The lexicon: what is known of words, for the standard sentence rule."""

from __future__ import annotations

from functools import cache

from shiplap._data.sentences import words

#: A word of more code points than this is no abbreviation.
LONGEST_WORD = 24

#: The kinds of each word.
Lexicon = dict[str, frozenset[str]]


@cache
def lexicon(language: str | None = None, abbreviations: tuple[str, ...] = ()) -> Lexicon:
    """Return what is known of words in a language, or in all of them: a set of kinds for each word.

    The kinds are the constants of the files in `shiplap._data.sentences`. The caller's abbreviations, written
    with or without their last stop, are ABBREVIATIONS.
    """
    table: dict[str, set[str]] = {}
    for kind, word in words(language):
        table.setdefault(word, set()).add(kind)
    for word in abbreviations:
        table.setdefault(word.removesuffix("."), set()).add("ABBREVIATIONS")
    return {word: frozenset(kinds) for word, kinds in table.items()}
