"""Dense text: lines of only those characters that the rules read. The core is the reference on each."""

from __future__ import annotations

import random
from typing import Any

import pytest

from shiplap._core import cpu
from shiplap._core.regions import content as core_content
from shiplap._core.regions import guess as core_guess
from shiplap._core.regions import rows as core_rows
from shiplap._core.text import Text
from shiplap._data.code_keywords import WEIGHTS
from shiplap._data.code_prefixes import PREFIXES
from shiplap._data.heading_numbers import CAPITALS, HAS_MARKED, INDENTED, LABELLED, NUMBERED, OUTLINED, TITLE
from shiplap._data.markups import COMMANDS
from shiplap._data.packing_costs import GROUP
from shiplap._data.region_kinds import GRAMMARS, MARKUPS
from shiplap.reference.regions import language, line_counts, table_rows
from shiplap.reference.regions.plain import ABOVE
from tests.conftest import Core, Reference
from tests.support.cases import few_quick

INDENTS = ["", "", "", "", " ", "  ", "   ", "    ", "     ", "\t", " \t", "   \t", "      ", "        ", "\t\t"]

#: What Markdown begins with, more than one of it in a line.
MARKS = [
    "- ", "* ", "+ ", "-", "+", "-    ", "-     ", "-\t", "1. ", "1) ", "2. ", "01. ", "123456789. ",
    "1234567890. ", "1.", "1", ": ", ":\t", "~   ", ":     ", ":", "> ", ">", ">\t", ">  ", "[^1]: ", "[^é]:",
    "[^]: ", "[^a b]: ", "[a]: ",
]  # fmt: skip
MARKDOWN = [
    "# a", "#", "###### a", "####### a", "#a", "#\ta", "```", "````", "``", "``` a`b", "```py", "~~~", "~~~~",
    "~~~ `", "``` x", "===", "=", "= =", "---", "--", "-", "- -", "- - -", "***", "**", "* * *", "___", "_ _",
    "+++", "...", "| a | b |", "| a |", "a | b", "a \\| b | c", "a \\\\| b", "|---|", "|-|-|", "--|--", ":-|-:",
    ":-:|", "|:|", "|", "||", "|a|", "-|", "|-", "<div>", "<div", "</div>", "<div/>", "<div/", "<divx>",
    "<table>", "<td>", "</tr>", "<pre>", "</pre>", "<pre", "<PRE ", "<prex", "<script>x</script>", "<textarea>",
    "<style\t", "<!-- a", "-->", "<!---->", "<?a", "?>", "<!X", "<!1", ">", "<![CDATA[", "]]>", "<a>", "</a>",
    "<a/>", "<a b>", "<a b=c>", "<a b='c'>", '<a b="c>', "<a b =  c >", "<a b=>", "<a 1>", "<a b.c:d_e-f=1 />",
    "!!! a", "!!!", "!!! ", '!!! "a"', '!!! a "b"', '!!! a "b" c', '!!! "', "!!!é", "??? a", "???+ a",
    "????", '=== "a"',
    '===! "a"', '===+! "a"', '==="a"', '=== a "b"', ": a", ":a", "~ a", ":::", "::: a", "```{note}", "```{note",
    "~~~~ {tab-item} a", "````{code}", "```{}", "<a-1>", "</a >", "</a b>", "<a> b", "<a ", "<1>", "<h1>",
    "<h7>", "a", "a b", "\\# a", "x](y)", "**a**", "",
    "", "",
]  # fmt: skip
PLAIN = [
    "def f(x):", "return x", "x = 3;", "if (a) {", "}", "# a", "# a b", "#", "## a", "// c", "/* c", "c */",
    "/* c */", "* c", "'''", '"""', '"""a"""', "it's", "the old man said that it rains.",
    "The rain, the snow and the old man.", "It rains", "a::", "a b c d e f g h i j k l::", "::", "x();", "é",
    "é è ê à", "漢字、かな", "a,b", "a,b,c", "1,2,3", "a, b, c", "1, 2, 3%", "a;b;c", "a; b", "a;b, c", '"a,b",c',
    '"a,b', "a\tb", "a\tb\tc", "a\t", "a  b", "a  b   c", "aa  b", "a     b", "   b", "          b", "a.  b",
    "a:  b", "a   b  ", "| a | b |", "| a |", "a | b", "a | b | c", "x = a | b;", "|", "||", "|---|---|",
    "--|--", "| x", "-----  ---", "--- ---", "=====  ===", "== ==", "= =", "==", "=", "+---+---+", "+===+===+",
    "+--", "+", "+-+", "+--+x", "---", "----", "------", "======", "~~~", "~~~~", "..", ".. code:: x",
    ".. code-block:: py", ".. table::", ".. list-table:: a", ".. csv-table::", ".. note:: x", ".. code:",
    ".. code", ":header: a", ":header-rows: 1", ":header-rows: 12", "* - a", "  - b", "<table>", "<TABLE a",
    "</table>", "<tables>", "<table>a</table>", "```", "```` a", "~~~", "``", "#include <x>", "#define", "#!x",
    "#[x]", "#else", "@foo", "@ foo", "@", "$ ls", "$", ">>> 1", ">>>", "> a", ")", "]", "{", "{}", "*/", "//",
    "<a", "</", "<", "<1", "a\\", "a:", "a(", "a[", "a;", "a{", "a}", "a.", "a?", "a!", "for (", "for x",
    "range(", "select:", "async", "size_t", "a_b", "_", "a_", "_a", "a.b", "a. b", ".b", "f(x)", "f (x)",
    "[x](y)", "]()", "()", "([", "a == b", "a = b", "a=b", "a=", "a =b", "a !=", "a <= b", "a -> b", "=> a",
    "/>", "</a", "</ a", "a::b", "a: :", "a && b", "a &", "a || b", "a |", "x" * 90 + "(" + "x" * 90 + "(",
    "- a, b", "* a, 2", "1. a, b", "(1) a, b", "[ ] a, b", "[x] a, 1", "a) 1, b", "abcde. a, 1", "a, 1", "a, b",
    "-a, 1", "A-b: c", "Ab1: c(d) (>= 1)", " a (>= 1),", "  b(c)", "A: b = c", "A:", "A: ", "Ab:c", "a: b",
    "A b: c(d)",
    "NAME", "NAME ", "NAMES", "A B", "A(1)", "   a - b", "       a – b", "   A b:", "   a b", "   A b.",
    "       a(1), b(8x)", "a(1),", "a(1), b", "a(1)", "a [-b=c]", "A(1)  b  A(1)",
    "A(1)  b  B(1)", "1.0    A(1)", "       -f, --a=b", "     /a/b.c",
    "    ~/a.b",
    "www.a.b 3", "a:1.2v1 [b.c] 3 Jan", "www.a.b/c_d", "if a.b", "{12}", "{}", "{a}", "{1", " www.a.b", "a::b.c",
    "Use a.b:", "A a.b:", "a.b:", "é a.b：", "Use a.b::", "Use a.b:*\"'`_*_*", "Use a.b:*********", "@a b.c:",
    "if a.b:", "É a.b:", "Ab\ta.b:", "AB a.b:", "**a()**", "*a()*", "_a()_", "_A()_", "__END__", "__aB()__",
    "**a()** b", "** a()** b", "**a() ** b", "***a()", "**a**", "<b>a()</b>", "<B>a</b>:", "<u>a</u> ", "<b></b>",
    "<summary>a</summary>", "<b>a</i>", "<b>a</b>b", "<bb>a</bb>", "== a ==", "==a==", "= a =", "=a=", "== a =",
    "======= a =======", "====== a.b ======", "== a", "= a", "==a", "=  1\t=", "== = ==", "== é ==  ", "=== a ==",
    "┌──┬──┐", "╭─┬╮", "┌──┐", "┌─ ┬─┐", "│ a│ b│", "├──┼──┤", "───┼───", "──┼──┼──", " a │ b", "╱──╲", "─────",
    "── ──", "│", "é│", "---+---", "--+-", "a | b", "+---", "a b " * 45, ", a, b, c, d,", "", "", "",
]  # fmt: skip
RST = [
    "a", "ab", "Rain", "Much rain", "雨", "=", "==", "====", "-----", "~~~~", "````", "++++", "^^^", "::::",
    "....", "||||", "!!!!", "{{{{", "~~~~~ x", "a::", "::", ":a: b", ":a b:", ":a:`b`: c", ":a\\: b: c", ": a:",
    ":a:", "| a", "__ a", "_ a", ">>> a", ">>>", ">>>a", "> a", "- a", "-", "* a", "+ a", "-a", "1. a", "2. a",
    "12) a", "(1) a", "(1. a", "a. b", "A) b", "iv. a", "mix. a", "#. a", "1.a", "123456789. a", "..", ".. a",
    "...", "..a", ".. _a: b", ".. __: a", ".. |a| image:: b", ".. |a| b", ".. [1] a", ".. [a", ".. [#] a",
    ".. note:: a", ".. note::", ".. note::a", ".. code:: py", ".. code-block:: é", ".. code ::  c",
    ".. code  :: c", ".. py:function:: f", ".. a.b-c+d_e:: f", ".. -a:: b", ".. a-:: b", ".. table:: x",
    ".. csv-table::", ".. raw:: html", ".. graphviz::", "+---+---+", "+-+", "++", "+--", "| a | b |",
    "===  ===", "== =", "a   b", "# a", "```py", "<table>", "x = f(1);", "é::", "a:", "", "", "",
]  # fmt: skip
#: The other markups: all of their lines in all of them, so that what one reads is text of the next.
MARKUP_LINES = [
    *(each.word for commands in COMMANDS.values() for each in commands),
    *(each.end for commands in COMMANDS.values() for each in commands if each.end), "a", "ab", "Rain", "雨",
    "a b", "", "", "", "= a", "== a", "======= a", "== a ==", "== a =", "=== é===", "==", "= =", "# a",
    "## a ##", "====", "----", "-----", "~~~~", "~~", "++++", "^^^^", "....", "////", "```", "```go", "``` a`b",
    "// a", ":toc:", ":toc: a", ":a b:", ":1: a", ":a", "[#a]",
    "|===", "|====", ",===", "!===", "|==", "|a |b", "| a", "[source,ruby]", "[source]",
    "[source%linenums,c++]", "[listing]", "[literal,x]", "[sources]", "[[a]]", "[a", ".Rain", ".", ".. a",
    "* a", "** a", "****** a", "*a*", "*", "- a", "-", "+", "+ a", ". a", "1. a", "12345. a", "b. a", "1) a",
    ": a", ":", ":a", "; a", "#: a", "{|", "{| a", "|}", "|-", "! a", "|+ a", "<PRE>a</pre>", "<prex",
    '<source lang="go">', "<syntaxhighlight language=é>", "<!-- a -->", "#+BEGIN_SRC é", "#+begin_src -n",
    "#+begin_srcs", "#+TITLE: a", "#+: a", "| a |", "|---+---|", "[fn:1] a", "[fn:1", "\\section{é}",
    "\\section*[a]{b{c}d} e", "\\section{a", "\\section a", "\\sections{a}", "\\begin{minted}[a]{go}",
    "\\begin{lstlisting}[language=C]", "\\begin{verbatim}a\\end{verbatim}", "\\documentclass", "% a",
    "=head1 é", "=head1", "=head7 a", "=item", "=cut", "=pod", "=encoding", ".TH a", ".Dd a", ".SH",
    '.SH "a b" c', '.SH "a', ".SS  é", ".sh", ".nfs", ".Bd -literal -a", '.\\" a', "'\\\" t", "..",
    "@node a, b", "@chapter é", "@chapter", "@sectionx", "@example", "@end example", "@table @code", "@end table",
    "@item a", "@ignore", "@end ignore", "@multitable a", "\\input texinfo", "@settitle a", "where:", "for é:",
    ".. index::", ".. rubric:: a", "   single: a", "Article 5", "3.1 Rain and", "    snow", "REFERENCES",
    "2024-03-01  a <b@c>", "2024-03-01\ta <b@c> ", "2024-03-01 a <b@c>", "2024-3-01  a <b@c>",
    "Fri Mar  1 a (b@c)", "Fri  a@b", "Fry  a <b@c>", "2024-03-01  a <b>", "    (a): b",
    "a (1) b; c=d", "a+b-c.d (1:2~3) e", "-a (1) b;", "a (1 2) b;", "a () b;", "  * a", "    - a", " -- a",
]  # fmt: skip
#: What the rows of a table begin with, or consist of.
ROWS = [
    "| a | b |", "| | b |", "|  |", "|", "| a", "|---|---|", "--|--", "a | b", " | b", ",b", "a,b", "a;b", ";b",
    "a\tb", "\tb", '"a', '"a,b"', 'a"', 'a,"', "a  b", "  b", "     b", "--- ---", "---  ---", "---", "+--+--+",
    "+==+==+", "+  +--+", "|a |b |", "|  |b |", "+", "== ==", "==  ==", "=== ===", "a  b", "   b",
    ".. csv-table:: x", ".. list-table::", ".. table:: x", ":header: a", ":header-rows: 1", ":header-rows:2",
    ":header-rows: 10", ":header-rows: x", "* - a", "- b", "* a", "*", "<table>", "</table>", "<tr>", "</tr>",
    "<tr><td>a", "<tr><th>a", "<td rowspan=2>", "<td rowspan='3'>", '<th ROWSPAN="1">', "<td rowspan=50>",
    "<!-- <tr> -->", "<!--", "-->", "<td a='<tr>'>", "<textarea>", "</textarea>", "<tr-x>", "> | a | b |",
    "> |-|-|", ">",
    ">> a", "┌──┬──┐", "│ a│ b│", "│  │ b│", "├──┼──┤", "╘══╧══╛", " a │ b", "   │ b", "───┼───", "|--+--|",
    "| --|",
    "# a,b", "#a,b", "% a", "// a", "sep=;", "sep=", "a,b,c", "a,,", ",,", 'a,"b', '"a""b",c',
    '"a" ,b', "a|b", "a;b;c",
    "<td rowspan=51>", "<td rowspan=0>", "<td rowspan = x>", "<td rowspan=1234>", "<thead>", "</thead>",
    "<tbody>", "</tbody>", "<tbody><tr>", "<caption>c</caption>", "<td><table><tr><td>", "{|", "{| a", "|-",
    "! a", "|+", "|}", "|===", "[a]", ".a", "\\begin{tabular}", "a & b \\\\", "a \\\\ \\hline", "\\hline",
    "\\midrule ", "a & b", "\\end{tabular}", "", "", "",
]  # fmt: skip
HTML = [
    "<table>", "</table>", "<TABLE a='b'>", "<pre>", "</pre>", "</PRE >", "<script>", "</script", "<style>",
    "</style>", "<h1>", "</h1>", "<h6 id=x>", "</h6>", "<h7>", "<p>", "</p>", "<", ">", "</", "a", " ", "é",
    "<!--", "-->", "--!>", "--", "<!-->", "<![CDATA[", "]]>", "<!x", "<?x", "</1", "<textarea>",
    "</textarea>", "<title/>",
    "</title>", "<TITLE>", "<p a='", '<p a="', "'", '"', "=", "<p a=b'", "<h2-x>", "<h1\n", "<iframe>",
    "</iframe/>",
    "<pre><b>", "<tablet>", "<scriptscripts>", "<h2></h2>", "<h3", "</h3", "",
]  # fmt: skip
CODE = [*WEIGHTS, *(prefix for prefixes in PREFIXES.values() for prefix in prefixes), "a;", "a:", "a {", "}", "a"]

HEADINGS = [
    "Article 1", "Article 2", "1. Rain", "1.1 Snow", "A.1 Ice", "RAIN AND SNOW", "Rain and snow", "rain",
    "# Rain", "###### Ice", "====", "----", "~~~~", "x = f(1);", "```", "It rains, and the old man snores.",
    "Article 1.", "SEC. 1. RAIN.", "I. Rain", "IV", "A) Rain", "RAIN.", "1. Rain.", "Page 3", "Rain 3", "Rain  3",
    "\fRain", "\f", "\f\fRain 4", "Erster Teil", "1 §", "a\fb", "", "", "", "", "", "", "", "",
]  # fmt: skip
LOOKS = [
    LABELLED, NUMBERED, LABELLED | TITLE, CAPITALS | TITLE, OUTLINED | NUMBERED, OUTLINED, TITLE, INDENTED,
    LABELLED | NUMBERED | CAPITALS | TITLE | OUTLINED | INDENTED,
]  # fmt: skip
#: Levels of headings, and kinds of underline, that are kept.
LEVELS = [(), (), ((TITLE, 0, 1),), ((NUMBERED, 2, 2), (TITLE, 0, 5)), ((CAPITALS, 0, 8),)]
ADORNED = [(), (), (ord("-"),), (ord("=") + ABOVE, ord("~")), tuple(range(8))]

#: Lines for each grammar.
LINES: dict[str, list[str]] = dict.fromkeys(MARKUPS, MARKUP_LINES)
LINES |= {"markdown": MARKDOWN, "plain": PLAIN, "html": HTML, "rst": RST}
LINES["auto"] = [*MARKDOWN, *PLAIN, *RST, *MARKUP_LINES]

seeds = few_quick("seed", range(8))


def lines(chance: random.Random, texts: list[str], marks: list[str]) -> str:
    """Draw lines, with their ends: of all texts, or of a few that come again and again, or of one."""
    text, line = "", ""
    texts = chance.choices(texts, k=chance.choice([3, 5, 99]))
    for _ in range(chance.randint(1, 9)):
        if chance.random() < 0.8:
            line = chance.choice(INDENTS) + "".join(chance.choices(marks, k=chance.choice([0, 0, 0, 1, 1, 2])))
            line += chance.choice(texts) + chance.choice(["", "", "", "", "", " ", "\t"])
        text += line + chance.choice(["\n", "\n", "\n", "\n", "\r\n", "\r"])
    return text + chance.choice(["", "", "a", "é", "漢", "😀"])


@pytest.fixture
def every_isa() -> Any:
    """A function that sets one instruction set after the other, for one answer of the reference."""
    before = cpu.current()

    def each() -> Any:
        for name in cpu.supported():
            cpu.use(name)
            yield name

    yield each
    cpu.use(before)


@seeds
@pytest.mark.parametrize("grammar", GRAMMARS)
def test_regions(every_isa: Any, grammar: str, seed: int) -> None:
    chance = random.Random(seed)
    marks = MARKS if grammar in ("markdown", "auto") else [""]
    for _ in range(400):
        text = lines(chance, LINES[grammar], marks)
        expected = Reference().blocks(text, grammar)
        for name in every_isa():
            assert Core(name).blocks(text, grammar) == expected, text


@seeds
def test_headings(every_isa: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(200):
        text = lines(chance, HEADINGS, ["", "", "", "- ", "# "])
        kept = HAS_MARKED | chance.choice(LOOKS), chance.choice(LEVELS), chance.choice(ADORNED)
        grammar = chance.choice(GRAMMARS)
        expected = Reference().decided_blocks(text, grammar, kept)
        for name in every_isa():
            assert Core(name).decided_blocks(text, grammar, kept) == expected, text


@seeds
def test_rows(every_isa: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(500):
        text = lines(chance, ROWS, [""])
        start = chance.choice([0, 0, 0, chance.randrange(len(text))])
        end = chance.choice([len(text), len(text), chance.randint(start, len(text))])
        expected = table_rows.rows(text, start, end)
        for _ in every_isa():
            header, at, ranks, names = core_rows(Text(text), start, end)
            assert names == table_rows.names_start(text, start, end)
            found = [(p, rank == GROUP) for p, rank in zip(at, ranks, strict=True)]
            assert (header, found) == expected, text


@seeds
def test_counts(every_isa: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(300):
        text = lines(chance, PLAIN, [""])
        expected = tuple(line_counts.content(text))
        for _ in every_isa():
            assert core_content(Text(text)) == expected, text


@seeds
def test_languages(every_isa: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(100):
        text = lines(chance, CODE, [""])
        expected = language.guess(text)
        for _ in every_isa():
            assert core_guess(Text(text)) == expected, text
