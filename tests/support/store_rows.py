"""The rows of a store, read past the Store class."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any


def content(path: Path | str) -> tuple[list[Any], list[Any]]:
    """All rows of a store, in the order of the ids."""
    connection = sqlite3.connect(path)
    try:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return (
            connection.execute("SELECT * FROM documents ORDER BY document_id").fetchall(),
            connection.execute("SELECT * FROM chunks ORDER BY document_id, chunk_index").fetchall(),
        )
    finally:
        connection.close()
