"""Bigrams for scripts without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese and others.

FTS5 takes a run of letters for one word. In these scripts a run is whole sentences, so FTS5 gets each run as
overlapping pairs of letters instead: 東京都 becomes 東京 京都 都. The last letter stands alone too: each letter
begins a term, and a search for one letter is a search for a prefix. A letter here is a base character with its
marks, in NFKC: full-width and half-width forms are equal.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from operator import add
from typing import NamedTuple

from shiplap._data.unicode import WORD_RANGES


def _set(*classes: str) -> str:
    return "".join(f"{chr(first)}-{chr(last)}" for first, last, name in WORD_RANGES if name in classes)


_LETTER = f"[{_set('IDEOGRAPH', 'KATAKANA', 'SPACELESS')}][{_set('MARK')}]*"
LETTER = re.compile(_LETTER)
RUN = re.compile(f"(?:{_LETTER})+")

#: A superset of the letters that is found faster: nothing below Thai, and no general punctuation.
_PERHAPS = re.compile("[\u0e00-\u1fff\u2e80-\U0010ffff]")

_MARK = re.compile(f"[{_set('MARK')}]")

#: Categories of characters in the terms of FTS5 (`query.TOKENIZER`); other characters separate terms.
_IN_TERMS = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mn", "Mc")

#: Variation selectors.
_VARIANT = re.compile("[\ufe00-\ufe0f\U000e0100-\U000e01ef]")


def runs(text: str) -> Iterator[re.Match[str]]:
    """Find the runs of a text."""
    return RUN.finditer(text) if _PERHAPS.search(text) else iter(())


class Pair(NamedTuple):
    """A term of two letters, or of the last letter of a run. Offsets in the text: of the first letter, its end,
    and the end of the term."""

    term: str
    start: int
    middle: int
    end: int


def pairs(run: re.Match[str]) -> list[Pair]:
    """Return the terms of a run in order.

    >>> [(pair.term, pair.start, pair.end) for pair in pairs(RUN.search("in 東京都"))]
    [('東京', 3, 5), ('京都', 4, 6), ('都', 5, 6)]
    """
    found = LETTER.finditer(run.string, run.start(), run.end())
    letters = [(_normal(letter.group()), *letter.span()) for letter in found]
    known = [letter for letter in letters if letter[0]]
    behind = [*known[1:], ("", 0, known[-1][2])] if known else []
    return [
        Pair(first + second, start, middle, end)
        for (first, start, middle), (second, _, end) in zip(known, behind, strict=True)
    ]


@lru_cache(1 << 14)
def _normal(letter: str) -> str:
    normal = unicodedata.normalize("NFKC", letter)
    return "".join(char for char in normal if unicodedata.category(char) in _IN_TERMS and not _VARIANT.match(char))


def searchable(text: str) -> str:
    """Return the text as FTS5 gets it: runs as pairs, the rest unchanged.

    >>> searchable("It rains."), searchable("雨 in 東京。")
    ('It rains.', ' 雨  in  東京 京 。')
    """
    return RUN.sub(_spaced, text) if _PERHAPS.search(text) else text


def _spaced(run: re.Match[str]) -> str:
    """The terms of `pairs`, faster."""
    text = run.group()
    letters = map(_normal, LETTER.findall(text) if _MARK.search(text) else text)
    known = [letter for letter in letters if letter]
    return f" {' '.join(map(add, known, (*known[1:], '')))} "


#: Characters that mark highlights, end a text of SQLite, or cannot be stored. All of them separate terms.
_CONTROL = re.compile("[\0\1\2\ud800-\udfff]")


class Mapped:
    """A searchable text whose offsets are known in the original. NUL, U+0001, U+0002 and surrogates are spaces.

    >>> mapped = Mapped("in 東京都.")
    >>> mapped.text, mapped.text.index("京都"), mapped.original(7, 9, {"京都"}), mapped.original(7, 9, set())
    ('in  東京 京都 都 .', 7, (4, 6), (4, 5))
    """

    def __init__(self, text: str) -> None:
        parts: list[str] = []
        self._pairs: list[Pair | None] = []
        self._starts: list[int] = []  # offsets of the parts in the searchable text …
        self._origins: list[int] = []  # … and in the original
        size = reached = 0

        def add(part: str, origin: int, pair: Pair | None = None) -> None:
            nonlocal size
            parts.append(part)
            self._pairs.append(pair)
            self._starts.append(size)
            self._origins.append(origin)
            size += len(part)

        for run in runs(text):
            add(text[reached : run.start()] + " ", reached)
            for pair in pairs(run):
                add(pair.term, pair.start, pair)
                add(" ", pair.end)
            reached = run.end()
        add(text[reached:], reached)
        self.text: str = _CONTROL.sub(" ", "".join(parts))

    def original(self, start: int, end: int, whole: set[str]) -> tuple[int, int]:
        """Return the original offsets of a match; it begins and ends with a term. A pair at its end that is not in
        `whole` matched by its first letter alone."""
        first = bisect_right(self._starts, start) - 1
        last = bisect_right(self._starts, end - 1) - 1
        begin, final = self._pairs[first], self._pairs[last]
        beginning = self._origins[first] + (0 if begin else start - self._starts[first])
        if final is None:
            return beginning, self._origins[last] + end - self._starts[last]
        return beginning, final.end if final.term in whole else final.middle
