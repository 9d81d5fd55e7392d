"""Headings without marks become regions of their own: one pass over prose, lists, and code that has no fence."""

from __future__ import annotations

from shiplap.reference.boundaries.looks import heading_alone, heading_look, visible_part
from shiplap.reference.boundaries.pages import lone_line
from shiplap.reference.boundaries.sentences import CAP
from shiplap.reference.regions.furniture import HeadingLine, furniture
from shiplap.reference.regions.heading_levels import Levels, heading_levels
from shiplap.reference.regions.output import Block, Out

#: The kinds of regions in which such headings are found; code only if no fence or other mark made it code.
KINDS = ("prose", "list", "code")


def with_headings(text: str, found: list[Block], looks: int, kept: Levels = ()) -> tuple[list[Block], Levels]:
    """Return the regions with the headings that match one of the patterns `looks`, and the levels of their keys.

    H1. Lines that are page furniture (`furniture.py`) are not headings.
    H2. The levels of the headings are those of `heading_levels.py`.
    """
    out = Out()
    lines = heading_lines(text, found, looks)
    left_out = furniture(text, [line for each in lines for line in each])
    lines = [[line for line in each if line.start not in left_out] for each in lines]
    given, levels = heading_levels(text, [line for each in lines for line in each], deepest(found, lines), kept)
    level = iter(given)
    for block, end, here in zip(found, ends(text, found), lines, strict=True):
        out.begin(*block)
        for line in here:
            begin = line_of(text, line.start)
            if begin > block.start:
                begin = after_breaks(text, begin)
            out.begin(begin, "heading", next(level), (line.start, line.end))
            rest = line_of(text, line.after)
            if rest < end:
                out.begin(rest, block.kind)
    return out.blocks, levels


def deepest(found: list[Block], lines: list[list[HeadingLine]]) -> int:
    """Return the level of the deepest marked heading before the first of the lines, or 0."""
    level = 0
    for block, here in zip(found, lines, strict=True):
        level = max(level, block.level)
        if here:
            return level
    return level


def heading_lines(text: str, found: list[Block], looks: int) -> list[list[HeadingLine]]:
    """Return for each region the lines that match one of the patterns; without patterns, its lone lines (G4)."""
    lines: list[list[HeadingLine]] = []
    number = 0
    for block, end in zip(found, ends(text, found), strict=True):
        lines.append([])
        for p in line_starts(text, block.start, end):
            p = after_breaks(text, p)
            begin = visible_part(text, p)
            if not is_searched(block):
                kind, visible, after = 0, p, p
            elif looks:
                kind, (visible, after) = heading_look(text, p, looks), heading_alone(text, begin)
            else:
                kind, visible, after = lone_line(text, p)
            # otherwise the line has text after a form feed, for example
            if kind and (after == len(text) or line_of(text, after) > p):
                lines[-1].append(HeadingLine(begin, visible, after, kind, number))
            number += 1
    return lines


def is_searched(block: Block) -> bool:
    """Return whether a region is searched for headings without marks."""
    return block.kind in KINDS and not (block.kind == "code" and block.info != (0, 0))


def ends(text: str, found: list[Block]) -> list[int]:
    """Return the ends of the regions."""
    return [*(block.start for block in found[1:]), len(text)]


def after_breaks(text: str, p: int) -> int:
    """Return the end of the form feeds at p, at most CAP code points after p."""
    i = p
    while i < len(text) and i - p < CAP and text[i] == "\f":
        i += 1
    return i


def line_starts(text: str, start: int, end: int) -> list[int]:
    """Return the starts of the lines of a region; a line ends as in `line.py`."""
    inner = [p for p in range(start + 1, end) if text[p - 1] == "\n" or (text[p - 1] == "\r" and text[p] != "\n")]
    return [start, *inner]


def line_of(text: str, p: int) -> int:
    """Return the start of the line of p."""
    while p > 0 and text[p - 1] not in "\r\n":
        p -= 1
    return p
