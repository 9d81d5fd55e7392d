"""The spans of code that no cut may enter."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

#: A definition: its start, its start without the comment above, and its end.
Extent = tuple[int, int, int]


def keep_whole(extents: Sequence[Extent], places: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Return the spans that no cut may enter, in order: the outermost definitions that fit, with the comment above
    them if that fits too. A definition that shares its first or last line with other code counts with that line.

    extents: the definitions, nested or apart, in order of their starts. places: the offsets where lines begin, and
    the end of the text.
    """
    kept: list[tuple[int, int]] = []
    for start, code, end in extents:
        if kept and start < kept[-1][1]:
            continue
        after = places[bisect_left(places, end)]
        for begin in (start, code):
            before = places[bisect_right(places, begin) - 1]
            if after - before <= size:
                kept.append((before, after))
                break
    return kept
