"""Packing a mixed document: where its chunks end and begin.

break_points    where a chunk may end, with the rank of each place
pack            which of them it does, so that chunks are few and the ends good; and how far back each may begin
starts          where it begins: what it repeats of the chunk before
documents       what it is of: here
"""

from __future__ import annotations

from collections.abc import Sequence

from shiplap._data.region_kinds import Kind
from shiplap.reference.packing.break_points import base


def majority(
    spans: Sequence[tuple[int, int]], regions: Sequence[tuple[int, int]], kinds: Sequence[Kind]
) -> list[int]:
    """The kind of content that each span has most characters of; of two, the one that comes first in KINDS."""
    found = []
    for start, end in spans:
        sizes = [0, 0, 0]
        for (first, last), kind in zip(regions, kinds, strict=True):
            sizes[base(kind)] += max(0, min(end, last) - max(start, first))
        found.append(sizes.index(max(sizes)))
    return found
