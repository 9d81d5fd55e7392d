"""Tokens: a text measured by the tokens of a tokenizer, and the limit of a chunk in tokens.

The text is tokenized once, as a whole. The size of a span is the number of tokens that have a byte in it; chunks
are planned by this size. A chunk alone may have other tokens than it has in the text ("next" is not " next").
Therefore the tokenizer counts the final text of each chunk, and the end moves back while the count is too large.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from shiplap.reference.boundaries.levels import visible_end
from shiplap.reference.text.sizes import furthest, measure, utf8_length
from shiplap.reference.windows.plan import Plan

#: The search for the end of a chunk: `shiplap.reference.windows.windows.best_end`.
BestEnd = Callable[[str, Plan, int, int, int], int | None]


class Tokens:
    """The tokens of a text, and the function that counts the tokens of any other text.

    lengths: the length of each token in bytes of UTF-8. The sum is the length of the text.
    """

    def __init__(self, text: str, lengths: Iterable[int], count: Callable[[str], int]) -> None:
        place = [p for p, char in enumerate(text) for _ in range(utf8_length(char))]  # the code point of each byte
        self.spans: list[tuple[int, int]] = []
        begin = 0
        for length in lengths:
            self.spans.append((place[begin], place[begin + length - 1] + 1))
            begin += length
        self.count: Callable[[str], int] = count

    def measure(self, start: int, end: int) -> int:
        """Return how many tokens have a byte in the span."""
        return sum(1 for first, last in self.spans if first < end and last > start)


def final_count(text: str, plan: Plan, tokens: Tokens, start: int, end: int) -> int:
    """Return the tokens of the chunk's final text."""
    stop = visible_end(text, start, end) if plan.strip_whitespace else end
    return tokens.count(text[start:stop])


def fit(
    text: str, plan: Plan, tokens: Tokens, start: int, before: int, end: int, best_end: BestEnd, cuts: bool = False
) -> int | None:
    """Return an end not after `end` with which the final text has at most `max_size` tokens, or None.

    The end moves back by one token, by one again, and then by 2, 4, 8 … tokens, each time to the best boundary
    that is left. If no boundary is left there, the end moves to the first boundary after `before`. If no boundary
    exists at all and `cuts` is set, the end moves back by the same number of tokens to any position after
    `before`; within a token, to the middle of the bytes after `before`. The chunk keeps at least one code point,
    which may be too large.
    """
    tries = 0
    while final_count(text, plan, tokens, start, end) > plan.max_size:
        step = 1 if tries == 0 else 2 ** (tries - 1)
        most = furthest(text, start, tokens.measure(start, end) - step, tokens.measure)
        p = best_end(text, plan, start, before, most)
        if p is None:
            ends = range(before + 1, end)
            p = next((p for p in ends if best_end(text, plan, start, before, p) is not None), None)
        if p is None and not cuts:
            return None
        if p is None:
            half = measure(text, before, end, "bytes") // 2
            p = max(most if most > before else furthest(text, before, half, "bytes"), before + 1)
        if p == end:
            return end
        end = p
        tries += 1
    return end
