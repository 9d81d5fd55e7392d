"""The grammar of text without markup, or with that of reStructuredText: code, tables and headings are found by
what their lines look like.

A run is what lies between blank lines, tables and headings. Each of its lines speaks for code or for prose
(`judge`), and the sum decides; a run that says nothing waits for the next one. A table is a few lines in a row
that are divided into cells in the same way: by pipes, by commas, semicolons or tabs, or by blank columns. What
cannot be mistaken in Markdown holds too: fences, delimiter rows, `#` headings that stand alone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from shiplap.reference.regions.line import (
    LETTERS,
    Out,
    cells,
    closes_fence,
    delimiter_cells,
    end_of_line,
    heading_level,
    indent,
    is_blank,
    lines,
    lower,
    opens_fence,
)
from shiplap.reference.regions.line_score import MOST, is_letter, is_name, judge

#: Columns in which blank columns are looked for.
COLUMNS = 256
#: Lines after which a string in three quotes, a comment or an HTML table is taken for one that nothing closes.
STRING_LINES, HTML_LINES = 200, 2000
ADORNMENTS = "=-~^\"'#*+.:_`"
#: Kinds of underline that have a level of their own.
LEVELS = 8
CODE_DIRECTIVES = ("code", "code-block", "sourcecode", "parsed-literal", "highlight", "literalinclude", "doctest")
TABLE_DIRECTIVES = ("table", "list-table", "csv-table")


@dataclass
class Candidate:
    """Lines in a row that may be a table: how many, where they begin, what the run was before them (its lines,
    what they say), and what they have in common: what divides the cells and how often, or the blank columns."""

    count: int = 0
    start: int = 0
    before: tuple[int, int] = (0, 0)
    divider: str = ""
    number: int = 0
    blank: frozenset[int] = frozenset()


@dataclass
class State:
    out: Out = field(default_factory=Out)
    # ---- the run: where it begins, its lines, what they say, its least indentation
    start: int = 0
    lines: int = 0
    score: int = 0
    margin: int = 0
    first: str = ""  # its first line
    last: str = ""  # its last line, where that begins, and what the run was before it
    last_start: int = 0
    before: tuple[int, int] = (0, 0)
    # ---- runs that say nothing, and wait for the next: where they begin, or -1; whether all are comments
    waiting: int = -1
    comments: bool = False
    heading: tuple[int, int, int] = (0, 0, 0)  # a `#` heading that stands alone: its level, the place of its title
    code: bool = False  # whether the last region is code that goes on with more of it
    # ---- what is open
    fence: tuple[str, int] | None = None
    literal: int = -1  # the indentation that a literal block exceeds, or -1
    expected: int = -1  # the same for one that `::` announces
    string: str = ""  # what ends a string, or a comment
    string_margin: int = 0  # where its lines begin at least
    string_lines: int = 0
    table: str = ""  # "pipes", "cells", "columns", "grid", "simple", "html" or "directive"
    found: Candidate = field(default_factory=Candidate)  # what the lines of the open table have in common
    table_lines: int = 0
    margin_of_table: int = 0
    borders: int = 0  # of a simple table, and whether its last line is one
    bordered: bool = False
    # ---- what may become a table
    pipes: Candidate = field(default_factory=Candidate)
    cells: Candidate = field(default_factory=Candidate)
    columns: Candidate = field(default_factory=Candidate)
    adorned: list[str] = field(default_factory=list)  # the kinds of underline, in order: the place is the level


def scan(text: str) -> Out:
    """The regions of a text."""
    state = State()
    for start, c in lines(text):
        line(state, text, start, c)
    end_run(state)
    settle(state)
    return state.out


# ---- one line


def line(state: State, text: str, start: int, c: str) -> None:
    """Give a line to what is open, or open something, or give it to the run."""
    i, width = indent(c, 0, 0)
    blank = i == len(c)
    if state.fence is not None:
        if not blank and closes_fence(c, i, state.fence):
            state.fence = None
        return
    if state.string and (blank or width >= state.string_margin):
        string_line(state, c)
        return
    state.string = ""
    if state.literal >= 0:
        if blank or width > state.literal:
            return
        state.literal = -1
    if goes_on(state, c):
        return
    if blank:
        end_run(state)
        return
    if not opens(state, text, start, c, i, width):
        run_line(state, start, c, i, width)


def string_line(state: State, c: str) -> None:
    """A line inside a string in three quotes, or a comment: it says nothing, and belongs to the run."""
    state.string_lines += 1
    if state.string in c or state.string_lines > STRING_LINES:
        state.string = ""


def run_line(state: State, start: int, c: str, i: int, width: int) -> None:
    """Add a line to the run, unless it makes a table of lines at its end."""
    says = judge(c, i)
    if state.lines == 0:
        state.start, state.margin, state.first, state.score = start, width, c, 0
    here = (state.lines, state.score)
    if find_table(state, start, c, i, says, here):
        return
    state.lines += 1
    state.score += says
    state.margin = min(state.margin, width)
    state.last, state.last_start, state.before = c, start, here
    open_string(state, c, i, width)


def open_string(state: State, c: str, i: int, width: int) -> None:
    """Whether a string in three quotes begins in this line, or a comment, that the line does not end."""
    state.string_lines, state.string_margin = 0, width
    if c.startswith("/*", i):
        state.string = "" if "*/" in c else "*/"
    elif c.count('"""') % 2 == 1:
        state.string = '"""'
    elif (state.score > 0 or state.code) and c.count("'''") % 2 == 1:
        state.string = "'''"


def opens(state: State, text: str, start: int, c: str, i: int, width: int) -> bool:
    """Whether something other than a run begins with this line, or a heading ends."""
    if state.lines == 0:
        expected, state.expected = state.expected, -1
        if 0 <= expected < width:
            open_region(state, start, "code")
            state.literal = expected
            return True
    if c[i] in "`~" and width < 4 and (fence := opens_fence(c, i)):
        end_run(state)
        open_region(state, start, "code", (start + i + fence[1], end_of_line(text, start)[0]))
        state.fence = fence
        return True
    if c[i] == "." and c.startswith(".. ", i):
        return opens_directive(state, text, start, c, i, width)
    if c[i] == "<" and lower(c[i : i + 6]) == "<table":
        end_run(state)
        open_table(state, start, "html", width)
        if "</table>" in lower(c):
            state.table = ""
        return True
    if c[i] == "+" and is_grid(c, i):
        end_run(state)
        open_table(state, start, "grid", width)
        return True
    if c[i] == "=" and is_border(c, i):
        end_run(state)
        open_table(state, start, "simple", width)
        return True
    if c[i] in "|:-" and state.lines > 0 and (count := delimiter_cells(c, i)) and count == cells(state.last):
        state.lines, state.score = state.before
        end_run(state)
        open_table(state, state.last_start, "pipes", width)
        return True
    return i == 0 and c[0] in ADORNMENTS and adorns(state, start, c)


def opens_directive(state: State, text: str, start: int, c: str, i: int, width: int) -> bool:
    """Whether the line is a directive of reStructuredText that has code or a table in it."""
    begin = i + 3
    end = begin
    while end < len(c) and (c[end] in LETTERS or c[end] == "-"):
        end += 1
    name = c[begin:end]
    if c[end : end + 2] != "::":
        return False
    if name in CODE_DIRECTIVES:
        end_run(state)
        open_region(state, start, "code", (start + end + 2, end_of_line(text, start)[0]))
        state.literal = width
        return True
    if name in TABLE_DIRECTIVES:
        end_run(state)
        open_table(state, start, "directive", width)
        return True
    return False


def adorns(state: State, start: int, c: str) -> bool:
    """Whether the line underlines a heading of reStructuredText: the one line of the run, or the second of two if
    the first is like this one."""
    size = adornment(c)
    over = state.lines == 2 and adornment(state.first) > 0 and state.first[0] == c[0]
    if not size or state.lines != 1 + over or state.margin > 0 or adornment(state.last):
        return False
    title = len(state.last.rstrip(" \t"))
    if size < title and not (size >= 4 and c[0] in "=-" and 2 * size > title):
        return False
    if judge(state.last, indent(state.last, 0, 0)[0]) > 2:
        return False
    key = c[0] + "o" * over
    if key not in state.adorned and len(state.adorned) < LEVELS:
        state.adorned.append(key)
    level = state.adorned.index(key) + 1 if key in state.adorned else LEVELS
    begin, state.lines = state.start, 0
    settle(state)
    state.code = False
    state.out.begin(begin, "heading", level, (state.last_start, start))
    reset(state)
    return True


# ---- runs


def end_run(state: State) -> None:
    """A run is over: it is code, or prose, or waits for what comes."""
    lines, state.lines = state.lines, 0
    reset(state)
    if lines == 0:
        return
    text = state.last.rstrip(" \t")
    literal = text.endswith("::") and state.score <= 0
    state.expected = state.margin if literal else -1
    comment = state.first[0] == "#"
    if state.score > 0:
        if not (state.code or (state.waiting >= 0 and state.comments)):
            settle(state)
        if not state.code:
            state.out.begin(state.waiting if state.waiting >= 0 else state.start, "code")
        state.code, state.waiting = True, -1
    elif state.score < 0 and not (state.code and state.margin >= 4 and state.score > -MOST):
        settle(state)
        state.out.go_on(state.start, "prose")
        state.code = False
    elif not (state.code and state.margin > 0):
        level = heading_level(state.first, 0) if lines == 1 and state.margin == 0 else 0
        if state.waiting >= 0 and (state.heading[0] or not comment):
            settle(state)
        if state.waiting < 0:
            state.waiting, state.comments = state.start, comment
            state.heading = (level, state.last_start, state.last_start + len(state.last)) if level else (0, 0, 0)
        else:
            state.heading = (0, 0, 0)


def reset(state: State) -> None:
    """Forget what may have become a table."""
    state.pipes, state.cells, state.columns = Candidate(), Candidate(), Candidate()


def settle(state: State) -> None:
    """What waits is a heading, or a comment after code, or prose."""
    at, state.waiting = state.waiting, -1
    if at < 0 or (state.code and state.comments):
        return
    if state.heading[0]:
        state.out.begin(at, "heading", state.heading[0], state.heading[1:])
    else:
        state.out.go_on(at, "prose")
    state.code = False


def open_region(state: State, start: int, kind: str, info: tuple[int, int] = (0, 0)) -> None:
    """Begin a region that is no run."""
    settle(state)
    state.code, state.expected = False, -1
    state.out.begin(start, kind, 0, info)


def open_table(state: State, start: int, kind: str, width: int) -> None:
    """Begin a table."""
    open_region(state, start, "table")
    state.table, state.table_lines, state.margin_of_table = kind, 0, width
    state.borders, state.bordered = 1, True


# ---- tables


def goes_on(state: State, c: str) -> bool:
    """For the grammar of Markdown: whether a table is open and the line belongs to it."""
    if not state.table:
        return False
    i, width = indent(c, 0, 0)
    state.table_lines += 1
    if table_goes_on(state, c, i, width):
        return True
    state.table = ""
    return False


def begins_table(state: State, start: int, c: str) -> bool:
    """For the grammar of Markdown: whether a table begins with this line of a paragraph, or has before it."""
    i, width = indent(c, 0, 0)
    if is_grid(c, i) or is_border(c, i):
        open_table(state, start, "grid" if c[i] == "+" else "simple", width)
        return True
    return find_table(state, start, c, i, judge(c, i), (0, 0))


def find_table(state: State, start: int, c: str, i: int, says: int, here: tuple[int, int]) -> bool:
    """Whether this line and those before it are a table; it is then open, and the run ends before them."""
    if is_rule(c, i):  # it parts what may become rows
        return False
    for name, candidate in (("pipes", state.pipes), ("cells", state.cells), ("columns", state.columns)):
        seen = signature(name, c, i, says)
        if agrees(candidate, seen):
            candidate.count += 1
            candidate.blank &= seen.blank
        else:
            candidate.count = 1 if seen.divider else 0
            candidate.start, candidate.before = start, here
            candidate.divider, candidate.number, candidate.blank = seen.divider, seen.number, seen.blank
        if candidate.count and candidate.count >= wanted(candidate, c, i):
            state.found = candidate
            state.lines, state.score = candidate.before
            end_run(state)
            open_table(state, state.found.start, name, 0)
            return True
    return False


def signature(name: str, c: str, i: int, says: int) -> Candidate:
    """What divides a line into cells, in one of the three ways, or nothing."""
    if name == "pipes":
        count = c.count("|")
        if (count >= 2 or (count and c[i] == "|")) and (says < 3 or c[i] == "|"):
            return Candidate(divider="|", number=count)
    elif name == "cells":
        divider, number = delimiters(c, i, says)
        if number and says < 3:
            return Candidate(divider=divider, number=number)
    elif says < 3 and c[i] not in "#*/" and "/*" not in c:
        blank = blank_columns(c, i)
        if blank:
            return Candidate(divider=" ", blank=blank)
    return Candidate()


def agrees(candidate: Candidate, seen: Candidate) -> bool:
    """Whether a line is divided as those before it."""
    if candidate.count == 0 or candidate.divider != seen.divider or candidate.number != seen.number:
        return False
    return seen.divider != " " or bool(candidate.blank & seen.blank)


def wanted(candidate: Candidate, c: str, i: int) -> int:
    """The lines that make a table: two where much agrees, else three."""
    if candidate.divider == "|":
        return 2 if c[i] == "|" and c.rstrip(" \t")[-1] == "|" else 3
    if candidate.divider == " ":
        return 3 if len(groups(candidate.blank)) < 2 else 2
    return 3 if candidate.number < 3 else 2


def table_goes_on(state: State, c: str, i: int, width: int) -> bool:
    """Whether a line belongs to the open table."""
    blank = i == len(c)
    if state.table == "html":
        if "</table>" in lower(c):
            state.table = ""
            return True
        return state.table_lines < HTML_LINES
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
    if is_rule(c, i):
        return True
    if state.table == "pipes":
        return "|" in c
    found = state.found
    if state.table == "cells":
        return delimiters(c, i, judge(c, i))[0] == found.divider
    seen = blank_columns(c, i)
    if found.blank & seen:
        found.blank = found.blank & seen
        return True
    first, last = min(found.blank), max(found.blank)
    return i > last or len(c.rstrip(" \t")) <= first


def is_rule(c: str, i: int) -> bool:
    """Whether a line only parts the rows of a table: of three or more of `-=+|:` and white space."""
    count = 0
    for char in c[i:]:
        if char not in "-=+|: \t":
            return False
        count += char in "-="
    return count >= 3


def is_grid(c: str, i: int) -> bool:
    """Whether a line is the edge of a grid table: `+---+---+`."""
    row = c[i:].rstrip(" \t")
    return len(row) > 2 and row[-1] == "+" and all(char in "+-=" for char in row)


def is_border(c: str, i: int) -> bool:
    """Whether a line is the border of a simple table: two or more runs of `=`."""
    row = c[i:].strip(" ")
    return "= " in row and all(char in "= " for char in row)


def adornment(c: str) -> int:
    """The size of a line of one punctuation character, at least three times, or 0."""
    end = 0
    while end < len(c) and c[end] == c[0]:
        end += 1
    return end if end >= 3 and c[0] in ADORNMENTS and is_blank(c, end) else 0


def delimiters(c: str, i: int, says: int) -> tuple[str, int]:
    """What divides the line into cells, and how often: tabs; or semicolons or commas outside of double quotes, of
    which half or more have no white space after them, or all do in a line that says nothing and has no words."""
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
    spaced = commas > 0 and bare_commas == 0 and says == 0 and not has_words(c, i)
    spaced = spaced and (is_name(last) or last in '.%"')
    return (", ", commas) if spaced else ("", 0)


def has_words(c: str, i: int) -> bool:
    """Whether there is a space between two letters."""
    return any(c[at] == " " and is_letter(c[at - 1]) and is_letter(c[at + 1]) for at in range(i + 1, len(c) - 1))


def blank_columns(c: str, i: int) -> frozenset[int]:
    """The columns of runs of two or more spaces inside a line, but not of those after the end of a sentence."""
    found: set[int] = set()
    end = min(len(c.rstrip(" \t")), COLUMNS)
    at = i
    while at < end:
        begin = at
        while at < end and c[at] == " ":
            at += 1
        if at - begin >= 2 and c[begin - 1] not in ".?!:":
            found |= set(range(begin, at))
        at += 1
    return frozenset(found)


def groups(blank: frozenset[int]) -> list[int]:
    """The first columns of the runs of columns."""
    return [column for column in blank if column - 1 not in blank]
