"""Levels: the sets of offsets where a cut may fall (docs/reference/levels.md).

Every level contains 0 and the end of the text. For any other offset the functions below read only its
neighbourhood: at most CAP code points of white space or combining marks on each side; for headings two lines of at
most CAP code points, and two more before a number; for `block` the paragraph before, of at most `items.REACH` code
points; and back to the start of a run of flags, or of combining marks before a ZWJ. An offset inside a grapheme
cluster is in no level except `char`; `is_boundary` checks this for all levels.

B1. A boundary of words or sentences (the levels `word`, `sentence-simple`, `sentence-capital` and
    `sentence-standard`) before the first visible code point of a line is moved to the beginning of the line. So
    the indentation of a line, of at most CAP code points, belongs to the line, and all other white space belongs
    to the text before it.
"""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.breaks import ends_hard_line, is_quoted
from shiplap.reference.boundaries.graphemes import grapheme
from shiplap.reference.boundaries.items import block
from shiplap.reference.boundaries.leads import ends_with_lead
from shiplap.reference.boundaries.lexicon import Lexicon, lexicon
from shiplap.reference.boundaries.lines import indentation, line, paragraph
from shiplap.reference.boundaries.pages import runs_over_page
from shiplap.reference.boundaries.sections import ends_with_heading, section
from shiplap.reference.boundaries.sentences import LINE_ENDS, capital, simple
from shiplap.reference.boundaries.separators import Separator
from shiplap.reference.boundaries.standard import standard
from shiplap.reference.boundaries.words import word


def char(text: str, p: int) -> bool:
    """Return True: every offset is a boundary."""
    return True


def standard_of_all(text: str, p: int) -> bool:
    """Return whether p is a boundary of the standard sentence rule without a language."""
    return standard_of(text, p, lexicon())


def standard_of(text: str, p: int, known: Lexicon) -> bool:
    """Return whether p is a boundary of the standard sentence rule. Offsets where a sentence continues over page
    furniture (`pages.py`) are no boundaries; offsets where a line end ends a sentence (`breaks.py`) are."""
    if known.line_breaks == "auto" and is_quoted(text, p):
        return ends_hard_line(text, p, known)
    return (standard(text, p, known) and not runs_over_page(text, p)) or ends_hard_line(text, p, known)


LEVELS = {
    "char": char,
    "grapheme": grapheme,
    "word": word,
    "line": line,
    "paragraph": paragraph,
    "sentence-simple": simple,
    "sentence-capital": capital,
    "sentence-standard": standard_of_all,
    "section": section,
    "block": block,
}

#: A level is a name, a separator, a set of offsets that the caller has given, or the standard sentence rule with a
#: lexicon.
BareLevel = str | Separator | frozenset[int] | Lexicon


class Sections(NamedTuple):
    """The level `section` of a text with some heading patterns."""

    looks: int


class KeepsHeadings(NamedTuple):
    """A level without the offsets that would separate a heading (with `#`, or of one of the patterns) from its
    text, a lead (`leads.py`) from the text after it, or the parts of a sentence that continues over page furniture
    (`pages.py`)."""

    level: BareLevel | Sections
    looks: int


Level = BareLevel | Sections | KeepsHeadings


def has_indentation(level: Level) -> bool:
    """Return whether a level is one of words or sentences (B1)."""
    return isinstance(level, dict) or (isinstance(level, str) and level.startswith(("word", "sentence-")))


def parts_heading(text: str, p: int, looks: int) -> bool:
    """Return whether a cut at p would separate a heading or a lead from the text after it, or the parts of a
    sentence."""
    over_page = text[p - 1] in LINE_ENDS and runs_over_page(text, p)
    return ends_with_heading(text, p, looks) or ends_with_lead(text, p) or over_page


def is_boundary(text: str, p: int, level: Level) -> bool:
    """Return whether a cut of this level may fall at p, 0 <= p <= len(text). For any level except `char`, such an
    offset is between two grapheme clusters."""
    if p == 0 or p == len(text):
        return True
    if isinstance(level, KeepsHeadings):
        return is_boundary(text, p, level.level) and not parts_heading(text, p, level.looks)
    if has_indentation(level) and (span := indentation(text, p)) is not None:  # B1
        begin, first = span
        if p != begin:
            return False
        p = first
    if isinstance(level, frozenset):
        found = p in level
    elif isinstance(level, Sections):
        found = section(text, p, level.looks)
    elif isinstance(level, Separator):
        found = level.ends(text, p)
    elif isinstance(level, dict):
        found = standard_of(text, p, level)
    else:
        found = LEVELS[level](text, p)
    return found and (level == "char" or grapheme(text, p))


def first_boundary(text: str, low: int, high: int, level: Level) -> int | None:
    """Return the first boundary p, low <= p < high, or None."""
    for p in range(low, high):
        if is_boundary(text, p, level):
            return p
    return None


def last_boundary(text: str, low: int, high: int, level: Level) -> int | None:
    """Return the last boundary p, low <= p < high, or None."""
    for p in reversed(range(low, high)):
        if is_boundary(text, p, level):
            return p
    return None


def visible(text: str, p: int) -> int:
    """Return the first offset from p on whose code point is not white space, or the end of the text."""
    while p < len(text) and text[p] in WHITE_SPACE:
        p += 1
    return p


def visible_end(text: str, start: int, end: int) -> int:
    """Return the end of text[start:end] without the white space at its end."""
    while end > start and text[end - 1] in WHITE_SPACE:
        end -= 1
    return end
