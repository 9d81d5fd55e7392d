"""Span arithmetic, BM25 and tests of significance beside plain ones."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap.evaluate import Bm25, Corpus, Cut, Gold, Question, cut, measure, verdict
from shiplap.evaluate.bm25 import words
from shiplap.evaluate.metrics import MEASURES
from shiplap.evaluate.significance import ALPHA, interval, paired
from tests.support import metric_oracle
from tests.support.examples import examples

TEXT = "x" * 40


@st.composite
def chunkings(draw: Any) -> list[tuple[int, int]]:
    """Spans of 40 characters, starts and ends strictly ascending, with gaps and overlaps."""
    ends = sorted(draw(st.sets(st.integers(1, 40), max_size=8)))
    starts = sorted(draw(st.sets(st.integers(0, 39), min_size=len(ends), max_size=len(ends))))
    return [(start, end) for start, end in zip(starts, ends, strict=True) if start < end]


SPANS = st.tuples(st.integers(0, 39), st.integers(1, 12)).map(lambda pair: (pair[0], min(40, sum(pair))))
GOLD = st.lists(SPANS, min_size=1, max_size=4)


@given(chunkings(), st.lists(GOLD, min_size=1, max_size=4), st.data())
@examples(80)
def test_measures_are_those_of_sets(chunks: list[tuple[int, int]], gold: Any, data: st.DataObject) -> None:
    corpus = Corpus({"a": TEXT})
    found = Cut("c", corpus, np.array(chunks, np.int64).reshape(-1, 2))
    k = data.draw(st.integers(1, 6))
    ranked = [data.draw(st.permutations(range(len(chunks))).map(lambda rows: list(rows)[:k])) for _ in gold]
    rows = np.array([each + [-1] * (k - len(each)) for each in ranked], np.int64)
    budget = data.draw(st.none() | st.integers(1, 50))
    got = measure(found, rows, Gold([Question("?", tuple(each)) for each in gold]), budget)
    assert set(got) == set(MEASURES)
    for number, (order, spans) in enumerate(zip(ranked, gold, strict=True)):
        want = metric_oracle.measures(chunks, order, spans, budget)
        assert {name: got[name][number] for name in got} == pytest.approx(want)


def test_measures_by_hand() -> None:
    corpus = Corpus({"a": TEXT})
    found = cut(corpus, lambda text: [(0, 20), (10, 30), (30, 40)])
    got = measure(found, np.array([[1, 2], [0, 1]]), Gold([Question("?", ((15, 25), (28, 32)))] * 2))
    assert got["recall"].tolist() == pytest.approx([1, 12 / 14])
    assert got["precision"].tolist() == pytest.approx([14 / 30, 12 / 40])
    assert got["whole"].tolist() == [0.5, 0.5] and got["precision_at_k"].tolist() == [1, 1]
    assert got["shown"].tolist() == [30, 40]
    capped = measure(found, np.array([[1, 2]]), Gold([Question("?", ((15, 25), (28, 32)))]), budget=12)
    assert capped["shown"].tolist() == [12] and capped["recall"].tolist() == pytest.approx([7 / 14])


# ---- BM25

WORDS = st.lists(st.sampled_from(["rain", "Rain", "sun", "HILL", "x2", "下雨", "ß"]), max_size=6)


@given(st.lists(WORDS, min_size=1, max_size=6), st.lists(WORDS, min_size=1, max_size=3))
@examples(60)
def test_bm25_is_the_formula(chunks: list[list[str]], questions: list[list[str]]) -> None:
    texts = [" ".join(each) + "  " for each in chunks]
    corpus = Corpus({"a": "".join(texts)})
    ends = list(itertools.accumulate(map(len, texts)))
    found = Cut("c", corpus, np.array([(end - len(text), end) for end, text in zip(ends, texts, strict=True)]))
    asked = [" ".join(each) for each in questions]
    got = Bm25(corpus, asked).rank(found, 3)
    for row, question in zip(got.tolist(), asked, strict=True):
        scores = metric_oracle.bm25([words(text) for text in texts], words(question))
        want = sorted((score for score in scores if score > 0), reverse=True)[:3]
        assert [scores[each] for each in row if each >= 0] == pytest.approx(want)
        assert row[len(want) :] == [-1] * (3 - len(want))


def test_bm25_ranks_as_bm25s() -> None:
    pytest.importorskip("bm25s", reason="the extra bm25s is not installed")
    from shiplap.evaluate import Bm25s

    rng = np.random.default_rng(3)
    vocabulary = [f"w{number}" for number in range(60)]
    corpus = Corpus({"a": " ".join(rng.choice(vocabulary, 3000))})
    asked = [" ".join(rng.choice(vocabulary, 4)) for _ in range(10)]
    spaces = [place for place, letter in enumerate(corpus.texts[0]) if letter == " "][20::20]
    edges = [0, *spaces, corpus.characters]
    found = cut(corpus, lambda text: list(itertools.pairwise(edges)))
    ours, theirs = Bm25(corpus, asked).rank(found, 5), Bm25s(corpus, asked).rank(found, 5)
    chunks = [words(text) for text in found.texts()]
    for one, two, question in zip(ours, theirs, asked, strict=True):
        scores = np.array(metric_oracle.bm25(chunks, words(question)))
        assert scores[one] == pytest.approx(scores[two]), "equals may change places"


def test_words_of_chunks_that_overlap() -> None:
    corpus = Corpus({"a": "rain sun", "b": "rain"})
    found = Cut("c", corpus, np.array([[0, 8], [2, 8], [8, 12]]))
    assert Bm25(corpus, ["rain"]).rank(found, 9).tolist() == [[2, 0, *[-1] * 7]]
    assert Bm25(corpus, ["sun"]).rank(found, 2).tolist() == [[1, 0]]
    assert Bm25(corpus, ["nothing", ""]).rank(found, 1).tolist() == [[-1], [-1]]
    assert Bm25(corpus, ["rain"]).rank(cut(Corpus({}), "fixed-900"), 2).tolist() == [[-1, -1]]


# ---- significance


def test_the_paired_test_is_the_exact_one() -> None:
    one, two = np.array([0.9, 0.7, 0.8, 0.4, 0.6, 0.9, 0.5]), np.array([0.5, 0.6, 0.2, 0.5, 0.4, 0.1, 0.5])
    differences = one - two
    signs = np.array(list(itertools.product([-1, 1], repeat=7)))
    exact = (np.abs(signs @ differences) >= abs(differences.sum()) - 1e-9).mean()
    found = paired(one, two)
    assert found.p == pytest.approx(exact, abs=0.02)
    assert found.difference == pytest.approx(differences.mean()) and found.low < found.difference < found.high
    assert paired(two, one).p == found.p and paired(one, one).p == 1


def test_the_interval_is_about_that_of_the_normal() -> None:
    values = np.random.default_rng(5).normal(2, 1, 400)
    low, high = interval(values)
    assert low == pytest.approx(values.mean() - 1.96 * values.std() / 20, abs=0.01)
    assert high == pytest.approx(values.mean() + 1.96 * values.std() / 20, abs=0.01)
    assert interval(np.ones(5)) == (1, 1) and interval(values) == (low, high)


def test_no_winner_in_noise() -> None:
    """Of equally good columns, a winner is named about as often as ALPHA says, never much more often."""
    rng = np.random.default_rng(8)
    wins = 0
    for _ in range(40):
        columns = {name: rng.random(40) for name in "abc"}
        wins += verdict(columns, "f1").winner is not None
    assert wins <= 40 * ALPHA + 4
    better = {"a": rng.random(40), "b": rng.random(40) + 0.5, "c": rng.random(40)}
    assert verdict(better, "f1").winner == "b" and verdict({"a": better["a"]}, "f1").winner is None
    few = verdict({"a": np.array([1.0, 1.0]), "b": np.array([0.0, 0.0])}, "f1")
    assert few.winner is None and few.tied == ("b",), "two questions decide nothing"
