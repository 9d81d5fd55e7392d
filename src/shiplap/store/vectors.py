"""Embeddings in the store: vectors by the hash of the embedded text and by model; no text is embedded twice.

A vector belongs to a text, not to its position: it outlives the document, until `prune`.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from shiplap.errors import OptionError, StoreError
from shiplap.store.fields import Columns, place, select
from shiplap.store.schema import translated

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Matrix = npt.NDArray[np.float32]

_VECTOR = Columns("context_hash", "vector")

#: Hashes per statement: below 999 parameters, the limit of old builds of SQLite.
GROUP = 900


class Vectors:
    """The vectors of one model in a store: a cache for `Grounder`, `embed_chunks` and the evaluation.

    >>> from shiplap.store import Store
    >>> from shiplap.vectors import HashedWords, embed_texts
    >>> with Store(":memory:") as store:
    ...     cache = store.vectors("hashed")
    ...     vectors = embed_texts(["rain", "sun"], HashedWords(64), cache=cache)
    ...     len(cache), embed_texts(["sun"], lambda texts: 1 / 0, cache=cache).shape
    (2, (1, 64))
    """

    def __init__(self, connection: sqlite3.Connection, store: str, model: str) -> None:
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

    def _vector(self, name: str, blob: bytes) -> Matrix:
        """Decode a row's vector. Raises StoreError if it is invalid or its length differs from earlier vectors."""
        import numpy as np

        if not blob or len(blob) % 4:
            wrong = f"a vector of {len(blob)} bytes does not consist of 32-bit numbers"
        elif self._size not in (0, len(blob)):
            wrong = f"a vector of {len(blob) // 4} numbers; others have {self._size // 4}"
        else:
            self._size = len(blob)
            vector = np.frombuffer(blob, "<f4")
            if np.isfinite(vector).all():
                return vector
            wrong = "the vector has a number that is not finite"
        raise StoreError(self._store, f"{place(context_hash=name)}{wrong} (model {self.model!r})")

    def put_many(self, vectors: Mapping[str, Any]) -> None:
        """Store vectors by content hash; committed on return."""
        import numpy as np

        rows = [(self.model, name, np.asarray(vector, "<f4").tobytes()) for name, vector in vectors.items()]
        with translated(self._store):
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                self._connection.executemany(
                    "INSERT OR REPLACE INTO embeddings (model, context_hash, vector) VALUES (?, ?, ?)", rows
                )
                self._connection.execute("COMMIT")
            finally:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")

    def prune(self) -> int:
        """Remove this model's vectors whose texts no chunk has any more; return their number."""
        with translated(self._store):
            return self._connection.execute(
                "DELETE FROM embeddings WHERE model = ? AND context_hash NOT IN (SELECT content_hash FROM chunks)",
                (self.model,),
            ).rowcount

    def __len__(self) -> int:
        with translated(self._store):
            sql = "SELECT count(*) FROM embeddings WHERE model = ?"
            return int(self._connection.execute(sql, (self.model,)).fetchone()[0])
