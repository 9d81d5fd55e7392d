"""Anchors right before a heading: they belong to the region of the heading, so that a chunk that begins with them
is under that heading."""

from __future__ import annotations

from shiplap.reference.boundaries.items import after_indent
from shiplap.reference.boundaries.leads import MAX_ANCHORS, is_target, options_begin
from shiplap.reference.boundaries.lines import line_begin, line_start
from shiplap.reference.boundaries.sentences import gap_before
from shiplap.reference.regions.output import Block, Out

#: The kinds of regions that anchors are taken from.
KINDS = ("prose", "html")


def with_anchors(text: str, found: list[Block]) -> list[Block]:
    """Return the regions. The region of each heading begins with the indentation of its line, which a tag of HTML
    may have, and with the anchors and targets before it (`boundaries.leads`, D3): at most MAX_ANCHORS lines of
    their own, with or without blank lines between them."""
    out = Out()
    for block in found:
        start = block.start
        if block.kind == "heading" and out.blocks:
            start = line_begin(text, start)
            if out.blocks[-1].kind in KINDS:
                start = anchors_begin(text, start, out.blocks[-1].start)
        out.begin(start, *block[1:])
    return out.blocks


def anchors_begin(text: str, p: int, low: int) -> int:
    """Return the start, at least `low`, of the anchors that end before the line at p; p if no anchor does."""
    for _ in range(MAX_ANCHORS):
        end = gap_before(text, p)
        begin = line_start(text, end)
        begin = None if begin is None else options_begin(text, begin)
        if begin is None or begin < low or not is_target(text, after_indent(text, begin), end):
            break
        p = begin
    return p
