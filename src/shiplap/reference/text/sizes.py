"""Sizes: the size of a span in the caller's unit, and the offsets that a size reaches."""

from __future__ import annotations

from collections.abc import Callable

from shiplap.plan import SizeUnit

#: The unit of a size: a name, or the function that counts a tokenizer's tokens in a span.
Measure = SizeUnit | Callable[[int, int], int]


def utf8_length(char: str) -> int:
    """Return the number of bytes of one code point in UTF-8. A surrogate has three."""
    code = ord(char)
    return 1 + (code > 0x7F) + (code > 0x7FF) + (code > 0xFFFF)


def is_surrogate(text: str, at: int) -> bool:
    """Return whether a code point is half of a surrogate pair."""
    return "\ud800" <= text[at] <= "\udfff"


def measure(text: str, start: int, end: int, unit: Measure) -> int:
    """Return the size of text[start:end] in characters, in bytes, in tokens of 4 characters (the last token may
    have fewer), or as the function `unit` counts it."""
    if unit == "characters":
        return end - start
    if unit == "tokens":
        return -(-(end - start) // 4)
    if unit == "bytes":
        return sum(utf8_length(char) for char in text[start:end])
    return unit(start, end)


def furthest(text: str, start: int, size: int, unit: Measure) -> int:
    """Return the last position whose span from `start` fits `size`."""
    end = start
    while end < len(text) and measure(text, start, end + 1, unit) <= size:
        end += 1
    return end


def ahead(text: str, start: int, size: int, unit: Measure) -> int:
    """Return the first position whose span from `start` is at least `size`, or the end of the text."""
    end = start
    while end < len(text) and measure(text, start, end, unit) < size:
        end += 1
    return end


def back(text: str, end: int, size: int, unit: Measure) -> int:
    """Return the first position whose span to `end` fits `size`."""
    start = end
    while start > 0 and measure(text, start - 1, end, unit) <= size:
        start -= 1
    return start
