"""Packing a mixed document: the ends and the starts of its chunks.

break_points    the offsets where a chunk may end, with their ranks
pack            the choice among them, for few chunks and good ends; and the earliest start of each chunk
starts          the start of each chunk: its overlap with the chunk before
documents       (here) the kind of each chunk, and the runs that limit it
"""

from __future__ import annotations

from collections.abc import Sequence

from shiplap._data.packing_costs import KINDS
from shiplap._data.region_kinds import Kind
from shiplap.reference.boundaries.levels import visible, visible_end
from shiplap.reference.packing.break_points import base
from shiplap.reference.packing.pack import Run


def limiting_runs(
    text: str, regions: Sequence[tuple[int, int]], kinds: Sequence[Kind], limits: Sequence[int]
) -> list[Run]:
    """Return the runs that limit a whole chunk if chunks lose the white space at their ends, in code points.

    White space between two kinds of content belongs to the kind with the smaller limit, and regions of white space
    alone have no kind. So a kind of which a chunk has only the white space at its ends does not limit the chunk.
    """
    found: list[Run] = []
    for (start, end), name in zip(regions, kinds, strict=True):
        first, kind = visible(text, start), base(name)
        if first >= end:
            continue
        if found and found[-1].kind == kind:
            found.pop()
        elif found and limits[found[-1].kind] <= limits[kind]:
            found[-1] = Run(first, found[-1].kind)
        found.append(Run(visible_end(text, start, end), kind))
    return [*found[:-1], Run(len(text), found[-1].kind)] if found else []


def majority(
    spans: Sequence[tuple[int, int]], regions: Sequence[tuple[int, int]], kinds: Sequence[Kind]
) -> list[int]:
    """Return for each span the kind of content of most of its characters; of equal kinds, the first one in
    KINDS."""
    found = []
    for start, end in spans:
        sizes = [0] * len(KINDS)
        for (first, last), kind in zip(regions, kinds, strict=True):
            sizes[base(kind)] += max(0, min(end, last) - max(start, first))
        found.append(sizes.index(max(sizes)))
    return found
