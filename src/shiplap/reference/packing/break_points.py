"""Break points: the offsets where a chunk of a mixed document may end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from shiplap._data.packing_costs import (
    BINDING,
    CODE_0,
    HEADED,
    INTRO,
    ITEM,
    KINDS,
    LED,
    LED_ITEM,
    PARAGRAPH,
    PROSE,
    REGION,
    SECTION,
    SENTENCE,
)
from shiplap._data.region_kinds import Kind
from shiplap.reference.boundaries.items import after_indent, item_style
from shiplap.reference.boundaries.leads import ends_with_lead
from shiplap.reference.boundaries.levels import Level, is_boundary
from shiplap.reference.boundaries.pages import runs_over_page
from shiplap.reference.packing.unbreakable import Extent, keep_whole

#: A break point: its offset, and its rank.
Place = tuple[int, int]

#: The rank of a break point after a lead, by its rank without the lead.
LED_RANKS = {PARAGRAPH: LED, ITEM: LED_ITEM, SECTION: HEADED, INTRO: HEADED}


class Region(NamedTuple):
    """A region: its span, its kind, and whether it is kept whole, without break points inside."""

    start: int
    end: int
    kind: Kind
    whole: bool


def base(kind: Kind) -> int:
    """Return the kind of content of a kind of region."""
    return KINDS.index(kind) if kind in KINDS else PROSE


def places(
    text: str,
    regions: Sequence[Region],
    inner: Sequence[Place],
    level: Level,
    measure: Callable[[int], int],
    limits: Sequence[int],
) -> list[Place]:
    """Return the break points of a text, with their ranks: the ends of regions; in prose the ends of paragraphs
    and of sentences (`level`); and `inner`, the break points of code and tables that are not kept whole. An offset
    where a sentence runs over the end of a page is not a break point (`pages.py`).

    `measure` and `limits` are those of `keep_lists`. A run of short blocks is kept whole only if its headings and
    the lead before it fit together with it, and what its last lead leads to (`led_end`). The former begin at the
    last break point whose rank is not in BINDING.
    """
    found: list[Place] = []
    bound = 0

    def add(p: int, rank: int, after_prose: bool) -> None:
        nonlocal bound
        if after_prose and ends_with_lead(text, p):
            rank = LED_RANKS.get(rank, rank)
        if is_boundary(text, p, "grapheme"):
            found.append((p, rank))
            bound = bound if rank in BINDING else p

    before: Kind | None = None
    for k, (region, limit) in enumerate(zip(regions, limits, strict=True)):
        if before is not None:
            add(region.start, between(before, region.kind), base(before) == PROSE)
        before = region.kind
        if region.whole:
            end = led_end(text, regions, k) if is_run(region.kind) else region.end
            is_bound = is_run(region.kind) and (bound < region.start or end > region.end)
            if not (is_bound and measure(end) - measure(bound) > limit):
                continue
        if base(region.kind) == PROSE:
            for p in range(region.start + 1, region.end):
                if is_boundary(text, p, "paragraph"):
                    if not runs_over_page(text, p):
                        add(p, PARAGRAPH, True)
                elif is_boundary(text, p, level):
                    add(p, ITEM if is_boundary(text, p, "line") else SENTENCE, True)
        else:
            for p, rank in inner:
                if region.start < p < region.end:
                    add(p, rank, False)
    return [(0, REGION), *found, (len(text), REGION)]


def keep_lists(
    text: str,
    regions: Sequence[Region],
    found: Sequence[Place],
    measure: Callable[[int], int],
    limits: Sequence[int],
) -> list[Place]:
    """Return the break points, without those inside a list in prose that fits its limit.

    measure: returns the size of the text before an offset. limits: for each region, the room of a chunk that
    begins in it.

    A list has at least two items of one style (`boundaries.items`). Each item begins at the start of the region or
    at a break point where a line begins. The list ends before a line that is not indented more than its first line
    and that follows a blank line or begins with the mark of another style. The size of the list includes the
    headings and the lead before it, from the last break point whose rank is not in BINDING, and what the last lead
    of the region leads to (`led_end`).
    """
    ranks = dict(found)
    bounds: dict[int, int] = {}
    bound = 0
    for p, rank in found:
        bound = bounds[p] = bound if rank in BINDING else p
    dropped: set[int] = set()
    for k, (region, limit) in enumerate(zip(regions, limits, strict=True)):
        # inside a region only break points of prose have these ranks
        lines = (PARAGRAPH, ITEM, LED, LED_ITEM)
        begins = [p for p, rank in found if region.start < p < region.end and rank in lines]
        for first, end in lists(text, [region.start, *begins, region.end], ranks):
            last = led_end(text, regions, k) if end == region.end else end
            if measure(last) - measure(bounds.get(first, first)) <= limit:
                dropped |= {p for p, _ in found if first < p < end}
    return [place for place in found if place[0] not in dropped]


def led_end(text: str, regions: Sequence[Region], k: int) -> int:
    """Return the end of the code, table or data after region k, if it is kept whole and the region ends with a
    lead; else the end of the region."""
    end = regions[k].end
    after = regions[k + 1] if k + 1 < len(regions) else regions[k]
    is_led = base(after.kind) != PROSE and after.whole and ends_with_lead(text, end)
    return after.end if is_led else end


def lists(text: str, begins: Sequence[int], ranks: Mapping[int, int]) -> list[tuple[int, int]]:
    """Return the lists among the lines that begin at the offsets `begins`. The last offset is the end of the last
    line."""
    found = []
    first = style = count = indent = 0
    for p in begins[:-1]:
        own, deep = item_style(text, p), after_indent(text, p) - p
        if style and (own == style or deep > indent or (not own and ranks[p] in (ITEM, LED_ITEM))):
            count += own == style and deep <= indent
            continue
        if count > 1:
            found.append((first, p))
        first, style, count, indent = p, own, 1, deep
    if count > 1:
        found.append((first, begins[-1]))
    return found


def between(before: Kind, kind: Kind) -> int:
    """Return the rank of the break point between regions of two kinds."""
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
    lowest: int = CODE_0,
) -> list[Place]:
    """Return the lines of an outline at which a chunk may end, with their ranks. No such line lies inside a
    definition that fits the size.

    lowest: the rank of the best line, CODE_0 or DATA_0. positions: the offsets of the lines. extents: the
    definitions (`unbreakable.keep_whole`). edges: the start and the end of the code. All three are in one unit.
    """
    kept = keep_whole(extents, [edges[0], *positions, edges[1]], size)
    return [
        (line, lowest + rank)
        for line, rank, p in zip(lines, ranks, positions, strict=True)
        if not any(start < p < end for start, end in kept)
    ]


def is_run(kind: Kind) -> bool:
    """Return whether a region is a run of short blocks: a list, or footnotes."""
    return kind in ("list", "footnote")


def keeps(
    measured: Sequence[int], kinds: Sequence[Kind], limits: Sequence[int], sizes: Sequence[int]
) -> list[bool]:
    """Return for each region whether it is kept whole. Headings, code, tables, data and runs of short blocks are
    kept whole within the limit of their kind (`places` also counts the headings and the lead before a run).

    measured: the measure of the end of each region. sizes: for each region, the size of the context of a chunk
    that begins in it.
    """
    whole = []
    begin = 0
    for end, kind, size in zip(measured, kinds, sizes, strict=True):
        kept = base(kind) != PROSE or kind == "heading" or is_run(kind)
        whole.append(kept and end - begin + size <= limits[base(kind)])
        begin = end
    return whole


def first_of_piece(m: Sequence[int], ranks: Sequence[int], k: int, limit: int) -> int:
    """Return the break point where the piece of prose between break points k and k + 1 begins if the caller must
    cut the piece at words. Return k + 1 if the piece fits the limit as it is.

    Headings and leads before a piece that exceeds the limit, which end at ranks of BINDING, belong to it. They
    take at most half of the limit: the first words of the piece stay with them. A piece that fits is never cut,
    even if its heading has no room beside it. m, ranks: the measures and the ranks of the break points.
    """
    if m[k + 1] - m[k] <= limit:
        return k + 1
    first = k
    while first > 0 and ranks[first] in BINDING and 2 * (m[k] - m[first - 1]) <= limit:
        first -= 1
    return first
