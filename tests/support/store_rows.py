"""The rows of a store, read past the Store class."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any


def content(path: Path | str) -> tuple[list[Any], list[Any]]:
    """Return all rows of a store, in the order of the ids, without the generations that wrote them."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found = []
        for table, order in (("documents", "document_id"), ("chunks", "document_id, chunk_index")):
            names = [row[1] for row in connection.execute(f"PRAGMA table_info({table})") if row[1] != "generation"]
            found.append(connection.execute(f"SELECT {', '.join(names)} FROM {table} ORDER BY {order}").fetchall())
        return found[0], found[1]
    finally:
        connection.close()
