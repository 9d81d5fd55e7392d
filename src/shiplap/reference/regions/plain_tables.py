"""The tables of text without markup.

A table is two or more successive lines that are divided into cells in the same way: by pipes, by commas,
semicolons or tabs, or by blank columns. Commas with white space after them do not divide items of a list. One such
comma in a line (`Smith, Ann`) does not divide it, unless all of these lines except one have a digit. Two or more
such commas divide lines with words (`South Korea, Seoul, 51000000`) if at least three lines have as many, and all
of these lines except one have a cell with a digit and without a letter.
"""

from __future__ import annotations

from shiplap.reference.regions.drawn_tables import (
    continues_drawing,
    is_below_header,
    is_drawn,
    is_edge,
    is_upper_edge,
)
from shiplap.reference.regions.line import DIGITS, indent, lower
from shiplap.reference.regions.line_score import is_letter, is_name, line_score
from shiplap.reference.regions.plain_runs import MAX_COLUMNS, Candidate, Plain, Table, end_run, open_table

#: The most lines of an HTML table; a longer one counts as not closed.
MAX_HTML_LINES = 2000
#: The most letters and digits in the mark of an item in brackets.
MAX_ITEM_MARK = 4
#: The least score of a row with words between commas that have white space after them, and the fewest such rows.
MIN_WORDED_SCORE, MIN_WORDED = -4, 3


def goes_on(state: Plain, c: str) -> bool:
    """Return whether a table is open and the line belongs to it."""
    if not state.table:
        return False
    i, width = indent(c, 0)
    state.table_lines += 1
    if table_goes_on(state, c, i, width):
        return True
    state.table = ""
    return False


def begins_table(state: Plain, start: int, c: str, above: tuple[int, str] | None) -> bool:
    """Return whether a table begins with this line of a paragraph, or with a line before it. `above`: the start
    and the text of the line before, if it belongs to the paragraph."""
    i, width = indent(c, 0)
    if above is not None and is_below_header(c, i, above[1]):
        open_table(state, above[0], "pipes" if c[i] == "-" else "box", width)
        return True
    if is_upper_edge(c, i):
        open_table(state, start, "box", width)
        return True
    if is_grid(c, i) or is_border(c, i):
        open_table(state, start, "grid" if c[i] == "+" else "simple", width)
        return True
    return not state.drawn and find_table(state, start, c, i, line_score(c, i), (0, 0))


def find_table(state: Plain, start: int, c: str, i: int, says: int, here: tuple[int, int]) -> bool:
    """Return whether this line and lines before it are a table. Then the table is open, and the run ends before
    it."""
    if is_rule(c, i):  # it divides lines that may become rows
        return False
    forms: list[tuple[Table, Candidate]] = [
        ("pipes", state.pipes), ("cells", state.cells), ("columns", state.columns),
    ]  # fmt: skip
    for name, candidate in forms:
        seen = signature(name, c, i, says)
        if agrees(candidate, seen):
            candidate.count += 1
            candidate.numbered += seen.numbered
            candidate.worded |= seen.worded
            candidate.blank &= seen.blank
        else:
            candidate.count = 1 if seen.divider else 0
            candidate.start, candidate.before = start, here
            candidate.divider, candidate.number, candidate.blank = seen.divider, seen.number, seen.blank
            candidate.numbered, candidate.worded = seen.numbered, seen.worded
        if candidate.count and candidate.count >= wanted(candidate, c, i):
            state.found = candidate
            state.lines, state.score = candidate.before
            end_run(state)
            open_table(state, state.found.start, name, 0)
            return True
    return False


def signature(name: Table, c: str, i: int, says: int) -> Candidate:
    """Return the division of a line into cells in one of the three ways, empty if the line has none."""
    if name == "pipes":
        count = c.count("|")
        if (count >= 2 or (count and c[i] == "|")) and (says < 3 or c[i] == "|"):
            return Candidate(1, divider="|", number=count)
    elif name == "cells":
        divider, number = delimiters(c, i, says)
        if number and says < 3 and not (divider == ", " and has_item_mark(c, i)):
            is_spaced = divider == ", "
            is_numbered = any(char in DIGITS for char in c) if number == 1 else is_spaced and has_number(c, i)
            is_worded = is_spaced and (says != 0 or has_words(c, i))
            return Candidate(
                1, divider=divider, number=number, numbered=is_spaced and is_numbered, worded=is_worded
            )
    elif says < 3 and c[i] not in "#*/" and "/*" not in c:
        blank = blank_columns(c, i)
        if blank:
            return Candidate(1, divider=" ", blank=blank)
    return Candidate()


def agrees(candidate: Candidate, seen: Candidate) -> bool:
    """Return whether a line is divided like the lines before it."""
    if candidate.count == 0 or candidate.divider != seen.divider or candidate.number != seen.number:
        return False
    if candidate.worded and candidate.count == 1 and not (seen.worded or seen.numbered):
        return False
    return seen.divider != " " or bool(candidate.blank & seen.blank)


def wanted(candidate: Candidate, c: str, i: int) -> int:
    """Return the number of lines that make a table: two if many cells agree, else three. If too few lines
    have a digit, return a number that the candidate does not reach."""
    needs_numbers = candidate.worded or (candidate.divider == ", " and candidate.number == 1)
    if needs_numbers and candidate.numbered + 1 < candidate.count:
        return candidate.count + 1
    if candidate.worded:
        return MIN_WORDED
    if candidate.divider == "|":
        return 2 if c[i] == "|" and c.rstrip(" \t")[-1] == "|" else 3
    if candidate.divider == " ":
        return 2 if has_groups(candidate.blank) else 3
    return 3 if candidate.number < 3 else 2


def table_goes_on(state: Plain, c: str, i: int, width: int) -> bool:
    """Return whether the open table continues with a line."""
    blank = i == len(c)
    if state.table == "html":
        if "</table>" in lower(c):
            state.table = ""
            return True
        return state.table_lines < MAX_HTML_LINES
    if state.table == "directive":
        return blank or width > state.margin_of_table
    if state.table == "simple":
        if blank:
            return state.borders < 3 and not (state.borders == 2 and state.bordered)
        state.bordered = is_border(c, i)
        state.borders += state.bordered
        return width >= state.margin_of_table
    if blank:
        return False
    if state.table == "grid":
        return c[i] in "|+"
    if state.table == "box":
        return continues_drawing(c, i)
    if is_rule(c, i):
        return True
    if state.table == "pipes":
        return "|" in c
    found = state.found
    if state.table == "cells":
        return delimiters(c, i, line_score(c, i))[0] == found.divider
    seen = blank_columns(c, i)
    if found.blank & seen:
        found.blank = found.blank & seen
        return True
    first, last = min(found.blank), max(found.blank)
    return i > last or len(c.rstrip(" \t")) <= first


# ---- classes of lines


def is_rule(c: str, i: int) -> bool:
    """Return whether a line only separates rows of a table: it has three or more of `-=+|:` and white space, or is
    an edge of box-drawing characters."""
    if is_drawn(c[i : i + 1]):
        return is_edge(c, i)
    count = 0
    for char in c[i:]:
        if char not in "-=+|: \t":
            return False
        count += char in "-="
    return count >= 3


def is_grid(c: str, i: int) -> bool:
    """Return whether a line is the edge of a grid table: `+---+---+`, or `+:==+==:+` with alignments (Pandoc)."""
    row = c[i:].rstrip(" \t")
    return len(row) > 2 and row[1] in "-=:" and row[0] == row[-1] == "+" and all(char in "+-=:" for char in row)


def is_border(c: str, i: int) -> bool:
    """Return whether a line is the border of a simple table: two or more runs of `=`."""
    row = c[i:].strip(" ")
    return "= " in row and all(char in "= " for char in row)


def delimiters(c: str, i: int, says: int) -> tuple[str, int]:
    """Return the divider of a line, and its number: tabs; or semicolons or commas outside double quotes.
    Semicolons and commas divide if at least half of them have no white space after them. They also divide if all
    have white space after them, in a line with the score 0 and without words; or two or more commas do, in a line
    with a score of at least MIN_WORDED_SCORE and no full stop at its end."""
    tabs = bare_commas = commas = bare_semicolons = semicolons = 0
    quoted = False
    for at in range(i, len(c)):
        bare = c[at + 1 : at + 2] not in ("", " ", "\t")
        if c[at] == '"':
            quoted = not quoted
        elif c[at] == "\t" and at + 1 < len(c):
            tabs += 1
        elif c[at] == "," and not quoted:
            commas += 1
            bare_commas += bare
        elif c[at] == ";" and not quoted:
            semicolons += 1
            bare_semicolons += bare
    if tabs:
        return "\t", tabs
    if bare_semicolons and 2 * bare_semicolons >= semicolons and semicolons >= commas:
        return ";", semicolons
    if bare_commas and 2 * bare_commas >= commas:
        return ",", commas
    last = c.rstrip(" \t")[-1]
    spaced = commas > 1 and MIN_WORDED_SCORE <= says <= 0 and last != "."
    spaced = spaced or (commas > 0 and says == 0 and not has_words(c, i))
    spaced = spaced and bare_commas == 0 and (is_name(last) or last in '.%"')
    return (", ", commas) if spaced else ("", 0)


def has_item_mark(c: str, i: int) -> bool:
    """Return whether an item of a list begins at i: with a bullet, or with letters and digits, in brackets or
    before a full stop or closing bracket, and then white space. In brackets they are at most MAX_ITEM_MARK, else
    one more."""
    end = i + (c[i] in "-*+([")
    if c[i] not in "-*+":
        while end < len(c) and end - i <= MAX_ITEM_MARK and (is_letter(c[end]) or c[end] in DIGITS):
            end += 1
        if c.startswith("[ ]", i):
            end += 1
        if c[end : end + 1] not in (".", ")", "]"):
            return False
        end += 1
    return c[end : end + 1] in (" ", "\t")


def has_number(c: str, i: int) -> bool:
    """Return whether a cell between commas, quoted or not, has a digit and no letter."""
    digit = letter = False
    for char in [*c[i:], ","]:
        if char == ",":
            if digit and not letter:
                return True
            digit = letter = False
        digit = digit or char in DIGITS
        letter = letter or is_letter(char)
    return False


def has_words(c: str, i: int) -> bool:
    """Return whether the text has a space between two letters."""
    return any(c[at] == " " and is_letter(c[at - 1]) and is_letter(c[at + 1]) for at in range(i + 1, len(c) - 1))


def blank_columns(c: str, i: int) -> frozenset[int]:
    """Return the columns of runs of two or more spaces inside a line, but not of those after the end of a
    sentence."""
    found: set[int] = set()
    end = min(len(c.rstrip(" \t")), MAX_COLUMNS)
    at = i
    while at < end:
        begin = at
        while at < end and c[at] == " ":
            at += 1
        if at - begin >= 2 and c[begin - 1] not in ".?!:":
            found |= set(range(begin, at))
        at += 1
    return frozenset(found)


def has_groups(blank: frozenset[int]) -> bool:
    """Return whether the blank columns form two or more runs."""
    return sum(column - 1 not in blank for column in blank) > 1
