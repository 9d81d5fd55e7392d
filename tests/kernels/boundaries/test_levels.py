"""Levels: literals by hand, then every position of hostile text against the reference."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given

from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap._data.unicode import WHITE_SPACE
from shiplap.levels import LEVELS
from shiplap.plan import Plan, Row, Unit
from shiplap.reference.boundaries import levels as reference
from tests.support.cases import cases, few_quick
from tests.support.hostile import broken, texts


@cases(
    ("level", "text", "boundaries"),
    [
        ("char", "ab\r\n", [1, 2, 3]),
        ("grapheme", "a\r\nb\n\rc", [1, 3, 4, 5, 6]),
        ("word", "one  two\u3000three ", [5, 9]),
        ("word", " one", []),  # the indentation of the first line
        ("word", "漢\u0301字\u0301\u0301a", [2]),
        ("word", "\u0301漢", []),  # marks without a letter before them
        ("line", "a\nb\r\nc\rd\ve\ff\x85g\u2028h\u2029i", [2, 5, 7, 9, 11, 13, 15, 17]),
        ("line", "a\x1cb\x1db\x1ec", []),
        ("paragraph", "one\n\ntwo\n \t\n  three\nfour", [5, 12]),
        ("paragraph", "\none", [1]),
        ("paragraph", "one\u2029two\r\n\r\nthree", [4, 11]),
        ("paragraph", "one\n\n\n", []),
        ("sentence-simple", "One. two!  three?four. ", [5, 11]),
        ("sentence-simple", "3.5 a.b ...  x", [13]),
        ("sentence-simple", ".\u00a0a", [2]),
        ("section", "a\n# b\n#\n##\tc\n  ### d\n   ####### e\n    # f\n###### g\n#h\n\n# ", [2, 6, 8, 13, 42, 55]),
        ("section", "a\r\n# b\r# c\u2028#\x85#\u2029#\vd", [3, 7, 11, 13, 15]),
        ("section", "a\n#\u00a0b\n#\u0301 c\n#\u3000d", []),
        ("section", "a\n\nOne\n===\nb\n\nTwo\n   - \t\nc\n\nThree\n\n---\n", [3, 14]),
        ("section", "a\r\n\r\nOne\r\n==\r\nb\u2029Two\n-\n", [5, 16]),
        ("section", "\nOne\n=\n", [1]),
        # not underlined: two lines, a rule of two kinds, a list, a quotation, a table, white space, a rule itself
        ("section", "a\nb\n==\n\nc\n=-=\n\n- d\n---\n\n> e\n---\n\n|f\n---\n\n g\n---\n\n---\n---\n", []),
        ("section", "a\n\n-\tb\n---\n\n-c\n---\n\n+\n---\n\nd\n    ---\n", [12, 20]),
        ("sentence-capital", "One. two!  Three?\nÉ. Z", [11, 21]),
    ],
)
def test_literals(impl: Any, level: str, text: str, boundaries: list[int]) -> None:
    assert impl.boundaries(text, level) == boundaries
    assert impl.boundaries(text + "\u0100", level)[: len(boundaries)] == boundaries
    assert impl.boundaries(text + "😀", level)[: len(boundaries)] == boundaries


@cases(
    ("level", "text", "boundaries"),
    [
        # B1: the indentation of a line belongs to the line
        ("word", "a b\n  c d\n\te", [2, 4, 8, 10]),
        ("word", "a\r\n \t\u3000b\u2028\u00a0c", [3, 8]),
        ("word", "  a", []),
        ("word", "a\n  \n  b", [5]),  # a blank line is not indentation
        ("word", "a \n b", [3]),
        ("word", "漢\n 字", [2]),
        ("word", "a\n  \u0301", []),  # a mark after a space is no word
        ("sentence-simple", "A.\n  b.  c", [3, 9]),
        ("sentence-capital", "A.\n  B.\n  c", [3]),
        ("sentence-standard", "It is. \n\t- It was. It\n  went.\r\n\r\n  No.", [8, 19, 33]),
        ("sentence-standard", "雨。\n\u3000\u3000雨が降る。雨。", [3, 10]),
        ("sentence-standard", "  It rains.", []),
        ("line", "a\n  b", [2]),
        ("paragraph", "a\n\n  b", [3]),
    ],
)
@cases("tail", ["", " \u0100", " 😀", " It rains in the hills, and the old man snores."])
def test_indentation_belongs_to_the_line(
    impl: Any, level: str, text: str, boundaries: list[int], tail: str
) -> None:
    assert [p for p in impl.boundaries(text + tail, level) if p < len(text)] == boundaries


def test_a_limit_within_indentation_of_several_bytes(impl: Any) -> None:
    """The last word that fits is found, wherever the limit lies in UTF-8."""
    text = "漢字\n" + "\u3000under\u3000the\u3000terms\u3000of\u3000\n" * 4
    for size in range(8, 40):
        plan = Plan(
            "characters", size, 0, (Row("word", 0, size), Row("grapheme", 0, size)), (Unit("char", size),),
            ("word",)
        )
        spans = impl.windows(text, plan)
        ends = [*impl.boundaries(text, "word"), len(text)]
        assert all(end == max(p for p in ends if p <= start + size) for start, end in spans)
        sizes = [len(text[:p].encode()) for p in range(len(text) + 1)]
        assert impl.both(text, plan)[1] == [(sizes[start], sizes[end]) for start, end in spans]


@few_quick("space", [" ", "\u3000", "\t", "\u00a0", "\u1680", "\u205f", "\u202f"], quick=2)
@cases(("size", "found"), [(1, 3), (16, 3), (17, 3), (255, 3), (256, 3), (257, 260), (400, 403)])
def test_indentation_is_capped(impl: Any, space: str, size: int, found: int) -> None:
    for tail in ("", "é", "漢", "😀"):
        assert impl.boundaries(f"a.\n{space * size}b{tail}", "word")[0] == found
    expected = [found] if found == 3 and size < 256 else []
    assert impl.boundaries(f"a.\n{space * size}B b", "sentence-capital") == expected


@pytest.mark.parametrize(
    ("text", "spans"),
    [("ab", [(0, 2)]), ("a b \n\u3000", [(0, 3)]), (" \n a ", [(3, 4)]), ("a" + " " * 600, [(0, 1)]), (" \n", [])],
)
def test_white_space_at_both_ends(impl: Any, text: str, spans: list[tuple[int, int]]) -> None:
    plan = Plan(
        "characters", 999, 0, (Row("char", 0, 999),), (Unit("char", 999),), ("char",), strip_whitespace=True
    )
    assert impl.windows(text, plan) == spans


@cases(
    ("literal", "text", "starts"),
    [
        ("aa", "aaab aa", [2, 3]), ("aa", "aabaa.", [2, 5]), ("a", "ab", [1]), ("漢", "漢字漢", [1]),
        ("\n\n", "\n\n\na", [2, 3]), ("b", "a\r\nb\u0301b", []), ("\r", "a\r\nb\rc", [5]), ("ab", "b", []),
        ("b a", "ab ab a", [4]),
    ],
)  # fmt: skip
def test_separators(impl: Any, literal: str, text: str, starts: list[int]) -> None:
    """A boundary is after each match; matches may overlap, and a cluster is never parted."""
    char, unit = Unit("char", 99), Unit("separator:0", 99)
    rows = (Row("char", 0, 99),)
    plan = Plan("characters", 99, 0, rows, (char,), ("char",), separators=(literal,), break_at=unit)
    assert [start for start, _ in impl.windows(text, plan)] == [0, *starts]


@pytest.mark.parametrize("text", ["a\n#", "é\n  ######", "漢\n#", "😀\r\n##"])
def test_a_heading_may_end_with_the_text(impl: Any, text: str) -> None:
    assert impl.boundaries(text, "section") == [len(text.rstrip(" #"))]


@cases("end", ["\n", "\r\n", "\r", "\u2028", "\x85"])
@cases("letter", ["a", "é", "漢", "😀"])
@cases(("size", "found"), [(200, True), (255, True), (256, False)])
def test_an_underlined_line_is_capped(impl: Any, end: str, letter: str, size: int, found: bool) -> None:
    length = size - len(end) + 1  # of the line, with its line end: 256 at most
    text = f"a{end}{end}{letter * length}{end}==={end}b"
    assert (1 + 2 * len(end) in impl.boundaries(text, "section")) is found


@cases(("run", "found"), [(1, True), (255, True), (256, True), (257, False), (2000, False)])
@few_quick("space", [" ", "\u3000", "\u00a0", "\u1680"], quick=2)
def test_white_space_is_capped(impl: Any, run: int, found: bool, space: str) -> None:
    p = run + 2
    for tail in ("", "é", "😀"):
        assert (p in impl.boundaries(f"a.{space * run}B{tail}", "sentence-capital")) is found
        # the indentation of the line itself
        assert (3 in impl.boundaries(f"a\n\n{space * run}b{tail}", "paragraph")) is found
        # the blank line before it, however it ends
        for end in ("\n", "\r\n", "\u2028"):
            text = f"a\n{space * run}{end}b{tail}"
            assert (2 + run + len(end) in impl.boundaries(text, "paragraph")) is found
    assert (run + 1 in impl.boundaries(f"{space * run}\nb", "paragraph")) is found


@pytest.mark.exhaustive
def test_white_space_is_the_property(isa: str) -> None:
    for code in range(0x110000):
        if 0xD800 <= code < 0xE000:
            continue
        char = chr(code)
        view = Text(f"a{char}b")
        if (char in WHITE_SPACE) is not is_cut(view, 2, "word"):
            raise AssertionError(f"U+{code:04X} in a str")
        data = f"a{char}b".encode()
        if (char in WHITE_SPACE) is not is_cut(Text(data), len(data) - 1, "word"):
            raise AssertionError(f"U+{code:04X} in UTF-8")


@given(text=texts | broken)
def test_every_position_equals_the_reference(isa_core: Any, text: str) -> None:
    for level in LEVELS:
        expected = [p for p in range(1, len(text)) if reference.is_boundary(text, p, level)]
        assert isa_core.boundaries(text, level) == expected, level


@given(text=texts)
def test_utf8_equals_the_reference(isa: str, text: str) -> None:
    data = text.encode()
    view = Text(data)
    view.validate()
    starts = [len(text[:p].encode()) for p in range(len(text) + 1)]
    for level in LEVELS:
        expected = {starts[p] for p in range(len(text) + 1) if reference.is_boundary(text, p, level)}
        assert {p for p in range(len(data) + 1) if is_cut(view, p, level)} == expected, level
