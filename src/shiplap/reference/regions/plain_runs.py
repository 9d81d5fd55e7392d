"""State of the scan of text without markup: the run of lines, the undecided runs, the open blocks."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from shiplap._data.region_kinds import Kind
from shiplap.reference.regions.line import heading_level, indent
from shiplap.reference.regions.line_score import MAX_SCORE, says_nothing
from shiplap.reference.regions.output import Out

#: The number of levels of headings, and of kinds of underline with a level of their own.
MAX_LEVELS = 8
#: The form of a table; "" if none is open.
Table = Literal["", "pipes", "cells", "columns", "grid", "box", "simple", "html", "directive"]
#: The number of columns that are searched for blank columns.
MAX_COLUMNS = 256


@dataclass
class Candidate:
    """Successive lines that may be a table: their number and their start; the number of lines and the score of the
    run before them; and their common division: the divider and its number in a line, or the blank columns.

    numbered: of the lines with commas and white space after them, the number of lines with a digit (one comma), or
    with a cell that is a number. worded: whether one of these lines has words.
    """

    count: int = 0
    start: int = 0
    before: tuple[int, int] = (0, 0)
    divider: str = ""
    number: int = 0
    numbered: int = 0
    worded: bool = False
    blank: frozenset[int] = frozenset()


@dataclass
class Plain:
    """The state of the scan."""

    out: Out = field(default_factory=Out)
    # ---- the run: its start, the number of its lines, their score, the least indentation
    start: int = 0
    lines: int = 0
    score: int = 0
    margin: int = 0
    first: str = ""  # its first line
    last: str = ""  # its last line, the start of that line, and the run before it
    last_start: int = 0
    before: tuple[int, int] = (0, 0)
    fields: int = 0  # the number of fields of a header at its start; -1 if none of them has a value
    manual: bool = False  # whether the text is a manual page (`manual_pages.py`)
    drawn: bool = False  # whether only drawn tables, grid tables and simple tables are found
    # ---- undecided runs before this one: their start, or -1; whether all are comments
    waiting: int = -1
    comments: bool = False
    heading: tuple[int, int, int] = (0, 0, 0)  # an undecided `#` heading: its level, the span of its title
    code: bool = False  # whether the last region is code that more code continues
    # ---- the open block
    fence: tuple[str, int] | None = None
    fence_lines: int = 0  # the lines of the fence that were read
    literal: int = -1  # the lines of a literal block are indented by more than this; or -1
    expected: int = -1  # the same for a literal block that `::` announces
    string: str = ""  # the end mark of the open string or comment
    string_margin: int = 0  # the least indentation of its lines
    string_lines: int = 0
    table: Table = ""
    found: Candidate = field(default_factory=Candidate)  # the common division of the lines of the open table
    table_lines: int = 0
    margin_of_table: int = 0
    borders: int = 0  # the borders of the open simple table, and whether its last line is a border
    bordered: bool = False
    # ---- lines that may become a table
    pipes: Candidate = field(default_factory=Candidate)
    cells: Candidate = field(default_factory=Candidate)
    columns: Candidate = field(default_factory=Candidate)
    adorned: list[int] = field(default_factory=list)  # the kinds of underline, in the order of their levels
    # ---- in reStructuredText (`rst.py`)
    over: int = 0  # the number of marks of the overline at the start of the block, or 0
    mark: int = -1  # the column of the mark of an item at the start of the block, or -1; whether it is a number
    numbered: bool = False
    container: Kind = "prose"  # "list" or "footnote" for text that is indented further than the margin of one
    container_margin: int = -1
    until: str = ""  # the mark at the start of each line of the open code; BLANK: up to a blank line
    bare: bool = False  # whether the line before is only `..`


# ---- runs


def end_run(state: Plain) -> None:
    """End the run: it is code, prose, or undecided until the next run."""
    lines, state.lines = state.lines, 0
    reset(state)
    if lines == 0:
        return
    if lines == 1 and state.score > 0 and says_nothing(state.last, indent(state.last, 0)[0]):
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
    """Drop the lines that may have become a table."""
    state.pipes, state.cells, state.columns = Candidate(), Candidate(), Candidate()


def settle(state: Plain) -> None:
    """Decide the undecided runs: a heading, a comment after code, or prose."""
    at, state.waiting = state.waiting, -1
    if at < 0 or (state.code and state.comments):
        return
    if state.heading[0]:
        state.out.begin(at, "heading", state.heading[0], state.heading[1:])
    else:
        state.out.go_on(at, "prose")
    state.code = False


def open_region(state: Plain, start: int, kind: Kind, info: tuple[int, int] = (0, 0)) -> None:
    """Begin a region other than a run."""
    settle(state)
    state.code, state.expected = False, -1
    state.out.begin(start, kind, 0, info)


def open_table(state: Plain, start: int, table: Table, width: int) -> None:
    """Begin a table."""
    open_region(state, start, "table")
    state.table, state.table_lines, state.margin_of_table = table, 0, width
    state.borders, state.bordered = 1, True
