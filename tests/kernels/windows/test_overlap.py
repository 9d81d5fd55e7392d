"""Overlap backtracking: literals by hand. test_windows.py compares all of it with the reference."""

from __future__ import annotations

from typing import Any

from shiplap.plan import Plan, Row, Unit
from shiplap.reference.windows.overlap import is_begun
from tests.support.plans import exact, keeping, sentences, snapping


def test_the_first_level_that_has_a_boundary_decides(impl: Any) -> None:
    text = "It rains. It pours. The old man snores."
    assert impl.windows(text, snapping("sentence-simple", 24, 12, 12)) == [(0, 20), (10, 32), (20, 39)]
    # no sentence begins in the last 8 characters, but a word does; and in the last 3 of "abcdefgh" neither
    assert impl.windows("It rains and it pours. So be it.", snapping("sentence-simple", 24, 8, 12))[1][0] == 16
    assert impl.windows("abcdefgh", snapping("sentence-simple", 5, 3, 2)) == [(0, 5), (2, 7), (4, 8)]


def test_the_start_grows(impl: Any) -> None:
    assert impl.windows("abcdef", exact(3, 2)) == [(0, 3), (1, 4), (2, 5), (3, 6)]
    # no overlap is left where the chunk is one cluster
    assert impl.windows("\r\n\r\n", snapping("paragraph", 3, 2, 1)) == [(0, 2), (2, 4)]


def test_a_unit_has_begun_where_something_of_it_was_visible(impl: Any) -> None:
    # a chunk of the white space before "b" has not begun its line, nor has one that was trimmed
    text = "aa\n      b\nc\ndddd\nee\n"
    assert impl.windows(text, keeping("line", 6, 0, 0)) == [(0, 3), (3, 9), (9, 13), (13, 18), (18, 21)]
    text = "aa bbb\n  c\nd\neee\n"
    assert impl.windows(text, keeping("line", 7, 0, 2, strip_whitespace=True)) == [(0, 6), (9, 12), (13, 16)]
    # where an overlap begins does not matter, but where the chunk before it ended
    text = "aaaa bb\ncc\ndd\nee\nff gg hh\n"
    assert impl.windows(text, keeping("line", 9, 3, 2)) == [(0, 8), (5, 14), (11, 17), (14, 23), (20, 26)]


def test_is_begun() -> None:
    assert is_begun("aa bb\ncc", 0, 2, "line") and not is_begun("aa\n bb", 0, 3, "line")
    assert not is_begun("aa\n bb", 0, 4, "line") and is_begun("aa\n bb", 0, 5, "line")
    # what stands before the chunk does not count, nor does a unit that ends in it
    assert not is_begun("\na  b", 2, 4, "line") and not is_begun("a  b", 0, 3, frozenset({1}))


def test_the_next_unit_has_room_where_all_that_is_left_fits_the_size(impl: Any) -> None:
    rows, units = (Row("line", 0, 1, "first"), Row("char", 0, 2)), (Unit("line", 1), Unit("char", 2))
    assert impl.windows("b \n", Plan("characters", 2, 1, rows, units, ("char",))) == [(0, 2), (2, 3)]


def test_the_overlap_may_begin_after_a_heading(impl: Any) -> None:
    assert impl.windows("aaaa\n# H\nbbbb\ncccc\n", snapping("line", 14, 5, 7)) == [(0, 14), (9, 19)]


def test_the_overlap_yields_to_the_minimum(impl: Any) -> None:
    # after (0, 8) the minimum is left, which no end can divide; "Bbb. " and all of it are over the maximum of 8
    assert impl.windows("A. Bbb. C. D", sentences(8, 5, 4, 8)) == [(0, 8), (8, 12)]
    assert impl.windows("A. Bbb. C. D", sentences(8, 5, 4, 9)) == [(0, 8), (3, 12)]
    # "C" can still be divided from the minimum of 3
    assert impl.windows("A. Bbb. C. D", sentences(8, 5, 3, 8)) == [(0, 8), (3, 9), (8, 12)]
