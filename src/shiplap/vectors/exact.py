"""Exact nearest-neighbour search by cosine similarity, with one block of similarities in memory at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.vectors.types import Matrix

    Rows = npt.NDArray[np.int64]

#: Number of similarities computed at once: 64 MB of float32.
SIMILARITIES = 16_000_000

#: Number of vectors whose lengths are computed at once.
LENGTHS = 65_536


def inverse_lengths(matrix: Matrix) -> Matrix:
    """1 / the length of each vector, shape (n,); 0 for a zero vector, whose similarities are then 0."""
    import numpy as np

    found = np.empty(len(matrix), np.float32)
    for first in range(0, len(matrix), LENGTHS):
        part = matrix[first : first + LENGTHS].astype(np.float64)
        squares = np.einsum("ij,ij->i", part, part)
        with np.errstate(divide="ignore"):
            found[first : first + LENGTHS] = np.where(squares > 0, 1 / np.sqrt(squares), 0)
    return found


class Exact:
    """Exact index over the rows of a matrix. It references the matrix without a copy (it may be a memory map) and
    stores one number per row.

    >>> import numpy as np
    >>> exact = Exact(np.array([[1, 0], [0, 2], [3, 3]], np.float32))
    >>> rows, similarities = exact.search(np.array([[0, 1]], np.float32), 2)
    >>> rows.tolist(), similarities.round(3).tolist()
    ([[1, 2]], [[1.0, 0.7070000171661377]])
    """

    def __init__(self, matrix: Matrix) -> None:
        self._matrix = matrix
        self._inverse = inverse_lengths(matrix)

    def __len__(self) -> int:
        return len(self._matrix)

    def search(self, queries: Matrix, k: int) -> tuple[Rows, Matrix]:
        """Return the k nearest rows of each query and their cosine similarities, the nearest first, ties in row
        order. Both have shape (queries, min(k, rows))."""
        import numpy as np

        k = min(k, len(self._matrix))
        rows = np.empty((len(queries), k), np.int64)
        similarities = np.empty((len(queries), k), np.float32)
        if not k or not len(queries):
            return rows, similarities
        queries = queries * inverse_lengths(queries)[:, None]
        at_once = min(len(queries), 256)
        size = max(1, SIMILARITIES // at_once)
        for first in range(0, len(queries), at_once):
            some = queries[first : first + at_once].T
            best: list[tuple[Rows, Matrix]] = [(rows[0, :0], similarities[0, :0])] * some.shape[1]
            for begin in range(0, len(self._matrix), size):
                part = self._matrix[begin : begin + size] @ some
                part *= self._inverse[begin : begin + size, None]
                np.clip(part, -1, 1, out=part)
                best = [_better(*held, part[:, place], begin, k) for place, held in enumerate(best)]
            for place, (found, _) in enumerate(best):
                rows[first + place], similarities[first + place] = self._ordered(found, some[:, place])
        return rows, similarities

    def _ordered(self, rows: Rows, query: Matrix) -> tuple[Rows, Matrix]:
        """Return the rows, the nearest first, and their similarities. A matrix product may round the similarities
        of equal rows differently, depending on their positions; here each row is multiplied alone."""
        import numpy as np

        rows = np.sort(rows)
        exact = np.einsum("ij,j->i", self._matrix[rows].astype(np.float64), query.astype(np.float64))
        near = np.clip(exact * self._inverse[rows], -1, 1).astype(np.float32)
        order = np.argsort(-near, kind="stable")
        return rows[order], near[order]


def _better(rows: Rows, similarities: Matrix, column: Matrix, begin: int, k: int) -> tuple[Rows, Matrix]:
    """Return the k best of the current rows (the best first) and a further block, whose first row is `begin`."""
    import numpy as np

    least = np.partition(column, len(column) - k)[len(column) - k] if k < len(column) else -2
    if len(rows) == k:
        least = max(least, similarities[-1])
    more = np.flatnonzero(column >= least)
    rows = np.concatenate((rows, more + begin))
    similarities = np.concatenate((similarities, column[more]))
    order = np.argsort(-similarities, kind="stable")[:k]  # rows ascend among equal similarities
    return rows[order], similarities[order]
