"""The two sentence rules of the records, `simple` and `capital`.

`simple` is `[.!?]\\s+` and `capital` is `[.!?]\\s+(?=[A-Z])`. The boundary is the end of the match, and `\\s` is
the Unicode property White_Space. The rule in `standard.py` reads the text on both sides of a mark.
"""

from __future__ import annotations

from shiplap._data.sentence_marks import STOPS
from shiplap._data.unicode import WHITE_SPACE

#: The longest run of white space, of closing marks or of marks that may end a sentence: it keeps a level local.
CAP = 256

CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
LINE_ENDS = frozenset("\n\v\f\r\x85\u2028\u2029")


def simple(text: str, p: int) -> bool:
    """Return whether a mark and 1 to CAP code points of white space precede p, and the code point at p is not
    white space."""
    if text[p] in WHITE_SPACE:
        return False
    gap = gap_before(text, p)
    return 0 < gap < p and text[gap - 1] in STOPS


def capital(text: str, p: int) -> bool:
    """Return whether p is a boundary of `simple` with a capital letter A to Z at p."""
    return text[p] in CAPITALS and simple(text, p)


def gap_before(text: str, p: int) -> int:
    """Return the beginning of the white space before p, at most CAP code points before p."""
    gap = p
    while gap > 0 and p - gap < CAP and text[gap - 1] in WHITE_SPACE:
        gap -= 1
    return gap


def line_ends(text: str, begin: int, end: int) -> int:
    """Return the number of line ends in white space. CR LF counts as one. PS counts as two, because PS alone
    separates paragraphs."""
    count = 0
    for i in range(begin, end):
        if text[i] in LINE_ENDS and not (text[i] == "\n" and i > begin and text[i - 1] == "\r"):
            count += 2 if text[i] == "\u2029" else 1
    return count
