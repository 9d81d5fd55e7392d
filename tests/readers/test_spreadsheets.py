"""Spreadsheets: tables, values, cells, hidden sheets, metadata, damaged and hostile files."""

from __future__ import annotations

import contextlib
import datetime
from typing import Any

import pytest

import shiplap
from shiplap.errors import OptionError, ReaderError, TextTypeError
from shiplap.readers import spreadsheet
from shiplap.readers.spreadsheets import _written
from tests.readers.office import CORE, METADATA, ROOT, TRANSITIONAL, relations, zipped
from tests.readers.rows import rows

pytest.importorskip("python_calamine")
pytest.importorskip("lxml")

MAIN = f'xmlns="{TRANSITIONAL}/spreadsheetml/2006/main"'
R = f'xmlns:r="{TRANSITIONAL}/officeDocument/2006/relationships"'

#: The styles of cells: 0 as it is, 1 a date, 2 a duration.
STYLES = f"""<styleSheet {MAIN}><numFmts><numFmt numFmtId="170" formatCode="[h]:mm:ss"/></numFmts><cellXfs>
<xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>"""


def book(*sheets: tuple[str, str, str]) -> bytes:
    """Return an XLSX file of sheets: name, attributes, rows."""
    return zipped(members(*sheets))


def members(*sheets: tuple[str, str, str]) -> dict[str, str | bytes]:
    """Return the members of an XLSX file of sheets."""
    names = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="r{number}"{more}/>'
        for number, (name, more, _) in enumerate(sheets, 1)
    )
    targets = [("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(sheets) + 1)]
    return {
        "_rels/.rels": relations(("officeDocument", "xl/workbook.xml"), ROOT[1]),
        "xl/workbook.xml": f"<workbook {MAIN} {R}><sheets>{names}</sheets></workbook>",
        "xl/_rels/workbook.xml.rels": relations(*targets, ("styles", "styles.xml")),
        "xl/styles.xml": STYLES,
        "docProps/core.xml": CORE,
        **{
            f"xl/worksheets/sheet{number}.xml": f"<worksheet {MAIN}><sheetData>{rows}</sheetData></worksheet>"
            for number, (_, _, rows) in enumerate(sheets, 1)
        },
    }


def cell(place: str, value: object, kind: str = "n", style: int = 0) -> str:
    text = f"<is><t>{value}</t></is>" if kind == "inlineStr" else f"<v>{value}</v>"
    return f'<c r="{place}" t="{kind}" s="{style}">{text}</c>'


def text(place: str, value: str) -> str:
    return cell(place, value, "inlineStr")


PRICES = (
    f'<row r="3">{text("C3", "Part")}{text("E3", "Price|€")}{text("F3", "Until")}</row>'
    f'<row r="4">{text("C4", " valve&#10;small ")}{cell("E4", 3.0)}{cell("F4", 46024, style=1)}</row>'
    f'<row r="6">{text("C6", "seal")}{cell("E6", 0.30000000000000004)}{cell("F6", 1, "b")}</row>'
)


def test_sheets_as_tables() -> None:
    document = spreadsheet(
        book(("Costs", "", PRICES), ("None", "", ""), ("More|2", "", f"<row>{text('A1', 'x')}</row>"))
    )
    assert document.text == (
        "## Costs\n\n| Part | Price\\|€ | Until |\n| --- | --- | --- |\n| valve small | 3 | 2026-01-02 |\n"
        "| seal | 0.3 | TRUE |\n\n## More|2\n\n| x |\n| --- |"
    )
    assert rows(document, "cells") == [
        ("Part | Price\\|€ | Until", "Costs", 3, 3, 6),
        ("valve small | 3 | 2026-01-02", "Costs", 4, 3, 6),
        ("seal | 0.3 | TRUE", "Costs", 6, 3, 6),
        ("x", "More|2", 1, 1, 1),
    ]
    assert document.metadata == METADATA and document.path == "document.md"


def test_regions_and_chunks() -> None:
    document = spreadsheet(book(("Costs", "", PRICES)), source="costs.xlsx")
    table = next(region for region in shiplap.regions(document) if region.kind == "table")
    assert table.text.count("\n") >= 3
    chunks = shiplap.AdaptiveChunker(60, 0, unit="characters").chunk(document)
    last = chunks[-1]
    assert last.address == "costs.xlsx#Costs!C4:F6" and last.headings == ("Costs",)
    assert last.table_header is not None and "Part" in last.table_header


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (1e20, "1e+20"), (123456789012345.0, "123456789012345"), (-0.5, "-0.5"), (7, "7"), (False, "FALSE"),
        (datetime.datetime(2026, 1, 2, 3, 4), "2026-01-02T03:04:00"), ("", ""),
        (datetime.datetime(2026, 1, 2), "2026-01-02"),
        (datetime.date(2026, 1, 2), "2026-01-02"), (datetime.time(3, 4), "03:04:00"),
        (datetime.timedelta(hours=-1, seconds=-5), "-1:00:05"), (datetime.timedelta(days=2), "48:00:00"),
    ],
)  # fmt: skip
def test_values(value: Any, shown: str) -> None:
    assert _written(value) == shown


def test_durations_of_a_file() -> None:
    assert spreadsheet(book(("A", "", f"<row>{cell('A1', 1.25, style=2)}</row>"))).text.endswith(
        "| 30:00:00 |\n| --- |"
    )


def test_hidden_sheets() -> None:
    row = f"<row>{text('A1', 'x')}</row>"
    data = book(("A", "", row), ("B", ' state="hidden"', row), ("C", ' state="veryHidden"', row))
    assert spreadsheet(data).text == "## A\n\n| x |\n| --- |"
    assert [line for line in spreadsheet(data, hidden=True).text.splitlines() if "#" in line] == [
        "## A",
        "## B",
        "## C",
    ]
    with pytest.raises(OptionError, match="hidden=1: must be True or False"):
        spreadsheet(data, hidden=1)  # type: ignore[arg-type]


OPEN = "urn:oasis:names:tc:opendocument:xmlns"
SPACES = f'xmlns:office="{OPEN}:office:1.0" xmlns:table="{OPEN}:table:1.0" xmlns:text="{OPEN}:text:1.0"'


def open_sheet(content: str) -> bytes:
    return zipped(open_members(f'<table:table table:name="A">{content}</table:table>'))


def open_members(tables: str, styles: str = "") -> dict[str, str | bytes]:
    """Return the members of an ODS file of tables."""
    body = f"{styles}<office:body><office:spreadsheet>{tables}</office:spreadsheet></office:body>"
    meta = (
        "<dc:title>On rain</dc:title><dc:creator>Ben</dc:creator><meta:initial-creator>Ann</meta:initial-creator>"
        "<meta:creation-date>2026-01-02T03:04:05.678</meta:creation-date><dc:date>2026-02-03</dc:date>"
    )
    spaces = f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:meta="{OPEN}:meta:1.0"'
    return {
        "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
        "content.xml": f"<office:document-content {SPACES}>{body}</office:document-content>",
        "meta.xml": f"<o:x xmlns:o='o' {SPACES} {spaces}><office:meta>{meta}</office:meta></o:x>",
        "META-INF/manifest.xml": "<manifest/>",
    }


def open_row(*cells: str, repeated: int = 1) -> str:
    return f'<table:table-row table:number-rows-repeated="{repeated}">{"".join(cells)}</table:table-row>'


def open_cell(content: str, more: str = "", tag: str = "table-cell", **office: object) -> str:
    """Return a cell of ODS. office: its attributes of that name: type, value, date_value."""
    given = "".join(f' office:{name.replace("_", "-")}="{value}"' for name, value in office.items())
    return f"<table:{tag} {more}{given.replace('office:type', 'office:value-type')}>{content}</table:{tag}>"


PARAGRAPHS = ("<text:p>a</text:p>", "<text:p>b</text:p>")
NOTE = "<office:annotation><text:p>Note</text:p></office:annotation>"


@pytest.mark.parametrize(
    ("cell", "shown"),
    [
        (open_cell("<text:p>Rain</text:p>"), "Rain"),
        (open_cell("<text:p><![CDATA[a & b]]></text:p><text:p>c</text:p>"), "a & b c"),
        (open_cell(f"{NOTE}<text:p>a<text:s/>b<text:tab/>c<text:line-break/>d</text:p>"), "a b c d"),
        (open_cell("<text:p>a<text:span>b</text:span>c</text:p>"), "abc"),
        (open_cell("<text:p>shown</text:p>", type="string", string_value="meant"), "meant"),
        (open_cell("<text:p>#N/A</text:p>", type="string", string_value=""), "#N/A"),
        (open_cell("<text:p>#DIV/0!</text:p>", 'table:formula="of:=1/0"', type="float", value=0), "#DIV/0!"),
        (open_cell("<text:p>3,0</text:p>", 'table:formula="of:=1+2"', type="float", value=3), "3"),
        (open_cell("<text:p>12.5%</text:p>", type="percentage", value=0.125), "0.125"),
        (open_cell("<text:p>3.50 €</text:p>", 'office:currency="EUR"', type="currency", value=3.5), "3.5"),
        (open_cell("<text:p>1</text:p>", type="boolean", boolean_value="true"), "TRUE"),
        (open_cell("", type="date", date_value="2026-01-02T00:00:00"), "2026-01-02"),
        (open_cell("", type="date", date_value="2026-01-02T03:04:05"), "2026-01-02T03:04:05"),
        (open_cell("", type="time", time_value="PT30H00M05.5S"), "30:00:05"),
        (open_cell("", type="time", time_value="-P1DT2M"), "-24:02:00"),
        (open_cell("<text:p>late</text:p>", type="time", time_value="noon"), "late"),
        (open_cell("<text:p>many</text:p>", type="float", value="1,5"), "many"),
        (open_cell("<text:p>yes</text:p>", type="boolean", boolean_value="yes"), "yes"),
        (open_cell("<text:p>own</text:p>", type="own", value="1"), "own"),
        (open_cell("<text:p>under</text:p>", tag="covered-table-cell"), "under"),
        (open_cell("<text:list><text:list-item><text:p>i</text:p></text:list-item></text:list>"), "i"),
        (open_cell(f"<table:table>{open_row(*map(open_cell, PARAGRAPHS))}</table:table>"), "a b"),
        (open_cell(NOTE), ""), (open_cell("", type="string"), ""),
    ],
)  # fmt: skip
def test_cells_of_open_document(cell: str, shown: str) -> None:
    """A cell without a type, or without a value of its type, is its text."""
    text = spreadsheet(open_sheet(open_row(cell, open_cell("<text:p>end</text:p>")))).text
    assert text.split("\n")[2] == ("| end |" if not shown else f"| {shown} | end |")


def test_rows_of_open_document() -> None:
    a, b, c = (open_cell(f"<text:p>{each}</text:p>") for each in "abc")
    twice = open_cell("<text:p>d</text:p>", 'table:number-columns-repeated="2"')
    document = spreadsheet(
        open_sheet(
            f"<table:table-header-rows>{open_row(a, open_cell(''), b)}</table:table-header-rows>"
            f"<table:table-row-group>{open_row(twice, repeated=2)}"
            f"<table:table-row-group>{open_row(open_cell(''), open_cell(''), c)}</table:table-row-group>"
            f"</table:table-row-group>{open_row(open_cell(''), repeated=1_000_000)}"
        )
    )
    assert rows(document, "cells") == [
        ("a |  | b", "A", 1, 1, 3),
        ("d | d | ", "A", 2, 1, 3),
        ("d | d | ", "A", 3, 1, 3),
        (" |  | c", "A", 4, 1, 3),
    ]


def test_hidden_sheets_of_open_document() -> None:
    style = (
        '<office:automatic-styles xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"><style:style'
        ' style:name="B"><style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    )
    row = open_row(open_cell("<text:p>x</text:p>"))
    tables = (f'<table:table table:name="{name}" table:style-name="{name}">{row}</table:table>' for name in "AB")
    data = zipped(open_members("".join(tables), style))
    assert spreadsheet(data).text == "## A\n\n| x |\n| --- |"
    assert spreadsheet(data, hidden=True).text.count("## ") == 2


def test_hostile_open_documents() -> None:
    """Repeated cells count as what is expanded; entities and passwords are refused."""
    long = open_row(
        open_cell(f"<text:p>{'x' * 1000}</text:p>", 'table:number-columns-repeated="100"'), repeated=1000
    )
    with pytest.raises(
        ReaderError, match=r"spreadsheet, sheet 'A': must have at most max_expansion=1,000,000 bytes"
    ):
        spreadsheet(open_sheet(long), max_expansion=1_000_000)
    sheets = "".join(f'<table:table table:name="{k}">{long}</table:table>' for k in range(20))
    with pytest.raises(ReaderError, match="max_expansion=1,000,000,000"):
        spreadsheet(zipped(open_members(sheets)))
    members = open_members("<table:table/>")
    content = str(members["content.xml"]).replace("<table:table/>", "<table:table>&amp;x;</table:table>")
    entity = '<!DOCTYPE x [<!ENTITY x "' + "y" * 100 + '">]>' + content.replace("&amp;x;", "&x;")
    with pytest.raises(ReaderError, match="must have no entities"):
        spreadsheet(zipped({**members, "content.xml": entity}))
    with pytest.raises(ReaderError, match="the file is encrypted"):
        spreadsheet(zipped({**members, "META-INF/manifest.xml": "<encryption-data/>"}))
    with pytest.raises(ReaderError, match=r"must be a spreadsheet: it has no office:spreadsheet"):
        spreadsheet(zipped({**members, "content.xml": content.replace("office:spreadsheet", "office:text")}))


def test_open_document() -> None:
    content = (
        "<table:table-row table:number-rows-repeated='1000'>"
        "<table:table-cell table:number-columns-repeated='900'/>"
        "</table:table-row><table:table-row><table:table-cell/>"
        "<table:table-cell office:value-type='string'><text:p>Rain</text:p></table:table-cell>"
        "<table:table-cell office:value-type='date' office:date-value='2026-01-02'/></table:table-row>"
    )
    document = spreadsheet(open_sheet(content))
    assert document.text == "## A\n\n| Rain | 2026-01-02 |\n| --- | --- |"
    assert rows(document, "cells") == [("Rain | 2026-01-02", "A", 1001, 2, 3)]
    assert document.metadata == {
        "title": "On rain", "authors": ["Ann"], "created": "2026-01-02T03:04:05.678", "modified": "2026-02-03",
    }  # fmt: skip


def test_scattered_values_are_refused() -> None:
    far = f'<row r="1">{cell("A1", 1)}</row><row r="1048576">{cell("XFD1048576", 1)}</row>'
    with pytest.raises(
        ReaderError, match=r"spreadsheet, xl/worksheets/sheet1.xml: must have at most 10,000,000 fields"
    ):
        spreadsheet(book(("A", "", far)))
    near = far.replace("XFD1048576", "C9999").replace("A1", "B1")
    expected = [("1 | ", "A", 1, 2, 3), (" | 1", "A", 9999, 2, 3)]
    assert rows(spreadsheet(book(("A", "", near))), "cells") == expected
    with pytest.raises(ReaderError):
        repeated = "table:number-rows-repeated='1048576'", "table:number-columns-repeated='16384'"
        value = "office:value-type='float' office:value='1'"
        spreadsheet(
            open_sheet(
                f"<table:table-row {repeated[0]}><table:table-cell {repeated[1]} {value}/></table:table-row>"
            )
        )


def test_damaged_files() -> None:
    data = book(("Costs", "", PRICES))
    ole = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
    for damaged in (
        b"",
        b"Part,Price",
        data[:400],
        ole + bytes(2000),
        zipped({"a": "b"}),
        book(("A", "", "<row><c>")),
    ):
        with pytest.raises(ReaderError) as caught:
            spreadsheet(damaged)
        assert caught.value.reader == "spreadsheet"
    for start in range(0, len(data), 97):
        damaged = bytes(byte ^ 0x55 for byte in data[start : start + 3])
        with contextlib.suppress(ReaderError):
            spreadsheet(data[:start] + damaged + data[start + 3 :])
    with pytest.raises(ReaderError, match="max_expansion=1,000"):
        spreadsheet(data, max_expansion=1000)
    with pytest.raises(TextTypeError):
        spreadsheet("costs.xlsx")  # type: ignore[arg-type]
