"""Segments by meaning: literals, the least cost among all segmentations, and the core against the reference."""

from __future__ import annotations

import itertools
from array import array
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core import packing as core
from shiplap._data.packing_costs import SCALE
from shiplap.chunkers import semantic
from shiplap.reference.packing import segments as reference
from tests.support.cases import cases

Vectors = list[list[int]]


def segments_of_core(m: list[int], directions: Vectors, size: int, least: int, penalty: Fraction) -> list[int]:
    rows = np.array(directions, np.int16)
    price = semantic.price_of(rows.sum(axis=0, dtype=int).tolist(), len(rows), penalty)
    return core.segments(array("q", m), array("h", rows.tobytes()), rows.shape[1], size, least, price).tolist()


@pytest.fixture(params=[reference.segments, segments_of_core], ids=["reference", "core"])
def segments(request: pytest.FixtureRequest) -> Any:
    return request.param


RAIN, SNOW, NONE = [SCALE, 0], [0, SCALE], [0, 0]


@cases(
    ("lengths", "directions", "size", "least", "penalty", "ends"),
    [
        ([5], [RAIN], 10, 0, 1, [1]),
        ([5], [RAIN], 1, 0, 1, [1]),  # one unit above the limit
        ([5, 5, 5, 5], [RAIN, RAIN, SNOW, SNOW], 99, 0, 1, [2, 4]),
        ([5, 5, 5, 5], [RAIN, RAIN, SNOW, SNOW], 99, 0, 9, [4]),  # a chunk costs more than what it gains
        ([5, 5, 5, 5], [RAIN, RAIN, RAIN, SNOW], 99, 0, 0, [1, 2, 3, 4]),  # equal costs: the shortest last segment
        ([5, 5, 5, 5], [RAIN] * 4, 10, 0, 1, [1, 2, 3, 4]),  # without scatter segments cost nothing
        ([5, 5, 5, 5], [RAIN, RAIN, SNOW, SNOW], 5, 0, 1, [1, 2, 3, 4]),
        ([5, 5, 5, 5], [RAIN, SNOW, SNOW, SNOW], 10, 6, 1, [2, 4]),  # none is short
        ([5, 5, 5, 5], [RAIN, SNOW, SNOW, SNOW], 15, 6, 1, [2, 4]),
        ([5, 5, 5], [RAIN, SNOW, SNOW], 10, 6, 1, [1, 3]),  # one must be
        ([5, 30, 5], [RAIN, RAIN, RAIN], 20, 6, 1, [1, 2, 3]),
        ([5, 5, 5, 5], [NONE, NONE, RAIN, RAIN], 20, 0, 1, [2, 4]),  # blank text is like nothing else
    ],
)
def test_literals(
    segments: Any, lengths: list[int], directions: Vectors, size: int, least: int, penalty: Any, ends: list[int]
) -> None:
    m = [0, *itertools.accumulate(lengths)]
    assert segments(m, directions, size, least, Fraction(penalty)) == ends


units = st.lists(
    st.tuples(st.integers(1, 9), st.lists(st.integers(-SCALE // 2, SCALE // 2), min_size=3, max_size=3)),
    min_size=1, max_size=12,
)  # fmt: skip
penalties = st.sampled_from([Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)])


@given(units, st.integers(1, 40), st.integers(0, 12), penalties)
def test_the_core_equals_the_reference(
    drawn: list[tuple[int, list[int]]], size: int, least: int, penalty: Fraction
) -> None:
    m, directions = [0, *itertools.accumulate(each for each, _ in drawn)], [each for _, each in drawn]
    expected = reference.segments(m, directions, size, least, penalty)
    assert segments_of_core(m, directions, size, least, penalty) == expected


@given(units, st.integers(1, 40), st.integers(0, 12), penalties)
def test_no_segmentation_is_cheaper(
    drawn: list[tuple[int, list[int]]], size: int, least: int, penalty: Fraction
) -> None:
    drawn = drawn[:8]
    m, directions = [0, *itertools.accumulate(each for each, _ in drawn)], [each for _, each in drawn]
    count = len(drawn)
    price = int(penalty * reference.scatter(directions) / count)

    def cost(ends: tuple[int, ...]) -> tuple[int, int] | None:
        found = 0, 0
        for start, end in itertools.pairwise((0, *ends, count)):
            length = m[end] - m[start]
            if length > size and end - start > 1:
                return None
            scatter = reference.scatter(directions[start:end])
            found = found[0] + (length < least), found[1] + scatter + price
        return found

    every = [cost(ends) for k in range(count) for ends in itertools.combinations(range(1, count), k)]
    chosen = reference.segments(m, directions, size, least, penalty)
    assert cost(tuple(chosen[:-1])) == min(each for each in every if each is not None)


@cases(
    ("distances", "percentile", "least", "ends"),
    [
        ([0.0], 95, 0, [2]),
        ([0.0, 1.0, 0.0], 50, 0, [2, 4]),
        ([0.0, 1.0, 0.0], 100, 0, [4]),
        ([0.5, 0.5, 0.5], 0, 0, [4]),  # no distance exceeds the others
        ([0.5, 1.0, 0.75, 1.0], 25, 0, [2, 3, 4, 5]),
        ([0.5, 1.0, 0.75, 1.0], 25, 3, [3, 5]),
        ([0.0, 0.5, 1.0], 99, 0, [3, 4]),  # the percentile is below the largest distance
    ],
)
def test_percentiles(distances: list[float], percentile: float, least: int, ends: list[int]) -> None:
    m = list(range(len(distances) + 2))
    assert reference.at_percentile(m, distances, percentile, least) == ends
    assert semantic.at_percentile(m, np.array(distances), percentile, least) == ends


@given(
    st.lists(st.integers(0, 64), min_size=1, max_size=30), st.sampled_from([0, 25, 50, 75, 100]), st.integers(0, 5)
)
def test_percentiles_equal_those_of_the_reference(found: list[int], percentile: int, least: int) -> None:
    m, distances = list(range(len(found) + 2)), [each / 64 for each in found]
    expected = reference.at_percentile(m, distances, percentile, least)
    assert semantic.at_percentile(m, np.array(distances), percentile, least) == expected


numbers = st.floats(-(2.0**99), 2.0**99, width=32)


@given(st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=1, max_size=9))
def test_directions_have_one_length(vectors: list[list[float]]) -> None:
    found, total = semantic.directions(np.array(vectors, np.float32))
    rows = [found[first : first + 3].tolist() for first in range(0, len(found), 3)]
    assert total == [sum(column) for column in zip(*rows, strict=True)]
    for given_as, row in zip(vectors, rows, strict=True):
        length = sum(each * each for each in row) ** 0.5
        assert abs(length - SCALE) < 2 if any(given_as) and max(map(abs, given_as)) > 1e-30 else length < SCALE + 2
