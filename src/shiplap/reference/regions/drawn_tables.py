"""Drawn tables: tables of box-drawing characters, and tables without a frame whose rule has `-` and `+`.

B1. A table with a frame begins with its upper edge. An upper edge has only box-drawing characters, without white
    space, from an upper left corner to an upper right corner, with at least one crossing between two columns.
B2. A table without a frame begins with the line above a rule. The rule has one crossing for each upright of that
    line: `──┼──` or `---+---`.
B3. The table continues with each line that has an upright and with each edge, up to the next upper edge.
"""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.box_drawing import DIAGONALS, FIRST, LAST, LEFT_CORNERS, LEVELS, RIGHT_CORNERS, UPRIGHTS


class Drawing(NamedTuple):
    """The box-drawing characters of a line: the numbers of level ones, of upright ones and of others; whether the
    line has white space between characters; and whether it has other characters."""

    levels: int
    uprights: int
    crossings: int
    has_gaps: bool
    has_others: bool


def drawing(c: str, i: int) -> Drawing:
    """Count the box-drawing characters of a line."""
    row = c[i:].rstrip(" \t")
    levels = sum(char in LEVELS for char in row)
    uprights = sum(char in UPRIGHTS for char in row)
    crossings = sum(is_drawn(char) for char in row) - levels - uprights
    gaps = sum(char in " \t" for char in row)
    return Drawing(levels, uprights, crossings, gaps > 0, levels + uprights + crossings + gaps < len(row))


def is_drawn(char: str) -> bool:
    """Return whether a character draws a part of a table."""
    return FIRST <= char <= LAST and char not in DIAGONALS


def is_edge(c: str, i: int) -> bool:
    """Return whether a line is an edge, or another rule: only box-drawing characters, at least two of them
    level."""
    found = drawing(c, i)
    return found.levels >= 2 and not found.has_others


def is_upper_edge(c: str, i: int) -> bool:
    """Return whether a line is the upper edge of a table with a frame, by B1."""
    row = c[i:].rstrip(" \t")
    if row[0] not in LEFT_CORNERS or row[-1] not in RIGHT_CORNERS:
        return False
    found = drawing(c, i)
    return found.levels >= 2 and found.crossings > 2 and not found.has_gaps and not found.has_others


def is_below_header(c: str, i: int, above: str) -> bool:
    """Return whether a line is the rule of a table without a frame, by B2. `above`: the line before."""
    row = c[i:].rstrip(" \t")
    if c[i] == "-":
        return 0 < row.count("+") == above.count("|") and not row.strip("-+") and row[-1] == "-"
    found = drawing(c, i)
    is_rule = c[i] in LEVELS and is_edge(c, i) and not found.has_gaps
    return is_rule and 0 < found.crossings == drawing(above, 0).uprights


def continues_drawing(c: str, i: int) -> bool:
    """Return whether a line belongs to a drawn table, by B3."""
    return (drawing(c, i).uprights > 0 or is_edge(c, i)) and not is_upper_edge(c, i)
