"""Tables that are drawn: with box-drawing characters, or without a frame and with a rule of `-` and `+`.

B1. A table with a frame begins with its upper edge: from an upper left to an upper right corner without white
    space, of box-drawing characters, with a crossing between two columns at least.
B2. A table without a frame begins with the line above a rule that has a crossing for each upright of that line:
    `──┼──` or `---+---`.
B3. It goes on with the lines that have an upright, and with edges, up to another upper edge.
"""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.box_drawing import DIAGONALS, FIRST, LAST, LEFT_CORNERS, LEVELS, RIGHT_CORNERS, UPRIGHTS


class Drawing(NamedTuple):
    """The box-drawing characters of a line: how many are level, upright, and neither; whether it has white space
    between characters, and other characters."""

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
    """Return whether a line is an edge, or another rule: box-drawing characters alone, two level ones at least."""
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
