"""The counts of lines: by hand, then the core against the reference."""

from __future__ import annotations

import pytest
from hypothesis import given

from shiplap._core.regions import content as core_content
from shiplap._core.text import Text
from shiplap.reference.regions.line_counts import PART, PARTS, WHOLE, Counts, content
from tests.support.cases import cases
from tests.support.documents import documents, tails
from tests.support.hostile import broken, texts

NOTHING = Counts(0, 0, 0, 0, 0, 0, 0)


@cases(
    ("text", "counts"),
    [
        ("", {}),
        ("\n \t\n", {}),
        ("def f(x):\n\n    return x\n", {"lines": 2, "indented": 1, "keywords": 2, "braces": 1}),
        ("  a\n\tb\n", {"lines": 2, "indented": 2}),
        # comments are no statements
        ("# a\n// b;\n/* c; */\n * d;\n", {"lines": 4, "indented": 1}),
        ("#include <x>\n  #else\n#!x\n", {"lines": 3, "indented": 3, "keywords": 3, "braces": 3}),
        ("It rains, and the old man snores.\n", {"lines": 1, "prose": 1}),
        # a word that is English too counts where the line says code; the longest word of code
        ("let it be\nlet x = 1;\n", {"lines": 2, "keywords": 1, "braces": 1}),
        ("attr_accessor\nattr_accessors\nxattr_accessor\n", {"lines": 3, "keywords": 1}),
        # a word of code in a line that says as much for prose
        ("SELECT all of the rain\n", {"lines": 1, "keywords": 1}),
        # what says 1 for code has a brace; what says nothing has none
        ("x(b,\n@a = b:\nf(x) \n{}\n", {"lines": 4, "braces": 4}),
        ("a,\na)\n", {"lines": 2}),
        # 160 code points of a line are read; 24 words speak against 12 of code
        ("x" * 159 + "(x)\n", {"lines": 1, "braces": 1}),
        ("x" * 160 + "(x)\n", {"lines": 1}),
        ("a " * 22 + "b == c == d == e == f == g == h;\n", {"lines": 1, "braces": 1}),
        ("a " * 40 + "b == c == d == e == f == g == h;\n", {"lines": 1}),
        # divided lines, and those divided as the one before; a rule is both
        ("| a | b |\n|---|---|\n| 1 | 2 |\n| 1 |\n", {"lines": 4, "divided": 4, "aligned": 2}),
        ("a,b\n1,2\n1,2,3\n", {"lines": 3, "divided": 3, "aligned": 1}),
        ("a  b\na  c\n", {"lines": 2, "divided": 2, "aligned": 1}),
    ],
)
@cases("tail", ["", "é", "漢", "😀"])
def test_counts(isa: str, text: str, counts: dict[str, int], tail: str) -> None:
    expected = NOTHING._replace(**counts)
    if tail:
        expected = expected._replace(lines=expected.lines + 1)
        text += tail
    assert Counts(*core_content(Text(text))) == content(text) == expected


#: Beginnings of lines, and what they score for code.
HEADS = {
    # the beginning of a line
    ">>> a": 6, "} a": 3, "@a": 3, "$ a": 3, ") a": 2, "] a": 2, "{ a": 2, '""" a': 2, "''' a": 2, "<a": 2,
    "</a": 4,
    # marks inside a line, by the code points on both sides
    "a_b": 1, "a.b": 1, "a(b": 1, "a[b": 1, "a)(b": 1, "a()b": 2, "a[]b": 2, "a{b": 1, "a}b": 1,
    "a=b": 1, "a = b": 2, "a==b": 2, "a!=b": 2, "a<=b": 2, "a%=b": 2, "a=>b": 3, "a->b": 2, "a/>b": 2,
    "a</b": 2,
    "a::b": 2, "a&&b": 2, "a||b": 2, "1_b": 1, "a_b.c(d": 3,
}  # fmt: skip
#: Ends of lines, likewise.
ENDS = {"{": 4, "}": 4, ";": 2, "(": 3, "[": 3}
#: Marks that say nothing.
NO_SIGNS = ("a:b", "a/b", "a>b", "a&b", "a|b", "a .b", "a. b", "a- b", "a (b", "a )b", "a_ b", "a!b", "a +b")


@cases(("head", "end", "score"), [
    *((head, ",", score) for head, score in HEADS.items()), *(("a", end, score) for end, score in ENDS.items()),
])  # fmt: skip
def test_scores_by_the_words_that_outweigh_them(isa: str, head: str, end: str, score: int) -> None:
    """Two words of prose outweigh one for code."""
    for more, expected in ((-2, {"braces": 1}), (0, {}), (1, {}), (2, {"prose": 1})):
        text = head + " a" * (2 * score + more) + end
        assert content(text)._replace(divided=0) == NOTHING._replace(lines=1, **expected), text
        assert tuple(core_content(Text(text))) == content(text), text


def test_scores_of_marks_that_say_nothing(isa: str) -> None:
    for head in NO_SIGNS:
        assert tuple(core_content(Text(head))) == content(head) == NOTHING._replace(lines=1), head
        text = f"{head} a a a,"
        assert tuple(core_content(Text(text))) == content(text) == NOTHING._replace(lines=1, prose=1), head


def test_scores_of_words_of_code_that_are_english(isa: str) -> None:
    """A colon or a bracket that opens makes such a word count three times."""
    says = {"keywords": 1, "braces": 1}
    for end, score in ((":", 3), ("(", 6), ("{", 7)):
        for more, expected in ((-2, says), (0, {}), (2, {"prose": 1})):
            text = "let" + " a" * (2 * score + more) + end
            counts = NOTHING._replace(lines=1, **expected)
            assert tuple(core_content(Text(text))) == content(text) == counts, text


def test_scores_of_the_preprocessor(isa: str) -> None:
    """A directive scores 4 for code, which eight words outweigh."""
    says = {"indented": 1, "keywords": 1, "braces": 1}
    for words, expected in ((7, says), (8, {}), (9, {}), (10, {**says, "prose": 1})):
        text = "#include" + " a" * words
        assert tuple(core_content(Text(text))) == content(text) == NOTHING._replace(lines=1, **expected), text


def test_a_lead_in_with_one_sign_after_its_colon(isa: str) -> None:
    """N1"""
    for end in (":", ":*", ":**", ":\"", ":`'*_\"\"\"\""):
        text = f"The list(b){end}"
        assert tuple(core_content(Text(text))) == content(text) == NOTHING._replace(lines=1, prose=1), text
    text = "The list(b):" + "*" * 9
    assert tuple(core_content(Text(text))) == content(text) == NOTHING._replace(lines=1), text


def test_parts_of_a_long_text(isa: str) -> None:
    """Lines that begin in one of PARTS parts, except one that a part begins inside of."""
    line = "x" * 7 + "\n"
    assert content(line * (WHOLE // 8)).lines == WHOLE // 8
    text = line * (WHOLE // 8 + 2)
    step = len(text) // PARTS
    inside = [sum(k * step <= at < k * step + PART for at in range(0, len(text), 8)) for k in range(PARTS)]
    begun = sum(k > 0 and k * step % 8 == 0 for k in range(PARTS))
    assert content(text).lines == core_content(Text(text))[0] == sum(inside) - begun


@given(text=documents | texts | broken, tail=tails)
def test_core_is_the_reference(text: str, tail: str) -> None:
    text += tail
    assert core_content(Text(text, "surrogatepass")) == tuple(content(text))
    if text.isascii() or not any("\ud800" <= char <= "\udfff" for char in text):
        assert core_content(Text(text.encode())) == tuple(content(text))


@pytest.mark.parametrize(
    "piece", ["a,é,c\n1,2,3\n\n", "def f(x):\n    return '漢'\n", "😀 word word.\r\n", "x" * 50]
)
def test_long_texts(piece: str) -> None:
    text = piece * (WHOLE // len(piece) + 100)
    assert core_content(Text(text)) == core_content(Text(text.encode())) == tuple(content(text))
