"""The plan of a chunker: what the loop of SPEC section 2 needs to know, and nothing else.

Both implementations read the same plan: `reference/windows.py` as it stands, `_core/windows.pyx` compiled to C.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One line of the search for a chunk's end: the first or last boundary of `level` with a span from the
    start of at least `at_least` and at most `at_most`, both in the plan's unit.

    "rest" picks the first one where the chunk before ends inside a unit of the level, of which it has something
    visible, and the last one else: so the rest of a unit that is cut is not joined with what follows it. Where
    a unit ends, those of the rows after it do too.
    """

    level: str
    at_least: int
    at_most: int
    pick: Literal["first", "last", "rest"] = "last"


@dataclass(frozen=True)
class Unit:
    """One line of the search for what must still be able to enter the next chunk: the text up to the next
    boundary of `level`, if it takes at most `at_most`. The chunk is then to have room for it within `at_most`."""

    level: str
    at_most: int


@dataclass(frozen=True)
class Plan:
    """A configured loop.

    `size` is what a chunk should not exceed and `max_size` what it never does; a last chunk is not to be under
    `min_size`. `units` are tried in order, as the rows are; `overlap_levels` are those at which an overlap may
    begin. `language` and `abbreviations` are what the level `sentence-standard` knows of words, `separators` the
    literals that the levels `separator:0`, `separator:1`, ... stand for. Level names are those that `number`
    knows. No `at_most` is above `max_size` (0 stands for the size).
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
        """Whether the text is read to place a cut."""
        levels = (*self.overlap_levels, *(row.level for row in self.rows), *(unit.level for unit in self.units))
        return any(level != "char" for level in levels)


#: Characters that a token is taken for where no tokenizer counts: `ceil(characters / 4)` tokens.
CHARACTERS_A_TOKEN = 4

# Sizes are cut down to this: sums of them must stay within 64 bits, and no text is as long.
_MOST = 2**60


def in_characters(plan: Plan) -> Plan:
    """The plan in characters that cuts as a plan in estimated tokens does.

    A span fits k tokens where it has at most 4 k characters, and has at least k tokens where it has more than
    4 (k - 1): the last token may be begun only.

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
