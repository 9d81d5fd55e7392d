"""Blocks: the regions of a document (prose, code, tables, headings, ...) in one forward pass over its lines.
Twin: `_core/blocks.pyx`.

A line ends after LF, CR LF or CR, as in CommonMark, and is judged by its first CAP code points, without its line
end. Every code point beyond ASCII is alike: a letter. What a line tells is given to a grammar
(`reference/markdown.py`, `reference/plain.py`), which says where a region begins; it ends where the next one
begins, so regions touch one another and cover the text, and blank lines belong to the region before them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

#: Code points of a line that are looked at.
CAP = 4096
#: Lines of front matter.
FRONT_LINES = 512
#: Code points of lines, each counted with one line end, by which the grammar of a text without a path is chosen.
SAMPLE = 16384
#: Lines of code that a fence with its end outweighs there.
FENCE_SIGNS = 16

KINDS = ("prose", "heading", "list", "quote", "footnote", "html", "front_matter", "code", "table")
GRAMMARS = ("auto", "markdown", "plain", "html")


class Block(NamedTuple):
    """A region: where it begins, its kind, the level of a heading (1 to 8, else 0), and the place of the title of
    a heading or of the words after a fence, (0, 0) where there are none. Positions are code points of the text."""

    start: int
    kind: str
    level: int = 0
    info: tuple[int, int] = (0, 0)


class Out:
    """The regions found so far."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def kind(self) -> str:
        """The kind of the last one, or "" where there is none."""
        return self.blocks[-1].kind if self.blocks else ""

    def go_on(self, at: int, kind: str) -> None:
        """Text of this kind at `at`, which goes on with a last region of that kind."""
        if self.kind() != kind:
            self.begin(at, kind)

    def begin(self, at: int, kind: str, level: int = 0, info: tuple[int, int] = (0, 0)) -> None:
        """A new region. It takes the place of a last one that begins there, or later."""
        while self.blocks and self.blocks[-1].start >= at:
            self.blocks.pop()
        self.blocks.append(Block(at if self.blocks else 0, kind, level, info))


def blocks(text: str, grammar: str = "auto") -> list[Block]:
    """The regions of a text by a grammar, one of GRAMMARS. A text without any is prose."""
    from shiplap.reference import html, markdown, plain

    if grammar == "html":
        found = html.scan(text).blocks
    elif grammar == "markdown":
        found = markdown.scan(text).blocks
    elif grammar == "auto" and is_markdown(text):
        found = markdown.scan(text, tables=True).blocks
    else:
        found = plain.scan(text).blocks
    return found if found or not text else [Block(0, "prose")]


def lines(text: str, at: int = 0) -> Iterator[tuple[int, str]]:
    """The lines from the line start `at` on: where each begins, and what is looked at of it."""
    while at < len(text):
        end, after = end_of_line(text, at)
        yield at, text[at : min(end, at + CAP)]
        at = after


def end_of_line(text: str, at: int) -> tuple[int, int]:
    """Where the line of `at` ends, without its line end and with it."""
    end = at
    while end < len(text) and text[end] not in "\r\n":
        end += 1
    after = end + (2 if text[end : end + 2] == "\r\n" else 1)
    return end, min(after, len(text))


def is_markdown(text: str) -> bool:
    """Whether a text without a name is Markdown, by its first lines: a fence, a link, a quote, strong emphasis or
    a heading after a blank line says so, unless more lines outside of fences are code."""
    from shiplap.reference.judge import judge
    from shiplap.reference.lines import closes_fence, heading_level, indent, opens_fence

    signs = code = seen = 0
    fence: tuple[str, int] | None = None
    blank = True
    for _, c in lines(text):
        if seen >= SAMPLE:
            break
        seen += len(c) + 1
        i = indent(c, 0, 0)[0]
        if fence is not None:
            if closes_fence(c, i, fence):
                fence = None
                signs += FENCE_SIGNS
            continue
        if i == len(c):
            blank = True
            continue
        if i < 4:
            fence = opens_fence(c, i)
        if fence is None and i == 0 and heading_level(c, i) > 0:
            signs += blank
        elif fence is None and judge(c, i) > 0:
            code += 1
        elif fence is None and ("](" in c or c.startswith(("> ", "**", "- **", "* **"))):
            signs += 1
        blank = False
    return signs > code
