"""The regions found so far."""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data.region_kinds import Kind


class Block(NamedTuple):
    """A region: its start, its kind, the level of a heading (1 to 8, else 0), and the span of the title of a
    heading or of the words after a fence, or (0, 0). Offsets are code points of the text."""

    start: int
    kind: Kind
    level: int = 0
    info: tuple[int, int] = (0, 0)


class Out:
    """The regions found so far."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []

    def go_on(self, at: int, kind: Kind) -> None:
        """Add text of a kind at `at`. It continues the last region if that has the kind."""
        if not self.blocks or self.blocks[-1].kind != kind:
            self.begin(at, kind)

    def begin(self, at: int, kind: Kind, level: int = 0, info: tuple[int, int] = (0, 0)) -> None:
        """Begin a region at `at`. It replaces a last region that begins there or later."""
        while self.blocks and self.blocks[-1].start >= at:
            self.blocks.pop()
        self.blocks.append(Block(at if self.blocks else 0, kind, level, info))

    def extend(self, end: int) -> None:
        """Extend the title of the last region to `end`."""
        last = self.blocks[-1]
        self.blocks[-1] = last._replace(info=(last.info[0], end))
