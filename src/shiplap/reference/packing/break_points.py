"""Where a chunk of a mixed document may end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shiplap._data.packing_costs import (
    CODE,
    CODE_0,
    HEADED,
    INTRO,
    ITEM,
    PARAGRAPH,
    PROSE,
    REGION,
    SECTION,
    SENTENCE,
    TABLE,
)
from shiplap._data.region_kinds import Kind
from shiplap.reference.boundaries.items import after_indent, item_style
from shiplap.reference.boundaries.levels import Level, is_boundary
from shiplap.reference.boundaries.pages import runs_over_page
from shiplap.reference.packing.unbreakable import Extent, keep_whole

#: A position, and its rank.
Place = tuple[int, int]


class Region(NamedTuple):
    """A region: its span, its kind, and whether it is kept whole, without places in it."""

    start: int
    end: int
    kind: Kind
    whole: bool


def base(kind: Kind) -> int:
    """The kind of content of a kind of region."""
    return CODE if kind == "code" else TABLE if kind == "table" else PROSE


def places(text: str, regions: Sequence[Region], inner: Sequence[Place], level: Level) -> list[Place]:
    """Return where a chunk may end, with ranks: at the ends of regions, in prose at the ends of paragraphs and of
    sentences (`level`), and at `inner`, what is known of code and tables that are not kept whole. No chunk ends
    where a sentence runs over the end of a page (`pages.py`)."""
    found = []
    before: Kind | None = None
    for region in regions:
        if before is not None:
            found.append((region.start, between(before, region.kind)))
        before = region.kind
        if region.whole:
            continue
        if base(region.kind) == PROSE:
            for p in range(region.start + 1, region.end):
                if is_boundary(text, p, "paragraph"):
                    if not runs_over_page(text, p):
                        found.append((p, PARAGRAPH))
                elif is_boundary(text, p, level):
                    found.append((p, ITEM if is_boundary(text, p, "line") else SENTENCE))
        else:
            found += [place for place in inner if region.start < place[0] < region.end]
    found = [(p, rank) for p, rank in found if is_boundary(text, p, "grapheme")]
    return [(0, REGION), *found, (len(text), REGION)]


def keep_lists(
    text: str,
    regions: Sequence[Region],
    found: Sequence[Place],
    measure: Callable[[int], int],
    limits: Sequence[int],
) -> list[Place]:
    """The places without those within a list in prose that fits its limit. `measure` gives the size of the text
    before a place; `limits`, for each region, what a chunk has room for that begins in it.

    A list is two items or more of one style (`boundaries.items`), each at the start of its region or at a place at
    which a line begins; it goes on until a line that is not indented more than its first one, and that a blank
    line or another item's mark begins. The headings right before a region count for a list at its start.
    """
    ranks = dict(found)
    dropped: set[int] = set()
    headings = 0
    for region, limit in zip(regions, limits, strict=True):
        # within a region only places in prose have these ranks
        begins = [p for p, rank in found if region.start < p < region.end and rank in (PARAGRAPH, ITEM)]
        for first, end in lists(text, [region.start, *begins, region.end], ranks):
            size = measure(end) - measure(first) + (headings if first == region.start else 0)
            if size <= limit:
                dropped |= {p for p, _ in found if first < p < end}
        headings = headings + measure(region.end) - measure(region.start) if region.kind == "heading" else 0
    return [place for place in found if place[0] not in dropped]


def lists(text: str, begins: Sequence[int], ranks: Mapping[int, int]) -> list[tuple[int, int]]:
    """The lists among the lines that begin at these places, the last of which is the end."""
    found = []
    first = style = count = indent = 0
    for p in begins[:-1]:
        own, deep = item_style(text, p), after_indent(text, p) - p
        if style and (own == style or deep > indent or (not own and ranks[p] == ITEM)):
            count += own == style and deep <= indent
            continue
        if count > 1:
            found.append((first, p))
        first, style, count, indent = p, own, 1, deep
    if count > 1:
        found.append((first, begins[-1]))
    return found


def between(before: Kind, kind: Kind) -> int:
    """The rank of the place between regions of two kinds."""
    if before == "heading":
        return HEADED
    if kind == "heading":
        return SECTION
    if base(before) == PROSE:
        return PARAGRAPH if base(kind) == PROSE else INTRO
    return REGION


def sites(
    lines: Sequence[int],
    ranks: Sequence[int],
    positions: Sequence[int],
    extents: Sequence[Extent],
    edges: tuple[int, int],
    size: int,
) -> list[Place]:
    """The lines of an outline at which a chunk may end: none inside of a definition that fits the size.
    `positions` are the lines, `extents` the definitions (`unbreakable.keep_whole`) and `edges` the begin and the
    end of the code, in one unit."""
    kept = keep_whole(extents, [edges[0], *positions, edges[1]], size)
    return [
        (line, CODE_0 + rank)
        for line, rank, p in zip(lines, ranks, positions, strict=True)
        if not any(start < p < end for start, end in kept)
    ]


def is_run(kind: Kind) -> bool:
    """Return whether a region is a run of short blocks: a list, or footnotes."""
    return kind in ("list", "footnote")


def keeps(
    measured: Sequence[int], kinds: Sequence[Kind], limits: Sequence[int], sizes: Sequence[int]
) -> list[bool]:
    """Which regions are kept whole. Headings, code and tables are, within the limit of their kind, and runs of
    short blocks, if the headings right before them fit with them. `measured` are the ends of the regions, `sizes`
    what stands before a chunk in each."""
    whole = []
    begin = headings = 0
    for end, kind, size in zip(measured, kinds, sizes, strict=True):
        needed = end - begin + size + (headings if is_run(kind) else 0)
        kept = base(kind) != PROSE or kind == "heading" or is_run(kind)
        whole.append(kept and needed <= limits[base(kind)])
        headings = headings + end - begin if kind == "heading" else 0
        begin = end
    return whole
