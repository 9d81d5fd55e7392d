"""Sections: the starts of heading lines."""

from __future__ import annotations

from shiplap.reference.boundaries.sentences import LINE_ENDS


def section(text: str, p: int) -> bool:
    """The start of a line that is an ATX heading of CommonMark 0.31, section 4.2: at most three spaces, one to six
    `#`, and then a space, a tab, the end of the line or of the text.

    It looks at ten code points, so the level is local. Headings that are underlined (setext) are left out, since
    how many lines belong to one is not; and whether a line stands in a code fence is not asked.
    """
    if text[p - 1] not in LINE_ENDS:
        return False
    begin = p
    while begin < len(text) and begin < p + 3 and text[begin] == " ":
        begin += 1
    end = begin
    while end < len(text) and end < begin + 7 and text[end] == "#":
        end += 1
    return 1 <= end - begin <= 6 and (end == len(text) or text[end] in " \t" or text[end] in LINE_ENDS)
