"""reStructuredText, by hand for each clause R1 to R9, and titles of plain text that are underlined by any mark."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap._data.heading_numbers import ADORNED, AS_GRAMMAR, HAS_MARKED, NUMBERED, UNKNOWN
from shiplap._data.region_kinds import GRAMMARS
from tests.kernels.boundaries.test_headings import LINES
from tests.kernels.regions.test_regions import pieces
from tests.support.cases import cases

MARKS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
WORDS = "It is a long line of prose, with many words in it.\n"
NEWLINES = ["\n", "\r\n", "\r"]


def titles(impl: Any, text: str, grammar: str = "rst") -> list[tuple[int, str]]:
    """Return the level and the title of each heading."""
    found = impl.decided_blocks(text, grammar, (UNKNOWN, (), ()))[0]
    return [(level, text[slice(*info)].strip()) for _, _, level, info in found if level]


def outlined(mark: str, over: bool) -> str:
    """Four sections, the last two of the level of one mark."""
    others = [each for each in "=-~" if each != mark]
    rows = [("Wells", others[0]), ("Covers of oak", others[1]), ("Size of it", mark), ("Their age", mark)]
    lines = [(mark * len(title), title) for title, mark in rows]
    return "".join(f"{line * over}\n{title}\n{line}\n\n{WORDS}\n" for line, title in lines)


@cases("grammar", ["rst", "plain", "auto"])
@cases("over", [False, True])
@cases("mark", MARKS)
def test_every_mark_underlines_titles(impl: Any, mark: str, over: bool, grammar: str) -> None:
    text = outlined(mark, over)
    assert titles(impl, text, grammar) == [
        (1, "Wells"), (2, "Covers of oak"), (3, "Size of it"), (3, "Their age")
    ]  # fmt: skip
    assert {kind for kind, _ in pieces(impl, text, grammar)} <= {"heading", "prose"}


@pytest.mark.parametrize("newline", NEWLINES)
@pytest.mark.parametrize("path", ["a.rst", "a.REST", "a.rst.txt", "a.txt", None])
def test_titles_by_path(path: str | None, newline: str) -> None:
    for mark in "~`+":
        found = shiplap.regions(outlined(mark, False).replace("\n", newline), path=path)
        assert [region.title for region in found if region.level] == [
            "Wells", "Covers of oak", "Size of it", "Their age"
        ]  # fmt: skip


@cases(
    ("text", "expected"),
    [
        ("A\n=\n", [(1, "A")]),
        ("Rain\n===\n", []),  # R2: shorter than the title, and than four marks
        ("Much rain\n====\n", [(1, "Much rain")]),
        ("One\ntwo\n===\n", []),  # the only line
        (" Rain\n ====\n", []), ("  Rain\n====\n", []),
        ("====\nRain\n====\n\nSnow\n====\n\nIce\n---\n", [(1, "Rain"), (2, "Snow"), (3, "Ice")]),  # R4
        ("=====\n Rain\n=====\n", [(1, "Rain")]), ("==\nIt\n==\n", [(1, "It")]),  # R3
        ("====\nRain\n----\n", []), ("====\n\nRain\n", []),
        ("1. Rain\n=======\n\n2. Snow\n=======\n", [(1, "1. Rain"), (1, "2. Snow")]),
        # R2: the number of an item
        ("A. Rain\n-------\n", [(1, "A. Rain")]), ("- Rain\n------\n", []),
        (":Author: Rain\n-------------\n", []), (":ref:`Rain`: it\n---------------\n", [(1, ":ref:`Rain`: it")]),
        ("| Rain\n------\n", []), ("__ Rain\n-------\n", []),
        (".. _rain:\n\nRain\n====\n", [(1, "Rain")]), (".. _rain:\nRain\n====\n", [(1, "Rain")]),
        (".. a comment\n\n   Rain\n   ====\n\nSnow\n~~~~\n", [(1, "Snow")]),
        ("Rain::\n\n   Snow\n   ====\n\nIce\n+++\n", [(1, "Ice")]),
        ("雨\n==\n\n本文。\n", [(1, "雨")]),
        ("# Rain\n\n```\nx\ny\n```\n", []),  # the marks of Markdown say nothing
        ("Rain\n```````\n\nIt rains.\n\nSnow\n```````\n", [(1, "Rain"), (1, "Snow")]),
    ],
)  # fmt: skip
def test_titles(impl: Any, text: str, expected: list[tuple[int, str]]) -> None:
    for newline in NEWLINES:
        assert titles(impl, text.replace("\n", newline)) == expected


@cases(
    "expected",
    [
        # R5: literal blocks
        [("prose", "See::\n\n"), ("code", "  a\n\n    b\n\n"), ("prose", WORDS)],
        [("prose", WORDS.strip() + "::\n\n"), ("code", " x = [\n\n"), ("prose", "b\n")],
        [("prose", "See::\n\n"), ("code", "> a\n> b\n\n"), ("prose", "> c\n")],
        [("prose", "See::\n\n"), ("code", "> a\n"), ("prose", "b\n")],
        [("prose", "See::\n\nno code\n")],
        [("list", "- See::\n\n"), ("code", "      a\n\n"), ("list", "  b\n\n"), ("prose", WORDS)],
        [("list", "- See::\n\n  no code\n")],
        [("prose", "a\n  See::\n\n"), ("code", "    b\n\n"), ("prose", "  c\n")],
        [("code", ">>> f(x)\n3\n\n"), ("prose", WORDS)],
        [("prose", "a\n>>> b\n")],
        # R6: explicit markup
        [("code", ".. code:: py\n   :a: b\n\n   x\n\n"), ("prose", WORDS)],
        [("prose", ".. note:: See\n\n   " + WORDS + "\n"), ("code", "   .. code-block:: c\n\n      x;\n\n"),
         ("prose", "   " + WORDS)],
        [("table", ".. csv-table:: x\n\n   a,b\n\n"), ("prose", WORDS)],
        [("html", ".. raw:: html\n\n   <b>\n\n"), ("prose", WORDS)],
        [("prose", ".. A comment with code::\n\n   x = f(1)\n\n   .. code::\n\n      y\n\n" + WORDS)],
        [("prose", "..\n   - a\n\n   - b\n\n" + WORDS)],
        [("prose", "..\n\n"), ("list", "   - a\n")],
        [("footnote", ".. [1] A note.\n\n   More of it.\n\n"), ("prose", WORDS)],
        [("footnote", ".. [Rain 2020] A citation.\n"), ("prose", WORDS)],
        [("prose", ".. _a: b\n.. |c| replace:: d\n.. __: e\n.. py:function:: f(x)\n\n   " + WORDS)],
        [("prose", ".. rain::\n\n   It rains.\n\n"), ("code", ".. sourcecode ::\n\n   x\n")],
        # R7: lists
        [("list", "- a\n- b\n\n  c\n\n- d\n\n"), ("prose", WORDS)],
        [("list", "1. a\n2. b\n\n"), ("prose", "3. c\nd\n")],
        [("list", "#) a\n\n"), ("prose", WORDS)],
        [("list", "(iv) a\n   b\n\n"), ("prose", WORDS)],
        [("prose", "A. Rain is a name\nand this goes on.\n")],
        [("prose", "a\n- b\n")],
        [("prose", "-a\n")],
        # R8: tables
        [("table", "+---+\n| a |\n+---+\n\n"), ("prose", WORDS)],
        [("table", "==  ==\na   b\n==  ==\n\n"), ("prose", WORDS)],
        # R9: everything else
        [("prose", ":a: b\n:c:\n   d\n\nx = f(1);\nif (x) {\n\n``` c\n\n<table>\n\na,b,c\n1,2,3\n")],
        [("prose", "def f(x):\n    return x\n")],
    ],
)  # fmt: skip
def test_regions(impl: Any, expected: list[tuple[str, str]]) -> None:
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, "rst") == list(expected)
    for newline in NEWLINES[1:]:
        found = pieces(impl, text.replace("\n", newline), "rst")
        assert [(kind, part.replace(newline, "\n")) for kind, part in found] == list(expected)
    for tail in ("\n\né\n", "\n\nĀ\n", "\n\n😀\n"):
        assert pieces(impl, text + tail, "rst")[: len(expected) - 1] == expected[:-1]


def test_the_words_after_a_directive(impl: Any) -> None:
    text = "é\n\n.. code-block:: go\n\n   x\n"
    for found in (shiplap.regions(text, path="a.rst"), shiplap.regions(text.encode(), path="a.rst")):
        assert [region.language for region in found] == [None, "go"]


@cases(
    ("text", "expected"),
    [
        # what may be a fence is one if it is short, or below a colon
        ("Run\n```\ncode\n```\n", []), ("Type:\n`````\ncode\n`````\n", []), ("~~~~\nls\n~~~~\n", []),
        ("```````\nmake\nls\n```````\n", []), ("````` py\nRain\n`````\n", []),
        ("Rain it\n```````\n\nIt rains.\n", [(1, "Rain it")]), ("~~~~~~\n Rain\n~~~~~~\n", [(1, "Rain")]),
        # rare marks are no underline of a line of marks
        ("{ a\n;;;;\n", []), ("Rain\n;;;;\n", [(1, "Rain")]), ("Ice\n;;;\n", []),
    ],
)  # fmt: skip
def test_titles_of_plain_text(impl: Any, text: str, expected: list[tuple[int, str]]) -> None:
    assert titles(impl, text, "plain") == expected


@cases("tail", ["", "é", "漢"])
@cases(
    ("text", "grammar"),
    [
        (".. note:: a\n\n.. _b:\n", "rst"), (".. note:: a\n\n.. [1] b\n\n[x](y)\n", "rst"),
        (".. |a| image:: b\n\n.. figure:: c\n", "rst"), (".. note:: a\n", "plain"),
        (".. note:: a\n\n.. _b:\n\nx = f(1);\n", "rst"), (".. note:: a\n\n.. _b:\n\nx = f(1);\ny = g(2);\n",
        "plain"),
        (".. note:: a\n\n.. _b:\n\n   x = f(1);\n   y = g(2);\n", "rst"), (".. a\n\n.. b\n\n", "plain"),
        ("   .. note:: a\n\n   .. note:: b\n", "plain"), ("```\n.. note:: a\n\n.. _b:\n```\n", "markdown"),
        ("See [the rain](y) there, and the snow.\n\nRain\n~~~~\n", "plain"),
        ("See [the rain](y) there, and the snow.\n\nRain\n----\n", "markdown"),
        ("See [the rain](y) there, and the snow.\n\nRain:\n~~~~~\na\n~~~~~\n", "markdown"),
        ("See [the rain](y) there, and the snow.\n\n~~~~~\nRain\n~~~~~\n", "plain"),
        ("Rain\n****\n\nIt rains.\n", "plain"), ("***\n\n**It** rains.\n", "markdown"),
    ],
)  # fmt: skip
def test_the_grammar_by_the_text(impl: Any, text: str, grammar: str, tail: str) -> None:
    known = impl.decided_blocks(text + tail, "auto", (UNKNOWN, (), ()))[1][0]
    assert GRAMMARS[known // AS_GRAMMAR] == grammar


def test_k3_titles_with_adornments_are_all(impl: Any) -> None:
    body = f"\n{WORDS}\n"
    text = f"Rain\n====\n{body}1. Snow\n{body}2. Ice\n{body}"
    kept = HAS_MARKED | NUMBERED, (), ()
    for known in (kept, (kept[0] + AS_GRAMMAR * GRAMMARS.index("rst"), (), ())):
        grammar = "rst" if known == kept else "auto"
        assert [level for _, _, level, _ in impl.decided_blocks(text, grammar, known)[0] if level] == [1]
        assert [level for _, _, level, _ in impl.decided_blocks(text[11:], grammar, known)[0] if level] == [1, 1]


def test_sections_have_overlines() -> None:
    text = "".join(f"~~~~~~\n {name}\n~~~~~~\n\nIt is {name} again.\n\n" for name in ("Rain", "Snow", "Hail"))
    chunks = shiplap.RecursiveChunker(60, 0).split_text(text, path="a.rst")
    assert [chunk.split("\n")[1].strip() for chunk in chunks] == ["Rain", "Snow", "Hail"]


@cases(
    ("text", "starts"),
    [
        ("a\n\n====\nRain\n====\nb\nc", [2, 3, 20]), ("a\n\n++++\nRain\n++++\nb\nc", [2, 3, 20]),
        ("a\n====\nRain\n====\nb\nc", [12, 17, 19]), ("a\n\n====\nRain\n----\nb\nc", [2, 3, 8, 13, 18, 20]),
        ("a\n\n====\n\n====\nb\nc", [2, 3, 8, 9, 14, 16]),
        ("a\n\n ====\nRain\n ====\nb\nc", [2, 3, 9, 14, 20, 22]),
    ],
)  # fmt: skip
def test_no_chunk_ends_inside_a_title_with_an_overline(impl: Any, text: str, starts: list[int]) -> None:
    spans = impl.windows(text, LINES, headings=HAS_MARKED | ADORNED)
    assert [start for start, _ in spans][1:] == starts
