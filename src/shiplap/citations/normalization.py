r"""Normalization of texts, to compare quotes that are not verbatim.

`fold` removes differences in white space (any run is one space); the kind of quotation marks and apostrophes, and
of dashes (any run is one hyphen); case; everything NFKC unifies (ligatures, full-width forms, composed accents);
soft hyphens and zero-width characters. It uses the running Python's Unicode tables, which differ between versions
only for characters that the older one does not know.

>>> fold("The “ﬁrst”\n  word — O’Neill’s")
'the "first" word - o"neill"s'
"""

from __future__ import annotations

import re
import unicodedata
from typing import Literal

from shiplap._data.unicode import GRAPHEME_RANGES

_QUOTES = "'`´‘’‚‛“”„‟′″«»‹›「」『』"
DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212"
_NOTHING = "\x00\u00ad\u200b\u200c\u200d\u2060\ufeff"

#: The characters that NFKC changes most often, each independently. It leaves most texts without them unchanged,
#: and detects that quickly.
_FREQUENT = {character: unicodedata.normalize("NFKC", character) for character in "，：；！？（）…．\u3000\xa0"}

_REPLACED = {**dict.fromkeys(_QUOTES, '"'), **dict.fromkeys(DASHES, "-"), **dict.fromkeys(_NOTHING, "")}

#: Longest run of marks that is reordered, as in the Stream-Safe Text Format (UAX #15); longer runs are split.
STREAM = 30

_MARKS = frozenset(
    chr(code)
    for first, last, name in GRAPHEME_RANGES
    if name in ("EXTEND", "SPACING_MARK")
    for code in range(first, last + 1)
)
_DASH_RUN = re.compile("--+")


def fold(text: str) -> str:
    """Normalize a text for comparison, without white space at its ends."""
    text = _characters(text)
    if "--" in text:
        text = _DASH_RUN.sub("-", text)
    return " ".join(text.split())


def _characters(text: str) -> str:
    """Normalize everything except runs of dashes and of white space."""
    if text.isascii():
        text = text.lower()
        # the only one of _QUOTES and _NOTHING in ordinary ASCII, and the others
        for character in ("'", "`", "\0"):
            if character in text:
                text = text.replace(character, _REPLACED[character])
        return text
    for character, new in _FREQUENT.items():
        if character in text:
            text = text.replace(character, new)
    text = normalized(normalized(text).casefold())  # twice: case folding decomposes ß with an accent
    for character, new in _REPLACED.items():
        if character in text:
            text = text.replace(character, new)
    return text


def folded_with_offsets(text: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the result of `fold`, and for each of its characters the span of the original text."""
    folded: list[str] = []
    spans: list[tuple[int, int]] = []
    for start, end in _units(text):
        for character in _characters(text[start:end]):
            if character.isspace():
                character = " "
            if folded and character == folded[-1] and character in " -":
                spans[-1] = (spans[-1][0], end)
            elif folded or character != " ":
                folded.append(character)
                spans.append((start, end))
    if folded and folded[-1] == " ":
        folded.pop()
        spans.pop()
    return "".join(folded), spans


def normalized(text: str, form: Literal["NFC", "NFKC"] = "NFKC") -> str:
    """Normalize to a Unicode form, but reorder at most STREAM marks in a row: Python's time is quadratic in
    them."""
    cuts = _cuts(text)
    if not cuts:
        return unicodedata.normalize(form, text)
    ends = zip([0, *cuts], [*cuts, len(text)], strict=True)
    return "".join(unicodedata.normalize(form, text[start:end]) for start, end in ends)


def _cuts(text: str) -> list[int]:
    """Find the offsets that split runs of more than STREAM marks."""
    cuts: list[int] = []
    step, reach = STREAM + 1, 0
    some = text[::step]  # a sample: only shorter runs fit between its characters
    if _MARKS.isdisjoint(some):
        return cuts
    for start, character in zip(range(0, len(text), step), some, strict=True):
        if start >= reach and character in _MARKS:
            reach = start + 1
            while reach < len(text) and text[reach] in _MARKS:
                reach += 1
            while start and text[start - 1] in _MARKS:
                start -= 1
            cuts += range(start + STREAM, reach, STREAM)
    return cuts


def _units(text: str) -> list[tuple[int, int]]:
    """Return the spans that NFKC changes independently: a character and the marks that combine with it."""
    units: list[tuple[int, int]] = []
    cuts = set() if text.isascii() else set(_cuts(text))
    start = 0
    for at in range(1, len(text) + 1):
        if at == len(text) or at in cuts or is_apart(text, start, at):
            units.append((start, at))
            start = at
    return units


def is_apart(text: str, start: int, at: int) -> bool:
    """Return whether NFKC changes nothing across the offset `at`, given that a unit begins at `start`."""
    after = text[at]
    if after.isascii():
        return True
    normalize = unicodedata.normalize
    if unicodedata.combining(normalize("NFKD", after)[0]):
        return False  # it may be reordered before other marks
    before = text[max(start, at - STREAM - 2) : at]
    return normalize("NFKC", before + after) == normalize("NFKC", before) + normalize("NFKC", after)
