"""The provenance of chunks: each attribute, of whole texts, slices and other tools' chunks."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import shiplap
from shiplap import Document
from shiplap.chunks import Chunks, align
from shiplap.errors import OptionError
from shiplap.provenance import Box, Cell
from shiplap.provenance.described import NAMES

FIVE = shiplap.FixedChunker(5, 0)


def found(text: str, size: int = 5, overlap: int = 0, **tables: Any) -> Chunks:
    """Return the chunks of a text with these span tables."""
    return shiplap.FixedChunker(size, overlap).chunk(Document(text, document_id="d", provenance=tables))


def test_pages() -> None:
    chunks = found("a" * 20, pages=[(0, 7, 3, "iii"), (7, 9, 4, "iv"), (9, 18, 5, None)])
    assert [chunk.pages for chunk in chunks] == [(3, 3), (3, 5), (5, 5), (5, 5)]
    assert [chunk.page_labels for chunk in chunks] == [("iii",), ("iii", "iv"), (), ()]


def test_pages_in_another_order_than_the_text() -> None:
    chunks = found("a" * 10, pages=[(0, 3, 9), (3, 5, 2), (5, 10, 4)])
    assert [chunk.pages for chunk in chunks] == [(2, 9), (4, 4)]


def test_pages_of_runs_and_boxes() -> None:
    rows = [(0, 4, 2, 0, 0, 9, 9), (4, 9, 3, 0, 0, 9, 9)]
    for name in ("runs", "boxes"):
        assert [chunk.pages for chunk in found("a" * 15, **{name: rows})] == [(2, 3), (3, 3), None]
    both = found("a" * 5, pages=[(0, 5, 7)], boxes=rows[:1])
    assert both[0].pages == (7, 7)


def test_boxes_of_runs_are_clipped() -> None:
    edges = [10, 12, 14, 16, 18, 20, 22, 24]
    chunks = found("a" * 10, runs=[(1, 9, 1, 10, 50, 26, 60, "ltr", edges)])
    assert [chunk.boxes for chunk in chunks] == [[Box(1, 10, 50, 18, 60)], [Box(1, 18, 50, 26, 60)]]


def test_boxes_of_a_line_are_one() -> None:
    rows = [
        (0, 2, 1, 10, 50, 20, 60),
        (2, 5, 1, 22, 50, 40, 60),
        (5, 9, 1, 10, 62, 30, 72),
        (9, 10, 2, 0, 0, 5, 5),
    ]
    assert [chunk.boxes for chunk in found("a" * 10, 10, runs=rows)] == [
        [Box(1, 10, 50, 40, 60), Box(1, 10, 62, 30, 72), Box(2, 0, 0, 5, 5)]
    ]
    chunks = found("a" * 10, 10, runs=rows)
    assert chunks.boxes(merge=None).offsets.tolist() == [0, 4]
    assert chunks.boxes(merge="block").coordinates.tolist() == [[10, 50, 40, 72], [0, 0, 5, 5]]


def test_boxes_of_layout_items_are_whole() -> None:
    rows = [(0, 8, 1, 10, 50, 20, 60), (2, 8, 1, 10, 50, 20, 60), (5, 9, 1, 10, 62, 30, 72)]
    assert [chunk.boxes for chunk in found("a" * 10, boxes=rows)] == [
        [Box(1, 10, 50, 20, 60)],
        [Box(1, 10, 50, 20, 60), Box(1, 10, 62, 30, 72)],
    ]


def test_time_and_speakers() -> None:
    rows = [(0, 3, 0.5, 1.5, "Ann"), (3, 8, 1.25, 2, "Bob"), (8, 9, 3, 4, None), (9, 12, 5, 6, "Ann")]
    chunks = found("a" * 20, times=rows)
    assert [chunk.time for chunk in chunks] == [(0.5, 2), (1.25, 6), (5, 6), None]
    assert [chunk.speakers for chunk in chunks] == [("Ann", "Bob"), ("Bob", "Ann"), ("Ann",), ()]


def test_cells() -> None:
    chunks = found("a" * 10, cells=[(0, 3, "Costs", 1, 1), (3, 6, "Costs", 2, 1), (6, 9, "Sums", 9, 28)])
    assert [chunk.cells for chunk in chunks] == [
        [Cell("Costs", 1, 1), Cell("Costs", 2, 1)],
        [Cell("Costs", 2, 1), Cell("Sums", 9, 28)],
    ]
    assert chunks[1].cells[1].name == "Sums!AB9"


def test_anchors_without_length_last_until_the_next_one() -> None:
    chunks = found("a" * 25, anchors=[(7, 7, "one"), (8, 8, "two"), (20, 20, "three"), (25, 25, "end")])
    assert [chunk.anchor for chunk in chunks] == [None, "one", "two", "two", "three"]
    assert chunks.provenance("anchors").rows.tolist() == [0, 1, 2, 3]


def test_anchors_of_elements_hold_in_them() -> None:
    rows = [(0, 22, "section"), (2, 8, "item"), (24, 25, "last")]
    assert [chunk.anchor for chunk in found("a" * 25, anchors=rows)] == [
        "section", "item", "section", "section", "section",
    ]  # fmt: skip
    assert found("a" * 25, anchors=rows)[4].anchor == "section"
    assert found("a" * 5, anchors=[(3, 5, "late")])[0].anchor == "late"


def test_origin() -> None:
    chunks = found("a" * 15, origin=[(0, 7, 100, 107), (7, 9, 120, 140), (12, 15, 200, 203)])
    assert [chunk.origin for chunk in chunks] == [(100, 105), (105, 140), (200, 203)]


def test_overlaps_have_the_rows_of_both_chunks() -> None:
    chunks = found("a" * 12, 6, 3, pages=[(0, 3, 1), (3, 6, 2), (6, 12, 3)])
    assert [chunk.pages for chunk in chunks] == [(1, 2), (2, 3), (3, 3)]
    joined = chunks.provenance("pages", own=True)
    assert (joined.offsets.tolist(), joined.rows.tolist()) == ([0, 2, 3, 4], [0, 1, 2, 2])
    assert (joined.first.tolist(), joined.last.tolist()) == ([0, 3, 6, 9], [3, 6, 9, 12])


def test_slices() -> None:
    chunks = found("a" * 20, pages=[(0, 7, 3), (7, 9, 4), (9, 18, 5)], boxes=[(0, 20, 3, 0, 0, 1, 1)])
    for rows in (slice(1, 3), slice(None, None, -1), slice(0, 4, 2), slice(2, 2)):
        part = chunks[rows]
        assert [chunk.pages for chunk in part] == [chunk.pages for chunk in chunks][rows]
        joined = part.provenance("pages")
        each = [chunks[k : k + 1].provenance("pages") for k in range(4)][rows]
        assert joined.rows.tolist() == [row for one in each for row in one.rows.tolist()]
        assert joined.offsets.tolist() == [
            0,
            *(sum(len(one.rows) for one in each[: k + 1]) for k in range(len(each))),
        ]
        assert len(part.boxes().pages) == len(part)


def test_all_values_are_those_of_the_chunks() -> None:
    chunks = found("a" * 10, pages=[(0, 7, 3, "iii")], times=[(0, 5, 0, 1)])
    assert chunks.provenances == [
        {"pages": [3, 3], "page_labels": ["iii"], "time": [0.0, 1.0]},
        {"pages": [3, 3], "page_labels": ["iii"]},
    ]
    assert chunks.column("provenance") == [chunk.to_dict()["provenance"] for chunk in chunks]
    alone = pickle.loads(pickle.dumps(chunks[0]))
    assert alone == chunks[0]
    assert [getattr(alone, name) for name in NAMES] == [getattr(chunks[0], name) for name in NAMES]
    assert copy.copy(chunks) == chunks and pickle.loads(pickle.dumps(chunks)).provenances == chunks.provenances


def test_chunks_without_provenance() -> None:
    for chunk in FIVE.chunk("a" * 9):
        values = [getattr(chunk, name) for name in NAMES]
        assert values == [None, (), [], None, (), [], None, None]
        assert chunk.provenance is None and chunk.to_dict()["provenance"] is None
    with pytest.raises(OptionError, match="table='pages': the chunks have no provenance"):
        FIVE.chunk("a").provenance("pages")
    with pytest.raises(OptionError, match="the document has no such table; its tables: 'pages'"):
        found("a", pages=[]).provenance("boxes")
    with pytest.raises(OptionError, match="did you mean 'pages'"):
        found("a", pages=[]).provenance("page")
    with pytest.raises(OptionError, match="merge='row'"):
        found("a", runs=[]).boxes(merge="row")  # type: ignore[arg-type]


def test_equality_asks_for_the_tables() -> None:
    assert found("a", pages=[(0, 1, 1)]) == found("a", pages=[(0, 1, 1)])
    assert found("a", pages=[(0, 1, 1)]) != found("a", pages=[(0, 1, 2)])
    assert found("a", pages=[(0, 1, 1)])[0] != found("a", pages=[(0, 1, 2)])[0]


def test_chunks_of_other_tools() -> None:
    document = Document("It rains.  It pours.", document_id="d", provenance={"pages": [(0, 11, 1), (11, 20, 2)]})
    spans = align(document, ["It rains.", "It pours."])
    chunks = Chunks.from_spans(document, spans)
    assert [(chunk.id, chunk.pages) for chunk in chunks] == [("d-chunk-0", (1, 1)), ("d-chunk-1", (2, 2))]


def test_embeddings_and_names_keep_the_provenance() -> None:
    chunks = found("a" * 10, pages=[(0, 7, 3)]).replace(document_id="other", embeddings=[[1.0], [2.0]])
    assert [chunk.pages for chunk in chunks] == [(3, 3), (3, 3)] and chunks[1:][0].pages == (3, 3)


def test_offsets_are_code_points_in_every_form() -> None:
    text = "é漢🌧b" * 5
    rows = [(0, 3, 1), (3, 8, 2), (8, 20, 3)]
    expected = [chunk.pages for chunk in found(text, 4, pages=rows)]
    as_bytes = shiplap.FixedChunker(4, 0).chunk(Document(text.encode(), provenance={"pages": rows}))
    in_bytes = shiplap.FixedChunker(9, 0, unit="bytes").chunk(Document(text, provenance={"pages": rows}))
    assert [chunk.pages for chunk in as_bytes] == expected == [(1, 2), (2, 2), (3, 3), (3, 3), (3, 3)]
    assert [chunk.pages for chunk in in_bytes] == [
        (min(numbers), max(numbers))
        for chunk in in_bytes
        if (numbers := [n for a, b, n in rows if a < chunk.end and b > chunk.start])
    ]
