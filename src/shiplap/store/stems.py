"""Other forms of the words of a search: the words of the index that have the same stem.

The index has the words as written, so a search needs no language, and one store serves all languages. English is
stemmed by FTS5 (Porter), the other languages by Snowball (extra `stems`).
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args

from shiplap.errors import OptionError
from shiplap.options import choice
from shiplap.store.query import LAST, MAX_TOKENS, TOKENIZER, Group, Phrase, row_counts, tokenized

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
        return _porter
    try:
        snowball: Any = importlib.import_module("snowballstemmer")
    except ImportError:
        rule = "needs the extra stems, except for English: pip install 'shiplap[stems]'"
        raise OptionError("language", language, rule) from None
    words: Stems = snowball.stemmer(_NAMES[code]).stemWords
    return words


def _porter(words: Sequence[str]) -> list[str]:
    return [
        (found or (word,))[0] for word, found in zip(words, tokenized(words, f"porter {TOKENIZER}"), strict=True)
    ]


def with_forms(
    connection: sqlite3.Connection, table: str, found: list[Group], stems: Stems, least: int = 0
) -> list[Group]:
    """Add to each word the words of the table with the same stem. Phrases in quotes and prefixes stay as they are.
    The query keeps to MAX_TOKENS: where that is too few, each word has its commonest forms, at least `least`."""
    words = [phrase.tokens[0] for group in found for phrase in group if phrase.is_word and len(phrase.tokens) == 1]
    size = sum(len(phrase.tokens) for group in found for phrase in group)
    most = max(least, (MAX_TOKENS - size) // max(1, len(words)))
    if not words or most <= 0:
        return found
    forms: dict[str, list[str]] = {}
    with row_counts(connection, table) as vocabulary:
        for word, stem in zip(words, stems(words), strict=True):
            start = stem[: max(1, len(stem) - _CHANGED)]
            sql = f"SELECT term, doc FROM {vocabulary} WHERE term >= ? AND term <= ?"
            known = dict(connection.execute(sql, (start, start + LAST)).fetchall())
            known.pop(word, None)
            same = [term for term, other in zip(known, stems(list(known)), strict=True) if other == stem]
            forms[word] = sorted(same, key=lambda term: (-known[term], term))[:most]
    return [tuple(each for phrase in group for each in _formed(phrase, forms)) for group in found]


def _formed(phrase: Phrase, forms: dict[str, list[str]]) -> list[Phrase]:
    if not phrase.is_word or len(phrase.tokens) != 1:
        return [phrase]
    return [phrase, *(Phrase(form, (form,)) for form in forms[phrase.tokens[0]])]
