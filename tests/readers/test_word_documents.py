"""Word documents: headings, lists, tables, notes, changes, pages, metadata, damaged and hostile files."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap.errors import ReaderError
from shiplap.readers import docx
from tests.readers.office import (
    CHART,
    CHART_TEXT,
    METADATA,
    TYPES,
    chart_reference,
    item,
    paragraph,
    relations,
    word,
    zipped,
)
from tests.readers.rows import rows

pytest.importorskip("lxml")


def text_of(body: str, **parts: str) -> Any:
    return docx(zipped(word(body, **parts))).text


STYLES = """
<w:style w:type="paragraph" w:default="1" w:styleId="Standard"><w:name w:val="Normal"/></w:style>
<w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/>
<w:pPr><w:outlineLvl w:val="0"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/>
<w:basedOn w:val="berschrift1"/></w:style>
<w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Our chapter"/><w:basedOn w:val="berschrift2"/></w:style>
<w:style w:type="paragraph" w:styleId="Contents"><w:name w:val="TOC Heading"/><w:basedOn w:val="berschrift1"/>
<w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>
<w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/></w:style>
<w:style w:type="paragraph" w:styleId="A"><w:name w:val="a"/><w:basedOn w:val="B"/></w:style>
<w:style w:type="paragraph" w:styleId="B"><w:name w:val="b"/><w:basedOn w:val="A"/></w:style>
"""


def styled(text: str, style: str, more: str = "") -> str:
    return paragraph(text, f'<w:pStyle w:val="{style}"/>{more}')


def test_headings_of_styles_and_outline_levels() -> None:
    body = (
        styled("Rain", "Titel")
        + styled("Where", "berschrift1")
        + styled("In the hills", "berschrift2")
        + styled("And\nthe valley", "Own")
        + styled("Contents", "Contents")
        + styled("Circle", "A")
        + paragraph("Deep", '<w:outlineLvl w:val="7"/>')
        + styled("Text after all", "berschrift1", '<w:outlineLvl w:val="9"/>')
        + styled("Unknown", "missing")
    )
    assert text_of(body, styles=STYLES) == (
        "# Rain\n\n# Where\n\n## In the hills\n\n## And the valley\n\nContents\n\nCircle\n\n###### Deep\n\n"
        "Text after all\n\nUnknown"
    )


NUMBERING = """
<w:abstractNum w:abstractNumId="0">
<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl>
<w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="%1.%3"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\uf0b7"/></w:lvl>
<w:lvl w:ilvl="1"><w:numFmt w:val="bullet"/><w:lvlText w:val="o"/></w:lvl></w:abstractNum>
<w:abstractNum w:abstractNumId="2"><w:styleLink w:val="Ours"/>
<w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1)"/>
<w:pStyle w:val="Own"/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="2"/><w:numFmt w:val="decimal"/><w:lvlText w:val="§ %1.%2"/>
<w:pStyle w:val="berschrift1"/></w:lvl>
</w:abstractNum>
<w:abstractNum w:abstractNumId="3"><w:numStyleLink w:val="Ours"/></w:abstractNum>
<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>
<w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
<w:num w:numId="3"><w:abstractNumId w:val="3"/></w:num>
<w:num w:numId="4"><w:abstractNumId w:val="0"/>
<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride></w:num>
"""


def test_lists_keep_nesting_and_numbers() -> None:
    body = (
        item("one") + item("first", 1, 1) + item("second", 1, 1) + item("deep", 1, 2) + item("two")
        + item("anew", 1, 1)
        + paragraph("Between") + item("three") + item("other", 4) + item("next", 4)
        + paragraph("Bullets") + item("inner first", 2, 1) + item("dot", 2, 0) + item("inner", 2, 1)
        + paragraph("No list", '<w:numPr><w:numId w:val="0"/></w:numPr>') + item("unknown", 99)
    )  # fmt: skip
    assert text_of(body, numbering=NUMBERING) == (
        "1. one\n    - a) first\n    - b) second\n        - 1.I deep\n2. two\n    - a) anew\n\n"
        "Between\n\n3. three\n7. other\n8. next\n\n"
        "Bullets\n\n- inner first\n- dot\n    - inner\n\nNo list\n\nunknown"
    )


def test_lists_of_styles_and_numbers_of_headings() -> None:
    listed = '<w:pPr><w:numPr><w:numId w:val="3"/></w:numPr></w:pPr></w:style>'
    styles = STYLES.replace(
        '<w:outlineLvl w:val="0"/>', '<w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="3"/></w:numPr>'
    )
    styles += f'<w:style w:type="paragraph" w:styleId="Item"><w:name w:val="item"/>{listed}'
    body = (
        styled("a", "Item") + styled("b", "Item") + styled("Rain", "berschrift1") + styled("Hills", "berschrift1")
    )
    assert text_of(body, styles=styles, numbering=NUMBERING) == "4) a\n5) b\n\n# § 5.2 Rain\n\n# § 5.3 Hills"


def test_levels_that_no_list_has_are_left_out() -> None:
    numbering = NUMBERING.replace('w:ilvl="1"', 'w:ilvl="9"', 1)
    assert text_of(item("one") + item("none", 1, 9) + item("none", 1, 1), numbering=numbering) == (
        "1. one\n\nnone\n\nnone"
    )


def test_lists_nested_by_indents() -> None:
    level = '<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:pPr><w:ind w:left="{}"/></w:pPr></w:lvl>'
    numbering = "".join(
        f'<w:abstractNum w:abstractNumId="{number}">{level.format(360 * number)}</w:abstractNum>'
        for number in (1, 2)
    ) + "".join(f'<w:num w:numId="{n}"><w:abstractNumId w:val="{n}"/></w:num>' for n in (1, 2))
    body = item("one", 1) + item("inner", 2) + item("two", 1)
    assert text_of(body, numbering=numbering) == "- one\n    - inner\n- two"


def cell(content: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{content}</w:tc>"


def test_tables_with_merged_cells() -> None:
    wide, down, on = '<w:gridSpan w:val="2"/>', '<w:vMerge w:val="restart"/>', "<w:vMerge/>"
    p = paragraph
    nested = f"<w:tbl><w:tr>{cell(p('4'))}</w:tr></w:tbl>"
    table = (
        f"<w:tbl><w:tr>{cell(p('Rain'), wide)}{cell(p('Sun') + p('shine'))}</w:tr>"
        f"<w:tr>{cell(p('a|b'), down)}{cell(p('1'))}{cell(p('2'))}</w:tr>"
        f"<w:tr>{cell(p('hidden'), on)}{cell(p('3'))}{cell(nested)}</w:tr>"
        f"<w:tr><w:trPr><w:del/></w:trPr>{cell(p('gone'))}</w:tr>"
        "<w:sdt><w:sdtContent><w:tr><w:trPr><w:gridBefore w:val='1'/></w:trPr>"
        f"{cell(p('5'))}</w:tr></w:sdtContent></w:sdt></w:tbl>"
    )
    document = docx(zipped(word(p("Before") + table + p("After"))))
    assert document.text == (
        "Before\n\n| Rain |  | Sun shine |\n| --- | --- | --- |\n| a\\|b | 1 | 2 |\n|  | 3 | 4 |\n|  | 5 |  |"
        "\n\nAfter"
    )
    assert [region.kind for region in shiplap.regions(document)] == ["prose", "table", "prose"]


def test_a_table_of_one_cell_is_a_frame() -> None:
    table = f"<w:tbl><w:tr>{cell(styled('Rain', 'berschrift1') + paragraph('It rains.'))}</w:tr></w:tbl>"
    assert text_of(table, styles=STYLES) == "# Rain\n\nIt rains."


def test_notes_stand_at_the_end() -> None:
    def note(name: int, text: str) -> str:
        return f'<w:footnote w:id="{name}">{text}</w:footnote>'

    def cited(kind: str, name: int) -> str:
        return f'<w:r><w:{kind}Reference w:id="{name}"/></w:r>'

    notes = (
        note(-1, "<w:p><w:r><w:separator/></w:r></w:p>")
        + note(1, paragraph(" Hills.") + paragraph("Really."))
        + note(2, f"<w:p><w:r><w:t>See too</w:t></w:r>{cited('footnote', 1)}</w:p>")
    )
    body = (
        f"<w:p><w:r><w:t>Rain</w:t></w:r>{cited('footnote', 2)}{cited('footnote', 9)}{cited('endnote', 2)}</w:p>"
    )
    endnotes = f'<w:endnote w:id="2">{paragraph("Late.")}</w:endnote>'
    assert text_of(body + paragraph("Sun"), footnotes=notes, endnotes=endnotes) == (
        "Rain[^1][^2]\n\nSun\n\n[^1]: See too[^3]\n\n[^2]: Late.\n\n[^3]: Hills. Really."
    )


def test_changes_fields_links_and_hidden_text() -> None:
    run = "<w:r><w:t>{}</w:t></w:r>"
    body = (
        f"<w:p>{run.format('It')}<w:ins>{run.format(' now')}</w:ins>"
        "<w:del><w:r><w:delText>never</w:delText></w:r></w:del>"
        f"<w:moveFrom>{run.format('moved')}</w:moveFrom><w:moveTo>{run.format(' rains')}</w:moveTo>"
        f"<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>"
        f"<w:r><w:rPr><w:vanish w:val='0'/></w:rPr><w:t xml:space='preserve'> on </w:t></w:r>"
        f'<w:hyperlink r:id="r9" xmlns:r="{TYPES}">{run.format("the hills")}</w:hyperlink>'
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> PAGEREF x </w:instrText></w:r>'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{run.format(" 12")}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:br/><w:t>line</w:t><w:tab/><w:t>end</w:t>'
        "<w:noBreakHyphen/><w:softHyphen/><w:sym w:char='2022'/></w:r></w:p>"
        f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run.format('One ')}</w:p>{paragraph('paragraph')}"
        f"<w:sdt><w:sdtPr/><w:sdtContent>{paragraph('Control')}</w:sdtContent></w:sdt>"
    )
    assert text_of(body) == "It now rains on the hills 12\nline end\u2011\u2022\n\nOne paragraph\n\nControl"


def test_text_boxes_and_alternative_texts() -> None:
    box = "<w:txbxContent>{}</w:txbxContent>"
    a, mc = (
        "http://schemas.openxmlformats.org/drawingml/2006/",
        "http://schemas.openxmlformats.org/markup-compatibility/2006",
    )
    picture = (
        f'<w:drawing><x:inline xmlns:x="{a}wordprocessingDrawing"><x:docPr id="1" name="p" descr="A cloud"/>'
        f'<a:graphic xmlns:a="{a}main"><a:graphicData><p:pic xmlns:p="{a}picture"/></a:graphicData></a:graphic>'
        "</x:inline></w:drawing>"
    )
    body = (
        f'<w:p><w:r><w:t>Before</w:t><mc:AlternateContent xmlns:mc="{mc}">'
        f"<mc:Choice Requires='wps'><w:drawing>{box.format(paragraph('In the box'))}</w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict>{box.format(paragraph('In the box'))}</w:pict></mc:Fallback>"
        "</mc:AlternateContent></w:r>"
        f"<w:r><w:t xml:space='preserve'> and after </w:t>{picture}</w:r></w:p>{paragraph('Next')}"
    )
    assert text_of(body) == "Before and after A cloud\n\nIn the box\n\nNext"


def test_charts_follow_their_paragraph() -> None:
    chart = f"<w:drawing>{chart_reference('r2')}</w:drawing>"
    members = word(f"<w:p><w:r><w:t>Before</w:t>{chart}</w:r></w:p>{paragraph('After')}", styles="")
    members["word/_rels/document.xml.rels"] = relations(("styles", "styles.xml"), ("chart", "charts/a.xml"))
    members["word/charts/a.xml"] = CHART
    assert docx(zipped(members)).text == f"Before\n\n{CHART_TEXT}\n\nAfter"


BREAK = "<w:r><w:lastRenderedPageBreak/></w:r>"


def test_pages_where_word_saved_them() -> None:
    table = "".join(
        f"<w:tr>{cell(f'<w:p>{BREAK * (n == 2)}<w:r><w:t>{n}</w:t></w:r></w:p>')}{cell(paragraph('x'))}</w:tr>"
        for n in (1, 2)
    )
    body = (
        paragraph("One")
        + "<w:p><w:r><w:t xml:space='preserve'>begun </w:t><w:lastRenderedPageBreak/><w:t>ended</w:t></w:r></w:p>"
        + f"<w:p><w:pPr><w:outlineLvl w:val='0'/></w:pPr>{BREAK}<w:r><w:t>Three</w:t></w:r></w:p>"
        + f"<w:p>{BREAK}</w:p><w:tbl>{table}</w:tbl>"
    )
    document = docx(zipped(word(body)))
    text = "One\n\nbegun ended\n\n# Three\n\n| 1 | x |\n| --- | --- |\n| 2 | x |"
    assert document.text == text
    assert rows(document, "pages") == [
        ("One\n\nbegun ", 1), ("ended", 2), ("Three", 3), ("| 1 | x |\n| --- | --- |\n| ", 4), ("2 | x |", 5),
    ]  # fmt: skip
    assert docx(zipped(word(paragraph("One")))).provenance is None


def test_metadata_and_names() -> None:
    members = word(paragraph("Rain"))
    members["docProps/app.xml"] = "<Properties xmlns='x'><Pages>12</Pages></Properties>"
    document = docx(
        zipped(members), document_id="a", path="rain.docx", source="rain.docx", metadata={"title": "Mine"}
    )
    assert document.metadata == {**METADATA, "title": "Mine", "pages": 12}
    assert (document.document_id, document.path, document.source) == ("a", "rain.docx.md", "rain.docx")
    del members["docProps/core.xml"], members["docProps/app.xml"]
    assert docx(zipped(members)).metadata is None


def test_strict_files() -> None:
    strict = "http://purl.oclc.org/ooxml/"
    members = word(styled("Rain", "berschrift1") + item("a", 1), styles=STYLES, numbering=NUMBERING)
    made = {
        name: str(content)
        .replace("http://schemas.openxmlformats.org/wordprocessingml/2006/", f"{strict}wordprocessingml/")
        .replace("http://schemas.openxmlformats.org/officeDocument/2006/", f"{strict}officeDocument/")
        for name, content in members.items()
    }
    assert docx(zipped(made)).text == "# Rain\n\n1. a"


def test_names_of_members_in_other_spellings() -> None:
    members = word(styled("Rain", "berschrift1"), styles=STYLES)
    members["word/_rels/document.xml.rels"] = relations(
        ("styles", "/Word/a%20b/../STYLES.xml"), ("image", "http://x/NULL")
    )
    assert docx(zipped({name.replace("/", "\\"): content for name, content in members.items()})).text == "# Rain"


@pytest.mark.parametrize(
    ("members", "place", "rule"),
    [
        ({"a": "b"}, "", "must be a Word document: the zip file has no main part"),
        ({"_rels/.rels": relations(("officeDocument", "x.xml"))}, "x.xml", "is missing"),
        (
            {"_rels/.rels": relations(("officeDocument", "x.xml")), "x.xml": "<a/>"},
            "x.xml",
            "must be a Word document",
        ),
        ({**word(""), "word/document.xml": "<a>\n<b></a>"}, "word/document.xml", "must be XML"),
        ({**word(""), "word/document.xml": ""}, "word/document.xml", "must be XML"),
        ({**word("", styles=""), "word/styles.xml": "\0"}, "word/styles.xml", "must be XML"),
    ],
)
def test_damaged_documents(members: dict[str, str], place: str, rule: str) -> None:
    with pytest.raises(ReaderError) as caught:
        docx(zipped(members))
    assert (caught.value.reader, caught.value.place) == ("docx", place)
    assert caught.value.rule.startswith(rule)


def test_deep_nesting_is_read_or_refused() -> None:
    for depth in (40, 60, 100, 5000):
        opened = "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>" * depth
        body = opened + paragraph("deep") + "</w:tc></w:tr></w:tbl>" * depth
        try:
            assert "deep" in text_of(body)
        except ReaderError as error:
            assert error.place == "word/document.xml" and depth > 60


def test_huge_spans_do_not_make_huge_tables() -> None:
    wide = cell(paragraph("a"), '<w:gridSpan w:val="999999999"/>')
    before = "<w:trPr><w:gridBefore w:val='99999999'/></w:trPr>"
    table = f"<w:tbl><w:tr>{before}{wide}</w:tr><w:tr>{cell('')}</w:tr></w:tbl>"
    assert text_of(table) == "|  | a |\n| --- | --- |\n|  |  |"
    rows_of_one = f"<w:tr>{cell('')}</w:tr>" * 3000
    with pytest.raises(ReaderError, match=r"docx, table 1: a table must have at most 100 fields"):
        text_of(f"<w:tbl><w:tr>{cell('') * 3000}</w:tr>{rows_of_one}</w:tbl>")
