"""Search by vectors and by both, and filters."""

from __future__ import annotations

import json
import warnings
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import AdaptiveChunker, FixedChunker, OptionError
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.store import MissingVectorsWarning, Store, nearest
from shiplap.store.filters import Filter
from shiplap.store.search import fused
from shiplap.vectors import Exact, HashedWords, embed_texts
from shiplap.vectors.embedding import PROBE
from shiplap.vectors.model import Model

LONG = FixedChunker(1000, 0)
HASHED = HashedWords(256)

TEXTS = {
    "rain": "It rains in the hills, and rain falls in the valley.",
    "rained": "It rained.",
    "snow": "Snow falls in the hills.",
    "dog": "The dog minds nobody.",
    "man": "The old man snores in the valley.",
}


def put(store: Store, texts: dict[str, str], **facts: Any) -> None:
    store.put_many(
        LONG.chunk(text, document_id=name, source=f"docs/{name}.md", metadata={"size": len(text), **facts})
        for name, text in texts.items()
    )


def embed(
    store: Store, function: Callable[[list[str]], Any] = HASHED, model: str = "hashed", less: int = 0
) -> None:
    chunks = list(store)
    chunks = chunks[: len(chunks) - less]
    cache = store.vectors(model)
    vectors = embed_texts([chunk.contextual_text for chunk in chunks], function)
    cache.put_many({chunk.context_hash: vector for chunk, vector in zip(chunks, vectors, strict=True)})


@pytest.fixture
def store() -> Iterator[Store]:
    with Store(":memory:") as made:
        put(made, TEXTS)
        embed(made)
        yield made


def ids(store: Store, words: str, limit: int = 10, **options: Any) -> list[str]:
    return [hit.document_id for hit in store.search(words, limit, **options)]


# ---- vectors


def test_vectors(store: Store) -> None:
    hits = store.search("rains in hills", mode="vector", embed=HASHED)
    texts = list(TEXTS.values())
    rows, near = Exact(HASHED(texts)).search(HASHED(["rains in hills"]), 10)
    assert [hit.document_id for hit in hits] == [list(TEXTS)[row] for row in rows[0]]
    assert [hit.score for hit in hits] == pytest.approx(near[0].tolist())
    assert hits[0].snippet == "It [rains] [in] the [hills], and rain falls [in] the valley."
    assert ids(store, "rains in hills", 2, mode="vector", embed=HASHED) == [hit.document_id for hit in hits[:2]]
    assert len(ids(store, "rain", 10**9, mode="vector", embed=HASHED, model="hashed")) == 5


def test_words_stay_the_default_without_a_model(store: Store) -> None:
    assert ids(store, "rains") == ["rain"]
    assert ids(store, "rains", embed=HASHED)[0] == "rain" and len(ids(store, "rains", embed=HASHED)) == 5


def test_vectors_follow_the_store(store: Store, tmp_path: Path) -> None:
    def found() -> list[str]:
        return ids(store, "dog", 3, mode="vector", embed=HASHED)

    assert found()[0] == "dog"
    store.delete("dog")
    assert "dog" not in found()
    put(store, {"dogs": "The dog, a dog."})
    with pytest.warns(MissingVectorsWarning, match="1 of 5 chunks has no vector of model 'hashed'"):
        assert "dogs" not in found()
    embed(store)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert found()[0] == "dogs"
    store.vectors("hashed").drop()
    with pytest.raises(StoreError, match="has no vectors"):
        found()


def test_vectors_are_read_once(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    ids(store, "rain", mode="vector", embed=HASHED)
    monkeypatch.setattr(nearest, "read_vectors", None)
    assert ids(store, "dog", 1, mode="vector", embed=HASHED) == ["dog"]


def test_another_process_changes_the_vectors(tmp_path: Path) -> None:
    path = tmp_path / "c.db"
    with Store(path, create=True) as one, Store(path) as other:
        put(one, TEXTS)
        embed(one)
        assert ids(one, "dog", 1, mode="vector", embed=HASHED) == ["dog"]
        other.delete("dog")
        assert ids(one, "dog", 1, mode="vector", embed=HASHED) != ["dog"]
    with Store(path, read_only=True) as reader:
        assert len(ids(reader, "dog", mode="vector", embed=HASHED)) == 4


def test_pages(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = ids(store, "rain", mode="vector", embed=HASHED)
    some = ids(store, "rain", mode="vector", embed=HASHED, source="docs")
    monkeypatch.setattr(nearest, "_PAGE", 2)
    store.vectors("other").put_many({})
    store._nearest.clear()
    assert ids(store, "rain", mode="vector", embed=HASHED) == expected == some
    assert ids(store, "rain", mode="vector", embed=HASHED, source="docs") == expected


def test_a_million_vectors_and_more(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearest, "EXACT", 3)
    monkeypatch.setitem(__import__("sys").modules, "usearch.index", None)
    with pytest.raises(OptionError, match="needs the extra usearch for 5 vectors, more than 3"):
        store.search("rain", mode="vector", embed=HASHED)
    assert ids(store, "dog", 1, mode="vector", embed=HASHED, index="exact") == ["dog"]
    monkeypatch.undo()
    if find_spec("usearch") is None:
        pytest.skip("the extra usearch is not installed")
    monkeypatch.setattr(nearest, "EXACT", 3)
    assert ids(store, "dog", 1, mode="vector", embed=HASHED) == ["dog"]
    assert ids(store, "dog", 1, embed=HASHED) == ["dog"]


# ---- both


def test_hybrid(store: Store) -> None:
    hits = store.search("who minds the dog in the valley", embed=HASHED)
    assert hits[0].document_id == "dog" and all(0 <= hit.score <= 1 for hit in hits)
    assert ids(store, "rains valley", mode="hybrid", embed=HASHED, weight=1) == ids(
        store, "rains valley", mode="vector", embed=HASHED
    )
    words = ids(store, "rains valley", match="any")
    assert ids(store, "rains valley", embed=HASHED, weight=0)[: len(words)] == words
    assert "[valley]" in hits[1].snippet


def test_chunks_without_a_vector_are_found_by_words() -> None:
    with Store(":memory:") as store:
        put(store, TEXTS)
        embed(store, less=1)  # the last of the ids, snow
        with pytest.warns(MissingVectorsWarning, match="1 of 5"):
            assert ids(store, "snow", embed=HASHED)[0] == "snow"
        with pytest.warns(MissingVectorsWarning):
            assert "snow" not in ids(store, "snow", mode="vector", embed=HASHED)


NUMBERS = st.floats(0, 30, width=32)


@given(st.lists(st.tuples(NUMBERS, st.floats(-1, 1, width=32), st.booleans()), min_size=1), st.floats(0, 1))
def test_hybrid_scores(rows: list[tuple[float, float, bool]], weight: float) -> None:
    words, near, known = (np.array(each) for each in zip(*rows, strict=True))
    near = np.where(known, near, 0.0)
    scores = fused(words.astype(float), near.astype(float), known, weight)
    assert ((scores >= -1e-9) & (scores <= 1 + 1e-9)).all()
    expected = words / max(words.max(), 1e-12)
    assert np.allclose(scores[~known], expected[~known])
    assert np.allclose(fused(words.astype(float), near, known, 0.0), expected)


# ---- filters


@pytest.mark.parametrize("mode", ["words", "vector", "hybrid"])
def test_filters(store: Store, mode: str) -> None:
    put(store, {"other/rain": "Rain again."}, owner="them", tags=["wet", "cold"])
    store.put(AdaptiveChunker(prose=60, table=60).chunk("# Rain\n\n| rain | a |\n|---|---|\n| 1 | 2 |\n" * 3,
                                                        document_id="table"))  # fmt: skip
    embed(store)
    options: dict[str, Any] = {"mode": mode} if mode == "words" else {"mode": mode, "embed": HASHED}
    if mode != "vector":
        options["match"] = "any"

    def found(**filters: Any) -> set[str]:
        return set(ids(store, "rain rained rains", 50, **options, **filters))

    assert found(document="rain") == {"rain"} and found(document=["rain", "rained", "no"]) == {"rain", "rained"}
    assert found(kind="table") == {"table"} and found(kind="table", document="rain") == set()
    assert found(source="docs/rain.md") == {"rain"} and found(source="docs/other") == {"other/rain"}
    assert found(source="docs/rai") == found(document=()) == found(metadata={"size": "10"}) == set()
    assert found(source=["docs/other/", "docs/rained.md"]) == {"other/rain", "rained"}
    assert found(metadata={"size": 10}) == {"rained"} and found(metadata={"owner": ["us", "them"]}) == {
        "other/rain"
    }
    assert found(metadata={"tags": "wet"}, source="docs") == {"other/rain"}
    assert found(metadata={}) == found() >= {"rain", "rained", "other/rain", "table"}


def test_filters_find_as_many_as_there_are() -> None:
    """A filter is no selection among the best of all chunks."""
    with Store(":memory:") as store:
        put(store, {f"d{k:03}": "rain " * 5 for k in range(300)} | {"z": "rain and much else besides"})
        embed(store)
        for options in ({}, {"embed": HASHED, "mode": "vector"}, {"embed": HASHED}):
            assert ids(store, "rain", 1, document="z", **options) == ["z"]


def test_wrong_filters(store: Store) -> None:
    for name in ("kind", "source", "document"):
        for value in (3, ["a", 3], "\ud800", ["x"] * 1000):
            with pytest.raises(OptionError, match=f"{name}="):
                store.search("rain", **{name: value})  # type: ignore[arg-type]
    for metadata in (3, {3: 3}, [1]):
        with pytest.raises(OptionError, match="metadata="):
            store.search("rain", metadata=metadata)  # type: ignore[arg-type]
    assert Filter.of(None, None, None, None) is None is Filter.of(None, None, None, {})


# ---- wrong options


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mode": "both"}, "mode='both'"),
        ({"mode": "vector"}, "embed=None"),
        ({"mode": "words", "embed": HASHED}, "embed="),
        ({"mode": "words", "model": "hashed"}, "model='hashed'"),
        ({"index": "exact"}, "index='exact'"),
        ({"embed": 3}, "embed=3"),
        ({"embed": HASHED, "model": "no"}, "model='no'"),
        ({"embed": "hashde:x"}, "embed='hashde:x': has no vectors"),
        ({"embed": HASHED, "index": "no"}, "index='no'"),
        ({"embed": HASHED, "mode": "vector", "match": "any"}, "match='any'"),
        ({"embed": HASHED, "mode": "vector", "weight": 0.5}, "weight=0.5"),
        ({"embed": HASHED, "weight": 2}, "weight=2"),
        ({"embed": HASHED, "weight": True}, "weight=True"),
        ({"embed": HashedWords(64)}, "must return vectors of 256 numbers"),
        ({"embed": lambda texts: [[1.0]]}, "must return"),
        ({"embed": lambda texts: [[float("nan")] * 256] * len(texts)}, "finite"),
        ({"embed": HASHED, "language": "xx"}, "language='xx'"),
    ],
)
def test_wrong_options(store: Store, options: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        store.search("rain", **options)
    assert message in str(caught.value)


def test_another_model_is_noticed(store: Store) -> None:
    store.vectors("hashed").set_probe(HASHED([PROBE])[0])

    def other(texts: list[str]) -> Any:
        return HASHED([text[::-1] for text in texts])

    assert ids(store, "dog", 1, mode="vector", embed=HASHED) == ["dog"]
    with pytest.raises(OptionError, match="must be the model of the vectors 'hashed'"):
        store.search("dog", mode="vector", embed=other)


def test_several_models(store: Store) -> None:
    embed(store, HashedWords(64), "small")
    with pytest.raises(OptionError, match="must name one of the models of the store: hashed, small"):
        store.search("dog", embed=HASHED)
    assert ids(store, "dog", 1, embed=HashedWords(64), model="small") == ["dog"]
    assert ids(store, "dog", 1, embed=HASHED, model="hashed") == ["dog"]


@pytest.mark.parametrize("words", ["", " ", "\0", "\ud800", "😀", '"', "*"])
def test_queries_without_a_word(store: Store, words: str) -> None:
    assert store.search(words) == [] == store.search(words, match="any")
    for mode in ("vector", "hybrid"):
        found = store.search(words, mode=mode, embed=HASHED)  # type: ignore[arg-type]
        assert len(found) == (5 if words.strip() else 0)


def test_empty_stores() -> None:
    with Store(":memory:") as store:
        assert store.search("rain", match="any", kind="prose", document="no") == []
        store.vectors("hashed").put_many({"x": [1.0] * 256})
        with pytest.raises(StoreError, match="no chunk has a vector of model 'hashed'"):
            store.search("rain", embed=HASHED)


# ---- the command line


def test_commands(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "c.db")
    with Store(path, create=True) as store:
        put(store, TEXTS, year=2024)
        embed(store, HashedWords(), less=1)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main([*arguments])
        said = capfd.readouterr()
        return code, said.out, said.err

    code, out, err = run("search", path, "dog", "--mode", "vector", "--embed", "hashed", "--limit", "1", "--json")
    assert code == 0 and json.loads(out)["document_id"] == "dog" and "1 of 5 chunks has no vector" in err
    code, out, err = run("search", path, "snow", "--model", "hashed", "--limit", "1")
    assert code == 0 and out.startswith("snow-chunk-0\t[Snow]")
    code, out, _ = run(
        "search", path, "falls", "--source", "docs/snow.md", "--metadata", "year=2024", "--kind", "prose"
    )
    assert (code, out[:5]) == (0, "snow-") or (code, out) == (1, "")
    code, out, err = run(
        "search", path, "valley", "--document", "man", "--document", "rain", "--metadata", "size=33"
    )
    assert code == 0 and out.count("\n") == 1 and out.startswith("man-")
    assert run("search", path, "rain", "--metadata", "year")[0] == 2
    code, out, _ = run(
        "prompt", path, "Who minds the dog?", "--model", "hashed", "--limit", "1", "--weight", "0.7"
    )
    assert code == 0 and "chunk: dog-chunk-0" in out
    code, out, err = run("search", path, "zzz", "--model", "hashed", "--document", "no")
    assert (code, out) == (1, "") and "nothing found" in err
    assert run("search", path, "rain", "--mode", "no")[0] == 2


def test_the_model_that_embedded_the_chunks_embeds_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("plain_words.py").write_text("from shiplap.vectors import HashedWords\nembed = HashedWords(32)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    with Store("c.db", create=True) as kept:
        kept.put(AdaptiveChunker().chunk("The dog barks at the post.", document_id="dog"))
        with pytest.raises(StoreError, match="has no vectors"):
            kept.search("dog", mode="hybrid")
        kept.vectors("old").put_many({"0" * 64: np.ones(2, np.float32)})
        with pytest.raises(OptionError, match="the store keeps no model that can be loaded"):
            kept.search("dog", mode="hybrid")
        kept.embed("hashed", model="words")
        assert ids(kept, "dog", mode="hybrid") == ids(kept, "dog", model="words") == ["dog"]
        kept.embed("plain_words:embed")
        with pytest.raises(OptionError, match="runs the code of this module"):
            kept.search("dog", mode="vector")
        assert ids(kept, "dog", mode="vector", is_trusted=True) == ["dog"]
    assert main(["search", "c.db", "dog", "--mode", "hybrid"]) == 2
    assert "--trust-config" in capfd.readouterr().err
    assert main(["search", "c.db", "dog", "--mode", "hybrid", "--trust-config"]) == 0
    assert main(["prompt", "c.db", "dog", "--mode", "hybrid", "--embed", "hashed", "--model", "words"]) == 0


def test_a_model_may_embed_questions_in_its_own_way() -> None:
    asked = []

    class Asking(Model):
        def request(self, texts: list[str]) -> Any:
            return HashedWords(32)(texts)

        def query(self, texts: list[str]) -> Any:
            asked.append(texts)
            return self(texts)

    with Store(":memory:") as kept:
        kept.put(AdaptiveChunker().chunk("The dog barks at the post.", document_id="dog"))
        kept.embed(Asking("asking"))
        assert not asked
        assert ids(kept, "Who barks?", mode="vector", embed=Asking("asking"), model="asking") == ["dog"]
        assert asked == [[PROBE, "Who barks?"]]
