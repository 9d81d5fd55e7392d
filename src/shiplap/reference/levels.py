"""Levels: the sets of positions where a cut may fall (SPEC: "A level is local"). Twin: `_core/levels.pyx`.

Every level holds 0 and the end of the text. For any other position the functions below look only at its
neighbourhood, at most CAP code points of white space to each side.
"""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.sentences import CAP, capital, simple

LINE_ENDS = frozenset("\n\v\f\r\x85\u2028\u2029")
INDENTATION = WHITE_SPACE - LINE_ENDS


def char(text: str, p: int) -> bool:
    """Every position."""
    return True


def grapheme(text: str, p: int) -> bool:
    """Every position that is not inside CR LF (the rest of UAX #29 is not part of this version)."""
    return not (text[p - 1] == "\r" and text[p] == "\n")


def word(text: str, p: int) -> bool:
    """After a run of white space."""
    return text[p - 1] in WHITE_SPACE and text[p] not in WHITE_SPACE


def line(text: str, p: int) -> bool:
    """After LF, CR LF, CR, VT, FF, NEL, LS or PS."""
    return text[p - 1] in LINE_ENDS and grapheme(text, p)


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


def given(text: str, p: int) -> bool:
    """No position: `reference/windows.py` puts the set of positions that the caller gave in the place of this."""
    return False


LEVELS = {
    "char": char,
    "grapheme": grapheme,
    "word": word,
    "line": line,
    "paragraph": paragraph,
    "sentence-simple": simple,
    "sentence-capital": capital,
    "given": given,
}

#: A level is named, or it is the set of positions that a caller has given.
Level = str | frozenset[int]


def is_boundary(text: str, p: int, level: Level) -> bool:
    """Whether a cut of this level may fall at p, 0 <= p <= len(text). A position that was given counts as long
    as it is not inside a grapheme cluster."""
    if p == 0 or p == len(text):
        return True
    if isinstance(level, frozenset):
        return p in level and grapheme(text, p)
    return LEVELS[level](text, p)


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
