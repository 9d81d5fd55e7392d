"""One sync of a store at a time."""

from __future__ import annotations

import contextlib
import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterator

from shiplap.errors import StoreError


@contextlib.contextmanager
def locked(store: str, timeout: float) -> Iterator[None]:
    """Hold the lock of the syncs of a store in the block. Raises a retryable StoreError after `timeout` seconds.

    The lock is that of SQLite on an empty file beside the store, CHUNKS.db-sync, so the operating system releases
    it when a process is killed. The file stays. Beside a store in a folder that cannot be written, it is in the
    folder for temporary files.
    """
    if store == ":memory:":
        yield
        return
    connection = _connect(os.path.realpath(store), timeout)
    try:
        try:
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error):
                raise StoreError(store, f"the lock of its syncs cannot be taken [{error}]") from error
            reason = "another sync of the store is running; try again later"
            raise StoreError(store, reason, retryable=True) from None
        yield
    finally:
        connection.close()


def _connect(store: str, timeout: float) -> sqlite3.Connection:
    path = f"{store}-sync"
    if not os.access(path if os.path.exists(path) else os.path.dirname(path), os.W_OK):
        name = hashlib.blake2b(os.fsencode(store), digest_size=8).hexdigest()
        path = os.path.join(tempfile.gettempdir(), f"shiplap-{name}-sync")
    return sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
