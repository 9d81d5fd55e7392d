"""The regions found so far."""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.region_kinds import Kind


class Block(NamedTuple):
    """A region: where it begins, its kind, the level of a heading (1 to 8, else 0), and the place of the title of
    a heading or of the words after a fence, (0, 0) without any. Positions are code points of the text."""

    start: int
    kind: Kind
    level: int = 0
    info: tuple[int, int] = (0, 0)


class Out:
    """The regions found so far."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def go_on(self, at: int, kind: Kind) -> None:
        """Text of this kind at `at`, which goes on with a last region of that kind."""
        if not self.blocks or self.blocks[-1].kind != kind:
            self.begin(at, kind)

    def begin(self, at: int, kind: Kind, level: int = 0, info: tuple[int, int] = (0, 0)) -> None:
        """A new region. It takes the place of a last one that begins there, or later."""
        while self.blocks and self.blocks[-1].start >= at:
            self.blocks.pop()
        self.blocks.append(Block(at if self.blocks else 0, kind, level, info))
