"""Items of any parser: their Markdown, pages and boxes."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np
import pytest

import shiplap
from shiplap.errors import ReaderError
from shiplap.readers import from_items
from tests.readers.rows import rows

ITEMS: list[tuple[Any, ...]] = [
    ("Rain", 1, (72, 72, 200, 90), "title"),
    ("Where", 1, (72, 100, 200, 110), "heading"),
    ("It rains in the hills.", 1, (72, 120, 300, 130), "paragraph"),
    ("north", 2, (72, 72, 100, 80), "list_item"),
    ("• south", 2, None, "list_item"),
    ("- west", 2, None, "list_item"),
    ("When", None, None, "heading 4"),
    ("In ``` the\nnight.", 2, (72, 200, 90, 210), "code"),
    (" \n", 2, (0, 0, 1, 1), "picture"),
    ("Yes.",),
]


class Item(NamedTuple):
    text: str
    page: Any
    box: Any
    role: str


class Corners(NamedTuple):
    x0: float
    y0: float
    x1: float
    y1: float


TEXT = (
    "# Rain\n\n## Where\n\nIt rains in the hills.\n\n- north\n- south\n- west\n\n#### When\n\n"
    "````\nIn ``` the\nnight.\n````\n\nYes."
)


def test_text_and_tables() -> None:
    document = from_items(ITEMS, document_id="rain")
    assert document.text == TEXT and document.document_id == "rain" and document.path == "document.md"
    assert rows(document, "boxes") == [
        ("Rain", 1, 72.0, 72.0, 200.0, 90.0, "title"),
        ("Where", 1, 72.0, 100.0, 200.0, 110.0, "heading"),
        ("It rains in the hills.", 1, 72.0, 120.0, 300.0, 130.0, "paragraph"),
        ("north", 2, 72.0, 72.0, 100.0, 80.0, "list_item"),
        ("In ``` the\nnight.", 2, 72.0, 200.0, 90.0, 210.0, "code"),
    ]
    assert [(row[0][:4], row[0][-4:], row[1]) for row in rows(document, "pages")] == [
        ("Rain", "lls.", 1), ("nort", "ght.", 2),
    ]  # fmt: skip


def test_chunks_know_their_headings_pages_and_boxes() -> None:
    chunks = shiplap.AdaptiveChunker(40, 0, unit="characters").chunk(from_items(ITEMS))
    chunk = next(chunk for chunk in chunks if "hills" in chunk.text)
    assert chunk.kind == "prose" and chunk.headings[-1].startswith("Where")
    assert chunk.pages == (1, 1)
    assert shiplap.provenance.Box(1, 72.0, 120.0, 300.0, 130.0) in chunk.boxes


def test_marks_of_the_text_stay() -> None:
    items = [("## Rain", None, None, "heading"), ("3) south", None, None, "list-item"), ("# x", None, None, None)]
    assert from_items(items).text == "## Rain\n\n3) south\n\n# x"


def test_names() -> None:
    document = from_items(ITEMS, path="rain.md", source="rain.pdf", metadata={"title": "Rain"})
    assert (document.path, document.source, document.metadata) == ("rain.md", "rain.pdf", {"title": "Rain"})
    assert from_items([]).text == "" and from_items([]).provenance is None
    with pytest.raises(TypeError):
        from_items([], pages=3)


@pytest.mark.parametrize("items", [None, 5, "ab"])
def test_values_that_are_no_items(items: Any) -> None:
    with pytest.raises(ReaderError, match=r"items: .*must be an iterable of \(text, page, box, role\)"):
        from_items(items)


def test_named_tuples_and_values_of_numpy() -> None:
    plain = from_items([("Rain", 1, (72, 90, 300, 102), "heading")])
    corners = np.array([72, 90, 300, 102], dtype=np.float32)
    for item in (Item("Rain", np.int64(1), corners, "heading"), ["Rain", 1, Corners(*corners), "heading"]):
        assert from_items([item]) == plain


@pytest.mark.parametrize(
    ("item", "place", "rule"),
    [
        ((), "item 1", "must be (text, page, box, role)"),
        (("a", 1, None, None, 5), "item 1", "must be (text, page, box, role)"),
        ("a", "item 1", "must be (text, page, box, role)"),
        (None, "item 1", "is missing: must be (text, page, box, role)"),
        ({"text": "a"}, "item 1", "must be (text, page, box, role)"),
        ((5,), "item 1[0]", "must be a text"),
        (("a", 0), "item 1[1]", "the number of a page"),
        (("a", 1.0), "item 1[1]", "the number of a page"),
        (("a", True), "item 1[1]", "the number of a page"),
        (("a", None, (0, 0, 1, 1)), "item 1", "must have a page"),
        (("a", 1, (0, 0, 1)), "item 1[2]", "a box must be"),
        (("a", 1, (5, 0, 1, 1)), "item 1[2]", "a box must be"),
        (("a", 1, (0, 5, 1, 1)), "item 1[2]", "a box must be"),
        (("a", 1, (0, 0, 1, math.inf)), "item 1[2][3]", "must be a finite number"),
        (("a", 1, (0, 0, 1, "x")), "item 1[2][3]", "must be a number"),
        (("a", 1, 5), "item 1[2]", "must be a list"),
        (("a", 1, None, 5), "item 1[3]", "must be a text"),
        (("\ud800",), "item 1[0]", "must be valid Unicode"),
    ],
)
def test_errors(item: Any, place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        from_items([("a",), item])
    assert (caught.value.reader, caught.value.place) == ("items", place)
    assert caught.value.rule.startswith(rule)
