"""Tries to break the bound of the guide "Chunks by content alone" with random and hostile edits.

Let M be the size, H = 1.2 M the horizon, e the reach of a place's level and priority. No end changes that is
farther than H + e + S from an edit, where S is the longest stretch between anchors near it in either text, if that
is at most 8 H.
"""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.reference.boundaries.levels import is_boundary
from shiplap.reference.windows.plan import compile_plan
from tests.kernels.stable.test_stable import LEVELS, loop, mixture
from tests.support.prose import prose

#: What a level looks at to one side in these texts: a run of white space, a mark and a word.
REACH = 64


def changed(old: list[int], new: list[int], start: int, end: int, size: int) -> list[int]:
    """Return the distances from an edit of the ends that only one of two texts has; size: that of what takes the
    place of the text from start to end."""
    shift = size - (end - start)
    moved = {place if place <= start else place - shift for place in new if not start < place < start + size}
    kept = {place for place in old if not start < place < end}
    return [max(start - place, place - end, 0) for place in moved ^ kept]


def ends(text: str, size: int, overlap: int = 0) -> list[int]:
    return [end for _, end in shiplap.StableChunker(size, overlap).spans(text).tolist()]


def stretches(text: str, size: int) -> list[tuple[int, int]]:
    """Return the stretches between the anchors of a text, by the reference."""
    plan: Any = shiplap.StableChunker(size)._plan
    levels = [row.level for row in compile_plan(plan, [], 0).rows[1:-1]]
    return list(pairwise([0, *loop(text, size, levels).peaks(), len(text)]))


def check_edit(text: str, size: int, start: int, end: int, new: str) -> None:
    """The bound for one edit, of which the guide says: H + e + S to each side."""
    after = text[:start] + new + text[end:]
    distances = changed(ends(text, size), ends(after, size), start, end, len(new))
    if not distances or max(distances) <= 2 * size:
        return  # far within any bound: the reference need not look
    low, high = start - 1.2 * size - REACH, end + 1.2 * size + REACH
    near = [each for each in stretches(text, size) if each[1] >= low and each[0] <= high]
    shift = len(new) - (end - start)
    near += [each for each in stretches(after, size) if each[1] >= low and each[0] <= high + shift]
    longest = max(b - a for a, b in near)
    assert longest > 8 * 1.2 * size or max(distances) <= 1.2 * size + REACH + longest


EDITS = ["", "x", "New words here. ", "A.\n\nB. ", "\n\n", "# Head\n\n", " ", "e\u0301", "y" * 700]


@pytest.mark.exhaustive
@given(
    seed=st.integers(0, 10_000),
    kind=st.sampled_from(["prose", "joined", "mixture", "words"]),
    place=st.floats(0, 1),
    removed=st.sampled_from([0, 0, 1, 9, 80, 400]),
    new=st.sampled_from(EDITS),
)
def test_random_edits(seed: int, kind: str, place: float, removed: int, new: str) -> None:
    if kind == "mixture":
        text = mixture(random.Random(seed), 4000)
    elif kind == "words":
        text = " ".join(random.Random(seed).choices(["rain", "falls", "on", "hills", "a"], k=800))
    else:
        text = prose(seed, 80).replace("\n\n", "\n\n" if kind == "prose" else " ")
    start = int(place * len(text))
    check_edit(text, 60, start, min(start + removed, len(text)), new)


@pytest.mark.parametrize("seed", range(6))
def test_the_edit_of_many_that_moves_most(seed: int) -> None:
    """A hostile writer without the key tries each of many edits at a place, and keeps the worst."""
    text, chance, size = prose(seed, 400), random.Random(seed), 200
    old = ends(text, size)
    start = len(text) // 2
    worst, most = 0, 0
    for _ in range(400):
        new = " ".join(chance.choices(["rain", "falls.", "On", "hills.", "\n\n"], k=chance.randint(1, 12))) + " "
        distances = changed(old, ends(text[:start] + new + text[start:], size), start, start, len(new))
        worst, most = max(worst, *distances, 0), max(most, len(distances))
    assert worst <= 9 * size and most <= 24


@pytest.mark.parametrize("period", ["a", "ab", "abc ", "It rains. ", "x = 1\n", "🇩🇪", "| a | b |\n", "語"])
@pytest.mark.parametrize("size", [50, 97])
def test_an_edit_in_a_period_makes_few_chunks_new(period: str, size: int) -> None:
    """A repeated text has no anchors, so offsets move; its chunks are equal, so few are new."""
    text = period * (30 * size // len(period))
    chunker = shiplap.StableChunker(size)
    old = chunker.split_text(text)
    for at in (0, len(text) // 2 // len(period) * len(period), len(text)):
        for new in (period, "z", period * 7):
            found = chunker.split_text(text[:at] + new + text[at:])
            assert "".join(found) == text[:at] + new + text[at:]
            assert sum(each not in set(old) for each in found) <= 30


def test_several_edits_move_ends_near_them_only() -> None:
    size, text, chance = 60, prose(12, 400), random.Random(3)
    old = ends(text, size)
    places = sorted(chance.sample(range(len(text)), 4))
    new = text
    for place in reversed(places):
        new = new[:place] + "Some more. " + new[place:]
    after = ends(new, size)

    def origin(place: int) -> int | None:
        """Return the place in the old text."""
        for k, at in enumerate(places):
            if place <= at + k * len("Some more. "):
                return place - k * len("Some more. ")
            if place < at + (k + 1) * len("Some more. "):
                return None
        return place - len(places) * len("Some more. ")

    moved = {origin(place) for place in after} ^ set(old)
    far = [place for place in moved if place is not None and min(abs(place - at) for at in places) > 9 * size]
    assert not far


@pytest.mark.exhaustive
def test_a_key_is_needed_to_move_far_cuts() -> None:
    """Rising priorities have no anchor: who knows the key can write them, so that a stretch is as long as they
    like. They are cut all the same, and with another key the same text is like any other."""
    size, chance = 60, random.Random(1)

    def number(text: str) -> int:
        ranks = loop(text, size, ("word", "grapheme"), top=0).ranks
        return max((level, priority) for level, priority, _ in ranks[-4:])[1] if ranks else 0

    text, best = "", -1
    while len(text) < 20 * size:
        tries = ["".join(chance.choices("abcdefgh", k=25)) + " " for _ in range(30)]
        rising = sorted((number(text[-80:] + word + "x"), word) for word in tries)
        best, word = next((each for each in rising if each[0] > best), rising[-1])
        text += word
    with_key, without = (loop(text, size, ("word", "grapheme"), key, 0).peaks() for key in (0, 1))
    assert len(with_key) <= 2 < 5 < len(without)
    for key in (b"", b"another"):
        spans = shiplap.StableChunker(size, levels=["word"], key=key).spans(text).tolist()
        assert spans[-1][1] == len(text) and all(end - start <= size for start, end in spans)


def test_levels_are_local() -> None:
    """The assumption of the proof: a level depends on the text near it."""
    text = prose(7, 40)
    for place in range(200, len(text) - 200, 7):
        near = text[place - REACH : place + REACH]
        for level in LEVELS:
            assert is_boundary(text, place, level) == is_boundary(near, REACH, level), (place, level)
