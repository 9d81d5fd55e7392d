"""Transactions of several documents, each written wholly or not at all."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Any

from shiplap.errors import OptionError, StoreError
from shiplap.ids import content_id
from shiplap.store.connection import Connection, in_turn, nothing
from shiplap.store.fields import Columns, meta, select
from shiplap.store.rows import COLUMNS, Prepared, check_name
from shiplap.store.schema import SQLITE_ERRORS, store_error, translated

#: A group of documents is committed when it has this many bytes of text …
COMMIT_BYTES = 32_000_000

#: … or is this many seconds old, whichever comes first.
COMMIT_SECONDS = 1.0

#: Most bytes of text queued while a commit is running.
BACKLOG_BYTES = 16_000_000

#: Rows per INSERT. A statement of several rows saves calls, and other threads run while SQLite works. The
#: number of parameters must stay below 999, the limit of old builds of SQLite.
GROUP = 55

#: Parameters per row, and the places of two of them.
WIDTH = len(COLUMNS)
HASH, REPEAT = COLUMNS.index("content_hash"), COLUMNS.index("repeat")


#: The largest rowid used: SQLite may be unable to store larger ones. No store grows to it.
LAST_ROW = 1 << 62


def _insert(rows: int) -> str:
    """Build the INSERT for this many chunks. The first parameters are the first rowid and the generation; WIDTH
    follow for each row.

    Rowids are explicit and only grow: the full-text index finds its new rows by them.
    """
    values = ", ".join(f"({row}{', ?' * WIDTH})" for row in range(rows))
    given = {name: f"column{place}" for place, name in enumerate(COLUMNS, 2)}
    made = {
        "rowid": "? + column1",
        "chunk_id": f"{given['document_id']} || '-chunk-' || {given['chunk_index']}",
        **given,
        "context_hash": f"ifnull({given['context_hash']}, {given['content_hash']})",
        "content_id": f"{given['document_id']} || '-text-' || {given['content_hash']} || {given['repeat']}",
    }
    del made["repeat"]
    made = {"rowid": made.pop("rowid"), "generation": "?", **made}
    return f"INSERT INTO chunks ({', '.join(made)}) SELECT {', '.join(made.values())} FROM (VALUES {values})"


_INSERT_ONE = _insert(1)
_INSERT_GROUP = _insert(GROUP)
_INSERT_DOCUMENT = (
    "INSERT OR IGNORE INTO documents"
    " (document_id, source, content_hash, fingerprint, characters, bytes, chunks, metadata, generation, decided)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_COUNT_CHUNKS = "UPDATE documents SET chunks = ? WHERE document_id = ?"
_REPLACE_DOCUMENT = _INSERT_DOCUMENT.replace("IGNORE", "REPLACE")

_IDENTITY = Columns("source", "content_hash", "metadata", "generation", "document_id")

#: The stored values of a chunk as `Prepared.values` has them, after its rowid and its content id.
_STORED = (
    "SELECT rowid, content_id, document_id, chunk_index, text, char_start, char_end, byte_start, byte_end,"
    " line_start, line_end, kind, headings, table_header, shown_text, context, token_count, overlap, content_hash,"
    " nullif(context_hash, content_hash), provenance,"
    " substr(content_id, length(document_id) + length(content_hash) + 7)"
    " FROM chunks WHERE document_id = ?"
)

_BURY_ALL = "INSERT OR REPLACE INTO tombstones SELECT content_id, document_id, ? FROM chunks WHERE document_id = ?"
_REVIVE = (
    "DELETE FROM tombstones WHERE document_id = ?"
    " AND content_id IN (SELECT content_id FROM chunks WHERE document_id = ?)"
)
_BURY = "INSERT OR REPLACE INTO tombstones (content_id, document_id, generation) VALUES (?, ?, ?)"


class _Commit(threading.Thread):
    """A running COMMIT, by a function that executes it. Nothing else may use the connection until this thread is
    joined."""

    def __init__(self, execute: Callable[[str], None]) -> None:
        super().__init__(name="shiplap commit", daemon=False)
        self._execute = execute
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._execute("COMMIT")
        except SQLITE_ERRORS as error:
            self.error = error


class Writer:
    """Adds and removes documents in groups. A context manager: leaving it commits the complete documents.

    A separate thread commits each full group, since a commit waits for the disk; documents added meanwhile are
    queued, up to BACKLOG_BYTES, and written after the commit. The next call raises an error of that commit.

    on_wait: called when another process uses the store; the writer then waits for it as long as it takes. Without
    it, a call raises a retryable StoreError after the timeout of the store.

    A Writer is for one thread. From the first change to the commit other threads wait for the store, and get a
    retryable StoreError after its timeout; so do other threads that use the Writer.

    An exception between two documents commits the documents before it; an exception inside the writing of a
    document, which only the database can raise, rolls the group back.
    """

    def __init__(
        self,
        connection: Connection,
        store: str,
        commit_bytes: int | None = None,
        commit_seconds: float | None = None,
        on_wait: Callable[[], None] | None = None,
    ) -> None:
        self._connection = connection
        self._store = store
        self._on_wait = on_wait
        self._has_waited = False
        #: Id and number of chunks of each document that was not written, see `Prepared.replaces`.
        self.conflicts: list[tuple[str, int]] = []
        self._commit_bytes = COMMIT_BYTES if commit_bytes is None else commit_bytes
        self._commit_seconds = COMMIT_SECONDS if commit_seconds is None else commit_seconds
        self._values: list[Any] = []  # values of this group's rows that are not yet inserted
        self._next = 0  # rowid of the next row
        self._bytes = 0  # size of this group
        self._begun = 0.0
        self._open = False  # whether this writer has an open transaction
        self._broken = False  # whether the transaction contains a partial document
        self._has_changed = False  # whether the transaction adds or removes chunks
        self._has_moved = False  # whether it changes what else is known of chunks: source, metadata
        self._generation = 0  # the one that the transaction makes
        self._has_tombstones = False
        self._commit: _Commit | None = None  # the running commit
        self._backlog: list[Prepared] = []
        self._backlog_bytes = 0

    def add(self, document: Prepared) -> None:
        """Write a document, replacing any with the same id."""
        self._connection.acquire()
        try:
            if self._commit is not None and self._commit.is_alive() and self._backlog_bytes < BACKLOG_BYTES:
                self._backlog.append(document)
                self._backlog_bytes += document.bytes
                return
            self.settle()
            self._write(document)
        finally:
            self._connection.release()

    @in_turn
    def add_parts(self, document: Prepared, parts: Iterable[list[Any]]) -> int:
        """Write a document whose values come in parts, replacing any with the same id; return the chunk count.

        `document` itself has no values. If the iterable raises, the earlier document stays.
        """
        self._begin()
        self._broken = True
        execute, chunks = self._connection.execute, 0
        with translated(self._store):
            self._insert_rest()
            execute("SAVEPOINT document")
        before = self._next
        try:
            is_put = self._put(document)
            for values in parts if is_put else ():
                chunks += len(values) // WIDTH
                self._values += values
                with translated(self._store):
                    self._insert_groups()
            with translated(self._store):
                self._insert_rest()
                if chunks:
                    execute(_COUNT_CHUNKS, (chunks, document.document_id))
                if self._has_tombstones:
                    execute(_REVIVE, (document.document_id, document.document_id))
                execute("RELEASE document")
        except StoreError:
            raise
        except BaseException:
            self._values.clear()
            with translated(self._store):
                execute("ROLLBACK TO document")
                execute("RELEASE document")
            self._next, self._broken = before, False
            raise
        self._written(document.bytes)
        return chunks

    @in_turn
    def remove(self, document_id: str) -> bool:
        """Remove a document and its chunks; return False if no document has that id."""
        self._check_texts(document_id=document_id)
        self._begin()
        self._broken = self._has_changed = True
        with translated(self._store):
            self._delete_chunks(document_id)
            found = self._connection.execute("DELETE FROM documents WHERE document_id = ?", (document_id,))
        self._broken = False
        return found.rowcount > 0

    @in_turn
    def move(self, document_id: str, source: str | None) -> None:
        """Record the new source of an unchanged document."""
        self._check_texts(document_id=document_id, source="" if source is None else source)
        self._begin()
        with translated(self._store):
            self._insert_rest()
            self._connection.execute(
                "UPDATE documents SET source = ?, generation = ? WHERE document_id = ?",
                (source, self._generation, document_id),
            )
            self._touch(document_id)

    @in_turn
    def begin(self) -> None:
        """Begin a transaction, if none is open: no other process can write until it is committed."""
        self._begin()

    @in_turn
    def relocate(self, root: str) -> None:
        """Make the sources that lie in a folder relative to it."""
        start = root if root.endswith("/") else root + "/"
        self._begin()
        with translated(self._store):
            self._connection.execute(
                "UPDATE documents SET source = substr(source, ?) WHERE substr(source, 1, ?) = ?",
                (len(start) + 1, len(start), start),
            )

    @in_turn
    def set_setting(self, key: str, value: str) -> None:
        """Store a text under a key, replacing any before; `Store.setting` reads it."""
        self._check_texts(key=key, value=value)
        self._begin()
        with translated(self._store):
            self._connection.execute("INSERT OR REPLACE INTO settings (key, value) VALUES (?, ?)", (key, value))

    @in_turn
    def commit(self) -> None:
        """Commit all additions and removals so far; returns once they are on disk."""
        self.settle()
        if self._open:
            self._broken = True
            self._complete()
            with translated(self._store):
                self._patiently("COMMIT")
            self._end()
            self._broken = False

    @in_turn
    def settle(self) -> None:
        """Wait for the running commit, then write the documents queued meanwhile. Call this before using the
        connection for anything else."""
        while self._commit is not None:
            self._commit.join()
            error, self._commit = self._commit.error, None
            self._connection.commit_thread = None
            if error is not None:
                self._broken = True
                raise store_error(self._store, error) from error
            self._end()
            backlog, self._backlog, self._backlog_bytes = self._backlog, [], 0
            for document in backlog:
                self._write(document)

    @in_turn
    def rollback(self) -> None:
        """Roll back all uncommitted changes."""
        if self._commit is not None:
            self._commit.join()
            self._commit = self._connection.commit_thread = None
        self._values.clear()
        self._backlog.clear()
        self._bytes = self._backlog_bytes = 0
        self._broken = False
        try:
            with translated(self._store):
                if self._open and self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
        finally:
            self._end()

    def __enter__(self) -> Writer:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if not self._broken:
                self.commit()
        finally:
            self.rollback()

    def _check_texts(self, **texts: str) -> None:
        """Raise OptionError for an argument that is not a str, and StoreError for one that cannot be stored."""
        for name, given in texts.items():
            if not isinstance(given, str):
                raise OptionError(name, given, "must be a str")
            check_name(self._store, name, given)

    def _begin(self) -> None:
        self.settle()
        if self._open:
            return
        with translated(self._store):
            busy = self._connection.in_transaction
        if busy:
            raise StoreError(self._store, "another writer of this Store is open")
        with translated(self._store):
            self._patiently("BEGIN IMMEDIATE")
            self._connection.acquire()  # until `_end`
            self._connection.flush, self._open = self._flush, True
            (last,) = self._connection.execute("SELECT ifnull(max(rowid), 0) FROM chunks").fetchone()
            known = meta(self._connection, self._store)
            self._next = 1 + max(last, known.get("indexed_row", 0))
            self._generation = known["generation"] + 1
            if not 0 < self._generation < LAST_ROW:
                raise StoreError(self._store, f"the file is damaged: its generation is {known['generation']}")
            (self._has_tombstones,) = self._connection.execute(
                "SELECT EXISTS (SELECT 1 FROM tombstones)"
            ).fetchone()
        if self._next > LAST_ROW:
            raise StoreError(self._store, f"the file is damaged: no row number is left after {self._next - 1}")
        self._begun = time.monotonic()

    def _end(self) -> None:
        """Note that the transaction has ended, and with it the turn of this thread."""
        if self._open:
            self._connection.flush, self._open = nothing, False
            self._connection.release()

    def _patiently(self, sql: str) -> None:
        """Execute BEGIN or COMMIT, which wait for other processes."""
        while True:
            try:
                self._connection.execute(sql)
                return
            except sqlite3.OperationalError as error:
                if self._on_wait is None or "is locked" not in str(error):
                    raise
            if not self._has_waited:
                self._has_waited = True
                self._on_wait()

    def _write(self, document: Prepared) -> None:
        self._begin()
        self._broken = True
        self._replace(document)
        if len(self._values) >= GROUP * WIDTH:
            with translated(self._store):
                self._insert_groups()
        self._written(document.bytes)

    def _stored(self, document: Prepared) -> Any:
        """Return the row of the stored document with this id: source, content hash, metadata and generation; or
        None."""
        rest = "FROM documents WHERE document_id = ?"
        rows = select(self._connection, self._store, _IDENTITY, rest, document.document_id)
        return rows[0] if rows else None

    def _is_refused(self, document: Prepared, stored: Any) -> bool:
        """Return whether a document must not replace the stored one: it is of another source, and has another
        text."""
        if document.replaces or stored[0] == document.source or stored[1] == document.content_hash:
            return False
        self.conflicts.append((document.document_id, document.chunks))
        return True

    def _put(self, document: Prepared) -> bool:
        """Write a document's row without its chunks; its earlier chunks are deleted. Returns False for a document
        that must not replace the stored one."""
        if not self._insert_document(document):
            if self._is_refused(document, self._stored(document)):
                return False
            with translated(self._store):
                self._delete_chunks(document.document_id)
                self._connection.execute(_REPLACE_DOCUMENT, self._row(document, self._generation))
        self._has_changed = True
        return True

    def _insert_document(self, document: Prepared) -> bool:
        """Write the row of a document; False if there is one."""
        with translated(self._store):
            row = self._row(document, self._generation)
            return self._connection.execute(_INSERT_DOCUMENT, row).rowcount > 0

    def _row(self, document: Prepared, generation: int) -> tuple[Any, ...]:
        return (
            document.document_id, document.source, document.content_hash, document.fingerprint,
            document.characters, document.bytes, document.chunks, document.metadata, generation, document.decided,
        )  # fmt: skip

    def _replace(self, document: Prepared) -> None:
        """Write a document. Of the chunks that are stored, those stay that are the same, row by row, with the
        generation that wrote them."""
        if self._insert_document(document):
            self._has_changed = True
            self._values += document.values
            if self._has_tombstones:
                with translated(self._store):
                    self._revive(self._ids(document))
            return
        stored = self._stored(document)
        if self._is_refused(document, stored):
            return
        with translated(self._store):
            self._insert_rest()
            before = self._connection.execute(_STORED, (document.document_id,)).fetchall()
            known = {row[3]: row for row in before}
            changed: list[Any] = []
            for k in range(0, len(document.values), WIDTH):
                values = document.values[k : k + WIDTH]
                row = known.get(values[1])
                if row is not None and row[2:] == tuple(values):
                    del known[values[1]]
                else:
                    changed += values
            gone = known.values()  # what was not found again
            self._connection.executemany("DELETE FROM chunks WHERE rowid = ?", [(row[0],) for row in gone])
            is_new = bool(changed or known)
            self._has_changed |= is_new
            has_moved = stored[0] != document.source or stored[2] != json.loads(document.metadata)
            generation = self._generation if is_new or has_moved else stored[3]
            self._connection.execute(_REPLACE_DOCUMENT, self._row(document, generation))
            self._values += changed
            kept = self._ids(document)
            graves = [(row[1], document.document_id, self._generation) for row in gone if row[1] not in kept]
            self._connection.executemany(_BURY, graves)
            if self._has_tombstones:
                self._revive(kept)
            self._has_tombstones = self._has_tombstones or bool(graves)
            if has_moved:
                self._touch(document.document_id)

    def _ids(self, document: Prepared) -> set[str]:
        """Return the content ids of a document's chunks."""
        hashes, repeats = document.values[HASH::WIDTH], document.values[REPEAT::WIDTH]
        name = document.document_id
        return {content_id(name, hash, repeat) for hash, repeat in zip(hashes, repeats, strict=True)}

    def _touch(self, document_id: str) -> None:
        """Let all chunks of a document be of this generation: what is known of them has changed."""
        self._has_moved = True
        self._connection.execute(
            "UPDATE chunks SET generation = ? WHERE document_id = ?", (self._generation, document_id)
        )

    def _revive(self, names: Iterable[str]) -> None:
        """Remove the tombstones of content ids that are there again."""
        self._connection.executemany("DELETE FROM tombstones WHERE content_id = ?", [(name,) for name in names])

    def _written(self, size: int) -> None:
        """Count a complete document of this many bytes; commit a group that is full."""
        self._broken = False
        self._bytes += size
        if self._bytes >= self._commit_bytes or time.monotonic() - self._begun >= self._commit_seconds:
            self._broken = True
            self._complete()
            self._commit = self._connection.commit_thread = _Commit(self._patiently)
            self._broken = False

    def _complete(self) -> None:
        """Write the remaining rows of the group."""
        with translated(self._store):
            self._insert_rest()
            if self._has_changed or self._has_moved:
                count = "UPDATE meta SET value = value + 1 WHERE key = ?"
                self._connection.execute(count, ("generation",))
                if not self._has_changed:  # the index does not know sources: it is as complete as before
                    self._connection.execute(
                        f"{count} AND value = ?", ("indexed_generation", self._generation - 1)
                    )
        self._bytes, self._has_changed, self._has_moved = 0, False, False

    def _flush(self) -> None:
        """Write all rows that are pending, so that the documents of the transaction can be read."""
        self.settle()
        if self._open:
            with translated(self._store):
                self._insert_rest()

    def _insert_rest(self) -> None:
        """Insert all pending rows."""
        self._insert_groups()
        for k in range(0, len(self._values), WIDTH):
            self._connection.execute(_INSERT_ONE, (self._next, self._generation, *self._values[k : k + WIDTH]))
            self._next += 1
        self._values.clear()

    def _insert_groups(self) -> None:
        """Insert the full groups of pending rows; the rest waits for the next document or the commit."""
        values, step = self._values, GROUP * WIDTH
        whole = len(values) - len(values) % step
        execute = self._connection.execute
        for k in range(0, whole, step):
            execute(_INSERT_GROUP, (self._next, self._generation, *values[k : k + step]))
            self._next += GROUP
        del values[:whole]

    def _delete_chunks(self, document_id: str) -> None:
        """Delete the rows of a document, and leave tombstones of their content ids."""
        self._insert_rest()
        self._has_tombstones = True
        self._connection.execute(_BURY_ALL, (self._generation, document_id))
        self._connection.execute("DELETE FROM chunks WHERE document_id = ?", (document_id,))
