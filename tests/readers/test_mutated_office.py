"""Office files of which one part was changed: they are read, or refused by a ReaderError."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from shiplap.errors import ReaderError
from shiplap.readers import docx, epub, odt, pptx, spreadsheet
from tests.readers import test_epub_books, test_open_documents, test_presentations, test_spreadsheets
from tests.readers import test_word_documents as test_word
from tests.readers.office import item, paragraph, word, zipped

pytest.importorskip("lxml")
pytest.importorskip("python_calamine")
pytest.importorskip("selectolax")

#: What takes the place of a value of an attribute.
VALUES = ("", "-1", "0", "99999999999999999999", "x", "\u0661", "../../x", "r1", "1e9", "\N{GRINNING FACE}")

_ATTRIBUTE = re.compile(r'(?<=[ \n])[\w:]+="[^"]*"')
_ELEMENT = re.compile(r"<(?![?!/])[^<>]*>")


def mutants(members: Mapping[str, str | bytes], draw: random.Random) -> Iterator[dict[str, str | bytes]]:
    """Copies of a file in which an attribute or bytes are changed, or an element or a member is missing."""
    for name, content in members.items():
        if isinstance(content, bytes):
            continue
        for pattern in (_ATTRIBUTE, _ELEMENT):
            for match in pattern.finditer(content):
                if draw.random() < 0.5:
                    value = draw.choice(VALUES)
                    kept = match[0].partition("=")[0] + f'="{value}"' if pattern is _ATTRIBUTE else ""
                    yield {**members, name: content[: match.start()] + kept + content[match.end() :]}
        yield {each: other for each, other in members.items() if each != name}
        damaged = bytearray(content.encode())
        for _ in range(3):
            damaged[draw.randrange(len(damaged))] = draw.randrange(256)
        yield {**members, name: bytes(damaged)}


def word_members() -> dict[str, str | bytes]:
    table = f"<w:tbl><w:tr>{test_word.cell(paragraph('a'))}{test_word.cell(paragraph('b'))}</w:tr></w:tbl>"
    note = f'<w:footnote w:id="1">{paragraph("Note")}</w:footnote>'
    body = item("one") + item("a", 1, 1) + test_word.styled("Rain", "Own") + table
    body += '<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="1"/></w:r></w:p>'
    return word(body, styles=test_word.STYLES, numbering=test_word.NUMBERING, footnotes=note)


def slides() -> dict[str, str | bytes]:
    shape = test_presentations.shape
    body = shape(
        test_presentations.p("a", 'lvl="1"', '<a:buAutoNum type="arabicPeriod" startAt="2"/>'), ph='idx="7"'
    )
    return test_presentations.deck(test_presentations.title("Rain") + body)


def open_text() -> dict[str, str | bytes]:
    made = test_open_documents
    listed = made.listed(made.item(made.p("a"), 'text:start-value="3"'), 'text:style-name="L1"')
    rows = made.table_of(made.cell(made.p("a"), 'table:number-columns-repeated="2"') + made.cell(made.p("b")))
    return made.members(
        f'{listed}<text:h text:outline-level="2">Rain</text:h>{made.p("x" + made.note(made.p("y")))}{rows}'
    )


def workbook() -> dict[str, str | bytes]:
    return test_spreadsheets.members(("Costs", "", test_spreadsheets.PRICES))


def open_sheets() -> dict[str, str | bytes]:
    row, cell = test_spreadsheets.open_row, test_spreadsheets.open_cell
    cells = (
        cell("<text:p>Rain</text:p>", 'table:number-columns-repeated="2"'),
        cell("", type="float", value=1.5), cell("", type="date", date_value="2026-01-02"),
        cell("", type="time", time_value="PT1H2M3S"),
    )  # fmt: skip
    return test_spreadsheets.open_members(f'<table:table table:name="A">{row(*cells, repeated=2)}</table:table>')


@pytest.mark.parametrize(
    ("read", "members"),
    [
        (docx, word_members),
        (pptx, slides),
        (odt, open_text),
        (epub, test_epub_books.book),
        (spreadsheet, workbook),
        (spreadsheet, open_sheets),
    ],
    ids=["docx", "pptx", "odt", "epub", "spreadsheet", "ods"],
)
def test_mutants(read: Callable[[bytes], Any], members: Callable[[], dict[str, str | bytes]]) -> None:
    made = members()
    refused = total = 0
    for mutant in mutants(made, random.Random(1)):
        total += 1
        try:
            read(zipped(mutant))
        except ReaderError as error:
            assert error.reader in ("docx", "pptx", "odt", "epub", "spreadsheet")
            refused += 1
    assert 0 < refused < total
