"""Window slicing: literals by hand, then every implementation against the reference."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from shiplap.plan import Plan, Row, Unit
from shiplap.reference.windows import windows as reference
from tests.conftest import Reference
from tests.support.hostile import affordable, broken, plans, positions, texts, within
from tests.support.plans import exact, keeping, sentences, snapping


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


def test_windows_in_estimated_tokens_are_of_four_characters(impl: Any) -> None:
    assert impl.windows("x" * 17, exact(2, 0, "tokens")) == [(0, 8), (8, 16), (16, 17)]
    assert impl.windows("é漢😀" * 5, exact(2, 1, "tokens")) == [(0, 8), (4, 12), (8, 15)]
    rows = (Row("word", 2, 2), Row("char", 0, 2))  # two tokens are five characters at least
    plan = Plan("tokens", 2, 0, rows, (Unit("char", 2),), ("char",))
    assert impl.windows("aaaa bbbbbbbbb", plan) == [(0, 5), (5, 13), (13, 14)]
    assert impl.windows("aaa bbbbbbbbbb", plan) == [(0, 8), (8, 14)]
    plan = Plan("tokens", 2, 0, (Row("char", 0, 2),), (Unit("char", 2),), ("char",), min_size=2, max_size=4)
    assert impl.windows("x" * 12, plan) == [(0, 12)]
    assert impl.windows("x" * 20, plan) == [(0, 8), (8, 20)]
    assert impl.windows("x" * 13, plan) == [(0, 8), (8, 13)]


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
    assert impl.windows("  ab  cd  ", exact(4, 0, strip_whitespace=True)) == [(2, 4), (6, 8)]
    assert impl.windows("a          b", exact(4, 2, strip_whitespace=True)) == [(0, 1), (11, 12)]
    assert impl.windows(" \n ", exact(4, 2, strip_whitespace=True)) == []


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


def test_the_rest_of_a_unit_is_not_joined_with_what_follows(impl: Any) -> None:
    text = "aaaa bbbb cccc\ndd\nee\nffff gggg"
    assert impl.windows(text, snapping("line", 10, 0, 2)) == [(0, 10), (10, 18), (18, 21), (21, 30)]
    # "cccc" is the rest of a line; what comes after it is joined again, up to the next line that is cut
    assert impl.windows(text, keeping("line", 10, 0, 2)) == [(0, 10), (10, 15), (15, 21), (21, 30)]
    # unless it is too short to stand alone: then up to the first end that is far enough
    text = "aaaa bb\ndd\neeeeee\nffff\n"
    assert impl.windows(text, keeping("line", 7, 0, 4)) == [(0, 5), (5, 11), (11, 18), (18, 23)]
    # all that is left is one chunk, where it fits
    assert impl.windows("aaaa bbbb\nc\n", keeping("line", 8, 0, 2)) == [(0, 5), (5, 12)]


def test_a_sentence_over_the_target_stays_whole_within_the_maximum(impl: Any) -> None:
    assert impl.windows("Aaaaaaaaaaa. Bb. Cc. ", sentences(10, 0, 2, 14)) == [(0, 13), (13, 21)]
    assert impl.windows("Aaaaaaaaaaaaa. Bb. Cc. ", sentences(10, 0, 2, 14)) == [(0, 10), (10, 19), (19, 23)]
    # and it enters whole, so the overlap yields to it: "Bb. " and 12 more would be over the maximum
    assert impl.windows("Aaaaa. Bb. Cccccccccc. ", sentences(11, 5, 2, 16)) == [(0, 11), (7, 23)]
    assert impl.windows("Aaaaa. Bb. Cccccccccc. ", sentences(11, 5, 2, 15)) == [(0, 11), (11, 23)]


def test_the_rest_is_not_left_under_the_minimum(impl: Any) -> None:
    # it goes with the chunk before
    assert impl.windows("Aaaaaaa. Bb.", sentences(10, 0, 4, 14)) == [(0, 12)]
    # it does not fit there: the chunk ends earlier, at a sentence, at a word, anywhere
    assert impl.windows("Aaaa. Bbb. Cc.", sentences(12, 0, 5, 13)) == [(0, 6), (6, 14)]
    assert impl.windows("Aaaa bbb. Ccc.", sentences(10, 0, 6, 13)) == [(0, 8), (8, 14)]
    assert impl.windows("Aaaaaaaaa. Cc.", sentences(11, 0, 5, 13)) == [(0, 9), (9, 14)]
    # a cluster goes before the minimum
    assert impl.windows("aaaa\r\nb", sentences(6, 0, 2, 6)) == [(0, 4), (4, 7)]
    assert impl.windows("\r\nb", sentences(2, 0, 1, 2)) == [(0, 2), (2, 3)]
    # white space that is trimmed away is no rest
    assert impl.windows("Aaaaaaa. \n \n \n", sentences(9, 0, 4, 10, strip_whitespace=True)) == [(0, 8)]


def test_given_positions(impl: Any) -> None:
    plan = sentences(4, 1, 0, 5, "given")
    assert impl.windows("abcdefgh", plan, given=[0, 3, 5, 8]) == [(0, 3), (3, 5), (5, 8)]
    assert impl.windows("abcdefgh", plan, given=[0, 3, 8]) == [(0, 3), (3, 8)]
    assert impl.windows("abcdefgh", plan, given=[2, 3, 5]) == [(0, 3), (2, 5), (5, 8)]
    # never inside a cluster
    assert impl.windows("ab\r\ncd", plan, given=[3]) == [(0, 4), (4, 6)]
    assert impl.both("éb漢\r\nc😀", plan, [3, 4]) == ([(0, 3), (3, 7)], [(0, 6), (6, 13)])


@given(text=texts, plan=plans(), places=positions)
def test_str_equals_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    assert isa_core.windows(text, plan, given=places) == reference.windows(text, plan, given=[places])


@given(text=texts, plan=plans(), places=positions)
def test_bytes_equal_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    spans, byte_spans = isa_core.both(text, plan, places)
    assert spans == reference.windows(text, plan, given=[places])
    data = text.encode()
    for (start, end), (start_byte, end_byte) in zip(spans, byte_spans, strict=True):
        assert data[start_byte:end_byte].decode() == text[start:end]


@given(text=broken, plan=plans(), places=positions)
def test_lone_surrogates_equal_the_reference(isa_core: Any, text: str, plan: Plan, places: list[int]) -> None:
    text = affordable(text, plan)
    places = within(text, places)
    outcomes = []
    for windows in (isa_core.windows, Reference().windows):
        for errors in ("strict", "surrogatepass"):
            try:
                outcomes.append(windows(text, plan, errors, places))
            except ValueError as error:
                outcomes.append((type(error), str(error)))
    assert outcomes[:2] == outcomes[2:]
