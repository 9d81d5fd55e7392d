"""What of some passages goes into a prompt: what they share stands once, and the whole within a size."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shiplap.errors import OptionError
from shiplap.options import choice, count
from shiplap.passages import Passage

#: Characters of an estimated token.
TOKEN = 4

#: A block may take this many tokens less beside its neighbours than alone, and so many times it is tried whether a
#: passage that the sum of the blocks had no room for does fit.
SLACK, TRIES = 8, 16


def token_counter(tokenizer: Any) -> Callable[[str], int]:
    """The function that counts tokens. The one place where a tokenizer is looked at.

    >>> token_counter(None)("12345")
    2
    """
    if tokenizer is None:
        return lambda text: -(-len(text) // TOKEN)
    if not callable(tokenizer):
        raise OptionError("tokenizer", tokenizer, "must be None or a function that counts the tokens of a str")

    def counted(text: str) -> int:
        found = tokenizer(text)
        if isinstance(found, bool) or not hasattr(found, "__index__") or found < 0:
            raise OptionError("tokenizer", tokenizer, f"must give a number of tokens, not {found!r}")
        return int(found)

    return counted


def utf8_size(text: str) -> int:
    """Bytes in UTF-8; a lone surrogate takes three."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Budget:
    """A limit in a unit, or None. Where sizes of parts add up, `part` measures them, up to `parts` in all."""

    limit: int | None
    unit: str
    measure: Callable[[str], int]
    part: Callable[[str], int]
    parts: int
    is_sum: bool


def budget(max_size: Any, unit: Any, tokenizer: Any) -> Budget:
    """The budget that the options ask for. Raises OptionError."""
    limit = None if max_size is None else count("max_size", max_size)
    choice("unit", unit, ("characters", "bytes", "tokens"))
    counter = token_counter(tokenizer)
    if unit == "characters":
        return Budget(limit, unit, len, len, limit or 0, True)
    if unit == "bytes":
        return Budget(limit, unit, utf8_size, utf8_size, limit or 0, True)
    if tokenizer is None:
        return Budget(limit, unit, counter, len, TOKEN * (limit or 0), True)
    return Budget(limit, unit, counter, counter, limit or 0, False)


class Draft:
    """The passages in rank order, and how one is written: `write(passage, text)`."""

    def __init__(self, passages: list[Passage], write: Callable[[Passage, str], str], once: bool) -> None:
        self._passages = passages
        self._write = write
        self._once = once

    def select(self, only: set[int] | None) -> tuple[list[int], list[int], list[int]]:
        """What is included, covered and dropped where the size does not matter, or of those in `only`."""
        chosen: list[int] = []
        covered: list[int] = []
        dropped: list[int] = []
        placed = _Placed(self._once)
        for i, passage in enumerate(self._passages):
            if placed.piece(passage) is None:
                covered.append(i)
            elif only is None or i in only:
                chosen.append(i)
                placed.add(passage)
            else:
                dropped.append(i)
        return chosen, covered, dropped

    def blocks(self, chosen: list[int], in_document_order: bool = False) -> list[str]:
        """The blocks of the chosen passages."""
        placed, found = _Placed(self._once), []
        first: dict[Any, int] = {}
        for i in chosen:
            passage = self._passages[i]
            text = placed.piece(passage)
            placed.add(passage)
            key = i if passage.key is None or passage.start is None else passage.key
            place = (first.setdefault(key, i), passage.start or 0, i)
            found.append((place, self._write(passage, text or "")))
        if in_document_order:
            found.sort(key=lambda entry: entry[0])
        return [block for _, block in found]

    def fit(self, head: str, tail: str, allowed: Budget) -> tuple[list[int], list[int], list[int]]:
        """What is included, covered and dropped so that the text fits the limit."""
        assert allowed.limit is not None
        chosen: list[int] = []
        sizes: list[int] = []
        placed = _Placed(self._once)
        total = allowed.part(head + tail)
        for i, passage in enumerate(self._passages):
            text = placed.piece(passage)
            if text is not None:
                size = allowed.part(self._write(passage, text))
                if total + size <= allowed.parts:
                    total += size
                    chosen.append(i)
                    sizes.append(size)
                    placed.add(passage)
        if not allowed.is_sum:
            self._count_whole(head, tail, allowed, chosen, sizes)
        return self.select(set(chosen))

    def _count_whole(self, head: str, tail: str, allowed: Budget, chosen: list[int], sizes: list[int]) -> None:
        """Make the chosen ones fit as the tokenizer counts the whole text, whose parts need not add up."""
        limit = allowed.limit or 0

        def measured(indices: list[int]) -> int:
            return allowed.measure(head + "".join(self.blocks(indices)) + tail)

        total = measured(chosen)
        shrunk = total > limit
        while total > limit and chosen:
            excess = total - limit
            while excess > 0 and chosen:
                excess -= max(1, sizes.pop())
                chosen.pop()
            total = measured(chosen)
        tries = 0 if shrunk else TRIES
        for i in self.select(set(chosen))[2]:
            if not tries:
                break
            if allowed.part(self._write(self._passages[i], self._left(i, chosen))) <= limit - total + SLACK:
                tries -= 1
                more = sorted([*chosen, i])
                size = measured(more)
                if size <= limit:
                    chosen[:], total = more, size

    def _left(self, i: int, chosen: list[int]) -> str:
        """What of a passage is left beside the chosen ones of better rank."""
        placed = _Placed(self._once)
        for j in chosen:
            if j < i and self._passages[j].key == self._passages[i].key:
                placed.add(self._passages[j])
        return placed.piece(self._passages[i]) or ""


class _Placed:
    """The passages that stand in the prompt, by document in the order of their starts."""

    def __init__(self, once: bool) -> None:
        self._once = once
        self._documents: dict[Any, list[tuple[int, int, int, str]]] = {}
        self._number = 0

    def add(self, passage: Passage) -> None:
        if self._once and passage.key is not None and passage.has_span:
            assert passage.start is not None and passage.end is not None
            self._number += 1
            place = (passage.start, passage.end, self._number, passage.text)
            insort(self._documents.setdefault(passage.key, []), place)

    def piece(self, passage: Passage) -> str | None:
        """The text of a passage without what stands already at its ends; None if nothing is left of it."""
        text, others = passage.text, self._documents.get(passage.key)
        if not others or not text or not passage.has_span:
            return text
        start, end = passage.start or 0, passage.end or 0
        at = bisect_right(others, start, key=lambda other: other[0])
        low, high = start, end
        if at:
            first, last, _, before = others[at - 1]
            to = min(last, end)
            if to > start and before[start - first : to - first] == text[: to - start]:
                low = to
        if at < len(others):
            first, last, _, after = others[at]
            if first < end <= last and after[: end - first] == text[first - start :]:
                high = first
        return text[low - start : high - start] if low < high else None
