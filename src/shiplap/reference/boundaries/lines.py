"""The levels `line` and `paragraph`."""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS

INDENTATION = WHITE_SPACE - LINE_ENDS


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
