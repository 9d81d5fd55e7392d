"""Headings without marks become regions of their own: one pass over prose, lists, and code that has no fence."""

from __future__ import annotations

from shiplap.reference.boundaries.looks import line_alone, look, rank
from shiplap.reference.regions.output import Block, Out
from shiplap.reference.regions.plain_runs import MAX_LEVELS

#: The kinds of regions that such headings are found in; code only where it is told by its look.
KINDS = ("prose", "list", "code")


def with_headings(text: str, found: list[Block], looks: int) -> list[Block]:
    """The regions with the headings that have one of the looks.

    Headings of a look and a rank (`looks.rank`) have one level: that below the deepest marked heading before the
    first of them, if they are the first such headings of the text, else the level after the one that came last.
    """
    out = Out()
    levels: dict[tuple[int, int], int] = {}
    deepest = 0
    for block, end in zip(found, [*(block.start for block in found[1:]), len(text)], strict=True):
        out.begin(*block)
        deepest = max(deepest, block.level)
        if block.kind not in KINDS or (block.kind == "code" and block.info != (0, 0)):
            continue
        for p in line_starts(text, block.start, end):
            kind = look(text, p)
            visible, after = line_alone(text, p)
            rest = line_of(text, after)
            if not kind & looks or rest <= p:  # the line has text after a form feed, say
                continue
            key = kind, rank(text, p, kind)
            if key not in levels:
                deepest = levels[key] = min(deepest + 1, MAX_LEVELS)
            out.begin(p, "heading", levels[key], (p, visible))
            if rest < end:
                out.begin(rest, block.kind)
    return out.blocks


def line_starts(text: str, start: int, end: int) -> list[int]:
    """Where the lines of a region begin; a line ends as in `line.py`."""
    inner = [p for p in range(start + 1, end) if text[p - 1] == "\n" or (text[p - 1] == "\r" and text[p] != "\n")]
    return [start, *inner]


def line_of(text: str, p: int) -> int:
    """Where the line of p begins."""
    while p > 0 and text[p - 1] not in "\r\n":
        p -= 1
    return p
