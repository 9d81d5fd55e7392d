"""The tables of a store, and the translation of SQLite's errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from shiplap.errors import StoreError
from shiplap.store.journals import explained

#: Marks an SQLite file as a store (`PRAGMA application_id`; "shlp").
APPLICATION_ID = 0x73686C70

#: Version of the tables below (`PRAGMA user_version`).
SCHEMA_VERSION = 1

#: The tables of a store.
#
# `chunks` keeps its hidden rowid: rows over a quarter of a page are slow in a table WITHOUT ROWID, and the
# full-text index refers to rowids. The UNIQUE index finds the rows of a replaced document.
#
# `generation` is the transaction that wrote a document or a chunk last. `tombstones` has the content ids of chunks
# that are gone, with the generation that removed them. `store_id` is the name of this store, so that the
# generations of another store are not taken for its own. `decided` has the decisions for a document that an
# update keeps, as JSON (`shiplap.content.decided`), or NULL if its text decides. `provenance` of a chunk is JSON
# (`shiplap.provenance.described`), or NULL if its document has no span tables. `shown_text` is the text without
# page furniture, or NULL if it is the text. `context` is the
# text that `with_context` put before the chunk, or NULL. `context_hash` of a vector is the
# hash of the embedded text; `probe` is the vector of a fixed text, by which a changed model is found.
# `failed_texts` has the texts that a model could not embed, with the reason.
TABLES = """
CREATE TABLE documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    source TEXT,
    content_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    characters INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    metadata TEXT NOT NULL,
    generation INTEGER NOT NULL,
    decided TEXT
) WITHOUT ROWID;
CREATE TABLE chunks (
    chunk_id TEXT NOT NULL,
    document_id TEXT NOT NULL,
    chunk_index INTEGER NOT NULL,
    text TEXT NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL,
    line_start INTEGER NOT NULL,
    line_end INTEGER NOT NULL,
    kind TEXT,
    headings TEXT,
    table_header TEXT NOT NULL,
    shown_text TEXT,
    context TEXT,
    token_count INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    content_hash TEXT NOT NULL,
    context_hash TEXT NOT NULL,
    content_id TEXT NOT NULL,
    provenance TEXT,
    generation INTEGER NOT NULL,
    UNIQUE (document_id, chunk_index)
);
CREATE INDEX chunks_by_id ON chunks (chunk_id);
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0);
CREATE TABLE settings (
    key TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE models (
    model TEXT NOT NULL PRIMARY KEY,
    probe BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE embeddings (
    model TEXT NOT NULL,
    context_hash TEXT NOT NULL,
    vector BLOB NOT NULL,
    PRIMARY KEY (model, context_hash)
);
CREATE TABLE failed_texts (
    model TEXT NOT NULL,
    context_hash TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (model, context_hash)
) WITHOUT ROWID;
CREATE TABLE tombstones (
    content_id TEXT NOT NULL PRIMARY KEY,
    document_id TEXT NOT NULL,
    generation INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO settings VALUES ('store_id', lower(hex(randomblob(8))));
"""

#: Reasons for common SQLite messages. The first key found in the message applies.
_REASONS = (
    ("is locked", "in use by another process; try again later"),
    ("is busy", "in use by another process; try again later"),
    ("file is not a database", "not a shiplap store (not an SQLite file)"),
    ("disk is full", "the disk is full; committed documents are kept"),
    ("readonly database", "cannot be written (opened read-only, or a read-only file or folder)"),
    ("unable to open database", "cannot be opened"),
    ("malformed", "the file is damaged"),
    ("within a transaction", "needs the documents that a Writer of this Store has not committed yet"),
    ("no such table", "the file is damaged or edited: a table is missing"),
    ("no such column", "the file is damaged or edited: a column is missing"),
    ("has no column", "the file is damaged or edited: a column is missing"),
    ("UNIQUE constraint failed: chunks", "the file is damaged: the document is missing, its chunks are not"),
    ("vtable constructor failed: chunks_index", "the search index is damaged"),
    ("fts5", "the search index is damaged"),
    ("SQL logic error", "the file is damaged or edited"),
    ("constraint failed", "the file is damaged or edited"),
)


class IllFormed(bytes):
    """The value in a row for stored text that is not UTF-8."""


def decoded(data: bytes) -> str | IllFormed:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return IllFormed(data)


#: Errors that SQLite raises. UnicodeDecodeError: Python cannot decode a message that quotes a damaged file.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


def store_error(store: str, error: Exception) -> StoreError:
    """Translate one of SQLITE_ERRORS to a StoreError; a lock of another process is retryable."""
    if isinstance(error, UnicodeDecodeError):
        cited = bytes(error.object).decode("utf-8", "backslashreplace")
        return StoreError(store, f"the file is damaged [{cited}]")
    message = str(error)
    if left := explained(store, message):
        return StoreError(store, f"{left} [{message}]")
    for part, reason in _REASONS:
        if part in message:
            return StoreError(store, f"{reason} [{message}]", retryable=part in ("is locked", "is busy"))
    return StoreError(store, message)


@contextmanager
def translated(store: str) -> Iterator[None]:
    """Translate SQLite errors raised in the block to StoreErrors."""
    try:
        yield
    except SQLITE_ERRORS as error:
        raise store_error(store, error) from error


def make_tables(connection: sqlite3.Connection) -> None:
    """Create the tables in the open transaction."""
    for statement in TABLES.split(";\n"):
        connection.execute(statement)
