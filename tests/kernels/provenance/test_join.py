"""The rows of chunks: the rules P1 to P4 by hand, and the core against the reference."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from itertools import chain, pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core import text as core
from shiplap.reference.provenance import provenance as reference
from tests.conftest import IMPLEMENTATIONS, Pairs, columns
from tests.support.cases import cases
from tests.support.drawn import types_of

#: The core has one loop for all instruction sets here.
REFERENCE, *_, CORE = IMPLEMENTATIONS


@cases(
    ("chunks", "rows", "found"),
    [
        ([], [], []),
        ([], [(0, 3), (4, 4)], []),
        ([(0, 3)], [], [[]]),
        ([(0, 3)], [(0, 3)], [[(0, 0, 3)]]),
        # rows that end where a chunk starts, or start where it ends, share no code point with it
        ([(3, 6)], [(0, 3), (6, 9)], [[]]),
        ([(3, 6)], [(0, 4), (5, 9)], [[(0, 3, 4), (1, 5, 6)]]),
        ([(3, 6)], [(0, 9)], [[(0, 3, 6)]]),
        # an overlap has its rows twice
        ([(0, 6), (4, 9)], [(0, 5), (5, 9)], [[(0, 0, 5), (1, 5, 6)], [(0, 4, 5), (1, 5, 9)]]),
        # rows that nest, and one that ends before another that starts before it
        (
            [(0, 4), (4, 8)],
            [(0, 8), (0, 2), (1, 6), (1, 3), (5, 6)],
            [[(0, 0, 4), (1, 0, 2), (2, 1, 4), (3, 1, 3)], [(0, 4, 8), (2, 4, 6), (4, 5, 6)]],
        ),
        ([(0, 2), (4, 6)], [(2, 4), (2, 5), (3, 4)], [[], [(1, 4, 5)]]),
        # equal chunks, and equal rows
        ([(0, 2), (0, 2)], [(1, 3), (1, 3)], [[(0, 1, 2), (1, 1, 2)]] * 2),
        # chunks of no length have no rows, and those around them miss none
        ([(0, 4), (2, 4), (4, 4), (4, 8)], [(0, 8), (3, 4)], [
            [(0, 0, 4), (1, 3, 4)], [(0, 2, 4), (1, 3, 4)], [], [(0, 4, 8)]]),
        ([(3, 3)], [(0, 8), (3, 3), (3, 4)], [[]]),
    ],
)  # fmt: skip
def test_rows_that_share_a_code_point(impl: Any, chunks: Pairs, rows: Pairs, found: list[Any]) -> None:
    """P1, P3."""
    assert impl.join(chunks, rows) == found


@cases(
    ("chunks", "at", "found"),
    [
        ([(0, 4), (4, 8)], 0, [0]),
        ([(0, 4), (4, 8)], 4, [1]),
        ([(0, 6), (4, 8)], 4, [0, 1]),  # in the overlap
        ([(0, 6), (4, 8)], 6, [1]),
        ([(2, 4), (6, 8)], 1, [0]),  # before the first
        ([(2, 4), (6, 8)], 4, [1]),  # between two, where white space was trimmed
        ([(2, 4), (6, 8)], 5, [1]),
        ([(2, 4), (6, 8)], 8, [1]),  # at the end of the text
        ([(2, 4), (6, 8)], 9, [1]),
        ([(0, 4), (0, 4)], 4, [1]),  # of equal chunks the last, and the first
        ([(2, 4), (2, 4)], 0, [0]),
        ([(2, 4), (2, 4)], 3, [0, 1]),
        ([(2, 4), (5, 5), (6, 8), (8, 8)], 4, [2]),  # chunks of no length do not count
        ([(2, 4), (5, 5), (6, 8), (8, 8)], 5, [2]),
        ([(2, 4), (5, 5), (6, 8), (8, 8)], 8, [2]),
        ([(0, 0), (0, 2)], 0, [1]),
        ([(4, 4)], 4, []),
        ([], 0, []),
    ],
)
def test_a_row_of_no_length(impl: Any, chunks: Pairs, at: int, found: list[int]) -> None:
    """P2: the row is its own part, wherever it goes."""
    assert impl.join(chunks, [(at, at)]) == [[(0, at, at)] if k in found else [] for k in range(len(chunks))]


def test_rows_stay_in_order(impl: Any) -> None:
    """A row of no length that goes to the next chunk stands before the rows of that chunk."""
    rows = [(0, 9), (4, 4), (4, 6), (5, 5), (6, 6), (9, 9)]
    assert impl.join([(0, 3), (6, 9)], rows) == [
        [(0, 0, 3)],
        [(0, 6, 9), (1, 4, 4), (3, 5, 5), (4, 6, 6), (5, 9, 9)],
    ]


@pytest.mark.parametrize(
    ("chunks", "starts"),
    [
        ([], []),
        ([(0, 6), (4, 8), (9, 12)], [0, 6, 9]),
        ([(0, 6), (2, 6), (3, 7), (3, 7)], [0, 6, 6, 7]),  # some have nothing of their own
        ([(3, 6), (6, 6), (6, 7)], [3, 6, 6]),
    ],
)
def test_own(impl: Any, chunks: Pairs, starts: list[int]) -> None:
    """P4."""
    assert impl.own(chunks) == starts


def test_what_a_chunk_has_of_its_own(impl: Any) -> None:
    chunks = [(0, 6), (4, 6), (4, 9)]
    of_its_own = list(zip(impl.own(chunks), [end for _, end in chunks], strict=True))
    assert impl.join(of_its_own, [(0, 9), (5, 5), (6, 6)]) == [
        [(0, 0, 6), (1, 5, 5)],
        [],
        [(0, 6, 9), (2, 6, 6)],
    ]


BROKEN: list[tuple[Pairs, Pairs, str]] = [
    ([(0, 3), (4, 3)], [], "chunk 1: not 0 <= start <= end: start 4, end 3"),
    ([(-1, 3)], [], "chunk 0: not 0 <= start <= end: start -1, end 3"),
    ([(2, 3), (1, 4)], [], "chunk 1: starts at 1, before chunk 0"),
    ([(0, 3), (1, 2)], [], "chunk 1: ends at 2, before chunk 0"),
    ([(2, 3), (1, 1)], [], "chunk 1: starts at 1, before chunk 0"),
    ([(0, 3), (1, 1)], [], "chunk 1: ends at 1, before chunk 0"),
    ([], [(0, 3), (1, 2), (0, 2)], "row 2: starts at 0, before row 1"),
    ([(0, 3)], [(3, 2)], "row 0: not 0 <= start <= end: start 3, end 2"),
    ([(0, 3)], [(0, 2), (-(1 << 63), (1 << 63) - 1)], "row 1: not 0 <= start <= end: "),
]


@cases(("chunks", "rows", "message"), BROKEN)
def test_spans_that_break_a_rule(impl: Any, chunks: Pairs, rows: Pairs, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        impl.join(chunks, rows)


@cases(("chunks", "rows", "message"), [each for each in BROKEN if not each[1]])
def test_chunks_that_break_a_rule_have_nothing_of_their_own(
    impl: Any, chunks: Pairs, rows: Pairs, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        impl.own(chunks)


@pytest.mark.parametrize("join", [reference.join, core.join], ids=["reference", "core"])
def test_columns_of_two_lengths(join: Callable[..., Any]) -> None:
    one, two = array("q", [0]), array("q", [0, 0])
    with pytest.raises(ValueError, match="chunks: 1 starts, 2 ends"):
        join(one, two, one, one)
    with pytest.raises(ValueError, match="rows: 2 starts, 1 ends"):
        join(one, one, two, one)


@pytest.mark.parametrize(
    "column",
    [
        np.zeros(1, np.int32), np.zeros(1, np.uint64), np.zeros(1, np.float64), np.zeros((1, 1), np.int64),
        np.zeros(1, ">i8"), np.zeros(9, np.uint8)[1:].view(np.int64), b"12345678", np.array(0),
    ],
    ids=repr,
)  # fmt: skip
def test_columns_of_another_type(column: Any) -> None:
    right = np.zeros(1, np.int64)
    for place in range(4):
        columns = [right] * 4
        columns[place] = column
        with pytest.raises(
            ValueError, match=f"{'row' if place > 1 else 'chunk'} {'ends' if place % 2 else 'starts'}: "
        ):
            core.join(*columns)


def test_columns_that_are_no_buffers_or_have_gaps() -> None:
    right = np.zeros(1, np.int64)
    with pytest.raises(TypeError):
        core.join(right, right, [0], right)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="contiguous"):
        core.join(right, right, np.zeros((4, 2), np.int64)[:, 0], np.zeros(4, np.int64))


def test_columns_are_taken_and_given_without_a_copy() -> None:
    spans = memoryview(bytes(16)).cast("q")
    offsets, rows, first, last = map(np.asarray, core.join(spans, spans, spans[:0], spans[:0]))
    assert [column.dtype for column in (offsets, rows, first, last)] == [np.int64] * 4
    assert offsets.tolist() == [0, 0, 0] and not len(rows) and not len(first) and not len(last)


spans = st.lists(st.tuples(st.integers(0, 24), st.integers(0, 3) | st.integers(0, 24)), max_size=9)


def chunks_of(drawn: Pairs) -> Pairs:
    """Chunks: the starts ascend, and so do the ends."""
    starts = sorted(start for start, _ in drawn)
    ends = sorted(max(start, start + size) for start, size in drawn)
    return list(zip(starts, ends, strict=True))


#: Chunks that overlap, leave gaps, are equal, or have no length, and rows of all kinds.
chunks_drawn = spans.map(chunks_of)
rows_drawn = spans.map(
    lambda drawn: sorted(((start, start + size) for start, size in drawn), key=lambda row: row[0])
)


def named(function: Callable[..., Any], *given: Sequence[Any]) -> dict[str, Any]:
    """Return the arguments of a function by name."""
    return dict(zip(types_of(function), chain.from_iterable(given), strict=True))


calls = st.tuples(chunks_drawn, rows_drawn).map(lambda drawn: named(reference.join, *map(columns, drawn)))


@given(chunks=chunks_drawn, rows=rows_drawn)
def test_core_is_the_reference(chunks: Pairs, rows: Pairs) -> None:
    assert CORE.own(chunks) == REFERENCE.own(chunks)
    found = CORE.join(chunks, rows)
    assert found == REFERENCE.join(chunks, rows)
    # every row of no length is in a chunk, if a chunk has a length
    placed = {row for each in found for row, _, _ in each}
    if any(start < end for start, end in chunks):
        assert placed >= {k for k, (start, end) in enumerate(rows) if start == end}
    # the parts cover each code point of a chunk as often as the rows do
    for (start, end), each in zip(chunks, found, strict=True):
        for at in range(start, end):
            shared = sum(first <= at < last for _, first, last in each)
            assert shared == sum(row_start <= at < row_end for row_start, row_end in rows)


pairs_drawn = st.lists(st.tuples(st.integers(-1, 9), st.integers(-1, 9)), max_size=4)


@given(chunks=pairs_drawn, rows=pairs_drawn)
def test_core_refuses_what_the_reference_refuses(chunks: Pairs, rows: Pairs) -> None:
    try:
        expected: Any = REFERENCE.join(chunks, rows)
    except ValueError as error:
        with pytest.raises(ValueError) as refused:
            CORE.join(chunks, rows)
        assert str(refused.value) == str(error)
    else:
        assert CORE.join(chunks, rows) == expected


def test_a_million_rows() -> None:
    """Rows one after the other, a fifth of them of no length: found by searches in the columns."""
    sizes = np.random.default_rng(7).integers(0, 5, 1_000_000)
    row_ends = np.cumsum(sizes)
    row_starts = row_ends - sizes
    text = int(row_ends[-1])
    starts = np.arange(0, text, 180)
    ends = np.minimum(starts + 200, text)
    offsets, rows, first, last = map(np.asarray, core.join(starts, ends, row_starts, row_ends))
    low, high = np.searchsorted(row_ends, starts, "right"), np.searchsorted(row_starts, ends, "left")
    low = np.minimum(low, np.searchsorted(row_starts, starts, "left"))  # rows of no length at the start
    expected = [np.arange(a, b) for a, b in zip(low, high, strict=True)]
    is_last = np.flatnonzero(row_starts == text)  # rows of no length at the end of the text
    expected[-1] = np.concatenate([expected[-1], is_last])
    assert np.array_equal(rows, np.concatenate(expected))
    assert np.array_equal(np.diff(offsets), [len(each) for each in expected])
    chunk = np.repeat(np.arange(len(starts)), np.diff(offsets))
    assert np.array_equal(first, np.maximum(row_starts[rows], starts[chunk]))
    assert np.array_equal(last, np.minimum(row_ends[rows], ends[chunk]))


def test_columns_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may write to a column when the first sweep of the rows is done."""
    chunks, rows = columns([(0, 4), (4, 8)]), columns([(0, 4), (4, 6)])

    def change() -> None:
        rows[1][0] = 6

    monkeypatch.setattr(core, "heed_interrupts", change)
    with pytest.raises(ValueError, match="the starts or ends changed while they were read"):
        core.join(*chunks, *rows)


def test_rows_that_stay_open(impl: Any) -> None:
    """Each row reaches into every chunk that starts after it."""
    chunks = [(k, k + 1) for k in range(12)]
    rows = [(k, 12) for k in range(12)]
    assert impl.join(chunks, rows) == [[(row, k, k + 1) for row in range(k + 1)] for k in range(12)]


def test_rows_that_end_in_any_order(impl: Any) -> None:
    chunks = list(pairwise(range(0, 40, 3)))
    rows = [(k, k + 1 + 7 * k % 11) for k in range(30)]
    for (start, end), found in zip(chunks, impl.join(chunks, rows), strict=True):
        assert [row for row, _, _ in found] == [k for k, (a, b) in enumerate(rows) if a < end and b > start]
