"""One sync, and one embedding, of a store at a time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator
from typing import Literal

from shiplap.errors import StoreError

#: The jobs that are done once at a time, and how messages name them.
Job = Literal["sync", "embed"]
_NAMES = {"sync": "sync", "embed": "embedding"}

#: Seconds that SQLite waits at a time: Ctrl-C ends a wait after them.
_STEP = 0.25


@contextlib.contextmanager
def locked(
    store: str, job: Job, timeout: float, on_wait: Callable[[str], None] = lambda line: None
) -> Iterator[bool]:
    """Hold the lock of a job of a store in the block; return whether another process or thread had it before.
    Raises a retryable StoreError after `timeout` seconds.

    on_wait: called with a line that says what is waited for.

    The lock is that of SQLite on an empty file beside the store, CHUNKS.db-sync or CHUNKS.db-embed, so the
    operating system releases it when a process is killed. The file stays. Beside a store in a folder that cannot
    be written, it is in the folder for temporary files.
    """
    if store == ":memory:":
        yield False
        return
    connection = _connect(os.path.realpath(store), job)
    try:
        has_waited = False
        end = time.monotonic() + timeout
        while not _taken(connection, store, job):
            if time.monotonic() >= end:
                reason = f"another {_NAMES[job]} of the store is running; try again later"
                raise StoreError(store, reason, retryable=True)
            if not has_waited:
                limit = f", at most {timeout:g} s" if timeout < float("inf") else ""
                on_wait(f"waits for another {_NAMES[job]} of {store}{limit}")
                has_waited = True
                connection.execute(f"PRAGMA busy_timeout = {round(1000 * min(_STEP, timeout))}")
        yield has_waited
    finally:
        connection.close()


def _taken(connection: sqlite3.Connection, store: str, job: Job) -> bool:
    """Try to take the lock; return whether it is taken."""
    try:
        connection.execute("PRAGMA journal_mode = MEMORY")  # nothing is written: no file of a journal is needed
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            return False
        raise StoreError(store, f"the lock of its {_NAMES[job]} cannot be taken [{error}]") from error
    return True


def _connect(store: str, job: Job) -> sqlite3.Connection:
    path = f"{store}-{job}"
    if not os.access(path if os.path.exists(path) else os.path.dirname(path), os.W_OK):
        name = hashlib.blake2b(os.fsencode(store), digest_size=8).hexdigest()
        path = os.path.join(tempfile.gettempdir(), f"shiplap-{name}-{job}")
    return sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
