"""Terms: the words of a text in the form in which the index has them and a search looks for them.

Both sides are folded by the same rules, so that `strasse` finds "Straße", and `resume` finds "Résumé":

    W1  A word is a maximal run of letters, numbers, marks and characters of private use. Soft hyphens, joiners and
        variation selectors belong to the word around them, and are dropped. All else separates words.
    W2  Its term is the word in Unicode's NFKC without case: full width, ligatures (ﬁ), superscripts and ß are
        equal to the plain letters. Decimal digits of all scripts are those of ASCII.
    W3  Diacritics are dropped: the marks that stand above, below, in or through a letter (canonical combining
        classes 1, 7, 10 to 35, and 200 up), which are those of the Latin, Greek, Cyrillic, Hebrew and Arabic
        scripts, and nukta. Of Cyrillic letters only stress and the dots of ё: й, ї and ў are other letters.
        Vowel signs, viramas, the voicing of kana and Thai tones stay. A Latin letter that Unicode names as another
        letter "with" something (ø, đ, ł) is that letter; æ, œ, þ and ð are ae, oe, th and d.
    W4  Scripts without spaces (Chinese, Japanese, Thai, Lao, Khmer, Burmese and others): a run of them is whole
        sentences, so its terms are overlapping pairs of letters: 東京都 becomes 東京 京都 都. The last letter
        stands alone too: each letter begins a term, and a search for one letter is a search for a prefix. A
        letter here is a base character with its marks, in NFKC: full-width and half-width forms are equal.
    W5  A word of letters and one number, in either order, is two terms: `v2` is v 2, so that `2.0.1` finds
        "v2.0.1", `utf-8` finds "UTF8", and `5 GHz` finds "5GHz".

FTS5 gets the terms of a text joined by spaces; its tokenizer `ascii` finds exactly them.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterable, Iterator, Set
from functools import lru_cache
from operator import add
from typing import NamedTuple

from shiplap._data.unicode import WORD_RANGES


def _set(*classes: str) -> str:
    return "".join(f"{chr(first)}-{chr(last)}" for first, last, name in WORD_RANGES if name in classes)


#: The tokenizer of FTS5 for the terms of a text: all that is not ASCII belongs to a term.
TOKENIZER = "ascii"

_MARKS = _set("MARK")

_LETTER = f"[{_set('IDEOGRAPH', 'KATAKANA', 'SPACELESS')}][{_MARKS}]*"
LETTER = re.compile(_LETTER)
RUN = re.compile(f"(?:{_LETTER})+")

#: A superset of the letters that is found faster: nothing below Thai, and no general punctuation.
_PERHAPS = re.compile("[\u0e00-\u1fff\u2e80-\U0010ffff]")

_MARK = re.compile(f"[{_MARKS}]")

#: Marks and characters of private use belong to words, besides what `\\w` has; the marks include those that W1
#: drops.
_BESIDES = f"{_MARKS}\u200c\u200d\u2060\ufeff\ue000-\uf8ff\U000f0000-\U000ffffd\U00100000-\U0010fffd"
WORD = re.compile(f"(?:[^\\W_]+|[{_BESIDES}]+)+")

_ASCII_WORD = re.compile("[a-z0-9]+")
_ASCII_CASED = re.compile("[A-Za-z0-9]+")
_ASCII_DIGIT = re.compile("[0-9][a-z]|[a-z][0-9]")
_ASCII_MIXED = re.compile("(?<![a-z0-9])(?:([a-z]+)([0-9]+)|([0-9]+)([a-z]+))(?![a-z0-9])")

#: Characters that a word may have and a term has not: format characters and variation selectors.
_DROPPED = re.compile("[\xad\u061c\u200c\u200d\u2060\ufeff\ufe00-\ufe0f\U000e0100-\U000e01ef]")

#: Marks that Cyrillic letters lose (W3), in NFKD.
_CYRILLIC = re.compile("([аеиоуыэюяіє])[\u0300\u0301]|(?<=е)\u0308", re.IGNORECASE)

#: A decimal digit that is not ASCII.
_DIGIT = re.compile(r"[^\D0-9]")

#: A word of letters and one number (W5).
_MIXED = re.compile(r"(\D+)(\d+)|(\d+)(\D+)")

#: Most words whose terms are remembered, and the length of the longest one.
_REMEMBERED, _LONGEST = 1 << 17, 64


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
    letters = [(_letter(letter.group()), *letter.span()) for letter in found]
    known = [letter for letter in letters if letter[0]]
    behind = [*known[1:], ("", 0, known[-1][2])] if known else []
    return [
        Pair(first + second, start, middle, end)
        for (first, start, middle), (second, _, end) in zip(known, behind, strict=True)
    ]


@lru_cache(1 << 14)
def _letter(letter: str) -> str:
    """Return the letter of a run as it stands in a term."""
    return "".join(WORD.findall(_folded(letter)))


def terms(text: str) -> list[str]:
    """Return the terms of a text, in order.

    >>> terms("It rains in 東京。"), terms("ＦＵＬＬ ﬁles, v2.0 in der Łódźer Straße")
    (['it', 'rains', 'in', '東京', '京'], ['full', 'files', 'v', '2', '0', 'in', 'der', 'lodzer', 'strasse'])
    """
    if text.isascii():
        lower = text.lower()
        return _ASCII_WORD.findall(_ASCII_MIXED.sub(r"\1\3 \2\4", lower) if _ASCII_DIGIT.search(lower) else lower)
    found: list[str] = []
    reached = 0
    for run in runs(text):
        if run.start() > reached:
            found += _of_words(text[reached : run.start()])
        found += _of_run(run)
        reached = run.end()
    found += _of_words(text[reached:] if reached else text)
    return found


def _of_words(text: str) -> list[str]:
    """Return the terms of a text without runs."""
    return " ".join(map(_terms_of.__getitem__, WORD.findall(text))).split()


def _of_run(run: re.Match[str]) -> Iterator[str]:
    """Return the terms of `pairs`, faster."""
    text = run[0]
    letters = map(_letter, LETTER.findall(text) if _MARK.search(text) else text)
    known = [letter for letter in letters if letter]
    return map(add, known, (*known[1:], ""))


class Located(NamedTuple):
    """The terms of a text, and the offsets of the word of each. `middles` is less than `ends` for a pair of
    letters: the end of the first one."""

    terms: list[str]
    starts: list[int]
    middles: list[int]
    ends: list[int]


def located(text: str, wanted: Set[str] | None = None) -> Located:
    """Return the terms of a text as `terms` does, with the offsets of their words. wanted: these terms alone.

    >>> found = located("in v2.0 東京")
    >>> list(zip(found.terms, found.starts, found.ends))
    [('in', 0, 2), ('v', 3, 5), ('2', 3, 5), ('0', 6, 7), ('東京', 8, 10), ('京', 9, 10)]
    """
    found = Located([], [], [], [])
    reached = 0
    for run in runs(text):
        _locate(text, reached, run.start(), wanted, found)
        for pair in pairs(run):
            if wanted is None or pair.term in wanted:
                found.terms.append(pair.term)
                found.starts.append(pair.start)
                found.middles.append(pair.middle)
                found.ends.append(pair.end)
        reached = run.end()
    _locate(text, reached, len(text), wanted, found)
    return found


def _locate(text: str, start: int, end: int, wanted: Set[str] | None, found: Located) -> None:
    """Add the terms of a part without runs."""
    pattern = _ASCII_CASED if text.isascii() else WORD
    words: Iterable[re.Match[str]] = pattern.finditer(text, start, end)
    if wanted is not None:
        words = [word for word in words if (made := _terms_of[word[0]]) in wanted or " " in made]
    for word in words:
        first, last = word.span()
        for term in _terms_of[word[0]].split():
            if wanted is None or term in wanted:
                found.terms.append(term)
                found.starts.append(first)
                found.middles.append(last)
                found.ends.append(last)


class _Terms(dict[str, str]):
    """The terms of words, joined by spaces; "" for a word without any. Full, it is emptied."""

    def __missing__(self, word: str) -> str:
        if len(self) >= _REMEMBERED:
            self.clear()
        found = word.lower() if word.isascii() else _folded(word)
        parts = WORD.findall(found) if not found.isalnum() else [found]
        made = " ".join(" ".join(filter(None, mixed.groups())) if mixed else part
                        for part in parts for mixed in [_MIXED.fullmatch(part)])  # fmt: skip
        if len(word) <= _LONGEST:
            self[word] = made
        return made


_terms_of = _Terms()


def _folded(word: str) -> str:
    """Fold a word by W1 to W3."""
    text = unicodedata.normalize("NFKD", _DROPPED.sub("", word))
    if _MARK.search(text):
        text = _CYRILLIC.sub(r"\1", text)
        text = "".join(
            char
            for before, char in zip(" " + text, text, strict=False)
            if not _is_diacritic(char) or "\u0400" <= before <= "\u052f"
        )
    # NFKD again: the case folding of some letters has marks
    text = unicodedata.normalize("NFKD", text.casefold()).translate(_plain_letters())
    text = _DIGIT.sub(lambda digit: str(unicodedata.decimal(digit[0])), text)
    return unicodedata.normalize("NFC", text)


def _is_diacritic(char: str) -> bool:
    """Return whether W3 drops a character."""
    position = unicodedata.combining(char)
    return position in (1, 7) or 10 <= position <= 35 or position >= 200 or unicodedata.category(char) == "Me"


@lru_cache(1)
def _plain_letters() -> dict[int, str]:
    """Return the Latin letters that W3 replaces, beyond those that Unicode decomposes."""
    found = {ord("æ"): "ae", ord("œ"): "oe", ord("þ"): "th", ord("ð"): "d", ord("ı"): "i"}
    named = re.compile("LATIN SMALL LETTER ([A-Z]) WITH ")
    blocks = range(0x80, 0x2B0), range(0x1D00, 0x1DC0), range(0x2C60, 0x2C80), range(0xA720, 0xA800)
    for code in itertools.chain(*blocks):
        letter = named.match(unicodedata.name(chr(code), ""))
        if letter and not unicodedata.decomposition(chr(code)):
            found[code] = letter[1].lower()
    return found
