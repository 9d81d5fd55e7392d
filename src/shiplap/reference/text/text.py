"""Offsets of a text in other units, and the numbers of its lines."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from shiplap.reference.text.sizes import measure


def convert(
    text: str, spans: Iterable[tuple[int, int]], unit: Literal["characters", "bytes", "utf16"]
) -> list[tuple[int, int]]:
    """Return spans in code points as spans in "characters", in "bytes" of UTF-8, or in "utf16" code units."""

    def offset(position: int) -> int:
        if unit == "utf16":
            return sum(2 if ord(char) > 0xFFFF else 1 for char in text[:position])
        return measure(text, 0, position, unit)

    return [(offset(start), offset(end)) for start, end in spans]


def line_ends(text: str, position: int) -> int:
    """Return the number of lines that end before a position. Lines end after LF, CR LF and CR, as in editors."""
    ends = 0
    for p in range(position):
        ends += text[p] == "\n" or (text[p] == "\r" and text[p + 1 : p + 2] != "\n")
    return ends


def line_spans(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the lines of the first and of the last code point of each span, from 1."""
    return [(1 + line_ends(text, start), 1 + line_ends(text, max(start, end - 1))) for start, end in spans]
