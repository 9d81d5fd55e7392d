r"""The quoted passages of an answer, and the citations of each.

A quote is text within one paragraph between "…", “…”, „…“, «…», »…«, ‹…›, 「…」 or 『…』, the outermost marks if
they are nested, or a Markdown block quote (`> `). Fenced code and citations are skipped. A straight quotation mark
opens where a word can begin and closes where one can end: 5" opens nothing.

The citations of a quote are a run of adjacent citations, the first of these that exists:

1. inside the quote, or right after it, separated only by marks that end no sentence;
2. before it in its sentence, unless the run belongs to an earlier quote by 1 or 4;
3. after it in its sentence;
4. right after it, with the end of the sentence between.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

Span = tuple[int, int]

#: The closing marks of each opening mark.
CLOSERS = {
    '"': '"', "“": "”", "„": "“”", "‟": "”", "”": "”", "«": "»", "»": "«»", "‹": "›", "「": "」", "『": "』",
}  # fmt: skip

#: Marks that can open and close. They open only where a word can begin, and close their own kind only where one
#: can end.
_ALIKE = '"”»'

_MARK = re.compile('["“”„‟«»‹›「」『』]')
_BLOCK = re.compile(r"[ \t]{0,3}(?:>[ \t]?)+")
_FENCE = re.compile(r"[ \t]{0,3}(?:```|~~~)")
_BREAK = re.compile(r"[.!?…](?=[\"”»)\]*_]*(?:\s|\Z))|[。！？]|\n(?=[^\S\n]*(?:\n|(?:[-*+•]|\d{1,9}[.)])[^\S\n]))")

#: Most quotation marks open at once: deeper nesting is an error in the text.
DEEPEST = 4

#: Most characters between a quote and a citation right after it.
MAX_GAP = 200

#: Maximum number of citations of one quote.
MAX_RUN = 16


class Quoted(NamedTuple):
    """A quoted passage.

    start, end: its span in the answer, without the marks.
    text: its text without citations and the spaces before them, as in `ParsedAnswer.plain`.
    parts: its text, split at the citations; no part is blank.
    is_block: whether it is a block quote.
    """

    start: int
    end: int
    text: str
    parts: tuple[str, ...]
    is_block: bool


def significant_length(text: str) -> int:
    """Return the length of a text; characters from U+2E80 on (Chinese, Japanese, Korean) count twice."""
    return len(text) if text.isascii() else len(text) + sum(c >= "\u2e80" for c in text)


def find_quotes(answer: str, citations: Sequence[Span], min_length: int) -> list[Quoted]:
    """Find the quoted passages of at least `min_length` (by `significant_length`), in order."""
    found: list[Quoted] = []
    for kind, start, end in _blocks(answer):
        if kind == "quote":
            found.append(_block_quote(answer, start, end, citations))
        else:
            found += [
                _quoted(first, last, _around(answer, first, last, citations), False)
                for first, last in _outermost(_pairs(answer, start, end, citations))
            ]
    return [quoted for quoted in found if significant_length(quoted.text) >= min_length]


def _blocks(answer: str) -> Iterator[tuple[str, int, int]]:
    """Yield paragraphs and block quotes as (kind, start, end)."""
    kind, begin, at, in_fence = "", 0, 0, False
    for line in answer.splitlines(keepends=True):
        if _FENCE.match(line):
            in_fence, now = not in_fence, ""
        elif in_fence or line.isspace():
            now = ""
        else:
            now = "quote" if _BLOCK.match(line) else "text"
        if now != kind:
            if kind:
                yield kind, begin, at
            kind, begin = now, at
        at += len(line)
    if kind:
        yield kind, begin, at


def _pairs(answer: str, start: int, end: int, citations: Sequence[Span]) -> list[Span]:
    """Find the spans between paired marks of a paragraph."""
    found: list[Span] = []
    opened: list[tuple[str, int]] = []
    for match in _MARK.finditer(answer, start, end):
        mark, at = match[0], match.start()
        if _is_inside(at, citations):
            continue
        depth = len(opened) - 1
        while depth >= 0 and not _closes(mark, opened[depth][0], answer, at):
            depth -= 1
        if depth >= 0:
            found.append((opened[depth][1] + 1, at))
            del opened[depth:]
        elif mark in CLOSERS and (mark not in _ALIKE or _begins_word(answer, at)):
            if mark in _ALIKE and opened and opened[-1][0] == mark:
                opened.pop()  # this mark was never closed
            opened.append((mark, at))
            del opened[:-DEEPEST]
    return found


def _closes(mark: str, opening: str, answer: str, at: int) -> bool:
    return mark in CLOSERS[opening] and (mark != opening or not answer[at - 1].isspace())


def _begins_word(answer: str, at: int) -> bool:
    before = answer[at - 1 : at]
    is_word = before.isalnum() and before < "\u2e80"
    return at + 1 < len(answer) and not is_word and not (answer[at + 1].isspace() and answer[at] != "»")


def _outermost(pairs: list[Span]) -> Iterator[Span]:
    reach = -1
    for start, end in sorted(pairs):
        if start > reach:
            yield start, end
            reach = end


def _is_inside(at: int, spans: Sequence[Span]) -> bool:
    i = bisect_left(spans, (at + 1, 0)) - 1
    return i >= 0 and at < spans[i][1]


def _quoted(start: int, end: int, pieces: Iterable[str], is_block: bool) -> Quoted:
    """Build a quote from the texts around its citations."""
    *before, last = pieces
    text = "".join([*(piece.rstrip(" \t") for piece in before), last]).strip()
    parts = tuple(piece.strip() for piece in (*before, last) if piece.strip())
    return Quoted(start, end, text, parts, is_block)


def _around(answer: str, start: int, end: int, citations: Sequence[Span]) -> Iterator[str]:
    """Yield the texts of a span before, between and after its citations; at least one, which may be empty."""
    i = bisect_left(citations, (start, 0))
    if i and citations[i - 1][1] > start:
        start = min(citations[i - 1][1], end)
    while i < len(citations) and citations[i][0] < end:
        # text between two citations of one pair of brackets belongs to neither side
        yield answer[start : citations[i][0]] if answer[citations[i][0]] == "[" else ""
        start, i = min(citations[i][1], end), i + 1
    yield answer[start:end]


def _block_quote(answer: str, start: int, end: int, citations: Sequence[Span]) -> Quoted:
    """Read a block quote: its lines without `> `, except a last line that begins with a dash (the attribution)."""
    lines: list[list[str]] = []
    at = start
    for line in answer[start:end].splitlines(keepends=True):
        mark = _BLOCK.match(line)
        lines.append(list(_around(answer, at + (mark.end() if mark else 0), at + len(line), citations)))
        at += len(line)
    while lines and (not "".join(lines[-1]).strip(" \t\r\n") or lines[-1][0].startswith(("—", "–", "-- "))):
        lines.pop()
    pieces = [""]
    for first, *others in lines:
        pieces[-1] += first
        pieces += others
    return _quoted(start, end, _without_marks(pieces), True)


def _without_marks(pieces: list[str]) -> list[str]:
    """Remove a pair of quotation marks that encloses all of a block quote."""
    shown = [k for k, piece in enumerate(pieces) if piece.strip()]
    if not shown:
        return pieces
    first, last = shown[0], shown[-1]
    opening, closing = pieces[first].lstrip(), pieces[last].rstrip()
    is_pair = opening[0] in CLOSERS and closing[-1] in CLOSERS[opening[0]]
    if not is_pair or (first == last and len(opening.rstrip()) == 1):
        return pieces
    pieces[last] = closing[:-1]
    pieces[first] = pieces[first].lstrip()[1:]
    return pieces


class AdjacentCitations:
    """Finds the citations of quotes, which must be passed in order."""

    def __init__(self, answer: str, citations: Sequence[Span], quotes: Sequence[Quoted]) -> None:
        self._answer = answer
        self._citations = citations
        hidden: list[Span] = []
        for start, end in sorted([*citations, *((quoted.start, quoted.end) for quoted in quotes)]):
            if not hidden or start >= hidden[-1][1]:
                hidden.append((start, end))
            else:
                hidden[-1] = (hidden[-1][0], max(end, hidden[-1][1]))
        ends = (found.start() for found in _BREAK.finditer(answer))
        self._breaks = [end for end in ends if not _is_inside(end, hidden)]
        self._taken: set[int] = set()

    def find(self, quoted: Quoted) -> list[int]:
        """Return the indices of the citations of a quote."""
        start, end = quoted.start, quoted.end
        first = bisect_left(self._citations, (start, 0))
        after = bisect_left(self._citations, (end, 0))
        if first < after:
            return list(range(first, after))
        before = first - 1
        if quoted.is_block:
            while start and (self._answer[start - 1].isspace() or self._answer[start - 1] == ">"):
                start -= 1
        right_after = after < len(self._citations) and self._is_near(end, self._citations[after][0])
        follows = after < len(self._citations) and self._is_same(end, self._citations[after][0])
        if right_after and (follows or quoted.is_block):
            return self._take(after)
        if before >= 0 and before not in self._taken and self._is_same(self._citations[before][1], start):
            return self._run(before, -1)
        if follows:
            return self._run(after, 1)
        if right_after and "\n" not in self._answer[end : self._citations[after][0]]:
            return self._take(after)
        return []

    def _take(self, first: int) -> list[int]:
        run = self._run(first, 1)
        self._taken.update(run)
        return run

    def _run(self, first: int, step: int) -> list[int]:
        """Return a citation and its adjacent citations."""
        run = [first]
        while len(run) < MAX_RUN and 0 <= run[-1] + step < len(self._citations):
            pair = sorted((run[-1], run[-1] + step))
            gap = self._citations[pair[0]][1], self._citations[pair[1]][0]
            if not self._is_near(*gap) or not self._is_same(*gap):
                break
            run.append(run[-1] + step)
        return sorted(run)

    def _is_near(self, start: int, end: int) -> bool:
        """Return whether no word lies between two offsets."""
        return end - start <= MAX_GAP and not any(map(str.isalnum, self._answer[start:end]))

    def _is_same(self, start: int, end: int) -> bool:
        """Return whether no sentence ends between two offsets."""
        i = bisect_left(self._breaks, start)
        return i == len(self._breaks) or self._breaks[i] >= end
