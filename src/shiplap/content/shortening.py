"""Shortened titles, names and table headers: a beginning with a mark."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache

from shiplap._core.boundaries import is_cut
from shiplap._core.text import Text
from shiplap._core.windows import Windows
from shiplap.plan import Plan, Row, Unit

#: The mark at the end of a shortened text: HORIZONTAL ELLIPSIS.
MARK = "…"

#: Number of code points after a beginning that are read to find its boundaries.
LOOKAHEAD = 64


def shortened(text: str, most: int, fits: Callable[[str], bool], ending: str = MARK) -> str:
    """Return the longest beginning of a text that fits with `ending` behind it, and `ending`; "" if none fits.

    The beginning ends with the last word that ends in its second half, else with the last grapheme cluster, else
    (a cluster alone does not fit) with a code point. White space before the mark is left out. most: the maximum
    number of code points of the beginning.

    >>> shortened("Rain in the hills", 99, lambda found: len(found) <= 12)
    'Rain in the…'
    >>> shortened("Rain", 99, lambda found: len(found) <= 1)
    ''
    """
    lengths = range(1, min(most, len(text)) + 1)
    length = bisect_left(lengths, True, key=lambda count: not fits(text[:count] + ending))
    while length:
        found = text[: last_boundary(text, length)].rstrip()
        if not found or fits(found + ending):
            return found and found + ending
        length //= 2  # a tokenizer may count more tokens in less text
    return ""


def last_boundary(text: str, most: int) -> int:
    """Return the last boundary of a text at `most` or before: of words if one is in the second half, else of
    grapheme clusters, else `most`. The offset before white space is one of words too. 1 <= most <= len(text).

    >>> last_boundary("Rain in the hills", 9), last_boundary("Rain in the hills", 11)
    (8, 11)
    >>> last_boundary("Rainbow", 4), last_boundary("e\\u0301", 1)
    (4, 1)
    """
    view = Text(text[: most + LOOKAHEAD], "surrogatepass")
    if text[most : most + 1].isspace() and is_cut(view, most, "grapheme"):
        return most
    _, end = windows_of(most).cut(view)[0][0]
    return end if is_cut(view, end, "grapheme") else most


@lru_cache(64)
def windows_of(most: int) -> Windows:
    """Return the loop whose first chunk ends as `last_boundary` says. Titles of one document have few lengths."""
    rows = (Row("word", (most + 1) // 2, most), Row("grapheme", 0, most))
    return Windows(Plan("characters", most, 0, rows, (Unit("char", most),), ("char",)))


def is_shortened(shown: str, whole: str) -> bool:
    """Return whether a text is a shortened form of another.

    >>> is_shortened("Rain in…", "Rain in the hills"), is_shortened("Rain", "Rain"), is_shortened("…", "Rain")
    (True, False, False)
    """
    return len(shown) > len(MARK) and shown.endswith(MARK) and whole.startswith(shown[: -len(MARK)])
