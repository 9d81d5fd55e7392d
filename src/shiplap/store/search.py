"""Full-text search by SQLite's FTS5.

The first search builds the index and later searches update it, so ingesting does not pay for it. The table `meta`
records the state of the index:

    generation          grows with each commit of documents
    indexed_generation  the generation that the index covers; equal to `generation` when up to date
    indexed_row         the largest rowid indexed; rowids are never reused, so new rows are above it
    indexed_rows        the number of rows indexed, including rows of documents replaced or removed since
    indexed_schema      SQLite's schema cookie, which VACUUM changes: it may renumber rows

The join with `chunks` skips dead rows; when they are many, the index is rebuilt.
"""

from __future__ import annotations

import sqlite3
from dataclasses import asdict, dataclass
from typing import Any

from shiplap.errors import OptionError, StoreError
from shiplap.options import choice, count
from shiplap.store.fields import Columns, meta, place, select, unfit
from shiplap.store.query import TOKENIZER, matching_all, matching_any, phrases
from shiplap.store.schema import translated

_CREATE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS chunks_index USING"
    f" fts5(text, content='chunks', content_rowid='rowid', tokenize='{TOKENIZER}')"
)

_HIT = Columns(
    "c.chunk_id", "c.chunk_index", "c.text", "c.char_start", "c.char_end", "c.byte_start", "c.byte_end",
    "c.document_id", "d.source",
    score="-chunks_index.rank", snippet="snippet(chunks_index, 0, '[', ']', '…', 16)",
)  # fmt: skip

_SEARCH = """
FROM chunks_index JOIN chunks AS c ON c.rowid = chunks_index.rowid JOIN documents AS d USING (document_id)
WHERE chunks_index MATCH ? ORDER BY chunks_index.rank LIMIT ?
"""

#: The index is rebuilt when more than this share of its rows is dead.
DEAD_SHARE = 0.25


@dataclass(frozen=True)
class Hit:
    """A chunk that matches a search. `score` is BM25, larger is better; `snippet` marks the words with [ ].
    `build_prompt` and `parse_citations` accept a Hit as a chunk."""

    id: str
    document_id: str
    chunk_index: int
    source: str | None
    start: int
    end: int
    score: float
    snippet: str
    start_byte: int
    end_byte: int
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


def search(connection: sqlite3.Connection, store: str, words: str, limit: int, match: str) -> list[Hit]:
    """Find the chunks that contain all of the words, or any of them, best first."""
    if not isinstance(words, str):
        raise OptionError("words", words, "must be a str")
    limit = count("limit", limit)
    is_all = choice("match", match, ("all", "any")) == "all"
    with translated(store):
        try:
            refresh(connection, store)
            found = phrases(words)
        except sqlite3.OperationalError as error:
            raise _explained(store, error) from error
        query = matching_all(words, found) if is_all else matching_any(connection, "chunks_index", found)
    if not query:
        return []
    hits = []
    for row in select(connection, store, _HIT, _SEARCH, query, limit):
        id, index, text, start, end, start_byte, end_byte, document_id, source, score, snippet = row
        wrong = unfit(document_id, row)
        if wrong:
            raise StoreError(store, place(document_id=document_id, chunk_index=index) + wrong)
        hits.append(Hit(id, document_id, index, source, start, end, score, snippet, start_byte, end_byte, text))
    return hits


def refresh(connection: sqlite3.Connection, store: str) -> None:
    """Update the index if it is out of date. The caller translates the errors."""
    if _is_current(connection, store):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        connection.execute(_CREATE)
        known = meta(connection, store)
        (schema,) = connection.execute("PRAGMA schema_version").fetchone()
        (live,) = connection.execute("SELECT cast(ifnull(sum(chunks), 0) AS INTEGER) FROM documents").fetchone()
        (last,) = connection.execute("SELECT ifnull(max(rowid), 0) FROM chunks").fetchone()
        seen = known.get("indexed_row", 0)
        # the unary plus makes SQLite count in the UNIQUE index, without reading the texts
        (new,) = connection.execute("SELECT count(*) FROM chunks WHERE +rowid > ?", (seen,)).fetchone()
        held = known.get("indexed_rows", 0) + new
        if known.get("indexed_schema") != schema or held - live > DEAD_SHARE * held:
            connection.execute("INSERT INTO chunks_index (chunks_index) VALUES ('rebuild')")
            held = live
        elif new:
            connection.execute(
                "INSERT INTO chunks_index (rowid, text) SELECT rowid, text FROM chunks WHERE rowid > ?",
                (seen,),
            )
        facts = {
            "indexed_generation": known["generation"],
            "indexed_row": max(seen, last),
            "indexed_rows": held,
            "indexed_schema": schema,
        }
        connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _is_current(connection: sqlite3.Connection, store: str) -> bool:
    known = meta(connection, store)
    (schema,) = connection.execute("PRAGMA schema_version").fetchone()
    return known.get("indexed_generation") == known["generation"] and known.get("indexed_schema") == schema


def _explained(store: str, error: sqlite3.OperationalError) -> sqlite3.Error | StoreError:
    message = str(error)
    if "no such module" in message:
        return StoreError(store, "search needs FTS5, which this build of SQLite lacks")
    if "readonly" in message:
        return StoreError(
            store,
            "the search index is out of date, and the store is read-only; search it once with write access",
        )
    return error
