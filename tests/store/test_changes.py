"""`Store.changes`: a follower has exactly the chunks of the store, whatever happens to it; and `Store.vacuum`."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.ids import Repeats
from shiplap.store import Changes, Store
from shiplap.store.rows import Prepared, prepare, values_of

CHUNKER = shiplap.RecursiveChunker(12, 0)


class Follower:
    """A vector database that follows a store: the payload of each chunk by its content id."""

    def __init__(self) -> None:
        self.index: dict[str | None, dict[str, Any]] = {}
        self.generation: str | None = None

    def follow(self, store: Store) -> tuple[int, int]:
        changes = store.changes(self.generation)
        upserts = {chunk.content_id: chunk.to_dict() for chunk in changes.upserts}
        assert not upserts.keys() & set(changes.deletes) and len(changes) == len(upserts) + len(changes.deletes)
        self.index |= upserts
        for name in changes.deletes:
            self.index.pop(name, None)
        self.generation = changes.generation
        return len(upserts), len(changes.deletes)

    def check(self, store: Store) -> None:
        assert self.index == {chunk.content_id: chunk.to_dict() for chunk in store}


def put(store: Store, document_id: str, text: str, **names: Any) -> None:
    store.put(CHUNKER.chunk(text, document_id=document_id, **names))


def test_what_changes() -> None:
    follower = Follower()
    with Store(":memory:") as store:
        assert follower.follow(store) == (0, 0)
        put(store, "a", "It rains. It pours. It snows.")
        put(store, "b", "It rains.")
        assert follower.follow(store) == (4, 0)
        assert follower.follow(store) == (0, 0)
        put(store, "a", "It rains. It pours. It snows.")  # the same again
        assert follower.follow(store) == (0, 0)
        put(store, "a", "It rains. It hails. It snows.")  # of the same length
        assert follower.follow(store) == (1, 1)
        put(store, "a", "It rains. It ends. It snows.")
        assert follower.follow(store) == (2, 1)  # the last one moves
        put(store, "a", "Oh! It rains. It ends. It snows.")  # all move
        upserts, deletes = follower.follow(store)
        assert upserts >= 3 and deletes <= 1
        store.delete("b")
        assert follower.follow(store) == (0, 1)
        put(store, "b", "It rains.")
        assert follower.follow(store) == (1, 0)
        put(store, "b", "It rains.", source="b.txt", metadata={"n": 1})  # what else is known of a chunk
        assert follower.follow(store) == (1, 0)
        follower.check(store)


def test_rows_that_are_the_same_stay(tmp_path: Path) -> None:
    with Store(tmp_path / "c.db", create=True) as store:
        put(store, "a", "It rains. It pours. It snows.")
        rows = "SELECT rowid, generation FROM chunks ORDER BY chunk_index"
        before = store._connection.execute(rows).fetchall()
        put(store, "a", "It rains. It pours. It ends.")
        after = store._connection.execute(rows).fetchall()
        assert after[:2] == before[:2] and after[2] != before[2] and after[2][1] == 2
        put(store, "a", "It rains. It pours. It ends.")
        assert store._connection.execute(rows).fetchall() == after
        assert store.changes().generation.endswith(":2") and not store.verify().faults
        assert [hit.text for hit in store.search("ends")] == ["It ends."]
        assert not store.search("snows")


TEXTS = st.lists(st.sampled_from(["It rains. ", "It pours. ", "It snows. ", "Oh! ", "\n\n"]), max_size=6).map(
    "".join
)
NAMES = st.sampled_from("abc")
STEPS = st.one_of(
    st.tuples(st.just("put"), NAMES, TEXTS),
    st.tuples(st.just("update"), NAMES, TEXTS),
    st.tuples(st.just("delete"), NAMES, st.just("")),
    st.tuples(st.just("move"), NAMES, TEXTS),
    st.tuples(st.just("parts"), NAMES, TEXTS),
    st.tuples(st.just("failing parts"), NAMES, TEXTS),
    st.tuples(st.just("prune"), NAMES, st.just("")),
    st.tuples(st.just("vacuum"), NAMES, st.just("")),
)


def parts_of(document_id: str, text: str, fails: bool) -> Any:
    chunks, repeats = CHUNKER.chunk(text, document_id=document_id), Repeats()
    for k in range(0, len(chunks), 2):
        part = chunks[k : k + 2]
        yield values_of(part, part.content_hashes, repeats)
    if fails:
        raise ValueError("the file ends")


def do(store: Store, step: tuple[str, str, str]) -> None:
    what, name, text = step
    if what == "put":
        put(store, name, text)
    elif what == "update":
        old = store.chunks(name)
        whole = "".join(chunk.text for chunk in old)
        update = CHUNKER.update(([(chunk.start, chunk.end) for chunk in old], whole), text, document_id=name)
        store.put(update.chunks)
    elif what == "delete":
        store.delete(name)
    elif what == "prune":
        store.prune([name])
    elif what == "vacuum":
        store.vacuum()
    elif what == "move":
        with store.writer() as writer:
            writer.move(name, text)
    else:
        whole = prepare(CHUNKER.chunk(text, document_id=name))
        empty = Prepared(
            name, None, whole.content_hash, whole.fingerprint, whole.characters, whole.bytes, "{}", 0, []
        )
        with contextlib.suppress(ValueError), store.writer() as writer:
            writer.add_parts(empty, parts_of(name, text, what == "failing parts"))


@given(steps=st.lists(STEPS, max_size=14), grouped=st.booleans())
def test_any_follower_has_the_chunks_of_the_store(steps: list[tuple[str, str, str]], grouped: bool) -> None:
    """Followers that begin at any time, and look in at any later one."""
    followers = [Follower()]
    with Store(":memory:") as store:
        for number, step in enumerate(steps):
            do(store, step)
            if number % (3 if grouped else 1) == 0:
                followers.append(Follower())
            for follower in followers[number % 2 :: 2]:
                try:
                    follower.follow(store)
                except StoreError as error:
                    assert "vacuum" in str(error)
                    follower.index, follower.generation = {}, None
                    follower.follow(store)
                follower.check(store)
        assert not store.verify().faults


def test_many_documents_in_one_transaction() -> None:
    """A document that is written, removed and written again before the commit."""
    follower = Follower()
    with Store(":memory:") as store:
        put(store, "a", "It rains. It pours.")
        follower.follow(store)
        with store.writer() as writer:
            for text in ("It rains. It ends.", "It snows.", "It rains. It pours. Oh!"):
                writer.add(prepare(CHUNKER.chunk(text, document_id="a")))
                writer.add(prepare(CHUNKER.chunk(text, document_id="b")))
            writer.remove("b")
            writer.add(prepare(CHUNKER.chunk("It rains.", document_id="c")))
        follower.follow(store)
        follower.check(store)
        assert (
            store._number("SELECT count(*) FROM tombstones WHERE content_id IN (SELECT content_id FROM chunks)")
            == 0
        )


def test_embeddings_of_the_cache() -> None:
    from shiplap.vectors import HashedWords, embed_texts

    with Store(":memory:") as store:
        put(store, "a", "It rains. It pours.")
        embed_texts(["It rains. "], HashedWords(8), cache=store.vectors("hashed"))
        found = {chunk.text: chunk.embedding is not None for chunk in store.changes(model="hashed").upserts}
        assert found == {"It rains. ": True, "It pours.": False}
        assert [chunk.embedding for chunk in store.changes().upserts] == [None, None]


def test_vacuum(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        for number in range(200):
            put(store, f"d{number}", f"It rains on day {number}. " * 40)
        first = store.changes().generation
        for number in range(150):
            store.delete(f"d{number}")
        second = store.changes(first)
        assert len(second.deletes) > 1000
        before = path.stat().st_size
        store.search("rains")
        store.vacuum()
        assert path.stat().st_size < before and len(store.search("rains", 1000)) > 50
        assert list(store.changes(second.generation).upserts) == []
        with pytest.raises(StoreError, match=r"forgotten \(vacuum\); copy all"):
            store.changes(first)
        assert len(list(store.changes().upserts)) == len(list(store)) and not store.verify().faults


@pytest.mark.parametrize("since", [3, True, "", "3", ":", "x:", "x:-1", "x:1.0", "x:" + "9" * 19, ["x:1"]])
def test_what_is_no_generation(since: Any) -> None:
    with (
        Store(":memory:") as store,
        pytest.raises(OptionError, match=r"since=.* a str like '6f1c0a2b9d3e4f58:12'"),
    ):
        store.changes(since)


def test_the_type_of_a_generation() -> None:
    with Store(":memory:") as store:
        for number in range(2):
            generation = store.changes().generation
            assert type(generation) is str and re.fullmatch(f"[0-9a-f]{{16}}:{number}", generation)
            put(store, "a", "It rains.")
    assert "generation: a str" in (Changes.__doc__ or "")


def test_generations_of_other_stores(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db", create=True) as one, Store(tmp_path / "b.db", create=True) as other:
        put(one, "a", "It rains.")
        with pytest.raises(StoreError, match="another store; copy all"):
            other.changes(one.changes().generation)
    copy = tmp_path / "c.db"
    copy.write_bytes((tmp_path / "a.db").read_bytes())
    with Store(tmp_path / "a.db") as one, Store(copy) as older:
        put(one, "b", "It rains.")
        with pytest.raises(StoreError, match=r"later than that of the store \(1\); copy all"):
            older.changes(one.changes().generation)


def test_commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a.txt").write_text("It rains.")
    assert main(["ingest", "a.txt", "--to", "c.db"]) == 0
    capsys.readouterr()
    assert main(["changes", "c.db"]) == 0
    upsert, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert upsert["upsert"]["text"] == "It rains." and last.keys() == {"generation"}
    Path("a.txt").write_text("It pours.")
    assert main(["ingest", "a.txt", "--to", "c.db"]) == 0
    capsys.readouterr()
    assert main(["changes", "c.db", "--since", last["generation"]]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [next(iter(line)) for line in lines] == ["upsert", "delete", "generation"]
    assert lines[1]["delete"] == upsert["upsert"]["content_id"]
    assert main(["vacuum", "c.db"]) == 0 and "bytes before" in capsys.readouterr().err
    assert main(["changes", "c.db", "--since", last["generation"]]) == 1
    assert "copy all" in capsys.readouterr().err
    assert main(["changes", "c.db", "--since", "12"]) == 2


def test_a_move_leaves_the_index_complete(tmp_path: Path) -> None:
    """Sources are no part of the search index: a store whose folder was moved is still searched read-only."""
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        put(store, "a", "It rains.", source="a.txt")
        store.index()
        first = store.changes().generation
        with store.writer() as writer:
            writer.move("a", "b.txt")
        assert [chunk.source for chunk in store.changes(first).upserts] == ["b.txt"]
    with Store(path, read_only=True) as store:
        assert len(store.search("rains")) == 1


def test_a_tombstone_of_a_chunk_that_is_there_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, create=True) as store:
        put(store, "a", "It rains.")
        store._connection.execute("INSERT INTO tombstones SELECT content_id, document_id, 1 FROM chunks")
        store._connection.execute("UPDATE documents SET generation = 7")
        reasons = [str(fault) for fault in store.verify().faults]
    assert any("tombstone" in reason for reason in reasons) and any("generation 7" in reason for reason in reasons)
