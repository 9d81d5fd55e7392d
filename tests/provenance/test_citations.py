"""Citations and quotes of documents with provenance: pages, boxes, times, cells and anchors of their places."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import Document, FixedChunker, OptionError
from shiplap.citations import ParsedAnswer, Place, VerifiedAnswer, parse_citations, verify_quotes
from shiplap.provenance import Box, Cell
from shiplap.provenance.described import NAMES, is_described, part_of, together
from shiplap.store import Store
from tests.support.provenance import provenances, rows

LINES = ("It rains in the hills.", "It pours in the valley.", "The old man snores.")
TEXT = " ".join(LINES)
SPANS = [(start := TEXT.index(line), start + len(line)) for line in LINES]
#: Each character of a line is 10 points wide.
RUNS = [
    (start, end, page, 0.0, 90.0, 10.0 * (end - start), 102.0, "ltr", [10.0 * k for k in range(end - start)])
    for page, (start, end) in enumerate(SPANS, 3)
]
PDF = Document(
    TEXT, document_id="manual", source="manual.pdf",
    provenance={
        "pages": [(*SPANS[0], 3, "iii"), (*SPANS[1], 4, "iv"), (*SPANS[2], 5, "v")],
        "runs": RUNS,
    },
)  # fmt: skip
TALK = Document(
    TEXT, document_id="talk", source="talk.srt",
    provenance={
        "times": [(*SPANS[0], 10.0, 18.5, "Ann"), (*SPANS[1], 20.0, 28.5, None), (*SPANS[2], 30.0, 38.5, "Ben")]
    },
)  # fmt: skip
SHEET = Document(
    TEXT, document_id="costs", source="costs.xlsx",
    provenance={"cells": [(*span, "Costs", row, 1) for row, span in enumerate(SPANS, 12)]},
)  # fmt: skip
PAGE = Document(
    TEXT, document_id="page", source="page.html",
    provenance={"anchors": [(0, 0, "top"), (SPANS[1][0], SPANS[1][0], "install")]},
)  # fmt: skip
CHUNKER = FixedChunker(30, 6)
ATTRIBUTES = (*NAMES, "location", "address")
QUOTE = "pours in the valley"


def cited(chunks: Any, document: Document) -> Place:
    (citation,) = parse_citations(
        f"[doc: {document.source}, chunk: {document.document_id}-chunk-0]", chunks
    ).citations
    assert citation.place is not None
    return citation.place


def quoted(chunks: Any, text: str = QUOTE) -> Place:
    (quote,) = verify_quotes(f'He said "{text}".', chunks).quotes
    (place,) = quote.places
    return place


@pytest.mark.parametrize("document", [PDF, TALK, SHEET, PAGE], ids=lambda each: str(each.source))
def test_a_citation_has_the_provenance_of_its_chunk(document: Document) -> None:
    chunks = CHUNKER.chunk(document)
    with Store(":memory:") as store:
        store.put(chunks)
        hits = store.search("rains")
        stored = list(store.chunks(str(document.document_id)))
    rows = [json.loads(json.dumps(chunk.to_dict())) for chunk in chunks]
    texts = [{**row, "provenance": json.dumps(row["provenance"])} for row in rows]
    for form in (chunks, list(chunks), hits, stored, rows, texts):
        place = cited(form, document)
        assert place.provenance == chunks[0].provenance
        for name in ATTRIBUTES:
            assert getattr(place, name) == getattr(chunks[0], name)


def test_a_quote_has_the_provenance_of_its_own_span() -> None:
    place = quoted(CHUNKER.chunk(PDF))
    start = place.start
    assert start == TEXT.index(QUOTE) and place.pages == (4, 4) and place.page_labels == ("iv",)
    within = start - SPANS[1][0]
    assert place.boxes == [Box(4, 10.0 * within, 90.0, 10.0 * (within + len(QUOTE)), 102.0)]
    assert (str(place), place.address) == ("manual.pdf, page iv", "manual.pdf#page=4")
    assert quoted(CHUNKER.chunk(PDF), "hills. It pours").pages == (3, 4)

    place = quoted(CHUNKER.chunk(TALK))
    assert place.time == (20.0, 28.5) and place.speakers == ()
    assert (str(place), place.address) == ("talk.srt, 0:20", "talk.srt#t=20,28.5")

    place = quoted(CHUNKER.chunk(SHEET))
    assert place.cells == [Cell("Costs", 13, 1)]
    assert (str(place), place.address) == ("costs.xlsx, Costs!A13", "costs.xlsx#Costs!A13")

    place = quoted(CHUNKER.chunk(PAGE))
    assert place.anchor == "install" and place.address == "page.html#install"
    assert str(place) == "page.html:1", "an anchor is for programs; readers have the lines"


def test_a_quote_without_tables_has_its_own_pages() -> None:
    chunks = FixedChunker(30, 0).chunk(PDF)
    rows = [chunk.to_dict() for chunk in chunks]
    assert chunks[0].provenance["page_spans"] == [[0, 22, 3, "iii"], [23, 30, 4, "iv"]]
    place = quoted(rows, "in the hills")
    assert (place.pages, place.page_labels, [box.page for box in place.boxes]) == ((3, 3), ("iii",), [3])
    place = quoted(rows, "in the hills. It pours in the valley")
    assert place.ids == ("manual-chunk-0", "manual-chunk-1")
    assert (place.pages, place.page_labels) == ((3, 4), ("iii", "iv"))
    assert quoted(rows, "valley. The old man snores").pages == (4, 5)
    unlocated = [{"id": "a", "text": TEXT, "document_id": "manual"}]
    assert quoted(unlocated).provenance is None


def test_a_quote_in_rows_and_chunks_of_one_document_is_exact() -> None:
    chunks = CHUNKER.chunk(PDF)
    assert quoted([chunks[0].to_dict(), *chunks]).boxes == quoted(chunks).boxes


def test_a_quoted_heading_has_its_own_page() -> None:
    text = "# Rain in the hills\n\n" + "It rains in the hills. " * 9 + "\n\nIt pours in the valley."
    pages = [(0, 40, 1), (40, len(text), 2)]
    document = Document(text, document_id="d", source="d.pdf", path="d.md", provenance={"pages": pages})
    chunks = shiplap.AdaptiveChunker(120, 0, unit="characters").chunk(document)
    last = chunks[len(chunks) - 1]
    assert last.headings == ("Rain in the hills",) and last.pages == (2, 2)
    (quote,) = verify_quotes(f'It is called "Rain in the hills" [doc: d.pdf, chunk: {last.id}].', [last]).quotes
    assert [place.pages for place in quote.places] == [(1, 1)]


def test_places_survive_json() -> None:
    chunks = CHUNKER.chunk(PDF)
    answer = f'"{QUOTE}" [doc: manual.pdf, chunk: manual-chunk-1]'
    verified = verify_quotes(answer, chunks)
    assert VerifiedAnswer.from_json(verified.to_json()) == verified
    assert ParsedAnswer.from_json(parse_citations(answer, chunks).to_json()).citations == verified.citations
    place = quoted(chunks)
    for wrong in ({"pages": [1]}, {"page": 1}, [], "page 1", {"anchor": None}):
        with pytest.raises(OptionError, match="provenance="):
            Place.from_dict({**place.to_dict(), "provenance": wrong})


def test_the_pages_of_a_quote_in_a_store() -> None:
    """They are those of the quote, as with chunks in memory, for citations of every kind of row."""
    pages = [{name: table for name, table in PDF.provenance.items() if name == kind} for kind in ("pages", "runs")]
    for tables in pages:
        document = Document(TEXT, document_id="manual", source="manual.pdf", provenance=tables)
        chunks = FixedChunker(99, 0).chunk(document)
        with Store(":memory:") as store:
            store.put(chunks)
            for found in ([*store], store.search("rains"), store.chunks("manual")):
                for text in (*LINES, "in the hills. It pours", "pours in the valley", TEXT[:-1]):
                    assert quoted(found, text).pages == quoted(chunks, text).pages, (text, tables)
            merged = store.around(store.search("rains")[0])
            assert quoted([merged], "old man snores").pages == (5, 5)


@pytest.mark.parametrize("wrong", ["page 1", {"pages": [1]}, [1], 3, '{"page": 1}', {"pages": (1, 2)}])
def test_rows_with_another_provenance_are_refused(wrong: Any) -> None:
    with pytest.raises(OptionError, match="provenance must be that of a chunk"):
        parse_citations("", [{"id": "a", "text": "b", "provenance": wrong}])


@given(rows("pages", 12), st.integers(0, 11), st.integers(1, 12), st.integers(0, 11), st.integers(1, 12))
def test_the_pages_of_a_part(table: Any, start: int, end: int, first: int, last: int) -> None:
    """A part of a chunk has the pages that the tables give for its span, if they give any; of a chunk on one page
    it has the labels."""
    start, end = min(start, end - 1), max(start + 1, end)
    first, last = max(start, min(first, last - 1)), min(end, max(first + 1, last))
    tables = Document("It is rainy.", provenance={"pages": table}).provenance
    wanted = tables.described(first, last) if first < last else None
    if wanted is not None:
        chunk = tables.described(start, end) or {}
        if "page_spans" not in chunk and "page_labels" in chunk:
            wanted["page_labels"] = chunk["page_labels"]
        found = part_of(chunk, first, last)
        assert found == wanted and is_described(found)


@given(provenances(12), provenances(12))
def test_together(one: Any, two: Any) -> None:
    documents = [Document("It is rainy.", provenance=each) for each in (one, two)]
    parts = [FixedChunker(12, 0).chunk(each)[0].provenance for each in documents]
    found = together(parts)
    assert found is None or is_described(found)
    assert set(found or {}) == set(parts[0] or {}) | set(parts[1] or {})
    assert together([parts[0], None, parts[0]]) == parts[0], "each once"
