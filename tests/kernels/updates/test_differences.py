"""The differences of two texts: the rules D1 to D3 by hand, and the core against the reference."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.stable import differences
from shiplap._core.text import Text
from shiplap.reference.updates import differences as reference
from tests.support.cases import cases
from tests.support.hostile import ALPHABET, broken, texts

Ranges = list[tuple[int, int, int, int]]


def of_reference(old: str, new: str) -> Ranges:
    return [tuple(change) for change in reference.differences(old, new)]


def of_core(old: str, new: str) -> Ranges:
    return list(differences(Text(old, "surrogatepass"), Text(new, "surrogatepass")))


@pytest.fixture(params=[of_reference, of_core], ids=["reference", "core"])
def found(request: pytest.FixtureRequest) -> Any:
    return request.param


@cases(
    ("old", "new", "changes"),
    [
        ("", "", []),
        ("It rains.", "It rains.", []),
        ("", "It", [(0, 0, 0, 2)]),
        ("It", "", [(0, 2, 0, 0)]),
        ("It rains.", "It pours.", [(3, 7, 3, 7)]),
        ("aa", "aaa", [(2, 2, 2, 3)]),  # what is the same at the begin goes first
        ("abab", "ab", [(2, 4, 2, 2)]),
        ("a\nb\nc\n", "x\nb\ny\n", [(0, 1, 0, 1), (4, 5, 4, 5)]),
        ("One. Two. Three. ", "Un. Two. Trois. ", [(0, 3, 0, 2), (11, 15, 10, 14)]),
        ("One? Two! Three. ", "Un? Two! Trois. ", [(0, 3, 0, 2), (11, 15, 10, 14)]),
        # texts of different widths
        ("One. Two. Three. ", "Un. Two. Th漢se. ", [(0, 3, 0, 2), (12, 14, 11, 13)]),
        ("Un. Two. Thése. ", "One. Two. Th😀ee. ", [(0, 2, 0, 3), (11, 13, 12, 14)]),
        # a space between two words ends no segment
        ("a b c. x y z. ", "q b c. x y w. ", [(0, 12, 0, 12)]),
        ("some words here. other words there. ", "same words here. other words then. ", [(1, 34, 1, 33)]),
        ("一。二。三。", "甲。二。乙。", [(0, 1, 0, 1), (4, 5, 4, 5)]),
        # a segment that occurs twice is none to hold on to
        ("a\nb\nb\nc\n", "x\nb\nb\ny\n", [(0, 7, 0, 7)]),
        # of segments that changed places as many stay as stand in order
        ("1\n2\n3\n4\nend", "2\n3\n4\n1\nfin", [(0, 2, 0, 0), (8, 11, 6, 11)]),
        ("5\n6\n2\n7\nx", "2\n5\n6\n7\ny", [(0, 0, 0, 2), (4, 6, 6, 6), (8, 9, 8, 9)]),
        # the white space that a text begins with ends no segment
        (" a.", "b\n ", [(0, 3, 0, 3)]),
    ],
)
def test_changes(found: Any, old: str, new: str, changes: Ranges) -> None:
    assert found(old, new) == changes


def test_stops_without_a_space_end_no_segment() -> None:
    assert reference.segments("a.b. c? d!  e", 0, 13) == [(0, 5), (5, 8), (8, 11), (11, 13)]
    assert reference.segments("a. b", 2, 4) == [(2, 4)]


@pytest.mark.parametrize(
    ("numbers", "kept"),
    [
        ([], []),
        ([3, 1, 2], [1, 2]),
        ([2, 1], [1]),
        ([1, 2, 3], [1, 2, 3]),
        ([5, 1, 6, 2, 3], [1, 2, 3]),
        ([1, 5, 6, 2], [1, 5, 6]),
        ([1, 5, 6, 2, 7], [1, 5, 6, 7]),
    ],
)
def test_in_order(numbers: list[int], kept: list[int]) -> None:
    assert [number for _, number in reference.in_order(list(enumerate(numbers)))] == kept


edited = st.tuples(
    st.lists(
        st.sampled_from(["It rains. ", "a\n", "b\n", "。", "é", "漢字。", "It pours. ", "😀", "x"]), max_size=14
    ),
    st.lists(
        st.tuples(st.integers(0, 60), st.integers(0, 5), st.text(st.sampled_from(ALPHABET), max_size=4)),
        max_size=5,
    ),
).map(lambda given: ("".join(given[0]), changed("".join(given[0]), given[1])))


def changed(text: str, edits: list[tuple[int, int, str]]) -> str:
    for start, size, new in edits:
        text = text[:start] + new + text[start + size :]
    return text


@given(pair=edited | st.tuples(texts, texts) | st.tuples(broken, broken))
def test_core_is_the_reference(pair: tuple[str, str]) -> None:
    old, new = pair
    changes = of_core(old, new)
    assert changes == of_reference(old, new)
    made, place = "", 0
    for start, end, new_start, new_end in changes:
        made += old[place:start]
        assert len(made) == new_start
        made += new[new_start:new_end]
        place = end
    assert made + old[place:] == new
    assert all(before[1] < after[0] or before[3] < after[2] for before, after in pairwise(changes))
    try:
        data = Text(old.encode()), Text(new.encode())
    except UnicodeEncodeError:
        return
    offsets = (
        [len(old[:p].encode()) for p in range(len(old) + 1)],
        [len(new[:p].encode()) for p in range(len(new) + 1)],
    )
    assert list(differences(*data)) == [
        (offsets[0][a], offsets[0][b], offsets[1][c], offsets[1][d]) for a, b, c, d in changes
    ]


def test_long_texts_are_compared_in_blocks() -> None:
    text = "It rains. " * 5000
    for place in (0, 4095, 4096, 4097, 25_000, 49_999):
        for wide in ("x", "é", "漢", "😀"):
            changes = of_core(text, text[:place] + wide + text[place + 1 :])
            assert changes == [(place, place + 1, place, place + 1)]
            data = differences(Text(text.encode()), Text((text[:place] + wide + text[place + 1 :]).encode()))
            assert list(data) == [(place, place + 1, place, place + len(wide.encode()))]


def test_two_forms_of_text() -> None:
    with pytest.raises(ValueError, match="both"):
        differences(Text("a"), Text(b"a"))
