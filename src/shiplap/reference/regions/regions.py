"""Blocks: the regions of a document (prose, code, tables, headings, ...) in one forward pass over its lines.

A line ends after LF, CR LF or CR, as in CommonMark, and is classified by its first MAX_LINE code points, without
its line end. Every code point beyond ASCII counts as a letter. A grammar (`markdown.py`, `plain.py`, `html.py`)
finds the starts of regions. A region ends at the start of the next one, so regions are adjacent and cover the
text, and blank lines belong to the region before them.
"""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.heading_numbers import (
    ADORNED,
    AS_GRAMMAR,
    CAPITALS,
    FIND_LOOKS,
    HAS_MARKED,
    INDENTED,
    LABELLED,
    NO_HEADINGS,
    NUMBERED,
    OUTLINED,
    TITLE,
    UNKNOWN,
)
from shiplap._data.region_kinds import GRAMMARS, MARKUPS, Grammar
from shiplap.reference.boundaries.headings import consistent_looks
from shiplap.reference.boundaries.sections import has_underlined
from shiplap.reference.regions.anchors import with_anchors
from shiplap.reference.regions.heading_levels import Levels
from shiplap.reference.regions.headings import with_headings
from shiplap.reference.regions.html import HEADINGS, scan_html
from shiplap.reference.regions.line import closes_fence, heading_level, indent, lines, opens_fence, tag_name
from shiplap.reference.regions.line_score import line_score, title_marks
from shiplap.reference.regions.markdown import scan_markdown
from shiplap.reference.regions.markups import markup_by_look, scan_markup
from shiplap.reference.regions.output import Block
from shiplap.reference.regions.plain import (
    MIN_RARE_MARKS,
    NO_TITLE,
    adornment,
    is_overlined,
    may_underline,
    scan_plain,
)
from shiplap.reference.regions.rst import is_rst_mark, scan_rst

#: The sample that chooses the grammar of a text without a path: code points of lines, each with one line end.
SAMPLE = 16384
#: The number of code points that are searched for an underlined title.
FIRST_TITLES = 4096
#: The number of lines of code in the sample that a fence with its end outweighs.
FENCE_SIGNS = 16
#: The most headings with `#` one right below the other that are no comment.
MAX_HEADING_RUN = 2
#: The number of lines of explicit markup in the sample that make a text reStructuredText.
MIN_RST_SIGNS = 2

#: The patterns of headings without marks.
LOOKS = LABELLED | NUMBERED | CAPITALS | TITLE | OUTLINED | INDENTED


class Decided(NamedTuple):
    """The decisions for a whole text, which an update keeps.

    known: HAS_MARKED, with the patterns of headings without marks that the text has consistently, and for the
        grammar "auto" AS_GRAMMAR times the number of the one that was chosen; or UNKNOWN.
    levels: the levels of headings without marks.
    adorned: the kinds of underline of headings in plain text, one for each level: the character, and ABOVE if the
        title has such a line above it too; or CLOSED and the number of signs of equality on each side of a title.
    """

    known: int = UNKNOWN
    levels: Levels = ()
    adorned: tuple[int, ...] = ()


class Signs(NamedTuple):
    """Evidence in the sample of a text: for Markdown, against Markdown, for reStructuredText, and against
    reStructuredText (lines of code without indentation)."""

    markdown: int
    code: int
    rst: int
    flush: int


def blocks(text: str, grammar: Grammar = "auto", finds_looks: bool = False) -> list[Block]:
    """Return the regions of a text, as `decided_blocks` does, without earlier decisions."""
    return decided_blocks(text, grammar, finds_looks, Decided())[0]


def decided_blocks(text: str, grammar: Grammar, finds_looks: bool, before: Decided) -> tuple[list[Block], Decided]:
    """Return the regions of a text by a grammar, and the decisions for the text. A text without any region is
    prose. `finds_looks`: headings without marks that the text has consistently are regions too, except in HTML.

    K1. A decision in `before` is kept, whatever the text is now.
    K2. Other decisions depend on the text: the grammar of "auto" on its sample, the heading patterns on its
    pieces,
        and the levels on the order of its headings (`heading_levels.py`).
    K3. A text of reStructuredText that has titles with adornments has no headings without marks. A text of another
        markup (`markups.py`) has none either.
    K4. In Markdown, OUTLINED lines are items, and INDENTED lines belong to items or are code; neither are
    headings.
    """
    known = before.known
    if grammar == "auto" and known < AS_GRAMMAR:
        known += AS_GRAMMAR * GRAMMARS.index(grammar_by_look(text))
    if not known & HAS_MARKED:
        known |= HAS_MARKED | (consistent_looks(text) if finds_looks and grammar != "html" else 0)
        if chosen(grammar, known) == "markdown":
            known &= ~(OUTLINED | INDENTED)
    adorned = list(before.adorned)
    found = scan(text, grammar, known, adorned)
    if not found and text:
        found = [Block(0, "prose")]
    looks = known & LOOKS if finds_looks and grammar != "html" else 0
    if chosen(grammar, known) in MARKUPS or (chosen(grammar, known) == "rst" and adorned):
        looks = 0
    if not looks or not found:
        return with_anchors(text, found), Decided(known, before.levels, tuple(adorned))
    found, levels = with_headings(text, found, looks, before.levels)
    return with_anchors(text, found), Decided(known, levels, tuple(adorned))


def chosen(grammar: Grammar, known: int) -> Grammar:
    """Return the grammar that was chosen for a text of "auto", or the grammar itself."""
    return GRAMMARS[known // AS_GRAMMAR] if grammar == "auto" else grammar


def scan(text: str, grammar: Grammar, known: int, adorned: list[int]) -> list[Block]:
    """Return the regions by a grammar; for "auto", by the grammar that was chosen. In that case Markdown also has
    tables of plain text."""
    found = chosen(grammar, known)
    if found == "html":
        return scan_html(text).blocks
    if found == "markdown":
        return scan_markdown(text, adorned if grammar == "auto" else None).blocks
    if found in MARKUPS:
        return scan_markup(text, found).blocks
    return (scan_rst if found == "rst" else scan_plain)(text, adorned).blocks


def headings_of(text: str, known: int, finds_looks: bool) -> int:
    """Return the heading patterns of a text: NO_HEADINGS, or HAS_MARKED with the patterns of headings without
    marks.

    known: the patterns that are known before. finds_looks: whether headings without marks count if the text has
    them consistently.
    """
    if known == UNKNOWN:
        known = FIND_LOOKS | finds_headings(text)
    if not known & FIND_LOOKS:
        return known
    looks = consistent_looks(text) if finds_looks else 0
    if known & HAS_MARKED:
        looks &= ~(OUTLINED | INDENTED)  # K4
    known &= ~FIND_LOOKS
    return known if not looks else (known & ~NO_HEADINGS) | HAS_MARKED | looks


def finds_headings(text: str) -> int:
    """Return HAS_MARKED if the sample of a text without a name is Markdown with a `#`, HAS_MARKED with ADORNED if
    it has an underlined title, else NO_HEADINGS. Only the sample is read, so that a stream decides like the whole
    text."""
    sample = text[:SAMPLE]
    if has_underlined(text[:FIRST_TITLES]):
        return HAS_MARKED | ADORNED
    return HAS_MARKED if "#" in sample and is_markdown(sample) else NO_HEADINGS


def grammar_by_look(text: str) -> Grammar:
    """Return the grammar of a text without a name, by its sample: the grammar that `markup_by_look` finds, if any;
    else reStructuredText, if at least MIN_RST_SIGNS lines outside fences are explicit markup, and fewer lines
    without indentation are code."""
    found = markup_by_look(text)
    if found is not None:
        return found
    signs = signs_of(text)
    if signs.rst >= MIN_RST_SIGNS and signs.flush < signs.rst:
        return "rst"
    return "markdown" if signs.markdown > signs.code else "plain"


def is_markdown(text: str) -> bool:
    """Return whether a text without a name is Markdown, by its sample. Signs of Markdown are a fence, a link, a
    quote, strong emphasis, and a heading that follows a blank line or a line of HTML, or is one of HTML. The text
    is Markdown if it has signs, and not more lines of code without such a sign outside fences. A line of HTML
    begins with a tag or a comment; it is not a line of code.
    Titles that Markdown does not have count as much against it as a fence counts for it. Lines with `#` one right
    below the other are a comment: from the third on, each counts against it."""
    return grammar_by_look(text) == "markdown"


def signs_of(text: str) -> Signs:
    """Return the signs of the first lines of a text."""
    signs = code = rst = flush = seen = run = 0
    fence: tuple[str, int] | None = None
    within = title = 0  # of the open fence: the number of its lines, and the code points of the first
    blank = alone = True  # whether the line before is blank; whether it is the first of its paragraph
    waves = False  # whether a title is underlined by `~`
    last = ""
    for _, c in lines(text):
        if seen >= SAMPLE:
            break
        seen += len(c) + 1
        i = indent(c, 0)[0]
        if fence is not None:
            within += 1
            if closes_fence(c, i, fence):
                titled = within == 2 and is_overlined(fence[1], adornment(c), title)
                signs += -FENCE_SIGNS if titled else FENCE_SIGNS
                fence = None
            elif within == 1:
                title = len(c.strip(" \t"))
            continue
        if i == len(c):
            blank, run = True, 0
            continue
        size = adornment(c) if alone and not blank and i == 0 and c[0] not in "=-" else 0
        is_short = c[0] == "~" and size == len(last) and waves
        if size and not adornment(last) and (is_short or may_underline(c[0], size, len(last), last[0], last[-1])):
            waves = waves or c[0] == "~"
            signs -= FENCE_SIGNS
            alone = False
            continue
        if i == 0 and title_marks(c, len(c.rstrip(" \t"))):
            signs -= FENCE_SIGNS
            blank = alone = False
            continue
        if i < 4:
            fence = opens_fence(c, i)
            within = 0 if blank and adornment(c) else NO_TITLE
        is_html = c[i] == "<" and (tag_name(c, i) != "" or c.startswith("<!--", i))
        is_rst = fence is None and i == 0 and is_rst_mark(c)
        rst += is_rst
        is_heading = fence is None and i == 0 and heading_level(c, i) > 0
        run = run + 1 if is_heading else 0
        if is_heading:
            signs += blank - (run > MAX_HEADING_RUN)
        elif fence is None:
            is_code, is_sign = line_score(c, i) > 0, is_marked(c)
            signs += is_sign + (is_html and tag_name(c, i) in HEADINGS and c[i + 1] != "/")
            code += is_code and not is_html and not is_sign
            flush += is_code and i == 0 and not is_rst
        alone = blank and i == 0 and fence is None
        blank, last = fence is None and is_html, c.rstrip(" \t")
    return Signs(signs, code, rst, flush)


def is_marked(c: str) -> bool:
    """Return whether a line has a sign of Markdown: a link, a quotation, or bold text at its start."""
    is_bold = c.startswith("**") and c[2:3] not in ("", " ", "\t")
    return "](" in c or ((is_bold or c.startswith(("> ", "- **", "* **"))) and adornment(c) < MIN_RARE_MARKS)
