"""Full-text search by SQLite's FTS5, in the contextual texts of chunks.

`ingest --index` or the first search builds the index, and later searches update it: ingesting does not pay for it.
The index has the text of a chunk and, in a column of its own, what stands before it in the contextual text: no
phrase begins in a heading and ends in the text. Both are in the form of `terms.searchable`. The table `meta`
records the state of the index:

    generation          grows with each commit of documents
    indexed_generation  the generation that the index covers; equal to `generation` when up to date
    indexed_row         the largest rowid indexed; rowids are never reused, so new rows are above it
    indexed_rows        the number of rows indexed, including rows of documents replaced or removed since
    indexed_schema      SQLite's schema cookie, which VACUUM changes: it may renumber rows
    indexed_version     INDEX_VERSION when the index was built; another one, or none, makes it anew

The join with `chunks` skips dead rows; when they are many, the index is rebuilt.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from shiplap.chunks.headings import context
from shiplap.chunks.located import LocatedChunk
from shiplap.errors import OptionError, StoreError
from shiplap.options import choice, count
from shiplap.store.fields import Columns, meta, place, select, unfit
from shiplap.store.query import TOKENIZER, groups, matching_all, matching_any
from shiplap.store.schema import translated
from shiplap.store.snippets import snippets
from shiplap.store.stems import stemmer, with_forms
from shiplap.store.terms import searchable

#: Changes when the rows or the tokens of the index change.
INDEX_VERSION = 1

_CREATE = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS chunks_index"
    f" USING fts5(text, context, content='', tokenize='{TOKENIZER}')"
)

_INDEXED = Columns("text", "headings", "table_header", "document_id", "chunk_index")

_HIT = Columns(
    "c.chunk_id", "c.chunk_index", "c.text", "c.char_start", "c.char_end", "c.byte_start", "c.byte_end",
    "c.headings", "c.table_header", "c.document_id", "d.source", "c.provenance", score="-chunks_index.rank",
)  # fmt: skip

_SEARCH = """
FROM chunks_index JOIN chunks AS c ON c.rowid = chunks_index.rowid JOIN documents AS d USING (document_id)
WHERE chunks_index MATCH ? ORDER BY chunks_index.rank LIMIT ?
"""

#: The index is rebuilt when more than this share of its rows is dead.
DEAD_SHARE = 0.25


@dataclass(frozen=True)
class Hit(LocatedChunk):
    """A chunk that matches a search. `score` is BM25, larger is better; `snippet` is a part of the text, or of
    what stands before it in the contextual text if only that matches, with the words marked by [ ]. `headings`,
    `table_header`, `contextual_text`, `provenance` and the attributes from `pages` to `address` are those of
    `Chunk`. `build_prompt` and `parse_citations` accept a Hit as a chunk."""

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
    headings: tuple[str, ...] = ()
    table_header: str = ""
    provenance: dict[str, Any] | None = field(default=None, hash=False)

    @property
    def contextual_text(self) -> str:
        """The headings that the text does not begin with itself, the table header, and the text."""
        return context(self.headings, self.table_header, self.text) + self.text

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


def search(
    connection: sqlite3.Connection, store: str, words: str, limit: int, match: str, language: str | None
) -> list[Hit]:
    """Find the chunks that contain all of the words, or any of them, best first."""
    if not isinstance(words, str):
        raise OptionError("words", words, "must be a str")
    limit = count("limit", limit)
    is_all = choice("match", match, ("all", "any")) == "all"
    stems = None if language is None else stemmer(language)
    index(connection, store)
    with translated(store):
        found = groups(words, in_pairs=not is_all)
        if stems is not None:
            found = with_forms(connection, "chunks_index", found, stems, least=0 if is_all else 1)
        query = matching_all(words, found) if is_all else matching_any(connection, "chunks_index", found)
    if not query:
        return []
    rows = select(connection, store, _HIT, _SEARCH, query, limit)
    for row in rows:
        wrong = unfit(row[9], row)
        if wrong:
            raise StoreError(store, place(document_id=row[9], chunk_index=row[1]) + wrong)
    whole = {term for group in found for phrase in group for term in (*phrase.tokens, *phrase.text.split())}
    with translated(store):
        parts = snippets(query, [(row[2], context(row[7], row[8], row[2])) for row in rows], whole)
    hits = []
    for row, (own, before) in zip(rows, parts, strict=True):
        id, number, text, start, end, start_byte, end_byte, headings, header, document_id, *rest = row
        snippet = before if before and "[" not in own else own
        source, provenance, score = rest
        hits.append(Hit(id, document_id, number, source, start, end, score, snippet, start_byte, end_byte, text,
                        headings, header, provenance))  # fmt: skip
    return hits


def index(connection: sqlite3.Connection, store: str) -> None:
    """Update the index if it is out of date. Raises StoreError if that is impossible."""
    with translated(store):
        try:
            refresh(connection, store)
        except sqlite3.OperationalError as error:
            raise _explained(store, error) from error


def refresh(connection: sqlite3.Connection, store: str) -> None:
    """Update the index if it is out of date. The caller translates the errors."""
    if is_current(connection, store):
        return
    connection.execute("BEGIN IMMEDIATE")
    try:
        known = meta(connection, store)
        if known.get("indexed_version") != INDEX_VERSION:
            connection.execute("DROP TABLE IF EXISTS chunks_index")
        connection.execute(_CREATE)
        (schema,) = connection.execute("PRAGMA schema_version").fetchone()
        (live,) = connection.execute("SELECT cast(ifnull(sum(chunks), 0) AS INTEGER) FROM documents").fetchone()
        (last,) = connection.execute("SELECT ifnull(max(rowid), 0) FROM chunks").fetchone()
        seen = known.get("indexed_row", 0)
        # the unary plus makes SQLite count in the UNIQUE index, without reading the texts
        (new,) = connection.execute("SELECT count(*) FROM chunks WHERE +rowid > ?", (seen,)).fetchone()
        held = known.get("indexed_rows", 0) + new
        if known.get("indexed_schema") != schema or held - live > DEAD_SHARE * held:
            connection.execute("INSERT INTO chunks_index (chunks_index) VALUES ('delete-all')")
            seen, new, held = -1, live, live
        if new:
            connection.executemany(
                "INSERT INTO chunks_index (rowid, text, context) VALUES (?, ?, ?)", _rows(connection, store, seen)
            )
        facts = {
            "indexed_generation": known["generation"],
            "indexed_row": max(seen, last),
            "indexed_rows": held,
            "indexed_schema": schema,
            "indexed_version": INDEX_VERSION,
        }
        connection.executemany("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    finally:
        if connection.in_transaction:
            connection.execute("ROLLBACK")


def _rows(connection: sqlite3.Connection, store: str, after: int) -> Iterator[tuple[int, str, str]]:
    """Yield the rows of the index for chunks in rows after a number. Raises StoreError for a damaged chunk."""
    sql = f"SELECT rowid, {_INDEXED.sql} FROM chunks WHERE rowid > ? ORDER BY rowid"
    for rowid, *values in connection.execute(sql, (after,)):
        text, headings, header, *_ = _INDEXED.checked(store, tuple(values))
        before = context(headings, header, text)
        # JSON can have lone surrogates, which SQLite cannot store
        yield rowid, searchable(text), searchable(before).encode("utf-8", "replace").decode() if before else ""


def is_current(connection: sqlite3.Connection, store: str) -> bool:
    """Return whether the index is complete and of this version."""
    known = meta(connection, store)
    (schema,) = connection.execute("PRAGMA schema_version").fetchone()
    expected = {
        "indexed_generation": known["generation"],
        "indexed_schema": schema,
        "indexed_version": INDEX_VERSION,
    }
    return all(known.get(key) == value for key, value in expected.items())


def _explained(store: str, error: sqlite3.OperationalError) -> sqlite3.Error | StoreError:
    message = str(error)
    if "no such module" in message:
        return StoreError(store, "search needs FTS5, which this build of SQLite lacks")
    if "readonly" in message:
        return StoreError(
            store,
            "the search index is missing or out of date, and the store cannot be written; run `shiplap ingest"
            " --index` into it, or search it once, with write access",
        )
    return error
