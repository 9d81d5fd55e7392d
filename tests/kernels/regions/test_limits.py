"""The limits of the rules, from both sides: a text of the limit, and one that is longer by one."""

from __future__ import annotations

from typing import Any

from shiplap._data.heading_numbers import ADORNED, AS_GRAMMAR, HAS_MARKED, UNKNOWN
from shiplap._data.region_kinds import GRAMMARS
from tests.support.answers import answer
from tests.support.cases import cases

#: A line of code.
CODE = "x = f(1);\n"


def filled(size: int, char: str = "a") -> str:
    """So many characters, each line of which is read as a whole."""
    return (char * 4095 + "\n") * (size // 4096) + (char * (size % 4096 - 1) + "\n" if size % 4096 else "")


def chosen(impl: Any, text: str) -> str:
    """The grammar of a text without a path."""
    return GRAMMARS[answer(impl, ["decided", text, "auto", UNKNOWN])[1][0] // AS_GRAMMAR]


def kinds(impl: Any, text: str, grammar: str) -> list[str]:
    """The kinds of the regions of a text."""
    return [kind for _, kind, *_ in impl.blocks(text, grammar)]


@cases(
    ("size", "text", "grammar"),
    [
        # the code points of a line, and those of the sample
        (4096, lambda size: "a" * (size - 2) + "](", "markdown"),
        (16383, lambda size: filled(size) + "> a\n", "markdown"),
        (16383, lambda size: filled(size, "%") + "#+TITLE: a\n", "org"),
        # lines of code that a fence outweighs
        (15, lambda size: "```\nx\n```\n" + CODE * size, "markdown"),
        # not yet reStructuredText
        (1, lambda size: ".. note:: a\n\n" * size, "plain"),
    ],
)  # fmt: skip
def test_grammars_of_texts_without_a_path(impl: Any, size: int, text: Any, grammar: str) -> None:
    assert chosen(impl, text(size)) == grammar
    assert chosen(impl, text(size + 1)) != grammar


@cases(
    ("size", "text", "sign"),
    [
        (16383, lambda size: filled(size - 1) + "\n# a\n", HAS_MARKED),
        # the underline ends with the last code point that is searched
        (4096, lambda size: "a" * (size - 11) + "\n\nRain\n~~~~\n\nb", ADORNED),
    ],
)  # fmt: skip
def test_samples_for_headings(impl: Any, size: int, text: Any, sign: int) -> None:
    assert answer(impl, ["headings", text(size), UNKNOWN]) & sign
    assert not answer(impl, ["headings", text(size + 1), UNKNOWN]) & sign


@cases(
    ("size", "text", "grammar", "found"),
    [
        # the lines of a string without its end, and of a table of HTML
        (199, lambda size: "x = 1;\ny = '''\n" + "\n" * (size - 1) + "# a\n====\n\nIt rains in the old hills, and"
         " the man of the old hills is old.\n", "plain", ["prose"]),
        (1999, lambda size: "<table>\n" + "\n" * (size - 1) + "a\n", "plain", ["table"]),
        # the column of a gap
        (256, lambda size: ("a" * (size - 2) + "  b\n") * 3, "plain", ["table"]),
        # containers in containers; a table in a table; a list in a list
        (32, lambda size: "> " * size + "```\na\n", "markdown", ["code", "prose"]),
        (32, lambda size: "{|\n" * size + "|}\n" * (size - 1) + "= a =\n\nb", "mediawiki", ["table"]),
        (32, lambda size: "@itemize\n" * size + "@end itemize\n" * (size - 1) + "a\n\nb", "texinfo", ["list"]),
    ],
)  # fmt: skip
def test_regions(impl: Any, size: int, text: Any, grammar: str, found: list[str]) -> None:
    assert kinds(impl, text(size), grammar) == found
    assert kinds(impl, text(size + 1), grammar) != found


@cases(
    ("size", "text", "rows"),
    [
        # the lines of a header between two rules; attributes above a table of AsciiDoc
        (8, lambda size: "--- ---\n" + "a   b\n" * (size - 2) + "--- ---\nc   d\n", 0),
        (8, lambda size: "[a]\n" * size + "|===\n|a |b\n\n|1 |2\n|===\n", 0),
        # the code points of a tag, and the rows that its cell spans
        (256, lambda size: "<table><tr><td " + "a" * (size - 13) + "rowspan=2>1<td>2<tr><td>3<tr><td>4", 1),
        (50, lambda size: f"<table><tr><td rowspan={size}>1<td>2{'<tr><td>3' * 60}</table>", 11),
        # the lines of a row between two edges
        (8, lambda size: "┌─┬─┐\n│a│b│\n├─┼─┤\n" + "│1│2│\n" * size + "├─┼─┤\n" + "│1│2│\n" * size + "└─┴─┘\n", 1),
    ],
)  # fmt: skip
def test_rows(impl: Any, size: int, text: Any, rows: int) -> None:
    assert len(answer(impl, ["rows", text(size)])[1]) == rows
    assert len(answer(impl, ["rows", text(size + 1)])[1]) != rows


def test_long_texts_are_counted_in_parts(impl: Any) -> None:
    whole = CODE * 6553 + "a" * 6
    assert answer(impl, ["content", whole])[0] == 6554
    assert answer(impl, ["content", whole + "a"])[0] < 6554
