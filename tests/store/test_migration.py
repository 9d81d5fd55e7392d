"""An older store is migrated when it is opened for writing: what it held stays, what is new is computed."""

from __future__ import annotations

import contextlib
import itertools
import json
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.chunks.headings import context
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.ids import content_hash
from shiplap.store import Store
from shiplap.store.migration import migrate
from shiplap.store.schema import APPLICATION_ID
from shiplap.vectors import HashedWords, embed_texts
from tests.support.chunkers import chunkers, paths
from tests.support.hostile import texts
from tests.support.store_damage import MIXED, edit, flipped, without_constraints

# ---- a store of schema 1, as the version before the migration wrote it

TABLES = (
    """CREATE TABLE documents (
    document_id TEXT NOT NULL PRIMARY KEY,
    source TEXT,
    content_hash TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    characters INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    metadata TEXT NOT NULL
) WITHOUT ROWID""",
    """CREATE TABLE chunks (
    document_id TEXT NOT NULL,
    chunk_index INTEGER NOT NULL,
    id TEXT NOT NULL,
    text TEXT NOT NULL,
    char_start INTEGER NOT NULL,
    char_end INTEGER NOT NULL,
    byte_start INTEGER NOT NULL,
    byte_end INTEGER NOT NULL,
    overlap INTEGER NOT NULL,
    kind TEXT,
    headings TEXT,
    token_count INTEGER,
    content_hash TEXT NOT NULL,
    UNIQUE (document_id, chunk_index)
)""",
    """CREATE TABLE meta (
    key TEXT NOT NULL PRIMARY KEY,
    value INTEGER NOT NULL
) WITHOUT ROWID""",
    "INSERT INTO meta VALUES ('generation', 0)",
    f"PRAGMA application_id = {APPLICATION_ID}",
    "PRAGMA user_version = 1",
)
EMBEDDINGS = (
    "CREATE TABLE IF NOT EXISTS embeddings (model TEXT NOT NULL, content_hash TEXT NOT NULL, vector BLOB NOT NULL,"
    " PRIMARY KEY (model, content_hash))"
)
INDEX = (
    "CREATE VIRTUAL TABLE IF NOT EXISTS chunks_index USING fts5(text, content='chunks', content_rowid='rowid',"
    " tokenize='unicode61 remove_diacritics 2')"
)

#: The columns of `chunks` that both schemas have; the id under its new name.
SAME = (
    "rowid, document_id, chunk_index, {id}, text, char_start, char_end, byte_start, byte_end, overlap, kind,"
    " headings, content_hash"
)
NEW = (
    "chunk_id, document_id, chunk_index, text, char_start, char_end, byte_start, byte_end, line_start, line_end,"
    " kind, headings, table_header, token_count, overlap, content_hash, context_hash, content_id"
)


def put(connection: sqlite3.Connection, documents: Iterable[shiplap.Chunks], first: int = 1) -> None:
    """The rows of the documents, the chunks in rows from `first` on. Documents with `no tokens` in their metadata
    have NULL for the token counts."""
    rows = itertools.count(first)
    for chunks in documents:
        data = chunks.text.encode()
        metadata = json.dumps(dict(chunks.metadata))
        connection.execute(
            "INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (chunks.document_id, chunks.source, content_hash(data), chunks.chunker.fingerprint, len(chunks.text),
             len(data), len(chunks), metadata),
        )  # fmt: skip
        connection.executemany(
            "INSERT INTO chunks (rowid, document_id, chunk_index, id, text, char_start, char_end, byte_start,"
            " byte_end, overlap, kind, headings, token_count, content_hash)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (next(rows), chunk.document_id, chunk.index, chunk.id, chunk.text, chunk.start, chunk.end,
                 chunk.start_byte, chunk.end_byte, chunk.overlap, chunk.kind,
                 None if chunk.kind is None else json.dumps(chunk.headings, ensure_ascii=False),
                 None if "no tokens" in chunks.metadata else chunk.token_count, chunk.content_hash)
                for chunk in chunks
            ],
        )  # fmt: skip


FIXED = shiplap.FixedChunker(7, 3)
ADAPTIVE = shiplap.AdaptiveChunker(prose=(12, 3), code=(12, 0), table=(12, 0))
STRIPPED = shiplap.FixedChunker(9, 0, strip_whitespace=True, skip_blank=True)

TEXTS: dict[str, tuple[shiplap.Chunker, str]] = {
    "line ends": (FIXED, "a\r\nb\r\n\r\n\nc\rd\r\r\ne\n\rf\r\n" * 9),
    "line ends, no overlap": (shiplap.FixedChunker(1, 0), "a\r\nb\r\n\r\n\nc\rd\r\r\ne\n\rf\r\n"),
    "line ends, much overlap": (shiplap.FixedChunker(9, 8), "a\r\nb\r\n\r\n\nc\rd\r\r\ne\n\rf\r\n" * 3),
    "unicode": (FIXED, "Łódź é漢字。\u2028 👩\u200d👧 \r\n и шёл дождь\x85" * 5),
    "equal": (shiplap.FixedChunker(5, 0), "It\r\n." * 40 + "It"),
    "mixed": (ADAPTIVE, MIXED + "\r\n# Code\r\n\r\n```python\ndef f(x):\n    return x\n```\n" * 3),
    "gaps": (STRIPPED, "It rains.\r\n\r\n     \r\n" * 4 + "It pours.      Yes."),
    "stripped at the end only": (STRIPPED, "It rains.It pours.\r\n\r\n"),
    "stripped at the beginning": (STRIPPED, " \n It rains. It pours."),
    "empty": (FIXED, ""),
    "sentences": (shiplap.SentenceChunker(40, 0.2), "It rains in the hills.\rThe old man snores. " * 9),
}
WORDS = ("rain", "snores", "łódź", "valley")


def made() -> list[shiplap.Chunks]:
    """The documents of a store."""
    return [
        chunker.chunk(text, document_id=name, source=f"files/{name}", metadata={"no tokens": name == "equal"})
        if name in ("equal", "unicode")
        else chunker.chunk(text, document_id=name)
        for name, (chunker, text) in TEXTS.items()
    ]


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A store of schema 1 with embeddings and an index that is up to date. Rows begin with 5, and those of the
    first documents are the last."""
    path = tmp_path / "old.db"
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA page_size = 8192")
        connection.execute("BEGIN")
        for statement in TABLES:
            connection.execute(statement)
        put(connection, reversed(made()), 5)
        connection.execute(EMBEDDINGS)
        vectors = embed_texts([text for chunks in made() for text in chunks.texts], HashedWords(16))
        hashes = [hash for chunks in made() for hash in chunks.content_hashes]
        connection.executemany(
            "INSERT OR IGNORE INTO embeddings VALUES ('hashed', ?, ?)",
            [(hash, vector.tobytes()) for hash, vector in zip(hashes, vectors, strict=True)],
        )
        connection.execute(INDEX)
        connection.execute("INSERT INTO chunks_index (chunks_index) VALUES ('rebuild')")
        last, count = connection.execute("SELECT max(rowid), count(*) FROM chunks").fetchone()
        (schema,) = connection.execute("PRAGMA schema_version").fetchone()
        facts = {"generation": 3, "indexed_generation": 3, "indexed_row": last, "indexed_rows": count,
                 "indexed_schema": schema}  # fmt: skip
        connection.executemany("INSERT OR REPLACE INTO meta VALUES (?, ?)", facts.items())
        connection.execute("COMMIT")
    return path


def rows(path: Path | sqlite3.Connection, sql: str) -> list[Any]:
    if isinstance(path, sqlite3.Connection):
        return path.execute(sql).fetchall()
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def kept(path: Path | sqlite3.Connection, id: str) -> list[list[Any]]:
    """What both schemas have, the id of a chunk under its name there."""
    return [
        rows(
            path,
            "SELECT document_id, source, content_hash, fingerprint, characters, bytes, chunks, metadata"
            " FROM documents ORDER BY document_id",
        ),
        rows(path, f"SELECT {SAME.format(id=id)} FROM chunks ORDER BY rowid"),
        rows(path, "SELECT * FROM meta ORDER BY key"),
        rows(path, "SELECT * FROM embeddings ORDER BY model, vector"),
    ]


def cut_anew(documents: Iterable[shiplap.Chunks]) -> list[Any]:
    """The rows of `chunks` that a store of today has for the documents, in order. Of what schema 1 did not keep,
    only that is given which follows from what it kept: no lines behind white space that was left out, and no
    headers of tables."""
    with Store(":memory:") as store:
        store.put_many(documents)
        found = rows(store._connection, f"SELECT {NEW} FROM chunks ORDER BY document_id, chunk_index")
    expected = []
    names = NEW.split(", ")
    reach: dict[str, float] = {}
    for values in found:
        row = dict(zip(names, values, strict=True))
        before = reach.get(row["document_id"], 0)
        if row["char_start"] > before:
            before = -1
        reach[row["document_id"]] = before if before < 0 else row["char_end"]
        if before < 0:
            row["line_start"] = row["line_end"] = None
        if row["table_header"]:
            headings = context(json.loads(row["headings"]), "", row["text"])
            row |= {"table_header": "", "context_hash": content_hash((headings + row["text"]).encode())}
        expected.append(tuple(row.values()))
    return expected


def test_what_was_there_stays_and_what_is_new_is_that_of_a_fresh_cut(old: Path) -> None:
    before = kept(old, "id")
    assert len(before[1]) > 200 and len(before[3]) > 80
    with Store(old) as store:
        assert len(store) == len(TEXTS)
        assert store._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert kept(old, "chunk_id") == before
    assert rows(old, "PRAGMA user_version") == [(4,)]
    assert rows(old, f"SELECT {NEW} FROM chunks ORDER BY document_id, chunk_index") == cut_anew(made())
    with Store(":memory:") as fresh:
        schema = "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE tbl_name IN {} ORDER BY name"
        schema = schema.format("('documents', 'chunks', 'meta', 'settings', 'models')")
        assert rows(old, schema) == rows(fresh._connection, schema)


def test_chunks_of_a_migrated_store(old: Path) -> None:
    """The chunks are equal to those that were cut, with embeddings, in all attributes that schema 1 kept."""
    with Store(old) as store:
        for chunks in made():
            assert chunks.document_id is not None
            found = store.chunks(chunks.document_id, model="hashed")
            # a vector of the text is none of headings and text
            assert [chunk.embedding is not None for chunk in found] == [
                chunk.context_hash == chunk.content_hash for chunk in found
            ]
            for one, other in zip(found, chunks, strict=True):
                for name in (
                    "id",
                    "text",
                    "headings",
                    "kind",
                    "content_id",
                    "content_uuid",
                    "token_count",
                    "source",
                ):
                    assert getattr(one, name) == getattr(other, name)
                assert one == other or other.table_header
        *_, last = store.chunks("line ends")
        assert (last.start_line, last.end_line) == (made()[0][-1].start_line, made()[0][-1].end_line)
        *_, last = store.chunks("gaps")
        assert (last.start_line, last.end_line) == (None, None) and last.to_dict()["line_end"] is None
        assert shiplap.Chunk.from_dict(last.to_dict()) == last


def test_lines_as_literals(old: Path) -> None:
    with Store(old):
        pass
    lines = "SELECT line_start, line_end FROM chunks WHERE document_id = '{}' ORDER BY chunk_index"
    # a \r\n b \r\n \r\n \n c \r d \r \r\n e \n \r f \r\n, a chunk for each character
    assert [first for first, _ in rows(old, lines.format("line ends, no overlap"))] == [
        1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 10, 10, 10
    ]  # fmt: skip
    assert all(first == last for first, last in rows(old, lines.format("line ends, no overlap")))
    assert rows(old, lines.format("stripped at the end only")) == [(1, 1), (1, 1)]
    assert rows(old, lines.format("stripped at the beginning")) == [(None, None)] * 2
    assert rows(old, lines.format("gaps"))[:3] == [(1, 1), (None, None), (None, None)]


@given(st.lists(texts, min_size=1, max_size=3), chunkers(), paths, st.booleans())
def test_any_chunks(contents: list[str], chunker: shiplap.Chunker, path: str | None, has_tokens: bool) -> None:
    metadata = {} if has_tokens or chunker.config.get("tokenizer") else {"no tokens": True}
    documents = [
        chunker.chunk(text, document_id=f"d{number}", path=path, metadata=metadata)
        for number, text in enumerate(contents)
    ]
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for statement in (*TABLES, EMBEDDINGS):
            connection.execute(statement)
        put(connection, documents)
        before = kept(connection, "id")
        migrate(connection, "store")
        assert kept(connection, "chunk_id") == before
        found = rows(connection, f"SELECT {NEW} FROM chunks ORDER BY document_id, chunk_index")
    assert found == cut_anew(documents)


# ---- from schema 2


@pytest.fixture
def second(old: Path) -> Path:
    """The store `old` as schema 2 had it, with the index up to date."""
    with Store(old) as store:
        store.search("rain")
    edit(old, "DROP TABLE settings", "DROP TABLE models", "DROP TABLE tombstones",
         "ALTER TABLE documents DROP COLUMN generation", "ALTER TABLE chunks DROP COLUMN generation",
         "ALTER TABLE embeddings RENAME COLUMN context_hash TO content_hash",
         "PRAGMA user_version = 2")  # fmt: skip
    return old


@pytest.mark.parametrize("embedded", [True, False])
def test_from_schema_2(second: Path, embedded: bool) -> None:
    """Documents, chunks and vectors stay, and settings can be stored. A store may have no vectors."""
    if not embedded:
        edit(second, "DROP TABLE embeddings")
    tables = ("documents", "chunks", *(["embeddings"] if embedded else []))
    before = {table: rows(second, f"SELECT * FROM {table}") for table in tables}
    width = {table: len(values[0]) for table, values in before.items()}
    data = second.read_bytes()
    with pytest.raises(StoreError, match=r"older shiplap .*\(schema 2, not 4\); open it for writing"):
        Store(second, read_only=True)
    assert second.read_bytes() == data
    with Store(second) as store:
        assert store.setting("configuration") is None
        with store.writer() as writer:
            writer.set_setting("configuration", "{}")
        assert hits(store) == [sorted(hit.id for hit in store.search(word, 1000)) for word in WORDS]
        assert len(store.vectors("hashed")) == len(before.get("embeddings", ())) and all(hits(store))
        assert store.chunks("equal", model="hashed")[0].embedding is not None or not embedded
    after = {table: [row[: width[table]] for row in rows(second, f"SELECT * FROM {table}")] for table in before}
    assert after == before
    assert rows(second, "PRAGMA user_version") == [(4,)]
    with Store(second, read_only=True) as store:
        assert store.setting("configuration") == "{}"


@pytest.mark.parametrize(
    ("statement", "reason"),
    [("ALTER TABLE embeddings RENAME COLUMN content_hash TO other", "a column is missing"),
     ("CREATE TABLE settings (a)", "table settings already exists")],
)  # fmt: skip
def test_a_damaged_store_of_schema_2_stays_as_it_was(second: Path, statement: str, reason: str) -> None:
    edit(second, statement)
    data = second.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(second)
    assert reason in caught.value.reason and second.read_bytes() == data


def test_from_schema_3(tmp_path: Path) -> None:
    """What is there has no generation yet: the first call of `changes` gives all of it, the next what follows."""
    path = tmp_path / "third.db"
    chunker = shiplap.RecursiveChunker(12, 0)
    with Store(path) as store:
        store.put(chunker.chunk("It rains. It pours.", document_id="a"))
        store.put(chunker.chunk("It snows.", document_id="b"))
    edit(path, "DROP TABLE tombstones", "DELETE FROM settings WHERE key = 'store_id'",
         "ALTER TABLE documents DROP COLUMN generation", "ALTER TABLE chunks DROP COLUMN generation",
         "PRAGMA user_version = 3")  # fmt: skip
    with pytest.raises(StoreError, match=r"schema 3, not 4"):
        Store(path, read_only=True)
    with Store(path) as store:
        found = store.changes()
        assert [chunk.text for chunk in found.upserts] == ["It rains. ", "It pours.", "It snows."]
        store.put(chunker.chunk("It rains. It ends.", document_id="a"))
        after = store.changes(found.generation)
        assert [chunk.text for chunk in after.upserts] == ["It ends."] and len(after.deletes) == 1


# ---- opened again, read-only, locked, stopped


def test_a_second_opening_finds_nothing_to_do(old: Path) -> None:
    for _ in range(2):
        Store(old).close()
        assert rows(old, "PRAGMA user_version") == [(4,)]
    data = old.read_bytes()
    with Store(old, create=False) as store:
        assert len(list(store)) > 200
    with Store(old, read_only=True) as store:
        assert len(list(store)) > 200
    assert old.read_bytes() == data


def test_read_only(old: Path) -> None:
    data, message = old.read_bytes(), r"older shiplap .*\(schema 1, not 4\); open it for writing"
    for _ in range(2):
        with pytest.raises(StoreError, match=message) as caught:
            Store(old, read_only=True)
        assert not caught.value.retryable and caught.value.store == str(old)
    assert old.read_bytes() == data and [path.name for path in old.parent.iterdir()] == ["old.db"]
    Store(old).close()
    Store(old, read_only=True).close()


def test_a_lock(old: Path) -> None:
    data = old.read_bytes()
    other = sqlite3.connect(old, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="another process") as caught:
        Store(old, timeout=0.05)
    assert caught.value.retryable
    other.execute("ROLLBACK")
    reader = other.execute("SELECT * FROM chunks")
    reader.fetchone()
    with pytest.raises(StoreError, match="another process"):  # the commit has to wait for readers
        Store(old, timeout=0.05)
    reader.close()
    other.close()
    assert old.read_bytes() == data
    Store(old).close()


def test_several_at_once(old: Path) -> None:
    """All of them wait for the one that migrates."""
    expected = cut_anew(made())
    together, failed = threading.Barrier(4), list[Exception]()

    def work() -> None:
        try:
            together.wait(30)
            with Store(old) as store:
                assert rows(store._connection, f"SELECT {NEW} FROM chunks ORDER BY 2, 3") == expected
        except Exception as error:
            failed.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


KILLED = """
import os, sys
from shiplap.store import Store, migration
left = int(sys.argv[2])
lines = migration._Lines.__call__
def call(*given):
    global left
    left -= 1
    if left < 0:
        os._exit(9)
    return lines(*given)
migration._Lines.__call__ = call
Store(sys.argv[1])
"""


@pytest.mark.parametrize("after", [0, 1, 150])
def test_a_process_that_is_killed(old: Path, after: int) -> None:
    before = kept(old, "id")
    environment = {**os.environ, "PYTHONPATH": str(Path(shiplap.__file__).parents[1])}
    done = subprocess.run([sys.executable, "-c", KILLED, str(old), str(after)], env=environment, check=False)
    assert done.returncode == 9
    assert kept(old, "id") == before and rows(old, "PRAGMA user_version") == [(1,)]
    Store(old).close()
    assert rows(old, f"SELECT {NEW} FROM chunks ORDER BY document_id, chunk_index") == cut_anew(made())


# ---- search, and what comes after


def hits(store: Store) -> list[list[str]]:
    return [sorted(hit.id for hit in store.search(word, 1000)) for word in WORDS]


@pytest.mark.parametrize("indexed", [True, False])
def test_search(old: Path, indexed: bool) -> None:
    if not indexed:
        edit(old, "DROP TABLE chunks_index", "DELETE FROM meta WHERE key != 'generation'")
    with Store(":memory:") as fresh:
        fresh.put_many(made())
        expected = hits(fresh)
    assert all(expected)
    with Store(old) as store:
        assert hits(store) == expected
    with Store(old, read_only=True) as store:
        assert hits(store) == expected


def test_writing_goes_on(old: Path) -> None:
    (last,) = rows(old, "SELECT max(rowid) FROM chunks")[0]
    with Store(old) as store:
        store.search("rain")
        store.put(FIXED.chunk("It snores. Snow!", document_id="equal"))
        store.put(FIXED.chunk("A new one", document_id="new"))
        assert rows(store._connection, "SELECT min(rowid) FROM chunks WHERE document_id = 'equal'")[0][0] > last
        assert store.delete("unicode")
        assert {hit.document_id for hit in store.search("snow", 100)} == {"equal"}
        assert store.search("łódź") == []
        assert store.vectors("hashed").prune() > 0
        stats = store.stats()
        assert stats.chunks == store.totals()["chunks"] == len(list(store))


def test_the_commands_migrate(old: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", str(old), "snores"]) == 0
    assert "sentences-chunk-" in capsys.readouterr().out
    assert rows(old, "PRAGMA user_version") == [(4,)]


# ---- damage

CHUNK = "UPDATE chunks SET {} WHERE document_id = 'mixed' AND chunk_index = 1"
BROKEN = "CAST(x'61ff' AS TEXT)"
DAMAGES = [
    # statement, the reason
    (CHUNK.format("text = NULL"), "document 'mixed', chunk 1: text is NULL, not text"),
    (CHUNK.format(f"text = {BROKEN}"), "document 'mixed', chunk 1: text is not UTF-8"),
    (CHUNK.format("text = x'00'"), "chunk 1: text is b'\\x00', not text"),
    (CHUNK.format("text = 'rain'"), "chunk 1: the text has 4 characters"),
    (CHUNK.format("text = replace(text, 'a', 'é')"), "chunk 1: the text has "),
    (CHUNK.format("id = 'other-chunk-1'"), "chunk 1: chunk_id is 'other-chunk-1'"),
    (CHUNK.format("id = NULL"), "chunk 1: chunk_id is NULL, not text"),
    (CHUNK.format("chunk_index = 'x'"), "chunk_index is 'x', not a whole number"),
    (CHUNK.format("document_id = 'other'"), "document 'other', chunk 1: chunk_id is 'mixed-chunk-1'"),
    (CHUNK.format(f"document_id = {BROKEN}"), "document_id is not UTF-8"),
    (CHUNK.format("document_id = NULL"), "document_id is NULL, not text"),
    (CHUNK.format("char_start = -30"), "char_start is -30, not a whole number of at least 0"),
    (CHUNK.format("char_end = 9223372036854775807"), "chunk 1: the text has "),
    (CHUNK.format("byte_end = 1.5"), "byte_end is 1.5, not a whole number"),
    (CHUNK.format("overlap = 'x'"), "overlap is 'x', not a whole number"),
    (CHUNK.format("kind = x'00'"), "kind is b'\\x00', not text or NULL"),
    (CHUNK.format("headings = '[1]'"), "headings is '[1]', not a JSON list of texts"),
    (CHUNK.format("headings = '{'"), "headings is '{', not a JSON list"),
    (CHUNK.format("headings = replace(hex(zeroblob(50000)), '00', '[')"), "not a JSON list of texts"),
    (CHUNK.format("token_count = -1"), "token_count is -1, not a whole number"),
    (CHUNK.format("token_count = 'x'"), "token_count is 'x', not a whole number"),
    (CHUNK.format("content_hash = NULL"), "content_hash is NULL, not text"),
    (CHUNK.format("char_start = NULL, token_count = NULL"), "char_start is NULL, not a whole number"),
    ("UPDATE documents SET fingerprint = NULL WHERE document_id = 'mixed'", "NOT NULL constraint failed"),
    ("UPDATE meta SET value = NULL", "NOT NULL constraint failed"),
    ("DROP TABLE chunks", "no such table"),
    ("DROP TABLE documents", "no such table"),
    ("DROP TABLE meta", "no such table"),
    ("ALTER TABLE embeddings RENAME COLUMN content_hash TO other", "a column is missing"),
    ("ALTER TABLE chunks RENAME COLUMN headings TO other", "a column is missing"),
    ("ALTER TABLE documents RENAME COLUMN source TO other", "a column is missing"),
    ("PRAGMA user_version = 0", "no version of shiplap wrote schema 0"),
]


@pytest.mark.parametrize(("statement", "reason"), DAMAGES, ids=[f"{k}" for k in range(len(DAMAGES))])
def test_a_damaged_store_stays_as_it_was(old: Path, statement: str, reason: str) -> None:
    without_constraints(old)
    edit(old, statement)
    data = old.read_bytes()
    for read_only in (False, False, True):
        with pytest.raises(StoreError) as caught:
            Store(old, read_only=read_only)
        assert read_only or (reason in caught.value.reason and "the file is damaged" in caught.value.reason)
        assert caught.value.store == str(old) and not caught.value.retryable and len(caught.value.reason) < 600
    assert old.read_bytes() == data and [path.name for path in old.parent.iterdir()] == ["old.db"]


def test_headings_that_json_can_have_and_utf8_cannot(old: Path) -> None:
    edit(old, CHUNK.format("headings = '[\"\\ud800\"]'"))
    with Store(old) as store:
        assert store.chunks("mixed")[1].headings == ("\ud800",)


def test_edits_that_do_no_harm(old: Path) -> None:
    before = cut_anew(made())
    for statement in (
        "ALTER TABLE chunks ADD COLUMN more", "ALTER TABLE documents ADD COLUMN more",
        "ALTER TABLE meta ADD COLUMN more", "CREATE TABLE mine (a)",
        "INSERT INTO meta (key, value) VALUES ('a', 'b')", "PRAGMA journal_mode = WAL",
        "DROP TABLE embeddings", "VACUUM",
    ):  # fmt: skip
        edit(old, statement)
    with Store(old) as store:
        assert rows(store._connection, f"SELECT {NEW} FROM chunks ORDER BY document_id, chunk_index") == before
        assert rows(store._connection, "SELECT value FROM meta WHERE key = 'a'") == [("b",)]
        assert rows(store._connection, "SELECT * FROM mine") == []


def check_flipped(old: Path, seeds: range) -> int:
    """How many of the files gave an error. Each of those is as it was."""
    data, path, count = old.read_bytes(), old.parent / "c.db", 0
    for seed in seeds:
        for left in old.parent.glob("c.db*"):
            left.unlink()
        damaged = flipped(data, seed)
        path.write_bytes(damaged)
        try:
            with Store(path, create=False, timeout=0.1):
                pass
        except StoreError as error:
            count += 1
            assert error.reason and path.read_bytes() == damaged, (seed, error)
    return count


def test_flipped_bytes(old: Path) -> None:
    assert check_flipped(old, range(60)) > 10


@pytest.mark.exhaustive
def test_many_flipped_bytes(old: Path) -> None:
    assert check_flipped(old, range(60, 2000)) > 300
