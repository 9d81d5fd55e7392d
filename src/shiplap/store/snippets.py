"""Snippets of hits, with the matches marked: FTS5 finds the matches, in a table of the hits alone."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

from shiplap._core.boundaries.levels import is_cut
from shiplap.source import view
from shiplap.store.query import TOKENIZER
from shiplap.store.terms import LETTER, Mapped, runs

#: The size of a snippet: a letter of a script without spaces counts 1, another word WORD.
SIZE, WORD = 48, 3

_WORD = re.compile(r"\w+")
_LETTER_OR_WORD = re.compile(rf"(?P<letter>{LETTER.pattern})|\w(?:(?!{LETTER.pattern})\w)*")

Spans = list[tuple[int, int]]


def snippets(query: str, hits: Sequence[tuple[str, str]], whole: set[str]) -> list[tuple[str, str]]:
    """Return a snippet of each text, and of what stands before it ("" without a match), given both.

    whole: the pairs of letters in the query (`terms`): a match of another pair is one of its first letter alone.
    """
    mapped = [(Mapped(text), Mapped(before)) for text, before in hits]
    found: list[tuple[Spans, Spans]] = [([], []) for _ in hits]
    with contextlib.closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.execute(f"CREATE VIRTUAL TABLE hits USING fts5(text, before, tokenize='{TOKENIZER}')")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO hits (rowid, text, before) VALUES (?, ?, ?)",
            [(row, text.text, before.text) for row, (text, before) in enumerate(mapped)],
        )
        marked = "highlight(hits, {}, char(1), char(2))"
        sql = f"SELECT rowid, {marked.format(0)}, {marked.format(1)} FROM hits WHERE hits MATCH ?"
        for row, *columns in connection.execute(sql, (query,)):
            for spans, text, column in zip(found[row], mapped[row], columns, strict=True):
                spans += [text.original(start, end, whole) for start, end in _marks(column)]
    return [
        (snippet(text, spans), snippet(before, others) if others else "")
        for (text, before), (spans, others) in zip(hits, found, strict=True)
    ]


def _marks(marked: str) -> Spans:
    """The spans between marks, in the text without them."""
    at = [mark.start() - number for number, mark in enumerate(re.finditer("[\1\2]", marked))]
    return list(zip(at[::2], at[1::2], strict=True))


def snippet(text: str, spans: Spans) -> str:
    """Return the part of a text with the most different matches, each in [ ]. Marks end at grapheme clusters.

    >>> snippet("It rains in the hills.", [(3, 8)])
    'It [rains] in the hills.'
    >>> print(snippet("The old man snores. " * 9 + "It rains. " + "The old man snores. " * 9, [(183, 188)]))
    …man snores. The old man snores. It [rains]. The old man snores. The old man snores…
    """
    if next(runs(text), None) is None:
        words = [(*each.span(), WORD) for each in _WORD.finditer(text)]
    else:
        words = [(*each.span(), 1 if each["letter"] else WORD) for each in _LETTER_OR_WORD.finditer(text)]
    if not words:
        return text
    starts, reach = [start for start, *_ in words], [0]
    for *_, weight in words:
        reach.append(reach[-1] + weight)
    merged = _merged(text, spans)
    first, last = _best(text, merged, starts, reach)
    spare = max(0, SIZE - (reach[last] - reach[first])) // 2
    first = bisect_left(reach, reach[first] - spare) if reach[first] > spare else 0
    last = max(last, min(bisect_right(reach, reach[first] + SIZE) - 1, len(words)))
    if last == len(words):
        first = min(first, bisect_left(reach, max(0, reach[-1] - SIZE)))
    begin = words[first][0] if first else 0
    end = words[last - 1][1] if last < len(words) else len(text)
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


def _best(text: str, spans: Spans, starts: list[int], reach: list[int]) -> tuple[int, int]:
    """The words from the first to behind the last of the best window that begins with a match."""
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
