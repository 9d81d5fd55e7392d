"""Regions of a document: literals by hand for each rule, the laws, then hostile text and pyromark."""

from __future__ import annotations

import itertools
import re
from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap._core import cpu
from shiplap._core.regions import blocks as core_blocks
from shiplap._core.text import Text
from shiplap._data.region_kinds import GRAMMARS, KINDS
from shiplap.reference.regions import regions as rule
from tests.conftest import Reference
from tests.support.cases import cases
from tests.support.documents import documents, markdown, tails
from tests.support.drawn import arguments
from tests.support.hostile import broken, texts

Found = list[tuple[int, str, int, tuple[int, int]]]


def found_by_core(text: Text, grammar: str, finds_looks: bool = False) -> Found:
    """In the text's own offsets."""
    native, kinds, infos, _ = core_blocks(text, grammar, finds_looks)
    assert [start for start, _ in native][1:] == [end for _, end in native][:-1]
    assert not len(native) or (native[0][0] == 0 and native[len(native) - 1][1] == len(text))
    return [(native[k][0], KINDS[kinds[k][0]], kinds[k][1], infos[k]) for k in range(len(native))]


def found_by_reference(text: str, grammar: Any, finds_looks: bool = False) -> Found:
    found = rule.blocks(text, grammar, finds_looks)
    return [(block.start, block.kind, block.level, block.info) for block in found]


def pieces(impl: Any, text: str, grammar: str) -> list[tuple[str, str]]:
    """Return the kind and the text of each region."""
    if isinstance(impl, Reference):
        found = found_by_reference(text, grammar)
    else:
        found = found_by_core(Text(text), grammar)
        data = text.encode()
        starts = [0, *itertools.accumulate(len(char.encode()) for char in text)]
        moved = [(starts[at], kind, level, (starts[a], starts[b])) for at, kind, level, (a, b) in found]
        assert found_by_core(Text(data), grammar) == moved
    ends = [at for at, *_ in found[1:]] + [len(text)]
    return [(kind, text[at:end]) for (at, kind, _, _), end in zip(found, ends, strict=True)]


def check(impl: Any, grammar: str, *expected: tuple[str, str]) -> None:
    """The regions of the joined texts; with text of every width after them, as far as that is no other region."""
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, grammar) == list(expected)
    for tail in ("\n\né\n", "\n\nĀ\n", "\n\n😀\n"):
        if expected[-1][0] == "prose" and not expected[-1][1].startswith("    "):
            assert pieces(impl, text + tail, grammar) == [*expected[:-1], ("prose", expected[-1][1] + tail)]


# ---- Markdown, by hand


@cases(
    "expected",
    [
        # headings
        [("heading", "# A\n\n"), ("prose", "b\n"), ("heading", "###### C ##\n"), ("prose", "d")],
        [("prose", "####### A\n#b\n\\# c")],
        [("heading", "A\nb\n===\n"), ("prose", "c\n\n"), ("heading", "D\n--\n"), ("prose", "e")],
        [("quote", "> # a\n")],
        # fences
        [("prose", "a\n"), ("code", "```py\n# b\n\n````\n"), ("prose", "c")],
        [("prose", "a\n"), ("code", "~~~ x`y\n```\n~~~~\n"), ("prose", "c")],
        [("code", "```\nnever\n\nclosed\n# a\n")],
        [("prose", "``` a`b\nc")],
        [("code", "````\n```\n````\n\n"), ("code", "```\n```\n")],
        # indented code
        [("prose", "a\n    b\n\n"), ("code", "    c\n\n    d\n\n"), ("prose", "e")],
        [("prose", "a\n\n"), ("code", "\tc\n"), ("prose", "d")],
        # tables
        [("table", "| a | b |\n|---|:-:|\n| 1 | 2 |\n3\n\n"), ("prose", "c")],
        [("prose", "x\n"), ("table", "a | b\n--|--\n1 | 2\n"), ("quote", "> c\n")],
        [("prose", "a | b\n--|--|--\n1 | 2")],
        [("table", "| a \\| b |\n|---|\n")],
        # lists and quotes
        [("list", "- a\n\n  b\n- c\nd\n\n"), ("prose", "e")],
        [("prose", "a\n2. b\n"), ("list", "1. c\n")],
        [("list", "- a\n"), ("code", "  ```\n  b\n  ```\n"), ("list", "- c\n")],
        [("list", "-\n\n"), ("prose", "  a")],
        [("quote", "> a\nb\n\n"), ("prose", "c")],
        [("quote", "> a\n"), ("code", "> ```\n> b\n"), ("prose", "c")],
        # a tab after a quotation mark has one column for the mark, and reaches to a multiple of four
        [("quote", "> a\n>\n"), ("code", ">\t  b\n"), ("prose", "c")],
        [("quote", "> a\n>\n>\t b\n\n"), ("prose", "c")],
        [("list", "10) a\n\n"), ("code", "        b\n"), ("prose", "c")],
        # D1: admonitions, collapsible blocks, tabs
        [("prose", '!!! note "N"\n\n    b\n\n    c\n\nd\n\n'), ("code", "    e\n"), ("prose", "f")],
        [("prose", "a\n!!! warning inline end\n    b\n\n    c\n\n    d\n")],
        [("prose", "???+ tip\n\n"), ("list", "    - b\n\n        c\n\n"), ("prose", "d")],
        [("prose", '=== "P"\n\n'), ("code", "    ```py\n    b\n    ```\n\n"), ("prose", '===! "C"\n\n\td\n')],
        [("list", "- a\n\n    !!! é\n\n        b\n\n        c\n\n"), ("code", "            d\n"), ("list",
         "- e\n")],
        [("prose", '??? "b c"\n\n    === "d"\n\n        e\n\n'), ("code", "            f\n"), ("prose", "g")],
        [("prose", "!!! a\n\n"), ("table", "    | a | b |\n    |---|---|\n    | 1 | 2 |\n\n"), ("prose", "c")],
        [("prose", "!!!\n\n"), ("code", "    b\n"), ("prose", '=== a\n\n'), ("code", "    b\n"),
         ("prose", '!!! a "b" c\n\n'), ("code", "    d\n")],
        [("prose", '==="a"\n\n'), ("code", "    b\n"), ("prose", '!! a\n\n'), ("code", "    b\n")],
        # D2: definitions
        [("prose", "T\n:   b\n\n    c\n\n"), ("code", "        d\n"), ("prose", "e")],
        [("prose", "T\n\n: b\n\n:    c\n\n    d\nU\n~ e\n~\tf\n\n    g\n\nh\n\n"), ("code", "    i\n")],
        [("prose", ": a\n\n"), ("code", "    b\n"), ("prose", "T\n:a\n\n"), ("code", "    b\n"), ("prose",
         "T\n:\n\n"), ("code", "    b\n")],
        [("heading", "# T\n"), ("prose", ": a\n\n"), ("code", "    b\n")],
        [("prose", "T\n:   b\n\n"), ("code", "    ```go\n    c\n    ```\n"), ("prose", ":   d\n")],
        # D3: directives of MyST
        [("prose", "```{note} N\na\n\n"), ("code", "~~~ py\nb\n~~~\n"), ("prose", "```\n"), ("heading", "# c")],
        [("prose", "````{tab-set}\n```{tab-item} a\nb\n```\n"), ("code", "```{code} c\nd\n```\n"), ("prose",
         "````\n\ne\n")],
        [("code", "```{notes}\na\n```\n"), ("code", "```{note\na\n```\n")],
        [("prose", "```{list-table} a\n"), ("list", "* - b\n"), ("prose", "```\nc\n")],
        [("prose", "```{toctree}\na\n```\n"), ("code", "```{csv-table}\na,b\n```\n")],
        # D4: fences of colons
        [("prose", "::: tip\na\n:::\n---\nb\n\n"), ("code", "    c\n")],
        [("prose", "::: a\n"), ("heading", "b\n===\n"), ("prose", "::: a.b\n    c: d\n::: e\n===\nf")],
        # three columns of white space before a quotation mark, and four; a tab after it, by its column
        [("code", "> ```\n   > a\n   > ```\n")], [("code", "> ```\n"), ("code", "    > a\n")],
        [("quote", ">\n >\t  x")], [("quote", ">\n"), ("code", " >\t   x")],
        [("quote", ">\t b")], [("code", ">\t  b")],
        # four columns between the colon of a definition and its text, and five; a tab there
        [("prose", "a\n:    b\n"), ("heading", "  # c\n")], [("prose", "a\n"), ("code", ":     b\n")],
        [("prose", "a\n~\t b")], [("prose", "a\n"), ("code", "~\t  b")],
        # a tab after the mark of a footnote and of an item, by its column
        [("code", "[^a]:\t  x")], [("footnote", " [^a]:\t x")], [("list", " -\t  x")], [("code", " -\t   x")],
        [("prose", "[^")],
        # two marks after those of a tab; a type beyond ASCII
        [("prose", "===!+ \"a\"\n\n    b\n")], [("prose", "===!+! \"a\"\n\n"), ("code", "    b\n")],
        [("prose", "!!! é\n\n    b\n")], [("prose", "!!! \x7f\n\n"), ("code", "    b\n")],
        [("prose", "===!")], [("prose", "=== \"\"\n\n    b\n")], [("prose", "=== <\"\n\n"), ("code", "    b\n")],
        # the columns that the lines of a definition, of a list in it, of a footnote, and of an item need
        [("prose", "a\n:   b\n"), ("heading", "   # c\n")], [("prose", "a\n"), ("list", "~\t- a\n\n      # c\n")],
        [("footnote", "[^1]: a\n\n"), ("heading", "   # b\n")], [("prose", "[^]]: a\n")],
        [("list", "123.   a\n\n"), ("code", "\t\t   x\n")],
        # three columns before a closing fence
        [("code", "```\na\n   ```\n"), ("heading", "# b\n")],
        # 32 containers, of which a directive may be the last one
        [("quote", "> " * 31 + "```{note}\n" + "> " * 31 + "# a\n")],
        [("code", "> " * 32 + "```{note}\n" + "> " * 32 + "# a\n")],
        # what is in quotes and footnotes keeps its language
        [("quote", "> [!NOTE]\n> a\n>\n"), ("code", "> ```py\n> b\n> ```\n"), ("quote", "> c\n")],
        [("footnote", "[^1]: a\n\n"), ("code", "    ```py\n    b\n    ```\n"), ("footnote", "    c\n")],
        # HTML
        [("prose", "a\n"), ("html", "<div>\nb\n\n"), ("prose", "c")],
        [("html", "<!-- a\n\nb -->\n"), ("prose", "c")],
        [("html", "<![CDATA[ a ]]>\n"), ("heading", "# b\n")],
        [("heading", "# a\n\n"), ("html", "<div>\nb\n</div>\n")],
        [("prose", "a\n"), ("table", "<b>\n|-\n")],
        # D5: headings of HTML
        [("heading", "<h1>T</h1>\n\n"), ("prose", "a\n"), ("heading", "<H2 id='x'>b</H2>\n"), ("html", "<br>\n\n"),
         ("heading", "<h3>\n  <img src='a'> b\n</h3>\n"), ("html", "c\n\n"), ("prose", "d")],
        [("heading", "<h6 a\nb>\n\n"), ("prose", "c\n\n"),
         ("html", "</h6>\n\n<h7>\na\n\n<h1x>\n\n- <h1>a</h1>\n")],
        [("html", "<?a\n\n?>\n"), ("prose", "b\n\n"), ("html", "<!X\n>\n<![CDATA[\n\n]]>\n"), ("prose", "c")],
        [("code", "<pre>\n\n</pre>\n"), ("prose", "c")],
        [("html", "<b class='x' y>\nb\n\n"), ("prose", "<b> c\n<b>")],
        [("table", "<table>\n<tr>\n\n</tr>\n</table>\n\n"), ("prose", "c")],
        # the rest
        [("front_matter", "---\na: b\n---\n"), ("prose", "c")],
        [("front_matter", "+++\na = 1\n+++\n"), ("heading", "# c")],
        [("front_matter", "---\na: 1\n...\n"), ("heading", "# b")],
        [("prose", "---\n\na\n")],
        [("prose", "---\n\n"), ("heading", "a\n---\n"), ("prose", "b")],
        [("prose", "---\n---\nb")],
        [("front_matter", "---\n" + "a\n" * 510 + "---\n"), ("prose", "b")],
        [("prose", "---\n"), ("heading", "a\n" * 511 + "---\n"), ("prose", "b")],
        [("prose", "---\n\na\n\n***\n\nb")],
        [("prose", "a\n\n"), ("footnote", "[^1]: b\n    c\n\n    d\n\n"), ("prose", "e")],
        [("prose", "\n\n a")],
        [("heading", "# A\r\n\r\n"), ("prose", "b\r"), ("code", "```\rc\r```\r"), ("prose", "d\x0b# e\x85# f")],
    ],
)  # fmt: skip
def test_markdown(impl: Any, expected: list[tuple[str, str]]) -> None:
    check(impl, "markdown", *expected)


# ---- plain text, by hand

WORDS = "It is a long line of prose, with many words in it.\n"
PYTHON = "def f(a, b):\n    return a + b\n"


@cases(
    "expected",
    [
        [("prose", WORDS + "\n"), ("code", PYTHON + "\n"), ("prose", WORDS)],
        [("prose", WORDS + "\n"), ("code", "# a comment\n\n" + PYTHON)],
        [("code", PYTHON + "\n# a comment\n\n" + PYTHON + "\n"), ("prose", WORDS)],
        [("code", 'def f():\n    """It does.\n\n    ' + WORDS + '    """\n    return 1\n\n'), ("prose", WORDS)],
        # a string in three quotes has 200 lines at most
        [("code", 'f(x, """\n' + "\n" * 200 + f"    {WORDS}")],
        [("prose", 'f(x, """\n' + "\n" * 201 + f"    {WORDS}")],
        # a string in three quotes that begins in a line, by an odd number of them
        [("code", 'f(x)\n""" """ """\n\n    ' + WORDS + '    """\n\n'), ("prose", WORDS)],
        [("code", "f(x '''\n\n    " + WORDS + "    '''\n\n"), ("prose", WORDS)],
        [("code", "/*\n * " + WORDS + "\n " + WORDS + " */\nint x = 1;\n\n"), ("prose", WORDS)],
        [("code", "x = f(1);\nif (x) {\n  g();\n}\n\n"), ("prose", WORDS)],
        [("prose", "See f(x) in the file, which has all of the rest of it; and so on.\n")],
        [("prose", WORDS + "\n"), ("heading", "# Title\n\n"), ("prose", WORDS)],
        [("heading", "# Title\n\n"), ("prose", "Something\n\n"), ("code", PYTHON)],
        [("heading", "Title\n=====\n\n"), ("prose", WORDS + "\n"), ("heading", "Part\n----\n"), ("prose", WORDS)],
        [("heading", "=====\nTitle\n=====\n\n"), ("prose", WORDS)],
        [("heading", "=====  \nTitle\n=====\n\n"), ("prose", WORDS)],
        [("heading", "~~~~~\nA\n~~~~~\n\n"), ("prose", WORDS)],
        [("code", "~~~~~\n\n~~~~~\n\n"), ("prose", WORDS)],
        # options of a manual page, and the fields of a header, say nothing, also with one line of code
        [("heading", "NAME\n"), ("prose", "       a - b\n\n"), ("code", "       a_b\n       -f, --a=b\n")],
        [("code", "Ab: c\na_b\n")], [("code", "Ab: c\na_b\n b\n")],
        # a title of three digits is the number of a page
        [("code", PYTHON + "\n"), ("prose", "== 123 ==\n\n" + WORDS)],
        # marks that are no underline are a line of the run
        [("code", "e\n;;;\n")], [("code", "f(x);\n=====\n;;;\n")],
        [("prose", "== 123 ==\n\n" + WORDS)], [("heading", "== 1234 ==\n\n"), ("prose", WORDS)],
        [("prose", "For example::\n\n"), ("code", "  all of this is code\n\n  " + WORDS + "\n"), ("prose", WORDS)],
        [("prose", "For example::\n\nsome\n\n  words\n")],
        [("prose", "  For example::\n\n  some\n\n")],
        [("prose", "  For example::\n\n"), ("code", "   some\n\n")],
        [("code", ".. code-block:: go\n\n   " + WORDS + "\n"), ("prose", WORDS)],
        [("table", ".. list-table:: x\n\n   * - a\n\n"), ("prose", WORDS)],
        [("prose", WORDS), ("code", "```go\nx\n\n```\n"), ("prose", WORDS)],
        [("prose", WORDS + "\n"), ("table", "| a | b |\n|---|---|\n| 1 | 2 |\n\n"), ("prose", WORDS)],
        [("prose", WORDS), ("table", "a | b | c\n1 | 2 | 3\n4 | 5 | 6\n\n"), ("prose", WORDS)],
        [("table", "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n\n"), ("prose", WORDS)],
        [("table", "==  ==\na   b\n==  ==\n1   2\n\n3   4\n==  ==\n\n"), ("prose", WORDS)],
        [("table", "==  ==\n\n1   2\n==  ==\n\n"), ("prose", WORDS)],
        [("table", "==  ==\n1   2\n==  ==\n\n"), ("prose", WORDS + "\n"), ("table", "==  ==\n")],
        [("table", "name   size\nant    1\nbee    22\n\n"), ("prose", WORDS)],
        [("table", "name   size\nant    1\nbee    22\nlong\n\n"), ("prose", WORDS)],
        # the columns of white space are those that all rows so far have
        [("table", "name   size\nant    1\nbee    22\nabcd  123\n"), ("prose", "abcdef  12\n\n" + WORDS)],
        [("table", "<table>\n" + "a\n" * 1999 + "</table>\n"), ("prose", WORDS)],
        [("table", "<table>\n" + "a\n" * 1999), ("prose", "a\n</table>\n" + WORDS)],
        # words that lead in say nothing: code goes on around an indented one
        [("code", f"{PYTHON}\n  where:\n\n{PYTHON}")],
        [("table", "a,b,c,d\n1,2,3,4\n\n"), ("prose", WORDS)],
        [("prose", "a,b\n")],
        # half of the commas have no white space after them, or nothing has words
        [("prose", "a,b, c, d\na,b, c, d\na,b, c, d\n")],
        [("table", "a,b,c,d, e, f, g\na,b,c,d, e, f, g\n\n"), ("prose", WORDS)],
        [("prose", "1, a b\n1, a b\n1, a b\n")],
        [("table", "1, a 2\n1, a 2\n1, a 2\n\n"), ("prose", WORDS)],
        [("table", "a,b\n1,2\n3,4\n\n"), ("prose", WORDS)],
        [("table", "a;b\n1;2\n3;4\n\n"), ("prose", WORDS)],
        [("table", "a\tb\n1\t2\n3\t4\n\n"), ("prose", WORDS)],
        [("table", "seed, 0x1\n0, 0x2\n1, 0x3\n\n"), ("prose", WORDS)],
        # drawn tables
        [("prose", WORDS), ("table", "┌──┬──┐\n│ a│ b│\n├──┼──┤\n│ 1│ 2│\n└──┴──┘\n\n"), ("prose", WORDS)],
        [("prose", WORDS + "\n"), ("table", "  ╔═╤═╗\n  ║1│2║\n  ╚═╧═╝\n"), ("table",
         "  ╭─┬─╮\n  │1│2│\n  ╰─┴─╯\n")],
        [("prose", WORDS + "\n"), ("table", " a │ b\n───┼───\n 1 │ 2\n\n"), ("prose", WORDS)],
        [("prose", WORDS + "\n"), ("table", " a | b\n---+---\n 1 | 2\n"), ("prose", "(1 row)\n\n" + WORDS)],
        [("prose", WORDS + "\n"), ("table", "a   b\n─────\n1   2\n3   4\n\n"), ("prose", WORDS)],
        [("prose", "a b\n───┼───\n┌───┐\n│ a │\n└───┘\n┌─ ┬ ─┐\n┌─a┬──┐\na | b\n---++---\n─────\n╱───╲\n")],
        [("prose", WORDS), ("table", "<table>\n\n<tr>\n</table>\n"), ("prose", WORDS)],
        [("prose", "One two.  Three\nfour five.  Six\nseven ei.  Nine\n")],
    ],
)  # fmt: skip
def test_plain(impl: Any, expected: list[tuple[str, str]]) -> None:
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, "plain") == list(expected)


@cases(
    "line",
    [
        # N1: lead-ins that name a file, an address, a call
        "Edit config.yaml:", "See http://example.com/x:", "Then run foo():", "In main.c:", "pump(1):", "e.g.:",
        "编辑 config.yaml：", "Modifier config.yaml :", "- Run foo():", "1. Run foo():", "*See a.b:*",
        "`foo.bar()`:", "Use a->b:", 'See "a.b":',
        # N2: emphasis
        "__a_b__", "<b>Note</b>", "<STRONG>Note</strong>", "**`run()`**", "**[Fees](x.md)**", "<u>Fees</u>",
        "<summary>Fees</summary>", "<p><summary>a</SUMMARY>", "<b>Note</b>:", "**`run()`** (required)",
        "_`run()`_",
        # N3: titles
        "== Run a.b", "= a.b",
        # N4: words and a colon
        "where:", "for example:", "if you need it:", "when it rains, and pours:", "with:", "  where:",
        # N2: links and anchors
        '<a id="fees"></a>', '<A HREF="x.y">Fees</a>',
        # N6: addresses
        "https://a.b/c.d?e=f&g=h", "  <http://a.b/c_d=e>", "See ftp://a.b/c_d", "See <https://a.b/c.d>",
        "a.b_c@d.e", "<a.b_c@d.e>", "By Ann Oak <a.b_c@d.e>", "  Authors Ann_Oak a.b@c.d",
        # N7: items
        "* The --warnings=failed-read option", "- New options a.b and c_d", "+ Drop a.b_c",
    ],
)  # fmt: skip
@cases("end", ["\n", "\r\n"])
def test_n_lines_of_prose_that_name_code(impl: Any, line: str, end: str) -> None:
    text = f"{line}{end}{end}{WORDS}"
    assert pieces(impl, text, "plain") == [("prose", text)]
    assert pieces(impl, WORDS + text, "plain") == [("prose", WORDS + text)]


@cases(
    "line",
    ["if a.b:", "__END__", "@a.b:", "** a(b) **", "<b>a</i>", "a(b)", "<a b>", "u = https://a.b/c.d",
     "f(https://a.b)", "* a.b", "@a.b_c", "a.b_c@", "x.y <a@b>", "By f(a.b@c.d)", "*A b.c_d"],
)  # fmt: skip
def test_n_lines_of_code(impl: Any, line: str) -> None:
    assert pieces(impl, f"{line}\n\n{WORDS}", "plain") == [("code", line + "\n\n"), ("prose", WORDS)]


def test_n3_titles_between_signs_of_equality(impl: Any) -> None:
    """Their levels follow the order in which the forms come."""
    text = "=== Pump ===\nIt is.\n\n== é ==\n\nOld.\n== Log ==  \n= 1.2 =\n* Mend f(x).\n= 1.1 =\n"
    text += "======= a =======\n=a=\n= a=\n=a =\n"
    assert [title for kind, title in pieces(impl, text, "plain") if kind == "heading"] == [
        "=== Pump ===\n", "== é ==\n\n", "== Log ==  \n", "= 1.2 =\n", "= 1.1 =\n"
    ]  # fmt: skip
    found = [(r.level, r.title) for r in shiplap.regions(text, path="readme.txt") if r.kind == "heading"]
    assert found == [(1, "Pump"), (2, "é"), (2, "Log"), (3, "1.2"), (3, "1.1")]
    assert pieces(impl, text + "\n[a](b) **c**\n", "auto")[0] == ("heading", "=== Pump ===\n")


@cases(
    "text",
    [
        "Format: https://a.b/c/1.0/\nSource: https://a.b/c\n\nFiles: *\nLicense: GPL-2\n It is (a\n a/b(c.d)).\n",
        "Source: pump\nDepends: a-b (= 13),\n c-d (>= 1.2),\n e (>= 2)\nHomepage: https://a.b/c\n",
        "Metadata-Version: 2.1\nRequires: a<2,>=1; b_c < '3'\nRequires: d<3,>=1; b_c < '3'\nUrl: https://a.b\n",
        "Files: a/b.c\n       a/d_e.c\nCopyright: 2004,    A <a@b.c>\n   2005,    B <a@b.c>\n",
        "From: a@b.c\nMessage-Id: <a.b.c@d.e>\nReceived: from a.b\n\tby c.d (e.f)\n",
    ],
)
@cases("end", ["\n", "\r\n"])
def test_the_fields_of_a_header_are_prose(impl: Any, text: str, end: str) -> None:
    text = text.replace("\n", end)
    assert pieces(impl, text + end + WORDS, "plain") == [("prose", text + end + WORDS)]


def test_what_is_no_header(impl: Any) -> None:
    for text in ("Well: Type = a.b(c)\n\n", "Note: x\n    a = b.c(1)\n    d(e)\n\n", "a: b.c(d)\n\n"):
        assert pieces(impl, text + WORDS, "plain") == [("code", text), ("prose", WORDS)]


@cases(
    "line",
    ["- Smith, {}", "* a, {}, cold", "Smith, {}", "Bob: hi, {}", "(1) a, {}", "a) a, {}", "[ ] a, {}", "2. a, {}"],
)
def test_lists_with_commas_are_no_tables(impl: Any, line: str) -> None:
    text = "".join(line.format(name) + "\n" for name in ("Ann", "Bob", "Eve", "Joe"))
    assert pieces(impl, f"{text}\n{WORDS}", "plain") == [("prose", f"{text}\n{WORDS}")]
    assert pieces(impl, f"See these:\n{text}\n{WORDS}", "plain") == [("prose", f"See these:\n{text}\n{WORDS}")]
    numbers = "name, age\nAnn, 12\nBob, 13\n\n"
    assert pieces(impl, numbers + WORDS, "plain") == [("table", numbers), ("prose", WORDS)]


@cases(
    "rows",
    [
        "name, age, city\nAnn, 23, Oslo\nBen, 34, Rome\n",
        "id, first name, note\n1, Ann Lee, paid\n2, Ben Ray, open\n",
        '"name", "age", "home city"\n"Ann Lee", "23", "Oslo North"\n"Ben Ray", "34", "Rome"\n',
        "land, main town, people\nNorway, Oslo, 5400000\nSouth Korea, Seoul, 51000000\nTogo, Lome, none\n",
        "day, mean depth, max depth\n2024-01-02, 1.5, 2.5\n2024-01-03, 1.25, 2.5\n",
    ],
)
def test_commas_with_white_space_divide_rows(impl: Any, rows: str) -> None:
    for end in ("\n", "\r\n"):
        text, words = f"{rows}\n".replace("\n", end), WORDS.replace("\n", end)
        assert pieces(impl, f"{words}{end}{text}{words}", "plain") == [
            ("prose", words + end), ("table", text), ("prose", words)
        ]  # fmt: skip
    assert pieces(impl, rows, "auto") == [("table", rows)]


@cases(
    "rows",
    [
        "He saw oaks, elms, and ashes.\nShe saw birds, bees, and flies.\nThey saw dogs, cats, and mice.\n",
        "The rain, the wind, the sea\nThe sand, the salt, the sun\nThe stone, the road, the tree\n",
        "Ann Smith, 12 Oak Street, Oslo\nBen Jones, 34 Elm Road, Rome\nCid Brown, 56 Ash Lane, Bonn\n",
        "1, Ann Lee, paid\n2, Ben Ray, open\n",  # two rows
        "In 2019, 2020, and 2021, it rained.\nIn 2018, 2017, and 2016, it did.\nIn 2015, 2014, and 2013, no.\n",
        "name, home town\nAnn Lee, 23 oaks\nBen Ray, 34 elms\n",
    ],
)
def test_commas_of_prose_do_not_divide_rows(impl: Any, rows: str) -> None:
    assert pieces(impl, f"{rows}\n{WORDS}", "plain") == [("prose", f"{rows}\n{WORDS}")]


def test_a_line_of_words_does_not_hide_rows_below(impl: Any) -> None:
    """It is a row only if a row with words or with a number follows."""
    rows = '"a", "b", "c"\n"d", "e", "f"\n"g", "h", "i"\n'
    assert pieces(impl, f"See here, the rest, too\n{rows}", "plain") == [
        ("prose", "See here, the rest, too\n"), ("table", rows),
    ]  # fmt: skip


def test_short_titles_underlined_by_tildes(impl: Any) -> None:
    """They are titles below a longer one with such an underline; otherwise three tildes open a fence."""
    text = "Wells\n~~~~~\n\nOld.\n\n~~~\nx = 1\n~~~\n\nFAQ\n~~~\n\nOld.\n\nOak\n~~~\nOld.\n"
    for grammar in ("plain", "auto"):
        assert [part for kind, part in pieces(impl, text, grammar) if kind == "heading"] == [
            "Wells\n~~~~~\n\n", "FAQ\n~~~\n\n", "Oak\n~~~\n",
        ]  # fmt: skip
    assert pieces(impl, "FAQ\n~~~\nx = 1\n~~~\n", "plain")[1] == ("code", "~~~\nx = 1\n~~~\n")
    text = text.replace("Oak\n~~~\n", "Oaks\n~~~\n")
    assert ("code", "~~~\nOld.\n") in pieces(impl, text, "plain")


@cases(
    ("text", "titles"),
    [
        # runs of equals signs below the words of a title
        ("Wells of oak\n===== == ===\n\nOld.\n", ["Wells of oak\n===== == ===\n\n"]),
        ("Wells of oak \t\n===== == ===  \nOld.\n", ["Wells of oak \t\n===== == ===  \n"]),
        ("Wells  of oak\n=====  == ===\nOld.\n", []),
        ("Wells of oak\n===== == ====\nOld.\n", []),
        ("Wells of oak\n===== == ==\nOld.\n", []),
        ("Wells of oak\n==== === ===\nOld.\n", []),
        ("Wells of oak\n===== == ===\t\nOld.\n", []),
        ("Old.\nWells of oak\n===== == ===\nOld.\n", []),
        (" Wells of oak\n===== == ===\nOld.\n", []),
        (" Wells of oak\n ===== == ===\nOld.\n", []),
        # long underlines below a line that ends with a colon, or that is indented
        ("Interfaces:\n~~~~~~~~~~~\n\nOld.\n", ["Interfaces:\n~~~~~~~~~~~\n\n"]),
        ("The wells:\n``````````\n\nOld.\n", ["The wells:\n``````````\n\n"]),
        ("Interface:\n~~~~~~~~~~~\nOld.\n", []),
        ("All wells:\n~~~~~~~~~~\nOld.\n", ["All wells:\n~~~~~~~~~~\n"]),
        ("The well:\n~~~~~~~~~\nOld.\n", []),
        (" * All the wells:\n   ~~~~~~~~~~~~~~~~\n\nOld.\n\nWells\n=====\n", ["Wells\n=====\n"]),
        # a formula between equals signs
        ("= T + 1 =\n\nOld.\n", []), ("= T | 1 =\n\nOld.\n", []), ("= T = 1 =\n\nOld.\n", []),
        ("= (T) =\n\nOld.\n", []),
        ("= 1 T =\n\nOld.\n", ["= 1 T =\n\n"]), ("= é + =\n\nOld.\n", []), ("=  T =\n\nOld.\n", ["=  T =\n\n"]),
        ("== (T + 1) ==\n\nOld.\n", ["== (T + 1) ==\n\n"]), ("=   =\n\nOld.\n", []),
        # a form feed alone is a blank line
        ("Old.\n\f\n=====\nWells\n=====\n\nOld.\n", ["=====\nWells\n=====\n\n"]),
        ("Old.\n \f \nWells\n=====\n\nOld.\n", ["Wells\n=====\n\n"]),
        ("Old.\n\f\f\nWells\n=====\n\nOld.\n", []),
        ("Old.\n\f\n-----\nOld.\n", []),
        ("\fWells\n======\n\nOld.\n", ["\fWells\n======\n\n"]),
    ],
)  # fmt: skip
def test_titles_of_plain_text(impl: Any, text: str, titles: list[str]) -> None:
    assert [part for kind, part in pieces(impl, text, "plain") if kind == "heading"] == titles


@cases("size", [8, 9, 10, 11, 12])
def test_marks_below_a_line_of_an_item_open_a_fence_or_not(impl: Any, size: int) -> None:
    """MIN_LONG: they are as many as the visible code points above."""
    for indent in (0, 1, 3):
        text = f"Old.\n{' ' * indent}{'x' * 8}{'y' * (size - 8)}\n{' ' * indent}{'~' * size}\nx = 1\n"
        assert any(part.lstrip()[0] == "~" for _, part in pieces(impl, text, "plain")) is (size < 10)


@cases(
    ("text", "grammar"),
    [
        ("# a\n# b\n# c\n\nOld.\n", "plain"), ("# a\n# b\n\nOld.\n", "markdown"),
        ("# a\n\n# b\n# c\n# d\n\nOld.\n", "markdown"), ("# a\n#\n# c\n\nOld.\n", "plain"),
        ("# a\n# b\nOld.\n# c\n", "markdown"), ("# a\n# b\n\n# c\n# d\n", "markdown"),
        ("# a\n# b\n# c\n\n# d\n\nOld.\n", "markdown"), ("# a\n# b\n# c\n# d\n\n# e\n\nOld.\n", "plain"),
    ],
)  # fmt: skip
def test_comments_are_no_headings_of_markdown(impl: Any, text: str, grammar: str) -> None:
    """MAX_HEADING_RUN"""
    assert rule.grammar_by_look(text) == grammar
    assert impl.blocks(text, "auto") == impl.blocks(text, grammar)


@cases(
    ("lines", "level"),
    [
        ("<h1>Oak</h1>\n", 1),
        ('<div align="center">\n  <h3>Oak</h3>\n</div>\n', 3),
        ("<details>\n<summary><h2>Oak</h2></summary>\n", 2),
        ("<center><H4>Oak</H4></center>\n", 4),
        ('<p align="center"><a name="x"></a> <h2>Oak</h2></p>\n', 2),
        ("<div>\n<h2>\nOak\n</h2>\n</div>\n", 2),
        ("<div>\n<p>Oak</p>\n</div>\n", 0),
        ("<div>Oak <h2>Oak</h2></div>\n", 0),
        ("<table>\n<tr><td>\n<h2>Oak</h2>\n</table>\n", 0),
        ("<tr><td><h2>Oak</h2>\n", 0),
        ("- <div>\n  <h2>Oak</h2>\n", 0),
        ("<div>\n</h2>\n", 0),
        ("<div <h2>Oak</h2>\n", 0),
    ],
)
def test_d5_headings_in_blocks_of_html(impl: Any, lines: str, level: int) -> None:
    found = impl.blocks(f"{WORDS}\n{lines}\n{WORDS}", "markdown")
    assert [block[2] for block in found if block[1] == "heading"] == [level] * (level > 0)


def test_tags_do_not_count_against_markdown(impl: Any) -> None:
    """A README that begins with HTML is Markdown; a page of HTML is not."""
    page = '<p align="center">\n  <img src="a.png">\n</p>\n\n<h1 align="center">Oak</h1>\n\n<br/>\n\n'
    assert ("heading", "## Use\n\n") in pieces(impl, f"{page}## Use\n\nRun it.\n", "auto")
    comment = '<!-- Use "a.b" -->\n'
    found = pieces(impl, f"{comment}## Use\n\nRun it.\n", "auto")
    assert found[:2] == [("html", comment), ("heading", "## Use\n\n")]
    assert pieces(impl, page, "auto")[1] == ("heading", '<h1 align="center">Oak</h1>\n\n')
    assert "heading" not in [kind for kind, _ in pieces(impl, page.replace("h1", "div"), "auto")]


MANUAL = """\
PUMP(1)                 Wells and pumps                PUMP(1)

NAME
       pump - draws water

SYNOPSIS
       pump [-v] [--file=NAME] well

OPTIONS
       --file=NAME
              Read the file. It is long.

   Exit status:
       0      if it drew water

SEE ALSO
       well(1), valve(8)

1.0                 March 2024                PUMP(1)
"""


@cases("end", ["\n", "\r\n"])
@cases("name", ["NAME", "NOM"])
@cases("dash", ["-", "–"])
def test_g_manual_pages(impl: Any, end: str, name: str, dash: str) -> None:
    text = MANUAL.replace("NAME\n   ", f"{name}\n   ", 1).replace(" - ", f" {dash} ").replace("\n", end)
    found = [(kind, part.split(end)[0]) for kind, part in pieces(impl, text, "plain")]
    assert [title for kind, title in found if kind == "heading"] == [
        name, "SYNOPSIS", "OPTIONS", "   Exit status:", "SEE ALSO"
    ]  # fmt: skip
    assert {kind for kind, _ in found} == {"heading", "prose"}
    levels = [region.level for region in shiplap.regions(text, path="pump.txt") if region.kind == "heading"]
    assert levels == [1, 1, 1, 2, 1]


def test_g1_what_is_no_manual_page(impl: Any) -> None:
    for old, new in ((" - ", " "), ("NAME\n   ", "CALL\n   "), ("NAME\n", "NAME\n\n")):
        text = MANUAL.replace(old, new, 1)
        assert "heading" not in [kind for kind, _ in pieces(impl, text, "plain")]


def test_pages(impl: Any) -> None:
    expected = [
        ("html", "<p>a</p>"), ("table", "<TABLE><tr><td><table></table></td></tr></table>"), ("html", " b "),
        ("heading", "<h2 id='x'>T</h2>"), ("code", "<pre>\n<b></pre>"), ("code", "<script>x</script>"),
        ("html", "c"),
    ]  # fmt: skip
    assert pieces(impl, "".join(part for _, part in expected), "html") == expected


#: Runs whose lines below fields count for code, or not.
FIELDS: list[tuple[str, bool]] = [
    ("Files:\n lib/x.c\n lib/y.c\n", False), ("Files:\n  lib/x.c\n  lib/y_z.c\n", False),
    ("Files: a\n   lib/x_y.c\n   lib/y_z.c\n", False), ("Files:\n  f(x);\n  g(x);\n", True),
    ("Files:\n f(x);\n g(x);\n", False), ("Files: *\nCopyright:\n  f(x);\n  g(x);\n", False),
    ("Files:\nCopyright:\n  f(x);\n  g(x);\n", True), ("Files:\nCopyright: b\n  f(x);\n  g(x);\n", False),
    ("files:\n f(x);\n g(x);\n", True), ("It is\nFiles:\n f(x);\n g(x);\n h(x);\n", True),
    ("Files:\n  f(x)\n  f(y)\n", True), ("Files: a\n  f(x)\n  f(y)\n", False),
    ("Files: a\n  x_y z_w\n  x_y z_w\n", False), ("Files:\n  x_y z_w\n  x_y z_w\n", True),
    ("Files: a\n  f(x);\n  g(x);\n", True), ("Files:\nf(x);\ng(x);\n", True),
]


@cases("text, is_code", FIELDS)
def test_lines_below_fields(impl: Any, text: str, is_code: bool) -> None:
    assert [kind for kind, _ in pieces(impl, text, "plain")] == ["code" if is_code else "prose"]


@cases("expected", [
    [("heading", "<h2>a</h3>"), ("html", "b</h2>"), ("heading", "<h3>c</H1 >")],
    [("heading", "<h2>a<p>b</p>"), ("heading", "<h2>c</h2>"), ("heading", "<H6 x>d"), ("heading", "<h1>e</h1>")],
    [("heading", "<h2>a"), ("html", "<h3 hidden>b</h3>c")], [("html", "<div hidden><h2>a</h3></h2></div>b")],
    [("table", "<table><h2>a</h3></table>"), ("html", "b")], [("heading", "<h2>a</p><h7></h7><hr></ h2>b")],
    [("code", "<pre><h2>a</h3></pre>"), ("html", "</h3><p>"), ("heading", "<h1></h2>")],
])  # fmt: skip
def test_w6_ends_of_headings(impl: Any, expected: list[tuple[str, str]]) -> None:
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, "html") == expected
    for (_, _, _, (begin, end)), (kind, part) in zip(impl.blocks(text, "html"), expected, strict=True):
        is_closed = kind == "heading" and not part.endswith("</ h2>b")
        assert text[begin:end] == (re.sub(r"</?h[1-6][^>]*>", "", part, flags=re.IGNORECASE) if is_closed else "")


@cases(
    "inner",
    [
        # W1: names, quoted values
        "<h2-x>a</h2-x>", "<h2:x>a</h2:x>", "<p title='<h2>a</h2>'>", '<p a = "<pre>" b=\'</table>\'>',
        "<p\nclass=x\ntitle='\n<table>'\n>", "</p title='<h2>'>",
        # W2: comments and other markup
        "<!-- <h2>a</h2> -->", "<!--\n<table><tr></table>\n-->", "<!-- a -- b > <h2> -- > --!><!--x--->",
        "<!--[if IE]><h2>a</h2><![endif]-->", "<![CDATA[ > <h2> ]]>", "<!DOCTYPE <h2>", "<?php <h2>", "</ <h2>",
        "<!---!> <h2> -->", "<!--><!---><!-- -->",
        # W3: text
        "<textarea><h2>a</h2></textarea>", "<TextArea a='>'><h2>a</textare></h2></TEXTAREA\n>",
        "<title><h2>a</title>", "<xmp><pre></xmp>", "<iframe><h2></iframe>", "<noembed><h2></noembed >",
        "<noframes><table></noframes/>", "<noscript><h2>a</h2></noscript>", "<Template x><pre></template>",
        "<script />", "<style/>", "<title/>", "< h2>a</h2>", "<2h>",
    ],
)  # fmt: skip
def test_w1_to_w3_what_is_no_tag(impl: Any, inner: str) -> None:
    for tail in ("", "é", "漢", "😀"):
        text = f"<p>{tail}</p>\n{inner}"
        assert pieces(impl, text + "<h1>T</h1>", "html") == [("html", text), ("heading", "<h1>T</h1>")]


@cases(
    "inner",
    ["<!-->", "<!--->", "<!--[if !IE]><!-->", "<![if !IE]>", "<a b=c\">", "<a b'>", "<a b=>'", "<script/>",
     "</textarea>", "<", "a < b", "<>", "</>", "<!>", "<!----!>", "<!-- a --!>", '<a b=""">'],
)  # fmt: skip
def test_w1_and_w2_what_ends_at_once(impl: Any, inner: str) -> None:
    assert pieces(impl, f"{inner}<h1>T</h1>", "html") == [("html", inner), ("heading", "<h1>T</h1>")]


def test_w4_what_nothing_closes(impl: Any) -> None:
    for opened in ("<!--", "<![CDATA[", "<textarea>", "<p a='", "<title><", "<!", "<p"):
        assert pieces(impl, f"{opened}<h1 T", "html") == [("html", f"{opened}<h1 T")]
    assert pieces(impl, "<pre><!-- </pre> --></pre >b", "html") == [
        ("code", "<pre><!-- </pre> --></pre >"), ("html", "b"),
    ]  # fmt: skip
    assert pieces(impl, "<h1>a<h1>b</h1>c", "html") == [
        ("heading", "<h1>a"), ("heading", "<h1>b</h1>"), ("html", "c"),
    ]  # fmt: skip
    assert pieces(impl, "<pre>a<</pre>b", "html") == [("code", "<pre>a<</pre>"), ("html", "b")]
    assert pieces(impl, "<style>a<</style>b", "html") == [("code", "<style>a<</style>"), ("html", "b")]
    assert pieces(impl, "<h1 a='>'>T</h1 b='>'>c", "html") == [("heading", "<h1 a='>'>T</h1 b='>'>"), ("html",
    "c")]


@cases(
    "shown",
    [
        "<p hidden>", "<li hidden>a", '<div hidden="until-found">', "<div data-hidden>", "<div title='hidden'>",
        "<div title=hidden>", "<div a = 'x hidden'>", "<hidden>", "</div hidden>", "<div HIDDEN>", "<div hiddens>",
        "<div a=hidden/>", "hidden", "<!-- <div hidden> -->", "<br hidden>", "<div a=' hidden>'>",
        "hidden <fieldset>", "<my-tab data-hidden>", "</my-tab hidden>",
    ],
)  # fmt: skip
def test_w5_what_is_shown(impl: Any, shown: str) -> None:
    for tail in ("", "é", "漢", "😀"):
        text = f"<p>{tail}</p>{shown}"
        assert pieces(impl, text + "<h1>T</h1>", "html") == [("html", text), ("heading", "<h1>T</h1>")]


@cases(
    "hidden",
    [
        "<div hidden><h2>a</h2></div>", '<div class="x"\nhidden=""><pre>a</pre></div >', "<pre hidden>a</pre>",
        "<h2 hidden>a</h2>", "<div hidden='hidden'><div><table></table></div><h2>b</h2></DIV>",
        "<section hidden x><!-- </section> --><h2>a</h2></section>", "<table hidden><tr></table>",
        "<x1 a=b hidden/><h2>a</h2></x1>", "<div hidden><script>'</div>'</script><h2>a</h2></div>",
        "<template hidden><h2></template>", "<div hidden = until><h2></h2></div>",
        "<div =' hidden><h2>'>a</h2></div>", "<div a='b'hidden><h2>a</h2></div>",
        '<div a="" hidden><h2>a</h2></div>',
        "<my-tab hidden><h2>a</h2></my-tab>", "<my-tab hidden><my-tab>a</my-tab><my><h2>a</h2></MY-TAB>",
        "<x.y_z-1 hidden><h2>a</h2></x.y_z-1>", f"<{'long-name' * 5} hidden><h2>a</h2></{'long-name' * 5}>",
    ],
)  # fmt: skip
def test_w5_hidden_elements(impl: Any, hidden: str) -> None:
    for tail in ("", "é", "漢", "😀"):
        text = f"<p>{tail}</p>{hidden}"
        assert pieces(impl, text + "<h1>T</h1>", "html") == [("html", text), ("heading", "<h1>T</h1>")]
    assert pieces(impl, "<h1>T</h1><div hidden><h2>a</h2>", "html") == [
        ("heading", "<h1>T</h1>"), ("html", "<div hidden><h2>a</h2>"),
    ]  # fmt: skip


def test_the_grammar_is_chosen(impl: Any) -> None:
    quoted = "> " + WORDS
    assert pieces(impl, quoted, "auto")[0][0] == "quote"
    assert pieces(impl, "a,b,c\n1,2,3\n4,5,6\n\n```\nx\n```\n", "auto") == [
        ("table", "a,b,c\n1,2,3\n4,5,6\n\n"), ("code", "```\nx\n```\n"),
    ]  # fmt: skip
    assert pieces(impl, PYTHON + "\n# a\n\n" + PYTHON, "auto") == [("code", PYTHON + "\n# a\n\n" + PYTHON)]


@cases("grammar", GRAMMARS)
def test_nothing(impl: Any, grammar: str) -> None:
    assert core_blocks(Text(""), grammar)[0].columns() == ([], []) and rule.blocks("", grammar) == []
    for blank in ("\n", " ", " \r\n\r\r\n"):
        assert len(pieces(impl, blank, grammar)) == 1


def test_a_line_is_judged_by_its_beginning(impl: Any) -> None:
    long = "x" * 5000
    check(impl, "markdown", ("code", f"``` {long}\n{long}\n```\n"), ("prose", long))
    check(impl, "markdown", ("html", f"<!-- {long} -->\n"), ("prose", long))


# ---- what is public


DRAWN = {
    "frame": "┌──┬──┐\n│ a│ b│\n├──┼──┤\n│ 1│ 2│\n└──┴──┘\n",
    "rule": " a │ b\n───┼───\n 1 │ 2\n",
    "grid": "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
    "aligned grid": "+---+---+\n| a | b |\n+:==+==:+\n| 1 | 2 |\n+---+---+\n",
    "psql": " a | b\n---+---\n 1 | 2\n 3 | 4\n",
    "simple": "===  ===\na    b\n===  ===\n1    2\n===  ===\n",
}


@cases("form", DRAWN)
@cases("end", ["\n", "\r\n"])
def test_d6_drawn_tables_in_markdown(impl: Any, form: str, end: str) -> None:
    table = DRAWN[form].replace("\n", end)
    words = WORDS.replace("\n", end)
    assert pieces(impl, words + table + end + words, "markdown") == [
        ("prose", words), ("table", table + end), ("prose", words),
    ]  # fmt: skip
    for before in ("- ", "> ", "    "):  # in a container, in code
        text = "".join(before + line for line in table.splitlines(keepends=True))
        assert "table" not in [kind for _, kind, _, _ in impl.blocks(text, "markdown")], before
    assert "table" not in [kind for _, kind, _, _ in impl.blocks(f"```{end}{table}```{end}", "markdown")]


def test_d6_what_is_no_drawn_table_in_markdown(impl: Any) -> None:
    rules = ("a | b\n---+---+---\n1 | 2\n", "a\n---+---\n1\n", "a | b\n--- ---\n1 | 2\n", "====\na    b\n====\n")
    for text in (*rules, "a,b,c\n1,2,3\n4,5,6\n", "a  b\nc  d\ne  f\n"):
        assert "table" not in [kind for _, kind, _, _ in impl.blocks(WORDS + "\n" + text, "markdown")], text


def test_regions() -> None:
    text = "# A é\n\n## B\n\nb\n\n```{.Py x}\nc\n```\n\nD\n=\n\n- e\n"
    found = shiplap.regions(text)
    assert [(region.kind, region.title, region.headings) for region in found] == [
        ("heading", "A é", ()), ("heading", "B", ("A é",)), ("prose", None, ("A é", "B")),
        ("code", None, ("A é", "B")), ("heading", "D", ()), ("list", None, ("D",)),
    ]  # fmt: skip
    assert found[3].language == "python" and found[2].language is None
    assert found.kinds == [region.kind for region in found] == list(shiplap.regions(text.encode()).kinds)
    assert [region.text for region in found] == found.texts == [text[a:b] for a, b in found.spans.tolist()]
    data = text.encode()
    for other in (found, shiplap.regions(data)):
        assert [data[a:b].decode() for a, b in other.byte_spans.tolist()] == found.texts
        assert [(region.start_byte, region.end_byte) for region in other] == [tuple(s) for s in other.byte_spans]
    assert found[-1].base_kind == "prose" and set(shiplap.content.BASE_KINDS.values()) == {
        "prose",
        "code",
        "table",
        "data",
    }
    assert [region.start for region in found[1:3]] == [7, 13]
    assert repr(found[3]) == "Region('code', 16:34, python)" and repr(found) == "<Regions: 6>"
    with pytest.raises(IndexError):
        found[6]


@pytest.mark.parametrize("crossing", [0, 1, 20, 40])
def test_last_line_may_cross_a_step(crossing: int) -> None:
    # the core reads long texts by steps of 1 << 21 units: the run of the last line is not lost, wherever it ends
    code = "def f(a):\n    return g(a[0], b)\n"
    prose = ("It rains. " * (1 << 18))[: (1 << 21) - crossing - 2] + "\n\n"
    for grammar in ("plain", "auto"):
        found = found_by_core(Text(prose + code), grammar)
        assert [(at, kind) for at, kind, *_ in found] == [(0, "prose"), (len(prose), "code")]


@pytest.mark.parametrize(
    ("text", "path", "above"),
    [
        ("<h1>T</h1><h2></h2><p>a", "x.html", ("T",)), ("<h1>T</h1><h2><!-- b --> &nbsp; </h2>a",
        "x.html", ("T",)),
        ("# T\n\n##\n\na\n", "x.md", ("T",)), ("# T\n\n## ##\n\na\n", "x.md", ("T",)),
        ("# T\n\n## U\n\n## <a id='x > y'></a>\n\n### V\n\na\n", "x.md", ("T", "V")),
        ("# \u200b\n\na\n", "x.md", ()), ("# T\n\n## {#x}\n\na\n", "x.md", ("T",)),
        ("# T\n\n## ![](a.png)\n\na\n", "x.md", ("T",)), ("# T\n\n## **\n\na\n", "x.md", ("T",)),
        ("# T\n\n## [](#x) {: .y }\n\na\n", "x.md", ("T",)),
        ("# T\n\n## ![U](a.png)\n\na\n", "x.md", ("T", "![U](a.png)")),
    ],
)  # fmt: skip
def test_empty_headings_are_in_no_path(text: str, path: str, above: tuple[str, ...]) -> None:
    assert shiplap.regions(text, path=path)[-1].headings == above
    chunk = shiplap.AdaptiveChunker(12, 0, unit="characters", max_context=99).chunk(text, path=path)[-1]
    assert chunk.headings == above
    whole = shiplap.AdaptiveChunker(999, 0, unit="characters").chunk(text, path=path)
    assert "" not in whole[0].headings


def test_a_text_that_is_one_table() -> None:
    text = "# c\nwell_id,f.name,g()\n" + "w_1,a.b,3\n" * 9
    for path in (None, "x.txt"):
        assert shiplap.regions(text, path=path).kinds == ["table"]
        chunker = shiplap.AdaptiveChunker(60, 0, unit="characters", max_context=40)
        chunks = chunker.chunk(text, path=path)
        assert {chunk.table_header for chunk in chunks[1:]} == {"# c\nwell_id,f.name,g()\n"}
        # a decision for the text, which an update keeps
        for new in (text + "w_2,c.d,4\n", text + "It rains.\n"):
            assert set(chunker.update(chunks, new, path=path).chunks.kinds) == {"table"}
    assert shiplap.regions(text, path="x.rst").kinds != ["table"]


def test_regions_by_path() -> None:
    assert shiplap.regions("x\n", path="a/b.PY")[0].kind == "code"
    assert shiplap.regions("x\n", path=Path("b.rs"))[0].language == "rust"
    assert shiplap.regions("# a\n", path="x.csv").kinds == ["table"]
    assert shiplap.regions("", path="x.csv").kinds == shiplap.regions("").kinds == []
    assert shiplap.regions("a,b\n1,2\n3,4", path="x.md").kinds == ["prose"]
    assert shiplap.regions("a,b\n1,2\n3,4", path="x.rst").kinds == ["prose"]
    assert shiplap.regions("a,b\n1,2\n3,4", path="x.log").kinds == ["table"]
    assert shiplap.regions("<h1>a <b>b</b>&lt;</h1>x", path="x.html")[0].title == "a b<"
    for path in (None, "x.py"):
        with pytest.raises(shiplap.TextError):
            shiplap.regions(b"\xff", path=path)
    assert shiplap.regions(b"\xff", errors="replace").texts == ["\ufffd"]


# ---- hostile text


with_tails = st.builds(lambda text, tail: text[:20_000] + tail, documents | texts, tails)
calls = arguments(rule.blocks, text=with_tails)


@given(call=calls)
def test_any_text_equals_the_reference(call: dict[str, Any]) -> None:
    text, grammar, finds_looks = call["text"], call["grammar"], call["finds_looks"]
    expected = found_by_reference(**call)
    starts = [0, *itertools.accumulate(len(char.encode()) for char in text)]
    in_bytes = [(starts[at], kind, level, (starts[a], starts[b])) for at, kind, level, (a, b) in expected]
    before = cpu.current()
    try:
        for name in cpu.supported():
            cpu.use(name)
            assert found_by_core(Text(text), grammar, finds_looks) == expected, name
            assert found_by_core(Text(text.encode()), grammar, finds_looks) == in_bytes, name
    finally:
        cpu.use(before)


@given(text=broken, grammar=st.sampled_from(GRAMMARS))
def test_lone_surrogates_are_letters(text: str, grammar: str) -> None:
    assert found_by_core(Text(text), grammar) == found_by_reference(text, grammar)


# ---- pyromark


def kinds_by_pyromark(text: str) -> list[tuple[str, str]]:
    """Each line of a Markdown document with its kind, by the ranges of pyromark's events."""
    pyromark = pytest.importorskip("pyromark", reason="pyromark, the oracle for Markdown, is not installed")
    rows = list(rule.lines(text))
    starts = [len(text[:at].encode()) for at, _ in rows]
    kinds = [""] * len(rows)
    containers = 0
    names = {"CodeBlock": "code", "Table": "table", "HtmlBlock": "html", "MetadataBlock": "front_matter"}
    option = pyromark.Options
    options = (
        option.ENABLE_TABLES | option.ENABLE_FOOTNOTES | option.ENABLE_YAML_STYLE_METADATA_BLOCKS
        | option.ENABLE_PLUSES_DELIMITED_METADATA_BLOCKS
    )  # fmt: skip
    for event, place in pyromark.events_with_range(text, options=options):
        if not isinstance(event, dict):
            continue
        [(side, what)] = event.items()
        name = what if isinstance(what, str) else next(iter(what)) if isinstance(what, dict) else ""
        if name in ("Item", "BlockQuote", "FootnoteDefinition"):
            containers += 1 if side == "Start" else -1 if side == "End" else 0
        kind = "heading" if name == "Heading" and not containers else names.get(name)
        if side == "Start" and kind:
            for row in range(bisect_right(starts, place["start"]) - 1, bisect_left(starts, place["end"])):
                kinds[row] = kinds[row] if kind == "html" and kinds[row] else kind
    return [(kind, c) for kind, (_, c) in zip(kinds, rows, strict=True)]


def differences(text: str) -> list[tuple[str, str, str]]:
    """Return the lines that pyromark takes for something else: (its kind, ours, the line). Lines of which only
    marks of containers are there say nothing; HTML blocks that are tables or code to us are HTML to pyromark,
    which knows no headings without marks."""
    found = shiplap.regions(text, path="x.md", headings="marked")
    ends = [region.end for region in found]
    ours = []
    for at, _ in rule.lines(text):
        kind = found[bisect_right(ends, at)].kind
        ours.append("" if kind in ("prose", "list", "quote", "footnote") else kind)
    pairs = zip(kinds_by_pyromark(text), ours, strict=True)
    return [
        (theirs, mine, c)
        for (theirs, c), mine in pairs
        if theirs != mine and c.strip(" \t>") and not (theirs == "html" and mine in ("table", "code"))
    ]


def package_documents() -> list[Path]:
    """Markdown that packages and this repository ship."""
    import sysconfig

    roots = [Path(sysconfig.get_paths()["purelib"]), Path(__file__).resolve().parents[3]]
    return sorted(path for root in roots for path in root.rglob("*.md") if path.stat().st_size < 200_000)[:80]


def test_pyromark_on_real_markdown() -> None:
    pytest.importorskip("pyromark", reason="pyromark, the oracle for Markdown, is not installed")
    read = [path.read_text("utf-8", errors="replace") for path in package_documents()]
    assert read
    for text in read:
        assert differences(text) == [], text[:80]


@given(text=markdown)
def test_pyromark_on_any_markdown(text: str) -> None:
    if text.strip(" \n"):
        assert differences(text) == []
