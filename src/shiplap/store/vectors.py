"""Embeddings in the store: vectors by the hash of the embedded text and by model; no text is embedded twice.

A vector belongs to a text, not to its position: it outlives the document, until `prune`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, StoreError
from shiplap.printable import counted
from shiplap.store.connection import Connection, in_turn
from shiplap.store.fields import Columns, place, select
from shiplap.store.schema import translated
from shiplap.vectors.embedding import checked, without_direction

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]

_PROBE = Columns("model", "probe")
_MODEL = Columns("model", "vectors", "bytes", "unused")
_VECTOR = Columns("context_hash", "vector")
_NAME = Columns("model")

#: The names of the models with vectors, each found by one search of the index.
_NAMES = """FROM (WITH RECURSIVE known(model) AS (
    SELECT min(model) FROM embeddings UNION ALL
    SELECT (SELECT min(model) FROM embeddings WHERE model > known.model) FROM known WHERE model IS NOT NULL
) SELECT model FROM known WHERE model IS NOT NULL UNION SELECT model FROM models) ORDER BY model"""
_FAILED = Columns("c.document_id", "c.chunk_id", "c.chunk_index", "f.reason")
_HASH = Columns("context_hash")

#: Remove the failed texts that have a vector now, and those that no chunk has any more.
_SOLVED = (
    "DELETE FROM failed_texts WHERE model = ? AND EXISTS (SELECT 1 FROM embeddings e"
    " WHERE e.model = failed_texts.model AND e.context_hash = failed_texts.context_hash)"
)
_UNUSED_FAILURES = (
    "DELETE FROM failed_texts WHERE model = ? AND context_hash NOT IN (SELECT context_hash FROM chunks)"
)

#: Hashes per statement: below 999 parameters, the limit of old builds of SQLite.
GROUP = 900


class Vectors:
    """The vectors of one model in a store: a cache for `Grounder`, `embed_chunks` and the evaluation.

    >>> from shiplap.store import Store
    >>> from shiplap.vectors import HashedWords, embed_texts
    >>> with Store(":memory:") as store:
    ...     cache = store.vectors("hashed")
    ...     vectors = embed_texts(["rain", "sun"], HashedWords(64), cache=cache)
    ...     len(cache), bool((embed_texts(["sun"], HashedWords(64), cache=cache) == vectors[1]).all())
    (2, True)
    """

    def __init__(self, connection: Connection, store: str, model: str) -> None:
        if not isinstance(model, str) or not model:
            raise OptionError(
                "model", model, "must name the embedding model: vectors of two models are not comparable"
            )
        try:
            model.encode()
        except UnicodeEncodeError:
            raise OptionError("model", model, "must be valid Unicode") from None
        self._connection = connection
        self._store = store
        self.model = model
        self._size = 0  # bytes of a vector; 0 until one is read

    @in_turn
    def get_many(self, hashes: Sequence[str]) -> dict[str, Matrix]:
        """Return the stored vectors by hash, each float32, shape (d,), read-only; unknown hashes are left out."""
        found: dict[str, Matrix] = {}
        for first in range(0, len(hashes), GROUP):
            part = hashes[first : first + GROUP]
            marks = ", ".join("?" * len(part))
            rest = f"FROM embeddings WHERE model = ? AND context_hash IN ({marks})"
            for name, blob in select(self._connection, self._store, _VECTOR, rest, self.model, *part):
                found[name] = self._vector(name, blob)
        return found

    @in_turn
    def known(self, hashes: Sequence[str]) -> set[str]:
        """Return those of the hashes that have a vector."""
        found: set[str] = set()
        for first in range(0, len(hashes), GROUP):
            part = hashes[first : first + GROUP]
            rest = f"FROM embeddings WHERE model = ? AND context_hash IN ({', '.join('?' * len(part))})"
            found |= {name for (name,) in select(self._connection, self._store, _HASH, rest, self.model, *part)}
        return found

    def _vector(self, name: str, blob: bytes) -> Matrix:
        """Decode a row's vector. Raises StoreError if it is invalid or its length differs from earlier vectors."""
        import numpy as np

        if not blob or len(blob) % 4:
            wrong = f"a vector of {counted(len(blob), 'byte')} does not consist of 32-bit numbers"
        elif self._size not in (0, len(blob)):
            wrong = f"a vector of {counted(len(blob) // 4, 'number')}; others have {self._size // 4}"
        else:
            self._size = len(blob)
            vector = np.frombuffer(blob, "<f4")
            if np.isfinite(vector).all():
                return vector
            wrong = "the vector has a number that is not finite"
        raise StoreError(self._store, f"{place(context_hash=name)}{wrong} (model {self.model!r})")

    @in_turn
    def put_many(self, vectors: Mapping[str, Any]) -> None:
        """Store vectors by the hash of the embedded text; committed on return. Raises OptionError for one that is
        not finite, or that no cosine compares, such as one of zeros."""
        for name, vector in vectors.items():
            faults = without_direction(checked([vector], 1, option="vectors", name=name))
            if faults:
                raise OptionError("vectors", name, f"must have a direction for {self.model!r}: {faults[0]}")
        self.record(vectors, {})

    @in_turn
    def record(self, vectors: Mapping[str, Any], failures: Mapping[str, str]) -> None:
        """Store vectors that were checked, and the reasons why texts have none, by the hashes of the texts;
        committed on return."""
        import numpy as np

        rows = [(self.model, name, np.asarray(vector, "<f4").tobytes()) for name, vector in vectors.items()]
        reasons = [(self.model, name, reason) for name, reason in failures.items()]
        with self._transaction():
            execute, many = self._connection.execute, self._connection.executemany
            many("INSERT OR REPLACE INTO embeddings (model, context_hash, vector) VALUES (?, ?, ?)", rows)
            many("INSERT OR REPLACE INTO failed_texts (model, context_hash, reason) VALUES (?, ?, ?)", reasons)
            if vectors:
                execute(_SOLVED, (self.model,))

    @in_turn
    def failures(self) -> list[FailedChunk]:
        """Return the chunks without a vector whose texts the model could not embed, in the order of documents."""
        rest = (
            "FROM chunks c JOIN failed_texts f ON f.model = ? AND f.context_hash = c.context_hash"
            " ORDER BY c.document_id, c.chunk_index"
        )
        rows = select(self._connection, self._store, _FAILED, rest, self.model)
        return [FailedChunk(*row) for row in rows]

    @in_turn
    def failed_hashes(self) -> set[str]:
        """Return the hashes of the texts that the model could not embed."""
        rows = select(self._connection, self._store, _HASH, "FROM failed_texts WHERE model = ?", self.model)
        return {name for (name,) in rows}

    @in_turn
    def probe(self) -> Matrix | None:
        """Return the vector of the probe (`shiplap.vectors.embedding`), float32, shape (d,), or None."""
        import numpy as np

        rows = select(self._connection, self._store, _PROBE, "FROM models WHERE model = ?", self.model)
        if not rows:
            return None
        blob: bytes = rows[0][1]
        found: Matrix = np.frombuffer(blob, "<f4") if len(blob) % 4 == 0 else np.zeros(0, np.float32)
        if not found.size or not np.isfinite(found).all():
            raise StoreError(self._store, f"{place(model=self.model)}probe is not a vector of 32-bit numbers")
        return found

    @in_turn
    def set_probe(self, vector: Matrix) -> None:
        """Store the vector of the probe; committed on return."""
        import numpy as np

        row = self.model, np.asarray(vector, "<f4").tobytes()
        with self._transaction():
            self._connection.execute("INSERT OR REPLACE INTO models (model, probe) VALUES (?, ?)", row)

    @property
    @in_turn
    def dimensions(self) -> int:
        """The length of this model's vectors; 0 if it has none."""
        rest = "FROM embeddings WHERE model = ? LIMIT 1"
        for name, blob in select(self._connection, self._store, _VECTOR, rest, self.model):
            return len(self._vector(name, blob))
        probe = self.probe()
        return 0 if probe is None else len(probe)

    @in_turn
    def drop(self) -> int:
        """Remove this model's vectors and its probe; return the number of vectors."""
        with self._transaction():
            number = self._connection.execute("DELETE FROM embeddings WHERE model = ?", (self.model,)).rowcount
            self._connection.execute("DELETE FROM models WHERE model = ?", (self.model,))
            self._connection.execute("DELETE FROM failed_texts WHERE model = ?", (self.model,))
        self._size = 0
        return number

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with translated(self._store):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    @in_turn
    def prune(self) -> int:
        """Remove this model's vectors, and its failed texts, that no chunk has any more; return the number of the
        vectors."""
        with translated(self._store):
            self._connection.execute(_UNUSED_FAILURES, (self.model,))
            return self._connection.execute(
                "DELETE FROM embeddings WHERE model = ? AND context_hash NOT IN (SELECT context_hash FROM chunks)",
                (self.model,),
            ).rowcount

    @in_turn
    def __len__(self) -> int:
        with translated(self._store):
            sql = "SELECT count(*) FROM embeddings WHERE model = ?"
            return int(self._connection.execute(sql, (self.model,)).fetchone()[0])

    def __repr__(self) -> str:
        return f"the vectors of model {self.model!r} in {self._store!r}"


@dataclass(frozen=True)
class FailedChunk:
    """A chunk whose text a model could not embed, and the reason."""

    document_id: str
    chunk_id: str
    chunk_index: int
    reason: str

    def __str__(self) -> str:
        return f"{self.chunk_id}: {self.reason}"


@dataclass(frozen=True)
class CachedModel:
    """A model whose embeddings a store has: their lengths (one, in a sound store), their number, their bytes, and
    the number of vectors whose texts no chunk has. Without a probe it is unknown which model made them."""

    model: str
    dimensions: tuple[int, ...]
    vectors: int
    bytes: int
    unused: int
    has_probe: bool


def model_names(connection: sqlite3.Connection, store: str) -> list[str]:
    """Return the names of the models with vectors or a probe, in order."""
    return [name for (name,) in select(connection, store, _NAME, _NAMES)]


def models(connection: sqlite3.Connection, store: str) -> list[CachedModel]:
    """Return the models with vectors or a probe, by name."""
    used = "context_hash IN (SELECT context_hash FROM chunks)"
    counts = f"count(*) AS vectors, sum(length(CAST(vector AS BLOB))) AS bytes, sum(NOT {used}) AS unused"
    sizes = f"SELECT model, length(CAST(vector AS BLOB)) AS size, {counts} FROM embeddings GROUP BY model, size"
    made: dict[str, list[Any]] = {
        name: [(), 0, 0, 0, True] for name, _ in select(connection, store, _PROBE, "FROM models")
    }
    for model, number, size, unused in select(connection, store, _MODEL, f"FROM ({sizes}) ORDER BY model, size"):
        lengths, vectors, total, dead, has_probe = made.get(model, [(), 0, 0, 0, False])
        lengths = (*lengths, size // number // 4)
        made[model] = [lengths, vectors + number, total + size, dead + unused, has_probe]
    return [CachedModel(model, *found) for model, found in sorted(made.items())]
