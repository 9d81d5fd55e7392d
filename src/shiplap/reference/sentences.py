"""Sentence boundaries by the rules of the records. Twin: `_core/sentences.pyx`.

`simple` is `[.!?]\\s+` and `capital` is `[.!?]\\s+(?=[A-Z])`, where the boundary is the end of the match, `\\s`
is the Unicode property White_Space, and the white space is at most CAP code points long.
"""

from __future__ import annotations

from shiplap._data.unicode import WHITE_SPACE

#: A run of white space longer than this ends no sentence and no paragraph: what keeps a level local.
CAP = 256
MARKS = frozenset(".!?")
CAPITALS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def simple(text: str, p: int) -> bool:
    """A mark, then 1 to CAP code points of white space, then anything else at p."""
    if text[p] in WHITE_SPACE:
        return False
    begin = p
    while begin > 0 and p - begin < CAP and text[begin - 1] in WHITE_SPACE:
        begin -= 1
    return 0 < begin < p and text[begin - 1] in MARKS


def capital(text: str, p: int) -> bool:
    """The same, with a capital letter A to Z at p."""
    return text[p] in CAPITALS and simple(text, p)
