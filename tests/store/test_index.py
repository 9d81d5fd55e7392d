"""Full-text search: rank, staleness, hostile words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import FixedChunker, OptionError, StoreError
from shiplap.store import Store, index
from tests.support.hostile import broken

LONG = FixedChunker(1000, 0)


def put(store: Store, **documents: str) -> None:
    store.put_many(LONG.chunk(text, document_id=name, source=f"{name}.txt") for name, text in documents.items())


def ids(store: Store, words: str, limit: int = 10) -> list[str]:
    return [hit.document_id for hit in store.search(words, limit)]


def test_rank_snippets_and_limit() -> None:
    with Store(":memory:") as store:
        put(store, a="the cat sat here, far from any dog or bird", b="cat cat cat", c="a dog")
        (first, second) = store.search("cat")
        assert [first.id, second.id] == ["b-chunk-0", "a-chunk-0"]
        assert first.score > second.score
        assert first.snippet == "[cat] [cat] [cat]"
        assert (second.source, second.start, second.end, second.chunk_index) == ("a.txt", 0, 42, 0)
        assert ids(store, "cat", 1) == ["b"]
        assert ids(store, "CAT Dog") == ["a"]
        assert ids(store, "cat nothing") == []


def test_index_follows_every_change() -> None:
    with Store(":memory:") as store:
        put(store, a="first words", b="second words")
        assert ids(store, "words") == ["a", "b"]
        put(store, c="third words")
        assert sorted(ids(store, "words")) == ["a", "b", "c"]
        put(store, c="changed")  # its rows were the last ones: their numbers must not come back
        assert sorted(ids(store, "words")) == ["a", "b"] and ids(store, "changed") == ["c"]
        store.delete("a")
        assert ids(store, "words") == ["b"]
        store.delete("c")
        put(store, d="third")
        assert ids(store, "changed") == [] and ids(store, "third") == ["d"]


def test_index_is_made_anew_when_much_is_dead() -> None:
    with Store(":memory:") as store:
        put(store, **{f"d{k}": f"word{k} all" for k in range(8)})
        store.search("all")

        def held() -> int:
            value: int = store._one("SELECT value FROM meta WHERE key = 'indexed_rows'")[0]
            return value

        put(store, d0="word0 all again")
        assert len(store.search("all")) == 8 and held() == 9
        put(store, **{f"d{k}": f"word{k} all" for k in range(8)})
        assert len(store.search("all")) == 8 and held() == 8


def test_index_survives_vacuum(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path) as store:
        put(store, a="one", b="two", c="three")
        assert ids(store, "three") == ["c"]
        store.delete("a")
        assert ids(store, "three") == ["c"]
    connection = sqlite3.connect(path)
    connection.execute("VACUUM")
    connection.close()
    with Store(path) as store:
        assert ids(store, "three") == ["c"] and ids(store, "two") == ["b"]


HOSTILE = [
    "", " ", '"', '""', "*", "word*", "AND", "OR", "NOT", "NEAR(", "a-b", "a:b", "text:word", "^word", "(", ")",
    "+", "{", "\\", "'", "';--", "\0", "word\0", "\ud800", "😀", "😀 word", "\u0301", "é", "²",
    "word" * 10_000, "-word",
]  # fmt: skip


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_words(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a='a word AND "another" OR a-b é')
        store.search(words)


@given(st.text() | broken)
def test_no_words_are_a_syntax_error(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a="word " + words.encode("utf-8", "replace").decode())
        store.search(words)


def test_operators_are_words() -> None:
    with Store(":memory:") as store:
        put(store, a="black and white", b="black or white", c="state-of-the-art 😀")
        assert ids(store, "black AND") == ["a"]
        assert ids(store, "black OR") == ["b"]
        assert ids(store, "state-of-the-art") == ["c"]
        assert ids(store, "😀 art") == ["c"]
        assert ids(store, "😀") == []


def test_wrong_arguments() -> None:
    with Store(":memory:") as store:
        for limit in (0, -1, True, "x", 1.5):
            with pytest.raises(OptionError):
                store.search("a", limit)  # type: ignore[arg-type]


def test_without_fts5(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(index, "_CREATE", "CREATE VIRTUAL TABLE chunks_index USING missing(text)")
    with Store(":memory:") as store:
        put(store, a="word")
        with pytest.raises(StoreError, match="no FTS5"):
            store.search("word")
        put(store, b="word")
        assert len(store) == 2


def test_lock_while_indexing(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    with Store(path, timeout=0.05) as store:
        put(store, a="word")
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError) as caught:
            store.search("word")
        assert caught.value.retryable
        other.close()
        assert ids(store, "word") == ["a"]
