"""Documents of docling: by hand, damaged, and as its own package makes them (where it is installed)."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

import shiplap
from shiplap.errors import ReaderError
from shiplap.readers import docling
from tests.readers.damaged import mutants
from tests.readers.rows import rows


def prov(page: int, left: float, top: float, right: float, bottom: float, *span: int) -> dict[str, Any]:
    """Return a place in points from the bottom left corner, as PDFs have it."""
    box = {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": "BOTTOMLEFT"}
    return {"page_no": page, "bbox": box, "charspan": span or (0, 0)}


def refs(*names: str) -> list[dict[str, str]]:
    return [{"$ref": f"#/{name}"} for name in names]


def cell(row: int, column: int, text: str, columns: int = 1) -> dict[str, Any]:
    return {
        "text": text, "start_row_offset_idx": row, "end_row_offset_idx": row + 1,
        "start_col_offset_idx": column, "end_col_offset_idx": column + columns,
    }  # fmt: skip


SENTENCE = "It rains in the hills, and it pours in the valley."

DOCUMENT: dict[str, Any] = {
    "schema_name": "DoclingDocument", "version": "1.10.0", "name": "rain",
    "origin": {"mimetype": "application/pdf", "binary_hash": 1, "filename": "rain.pdf"},
    "body": {"self_ref": "#/body", "label": "unspecified", "children": refs(
        "texts/0", "texts/1", "texts/2", "texts/3", "groups/0", "tables/0", "pictures/0", "texts/10", "texts/11",
        "texts/12", "texts/13", "key_value_items/0",
    )},
    "groups": [
        {"label": "list", "children": refs("texts/4", "texts/6", "texts/14")},
        {"label": "list", "children": refs("texts/5")},
        {"label": "inline", "children": refs("texts/15", "texts/16", "texts/17", "texts/18")},
    ],
    "texts": [
        {"label": "title", "text": "Rain", "prov": [prov(1, 72, 720, 300, 700)]},
        {"label": "section_header", "level": 2, "text": "Where\nit rains", "prov": [prov(1, 72, 690, 300, 670)]},
        {"label": "page_header", "text": "HEAD", "content_layer": "furniture", "prov": [prov(1, 0, 790, 9, 780)]},
        {"label": "text", "text": SENTENCE, "prov": [
            prov(1, 72, 660, 300, 72, 0, 22),
            {"page_no": 2, "charspan": (23, 50), "bbox": {"l": 72, "t": 100, "r": 300, "b": 120}},
        ]},
        {"label": "list_item", "text": "north", "marker": "-", "children": refs("groups/1")},
        {"label": "list_item", "text": "far", "enumerated": True, "marker": "1."},
        {"label": "list_item", "text": "south", "enumerated": True, "marker": "(a)"},
        {"label": "caption", "text": "Table 1: Days."},
        {"label": "caption", "text": "Figure 1: A cloud.", "prov": [prov(2, 72, 290, 300, 280)]},
        {"label": "text", "text": "in the picture"},
        {"label": "code", "text": "print(1)", "code_language": "Python"},
        {"label": "formula", "text": "", "orig": "a^2"},
        {"label": "checkbox_unselected", "text": "done"},
        {"label": "text", "text": "A note.", "content_layer": "notes"},
        {"label": "list_item", "text": "", "children": refs("groups/2")},
        {"label": "text", "text": "very"},
        {"label": "text", "text": "cold"},
        {"label": "code", "text": "x = 1"},
        {"label": "formula", "text": "b^2"},
    ],
    "tables": [{
        "label": "table", "captions": refs("texts/7"), "children": refs("texts/9"),
        "prov": [prov(2, 72, 600, 300, 500)],
        "data": {"num_rows": 2, "num_cols": 2, "table_cells": [
            cell(0, 0, "All", 2), cell(1, 0, "Mon\nday"), cell(1, 1, "5|6"),
        ]},
    }],
    "pictures": [{
        "label": "picture", "captions": refs("texts/8"), "children": refs("texts/9"),
        "prov": [prov(2, 72, 400, 300, 300)],
    }],
    "key_value_items": [{"label": "key_value_region", "graph": {"cells": [{"text": "Name"}, {"text": "Ann"}]}}],
    "form_items": [],
    "pages": {number: {"size": {"width": 612.0, "height": 792.0}} for number in "12"},
}  # fmt: skip

TEXT = f"""# Rain

### Where it rains

{SENTENCE}

- north
    1. far
- (a) south
- very cold `x = 1` $b^2$

Table 1: Days.

| All |  |
| --- | --- |
| Mon day | 5\\|6 |

Figure 1: A cloud.

```python
print(1)
```

$$a^2$$

- [ ] done

Name
Ann"""


def test_text_and_tables() -> None:
    document = docling(DOCUMENT)
    assert document.text == TEXT
    assert document.metadata == {"filename": "rain.pdf"} and document.path == "document.md"
    assert rows(document, "boxes") == [
        ("Rain", 1, 72.0, 72.0, 300.0, 92.0, "title"),
        ("Where it rains", 1, 72.0, 102.0, 300.0, 122.0, "section_header"),
        (SENTENCE[:22], 1, 72.0, 132.0, 300.0, 720.0, "text"),
        (SENTENCE[23:], 2, 72.0, 100.0, 300.0, 120.0, "text"),
        ("| All |  |\n| --- | --- |\n| Mon day | 5\\|6 |", 2, 72.0, 192.0, 300.0, 292.0, "table"),
        ("Figure 1: A cloud.", 2, 72.0, 502.0, 300.0, 512.0, "caption"),
    ]
    pages = rows(document, "pages")
    assert [(row[0][:5], row[0][-5:], *row[1:]) for row in pages] == [
        ("Rain\n", "ills,", 1, 612.0, 792.0), ("and i", "loud.", 2, 612.0, 792.0),
    ]  # fmt: skip


def test_forms() -> None:
    """The same from JSON, from bytes, and from an object whose references are called `cref`."""
    text = json.dumps(DOCUMENT)

    class Model:
        def model_dump(self) -> Any:
            return json.loads(text.replace("$ref", "cref"))

    for given in (text, text.encode(), Model()):
        document = docling(given)
        assert document.text == TEXT and rows(document, "boxes") == rows(docling(DOCUMENT), "boxes")


def test_chunks() -> None:
    chunks = shiplap.AdaptiveChunker(60, 0, unit="characters").chunk(docling(DOCUMENT))
    assert {chunk.pages for chunk in chunks if "rain" in chunk.text.lower()} >= {(1, 1)}
    assert next(chunk for chunk in chunks if "Mon day" in chunk.text).kind == "table"


def test_media() -> None:
    """docling writes what it reads of subtitles with times."""
    track = {"kind": "track", "start_time": 11.0, "end_time": 13.5, "voice": "Ann"}
    texts = [{"label": "text", "text": "It rains.", "source": [track]}, {"label": "text", "text": "It pours."}]
    document = docling({"body": {"children": refs("texts/0", "texts/1")}, "texts": texts})
    assert rows(document, "times") == [("It rains.", 11.0, 13.5, "Ann")]


@pytest.mark.parametrize(
    ("path", "value", "place", "rule"),
    [
        (("body",), None, "body", "is missing"),
        (("body", "children", 0, "$ref"), "texts/0", "body.children[0].$ref", "must be a reference"),
        (("body", "children", 0, "$ref"), "#/texts/99", "body.children[0].$ref", "must refer to an item"),
        (("texts", 0, "prov", 0, "page_no"), 0, "texts[0].prov[0].page_no", "the number of a page"),
        (("texts", 0, "prov", 0, "page_no"), 3, "pages.3", "is missing"),
        (("texts", 0, "prov", 0, "bbox", "l"), float("nan"), "texts[0].prov[0].bbox.l", "must be a finite"),
        (("texts", 0, "prov", 0, "bbox"), None, "texts[0].prov[0].bbox", "is missing"),
        (("pages", "1", "size"), None, "pages.1.size", "is missing"),
        (("pages", "1", "size", "width"), -1, "pages.1.size.width", "must be more than 0"),
        (("texts", 0, "prov", 0, "page_no"), 10**30, "texts[0].prov[0].page_no", "the number of a page"),
        (("texts", 0, "prov", 0, "bbox", "t"), 1e300, "texts[0].prov[0].bbox.t", "must be a coordinate"),
        (("tables", 0, "data", "table_cells", 0, "end_col_offset_idx"), 10**9, "tables[0].data", "a table must"),
        (("tables", 0, "data", "table_cells", 0, "start_row_offset_idx"), -1,
         "tables[0].data.table_cells[0].start_row_offset_idx", "must be an integer from 0"),
    ],
)  # fmt: skip
def test_errors(path: tuple[Any, ...], value: Any, place: str, rule: str) -> None:
    document = copy.deepcopy(DOCUMENT)
    inner: Any = document
    for name in path[:-1]:
        inner = inner[name]
    inner[path[-1]] = value
    with pytest.raises(ReaderError) as caught:
        docling(document)
    assert (caught.value.reader, caught.value.place) == ("docling", place)
    assert caught.value.rule.startswith(rule)
    assert issubclass(ReaderError, ValueError) and isinstance(caught.value, shiplap.ShiplapError)


def test_circles_and_depth() -> None:
    """An item is read once. Lists may be nested very often; the spaces before their items stay few."""
    count = 2_000
    below = [refs(f"groups/{(k + 1) % count}", "texts/0") for k in range(count)]
    texts = [{"label": "list_item", "text": f"t{k}", "children": below[k]} for k in range(count)]
    groups = [{"label": "list", "children": refs(f"texts/{k}")} for k in range(count)]
    document = docling({"body": {"children": refs("groups/0")}, "texts": texts, "groups": groups})
    assert isinstance(document.text, str) and len(document.text.split("\n")) == count
    assert len(document.text) < 50 * count


def test_damaged_documents() -> None:
    """A damaged document is read, or its error is a ReaderError."""
    for number, mutant in enumerate(mutants(DOCUMENT)):
        if number % 8 == 0:
            try:
                docling(mutant)
            except ReaderError as error:
                assert error.reader == "docling"


def test_docling_core() -> None:
    """Output of docling's own package."""
    core = pytest.importorskip("docling_core.types.doc")
    made = core.DoclingDocument(name="rain")
    made.add_page(1, core.Size(width=612, height=792))
    box = core.BoundingBox(l=72, t=720, r=300, b=700, coord_origin=core.CoordOrigin.BOTTOMLEFT)
    place = core.ProvenanceItem(page_no=1, bbox=box, charspan=(0, 4))
    made.add_title("Rain", prov=place)
    made.add_heading("Where", level=1)
    made.add_text(core.DocItemLabel.PAGE_HEADER, "HEAD", content_layer=core.ContentLayer.FURNITURE)
    items = made.add_list_group()
    item = made.add_list_item("north", parent=items)
    made.add_list_item("far", parent=made.add_list_group(parent=item), enumerated=True, marker="1.")
    inline = made.add_inline_group(parent=made.add_list_item("", parent=items))
    for text in ("very", "cold"):
        made.add_text(core.DocItemLabel.TEXT, text, parent=inline)
    cells = [core.TableCell(**cell(0, 0, "Day")), core.TableCell(**cell(1, 0, "Monday"))]
    caption = made.add_text(core.DocItemLabel.CAPTION, "Table 1: Days.")
    made.add_table(core.TableData(table_cells=cells, num_rows=2, num_cols=1), caption=caption, prov=place)
    made.add_picture(caption=made.add_text(core.DocItemLabel.CAPTION, "Figure 1: A cloud."), prov=place)
    made.add_code("print(1)", code_language=core.CodeLanguageLabel.PYTHON)
    expected = (
        "# Rain\n\n## Where\n\n- north\n    1. far\n- very cold\n\nTable 1: Days.\n\n"
        "| Day |\n| --- |\n| Monday |\n\nFigure 1: A cloud.\n\n```python\nprint(1)\n```"
    )
    for given in (made, made.export_to_dict(), json.dumps(made.export_to_dict()), made.model_dump_json()):
        document = docling(given)
        assert document.text == expected
        assert rows(document, "boxes")[0] == ("Rain", 1, 72.0, 72.0, 300.0, 92.0, "title")
        assert rows(document, "boxes")[1][0].startswith("| Day |")
