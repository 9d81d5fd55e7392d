"""Hierarchy: the chunks of an upper level, each a run of successive chunks of the level below.

H1  The chunks of the lower level are spans in order; no chunk begins before the end of the chunk before it. Each
    chunk has its measures beside it: its span in the unit of `size`. The length of a run is from the start of the
    measures of its first chunk to the end of the measures of its last chunk.
H2  A run has as many chunks as fit `size` together, and at least one. If all remaining chunks fit, they are one
    run.
H3  Otherwise the run ends with the last of these chunks after which a section begins, if the run is then at least
    `least` long; else with the last such chunk after which a paragraph begins; else with the last that fits.
"""

from __future__ import annotations

from collections.abc import Sequence

from shiplap.reference.boundaries.levels import Level, is_boundary

#: The levels whose boundaries a run ends at, the first of which has one (H3).
LEVELS: tuple[Level, Level] = "section", "paragraph"

Span = tuple[int, int]


def last_of_run(
    text: str, chunks: Sequence[Span], measures: Sequence[Span], first: int, size: int, least: int
) -> int:
    """Return the last chunk of the run that begins with `first` (H2, H3)."""
    start, last = measures[first][0], first
    while last + 1 < len(chunks) and measures[last + 1][1] - start <= size:
        last += 1
    if last + 1 == len(chunks):
        return last
    for level in LEVELS:
        for end in range(last, first - 1, -1):
            if measures[end][1] - start >= least and is_boundary(text, chunks[end + 1][0], level):
                return end
    return last


def runs(
    text: str, chunks: Sequence[Span], measures: Sequence[Span], size: int, least: int
) -> tuple[list[Span], list[Span], list[Span]]:
    """Return for each run the number of its first chunk and of the chunk after it, its span, and its measures."""
    rows: list[Span] = []
    first = 0
    while first < len(chunks):
        end = last_of_run(text, chunks, measures, first, size, least) + 1
        rows.append((first, end))
        first = end
    spans = [(chunks[first][0], chunks[end - 1][1]) for first, end in rows]
    return rows, spans, [(measures[first][0], measures[end - 1][1]) for first, end in rows]
