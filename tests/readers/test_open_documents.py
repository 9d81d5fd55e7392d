"""Text documents of OpenDocument: headings, lists, tables, notes, changes, metadata, damaged files."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap.errors import ReaderError
from shiplap.readers import odt
from tests.readers.office import zipped

pytest.importorskip("lxml")

OPEN = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = " ".join(
    f'xmlns:{name}="{OPEN}:{space}:1.0"'
    for name, space in (
        ("office", "office"), ("text", "text"), ("table", "table"), ("style", "style"), ("draw", "drawing"),
        ("svg", "svg-compatible"), ("meta", "meta"),
    )
)  # fmt: skip

STYLES = """
<text:list-style style:name="L1">
<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>
<text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/>
<text:list-level-style-number text:level="3" style:num-format="I" text:display-levels="3"/></text:list-style>
<text:list-style style:name="L2"><text:list-level-style-bullet text:level="1"/></text:list-style>
<style:style style:name="Gone" style:family="text"><style:text-properties text:display="none"/></style:style>
"""


def members(body: str) -> dict[str, str | bytes]:
    styles = f"<office:automatic-styles>{STYLES}</office:automatic-styles>"
    made = f"{styles}<office:body><office:text>{body}</office:text></office:body>"
    return {"content.xml": f"<office:document-content {SPACES}>{made}</office:document-content>"}


def text_of(body: str) -> Any:
    return odt(zipped(members(body))).text


def p(text: str) -> str:
    return f"<text:p>{text}</text:p>"


def listed(content: str, more: str = "") -> str:
    return f"<text:list {more}>{content}</text:list>"


def item(content: str, more: str = "") -> str:
    return f"<text:list-item {more}>{content}</text:list-item>"


def test_headings_and_paragraphs() -> None:
    body = (
        '<text:h text:outline-level="2">Where it\n  rains</text:h><text:section>'
        + p('It<text:s text:c="2"/>rains <text:span> in </text:span>the<text:tab/><text:a>hills</text:a>.')
        + "</text:section>"
        + p("One<text:line-break/>two")
        + '<text:h text:outline-level="9">Deep</text:h><text:h>None</text:h>'
    )
    assert text_of(body) == "## Where it rains\n\nIt  rains in the hills.\n\nOne\ntwo\n\n###### Deep\n\n# None"


def test_lists() -> None:
    head = f"<text:list-header>{p('Head')}</text:list-header>"
    inner = listed(item(p("a") + listed(item(p("deep")))) + item(p("b")))
    body = (
        listed(item(p("one") + p("more") + inner) + item(p("two")), 'text:style-name="L1"')
        + p("Between")
        + listed(item(p("three")), 'text:style-name="L1" text:continue-numbering="true"')
        + listed(head + item(p("seven"), 'text:start-value="7"'), 'text:style-name="L1"')
        + listed(item(p("bullet")), 'text:style-name="L2"')
        + listed(item(p("unknown")), 'text:style-name="none"')
    )
    assert text_of(body) == (
        "1. one\n\n    more\n\n    - (a) a\n        - 1.a.I deep\n    - (b) b\n2. two\n\nBetween\n\n3. three\n\n"
        "    Head\n\n7. seven\n- bullet\n- unknown"
    )


def test_numbered_headings_in_lists() -> None:
    heading = '<text:h text:outline-level="1">Rain</text:h>'
    assert text_of(listed(item(heading), 'text:style-name="L1"')) == "# 1. Rain"


def cell(content: str, more: str = "") -> str:
    return f"<table:table-cell {more}>{content}</table:table-cell>"


def table_of(*rows: str) -> str:
    return f"<table:table>{''.join(f'<table:table-row>{row}</table:table-row>' for row in rows)}</table:table>"


def test_tables() -> None:
    head = cell(p("Rain"), "table:number-columns-spanned='2'") + "<table:covered-table-cell/>" + cell(p("x|y"))
    row = cell(listed(item(p("a")), "text:style-name='L1'") + p("b")) + cell(p("2")) + cell(p("3"))
    table = table_of(head, row).replace("<table:table-row>", "<table:table-header-rows><table:table-row>", 1)
    table = table.replace("</table:table-row>", "</table:table-row></table:table-header-rows>", 1)
    document = odt(zipped(members(p("Before") + table)))
    assert document.text == "Before\n\n| Rain |  | x\\|y |\n| --- | --- | --- |\n| 1. a b | 2 | 3 |"
    assert [region.kind for region in shiplap.regions(document)] == ["prose", "table"]
    assert text_of(table_of(cell(p("a") + p("b")))) == "a\n\nb"
    huge = cell(p("1"), "table:number-columns-repeated='99999999'") + cell(p("2"))
    assert text_of(table_of(huge)) == "| 1 | 2 |\n| --- | --- |"


def note(text: str) -> str:
    citation = "<text:note-citation>9</text:note-citation>"
    return f"<text:note>{citation}<text:note-body>{text}</text:note-body></text:note>"


def test_notes_boxes_and_changes() -> None:
    box = f"<draw:text-box>{p('In the box')}</draw:text-box><svg:title>x</svg:title><svg:desc>A cloud</svg:desc>"
    comment = f"<office:annotation>{p('comment')}</office:annotation>"
    body = (
        f"<text:tracked-changes><text:changed-region>{p('deleted')}</text:changed-region></text:tracked-changes>"
        + p("Rain" + note(p("One") + p("two" + note(p("inner")))) + f" falls{comment}.")
        + p(f"Before <draw:frame>{box}</draw:frame> after<text:span text:style-name='Gone'>hidden</text:span>")
        + f"<text:section text:display='none'>{p('hidden')}</text:section>"
    )
    assert text_of(body) == (
        "Rain[^1] falls.\n\nBefore A cloud after\n\nIn the box\n\n[^1]: One two[^2]\n\n[^2]: inner"
    )


def test_metadata() -> None:
    elements = (
        "<dc:title>On rain</dc:title><meta:initial-creator>Ann</meta:initial-creator><dc:creator>Ben</dc:creator>"
        "<dc:language>de</dc:language><meta:creation-date>2026-01-02T03:04:05</meta:creation-date>"
        "<dc:date>2026-02-03</dc:date>"
    )
    spaces = f'{SPACES} xmlns:dc="http://purl.org/dc/elements/1.1/"'
    meta = f"<office:document-meta {spaces}><office:meta>{elements}</office:meta></office:document-meta>"
    document = odt(zipped({**members(p("Rain")), "meta.xml": meta}), path="rain.odt")
    assert document.path == "rain.odt.md"
    assert document.metadata == {
        "title": "On rain", "authors": ["Ann"], "language": "de", "created": "2026-01-02T03:04:05",
        "modified": "2026-02-03",
    }  # fmt: skip


def test_damaged_files() -> None:
    manifest = "META-INF/manifest.xml"
    for given, place, rule in (
        ({"a": "b"}, "content.xml", "is missing"),
        ({"content.xml": "<a"}, "content.xml", "must be XML"),
        ({"content.xml": "<a/>"}, "content.xml", "must be a text document"),
        ({**members(""), manifest: "<m:encryption-data/>"}, manifest, "the file is encrypted"),
    ):
        with pytest.raises(ReaderError) as caught:
            odt(zipped(given))
        assert (caught.value.reader, caught.value.place) == ("odt", place) and caught.value.rule.startswith(rule)


def test_deep_nesting_is_read_or_refused() -> None:
    items = "<text:list><text:list-item>", "</text:list-item></text:list>"
    for begin, end in (items, ("<text:section>", "</text:section>")):
        for depth in (100, 5000):
            try:
                assert "deep" in text_of(begin * depth + p("deep") + end * depth)
            except ReaderError as error:
                assert error.place == "content.xml" and depth == 5000
