"""Nearest-neighbour indexes: the exact one, and those of the extras faiss and usearch."""

from __future__ import annotations

import contextlib
import importlib
from typing import TYPE_CHECKING, Any, Protocol

from shiplap.errors import OptionError
from shiplap.options import choice
from shiplap.vectors.exact import Exact, inverse_lengths

if TYPE_CHECKING:
    from shiplap.vectors.exact import Rows
    from shiplap.vectors.types import Matrix


class Index(Protocol):
    """A nearest-neighbour index."""

    def search(self, queries: Matrix, k: int) -> tuple[Rows, Matrix]:
        """Return the k nearest rows and their cosine similarities, the nearest first, each of shape (queries,
        min(k, rows))."""


class Faiss:
    """Brute-force search by FAISS (IndexFlatIP over vectors of length 1): exact, on several threads."""

    def __init__(self, matrix: Matrix) -> None:
        faiss: Any = _module("faiss", "faiss")
        self._index = faiss.IndexFlatIP(max(1, matrix.shape[1]))
        if len(matrix):
            self._index.add(matrix * inverse_lengths(matrix)[:, None])

    def search(self, queries: Matrix, k: int) -> tuple[Rows, Matrix]:
        """As `Exact.search`."""
        k = min(k, self._index.ntotal)
        if not k or not len(queries):
            return Exact(queries[:0]).search(queries, k)
        similarities, rows = self._index.search(queries * inverse_lengths(queries)[:, None], k)
        return rows, similarities.clip(-1, 1)


class Usearch:
    """Graph search by usearch (HNSW, cosine): approximate, and fast for millions of vectors."""

    def __init__(self, matrix: Matrix) -> None:
        import numpy as np

        index = usearch_index()
        self._size = len(matrix)
        self._index = index.Index(ndim=max(1, matrix.shape[1]), metric="cos", dtype="f32")
        if len(matrix):
            self._index.add(np.arange(len(matrix)), matrix)

    def search(self, queries: Matrix, k: int) -> tuple[Rows, Matrix]:
        """As `Exact.search`, but it may miss some of the nearest rows."""
        import numpy as np

        k = min(k, self._size)
        if not k or not len(queries):
            return Exact(queries[:0]).search(queries, k)
        found = self._index.search(queries, k)
        rows = np.asarray(found.keys).reshape(len(queries), -1).astype(np.int64)
        return rows, (1 - np.asarray(found.distances, np.float32).reshape(len(queries), -1)).clip(-1, 1)


def usearch_index() -> Any:
    """Import usearch. An import of onnxruntime (for fastembed) after it kills the interpreter, seen with usearch
    2.26 and onnxruntime 1.32; so onnxruntime comes first where it is installed."""
    with contextlib.suppress(ImportError):
        importlib.import_module("onnxruntime")
    return _module("usearch.index", "usearch")


def _module(name: str, extra: str) -> Any:
    try:
        return importlib.import_module(name)
    except ImportError:
        rule = f"needs the extra {extra}: pip install 'shiplap[{extra}]'"
        raise OptionError("index", extra, rule) from None


#: The indexes by name.
INDEXES: dict[str, Any] = {"exact": Exact, "faiss": Faiss, "usearch": Usearch}


def make_index(name: str, matrix: Matrix) -> Index:
    """Build the index of that name over the rows of a matrix. Raises OptionError for an unknown name or a missing
    extra."""
    found: Index = INDEXES[choice("index", name, INDEXES)](matrix)
    return found
