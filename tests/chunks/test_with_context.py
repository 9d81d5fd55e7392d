"""Contexts before chunks: where they stand, what asks for them again, and what the formats keep of them."""

from __future__ import annotations

import json
import pickle
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow
import pytest

import shiplap
from shiplap import OptionError
from shiplap.chunks import Chunk
from shiplap.citations import parse_citations, verify_quotes
from shiplap.errors import EmbedError
from shiplap.ids import content_hash
from shiplap.prompt import build_prompt
from shiplap.store import Store
from shiplap.sync import MemoryTarget, Syncer
from shiplap.vectors import HashedWords, MemoryCache, RequestOptions, embed_chunks, with_retries
from shiplap.vectors.requests import Clock

TEXT = "# Rain\n\nIt rains in the hills. The old man snores.\n\n# Night\n\nDoes he? He does. He went to bed."


class Asked:
    """A function that counts what it is asked."""

    def __init__(self, word: str = "May") -> None:
        self.word = word
        self.batches: list[list[str]] = []

    def __call__(self, batch: list[Chunk]) -> list[str]:
        self.batches.append([chunk.text for chunk in batch])
        return [f"Part {chunk.index} of {self.word}, {len(chunk.chunks.text)} characters." for chunk in batch]


def plain(kind: str = "adaptive") -> shiplap.Chunks:
    chunkers = {
        "adaptive": shiplap.AdaptiveChunker(40, 0, unit="characters"), "fixed": shiplap.FixedChunker(30, 6),
    }  # fmt: skip
    return chunkers[kind].chunk(TEXT, document_id="may", source="may.md", path="may.md")


@pytest.mark.parametrize("kind", ["adaptive", "fixed"])
def test_contexts_stand_before_all(kind: str) -> None:
    before, asked = plain(kind), Asked()
    chunks = before.with_context(asked, batch_size=2)
    assert max(map(len, asked.batches)) == 2 and list(chain.from_iterable(asked.batches)) == before.texts
    for old, new in zip(before, chunks, strict=True):
        assert new.context == f"Part {new.index} of May, {len(TEXT)} characters."
        assert new.contextual_text == f"{new.context}\n\n{old.contextual_text}"
        assert new.context_hash == content_hash(new.contextual_text.encode()) != old.context_hash
        assert (new.start, new.end, new.text, new.id, new.content_id) == (
            old.start, old.end, old.text, old.id, old.content_id
        )  # fmt: skip
    assert chunks.contextual_texts == [chunk.contextual_text for chunk in chunks]
    assert chunks.context_hashes == [chunk.context_hash for chunk in chunks]
    assert chunks._contexts() == [
        text.removesuffix(own) for text, own in zip(chunks.contextual_texts, chunks.texts, strict=True)
    ]
    assert chunks != before and before.contexts == [None] * len(before) == [chunk.context for chunk in before]
    assert chunks[1:].contexts == chunks.contexts[1:] == [chunk.context for chunk in chunks[1:]]
    assert chunks.replace(source="x").contexts == chunks.contexts
    assert pickle.loads(pickle.dumps(chunks)).contexts == chunks.contexts
    assert pickle.loads(pickle.dumps(chunks[1])).context == chunks[1].context
    assert Chunk.from_dict(chunks[1].to_dict()) == chunks[1] != before[1]


def test_an_empty_context_is_none_in_the_text() -> None:
    before = plain()
    chunks = before.with_context(lambda batch: [""] * len(batch))
    assert chunks.contextual_texts == before.contextual_texts and chunks.context_hashes == before.context_hashes
    assert chunks.contexts == [""] * len(chunks)


def test_a_second_run_asks_nothing_for_unchanged_chunks() -> None:
    cache: dict[str, str] = {}
    first, second = Asked(), Asked("June")
    chunks = plain().with_context(first, cache=cache)
    assert plain().with_context(second, cache=cache) == chunks and not second.batches
    changed = shiplap.AdaptiveChunker(40, 0, unit="characters").chunk(
        TEXT.replace("He does.", "He did."), document_id="may", path="may.md"
    )
    found = changed.with_context(second, cache=cache)
    assert 0 < sum(map(len, second.batches)) < len(changed)
    asked = set(chain.from_iterable(second.batches))
    assert [("June" in chunk.context) for chunk in found] == [chunk.text in asked for chunk in found]


def test_what_is_answered_is_kept_if_a_later_batch_fails() -> None:
    cache: dict[str, str] = {}

    def function(batch: list[Chunk]) -> list[str]:
        if batch[0].index:
            raise ValueError("no rain")
        return ["Part"] * len(batch)

    with pytest.raises(ValueError, match="no rain"):
        plain().with_context(function, cache=cache, batch_size=1)
    assert list(cache) == plain().content_ids[:1]


def test_the_store_carries_contexts(tmp_path: Path) -> None:
    path, asked = tmp_path / "chunks.db", Asked()
    chunks = plain().with_context(asked)
    with Store(path, create=True) as store:
        store.put(chunks)
        assert store.chunks("may") == list(chunks)
        assert store.contexts("may") == dict(zip(chunks.content_ids, chunks.contexts, strict=True))
        again = Asked()
        assert plain().with_context(again, cache=store.contexts("may")) == chunks and not again.batches
        (hit,) = [hit for hit in store.search("part 1 may") if hit.chunk_index == 1]
        assert hit.context == chunks[1].context and hit.contextual_text == chunks[1].contextual_text
        assert "[May]" in hit.snippet
        report = store.embed(HashedWords(16), model="words")
        assert report.embedded == len(chunks)
        assert set(store.vectors("words").get_many(chunks.context_hashes)) == set(chunks.context_hashes)
        expected = HashedWords(16)(chunks.contextual_texts)
        vectors = [chunk.embedding for chunk in store.chunks("may", model="words")]
        assert np.allclose(np.stack(vectors), expected)
        assert not store.verify().faults
        store.put(plain())
        assert store.contexts("may") == {} and store.chunks("may") == list(plain())


def test_formats_carry_contexts(tmp_path: Path) -> None:
    chunks = plain().with_context(Asked())
    assert chunks.column("context") == chunks.contexts
    assert pyarrow.table(chunks.to_arrow().to_pydict()).column("context").to_pylist() == chunks.contexts
    assert json.loads(json.dumps(chunks[0].to_dict()))["context"] == chunks.contexts[0]


def test_embeddings_are_those_of_contextual_texts() -> None:
    chunks = plain().replace(embeddings=np.ones((len(plain()), 2), np.float32)).with_context(Asked())
    assert chunks.embeddings is None
    cache = MemoryCache()
    vectors = embed_chunks(chunks, HashedWords(16), cache=cache)
    assert np.allclose(vectors, HashedWords(16)(chunks.contextual_texts))
    assert set(cache.get_many(chunks.context_hashes)) == set(chunks.context_hashes)


def test_prompts_and_quotes_stay_those_of_the_document() -> None:
    before, chunks = plain(), plain().with_context(Asked())
    assert build_prompt("Who?", chunks).text == build_prompt("Who?", before).text
    with Store(":memory:") as store:
        store.put(chunks)
        hits = store.search("snores")
        assert build_prompt("Who?", hits).text == build_prompt("Who?", [chunks[hits[0].chunk_index]]).text
    answer = "He snores: “The old man snores.” [doc: may.md, chunk: may-chunk-0]"
    assert not parse_citations(answer, chunks).unresolved
    assert [quote.verdict for quote in verify_quotes("“Part 0 of May, 95 characters.”", chunks).quotes] == [
        "absent"
    ]


def test_a_sync_writes_chunks_with_new_contexts_anew() -> None:
    target = MemoryTarget()
    with Store(":memory:") as store:
        store.put(plain())
        store.embed(HashedWords(16), model="words")
        Syncer(store, target, model="words").run()
        store.put(plain().with_context(Asked()))
        store.embed(HashedWords(16), model="words")
        report = Syncer(store, target, model="words").run()
        assert report.written == len(plain())


def test_retries() -> None:
    class Now(Clock):
        time = 0.0

        def now(self) -> float:
            return self.time

        def wait(self, seconds: float, stop: Any) -> None:
            self.time += seconds

    faults: list[Exception] = [
        EmbedError("writer", "busy", 429, 7.0),
        TimeoutError("late"),
        ConnectionError("cut"),
    ]
    asked = Asked()

    def function(batch: list[Chunk]) -> list[str]:
        if faults:
            raise faults.pop(0)
        return asked(batch)

    clock = Now()
    chunks = plain().with_context(with_retries(function, clock=clock))
    assert chunks.contexts[0] and not faults and clock.time > 7
    faults = [EmbedError("writer", "busy", 503)] * 99
    with pytest.raises(EmbedError, match="patience=5"):
        plain().with_context(with_retries(function, RequestOptions(patience=5), clock=clock))
    for fault in (EmbedError("writer", "no key", 401), ValueError("no rain")):
        faults = [fault]
        with pytest.raises(EmbedError, match=r"no key|no rain"):
            plain().with_context(with_retries(function, clock=clock))


@pytest.mark.parametrize(
    ("function", "option"),
    [
        (None, "function"),
        (lambda batch: None, "function"),
        (lambda batch: "text", "function"),
        (lambda batch: ["text"], "function"),
        (lambda batch: [7] * len(batch), "function"),
        (lambda batch: ["\ud800"] * len(batch), "function"),
    ],
)
def test_what_is_refused(function: Any, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        plain().with_context(function)
    assert caught.value.option == option


def test_other_arguments_that_are_refused() -> None:
    with pytest.raises(OptionError, match="slice"):
        plain()[1:].with_context(Asked())
    with pytest.raises(OptionError, match="cache"):
        plain().with_context(Asked(), cache=[])  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="batch_size"):
        plain().with_context(Asked(), batch_size=0)
