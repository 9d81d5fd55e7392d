"""Position of a part of a stream in the whole text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Preceding(NamedTuple):
    """The chunks and the text before a part (`shiplap.chunkers.streaming`)."""

    chunks: int  # their number
    end: int  # the end of the last one, in code points
    offsets: Mapping[
        str, int
    ]  # the start of the part, in "characters", "bytes" and "utf16"; the number of "lines" that end before it
