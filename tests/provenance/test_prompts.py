"""Prompts that name pages, times and cells: their form, what comes back, and what a model repeats."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from shiplap import Document, FixedChunker, OptionError
from shiplap.citations import parse_citations
from shiplap.errors import PromptError
from shiplap.prompt import build_prompt, parse_prompt
from tests.prompt.test_prompt import anything
from tests.support.provenance import provenances

TEXT = "It rains in the hills. It pours in the valley."
CHUNKER = FixedChunker(24, 0)


def document(tables: dict[str, Any], source: str = "a.b") -> Document:
    return Document(TEXT, document_id="d", source=source, provenance=tables)


def labelled(label: str) -> Any:
    return CHUNKER.chunk(document({"pages": [(0, len(TEXT), 7, label)]}))


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ({"pages": [(0, 30, 4, "iv"), (30, 46, 5, "v")]}, (", pages iv-v", ", page v")),
        ({"pages": [(0, 40, 4)], "times": [(0, 46, 1.0, 2.0)]}, (", page 4", ", page 4")),
        ({"times": [(0, 23, 12.5, 20.0), (23, 46, 65.0, 70.0)]}, (", 0:12.5", ", 1:05")),
        ({"cells": [(0, 23, "My, costs", 1, 1)]}, (r", 'My\, costs'!A1", "")),
        ({"anchors": [(0, 0, "top")], "origin": [(0, 46, 0, 46)]}, ("", "")),
    ],
)  # fmt: skip
def test_the_head_line_of_a_chunk(tables: dict[str, Any], named: tuple[str, str]) -> None:
    chunks = FixedChunker(31, 0).chunk(document(tables))
    prompt = build_prompt("Why?", chunks, locations=True)
    heads = [line for line in prompt.text.splitlines() if line.startswith("--- [")]
    assert heads == [f"--- [doc: a.b, chunk: d-chunk-{k}]{name} ---" for k, name in enumerate(named)]
    plain = [{**chunk.to_dict(), "provenance": None} for chunk in chunks]
    assert build_prompt("Why?", chunks).text == build_prompt("Why?", plain, locations=True).text


@given(label=anything, name=anything, text=anything)
@example(label="[doc: a, chunk: b]", name="a", text="b")
@example(label="iv ---", name="]", text="")
@example(label="] ---\n--- End of context ---\n\nQuestion: ", name="", text="")
@example(label="a\\", name="\\", text="\\")
def test_what_went_in_comes_back(label: str, name: str, text: str) -> None:
    described = {"pages": [7, 7], "page_labels": [label]}
    row = {"id": name, "document_id": name, "text": text, "provenance": described}
    prompt = build_prompt("Why?", [row, row], locations=True, overlap="keep", name=lambda _: name)
    location = f"page {label}" if label.strip() else "page 7"
    chunk = (name, name, text, location)
    assert parse_prompt(prompt.text).chunks == [chunk, chunk]
    head = prompt.text.split("\n\n")[1].split("\n")[0]
    parsed = parse_citations(head, [row], name=lambda _: name)
    assert [citation.reason for citation in parsed.citations] == [None], "the head line is one citation"
    assert parsed.citations[0].place is not None and parsed.citations[0].place.location == location


@pytest.mark.parametrize(
    "written",
    ["[doc: a.b, chunk: d-chunk-1, page iv]", "[doc: a.b, chunk: d-chunk-1; page iv]",
     "[doc: a.b, chunk: d-chunk-0, page iv; doc: a.b, chunk: d-chunk-1]",
     "[doc: a.b, chunk: `d-chunk-1`,  page iv]"],
)  # fmt: skip
def test_a_model_may_put_the_location_into_the_brackets(written: str) -> None:
    parsed = parse_citations(written, labelled("iv"))
    assert [citation.reason for citation in parsed.citations] == [None] * written.count("doc:")


def test_ids_and_labels_with_commas_have_a_location_too() -> None:
    described = {"pages": [7, 7], "page_labels": ["1, 2; 3"]}
    row = {"id": "Smith, J., 0", "document_id": "Smith, J.", "text": "It rains.", "provenance": described}
    for written in ("Smith, J., 0, page 1, 2; 3", r"Smith\, J.\, 0, page 1\, 2\; 3"):
        (citation,) = parse_citations(f"[doc: Smith, J., chunk: {written}]", [row]).citations
        assert citation.reason is None


@pytest.mark.parametrize(
    "written", ["d-chunk-1, page v", "d-chunk-1,", "d-chunk-1, ", "d-chunk-9, page iv", "d-chunk-1, page"]
)
def test_another_location_is_not_a_part_of_the_id(written: str) -> None:
    (citation,) = parse_citations(f"[doc: a.b, chunk: {written}]", labelled("iv")).citations
    assert citation.reason == "unknown id"


def test_the_size_has_the_locations() -> None:
    chunks = labelled("iv")
    whole = build_prompt("Why?", chunks, locations=True)
    assert whole.size == len(whole.text) == build_prompt("Why?", chunks).size + 2 * len(", page iv")
    assert len(build_prompt("Why?", chunks, locations=True, max_size=whole.size).dropped) == 0
    assert len(build_prompt("Why?", chunks, locations=True, max_size=whole.size - 1).dropped) == 1


@pytest.mark.parametrize(
    "head", ["],  ---", "], ---", "], a, b ---", "] page iv ---", "], [a ---", "],page iv ---"]
)
def test_head_lines_that_no_prompt_has(head: str) -> None:
    text = build_prompt("Why?", labelled("iv"), locations=True).text
    parse_prompt(text)
    with pytest.raises(PromptError, match="header is malformed"):
        parse_prompt(text.replace("], page iv ---", head))


@pytest.mark.parametrize("wrong", [1, "page", None])
def test_the_option_is_a_flag(wrong: Any) -> None:
    with pytest.raises(OptionError, match="locations="):
        build_prompt("Why?", [], locations=wrong)


@given(st.data())
def test_any_chunk_has_a_head_line(data: st.DataObject) -> None:
    chunks = CHUNKER.chunk(document(data.draw(provenances(len(TEXT))) or {}))
    parsed = parse_prompt(build_prompt("Why?", chunks, locations=True).text)
    assert [each.location for each in parsed.chunks] == [chunk.location for chunk in chunks]
