"""The boxes of chunks: the rules P5 to P9 by hand, and the core against the reference."""

from __future__ import annotations

from array import array
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core import text as core
from shiplap.reference.provenance import provenance as reference
from tests.conftest import (
    DIRECTIONS,
    IMPLEMENTATIONS,
    Pairs,
    Rectangle,
    boxed,
    columns,
    columns_of_boxes,
)
from tests.kernels.provenance.test_join import chunks_drawn, named, rows_drawn
from tests.support.cases import cases

REFERENCE, *_, CORE = IMPLEMENTATIONS

#: Edges of the eight code points of a run whose line is from 10 to 90.
EVEN = [10.0, 20.0, 30.0, 40.0, 50.0, 60.0, 70.0, 80.0]
#: The same from the other end.
BACK = [90.0, 80.0, 70.0, 60.0, 50.0, 40.0, 30.0, 20.0]


def part_of_run(
    impl: Any, chunk: tuple[int, int], edges: list[float] | None, direction: str = "ltr"
) -> tuple[float, float]:
    """Return the part that a chunk has of the line of a run of eight code points, from 10 to 90."""
    is_vertical = direction in ("ttb", "btt")
    box = (1, 100, 10, 112, 90) if is_vertical else (1, 10, 100, 90, 112)
    found = impl.boxes([chunk], [(0, 8)], [box], [direction], None if edges is None else [edges], None)
    (page, x0, y0, x1, y1), *others = found[0]
    across, along = ((x0, x1), (y0, y1)) if is_vertical else ((y0, y1), (x0, x1))
    assert page == 1 and across == (100, 112) and not others
    return along


@cases(
    ("direction", "chunk", "part"),
    [
        ("ltr", (0, 8), (10, 90)),
        ("ltr", (2, 8), (30, 90)),
        ("ltr", (0, 5), (10, 60)),
        ("ltr", (3, 5), (40, 60)),
        ("ltr", (7, 9), (80, 90)),
        ("rtl", (0, 8), (10, 90)),
        ("rtl", (2, 8), (10, 70)),
        ("rtl", (0, 5), (40, 90)),
        ("rtl", (3, 5), (40, 60)),
        ("ttb", (3, 5), (40, 60)),
        ("ttb", (0, 5), (10, 60)),
        ("btt", (0, 5), (40, 90)),
        ("btt", (2, 4), (50, 70)),
    ],
)
def test_a_run_is_clipped_along_its_line(
    impl: Any, direction: str, chunk: tuple[int, int], part: tuple[float, float]
) -> None:
    """P5."""
    edges = EVEN if direction in ("ltr", "ttb") else BACK
    assert part_of_run(impl, chunk, edges, direction) == part
    assert part_of_run(impl, chunk, None, direction) == (10, 90)


@cases(
    ("edges", "chunk", "part"),
    [
        ([nan] * 8, (3, 5), (10, 90)),
        ([*EVEN[:3], nan, *EVEN[4:]], (3, 5), (10, 60)),
        ([*EVEN[:5], nan, *EVEN[6:]], (3, 5), (40, 90)),
        ([*EVEN[:4], nan, *EVEN[5:]], (3, 5), (40, 60)),  # that of the last code point of the part is not needed
        ([*EVEN[:3], 5.0, *EVEN[4:]], (3, 5), (10, 60)),  # outside of the box
        ([*EVEN[:5], 99.0, *EVEN[6:]], (3, 5), (40, 90)),
        ([*EVEN[:3], -inf, *EVEN[4:]], (3, 5), (10, 60)),
        ([*EVEN[:5], inf, *EVEN[6:]], (3, 5), (40, 90)),
        (BACK, (3, 5), (10, 90)),  # they turn back
        ([*EVEN[:3], 95.0, *EVEN[4:]], (3, 8), (90, 90)),  # no width is a width
        ([*EVEN[:7], 90.0], (7, 8), (90, 90)),
    ],
)
def test_edges_that_are_not_as_they_should_be(
    impl: Any, edges: list[float], chunk: tuple[int, int], part: tuple[float, float]
) -> None:
    """P5."""
    assert part_of_run(impl, chunk, edges) == part


#: "a", a ligature of three code points, "b", and a letter with two marks.
CLUSTERS = [10.0, 20.0, 20.0, 20.0, 50.0, 60.0, 60.0, 60.0]


@cases(
    ("chunk", "part"),
    [
        ((0, 1), (10, 20)),
        ((0, 2), (10, 50)),
        ((0, 3), (10, 50)),
        ((1, 2), (20, 50)),
        ((2, 3), (20, 50)),
        ((3, 4), (20, 50)),
        ((3, 5), (20, 60)),
        ((4, 5), (50, 60)),
        ((4, 6), (50, 90)),  # the last glyph ends with the box
        ((6, 7), (60, 90)),
    ],
)
def test_a_glyph_is_whole(impl: Any, chunk: tuple[int, int], part: tuple[float, float]) -> None:
    """P6."""
    assert part_of_run(impl, chunk, CLUSTERS) == part
    mirrored = [100 - edge for edge in CLUSTERS]
    assert part_of_run(impl, chunk, mirrored, "rtl") == (100 - part[1], 100 - part[0])


def test_unknown_edges_share_no_glyph(impl: Any) -> None:
    """P6: NaN is equal to nothing, so the glyph before ends where nobody knows."""
    edges = [10.0, 20.0, 20.0, nan, nan, 60.0, 70.0, 80.0]
    assert part_of_run(impl, (0, 2), edges) == (10, 90)
    assert part_of_run(impl, (2, 5), edges) == (20, 60)
    assert part_of_run(impl, (3, 4), edges) == (10, 90)


def test_edges_of_several_rows(impl: Any) -> None:
    """The edges of a row begin after those of the rows before, also of those that no chunk has."""
    rows = [(0, 2), (2, 2), (2, 5), (4, 8)]
    boxes: list[Rectangle] = [(1, 10, 10 * k, 50, 10 * k + 8) for k in range(4)]
    edges = [[10.0, 20.0], [], [10.0, 30.0, 40.0], [10.0, 20.0, 30.0, 40.0]]
    assert impl.boxes([(3, 4), (5, 7)], rows, boxes, None, edges) == [
        [(1, 10, 10, 50, 18), (1, 30, 20, 40, 28)],
        [(1, 20, 30, 40, 38)],
    ]


def test_chunks_that_cut_one_run(impl: Any) -> None:
    """Chunks with overlaps, which cut a glyph of three code points in turn."""
    chunks = [(0, 2), (1, 3), (2, 4), (2, 5), (4, 8)]
    found = impl.boxes(chunks, [(0, 8)], [(1, 10, 0, 90, 8)], None, [CLUSTERS])
    assert [(x0, x1) for each in found for _, x0, _, x1, _ in each] == [
        (10, 50), (20, 50), (20, 50), (20, 60), (50, 90),
    ]  # fmt: skip


def test_a_run_of_no_length_is_whole(impl: Any) -> None:
    assert impl.boxes([(0, 4)], [(2, 2)], [(1, 10, 0, 90, 8)], None, [[]]) == [[(1, 10, 0, 90, 8)]]


def of_one_chunk(impl: Any, boxes: list[Rectangle], merge: str | None, direction: Any = None) -> list[Rectangle]:
    """Return the boxes of a chunk that has all rows."""
    rows = [(k, k + 1) for k in range(len(boxes))]
    found: list[Rectangle] = impl.boxes([(0, len(boxes))], rows, boxes, direction, None, merge)[0]
    return found


@cases(
    ("one", "other", "is_one"),
    [
        ((0, 0, 40, 12), (40, 0, 80, 12), True),
        ((0, 0, 40, 12), (46, 0, 80, 12), True),  # a gap of half the height
        ((0, 0, 40, 12), (46.5, 0, 80, 12), False),
        ((46, 0, 80, 12), (0, 0, 40, 12), True),  # also to the left: a line of both directions
        ((0, 0, 40, 12), (30, 0, 80, 12), True),  # they overlap
        ((0, 0, 40, 12), (40, -4, 44, 4), True),  # half of the smaller one: a mark above
        ((0, 0, 40, 12), (40, -5, 44, 3), False),
        ((0, 0, 40, 12), (40, 6, 80, 18), True),
        ((0, 0, 40, 12), (40, 7, 80, 19), False),
        ((0, 0, 40, 12), (44, 2, 50, 8), False),  # the gap is measured by the smaller one
        ((0, 0, 40, 12), (43, 2, 50, 8), True),
        ((0, 0, 40, 12), (0, 12, 40, 24), False),  # the next line
        ((0, 5, 40, 5), (40, 0, 80, 12), True),  # no height, within
        ((0, 13, 40, 13), (40, 0, 80, 12), False),
    ],
)
def test_boxes_of_one_line(impl: Any, one: tuple[float, ...], other: tuple[float, ...], is_one: bool) -> None:
    """P7, for horizontal lines and, with the axes exchanged, for vertical ones."""
    (a, b, c, d), (e, f, g, h) = one, other
    both = (7, min(a, e), min(b, f), max(c, g), max(d, h))
    assert of_one_chunk(impl, [(7, a, b, c, d), (7, e, f, g, h)], "line") == (
        [both] if is_one else [(7, a, b, c, d), (7, e, f, g, h)]
    )
    flipped: list[Rectangle] = [(7, b, a, d, c), (7, f, e, h, g)]
    assert of_one_chunk(impl, flipped, "line", ["ttb", "btt"]) == (
        [(7, both[2], both[1], both[4], both[3])] if is_one else flipped
    )


def test_boxes_that_are_no_line(impl: Any) -> None:
    """P7: other pages and axes, boxes between, and merge=None."""
    touching: list[Rectangle] = [(7, 0, 0, 40, 12), (7, 40, 0, 80, 12)]
    assert of_one_chunk(impl, touching, None) == touching
    assert of_one_chunk(impl, touching, "line", ["ltr", "ttb"]) == touching
    assert of_one_chunk(impl, touching, "line", ["ltr", "rtl"]) == [(7, 0, 0, 80, 12)]
    others: list[Rectangle] = [(7, 0, 0, 40, 12), (8, 40, 0, 80, 12)]
    assert of_one_chunk(impl, others, "line") == others
    others = [touching[0], (7, 0, 50, 40, 62), touching[1]]
    assert of_one_chunk(impl, others, "line") == others


def test_a_merged_box_is_compared_with_the_next(impl: Any) -> None:
    """P7: a mark below after a mark above."""
    boxes: list[Rectangle] = [(1, 0, 0, 40, 12), (1, 40, -4, 44, 4), (1, 44, 8, 48, 16), (1, 48, 0, 60, 12)]
    assert of_one_chunk(impl, boxes, "line") == [(1, 0, -4, 60, 16)]


@cases(
    ("one", "other", "is_one"),
    [
        ((0, 0, 80, 12), (0, 14, 80, 26), True),
        ((0, 0, 80, 12), (0, 24, 80, 36), True),  # a gap of the height
        ((0, 0, 80, 12), (0, 24.5, 80, 36.5), False),
        ((0, 0, 80, 12), (79, 14, 99, 26), True),
        ((0, 0, 80, 12), (80, 14, 99, 26), False),  # they do not overlap along the line
        ((0, 14, 80, 26), (0, 0, 80, 12), True),  # upwards
        ((0, 0, 80, 12), (0, 22, 80, 30), False),  # the gap is measured by the smaller one
        ((0, 0, 80, 12), (0, 20, 80, 28), True),
        ((0, 700, 80, 712), (100, 0, 180, 12), False),  # the next column
    ],
)
def test_boxes_of_one_block(impl: Any, one: tuple[float, ...], other: tuple[float, ...], is_one: bool) -> None:
    """P8, for horizontal lines and, with the axes exchanged, for vertical ones."""
    (a, b, c, d), (e, f, g, h) = one, other
    both = (7, min(a, e), min(b, f), max(c, g), max(d, h))
    apart: list[Rectangle] = [(7, a, b, c, d), (7, e, f, g, h)]
    assert of_one_chunk(impl, apart, "block") == ([both] if is_one else apart)
    assert of_one_chunk(impl, apart, "line") == apart
    flipped: list[Rectangle] = [(7, b, a, d, c), (7, f, e, h, g)]
    assert of_one_chunk(impl, flipped, "block", ["ttb", "ttb"]) == (
        [(7, both[2], both[1], both[4], both[3])] if is_one else flipped
    )
    assert of_one_chunk(impl, apart, "block", ["ltr", "ttb"]) == apart
    others: list[Rectangle] = [(7, a, b, c, d), (8, e, f, g, h)]
    assert of_one_chunk(impl, others, "block") == others


def test_lines_are_merged_before_blocks(impl: Any) -> None:
    """P8: of a line of two words the second is not below the line before, but the line is."""
    boxes: list[Rectangle] = [(1, 0, 0, 40, 12), (1, 0, 14, 30, 26), (1, 34, 14, 90, 26), (1, 60, 28, 90, 40)]
    assert of_one_chunk(impl, boxes, "block") == [(1, 0, 0, 90, 40)]


@pytest.mark.parametrize("merge", [None, "line", "block"])
def test_equal_boxes_occur_once(impl: Any, merge: str | None) -> None:
    """P9: in a chunk, and wherever they are in it."""
    one, other = (1, 0, 0, 40, 12), (1, 0, 100, 40, 112)
    assert of_one_chunk(impl, [one, other, one, other, (2, *one[1:])], merge) == [one, other, (2, *one[1:])]
    rows = [(0, 2), (2, 4)]
    assert impl.boxes([(0, 4), (1, 4), (2, 4)], rows, [one, one], None, None, merge) == [[one]] * 3
    negative: list[Rectangle] = [(1, 0.0, 0.0, 4, 4), other, (1, -0.0, -0.0, 4, 4)]
    assert of_one_chunk(impl, negative, merge) == [(1, 0, 0, 4, 4), other]


def test_equal_boxes_are_found_among_many() -> None:
    """P9: by their hashes, in a chunk after the other."""
    boxes: list[Rectangle] = [(k % 3, k % 7, k % 11, 20 + k % 5, 20) for k in range(2000)]
    rows = [(k, k + 1) for k in range(2000)]
    chunks = [(0, 1500), (700, 1800), (1799, 1801), (1799, 2000)]
    found = CORE.boxes(chunks, rows, boxes, merge=None)
    assert found == [list(dict.fromkeys(boxes[start:end])) for start, end in chunks]


def test_a_chunk_without_rows(impl: Any) -> None:
    assert impl.boxes([], [], []) == []
    assert impl.boxes([], [(0, 3)], [(1, 0, 0, 1, 1)]) == []
    assert impl.boxes([(0, 3), (3, 3)], [], [], [], []) == [[], []]
    assert impl.boxes([(0, 2), (2, 2), (4, 6)], [(0, 2)], [(1, 0, 0, 1, 1)]) == [[(1, 0, 0, 1, 1)], [], []]


BOX: Rectangle = (1, 0, 0, 1, 1)

BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"merge": "word"}, "merge: 'word', not None, 'line' or 'block'"),
    ({"chunks": [(3, 2)]}, "chunk 0: not 0 <= start <= end: start 3, end 2"),
    ({"rows": [(0, 2), (-1, 2)]}, "row 1: not 0 <= start <= end: start -1, end 2"),
    ({"boxes": [BOX]}, "page: 1 numbers for 2 rows"),
    ({"direction": ["ltr"]}, "direction: 1 numbers for 2 rows"),
    ({"edges": [[1.0], [2.0]]}, "edges: 2 numbers for 4 code points"),
    ({"edges": [[1.0] * 5]}, "edges: 5 numbers for 4 code points"),
    ({"edges": []}, "edges: 0 numbers for 4 code points"),
    ({"boxes": [BOX, (1, 2, 0, 1, 1)]}, "row 1: not x0 <= x1 and y0 <= y1, or not finite: (2.0, 0.0, 1.0, 1.0)"),
    ({"boxes": [(1, 0, 2, 1, 1), BOX]}, "row 0: not x0 <= x1 and y0 <= y1, or not finite: (0.0, 2.0, 1.0, 1.0)"),
    *(
        ({"boxes": [BOX, (1, *sides)]}, f"row 1: not x0 <= x1 and y0 <= y1, or not finite: {sides}")
        for place in range(4)
        for number in (nan, inf, -inf)
        for sides in [tuple(number if k == place else float(BOX[1 + k]) for k in range(4))]
    ),
]


@cases(("given", "message"), BROKEN)
def test_columns_that_break_a_rule(impl: Any, given: dict[str, Any], message: str) -> None:
    right: dict[str, Any] = {"chunks": [(0, 4)], "rows": [(0, 2), (1, 3)], "boxes": [BOX, BOX]}
    with pytest.raises(ValueError) as error:
        impl.boxes(**{**right, **given})
    assert str(error.value).startswith(message)


def test_a_direction_that_is_none_of_four() -> None:
    for direction in (4, -1):
        table = columns_of_boxes([(0, 2), (1, 3)], [BOX, BOX], None, None)
        table[7] = array("b", [0, direction])
        with pytest.raises(ValueError, match=f"row 1: direction {direction}, not 0 to 3"):
            core.boxes(*columns([(0, 4)]), *table, None)


def test_columns_of_another_type() -> None:
    right = [np.asarray(each) for each in columns_of_boxes([(0, 2)], [BOX], ["ltr"], [[0.0, 0.5]])]
    for place, name in enumerate(["page", "x0", "y0", "x1", "y1", "direction", "edges"], 2):
        wrong: list[Any] = list(right)
        wrong[place] = right[place].astype(np.float16)
        with pytest.raises(ValueError, match=f"{name}: 1 dimensions of format 'e', not 1 of one of"):
            core.boxes(*columns([(0, 4)]), *wrong, None)


def test_results_are_arrays() -> None:
    table = columns_of_boxes([(0, 2), (1, 3)], [BOX, BOX], None, None)
    found = core.boxes(*columns([(0, 4), (2, 4)]), *table, None)
    offsets, page, coordinates = map(np.asarray, found)
    assert (offsets.dtype, page.dtype, coordinates.dtype) == (np.int64, np.int64, np.float64)
    assert offsets.tolist() == [0, 1, 2] and page.tolist() == [1, 1]
    assert coordinates.reshape(-1, 4).tolist() == [[0, 0, 1, 1]] * 2


def test_columns_that_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread may write to a column when the first sweep of the rows is done."""
    for place, value in [(0, 6), (0, -9), (1, 9), (1, 1 << 62)]:
        chunks, table = columns([(0, 4), (4, 8)]), columns_of_boxes([(0, 4), (4, 6)], [BOX] * 2, None, [[0.0] * 6])

        def change() -> None:
            table[place][1] = value  # noqa: B023

        monkeypatch.setattr(core, "heed_interrupts", change)
        try:
            core.boxes(*chunks, *table, None)
        except ValueError as error:
            assert str(error) == "the starts or ends changed while they were read"


def test_a_glyph_of_the_whole_run_is_read_once() -> None:
    """Chunks that each end in the same glyph."""
    size = 20_000
    rows, box = [(0, size)], (1, 0.0, 0.0, 9.0, 9.0)
    found = CORE.boxes([(k, k + 2) for k in range(size)], rows, [box], None, [[1.0] * (size - 1) + [5.0]])
    assert found[0] == [(1, 0.0, 0.0, 5.0, 9.0)] and found[5] == [(1, 1.0, 0.0, 5.0, 9.0)]
    assert found[-1] == [(1, 5.0, 0.0, 9.0, 9.0)]


#: Few numbers, so that sides touch and are equal.
sizes = st.integers(0, 40) | st.sampled_from([0.5, 6.0, 12.0])
rectangles = st.tuples(st.integers(1, 2), st.integers(0, 60), st.integers(0, 60), sizes, sizes).map(
    lambda drawn: (drawn[0], drawn[1], drawn[2], drawn[1] + drawn[3], drawn[2] + drawn[4])
)
edge = st.integers(0, 100).map(float) | st.sampled_from([nan, inf, -inf, -0.0, 0.1])


@st.composite
def tables(draw: st.DrawFn) -> dict[str, Any]:
    """Rows with boxes, and perhaps directions and edges: the arguments of `columns_of_boxes`."""
    rows: Pairs = draw(rows_drawn)
    direction = draw(st.none() | st.lists(st.sampled_from(DIRECTIONS), min_size=len(rows), max_size=len(rows)))
    edges = None
    if draw(st.booleans()):
        edges = [draw(st.lists(edge, min_size=end - start, max_size=end - start)) for start, end in rows]
        edges = [sorted(each) if draw(st.booleans()) else each for each in edges]
    return {"rows": rows, "boxes": [draw(rectangles) for _ in rows], "direction": direction, "edges": edges}


merges = st.sampled_from([None, "line", "block"])
calls = st.builds(
    lambda chunks, table, merge: named(reference.boxes, columns(chunks), columns_of_boxes(**table), [merge]),
    chunks_drawn, tables(), merges,
)  # fmt: skip


@given(call=calls)
def test_core_is_the_reference(call: dict[str, Any]) -> None:
    assert list(map(list, core.boxes(*call.values()))) == list(reference.boxes(**call))


@given(chunks=chunks_drawn, table=tables(), merge=merges)
def test_boxes_are_those_of_the_rows(chunks: Pairs, table: dict[str, Any], merge: str | None) -> None:
    """A chunk has a box if it has a row. No box is larger than those of the rows together, or there twice."""
    found = CORE.boxes(chunks, **table, merge=merge)
    for each, rows in zip(found, REFERENCE.join(chunks, table["rows"]), strict=True):
        assert bool(each) == bool(rows) and len(each) == len(set(each))
        whole = [table["boxes"][row] for row, _, _ in rows]
        for page, x0, y0, x1, y1 in each:
            low_x, low_y, high_x, high_y = zip(*(box[1:] for box in whole if box[0] == page), strict=True)
            assert min(low_x) <= x0 <= x1 <= max(high_x) and min(low_y) <= y0 <= y1 <= max(high_y)


def test_a_million_runs() -> None:
    """Lines of ten runs one after the other, by numpy."""
    count = 1_000_000
    row = np.arange(count)
    starts, page = 5 * row, row // 500 + 1
    x0, y0 = 30.0 * (row % 10), 14.0 * (row // 10 % 50)
    edges = (x0[:, None] + 6 * np.arange(5)).astype(np.float32).ravel()
    ends = np.arange(310, 5 * count + 1, 240)
    chunks = ends - 310
    found = core.boxes(chunks, ends, starts, starts + 5, page, x0, y0, x0 + 30, y0 + 12, None, edges, "line")
    # the second chunk, from 240 to 550: lines of fifty code points
    first, *others = boxed(*found)[1]
    assert first == (1, 240.0, 56.0, 300.0, 68.0)
    assert others == [(1, 0.0, 14.0 * line, 300.0, 14.0 * line + 12) for line in range(5, 11)]
    coordinates = np.asarray(found[2]).reshape(-1, 4)
    assert np.asarray(found[0])[-1] == len(coordinates)
    assert (coordinates[:, 2] - coordinates[:, 0]).sum() / 6 == (ends - chunks).sum()
