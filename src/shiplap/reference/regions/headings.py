"""Headings without marks become regions of their own: one pass over prose, lists, and code that has no fence."""

from __future__ import annotations

from shiplap.reference.boundaries.looks import line_alone, look, rank
from shiplap.reference.regions.output import Block, Out
from shiplap.reference.regions.plain_runs import MAX_LEVELS

#: The kinds of regions that such headings are found in; code only where it is told by its look.
KINDS = ("prose", "list", "code")


#: The levels of headings without marks: pattern, rank (`looks.rank`) and level, in ascending order of the levels.
Levels = tuple[tuple[int, int, int], ...]


def with_headings(text: str, found: list[Block], looks: int, kept: Levels = ()) -> tuple[list[Block], Levels]:
    """Return the regions with the headings that match one of the patterns `looks`, and the levels of these.

    H1. Headings of one pattern and rank have one level. It is the level in `kept`, if that has one.
    H2. Otherwise the level is one below the deepest level so far: of the marked headings before the first such
        heading, of the levels in `kept`, and of those given by H2. It is at most MAX_LEVELS.
    """
    out = Out()
    levels = {(pattern, number): level for pattern, number, level in kept}
    deepest = max(levels.values(), default=0)
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
            if key not in levels and deepest < MAX_LEVELS:
                deepest = levels[key] = deepest + 1
            out.begin(p, "heading", levels.get(key, MAX_LEVELS), (p, visible))
            if rest < end:
                out.begin(rest, block.kind)
    return out.blocks, tuple((*key, level) for key, level in levels.items())


def line_starts(text: str, start: int, end: int) -> list[int]:
    """Return where the lines of a region begin; a line ends as in `line.py`."""
    inner = [p for p in range(start + 1, end) if text[p - 1] == "\n" or (text[p - 1] == "\r" and text[p] != "\n")]
    return [start, *inner]


def line_of(text: str, p: int) -> int:
    """Return where the line of p begins."""
    while p > 0 and text[p - 1] not in "\r\n":
        p -= 1
    return p
