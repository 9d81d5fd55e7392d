"""Journals that an interrupted write left beside a store, where this process cannot roll them back.

SQLite rolls a hot journal back when it opens the file, which needs write access to the file, the journal and their
folder. Its own errors then name none of the three.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from pathlib import Path

#: Messages of SQLite that a journal can be the reason of.
SYMPTOMS = ("readonly database", "unable to open", "disk I/O error")

#: Bytes 18 and 19 of an SQLite file in WAL mode.
WAL = b"\x02\x02"


def explained(store: str, message: str) -> str:
    """Return what happened and what to do if a journal is the reason of a message of SQLite; else ""."""
    if not any(symptom in message for symptom in SYMPTOMS):
        return ""
    path = os.path.realpath(store)
    if os.path.exists(f"{path}-journal") and _is_hot(path):
        happened = f"an interrupted write left {path}-journal, and {_obstacle(path)} to undo it"
        files = "both files"
    elif "unable to open" in message and _has_wal(path):
        happened = f"the store is in the WAL mode of SQLite, and {path}-shm cannot be written"
        files = "the file and its -wal file"
    else:
        return ""
    return (
        f"{happened}; run `shiplap stats {store}` as a user who can write to the file and its folder, or copy"
        f" {files} together into a folder that can be written"
    )


def _is_hot(path: str) -> bool:
    """Return whether the journal of a file is hot: no living process holds the lock of a writer. A connection
    without write access then refuses to read."""
    try:
        with contextlib.closing(sqlite3.connect(f"{Path(path).as_uri()}?mode=ro", uri=True, timeout=0)) as probe:
            probe.execute("SELECT 1 FROM sqlite_master").fetchone()
    except sqlite3.Error as error:
        return "readonly database" in str(error)
    return False


def _obstacle(path: str) -> str:
    """Name the first of a file, its journal and their folder that cannot be written. If all can, the folder does
    not let this user remove the journal of another user."""
    journal, effective = f"{path}-journal", os.access in os.supports_effective_ids
    for each in (path, journal, os.path.dirname(path)):
        if not os.access(each, os.W_OK, effective_ids=effective):
            return f"{each} cannot be written"
    return f"{journal} cannot be removed"


def _has_wal(path: str) -> bool:
    """Return whether an SQLite file is in WAL mode."""
    try:
        with open(path, "rb") as file:
            return file.read(20)[18:] == WAL
    except OSError:
        return False
