"""The state of the search index: when it is built, updated and rebuilt.

`ingest --index` or the first search builds the index, and later searches update it: ingesting does not pay for it.
`postings` has its tables. The table `meta` records its state:

    generation          grows with each commit of documents
    indexed_generation  the generation that the index covers; equal to `generation` when up to date
    indexed_row         the largest rowid indexed; rowids are never reused, so new rows are above it
    indexed_rows        the number of rows indexed, including rows of documents replaced or removed since
    indexed_words       the number of their terms
    indexed_schema      SQLite's schema cookie, which VACUUM changes: it may renumber rows
    indexed_version     INDEX_VERSION when the index was built; another one, or none, makes it anew

A search skips dead rows; when they are many, the index is rebuilt.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from shiplap.chunks.headings import before_all, context
from shiplap.errors import StoreError
from shiplap.store import postings
from shiplap.store.fields import Columns, meta
from shiplap.store.schema import translated

#: Changes when the rows or the terms of the index change.
INDEX_VERSION = 2

#: The index is rebuilt when more than this share of its rows is dead.
DEAD_SHARE = 0.25

_INDEXED = Columns(
    "headings", "table_header", "context", "document_id", "chunk_index", text="ifnull(shown_text, text)"
)


def index(connection: sqlite3.Connection, store: str) -> None:
    """Update the index if it is out of date. Raises StoreError if that is impossible."""
    with translated(store):
        try:
            refresh(connection, store)
        except sqlite3.OperationalError as error:
            raise _explained(store, error) from error


def refresh(connection: sqlite3.Connection, store: str) -> None:
    """Update the index if it is out of date. The caller translates the errors."""
    if is_current(connection, store):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        known = meta(connection, store)
        if known.get("indexed_version") != INDEX_VERSION:
            postings.drop(connection)
            known = {"generation": known["generation"]}
        postings.create(connection)
        (schema,) = connection.execute("PRAGMA schema_version").fetchone()
        (live,) = connection.execute("SELECT cast(ifnull(sum(chunks), 0) AS INTEGER) FROM documents").fetchone()
        (last,) = connection.execute("SELECT ifnull(max(rowid), 0) FROM chunks").fetchone()
        seen, words = known.get("indexed_row", 0), known.get("indexed_words", 0)
        # the unary plus makes SQLite count in the UNIQUE index, without reading the texts
        (new,) = connection.execute("SELECT count(*) FROM chunks WHERE +rowid > ?", (seen,)).fetchone()
        held = known.get("indexed_rows", 0) + new
        if known.get("indexed_schema") != schema or held - live > DEAD_SHARE * held:
            postings.clear(connection)
            seen, new, held, words = -1, live, live, 0
        if new:
            words += postings.add(connection, _rows(connection, store, seen))
        facts = {
            "indexed_generation": known["generation"],
            "indexed_row": max(seen, last),
            "indexed_rows": held,
            "indexed_words": words,
            "indexed_schema": schema,
            "indexed_version": INDEX_VERSION,
        }
        connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _rows(connection: sqlite3.Connection, store: str, after: int) -> Iterator[tuple[int, str, str]]:
    """Yield the rowid, the text and what stands before it, for chunks in rows after a number. Raises StoreError
    for a damaged chunk."""
    sql = f"SELECT rowid, {_INDEXED.sql} FROM chunks WHERE rowid > ? ORDER BY rowid"
    for rowid, *values in connection.execute(sql, (after,)):
        headings, header, added, *_, text = _INDEXED.checked(store, tuple(values))
        yield rowid, text, before_all(added) + context(headings, header, text)


def is_current(connection: sqlite3.Connection, store: str) -> bool:
    """Return whether the index is complete and of this version."""
    known = meta(connection, store)
    (schema,) = connection.execute("PRAGMA schema_version").fetchone()
    expected = {
        "indexed_generation": known["generation"],
        "indexed_schema": schema,
        "indexed_version": INDEX_VERSION,
    }
    return all(known.get(key) == value for key, value in expected.items())


def _explained(store: str, error: sqlite3.OperationalError) -> sqlite3.Error | StoreError:
    message = str(error)
    if "no such module" in message:
        return StoreError(store, "search needs FTS5, which this build of SQLite lacks")
    if "readonly" in message:
        return StoreError(
            store,
            "the search index is missing or out of date, and the store cannot be written; run `shiplap ingest"
            " --index` into it, or search it once, with write access",
        )
    return error
