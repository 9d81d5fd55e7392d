"""Dice of which each throw is the same on every machine and every Python."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

_MASK = 2**64 - 1


class Dice:
    """SplitMix64, seeded by a name."""

    def __init__(self, name: str) -> None:
        self._state = int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little")

    def below(self, count: int) -> int:
        """Return a number from 0 to count - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return (z ^ (z >> 31)) % count

    def between(self, low: int, high: int) -> int:
        """Return a number from low to high."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """True in so many cases of a hundred."""
        return self.below(100) < percent

    def pick(self, of: Sequence[T]) -> T:
        """One of them."""
        return of[self.below(len(of))]
