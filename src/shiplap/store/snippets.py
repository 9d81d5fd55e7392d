"""Snippets of hits, with the matches marked."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate

from shiplap._core.boundaries import is_cut
from shiplap.source import view
from shiplap.store.query import Phrase
from shiplap.store.terms import LETTER, located, runs

#: The size of a snippet: a letter of a script without spaces counts 1, another word WORD.
SIZE, WORD = 48, 3

_WORD = re.compile(r"\w+")
_LETTER_OR_WORD = re.compile(rf"(?P<letter>{LETTER.pattern})|\w(?:(?!{LETTER.pattern})\w)*")

Spans = list[tuple[int, int]]


def snippets(phrases: Sequence[Phrase], hits: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a snippet of each text, and of what stands before it ("" without a match), given both."""
    found = []
    for text, before in hits:
        others = matches(phrases, before) if before else []
        found.append((snippet(text, matches(phrases, text)), snippet(before, others) if others else ""))
    return found


def matches(phrases: Iterable[Phrase], text: str) -> Spans:
    """Return where the phrases occur in a text, in order.

    >>> from shiplap.store.query import groups
    >>> matches([phrase for (phrase,) in groups('"it rains" hil* 京')], "It rains on hills, 東京都.")
    [(0, 8), (12, 17), (20, 21)]
    """
    phrases = list(phrases)
    if all(len(phrase.tokens) == 1 and not phrase.is_prefix for phrase in phrases):
        found = located(text, {phrase.tokens[0] for phrase in phrases})
        return sorted(set(zip(found.starts, found.ends, strict=True)))
    found = located(text)
    at: dict[str, list[int]] = {}
    for number, term in enumerate(found.terms):
        at.setdefault(term, []).append(number)
    spans: set[tuple[int, int]] = set()
    for phrase in phrases:
        first, *rest = phrase.tokens
        if not rest and phrase.is_prefix:
            firsts = [number for term, numbers in at.items() if term.startswith(first) for number in numbers]
        else:
            firsts = at.get(first, [])
        for number in firsts:
            last = number + len(rest)
            if not rest or _follow(found.terms, number + 1, rest, phrase.is_prefix):
                # a pair of letters that a prefix found matches by its first letter alone
                ends = found.ends if found.terms[last] == phrase.tokens[-1] else found.middles
                spans.add((found.starts[number], ends[last]))
    return sorted(spans)


def _follow(words: Sequence[str], at: int, rest: Sequence[str], is_prefix: bool) -> bool:
    """Return whether the terms of a phrase behind its first one stand at a position."""
    if at + len(rest) > len(words):
        return False
    *middle, last = rest
    term = words[at + len(middle)]
    return words[at : at + len(middle)] == middle and (term == last or (is_prefix and term.startswith(last)))


def snippet(text: str, spans: Spans) -> str:
    """Return the part of a text with the most different matches, each in [ ]. Marks end at grapheme clusters.

    >>> snippet("It rains in the hills.", [(3, 8)])
    'It [rains] in the hills.'
    >>> print(snippet("The old man snores. " * 9 + "It rains. " + "The old man snores. " * 9, [(183, 188)]))
    …man snores. The old man snores. It [rains]. The old man snores. The old man snores…
    """
    pattern = _WORD if next(runs(text), None) is None else _LETTER_OR_WORD
    words = list(pattern.finditer(text))
    if not words:
        return text
    starts = [word.start() for word in words]
    reach: Sequence[int] = range(0, WORD * len(words) + 1, WORD)  # the weight of the words before each
    if pattern is _LETTER_OR_WORD:
        reach = list(accumulate((1 if word["letter"] else WORD for word in words), initial=0))
    merged = _merged(text, spans)
    first, last = _best(text, merged, starts, reach)
    spare = max(0, SIZE - (reach[last] - reach[first])) // 2
    first = bisect_left(reach, reach[first] - spare) if reach[first] > spare else 0
    last = max(last, min(bisect_right(reach, reach[first] + SIZE) - 1, len(words)))
    if last == len(words):
        first = min(first, bisect_left(reach, max(0, reach[-1] - SIZE)))
    begin = starts[first] if first else 0
    end = words[last - 1].end() if last < len(words) else len(text)
    inside = [(start, stop) for start, stop in merged if start < end and stop > begin]
    if inside:
        begin, end = min(begin, inside[0][0]), max(end, inside[-1][1])
    pieces, at = ["…" if begin else ""], begin
    for start, stop in inside:
        pieces += text[at:start], "[", text[start:stop], "]"
        at = stop
    return "".join((*pieces, text[at:end], "…" if end < len(text) else ""))


def _merged(text: str, spans: Spans) -> Spans:
    """Widen the spans to grapheme clusters, and join those that then overlap."""
    found: Spans = []
    seen = None if text.isascii() else view(text)
    for start, end in sorted(spans):
        while seen is not None and start and not is_cut(seen, start, "grapheme"):
            start -= 1
        while seen is not None and end < len(text) and not is_cut(seen, end, "grapheme"):
            end += 1
        if found and start < found[-1][1]:
            start, end = found[-1][0], max(end, found.pop()[1])
        found.append((start, end))
    return found


def _best(text: str, spans: Spans, starts: list[int], reach: Sequence[int]) -> tuple[int, int]:
    """Return the words from the first to behind the last of the best window that begins with a match."""
    at = [
        (max(0, bisect_right(starts, start) - 1), max(1, bisect_left(starts, end)), text[start:end].casefold())
        for start, end in spans
    ]
    best, found, behind = (0, 0), (0, 0), 0
    counts: dict[str, int] = {}
    for number, (first, last, word) in enumerate(at):
        while behind < len(at) and (behind <= number or reach[at[behind][1]] - reach[first] <= SIZE):
            counts[at[behind][2]] = counts.get(at[behind][2], 0) + 1
            behind += 1
        score = len(counts), behind - number
        if score > best:
            best, found = score, (first, max(last, at[behind - 1][1]))
        counts[word] -= 1
        if not counts[word]:
            del counts[word]
    return found
