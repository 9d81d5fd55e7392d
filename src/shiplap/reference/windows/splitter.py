"""Sentences: all boundaries of a rule."""

from __future__ import annotations

from typing import Literal

from shiplap.reference.boundaries.levels import Level, is_boundary
from shiplap.reference.windows.windows import check_surrogates


def split(text: str, level: Level, errors: Literal["strict", "surrogatepass"] = "strict") -> list[tuple[int, int]]:
    """Return the spans (start, end) of the sentences of a text, in code points. The spans are adjacent and cover
    the text."""
    ends = [p for p in range(1, len(text) + 1) if is_boundary(text, p, level)]
    if errors == "strict":
        check_surrogates(text, [i for p in ends[:-1] for i in (p - 1, p)])
    return list(zip([0, *ends], ends, strict=False))
