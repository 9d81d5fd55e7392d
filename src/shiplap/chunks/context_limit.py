"""The limit of contexts: what `headings` and `table_header` of a chunk hold if its context would be too long.

X1  The context of a chunk is `prefix_of(headings) + table_header`. Its size is at most `max_context`, the one of
    the kind of content in which the chunk begins. With `size_includes_context` it is also at most what the chunk's
    text leaves of the limit.
X2  The headings may take all of it; in a chunk that begins in a table, half of it, rounded down.
X3  If not all headings fit, they are kept from the innermost outwards while a mark fits before them. The next one
    is shortened (X5), to the mark alone if need be, and those above it are left out: the first of them ends with
    the mark. If the mark does not fit, none is kept.
X4  The table header takes what the headings leave. If it does not fit, titles and comments above the names of the
    columns are left out. If it does not fit then, it is shortened (X5), and a line feed follows the mark.
X5  A shortened text is its longest beginning that fits with the mark "…" behind it (`content.shortening`). The
    mark counts. A table header of which no visible beginning fits is left out.
X6  Before that, a title or a name has at most MAX_TITLE code points (`content.titles`).
X7  If a tokenizer counts, the context also has at most CHARACTERS code points for each token of the limit: a
    tokenizer may take any text for one token.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from shiplap.chunks.headings import prefix_of
from shiplap.content.shortening import MARK, shortened

#: The most code points for each token of a limit (X7). English has 4 to 5, a line of a table up to 16.
CHARACTERS = 16


class Room(NamedTuple):
    """The space for a text: its size in the unit of the limit, and its number of code points (X7)."""

    size: int
    characters: int


class ContextLimit:
    """The limit of the contexts of a chunker. Immutable.

    unit: "characters" or "bytes", the unit of the sizes without a tokenizer. rooms: the limit of each kind of
    content in the unit, or in tokens.
    """

    __slots__ = ("_halves", "_rooms", "_tokenizer", "_unit")

    def __init__(self, unit: str, rooms: Sequence[int], tokenizer: Any = None) -> None:
        self._unit, self._tokenizer = unit, tokenizer
        self._rooms = [self.room(size) for size in rooms]
        self._halves = [self.room(size // 2) for size in rooms]

    def size_of(self, text: str) -> int:
        """Return the size of a text alone, in the unit of the limit. The size of no text is 0."""
        if self._tokenizer is not None:
            return int(self._tokenizer.count(text)) if text else 0
        return len(text.encode("utf-8", "surrogatepass")) if self._unit == "bytes" else len(text)

    def room(self, size: int) -> Room:
        """Return the space of a size."""
        size = max(0, size)
        return Room(size, size if self._tokenizer is None else CHARACTERS * size)

    def room_in(self, kind: int, in_table: bool) -> Room:
        """Return the space for the headings before a chunk that begins in a kind of content (X2)."""
        return self._halves[kind] if in_table else self._rooms[kind]

    def fits(self, text: str, room: Room) -> bool:
        """Return whether a text fits a space."""
        return len(text) <= room.characters and self.size_of(text) <= room.size

    def headings(self, path: Sequence[str], room: Room) -> tuple[str, ...]:
        """Return the headings that fit a space (X3)."""
        if self.fits(prefix_of(path), room):
            return tuple(path)
        kept: tuple[str, ...] = ()
        for title in reversed(path):  # the outermost is not kept: all of them do not fit
            if len(kept) == len(path) - 1 or not self.fits(prefix_of((MARK, title, *kept)), room):
                break
            kept = (title, *kept)

        def fits(found: str) -> bool:
            return self.fits(prefix_of((found, *kept)), room)

        cut = shortened(title, room.characters, fits) or MARK
        return (cut, *kept) if fits(cut) else ()

    def table_header(self, header: str, names: str, headings: Sequence[str], room: Room) -> str:
        """Return the table header that fits a space together with the headings (X4). `header`: all of it, or at
        least one code point more than the space can hold; `names`: the same from the names of the columns on."""
        before = prefix_of(headings)
        for whole in (header, names):
            if self.fits(before + whole, room):
                return whole
        return shortened(names, room.characters, lambda found: self.fits(before + found, room), f"{MARK}\n")
