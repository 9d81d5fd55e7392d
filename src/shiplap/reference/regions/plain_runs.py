"""State of the scan of text without markup: the run of lines, the lines that wait, the open blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.line import heading_level, indent
from shiplap.reference.regions.line_score import MAX_SCORE, says_nothing
from shiplap.reference.regions.output import Out

#: Levels of headings, and kinds of underline that have one of their own.
MAX_LEVELS = 8
#: The form of a table; "" if none is open.
Table = Literal["", "pipes", "cells", "columns", "grid", "box", "simple", "html", "directive"]
#: Columns in which blank columns are looked for.
MAX_COLUMNS = 256


@dataclass
class Candidate:
    """Lines in a row that may be a table: how many, where they begin, what the run was before them (its lines,
    what they say), and what they have in common: what divides the cells and how often, or the blank columns.
    numbered: how many of lines with one comma and white space after it have a digit."""

    count: int = 0
    start: int = 0
    before: tuple[int, int] = (0, 0)
    divider: str = ""
    number: int = 0
    numbered: int = 0
    blank: frozenset[int] = frozenset()


@dataclass
class Plain:
    """The state of the grammar."""

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
    fields: int = 0  # fields of a header that it begins with, or 0
    manual: bool = False  # the text is a manual page (`manual_pages.py`)
    drawn: bool = False  # only drawn tables are found, and those of a grid
    # ---- runs that say nothing, and wait for the next: where they begin, or -1; whether all are comments
    waiting: int = -1
    comments: bool = False
    heading: tuple[int, int, int] = (0, 0, 0)  # a `#` heading that stands alone: its level, the place of its title
    code: bool = False  # whether the last region is code that goes on with more of it
    # ---- what is open
    fence: tuple[str, int] | None = None
    fence_lines: int = 0  # read of it
    literal: int = -1  # the indentation that a literal block exceeds, or -1
    expected: int = -1  # the same for one that `::` announces
    string: str = ""  # what ends a string, or a comment
    string_margin: int = 0  # where its lines begin at least
    string_lines: int = 0
    table: Table = ""
    found: Candidate = field(default_factory=Candidate)  # what the lines of the open table have in common
    table_lines: int = 0
    margin_of_table: int = 0
    borders: int = 0  # of a simple table, and whether its last line is one
    bordered: bool = False
    # ---- what may become a table
    pipes: Candidate = field(default_factory=Candidate)
    cells: Candidate = field(default_factory=Candidate)
    columns: Candidate = field(default_factory=Candidate)
    adorned: list[int] = field(default_factory=list)  # the kinds of underline, in the order of their levels
    # ---- in reStructuredText (`rst.py`)
    over: int = 0  # the marks of an overline that the block may begin with
    mark: int = -1  # the column of the mark of the item that the block begins, or -1; whether that is a number
    numbered: bool = False
    container: Kind = "prose"  # a list or a footnote, where text is indented further than its margin
    container_margin: int = -1
    until: str = ""  # the mark that the lines of open code begin with, or BLANK, or none
    bare: bool = False  # the line before is `..` alone


# ---- runs


def end_run(state: Plain) -> None:
    """A run is over: it is code, or prose, or waits for what comes."""
    lines, state.lines = state.lines, 0
    reset(state)
    if lines == 0:
        return
    if lines == 1 and state.score > 0 and says_nothing(state.last, indent(state.last, 0, 0)[0]):
        state.score = 0
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
    elif state.score < 0 and not (state.code and state.margin >= 4 and state.score > -MAX_SCORE):
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


def reset(state: Plain) -> None:
    """Forget what may have become a table."""
    state.pipes, state.cells, state.columns = Candidate(), Candidate(), Candidate()


def settle(state: Plain) -> None:
    """Decide what waits: a heading, or a comment after code, or prose."""
    at, state.waiting = state.waiting, -1
    if at < 0 or (state.code and state.comments):
        return
    if state.heading[0]:
        state.out.begin(at, "heading", state.heading[0], state.heading[1:])
    else:
        state.out.go_on(at, "prose")
    state.code = False


def open_region(state: Plain, start: int, kind: Kind, info: tuple[int, int] = (0, 0)) -> None:
    """Begin a region that is no run."""
    settle(state)
    state.code, state.expected = False, -1
    state.out.begin(start, kind, 0, info)


def open_table(state: Plain, start: int, table: Table, width: int) -> None:
    """Begin a table."""
    open_region(state, start, "table")
    state.table, state.table_lines, state.margin_of_table = table, 0, width
    state.borders, state.bordered = 1, True
