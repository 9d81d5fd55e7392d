"""Embeddings: the exact search beside a plain one, caches, checks, and what Chunks and the store carry."""

from __future__ import annotations

import functools
import itertools
import math
import pickle
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap import FixedChunker, OptionError
from shiplap.grounding import Grounder
from shiplap.store import Store
from shiplap.vectors import (
    Exact,
    HashedWords,
    MemoryCache,
    StaleCacheWarning,
    embed_chunks,
    embed_texts,
    make_index,
)
from shiplap.vectors import exact as nearest
from shiplap.vectors.embedding import PROBE
from shiplap.vectors.indexes import usearch_index
from tests.support.examples import examples
from tests.support.hostile import texts

TEN = FixedChunker(10, 2)
HASHED = HashedWords(32)


class Counting:
    """An embedding that remembers what it was asked."""

    def __init__(self) -> None:
        self.calls: list[list[str]] = []

    def __call__(self, texts: list[str]) -> Any:
        self.calls.append(texts)
        return HASHED(texts)


# ---- search


def plain(matrix: list[list[float]], query: list[float], k: int) -> list[tuple[int, float]]:
    """Return the k nearest by the definition of the cosine."""

    def cosine(a: list[float], b: list[float]) -> float:
        length = math.sqrt(sum(x * x for x in a)) * math.sqrt(sum(x * x for x in b))
        return sum(x * y for x, y in zip(a, b, strict=True)) / length if length else 0.0

    scored = [(row, cosine(vector, query)) for row, vector in enumerate(matrix)]
    return sorted(scored, key=lambda pair: -pair[1])[:k]


# few numbers, so that rows are equal
VECTORS = st.lists(st.sampled_from([[0, 0], [1, 0], [0, 2], [4, 0], [-1, 0], [3, 4], [-4, 3]]), max_size=30)


@given(VECTORS, VECTORS, st.integers(1, 12), st.integers(1, 7))
@example([[0, 0], [-4, 3], [-4, 3]], [[0, 0], [3, 4]], 3, 2)  # a product of matrices rounds equal rows differently
@examples(60)
def test_exact_is_the_plain_search(
    rows: list[list[float]], queries: list[list[float]], k: int, block: int
) -> None:
    before = nearest.SIMILARITIES
    nearest.SIMILARITIES = block * max(1, len(queries))
    try:
        found, near = Exact(np.array(rows, np.float32).reshape(-1, 2)).search(
            np.array(queries, np.float32).reshape(-1, 2), k
        )
    finally:
        nearest.SIMILARITIES = before
    assert found.shape == near.shape == (len(queries), min(k, len(rows)))
    for query, got, similarities in zip(queries, found.tolist(), near.tolist(), strict=True):
        want = plain(rows, query, k)
        assert similarities == pytest.approx([cosine for _, cosine in want], abs=1e-6)
        scores = dict(plain(rows, query, len(rows)))
        assert [round(scores[row], 5) for row in got] == [round(cosine, 5) for _, cosine in want]
        for one, two in itertools.pairwise(got):
            assert rows[one] != rows[two] or one < two, "the earlier of equal rows first"


def test_search_does_not_depend_on_scale() -> None:
    matrix = np.array([[1e-30, 0], [1e30, 1e30], [0, 1e-20]], np.float32)
    rows, near = Exact(matrix).search(np.array([[1e-25, 0]], np.float32), 3)
    assert rows.tolist() == [[0, 1, 2]]
    assert near[0].tolist() == pytest.approx([1, math.sqrt(0.5), 0], abs=1e-6)


@pytest.mark.parametrize("name", ["exact", "faiss", "usearch"])
def test_indexes_agree(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if name != "exact" and find_spec(name) is None:
        pytest.skip(f"the extra {name} is not installed")
    if name == "usearch":  # in several threads, each run builds another graph
        kind = usearch_index().Index
        monkeypatch.setattr(kind, "add", functools.partialmethod(kind.add, threads=1))
    matrix = np.random.default_rng(1).normal(size=(200, 16)).astype(np.float32)
    rows, near = make_index(name, matrix).search(matrix[:20] * 3, 5)
    want, similarities = Exact(matrix).search(matrix[:20] * 3, 5)
    assert rows[:, 0].tolist() == list(range(20))
    same = rows == want  # usearch may miss a few neighbours
    assert same.mean() > 0.9 if name == "usearch" else same.all()
    assert near[same] == pytest.approx(similarities[same], abs=0.02)
    empty, _ = make_index(name, matrix[:0]).search(matrix[:2], 3)
    assert empty.shape == (2, 0)


def test_an_index_without_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "faiss", None)
    with pytest.raises(OptionError, match=r"index='faiss': needs the extra faiss: pip install 'shiplap\[faiss\]'"):
        make_index("faiss", np.zeros((1, 2), np.float32))
    with pytest.raises(OptionError, match="did you mean 'exact'"):
        make_index("exakt", np.zeros((1, 2), np.float32))


# ---- embedding


def test_texts_are_embedded_once_and_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    from shiplap.vectors import embedding as module

    monkeypatch.setattr(module, "BLOCK", 3)
    embed, cache = Counting(), MemoryCache()
    given = ["a", "b", "a", "c", "b", "d", "a", "e"]
    got = embed_texts(given, embed, cache=cache, batch_size=2)
    assert got.dtype == np.float32 and (got == HASHED(given)).all()
    assert embed.calls == [[PROBE], ["a", "b"], ["c", "d"], ["e"]] and len(cache) == 5
    assert (embed_texts(["e", "f", "a"], embed, cache=cache) == HASHED(["e", "f", "a"])).all()
    assert embed.calls[4:] == [["f"]]
    assert embed_texts([], embed).shape == (0, 0)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1.0]], r"shape \(2, d\)"),
        ([1.0, 2.0], "shape"),
        ([[1.0], [1.0, 2.0]], "numeric vectors"),
        ([["a"], ["b"]], "numeric vectors"),
        ([[1.0], [float("nan")]], "finite"),
        ([[], []], "shape"),
        (None, "numeric vectors|shape"),
    ],
)
def test_what_is_no_embedding(values: Any, message: str) -> None:
    with pytest.raises(OptionError, match=message):
        embed_texts(["a", "b"], lambda texts: values)


def test_errors_of_embeddings() -> None:
    with pytest.raises(OptionError, match="must be a function"):
        embed_texts(["a"], "model")  # type: ignore[arg-type]
    with pytest.raises(OptionError, match="batch_size"):
        embed_texts(["a"], HASHED, batch_size=0)
    lengths = iter([[[1.0]], [[1.0, 2.0]]])
    with pytest.raises(OptionError, match="one length; one has 2 numbers, earlier ones have 1"):
        embed_texts(["a", "b"], lambda texts: next(lengths), batch_size=1)
    with pytest.raises(ZeroDivisionError):
        embed_texts(["a"], lambda texts: 1 / 0)
    assert HASHED(["\ud800 x", ""]).shape == (2, 32)


# ---- on Chunks


def test_chunks_carry_embeddings() -> None:
    chunks = TEN.chunk("abcdefgh" * 10, document_id="d")
    assert chunks.embeddings is None and chunks[0].embedding is None
    embed = Counting()
    made = embed_chunks(chunks, embed)
    assert chunks.embeddings is None and made.shape == (len(chunks), 32)
    bare, chunks = chunks, chunks.replace(embeddings=made)
    matrix = chunks.embeddings
    assert matrix is not None and np.shares_memory(matrix, made) and not matrix.flags.writeable
    assert bare == chunks and bare.embeddings is None and bare[3].embedding is None
    assert embed_chunks(chunks, embed) is matrix and len(embed.calls) == 1
    assert (chunks[3].embedding == matrix[3]).all() and (chunks[2:4].embeddings == matrix[2:4]).all()
    again = pickle.loads(pickle.dumps(chunks))
    assert again == chunks and (again.embeddings == matrix).all()
    assert (pickle.loads(pickle.dumps(chunks[3])).embedding == matrix[3]).all()
    assert pickle.loads(pickle.dumps(TEN.chunk("abc")[0])).embedding is None
    with pytest.raises(OptionError, match="not for a slice"):
        chunks[:2].replace(embeddings=matrix[:2])
    with pytest.raises(OptionError, match=rf"shape \({len(chunks)}, d\)"):
        chunks.replace(embeddings=matrix[:2])
    with pytest.raises(OptionError, match="numeric"):
        chunks.replace(embeddings="vectors")
    with pytest.raises(AttributeError):
        chunks.embeddings = None  # type: ignore[misc]
    part = TEN.chunk("abcdefgh" * 10)[1:3]
    assert embed_chunks(part, embed).shape == (2, 32) and part.embeddings is None
    assert chunks.replace(embeddings=None).embeddings is None and chunks.embeddings is matrix
    assert (chunks.replace(document_id="e").embeddings == matrix).all()


# ---- in the store


def test_the_store_keeps_vectors(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    chunks = TEN.chunk("It rains in the hills, it rains.", document_id="d")
    embed = Counting()
    with Store(path, create=True) as store:
        store.put(chunks)
        assert len(store.vectors("m")) == 0 and store.vectors("m").get_many(["x"]) == {}
        matrix = embed_chunks(chunks, embed, cache=store.vectors("m"))
    calls = len(embed.calls)
    with Store(path) as store:
        again = TEN.chunk("It rains in the hills, it rains.", document_id="d")
        assert (embed_chunks(again, embed, cache=store.vectors("m")) == matrix).all()
        assert embed.calls[calls:] == [[PROBE]], "a second run embeds the probe only"
        assert store.vectors("other").get_many(chunks.context_hashes) == {}
        assert [(chunk.embedding == matrix[chunk.index]).all() for chunk in store.chunks("d", model="m")]
        assert all(chunk.embedding is None for chunk in store.chunks("d"))
        assert store.vectors("m").prune() == 0
        store.delete("d")
        assert store.vectors("m").prune() == len(chunks) and len(store.vectors("m")) == 0
    with Store(path, read_only=True) as store, pytest.raises(shiplap.errors.StoreError, match="read-only"):
        store.vectors("m").put_many({"a": matrix[0]})


class Model:
    """An embedding by one of several models."""

    def __init__(self, seed: int, dimensions: int = 32, noise: float = 0.0) -> None:
        self.seed, self.dimensions, self.noise = seed, dimensions, noise
        self.asked: list[str] = []

    def __call__(self, texts: list[str]) -> Any:
        self.asked += texts
        random = np.random.default_rng(self.seed)
        turned = random.normal(size=(64, self.dimensions))
        found = HashedWords(64)(texts) @ turned
        return found + self.noise * np.abs(found).mean() * np.random.default_rng(9).normal(size=found.shape)


def test_a_cached_vector_does_not_outlive_its_model(tmp_path: Path) -> None:
    path = tmp_path / "chunks.db"
    chunks = TEN.chunk("It rains in the hills, it rains.", document_id="d")
    with Store(path, create=True) as store:
        store.put(chunks)
        first = embed_chunks(chunks, Model(1), cache=store.vectors("m"))
        assert store.vectors("m").probe() is not None
        (found,) = store.models()
        assert (found.model, found.dimensions, found.vectors, found.unused) == ("m", (32,), len(chunks), 0)

        same = Model(1, noise=1e-4)  # another batch, another device: nearly the same numbers
        assert (embed_chunks(chunks, same, cache=store.vectors("m")) == first).all() and same.asked == [PROBE]

        for other, reason in (
            (Model(2), "another vector for the same text"),
            (Model(3, 16), "returns 16 numbers"),
        ):
            with pytest.warns(StaleCacheWarning, match=f"vectors of model 'm'.*{reason}.*embedded anew"):
                again = embed_chunks(chunks, other, cache=store.vectors("m"))
            assert (again == other(chunks.contextual_texts).astype(np.float32)).all()
            assert len(store.vectors("m")) == len(chunks)
            assert (embed_chunks(chunks, other, cache=store.vectors("m")) == again).all()  # without a warning
        assert store.models()[0].dimensions == (16,)
        with pytest.warns(StaleCacheWarning, match="embedded anew"):
            Grounder(store, Model(4), cache=store.vectors("m"))
        assert store.vectors("m").drop() == len(chunks) and store.models() == []


def test_vectors_without_a_probe_are_compared_by_a_text(tmp_path: Path) -> None:
    """Those of stores of schema 2."""
    chunks = TEN.chunk("It rains in the hills, it rains.", document_id="d")
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(chunks)
        vectors = Model(1)(chunks.contextual_texts)
        store.vectors("m").put_many(dict(zip(chunks.context_hashes, vectors, strict=True)))
        same = Model(1)
        embed_chunks(chunks, same, cache=store.vectors("m"))
        assert same.asked == [PROBE, chunks.contextual_texts[0]] and store.vectors("m").probe() is not None
        store._connection.execute("DELETE FROM models")
        with pytest.warns(StaleCacheWarning, match="another vector for the same text"):
            embed_chunks(chunks, Model(2), cache=store.vectors("m"))
        store._connection.execute("DELETE FROM models")
        with pytest.warns(StaleCacheWarning, match="unknown which model"):
            embed_texts(["none of these"], Model(2), cache=store.vectors("m"))


def test_a_cache_in_memory_notices_another_model() -> None:
    cache = MemoryCache()
    embed_texts(["rain", "sun"], Model(1), cache=cache)
    with pytest.warns(StaleCacheWarning, match="another vector"):
        found = embed_texts(["rain"], Model(2), cache=cache)
    assert (found == Model(2)(["rain"]).astype(np.float32)).all() and len(cache) == 1


def test_vectors_leave_the_search_index_as_it_is(tmp_path: Path) -> None:
    with Store(tmp_path / "chunks.db", create=True) as store:
        store.put(TEN.chunk("rain rain sun", document_id="d"))
        assert store.search("rain")
        statements: list[str] = []
        store.vectors("m").put_many({"a": [1.0]})
        store._connection.set_trace_callback(statements.append)
        assert store.search("rain")
        assert not any("rebuild" in each for each in statements)


@pytest.mark.parametrize("model", ["", None, 3, "\ud800"])
def test_a_model_has_a_name(model: Any) -> None:
    with Store(":memory:") as store, pytest.raises(OptionError, match="model="):
        store.vectors(model)


@pytest.mark.parametrize("dimensions", [1, 2, 3, 64, 1024])
@given(text=texts | st.text())
@example("")
@example("It rains in the hills. " * 1000)
@example("a")
def test_vectors_of_hashed_words_have_length_1(dimensions: int, text: str) -> None:
    """Also that of a text without letters and digits: no cosine compares a vector of zeros."""
    (vector,) = HashedWords(dimensions)([text]).astype(np.float64)
    assert float(np.sqrt(vector @ vector)) == pytest.approx(1, abs=1e-6)


def test_a_vector_whose_components_cancel_has_length_1() -> None:
    """With one dimension the components of these words add up to zero."""
    words = [f"{a}{b}" for a in "abcdefgh" for b in "abcdefgh"]
    vectors = HashedWords(1)([f"{one} {other}" for one in words for other in words])
    assert set(vectors[:, 0].tolist()) == {1.0, -1.0}
