"""Full-text search: rank, staleness, hostile words."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import FixedChunker, OptionError
from shiplap.errors import StoreError
from shiplap.store import Store
from shiplap.store import search as index
from shiplap.store.query import MAX_TOKENS, Phrase, matching_all, matching_any, phrases
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
            return store._number("SELECT value FROM meta WHERE key = 'indexed_rows'")

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


def size(query: str) -> int:
    """The tokens of a query."""
    return sum(len(phrase.tokens) for phrase in phrases(query.replace('" OR "', " ").replace('"', " ")))


def test_repeated_words_count_once() -> None:
    """FTS5 takes time that grows with the square of equal phrases, so what it is asked must not have them."""
    once = phrases("Rain falls in the café")
    assert [phrase.text for phrase in once] == ["Rain", "falls", "in", "the", "café"]
    again = "Rain falls in the café " + "RAIN (rain) cafe CAFÉ, cafe\u0301 falls! the-the 😀 " * 800
    assert phrases(again) == [*once, Phrase("the-the", ("the", "the"))]
    assert phrases("straße STRASSE И й") == [Phrase(w, (w.lower(),)) for w in ("straße", "STRASSE", "И", "й")]
    with Store(":memory:") as store:
        put(store, a="Rain falls in the café", b="rain", c="sun")
        for match in ("all", "any"):
            assert store.search("rain " * 800, match=match) == store.search("rain", match=match)
            both = store.search("rain café", match=match)
            assert store.search("RAIN Café cafe rain " * 800, match=match) == both
        assert ids(store, "rain " * 800) == ["b", "a"]


@pytest.mark.parametrize(
    "words",
    [
        " ".join(f"w{k}" for k in range(5000)),
        "-".join(f"w{k}" for k in range(5000)),
        "a-" * 500_000,
        " ".join("a-" * k for k in range(1, 100)),
        " ".join(f"w{k} w{k}-{k}" for k in range(129)),
    ],
    ids=["words", "phrase", "equal", "nested", "both"],
)
def test_many_words_are_limited(words: str) -> None:
    with Store(":memory:") as store:
        put(store, a=" ".join(f"w{k}" for k in range(2000)), b="a-a", **{f"d{k}": f"w{k}" for k in range(300)})
        assert ids(store, "w299") == ["d299", "a"]
        with pytest.raises(OptionError, match="at most 128 different words to match all of them") as caught:
            store.search(words)
        assert caught.value.option == "words" and caught.value.value == words and len(str(caught.value)) < 1500
        query = matching_any(store._connection, "chunks_index", phrases(words))
        assert 0 < size(query) <= MAX_TOKENS
        assert len(store.search(words, match="any")) > 0


def test_the_rarest_words_are_searched_for() -> None:
    common = [f"w{k}" for k in range(200)]
    with Store(":memory:") as store:
        put(store, **{f"d{k}": " ".join(common) for k in range(3)}, rare="needle-work", other="w0")
        words = " ".join([*common, "absent", "needle-work"])
        assert [hit.document_id for hit in store.search(words, 1, match="any")] == ["rare"]
        query = matching_any(store._connection, "chunks_index", phrases(words)).split(" OR ")
        assert query[-1] == '"needle-work"' and len(query) == 127  # a phrase of two, and 126 of the others
        assert set(query[:-1]) < {f'"{word}"' for word in common[1:]}  # w0 is in more chunks than they are
        few = " ".join(common[:MAX_TOKENS])
        assert matching_any(store._connection, "chunks_index", phrases(few)).count(" OR ") == 127
        assert matching_all(few, phrases(few)).count(" ") == 127 and len(store.search(few)) == 3
        (table,) = store._connection.execute("SELECT count(*) FROM temp.sqlite_master").fetchone()
        assert table == 0


def test_many_words_in_a_store_that_is_read_only(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db") as store:
        put(store, a="w1 word", b="w500")
        store.search("word")
    with Store(tmp_path / "c.db", read_only=True) as store:
        hits = store.search(" ".join(f"w{k}" for k in range(1000)), match="any")
        assert [hit.document_id for hit in hits] == ["b", "a"]


def test_words_longer_than_a_token() -> None:
    """FTS5 cuts a token after 32 KB, here within a character."""
    long = "a" + "ж" * 40_000
    with Store(":memory:") as store:
        store.put(FixedChunker(100_000, 0).chunk(f"word {long}", document_id="a"))
        assert ids(store, long) == ids(store, f"{long} word") == ["a"]
        assert ids(store, "x" * 1_000_000) == []


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
        with pytest.raises(StoreError, match="needs FTS5"):
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
