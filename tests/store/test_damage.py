"""Damaged and edited stores: every call gives a StoreError that names the place, or a right answer."""

from __future__ import annotations

import re
import shutil
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import FixedChunker, preset
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.store import Store
from shiplap.store.fields import pages
from tests.support.cases import few_quick
from tests.support.hostile import texts
from tests.support.store_damage import (
    FIXED,
    HASHES,
    READ,
    WRITE,
    ask,
    copied,
    edit,
    flipped,
    make,
    without_constraints,
)


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("sound") / "c.db"
    make(path)
    return path


@pytest.fixture(scope="module")
def loose(sound: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same, with tables that hold NULL anywhere."""
    path = copied(sound, tmp_path_factory.mktemp("loose") / "c.db")
    without_constraints(path)
    return path


def errors(results: dict[str, Any]) -> dict[str, str]:
    return {name: found.reason for name, found in results.items() if isinstance(found, StoreError)}


def test_a_sound_store(sound: Path, loose: Path, tmp_path: Path) -> None:
    for path in (sound, loose):
        results = ask(copied(path, tmp_path / "c.db"))
        assert errors(results) == {} and set(results) == {*READ, *WRITE}
        assert len(results["vectors"]) == len(set(HASHES)) > 8
        assert {chunk.kind for chunk in results["mixed"]} >= {"prose", "table"}
        assert any(chunk.headings for chunk in results["mixed"])


@given(texts, st.sampled_from(["fixed-900", "paragraph-800", "sentence-3000", "adaptive"]), st.integers(2, 40))
def test_no_chunks_are_taken_for_damaged(text: str, name: str, size: int) -> None:
    limits = {"min_size": 0, "max_size": size} if name == "sentence-3000" else {}
    sizes: dict[str, Any] = {"prose": size, "code": size, "table": size} if name == "adaptive" else {}
    options: dict[str, Any] = sizes or {
        "chunk_size": size,
        "chunk_overlap": 0 if name == "paragraph-800" else size // 3,
        **limits,
    }
    chunks = preset(name, on_empty="empty", **options).chunk(text, document_id="d")
    with Store(":memory:") as store:
        store.put(chunks)
        assert store.chunks("d") == list(chunks)
        assert store.stats().chunks == len(chunks)


# ---- values that a column cannot have

A = "UPDATE documents SET {} WHERE document_id = 'a'"
CHUNK = "UPDATE chunks SET {} WHERE document_id = 'a' AND chunk_index = 1"
MIXED = "UPDATE chunks SET {} WHERE document_id = 'mixed' AND chunk_index = 1"
META = "UPDATE meta SET value = {} WHERE key = '{}'"
VECTOR = f"UPDATE embeddings SET {{}} WHERE context_hash = '{HASHES[0]}'"
SETTING = "UPDATE settings SET value = {} WHERE key = 'configuration'"
BROKEN = "CAST(x'61ff' AS TEXT)"
DEEP = "replace(hex(zeroblob(50000)), '00', '[')"

CASES = [
    # statement, calls that must fail (others may), the reason
    (
        A.format("source = x'ff'"),
        "get documents chunks iter sources version",
        r"document 'a': source is b'\xff', not",
    ),
    (A.format(f"source = {BROKEN}"), "get version sources", "document 'a': source is not UTF-8"),
    (A.format(f"document_id = {BROKEN}"), "documents iter sources stats prune", "document_id is not UTF-8"),
    (A.format("document_id = 'z'"), "iter stats put", "chunks"),
    (
        A.format("content_hash = x'00'"),
        "get version unchanged",
        "document 'a': content_hash is b'\\x00', not text",
    ),
    (
        A.format("characters = 'many'"),
        "get stats totals",
        "characters is 'many', not a whole number of at least 0",
    ),
    (A.format("bytes = 2.5"), "get stats totals", "bytes is 2.5, not a whole number of at least 0"),
    (A.format("bytes = 9e999"), "get stats totals", "bytes is inf, not a whole number of at least 0"),
    (A.format("chunks = -1"), "get stats totals", "chunks is -1, not a whole number of at least 0"),
    (A.format("chunks = 5"), "chunks iter stats", "document 'a': the store has 6 chunks of it, not 5"),
    (A.format("chunks = 7"), "chunks iter stats", "document 'a': the store has 6 chunks of it, not 7"),
    (
        A.format("characters = 9"),
        "chunks stats",
        "chunk 0: it ends after the end of the document (9 characters, 207",
    ),
    (
        A.format("bytes = 9"),
        "chunks stats",
        "chunk 0: it ends after the end of the document (177 characters, 9 bytes)",
    ),
    (A.format("metadata = '[1]'"), "get documents chunks", "document 'a': metadata is '[1]', not a JSON object"),
    (A.format("metadata = '\"x\"'"), "get", "metadata is '\"x\"', not a JSON object"),
    (A.format("metadata = '{\"a\": NaN}'"), "get", "not a JSON object"),
    (A.format("metadata = '{'"), "get", "metadata is '{', not a JSON object"),
    (A.format("metadata = x'7b7d'"), "get", "metadata is b'{}', not a JSON object"),
    (A.format(f"metadata = {DEEP}"), "get", "not a JSON object"),
    (A.format(f"metadata = {BROKEN}"), "get", "metadata is not UTF-8"),
    (
        CHUNK.format("chunk_id = 'b-chunk-1'"),
        "chunks stats any",
        "document 'a', chunk 1: chunk_id is 'b-chunk-1'",
    ),
    (CHUNK.format("chunk_index = 99"), "chunks stats", "document 'a': chunk 1 is missing"),
    (CHUNK.format("chunk_index = 'x'"), "chunks stats any", "chunk_index is 'x', not a whole number"),
    (CHUNK.format("document_id = 'b'"), "chunks stats", "document 'a': chunk 1 is missing"),
    (CHUNK.format("text = NULL"), "chunks stats", "document 'a', chunk 1: text is NULL, not text"),
    (CHUNK.format(f"text = {BROKEN}"), "chunks stats any", "document 'a', chunk 1: text is not UTF-8"),
    (CHUNK.format("text = x'00'"), "chunks stats any", "document 'a', chunk 1: text is b'\\x00', not text"),
    (
        CHUNK.format("text = 'rain'"),
        "chunks stats any",
        "the text has 4 characters, its offsets 30 to 70 span 40",
    ),
    (CHUNK.format("text = replace(text, 'и', 'i')"), "chunks any", "the text has "),
    (CHUNK.format("char_start = -30"), "chunks stats any", "char_start is -30, not a whole number of at least 0"),
    (CHUNK.format("char_start = 'x'"), "chunks stats any", "char_start is 'x', not a whole number"),
    (
        CHUNK.format("char_end = 9223372036854775807"),
        "chunks stats any",
        "its offsets 30 to 9223372036854775807 span",
    ),
    (CHUNK.format("char_start = 31"), "chunks stats any", "its offsets 31 to 70 span 39"),
    (CHUNK.format("byte_end = 0"), "chunks stats any", "its byte offsets "),
    (
        CHUNK.format("char_start = 0, char_end = 40"),
        "chunks stats",
        "overlap is 10, but the offsets imply 40",
    ),
    (CHUNK.format("char_start = 137, char_end = 177"), "chunks stats", "overlap is 10, but the offsets imply 0"),
    (
        CHUNK.format("overlap = 11"),
        "chunks stats",
        "chunk 1: overlap is 11, but the offsets imply 10",
    ),
    (CHUNK.format("overlap = 'x'"), "chunks stats", "overlap is 'x', not a whole number"),
    (CHUNK.format("kind = x'00'"), "chunks stats", "kind is b'\\x00', not text or NULL"),
    (
        CHUNK.format("token_count = -1"),
        "chunks stats",
        "token_count is -1, not a whole number of at least 0",
    ),
    (CHUNK.format("token_count = 1.5"), "chunks stats", "token_count is 1.5, not a whole number"),
    (
        CHUNK.format("content_hash = 7.5, token_count = 'x'"),
        "chunks stats",
        "token_count is 'x', not a whole number",
    ),
    (CHUNK.format("content_hash = x'00'"), "chunks stats", "content_hash is b'\\x00', not text"),
    (CHUNK.format("context_hash = x'00'"), "chunks stats", "context_hash is b'\\x00', not text"),
    (CHUNK.format("content_id = NULL"), "chunks stats", "content_id is NULL, not text"),
    (CHUNK.format("line_start = 0"), "chunks stats", "line_start is 0, not a whole number of at least 1"),
    (CHUNK.format("line_start = 'x'"), "chunks stats", "line_start is 'x', not a whole number"),
    (CHUNK.format("line_end = -1"), "chunks stats", "line_end is -1, not a whole number of at least 1"),
    (CHUNK.format("line_end = 1.5"), "chunks stats", "line_end is 1.5, not a whole number"),
    (MIXED.format("table_header = NULL"), "mixed stats", "table_header is NULL, not text"),
    (MIXED.format(f"table_header = {BROKEN}"), "mixed stats", "table_header is not UTF-8"),
    (
        MIXED.format("headings = '5'"),
        "mixed stats",
        "document 'mixed', chunk 1: headings is '5', not a JSON list of",
    ),
    (MIXED.format("headings = '[1]'"), "mixed stats", "headings is '[1]', not a JSON list of texts"),
    (MIXED.format("headings = '\"x\"'"), "mixed stats", "not a JSON list of texts, or NULL"),
    (MIXED.format("headings = '[NaN]'"), "mixed stats", "headings is '[NaN]', not a JSON list"),
    (MIXED.format("headings = '{}'"), "mixed stats", "headings is '{}', not a JSON list"),
    (MIXED.format(f"headings = {DEEP}"), "mixed stats", "not a JSON list"),
    (
        "DELETE FROM chunks WHERE document_id = 'a' AND chunk_index = 2",
        "chunks stats",
        "document 'a': chunk 2 is missing",
    ),
    ("DELETE FROM chunks", "chunks mixed stats", "the store has 0 chunks of it, not "),
    ("DELETE FROM documents WHERE document_id = 'a'", "stats", "6 chunks without a document"),
    ("DELETE FROM documents WHERE document_id = 'a'", "put", "the document is missing"),
    (
        META.format("'abc'", "generation"),
        "search put delete",
        "key 'generation': value is 'abc', not a whole number",
    ),
    (META.format("NULL", "generation"), "search put", "key 'generation': value is NULL, not a whole number"),
    (META.format("'abc'", "indexed_row"), "search put", "key 'indexed_row': value is 'abc', not a whole number"),
    (META.format("x'00'", "indexed_rows"), "search", "key 'indexed_rows': value is b'\\x00', not a whole number"),
    (META.format("1.5", "indexed_schema"), "search", "key 'indexed_schema': value is 1.5, not a whole number"),
    (
        META.format("9223372036854775807", "indexed_row"),
        "put",
        "no row number is left after 9223372036854775807",
    ),
    ("DELETE FROM meta", "search put delete", "meta has no generation"),
    ("UPDATE chunks SET rowid = 9223372036854775807 WHERE rowid = 1", "put", "no row number is left"),
    (SETTING.format("NULL"), "setting", "key 'configuration': setting is NULL, not text"),
    (SETTING.format("x'7b7d'"), "setting", "key 'configuration': setting is b'{}', not text"),
    (SETTING.format(BROKEN), "setting", "key 'configuration': setting is not UTF-8"),
    (
        VECTOR.format("vector = x'0000803f00'"),
        "vectors embedded",
        "a vector of 5 bytes does not consist of 32-bit numbers",
    ),
    (VECTOR.format("vector = x''"), "vectors embedded", "a vector of 0 bytes"),
    (VECTOR.format("vector = x'0000803f'"), "vectors embedded", "a vector of "),
    (
        VECTOR.format("vector = x'0000c07f0000803f0000803f0000803f'"),
        "vectors",
        "the vector has a number that is not finite",
    ),
    (VECTOR.format("vector = 'text'"), "vectors", "vector is 'text', not bytes"),
    (VECTOR.format("vector = NULL"), "vectors", f"context hash '{HASHES[0]}': vector is NULL, not bytes"),
    # the schema
    ("DROP TABLE chunks", "chunks search stats put", "a table is missing [no such table: chunks]"),
    ("DROP TABLE documents", "len get search stats put", "a table is missing [no such table: documents]"),
    ("DROP TABLE settings", "setting writer", "a table is missing [no such table: settings]"),
    ("DROP TABLE embeddings", "vectors embedded", "a table is missing [no such table: embeddings]"),
    ("DROP TABLE meta", "search put delete", "a table is missing [no such table: meta]"),
    (
        "ALTER TABLE chunks RENAME COLUMN text TO other",
        "chunks stats",
        "a column is missing [no such column: text]",
    ),
    (
        "ALTER TABLE chunks RENAME COLUMN text TO other",
        "put",
        "a column is missing [no such column: text]",
    ),
    ("ALTER TABLE documents RENAME COLUMN source TO other", "get put", "a column is missing"),
    (
        "ALTER TABLE embeddings RENAME COLUMN vector TO other",
        "vectors",
        "a column is missing [no such column: vector]",
    ),
    ("PRAGMA user_version = 0", "open len put", "no version of shiplap wrote schema 0"),
    ("PRAGMA user_version = -4", "open", "no version of shiplap wrote schema -4"),
    ("PRAGMA user_version = 99", "open", "has schema 99, written by another version of shiplap"),
    ("PRAGMA application_id = 1", "open", "not a shiplap store (an SQLite file of another application)"),
    ("DROP TABLE chunks_index_data", "phrase", "the search index is damaged"),
    ("DELETE FROM chunks_index_data", "phrase", "the search index is damaged"),
    ("DELETE FROM chunks_index_config", "phrase", "the search index is damaged"),
    ("UPDATE index_terms SET postings = x'0000'", "search any", "the search index is damaged"),
    ("UPDATE index_terms SET postings = 'text'", "search", "the search index is damaged [no records: 'text']"),
    ("UPDATE index_terms SET postings = x'ffff01'", "search any", "the search index is damaged [a row without"),
    ("UPDATE index_terms SET block = 7 WHERE term = 'rain'", "search", "the search index is damaged [a block"),
    ("UPDATE index_blocks SET lengths = x'00'", "search any", "the search index is damaged"),
    ("UPDATE index_blocks SET lengths = NULL", "search any", "the search index is damaged"),
    ("DELETE FROM index_blocks", "search", "the search index is damaged [a block without lengths]"),
    (VECTOR.format("vector = x'0000803f'"), "nearest", "its vector does not consist of"),
    (META.format("-1", "generation"), "put delete", "its generation is -1"),
]


@pytest.mark.parametrize(("statement", "calls", "reason"), CASES, ids=[f"{k}" for k in range(len(CASES))])
def test_edited(loose: Path, tmp_path: Path, statement: str, calls: str, reason: str) -> None:
    path = copied(loose, tmp_path / "c.db")
    edit(path, statement)
    for call in calls.split():
        found = errors(ask(copied(path, tmp_path / "again.db"), [call]))
        assert call in found and reason in found[call], (call, found)
        assert "the file is damaged" in found[call] or call == "open" or "index" in found[call]
        assert len(found[call]) < 600 and found[call].isprintable()


def test_edits_that_do_no_harm(sound: Path, tmp_path: Path) -> None:
    """Values of the right type, tables that are made anew, and keys and columns that nobody asks for."""
    before = ask(copied(sound, tmp_path / "c.db"), READ)
    for statement in (
        "DROP TABLE chunks_index",
        "INSERT INTO meta VALUES ('other', 'x')",
        "ALTER TABLE chunks ADD COLUMN more",
        "UPDATE documents SET characters = '177' WHERE document_id = 'a'",
        META.format("0", "indexed_generation"),
        "PRAGMA journal_mode = WAL",
        "PRAGMA auto_vacuum = 1",
        "VACUUM",
    ):
        path = copied(sound, tmp_path / "c.db")
        edit(path, statement)
        after = ask(path, READ)
        assert before.keys() == after.keys()
        assert all(before[name] == after[name] for name in before if name not in ("vectors", "embedded", "totals"))


COLUMNS = {
    "documents": "document_id source content_hash fingerprint characters bytes chunks metadata generation",
    "chunks": "chunk_id document_id chunk_index text char_start char_end byte_start byte_end line_start line_end"
    " kind headings table_header token_count overlap content_hash context_hash content_id generation",
    "tombstones": "content_id document_id generation",
    "meta": "key value",
    "settings": "key value",
    "models": "model probe",
    "embeddings": "model context_hash vector",
    "failed_texts": "model context_hash reason",
}
VALUES = [
    "NULL", "x'ff'", BROKEN, "-1", "5", "9223372036854775807", "-9223372036854775808", "1.5", "9e999",
    "'abc'", "''", "'12'", "'[1]'", "'{\"a\": NaN}'", "'\"x\"'", "'[[]]'", DEEP, "x''",
    "x'0000c07f0000c07f0000c07f0000c07f'",
]  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.parametrize("table", COLUMNS)
def test_any_value_in_any_column(loose: Path, tmp_path: Path, table: str) -> None:
    for column in COLUMNS[table].split():
        for value in VALUES:
            for where in (f"rowid = (SELECT min(rowid) FROM {table})", "1"):
                path = copied(loose, tmp_path / "c.db")
                if table not in ("chunks", "embeddings") and where != "1":
                    key = COLUMNS[table].split()[0]
                    where = f"{key} = (SELECT min({key}) FROM {table})"
                try:
                    edit(path, f"UPDATE {table} SET {column} = {value} WHERE {where}")
                except sqlite3.IntegrityError:
                    continue
                ask(path)


# ---- bytes of the file


def check_flipped(sound: Path, tmp_path: Path, seeds: range) -> int:
    """Return how many of the files gave an error."""
    data, path, count = sound.read_bytes(), tmp_path / "c.db", 0
    for seed in seeds:
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(flipped(data, seed))
        count += bool(errors(ask(path)))
    return count


@pytest.mark.exhaustive
def test_flipped_bytes(sound: Path, tmp_path: Path) -> None:
    assert check_flipped(sound, tmp_path, range(120)) > 20


@pytest.mark.exhaustive
def test_many_flipped_bytes(sound: Path, tmp_path: Path) -> None:
    assert check_flipped(sound, tmp_path, range(120, 2000)) > 400


@pytest.mark.parametrize("page", [[(0,)], [(2,), (1,)], [("b",), ("a",)], [("a",), ("a",)]])
def test_pages_whose_keys_do_not_ascend(page: list[Any]) -> None:
    """In a damaged table, row 0 may follow row 11, so that the rows after the last one are all rows again."""
    with pytest.raises(StoreError, match=r"the file is damaged: .* follows"):
        list(pages("c.db", lambda last: page, None))


def test_the_empty_id() -> None:
    with Store(":memory:") as store:
        store.put_many(FIXED.chunk("Rain.", document_id=name) for name in ("", "a"))
        assert (store.verify().documents, store.verify().faults) == (2, [])


def test_a_message_of_sqlite_that_is_not_utf8(sound: Path, tmp_path: Path) -> None:
    """SQLite cites names of the schema as they stand in the file, and Python fails to read the message."""
    path = tmp_path / "c.db"
    path.write_bytes(sound.read_bytes().replace(b"CREATE TABLE chunks (", b"CREATE TABLE \xff\xfeunks ("))
    with pytest.raises(StoreError, match="the file is damaged") as caught, Store(path) as store:
        store.stats()
    assert caught.value.reason.isprintable()


def test_files_that_are_no_stores(sound: Path, tmp_path: Path) -> None:
    data, path = sound.read_bytes(), tmp_path / "c.db"
    for content, reason in (
        (b"", "is empty: nothing was stored in it yet"),
        (b"text\n" * 500, "not an SQLite file"),
        (data[:50], "not a shiplap store"),
        (data[:8192], "damaged"),
        (data[:20_000], "damaged"),
        (data[:-8192], "damaged"),
        (data[:18] + b"\x63\x63" + data[20:], "not an SQLite file"),  # a version of the format to come
    ):
        path.write_bytes(content)
        found = errors(ask(path))
        assert found and all(reason in each for each in found.values()), (len(content), found)
    path.unlink()
    path.mkdir()
    assert errors(ask(path))["len"] == "is a folder, not a store"


def test_a_log_that_was_left_behind(sound: Path, tmp_path: Path) -> None:
    """Another program set WAL mode and was killed: the log is part of the store, unless it is damaged."""
    path = copied(sound, tmp_path / "w.db")
    other = sqlite3.connect(path)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("UPDATE documents SET source = 'new' WHERE document_id = 'a'")
    other.commit()
    left = tmp_path / "left"
    left.mkdir()
    for name in ("w.db", "w.db-wal"):
        shutil.copy(tmp_path / name, left / name)
    other.close()
    shutil.copytree(left, tmp_path / "broken")
    log = tmp_path / "broken" / "w.db-wal"
    log.write_bytes(b"\xff" * len(log.read_bytes()))
    for read_only, source in ((True, "new"), (False, "new"), (False, "new")):
        with Store(left / "w.db", read_only=read_only) as store:
            assert store.version("a")[2] == source and store.stats().chunks > 8
    with Store(tmp_path / "broken" / "w.db") as store:
        assert store.version("a")[2] == "files/a.txt"
    path = copied(sound, tmp_path / "j.db")
    (tmp_path / "j.db-journal").write_bytes(b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\xff" * 600)
    assert set(errors(ask(path))) in (set(), {"open", *READ, *WRITE})


# ---- what is used of the command line


COMMANDS = [
    ["stats", "c.db"], ["stats", "--json", "c.db"], ["search", "c.db", "rain"], ["prompt", "c.db", "rain snow"],
    ["ground", "c.db", "Rain falls."], ["ingest", "docs", "--to", "c.db"],
    ["ingest", "docs", "--to", "c.db", "--prune"],
    ["evaluate", "docs", "--synthetic", "--presets", "fixed-900", "--retriever", "dense", "--embed", "hashed",
     "--cache", "c.db"],
]  # fmt: skip


@few_quick("command", COMMANDS, quick=3)
def test_commands(
    command: list[str], sound: Path, loose: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    """One error on standard error, and exit code 1."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a").write_text(
        "".join(f"Rain falls in the valley of the {k} rivers. " for k in range(60))
    )
    monkeypatch.chdir(tmp_path)

    def run() -> int:
        code = main(command)
        captured = capfd.readouterr()
        assert code in (0, 1), captured.err
        if code:
            assert re.fullmatch(r"(shiplap: uses .+\n)?shiplap: error: .*c\.db: .+\n", captured.err), captured.err
            assert captured.out == ""
        return code

    copied(sound, Path("c.db"))
    assert run() == 0
    failed = 0
    for statement in (
        A.format(f"document_id = {BROKEN}"), A.format(f"content_hash = {BROKEN}"),
        "UPDATE chunks SET text = x'00'", "UPDATE chunks SET char_start = -7",
        "UPDATE chunks SET headings = '5'", META.format("'x'", "generation"),
        "DROP TABLE documents", "UPDATE embeddings SET vector = x'00'", "PRAGMA user_version = 99",
    ):  # fmt: skip
        copied(loose, Path("c.db"))
        edit(Path("c.db"), statement)
        failed += run()
    for seed in range(10):
        Path("c.db").write_bytes(flipped(sound.read_bytes(), seed))
        failed += run()
    assert failed > 0


def test_gaps_wider_than_memory(tmp_path: Path) -> None:
    """The text between chunks is not put together in full."""
    path = tmp_path / "c.db"
    text = "It rains." + " " * 200_000 + "It pours. No" + " " * 200_000 + "rain."
    chunks = FixedChunker(10, 0, strip_whitespace=True, skip_blank=True).chunk(text, document_id="d")
    with Store(path, create=True) as store:
        store.put(chunks)
        before = store.stats()
        assert before == chunks.stats() and before.chunks > 3 and before.cut_ratio > 0
    more = 10**15
    edit(
        path,
        f"UPDATE chunks SET char_start = char_start + {more}, char_end = char_end + {more},"
        f" byte_start = byte_start + {more}, byte_end = byte_end + {more} WHERE chunk_index > 0",
        f"UPDATE documents SET characters = characters + 2 * {more}, bytes = bytes + 2 * {more}",
    )
    with Store(path) as store:
        assert store.stats() == before
