"""Any history of a store, with syncs that are killed at any call, ends in a target that equals the store."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.store import Store
from shiplap.sync import Key, MemoryTarget, Syncer
from tests.support.cases import few_quick
from tests.sync.faults import EMBED, MODEL, Faulty, Killed, Transactional, expected, rows_of

CHUNKER = shiplap.RecursiveChunker(12, 0)

SENTENCES = ("It rains. ", "It pours. ", "# Hills\n\n", "It snows. ", "\n\nIt hails. ")

documents = st.sampled_from(("a", "b", "a-text-b"))
texts = st.lists(st.sampled_from(SENTENCES), max_size=6).map("".join)
steps = st.one_of(
    st.tuples(st.just("put"), documents, texts, st.sampled_from((None, "x.md", "y.md"))),
    st.tuples(st.just("put"), documents, texts, st.none()),
    st.tuples(st.just("delete"), documents),
    st.tuples(st.just("vacuum")),
    st.tuples(st.just("sync"), st.integers(0, 30), st.booleans(), st.integers(1, 3)),
)


def do(store: Store, target: MemoryTarget, key: Key, step: tuple[Any, ...]) -> None:
    """Do a step of a history."""
    name, *values = step
    if name == "put":
        document_id, text, source = values
        store.put(CHUNKER.chunk(text, document_id=document_id, source=source))
    elif name == "delete":
        store.delete(values[0])
    elif name == "vacuum":
        store.vacuum()
    else:
        at, is_middle, size = values
        sync(store, target, key, at, is_middle=is_middle, size=size)


def sync(
    store: Store, target: MemoryTarget, key: Key, at: int, *, is_middle: bool = False, size: int = 2
) -> bool:
    """Sync, and return whether the target was killed at call `at`."""
    faulty = Faulty(target, at, is_middle=is_middle)
    try:
        Syncer(store, faulty, model=MODEL, embed=EMBED, key=key, batch_size=size).run()
    except Killed:
        return True
    return False


def check(store: Store, target: MemoryTarget, key: Key) -> None:
    """Sync without a fault, and compare the target with the store."""
    report = Syncer(store, target, model=MODEL, embed=EMBED, key=key, batch_size=3).run()
    assert rows_of(target) == expected(store, key)
    assert report.is_even
    cursor = target.cursor()
    assert cursor is not None
    assert cursor.is_whole
    if not store.model_names():
        return
    assert Syncer(store, target, model=MODEL, key=key).run().way == "nothing"
    assert Syncer(store, target, model=MODEL, key=key).verify().is_clean


@given(history=st.lists(steps, max_size=12), key=st.sampled_from(("content", "chunk")), transactions=st.booleans())
def test_any_history_ends_even(history: list[tuple[Any, ...]], key: Key, transactions: bool) -> None:
    target = Transactional() if transactions else MemoryTarget()
    with Store(":memory:") as store:
        for step in history:
            do(store, target, key, step)
        check(store, target, key)


#: States of a store, one after the other.
STATES: tuple[tuple[tuple[Any, ...], ...], ...] = (
    (("put", "a", "".join(SENTENCES), None), ("put", "b", "It rains. It rains. It rains. ", None)),
    (("put", "a", "It pours. It rains. It rains. ", "x.md"), ("delete", "b")),
    (("put", "b", "It snows. ", None), ("put", "a", "# Hills\n\nIt rains. It pours. ", "x.md")),
    (("vacuum",), ("put", "a", "It hails. ", None), ("vacuum",)),
)


@few_quick("key", ["content", "chunk"])
@pytest.mark.parametrize("kind", [MemoryTarget, Transactional])
@pytest.mark.parametrize("is_middle", [False, True])
@few_quick("state", range(len(STATES)), quick=1)
def test_a_kill_at_each_call_is_repaired(key: Key, kind: Any, is_middle: bool, state: int) -> None:
    at, is_killed = 0, True
    while is_killed:
        target = kind()
        with Store(":memory:") as store:
            for number, changes in enumerate(STATES[: state + 1]):
                for step in changes:
                    do(store, target, key, step)
                if number < state:
                    sync(store, target, key, -1)
            is_killed = sync(store, target, key, at, is_middle=is_middle)
            check(store, target, key)
        at += 1
    assert at > 8


#: Chunkers of a document that is edited.
EDITED = {
    "recursive": shiplap.RecursiveChunker(900, 0), "adaptive": shiplap.AdaptiveChunker(900, 0),
    "sentences": shiplap.SentenceChunker(900, 0), "stable": shiplap.StableChunker(900, 0),
}  # fmt: skip


def paragraph(rng: random.Random) -> str:
    words = ("rain", "hill", "old", "man", "snores", "dog", "post", "valley", "night", "snow", "falls", "river")
    sentences = [" ".join(rng.choices(words, k=rng.randint(4, 14))).capitalize() for _ in range(rng.randint(1, 5))]
    return ". ".join(sentences) + "."


@pytest.mark.parametrize("name", EDITED)
def test_an_edit_costs_its_texts(name: str) -> None:
    """A document of 60 paragraphs is edited 24 times, one paragraph at a time, and synced after each edit. A
    paragraph is up to a third of a chunk, and an edit costs at most three texts on average."""
    chunker = EDITED[name]
    rng, target, embedded = random.Random(20261126), MemoryTarget(), 0
    paragraphs = [paragraph(rng) for _ in range(60)]
    with Store(":memory:") as store:
        store.put(chunker.chunk("\n\n".join(paragraphs), document_id="doc"))
        Syncer(store, target, model=MODEL, embed=EMBED).run()
        for number in range(24):
            at = rng.randrange(len(paragraphs))
            kind = ("change", "insert", "remove")[number % 3]
            paragraphs[at : at + (kind != "insert")] = [paragraph(rng)] * (kind != "remove")
            text, decided = "\n\n".join(paragraphs), store.decided("doc")
            update = chunker.update(store.chunks("doc"), text, decided=decided, document_id="doc")
            store.put(update.chunks)
            report = Syncer(store, target, model=MODEL, embed=EMBED).run()
            embedded += report.embedded
            assert report.is_even and rows_of(target) == expected(store)
        assert 16 <= embedded <= 3 * 24


@pytest.mark.exhaustive
def test_killed_processes_leave_an_even_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `benchmarks.sync.kills` does it 50 times for each target: `kill -9` at random moments."""
    kills = pytest.importorskip("benchmarks.sync.kills")
    monkeypatch.chdir(tmp_path)
    report = kills.run("benchmarks.sync.own_target:make", 3, longest=0.5)
    assert (report["found"], report["moments"]) == ({}, 3)
