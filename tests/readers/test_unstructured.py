"""Elements of unstructured: by hand, damaged, and as its own package makes them (where it is installed)."""

from __future__ import annotations

import json
from typing import Any

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import unstructured
from tests.readers.damaged import mutants
from tests.readers.rows import rows


def element(category: str, text: str, **metadata: Any) -> dict[str, Any]:
    return {"type": category, "element_id": text, "text": text, "metadata": metadata}


def at(left: float, top: float, right: float, bottom: float, system: str, width: float, height: float) -> Any:
    points = ((left, top), (left, bottom), (right, bottom), (right, top))
    return {"points": points, "system": system, "layout_width": width, "layout_height": height}


HTML = (
    "<table><tr><th colspan='2'>All</th></tr><tr><td rowspan=2>Mon<br>day</td><td>5|6</td></tr>"
    "<tr><td>7</td></tr></table>"
)

ELEMENTS: list[dict[str, Any]] = [
    element("Header", "HEAD", page_number=1),
    element("Title", "Rain", page_number=1, category_depth=0, filename="rain.pdf", languages=["eng"],
            coordinates=at(100, 200, 500, 400, "PixelSpace", 1700, 2200)),
    element("Title", "Where", page_number=1, parent_id="Rain"),
    element("NarrativeText", "It rains in the hills.", page_number=2, parent_id="Where",
            coordinates=at(72, 720, 300, 700, "PointSpace", 612, 792)),
    element("ListItem", "north", page_number=2, parent_id="Where"),
    element("ListItem", "far", page_number=2, parent_id="north"),
    element("ListItem", "• south", page_number=2, parent_id="Where"),
    element("Title", "When", page_number=2, category_depth=2),
    element("Table", "All Mon day 5|6 7", page_number=3, text_as_html=HTML,
            coordinates=at(0.1, 0.7, 0.5, 0.9, "RelativeCoordinateSystem", 1, 1)),
    element("CodeSnippet", "x = 1"),
    element("Checked", "done"),
    element("PageNumber", "3", page_number=3), element("PageBreak", ""),
    element("Table", "no html", page_number=3),
]  # fmt: skip

TEXT = """# Rain

## Where

It rains in the hills.

- north
    - far
- south

### When

| All |  |
| --- | --- |
| Mon day | 5\\|6 |
|  | 7 |

```
x = 1
```

- [x] done

no html"""


def test_text_and_tables() -> None:
    document = unstructured(ELEMENTS)
    assert document.text == TEXT and document.path == "document.md"
    assert document.metadata == {"filename": "rain.pdf", "language": "eng"}
    assert [row[1:] for row in rows(document, "boxes")][:2] == [
        (1, 100.0, 200.0, 500.0, 400.0, "Title"), (2, 72.0, 72.0, 300.0, 92.0, "NarrativeText"),
    ]  # fmt: skip
    assert [row[1:] for row in rows(document, "pages")] == [(1, 1700.0, 2200.0), (2, 612.0, 792.0), (3, 1.0, 1.0)]


def test_page_size() -> None:
    """Pixels and relative coordinates become points, where the size of the page is known."""
    for size in ((612, 792), dict.fromkeys((1, 2, 3), (612, 792))):
        document = unstructured(ELEMENTS, page_size=size)  # type: ignore[arg-type]
        boxes = [tuple(round(corner, 6) for corner in row[2:6]) for row in rows(document, "boxes")]
        assert boxes == [(36.0, 72.0, 180.0, 144.0), (72.0, 72.0, 300.0, 92.0), (61.2, 79.2, 306.0, 237.6)]
        assert {row[2:] for row in rows(document, "pages")} == {(612.0, 792.0)}
    for wrong in ((612,), (0, 792), "A4", {1: 5}, (612, None)):
        with pytest.raises(OptionError, match="page_size"):
            unstructured(ELEMENTS, page_size=wrong)  # type: ignore[arg-type]


def test_forms() -> None:
    class Element:
        def __init__(self, given: dict[str, Any]) -> None:
            self.given = given

        def to_dict(self) -> dict[str, Any]:
            return self.given

    text = json.dumps(ELEMENTS)
    for given in (text, text.encode(), [Element(each) for each in ELEMENTS], iter(ELEMENTS)):
        assert unstructured(given).text == TEXT


def test_chunks() -> None:
    chunks = shiplap.AdaptiveChunker(40, 0, unit="characters").chunk(unstructured(ELEMENTS))
    assert next(chunk for chunk in chunks if "hills" in chunk.text).pages in ((2, 2), (1, 2))
    assert next(chunk for chunk in chunks if "Mon day" in chunk.text).kind == "table"


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<table><thead><tr><td>a<td>b<tbody><tr><td>c</table>", "| a | b |\n| --- | --- |\n| c |  |"),
        ("<table><tr><td>a<table><tr><td>b</td></tr></table></td><td>c</td></tr></table>",
         "| a b | c |\n| --- | --- |"),
        ("<td>a</td><td>b &amp; c</td>", "| a | b & c |\n| --- | --- |"),
        ("<p>no table", "text"),
        ("<td colspan=x rowspan=-1>a</td><td colspan=99999999999>b",
         "| a | b |" + "  |" * 99 + "\n|" + " --- |" * 101),
    ],
)  # fmt: skip
def test_tables(html: str, markdown: str) -> None:
    assert unstructured([element("Table", "text", text_as_html=html)]).text == markdown


@pytest.mark.parametrize(
    ("given", "place", "rule"),
    [
        ("{}", "", "must be a list"),
        (None, "", "is missing: must be a list of elements"),
        ("null", "", "is missing: must be a list of elements"),
        (["x"], "[0]", "must be an object"),
        ([element("Title", "x", page_number=0)], "[0].metadata.page_number", "the number of a page"),
        ([element("Title", "x", page_number=1, coordinates={"points": [[1]]})],
         "[0].metadata.coordinates.points", "must be pairs"),
        ([element("Title", "x", page_number=1, coordinates={"points": [[1, 2]], "system": "PointSpace"})],
         "[0].metadata.coordinates.layout_height", "is missing"),
        ([element("Title", "x", category_depth="deep")], "[0].metadata.category_depth", "must be a number"),
        ([{"type": "Text", "text": 5}], "[0].text", "must be a text"),
    ],
)  # fmt: skip
def test_errors(given: Any, place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        unstructured(given)
    assert (caught.value.reader, caught.value.place) == ("unstructured", place)
    assert caught.value.rule.startswith(rule)


def test_damaged_elements() -> None:
    """Damaged elements are read, or their error is a ReaderError."""
    for number, mutant in enumerate(mutants(ELEMENTS)):
        if number % 4 == 0:
            try:
                unstructured(mutant)
            except ReaderError as error:
                assert error.reader == "unstructured"


def test_unstructured() -> None:
    """Output of unstructured's own package."""
    elements = pytest.importorskip("unstructured.documents.elements")
    coordinates = pytest.importorskip("unstructured.documents.coordinates")
    staging = pytest.importorskip("unstructured.staging.base")
    points = ((100, 200), (100, 400), (500, 400), (500, 200))
    place = elements.CoordinatesMetadata(points, coordinates.PixelSpace(1700, 2200))
    metadata = elements.ElementMetadata(page_number=1, filename="rain.pdf", coordinates=place)
    title = elements.Title("Rain", element_id="a", metadata=metadata)
    below = elements.Title("Where", metadata=elements.ElementMetadata(page_number=1, parent_id="a"))
    html = elements.ElementMetadata(page_number=2, text_as_html=HTML)
    made = [title, below, elements.ListItem("north"), elements.Table("All", metadata=html),
            elements.Footer("FOOT", metadata=elements.ElementMetadata(page_number=2)), elements.PageBreak(""),
            elements.CheckBox(checked=True)]  # fmt: skip
    expected = "# Rain\n\n## Where\n\n- north\n\n" + TEXT[TEXT.index("| All") : TEXT.index("\n\n```")]
    for given in (made, [each.to_dict() for each in made], staging.elements_to_json(made)):
        document = unstructured(given, page_size=(612, 792))
        assert document.text == expected
        assert rows(document, "boxes") == [("Rain", 1, 36.0, 72.0, 180.0, 144.0, "Title")]
