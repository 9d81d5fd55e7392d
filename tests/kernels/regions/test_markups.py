"""Other markups, by hand for each clause M1 to M5: by path, by the text, and what is no markup."""

from __future__ import annotations

from typing import Any

import pytest

import shiplap
from shiplap._core.regions import rows as core_rows
from shiplap._core.text import Text
from shiplap._data.heading_numbers import AS_GRAMMAR, UNKNOWN
from shiplap._data.region_kinds import GRAMMARS, MARKUPS
from shiplap.reference.regions import table_rows
from tests.kernels.regions.test_regions import pieces
from tests.support.cases import cases

#: What may stand above the title of a document of AsciiDoc.
HEADERS = ["// a\n", "[[x]]\n", "[#x]\n", ":toc:\n", ":toc: left\n:a-b!:\n", "// a\n\n"]

NEWLINES = ["\n", "\r\n", "\r"]

#: For each grammar: the levels and titles of a document, and its regions.
DOCUMENTS: dict[str, tuple[list[tuple[int, str]], list[tuple[str, str]]]] = {
    "asciidoc": (
        [(1, "Wells"), (2, "Covers"), (3, "Oak"), (4, "Age of it"), (2, "Locks")],
        [
            ("heading", "= Wells\n"), ("prose", "Ann Author\n:toc:\n\nIt is old.\n\n"),
            ("heading", "== Covers ==\n\n"),
            ("code", ".How to\n[source,ruby]\n----\n== no title\n\ndraw 1\n----\n\n"),
            ("list", "* a\n+\n"), ("code", "....\nx\n....\n"), ("list", "** b\nmore\n\n. c\n\n"),
            ("heading", "Oak\n~~~~\n"), ("prose", "It is.\n\n"), ("code", " literal\ntext\n\n"),
            ("prose", "It is hard.\n\n"),
            ("code", "```go\nx\n```\n"), ("heading", "==== Age of it\n"), ("prose", "////\n== no title\n////\n"),
            ("table", "|===\n|a |b\n\n|1 |2\n|===\n"), ("html", "++++\n<b>\n++++\n"), ("heading", "## Locks\n"),
            ("code", "[source]\nx = 1\ny = 2\n\n"), ("prose", "====\n== no title\n\nNo title\n~~~~~~~~\n"),
            ("code", "----\nx\n----\n"), ("prose", "======\n====\n****\n=== no title\n____\n****\n"),
        ],
    ),
    "mediawiki": (
        [(2, "Wells"), (3, "Of oak"), (2, "Locks")],
        [
            ("prose", "A '''well'''.\n\n"), ("heading", "== Wells ==\n"), ("list", "* a\n*# b\n: c\n\n"),
            ("prose", "See [[Oak]].\n"), ("code", " x = 1\n y = 2\n\n"), ("heading", "===Of oak===\n"),
            ("code", '<syntaxhighlight lang="go">\n== x ==\n</syntaxhighlight>\n'),
            ("table", '{| class="a"\n! a\n|-\n| b\n{|\n| c\n|}\n|}\n'), ("code", "<pre>\n== x ==\n</pre>\n"),
            ("prose", "<!--\n== x ==\n-->\n<nowiki>\n== x ==\n</nowiki>\n"), ("heading", "== Locks ==\n"),
            ("prose", "a == b\n"),
        ],
    ),
    "texinfo": (
        [(1, "Wells"), (1, "Covers"), (2, "Of oak"), (2, "Of @emph{elm}"), (1, "Index")],
        [
            ("prose", "\\input texinfo\n@settitle Wells\n\n"), ("heading", "@node Top\n@top Wells\n\n"),
            ("prose", "It is old.\n\n"), ("list", "@menu\n* Covers::\n@end menu\n\n"),
            ("heading", "@node Covers\n@chapter Covers\n\n"), ("prose", "@c no\nIt is.\n\n"),
            ("heading", "@section Of oak\n"), ("code", "@example\n@section x\n@end example\n\n"),
            ("list", "@table @code\n@item a\nof it\n\n@itemize @bullet\n@item b\n@end itemize\nc\n@end table\n"),
            ("prose", "It is.\n\n"),
            ("heading", "@unnumberedsec Of @emph{elm}\n"),
            ("table", "@multitable @columnfractions .5 .5\n@item a @tab b\n@end multitable\n"),
            ("prose", "@ignore\n@chapter x\n@end ignore\n"), ("html", "@html\n@chapter x\n@end html\n"),
            ("heading", "@appendix Index\n"), ("prose", "@sectionx no\n"),
        ],
    ),
    "org": (
        [(1, "Wells"), (2, "Oak"), (1, "Locks")],
        [
            ("prose", "#+TITLE: x\n\n"), ("heading", "* Wells\n"), ("prose", "*It* is old.\n"),
            ("list", "- a\n  more\n\n  more\n- b\n  1. c\n"), ("prose", "Not of it.\n"),
            ("heading", "** TODO Oak :old:\n"),
            ("prose", ":PROPERTIES:\n:ID: 1\n:END:\n"), ("code", "#+BEGIN_SRC python :x y\n# * x\n#+end_src\n"),
            ("table", "| a | b |\n|---+---|\n| 1 | 2 |\n\n"), ("code", ": x = 1\n"),
            ("footnote", "[fn:1] It is.\n"),
            ("html", "#+begin_export html\n<b>\n#+end_export\n"),
            ("code", "#+begin_example\nnever closed\n\n"), ("heading", "* Locks\n"), ("list", "1) a\n"),
        ],
    ),
    "latex": (
        [(1, "Wells \\emph{of} oak"), (2, "Size"), (3, "Age"), (1, "Locks")],
        [
            ("prose", "\\documentclass{article}\n\\begin{document}\n"),
            ("heading", "\\section{Wells \\emph{of} oak}\n"),
            ("prose", "It is $x = 1$; old.\n% \\section{no}\n"), ("heading", "\\subsection*{Size}\n"),
            ("list", "\\begin{itemize}\n\\item a\n  \\begin{enumerate}\n  \\item b\n  \\end{enumerate}\n\n"
             "\\item c\n"
             "\\end{itemize}\n"),
            ("prose", "It is old.\n\n"),
            ("code", "\\begin{lstlisting}[language=C]\n\\section{no}\n\\end{lstlisting}\n"),
            ("table", "\\begin{table}[h]\n\\begin{tabular}{ll}\na & b \\\\\n\\end{tabular}\n\\end{table}\n"),
            ("heading", "  \\subsubsection[short]{Age}\n"),
            ("prose", "\\begin{comment}\n\\section{no}\n\\end{comment}\n"),
            ("code", "\\begin{verbatim} x \\end{verbatim}\n"), ("heading", "\\section{Locks\n\n"),
            ("prose", "}\\sectionmark\n"),
        ],
    ),
    "pod": (
        [(1, "NAME"), (2, "Oak"), (1, "LOCKS")],
        [
            ("prose", "=pod\n\n"), ("heading", "=head1 NAME\n\n"), ("prose", "wells - of oak\n\n"),
            ("code", "  x = 1;\n  y\n\n  z\n\n"), ("list", "=over 4\n\n=item a\n\nIt is.\n\n=back\n\n"),
            ("prose", "It is old.\n\n"), ("heading", "=head2 Oak\n\n"),
            ("html", "=begin html\n\n<b>\n\n=end html\n\n"),
            ("heading", "=head1 LOCKS\n\n"), ("prose", "=cut\n"),
        ],
    ),
    "man": (
        [(1, "NAME"), (2, "Of oak"), (1, "SEE ALSO"), (1, "LOCKS")],
        [
            ("prose", ".\\\" x\n.TH WELL 1\n"), ("heading", ".SH NAME\n"),
            ("prose", "well \\- of oak\n.B old\n"),
            ("list", ".TP\n.B \\-a\nIt is.\n.IP b\nIt is.\n"), ("prose", ".PP\nIt is old.\n"),
            ("code", ".nf\n.B x\n.fi\n"), ("prose", ".de Sp\n.SH no\n..\n"), ("heading", ".SS \"Of oak\"\n"),
            ("table", ".TS\nl l.\na\tb\n.TE\n"), ("code", ".EX\nnever closed\n"), ("heading", ".SH\nSEE ALSO\n"),
            ("prose", "wells(1)\n"), ("heading", ".Sh LOCKS\n"), ("list", ".Bl -tag\n.It a\n.El\n"),
            ("prose", ".Pp\nIt is.\n"),
        ],
    ),
    "changelog": (
        [(1, "wells (1:1.0~rc-1) unstable; urgency=low"), (1, "wells (0.9) bookworm stable; urgency=high")],
        [
            ("heading", "wells (1:1.0~rc-1) unstable; urgency=low\n\n"), ("prose", "  [ An Author ]\n"),
            ("list", "  * New cover; if (x) {\n    - of oak\n\n    more\n\n"),
            ("prose", " -- A <a@b.c>  Mon, 1 Jan 2024\n\n"),
            ("heading", "wells (0.9) bookworm stable; urgency=high\n\n"), ("list", "  * First.\n"),
        ],
    ),
}  # fmt: skip


@cases(
    ("line", "title"),
    [
        ("* Oak  :old:deep:", "Oak"), ("* Oak\t:old:\t", "Oak"), ("* :old:", ":old:"), ("* Oak ::", "Oak ::"),
        ("* Oak: old:", "Oak: old:"), ("* Oak :old", "Oak :old"), ("*** Oak of :a: :b:", "Oak of :a:"),
    ],
)  # fmt: skip
def test_tags_of_org_are_no_title(impl: Any, line: str, title: str) -> None:
    (_, _, _, (begin, end)), *_ = impl.blocks(f"{line}\n\nOld.\n", "org")
    assert line[begin:end] == title


@cases(
    ("line", "title"),
    [
        ("* TODO Oak", "Oak"), ("** DONE [#A] Oak :old:", "Oak"), ("* [#B] Oak", "Oak"),
        ("* TODO [#1] COMMENT Oak", "Oak"),
        ("* COMMENT Oak", "Oak"), ("* WAIT Oak", "Oak"), ("* STOP Oak", "Oak"), ("* LATE Oak", "Oak"),
        ("* NEVER\tOak", "Oak"),
        ("* TODO", "TODO"), ("* TODO :old:", "TODO"), ("* TODO [#A]", "[#A]"), ("* TODOs Oak", "TODOs Oak"),
        ("* Todo Oak", "Todo Oak"), ("* NEXT Oak", "NEXT Oak"), ("* Comment Oak", "Comment Oak"),
        ("* [#] Oak", "[#] Oak"),
        ("* [#-] Oak", "[#-] Oak"), ("* [#A-] Oak", "[#A-] Oak"),
        ("* COMMENT COMMENT Oak", "COMMENT Oak"),
        ("* [#A]Oak", "[#A]Oak"), ("* TODO: Oak", "TODO: Oak"), ("* w Oak", "w Oak"), ("* | Oak", "| Oak"),
        ("* DONE TODO Oak", "TODO Oak"), ("* [#A] TODO Oak", "TODO Oak"),
    ],
)  # fmt: skip
def test_keywords_of_org_are_no_title(impl: Any, line: str, title: str) -> None:
    head = "#+TODO: WAIT(w@/!) STOP | LATE(d)\n#+seq_todo:\tNEVER\n"
    found = [block for block in impl.blocks(f"{head}{line}\n\nOld.\n", "org") if block[1] == "heading"]
    ((_, _, _, (begin, end)),) = found
    assert (head + line)[begin:end] == title


def test_keywords_of_org_are_kept_up_to_a_size(impl: Any) -> None:
    """MAX_TODO"""
    for size, title in ((242, "Oak"), (243, "WAIT Oak")):
        text = f"#+TODO:{size * ' '}WAIT\n* WAIT Oak\n"
        ((_, _, _, (begin, end)),) = [block for block in impl.blocks(text, "org") if block[1] == "heading"]
        assert text[begin:end] == title


OUTLINES = [
    "* Changes in release 3.1 (2024-01-02)\n\n** Fixes\n\n  Old.\n",
    "* Changes in release 3.1\n** Fixes\n*** It rains.\n*** It snows.\n** Covers\nOld.\n",
    "Wells.\n\n* Release 3.1\n\nThe cover is of oak. It is old.\n\n* Release 3.0\n\nNew.\n",
    "* Wells\n\nThey are old.\n\n* Covers\n\nThey are of oak.\n",
    "NEWS\n====\n\n* Wells 1.2\n\nOld.\n\n* Covers 1.3\n\nOld.\n",
    "* Wells\nthey are old.\n\n* Covers\nThey are of oak.\n",
]
NO_OUTLINES = [
    "Old.\n\n* * *\n\nThey are old.\n\n* * *\n\nThey are of oak.\n",
    "* Wells\n\n  They are old.\n\n* Covers\n\n  They are of oak.\n",  # items
    "* Wells.\n\nThey are old.\n\n* Covers.\n\nThey are of oak.\n",
    "* Wells\n** of oak\n** of stone\n* Covers\n** of oak\n",
    "* 1.2.3 Wells\n* 1.2.2 Covers\n* 1.2.1 Oak\n",
    "Now:\n\n* Wells of 1.2.3\n\n* Covers of 2.1\n\nThey are of oak.\n",
    "* Wells\n\nThey are old.\n\n* Covers\n\n* Oak\n\nThey are of oak.\n",
    "# Wells\n\n* Wells 1.2\n\nOld.\n\n* Covers 1.3\n\nOld.\n",
    "* Wells 1.2\n\nSee [a](b).\n\n* Covers 1.3\n\nOld.\n",
    "* Wells 1.2\n\n```\nx\n```\n\n* Covers 1.3\n\nOld.\n",
    "It is\n* Wells 1.2\n\nOld.\n\nIt is\n* Covers 1.3\n\nOld.\n",
    # items below underlined titles, items that are wrapped, and items that name versions by chance
    "Oak\n===\n\n* Wells 1.2\n\nElm\n===\n\n* Covers 1.3\n\nAsh\n===\n\nOld.\n",
    "* Wells of oak keep their\ncovers.\n\n* Pumps of elm keep their\nhandles.\n\nOld.\n",
    "* Oak\n\nNew in 2.1:\n\n* Elm 1.2\n* Ash\n* Fir\n* Wells 1.2\n\nNew in 2.0:\n\n* Pumps 1.3\n\nNew in 1.9.\n",
]


@cases("text", OUTLINES)
def test_outlines_without_a_mode(impl: Any, text: str) -> None:
    heads = [line for line in text.split("\n") if line.startswith("*")]
    found = [part.strip() for kind, part in pieces(impl, text, "auto") if kind == "heading"]
    assert found == heads


@cases("text", NO_OUTLINES)
def test_items_with_stars_are_no_outline(impl: Any, text: str) -> None:
    assert not any(kind == "heading" and part[0] == "*" for kind, part in pieces(impl, text, "auto"))


@cases(
    ("sign", "is_asciidoc"),
    [
        ("[source,sh]\n----\nls\n----\n", True), ("include::rain.txt[]\n", True), ("[[rain]]\n", True),
        ("[NOTE]\n", True), ("== Rain\n", True), ("image::rain.png[]\n", True), ("[verse]\n", True),
        ("----\nls\n----\n", False), ("[sources]\n", False), ("include::rain.txt\n", False), ("[rain]\n", False),
    ],
)  # fmt: skip
def test_asciidoc_with_an_underlined_title(impl: Any, sign: str, is_asciidoc: bool) -> None:
    text = f"Wells of oak\n============\n\nOld.\n\n====\nx = f(1);\n====\n\n{sign}\nCovers\n------\n\nOld.\n"
    for title in (text, text.replace("===\n\nOld", "==\n\nOld")):
        found = pieces(impl, title, "auto")
        assert ("x = f(1)" in found[1][1]) is is_asciidoc
    other = text.replace("Wells of oak\n", "Old.\n\nWells of oak\n")
    assert pieces(impl, other, "auto")[1][1] == "Wells of oak\n============\n\n"


@cases("head", ["GNU wells NEWS   -*- outline -*-", "-*- org -*-", "# Wells -*- mode: org -*-"])
def test_modes_of_org(impl: Any, head: str) -> None:
    text = f"{head}\n\n* Release 2\n\n** Fixes\n\nOld.\n"
    assert [level for _, kind, level, _ in impl.blocks(text, "auto") if kind == "heading"] == [1, 2]


PATHS = {
    "asciidoc": ["a.adoc", "a.asciidoc"], "mediawiki": ["a.wiki", "a.MEDIAWIKI"], "org": ["a.org", "a.org.txt"],
    "latex": ["a.tex", "a.latex", "a.ltx"], "pod": ["a.pod"], "texinfo": ["a.texi", "a.texinfo", "a.txi"],
    "man": ["a.man", "a.1", "a.3pm", "a.mdoc"],
    "changelog": ["changelog.Debian", "debian/changelog"],
}  # fmt: skip


@cases("grammar", MARKUPS)
def test_documents(impl: Any, grammar: str) -> None:
    titles, expected = DOCUMENTS[grammar]
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, grammar) == expected
    for newline in NEWLINES:
        changed = text.replace("\n", newline)
        found = impl.decided_blocks(changed, grammar, (UNKNOWN, (), ()))[0]
        assert [(level, changed[slice(*info)]) for _, _, level, info in found if level] == titles
        known = impl.decided_blocks(changed, "auto", (UNKNOWN, (), ()))
        assert GRAMMARS[known[1][0] // AS_GRAMMAR] == grammar and known[0] == found


@pytest.mark.parametrize("grammar", MARKUPS)
def test_documents_by_path(grammar: str) -> None:
    titles, expected = DOCUMENTS[grammar]
    text = "".join(part for _, part in expected)
    for path in [*PATHS[grammar], None, "a.txt"]:
        for given in (text, text.encode()):
            found = shiplap.regions(given, path=path)
            assert [(region.level, region.title) for region in found if region.level] == titles
    wide = text.replace("old", "漢字 😀")
    assert shiplap.regions(wide, path=PATHS[grammar][0]).kinds == [kind for kind, _ in expected]
    languages = [region.language for region in found if region.language]
    wanted = {"asciidoc": ["ruby", "go"], "mediawiki": ["go"], "org": ["python"], "latex": ["c"]}
    assert languages == wanted.get(grammar, [])


#: Regions in one grammar, with the titles of headings and the languages of code.
REGIONS: list[tuple[str, list[tuple[str, str]], list[str]]] = [
    # AsciiDoc: six marks of a title or five of an item, and one more; marks at the end of a title
    ("asciidoc", [("heading", "====== A\n"), ("prose", "======= B\n")], ["A"]),
    ("asciidoc", [("list", "***** a\n")], []), ("asciidoc", [("prose", "****** a\n")], []),
    ("asciidoc", [("heading", "= A =\n"), ("heading", "=== B ===\n"), ("prose", "b\n")], ["A", "B"]),
    # two marks underline a title, one is too few; a title of three code points, and five marks
    ("asciidoc", [("prose", "It is.\n\n"), ("heading", "AB\n--\n")], ["AB"]),
    ("asciidoc", [("prose", "It is.\n\nA\n=\n")], []), ("asciidoc", [("prose", "It is.\n\nOak\n~~~~~\n")], []),
    # white space after the marks of an underline and of a delimiter
    ("asciidoc", [("prose", "It is.\n\n"), ("heading", "Oak\n~~~~ \n")], ["Oak"]),
    ("asciidoc", [("code", "---- \n== x\n----\n"), ("heading", "== y\n")], ["y"]),
    ("asciidoc", [("prose", "==== \n== x\n====\n"), ("heading", "== y\n")], ["y"]),
    ("asciidoc", [("prose", "====\n== x\n==== \n"), ("heading", "== y\n")], ["y"]),
    ("asciidoc", [("table", "|===\n|a\n|=== \n"), ("heading", "== y\n")], ["y"]),
    # what delimits no code, no table, or another one
    ("asciidoc", [("prose", "```a`b\n"), ("heading", "== x\n")], ["x"]),
    ("asciidoc", [("prose", "|a==\n"), ("heading", "== x\n")], ["x"]),
    ("asciidoc", [("table", "|===\n|a==\n== x\n|===\n"), ("heading", "== y\n")], ["y"]),
    ("asciidoc", [("table", "|===\n!===\n== x\n|===\n"), ("heading", "== y\n")], ["y"]),
    # M2: a plus sign alone in its line continues a list; a comment after a blank line does not
    ("asciidoc", [("list", "* a\n\n+\nb\n")], []), ("asciidoc", [("list", "* a\n\n+ \nb\n")], []),
    ("asciidoc", [("list", "* a\n\n"), ("prose", "+b\nc\n")], []),
    ("asciidoc", [("list", "* a\n\n"), ("prose", "////\nx\n////\n")], []),
    ("asciidoc", [("code", "```go\nx\n```\n"), ("prose", "a\n"), ("code", "----\nx\n----\n")], ["go"]),
    # marks that close a title follow white space; a title of one code point needs two marks below it, too
    ("asciidoc", [("heading", "== A==\n")], ["A=="]), ("asciidoc", [("prose", "It is.\n\nA\nb\n")], []),
    # the language of a block is that of its attributes, whose words are in small letters
    ("asciidoc", [("code", "[source,go]\n----\nx\n----\n")], ["go"]),
    ("asciidoc", [("prose", "[SOURCE]\nx = 1\n")], []),
    ("asciidoc", [("code", "[,go]\n----\nx\n----\n")], ["go"]),
    ("asciidoc", [("prose", "[a,go]\nb\n.,c\nd\n")], []),
    # the end of code is anywhere in its line in MediaWiki, and at its beginning in Org
    ("mediawiki", [("code", "<pre>\na</pre>\n"), ("prose", "b\n")], []),
    ("org", [("code", "#+begin_example\na #+end_example\nb\n#+end_example\n"), ("prose", "c\n")], []),
    # a star after one space is an item; a footnote begins no list
    ("org", [("list", " * a\n")], []), ("org", [("footnote", "[fn:1] a\n"), ("prose", "  b\n")], []),
    # a version has no white space
    ("changelog", [("heading", "a (1) b; c\n\n"), ("list", "  * e\n")], ["a (1) b; c"]),
    ("changelog", [("prose", "a ( 1) b; c\n\n"), ("list", "  * e\n")], []),
    ("changelog", [("prose", "a (1 ) b; c\n\n"), ("list", "  * e\n")], []),
    # 32 tables in tables, and lists in lists, are counted
    ("mediawiki", [("table", "{|\n" * 34 + "|}\n" * 32), ("prose", "a\n")], []),
    ("mediawiki", [("table", "{|\n" * 34 + "|}\n" * 31 + "a\n")], []),
    ("latex", [("list", "\\begin{itemize}\n" * 34 + "\\end{itemize}\n" * 32), ("prose", "a\n")], []),
    ("latex", [("list", "\\begin{itemize}\n" * 34 + "\\end{itemize}\n" * 31 + "a\n")], []),
    # the word after `<pre` is no language
    ("mediawiki", [("code", "<pre x>\na\n</pre>\n")], []),
    ("latex", [("code", "\\begin{lstlisting}{C}\na\n\\end{lstlisting}\n")], ["C"]),
    ("latex", [("code", "\\begin{lstlisting}{}\na\n\\end{lstlisting}\n")], []),
    # a bracket that is not closed, and one that is; a quotation mark that is not closed
    ("latex", [("prose", "\\section[")], []), ("latex", [("heading", "\\section[sh]{Age}\n")], ["Age"]),
    ("man", [("heading", ".SH \"Of oak\n"), ("prose", "a\n")], ["Of oak"]),
    # a title of a manual page in the next line, in quotation marks too
    ("man", [("heading", ".SH\n\"Of oak\" x\n"), ("prose", "a\n")], ["Of oak"]),
    ("man", [("heading", ".SH\n Of oak \n"), ("prose", "a\n")], ["Of oak"]),
    # listings of `pod2man`, and macros that are added to
    ("man", [("heading", ".SH A\n"), ("code", ".Vb 2\n\\&x\n.Ve\n"), ("prose", "b\n")], ["A"]),
    ("man", [("prose", ".am Sp\n.SH no\n..\n.de1 Sp\n.SH no\n..\n"), ("heading", ".SH A\n")], ["A"]),
    # M3: the delimiter of a block ends a paragraph that is code
    ("asciidoc", [("prose", "====\n\n"), ("code", " a\n"), ("prose", "====\n"), ("heading", "== b\n")], ["b"]),
    ("asciidoc", [("code", " a\n"), ("code", "----\n b\n----\n"), ("heading", "== b\n")], ["b"]),
    ("asciidoc", [("code", " a\n"), ("table", "|===\n|b\n|===\n"), ("prose", "c\n")], []),
    ("asciidoc", [("code", " a\n---\n====b\n ====\n$$$$\nc\n\n"), ("heading", "== b\n")], ["b"]),
    ("mediawiki", [("code", " a\n"), ("prose", "====\n|===\n")], []),
    ("pod", [("code", " a\n====\n|===\n\n"), ("prose", "b\n")], []),
    # a title of AsciiDoc with a line below it follows a blank line, attributes or an anchor
    ("asciidoc", [("prose", "a\n\n"), ("heading", "[[b]]\nOak\n---\n"), ("prose", "c\n")], ["Oak"]),
    ("asciidoc", [("prose", "a\n"), ("heading", "[[b]]\nOak\n---\n"), ("prose", "c\n")], ["Oak"]),
    ("asciidoc", [("prose", "a\nOak\n---\nc\n")], []),
    ("asciidoc", [("prose", "[[b]]\na\nOak\n---\nc\n")], []),
    # M5: titles that go on
    ("latex", [("heading", "\\section{Of \\emph{a\n b} c}\n"), ("prose", "d\n")], ["Of \\emph{a\n b} c"]),
    ("latex", [("heading", "\\section[a]{Of\n\\section oak} b\n"), ("prose", "}\n")], ["Of\n\\section oak"]),
    ("latex", [("heading", "\\section{Of\n}\n"), ("prose", "a}\n")], ["Of\n"]),
    ("latex", [("heading", "\\section{Of} {\n"), ("prose", "a}\n")], ["Of"]),
    ("latex", [("heading", "\\section{Of \n\n"), ("prose", "a}\n")], ["Of"]),
    ("latex", [("heading", "\\section{Of \n oak \n\n"), ("prose", "a}\n")], ["Of \n oak"]),
    ("latex", [("heading", "\\begin{frame}[b]{A}\n"), ("prose", "a\n")], ["A"]),
    ("latex", [("prose", "a\n"), ("heading", "\\frametitle{B}\n")], ["B"]),
    ("latex", [("heading", "\\section {A}\n"), ("heading", "\\section* [b]\t{C}\n")], ["A", "C"]),
    ("latex", [("prose", "a\n\\begin{frame}\nb\n")], []), ("latex", [("heading", "\\addsec{Oak}\n")], ["Oak"]),
    ("pod", [("heading", "=head1 Of\noak \n\n"), ("prose", "a\n")], ["Of\noak"]),
    ("pod", [("heading", "=head1 Of\n"), ("list", "=over\na\n")], ["Of"]),
    ("pod", [("heading", "=head1 Of\n oak\n\n"), ("code", " a\n")], ["Of\n oak"]),
    ("org", [("list", "- a\n"), ("prose", "#+BEGIN_COMMENT\nx\n#+END_COMMENT\n")], []),
]  # fmt: skip


@cases("grammar, expected, words", REGIONS)
def test_regions(impl: Any, grammar: str, expected: list[tuple[str, str]], words: list[str]) -> None:
    text = "".join(part for _, part in expected)
    assert pieces(impl, text, grammar) == expected
    assert [text[slice(*info)] for *_, info in impl.blocks(text, grammar) if info != (0, 0)] == words


@cases("tail", ["", "é", "漢"])
@cases(
    "text",
    [
        "= Wells\n\nIt is.\n", "= Wells =\n\n== Oak ==\n\nIt is.\n", "== Wells ==\n\n== Oak ==\n\nIt is.\n",
        "Wells\n=====\n\nOf [[oak]].\n\nAge\n===\n", "\\section{x}\n", "#+ a: b\n", "#+: a\n",
        "* Wells\n** Oak\n",
        ".SH NAME\n", "x\n.TH A 1\n", "wells (1.0) unstable\n", "wells (1 0) a; b\n", "f(x); g(y);\n",
        "(a) b;\n",
        ".de A\n.TH B 1\n..\nIt is.\n", "= Wells =\n\n= Oak =\n\nSee [[x]].\n",
        "=header\n", "=pods\n", "% x\ny = 1;\n", "a = b\n== c\n== d\n",
    ],
)  # fmt: skip
def test_what_is_no_markup(impl: Any, text: str, tail: str) -> None:
    known = impl.decided_blocks(text + tail, "auto", (UNKNOWN, (), ()))[1][0]
    assert GRAMMARS[known // AS_GRAMMAR] in ("plain", "markdown")


@pytest.mark.parametrize(
    ("table", "header", "starts"),
    [
        ('{| class="x"\n|+ a\n|-\n! a !! b\n|-\n| 1 || 2\n|-\n| 3\n| 4\n|}\n',
         '{| class="x"\n|+ a\n|-\n! a !! b\n', ["|-"]),
        ("{|\n! a\n|-\n| 1\n|-\n| 2\n|}\n", "{|\n! a\n", ["|-"]), ("{|\n| 1\n! a\n|-\n| 2\n|}\n", "", ["|-"]),
        ("\\begin{tabular}{l}\n\\hline\na & b \\\\ \\hline\n1 & 2 \\\\\n3 &\n 4 \\\\\n\\hline\n\\end{tabular}\n",
         "\\begin{tabular}{l}\n\\hline\na & b \\\\ \\hline\n", ["3 &"]),
        ("\\begin{tabular}{l}\na \\\\\nb \\\\\n\n\\end{tabular}\n", "", ["b \\\\"]),
        ("[cols=2]\n|===\n|a |b\n\n|1\n|2\n\n|3\n|4\n|===\n", "[cols=2]\n|===\n|a |b\n\n", ["|3"]),
        ("|===\n|1 |2\n|3 |4\n|===\n", "", ["|3 |4"]), ("|===\n\n|1\n|2\n\n|3\n|===\n", "", ["|3"]),
        ("|===\n|a |b\n\n|1 |2\n|3 |4\n|===\n", "|===\n|a |b\n\n", ["|3 |4"]),
    ],
)  # fmt: skip
def test_rows(table: str, header: str, starts: list[str]) -> None:
    end, found = table_rows.rows(table, 0, len(table))
    assert table[:end] == header
    assert [table[at:].split("\n")[0] for at, _ in found] == starts
    core_end, at, *_ = core_rows(Text(table), 0, len(table))
    assert (core_end, list(at)) == (end, [place for place, _ in found])


def test_a_table_is_not_mistaken_for_another_markup() -> None:
    for table in ("[1]  [2]\na    b\nc    d\n", ".a  .b\nc    d\ne    f\n", "|a|b|\n|--|--|\n|c|d|\n"):
        end, found = table_rows.rows(table, 0, len(table))
        core_end, at, *_ = core_rows(Text(table), 0, len(table))
        assert (core_end, list(at)) == (end, [place for place, _ in found]) and end > 0


@cases("header", HEADERS)
def test_a_document_of_asciidoc_has_a_header(impl: Any, header: str) -> None:
    """Then its title may have any level."""
    for marks in ("=", "=="):
        text = f"{header}{marks} Wells\n\nIt is.\n\n== Covers\n\nOld.\n"
        assert sum(kind == "heading" for kind, _ in pieces(impl, text, "auto")) == 2
    for other in (f"{header}It is.\n\n== Wells\n\n== Covers\n", f"{header}== Wells\n\nIt is.\n"):
        assert "heading" not in [kind for kind, _ in pieces(impl, other, "auto")]


@pytest.mark.parametrize(
    "head",
    ["2024-03-01  A. Smith  <a@b.c>", "2024-03-01\tA. Smith <a@b.c>", "Fri Mar  1 12:00:00 2024  A. Smit (a@b.c)"],
)
@pytest.mark.parametrize("path", [None, "ChangeLog"])
def test_changelogs_of_gnu(head: str, path: str | None) -> None:
    body = "\t* pump.c (draw): Fix the valve, which was open.\n\t(lift): New.\n\n\t* well.h (X): Remove.\n\n"
    text = f"{head}\n\n{body}" * 2
    found = [(region.kind, text[region.start : region.end]) for region in shiplap.regions(text, path=path)]
    assert found == [("heading", head + "\n\n"), ("list", body)] * 2


@pytest.mark.parametrize(
    "head", ["2024-03-01 A. Smith <a@b.c>", "2024-3-01  A <a@b.c>", "2024-03-01  A <a>", "Fri  a@b.c"]
)
def test_what_begins_no_changelog(impl: Any, head: str) -> None:
    assert "list" not in [kind for kind, _ in pieces(impl, f"{head}\n\n\t* a.c (b): C.\n", "auto")]
