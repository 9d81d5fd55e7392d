"""Migration of stores with older schemas to the current one.

Schema 1 had no lines, table headers, context hashes or content ids. Lines are counted where the chunks of a
document cover its text from the beginning; after a gap (dropped white space) they stay unknown. Table headers
were not stored: they are "" until the document is cut again, which the next `ingest` does, since fingerprints
have changed.

Schema 2 had no settings, and its cached vectors had no probe. They stay: their key was always the hash of the text
that was embedded, although the column was named `content_hash`.

Schema 3 had no generations of documents and chunks, and no tombstones: `Store.changes` begins with what is there.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

from shiplap.chunks.headings import context
from shiplap.errors import StoreError
from shiplap.ids import Repeats, content_hash, content_id
from shiplap.store.fields import Columns, place, unfit
from shiplap.store.schema import SCHEMA_VERSION, TABLES_2, TABLES_3, TABLES_4, make_tables

#: The columns of a chunk in schema 1, in the order that `unfit` expects.
_CHUNK = Columns(
    chunk_id="id", chunk_index="chunk_index", text="text", char_start="char_start", char_end="char_end",
    byte_start="byte_start", byte_end="byte_end", overlap="overlap", kind="kind", headings="headings",
    token_count="ifnull(token_count, (char_end - char_start + 3) / 4)", content_hash="content_hash",
    document_id="document_id",
)  # fmt: skip
_HEADINGS = _CHUNK.names.index("headings")

_DOCUMENT = "document_id, source, content_hash, fingerprint, characters, bytes, chunks, metadata"

_INSERT = (
    "INSERT INTO chunks (rowid, chunk_id, document_id, chunk_index, text, char_start, char_end, byte_start,"
    " byte_end, line_start, line_end, kind, headings, table_header, token_count, overlap, content_hash,"
    " context_hash, content_id)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, '', ?, ?, ?, ?, ?)"
)


def migrate(connection: sqlite3.Connection, store: str) -> None:
    """Migrate a store of an older schema to SCHEMA_VERSION in one transaction. Ids, row numbers and vectors are
    kept. Raises StoreError for a damaged row; the file is then unchanged."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        for older in range(version, SCHEMA_VERSION):  # none if another process has migrated it meanwhile
            _STEPS[older](connection, store)
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _from_1(connection: sqlite3.Connection, store: str) -> None:
    for table in ("documents", "chunks", "meta"):
        connection.execute(f"ALTER TABLE {table} RENAME TO {table}_1")
    make_tables(connection, TABLES_2)
    connection.execute(f"INSERT INTO documents ({_DOCUMENT}) SELECT {_DOCUMENT} FROM documents_1")
    connection.execute("INSERT OR REPLACE INTO meta (key, value) SELECT key, value FROM meta_1")
    connection.executemany(_INSERT, _rows(connection, store))
    for table in ("documents", "chunks", "meta"):
        connection.execute(f"DROP TABLE {table}_1")


def _from_2(connection: sqlite3.Connection, store: str) -> None:
    if connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'embeddings'").fetchone() is not None:
        connection.execute("ALTER TABLE embeddings RENAME COLUMN content_hash TO context_hash")
    make_tables(connection, TABLES_3)


def _from_3(connection: sqlite3.Connection, store: str) -> None:
    make_tables(connection, TABLES_4)


#: The migration from each older schema to the next.
_STEPS = {1: _from_1, 2: _from_2, 3: _from_3}


def _rows(connection: sqlite3.Connection, store: str) -> Iterator[tuple[Any, ...]]:
    """Convert the rows of schema 1 to rows of `chunks`."""
    document, repeats, lines = object(), Repeats(), _Lines()
    sql = f"SELECT rowid, {_CHUNK.sql} FROM chunks_1 ORDER BY document_id, chunk_index"
    for rowid, *found in connection.execute(sql):
        row = _CHUNK.checked(store, tuple(found))
        id, index, text, start, end, first, last, overlap, kind, headings, tokens, hash, document_id = row
        wrong = unfit(document_id, row)
        if wrong:
            raise StoreError(store, place(document_id=document_id, chunk_index=index) + wrong)
        if document_id != document:
            document, repeats, lines = document_id, Repeats(), _Lines()
        before = context(headings, "", text)
        hashed = content_hash((before + text).encode("utf-8", "surrogatepass")) if before else hash
        yield (
            rowid, id, document_id, index, text, start, end, first, last, *lines(start, end, text), kind,
            found[_HEADINGS], tokens, overlap, hash, hashed, content_id(document_id, hash, repeats(hash)),
        )  # fmt: skip


class _Lines:
    """Line numbers of a document's chunks, as long as the chunks cover its text."""

    def __init__(self) -> None:
        self._reach, self._ends = 0, 0  # the offset up to which the text is known, and the line ends before it
        self._last = ""
        self._known = True

    def __call__(self, start: int, end: int, text: str) -> tuple[int | None, int | None]:
        """Return the first and last line of the next chunk; None for both if unknown."""
        self._known = self._known and start <= self._reach
        if not self._known:
            return None, None
        shared, more = text[: self._reach - start], text[self._reach - start :]
        if self._last == "\r" and more[:1] == "\n":  # the line end counted at the CR belongs to a CR LF
            self._ends -= 1
        first = 1 + self._ends - _line_ends(shared, more[:1])
        found = first, first + _line_ends(text[:-1], text[-1:])
        self._ends += _line_ends(more, "")
        self._reach, self._last = max(end, self._reach), text[-1:]
        return found


def _line_ends(text: str, after: str) -> int:
    """The number of lines that end in a text, given the character after it."""
    pairs = text.count("\r\n") + (text[-1:] == "\r" and after == "\n")
    return text.count("\n") + text.count("\r") - pairs
