"""Queries: the distinct words of a search, up to a limit.

    rain falls        both words; words with equal terms count once
    "rain falls"      a phrase: the words in this order, next to each other
    rai*              words that begin so
    rain OR snow      one of two, in capitals; other operators of FTS5 are words

A question (`match="any"`) is reduced to the words that say something about its subject:

    Q1  Its language is the given one, else the language that its function words name (`function_words`).
    Q2  Function words of this language are left out, unless nothing else is in the question. Words in quotes,
        words with `*`, and words of two or more capitals in a question that has small letters (`IT`, `US`) stay.
    Q3  Of a word with an apostrophe, the parts that are function words are left out: `l'eau` is eau, `Ann's` ann.
    Q4  A word of several parts without a digit (`and/or`, `pkg-config`) matches as a whole, and each part alone.
    Q5  Words also match their other forms (`stems`), if the language is given, or is English.

Whatever `match` is, a word also matches other spellings: `v2.0` the version `2.0`, and by the conventions of
German and Nordic languages `Müller` also `Mueller`, `Århus` also `Aarhus`; in German `Mueller` also `Müller`.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import unicodedata
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import NamedTuple

from shiplap.errors import OptionError
from shiplap.store.function_words import function_words, language_of
from shiplap.store.terms import RUN, TOKENIZER, pairs, runs, terms

#: Most tokens in a query. FTS5 compares every occurrence of a word in a row with all phrases of the query: a
#: comparison takes about 3.5 ns (measured), so a chunk of 500 words, all of them in the query, takes at most
#: 128 * 500 * 3.5 ns = 0.2 ms. Most questions in plain language stay below the limit.
MAX_TOKENS = 128

#: After the last of all texts with a prefix.
LAST = "\U0010ffff"


class Phrase(NamedTuple):
    """A text and its terms: `state-of-the-art` has several, which must match in sequence. The last one is a prefix
    if `is_prefix`. `is_word`: written as a word, so that other forms of the word may do."""

    text: str
    tokens: tuple[str, ...]
    is_prefix: bool = False
    is_word: bool = True

    @property
    def fts5(self) -> str:
        """The phrase in the syntax of FTS5, quoted so that no word acts as an operator."""
        return f'"{" ".join(self.tokens)}"{"*" if self.is_prefix else ""}'


#: Phrases of which one must match.
Group = tuple[Phrase, ...]

_ITEM = re.compile(r'"(?P<quoted>[^"]*)"(?P<star>\*?)|(?P<word>[^\s"]+)')


def groups(words: str, *, in_pairs: bool = False) -> list[Group]:
    """Split a search into groups of phrases, in order. Groups with equal terms (`Café`, `cafe,`) count once; words
    without a letter or digit are dropped. OR joins the phrases on both sides.

    in_pairs: split runs of scripts without spaces into pairs of letters, which match independently: for questions.

    >>> [(phrase.text, phrase.tokens) for (phrase,) in groups("Café, cafe AND a-b 😀")]
    [('Café,', ('cafe',)), ('AND', ('and',)), ('a-b', ('a', 'b'))]
    >>> [[phrase.fts5 for phrase in group] for group in groups('"rain falls" OR sno* 東京都')]
    [['"rain falls"', '"sno"*'], ['"東京 京都"']]
    """
    made: list[dict[tuple[tuple[str, ...], bool], Phrase]] = []
    held: Phrase | None = None  # an OR behind a phrase: an operator if a phrase follows
    for phrase in _items(words, in_pairs):
        if not phrase.tokens:
            continue
        key = phrase.tokens, phrase.is_prefix
        if phrase.text == "OR" and phrase.is_word and made and held is None:
            held = phrase
        elif held is not None:
            made[-1].setdefault(key, phrase)
            held = None
        else:
            made.append({key: phrase})
    if held is not None:
        made.append({(held.tokens, False): held})
    distinct: dict[frozenset[object], Group] = {}
    for group in made:
        distinct.setdefault(frozenset(group), tuple(group.values()))
    return list(distinct.values())


def _items(words: str, in_pairs: bool) -> Iterator[Phrase]:
    for item in _ITEM.finditer(words):
        quoted, word = item["quoted"], item["word"]
        if quoted is not None:
            yield _ended(quoted, bool(item["star"]))
            continue
        found = list(runs(word))
        if not found:
            yield _word(word)
        elif not in_pairs:
            yield _ended(word, word.endswith("*"))
        else:
            for run in found:
                each = [pair.term for pair in pairs(run)]
                yield from (Phrase(term, (term,), len(each) == 1, False) for term in each[:-1] or each)
            yield from map(_word, RUN.sub(" ", word).split())


def _word(word: str) -> Phrase:
    return Phrase(word.rstrip("*"), tuple(terms(word)), word.endswith("*"), not word.endswith("*"))


def _ended(text: str, is_prefix: bool) -> Phrase:
    """Return the phrase of a text. If the text ends within a run, more letters may follow: a last pair allows that
    itself, a single letter is a prefix."""
    last = next(reversed(list(runs(text))), None)
    if last is None or any(char.isalnum() for char in text[last.end() :]):
        return Phrase(text, tuple(terms(text)), is_prefix, False)
    each = [pair.term for pair in pairs(last)]
    return Phrase(text, (*terms(text[: last.start()]), *(each[:-1] or each)), len(each) == 1, False)


# ---- questions


def about(question: str, found: Sequence[Group], language: str | None = None) -> tuple[list[Group], str | None]:
    """Return the groups of a question that say something about its subject (Q1 to Q4), and its language, or None.

    >>> groups_of = lambda text: [[phrase.text for phrase in group] for group in about(text, groups(text))[0]]
    >>> groups_of("How do I configure Ann's firewall?"), groups_of("does IT help us?"), groups_of("to be or not")
    ([['configure'], ['ann'], ['firewall?']], [['IT'], ['help']], [['to'], ['be'], ['or'], ['not']])
    >>> groups_of("what is pkg-config?")
    [['pkg-config?'], ['pkg'], ['config']]
    """
    said = [term for group in found for phrase in group if phrase.is_word for term in phrase.tokens]
    code = language_of(said) if language is None else language.partition("-")[0].lower()
    left_out = function_words().get({"nb": "no", "nn": "no"}.get(code or "", code or ""), frozenset())
    has_small = any(char.islower() for char in question)
    kept: dict[frozenset[object], Group] = {}
    for group in found:
        phrases = tuple(filter(None, (_about(phrase, left_out, has_small) for phrase in group)))
        for each in (phrases, *_parted(phrases, left_out)):
            if each:
                kept.setdefault(frozenset(phrase[1:3] for phrase in each), each)
    return (list(kept.values()) or list(found)), code


def _parted(group: Group, left_out: Set[str]) -> list[Group]:
    """Return the parts of a word as groups of their own (Q4)."""
    if len(group) != 1 or not group[0].is_word or len(group[0].tokens) == 1:
        return []
    parts = group[0].tokens
    if not all(part.isalpha() and len(part) > 1 for part in parts):
        return []
    return [(Phrase(part, (part,)),) for part in parts if part not in left_out]


_APOSTROPHE = re.compile("['\u2019\u02bc\uff07]")


def _about(phrase: Phrase, left_out: frozenset[str], has_small: bool) -> Phrase | None:
    """Return what is left of a phrase without function words, or None."""
    letters = phrase.text.strip("?!.,;:()[]")
    if not phrase.is_word or (has_small and len(letters) > 1 and letters.isupper()):
        return phrase
    if len(phrase.tokens) == 1 or not _APOSTROPHE.search(phrase.text):
        return None if all(token in left_out for token in phrase.tokens) else phrase
    tokens = tuple(token for token in phrase.tokens if token not in left_out)
    return Phrase(" ".join(tokens), tokens) if tokens else None


# ---- other spellings

_VERSION = re.compile(r"\W*[vV]\d")
_SPELLINGS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe"})
_DIGRAPH = re.compile("([aou])e")


def with_spellings(found: Sequence[Group], language: str | None) -> list[Group]:
    """Add the other spellings of each word.

    >>> [[phrase.tokens for phrase in group] for group in with_spellings(groups("v2.0 Müller"), None)]
    [[('v', '2', '0'), ('2', '0')], [('muller',), ('mueller',)]]
    >>> [[phrase.tokens for phrase in group] for group in with_spellings(groups("Mueller"), "de")]
    [[('mueller',), ('muller',)]]
    """
    return [
        tuple({phrase[1:3]: phrase for each in group for phrase in _spelled(each, language)}.values())
        for group in found
    ]


def _spelled(phrase: Phrase, language: str | None) -> Iterator[Phrase]:
    yield phrase
    if not phrase.is_word:
        return
    if _VERSION.match(phrase.text) and len(phrase.tokens) > 1:
        yield phrase._replace(tokens=phrase.tokens[1:])
    plain = unicodedata.normalize("NFC", phrase.text).casefold()
    other = plain.translate(_SPELLINGS)
    if other != plain:
        yield Phrase(other, tuple(terms(other)))
    if language == "de" and len(phrase.tokens) == 1 and _DIGRAPH.search(phrase.tokens[0]):
        short = _DIGRAPH.sub(r"\1", phrase.tokens[0])
        yield Phrase(short, (short,))


# ---- limits


def check_all(words: str, found: Sequence[Group]) -> None:
    """Raise OptionError for more than MAX_TOKENS tokens to match: fewer words would match other rows."""
    size = sum(len(phrase.tokens) for group in found for phrase in group)
    if size > MAX_TOKENS:
        raise OptionError(
            "words",
            words,
            f"must be at most {MAX_TOKENS} different words to match all of them, not {size};"
            ' match="any" searches for the rarest words',
        )


def rarest(connection: sqlite3.Connection, found: Sequence[Group]) -> list[Group]:
    """Select groups with at most MAX_TOKENS tokens in all, preferring those in the fewest rows: they are the most
    informative and score highest. Groups in no row are dropped; a phrase that exceeds the limit by itself is
    replaced by its tokens. The order is kept."""
    if sum(len(phrase.tokens) for group in found for phrase in group) <= MAX_TOKENS:
        return list(found)
    split = [part for group in found for part in _parts(group)]
    counts = [sum(_rows(connection, phrase) for phrase in group) for group in split]
    taken, size = set[int](), 0
    for number in sorted((number for number, count in enumerate(counts) if count), key=counts.__getitem__):
        size += sum(len(phrase.tokens) for phrase in split[number])
        if size > MAX_TOKENS:
            break
        taken.add(number)
    return [group for number, group in enumerate(split) if number in taken]


def _parts(group: Group) -> Iterable[Group]:
    if sum(len(phrase.tokens) for phrase in group) <= MAX_TOKENS:
        return [group]
    return [(Phrase(token, (token,)),) for token in dict.fromkeys(t for phrase in group for t in phrase.tokens)]


def _rows(connection: sqlite3.Connection, phrase: Phrase) -> int:
    """Return the number of rows with the rarest token of a phrase."""
    last = len(phrase.tokens) - 1
    return min(
        row_count(connection, token, phrase.is_prefix and at == last) for at, token in enumerate(phrase.tokens)
    )


def row_count(connection: sqlite3.Connection, token: str, is_prefix: bool = False) -> int:
    """Return the number of rows with a term, or the sum of those of all terms with a prefix."""
    sql = "SELECT ifnull(sum(length(postings)), 0) FROM index_terms WHERE term >= ? AND term <= ?"
    (size,) = connection.execute(sql, (token, token + LAST if is_prefix else token)).fetchone()
    return int(size) // 3


def tokenized(texts: Sequence[str], tokenizer: str = TOKENIZER) -> list[tuple[str, ...]]:
    """Return the tokens of each text by a tokenizer of FTS5."""
    found: list[list[str]] = [[] for _ in texts]
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='{tokenizer}')")
        connection.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab(words, instance)")
        # FTS5 cuts a token after 32 KB, even within a character
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts))
        for row, token in connection.execute("SELECT doc, term FROM tokens ORDER BY doc, offset"):
            found[row].append(token)
    return list(map(tuple, found))
