"""Extended grapheme clusters: UAX #29 of Unicode 15.0.0, section 3."""

from __future__ import annotations

from shiplap._data.unicode import grapheme_class

#: After which class a class of Hangul is in the same syllable (GB6, GB7, GB8).
HANGUL = {
    "L": ("L", "V", "LV", "LVT"),
    "V": ("V", "T"),
    "LV": ("V", "T"),
    "T": ("T",),
    "LVT": ("T",),
}


def run_begin(text: str, p: int, name: str) -> int:
    """Return where the run of code points of one class that ends at p begins."""
    while p > 0 and grapheme_class(text[p - 1]) == name:
        p -= 1
    return p


def grapheme(text: str, p: int) -> bool:
    """Return whether a grapheme cluster ends and another begins at p, 0 < p < len(text)."""
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
    if left == right == "REGIONAL_INDICATOR":  # GB12, GB13: the flags of a run are pairs
        return (p - run_begin(text, p, "REGIONAL_INDICATOR")) % 2 == 0
    return True  # GB999
