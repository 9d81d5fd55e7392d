"""Sections: the starts of headings, and the offsets that would separate a heading from its text."""

from __future__ import annotations

from shiplap._data.heading_numbers import ADORNED, NO_HEADINGS
from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.items import after_indent
from shiplap.reference.boundaries.leads import MAX_ANCHORS, MAX_OPTIONS, is_target, options_begin
from shiplap.reference.boundaries.lines import INDENTATION, follows_blank_line, line, line_start, next_line
from shiplap.reference.boundaries.looks import heading_alone, heading_look, visible_part
from shiplap.reference.boundaries.no_headings import has_page
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before

#: First marks of a line that is not a title even if it is underlined: a quotation, a row of a table, a list item.
NO_TITLES = frozenset(">|")
BULLETS = frozenset("-*+")
#: The marks that may underline a title in reStructuredText: all ASCII punctuation marks.
ADORNMENTS = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")

#: The fewest marks of an underline that shows that a text has underlined headings.
MIN_UNDERLINE = 3


def section(text: str, p: int, looks: int = 0) -> bool:
    """Return whether p is the start of a heading, or of the anchors before a heading. A heading is a line with
    `#`, an underlined line, or a line with one of the heading patterns.

    The level is local: nothing further away than a few lines of CAP code points is read. So the rule does not know
    whether the line is in a code fence.
    """
    if text[p - 1] not in LINE_ENDS:
        return False
    return is_heading(text, p, looks) or is_heading(text, after_anchors(text, p), looks)


def after_anchors(text: str, p: int) -> int:
    """Return the beginning of the line after the anchors and targets at p. Each of them is a line of its own, and
    blank lines may separate them. Return p if the line at p is no anchor or target."""
    for _ in range(MAX_ANCHORS):
        after = next_line(text, p)
        end = p if after is None else gap_before(text, after)
        if after is None or not is_target(text, after_indent(text, p), end):
            break
        p = after
        for _ in range(MAX_OPTIONS):
            option = next_line(text, p)
            if option is None or options_begin(text, p) == p:
                break
            p = after = option
        while p < len(text) and p - after < CAP and text[p] in WHITE_SPACE:
            p += 1
        while p > after and text[p - 1] in INDENTATION:
            p -= 1
    return p


def is_heading(text: str, p: int, looks: int) -> bool:
    """Return whether the line that begins at p is a heading, or the title of a heading."""
    if is_marked(text, p) or is_underlined(text, p, looks) or is_overlined(text, p, looks):
        return True
    return heading_look(text, p, looks) != 0


def ends_with_heading(text: str, p: int, looks: int) -> bool:
    """Return whether the text before p ends with a heading or with a part of one: a chunk that ended there would
    separate the heading from its text. Up to CAP code points of white space after a heading are a part of it. A
    text with NO_HEADINGS has no headings."""
    if looks == NO_HEADINGS:
        return False
    begin = line_start(text, gap_before(text, p))
    if begin is None:
        return False
    if is_heading(text, begin, looks) or underlines(text, begin, looks):
        return True
    return is_below_overline(text, begin, looks) or is_second_line(text, begin, looks)


def is_second_line(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is the second line of a heading without marks (L15)."""
    begin = line_start(text, gap_before(text, p))
    if begin is None or next_line(text, begin) != p or heading_look(text, begin, looks) == 0:
        return False
    return heading_alone(text, visible_part(text, begin))[0] > p


def is_marked(text: str, p: int) -> bool:
    """Return whether the line at p is an ATX heading of CommonMark 0.31, section 4.2: at most three spaces, one to
    six `#`, and then a space, a tab, the end of the line or of the text."""
    begin = p
    while begin < len(text) and begin < p + 3 and text[begin] == " ":
        begin += 1
    end = begin
    while end < len(text) and end < begin + 7 and text[end] == "#":
        end += 1
    return 1 <= end - begin <= 6 and (end == len(text) or text[end] in " \t" or text[end] in LINE_ENDS)


def is_underlined(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is the title of a setext heading of CommonMark 0.31, section 4.3, and the only
    line of its paragraph. So the line before it is blank or missing, and the line after it is its underline. The
    title does not begin with white space, `>` or `|`, and is not an item of a list. A line with a page number (N5)
    is furniture of a page that is ruled off, not a title."""
    if p == len(text) or text[p] in WHITE_SPACE or text[p] in NO_TITLES:
        return False
    if text[p] in BULLETS and text[p + 1 : p + 2] in (" ", "\t"):
        return False
    if not follows_blank_line(text, p) or is_underline(text, p, looks):
        return False
    end = next_line(text, p)
    return end is not None and is_underline(text, end, looks) and not has_page(text, p, gap_before(text, end))


def is_overlined(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is the overline of a title of reStructuredText. An overline follows a blank
    line and is not indented; a line of text follows it, and then an underline of the same mark. Overlines exist
    only with ADORNED."""
    if not looks & ADORNED or not is_underline(text, p, looks) or not follows_blank_line(text, p):
        return False
    title = next_line(text, p)
    end = None if title is None or is_underline(text, title, looks) else next_line(text, title)
    if end is None or not is_underline(text, end, looks) or follows_blank_line(text, end):
        return False
    return text[p] != " " and text[p] == text[end]


def is_underline(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is at most three spaces, a run of `=` or of `-`, and white space, all within
    CAP code points. With ADORNED, a run of three or more of any of ADORNMENTS is an underline too."""
    begin = p
    while begin < len(text) and begin < p + 3 and text[begin] == " ":
        begin += 1
    if text[begin : begin + 1] not in (tuple(ADORNMENTS) if looks & ADORNED else ("=", "-")):
        return False
    end = begin
    while end < len(text) and end - p < CAP and text[end] == text[begin]:
        end += 1
    if text[begin] not in "=-" and end - begin < 3:
        return False
    while end < len(text) and end - p < CAP and text[end] in " \t":
        end += 1
    return end == len(text) or text[end] in LINE_ENDS


def underlines(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is the underline of the line before it."""
    if not is_underline(text, p, looks):
        return False
    begin = line_start(text, gap_before(text, p))
    return begin is not None and is_underlined(text, begin, looks) and next_line(text, begin) == p


def has_underlined(text: str) -> bool:
    """Return whether a text has an underlined heading, with any mark of ADORNMENTS, whose underline has at least
    MIN_UNDERLINE marks, and at least as many marks as the title has code points."""
    for p in range(1, len(text)):
        if line(text, p) and underlines(text, p, ADORNED):
            end = gap_before(text, p)
            begin = line_start(text, end)
            marks = text[p : next_line(text, p)].strip()
            if begin is not None and len(marks) >= max(MIN_UNDERLINE, end - begin):
                return True
    return False


def is_below_overline(text: str, p: int, looks: int) -> bool:
    """Return whether the line at p is the text or the underline of a title with an overline."""
    for _ in range(2 if looks & ADORNED else 0):
        begin = line_start(text, gap_before(text, p))
        if begin is None or next_line(text, begin) != p:
            return False
        if is_overlined(text, begin, looks):
            return True
        p = begin
    return False
