"""The kinds of a region of a document, and the grammars that find regions.

The reference reads them as they stand; the core is given their numbers by csrc/tools/gen_content.py.
"""

from __future__ import annotations

from typing import Literal, get_args

#: The kind of a region.
Kind = Literal["prose", "heading", "list", "quote", "footnote", "html", "front_matter", "code", "table", "data"]

#: The grammar of a document.
Grammar = Literal[
    "auto", "markdown", "plain", "html", "rst", "asciidoc", "mediawiki", "org", "latex", "pod", "texinfo", "man",
    "changelog",
]  # fmt: skip

#: The kinds and the grammars, in the order of their numbers.
KINDS: tuple[Kind, ...] = get_args(Kind)
GRAMMARS: tuple[Grammar, ...] = get_args(Grammar)

#: Those that `markups.py` has commands for, or that are read in the same manner: the last ones.
MARKUPS = GRAMMARS[GRAMMARS.index("asciidoc") :]
