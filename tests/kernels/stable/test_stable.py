"""Cuts by content alone: the rules C1 to C7 by hand, and the core against the reference."""

from __future__ import annotations

import random
from array import array
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.stable import StableCuts
from shiplap._core.text import Text
from shiplap.plan import Oversize, Plan, Row, Unit
from shiplap.reference.stable import stable
from shiplap.reference.stable.stable import Loop
from tests.support.drawn import arguments, outcome
from tests.support.hostile import abbreviations, broken, languages, line_breaks, positions, texts
from tests.support.prose import prose

Pairs = list[tuple[int, int]]

LEVELS = ("paragraph", "sentence-standard", "line", "word")


def plan(size: int, overlap: int = 0, unit: Any = "characters", levels: Any = LEVELS, **options: Any) -> Plan:
    """Return the plan of a StableChunker, whose places are those of the array behind the levels' own."""
    places = f"given:{sum(level.startswith('given') for level in levels)}"
    return Plan(
        unit, size, overlap,
        (
            Row(places, 0, size, "first"), *(Row(level, 0, size) for level in levels),
            Row("grapheme", 0, size), Row("char", 0, size),
        ),
        (Unit(places, size), Unit("grapheme", size), Unit("char", size)),
        ("sentence-standard", "word", "grapheme"), **options,
    )  # fmt: skip


def of_reference(
    text: str, plan: Plan, key: int = 0, given: Sequence[Sequence[int]] = (), errors: Any = "surrogatepass"
) -> Pairs:
    return stable.cut(text, plan, key, errors, given)


def of_core(
    text: str, plan: Plan, key: int = 0, given: Sequence[Sequence[int]] = (), errors: Any = "surrogatepass"
) -> Pairs:
    """Return the chunks of the core, which gives the same for the UTF-8 of a text."""
    cuts, view = StableCuts(plan, key), Text(text, errors)
    found = list(cuts.cut(view, [view.native(places) for places in given])[0])
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return found
    view = Text(data)
    offsets = [0, *accumulate(len(char.encode()) for char in text)]
    coded = list(cuts.cut(view, [view.native(places) for places in given])[0])
    assert coded == [(offsets[start], offsets[end]) for start, end in found]
    return found


@pytest.fixture(params=[of_reference, of_core], ids=["reference", "core"])
def cut(request: pytest.FixtureRequest) -> Any:
    return request.param


def loop(text: str, size: int, levels: Any = LEVELS, key: int = 0, top: int = 2) -> Loop:
    return Loop(text, size, levels, key, "characters", top)


def test_places_of_a_text_begin_at_0() -> None:
    assert loop("abc", 1).offsets == [0, 1, 2, 3]
    assert Loop("aé", 1, LEVELS, 0, "bytes", 2).offsets == [0, 1, 3]


def test_levels_above_sentences_count_as_theirs() -> None:
    assert [loop("a", 10, top=top).top for top in (0, 1, 2, 3)] == [4, 4, 3, 2]


def test_a_stretch_that_one_chunk_takes_is_not_cut() -> None:
    for length in range(1, 50):
        assert loop("a" * length, 50, ("grapheme",)).divided(0, length) == [length]


def test_the_usual_key_is_0() -> None:
    text, named = prose(1, 60), plan(100)
    found = stable.cut(text, named)
    assert found == of_core(text, named, 0)
    assert all(found != of_core(text, named, key) for key in (1, (1 << 64) - 1))


def test_c1_levels() -> None:
    text = "It rains. It\npours.\n\nE\u0301"
    levels = {-place: level for level, _, place in loop(text, 10, (*LEVELS, "grapheme")).ranks}
    assert (levels[21], levels[10], levels[13]) == (5, 4, 3)
    assert (levels[3], levels[1]) == (2, 1) and 22 not in levels


def test_c2_priorities_depend_on_the_text_before_and_the_key_alone() -> None:
    text = prose(1, 30)
    at = 700
    near = text[at - stable.CONTEXT : at]
    assert stable.priority(text, at, 7) == stable.priority(f"x{near}y", stable.CONTEXT + 1, 7)
    assert stable.priority(text, at, 7) != stable.priority(text, at, 8)
    assert stable.priority(text, at, 7) != stable.priority(text, at + 1, 7)
    assert 0 <= stable.priority(text, at, 7) < 1 << 64


def test_c3_anchors_are_the_greatest_within_the_horizon() -> None:
    text = prose(2, 120)
    found = loop(text, 100)
    anchors = found.peaks()
    ranks = [(min(level, found.top), number, place) for level, number, place in found.ranks]
    assert len(anchors) > 3 and min(anchors) >= 100 and max(anchors) <= len(text) - 100
    for rank in ranks:
        near = [other for other in ranks if abs(other[2] - rank[2]) <= 120]
        assert (-rank[2] in anchors) == (max(near) == rank and 100 <= -rank[2] <= len(text) - 100)


def test_c3_a_paragraph_counts_as_a_sentence() -> None:
    text = prose(2, 120)
    assert loop(text, 100).peaks() != loop(text, 100, top=0).peaks()
    text = text.replace("\n\n", "  ")
    assert loop(text, 100).peaks() == loop(text, 100, top=0).peaks()


def test_c3_an_anchor_as_far_from_the_end_as_the_size(cut: Any) -> None:
    levels = plan(3, levels=("given:0",))
    assert cut("abbaaabb", levels, 0, [[5]]) == [(0, 2), (2, 5), (5, 8)]


def test_c3_the_start_of_a_text_is_no_cut(cut: Any) -> None:
    levels = plan(3, levels=("given:0",))
    assert cut("abbaaabba", levels, 0, [[3]]) == [(0, 3), (3, 6), (6, 9)]


def test_c4_stretches_without_anchors() -> None:
    """In a period each cut has an equal one before it: no anchor but the first."""
    for piece in ("ab", "a", "It rains. "):
        text = piece * 300
        found = loop(text, 60, (*LEVELS, "grapheme"))
        assert len(found.peaks()) <= 1
        edges = [0, *found.places()]
        assert all(end - start <= 60 for start, end in pairwise(edges)) and edges[-1] == len(text)


def test_c4_the_gap_by_hand(cut: Any) -> None:
    # the last anchor is at 23; from there 48 is the gap, so that the rest is divided as a whole
    text, levels = "a" * 72, plan(5, levels=("given:0",))
    before = [5, 8, 12, 16, 19, 23, 28, 33, 38, 43, 48]
    assert [end for _, end in cut(text[:71], levels, 0, [[]])] == [*before, 53, 57, 62, 66, 71]
    # of one more a part is cut first, whose end is 5 before the end of the text at most
    for at in ([], [71]):
        assert [end for _, end in cut(text, levels, 0, [at])] == [*before, 51, 56, 60, 65, 67, 72]


@pytest.mark.parametrize(("count", "capacity"), [(1, 100), (2, 196), (3, 292), (12, 1156)])
def test_c5_capacity(count: int, capacity: int) -> None:
    assert loop("", 100).capacity(count) == capacity


def test_c5_no_part_is_under_a_quarter_of_the_size(cut: Any) -> None:
    text, levels = "abcdefghijklmnopqrstu", plan(20, levels=("given:0",))
    for place in (5, 16):
        assert cut(text, levels, 0, [[place]]) == [(0, place), (place, 21)]
    for place in (4, 17):
        assert cut(text, levels, 0, [[place]]) == [(0, 6), (6, 21)]


def test_c6_a_cluster_that_is_longer(cut: Any) -> None:
    text = "e" + "\u0301" * 350
    assert cut(text, plan(100)) == [(0, 100), (100, 200), (200, 300), (300, 351)]
    spans = cut("It rains. " + text + " It pours.", plan(100))
    assert spans[0] == (0, 10) and all(end - start <= 100 for start, end in spans)


def test_small_texts_by_hand(cut: Any) -> None:
    assert cut("It rains.", plan(10)) == [(0, 9)] and cut("abcd", plan(100)) == [(0, 4)]
    assert cut("It rains. It pours.", plan(12)) == [(0, 10), (10, 19)]
    assert cut("It rains on us.\n\nIt pours.", plan(20)) == [(0, 17), (17, 26)]
    assert cut("abcdef", plan(1)) == [(k, k + 1) for k in range(6)]


def test_c7_overlaps(cut: Any) -> None:
    text = "It rains. It pours. The old man snores. He went to bed."
    assert [text[start:end] for start, end in cut(text, plan(32, 12))] == [
        "It rains. It pours. ", "It pours. The old man snores. ", "man snores. He went to bed.",
    ]  # fmt: skip


def test_levels_that_are_given(cut: Any) -> None:
    text = "abcdefghij" * 3
    spans = cut(text, plan(10, levels=("given:0",)), 5, [[4, 13, 21]])
    assert spans == [(0, 4), (4, 13), (13, 21), (21, 30)]


def test_c3_words_above_sentences_count_as_theirs(cut: Any) -> None:
    text = "漢字かな。[^1]\n\n"
    levels = ("given:0", "word", "sentence-standard", "separator:0")
    spans = cut(text, plan(10, 6, levels=levels, separators=(". ",)), 0, [[7]])
    assert spans == [(0, 4), (1, 11)]


def test_c3_levels_below_the_first_one_of_sentences_count_as_themselves(cut: Any) -> None:
    text = "ab e.g. a It rains. ab e.g. aab "
    levels = ("sentence-standard", "sentence-simple", "word")
    assert cut(text, plan(12, levels=levels)) == [(0, 8), (8, 20), (20, 32)]


#: Levels in the usual order, and in others.
ORDERS = [
    LEVELS, ("word",), (), ("line",), ("section", "separator:0", "word", "line"),
    ("line", "word", "sentence-standard"), ("word", "sentence-standard", "separator:0"),
    ("sentence-standard", "word", "sentence-standard"), ("given:0", "word"), ("given:0", "sentence-standard"),
]  # fmt: skip

options = st.fixed_dictionaries(
    {
        "unit": st.sampled_from(["characters", "bytes", "tokens"]),
        "levels": st.sampled_from(ORDERS),
        "strip_whitespace": st.booleans(),
        "skip_blank": st.booleans(),
        "separators": st.just(("ab",)),
        "oversize": st.sampled_from(get_args(Oversize)),
        "language": languages,
        "abbreviations": abbreviations,
        "line_breaks": line_breaks,
    }
)
pieces = st.lists(
    st.sampled_from(
        ["It rains. ", "Oh! ", "x" * 40, "\n\n", "漢字。", "🇩", "e\u0301", "\u0301", "\u200d", "👩", "ab"]
    ),
    max_size=60,
).map("".join)
periods = st.builds(
    str.__mul__, st.sampled_from(["a", "ab", " ", "\n", "🇩🇪", ". ", "語", "It rains.\n"]), st.integers(1, 400)
)


calls = arguments(
    stable.cut,
    text=(texts | broken | pieces | periods).filter(str.strip).map(lambda text: text[:800]),
    plan=st.builds(
        lambda size, overlap, options: plan(size, min(overlap, size - 1), **options),
        st.integers(1, 12) | st.integers(1, 200), st.sampled_from([0, 0, 1, 3, 10]), options,
    ),
    key=st.integers(0, (1 << 64) - 1),
    given=st.tuples(positions),
)  # fmt: skip


@given(call=calls)
def test_core_is_the_reference(call: dict[str, Any]) -> None:
    places = [place for place in call["given"][0] if 0 < place < len(call["text"])]
    call = {**call, "given": [places] if call["plan"].rows[1].level == "given:0" else []}
    assert outcome(of_core, **call) == outcome(of_reference, **call)


def mixture(chance: random.Random, size: int) -> str:
    """Sentences, words, letters without blanks and periods one after the other."""
    made: list[str] = []
    while sum(map(len, made)) < size:
        made.append(
            chance.choice(
                [
                    lambda: prose(chance.randrange(1000), 40),
                    lambda: (
                        chance.choice(["a", "ab ", "e\u0301", "語", "\n", "It rains. "]) * chance.randrange(900)
                    ),
                    lambda: "".join(chance.choices("abcdefgh", k=chance.randrange(3000))),
                    lambda: " ".join(chance.choices(["rain", "é", "falls", "語"], k=chance.randrange(600))),
                ]
            )()
        )
    return "".join(made)[:size]


def of_parts(cuts: StableCuts, text: Any, chance: random.Random) -> Pairs:
    """Return the chunks of a text that comes in parts, cut by `resume`, with what it says must be kept of each."""
    found: Pairs = []
    base, at, start, end, held = 0, 0, -1, 0, text[:0]
    while at < len(text):
        at = min(at + chance.choice([500, 3000, 9000, 30000]), len(text))
        while isinstance(text, bytes) and at < len(text) and text[at] & 0xC0 == 0x80:
            at += 1
        held = text[base:at]
        native, _, start, end, keep = cuts.resume(Text(held), [], start, end, at == len(text))
        found += [(one + base, other + base) for one, other in native]
        if start >= 0:
            assert 0 <= keep <= start or at == len(text)
            base, start, end = base + keep, start - keep, end - keep
    return found


@pytest.mark.parametrize("seed", range(40))
def test_parts_give_the_chunks_of_the_whole(seed: int) -> None:
    chance = random.Random(seed)
    text: Any = mixture(chance, chance.choice([8_000, 90_000]))
    size = chance.choice([chance.randrange(4, 60), chance.randrange(100, 2000)])
    one = plan(
        size, chance.choice([0, size // 5, size - 1]), chance.choice(["characters", "bytes", "tokens"]),
        strip_whitespace=chance.random() < 0.3, levels=chance.choice([LEVELS, ("word",), ("line",), ()]),
    )  # fmt: skip
    if chance.random() < 0.5:
        text = text.encode()
    cuts = StableCuts(one, seed)
    assert of_parts(cuts, text, chance) == list(cuts.cut(Text(text))[0])


def test_a_text_without_anchors_in_parts() -> None:
    text, cuts = "x" * 140_000, StableCuts(plan(400), 1)
    assert 0 < cuts.resume(Text(text), [], -1, 0, False)[-1] < len(text)  # the text before is not needed again
    assert of_parts(cuts, text, random.Random(1)) == list(cuts.cut(Text(text))[0])


@pytest.mark.parametrize("between", ["", "x" * 12_000])
def test_blocks_do_not_matter(between: str) -> None:
    """A text is looked at in blocks of 65,536: what is inserted moves their ends, and no cut far from it.
    `between`: a stretch without an anchor, over the end of a block."""
    chance = random.Random(7)
    text = mixture(chance, 60_000) + between + mixture(chance, 240_000 if not between else 60_000)
    cuts = StableCuts(plan(300 if not between else 30), 1)
    before = {end for _, end in list(cuts.cut(Text(text))[0])}
    for size in (1, 500, 20_000):
        changed = text[:1000] + "y" * size + text[1000:]
        after = {end - size for _, end in list(cuts.cut(Text(changed))[0])}
        assert {end for end in before if end > 6000} == {end for end in after if end > 6000}


@pytest.mark.exhaustive
def test_core_is_the_reference_in_long_texts() -> None:
    text = mixture(random.Random(11), 140_000)
    assert of_core(text, plan(400, 40), 9) == of_reference(text, plan(400, 40), 9)


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        StableCuts(plan(5, 5))
    cuts = StableCuts(plan(5))
    for start, end in ((-1, 3), (3, 3), (0, 99)):
        with pytest.raises(ValueError, match=str(end)):
            cuts.resume(Text("It rains."), [array("q")], start, end, True)
