"""Packing a mixed document: where its chunks end and begin.

    places  where a chunk may end, with the rank of each
    pack    which of them it does, so that chunks are few and the ends good; and how far back each may begin
    starts  where it begins: what it repeats of the chunk before

Measures are in the caller's unit, of the text before a place; a run is what lies together of one kind of content.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from shiplap._data.packing_costs import (
    CHUNK,
    CODE,
    CODE_0,
    CODE_5,
    COST,
    GRADE,
    HEADED,
    INTRO,
    ITEM,
    ORIGINS,
    PARAGRAPH,
    PROSE,
    REGION,
    SECTION,
    SENTENCE,
    TABLE,
    WORDS,
    YIELD,
)
from shiplap.reference.boundaries.levels import Level, first_boundary, is_boundary, visible, visible_end
from shiplap.reference.packing.code import Extent, keep_whole
from shiplap.reference.text.sizes import measure


class Region(NamedTuple):
    """A region: its span, its kind, and whether it is kept whole, without places in it."""

    start: int
    end: int
    kind: str
    whole: bool


class Run(NamedTuple):
    """Where a run ends, in the caller's unit, and its kind of content."""

    end: int
    kind: int


Place = tuple[int, int]


def base(kind: str) -> int:
    """The kind of content of a kind of region."""
    return CODE if kind == "code" else TABLE if kind == "table" else PROSE


# ---- places


def places(text: str, regions: Sequence[Region], inner: Sequence[Place], level: Level) -> list[Place]:
    """Where a chunk may end, with ranks: at the ends of regions, in prose at the ends of paragraphs and of
    sentences (`level`), and at `inner`, what is known of code and tables that are not kept whole."""
    found = []
    before = ""
    for region in regions:
        if before:
            found.append((region.start, between(before, region.kind)))
        before = region.kind
        if region.whole:
            continue
        if base(region.kind) == PROSE:
            for p in range(region.start + 1, region.end):
                if is_boundary(text, p, "paragraph"):
                    found.append((p, PARAGRAPH))
                elif is_boundary(text, p, level):
                    found.append((p, ITEM if is_boundary(text, p, "line") else SENTENCE))
        else:
            found += [place for place in inner if region.start < place[0] < region.end]
    found = [(p, rank) for p, rank in found if is_boundary(text, p, "grapheme")]
    return [(0, REGION), *found, (len(text), REGION)]


def between(before: str, kind: str) -> int:
    """The rank of the place between regions of two kinds."""
    if before == "heading":
        return HEADED
    if kind == "heading":
        return SECTION
    if base(before) == PROSE:
        return PARAGRAPH if base(kind) == PROSE else INTRO
    return REGION


def sites(
    lines: Sequence[int], ranks: Sequence[int], positions: Sequence[int], extents: Sequence[Extent], size: int
) -> list[Place]:
    """The lines of an outline at which a chunk may end: none inside of a definition that fits the size.
    `positions` are the lines, and `extents` the definitions (`reference.packing.code.keep_whole`), in one unit."""
    kept = keep_whole(extents, size)
    return [
        (line, CODE_0 + rank)
        for line, rank, p in zip(lines, ranks, positions, strict=True)
        if not any(start < p < end for start, end in kept)
    ]


# ---- which of them


def pack(
    m: Sequence[int],
    ranks: Sequence[int],
    runs: Sequence[Run],
    limits: Sequence[int],
    overlaps: Sequence[int],
    extras: Sequence[int] = (),
) -> tuple[list[int], list[int], list[bool]]:
    """The chunks: at which place each ends, the least measure at which it may begin, and whether it may begin in
    the midst of a sentence.

    m: the measure of each place, the first 0, the last that of the text. limits and overlaps: those of each kind
    of content. extras: what stands before a chunk that begins at a place, and counts.

    Of all ways to cut, the one of the least cost is taken: `CHUNK` for each chunk, and the cost of its end. Only
    where nothing fits with its overlap a chunk begins without, at the cost of `YIELD`. Of those that cost the
    same, the one with the shortest last chunk, and so on backwards. A piece without places that does not fit is a
    chunk, for the caller to see to.
    """
    count = len(m)
    extras = extras or [0] * count
    begins = backs(m, ranks, runs, overlaps)
    reach = later([begins[k] - extras[k] for k in range(count)]), later([m[k] - extras[k] for k in range(count)])
    costs, previous = [0], [0]
    for end in range(1, count):
        near = [k for k in range(end) if fits(begins[k], reach[0][k], m[end], runs, limits)]
        bare = [k for k in range(end) if fits(m[k], reach[1][k], m[end], runs, limits)]
        start = min(near or bare or [end - 1], key=lambda k: (costs[k], -k))
        costs.append(costs[start] + (0 if near or not bare else YIELD) + CHUNK + COST[ranks[end]])
        previous.append(start)
    ends: list[int] = []
    at = count - 1
    while at:
        ends.append(at)
        at = previous[at]
    ends.reverse()
    lows, words = [], []
    least = start = 0
    for end in ends:
        if start == origin(ranks, start):
            low = m[start]
        else:
            low = max(m[start] - overlaps[kind_at(runs, m[start])], m[origin(ranks, start)])
            low = max(low, begin_at(runs, m[start]), room(m[start], m[end], extras[start], runs, limits))
        least = max(least, min(low, m[start]))
        lows.append(least)
        words.append(kind_at(runs, m[start]) == PROSE or GRADE[ranks[start]] == WORDS)
        start = end
    return ends, lows, words


def backs(m: Sequence[int], ranks: Sequence[int], runs: Sequence[Run], overlaps: Sequence[int]) -> list[int]:
    """The least measure at which a chunk after each place begins with its overlap: at the first place within the
    overlap of a grade not above that of the place. Where there is none, and words may be repeated, as far back as
    the overlap allows. They never decrease."""
    found: list[int] = []
    low = 0
    for k, end in enumerate(m):
        low = max(low, end - overlaps[kind_at(runs, end)], m[origin(ranks, k)], begin_at(runs, end))
        grade = min(GRADE[ranks[k]], GRADE[CODE_5])
        near = [m[j] for j in range(k) if m[j] >= low and GRADE[ranks[j]] <= grade]
        if near:
            back = near[0]
        elif kind_at(runs, end) == PROSE or GRADE[ranks[k]] == WORDS:
            back = low
        else:
            back = end
        found.append(max(back, found[-1]) if found else back)
    return found


def origin(ranks: Sequence[int], k: int) -> int:
    """The last place up to k across which nothing is repeated."""
    while k > 0 and ranks[k] not in ORIGINS:
        k -= 1
    return k


def later(found: Sequence[int]) -> list[int]:
    """Each number made no larger than any that follows it."""
    made = list(found)
    for k in range(len(made) - 2, -1, -1):
        made[k] = min(made[k], made[k + 1])
    return made


def kind_at(runs: Sequence[Run], p: int) -> int:
    """The kind of content of what ends at a measure: of the first run that reaches it."""
    return next((run.kind for run in runs if run.end >= p), PROSE)


def begin_at(runs: Sequence[Run], p: int) -> int:
    """Where that run begins."""
    return max((run.end for run in runs if run.end < p), default=0)


def parts(begin: int, end: int, runs: Sequence[Run]) -> list[tuple[int, int]]:
    """The size and the kind of each part of a chunk."""
    found, start = [], 0
    for run in runs:
        low, high = max(begin, start), min(end, run.end)
        if low < high:
            found.append((high - low, run.kind))
        start = run.end
    return found


def fits(begin: int, counted: int, end: int, runs: Sequence[Run], limits: Sequence[int]) -> bool:
    """Whether each part of a chunk is within the limit of its kind, and the whole, counted from `counted` on,
    within the largest of them."""
    found = parts(begin, end, runs)
    most = max((limits[kind] for _, kind in found), default=min(limits))
    return all(size <= limits[kind] for size, kind in found) and end - counted <= most


def room(start: int, end: int, extra: int, runs: Sequence[Run], limits: Sequence[int]) -> int:
    """How far back a chunk of start to end may begin, so that its first part and its whole fit still."""
    found = parts(start, end, runs)
    kind = kind_at(runs, start)
    most = max([limits[kind], *(limits[other] for _, other in found)])
    first = min(end, next((run.end for run in runs if run.end > start), end)) if runs_on(start, runs) else start
    return max(first - limits[kind], end - most + extra)


def runs_on(p: int, runs: Sequence[Run]) -> bool:
    """Whether no run ends at a measure."""
    return all(run.end != p for run in runs)


# ---- where they begin


def starts(
    text: str,
    at: Sequence[int],
    ranks: Sequence[int],
    ends: Sequence[int],
    lows: Sequence[int],
    words: Sequence[bool],
    strip_whitespace: bool = False,
    skip_blank: bool = False,
) -> list[tuple[int, int]]:
    """The chunks, in code points, of what `pack` gives, `lows` made positions too. They begin later and later."""
    spans: list[tuple[int, int]] = []
    before, place = -1, 0
    for end, least, wordy in zip(ends, lows, words, strict=True):
        first, low = at[place], max(least, before + 1)
        start = first
        if low < first:
            grade = min(GRADE[ranks[place]], GRADE[CODE_5])
            near = [at[j] for j in range(place) if at[j] >= low and GRADE[ranks[j]] <= grade]
            word = first_boundary(text, low, first, "word") if wordy and low > 0 else None
            start = near[0] if near else first if word is None else word
            if visible(text, start) >= first:  # white space alone is not worth repeating
                start = first
        stop = at[end]
        if strip_whitespace:
            start, stop = visible(text, start), visible_end(text, start, stop)
        place = end
        if (strip_whitespace and visible(text, first) >= at[end]) or (
            skip_blank and visible(text, start) >= at[end]
        ):
            continue
        spans.append((start, stop))
        before = start
    return spans


def position(text: str, low: int, unit: str) -> int:
    """The first position of a measure of at least `low`, or the end of the text."""
    return next((p for p in range(len(text)) if measure(text, 0, p, unit) >= low), len(text))


# ---- what they are


def majority(
    spans: Sequence[tuple[int, int]], regions: Sequence[tuple[int, int]], kinds: Sequence[str]
) -> list[int]:
    """The kind of content that each span has most characters of; of two, the one that comes first in KINDS."""
    found = []
    for start, end in spans:
        sizes = [0, 0, 0]
        for (first, last), kind in zip(regions, kinds, strict=True):
            sizes[base(kind)] += max(0, min(end, last) - max(start, first))
        found.append(sizes.index(max(sizes)))
    return found
