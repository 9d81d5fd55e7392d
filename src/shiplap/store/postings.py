"""The tables of the search index: where each term occurs, by blocks of rows.

    chunks_index    FTS5 over the terms of the text and of what stands before it: finds phrases. No phrase
    begins in a
                    heading and ends in the text, since these are two columns.
    index_terms     for each term and block, POSTING records of its rows, in order
    index_blocks    for each block, the lengths of its rows in terms, uint16
    index_stems     the English stems of the terms (`stems`)

A block has BLOCK consecutive rowids. FTS5 has no ranking that is fast for frequent words: it visits each row
that has one of them in turn, about 1 µs a row and word, while numpy adds the scores of a block at once
(`ranking`).
"""

from __future__ import annotations

import sqlite3
import sys
from array import array
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any

from shiplap.store.stems import english_stems
from shiplap.store.terms import TOKENIZER, terms

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Records = npt.NDArray[np.void]

#: Rows of a block: the row of a record has 16 bits, and an update rewrites the records of one block.
BLOCK = 1 << 15

#: A record: the row within its block, and how often the row has the term, at most 255. 3 bytes, not aligned.
POSTING = [("row", "<u2"), ("count", "u1")]

#: An occurrence before the text, in a heading or the header of a table, counts as this many in the text. Of 0,
#: ½, 1, 2 and 3, two and three found most on the questions of `benchmarks.quality.search`; the weights differ
#: by 1 point.
CONTEXT_WEIGHT = 2

#: Terms of rows held in memory before their records are written: 8 million take up to 250 MB while they are
#: sorted.
_HELD = 8_000_000

TABLES = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS chunks_index"
    f" USING fts5(text, context, content='', tokenize='{TOKENIZER}')",
    "CREATE TABLE IF NOT EXISTS index_terms (term TEXT NOT NULL, block INTEGER NOT NULL, postings BLOB NOT NULL,"
    " PRIMARY KEY (term, block)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS index_blocks (block INTEGER PRIMARY KEY, lengths BLOB NOT NULL)",
    "CREATE TABLE IF NOT EXISTS index_stems (term TEXT NOT NULL PRIMARY KEY, stem TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX IF NOT EXISTS index_by_stem ON index_stems (stem)",
)

_NAMES = ("chunks_index", "index_terms", "index_blocks", "index_stems")

_PUT = (
    "INSERT INTO index_terms (term, block, postings) VALUES (?, ?, ?) ON CONFLICT (term, block)"
    " DO UPDATE SET postings = CAST(postings || excluded.postings AS BLOB)"
)


def create(connection: sqlite3.Connection) -> None:
    """Create the tables that do not exist."""
    for statement in TABLES:
        connection.execute(statement)


def drop(connection: sqlite3.Connection) -> None:
    """Remove the tables."""
    for name in _NAMES:
        connection.execute(f"DROP TABLE IF EXISTS {name}")


def clear(connection: sqlite3.Connection) -> None:
    """Remove all rows from the tables."""
    connection.execute("INSERT INTO chunks_index (chunks_index) VALUES ('delete-all')")
    for name in _NAMES[1:]:
        connection.execute(f"DELETE FROM {name}")


def add(connection: sqlite3.Connection, rows: Iterable[tuple[int, str, str]]) -> int:
    """Index rows in the order of their rowids, given the text of each and what stands before it; return the number
    of their terms."""
    words = 0
    for block, group in groupby(rows, key=lambda row: row[0] // BLOCK):
        made = _Block(connection, block)
        connection.executemany(
            "INSERT INTO chunks_index (rowid, text, context) VALUES (?, ?, ?)", made.counted(group)
        )
        made.finish()
        words += made.words
    return words


class _Numbers(dict[str, int]):
    """The number of each term of a block, in the order of their first occurrences."""

    def __missing__(self, term: str) -> int:
        self[term] = number = len(self)
        return number


class _Block:
    """The records of a block while it is built. It holds the numbers of all terms of its rows, in order."""

    def __init__(self, connection: sqlite3.Connection, block: int) -> None:
        self._connection = connection
        self._block = block
        self._numbers = _Numbers()
        self._terms = array("i")
        self._rows: list[tuple[int, int]] = []  # each row, and the number of its terms in `_terms`
        row = connection.execute("SELECT lengths FROM index_blocks WHERE block = ?", (block,)).fetchone()
        self._lengths = array("H", _swapped(row[0]) if row else b"")
        self.words = 0

    def counted(self, rows: Iterable[tuple[int, str, str]]) -> Iterator[tuple[int, str, str]]:
        """Yield the rows for FTS5, and count their terms."""
        for rowid, text, before in rows:
            own, above = terms(text), terms(before)
            self._count(rowid - self._block * BLOCK, own, above)
            yield rowid, " ".join(own), " ".join(above)

    def _count(self, row: int, own: list[str], above: list[str]) -> None:
        size = len(own) + len(above)
        self._lengths.extend([0] * (row - len(self._lengths)))
        self._lengths.append(min(size, 0xFFFF))
        self.words += size
        weighted = own + above * CONTEXT_WEIGHT
        self._terms.extend(map(self._numbers.__getitem__, weighted))
        self._rows.append((row, len(weighted)))
        if len(self._terms) > _HELD:
            self._flush()

    def _flush(self) -> None:
        self._connection.executemany(_PUT, self._records())
        stems = sorted(english_stems(self._numbers))
        self._connection.executemany("INSERT OR IGNORE INTO index_stems (term, stem) VALUES (?, ?)", stems)
        self._numbers.clear()
        del self._terms[:], self._rows[:]

    def _records(self) -> Iterator[tuple[str, int, bytes]]:
        """Yield the terms in order, with their records."""
        import numpy as np

        rows, sizes = np.array(self._rows, np.int64).reshape(-1, 2).T
        keys = np.array(self._terms, np.int64) * BLOCK + np.repeat(rows, sizes)
        keys, counts = np.unique(keys, return_counts=True)
        made = np.empty(len(keys), POSTING)
        made["row"], made["count"] = keys % BLOCK, np.minimum(counts, 255)
        ends = np.searchsorted(keys, (np.arange(len(self._numbers)) + 1) * BLOCK).tolist()
        data = made.tobytes()
        for term, number in sorted(self._numbers.items()):
            first = ends[number - 1] if number else 0
            yield term, self._block, data[3 * first : 3 * ends[number]]

    def finish(self) -> None:
        """Write the records and the lengths of the block."""
        self._flush()
        self._connection.execute(
            "INSERT OR REPLACE INTO index_blocks (block, lengths) VALUES (?, ?)",
            (self._block, _swapped(self._lengths.tobytes())),
        )


def _swapped(data: bytes) -> bytes:
    """16-bit numbers in little-endian order, from or to that of this machine."""
    if sys.byteorder == "little":
        return data
    numbers = array("H", data)
    numbers.byteswap()
    return numbers.tobytes()


# ---- reading


class DamagedIndexError(Exception):
    """The rows of the index contradict each other."""


def lengths(connection: sqlite3.Connection) -> dict[int, Any]:
    """Return the lengths of the rows of each block, uint16. Raises DamagedIndexError for damaged ones."""
    import numpy as np

    rows = connection.execute("SELECT block, lengths FROM index_blocks ORDER BY block")
    return {block: np.frombuffer(_checked(data, 2), "<u2") for block, data in rows}


def records(connection: sqlite3.Connection, term: str, last: str) -> tuple[Any, Records]:
    """Return the records of all terms from `term` to `last`, and the block of each. Raises DamagedIndexError for
    damaged ones."""
    import numpy as np

    sql = "SELECT block, postings FROM index_terms WHERE term >= ? AND term <= ?"
    size = np.dtype(POSTING).itemsize
    rows = [(block, _checked(data, size)) for block, data in connection.execute(sql, (term, last))]
    blocks = np.repeat(np.array([block for block, _ in rows], np.int64), [len(data) // size for _, data in rows])
    return blocks, np.frombuffer(b"".join(data for _, data in rows), POSTING)


def _checked(data: Any, size: int) -> bytes:
    """Return the data. Raises DamagedIndexError unless they are items of this many bytes."""
    if not isinstance(data, bytes) or len(data) % size:
        raise DamagedIndexError(f"no records: {data!r:.40}")
    return data
