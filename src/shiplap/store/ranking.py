"""BM25 over the search index, block by block.

    R1  A group of phrases (a word with its other forms and spellings) counts as one word: its number in a row
        is the sum over its phrases, and the rows that have it are those that have any of them. A phrase of
        several terms counts once in each row.
    R2  The score of a row is the sum over the groups of

            log(1 + (n - df + 0.5) / (df + 0.5)) * count * (K1 + 1) / (count + K1 * (1 - B + B * length / mean
            length))

        where df of n rows have the group, and lengths are in terms. It is BM25 as Lucene has it.
    R3  Rows with equal scores are in the order of their rowids. The score is computed in float64, group by
        group in the order of the query: the same search has the same result on each machine.

Rows of documents that were replaced or removed count in n and df until the index is rebuilt. Proximity (BM25 with
pairs of neighbours) was measured on the questions of `benchmarks.quality.search`: it gains and loses as often.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterable, Sequence
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


class _Occurrences:
    """The rows that have a group, and how often, by block."""

    def __init__(self, connection: sqlite3.Connection, group: Group) -> None:
        self.blocks: dict[int, tuple[Any, Any]] = {}
        parts: dict[int, list[tuple[Any, Any]]] = {}
        for phrase in group:
            for block, rows, counts in _found(connection, phrase):
                parts.setdefault(block, []).append((rows, counts))
        for block, several in parts.items():
            self.blocks[block] = several[0] if len(several) == 1 else _joined(several)
        self.number: int = sum(len(rows) for rows, _ in self.blocks.values())


def _found(connection: sqlite3.Connection, phrase: Phrase) -> Iterable[tuple[int, Any, Any]]:
    """Yield block, rows and counts of a phrase."""
    import numpy as np

    if len(phrase.tokens) == 1:
        term = phrase.tokens[0]
        for block, found in records(connection, term, term + LAST if phrase.is_prefix else term):
            yield block, found["row"].astype(np.intp), found["count"].astype(np.float64)
        return
    sql = "SELECT rowid FROM chunks_index WHERE chunks_index MATCH ? ORDER BY rowid"
    rows = np.array([row for (row,) in connection.execute(sql, (phrase.fts5,))], np.int64)
    for block in np.unique(rows // BLOCK).tolist():
        part = rows[rows // BLOCK == block] - block * BLOCK
        yield block, part, np.ones(len(part))


def _joined(parts: Sequence[tuple[Any, Any]]) -> tuple[Any, Any]:
    """Add the counts of several phrases."""
    import numpy as np

    rows, counts = (np.concatenate(each) for each in zip(*parts, strict=True))
    order = np.argsort(rows, kind="stable")
    rows, counts = rows[order], counts[order]
    firsts = np.flatnonzero(np.concatenate(([True], rows[1:] != rows[:-1])))
    return rows[firsts], np.add.reduceat(counts, firsts)


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
        self._lengths = lengths(connection)
        self._groups = [_Occurrences(connection, group) for group in groups]
        self._statistics = statistics
        self._is_all = is_all
        numbers = [set(each.blocks) for each in self._groups]
        blocks = (set.intersection if is_all else set.union)(*numbers) if numbers else set[int]()
        if not blocks <= self._lengths.keys():
            raise DamagedIndexError("a block without lengths")
        self._blocks = sorted(blocks)

    def best(self, limit: int, allowed: Rows | None = None) -> tuple[Rows, Scores]:
        """Return the rowids of the best rows, and their scores, the best first. allowed: the rowids that may be
        found, ascending; None for all."""
        import numpy as np

        rows, scores = np.zeros(0, np.int64), np.zeros(0)
        for block in self._blocks:
            found, points = self._block(block, float(scores[-1]) if len(scores) == limit else 0.0)
            if allowed is not None:
                kept = _among(found + block * BLOCK, allowed)
                found, points = found[kept], points[kept]
            if len(found):
                rows, scores = np.concatenate((rows, found + block * BLOCK)), np.concatenate((scores, points))
                rows, scores = _best(rows, scores, limit)
        return rows, scores

    def of(self, rows: Rows) -> dict[int, float]:
        """Return the scores of rows, ascending, of those that have the groups."""
        if not len(rows):
            return {}
        found, scores = self.best(len(rows), rows)
        return dict(zip(found.tolist(), scores.tolist(), strict=True))

    def _block(self, block: int, least: float) -> tuple[Rows, Scores]:
        """The rows of a block with at least a score, and their scores."""
        import numpy as np

        sizes = self._lengths[block]
        mean = max(self._statistics.words / max(self._statistics.rows, 1), 1.0)
        norm = sizes * (K1 * B / mean) + K1 * (1 - B)
        scores = np.zeros(len(sizes))
        groups = np.zeros(len(sizes), np.int16) if self._is_all else None
        for each in self._groups:
            if block not in each.blocks:
                continue
            rows, counts = each.blocks[block]
            if len(rows) and int(rows.max()) >= len(sizes):
                raise DamagedIndexError("a row without a length")
            number = max(self._statistics.rows, each.number)
            idf = math.log(1 + (number - each.number + 0.5) / (each.number + 0.5))
            scores[rows] += (idf * (K1 + 1)) * counts / (counts + norm[rows])
            if groups is not None:
                groups[rows] += 1
        if groups is not None:
            scores[groups < len(self._groups)] = 0
        found = np.flatnonzero(scores >= least if least else scores)
        return found, scores[found]


def _among(rows: Rows, allowed: Rows) -> Any:
    """Return which of the rows are allowed."""
    import numpy as np

    if not len(allowed):
        return np.zeros(len(rows), bool)
    at = np.minimum(np.searchsorted(allowed, rows), len(allowed) - 1)
    return allowed[at] == rows


def _best(rows: Rows, scores: Scores, limit: int) -> tuple[Rows, Scores]:
    """The best rows in order; of equal ones the lower first."""
    import numpy as np

    if len(scores) > limit:
        least = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = scores >= least
        rows, scores = rows[kept], scores[kept]
    order = np.lexsort((rows, -scores))[:limit]
    return rows[order], scores[order]
