"""The level `word`."""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE, word_class
from shiplap.reference.boundaries.sentences import CAP

#: The classes of letters that are written without spaces between words.
LETTERS = ("IDEOGRAPH", "KATAKANA", "SPACELESS")


def word(text: str, p: int) -> bool:
    """Return whether p follows a run of white space, or is between two letters that are written without spaces.
    Such letters keep their punctuation: a boundary is before opening and after closing wide punctuation, never
    after opening or before closing punctuation.

    All these boundaries, except those before a format character, are word boundaries of UAX #29 too: the rules WB4
    (marks are skipped, at most CAP of them), WB13 (Katakana stay together) and WB999.
    """
    if text[p - 1] in WHITE_SPACE:
        return text[p] not in WHITE_SPACE
    base = p - 1
    while base > 0 and p - 1 - base < CAP and word_class(text[base]) == "MARK":
        base -= 1
    left, right = word_class(text[base]), word_class(text[p])
    if left == right == "KATAKANA":
        return False
    return left in (*LETTERS, "CJK_CLOSE") and right in (*LETTERS, "CJK_OPEN")
