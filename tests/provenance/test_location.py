"""Locations in words and as addresses, of whatever has a provenance: chunks, hits, places, evidence."""

from __future__ import annotations

import dataclasses
import math
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap import Document, FixedChunker
from shiplap.chunks import Chunk
from shiplap.citations import Place
from shiplap.provenance import Cell
from shiplap.provenance.location import clock
from tests.support.hostile import characters

WHERE: list[tuple[dict[str, Any] | None, str, str]] = [
    (None, "", ""),
    ({"pages": [12, 12]}, "page 12", "#page=12"),
    ({"pages": [4, 4], "page_labels": ["iv"], "time": [1.0, 2.0], "anchor": "a"}, "page iv", "#page=4"),
    ({"pages": [4, 6], "page_labels": ["iv", "v", "1"]}, "pages iv-1", "#page=4"),
    ({"pages": [4, 6], "page_labels": ["iv", "1"]}, "pages 4-6", "#page=4"),  # one page has no label
    ({"pages": [4, 4], "page_labels": [" "]}, "page 4", "#page=4"),
    ({"time": [12.5, 20.0], "cells": [["a", 1, 1]]}, "0:12.5", "#t=12.5,20"),
    ({"time": [3725.0, 3725.0]}, "1:02:05", "#t=3725"),
    ({"anchor": "install", "cells": [["a", 1, 1]]}, "a!A1", "#install"),
    ({"anchor": "how to #1 größe"}, "", "#how%20to%20%231%20gr%C3%B6%C3%9Fe"),
    ({"anchor": ""}, "", ""),
    ({"cells": [["Costs", 12, 1], ["Costs", 13, 1]]}, "Costs!A12:A13", "#Costs!A12:A13"),
    ({"cells": [["Costs", 2, 1, 4], ["Costs", 17, 2, 3]]}, "Costs!A2:D17", "#Costs!A2:D17"),
    ({"cells": [["Costs", 2, 1, 4], ["Sums", 1, 1]]}, "Costs!A2:D2, Sums!A1", "#Costs!A2:D2"),
    ({"cells": [["My costs", 1, 27]]}, "'My costs'!AA1", "#'My%20costs'!AA1"),
    ({"boxes": [[3, 1.0, 2.0, 3.0, 4.0]], "origin": [1, 2]}, "", ""),
]


@pytest.mark.parametrize(("described", "location", "fragment"), WHERE)
def test_locations_and_addresses(described: dict[str, Any] | None, location: str, fragment: str) -> None:
    facts = FixedChunker(9, 0).chunk("It rains.", document_id="d", source="a.b")[0].to_dict()
    chunk = Chunk.from_dict({**facts, "provenance": described})
    place = Place(("d-chunk-0",), "d", "a.b", 0, 0, 0, 0, 1, 1, described)
    for each in (chunk, place):
        assert (each.location, each.address) == (location, f"a.b{fragment}")
    assert str(place) == (f"a.b, {location}" if location else "a.b:1")
    assert str(dataclasses.replace(place, source=None)) == (f"d, {location}" if location else "d:1")
    assert dataclasses.replace(place, source=None).address is None
    assert Place.from_dict(place.to_dict()) == place and hash(place) is not None


def test_an_address_of_a_url_and_of_an_odd_path() -> None:
    def address(source: str) -> str | None:
        return Place(("i",), None, source, 0, 0, 0, 0, None, None, {"pages": [2, 2]}).address

    assert address("https://example.org/a.pdf?x=1#intro") == "https://example.org/a.pdf?x=1#page=2"
    assert address("notes on C#.pdf") == "notes on C#.pdf#page=2"
    assert address("") == "#page=2"
    assert Place(("i",), None, "https://example.org/a#b", 0, 0, 0, 0).address == "https://example.org/a#b"


@given(st.text(characters, min_size=1))
def test_the_fragment_follows_the_last_number_sign(anchor: str) -> None:
    address = Place(("i",), None, "a#b.html", 0, 0, 0, 0, None, None, {"anchor": anchor}).address
    assert address is not None
    source, _, fragment = address.rpartition("#")
    assert source == "a#b.html" and fragment.isascii() and unquote(fragment, errors="surrogatepass") == anchor


@pytest.mark.parametrize(
    ("sheet", "name"),
    [("Costs", "Costs!A1"), ("Sheet1", "Sheet1!A1"), ("Größen", "Größen!A1"), ("Q1", "'Q1'!A1"),
     ("R1C1", "'R1C1'!A1"), ("2024", "'2024'!A1"), ("it's", "'it''s'!A1"), ("a\nb", "'a\nb'!A1"), ("", "A1")],
)  # fmt: skip
def test_names_of_cells(sheet: str, name: str) -> None:
    assert Cell(sheet, 1, 1).name == name


@given(st.floats(0, 1e9))
def test_a_clock_is_read_back(seconds: float) -> None:
    *hours_and_minutes, rest = clock(seconds).split(":")
    total = float(rest)
    for place, each in enumerate(reversed(hours_and_minutes), 1):
        total += int(each) * 60**place
    assert math.isclose(total, seconds, abs_tol=0.00051)
    assert float(rest) < 60 and not rest.endswith(".")


def test_a_chunk_asks_for_what_it_shows_alone() -> None:
    document = Document("It rains.", source="a.pdf", provenance={"pages": [(0, 9, 3, "iii")]})
    chunk = FixedChunker(9, 0).chunk(document)[0]
    assert (chunk.location, chunk.address) == ("page iii", "a.pdf#page=3")
