"""Other forms of the words of a search: the words of the index that have the same stem.

The index has the words as written, so one store serves all languages. Of English words it also has the stems, by
FTS5 (Porter); words of other languages are stemmed by Snowball (extra `stems`) when they are searched for.
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, get_args

from shiplap.errors import OptionError
from shiplap.options import choice
from shiplap.store.query import (
    LAST,
    MAX_TOKENS,
    Group,
    Phrase,
    about,
    check_all,
    groups,
    rarest,
    row_count,
    tokenized,
    with_spellings,
)
from shiplap.store.terms import TOKENIZER

#: Languages whose stems are the beginnings of words.
StemLanguage = Literal[
    "da", "de", "en", "es", "fi", "fr", "hu", "it", "nl", "no", "pt", "ro", "ru", "sv", "tr",
]  # fmt: skip

_NAMES = {
    "da": "danish", "de": "german", "es": "spanish", "fi": "finnish", "fr": "french", "hu": "hungarian",
    "it": "italian", "nl": "dutch", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sv": "swedish", "tr": "turkish",
}  # fmt: skip

#: Number of letters at the end of a stem that may differ from the word: `happi` is the stem of `happy`.
_CHANGED = 2

#: The longest word that has a stem in the index.
_LONGEST = 64

Stems = Callable[[Sequence[str]], Sequence[str]]


def stemmer(language: str) -> Stems:
    """Return the function that stems words of a language. Raises OptionError for an unknown language, and without
    the extra.

    >>> stemmer("en-GB")(["rain", "rained", "raining"])
    ['rain', 'rain', 'rain']
    """
    code = language.partition("-")[0].lower() if isinstance(language, str) else language
    code = choice("language", {"nb": "no", "nn": "no"}.get(code, code), get_args(StemLanguage))
    if code == "en":
        return porter
    try:
        snowball: Any = importlib.import_module("snowballstemmer")
    except ImportError:
        rule = "needs the extra stems, except for English: pip install 'shiplap[stems]'"
        raise OptionError("language", language, rule) from None
    words: Stems = snowball.stemmer(_NAMES[code]).stemWords
    return words


def porter(words: Sequence[str]) -> list[str]:
    """Return the English stems of words."""
    return [
        (found or (word,))[0] for word, found in zip(words, tokenized(words, f"porter {TOKENIZER}"), strict=True)
    ]


def english_stems(words: Iterable[str]) -> list[tuple[str, str]]:
    """Return each word that may be English, with its stem."""
    known = [word for word in words if word.isascii() and word.isalpha() and len(word) <= _LONGEST]
    return list(zip(known, porter(known), strict=True))


def with_forms(connection: sqlite3.Connection, found: list[Group], stems: Stems, least: int = 0) -> list[Group]:
    """Add to each word the words of the index with the same stem. Phrases in quotes and prefixes stay as they are.
    The query keeps to MAX_TOKENS: where that is too few, each word has its commonest forms, at least `least`."""
    words = [phrase.tokens[0] for group in found for phrase in group if _has_forms(phrase)]
    size = sum(len(phrase.tokens) for group in found for phrase in group)
    most = max(least, (MAX_TOKENS - size) // max(1, len(words)))
    if not words or most <= 0:
        return found
    forms = _english(connection, words) if stems is porter else _others(connection, words, stems)
    for word, same in forms.items():
        if len(same) > most:
            counts = {term: row_count(connection, term) for term in same}
            forms[word] = sorted(counts, key=lambda term: (-counts[term], term))[:most]
    made = [tuple(each for phrase in group for each in _formed(phrase, forms)) for group in found]
    return list({frozenset(each[1:3] for each in group): group for group in made}.values())


def _english(connection: sqlite3.Connection, words: Sequence[str]) -> dict[str, list[str]]:
    """Return the words of the index with the stem of each word. Words that the index has need not be stemmed."""
    sql = "SELECT term FROM index_stems WHERE stem = (SELECT stem FROM index_stems WHERE term = ?) ORDER BY term"
    forms = {word: [term for (term,) in connection.execute(sql, (word,))] for word in words}
    missing = [word for word, same in forms.items() if not same]
    sql = "SELECT term FROM index_stems WHERE stem = ? ORDER BY term"
    for word, stem in zip(missing, porter(missing) if missing else (), strict=True):
        forms[word] = [term for (term,) in connection.execute(sql, (stem,))]
    return {word: [term for term in same if term != word] for word, same in forms.items()}


def _others(connection: sqlite3.Connection, words: Sequence[str], stems: Stems) -> dict[str, list[str]]:
    return {
        word: [term for term in _beginning(connection, stem, stems) if term != word]
        for word, stem in zip(words, stems(words), strict=True)
    }


def _beginning(connection: sqlite3.Connection, stem: str, stems: Stems) -> list[str]:
    """Return the words of the index with a stem, among those that begin like it."""
    start = stem[: max(1, len(stem) - _CHANGED)]
    sql = "SELECT DISTINCT term FROM index_terms WHERE term >= ? AND term <= ?"
    known = [term for (term,) in connection.execute(sql, (start, start + LAST))]
    return [term for term, other in zip(known, stems(known), strict=True) if other == stem]


def _has_forms(phrase: Phrase) -> bool:
    return phrase.is_word and len(phrase.tokens) == 1


def _formed(phrase: Phrase, forms: dict[str, list[str]]) -> list[Phrase]:
    if not _has_forms(phrase):
        return [phrase]
    return [phrase, *(Phrase(form, (form,)) for form in forms[phrase.tokens[0]])]


def of_words(connection: sqlite3.Connection, words: str, language: str | None = None) -> list[Group]:
    """Return the groups that a search for all of the words is for. Raises OptionError for too many words."""
    found = groups(words)
    check_all(words, found)
    found = with_spellings(found, language)
    return found if language is None else with_forms(connection, found, stemmer(language))


def said(question: str, language: str | None = None) -> list[Group]:
    """Return the groups of a question without its function words, in other spellings too."""
    found, code = about(question, groups(question, in_pairs=True), language)
    return with_spellings(found, code)


def of_question(connection: sqlite3.Connection, question: str, language: str | None = None) -> list[Group]:
    """Return the groups of which a search for a question needs at least one."""
    found, code = about(question, groups(question, in_pairs=True), language)
    found = with_spellings(found, code)
    if language is not None or code == "en":
        found = with_forms(connection, found, stemmer(language or "en"), least=1)
    return rarest(connection, found)
