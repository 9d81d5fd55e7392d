"""The plan of a chunker: what the loop of SPEC section 2 needs to know, and nothing else.

Both implementations read the same plan: `reference/windows.py` as it stands, `_core/windows.pyx` compiled to C.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One line of the search for a chunk's end: the first or last boundary of `level` with a span from the
    start of at least `at_least` and at most `at_most`, both in the plan's unit."""

    level: str
    at_least: int
    at_most: int
    pick: Literal["first", "last"] = "last"


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
    begin. `language` and `abbreviations` are what the level `sentence-standard` knows of words. Level names are
    those in `LEVELS`. No `at_most` is above `max_size` (0 stands for the size).
    """

    unit: Literal["characters", "bytes"]
    size: int
    overlap: int
    rows: tuple[Row, ...]
    units: tuple[Unit, ...]
    overlap_levels: tuple[str, ...]
    trim: bool = False
    skip_blank: bool = False
    oversize: Literal["split", "keep", "error"] = "split"
    min_size: int = 0
    max_size: int = 0
    language: str | None = None
    abbreviations: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.max_size:
            object.__setattr__(self, "max_size", self.size)

    @property
    def snaps(self) -> bool:
        """Whether the text is read to place a cut."""
        levels = (*self.overlap_levels, *(row.level for row in self.rows), *(unit.level for unit in self.units))
        return any(level != "char" for level in levels)


#: The names of the levels, in the order in which the core numbers them. `given` are positions that the caller
#: gives with the text.
LEVELS = ("char", "grapheme", "word", "line", "paragraph", "sentence-simple", "sentence-capital",
          "sentence-standard", "given")  # fmt: skip
