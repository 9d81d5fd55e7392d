"""The store: schema and rows as literals, replacement, groups, failures of the file, and the round trip."""

from __future__ import annotations

import gc
import os
import sqlite3
import warnings
import weakref
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import FixedChunker
from shiplap.chunks import COLUMNS
from shiplap.errors import OptionError, StoreError
from shiplap.ids import content_hash
from shiplap.store import Store, StoredDocument, prepare
from shiplap.store.schema import APPLICATION_ID, SCHEMA_VERSION
from tests.support.hostile import broken, texts

TEN = FixedChunker(10, 2)


def rows(path: Path, sql: str) -> list[tuple[object, ...]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute(sql).fetchall()
    finally:
        connection.close()


def test_schema_is_the_one_of_the_specification(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    Store(path, create=True).close()
    columns = "SELECT name, type, \"notnull\", pk FROM pragma_table_info('{}')"
    assert rows(path, columns.format("documents")) == [
        ("document_id", "TEXT", 1, 1),
        ("source", "TEXT", 0, 0),
        ("content_hash", "TEXT", 1, 0),
        ("fingerprint", "TEXT", 1, 0),
        ("characters", "INTEGER", 1, 0),
        ("bytes", "INTEGER", 1, 0),
        ("chunks", "INTEGER", 1, 0),
        ("metadata", "TEXT", 1, 0),
        ("generation", "INTEGER", 1, 0),
        ("decided", "TEXT", 0, 0),
    ]
    assert rows(path, columns.format("chunks")) == [
        ("chunk_id", "TEXT", 1, 0), ("document_id", "TEXT", 1, 0), ("chunk_index", "INTEGER", 1, 0),
        ("text", "TEXT", 1, 0), ("char_start", "INTEGER", 1, 0), ("char_end", "INTEGER", 1, 0),
        ("byte_start", "INTEGER", 1, 0), ("byte_end", "INTEGER", 1, 0), ("line_start", "INTEGER", 1, 0),
        ("line_end", "INTEGER", 1, 0), ("kind", "TEXT", 0, 0), ("headings", "TEXT", 0, 0),
        ("table_header", "TEXT", 1, 0), ("shown_text", "TEXT", 0, 0), ("context", "TEXT", 0, 0),
        ("token_count", "INTEGER", 1, 0), ("overlap", "INTEGER", 1, 0),
        ("content_hash", "TEXT", 1, 0), ("context_hash", "TEXT", 1, 0), ("content_id", "TEXT", 1, 0),
        ("provenance", "TEXT", 0, 0), ("generation", "INTEGER", 1, 0),
    ]  # fmt: skip
    names = [str(row[0]) for row in rows(path, columns.format("chunks")) if row[0] != "generation"]
    assert names == [name for name in COLUMNS if name not in ("source", "metadata")]
    indexes = dict(rows(path, "SELECT name, \"unique\" FROM pragma_index_list('chunks')"))
    assert len(indexes) == 2 and indexes.pop("chunks_by_id") == 0
    ((unique, is_unique),) = indexes.items()
    assert is_unique == 1
    assert rows(path, f"SELECT name FROM pragma_index_info('{unique}')") == [("document_id",), ("chunk_index",)]
    assert rows(path, "SELECT name FROM pragma_index_info('chunks_by_id')") == [("chunk_id",)]
    assert rows(path, "PRAGMA application_id") == [(APPLICATION_ID,)]
    assert rows(path, "PRAGMA user_version") == [(SCHEMA_VERSION,)]


def test_rows_as_literals(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path, create=True) as store:
        store.put(TEN.chunk("Héllo wörld, hello", document_id="d", source="s/d", metadata={"a": [1, "é"]}))
        store.put(TEN.chunk("", document_id="empty"))
    assert rows(path, "SELECT * FROM documents") == [
        (
            "d",
            "s/d",
            content_hash("Héllo wörld, hello".encode()),
            TEN.fingerprint,
            18,
            20,
            2,
            '{"a": [1, "\\u00e9"]}',
            1,
            None,
        ),
        ("empty", None, "cae66941d9efbd404e4d88758ea67670", TEN.fingerprint, 0, 0, 0, "{}", 2, None),
    ]
    one, two = content_hash("Héllo wörl".encode()), content_hash(b"rld, hello")
    assert rows(path, "SELECT * FROM chunks") == [
        ("d-chunk-0", "d", 0, "Héllo wörl", 0, 10, 0, 12, 1, 1, None, None, "", None, None, 3, 0, one, one,
         f"d-text-{one}", None, 1),
        ("d-chunk-1", "d", 1, "rld, hello", 8, 18, 10, 20, 1, 1, None, None, "", None, None, 3, 2, two, two,
         f"d-text-{two}", None, 1),
    ]  # fmt: skip


def test_rows_of_an_adaptive_chunker_as_literals(tmp_path: Path) -> None:
    """The columns that only a chunker of content has values for; equal texts have different content ids."""
    path = tmp_path / "chunks.db"
    table = "| a | b |\n|---|---|\n"
    chunker = shiplap.AdaptiveChunker(prose=(10, 0), code=(10, 0), table=(10, 0), max_context=9)
    with Store(path, create=True) as store:
        store.put(chunker.chunk(f"# É\n\n{table}" + "| x | y |\n" * 9, document_id="d", path="d.md"))
    begun, more = f"# É\n\n{table}| x | y |\n", "| x | y |\n" * 4
    assert rows(path, "SELECT line_start, line_end, kind, headings, table_header, text FROM chunks") == [
        (1, 5, "table", '["É"]', "", begun),
        (6, 9, "table", '["É"]', table, more),
        (10, 13, "table", '["É"]', table, more),
    ]
    first, hash, with_context = (content_hash(each.encode()) for each in (begun, more, f"É\n\n{table}{more}"))
    assert rows(path, "SELECT content_hash, context_hash, content_id FROM chunks") == [
        (first, first, f"d-text-{first}"),
        (hash, with_context, f"d-text-{hash}"),
        (hash, with_context, f"d-text-{hash}-1"),
    ]


def test_get_documents_chunks(tmp_path: Path) -> None:
    chunks = TEN.chunk("x" * 25, document_id="b", source="there", metadata={"n": 1})
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(chunks)
        store.put(TEN.chunk("y" * 5, document_id="a"))
        document = store.get("b")
        assert document == StoredDocument(
            "b", "there", content_hash(b"x" * 25), TEN.fingerprint, 25, 25, 3, {"n": 1}
        )
        assert store.get("c") is None and store.chunks("c") == []
        assert [found.document_id for found in store.documents()] == ["a", "b"]
        assert store.chunks("b") == list(chunks)
        assert [chunk.id for chunk in store] == ["a-chunk-0", "b-chunk-0", "b-chunk-1", "b-chunk-2"]
        assert len(store) == 2 and "a" in store and "c" not in store
        assert store.sources() == [("a", None), ("b", "there")]
        assert store.unchanged("b", content_hash(b"x" * 25), TEN.fingerprint)
        assert not store.unchanged("b", content_hash(b"x" * 24), TEN.fingerprint)
        assert not store.unchanged("b", content_hash(b"x" * 25), FixedChunker(9, 2).fingerprint)
        assert not store.unchanged("c", content_hash(b"x" * 25), TEN.fingerprint)


def test_replacing_leaves_no_stale_rows(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(TEN.chunk("x" * 100, document_id="d"))
        store.put(TEN.chunk("other", document_id="e"))
        store.put(TEN.chunk("y" * 15, document_id="d"))
        assert [chunk.text for chunk in store.chunks("d")] == ["y" * 10, "y" * 7]
        assert store.totals()["chunks"] == 3
        store.put(TEN.chunk("", document_id="d"))
        assert store.chunks("d") == [] and "d" in store
        assert [chunk.text for chunk in store.chunks("e")] == ["other"]


def test_ids_are_stable(tmp_path: Path) -> None:
    chunks = TEN.chunk("x" * 100, document_id="d")
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(chunks)
        before = list(store)
        store.put(chunks)
        assert list(store) == before == list(chunks)


def test_delete_and_prune(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put_many(TEN.chunk("x" * 30, document_id=name) for name in "abcd")
        assert store.delete("a") and not store.delete("a")
        with pytest.raises(OptionError, match="must be an iterable of document ids, not one id"):
            store.prune("bcd")
        assert store.prune(["c", "z"]) == ["b", "d"]
        assert [chunk.document_id for chunk in store] == ["c"] * 4
        assert store.totals()["chunks"] == 4


def test_names_that_cannot_be_stored(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="the path is not valid Unicode"):
        Store("\ud83d.db", create=True)
    with Store(os.fsencode(tmp_path / "chunks.db"), create=True) as store, store.writer() as writer:  # type: ignore[arg-type]
        calls: list[Any] = [store.delete, writer.remove, lambda name: writer.move(name, None)]
        calls.append(lambda name: writer.move("d", name))
        for call in calls:
            with pytest.raises(StoreError, match="is not valid Unicode; it cannot be stored"):
                call("\ud83d")
            with pytest.raises(OptionError, match="must be a str"):
                call(3)
        chunks = TEN.chunk("x", document_id="d")
        with pytest.raises(StoreError, match=r"content_hash .* is not valid Unicode"):
            store.put(chunks, content_hash="\ud83d")


def test_calls_that_need_a_commit_say_so(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store, store.writer() as writer:
        writer.add(prepare(TEN.chunk("It rains.", document_id="d")))
        for call in (lambda: store.search("rains"), store.index, store.vacuum):
            with pytest.raises(StoreError, match="a Writer of this Store has not committed yet"):
                call()
        writer.commit()
        assert len(store.search("rains")) == 1


@pytest.mark.parametrize("wrong", ["It rains.", None, TEN.chunk("It rains.", document_id="d")[0]])
def test_only_chunks_and_documents_are_put(tmp_path: Path, wrong: Any) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        for put in (store.put, lambda given: store.put_many([given])):
            with pytest.raises(OptionError, match="must be Chunks or a Document"):
                put(wrong)
        assert len(store) == 0


def test_put_many_commits_groups_and_keeps_what_was_before_an_error(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"

    def documents():  # type: ignore[no-untyped-def]
        for k in range(50):
            yield TEN.chunk(f"{k} " * 20, document_id=f"d{k}")
        raise ValueError("stop")

    with Store(path, create=True) as store:
        with pytest.raises(ValueError, match="stop"):
            store.put_many(documents(), commit_bytes=100)
        assert len(store) == 50
        assert store.put_many([], commit_bytes=100) == 0
        (generation,) = rows(path, "SELECT value FROM meta WHERE key = 'generation'")
        assert 1 < generation[0] <= 51  # type: ignore[operator]
        for k in range(50):
            assert store.chunks(f"d{k}") == list(TEN.chunk(f"{k} " * 20, document_id=f"d{k}"))


def test_the_same_document_twice_in_a_group(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        last = TEN.chunk("z" * 40, document_id="d")
        number = store.put_many(
            [TEN.chunk("x" * 3000, document_id="d"), TEN.chunk("o", document_id="e"),
             TEN.chunk("y" * 20, document_id="d"), last]
        )  # fmt: skip
        assert number == 4 and list(store) == [*last, *TEN.chunk("o", document_id="e")]


@pytest.mark.parametrize("commit_bytes", [1, 1000, 1_000_000])
def test_documents_of_an_open_writer_are_read_whole(tmp_path: Path, commit_bytes: int) -> None:
    """Rows that wait for their group are written before the chunks of a document are read."""
    documents = [TEN.chunk(f"{k} " * 30, document_id=f"d{k}") for k in range(9)]
    with Store(tmp_path / "chunks.db", create=True) as store:
        with store.writer(commit_bytes) as writer:
            for chunks in documents:
                writer.add(prepare(chunks))
                assert store.chunks(str(chunks.document_id)) == list(chunks)
            assert store.stats().chunks == sum(map(len, documents))
            writer.begin()
            with pytest.raises(StoreError, match="a writer of this Store is open; commit it, then verify"):
                store.verify()
        assert list(store) == [chunk for chunks in documents for chunk in chunks] and not store.verify().faults


def test_refused_documents(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        with pytest.raises(StoreError, match="document_id"):
            store.put(TEN.chunk("x"))
        with pytest.raises(StoreError, match="not JSON"):
            store.put(TEN.chunk("x", document_id="d", metadata={"a": object()}))
        with pytest.raises(StoreError, match="not JSON"):
            store.put(TEN.chunk("x", document_id="d", metadata={"a": float("nan")}))
        with pytest.raises(StoreError, match="not valid Unicode"):
            store.put(TEN.chunk("x", document_id="d\ud800"))
        with pytest.raises(StoreError, match="not valid Unicode"):
            store.get("d\ud800")
        lenient = FixedChunker(10, 2, errors="surrogatepass")
        with pytest.raises(StoreError, match="document 'd' has a lone surrogate at offset 3"):
            store.put(lenient.chunk("abc\udc00", document_id="d"))
        with pytest.raises(shiplap.TextError):
            store.put(TEN.chunk("abc\udc00", document_id="d"))
        assert len(store) == 0
        store.put(lenient.chunk("abc", document_id="d"))
        assert len(store) == 1


def test_content_hash_may_be_given(tmp_path: Path) -> None:
    chunker = FixedChunker(10, 2, errors="replace")
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(chunker.chunk(b"a\xff", document_id="d"), content_hash=content_hash(b"a\xff"))
        assert store.unchanged("d", content_hash(b"a\xff"), chunker.fingerprint)
        assert [chunk.text for chunk in store] == ["a\ufffd"]
        document = store.get("d")
        assert document is not None and (document.characters, document.bytes) == (2, 4)


# ---- files that are no stores, locks, full disks


def test_not_a_store(tmp_path: Path) -> None:
    text, other, newer = (tmp_path / name for name in ("text", "other.db", "newer.db"))
    text.write_text("no database " * 100)
    for sql, path in (("CREATE TABLE t (a)", other), ("PRAGMA user_version = 7", newer)):
        if path is newer:
            Store(path, create=True).close()
        connection = sqlite3.connect(path)
        connection.execute(sql)
        connection.close()
    for path, reason in (
        (text, "not an SQLite file"), (other, "another application"), (newer, "another version of shiplap"),
        (tmp_path, "a folder"),
        (tmp_path / "no" / "x.db", "folder does not exist"),
    ):  # fmt: skip
        with pytest.raises(StoreError, match=reason) as caught:
            Store(path, create=True)
        assert not caught.value.retryable and caught.value.store == str(path)


def test_only_create_makes_a_store(tmp_path: Path) -> None:
    """A wrong path is an error, not an empty store; a store that exists is opened with `create` too."""
    missing, empty = tmp_path / "missing.db", tmp_path / "empty.db"
    for options in ({}, {"create": False}, {"read_only": True}):
        with pytest.raises(StoreError, match=r"no such store; `shiplap ingest .*create=True\) makes one"):
            Store(missing, **options)
        assert list(tmp_path.iterdir()) == []
    with pytest.raises(OptionError, match="create=True: must be False with read_only=True"):
        Store(missing, create=True, read_only=True)
    empty.touch()
    for options in ({}, {"read_only": True}):
        with pytest.raises(StoreError, match="is empty: nothing was stored"):
            Store(empty, **options)
    assert empty.stat().st_size == 0
    for path in (missing, empty):
        with Store(path, create=True) as store:
            store.put(TEN.chunk("x", document_id="d"))
        with Store(path) as one, Store(path, create=True) as two:
            assert len(one) == len(two) == 1
    with Store(":memory:") as store:
        assert len(store) == 0


def test_a_store_of_another_schema_is_refused_and_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    Store(path, create=True).close()
    assert rows(path, "PRAGMA user_version") == [(1,)]
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 4")
    connection.close()
    data = path.read_bytes()
    expected = (
        "has schema 4, written by another version of shiplap (this version reads schema 1); open it with that"
        " version, or ingest the documents again into a new store"
    )
    for options in ({}, {"create": True}, {"read_only": True}):
        with pytest.raises(StoreError) as caught:
            Store(path, **options)
        assert caught.value.reason == expected
    assert path.read_bytes() == data and list(tmp_path.iterdir()) == [path]


def test_a_lock_is_retryable(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    Store(path, create=True).close()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with Store(path, timeout=0.05) as store:
        with pytest.raises(StoreError, match="another process") as caught:
            store.put(TEN.chunk("x", document_id="d"))
        assert caught.value.retryable
        other.execute("ROLLBACK")
        store.put(TEN.chunk("x", document_id="d"))
        assert len(store) == 1
    other.close()


def test_a_lock_at_commit_is_retryable(tmp_path: Path) -> None:
    """A reader in the middle of a statement lets a writer begin, and stops its commit."""
    path = tmp_path / "chunks.db"
    with Store(path, timeout=0.05, create=True) as store:
        store.put_many(TEN.chunk("x", document_id=f"{k}") for k in range(10))
        other = sqlite3.connect(path)
        reader = other.execute("SELECT * FROM documents")
        reader.fetchone()
        with pytest.raises(StoreError, match="another process") as caught:
            store.put(TEN.chunk("x", document_id="d"))
        assert caught.value.retryable and "d" not in store
        reader.fetchall()
        other.close()
        store.put(TEN.chunk("x", document_id="d"))
        assert "d" in store


def test_a_full_disk_takes_the_group_back(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(TEN.chunk("kept", document_id="a"))
        (pages,) = store._connection.execute("PRAGMA page_count").fetchone()
        store._connection.execute(f"PRAGMA max_page_count = {pages + 3}")
        with pytest.raises(StoreError, match="disk is full") as caught:
            store.put_many(TEN.chunk("x" * 10_000, document_id=f"d{k}") for k in range(9))
        assert not caught.value.retryable
        assert [chunk.text for chunk in store] == ["kept"]
        store._connection.execute("PRAGMA max_page_count = 1000000")
        store.put(TEN.chunk("more", document_id="b"))
        assert len(store) == 2


def test_read_only(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path, create=True) as store:
        store.put(TEN.chunk("words", document_id="d"))
    with Store(path, read_only=True) as store:
        assert [chunk.text for chunk in store] == ["words"]
        assert store.stats().chunks == 1
        with pytest.raises(StoreError, match="cannot be written"):
            store.put(TEN.chunk("x", document_id="e"))
        with pytest.raises(StoreError, match="index is missing or out of date"):
            store.search("words")
    with Store(path) as store:
        assert len(store.search("words")) == 1
    with Store(path, read_only=True) as store:
        assert len(store.search("words")) == 1


def test_closed(tmp_path: Path) -> None:
    store = Store(tmp_path / "chunks.db", create=True)
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        len(store)


# ---- the round trip

names = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@given(st.lists(st.tuples(names, texts), max_size=5), st.integers(1, 30), st.booleans(), st.booleans())
def test_what_is_put_is_read_back(documents: list[tuple[str, str]], size: int, trim: bool, as_bytes: bool) -> None:
    chunker = FixedChunker(size, 0.4, strip_whitespace=trim, skip_blank=trim)
    last = {
        name: chunker.chunk(
            text.encode() if as_bytes else text, document_id=name, source=name, metadata={"n": name}
        )
        for name, text in documents
    }
    with Store(":memory:") as store:
        store.put_many(
            chunker.chunk(text, document_id=name, source=name, metadata={"n": name}) for name, text in documents
        )
        for name, chunks in last.items():
            assert store.chunks(name) == list(chunks)
            document = store.get(name)
            assert document is not None
            assert (document.characters, document.chunks) == (len(chunks.text), len(chunks))
            assert document.content_hash == content_hash(chunks.text.encode())
            assert document.bytes == len(chunks.text.encode())
        assert len(store) == len(last)


@given(broken)
def test_lone_surrogates_are_refused_or_replaced(text: str) -> None:
    with Store(":memory:") as store:
        store.put(FixedChunker(5, 1, errors="replace").chunk(text, document_id="d"))
        lenient = FixedChunker(5, 1, errors="surrogatepass").chunk(text, document_id="e")
        if any("\ud800" <= c <= "\udfff" for c in lenient.text):
            with pytest.raises(StoreError, match="lone surrogate"):
                store.put(lenient)
        else:
            store.put(lenient)
            assert store.chunks("e") == list(lenient)


def test_one_writer_at_a_time() -> None:
    with Store(":memory:") as store, store.writer() as writer:
        writer.add(prepare(TEN.chunk("x" * 30, document_id="a")))
        with pytest.raises(StoreError, match="another writer"):
            store.put(TEN.chunk("y", document_id="b"))
        writer.commit()
        store.put(TEN.chunk("y", document_id="b"))
        writer.add(prepare(TEN.chunk("z", document_id="a")))
        writer.rollback()
        assert [chunk.text for chunk in store.chunks("a")] == TEN.split_text("x" * 30)
        writer.add(prepare(TEN.chunk("z", document_id="c")))
        assert writer.remove("b") and not writer.remove("b")
        writer.move("a", "there")
        writer.commit()
        writer.commit()
        assert store.sources() == [("a", "there"), ("c", None)]


def test_an_error_of_a_commit_under_way(tmp_path: Path) -> None:
    """It is raised by the next call, and takes the group back, not the groups before it."""
    path = tmp_path / "chunks.db"
    with Store(path, timeout=0.05, create=True) as store:
        store.put_many(TEN.chunk("x" * 50, document_id=f"{k}") for k in range(5))
        other = sqlite3.connect(path)
        reader = other.execute("SELECT * FROM documents")
        reader.fetchone()
        with pytest.raises(StoreError, match="another process"):
            store.put_many((TEN.chunk("y" * 50, document_id=f"{k}") for k in range(100)), commit_bytes=60)
        reader.fetchall()
        other.close()
        assert [chunk.text for chunk in store] == ["x" * 10] * 30


# ---- what a review found


def test_a_part_of_a_document_is_refused(tmp_path: Path) -> None:
    chunks = shiplap.FixedChunker(10, 2).chunk("x" * 100, document_id="d")
    with Store(tmp_path / "c.db", create=True) as store:
        with pytest.raises(StoreError, match="stored whole"):
            store.put(chunks[:2])
        assert len(store) == 0
        with pytest.raises(shiplap.OptionError, match=r"metadata=.*must be a mapping"):
            shiplap.FixedChunker(10).chunk("x", document_id="d", metadata=[1, 2])  # type: ignore[arg-type]
    with pytest.raises(StoreError):
        store.put(chunks)  # closed


def test_a_path_with_nul(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StoreError, match="NUL"):
        Store("a\0b.db")
    assert list(tmp_path.iterdir()) == []


def test_settings(tmp_path: Path) -> None:
    """A setting is committed with the writer's documents, and rolled back with them."""
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        assert store.setting("configuration") is None
        with store.writer() as writer:
            writer.add(prepare(TEN.chunk("text", document_id="a")))
            writer.set_setting("configuration", "{}")
            writer.set_setting("configuration", '{"é": 1}')
            writer.set_setting("root", "")
            with Store(path, read_only=True) as other:
                assert other.setting("configuration") is None
        writer = store.writer()
        writer.set_setting("root", "elsewhere")
        writer.rollback()
        for key, value in ((1, "x"), ("x", None), ("x", 1)):
            with pytest.raises(OptionError), store.writer() as writer:
                writer.set_setting(key, value)  # type: ignore[arg-type]
        for key, value in (("\ud800", "x"), ("x", "\ud800")):
            with pytest.raises(StoreError, match="not valid Unicode"), store.writer() as writer:
                writer.set_setting(key, value)
    with Store(path, read_only=True) as store:
        assert (store.setting("configuration"), store.setting("root"), store.setting("x")) == (
            '{"é": 1}',
            "",
            None,
        )
        assert "a" in store
        with pytest.raises(StoreError, match="cannot be written"), store.writer() as writer:
            writer.set_setting("root", "elsewhere")


@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ({"title": "Rain", "tags": {"a"}}, "the value of 'tags': Object of type set is not JSON serializable"),
        ({"a": {"b": [1, float("nan")]}}, "the value of 'a': Out of range float values are not JSON compliant"),
        ({"a": {("b", 1): 2}}, "the value of 'a': keys must be str"),
    ],
)
def test_metadata_that_are_not_json_name_their_key(metadata: Any, reason: str) -> None:
    where = "the metadata of 'd' are not JSON"
    with Store(":memory:") as store, pytest.raises(StoreError, match=f"{where}: {reason}"):
        store.put(shiplap.chunk("It rains.", document_id="d", metadata=metadata))


def test_a_store_that_nobody_closes_is_closed(tmp_path: Path) -> None:
    """Python 3.13 warns of a connection that is deleted open, which is an error here."""
    store = Store(tmp_path / "a.db", create=True)
    connection = weakref.ref(store._connection)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        del store
        gc.collect()
    assert connection() is None
    assert not (tmp_path / "a.db-wal").exists()
