r"""The chunks as one folded text, with an index of the n-grams of quotes.

    passages ──► merged_texts: passages of a document joined without a gap, each character once
             ──► segments: some kilobytes of a merged text, cut at white space, each folded separately
             ──► `folded`: all segments concatenated; NUL, absent from folded text, separates merged texts

A needle is searched by the rarest of its GRAM-character pieces. One pass over `folded` finds the positions of all
pieces of all needles by hash; each position is then compared as text, so a hash collision only costs time.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from shiplap.citations.normalization import DASHES, fold, folded_with_offsets, is_apart
from shiplap.prompt.passages import Passage

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Hashes = npt.NDArray[np.uint64]

#: Code points of a piece, and of a piece of shorter needles: powers of two, because hashes are built by doubling.
GRAM, SHORT_GRAM = 8, 4

#: Pieces that occur more often are not indexed: a needle with no other piece is searched with `str.find`.
COMMON = 500

#: Bits of a hash that are checked in a table before the lookup.
TABLE = 20

#: Code points hashed at a time, so that intermediate results stay in the cache.
BLOCK = 1 << 18

#: Minimum code points of a segment, and the maximum where no cut point is found.
SEGMENT, MAX_SEGMENT = 2048, 4096

_WORD = re.compile(r"\S+")
_SPACE = re.compile(" ")

_BASE = 0x9E3779B97F4A7C15


class MergedText:
    """Text of one document without a gap. `start` is its offset in the document; None if unknown."""

    def __init__(self, text: str, passages: list[Passage]) -> None:
        self.text = text
        self.passages = passages
        self.start: int | None = passages[0].start if passages[0].has_span else None
        origin = self.start or 0
        self.starts: list[int] = (
            [0] if self.start is None else [(passage.start or 0) - origin for passage in passages]
        )
        self._longest = max(len(passage.text) for passage in passages)

    def holders(self, start: int, end: int) -> list[tuple[int, Passage]]:
        """Return the passages that contain a span of the text or, if none does, those that touch it; each with its
        start in the text."""
        first = bisect_left(self.starts, start - self._longest)
        last = max(bisect_left(self.starts, end), bisect_right(self.starts, start))
        near = list(zip(self.starts[first:last], self.passages[first:last], strict=True))
        whole = [(at, passage) for at, passage in near if at <= start and end <= at + len(passage.text)]
        return whole or [(at, passage) for at, passage in near if at < end and start < at + len(passage.text)]


def merged_texts(passages: Sequence[Passage]) -> list[MergedText]:
    """Merge passages into texts. Passages that overlap but disagree stay separate."""
    documents: dict[Any, list[Passage]] = defaultdict(list)
    found = []
    for passage in passages:
        if passage.has_span and passage.key is not None:
            documents[passage.key].append(passage)
        else:
            found.append(MergedText(passage.text, [passage]))
    for own in documents.values():
        own.sort(key=lambda passage: (passage.start, passage.end))
        parts, members, furthest = [own[0].text], [own[0]], own[0]
        for passage in own[1:]:
            start, end, reach = passage.start or 0, passage.end or 0, furthest.end or 0
            shared, at = min(reach, end) - start, start - (furthest.start or 0)
            if shared >= 0 and furthest.text.startswith(passage.text[:shared], at):
                members.append(passage)
                if end > reach:
                    parts.append(passage.text[shared:])
                    furthest = passage
            else:
                found.append(MergedText("".join(parts), members))
                parts, members, furthest = [passage.text], [passage], passage
        found.append(MergedText("".join(parts), members))
    return found


class NormalizedQuote(NamedTuple):
    """A text to search for, and the numbers of its pieces in the index."""

    text: str
    size: int
    numbers: Any

    def part(self, start: int, end: int) -> NormalizedQuote:
        """Return a part of the text."""
        numbers = None if self.numbers is None else self.numbers[start : max(start, end - self.size + 1)]
        return NormalizedQuote(self.text[start:end], self.size, numbers)


class Corpus:
    """The folded text of passages, with a search index.

    seams: passages with a context, and the beginning of the contextual text of each; they are searched last.
    """

    def __init__(self, passages: Sequence[Passage], seams: Sequence[tuple[Passage, str]] = ()) -> None:
        self.merged_texts: list[MergedText] = merged_texts(passages)
        #: the passage of each merged text that is a contextual text
        self.seams: dict[int, Passage] = dict(enumerate((own for own, _ in seams), len(self.merged_texts)))
        self.merged_texts += (
            MergedText(text, [own._replace(text=text, start=None, end=None)]) for own, text in seams
        )
        self._starts: list[int] = []  # starts of the segments in the folded text
        self._segments: list[tuple[int, int, int]] = []  # index of the merged text, and the span in it
        self._first: list[int] = []  # the first segment of each merged text
        self._folded = lru_cache(1024)(folded_with_offsets)
        #: Of a segment: its text, the spans of its words, and the offsets of spaces in `folded`.
        self._words: dict[int, tuple[str, list[tuple[int, int]], list[int]]] = {}
        parts: list[str] = []
        size = 0
        for i, stretch in enumerate(self.merged_texts):
            self._first.append(len(self._segments))
            last = "\0"
            for start, end in _cut(stretch.text):
                folded = fold(stretch.text[start:end])
                if stretch.text[end - 1].isspace() and (folded or last != " "):
                    folded += " "
                if not folded:
                    continue
                self._starts.append(size)
                self._segments.append((i, start, end))
                parts.append(folded)
                size, last = size + len(folded), folded[-1]
            parts.append("\0")
            size += 1
        self._first.append(len(self._segments))
        self.folded: str = "".join(parts)
        self._grams: dict[int, tuple[Any, Any, Any, Any]] = {}

    # ---- searching needles

    def index(self, needles: Iterable[str]) -> None:
        """Index the occurrences of the needles' pieces. Only these needles and their parts can be searched."""
        wanted = set(needles)
        for size, own in (
            (GRAM, [needle for needle in wanted if len(needle) >= GRAM]),
            (SHORT_GRAM, [needle for needle in wanted if SHORT_GRAM <= len(needle) < GRAM]),
        ):
            if own:
                self._grams[size] = self._index(own, size)

    def _index(self, needles: list[str], size: int) -> tuple[Any, Any, Any, Any]:
        """Index pieces of `size`: their hashes, the count of each, the end of its positions, and the positions."""
        import numpy as np

        grams = np.unique(np.concatenate([hashes(needle, size) for needle in needles]))
        table = np.zeros(1 << TABLE, dtype=bool)
        shift = np.uint64(64 - TABLE)
        table[grams >> shift] = True
        numbers, places = [np.empty(0, dtype=np.int64)], [np.empty(0, dtype=np.int64)]
        for begin in range(0, max(len(self.folded) - size + 1, 0), BLOCK):
            block = hashes(self.folded[begin : begin + BLOCK + size - 1], size)
            near = np.flatnonzero(table[block >> shift])
            number = np.searchsorted(grams, block[near])
            number[number == len(grams)] = 0
            right = grams[number] == block[near]
            numbers.append(number[right])
            places.append(near[right] + begin)
        number, place = np.concatenate(numbers), np.concatenate(places)
        counts = np.bincount(number, minlength=len(grams))
        rare = counts[number] <= COMMON
        number, place = number[rare], place[rare]
        if len(grams) <= 1 << 16:
            number = number.astype(np.uint16)  # numpy sorts uint16 by radix
        order = np.argsort(number, kind="stable")
        return grams, counts, np.cumsum(np.where(counts <= COMMON, counts, 0)), place[order]

    def needle(self, text: str) -> NormalizedQuote:
        """Return an indexed text as a needle."""
        import numpy as np

        size = GRAM if len(text) >= GRAM else SHORT_GRAM
        if len(text) < size or size not in self._grams:
            return NormalizedQuote(text, size, None)
        return NormalizedQuote(text, size, np.searchsorted(self._grams[size][0], hashes(text, size)))

    def occurrences(self, needle: NormalizedQuote, low: int = 0, high: int | None = None) -> Iterator[int]:
        """Yield the offsets in `folded` at which the needle occurs within [low, high), ascending."""
        text = needle.text
        last = (len(self.folded) if high is None else high) - len(text)
        if needle.numbers is not None and len(needle.numbers):
            _, counts, ends, places = self._grams[needle.size]
            own = counts[needle.numbers]
            rarest = int(own.argmin())
            many, end = int(own[rarest]), int(ends[needle.numbers[rarest]])
            if many <= COMMON:
                found = places[end - many : end]
                begin, stop = found.searchsorted((low + rarest, last + rarest + 1)).tolist()
                for place in found[begin:stop].tolist():
                    if self.folded.startswith(text, place - rarest):
                        yield place - rarest
                return
        at = self.folded.find(text, low, last + len(text)) if text else -1
        while at >= 0:
            yield at
            at = self.folded.find(text, at + 1, last + len(text))

    # ---- from the folded text to the documents

    def window(self, low: int, high: int) -> tuple[int, int, int]:
        """Map a span of `folded` to its merged text's index and the span of whole segments around it."""
        first, last = bisect_right(self._starts, low) - 1, bisect_left(self._starts, high) - 1
        stretch, start, _ = self._segments[first]
        return stretch, start, self._segments[last][2]

    def locate(self, low: int, high: int) -> tuple[int, int, int]:
        """Map a span of `folded` to its merged text's index and the span that was folded to it."""
        stretch, start, _ = self._place(low)
        return stretch, start, self._place(high - 1)[2]

    def _place(self, at: int) -> tuple[int, int, int]:
        """Map a character of `folded` that is not a space to its merged text's index and its span there."""
        number = bisect_right(self._starts, at) - 1
        stretch, start, end = self._segments[number]
        begin = self._starts[number]
        stop = self._starts[number + 1] if number + 1 < len(self._starts) else len(self.folded)
        if number not in self._words:  # once for a segment, which may have many quotes
            text = self.merged_texts[stretch].text[start:end]
            words = [word.span() for word in _WORD.finditer(text)]
            spaces = [space.start() for space in _SPACE.finditer(self.folded, begin, stop)]
            self._words[number] = text, words, spaces
        text, words, spaces = self._words[number]
        last = self.folded.find(" ", at, stop)
        first = max(self.folded.rfind(" ", begin, at) + 1, begin)
        word = self.folded[first : last if last >= 0 else stop].rstrip("\0")
        i = bisect_left(spaces, at)
        # folding nearly always changes words independently
        if i < len(words):
            low, high = words[i]
            folded, spans = self._folded(text[low:high])
            if folded == word:
                return stretch, start + low + spans[at - first][0], start + low + spans[at - first][1]
        _, spans = self._folded(text)
        low, high = spans[min(at - begin, len(spans) - 1)]
        return stretch, start + low, start + high

    def span_of(self, stretch: int, start: int, end: int) -> tuple[int, int]:
        """Return the span of `folded` of the segments that contain a span of a merged text."""
        first, last = self._first[stretch], self._first[stretch + 1]
        if first == last:
            return 0, 0
        low = bisect_right(self._segments, (stretch, start, sys.maxsize), first, last) - 1
        high = bisect_left(self._segments, (stretch, end, 0), first, last)
        low = max(low, first)
        stop = self._starts[high] if high < len(self._starts) else len(self.folded)
        return self._starts[low], stop


def hashes(text: str, size: int) -> Hashes:
    """Hash every `size` consecutive code points of a text: shape (len(text) - size + 1,)."""
    import numpy as np

    found = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.uint64)
    base, done = _BASE, 1
    while done < size:
        found = found[:-done] * np.uint64(base) + found[done:]
        base, done = base * base % 2**64, 2 * done
    # only the high bits depend on all characters, and the table is indexed by them
    mixed: Hashes = found * np.uint64(_BASE) ^ (found >> np.uint64(29))
    return mixed


def _cut(text: str) -> Iterator[tuple[int, int]]:
    """Yield the segments of a text: each ends after white space if possible, else where folding allows it."""
    start, length = 0, len(text)
    while start < length:
        at = start + SEGMENT
        if at >= length:
            end = length
        else:
            space = text.find(" ", at, start + MAX_SEGMENT)
            if space < 0:
                space = text.find("\n", at, start + MAX_SEGMENT)
            end = space if space >= 0 else min(start + MAX_SEGMENT, length)
            while end < length and text[end].isspace():
                end += 1
            for _ in range(64):
                if space >= 0 or end >= length or _is_edge(text, end):
                    break
                end += 1
        yield start, end
        start = end


def _is_edge(text: str, at: int) -> bool:
    return not text[at].isspace() and text[at - 1] not in DASHES and is_apart(text, at - 1, at)
