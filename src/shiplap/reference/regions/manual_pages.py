"""Manual pages that were rendered as text.

G1. A text is one from its section NAME on: a line at its margin with one of NAMES, at the start of a run, and
    below it an indented line with a dash between white space (`pump - draws water`).
G2. From there on, a line at the margin without small letters is a heading of level 1, and a line indented by
    SUBSECTION columns one of level 2, if they begin a run, the line below is indented more, and they end with a
    letter, a digit, `)`, or for level 2 a colon.
G3. These lines say nothing for code there: options and names of files, by their first character; a synopsis
    (`pump [-v]`); references alone (`well(1), valve(8)`); a reference after white space at the end (`1.0   March
    2024   PUMP(1)`). Nor does the first line of a page, anywhere, which begins with that reference as well
    (`PUMP(1)   Wells   PUMP(1)`).
"""

from __future__ import annotations

from shiplap.reference.regions.line import DIGITS, LETTERS, is_blank
from shiplap.reference.regions.line_score import is_letter

#: What the first section is called, in several languages.
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
    """Return the level of the heading that the line `last` is in a manual page, or 0 (G2). It is indented by
    `margin` columns."""
    title = last.strip(" \t")
    ends = is_letter(title[-1]) or title[-1] in DIGITS or title[-1] == ")" or (margin > 0 and title[-1] == ":")
    if len(title) > MAX_TITLE or not ends:
        return 0
    if margin == SUBSECTION:
        return 2 * is_letter(title[0])
    return int(margin == 0 and is_letter(title[0]) and not any("a" <= char <= "z" for char in title))


def is_entry_line(c: str, i: int, manual: bool) -> bool:
    """Return whether a line says nothing for code, in a manual page or not (G3)."""
    if manual and (c[i] in "-/~" or "[-" in c or is_references(c, i)):
        return True
    end = begin = len(c.rstrip(" \t"))
    while begin > i and c[begin - 1] not in " \t":
        begin -= 1
    if begin < i + 2 or c[begin - 2 : begin] != "  " or after_reference(c, begin) != end:
        return False
    return manual or c[i : i + end - begin] == c[begin:end]


def is_references(c: str, i: int) -> bool:
    """Return whether the line from i on is references to manual pages, with commas between them (G3)."""
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
    """Return where the reference to a manual page at i ends, or i: a name, and in parentheses a digit and
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
