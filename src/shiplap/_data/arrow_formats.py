"""Widths of the values of Arrow's types of fixed width, by the format strings of the Arrow C data interface."""

from __future__ import annotations

#: Bytes of a value by its format, except for formats with parameters.
WIDTHS = {
    "c": 1, "C": 1, "s": 2, "S": 2, "i": 4, "I": 4, "l": 8, "L": 8, "e": 2, "f": 4, "g": 8,
    "tdD": 4, "tdm": 8, "tts": 4, "ttm": 4, "ttu": 8, "ttn": 8, "ts": 8, "tD": 8, "tiM": 4, "tiD": 8, "tin": 16,
}  # fmt: skip


def width_of(format: str) -> int:
    """Return the number of bytes of a value of a type of fixed width, or 0.

    >>> width_of("l"), width_of("w:12"), width_of("d:9,2,64"), width_of("tsu:UTC"), width_of("u")
    (8, 12, 8, 8, 0)
    """
    kind, _, rest = format.partition(":")
    numbers = rest.split(",")
    if kind == "w" and rest.isdecimal():
        return min(int(rest), 1 << 24)
    if kind == "d":
        for number in numbers:
            if not number.lstrip("-").isdecimal():
                return 0
        return 16 if len(numbers) < 3 else int(numbers[2]) // 8 if numbers[2] in ("32", "64", "128", "256") else 0
    if kind[:2] in ("ts", "tD"):
        return 8
    return WIDTHS.get(format, 0)
