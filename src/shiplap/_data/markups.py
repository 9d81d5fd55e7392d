"""The commands of other markups: what a line begins with, and what that means. Plain data, our own.

The reference reads them as they stand; the core is given the same by csrc/tools/gen_content.py.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

#: The kinds of region that a command may begin.
Kind = Literal["heading", "list", "code", "table", "html", "prose"]


class Command(NamedTuple):
    """Command at the beginning of a line.

    word: the beginning of the line. After a letter or digit at its end, no other may follow.
    kind: of the region that begins: "heading"; "list"; "code", "table", "html" or "prose" for lines up to the one
        with `end`; "prose" without an end for what ends a list.
    level: of the heading that the line is; of a list 1 where it opens, -1 (of "prose") where it closes, so that
        lists in lists are counted, and 0 for an item, and for what ends items that nothing opened.
    end: what the last line of such a region has.
    """

    word: str
    kind: Kind
    level: int = 0
    end: str = ""


def _environments(kind: Kind, *names: str) -> tuple[Command, ...]:
    return tuple(Command(f"\\begin{{{name}}}", kind, 0, f"\\end{{{name}}}") for name in names)


#: The headings of Texinfo by their levels, its listings and its lists.
_SECTIONS = (
    "chapter unnumbered appendix majorheading chapheading centerchap",
    "section unnumberedsec appendixsec heading",
    "subsection unnumberedsubsec appendixsubsec subheading",
    "subsubsection unnumberedsubsubsec appendixsubsubsec subsubheading",
)
_LISTINGS = "example smallexample lisp smalllisp verbatim"
_LISTS = "itemize enumerate table ftable vtable menu detailmenu"
#: The environments of LaTeX for listings, tables and lists, of the usual packages too.
_LATEX_LISTINGS = (
    "verbatim verbatim* Verbatim Verbatim* BVerbatim LVerbatim alltt lstlisting minted listing verbatimtab"
    " tcblisting filecontents filecontents* Sinput Soutput Schunk Highlighting"
)
_LATEX_TABLES = (
    "table table* tabular tabular* tabularx tabulary tabu longtable longtable* longtabu xltabular supertabular"
    " tblr longtblr sidewaystable wraptable"
)
_LATEX_LISTS = "itemize itemize* enumerate enumerate* description compactitem compactenum asparaenum"
#: The commands of each grammar that has some.
COMMANDS: dict[str, tuple[Command, ...]] = {
    "mediawiki": (
        Command("<pre", "code", 0, "</pre>"),
        Command("<syntaxhighlight", "code", 0, "</syntaxhighlight>"),
        Command("<source", "code", 0, "</source>"),
        Command("<!--", "prose", 0, "-->"),
        Command("<nowiki>", "prose", 0, "</nowiki>"),
    ),
    "org": (
        Command("#+begin_src", "code", 0, "#+end_src"),
        Command("#+begin_example", "code", 0, "#+end_example"),
        Command("#+begin_export", "html", 0, "#+end_export"),
        Command("#+begin_comment", "prose", 0, "#+end_comment"),
    ),
    "latex": (
        Command("\\part", "heading", 1),
        Command("\\chapter", "heading", 2),
        Command("\\section", "heading", 3),
        Command("\\subsection", "heading", 4),
        Command("\\subsubsection", "heading", 5),
        Command("\\paragraph", "heading", 6),
        Command("\\subparagraph", "heading", 7),
        *(Command(f"\\add{word}", "heading", level) for level, word in enumerate(("part", "chap", "sec"), 1)),
        Command("\\begin{frame}", "heading", 6),
        Command("\\frametitle", "heading", 6),
        *_environments("code", *_LATEX_LISTINGS.split()),
        *_environments("table", *_LATEX_TABLES.split()),
        *_environments("prose", "comment"),
        *(Command(f"\\begin{{{word}}}", "list", 1) for word in _LATEX_LISTS.split()),
        *(Command(f"\\end{{{word}}}", "prose", -1) for word in _LATEX_LISTS.split()),
    ),
    "pod": (
        *(Command(f"=head{level}", "heading", level) for level in range(1, 7)),
        Command("=begin", "html", 0, "=end"),
        Command("=over", "list", 1),
        Command("=item", "list"),
        Command("=back", "prose", -1),
    ),
    "texinfo": (
        Command("@top", "heading", 1),
        *(
            Command(f"@{word}", "heading", level)
            for level, words in enumerate(_SECTIONS, 1)
            for word in words.split()
        ),
        *(Command(f"@{word}", "code", 0, f"@end {word}") for word in _LISTINGS.split()),
        *(Command(f"@{word}", "html", 0, f"@end {word}") for word in ("html", "tex", "docbook", "xml")),
        *(Command(f"@{word}", "prose", 0, f"@end {word}") for word in ("ignore", "macro", "rmacro")),
        Command("@multitable", "table", 0, "@end multitable"),
        *(Command(f"@{word}", "list", 1) for word in _LISTS.split()),
        *(Command(f"@end {word}", "prose", -1) for word in _LISTS.split()),
        Command("@item", "list"),
        Command("@itemx", "list"),
    ),
    "man": (
        Command(".SH", "heading", 1),
        Command(".Sh", "heading", 1),
        Command(".SS", "heading", 2),
        Command(".Ss", "heading", 2),
        Command(".nf", "code", 0, ".fi"),
        Command(".EX", "code", 0, ".EE"),
        Command(".Vb", "code", 0, ".Ve"),
        Command(".Bd -literal", "code", 0, ".Ed"),
        Command(".Bd -unfilled", "code", 0, ".Ed"),
        Command(".TS", "table", 0, ".TE"),
        *(Command(word, "prose", 0, "..") for word in (".de", ".de1", ".dei", ".am", ".am1", ".ami", ".ig")),
        Command(".TP", "list"),
        Command(".IP", "list"),
        Command(".HP", "list"),
        Command(".Bl", "list", 1),
        Command(".PP", "prose"),
        Command(".LP", "prose"),
        Command(".P", "prose"),
        Command(".El", "prose", -1),
    ),
}
