"""The rows of a target compared with the chunks of a store, in a temporary file, so that memory stays small."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from itertools import groupby
from typing import TYPE_CHECKING
from uuid import UUID

from shiplap.ids import content_hash
from shiplap.sync.records import id_of, name_of, record_of
from shiplap.sync.report import SyncVerification

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.chunks.chunks import Chunk
    from shiplap.store.vectors import Vectors
    from shiplap.sync.target import Held, Key, RowId
    from shiplap.vectors.types import Matrix

#: Least cosine of the vector in a target and that in the store: targets may scale vectors to length 1.
SAME_VECTOR = 0.9999

#: Rows read from a target at a time.
PAGE = 1000

_TABLES = """
CREATE TABLE chunks (
    id BLOB PRIMARY KEY, name TEXT, document_id TEXT, chunk_index INTEGER, stamp TEXT, content_hash TEXT,
    context_hash TEXT, rows INTEGER DEFAULT 0, fault TEXT
) WITHOUT ROWID;
CREATE TABLE extra (id BLOB PRIMARY KEY, is_foreign INTEGER) WITHOUT ROWID;
CREATE TABLE vectorless (id BLOB PRIMARY KEY, chunk_id TEXT, document_id TEXT) WITHOUT ROWID;
"""

_READ = "SELECT name, stamp, content_hash, context_hash FROM chunks WHERE id = ?"
_ROWS = "SELECT rows FROM chunks WHERE id = ?"
_COUNT = "UPDATE chunks SET rows = rows + 1, fault = ifnull(fault, ?) WHERE id = ?"


class Comparison:
    """The differences between the rows of a target and the chunks of a store. A context manager.

    `expect` takes each chunk, then `check` each page of rows; `found` has the differences.
    """

    def __init__(self, key: Key, vectors: Vectors) -> None:
        self._key = key
        self._vectors = vectors
        self._file = sqlite3.connect("", isolation_level=None)  # SQLite deletes the file at the end
        self._file.executescript(f"PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; {_TABLES}")
        self.found: SyncVerification = SyncVerification()

    def __enter__(self) -> Comparison:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def expect(self, chunk: Chunk) -> None:
        """Add a chunk of the store; no row is expected for one without a vector."""
        key = self._key
        self.found.chunks += 1
        if chunk.embedding is None:
            self.found.find("without_vector", chunk.id)
            lacking = id_of(chunk, key).bytes, chunk.id, chunk.document_id
            self._file.execute("INSERT OR REPLACE INTO vectorless VALUES (?, ?, ?)", lacking)
            return
        row = (id_of(chunk, key).bytes, name_of(chunk, key), chunk.document_id, chunk.index,
               record_of(chunk)["stamp"], chunk.content_hash, chunk.context_hash)  # fmt: skip
        self._file.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?, ?, ?, ?, 0, NULL)", row)

    def check(self, held: Held) -> None:
        """Compare a page of rows."""
        known = [self._file.execute(_READ, (_stored(id),)).fetchone() for id in held.ids]
        stored = self._vectors.get_many([row[3] for row in known if row is not None])
        for at, (id, row) in enumerate(zip(held.ids, known, strict=True)):
            self.found.rows += 1
            if row is None:
                self.found.find("extra", str(id))
                foreign = not isinstance(id, UUID)
                self._file.execute("INSERT OR IGNORE INTO extra VALUES (?, ?)", (_stored(id), foreign))
                continue
            name, stamp, text_hash, context_hash = row
            (rows,) = self._file.execute(_ROWS, (_stored(id),)).fetchone()  # the page may have the id twice
            fault = None
            if rows:
                fault = "duplicates" if rows == 1 else None
            elif stamp != held.stamps[at] or text_hash != _hash(held.texts[at]):
                fault = "stale"
            elif not _is_same(held.vectors[at], stored.get(context_hash)):
                fault = "wrong_vectors"
            if fault is not None:
                self.found.find(fault, name)
            self._file.execute(_COUNT, (fault, _stored(id)))

    def finish(self) -> None:
        """Note the chunks that no row has."""
        order = "ORDER BY document_id, chunk_index"
        for (name,) in self._file.execute(f"SELECT name FROM chunks WHERE rows = 0 {order}"):
            self.found.find("missing", name)
        self._file.execute("UPDATE chunks SET fault = 'missing' WHERE rows = 0")

    def to_write(self) -> Iterator[tuple[str, set[int]]]:
        """Yield the document id and the numbers of the chunks whose rows must be written."""
        rows = self._file.execute(
            "SELECT document_id, chunk_index FROM chunks WHERE fault IS NOT NULL ORDER BY document_id, chunk_index"
        )
        for document_id, group in groupby(rows, lambda row: row[0]):
            yield document_id, {index for _, index in group}

    def doubled(self) -> list[UUID]:
        """Return the ids that several rows have."""
        return self._ids("SELECT id FROM chunks WHERE rows > 1")

    def extra(self) -> list[RowId]:
        """Return the ids that no chunk has."""
        rows = self._file.execute("SELECT id, is_foreign FROM extra")
        return [json.loads(data) if is_foreign else UUID(bytes=data) for data, is_foreign in rows]

    def vectorless(self) -> Iterator[tuple[UUID, str, str]]:
        """Yield the id, chunk id and document id of each chunk without a vector."""
        for data, chunk_id, document_id in self._file.execute("SELECT id, chunk_id, document_id FROM vectorless"):
            yield UUID(bytes=data), chunk_id, document_id

    def _ids(self, sql: str) -> list[UUID]:
        return [UUID(bytes=data) for (data,) in self._file.execute(sql)]


def _stored(id: RowId) -> bytes:
    return id.bytes if isinstance(id, UUID) else json.dumps(id).encode()


def _hash(text: str) -> str:
    return content_hash(text.encode("utf-8", "surrogatepass"))


def _is_same(held: Matrix, stored: npt.NDArray[np.float32] | None) -> bool:
    from shiplap.vectors.embedding import cosine

    return stored is not None and cosine(held, stored) >= SAME_VECTOR
