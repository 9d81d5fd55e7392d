"""Extended grapheme clusters: UAX #29 of Unicode 15.0.0, section 3."""

from __future__ import annotations

from shiplap._data.unicode import grapheme_class

#: For each class of Hangul, the classes that continue its syllable (GB6, GB7, GB8).
HANGUL = {
    "L": ("L", "V", "LV", "LVT"),
    "V": ("V", "T"),
    "LV": ("V", "T"),
    "T": ("T",),
    "LVT": ("T",),
}


def run_begin(text: str, p: int, name: str) -> int:
    """Return the beginning of the run of code points of one class that ends at p."""
    while p > 0 and grapheme_class(text[p - 1]) == name:
        p -= 1
    return p


def grapheme(text: str, p: int) -> bool:
    """Return whether one grapheme cluster ends at p and the next one begins there, 0 < p < len(text)."""
    left, right = grapheme_class(text[p - 1]), grapheme_class(text[p])
    if left == "CR" and right == "LF":  # GB3
        return False
    if left in ("CR", "LF", "CONTROL") or right in ("CR", "LF", "CONTROL"):  # GB4, GB5
        return True
    if right in HANGUL.get(left, ()):  # GB6, GB7, GB8
        return False
    if right in ("EXTEND", "ZWJ", "SPACING_MARK") or left == "PREPEND":  # GB9, GB9a, GB9b
        return False
    if left == "ZWJ" and right == "PICTOGRAPHIC":  # GB11
        base = run_begin(text, p - 1, "EXTEND")
        return not (base > 0 and grapheme_class(text[base - 1]) == "PICTOGRAPHIC")
    if left == right == "REGIONAL_INDICATOR":  # GB12, GB13: each flag of a run is a pair
        return (p - run_begin(text, p, "REGIONAL_INDICATOR")) % 2 == 0
    return True  # GB999
