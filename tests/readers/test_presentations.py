"""Presentations: slides as pages, reading order, lists, tables, groups, notes, damaged files."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError
from shiplap.readers import pptx
from tests.readers.office import (
    CHART,
    CHART_TEXT,
    CORE,
    METADATA,
    ROOT,
    TRANSITIONAL,
    TYPES,
    chart_reference,
    relations,
    zipped,
)
from tests.readers.rows import rows

pytest.importorskip("lxml")

NAMES = (
    f'xmlns:p="{TRANSITIONAL}/presentationml/2006/main" xmlns:a="{TRANSITIONAL}/drawingml/2006/main"'
    f' xmlns:r="{TYPES}"'
)


def p(text: str, properties: str = "", bullet: str = "") -> str:
    return f"<a:p><a:pPr {properties}>{bullet}</a:pPr><a:r><a:t>{text}</a:t></a:r></a:p>"


def at(x: int, y: int, height: int = 100) -> str:
    return f'<a:xfrm><a:off x="{x}" y="{y}"/><a:ext cx="100" cy="{height}"/></a:xfrm>'


def shape(content: str, place: str = "", ph: str | None = None, style: str = "", more: str = "") -> str:
    placeholder = "" if ph is None else f"<p:ph {ph}/>"
    body = f"<p:txBody><a:bodyPr/><a:lstStyle>{style}</a:lstStyle>{content}</p:txBody>"
    named = f'<p:cNvPr id="1" name="x" {more}/><p:cNvSpPr/><p:nvPr>{placeholder}</p:nvPr>'
    return f"<p:sp><p:nvSpPr>{named}</p:nvSpPr><p:spPr>{place}</p:spPr>{body}</p:sp>"


def title(text: str, kind: str = "title") -> str:
    return shape(p(text), ph=f'type="{kind}"')


def graphic(content: str) -> str:
    return f"<a:graphic><a:graphicData>{content}</a:graphicData></a:graphic>"


def tree(kind: str, shapes: str, more: str = "") -> str:
    return f"<p:{kind} {NAMES} {more}><p:cSld><p:spTree>{shapes}</p:spTree></p:cSld></p:{kind}>"


LAYOUT = shape(p("Click"), at(0, 500), 'type="title"') + shape(
    p("Click"), at(0, 300), 'type="body" idx="7"', '<a:lvl2pPr><a:buNone/></a:lvl2pPr>'
)
MASTER = shape(p("Click"), at(9, 9), 'type="body" idx="1"')
STYLES = "<p:txStyles><p:bodyStyle>" + "".join(
    f'<a:lvl{level}pPr><a:buChar char="•"/></a:lvl{level}pPr>' for level in range(1, 10)
) + "</p:bodyStyle></p:txStyles>"


def deck(*slides: str, **parts: Any) -> dict[str, str | bytes]:
    """Return the members of a PPTX file of slides, with one layout and one master."""
    ids = "".join(f'<p:sldId id="{255 + number}" r:id="r{number}"/>' for number in range(1, len(slides) + 1))
    master = tree("sldMaster", MASTER).replace("</p:cSld>", f"</p:cSld>{STYLES}")
    members: dict[str, str | bytes] = {
        "_rels/.rels": relations(("officeDocument", "ppt/presentation.xml"), *ROOT[1:2]),
        "ppt/presentation.xml": f'<p:presentation {NAMES}><p:sldIdLst>{ids}</p:sldIdLst>'
        '<p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations(
            *(("slide", f"slides/slide{number}.xml") for number in range(1, len(slides) + 1))
        ),
        "ppt/slideLayouts/a.xml": tree("sldLayout", LAYOUT),
        "ppt/slideLayouts/_rels/a.xml.rels": relations(("slideMaster", "../slideMasters/a.xml")),
        "ppt/slideMasters/a.xml": master,
    }
    for number, content in enumerate(slides, 1):
        slide = content if content.startswith("<p:sld") else tree("sld", content)
        members[f"ppt/slides/slide{number}.xml"] = slide
        members[f"ppt/slides/_rels/slide{number}.xml.rels"] = relations(
            ("slideLayout", "../slideLayouts/a.xml"), *parts.get(f"of{number}", ())
        )
    return members


def text_of(*slides: str) -> Any:
    return pptx(zipped(deck(*slides))).text


def test_slides_are_pages() -> None:
    hidden = tree("sld", title("Gone"), 'show="0"')
    members = deck(title("Rain", "ctrTitle") + shape(p("A study")), shape(p("No title")), hidden, title("Hills"))
    document = pptx(zipped(members), source="rain.pptx")
    assert document.text == "# Rain\n\nA study\n\nNo title\n\n## Hills"
    assert rows(document, "pages") == [
        ("Rain\n\nA study", 1, 720.0, 540.0), ("No title", 2, 720.0, 540.0), ("Hills", 4, 720.0, 540.0),
    ]  # fmt: skip
    assert document.metadata == {"pages": 4}
    assert shiplap.chunk(document)[-1].pages == (1, 4)


def test_reading_order() -> None:
    slide = (
        shape(p("low right"), at(500, 910)) + shape(p("low left"), at(0, 900)) + shape(p("right"), at(500, 190))
        + shape(p("left"), at(0, 200, 600)) + shape(p("by the layout"), ph='idx="7"') + title("Title")
    )  # fmt: skip
    assert text_of(slide) == "## Title\n\nleft\n\nright\n\n- by the layout\n\nlow left\n\nlow right"


def test_lists() -> None:
    number = '<a:buAutoNum type="{}" startAt="3"/>'.format
    body = (
        p("one") + p("no bullet by the layout", 'lvl="1"') + p("two", 'lvl="1"', '<a:buChar char="-"/>')
        + p("three") + p("plain", "", "<a:buNone/>") + p("") + p("c", "", number("arabicPeriod"))
        + p("iii", 'lvl="1"', number("romanLcParenBoth")) + p("d", "", number("arabicPeriod"))
        + p("e", "", number("alphaUcParenR"))
    )  # fmt: skip
    assert text_of(shape(body, ph='type="body" idx="7"')) == (
        "- one\n\nno bullet by the layout\n\n- two\n- three\n\nplain\n\n3. c\n    - (iii) iii\n4. d\n- C) e"
    )
    assert text_of(shape(p("a") + p("b", 'lvl="2"') + p("c"), ph='idx="1"')) == "- a\n    - b\n- c"
    broken = "<a:p><a:r><a:t>b</a:t></a:r><a:br/><a:fld><a:t>c</a:t></a:fld></a:p>"
    assert text_of(shape(p("a") + broken)) == "a\n\nb\nc"


def test_tables() -> None:
    def cell(text: str, more: str = "") -> str:
        return f"<a:tc {more}><a:txBody>{p(text)}</a:txBody></a:tc>"

    wide = cell("Rain|fall", "gridSpan='2'") + cell("x", "hMerge='1'")
    grid = f"<a:tbl><a:tr>{wide}</a:tr><a:tr>{cell('a')}{cell('b')}</a:tr></a:tbl>"
    frame = f"<p:graphicFrame><p:xfrm><a:off x='0' y='0'/></p:xfrm>{graphic(grid)}</p:graphicFrame>"
    document = pptx(zipped(deck(shape(p("after"), at(0, 50)) + frame)))
    assert document.text == "| Rain\\|fall |  |\n| --- | --- |\n| a | b |\n\nafter"
    assert [region.kind for region in shiplap.regions(document)] == ["table", "prose"]


def test_groups_pictures_and_hidden_shapes() -> None:
    inner = shape(p("low"), at(0, 9999)) + shape(p("high"), at(0, 9000))
    group = f"<p:grpSp><p:nvGrpSpPr/><p:grpSpPr>{at(0, 10)}</p:grpSpPr>{inner}</p:grpSp>"
    named = '<p:nvPicPr><p:cNvPr id="4" name="p" descr="A  cloud"/><p:nvPr/></p:nvPicPr>'
    picture = f"<p:pic>{named}<p:spPr>{at(0, 800)}</p:spPr></p:pic>"
    alternatives = "<mc:Choice>{}</mc:Choice><mc:Fallback>{}</mc:Fallback>"
    space = f'xmlns:mc="{TRANSITIONAL}/markup-compatibility/2006"'
    mc = f"<mc:AlternateContent {space}>{alternatives}</mc:AlternateContent>"
    slide = (
        picture + shape(p("middle"), at(0, 500)) + group + shape(p("hidden"), more='hidden="1"')
        + mc.format(shape(p("chosen"), at(0, 900)), shape(p("fallback"), at(0, 900)))
        + "".join(shape(p(kind), ph=f'type="{kind}"') for kind in ("dt", "ftr", "sldNum"))
    )  # fmt: skip
    assert text_of(slide) == "high\n\nlow\n\nmiddle\n\nA cloud\n\nchosen"


def test_diagrams() -> None:
    diagram = "http://schemas.openxmlformats.org/drawingml/2006/diagram"
    ids = f'<d:relIds xmlns:d="{diagram}" r:dm="r2"/>'
    frame = f"<p:graphicFrame>{graphic(ids)}</p:graphicFrame>"
    members = deck(frame, of1=[("diagramData", "../diagrams/data1.xml")])
    points = "".join(f"<d:pt><d:t>{p(text)}</d:t></d:pt>" for text in ("rain", "river"))
    members["ppt/diagrams/data1.xml"] = f'<d:dataModel xmlns:d="{diagram}" {NAMES}>{points}</d:dataModel>'
    assert pptx(zipped(members)).text == "- rain\n- river"


def test_charts() -> None:
    frame = f"<p:graphicFrame>{graphic(chart_reference('r2'))}</p:graphicFrame>"
    members = deck(frame, of1=[("chart", "../charts/a.xml")])
    members["ppt/charts/a.xml"] = CHART
    assert pptx(zipped(members)).text == CHART_TEXT
    del members["ppt/charts/a.xml"]
    assert pptx(zipped(members)).text == ""


def test_notes() -> None:
    members = deck(title("Rain"), of1=[("notesSlide", "../notesSlides/n1.xml")])
    notes = shape(p("Slowly.") + p("Louder."), ph='type="body" idx="1"') + shape(p("1"), ph='type="sldNum"')
    members["ppt/notesSlides/n1.xml"] = tree("notes", notes)
    document = pptx(zipped(members))
    assert document.text == "## Rain\n\nNotes: Slowly.\nLouder."
    assert [row[:2] for row in rows(document, "pages")] == [("Rain\n\nNotes: Slowly.\nLouder.", 1)]
    assert pptx(zipped(members), notes=False).text == "## Rain"
    with pytest.raises(OptionError, match="notes=None"):
        pptx(zipped(members), notes=None)  # type: ignore[arg-type]


def test_metadata() -> None:
    members = deck(title("Rain"))
    members["docProps/core.xml"] = CORE
    assert pptx(zipped(members)).metadata == {**METADATA, "pages": 1}


def test_damaged_files() -> None:
    members = deck(title("Rain"))
    for name in ("ppt/presentation.xml", "ppt/slides/slide1.xml", "ppt/slideLayouts/a.xml"):
        with pytest.raises(ReaderError) as caught:
            pptx(zipped({**members, name: "<a"}))
        assert (caught.value.reader, caught.value.place) == ("pptx", name)
        missing = {each: content for each, content in members.items() if each != name}
        if "Layouts" in name:
            assert pptx(zipped(missing)).text == "## Rain"
        else:
            with pytest.raises(ReaderError, match="is missing"):
                pptx(zipped(missing))
    with pytest.raises(ReaderError, match="must be a presentation"):
        pptx(zipped({"a": "b"}))
    with pytest.raises(ReaderError, match="must be a presentation"):
        pptx(zipped({**members, "ppt/presentation.xml": "<a/>"}))


def test_deep_groups_are_read_or_refused() -> None:
    for depth in (80, 5000):
        try:
            assert text_of("<p:grpSp>" * depth + shape(p("deep")) + "</p:grpSp>" * depth) == "deep"
        except ReaderError as error:
            assert error.place == "ppt/slides/slide1.xml" and depth == 5000
