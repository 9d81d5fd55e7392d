"""PostgreSQL by ADBC: the tables and rules of the SQLite store, for `shiplap ingest --to postgresql://...`.

Documents are replaced whole, several in one transaction, and unique by (document_id, chunk_index). The rows go
over as Arrow. Needs the extra `postgresql`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shiplap.arrow import TYPES, lists
from shiplap.errors import StoreError
from shiplap.store.rows import prepare

if TYPE_CHECKING:
    from shiplap.chunks import Chunks

#: A group of documents is written and committed when it holds so many bytes of text, or so many documents.
GROUP_BYTES = 32_000_000
GROUP_DOCUMENTS = 10_000

TABLES = (
    "CREATE TABLE IF NOT EXISTS documents (document_id TEXT NOT NULL PRIMARY KEY, source TEXT,"
    " content_hash TEXT NOT NULL, fingerprint TEXT NOT NULL, characters BIGINT NOT NULL, bytes BIGINT NOT NULL,"
    " chunks BIGINT NOT NULL, metadata TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS chunks (document_id TEXT NOT NULL, chunk_index BIGINT NOT NULL, id TEXT NOT NULL,"
    " text TEXT NOT NULL, char_start BIGINT NOT NULL, char_end BIGINT NOT NULL, byte_start BIGINT NOT NULL,"
    " byte_end BIGINT NOT NULL, overlap BIGINT NOT NULL, kind TEXT, headings TEXT, token_count BIGINT,"
    " content_hash TEXT NOT NULL, UNIQUE (document_id, chunk_index))",
)

_DOCUMENT = ("document_id", "source", "content_hash", "fingerprint", "characters", "bytes", "chunks", "metadata")


@dataclass
class Prepared:
    """A document: its row, and the columns of its chunks."""

    document: tuple[Any, ...]
    chunks: dict[str, list[Any]]
    bytes: int


class PostgresSink:
    """Documents into PostgreSQL; a context manager, which commits at its end what is whole.

    Raises StoreError for what the server refuses; one that cannot be reached, or a lock, is `retryable`.
    """

    def __init__(self, uri: str) -> None:
        try:
            from adbc_driver_postgresql import dbapi
        except ImportError:
            raise ImportError("PostgreSQL needs ADBC: pip install 'shiplap[postgresql]'") from None
        self._error = dbapi.Error
        self._group: dict[str, Prepared] = {}
        self._gone: list[str] = []
        self._bytes = 0
        with self._translated():
            self._connection = dbapi.connect(uri)
            try:
                with self._connection.cursor() as cursor:
                    for table in TABLES:
                        cursor.execute(table)
                    cursor.execute("SELECT EXISTS (SELECT 1 FROM documents)")
                    self._is_empty = not cursor.fetchone()[0]
                self._connection.commit()
            except BaseException:
                self._connection.close()
                raise

    def version(self, document_id: str) -> tuple[str | None, str | None, str | None]:
        """Content hash, fingerprint and source as they are stored; a store that was empty is not asked."""
        if self._is_empty:
            return (None, None, None)
        rows = self._rows(
            "SELECT content_hash, fingerprint, source FROM documents WHERE document_id = $1", document_id
        )
        return rows[0] if rows else (None, None, None)

    def prepare(self, chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Prepared:
        """The rows of a document. Raises StoreError for what PostgreSQL cannot hold: NUL characters too."""
        made = prepare(chunks, data, hash=hash, fingerprint=fingerprint, store="PostgreSQL")
        row = tuple(getattr(made, name) for name in _DOCUMENT)
        columns = lists(chunks)
        if any("\0" in text for text in (*columns["text"], *row) if isinstance(text, str)):
            name = chunks.document_id
            raise StoreError("PostgreSQL", f"document {name!r} has a NUL character, which it cannot hold")
        columns["headings"] = [
            None if words is None else json.dumps(list(words), ensure_ascii=False) for words in columns["headings"]
        ]
        return Prepared(row, columns, made.bytes)

    def write(self, prepared: Prepared) -> None:
        """Write a document, replacing the one of that id."""
        self._group[prepared.document[0]] = prepared
        self._bytes += prepared.bytes
        if self._bytes >= GROUP_BYTES or len(self._group) >= GROUP_DOCUMENTS:
            self.commit()

    def move(self, document_id: str, source: str) -> None:
        """Note the new source of an unchanged document."""
        self._rows("UPDATE documents SET source = $1 WHERE document_id = $2 RETURNING 1", source, document_id)

    def remove(self, document_id: str) -> bool:
        """Remove a document and its chunks."""
        self._gone.append(document_id)
        return True

    def sources(self) -> list[tuple[str, str | None]]:
        """Id and source of all documents that are committed."""
        return self._rows("SELECT document_id, source FROM documents ORDER BY document_id")

    def commit(self) -> None:
        """Write and commit what was added and removed so far: all of it, or nothing."""
        import pyarrow

        group = list(self._group.values())
        kinds = {"U": pyarrow.large_utf8(), "l": pyarrow.int64(), "+l": pyarrow.large_utf8()}
        chunks = {
            name: pyarrow.array([value for document in group for value in document.chunks[name]], kinds[kind])
            for name, kind in TYPES.items()
        }
        documents = {
            name: pyarrow.array([row.document[place] for row in group], kinds["l" if 4 <= place < 7 else "U"])
            for place, name in enumerate(_DOCUMENT)
        }
        with self._translated():
            try:
                with self._connection.cursor() as cursor:
                    if gone := [*self._gone, *(() if self._is_empty else self._group)]:
                        ids = pyarrow.table({"0": pyarrow.array(gone, pyarrow.utf8())})
                        for name in ("chunks", "documents"):
                            cursor.executemany(f"DELETE FROM {name} WHERE document_id = $1", ids)
                    if group:
                        cursor.adbc_ingest("documents", pyarrow.table(documents), mode="append")
                        cursor.adbc_ingest("chunks", pyarrow.table(chunks), mode="append")
                self._connection.commit()
            except BaseException:
                self._connection.rollback()
                raise
        self._group.clear()
        self._gone.clear()
        self._bytes = 0

    def __enter__(self) -> PostgresSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not isinstance(error, StoreError):
                self.commit()
        finally:
            self._connection.close()

    def _rows(self, sql: str, *values: object) -> list[Any]:
        with self._translated(), self._connection.cursor() as cursor:
            cursor.execute(sql, values or None)
            rows: list[Any] = cursor.fetchall()
            return rows

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            state = getattr(error, "sqlstate", None) or ""
            retryable = state.startswith(("08", "40", "53", "57")) or "could not connect" in str(error).lower() \
                or "connection" in str(error).lower()  # fmt: skip
            raise StoreError("PostgreSQL", str(error).strip().splitlines()[0], retryable=retryable) from error
