"""An ingest as written without a library: files in, 900/120 windows, the same rows in SQLite.

    python -m benchmarks.speed.bare_ingest FOLDER CHUNKS.db [--fingerprint TEXT]

It stands beside `shiplap ingest`: the same files, the same windows (blank ones dropped), the same columns,
hashes included, the same pragmas, as many documents a transaction. It checks nothing, resumes nothing and
reports nothing. Only sqlite3 and hashlib; no numpy.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

SIZE, OVERLAP = 900, 120
STEP = SIZE - OVERLAP

# The tables and settings of shiplap's own store, so that both write the same file in the same way.
SCHEMA = """
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
"""
PRAGMAS = ("page_size = 8192", "journal_mode = TRUNCATE", "synchronous = FULL", "cache_size = -65536")
#: A transaction ends with the document that brings it to this many bytes of text, or to this many seconds.
COMMIT_BYTES = 32_000_000
COMMIT_SECONDS = 1.0

INSERT_DOCUMENT = f"INSERT INTO documents VALUES ({', '.join('?' * 8)}, 1, NULL)"
INSERT_CHUNK = f"INSERT INTO chunks VALUES ({', '.join('?' * 20)}, NULL, 1)"


def digest(data: bytes) -> str:
    """blake2b of 16 bytes, in hexadecimal."""
    return hashlib.blake2b(data, digest_size=16).hexdigest()


def files(root: Path) -> Iterator[Path]:
    """Yield all files under the folder, folders and files in the order of their names."""
    for parent, folders, names in os.walk(root):
        folders.sort()
        for name in sorted(names):
            yield Path(parent, name)


def line_ends(text: str, start: int, end: int) -> int:
    """Return the lines that end in a part of a text, after LF, CR LF or CR; that of a CR LF ends with its LF."""
    lone = text.count("\r", start, end) - text.count("\r\n", start, end + 1)
    return text.count("\n", start, end) + lone


def rows(document_id: str, text: str) -> list[tuple[Any, ...]]:
    """Return the rows of the document's chunks."""
    found: list[tuple[Any, ...]] = []
    counts: dict[str, int] = {}
    start_byte = before = 0
    line = 1
    for start in range(0, max(len(text) - OVERLAP, 1), STEP):
        chunk = text[start : start + SIZE]
        data = chunk.encode()
        if chunk.strip():
            end = start + len(chunk)
            index, hashed = len(found), digest(data)
            count = counts[hashed] = counts.get(hashed, -1) + 1
            found.append(
                (
                    f"{document_id}-chunk-{index}", document_id, index, chunk,
                    start, end, start_byte, start_byte + len(data), line, line + line_ends(text, start, end - 1),
                    None, None, "", None, None, -(-len(chunk) // 4), max(0, before - start), hashed, hashed,
                    f"{document_id}-text-{hashed}" + (f"-{count}" if count else ""),
                )
            )  # fmt: skip
            before = end
        start_byte += len(chunk[:STEP].encode())
        line += line_ends(text, start, start + STEP)
    return found


def ingest(root: Path, store: Path, fingerprint: str) -> int:
    """Writes the store anew; returns the bytes read."""
    connection = sqlite3.connect(store, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")
    connection.executescript(SCHEMA)
    total = pending = 0
    begun = monotonic()
    connection.execute("BEGIN IMMEDIATE")
    for path in files(root):
        data = path.read_bytes()
        text = data.decode()
        document_id = path.relative_to(root).as_posix()
        chunks = rows(document_id, text)
        document = (
            document_id,
            document_id,
            digest(data),
            fingerprint,
            len(text),
            len(data),
            len(chunks),
            "{}",
        )
        connection.execute(INSERT_DOCUMENT, document)
        connection.executemany(INSERT_CHUNK, chunks)
        total += len(data)
        pending += len(data)
        if pending >= COMMIT_BYTES or monotonic() - begun >= COMMIT_SECONDS:
            connection.execute("COMMIT")
            connection.execute("BEGIN IMMEDIATE")
            pending, begun = 0, monotonic()
    connection.execute("COMMIT")
    connection.close()
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("store", type=Path)
    parser.add_argument("--fingerprint", default="bare", help="value of the column fingerprint")
    options = parser.parse_args()
    print(ingest(options.folder, options.store, options.fingerprint))


if __name__ == "__main__":
    main()
