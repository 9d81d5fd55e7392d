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
class Plan:
    """A configured loop.

    `units` are the levels of the unit that must still be able to enter the next chunk, tried in order;
    `overlap_levels` those at which an overlap may begin. Level names are the keys of `LEVELS`.
    """

    unit: Literal["characters", "bytes"]
    size: int
    overlap: int
    rows: tuple[Row, ...]
    units: tuple[str, ...]
    overlap_levels: tuple[str, ...]
    trim: bool = False
    skip_blank: bool = False
    oversize: Literal["split", "keep", "error"] = "split"

    @property
    def snaps(self) -> bool:
        """Whether the text is read to place a cut."""
        return any(level != "char" for level in (*self.overlap_levels, *(row.level for row in self.rows)))


#: The names of the levels, in the order in which the core numbers them.
LEVELS = ("char", "grapheme", "word", "line", "paragraph", "sentence-simple", "sentence-capital")
