"""Sizes: literals by hand for the reference, and offsets of other kinds, which the core converts alike."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.text import Spans, Text
from shiplap.reference.text.sizes import ahead, back, furthest, is_surrogate, measure, utf8_length
from shiplap.reference.text.text import convert
from tests.support.cases import cases
from tests.support.drawn import arguments

#: Code points at the limits of each length in UTF-8.
LENGTHS = {
    "\x00": 1, "\x7f": 1, "\x80": 2, "\u07ff": 2, "\u0800": 3, "\ud800": 3, "\uffff": 3, "\U00010000": 4,
    "\U0010ffff": 4,
}  # fmt: skip
TEXT = "aé漢😀b"  # offsets in bytes: 0, 1, 3, 6, 10, 11


def twos(start: int, end: int) -> int:
    """Tokens of a tokenizer: one for each two code points from the begin of the text."""
    return (end + 1) // 2 - start // 2


def test_utf8_lengths() -> None:
    assert {char: utf8_length(char) for char in LENGTHS} == LENGTHS


def test_surrogates() -> None:
    found = [is_surrogate("a" + char, 1) for char in "\ud7ff\ud800\udfff\ue000"]
    assert found == [False, True, True, False]


@pytest.mark.parametrize(
    ("start", "end", "unit", "size"),
    [
        (1, 4, "characters", 3), (2, 2, "characters", 0),
        (0, 5, "bytes", 11), (1, 3, "bytes", 5), (3, 4, "bytes", 4),
        (0, 0, "tokens", 0), (0, 1, "tokens", 1), (0, 4, "tokens", 1), (0, 5, "tokens", 2), (1, 5, "tokens", 1),
        (1, 3, twos, 2), (0, 5, twos, 3),
    ],
)  # fmt: skip
def test_measures(start: int, end: int, unit: Any, size: int) -> None:
    assert measure(TEXT, start, end, unit) == size


@cases(
    ("function", "place", "size", "unit", "found"),
    [
        (furthest, 1, 2, "characters", 3), (furthest, 1, 9, "characters", 5), (furthest, 5, 1, "characters", 5),
        (furthest, 0, 5, "bytes", 2), (furthest, 0, 6, "bytes", 3), (furthest, 2, 2, "bytes", 2),
        (furthest, 0, 1, "tokens", 4), (furthest, 0, 1, twos, 2), (furthest, 0, 0, "characters", 0),
        (ahead, 1, 2, "characters", 3), (ahead, 1, 0, "characters", 1), (ahead, 1, 9, "characters", 5),
        (ahead, 0, 3, "bytes", 2), (ahead, 0, 4, "bytes", 3), (ahead, 0, 2, "tokens", 5),
        (ahead, 5, 1, "bytes", 5),
        (back, 4, 2, "characters", 2), (back, 2, 9, "characters", 0), (back, 3, 0, "characters", 3),
        (back, 4, 6, "bytes", 3), (back, 4, 7, "bytes", 2), (back, 5, 1, "tokens", 1), (back, 0, 1, "bytes", 0),
        (back, 1, 1, "characters", 0),
    ],
)  # fmt: skip
def test_reaches(function: Callable[..., int], place: int, size: int, unit: Any, found: int) -> None:
    assert function(TEXT, place, size, unit) == found


calls = arguments(
    convert,
    text=st.text(st.sampled_from("a\x7f\x80é\u07ff\u0800漢\uffff\U00010000😀"), max_size=30),
    spans=st.just([]),
)


@given(call=calls)
def test_converted_offsets_are_those_of_the_reference(call: dict[str, Any]) -> None:
    text, unit = call["text"], call["unit"]
    spans = list(itertools.pairwise(range(len(text) + 1)))
    expected = convert(text, spans, unit)
    for view in (Text(text), Text(text.encode())):
        native = Spans.of(spans if view.is_str else convert(text, spans, "bytes"))
        assert list(view.convert(native, unit)) == expected


def test_converted_offsets_by_hand() -> None:
    spans = [(0, 2), (2, 4), (3, 5)]
    assert convert(TEXT, spans, "characters") == spans
    assert convert(TEXT, spans, "bytes") == [(0, 3), (3, 10), (6, 11)]
    assert convert(TEXT, spans, "utf16") == [(0, 2), (2, 5), (3, 6)]
    assert convert("\uffff\U00010000", [(0, 1), (1, 2)], "utf16") == [(0, 1), (1, 3)]
