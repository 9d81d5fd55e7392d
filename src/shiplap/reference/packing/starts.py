"""Starts of the chunks of a mixed document: the overlap of each with the chunk before."""

from __future__ import annotations

from collections.abc import Sequence

from shiplap._data.packing_costs import CODE_5, GRADE
from shiplap.plan import SizeUnit
from shiplap.reference.boundaries.levels import first_boundary, visible, visible_end
from shiplap.reference.text.sizes import measure


def starts(
    text: str,
    at: Sequence[int],
    ranks: Sequence[int],
    ends: Sequence[int],
    lows: Sequence[int],
    words: Sequence[bool],
    strip_whitespace: bool = False,
    skip_blank: bool = False,
    place: int = 0,
    before: int = -1,
) -> list[tuple[int, int]]:
    """Return the chunks, in code points, from the three lists of `pack`; `lows` are positions here.

    place: the break point where the first chunk begins, without its overlap. before: the start of the chunk before
    the first one; each chunk begins after the start of the chunk before it.
    """
    spans: list[tuple[int, int]] = []
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


def positions(text: str, lows: Sequence[int], unit: SizeUnit) -> list[int]:
    """Return the first positions of measures of at least `lows`, or the end of the text."""
    return [next((p for p in range(len(text)) if measure(text, 0, p, unit) >= low), len(text)) for low in lows]
