"""Grapheme clusters and words once more, read the other way: forwards, over the whole text. The oracle of the
reference, and of law 8 on texts that are too long for it. Only the classes of the code points are shared."""

from __future__ import annotations

import re

from shiplap._data.unicode import WHITE_SPACE, grapheme_class, word_class
from shiplap.reference.boundaries.sentences import CAP, LINE_ENDS

LETTERS = {
    "CR": "r", "LF": "n", "CONTROL": "c", "EXTEND": "e", "ZWJ": "z", "SPACING_MARK": "s", "PREPEND": "p",
    "REGIONAL_INDICATOR": "f", "L": "L", "V": "V", "T": "T", "LV": "A", "LVT": "B",
    "PICTOGRAPHIC": "x", "OTHER": "o",
}  # fmt: skip

#: UAX #29, table 1c: the regular expression of an extended grapheme cluster.
CLUSTER = re.compile(
    r"""rn | [rnc] | p* (?: L* (?:V+ | A V* | B) T* | L+ | T+   # hangul-syllable
                         | ff                                  # ri-sequence
                         | x (?: e* z x )*                     # xpicto-sequence
                         | [^rnc] ) [ezs]*""",
    re.VERBOSE,
)

#: Between which classes words may be cut where no white space is.
PAIRS = {
    "IDEOGRAPH": {"IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_OPEN"},
    "KATAKANA": {"IDEOGRAPH", "SPACELESS", "CJK_OPEN"},
    "SPACELESS": {"IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_OPEN"},
    "CJK_CLOSE": {"IDEOGRAPH", "KATAKANA", "SPACELESS", "CJK_OPEN"},
}

_classes = {chr(code): LETTERS[grapheme_class(chr(code))] for code in range(0x3100)}


def clusters(text: str) -> list[tuple[int, int]]:
    """Return the spans of the grapheme clusters."""
    letters = "".join(_classes.get(char) or LETTERS[grapheme_class(char)] for char in text)
    return [match.span() for match in CLUSTER.finditer(letters)]


def inside(text: str) -> dict[int, tuple[int, int]]:
    """Return the positions inside grapheme clusters, each with the span of its cluster."""
    return {p: (start, end) for start, end in clusters(text) for p in range(start + 1, end)}


def words(text: str) -> list[int]:
    """Return the inner boundaries of the level `word`."""
    found, base, marks, before = [], "NONE", 0, ""
    for p, char in enumerate(text):
        name = word_class(char)
        after_space = before in WHITE_SPACE and char not in WHITE_SPACE
        if after_space or (before not in WHITE_SPACE and marks <= CAP and name in PAIRS.get(base, ())):
            found.append(p)
        base, marks, before = (base, marks + 1, char) if name == "MARK" else (name, 0, char)
    within = inside(text)
    begins = [line_begin(text, p) for p in found if p not in within]
    return [p for p in begins if p > 0]


def line_begin(text: str, p: int) -> int:
    """Return the begin of the line of p, if only white space stands between; else p."""
    line = max(text.rfind(end, 0, p) for end in LINE_ENDS) + 1
    return line if p - line <= CAP and not text[line:p].strip("".join(WHITE_SPACE)) else p
