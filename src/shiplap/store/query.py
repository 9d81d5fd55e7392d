"""FTS5 queries: the distinct words of a search, up to a limit.

FTS5 compares every occurrence of a word in a row with all phrases of the query. A word repeated n times therefore
costs n² in each row that contains it; n different words cost n for each occurrence of one of them.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shiplap.errors import OptionError

#: FTS5 tokenizer for texts and for the words of a search.
TOKENIZER = "unicode61 remove_diacritics 2"

#: Most tokens in a query. A comparison takes about 3.5 ns (measured), so a chunk of 500 words, all of them in the
#: query, takes at most 128 * 500 * 3.5 ns = 0.2 ms. Most questions in plain language stay below the limit.
MAX_TOKENS = 128


class Phrase(NamedTuple):
    """Text without white space, and its tokens: `state-of-the-art` has several, which must match in sequence."""

    text: str
    tokens: tuple[str, ...]


def phrases(words: str) -> list[Phrase]:
    """Split a search into phrases, in order. Words that FTS5 treats alike (`Café`, `cafe,`) count once; words
    without a letter or digit are dropped.

    A NUL would end the query, so it separates words here; a lone surrogate cannot be passed and becomes a question
    mark. Raises sqlite3.Error without FTS5.

    >>> [(phrase.text, phrase.tokens) for phrase in phrases("Café, cafe AND a-b 😀")]
    [('Café,', ('cafe',)), ('AND', ('and',)), ('a-b', ('a', 'b'))]
    """
    plain = words.encode("utf-8", "replace").decode().replace("\0", " ").replace('"', "-")
    texts = list(dict.fromkeys(plain.split()))
    found: dict[tuple[str, ...], Phrase] = {}
    for text, tokens in zip(texts, _tokenized(texts), strict=True):
        if tokens:
            found.setdefault(tokens, Phrase(text, tokens))
    return list(found.values())


def _tokenized(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """The tokens of each text, from FTS5 itself: only FTS5 has its rules for case and diacritics."""
    found: list[list[str]] = [[] for _ in texts]
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE words USING fts5(text, content='', tokenize='{TOKENIZER}')")
        connection.execute("CREATE VIRTUAL TABLE tokens USING fts5vocab(words, instance)")
        # FTS5 cuts a token after 32 KB, even within a character
        connection.text_factory = lambda data: data.decode("utf-8", "replace")
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", enumerate(texts))
        for row, token in connection.execute("SELECT doc, term FROM tokens ORDER BY doc, offset"):
            found[row].append(token)
    return list(map(tuple, found))


def matching_all(words: str, found: Sequence[Phrase]) -> str:
    """Build the FTS5 query for rows that contain all phrases; "" without phrases.

    Raises OptionError for more than MAX_TOKENS tokens: fewer words would match other rows.
    """
    size = sum(len(phrase.tokens) for phrase in found)
    if size > MAX_TOKENS:
        raise OptionError(
            "words",
            words,
            f"must be at most {MAX_TOKENS} different words to match all of them, not {size};"
            ' match="any" searches for the rarest words',
        )
    return _joined(found, " ")


def matching_any(connection: sqlite3.Connection, table: str, found: Sequence[Phrase]) -> str:
    """Build the FTS5 query for rows of the table that contain at least one phrase; "" if no row can.

    Above MAX_TOKENS tokens, the query keeps the phrases that are rarest in the table: they are the most
    informative and score highest. A phrase that exceeds the limit by itself is replaced by its tokens.
    """
    if sum(len(phrase.tokens) for phrase in found) > MAX_TOKENS:
        found = _rarest(connection, table, found)
    return _joined(found, " OR ")


def _joined(found: Iterable[Phrase], between: str) -> str:
    """Join the phrases, quoted so that no word acts as an operator."""
    return between.join(f'"{phrase.text}"' for phrase in found)


def _rarest(connection: sqlite3.Connection, table: str, found: Iterable[Phrase]) -> list[Phrase]:
    """Select phrases with at most MAX_TOKENS tokens in all, preferring those in the fewest rows; phrases in no row
    are dropped. The order is kept."""
    parts = dict.fromkeys(
        part
        for phrase in found
        for part in ([phrase] if len(phrase.tokens) <= MAX_TOKENS else [Phrase(t, (t,)) for t in phrase.tokens])
    )
    rows = _row_counts(connection, table, {token for part in parts for token in part.tokens})
    counts = {part: min(rows[token] for token in part.tokens) for part in parts}
    taken, size = set[Phrase](), 0
    for part in sorted((part for part in parts if counts[part]), key=counts.__getitem__):
        size += len(part.tokens)
        if size > MAX_TOKENS:
            break
        taken.add(part)
    return [part for part in parts if part in taken]


def _row_counts(connection: sqlite3.Connection, table: str, tokens: Iterable[str]) -> dict[str, int]:
    """The number of rows of the table that contain each token."""
    connection.execute(f"CREATE VIRTUAL TABLE temp.row_counts USING fts5vocab('main', '{table}', 'row')")
    try:
        sql = "SELECT ifnull(sum(doc), 0) FROM temp.row_counts WHERE term = ?"
        return {token: connection.execute(sql, (token,)).fetchone()[0] for token in tokens}
    finally:
        connection.execute("DROP TABLE temp.row_counts")
