"""Separators: the level of a literal text."""

from __future__ import annotations

from typing import NamedTuple


class Separator(NamedTuple):
    """A level: the offsets after each match of this text. Matches may overlap: `aa` is found twice in `aaa`."""

    literal: str

    def ends(self, text: str, p: int) -> bool:
        """Return whether the text before p ends with the separator."""
        return text.endswith(self.literal, 0, p)
