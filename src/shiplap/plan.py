"""The plan of a chunker: the complete input of the loop in SPEC section 2.

Both implementations read the same plan: the reference directly, the core compiled to C (`windows/plan`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One step of the search for a chunk's end: the first or last boundary of `level` at a distance of at least
    `at_least` and at most `at_most` from the start, both in the plan's unit.

    "end_of_unit" picks the first boundary if the chunk before ends inside a unit of the level and has visible text
    of it, else the last one: the rest of a cut unit is not joined with the text after it. At the end of a unit,
    the units of later rows end too.
    """

    level: str
    at_least: int
    at_most: int
    pick: Literal["first", "last", "end_of_unit"] = "last"


@dataclass(frozen=True)
class Unit:
    """One step of the search for the text that the next chunk must have room for: up to the next boundary of
    `level`, if it takes at most `at_most`. The chunk must then have room for it within `at_most`."""

    level: str
    at_most: int


@dataclass(frozen=True)
class Plan:
    """A configured loop.

    `size` is the target maximum of a chunk and `max_size` the hard one; the last chunk should not be under
    `min_size`. `units` are tried in order, like the rows; an overlap may begin at `overlap_levels`. `language` and
    `abbreviations` select the words of the level `sentence-standard`; `separators` are the literals of the levels
    `separator:0`, `separator:1`, ... Level names are as in `levels.number`. No `at_most` is above `max_size` (0:
    the size).
    """

    unit: Literal["characters", "bytes", "tokens"]
    size: int
    overlap: int
    rows: tuple[Row, ...]
    units: tuple[Unit, ...]
    overlap_levels: tuple[str, ...]
    strip_whitespace: bool = False
    skip_blank: bool = False
    oversize: Literal["split", "keep", "error"] = "split"
    min_size: int = 0
    max_size: int = 0
    language: str | None = None
    abbreviations: tuple[str, ...] = ()
    separators: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.max_size:
            object.__setattr__(self, "max_size", self.size)

    @property
    def snaps(self) -> bool:
        """Whether a cut depends on the text."""
        levels = (*self.overlap_levels, *(row.level for row in self.rows), *(unit.level for unit in self.units))
        return any(level != "char" for level in levels)


#: Estimated characters of a token, without a tokenizer: `ceil(characters / 4)` tokens.
CHARACTERS_A_TOKEN = 4

# Sizes are limited to this: their sums must stay within 64 bits, and no text is as long.
_MOST = 2**60


def in_characters(plan: Plan) -> Plan:
    """Convert a plan in estimated tokens to an equivalent plan in characters.

    A span fits k tokens if it has at most 4 k characters, and has at least k tokens if it has more than 4 (k - 1):
    the last token may be incomplete.

    >>> in_characters(Plan("tokens", 10, 2, (Row("char", 5, 10),), (Unit("char", 10),), ("char",))).rows
    (Row(level='char', at_least=17, at_most=40, pick='last'),)
    """

    def most(tokens: int) -> int:
        return min(CHARACTERS_A_TOKEN * tokens, _MOST)

    def least(tokens: int) -> int:
        return most(tokens - 1) + 1 if tokens else 0

    return replace(
        plan,
        unit="characters",
        size=most(plan.size),
        overlap=most(plan.overlap),
        rows=tuple(replace(row, at_least=least(row.at_least), at_most=most(row.at_most)) for row in plan.rows),
        units=tuple(replace(unit, at_most=most(unit.at_most)) for unit in plan.units),
        min_size=least(plan.min_size),
        max_size=most(plan.max_size),
    )
