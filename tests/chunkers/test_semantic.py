"""SemanticChunker: LangChain's percentile, limits, configurations, models that fail, and what is refused."""

from __future__ import annotations

import itertools
import json
import pickle
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import OptionError, SemanticChunker
from shiplap.chunkers.selection import named_functions
from shiplap.errors import EmbedError, TextError
from shiplap.vectors import HashedWords, RequestOptions, load_embed, model_of
from tests.support.chunkers import letters
from tests.support.laws import check
from tests.support.prose import prose

RAIN = "The rain began. Cold rain fell. More rain came. The old man snored. He snores. His snoring is loud."


def counted(texts: list[str]) -> list[list[int]]:
    return [[text.count("rain"), text.count("snor")] for text in texts]


def langchain(text: str, embed: Callable[[list[str]], Any], buffer: int, percentile: float) -> list[str]:
    """Return the pieces of LangChain's `SemanticChunker`, by its documentation and code (experimental, 0.4)."""
    sentences = re.split(r"(?<=[.?!])\s+", text)
    if len(sentences) == 1:
        return sentences
    combined = [" ".join(sentences[max(0, k - buffer) : k + buffer + 1]) for k in range(len(sentences))]
    vectors = np.array(embed(combined), np.float64)
    vectors /= np.linalg.norm(vectors, axis=1)[:, None]
    distances = [1 - float(one @ other) for one, other in itertools.pairwise(vectors)]
    limit = np.percentile(distances, percentile)
    found, start = [], 0
    for k in [k for k, distance in enumerate(distances) if distance > limit]:
        found.append(" ".join(sentences[start : k + 1]))
        start = k + 1
    if start < len(sentences):
        found.append(" ".join(sentences[start:]))
    return found


@pytest.mark.parametrize("buffer", [0, 1, 3])
@pytest.mark.parametrize("percentile", [50.0, 80.0, 95.0])
def test_percentiles_are_those_of_langchain(buffer: int, percentile: float) -> None:
    for seed in range(6):
        text = " ".join(prose(seed, 60).split())
        chunker = SemanticChunker(
            HashedWords(64), 10**6, method="percentile", buffer=buffer, percentile=percentile, model="words",
            sentence_rule="simple", strip_whitespace=True,
        )  # fmt: skip
        assert chunker.split_text(text) == langchain(text, HashedWords(64), buffer, percentile)


def test_the_size_holds_where_the_percentile_has_no_end() -> None:
    text = prose(1, 200)
    options = {"method": "percentile", "percentile": 98.0, "buffer": 0}
    whole = SemanticChunker("hashed", 10**6, **options).spans(text).tolist()
    chunks = SemanticChunker("hashed", 300, **options).chunk(text)
    check(chunks, text)
    assert {end for _, end in whole} < {end for _, end in chunks.spans.tolist()}


def test_topics_are_chunks() -> None:
    assert SemanticChunker(counted, 99, buffer=0).split_text(RAIN) == [RAIN[:48], RAIN[48:]]
    assert SemanticChunker(counted, 99, buffer=0, penalty=9).split_text(RAIN) == [RAIN]
    assert len(SemanticChunker(counted, 48, buffer=0).split_text(RAIN)) == 3


@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
@pytest.mark.parametrize("method", ["least_cost", "percentile"])
def test_laws_of_long_texts(unit: Any, method: Any) -> None:
    for seed in range(3):
        text = prose(seed, 100) + "漢字。" * 200 + "x" * 2000 + "e\u0301" * 500 + " " * 700 + "End."
        chunker = SemanticChunker(letters, 120, method=method, unit=unit, strip_whitespace=seed == 1)
        check(chunker.chunk(text), text)


def test_tokens_hold_the_limit() -> None:
    def count(text: str) -> int:  # more tokens together than apart
        return len(text) + text.count(". ")

    text = prose(2, 100)
    chunks = SemanticChunker(letters, 200, tokenizer=count).chunk(text)
    assert max(map(count, chunks.texts)) <= 200 and "".join(chunks.texts) == text
    assert chunks.token_counts.tolist() == [count(each) for each in chunks.texts]


def test_each_text_is_embedded_once_and_in_batches() -> None:
    seen: list[list[str]] = []

    def embed(texts: list[str]) -> Any:
        seen.append(texts)
        return letters(texts)

    text = "It rains. " * 30 + prose(3, 700)
    SemanticChunker(embed, 400, buffer=0).chunk(text)
    flat = [each for batch in seen for each in batch]
    assert len(flat) == len(set(flat)) and max(map(len, seen)) <= 256 and len(seen) > 2
    assert all(each and each == each.strip() for each in flat)


def test_one_sentence_needs_no_vectors() -> None:
    def embed(texts: list[str]) -> Any:
        raise AssertionError

    assert SemanticChunker(embed).split_text("It rains.") == ["It rains."]
    assert SemanticChunker(embed).split_text(" \n") == []


def test_boundaries_replace_the_sentences() -> None:
    chunker = SemanticChunker(counted, 99, buffer=0)
    assert chunker.split_text(RAIN, boundaries=[20, 52]) == [RAIN[:52], RAIN[52:]]


def test_configurations() -> None:
    for chunker in (
        SemanticChunker("hashed"),
        SemanticChunker(letters, 400, method="percentile", percentile=80, min_size=9, buffer=2, penalty=2),
        SemanticChunker(letters, 400, model="mine", unit="tokens", reserve=2, boundaries=[7, 90]),
        SemanticChunker(model_of(letters, "mine")),
    ):
        assert shiplap.from_config(json.loads(json.dumps(chunker.config))) == chunker or chunker.config["embed"]
        assert pickle.loads(pickle.dumps(chunker)).config == chunker.config
        assert hash(pickle.loads(pickle.dumps(chunker))) == hash(chunker)
        assert chunker.config["chunker"] == "semantic"
    hashed = SemanticChunker("hashed")
    assert hashed == SemanticChunker(load_embed("hashed")) != SemanticChunker(letters)
    assert shiplap.from_config(hashed.config) == hashed
    prints = [SemanticChunker(embed).fingerprint for embed in ("hashed", letters)]
    prints += [SemanticChunker(letters, model="mine").fingerprint, SemanticChunker(letters, buffer=2).fingerprint]
    assert len({*prints}) == 4
    assert SemanticChunker(lambda texts: letters(texts), model="mine").fingerprint == prints[2]
    assert SemanticChunker(load_embed("hashed", RequestOptions(max_texts=2))).fingerprint == prints[0]


def test_a_function_without_a_name_cuts() -> None:
    chunker = SemanticChunker(lambda texts: letters(texts))
    assert len(chunker.chunk(prose(4, 100))) > 1
    for wanted in ("config", "fingerprint"):
        with pytest.raises(OptionError, match="embed"):
            getattr(chunker, wanted)
    with pytest.raises(OptionError, match="embed"):
        assert SemanticChunker(lambda texts: letters(texts), model="mine").config
    assert repr(chunker).startswith("SemanticChunker(embed=")


def test_kept_configurations_name_the_function() -> None:
    config = SemanticChunker(letters).config
    assert list(named_functions(config)) == [("embed", "tests.support.chunkers:letters")]
    assert list(named_functions(SemanticChunker("hashed").config)) == []


def test_an_update_cuts_anew() -> None:
    chunker, text = SemanticChunker(letters, 300), prose(5, 100)
    changed = text[:900] + "More rain. " + text[900:]
    assert chunker.update(chunker.chunk(text), changed).chunks == chunker.chunk(changed)


def test_hierarchies_stand_on_it() -> None:
    text = prose(6, 200)
    levels = shiplap.hierarchy(SemanticChunker(letters, 300), [1200]).chunk(text, document_id="d")
    assert len(levels[0]) < len(levels.leaves) and "".join(levels[0].texts) == text


def failing(texts: list[str]) -> Any:
    raise ValueError("no rain")


@pytest.mark.parametrize(
    ("embed", "error", "said"),
    [
        (failing, EmbedError, "ValueError: no rain"),
        (lambda texts: None, OptionError, "must return"),
        (lambda texts: [[1.0]], OptionError, r"must return shape"),
        (lambda texts: [[float("nan")]] * len(texts), OptionError, "finite"),
        (lambda texts: [["a"]] * len(texts), OptionError, "numeric"),
        (lambda texts: np.ones((len(texts), len(texts))), OptionError, "one length"),
    ],
)
def test_models_that_fail(embed: Any, error: type[Exception], said: str) -> None:
    with pytest.raises(error, match=said):
        SemanticChunker(embed).chunk(prose(7, 400))
    found = SemanticChunker(embed).chunk_batch(["It rains.", prose(7, 400)], on_error="skip")
    assert [len(each) for each in found] == [1, 0] and isinstance(found.skipped[0].error, error)


def test_vectors_of_zeros_are_vectors() -> None:
    text = prose(8, 100)
    for method in ("least_cost", "percentile"):
        found = SemanticChunker(lambda texts: [[0.0, 0.0]] * len(texts), 300, method=method).split_text(text)
        assert "".join(found) == text and max(map(len, found)) <= 300


def test_invalid_text_is_reported() -> None:
    with pytest.raises(TextError):
        SemanticChunker(letters).chunk("It rains. \ud800 It pours.")
    with pytest.raises(TextError):
        SemanticChunker(letters).chunk(b"It rains. \xff It pours.")


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"embed": None}, "embed"),
        ({"embed": 7}, "embed"),
        ({"embed": "no:model"}, "embed"),
        ({"embed": "nothing"}, "embed"),
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_overlap": 10}, "option"),
        ({"min_size": 1601}, "min_size"),
        ({"min_size": -1}, "min_size"),
        ({"buffer": -1}, "buffer"),
        ({"buffer": True}, "buffer"),
        ({"method": "gradient"}, "method"),
        ({"penalty": -1}, "penalty"),
        ({"penalty": float("nan")}, "penalty"),
        ({"penalty": True}, "penalty"),
        ({"percentile": 101}, "percentile"),
        ({"percentile": "95"}, "percentile"),
        ({"model": ""}, "model"),
        ({"model": 7}, "model"),
        ({"min_fill": 0.5}, "option"),
    ],
)
def test_what_is_refused(options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        SemanticChunker(**{"embed": "hashed", **options})
    assert caught.value.option == option
    with pytest.raises(OptionError, match="embed"):
        shiplap.from_config({"chunker": "semantic"})
