"""BM25 over the search index.

    R1  A group of phrases (a word with its other forms and spellings) counts as one word: its number in a row
        is the sum over its phrases, and the rows that have it are those that have any of them. A phrase of
        several terms counts once in each row.
    R2  The score of a row is the sum over the groups of

            log(1 + (n - df + 0.5) / (df + 0.5)) * count * (K1 + 1) / (count + K1 * (1 - B + B * length / mean))

        where df of n rows have the group, and lengths and their mean are in terms. It is BM25 as Lucene has it.
    R3  Rows with equal scores are in the order of their rowids. The score is computed in float64, group by
        group in the order of the query: the same search has the same result on each machine.

Rows of documents that were replaced or removed count in n and df until the index is rebuilt. Proximity (BM25 with
pairs of neighbours) was measured on the questions of `benchmarks.quality.search`: it gains and loses as often.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.store.postings import BLOCK, DamagedIndexError, lengths, records
from shiplap.store.query import LAST, Group, Phrase

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.int64]
    Scores = npt.NDArray[np.float64]

K1, B = 1.2, 0.75


class Statistics(NamedTuple):
    """The number of indexed rows, and of their terms."""

    rows: int
    words: int


class _Places:
    """The indexed rows, one after the other: block by block, each as far as its lengths reach."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        import numpy as np

        found = lengths(connection)
        self.blocks: Rows = np.array(list(found), np.int64)
        self._sizes: Rows = np.array([len(each) for each in found.values()], np.int64)
        self._firsts: Rows = np.cumsum(self._sizes) - self._sizes
        self.lengths: Any = np.concatenate([np.zeros(0, np.uint16), *found.values()])

    def of(self, blocks: Rows, rows: Rows) -> Rows:
        """Return the places of rows, given by their blocks and their rows in them."""
        import numpy as np

        if not len(rows):
            return rows
        at = np.minimum(np.searchsorted(self.blocks, blocks), max(len(self.blocks) - 1, 0))
        if not len(self.blocks) or (self.blocks[at] != blocks).any():
            raise DamagedIndexError("a block without lengths")
        if (rows >= self._sizes[at]).any():
            raise DamagedIndexError("a row without a length")
        places: Rows = self._firsts[at] + rows
        return places

    def rowids(self, places: Rows) -> Rows:
        """Return the rowids of places."""
        import numpy as np

        at = np.searchsorted(self._firsts, places, "right") - 1
        found: Rows = self.blocks[at] * BLOCK + places - self._firsts[at]
        return found

    def known(self, rowids: Rows) -> Rows:
        """Return the places of those rowids that are indexed."""
        import numpy as np

        at = np.searchsorted(self.blocks, rowids // BLOCK)
        at = np.minimum(at, max(len(self.blocks) - 1, 0))
        if not len(self.blocks):
            return rowids[:0]
        held = (self.blocks[at] == rowids // BLOCK) & (rowids % BLOCK < self._sizes[at])
        places: Rows = (self._firsts[at] + rowids % BLOCK)[held]
        return places


def _occurrences(connection: sqlite3.Connection, group: Group, places: _Places) -> tuple[Rows, Scores]:
    """Return the places of the rows that have a group, ascending, and how often they have it (R1)."""
    import numpy as np

    found = [_of_phrase(connection, phrase, places) for phrase in group]
    where, counts = (np.concatenate(each) for each in zip(*found, strict=True))
    if len(group) == 1 and not group[0].is_prefix:
        return where, counts
    order = np.argsort(where, kind="stable")
    where, counts = where[order], counts[order]
    firsts = np.flatnonzero(np.diff(where, prepend=-1))
    return where[firsts], np.add.reduceat(counts, firsts) if len(firsts) else counts


def _of_phrase(connection: sqlite3.Connection, phrase: Phrase, places: _Places) -> tuple[Rows, Scores]:
    import numpy as np

    if len(phrase.tokens) == 1:
        term = phrase.tokens[0]
        blocks, found = records(connection, term, term + LAST if phrase.is_prefix else term)
        return places.of(blocks, found["row"].astype(np.int64)), found["count"].astype(np.float64)
    sql = "SELECT rowid FROM chunks_index WHERE chunks_index MATCH ? ORDER BY rowid"
    rows = np.array([row for (row,) in connection.execute(sql, (phrase.fts5,))], np.int64)
    return places.of(rows // BLOCK, rows % BLOCK), np.ones(len(rows))


#: Scores of which the highest alone is compared at first: a run of them takes about 0.1 µs.
_RUN = 256


class Ranked:
    """The rows that match groups, with their scores.

    is_all: rows must have all of the groups. Raises DamagedIndexError if the index is damaged.
    """

    def __init__(
        self,
        connection: sqlite3.Connection,
        groups: Sequence[Group],
        statistics: Statistics,
        *,
        is_all: bool = False,
    ) -> None:
        import numpy as np

        self._places = _Places(connection)
        sizes = self._places.lengths
        mean = max(statistics.words / max(statistics.rows, 1), 1.0)
        self._scores: Scores = np.zeros(len(sizes))
        held = np.zeros(len(sizes), np.int16) if is_all else None
        for group in groups:
            where, counts = _occurrences(connection, group, self._places)
            number = max(statistics.rows, len(where))
            idf = math.log(1 + (number - len(where) + 0.5) / (len(where) + 0.5))
            norm = sizes[where] * (K1 * B / mean) + K1 * (1 - B)
            self._scores[where] += (idf * (K1 + 1)) * counts / (counts + norm)
            if held is not None:
                held[where] += 1
        if held is not None:
            self._scores[held < len(groups)] = 0

    def best(self, limit: int, allowed: Rows | None = None) -> tuple[Rows, Scores]:
        """Return the rowids of the best rows, and their scores, the best first. allowed: the rowids that may be
        found, ascending; None for all."""
        import numpy as np

        if allowed is None:
            where = _highest(self._scores, limit)
        else:
            where = self._places.known(allowed)
            where = where[self._scores[where] > 0]
        scores = self._scores[where]
        order = np.lexsort((where, -scores))[:limit]
        return self._places.rowids(where[order]), scores[order]

    def of(self, rows: Rows) -> dict[int, float]:
        """Return the scores of rows, ascending, of those that have the groups."""
        found, scores = self.best(len(rows), rows)
        return dict(zip(found.tolist(), scores.tolist(), strict=True))


def _highest(scores: Scores, limit: int) -> Rows:
    """Return where scores above 0 are that may be among the highest; all of these, and few others.

    As many runs of scores have a highest one of at least `least`, so the scores sought are not below it.
    """
    import numpy as np

    runs = len(scores) // _RUN
    least = 0.0
    if limit < runs:
        highest = scores[: runs * _RUN].reshape(runs, _RUN).max(axis=1)
        least = float(np.partition(highest, runs - limit)[runs - limit])
    return np.flatnonzero(scores >= least if least else scores)
