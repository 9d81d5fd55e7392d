"""Changes of a store since a generation, so that a vector database can follow it.

A generation is a transaction that changed something. Each document and each chunk has the generation that wrote it
last, and a content id that is gone has a tombstone with the one that removed it, until `vacuum`. The rows of a
rewritten document that are the same as before keep theirs.

A generation is written as "store:number": that of another store is refused, not taken for one of this store.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import UUID

from shiplap.errors import GenerationError, OptionError
from shiplap.ids import chunk_id, uuid_of
from shiplap.printable import counted
from shiplap.store.fields import Columns, meta, select, setting
from shiplap.store.schema import translated

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunk

    #: Reads rows: `Store._rows`.
    Select = Callable[..., list[Any]]
    #: Reads the chunks of a document.
    ChunksOf = Callable[[str], list[Chunk]]

_CHANGED = Columns("document_id")
_NUMBERS = Columns("chunk_index", "document_id")
_GONE = Columns("content_id")
_COUNT = Columns(value="count(*) AS value")
_LOST = Columns("document_id", value="count(*) AS value")
_LENGTH = Columns("chunks", "document_id")

#: The chunks that were written after a generation. Their documents are found first: those are fewer.
_WRITTEN = "FROM documents d JOIN chunks c USING (document_id) WHERE d.generation > ? AND c.generation > ?"


class Changes:
    """Result of `Store.changes`: the chunks to write into a vector database, and the ids to remove from it.

    generation: a str, the name of the store and the number of its last change ("6f1c0a2b9d3e4f58:12"). Keep the
        str and pass it to the next call as `since`; it has no order, and generations of two stores are different.
    deletes: the content ids of the chunks that are gone, in order. None of them is the id of an upsert.
    """

    def __init__(
        self, select: Select, chunks_of: ChunksOf, since: int, generation: str, deletes: list[str]
    ) -> None:
        """Private: `changes` makes them, with functions that read rows, and the chunks of a document."""
        self._select, self._chunks_of, self._since = select, chunks_of, since
        self.generation: str = generation
        self.deletes: list[str] = deletes

    @property
    def upserts(self) -> Iterator[Chunk]:
        """The chunks to write, document by document, read when they are asked for: those that are new, and those
        whose place, headings, source or metadata have changed. The key of each is its `content_id`.

        A vector is needed only for a context hash that has none yet: `embedding` is that of the store's cache, if
        `changes` was given a model, else None. One thread uses the iterator.
        """
        since = self._since
        rest = "FROM documents WHERE generation > ? ORDER BY document_id"
        for (document_id,) in self._select(_CHANGED, rest, since):
            rest = "FROM chunks WHERE document_id = ? AND generation > ?"
            numbers = {row[0] for row in self._select(_NUMBERS, rest, document_id, since)}
            for chunk in self._chunks_of(document_id) if numbers else ():
                if chunk.index in numbers:
                    yield chunk

    @property
    def deleted_uuids(self) -> list[UUID]:
        """The UUIDs of `deletes`, as `Chunk.content_uuid` has them."""
        return [uuid_of(name) for name in self.deletes]

    @property
    def deleted_chunk_ids(self) -> list[str]:
        """For a database whose key is the chunk id: the ids of the chunks after the last one of each document that
        has lost chunks. Some of them may never have been there."""
        rest = "FROM tombstones WHERE generation > ? GROUP BY document_id ORDER BY document_id"
        found: list[str] = []
        for document_id, lost in self._select(_LOST, rest, self._since) if self._since >= 0 else ():
            rows = self._select(_LENGTH, "FROM documents WHERE document_id = ?", document_id)
            length = rows[0][0] if rows else 0
            found += [chunk_id(document_id, index) for index in range(length, length + lost)]
        return found

    def without_vector(self, model: str, *, is_untried: bool = False) -> int:
        """Return the number of upserts that have no stored embedding of this model. is_untried: without those that
        the model refused (`Vectors.failures`)."""
        rest = "AND context_hash NOT IN (SELECT context_hash FROM {} WHERE model = ?)"
        tables = ("embeddings", "failed_texts") if is_untried else ("embeddings",)
        condition = " ".join(map(rest.format, tables))
        values = (self._since, self._since, *(model for _ in tables))
        return int(self._select(_COUNT, f"{_WRITTEN} {condition}", *values)[0][0])

    def __len__(self) -> int:
        """Return the number of upserts and deletes."""
        return len(self.deletes) + int(self._select(_COUNT, _WRITTEN, self._since, self._since)[0][0])

    def __repr__(self) -> str:
        upserts, deletes = len(self) - len(self.deletes), len(self.deletes)
        return f"<Changes up to {self.generation!r}: {counted(upserts, 'upsert')}, {counted(deletes, 'delete')}>"


def changes(
    connection: sqlite3.Connection, path: str, since: str | None, rows: Select, chunks_of: ChunksOf
) -> Changes:
    """Return the changes of the store at a path: see `Store.changes`. `rows` reads rows, `chunks_of` the chunks of
    a document, both in the turn of a thread."""
    name = setting(connection, path, "store_id") or ""
    number = meta(connection, path)["generation"]
    if since is None:
        return Changes(rows, chunks_of, -1, f"{name}:{number}", [])
    begin = _number(since, name, number, _forgotten(connection, path), path)
    rest = "FROM tombstones WHERE generation > ? ORDER BY content_id"
    return Changes(rows, chunks_of, begin, f"{name}:{number}", [each for (each,) in rows(_GONE, rest, begin)])


def _number(since: str, name: str, number: int, forgotten: int, path: str) -> int:
    """Return the number of a generation of this store. Raises OptionError and GenerationError."""
    of, colon, digits = since.partition(":") if isinstance(since, str) else ("", "", "")
    if not colon or not digits.isascii() or not digits.isdigit() or len(digits) > 18:
        raise OptionError(
            "since",
            since,
            "must be None, or the generation of an earlier result of changes(), a str like '6f1c0a2b9d3e4f58:12'",
        )
    found, again = int(digits), "copy all: changes() without a generation"
    if of != name:
        raise GenerationError(path, f"the generation {since!r} is that of another store; {again}")
    if found > number:
        rule = f"is later than that of the store ({number})"
        raise GenerationError(path, f"the generation {since!r} {rule}; {again}")
    if found < forgotten:
        reason = f"what was removed since the generation {since!r} is forgotten (vacuum)"
        raise GenerationError(path, f"{reason}; {again}")
    return found


def _forgotten(connection: sqlite3.Connection, path: str) -> int:
    """Return the generation up to which tombstones are forgotten."""
    value = Columns("value")
    rows = select(connection, path, value, "FROM meta WHERE key = 'forgotten'")
    return int(rows[0][0]) if rows else 0


def vacuum(connection: sqlite3.Connection, path: str) -> None:
    """Forget tombstones and give back room: see `Store.vacuum`."""
    with translated(path):
        connection.execute("BEGIN IMMEDIATE")
        try:
            generation = meta(connection, path)["generation"]
            connection.execute("DELETE FROM tombstones")
            connection.execute("INSERT OR REPLACE INTO meta (key, value) VALUES ('forgotten', ?)", (generation,))
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
        connection.execute("VACUUM")
