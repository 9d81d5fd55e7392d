"""Hierarchy: clauses H1 to H3 by hand, and the core beside the reference on hostile texts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shiplap._core.text import Spans, Text
from shiplap._core.windows import runs as core
from shiplap.reference.windows import hierarchy as reference
from tests.support.hostile import texts

Pairs = list[tuple[int, int]]


def runs_by_core(
    text: str, chunks: Pairs, measures: Pairs, size: int, least: int
) -> tuple[list[Any], list[Any], list[Any]]:
    found = core(Text(text, "surrogatepass"), Spans.of(chunks), Spans.of(measures), size, least)
    return list(found[0]), list(found[1]), list(found[2])


@pytest.fixture(params=[reference.runs, runs_by_core], ids=["reference", "core"])
def runs(request: pytest.FixtureRequest) -> Any:
    return request.param


def cut(text: str, places: Sequence[int]) -> Pairs:
    """The spans between places."""
    return list(pairwise([0, *places, len(text)]))


def test_a_run_takes_what_fits(runs: Any) -> None:
    chunks = cut("a b c d e ", [2, 4, 6, 8])
    assert runs("a b c d e ", chunks, chunks, 4, 0)[:2] == ([(0, 2), (2, 4), (4, 5)], [(0, 4), (4, 8), (8, 10)])
    assert runs("a b c d e ", chunks, chunks, 5, 5)[0] == [(0, 2), (2, 4), (4, 5)]  # least is above what fits
    assert runs("a b c d e ", chunks, chunks, 10, 0)[0] == [(0, 5)] and runs("", [], [], 1, 0) == ([], [], [])
    assert runs("a b c d e ", chunks, chunks, 1, 0)[0] == [(k, k + 1) for k in range(5)]  # at least one chunk


def test_a_run_ends_before_a_section_and_else_before_a_paragraph(runs: Any) -> None:
    text = "aa\n# b\n\nc\n\ndd"
    chunks = cut(text, [3, 8, 11])
    assert runs(text, chunks, chunks, 12, 0)[0] == [(0, 1), (1, 4)]
    assert runs(text, chunks, chunks, 12, 4)[0] == [(0, 3), (3, 4)]  # the section would leave too little
    assert runs(text, chunks, chunks, 9, 4)[0] == [(0, 2), (2, 4)]
    # `least` is counted from the start of the run
    text = "xxxxx\n\nb.\n\n# c\n\nd e"
    chunks = cut(text, [7, 11, 16])
    assert runs(text, chunks, chunks, 9, 4)[0] == [(0, 1), (1, 2), (2, 4)]
    assert runs(text, chunks, chunks, 9, 5)[0] == [(0, 1), (1, 3), (3, 4)]
    text = "aa\n\nb. c. d"
    chunks = cut(text, [4, 7])
    assert runs(text, chunks, chunks, 7, 4)[0] == [(0, 1), (1, 3)]
    assert runs(text, chunks, chunks, 7, 5)[0] == [(0, 2), (2, 3)]


def test_all_that_is_left_is_one_run(runs: Any) -> None:
    text = "a\n\n# b\n\nc"
    chunks = cut(text, [3, 8])
    assert runs(text, chunks, chunks, 9, 0)[0] == [(0, 3)]
    assert runs(text, chunks, chunks, 8, 0)[0] == [(0, 1), (1, 3)]


def test_indented_and_wide_lines_begin_sections_and_paragraphs(runs: Any) -> None:
    for line in ("  # b", "# b", "雨", "é", "- b", "    b"):
        for end in ("\n\n", "\r\n\r\n", "\u2029", "\n \n"):
            text = f"ccc{end}{line}\nd e f"
            chunks = cut(text, [3 + len(end), len(text) - 4, len(text) - 2])
            assert runs(text, chunks, chunks, len(text) - 1, 0)[0] == [(0, 1), (1, 4)], (line, end)


def test_measures_are_others_than_offsets(runs: Any) -> None:
    text = "aa bb cc"
    chunks, measures = [(0, 2), (3, 5), (6, 8)], [(0, 10), (10, 12), (12, 13)]
    assert runs(text, chunks, measures, 3, 0) == ([(0, 1), (1, 3)], [(0, 2), (3, 8)], [(0, 10), (10, 13)])


@given(text=texts, data=st.data(), size=st.integers(1, 60), least=st.integers(0, 40))
@example(text="a\n\n# b\n\nc d e f", data=None, size=9, least=0)
def test_the_core_is_the_reference(text: str, data: Any, size: int, least: int) -> None:
    places = sorted(data.draw(st.sets(st.integers(1, max(len(text) - 1, 1))))) if data and len(text) > 1 else []
    chunks = cut(text, places) if text else []
    expected = reference.runs(text, chunks, chunks, size, least)
    assert runs_by_core(text, chunks, chunks, size, least) == expected
    try:
        encoded = text.encode()
    except UnicodeEncodeError:
        return
    at = [len(text[:p].encode()) for p in range(len(text) + 1)]
    native = Spans.of([(at[start], at[end]) for start, end in chunks])
    found = core(Text(encoded), native, Spans.of(chunks), size, least)
    assert (list(found[0]), list(found[2])) == (expected[0], expected[2])
    assert list(found[1]) == [(at[start], at[end]) for start, end in expected[1]]
