"""Packing code: laws, the least cost, and the core against the reference."""

from __future__ import annotations

import itertools
import pathlib
from array import array
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shiplap
from shiplap._core import packing as core
from shiplap._data.code_languages import LANGUAGES
from shiplap._data.packing_costs import CHUNK, CODE_0, COST
from shiplap.reference.outline import outline
from shiplap.reference.packing import code as reference
from tests.kernels.outline.test_outline import codes
from tests.support.cases import cases

ROOT = pathlib.Path(__file__).resolve().parents[3]


def pack_core(
    positions: list[int], ranks: list[int], extents: list[reference.Extent], length: int, size: int
) -> list[int]:
    rows = array("q", [n for start, begin, end in extents for n in (1, 0, 0, start, begin, begin, end, -1, 0)])
    packed, longest = core.pack_code(array("q", positions), array("b", ranks), rows, length, size)
    spans = list(packed)
    assert longest == max((end - start for start, end in spans), default=0)
    assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
    return [end for _, end in spans]


@pytest.fixture(params=[reference.pack, pack_core], ids=["reference", "core"])
def pack(request: pytest.FixtureRequest) -> Any:
    return request.param


@cases(
    ("positions", "ranks", "extents", "length", "size", "ends"),
    [
        ([], [], [], 0, 10, []),
        ([], [], [], 5, 10, [5]),
        ([], [], [], 25, 10, [25]),  # a line that is too long stays
        ([10, 20], [4, 4], [], 25, 10, [10, 20, 25]),
        ([4, 8, 12], [4, 0, 4], [], 16, 12, [8, 16]),  # the best cut, where the number is the same
        ([5, 10, 15], [0, 5, 0], [], 18, 10, [10, 18]),
        ([5, 10, 15], [0, 5, 0], [(5, 5, 15)], 18, 10, [5, 15, 18]),  # a definition that fits
        ([5, 10, 15], [0, 0, 0], [(5, 5, 15)], 18, 10, [5, 15, 18]),
        ([5, 8, 15], [0, 5, 0], [(5, 8, 15)], 18, 8, [8, 15, 18]),  # it fits without its comment
        ([5, 8, 12], [0, 1, 1], [(5, 5, 16), (8, 8, 12)], 16, 8, [8, 16]),  # one in a class that does not fit
        ([10, 20], [4, 4], [(8, 8, 20)], 30, 15, [10, 20, 30]),  # it begins in a line: with that it does not fit
        ([10, 20], [4, 4], [(0, 0, 12)], 30, 15, [10, 20, 30]),  # it ends in one
        ([10, 20], [4, 4], [(0, 0, 12), (14, 14, 30)], 30, 20, [20, 30]),  # in the last line of one that is kept
    ],
)
def test_literals(
    pack: Any,
    positions: list[int],
    ranks: list[int],
    extents: list[reference.Extent],
    length: int,
    size: int,
    ends: list[int],
) -> None:
    assert pack(positions, ranks, extents, length, size) == ends


@st.composite
def problems(draw: st.DrawFn) -> tuple[list[int], list[int], list[reference.Extent], int, int]:
    positions = sorted(draw(st.sets(st.integers(1, 40), max_size=9)))
    length = (positions[-1] if positions else 0) + draw(st.integers(1, 12))
    ranks = [draw(st.integers(0, 5)) for _ in positions]
    places = [0, *positions, length]
    extents: list[reference.Extent] = []

    def nest(low: int, high: int, depth: int) -> None:
        at = low
        while at < high and depth < 3 and draw(st.booleans()):
            start = draw(st.integers(at, high - 1))
            end = draw(st.integers(start + 1, high))
            begin = draw(st.integers(start, end - 1))
            extents.append((places[start], places[begin], places[end]))
            nest(max(begin, start + 1), end, depth + 1)
            at = end

    nest(0, len(places) - 1, 0)
    return positions, ranks, extents, length, draw(st.integers(1, 25))


@given(problem=problems())
def test_core_equals_the_reference(problem: tuple[Any, ...]) -> None:
    assert pack_core(*problem) == reference.pack(*problem)


@given(problem=problems())
def test_no_way_to_cut_costs_less(problem: tuple[Any, ...]) -> None:
    """All ways that keep what fits whole and, where they can, the size."""
    positions, ranks, extents, length, size = problem
    kept = reference.keep_whole(extents, [0, *positions, length], size)
    allowed = [p for p in positions if not any(start < p < end for start, end in kept)]
    rank = dict(zip(positions, ranks, strict=True))

    def cost(ends: tuple[int, ...]) -> int | None:
        places = [0, *ends, length]
        for start, end in itertools.pairwise(places):
            if end - start > size and any(start < p < end for p in allowed):
                return None
        return sum(CHUNK + COST[CODE_0 + rank[p]] for p in ends)

    ways = itertools.chain.from_iterable(itertools.combinations(allowed, k) for k in range(len(allowed) + 1))
    costs = [found for found in map(cost, ways) if found is not None]
    ends = tuple(reference.pack(*problem))
    assert ends[-1] == length and cost(ends[:-1]) == min(costs)


@given(text=codes, size=st.integers(1, 200))
@example(text="    ", size=1)  # blank text is cut too
@example(text="def def def def class A {class A {class A {}\n\ndef def ", size=20)  # classes within a line
@example(text='def extern "C" {', size=1)  # a word that declares is no role of a definition
def test_laws(text: str, size: int) -> None:
    for language in LANGUAGES:
        found = shiplap.outline(text, language)
        spans = found.pack(size).tolist()
        assert [start for start, _ in spans] == [0, *(end for _, end in spans)][: len(spans)]
        assert (spans[-1][1] if spans else 0) == len(text)
        assert all(0 < end - start <= size for start, end in spans)
        starts = {0, len(text), *found.positions.tolist()}
        for start, end in spans:  # a line is cut only if it is too long
            for p in {start, end} - starts:
                low, high = max(q for q in starts if q < p), min(q for q in starts if q > p)
                assert high - low > size
        for each in found:
            if each.end - each.start <= size:
                assert any(start <= each.start and each.end <= end for start, end in spans) or not (
                    {each.start, each.end} <= starts
                )


@pytest.mark.exhaustive
def test_real_files() -> None:
    for path in sorted(ROOT.glob("src/shiplap/**/*.py")):
        text = path.read_text("utf-8")
        rows, lines, ranks = outline.outline(text, "python")
        extents = [(row[3], row[4], row[6]) for row in rows]
        found = shiplap.outline(text, "python")
        for size in (200, 1024, 5000):
            ends = reference.pack(lines, ranks, extents, len(text), size)
            assert pack_core(lines, ranks, extents, len(text), size) == ends
            spans = found.pack(size).tolist()
            assert [end for _, end in spans] == ends
            assert all(text[end - 1] == "\n" for end in ends)
            for each in found:
                if each.end - each.start <= size:
                    assert any(start <= each.start and each.end <= end for start, end in spans), each


def test_a_long_line_is_cut_after_white_space() -> None:
    text = "x = 1\n# " + "word " * 20 + "\ny = '" + "é😀" * 30 + "'\n"
    for form in (text, text.encode()):
        parts = [text[start:end] for start, end in shiplap.outline(form, "python").pack(30).tolist()]
        assert "".join(parts) == text and max(map(len, parts)) <= 30
        assert parts[1] == "# " + "word " * 5
    flags = "🇩🇪" * 30
    assert all(end % 2 == 0 for _, end in shiplap.outline(flags, "c").pack(7).tolist())


def test_neighbours_share_a_chunk() -> None:
    text = "".join(f"def f{k}():\n    return {k}\n\n\n" for k in range(9))
    assert shiplap.outline(text, "python").pack(100).tolist() == [[0, 100], [100, 200], [200, 225]]


def test_arrays_of_other_kinds_are_refused() -> None:
    with pytest.raises(ValueError, match="int64"):
        core.pack_code(array("i", [1]), array("b", [0]), array("q"), 2, 1)
    with pytest.raises(ValueError, match="int8"):
        core.pack_code(array("q", [1]), array("b"), array("q"), 2, 1)
