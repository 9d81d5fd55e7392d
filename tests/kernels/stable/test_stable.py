"""Cuts by content alone: the rules C1 to C6 by hand, and that an edit changes cuts near it only."""

from __future__ import annotations

import random
from itertools import accumulate, pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.stable import stable as core
from shiplap._core.text.text import Text
from shiplap.reference.stable import stable
from shiplap.reference.stable.stable import StableCuts
from tests.support.hostile import broken, texts

WORDS = ["the", "rain", "falls", "on", "many", "hills", "and", "old", "towns", "where", "nobody", "minds", "it"]


def prose(seed: int, sentences: int) -> str:
    """Sentences of random words, some of which end a paragraph."""
    chance = random.Random(seed)
    made = []
    for _ in range(sentences):
        words = [chance.choice(WORDS) for _ in range(chance.randint(3, 12))]
        made.append(f"{' '.join(words).capitalize()}.{chance.choice([' ', ' ', ' ', chr(10) * 2])}")
    return "".join(made)


def of_core(text: str, size: int, key: int = 0) -> list[tuple[int, int]]:
    """The chunks of the core, which gives the same for the UTF-8 of a text."""
    found = list(core.StableCuts(size, key).cut(Text(text, "surrogatepass")))
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return found
    offsets = [0, *accumulate(len(char.encode()) for char in text)]
    coded = list(core.StableCuts(size, key).cut(Text(data)))
    assert coded == [(offsets[start], offsets[end]) for start, end in found]
    return found


@pytest.fixture(params=[stable.spans, of_core], ids=["reference", "core"])
def spans(request: pytest.FixtureRequest) -> Any:
    return request.param


def test_c1_levels() -> None:
    text = "It rains. It\npours.\n\nE\u0301"
    levels = dict(stable.cuts(text))
    assert (levels[10], levels[13], levels[21]) == (stable.SENTENCE, stable.LINE, stable.PARAGRAPH)
    assert (levels[3], levels[1]) == (stable.WORD, stable.GRAPHEME) and 22 not in levels


def test_c2_priorities_depend_on_the_context_and_the_key_alone() -> None:
    text = prose(1, 30)
    at = 700
    near = text[at - stable.CONTEXT : at + stable.CONTEXT]
    assert stable.priority(text, at, 7) == stable.priority(f"x{near}y", stable.CONTEXT + 1, 7)
    assert stable.priority(text, at, 7) != stable.priority(text, at, 8)
    assert stable.priority(text, at, 7) != stable.priority(text, at + 1, 7)
    assert 0 <= stable.priority(text, at, 7) < 1 << 64


def test_c3_anchors_are_the_greatest_within_the_horizon() -> None:
    text = prose(2, 120)
    found = StableCuts(text, 100)
    anchors = found.peaks(0, len(text), stable.LINE)
    among = [cut for cut in found.cuts if cut[1] >= stable.LINE]
    assert len(anchors) > 3 and min(anchors) >= 100 and max(anchors) <= len(text) - 100
    for cut in among:
        near = [other for other in among if abs(other[0] - cut[0]) <= 120]
        is_anchor = all(found.rank(other) <= found.rank(cut) for other in near)
        assert (cut[0] in anchors) == (is_anchor and 100 <= cut[0] <= len(text) - 100)


def test_c4_gaps_without_sentences() -> None:
    words = " ".join(random.Random(3).choice(WORDS) for _ in range(900))
    letters = "".join(random.Random(4).choice("abcdefgh") for _ in range(4000))
    for text in (words, letters, "ab" * 2000, "a" * 4000):
        found = StableCuts(text, 100)
        edges = [0, *found.anchors(), len(text)]
        assert all(end - start <= found.gap for start, end in pairwise(edges))


@pytest.mark.parametrize(("count", "capacity"), [(1, 100), (2, 191), (3, 283), (12, 1108)])
def test_c5_capacity(count: int, capacity: int) -> None:
    assert StableCuts("", 100).capacity(count) == capacity


def test_c6_a_cluster_that_is_longer(spans: Any) -> None:
    text = "e" + "\u0301" * 350
    assert all(end - start <= 100 for start, end in spans(text, 100))


def test_small_texts_by_hand(spans: Any) -> None:
    assert spans("", 10) == [] and spans("It rains.", 10) == [(0, 9)]
    assert spans("It rains. It pours.", 12) == [(0, 10), (10, 19)]
    assert spans("It rains on us.\n\nIt pours.", 20) == [(0, 17), (17, 26)]
    assert spans("abcdef", 1) == [(k, k + 1) for k in range(6)]


@given(
    text=st.one_of(
        st.integers(0, 1000).map(lambda seed: prose(seed, 25)),
        st.text(st.sampled_from([*"ab .\n", "é", "語", "。", "😀", "\u0301"]), max_size=600),
    ),
    size=st.integers(20, 120),
)
def test_chunks_cover_the_text_and_fit(text: str, size: int) -> None:
    spans = of_core(text, size)
    assert spans == stable.spans(text, size)
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    assert (spans[-1][1] if spans else 0) == len(text)
    assert all(0 < end - start <= size for start, end in spans)


@given(
    seed=st.integers(0, 10_000),
    place=st.floats(0, 1),
    what=st.sampled_from(["", "x", "New words here. ", "A.\n\nB. "]),
)
def test_an_edit_moves_cuts_near_it_only(seed: int, place: float, what: str) -> None:
    size = 60
    text = prose(seed, 90)
    start = int(place * len(text))
    changed = text[:start] + what + text[start + 5 :]
    shift = len(changed) - len(text)
    before = {end for _, end in of_core(text, size)}
    after = {end if end <= start else end - shift for _, end in of_core(changed, size)}
    reach = 13.5 * size + stable.CONTEXT + len(what) + 5
    assert all(abs(end - start) <= reach for end in before ^ after)


mixed = st.lists(
    st.sampled_from(["It rains. ", "Oh! ", "x" * 40, "\n\n", "漢字。", "🇩"]), max_size=60
).map("".join)  # fmt: skip


@given(
    text=texts | broken | mixed,
    size=st.integers(1, 12) | st.integers(1, 200),
    key=st.integers(0, (1 << 64) - 1),
)
def test_core_is_the_reference(text: str, size: int, key: int) -> None:
    text = text[:900]
    assert of_core(text, size, key) == stable.spans(text, size, key)


@pytest.mark.parametrize(
    "piece", ["a", "ab", " ", "\n", "🇩🇪", "e\u0301", ". ", "語", "word ", "It rains. It pours.\n\n"]
)
@pytest.mark.parametrize("size", [1, 7, 20, 50])
def test_periods(piece: str, size: int) -> None:
    text = (piece * 600)[:900]
    assert of_core(text, size) == stable.spans(text, size)


def test_what_is_no_size() -> None:
    with pytest.raises(ValueError, match="0"):
        core.StableCuts(0)
