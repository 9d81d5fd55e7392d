"""Provenance: the rows of a table of spans that each chunk has (P1 to P4), and its boxes on the pages (P5 to P9).

A chunk is a span of the text, and so is a row; offsets are code points. The starts and the ends of chunks ascend,
and so do the starts of rows. Equal ones are allowed; rows may nest, overlap and have no length.

P1  A chunk has each row that shares a code point with it, in the order of the table. A chunk of no length has no
    rows.
P2  A row of no length at p belongs to each chunk that contains p (start <= p < end), which are two in an overlap.
    If no chunk contains p (white space that was trimmed, the end of the text), the row belongs to the first chunk
    that starts after p, and if no chunk starts after p, to the last one. Chunks of no length do not count.
P3  The part of a row in a chunk begins at the later of both starts and ends at the earlier of both ends. The part
    of a row of no length is the row.
P4  A chunk without its overlap starts no earlier than the end of the chunk before it.
"""

from __future__ import annotations

from collections.abc import Sequence

Offsets = Sequence[int]


def check(name: str, starts: Offsets, ends: Offsets, ends_ascend: bool) -> None:
    """Raise ValueError for the first span that breaks a rule. `name`: what the spans are, for the message."""
    if len(starts) != len(ends):
        raise ValueError(f"{name}s: {len(starts)} starts, {len(ends)} ends")
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if not 0 <= start <= end:
            raise ValueError(f"{name} {k}: not 0 <= start <= end: start {start}, end {end}")
        if k and start < starts[k - 1]:
            raise ValueError(f"{name} {k}: starts at {start}, before {name} {k - 1}")
        if k and ends_ascend and end < ends[k - 1]:
            raise ValueError(f"{name} {k}: ends at {end}, before {name} {k - 1}")


def own(starts: Offsets, ends: Offsets) -> list[int]:
    """Return the starts of the chunks without their overlaps (P4)."""
    check("chunk", starts, ends, True)
    return [max(start, ends[k - 1]) if k else start for k, start in enumerate(starts)]


def has(start: int, end: int, row_start: int, row_end: int) -> bool:
    """Return whether a chunk shares a code point with a row (P1), or contains a row of no length (P2)."""
    if row_start == row_end:
        return start <= row_start < end
    return max(start, row_start) < min(end, row_end)


def rows_of(starts: Offsets, ends: Offsets, k: int, row_starts: Offsets, row_ends: Offsets) -> list[int]:
    """Return the rows of chunk `k`, in order (P1, P2)."""
    chunks = [i for i in range(len(starts)) if starts[i] < ends[i]]
    found = []
    for row, (row_start, row_end) in enumerate(zip(row_starts, row_ends, strict=True)):
        having = [i for i in chunks if has(starts[i], ends[i], row_start, row_end)]
        if not having and row_start == row_end:
            having = [i for i in chunks if starts[i] > row_start][:1] or chunks[-1:]
        if k in having:
            found.append(row)
    return found


def part(start: int, end: int, row_start: int, row_end: int) -> tuple[int, int]:
    """Return the part of a row in a chunk that has it (P3)."""
    if row_start == row_end:
        return row_start, row_end
    return max(start, row_start), min(end, row_end)


def join(
    starts: Offsets, ends: Offsets, row_starts: Offsets, row_ends: Offsets
) -> tuple[list[int], list[int], list[int], list[int]]:
    """Return the rows of each chunk and their parts: (offsets, rows, first, last).

    The rows of chunk k are `rows[offsets[k] : offsets[k + 1]]`; the part of each is from `first` to `last`, in the
    same places.
    """
    check("chunk", starts, ends, True)
    check("row", row_starts, row_ends, False)
    offsets, rows, parts = [0], [], []
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        for row in rows_of(starts, ends, k, row_starts, row_ends):
            rows.append(row)
            parts.append(part(start, end, row_starts[row], row_ends[row]))
        offsets.append(len(rows))
    return offsets, rows, [first for first, _ in parts], [last for _, last in parts]
