"""Levels: the sets of positions where a cut may fall (SPEC: "A level is local").

Every level holds 0 and the end of the text. For any other position the functions below look only at its
neighbourhood: at most CAP code points of white space or combining marks to each side, and back to the start of a
run of flags, or of combining marks before a ZWJ. A position inside a grapheme cluster is in no level but `char`;
`is_boundary` sees to that for all of them.
"""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE, word_class
from shiplap.reference.boundaries.graphemes import grapheme
from shiplap.reference.boundaries.lexicon import Lexicon, lexicon
from shiplap.reference.boundaries.sections import section
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, capital, simple
from shiplap.reference.boundaries.separators import Separator
from shiplap.reference.boundaries.standard import standard

INDENTATION = WHITE_SPACE - LINE_ENDS
#: Classes of letters that are written without spaces between words.
LETTERS = ("IDEOGRAPH", "KATAKANA", "SPACELESS")


def char(text: str, p: int) -> bool:
    """Every position."""
    return True


def word(text: str, p: int) -> bool:
    """After a run of white space, and between letters that are written without spaces, as far as they have their
    punctuation with them: before opening and after closing wide punctuation, never the other way round.

    All but those before a format character are word boundaries of UAX #29 too: the rules WB4 (marks are looked
    through, at most CAP of them), WB13 (Katakana stay together) and WB999.
    """
    if text[p - 1] in WHITE_SPACE:
        return text[p] not in WHITE_SPACE
    base = p - 1
    while base > 0 and p - 1 - base < CAP and word_class(text[base]) == "MARK":
        base -= 1
    left, right = word_class(text[base]), word_class(text[p])
    if left == right == "KATAKANA":
        return False
    return left in (*LETTERS, "CJK_CLOSE") and right in (*LETTERS, "CJK_OPEN")


def line(text: str, p: int) -> bool:
    """After LF, CR LF, CR, VT, FF, NEL, LS or PS. (CR LF is a grapheme cluster.)"""
    return text[p - 1] in LINE_ENDS


def paragraph(text: str, p: int) -> bool:
    """The start of a line that is not blank, after one that is or after PS. Indentation belongs to the line."""
    if not line(text, p):
        return False
    begin = p
    while begin < len(text) and begin - p < CAP and text[begin] in INDENTATION:
        begin += 1
    if begin == len(text) or text[begin] in WHITE_SPACE:
        return False
    if text[p - 1] == "\u2029":
        return True
    end = p - 2 if text[max(p - 2, 0) : p] == "\r\n" else p - 1
    begin = end
    while begin > 0 and end - begin < CAP and text[begin - 1] in INDENTATION:
        begin -= 1
    return begin == 0 or text[begin - 1] in LINE_ENDS


def standard_of_all(text: str, p: int) -> bool:
    """The standard sentence rule without a language."""
    return standard(text, p, lexicon())


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
}

#: A level is named, or it is a separator, or the set of positions that a caller has given, or the standard
#: sentence rule with what is known of words.
Level = str | Separator | frozenset[int] | Lexicon


def is_boundary(text: str, p: int, level: Level) -> bool:
    """Whether a cut of this level may fall at p, 0 <= p <= len(text): for any level but `char` a place between
    two grapheme clusters."""
    if p == 0 or p == len(text):
        return True
    if isinstance(level, frozenset):
        found = p in level
    elif isinstance(level, Separator):
        found = level.ends(text, p)
    elif isinstance(level, dict):
        found = standard(text, p, level)
    else:
        found = LEVELS[level](text, p)
    return found and (level == "char" or grapheme(text, p))


def first_boundary(text: str, low: int, high: int, level: Level) -> int | None:
    """The first boundary p, low <= p < high."""
    for p in range(low, high):
        if is_boundary(text, p, level):
            return p
    return None


def last_boundary(text: str, low: int, high: int, level: Level) -> int | None:
    """The last boundary p, low <= p < high."""
    for p in reversed(range(low, high)):
        if is_boundary(text, p, level):
            return p
    return None


def visible(text: str, p: int) -> int:
    """The first position from p on whose code point is not white space, or the end of the text."""
    while p < len(text) and text[p] in WHITE_SPACE:
        p += 1
    return p


def visible_end(text: str, start: int, end: int) -> int:
    """The end of text[start:end] without the white space at its end."""
    while end > start and text[end - 1] in WHITE_SPACE:
        end -= 1
    return end
