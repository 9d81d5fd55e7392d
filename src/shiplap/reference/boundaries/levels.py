"""Levels: the sets of positions where a cut may fall (docs/reference/levels.md).

Every level holds 0 and the end of the text. For any other position the functions below look only at its
neighbourhood: at most CAP code points of white space or combining marks to each side, two lines of at most as
many for headings and two more before a number, for `block` the paragraph before, of at most `items.REACH`, and
back to the start of a run of flags, or of combining marks before a ZWJ. A position inside a grapheme cluster is in
no level but `char`; `is_boundary` sees to that for all of them.

B1. A boundary of words or sentences (the levels `word`, `sentence-simple`, `sentence-capital` and
    `sentence-standard`) before the first visible code point of a line is at the begin of the line: the
    indentation of a line, of at most CAP code points, belongs to the line, and all other white space to what
    stands before it.
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
    """Return True: every position is a boundary."""
    return True


def standard_of_all(text: str, p: int) -> bool:
    """Return whether p is a boundary of the standard sentence rule without a language."""
    return standard_of(text, p, lexicon())


def standard_of(text: str, p: int, known: Lexicon) -> bool:
    """Return whether p is a boundary of the standard sentence rule, other than those where a sentence goes on over
    page furniture (`pages.py`), and with those where a line ends one (`breaks.py`)."""
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

#: A level is named, or it is a separator, or the set of positions that a caller has given, or the standard
#: sentence rule with what is known of words.
BareLevel = str | Separator | frozenset[int] | Lexicon


class Sections(NamedTuple):
    """The level `section` of a text with headings of some looks."""

    looks: int


class KeepsHeadings(NamedTuple):
    """A level without the places that would part a heading, of `#` or of one of the looks, from what it heads, a
    lead (`leads.py`) from what it leads to, or a sentence that goes on over page furniture (`pages.py`)."""

    level: BareLevel | Sections
    looks: int


Level = BareLevel | Sections | KeepsHeadings


def has_indentation(level: Level) -> bool:
    """Return whether a level is one of words or sentences (B1)."""
    return isinstance(level, dict) or (isinstance(level, str) and level.startswith(("word", "sentence-")))


def parts_heading(text: str, p: int, looks: int) -> bool:
    """Return whether a cut at p would part a heading, a lead or a sentence."""
    over_page = text[p - 1] in LINE_ENDS and runs_over_page(text, p)
    return ends_with_heading(text, p, looks) or ends_with_lead(text, p) or over_page


def is_boundary(text: str, p: int, level: Level) -> bool:
    """Return whether a cut of this level may fall at p, 0 <= p <= len(text): for any level but `char` a place
    between two grapheme clusters."""
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
    """Return the first boundary p, low <= p < high."""
    for p in range(low, high):
        if is_boundary(text, p, level):
            return p
    return None


def last_boundary(text: str, low: int, high: int, level: Level) -> int | None:
    """Return the last boundary p, low <= p < high."""
    for p in reversed(range(low, high)):
        if is_boundary(text, p, level):
            return p
    return None


def visible(text: str, p: int) -> int:
    """Return the first position from p on whose code point is not white space, or the end of the text."""
    while p < len(text) and text[p] in WHITE_SPACE:
        p += 1
    return p


def visible_end(text: str, start: int, end: int) -> int:
    """Return the end of text[start:end] without the white space at its end."""
    while end > start and text[end - 1] in WHITE_SPACE:
        end -= 1
    return end
