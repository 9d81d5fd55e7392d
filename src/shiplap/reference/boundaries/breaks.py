"""Single line ends that end a sentence, in text with hard line ends: the option `line_breaks` of the standard
rule.

The first clause that applies decides; H9 is checked before H3. "No boundary" means that p is a boundary only if
the clauses of `standard.py` make it one.

    H1   With "paragraph": no boundary. Before p is a blank line, or no line end: no boundary (S2 and the other
        clauses of `standard.py` decide).
    H2   With "lines": boundary after each line end. The clauses below apply to "auto".
    H3   The line before p is a greeting: boundary if the next word would have fitted (H8), before a small letter
        too. A greeting ends with a comma, has at most GREETING code points, and is the first line or follows a
        blank line.
    H4   The line at p begins with a small letter (except in a brand, such as iPhone), a closing mark, a comma or
        the like, or a mark: no boundary.
    H5   Both the line before p and the line at p have the form `Name: value`: boundary.
    H6   The line before p ends with a mark: boundary in a quotation; no boundary otherwise. The line ends with a
        comma, a semicolon, a dash or an opening mark: no boundary, except after the comma of a closing. A closing
        is a line of at most GREETING code points before the last line of a paragraph.
    H7   The line before p has more than LONGEST code points, so it was not wrapped: boundary.
    H8   The first word of the line at p would have fitted in the line before p: boundary. The assumed width is at
        least NARROWEST. It is the length of the longest of four lines: the lines before and at p, the visible line
        above them, and the visible line below them. In all other cases: no boundary.

    H9   In a quotation, a line of quotation signs alone is a blank line: no boundary before it, and a boundary
        after it.

Quotation signs of mail (`> `) at the start of a line are not part of its text. Between two lines that begin with
such a sign, only the clauses of "auto" decide, because S2 takes the sign for the mark of a list item. The offset p
is the first visible offset of its line.
"""

from __future__ import annotations

from shiplap._data.sentence_marks import DASHES
from shiplap._data.unicode import WHITE_SPACE
from shiplap.reference.boundaries.lexicon import Lexicon
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS, gap_before, line_ends
from shiplap.reference.boundaries.standard import LETTERS, first_letter, is_brand, is_mark, kind_of

#: Code points of the longest line that somebody wraps, and the smallest width that H8 assumes.
LONGEST = 120
NARROWEST = 30

#: Code points of the longest greeting or closing, and of the longest name before a colon.
GREETING = 40
NAME = 24


def ends_hard_line(text: str, p: int, known: Lexicon) -> bool:
    """Return whether a sentence ends before p because a line ends there."""
    gap = gap_before(text, p)
    if known.line_breaks == "paragraph" or text[p] in WHITE_SPACE or gap == 0 or text[gap - 1] in WHITE_SPACE:
        return False  # H1
    if line_ends(text, gap, p) != 1:
        return False  # H1
    if known.line_breaks == "lines":
        return True  # H2
    begin, end = start_of_line(text, gap), end_of_run(text, p, LINE_ENDS)
    if text[p] == text[begin] == ">" and (has_signs_alone(text, p) or has_signs_alone(text, begin)):
        return not has_signs_alone(text, p)  # H9
    before, after = gap_before(text, begin), space_ends(text, end)
    size, last, first = gap - begin, text[gap - 1], after_quotation(text, p)
    others = before - start_of_line(text, before), end_of_run(text, after, LINE_ENDS) - after
    fits = size + 1 + end_of_run(text, first, WHITE_SPACE) - first <= max(NARROWEST, size, end - p, *others)
    is_short = last == "," and size <= GREETING
    follows_blank = line_ends(text, before, begin) > 1 or has_signs_alone(text, start_of_line(text, before))
    if is_short and fits and (before == 0 or follows_blank):
        return True  # H3
    if goes_on_at(text, first):
        return False  # H4
    if is_named_value(text, after_quotation(text, begin)) and is_named_value(text, first):
        return True  # H5
    if last in ",;" or last in DASHES or kind_of(last) == "OPEN" or is_mark(text, gap - 1):
        if is_short and (after == len(text) or line_ends(text, end, after) > 1 or has_signs_alone(text, after)):
            return True  # H6
        return is_mark(text, gap - 1) and text[begin] == text[p] == ">"  # H6
    return size > LONGEST or fits  # H7, H8


def is_quoted(text: str, p: int) -> bool:
    """Return whether the line at p and the line before it begin with a quotation sign."""
    gap = gap_before(text, p)
    return text[p] == ">" and line_ends(text, gap, p) == 1 and text[start_of_line(text, gap)] == ">"


def has_signs_alone(text: str, p: int) -> bool:
    """Return whether the line at p contains only quotation signs and spaces, at most NAME code points of them."""
    if text[p : p + 1] != ">":
        return False
    i = p
    while i < len(text) and i - p < NAME and text[i] in "> ":
        i += 1
    return i == len(text) or text[i] in LINE_ENDS


def start_of_line(text: str, end: int) -> int:
    """Return the beginning of the line of the code point before `end`, at most LONGEST + 1 code points before
    `end`."""
    i = end
    while i > 0 and end - i <= LONGEST and text[i - 1] not in LINE_ENDS:
        i -= 1
    return i


def end_of_run(text: str, p: int, stops: frozenset[str]) -> int:
    """Return the offset of the next of `stops`, the end of the text, or the offset LONGEST + 1 code points after
    p, whichever comes first."""
    i = p
    while i < len(text) and i - p <= LONGEST and text[i] not in stops:
        i += 1
    return i


def space_ends(text: str, end: int) -> int:
    """Return the end of the white space after `end`, at most CAP code points after it."""
    i = end
    while i < len(text) and i - end < CAP and text[i] in WHITE_SPACE:
        i += 1
    return i


def after_quotation(text: str, p: int) -> int:
    """Return the offset after the quotation signs at p, each with at most one space after it. Return p if white
    space or the end of the text follows them."""
    i = p
    while i + 1 < len(text) and i - p < NAME and text[i] == ">":
        i += 2 if text[i + 1] == " " else 1
    return p if i >= len(text) or text[i] in WHITE_SPACE else i


def goes_on_at(text: str, i: int) -> bool:
    """Return whether a sentence continues at i: with a small letter, a closing mark, a comma or the like, or a
    mark."""
    if kind_of(text[i]) in ("CLOSE", "CONTINUE", "EXTEND") or is_mark(text, i):
        return True
    first = first_letter(text, i)
    return kind_of(text[first]) == "LOWER" and not is_brand(text, first)


def is_named_value(text: str, i: int) -> bool:
    """Return whether the line at i begins with a name, and then a colon and white space. A name has up to NAME
    letters, digits, hyphens and spaces, and does not begin with a small letter."""
    if kind_of(text[i]) not in ("UPPER", "LETTER"):
        return False
    end = i
    while end < len(text) and end - i < NAME and (kind_of(text[end]) in (*LETTERS, "DIGIT") or text[end] in "- "):
        end += 1
    return text[end : end + 1] == ":" and end + 1 < len(text) and text[end + 1] in WHITE_SPACE
