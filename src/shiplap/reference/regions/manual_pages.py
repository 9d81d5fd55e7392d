"""Manual pages that were rendered as text.

G1. A manual page begins with its section NAME: a line at the margin with one of NAMES, at the start of a run, with
    an indented line below it that has a dash between white space (`pump - draws water`).
G2. From there on, a line at the margin without small letters is a heading of level 1, and a line indented by
    SUBSECTION columns is a heading of level 2. Both must begin a run, and the line below must be indented more. A
    heading ends with a letter, a digit or `)`; one of level 2 may end with a colon.
G3. These lines do not count for code in a manual page: options and names of files, known by their first character;
    a synopsis (`pump [-v]`); a line with only references (`well(1), valve(8)`); a line with a reference after
    white space at its end (`1.0   March 2024   PUMP(1)`). The first line of a page, which begins and ends with its
    reference (`PUMP(1)   Wells   PUMP(1)`), does not count for code in any text.
"""

from __future__ import annotations

from shiplap.reference.regions.line import DIGITS, LETTERS, is_blank
from shiplap.reference.regions.line_score import is_letter

#: The names of the first section, in several languages.
NAMES = ("NAME", "NOM", "NOMBRE", "NOME", "NAZWA", "NAMN", "NAVN", "NAAM", "NIMI", "BEZEICHNUNG")
#: Columns of white space before the headings of subsections.
SUBSECTION = 3
MAX_TITLE = 80
#: Marks in the names of manual pages.
NAME_MARKS = frozenset("_.:+-")


def is_name_section(last: str, c: str) -> bool:
    """Return whether a manual page begins with the line `last`, at the margin, and the line below (G1)."""
    return last.rstrip(" \t") in NAMES and (" - " in c or any(is_dashed(c, at) for at in range(1, len(c) - 1)))


def is_dashed(c: str, at: int) -> bool:
    """Return whether a code point beyond ASCII stands alone between spaces, as a dash does."""
    return c[at] > "\x7f" and c[at - 1] == c[at + 1] == " "


def section_level(last: str, margin: int) -> int:
    """Return the level of the line `last`, indented by `margin` columns, as a heading of a manual page, or 0
    (G2)."""
    title = last.strip(" \t")
    ends = is_letter(title[-1]) or title[-1] in DIGITS or title[-1] == ")" or (margin > 0 and title[-1] == ":")
    if len(title) > MAX_TITLE or not ends:
        return 0
    if margin == SUBSECTION:
        return 2 * is_letter(title[0])
    return int(margin == 0 and is_letter(title[0]) and not any("a" <= char <= "z" for char in title))


def is_entry_line(c: str, i: int, manual: bool) -> bool:
    """Return whether a line does not count for code (G3). `manual`: whether the text is a manual page."""
    if manual and (c[i] in "-/~" or "[-" in c or is_references(c, i)):
        return True
    end = begin = len(c.rstrip(" \t"))
    while begin > i and c[begin - 1] not in " \t":
        begin -= 1
    if begin < i + 2 or c[begin - 2 : begin] != "  " or after_reference(c, begin) != end:
        return False
    return manual or c[i : i + end - begin] == c[begin:end]


def is_references(c: str, i: int) -> bool:
    """Return whether the line from i on has only references to manual pages, with commas between them (G3)."""
    while True:
        end = after_reference(c, i)
        if end == i:
            return False
        i = end + (c[end : end + 1] in (",", "."))
        if is_blank(c, i):
            return True
        while i < len(c) and c[i] in " \t":
            i += 1


def after_reference(c: str, i: int) -> int:
    """Return the end of the reference to a manual page at i, or i: a name, and in parentheses a digit and
    letters."""
    end = i
    while end < len(c) and (c[end] in LETTERS or c[end] in DIGITS or c[end] in NAME_MARKS):
        end += 1
    if end == i or c[end : end + 1] != "(" or c[end + 1 : end + 2] not in DIGITS:
        return i
    end += 2
    while end < len(c) and c[end] in LETTERS:
        end += 1
    return end + 1 if c[end : end + 1] == ")" else i
