"""The lines of a text, and their indentation, by hand."""

from __future__ import annotations

import pytest

from shiplap.levels import LEVELS
from shiplap.reference.boundaries.levels import is_boundary
from shiplap.reference.boundaries.lines import indentation, line_begin, line_start, next_line, paragraph
from tests.support.cases import cases


@cases(
    ("text", "p", "span"),
    [
        ("  a ", 0, (0, 2)), ("  a ", 1, (0, 2)), ("  a ", 2, (0, 2)), ("  a ", 3, None), ("b\n\ta", 2, (2, 3)),
        ("b\n\ta", 3, (2, 3)), ("b \ta", 2, None), ("b\n  ", 3, None), ("b\n \n", 2, None), ("a", 0, None),
        ("a ", 0, None), (" a", 2, None),
    ],
)  # fmt: skip
def test_indentation(text: str, p: int, span: tuple[int, int] | None) -> None:
    assert indentation(text, p) == span
    assert line_begin(text, p) == (span[0] if span and span[1] == p else p)


@cases(
    ("text", "p", "is_paragraph"),
    [
        ("\r\na", 2, True), ("\n\na", 2, True), ("a\n\nb", 3, True), ("a\r\n\r\nb", 5, True),
        ("a\n \t\nb", 5, True),
        ("a\nb", 2, False), ("a\r\nb", 3, False), ("a\u2029b", 2, True), ("a\n\n  b", 3, True),
        ("a\n\n  \n", 3, False),
        ("a\n\n", 3, False), ("a \n\nb", 4, True),
    ],
)  # fmt: skip
def test_paragraphs(text: str, p: int, is_paragraph: bool) -> None:
    assert paragraph(text, p) is is_paragraph


def test_the_beginning_and_the_end_of_a_line() -> None:
    assert [line_start("a\nbc \n", end) for end in range(7)] == [None, 0, None, 2, 2, None, None]
    assert [next_line("a\r\nb\rc", p) for p in range(6)] == [3, 3, 3, 5, 5, None]


@pytest.mark.parametrize("level", LEVELS)
def test_the_ends_of_a_text_are_boundaries(level: str) -> None:
    for text in ("a", "ab", " a ", "\n"):
        assert is_boundary(text, 0, level) and is_boundary(text, len(text), level)
    assert is_boundary("", 0, level)
