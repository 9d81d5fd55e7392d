"""What came before a part of a text that is cut while it is read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class Preceding(NamedTuple):
    """The chunks and the text before a part (`shiplap.chunkers.streaming`)."""

    chunks: int  # how many
    end: int  # of the last of them, in code points
    offsets: Mapping[
        str, int
    ]  # where the part begins, in "characters", "bytes" and "utf16"; "lines" that end before
