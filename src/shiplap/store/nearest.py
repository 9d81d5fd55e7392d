"""Nearest neighbours among the vectors of a store: exact, in blocks, up to EXACT vectors; by usearch beyond."""

from __future__ import annotations

import sqlite3
import warnings
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.errors import EmbedError, OptionError, StoreError, unknown
from shiplap.options import choice
from shiplap.printable import counted
from shiplap.store.embedding import choose, kept_embedding
from shiplap.store.fields import pages, place
from shiplap.store.schema import translated
from shiplap.store.vectors import Vectors, model_names
from shiplap.vectors import INDEXES, Exact, load_embed, make_index, model_of
from shiplap.vectors.embedding import PROBE, checked, cosine, without_direction
from shiplap.vectors.indexes import usearch_index

if TYPE_CHECKING:
    from shiplap.store.connection import Connection
    from shiplap.store.ranking import Rows, Scores
    from shiplap.vectors import Model, RequestOptions
    from shiplap.vectors.types import Matrix

#: Most vectors that are searched exactly unless `index` says so: a million of 384 numbers take about 0.3 s.
EXACT = 1_000_000

#: Chunks read at a time, and vectors compared at a time behind a filter.
_PAGE = 20_000

_READ = """
SELECT c.rowid, c.document_id, c.chunk_index, e.vector FROM chunks AS c
LEFT JOIN embeddings AS e ON e.model = ? AND e.context_hash = c.context_hash
WHERE c.rowid > ? ORDER BY c.rowid LIMIT ?
"""


#: The least cosine of the vectors of one text by the function of a query and by that of the documents. Models with
#: prefixes for queries and documents stay above it; two models have a cosine near 0.
SAME_SPACE = 0.5


class MissingVectorsWarning(UserWarning):
    """Chunks have no vector of the model: a search by vectors cannot find them, a hybrid one finds them by
    words."""


class Nearest:
    """Vectors in memory, by the rows that they belong to.

    rows: the row of each vector, ascending. missing: the number of rows without one.
    """

    def __init__(self, rows: Rows, matrix: Matrix, missing: int = 0) -> None:
        self.rows = rows
        self.matrix = matrix
        self.missing = missing
        self._indexes: dict[str, Any] = {}

    def search(self, query: Matrix, limit: int, allowed: Rows | None, index: str | None) -> tuple[Rows, Scores]:
        """Return the rowids of the chunks nearest to a vector of shape (1, d), and their cosine similarities, the
        nearest first. Raises OptionError for vectors beyond EXACT without usearch."""
        import numpy as np

        name = self._name(index)
        if allowed is None:
            if name not in self._indexes:
                self._indexes[name] = make_index(name, self.matrix)
            places, near = self._indexes[name].search(query, limit)
            return self.rows[places[0]], near[0].astype(np.float64)
        among = np.flatnonzero(np.isin(self.rows, allowed, assume_unique=True))
        rows, scores = np.zeros(0, np.int64), np.zeros(0)
        for first in range(0, len(among), _PAGE):
            part = among[first : first + _PAGE]
            places, near = Exact(self.matrix[part]).search(query, limit)
            rows = np.concatenate((rows, self.rows[part[places[0]]]))
            scores = np.concatenate((scores, near[0].astype(np.float64)))
            order = np.lexsort((rows, -scores))[:limit]
            rows, scores = rows[order], scores[order]
        return rows, scores

    def of(self, query: Matrix, rows: Rows) -> tuple[Scores, Any]:
        """Return the cosine similarity of each row to a vector of shape (1, d), 0 without a vector; and whether
        it has one."""
        import numpy as np

        places = np.minimum(np.searchsorted(self.rows, rows), len(self.rows) - 1)
        known = self.rows[places] == rows
        found, near = Exact(self.matrix[places[known]]).search(query, len(rows))
        similar = np.zeros(int(known.sum()))
        similar[found[0]] = near[0]
        scores = np.zeros(len(rows))
        scores[known] = similar
        return scores, known

    def _name(self, index: str | None) -> str:
        if index is not None:
            return choice("index", index, INDEXES)
        if len(self.rows) <= EXACT:
            return "exact"
        try:
            usearch_index()
        except OptionError:
            rule = (
                f"needs the extra usearch for {len(self.rows)} vectors, more than {EXACT} (pip install"
                " 'shiplap[usearch]'), or \"exact\", which takes time for each of them"
            )
            raise OptionError("index", None, rule) from None
        return "usearch"


class Known(NamedTuple):
    """Vectors that were read, and the state of the store then: a version that each write changes, and `state`."""

    version: tuple[int, int]
    state: tuple[int, ...]
    nearest: Nearest


def read_vectors(connection: Connection, store: str, model: str) -> Nearest:
    """Read the vectors of the chunks of a store, by rowid. Raises StoreError for a damaged one."""
    import numpy as np

    rows: list[int] = []
    parts: list[Matrix] = []
    missing = 0
    with translated(store):
        for page in pages(store, lambda last: connection.execute(_READ, (model, last, _PAGE)).fetchall(), -1):
            known = [row for row in page if row[3] is not None]
            missing += len(page) - len(known)
            if known:
                parts.append(_matrix(store, model, known, parts[0].shape[1] if parts else 0))
                rows += (row[0] for row in known)
    matrix: Matrix = np.concatenate(parts) if parts else np.zeros((0, 0), np.float32)
    return Nearest(np.array(rows, np.int64), matrix, missing)


def _matrix(store: str, model: str, rows: list[Any], dimensions: int) -> Matrix:
    """Decode the vectors of rows of a page."""
    import numpy as np

    size = 4 * dimensions or (len(rows[0][3]) if isinstance(rows[0][3], bytes) else 0)
    for row in rows:
        if not isinstance(row[3], bytes) or not row[3] or len(row[3]) % 4 or len(row[3]) != size:
            raise _damaged(store, model, row, f"does not consist of {max(size // 4, 1)} numbers")
    found = np.frombuffer(b"".join(row[3] for row in rows), "<f4").reshape(len(rows), -1)
    finite = np.isfinite(found).all(axis=1)
    if not finite.all():
        raise _damaged(store, model, rows[int(np.argmin(finite))], "has a number that is not finite")
    return found.astype(np.float32, copy=False)


def _damaged(store: str, model: str, row: Any, rule: str) -> StoreError:
    where = place(document_id=row[1], chunk_index=row[2])
    return StoreError(store, f"{where}its vector {rule} (model {model!r})")


class QueryVector(NamedTuple):
    """The vector of a query, shape (1, d), the vectors that it is compared with, and the name of their index."""

    vector: Matrix
    nearest: Nearest
    by: str | None


def query_vector(
    connection: Connection,
    store: str,
    words: str,
    embed: Any,
    model: str | None,
    options: RequestOptions | None,
    known: dict[str, Known],
    name: str | None,
    *,
    is_trusted: bool,
) -> QueryVector:
    """Embed a query, and read the vectors of its model, unless `known` has them.

    embed: a function, or the name of one (`load_embed`); None: that which the store keeps, or `model` names it.
    model: the name of the vectors; None: that of `embed`, or the only model of the store.
    options: those of the request.
    """
    function, model = _question_model(connection, store, embed, model, options, is_trusted=is_trusted)
    if name is not None:
        choice("index", name, INDEXES)
    nearest = _nearest(connection, store, model, known)
    if not len(nearest.rows):
        raise StoreError(store, f"no chunk has a vector of model {model!r}; `shiplap vectors` lists the models")
    probe = Vectors(connection, store, model).probe()
    texts = [words] if probe is None else [PROBE, words]
    vectors = checked(function.query(texts), len(texts), name=function.name)
    dimensions = nearest.matrix.shape[1]
    if vectors.shape[1] != dimensions:
        rule = f"must return vectors of {dimensions} numbers, as those of {model!r} have, not {vectors.shape[1]}"
        raise OptionError("embed", function.name, rule)
    if probe is not None and cosine(probe, vectors[0]) < SAME_SPACE:
        rule = f"must be the model of the vectors {model!r} of the store: it returns others for the same text"
        raise OptionError("embed", function.name, rule)
    if fault := without_direction(vectors[-1:]):
        raise EmbedError(function.name, f"the question: {fault[0]}, which no cosine compares")
    if nearest.missing:
        total = nearest.missing + len(nearest.rows)
        has = "has" if nearest.missing == 1 else "have"
        rule = "a search by vectors does not find such a chunk, a hybrid one finds it by words"
        text = f"{nearest.missing} of {counted(total, 'chunk')} {has} no vector of model {model!r}: {rule}"
        warnings.warn(text, MissingVectorsWarning, stacklevel=4)
    return QueryVector(vectors[-1:], nearest, name)


def _question_model(
    connection: Connection, store: str, embed: Any, model: str | None, options: RequestOptions | None, *,
    is_trusted: bool,
) -> tuple[Model, str]:  # fmt: skip
    """Return the model that embeds a query, and the name of the vectors of the store."""
    stored = model_names(connection, store)
    if not stored:
        rule = f"has no vectors; embed its chunks first: `shiplap embed {store} --embed NAME`, Store.embed"
        raise StoreError(store, rule)
    kept = kept_embedding(connection, store)
    if embed is None and kept is not None and kept.name is not None and model in (None, kept.model):
        chosen, keeps = choose(store, kept, None, None, options, is_trusted=is_trusted)
        return chosen, keeps.model
    embed = model if embed is None else embed
    if embed is None:
        rule = "must be a function that embeds, or its name: the store keeps no model that can be loaded"
        raise OptionError("embed", None, rule)
    if isinstance(embed, str):
        if model is None and embed not in stored:
            rule = f"has no vectors in the store {store}, whose models are {', '.join(map(repr, stored))};"
            raise OptionError("embed", embed, f"{rule} `shiplap embed {store} --embed NAME` makes them")
        model = model or embed
    elif model is None and len(stored) > 1:
        raise OptionError("model", None, f"must name one of the models of the store: {', '.join(stored)}")
    model = model or stored[0]
    if model not in stored:
        raise unknown("model", model, stored)
    found = model_of(load_embed(embed, options), embed) if isinstance(embed, str) else model_of(embed, model)
    return found, model


def _nearest(connection: Connection, store: str, model: str, known: dict[str, Known]) -> Nearest:
    """Return the vectors of a model; those that `known` has serve until the store changes."""
    with translated(store):
        version = connection.execute("PRAGMA data_version").fetchone()[0], connection.total_changes
    before = known.get(model)
    if before is not None and before.version == version:
        return before.nearest  # nothing was written by this connection or another one
    now = state(connection, store, model)
    if before is None or before.state != now:
        known.clear()  # one model at a time: its vectors are large
        before = Known(version, now, read_vectors(connection, store, model))
    known[model] = before._replace(version=version)
    return before.nearest


def state(connection: sqlite3.Connection, store: str, model: str) -> tuple[int, ...]:
    """Return numbers that change with the chunks of a store, and with the vectors of a model."""
    with translated(store):
        vectors = "SELECT count(*), ifnull(max(rowid), 0) FROM embeddings WHERE model = ?"
        found = connection.execute(vectors, (model,)).fetchone()
        chunks = (
            "SELECT (SELECT value FROM meta WHERE key = 'generation'), (SELECT ifnull(max(rowid), 0) FROM chunks)"
        )
        schema = connection.execute("PRAGMA schema_version").fetchone()
        return (*found, *connection.execute(chunks).fetchone(), *schema)
