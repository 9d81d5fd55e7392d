"""All texts over a small alphabet, all small sizes and overlaps: the laws hold, and the core equals the reference
(on the longest texts: str equals UTF-8). Up to length 3 in the quick tier, to length 5 in the other;
SHIPLAP_EXHAUSTIVE=6 goes up to length 6, in an hour."""

from __future__ import annotations

import itertools
import os
from collections.abc import Sequence
from typing import Any

import pytest

import shiplap
from shiplap._core.text import Text
from shiplap._core.windows import Windows
from shiplap.plan import Plan
from shiplap.reference.windows.windows import windows
from tests.support.grapheme_oracle import inside
from tests.support.hostile import ALPHABET

LONGEST = int(os.environ.get("SHIPLAP_EXHAUSTIVE", "5"))
lengths = pytest.mark.parametrize("longest", [3, pytest.param(LONGEST, marks=pytest.mark.exhaustive)])
SIZES = [(size, overlap) for size in (1, 2, 3, 4) for overlap in range(size)]

#: For sentences: with the minimum and the maximum.
RANGES = [(1, 0, 0, 1), (1, 0, 1, 2), (2, 1, 1, 2), (2, 1, 1, 3), (3, 0, 2, 4), (3, 2, 1, 3), (3, 2, 2, 5)]


def laws(
    spans: list[tuple[int, int]],
    plan: Plan,
    snaps: bool,
    offsets: Sequence[int],
    within: dict[int, tuple[int, int]],
) -> None:
    """Laws 2 to 5 and 8, written for speed. `offsets`: the size of the text before each position; `within`: the
    positions inside grapheme clusters, and these."""
    assert spans[0][0] == 0 and spans[-1][1] == len(offsets) - 1
    most, overlap = plan.max_size, plan.overlap
    last_start, last_end = -1, 0
    for start, end in spans:
        assert last_start < start <= last_end < end
        assert offsets[last_end] - offsets[start] <= overlap
        assert offsets[end] - offsets[start] <= most or end - start == 1
        if snaps and (start in within or end in within):
            for p in {start, end} & within.keys():
                first, last = within[p]
                assert offsets[last] - offsets[first] > most
        last_start, last_end = start, end


@lengths
@pytest.mark.parametrize("unit", ["characters", "bytes"])
@pytest.mark.parametrize("snap", [None, "paragraph", "line", "sentence", "word"])
def test_all_short_texts(snap: str | None, unit: Any, longest: int) -> None:
    plans = [shiplap.FixedChunker(size, overlap, snap=snap, unit=unit)._plan for size, overlap in SIZES]
    check_all(plans, longest)


@lengths
@pytest.mark.parametrize("unit", ["characters", "bytes"])
def test_all_short_texts_by_sentences(unit: Any, longest: int) -> None:
    check_all(
        [
            shiplap.SentenceChunker(
                size, overlap, min_size=least, max_size=most, unit=unit, sentence_rule="simple"
            )._plan
            for size, overlap, least, most in RANGES
        ],
        longest,
    )


@lengths
@pytest.mark.parametrize("unit", ["characters", "bytes"])
def test_all_short_texts_by_levels(unit: Any, longest: int) -> None:
    levels = [["paragraph", "sentence", "word"], ["\n", "a\u0301", ". "]]
    check_all(
        [
            shiplap.RecursiveChunker(
                size,
                overlap,
                levels=names,
                overlap_levels=[*names[1:], "word"],
                unit=unit,
                sentence_rule="simple",
                headings="marked",  # no text is long enough for headings without marks
            )._plan
            for size, overlap in SIZES
            for names in levels
        ],
        longest,
    )


def check_all(plans: list[Plan], longest: int) -> None:
    """The laws for all texts up to a length, and the two implementations side by side."""
    loops = [(plan, plan.snaps, Windows(plan)) for plan in plans]
    sizes = {char: len(char.encode()) if plans[0].unit == "bytes" else 1 for char in ALPHABET}
    for n in range(1, longest + 1):
        for letters in itertools.product(ALPHABET, repeat=n):
            text = "".join(letters)
            view, data, within = Text(text), Text(text.encode()), inside(text)
            offsets = [0, *itertools.accumulate(map(sizes.__getitem__, letters))]
            for plan, snaps, loop in loops:
                native, _ = loop.cut(view)
                spans = list(native)
                laws(spans, plan, snaps, offsets, within)
                if n < longest:
                    assert spans == windows(text, plan), (text, plan)
                else:
                    native, _ = loop.cut(data)
                    assert list(data.convert(native, "characters")) == spans, (text, plan)
