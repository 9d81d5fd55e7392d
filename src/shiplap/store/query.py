"""FTS5 queries: the distinct words of a search, up to a limit.

    rain falls        both words; words that FTS5 treats alike count once
    "rain falls"      a phrase: the words in this order, next to each other
    rai*              words that begin so
    rain OR snow      one of two, in capitals; other operators of FTS5 are words

FTS5 compares every occurrence of a word in a row with all phrases of the query. A word repeated n times therefore
costs n² in each row that contains it; n different words cost n for each occurrence of one of them.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from shiplap.errors import OptionError
from shiplap.store.terms import RUN, pairs, runs, searchable

#: FTS5 tokenizer for texts and for the words of a search. Marks belong to words, as in Hindi, but for variation
#: selectors, which follow symbols.
_VARIANTS = "".join(map(chr, range(0xFE00, 0xFE10)))
TOKENIZER = f"unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc'' separators ''{_VARIANTS}''"

#: Most tokens in a query. A comparison takes about 3.5 ns (measured), so a chunk of 500 words, all of them in the
#: query, takes at most 128 * 500 * 3.5 ns = 0.2 ms. Most questions in plain language stay below the limit.
MAX_TOKENS = 128

#: After the last of all texts with a prefix.
LAST = "\U0010ffff"


class Phrase(NamedTuple):
    """Text in quotes for FTS5, and its tokens: `state-of-the-art` has several, which must match in sequence. The
    last one is a prefix if `is_prefix`. `is_word`: written as a word, so that other forms of the word may do."""

    text: str
    tokens: tuple[str, ...]
    is_prefix: bool = False
    is_word: bool = True

    @property
    def fts5(self) -> str:
        """The phrase in the syntax of FTS5, quoted so that no word acts as an operator."""
        return f'"{self.text}"{"*" if self.is_prefix else ""}'


#: Phrases of which one must match.
Group = tuple[Phrase, ...]

_ITEM = re.compile(r'"(?P<quoted>[^"]*)"(?P<star>\*?)|(?P<word>[^\s"]+)')


def groups(words: str, *, in_pairs: bool = False) -> list[Group]:
    """Split a search into groups of phrases, in order. Groups that FTS5 treats alike (`Café`, `cafe,`) count once;
    words without a letter or digit are dropped. OR joins the phrases on both sides.

    in_pairs: split runs of scripts without spaces into pairs of letters, which match independently: for questions.

    A NUL would end the query, so it separates words here; a lone surrogate cannot be passed and becomes a question
    mark. Raises sqlite3.Error without FTS5.

    >>> [(phrase.text, phrase.tokens) for (phrase,) in groups("Café, cafe AND a-b 😀")]
    [('Café,', ('cafe',)), ('AND', ('and',)), ('a-b', ('a', 'b'))]
    >>> [[phrase.fts5 for phrase in group] for group in groups('"rain falls" OR sno* 東京都')]
    [['"rain falls"', '"sno"*'], ['"東京 京都"']]
    """
    plain = words.encode("utf-8", "replace").decode().replace("\0", " ")
    items = list(_items(plain, in_pairs))
    texts = list(dict.fromkeys(text for text, *_ in items))
    tokens = dict(zip(texts, tokenized(texts), strict=True))
    made: list[dict[tuple[tuple[str, ...], bool], Phrase]] = []
    held: Phrase | None = None  # an OR behind a phrase: an operator if a phrase follows
    for text, is_prefix, is_word in items:
        if not tokens[text]:
            continue
        phrase = Phrase(text, tokens[text], is_prefix, is_word)
        key = phrase.tokens, is_prefix
        if text == "OR" and is_word and made and held is None:
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


def _items(words: str, in_pairs: bool) -> Iterator[tuple[str, bool, bool]]:
    """Yield the texts of the phrases, whether the last word is a prefix, and whether it is a word."""
    for item in _ITEM.finditer(words):
        quoted, word = item["quoted"], item["word"]
        if quoted is not None:
            yield *_ended(quoted, bool(item["star"])), False
            continue
        found = list(runs(word))
        if not found:
            yield word.rstrip("*"), word.endswith("*"), not word.endswith("*")
        elif not in_pairs:
            yield *_ended(word, word.endswith("*")), False
        else:
            for run in found:
                terms = [pair.term for pair in pairs(run)]
                yield from ((term, len(terms) == 1, False) for term in terms[:-1] or terms)
            for part in RUN.sub(" ", word).split():
                yield part.rstrip("*"), part.endswith("*"), not part.endswith("*")


def _ended(text: str, is_prefix: bool) -> tuple[str, bool]:
    """The searchable text of a phrase, and whether its last word is a prefix. If it ends within a run, more
    letters may follow: a last pair allows that itself, a single letter is a prefix."""
    last = next(reversed(list(runs(text))), None)
    if last is None or any(char.isalnum() for char in text[last.end() :]):
        return searchable(text), is_prefix
    terms = [pair.term for pair in pairs(last)]
    return f"{searchable(text[: last.start()])} {' '.join(terms[:-1] or terms)}".strip(), len(terms) == 1


def tokenized(texts: Sequence[str], tokenizer: str = TOKENIZER) -> list[tuple[str, ...]]:
    """The tokens of each text, from FTS5 itself: only FTS5 has its rules for case and diacritics."""
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


def matching_all(words: str, found: Sequence[Group]) -> str:
    """Build the FTS5 query for rows that match each group; "" without groups.

    Raises OptionError for more than MAX_TOKENS tokens: fewer words would match other rows.
    """
    size = sum(len(phrase.tokens) for group in found for phrase in group)
    if size > MAX_TOKENS:
        raise OptionError(
            "words",
            words,
            f"must be at most {MAX_TOKENS} different words to match all of them, not {size};"
            ' match="any" searches for the rarest words',
        )
    return " AND ".join(f"({any_of(group)})" if len(group) > 1 else group[0].fts5 for group in found)


def matching_any(connection: sqlite3.Connection, table: str, found: Sequence[Group]) -> str:
    """Build the FTS5 query for rows of the table that contain at least one phrase; "" if no row can.

    Above MAX_TOKENS tokens, the query keeps the phrases that are rarest in the table: they are the most
    informative and score highest. A phrase that exceeds the limit by itself is replaced by its tokens.
    """
    distinct = {(phrase.tokens, phrase.is_prefix): phrase for group in found for phrase in group}
    phrases: Iterable[Phrase] = distinct.values()
    if sum(len(phrase.tokens) for phrase in phrases) > MAX_TOKENS:
        phrases = _rarest(connection, table, phrases)
    return any_of(phrases)


def any_of(phrases: Iterable[Phrase]) -> str:
    """Build the FTS5 query for rows that contain at least one of the phrases."""
    return " OR ".join(phrase.fts5 for phrase in phrases)


def _rarest(connection: sqlite3.Connection, table: str, found: Iterable[Phrase]) -> list[Phrase]:
    """Select phrases with at most MAX_TOKENS tokens in all, preferring those in the fewest rows; phrases in no row
    are dropped. The order is kept."""
    parts = dict.fromkeys(
        part
        for phrase in found
        for part in ([phrase] if len(phrase.tokens) <= MAX_TOKENS else [Phrase(t, (t,)) for t in phrase.tokens])
    )
    counts: dict[Phrase, int] = {}
    with row_counts(connection, table) as vocabulary:
        exact = f"SELECT ifnull(sum(doc), 0) FROM {vocabulary} WHERE term = ?"
        begun = f"SELECT ifnull(sum(doc), 0) FROM {vocabulary} WHERE term >= ? AND term <= ?"

        def rows(token: str, is_prefix: bool) -> int:
            given = (begun, (token, token + LAST)) if is_prefix else (exact, (token,))
            return int(connection.execute(*given).fetchone()[0])

        for part in parts:
            last = len(part.tokens) - 1
            counts[part] = min(rows(token, part.is_prefix and k == last) for k, token in enumerate(part.tokens))
    taken, size = set[Phrase](), 0
    for part in sorted((part for part in parts if counts[part]), key=counts.__getitem__):
        size += len(part.tokens)
        if size > MAX_TOKENS:
            break
        taken.add(part)
    return [part for part in parts if part in taken]


@contextlib.contextmanager
def row_counts(connection: sqlite3.Connection, table: str) -> Iterator[str]:
    """Name a table of the tokens (`term`) and of the rows that contain each (`doc`), for the block.

    It is a table of the connection alone, which SQLite refuses to make for a reader (`query_only`).
    """
    (is_reader,) = connection.execute("PRAGMA query_only").fetchone()
    connection.execute("PRAGMA query_only = OFF")
    try:
        connection.execute(f"CREATE VIRTUAL TABLE temp.row_counts USING fts5vocab('main', '{table}', 'row')")
        try:
            yield "temp.row_counts"
        finally:
            connection.execute("DROP TABLE temp.row_counts")
    finally:
        connection.execute(f"PRAGMA query_only = {is_reader}")
