"""The levels `line` and `paragraph`, and the limits of a line."""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends

INDENTATION = WHITE_SPACE - LINE_ENDS


def line(text: str, p: int) -> bool:
    """Return whether p follows LF, CR, CR LF, VT, FF, NEL, LS or PS. (CR LF is one grapheme cluster.)"""
    return text[p - 1] in LINE_ENDS


def paragraph(text: str, p: int) -> bool:
    """Return whether p is the start of a visible line after a blank line or after PS. Indentation belongs to
    the line."""
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


def indentation(text: str, p: int) -> tuple[int, int] | None:
    """Return the beginning and the end of the indentation of a line, if p is in it or at one of its ends; else
    None. Indentation is 1 to CAP code points of white space within the line, before its first visible code
    point."""
    begin = p
    while begin > 0 and p - begin < CAP and text[begin - 1] in INDENTATION:
        begin -= 1
    end = p
    while end < len(text) and end - begin < CAP and text[end] in INDENTATION:
        end += 1
    if begin > 0 and text[begin - 1] not in LINE_ENDS:
        return None
    return (begin, end) if begin < end < len(text) and text[end] not in WHITE_SPACE else None


def line_begin(text: str, p: int) -> int:
    """Return the beginning of the line of p, if only indentation precedes p in it; else p."""
    span = indentation(text, p)
    return span[0] if span is not None and span[1] == p else p


def line_start(text: str, end: int) -> int | None:
    """Return the beginning of the line that contains the code point before `end`, at most CAP code points before
    `end`. Return None if the beginning is further away, or if that code point is white space."""
    if end == 0 or text[end - 1] in WHITE_SPACE:
        return None
    begin = end - 1
    while begin > 0 and end - begin < CAP and text[begin - 1] not in LINE_ENDS:
        begin -= 1
    return begin if begin == 0 or text[begin - 1] in LINE_ENDS else None


def next_line(text: str, p: int) -> int | None:
    """Return the end of the line that begins at p, with its line end, at most CAP code points after p, or None."""
    for end in range(p + 1, min(p + CAP, len(text)) + 1):
        if text[end - 1] in LINE_ENDS and not (text[end - 1] == "\r" and text[end : end + 1] == "\n"):
            return end
    return None


def follows_blank_line(text: str, p: int) -> bool:
    """Return whether the line that begins at p follows a blank line or PS, or nothing visible, within CAP code
    points."""
    gap = gap_before(text, p)
    return gap == 0 or line_ends(text, gap, p) > 1
