"""Items of lists and the level `block`, by the clauses I1 to I3."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from shiplap.reference.boundaries.items import CAPITAL, DIGITS, FOOTNOTE, SMALL, SPEAKER, item_style
from tests.conftest import IMPLEMENTATIONS, Reference
from tests.support.cases import cases
from tests.support.hostile import broken, texts


@cases(
    ("line", "style"),
    [
        ("- Rain", ord("-")), ("• Rain", ord("•")), ("  * Rain", ord("*")), ("\u3000— Yes", ord("—")),
        ("-Rain", 0), ("-", 0), ("-\n", 0), ("1. Rain", DIGITS), ("12) Rain", DIGITS + 1),
        ("(3) Rain", DIGITS + 2), ("[4] Rain", DIGITS + 3), ("1.Rain", 0), ("12345. Rain", 0), ("1 Rain", 0),
        ("(1. Rain", 0), ("[1) Rain", 0), ("a. Rain", SMALL), ("(iv) Rain", SMALL + 2), ("ab. Rain", 0),
        ("(b", 0), ("B) Rain", CAPITAL + 1), ("IV. Rain", CAPITAL), ("IVB. Rain", 0), ("[^1]: Rain", FOOTNOTE),
        ("[^rain]: x", FOOTNOTE), ("[^]: x", 0), ("[^a b]: x", 0), ("[^1]:x", 0),
        ("[^" + "x" * 30 + "]: x", FOOTNOTE), ("[^" + "x" * 31 + "]: x", 0), ("Alice: yes", SPEAKER),
        ("MR. O’BRIEN 2: yes", SPEAKER), ("Élise D.: oui", SPEAKER), ("Alice:", 0), ("Alice said: yes", 0),
        ("alice: yes", 0), ("Alice  B: yes", 0), ("Ana María: sí", SPEAKER), ("A:b", 0),
        ("X" * 40 + ": yes", SPEAKER), ("X" * 41 + ": yes", 0), (" " * 16 + "- x", ord("-")),
        (" " * 17 + "- x", 0), ("", 0), ("Rain.", 0), ("雨。", 0),
    ],
)  # fmt: skip
def test_styles(line: str, style: int) -> None:
    assert item_style("x\n" + line, 2) == style


@cases(
    ("text", "blocks"),
    [
        ("a\n\n- b\n\n- c\n\nd", [3, 13]),
        ("a\n\n- b\n\n* c\n\n* d", [3, 8]),
        ("a\n\n(a) b\n\n(b) c\nmore\n\n(c) d\n\ne", [3, 29]),
        ("Ann: a\n\nBob: b\n\nCarl: c\n\nThen.", [25]),
        ("[1] a\n\n[2] b\r\n\r\n[3] c", []),
        ("1. a\n\n\n2. b\n\nc\n\n3. d", [13, 16]),
        ("- a\n- b\n\n- c", []),
        ("[^1]: a\n\n[^rain]: b\n\nc", [21]),
        ("[^1]: a\n\n[^]: b", [9]),
        ("[^1]: a\n\n[^2]:b", [9]),
        ("[^1]: a\n\n[^" + "x" * 31 + "]: b", [9]),
        (" \n\n- a\n\n-", [3, 8]),  # nothing is before the first
    ],
)
def test_blocks(impl: Any, text: str, blocks: list[int]) -> None:
    assert impl.boundaries(text, "block") == blocks


#: A mark of each style.
STYLES = [
    "-", "*", "+", "•", "‣", "◦", "▪", "●", "–", "—", "1.", "1)", "(1)", "[1]", "a.", "a)", "(a)", "[a]", "A.",
    "A)", "(A)", "[A]", "[^1]:", "Ann:",
]  # fmt: skip


def test_each_style_is_another(impl: Any) -> None:
    for style in STYLES:
        for other in STYLES:
            text = f"{style} b\n\n{other} c"
            assert impl.boundaries(text, "block") == ([] if style == other else [len(style) + 4]), text


@cases("letter", ["x", "é", "漢", "😀"])
@cases(("size", "found"), [(1024, []), (1025, [1027])])
def test_the_paragraph_before_is_capped(impl: Any, letter: str, size: int, found: list[int]) -> None:
    text = f"- {letter * (size - 2)}\n\n- b"
    assert impl.boundaries(text, "block") == found


items = st.sampled_from(
    ["- ", "* ", "1. ", "2. ", "(a) ", "(iv) ", "[3] ", "A) ", "Ann: ", "Bob B.: ", "[^1]: ", "— ", " ", "  ",
     "\t", "x", "Rain. ", "\n", "\n\n", "\r\n\r\n", "\u2029", "漢", "é: ", "\u3000", "It rains.\n", "IV. "]
)  # fmt: skip


@given(st.lists(items, max_size=40).map("".join) | texts | broken)
def test_core_is_the_reference(text: str) -> None:
    expected = Reference().boundaries(text, "block")
    for impl in IMPLEMENTATIONS[1:]:
        assert impl.boundaries(text, "block") == expected
