"""Selection of the passages for a prompt: shared text is included once, and the whole fits a size."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from shiplap.options import choice, count
from shiplap.plan import CHARACTERS_A_TOKEN
from shiplap.prompt.passages import Passage
from shiplap.tokenizers.adapter import well_formed
from shiplap.tokenizers.registry import get

#: SLACK: tokens that a block may save next to its neighbours. TRIES: attempts to add passages that the sum of the
#: blocks left no room for.
SLACK, TRIES = 8, 16


def token_counter(tokenizer: Any) -> Callable[[str], int]:
    """Return a function that counts tokens: an estimate for None, else by any tokenizer of `shiplap.tokenizers`. A
    lone surrogate counts as U+FFFD.

    >>> token_counter(None)("12345")
    2
    """
    if tokenizer is None:
        return lambda text: -(-len(text) // CHARACTERS_A_TOKEN)
    count = get(tokenizer).count
    return lambda text: count(well_formed(text))


def utf8_size(text: str) -> int:
    """Count bytes in UTF-8; a lone surrogate takes three."""
    return len(text) if text.isascii() else len(text.encode("utf-8", "surrogatepass"))


@dataclass(frozen=True)
class Budget:
    """A limit in a unit, or None. If the sizes of parts add up, `part` measures each, up to `parts` in all."""

    limit: int | None
    unit: str
    measure: Callable[[str], int]
    part: Callable[[str], int]
    parts: int
    is_sum: bool


def budget(max_size: Any, unit: Any, tokenizer: Any) -> Budget:
    """Build the budget from the options. Raises OptionError."""
    limit = None if max_size is None else count("max_size", max_size)
    choice("unit", unit, ("characters", "bytes", "tokens"))
    counter = token_counter(tokenizer)
    if unit == "characters":
        return Budget(limit, unit, len, len, limit or 0, True)
    if unit == "bytes":
        return Budget(limit, unit, utf8_size, utf8_size, limit or 0, True)
    if tokenizer is None:
        return Budget(limit, unit, counter, len, CHARACTERS_A_TOKEN * (limit or 0), True)
    return Budget(limit, unit, counter, counter, limit or 0, False)


@dataclass(frozen=True)
class Selection:
    """The selected passages, by index, with their remaining texts, and the passages left out."""

    chosen: list[int]
    texts: list[str]
    covered: list[int]
    dropped: list[int]


class Draft:
    """Passages in rank order and the function that formats one: `write(passage, text)`. `once`: shared text is
    included once; `in_document_order`: passages of one document are adjacent."""

    def __init__(
        self, passages: list[Passage], write: Callable[[Passage, str], str], once: bool, in_document_order: bool
    ) -> None:
        self._passages = passages
        self._write = write
        self._once = once
        self._in_document_order = in_document_order

    def select(self, only: set[int] | None = None) -> Selection:
        """Select all passages with remaining text, or only those in `only`."""
        found = Selection([], [], [], [])
        placed = _Placed(self._once)
        for i, passage in enumerate(self._passages):
            text = placed.piece(passage)
            if text is None:
                found.covered.append(i)
            elif only is None or i in only:
                found.chosen.append(i)
                found.texts.append(text)
                placed.add(passage)
            else:
                found.dropped.append(i)
        return found

    def blocks(self, selection: Selection) -> str:
        """Concatenate the blocks of a selection."""
        found = []
        first: dict[Any, int] = {}
        for i, text in zip(selection.chosen, selection.texts, strict=True):
            passage = self._passages[i]
            block = self._write(passage, text)
            if self._in_document_order:
                key = i if passage.key is None or passage.start is None else passage.key
                found.append(((first.setdefault(key, i), passage.start or 0, i), block))
            else:
                found.append(((i, 0, 0), block))
        return "".join(block for _, block in sorted(found))

    def fit(self, head: str, tail: str, allowed: Budget) -> Selection:
        """Select the passages that fit the limit between a head and a tail."""
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
        if allowed.is_sum:
            return self.select(set(chosen))
        return self._count_whole(head, tail, allowed, chosen, sizes)

    def _count_whole(
        self, head: str, tail: str, allowed: Budget, chosen: list[int], sizes: list[int]
    ) -> Selection:
        """Adjust the chosen passages to the tokenizer's count of the whole text: its parts need not add up."""

        def left(numbers: list[int]) -> tuple[Selection, int]:
            found = self.select(set(numbers))
            return found, allowed.parts - allowed.measure(head + self.blocks(found) + tail)

        found, room = left(chosen)
        tries = 0 if room < 0 else TRIES
        while room < 0 and chosen:
            while room < 0 and chosen:
                room += max(1, sizes.pop())
                chosen.pop()
            found, room = left(chosen)
        for i in found.dropped:
            if tries and allowed.part(self._write(self._passages[i], self._beside(i, chosen))) <= room + SLACK:
                tries -= 1
                more, after = left([*chosen, i])
                if after >= 0:
                    chosen.append(i)
                    found, room = more, after
        return found

    def _beside(self, i: int, chosen: list[int]) -> str:
        """Return the text of a passage that the chosen passages of better rank do not contain."""
        placed = _Placed(self._once)
        for j in chosen:
            if j < i and self._passages[j].key == self._passages[i].key:
                placed.add(self._passages[j])
        return placed.piece(self._passages[i]) or ""


class _Placed:
    """The passages in the prompt, by document, without those that a later passage contains, so that both starts
    and ends ascend."""

    def __init__(self, once: bool) -> None:
        self._once = once
        self._documents: dict[Any, tuple[list[int], list[int], list[Passage]]] = {}

    def add(self, passage: Passage) -> None:
        key = passage.key if self._once else None
        if key is not None and passage.has_span:
            start, end = passage.start or 0, passage.end or 0
            starts, ends, others = self._documents.setdefault(key, ([], [], []))
            at, after = bisect_left(starts, start), bisect_right(ends, end)
            if after < at:  # contained in a passage whose text disagrees
                return
            starts[at:after], ends[at:after], others[at:after] = [start], [end], [passage]

    def piece(self, passage: Passage) -> str | None:
        """Return a passage's text without the parts at its ends that are already in the prompt; None if no text is
        left."""
        text = passage.text
        starts, ends, others = self._documents.get(passage.key, ((), (), ()))
        if not others or not text or not passage.has_span:
            return text
        start, end = passage.start or 0, passage.end or 0
        low, high = start, end
        at = bisect_right(starts, low) - 1
        while at >= 0 and low < ends[at] and low < end:  # the last passage to begin by `low` reaches furthest
            to = min(ends[at], end)
            if not others[at].text.startswith(text[low - start : to - start], low - starts[at]):
                break
            low, at = to, bisect_right(starts, to) - 1
        at = bisect_left(ends, high)
        while at < len(ends) and low < starts[at] < high:
            if not others[at].text.startswith(text[starts[at] - start : high - start]):
                break
            high = starts[at]
            at = bisect_left(ends, high)
        return text[low - start : high - start] if low < high else None
