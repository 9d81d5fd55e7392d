"""Window slicing: literals by hand, then every implementation against the reference."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from shiplap.plan import Plan, Row, Unit
from shiplap.reference import windows as reference
from tests.hostile import affordable, broken, plans, positions, texts, within


def exact(size: int, overlap: int, unit: Any = "characters", **options: Any) -> Plan:
    return Plan(unit, size, overlap, (Row("char", 0, size),), (Unit("char", size),), ("char",), **options)


@pytest.mark.parametrize(
    ("length", "size", "overlap", "spans"),
    [
        (2400, 1000, 200, [(0, 1000), (800, 1800), (1600, 2400)]),
        (2400, 900, 120, [(0, 900), (780, 1680), (1560, 2400)]),
        (0, 1000, 200, []),
        (1, 1000, 200, [(0, 1)]),
        (1000, 1000, 200, [(0, 1000)]),
        (1001, 1000, 200, [(0, 1000), (800, 1001)]),
        (5, 1, 0, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5)]),
        (5, 3, 2, [(0, 3), (1, 4), (2, 5)]),
    ],
)
def test_exact_windows(impl: Any, length: int, size: int, overlap: int, spans: list[Any]) -> None:
    for letter in ("x", "é", "漢", "😀"):
        assert impl.windows(letter * length, exact(size, overlap)) == spans
        wide = len(letter.encode())
        assert impl.both(letter * length, exact(size, overlap)) == (
            spans,
            [(start * wide, end * wide) for start, end in spans],
        )


def test_windows_in_bytes_end_at_code_points(impl: Any) -> None:
    assert impl.windows("ééé", exact(3, 0, "bytes")) == [(0, 1), (1, 2), (2, 3)]
    assert impl.windows("aéa", exact(3, 1, "bytes")) == [(0, 2), (2, 3)]
    # the overlap of one byte is no whole é, and the overlap of two is
    assert impl.windows("aéaé", exact(3, 1, "bytes")) == [(0, 2), (2, 4)]
    assert impl.windows("aééa", exact(4, 2, "bytes")) == [(0, 2), (1, 3), (2, 4)]


def test_a_code_point_over_the_limit_stands_alone(impl: Any) -> None:
    assert impl.windows("a😀b", exact(2, 1, "bytes")) == [(0, 1), (1, 2), (2, 3)]


def test_blank_windows_are_dropped(impl: Any) -> None:
    assert impl.windows("ab      cd", exact(2, 0, skip_blank=True)) == [(0, 2), (8, 10)]
    assert impl.windows("   ", exact(2, 1, skip_blank=True)) == []


def test_trimming_keeps_the_laws(impl: Any) -> None:
    assert impl.windows("  ab  cd  ", exact(4, 0, trim=True)) == [(2, 4), (6, 8)]
    assert impl.windows("a          b", exact(4, 2, trim=True)) == [(0, 1), (11, 12)]
    assert impl.windows(" \n ", exact(4, 2, trim=True)) == []


def snapping(level: str, size: int, overlap: int, fill: int) -> Plan:
    rows = (Row(level, fill, size), Row("word", fill, size), Row("grapheme", 0, size))
    return Plan("characters", size, overlap, rows, (Unit("grapheme", size), Unit("char", size)), (level, "word", "grapheme"))


def test_snapping_to_sentences(impl: Any) -> None:
    text = "It rains. It pours. The old man snores."
    assert impl.windows(text, snapping("sentence-simple", 24, 0, 12)) == [(0, 20), (20, 39)]
    # the overlap begins at a sentence, else at a word, else anywhere
    assert impl.windows(text, snapping("sentence-simple", 24, 12, 12)) == [(0, 20), (10, 32), (20, 39)]


def test_snapping_falls_back_to_words_then_to_anything(impl: Any) -> None:
    assert impl.windows("aaaa bbbb cccc", snapping("sentence-simple", 7, 0, 4)) == [(0, 5), (5, 10), (10, 14)]
    assert impl.windows("aaaaaaaaaa", snapping("sentence-simple", 4, 0, 2)) == [(0, 4), (4, 8), (8, 10)]


def test_never_inside_crlf_when_snapping(impl: Any) -> None:
    assert impl.windows("abc\r\ndef", snapping("line", 4, 0, 4)) == [(0, 3), (3, 7), (7, 8)]
    assert impl.windows("abc\r\ndef", snapping("line", 4, 0, 2)) == [(0, 3), (3, 5), (5, 8)]
    assert impl.windows("\r\n\r\n", snapping("paragraph", 3, 2, 1)) == [(0, 2), (2, 4)]


@given(text=texts, plan=plans(), places=positions)
def test_str_equals_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    assert isa_core.windows(text, plan, given=places) == reference.windows(text, plan, given=places)


@given(text=texts, plan=plans(), places=positions)
def test_bytes_equal_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    spans, byte_spans = isa_core.both(text, plan, places)
    assert spans == reference.windows(text, plan, given=places)
    data = text.encode()
    for (start, end), (start_byte, end_byte) in zip(spans, byte_spans, strict=True):
        assert data[start_byte:end_byte].decode() == text[start:end]


@given(text=broken, plan=plans(), places=positions)
def test_lone_surrogates_equal_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    outcomes = []
    for windows in (isa_core.windows, reference.windows):
        for errors in ("strict", "surrogatepass"):
            try:
                outcomes.append(windows(text, plan, errors, places))
            except ValueError as error:
                outcomes.append((type(error), str(error)))
    assert outcomes[:2] == outcomes[2:]
