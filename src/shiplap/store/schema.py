"""The tables, and how a file is opened: what is checked, what is set, and which errors come of it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from shiplap.errors import StoreError

#: Marks an SQLite file as a store (`PRAGMA application_id`; "shlp").
APPLICATION_ID = 0x73686C70

#: Version of the tables below (`PRAGMA user_version`).
SCHEMA_VERSION = 1

#: Rows of text are about 1.3 KB long: at 8192 bytes a page wastes less of its end than at the usual 4096, and
#: ingesting takes a fifth less time.
PAGE_SIZE = 8192

#: The page cache in KiB: it must hold one group of documents (`writer.COMMIT_BYTES`), or SQLite would write
#: pages before the commit and shut readers out for as long.
CACHE_KIB = 64 * 1024

# `chunks` keeps its hidden rowid: rows over a quarter of a page are slow in a table WITHOUT ROWID, and the
# full-text index refers to rowids. The UNIQUE index finds the rows of a document that is replaced.
TABLES = """
CREATE TABLE documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    source TEXT,
    content_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    characters INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    metadata TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE chunks (
    document_id TEXT NOT NULL,
    chunk_index INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    kind TEXT,
    headings TEXT,
    token_count INTEGER,
    content_hash TEXT NOT NULL,
    UNIQUE (document_id, chunk_index)
);
CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO meta VALUES ('generation', 0);
"""

#: What the usual messages of SQLite mean here. The first one that is part of the message is taken.
_REASONS = (
    ("is locked", "another process is using it; try again when it has finished"),
    ("is busy", "another process is using it; try again when it has finished"),
    ("file is not a database", "it is not a shiplap store (not an SQLite file)"),
    ("disk is full", "the disk is full; what was committed before is kept"),
    ("readonly database", "it cannot be written (read-only file or folder)"),
    ("unable to open database", "it cannot be opened"),
    ("malformed", "the file is damaged"),
    ("no such table", "the file is damaged, or edited: a table is gone"),
    ("no such column", "the file is damaged, or edited: a column is gone"),
    ("has no column", "the file is damaged, or edited: a column is gone"),
    ("UNIQUE constraint failed: chunks", "the file is damaged: chunks of that document are there without it"),
    ("vtable constructor failed: chunks_index", "the search index is damaged"),
    ("fts5", "the search index is damaged"),
    ("SQL logic error", "the file is damaged, or edited"),
)


class IllFormed(bytes):
    """A text in the file that is not UTF-8, as rows have it."""


def _decoded(data: bytes) -> str | IllFormed:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return IllFormed(data)


#: What SQLite raises. A UnicodeDecodeError is a message that cites a damaged file, which Python cannot read.
SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)


def store_error(store: str, error: Exception) -> StoreError:
    """The StoreError for one of SQLITE_ERRORS; a lock held by another process is retryable."""
    if isinstance(error, UnicodeDecodeError):
        cited = bytes(error.object).decode("utf-8", "backslashreplace")
        return StoreError(store, f"the file is damaged [{cited}]")
    message = str(error)
    for part, reason in _REASONS:
        if part in message:
            return StoreError(store, f"{reason} [{message}]", retryable=part in ("is locked", "is busy"))
    return StoreError(store, message)


@contextmanager
def translated(store: str) -> Iterator[None]:
    """Errors of SQLite raised in the block become StoreErrors."""
    try:
        yield
    except SQLITE_ERRORS as error:
        raise store_error(store, error) from error


def connect(path: str, *, create: bool, read_only: bool, timeout: float) -> sqlite3.Connection:
    """An open, checked connection in autocommit mode. Raises StoreError and leaves nothing open."""
    if "\0" in path:
        raise StoreError(path, "a path has no NUL character")
    if path == ":memory:":
        address = path
    else:
        if os.path.isdir(path):
            raise StoreError(path, "it is a folder, not a store")
        if not os.path.exists(path):
            if not create or read_only:
                raise StoreError(path, "there is no such store")
            if not os.path.isdir(os.path.dirname(path) or "."):
                raise StoreError(path, "its folder does not exist")
        mode = "ro" if read_only else "rwc" if create else "rw"
        address = f"{Path(path).absolute().as_uri()}?mode={mode}"
    with translated(path):
        connection = sqlite3.connect(
            address, timeout=timeout, isolation_level=None, uri=True, check_same_thread=False
        )
    try:
        connection.text_factory = _decoded
        with translated(path):
            _check(connection, path, create and not read_only)
            _configure(connection, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: str, create: bool) -> None:
    """That the file is a store of a version that is known; a new, empty file becomes one."""
    if create and _is_empty(connection):
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _is_empty(connection):  # unless another process made the tables meanwhile
                for statement in TABLES.split(";\n"):
                    connection.execute(statement)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION_ID:
        raise StoreError(path, "it is not a shiplap store (an SQLite file of something else)")
    if version < 1:
        raise StoreError(path, f"the file is damaged: no shiplap has made tables of schema {version}")
    if version > SCHEMA_VERSION:
        raise StoreError(
            path, f"a newer shiplap wrote it (schema {version}; this version knows up to {SCHEMA_VERSION})"
        )


def _is_empty(connection: sqlite3.Connection) -> bool:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(application == 0 and objects == 0)


def _configure(connection: sqlite3.Connection, read_only: bool) -> None:
    """Settings of this connection.

    A rollback journal with synchronous=FULL: a commit returns when the disk has it, so that neither a killed
    process nor a power failure loses a committed document; a journal left over is undone by whoever opens the
    file next. WAL would write each page twice, and its side files must be writable even to readers; here new
    pages at the end of the file need no journal at all, which is nearly all that ingesting writes. DELETE
    leaves one file behind and is no slower than TRUNCATE.

    A reader leaves the journal mode alone: to change that of a file in WAL mode is to write.
    """
    if not read_only:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
