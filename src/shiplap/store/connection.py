"""Opening a store's file: checks and connection settings, and the turns of threads."""

from __future__ import annotations

import ctypes
import functools
import os
import sqlite3
import threading
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from shiplap.errors import OptionError, StoreError
from shiplap.store.schema import APPLICATION_ID, SCHEMA_VERSION, decoded, make_tables, translated

#: Rows of text are about 1.3 KB long: a page of 8192 bytes wastes less of its end than the usual 4096, and
#: ingesting takes a fifth less time.
PAGE_SIZE = 8192

#: The page cache in KiB. It must fit one group of documents (`writer.COMMIT_BYTES`); otherwise SQLite would write
#: pages before the commit and lock readers out until then.
CACHE_KIB = 64 * 1024


P = ParamSpec("P")
Result = TypeVar("Result")


class Connection(sqlite3.Connection):
    """A connection that threads use in turn. A thread has its turn during each call, and from the begin of a
    transaction to its end: SQLite knows only one transaction for all threads of a connection.

    store: its name in errors. timeout: seconds that a thread waits for its turn.
    """

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        _alive.add(self)
        self._turn = threading.RLock()
        self._process = os.getpid()
        self.store: str = ""
        self.timeout: float = 0.0
        self.commit_thread: threading.Thread | None = None
        #: Writes the rows of documents that a writer has so far only counted.
        self.flush: Callable[[], None] = nothing

    def __del__(self) -> None:
        """Close what nobody has closed, as Python before 3.13 does; later ones warn. A process that was forked
        closes nothing (`_never_close`)."""
        if getattr(self, "_process", None) == os.getpid():
            self.close()

    def acquire(self) -> None:
        """Wait for the turn of this thread, which may have it already. Raises a retryable StoreError after
        `timeout` seconds, and a StoreError in a forked process. It does not wait for a commit of this thread."""
        if os.getpid() != self._process:  # SQLite's locks do not survive a fork, and the file would be damaged
            raise StoreError(self.store, "was opened before this process was forked; open a Store in each process")
        if not self._turn.acquire(timeout=self.timeout):
            reason = "another thread uses this Store; try again later, or open a Store for each thread"
            raise StoreError(self.store, reason, retryable=True)

    def release(self) -> None:
        """End what the last `acquire` of this thread began."""
        self._turn.release()

    def wait_for_commit(self) -> None:
        """Wait for a running commit: two threads that use a connection at the same time can crash Python."""
        if self.commit_thread is not None:
            self.commit_thread.join()


#: The connections of this process.
_alive: weakref.WeakSet[Connection] = weakref.WeakSet()


def _never_close() -> None:
    """Keep the connections of the parent process for ever, in a process that was forked. When such a connection is
    deleted, SQLite rolls back the transaction that the parent has open, which damages the file."""
    for connection in list(_alive):
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(connection))


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_never_close)


def nothing() -> None:
    """Write no rows: no writer is open."""


class Connected(Protocol):
    """An object that uses a connection."""

    _connection: Connection


Self = TypeVar("Self", bound=Connected)


def in_turn(method: Callable[Concatenate[Self, P], Result]) -> Callable[Concatenate[Self, P], Result]:
    """Let a method run while its thread has its turn, after any commit that the thread began."""

    @functools.wraps(method)
    def call(self: Self, /, *given: P.args, **options: P.kwargs) -> Result:
        connection = self._connection
        connection.acquire()
        try:
            connection.wait_for_commit()
            return method(self, *given, **options)
        finally:
            connection.release()

    return call


def connect(path: str, *, create: bool, read_only: bool, timeout: float) -> Connection:
    """Open and check a connection in autocommit mode. Raises StoreError and then leaves nothing open, and
    OptionError for a new store without write access."""
    if create and read_only:
        raise OptionError("create", create, "must be False with read_only=True")
    if "\0" in path:
        raise StoreError(path, "the path contains a NUL character")
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        raise StoreError(path, "the path is not valid Unicode") from None
    if path.lower().startswith(("postgresql:", "postgres:")):
        rule = "a store is an SQLite file (chunks.db); PostgreSQL searches and checks its chunks by SQL"
        raise StoreError(path, rule)
    if path == ":memory:":
        address = path
    else:
        if os.path.isdir(path):
            raise StoreError(path, "is a folder, not a store")
        if not os.path.exists(path):
            if not create:
                rule = f"no such store; `shiplap ingest FOLDER --to {path}` or Store(path, create=True) makes one"
                raise StoreError(path, rule)
            if not os.path.isdir(os.path.dirname(path) or "."):
                raise StoreError(path, "the folder does not exist")
        # not "ro", even for a reader: such a connection cannot roll back what an interrupted write left
        address = f"{Path(path).absolute().as_uri()}?mode={'rwc' if create else 'rw'}"
    with translated(path):
        connection = sqlite3.connect(
            address, timeout=timeout, isolation_level=None, uri=True, check_same_thread=False, factory=Connection
        )
    try:
        connection.store, connection.timeout = path, min(max(timeout, 0.0), threading.TIMEOUT_MAX)
        connection.text_factory = decoded
        with translated(path):
            _check(connection, path, create or path == ":memory:")
            _configure(connection, read_only)
    except BaseException:
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: str, create: bool) -> None:
    """Check that the file is a store of this schema. A new, empty file becomes a store."""
    if create and _is_empty(connection):
        connection.execute(f"PRAGMA page_size = {PAGE_SIZE}")
        connection.execute("BEGIN IMMEDIATE")
        try:
            if _is_empty(connection):  # another process may have made the tables meanwhile
                make_tables(connection)
                connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                connection.execute("ROLLBACK")
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application == 0 and path != ":memory:" and not os.path.getsize(path):
        raise StoreError(
            path, "is empty: nothing was stored in it yet (an ingest that is stopped early does that)"
        )
    if application != APPLICATION_ID:
        raise StoreError(path, "not a shiplap store (an SQLite file of another application)")
    if version < 1:
        raise StoreError(path, f"the file is damaged: no version of shiplap wrote schema {version}")
    if version != SCHEMA_VERSION:
        raise StoreError(
            path,
            f"has schema {version}, written by another version of shiplap (this version reads schema"
            f" {SCHEMA_VERSION}); open it with that version, or ingest the documents again into a new store",
        )


def _is_empty(connection: sqlite3.Connection) -> bool:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (objects,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    return bool(application == 0 and objects == 0)


def _configure(connection: sqlite3.Connection, read_only: bool) -> None:
    """Configure this connection.

    The journal is a rollback journal with synchronous=FULL: a commit returns once it is on disk, so neither a
    killed process nor a power failure loses a committed document; the next process to open the file rolls back a
    leftover journal. WAL would write each page twice, and its side files must be writable even for readers. Here
    new pages at the end of the file, nearly all that ingesting writes, need no journal. DELETE leaves one file
    behind and is no slower than TRUNCATE.

    A reader keeps the journal mode: changing it on a file in WAL mode would be a write.
    """
    if read_only:
        connection.execute("PRAGMA query_only = ON")
    else:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA synchronous = FULL")
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
