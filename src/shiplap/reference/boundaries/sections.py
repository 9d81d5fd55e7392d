"""Sections: the starts of headings, and the places that would part a heading from what it heads."""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends

#: What begins a line that no underline makes a heading: a quotation, a row of a table, an item of a list.
NO_TITLES = frozenset(">|")
BULLETS = frozenset("-*+")


def section(text: str, p: int) -> bool:
    """The start of a heading: of a line of `#`, or of one that is underlined.

    The level is local: what is further away than a few lines of CAP code points is not looked at, so whether the
    line stands in a code fence is not asked.
    """
    return text[p - 1] in LINE_ENDS and (is_marked(text, p) or is_underlined(text, p))


def ends_with_heading(text: str, p: int) -> bool:
    """Whether the text before p ends with a heading, or with a part of one: a chunk that ended there would part it
    from what it heads. White space after a heading is a part of it, up to CAP code points."""
    begin = line_start(text, gap_before(text, p))
    return begin is not None and (is_marked(text, begin) or is_underlined(text, begin) or underlines(text, begin))


def line_start(text: str, end: int) -> int | None:
    """Where the line begins that has the code point before `end`, at most CAP code points before it; None if that
    is further, or if the code point is white space."""
    if end == 0 or text[end - 1] in WHITE_SPACE:
        return None
    begin = end - 1
    while begin > 0 and end - begin < CAP and text[begin - 1] not in LINE_ENDS:
        begin -= 1
    return begin if begin == 0 or text[begin - 1] in LINE_ENDS else None


def next_line(text: str, p: int) -> int | None:
    """Where the line ends that begins at p, with its line end, at most CAP code points after p, or None."""
    for end in range(p + 1, min(p + CAP, len(text)) + 1):
        if text[end - 1] in LINE_ENDS and not (text[end - 1] == "\r" and text[end : end + 1] == "\n"):
            return end
    return None


def is_marked(text: str, p: int) -> bool:
    """Whether the line at p is an ATX heading of CommonMark 0.31, section 4.2: at most three spaces, one to six
    `#`, and then a space, a tab, the end of the line or of the text."""
    begin = p
    while begin < len(text) and begin < p + 3 and text[begin] == " ":
        begin += 1
    end = begin
    while end < len(text) and end < begin + 7 and text[end] == "#":
        end += 1
    return 1 <= end - begin <= 6 and (end == len(text) or text[end] in " \t" or text[end] in LINE_ENDS)


def is_underlined(text: str, p: int) -> bool:
    """Whether the line at p is the title of a setext heading of CommonMark 0.31, section 4.3, if it is the only
    line of its paragraph: the line before it is blank, or there is none; it begins with no white space, with none
    of `>` and `|`, and is no item of a list; and the line after it is its underline."""
    if p == len(text) or text[p] in WHITE_SPACE or text[p] in NO_TITLES:
        return False
    if text[p] in BULLETS and text[p + 1 : p + 2] in (" ", "\t"):
        return False
    if not follows_blank_line(text, p) or is_underline(text, p):
        return False
    end = next_line(text, p)
    return end is not None and is_underline(text, end)


def follows_blank_line(text: str, p: int) -> bool:
    """Whether a line that begins at p follows a blank one, or PS, or nothing visible, within CAP code points."""
    gap = gap_before(text, p)
    return gap == 0 or line_ends(text, gap, p) > 1


def is_underline(text: str, p: int) -> bool:
    """Whether the line at p is at most three spaces, a run of `=` or of `-`, and white space, all in CAP code
    points."""
    begin = p
    while begin < len(text) and begin < p + 3 and text[begin] == " ":
        begin += 1
    if text[begin : begin + 1] not in ("=", "-"):
        return False
    end = begin
    while end < len(text) and end - p < CAP and text[end] == text[begin]:
        end += 1
    while end < len(text) and end - p < CAP and text[end] in " \t":
        end += 1
    return end == len(text) or text[end] in LINE_ENDS


def underlines(text: str, p: int) -> bool:
    """Whether the line at p is the underline of the one before it."""
    if not is_underline(text, p):
        return False
    begin = line_start(text, gap_before(text, p))
    return begin is not None and is_underlined(text, begin) and next_line(text, begin) == p
