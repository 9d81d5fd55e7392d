"""The rules Y1 to Y10 of a sync."""

from __future__ import annotations

import multiprocessing
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.errors import EmbedError, OptionError, StoreError, TargetError
from shiplap.store import EmbedListener, Store
from shiplap.sync import Batch, Cursor, Layout, MemoryTarget, Syncer, syncer
from shiplap.vectors import HashedWords, StaleCacheWarning
from tests.sync.faults import EMBED, MODEL, expected, other_embed, rows_of

CHUNKER = shiplap.RecursiveChunker(12, 0)


def put(store: Store, text: str, document_id: str = "doc", **names: Any) -> None:
    store.put(CHUNKER.chunk(text, document_id=document_id, **names))


def syncs(store: Store, target: Any, **options: Any) -> Syncer:
    return Syncer(store, target, **{"model": MODEL, "embed": EMBED, **options})


@pytest.fixture
def store() -> Any:
    with Store(":memory:") as opened:
        put(opened, "It rains. It pours. It snows. ")
        yield opened


@pytest.fixture
def target(store: Store) -> MemoryTarget:
    made = MemoryTarget()
    syncs(store, made).run()
    return made


# ---- Y1: what a target has


def test_records_have_the_fields_of_the_chunk(store: Store) -> None:
    target = MemoryTarget()
    text, metadata = "# Hills\n\nIt hails. ", {"owner": {"name": "é"}}
    store.put(shiplap.chunk(text, document_id="b.md", source="b.md", metadata=metadata))
    syncs(store, target).run()
    record = next(record for record, _ in target.rows.values() if "hails" in record["text"])
    assert record["source"] == "b.md"
    assert record["metadata"] == {"owner": {"name": "é"}}
    assert record["headings"] == ["Hills"]
    assert (record["first_page"], record["start_seconds"]) == (None, None)


def test_pages_and_times() -> None:
    document = shiplap.Document("It rains. It pours.", provenance={"pages": [(0, 10, 3), (10, 19, 4)]})
    target = MemoryTarget()
    with Store(":memory:") as store:
        store.put(shiplap.chunk(document, document_id="doc"))
        syncs(store, target).run()
    ((record, _),) = target.rows.values()
    assert (record["first_page"], record["last_page"]) == (3, 4)


# ---- Y2: what is refused


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"model": "other"}, "has the vectors of the model 'hashed', not 'other'"),
        ({"key": "chunk"}, "has the key 'content', not 'chunk'"),
        ({"metric": "dot"}, "has Layout"),
    ],
)
def test_another_model_key_or_metric_is_refused(
    store: Store, target: MemoryTarget, options: dict[str, Any], message: str
) -> None:
    before = rows_of(target)
    calls: list[Sequence[str]] = []

    def embed(texts: Sequence[str]) -> Any:
        calls.append(texts)
        return EMBED(list(texts))

    put(store, "It hails. ", "new")
    with pytest.raises(TargetError, match=message):
        syncs(store, target, **{"embed": embed, **options}).run()
    assert sum(map(len, calls)) <= 1  # the probe, if the length of the vectors is unknown
    assert rows_of(target) == before


def test_another_store_is_refused(target: MemoryTarget) -> None:
    with Store(":memory:") as other:
        put(other, "It hails. ")
        with pytest.raises(TargetError, match=r"follows the store '.*', not '.*'; name another"):
            syncs(other, target).run()


def test_rows_without_a_cursor_are_refused(store: Store, target: MemoryTarget) -> None:
    target._cursor = None
    with pytest.raises(TargetError, match="has 3 rows that no sync of shiplap wrote"):
        syncs(store, target).run()


def test_two_stores_that_begin_at_the_same_time(store: Store) -> None:
    class Raced(MemoryTarget):
        def commit(self, cursor: Cursor) -> None:
            super().commit(cursor if self._cursor is None else self._cursor)
            self._cursor = replace(cursor, generation="other:0")

    with pytest.raises(TargetError, match="another store has begun") as caught:
        syncs(store, Raced()).run()
    assert caught.value.retryable


def test_errors_while_rows_are_read_are_named(store: Store, target: MemoryTarget) -> None:
    class Broken(MemoryTarget):
        def held(self, size: int) -> Any:
            yield from super().held(1)
            raise ValueError("bad page")

    broken = Broken()
    broken.rows, broken._layout, broken._cursor = target.rows, target._layout, target._cursor
    with pytest.raises(TargetError, match=r"^memory: ValueError: bad page$") as caught:
        syncs(store, broken).verify()
    assert not caught.value.retryable


# ---- Y3 and Y6: cursors


def test_the_cursors_of_a_first_sync(store: Store) -> None:
    cursors: list[tuple[str, bool, int]] = []

    class Listening(MemoryTarget):
        def commit(self, cursor: Cursor) -> None:
            super().commit(cursor)
            cursors.append((cursor.generation.partition(":")[2], cursor.is_whole, len(self.rows)))

    syncs(store, Listening(), batch_size=2).run()
    assert cursors == [("0", False, 0), ("0", False, 2), ("0", False, 3), ("1", True, 3)]


def test_a_sync_without_changes_writes_nothing(store: Store, target: MemoryTarget) -> None:
    target.begin = None  # type: ignore[method-assign,assignment]
    report = Syncer(store, ReadOnly(target), model=MODEL).run()
    assert (report.way, report.rows, report.chunks) == ("nothing", 3, 3)


class ReadOnly:
    """A target that cannot be written."""

    def __init__(self, target: MemoryTarget) -> None:
        self.target = target

    def __getattr__(self, name: str) -> Any:
        return self.begin if name in ("upsert", "delete", "commit") else getattr(self.target, name)

    def begin(self, *given: Any) -> None:
        raise AssertionError


# ---- Y4: chunks without a vector


def test_chunks_without_a_vector_are_an_error(store: Store, target: MemoryTarget) -> None:
    put(store, "It hails. It thaws. ", "new")
    before = rows_of(target)
    with pytest.raises(StoreError, match="2 chunks have no vector of the model 'hashed'; embed them"):
        Syncer(store, target).run()
    assert rows_of(target) == before
    report = Syncer(store, target, allow_missing=True).run()
    assert [each.chunk_id for each in report.missing] == ["new-chunk-0", "new-chunk-1"]
    assert report.missing[0].reason == "has no vector"
    assert report.is_even and report.is_complete
    report = syncs(store, target).run()
    assert (report.written, report.missing_count) == (2, 0)
    assert rows_of(target) == expected(store)


def test_the_only_model_is_the_default(store: Store, target: MemoryTarget) -> None:
    assert Syncer(store, target).model == MODEL
    store.embed(HashedWords(8), model="eight")
    with pytest.raises(OptionError, match="must name one of the models of the store \\('eight', 'hashed'\\)"):
        Syncer(store, target)
    with Store(":memory:") as empty, pytest.raises(OptionError, match="has no vectors"):
        Syncer(empty, target)


def test_the_name_of_a_model_is_that_of_its_vectors(store: Store) -> None:
    target = MemoryTarget()
    assert Syncer(store, target, embed="hashed").run().embedded == 3
    assert target._layout == Layout(1024)


def test_a_model_without_vectors(store: Store) -> None:
    with pytest.raises(StoreError, match="has no vectors of the model 'x' \\(its models: none\\)"):
        Syncer(store, MemoryTarget(), model="x").run()


# ---- Y5: the order of writing and removing


def test_rows_are_written_before_others_are_removed(store: Store, target: MemoryTarget) -> None:
    texts: list[set[str]] = []

    class Watched(MemoryTarget):
        def commit(self, cursor: Cursor) -> None:
            super().commit(cursor)
            texts.append({record["text"] for record, _ in self.rows.values()})

    watched = Watched()
    watched.rows, watched._layout, watched._cursor = target.rows, target._layout, target._cursor
    put(store, "It rains. It hails. It snows. ")
    syncs(store, watched, batch_size=1).run()
    assert all({"It rains. ", "It snows. "} <= each for each in texts)
    assert any({"It pours. ", "It hails. "} <= each for each in texts)
    assert texts[-1] == {"It rains. ", "It hails. ", "It snows. "}


def test_a_chunk_that_comes_back_while_the_target_is_written(store: Store, target: MemoryTarget) -> None:
    put(store, "It rains. It snows. ")

    class Slow(MemoryTarget):
        def upsert(self, batch: Batch) -> None:
            super().upsert(batch)

        def count(self) -> int:
            return len(self.rows)

    slow = Slow()
    slow.rows, slow._layout, slow._cursor = target.rows, target._layout, target._cursor
    sync = syncs(store, slow)
    changes = store.changes(target._cursor.generation if target._cursor else None, model=MODEL)
    put(store, "It rains. It pours. It snows. ")  # what `changes` deletes is there again
    sync._changes = lambda *_: changes  # type: ignore[method-assign]
    sync.run()
    assert {record["text"] for record, _ in slow.rows.values()} == {"It rains. ", "It pours. ", "It snows. "}
    check_even(store, slow)


def check_even(store: Store, target: MemoryTarget) -> None:
    syncs(store, target).run()
    assert rows_of(target) == expected(store)


@pytest.mark.parametrize("key", ["content", "chunk"])
def test_documents_that_shrink_and_grow(key: Any) -> None:
    target = MemoryTarget()
    with Store(":memory:") as store:
        for text in ("It rains. " * 5, "It rains. ", "It rains. " * 3 + "It pours. ", "", "It snows. " * 2):
            put(store, text)
            put(store, "It hails. " * (9 - len(text) // 10), "other")
            report = syncs(store, target, key=key).run()
            assert rows_of(target) == expected(store, key)
            assert report.is_even


# ---- Y7: comparisons


def test_forgotten_changes_are_found_by_ids(store: Store, target: MemoryTarget) -> None:
    put(store, "It rains. It hails. ")
    store.vacuum()
    report = syncs(store, target).run()
    assert (report.way, report.written, report.removed) == ("comparison", 1, 2)
    assert rows_of(target) == expected(store)


def test_a_store_that_was_put_back_from_a_copy(tmp_path: Path) -> None:
    path, target = tmp_path / "chunks.db", MemoryTarget()
    with Store(path, create=True) as store:
        put(store, "It rains. ")
        syncs(store, target).run()
    copy = path.read_bytes()
    with Store(path) as store:
        put(store, "It pours. ")
        put(store, "It hails. ", "new")
        syncs(store, target).run()
    path.write_bytes(copy)
    with Store(path) as store:
        report = syncs(store, target).run()
        assert report.way == "comparison"
        assert rows_of(target) == expected(store)


# ---- Y8: chunks that cannot be embedded, records that are refused


def refusing(word: str) -> Any:
    """Return a model that refuses texts with a word."""

    def embed(texts: Sequence[str]) -> Any:
        if any(word in text for text in texts):
            raise EmbedError("picky", f"the text has {word!r}", 400)
        return EMBED(list(texts))

    return embed


def test_a_text_that_is_refused_is_tried_again(store: Store) -> None:
    target = MemoryTarget()
    put(store, "It hails. ", "other")
    report = syncs(store, target, embed=refusing("pours")).run()
    assert [(each.chunk_id, each.reason) for each in report.missing] == [
        ("doc-chunk-1", "the text has 'pours'")
    ]
    cursor = target.cursor()
    assert cursor is not None
    assert cursor.is_whole
    assert cursor.pending == ("doc",)
    assert Syncer(store, target).run().missing_count == 1  # without a function: it was tried before
    put(store, "It thaws. ", "later")
    assert syncs(store, target, embed=refusing("pours")).run().missing_count == 1
    assert len(target.rows) == 4
    assert syncs(store, target).run().missing_count == 0
    assert rows_of(target) == expected(store)
    assert target.cursor() == replace(cursor, generation=store.changes().generation, pending=())


def test_an_earlier_version_of_a_refused_chunk_is_removed(store: Store, target: MemoryTarget) -> None:
    chunker = shiplap.AdaptiveChunker(40, 0, unit="characters")
    for title in ("Rain", "Hail"):  # the content ids of the chunks stay, their contextual texts do not
        store.put(chunker.chunk(f"# {title}\n\n" + "It rains in the hills and it pours. " * 4, document_id="a.md"))
        report = syncs(store, target, embed=refusing("Hail")).run()
        assert rows_of(target) == expected(store)
    assert report.missing_count == len(store.chunks("a.md"))
    assert len(target.rows) == 3


@pytest.mark.parametrize("key", ["content", "chunk"])
def test_a_record_that_is_refused_leaves_the_others(store: Store, key: Any) -> None:
    class Picky(MemoryTarget):
        def upsert(self, batch: Batch) -> None:
            for row, record in enumerate(batch.records):
                if "pours" in record["text"]:
                    raise TargetError(self.name, "cannot pour", row=row)
            super().upsert(batch)

    target = Picky()
    put(store, "It pours. It pours. ", "wet")
    report = syncs(store, target, key=key).run()
    assert {each.chunk_id for each in report.missing} == {"doc-chunk-1", "wet-chunk-0", "wet-chunk-1"}
    assert {record["text"] for record, _ in target.rows.values()} == {"It rains. ", "It snows. "}
    assert report.is_even
    report = syncs(store, target, key=key, allow_missing=True).run()
    assert (report.missing_count, report.is_complete) == (3, False)
    put(store, "It hails. ", "wet")
    assert syncs(store, target, key=key).run().missing_count == 1


def test_a_cursor_with_too_many_pending_documents_stays(
    store: Store, target: MemoryTarget, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(syncer, "MAX_PENDING", 2)
    before = target.cursor()
    for number in range(3):
        put(store, f"It hails {number}.", f"new-{number}")
    syncs(store, target, embed=refusing("hails")).run()
    assert target.cursor() == before
    syncs(store, target).run()
    assert rows_of(target) == expected(store)


# ---- Y9: another model of the same name


def test_another_model_of_the_same_name(store: Store, target: MemoryTarget) -> None:
    put(store, "It hails. ", "new")
    with pytest.warns(StaleCacheWarning):
        report = syncs(store, target, embed=other_embed).run()
    assert report.written == 4
    assert rows_of(target) == expected(store)
    assert syncs(store, target, embed=other_embed).run().way == "nothing"


def test_another_length_of_vectors(store: Store, target: MemoryTarget) -> None:
    put(store, "It hails. ", "new")
    with pytest.warns(StaleCacheWarning), pytest.raises(TargetError, match="has Layout"):
        syncs(store, target, embed=HashedWords(8)).run()


# ---- Y10: two syncs


def test_a_second_sync_waits_and_is_refused(tmp_path: Path) -> None:
    path, started, ends = tmp_path / "chunks.db", threading.Event(), threading.Event()

    class Waiting(MemoryTarget):
        def count(self) -> int:
            started.set()
            ends.wait(60)
            return super().count()

    target = Waiting()

    def first() -> None:
        with Store(path) as store:
            syncs(store, target).run()

    with Store(path, create=True) as store:
        put(store, "It rains. ")
        thread = threading.Thread(target=first)
        thread.start()
        started.wait(60)
        try:
            with pytest.raises(StoreError, match="another sync of the store is running") as caught:
                syncs(store, target, timeout=0).run()
            assert caught.value.retryable
            listener, lines = EmbedListener(), list[str]()
            listener.message = lines.append  # type: ignore[method-assign]
            with pytest.raises(StoreError, match="another sync of the store is running"):
                syncs(store, target, timeout=0.01, listener=listener).run()
            assert lines == [f"waits for another sync of {path}, at most 0.01 s"]
        finally:
            ends.set()
            thread.join()
        assert syncs(store, target, timeout=0).run().way == "nothing"


def _hold(path: str, pipe: Any) -> None:
    from shiplap.store.lock import locked

    with locked(path, "sync", 0):
        pipe.send("locked")
        pipe.recv()


def test_a_killed_sync_leaves_no_lock(tmp_path: Path) -> None:
    path = str(tmp_path / "chunks.db")
    ours, theirs = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=_hold, args=(path, theirs))
    with Store(path, create=True) as store:
        put(store, "It rains. ")
        process.start()
        assert ours.recv() == "locked"
        with pytest.raises(StoreError, match="another sync"):
            syncs(store, MemoryTarget(), timeout=0).run()
        process.kill()
        process.join()
        assert sorted(each.name for each in tmp_path.iterdir()) == ["chunks.db", "chunks.db-sync"]
        assert syncs(store, MemoryTarget(), timeout=0).run().written == 1


def test_the_lock_of_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    (tmp_path / "data").mkdir()
    with Store(tmp_path / "data" / "chunks.db", create=True) as store:
        put(store, "It rains. ")
        syncs(store, MemoryTarget()).run()
    assert not (tmp_path / "data" / "chunks.db-sync").exists()
    assert len(list(tmp_path.glob("shiplap-*-sync"))) == 1


# ---- verify and repair


def damage(target: MemoryTarget) -> dict[str, str]:
    """Damage rows: one of each kind of difference. Returns the content id of each."""
    rows = {record["text"]: (id, record, vector) for id, (record, vector) in target.rows.items()}
    names = {}
    id, record, _ = rows["It rains. "]
    del target.rows[id]
    names["missing"] = record["content_id"]
    id, record, vector = rows["It pours. "]
    target.rows[id] = {**record, "text": "It drips. "}, vector
    names["stale"] = record["content_id"]
    id, record, vector = rows["It snows. "]
    target.rows[id] = record, np.roll(vector, 1)
    names["wrong_vectors"] = record["content_id"]
    return names


class Doubling(MemoryTarget):
    """Returns the rows whose text has a word twice, until they are deleted."""

    word = ""

    def held(self, size: int) -> Any:
        for page in super().held(size):
            yield page
            twice = [at for at, text in enumerate(page.texts) if self.word and self.word in text]
            for at in twice:
                one = slice(at, at + 1)
                yield replace(
                    page, ids=page.ids[one], texts=page.texts[one], stamps=page.stamps[one],
                    vectors=page.vectors[one],
                )  # fmt: skip

    def delete(self, ids: Any) -> None:
        super().delete(ids)
        self.word = ""


def test_verify_finds_each_difference_and_repair_mends_it(store: Store) -> None:
    target = Doubling()
    put(store, "It thaws. ", "other")
    syncs(store, target).run()
    names = damage(target)
    target.rows[next(iter(store.changes().upserts)).uuid] = next(iter(target.rows.values()))
    target.word = "thaws"
    damaged = rows_of(target)
    found = syncs(store, target).verify()
    assert rows_of(target) == damaged
    assert found.counts == {"missing": 1, "stale": 1, "wrong_vectors": 1, "extra": 1, "duplicates": 1}
    assert {name: getattr(found, name) for name in names} == {name: [value] for name, value in names.items()}
    assert not found.is_clean
    assert "1 missing" in str(found)
    repaired = syncs(store, target).repair()
    assert repaired.counts == found.counts
    assert repaired.is_repaired
    assert rows_of(target) == expected(store)
    assert syncs(store, target).verify().is_clean
    cursor = target.cursor()
    assert cursor is not None
    assert cursor.is_whole


def test_another_record_with_the_same_text_is_stale(store: Store, target: MemoryTarget) -> None:
    id, (record, vector) = next(iter(target.rows.items()))
    target.rows[id] = {**record, "stamp": "edited"}, vector
    assert syncs(store, target).verify().counts == {"stale": 1}


def test_vectors_may_be_scaled(store: Store, target: MemoryTarget) -> None:
    for id, (record, vector) in target.rows.items():
        target.rows[id] = record, (vector * np.float32(0.125))
    assert syncs(store, target).verify().is_clean


def test_verify_of_a_target_that_is_behind(store: Store, target: MemoryTarget) -> None:
    assert not syncs(store, target).verify().is_behind
    put(store, "It hails. ", "new")
    store.embed(EMBED, model=MODEL)
    found = syncs(store, target).verify()
    assert found.is_behind
    assert found.counts == {"missing": 1}
    syncs(store, target).repair()
    assert syncs(store, target).run().way == "nothing"
    assert rows_of(target) == expected(store)


def test_verify_needs_a_cursor(store: Store) -> None:
    with pytest.raises(TargetError, match="does not exist; sync first"):
        syncs(store, MemoryTarget()).verify()
    target = MemoryTarget()
    target.open(Layout(16))
    store.embed(EMBED, model=MODEL)
    with pytest.raises(TargetError, match="has no cursor; sync first"):
        syncs(store, target).verify()


def test_chunks_without_a_vector_are_found(store: Store, target: MemoryTarget) -> None:
    put(store, "It hails. ", "new")
    found = Syncer(store, target, allow_missing=True).verify()
    assert found.counts == {"without_vector": 1}
    assert found.without_vector == ["new-chunk-0"]


# ---- dry runs, reports


def test_a_dry_run_counts_and_changes_nothing(store: Store) -> None:
    target = MemoryTarget()
    report = syncs(store, target).run(dry_run=True)
    assert (report.way, report.written, report.embedded, report.rows) == ("first", 3, 3, 0)
    assert not target.exists()
    assert len(store.vectors(MODEL)) == 0
    assert syncs(store, target).run().written == 3
    put(store, "It rains. It hails. ")
    before = rows_of(target)
    dry = syncs(store, target).run(dry_run=True)
    assert (dry.way, dry.written, dry.removed, dry.embedded) == ("changes", 1, 2, 1)
    store.vacuum()
    dry = syncs(store, target).run(dry_run=True)
    assert (dry.way, dry.removed) == ("comparison", 2)
    assert rows_of(target) == before
    assert str(dry).startswith("rows: 1 written, 2 removed, 3 in all, compared by ids; ")


def test_progress(store: Store) -> None:
    calls: list[tuple[int, int | None]] = []
    syncs(store, MemoryTarget(), batch_size=2, on_progress=lambda *given: calls.append(given)).run()
    assert calls == [(2, 3), (3, 3)]


def test_the_index_is_made_for_rows(store: Store) -> None:
    class Indexed(MemoryTarget):
        calls = 0

        def index(self) -> None:
            self.calls += 1

    target = Indexed()
    syncs(store, target).run()
    assert target.calls == 0
    syncs(store, target).run(index=True)
    assert target.calls == 1


def test_a_target_that_lost_rows_is_not_even(store: Store, target: MemoryTarget) -> None:
    target.rows.popitem()
    assert not syncs(store, target).run().is_even


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("key", "id"), ("metric", "manhattan"), ("batch_size", 0), ("embed", 7), ("target", 7),
        ("target", MemoryTarget), ("timeout", -1), ("timeout", "1"), ("timeout", float("nan")),
        ("allow_missing", "yes"),
    ],
)  # fmt: skip
def test_wrong_options(store: Store, option: str, value: Any) -> None:
    given: dict[str, Any] = {"target": MemoryTarget(), "model": MODEL, option: value}
    with pytest.raises(OptionError, match="must be"):
        Syncer(store, given.pop("target"), **given)


def test_a_target_is_closed_after_an_error(store: Store) -> None:
    class Broken(MemoryTarget):
        closed = 0

        def open(self, layout: Layout) -> None:
            raise sqlite3.OperationalError("the connection is lost\nand more")

        def close(self) -> None:
            self.closed += 1

    target = Broken()
    with pytest.raises(TargetError, match=r"^memory: OperationalError: the connection is lost$") as caught:
        syncs(store, target).run()
    assert caught.value.retryable
    assert isinstance(caught.value.__cause__, sqlite3.OperationalError)
    assert target.closed == 1
