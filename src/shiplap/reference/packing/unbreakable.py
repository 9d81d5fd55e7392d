"""The spans of code that no cut may enter."""

from __future__ import annotations

from collections.abc import Sequence

#: Of a definition: its start, its start without the comment above, its end.
Extent = tuple[int, int, int]


def keep_whole(extents: Sequence[Extent], size: int) -> list[tuple[int, int]]:
    """The spans that no cut may enter, in order: of the outermost definitions that fit, with the comment above
    them if that fits too. `extents` are nested or apart, in order of their starts."""
    kept: list[tuple[int, int]] = []
    for start, code, end in extents:
        if kept and start < kept[-1][1]:
            continue
        if end - start <= size:
            kept.append((start, end))
        elif end - code <= size:
            kept.append((code, end))
    return kept
