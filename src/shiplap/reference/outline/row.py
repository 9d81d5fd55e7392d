"""The layout of a row of an outline."""

from __future__ import annotations

from typing import NamedTuple

from shiplap._data import outline_row

#: The numbers of a row.
COLUMNS = outline_row.COLUMNS


class Row(NamedTuple):
    """A definition. Offsets are code points; `code_start` is the start without the comment above."""

    role: int
    name_start: int
    name_end: int
    start: int
    code_start: int
    body: int
    end: int
    parent: int
    rank: int
