"""Provenance: the rows of a table of spans that each chunk has (P1 to P4), and its boxes on the pages (P5 to P9).

Chunks and rows are spans of the text; offsets are code points. The starts of chunks ascend, the ends of chunks
ascend, and the starts of rows ascend. Equal offsets are allowed. Rows may nest, overlap and have no length.

P1  A chunk has each row that shares a code point with it, in the order of the table. A chunk of no length has no
    rows.
P2  A row of no length at p belongs to each chunk that contains p (start <= p < end): two or more in an overlap.
    If no chunk contains p (white space that was trimmed, the end of the text), the row belongs to the first chunk
    that starts after p, and if no chunk starts after p, to the last one. Chunks of no length do not count.
P3  The part of a row in a chunk begins at the later of both starts and ends at the earlier of both ends. The part
    of a row of no length is the row.
P4  A chunk without its overlap starts no earlier than the end of the chunk before it.
P5  A run that a chunk cuts is clipped along its line. `edges` says for each code point of the run where it begins
    along the line; the line goes by x ascending for "ltr", x descending for "rtl", y ascending for "ttb", and y
    descending for "btt". The part begins at the edge of its first code point, and ends at the edge of the first
    code point after it. A side that the chunk does not cut is the side of the run's box. A side that the chunk
    cuts is the side of the box too, if the run has no edges or the edge is NaN. An edge outside the box counts as
    the nearest side of the box. If the edges turn back, so that the part would end before it begins, the part has
    the whole box.
P6  Successive code points of a run whose edges are equal share a glyph (ligatures, combining marks, surrogates).
    A part that begins or ends inside a glyph has the whole glyph: it ends at the first edge after the part that
    differs from the edge of the part's last code point, and at the side of the box if all edges after it are
    equal.
P7  merge="line": successive boxes of a chunk that are on one page, are on one line and touch become one box. That
    box is compared with the next. Two boxes are on one line if both lines are horizontal or both vertical, and the
    intervals across the line overlap by at least half of the smaller interval. Two boxes touch if the gap along
    the line is at most half of the smaller interval across the line.
P8  merge="block": after P7, successive boxes of one page with lines of one axis become one box if they follow one
    another across the line: the gap across is at most the smaller interval across, and the intervals along the
    line overlap. merge=None: neither P7 nor P8.
P9  Layout items (the table `boxes`) are neither clipped nor merged, because two columns side by side would be one
    line. Of equal boxes of a chunk only the first is kept. A chunk has the boxes of the table `runs`, if the table
    exists, else the boxes of the table `boxes`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf, isnan
from typing import Literal, NamedTuple

Offsets = Sequence[int]
Numbers = Sequence[float]
Merge = Literal["line", "block"] | None

#: Directions of lines.
LTR, RTL, TTB, BTT = range(4)


def check(name: str, starts: Offsets, ends: Offsets, ends_ascend: bool) -> None:
    """Raise ValueError for the first span that breaks a rule. `name`: the name of the spans in the message."""
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


class Box(NamedTuple):
    """A rectangle on a page: `x` to the right, `y` downwards. `is_vertical`: the line of its text is vertical."""

    page: int
    x0: float
    y0: float
    x1: float
    y1: float
    is_vertical: bool


def check_boxes(
    rows: Offsets, page: Offsets, x0: Numbers, y0: Numbers, x1: Numbers, y1: Numbers, direction: Offsets | None,
    edges: Numbers | None,
) -> None:  # fmt: skip
    """Raise ValueError for the first column or row that breaks a rule. `rows`: the code points of each row."""
    columns = {"page": page, "x0": x0, "y0": y0, "x1": x1, "y1": y1, "direction": direction}
    for name, column in columns.items():
        if column is not None and len(column) != len(rows):
            raise ValueError(f"{name}: {len(column)} numbers for {len(rows)} rows")
    if edges is not None and len(edges) != sum(rows):
        raise ValueError(f"edges: {len(edges)} numbers for {sum(rows)} code points")
    for k, box in enumerate(zip(x0, y0, x1, y1, strict=True)):
        if not (-inf < box[0] <= box[2] < inf and -inf < box[1] <= box[3] < inf):
            raise ValueError(f"row {k}: not x0 <= x1 and y0 <= y1, or not finite: {box}")
        if direction is not None and not LTR <= direction[k] <= BTT:
            raise ValueError(f"row {k}: direction {direction[k]}, not {LTR} to {BTT}")


def glyph_end(edges: Numbers, at: int) -> int:
    """Return the end of the glyph of the code point before `at`, in code points of the run (P6)."""
    end = at
    while end < len(edges) and edges[end] == edges[at - 1]:
        end += 1
    return end


def side(edge: float, low: float, high: float, otherwise: float) -> float:
    """Return the side of a part at an edge of a box from `low` to `high`: `otherwise` for NaN (P5)."""
    return otherwise if isnan(edge) else max(low, min(edge, high))


def clipped(box: Box, direction: int, edges: Numbers | None, first: int, last: int) -> Box:
    """Return the box of the code points of a run from `first` to `last` (P5, P6)."""
    low, high = (box.y0, box.y1) if box.is_vertical else (box.x0, box.x1)
    begin, end = (high, low) if direction in (RTL, BTT) else (low, high)
    if edges is not None and first > 0:
        begin = side(edges[first], low, high, begin)
    if edges is not None and glyph_end(edges, last) < len(edges):
        end = side(edges[glyph_end(edges, last)], low, high, end)
    if direction in (RTL, BTT):
        begin, end = end, begin
    if begin > end:
        return box
    return box._replace(y0=begin, y1=end) if box.is_vertical else box._replace(x0=begin, x1=end)


def gap(one: Box, other: Box, is_by_y: bool) -> float:
    """Return the distance of two boxes along an axis: negative where they overlap."""
    if is_by_y:
        return max(one.y0, other.y0) - min(one.y1, other.y1)
    return max(one.x0, other.x0) - min(one.x1, other.x1)


def smaller(one: Box, other: Box) -> float:
    """Return the size across the line of the smaller of two boxes."""
    if one.is_vertical:
        return min(one.x1 - one.x0, other.x1 - other.x0)
    return min(one.y1 - one.y0, other.y1 - other.y0)


def is_one_line(one: Box, other: Box) -> bool:
    """Return whether two boxes touch on one line (P7)."""
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    half = smaller(one, other) / 2
    return -gap(one, other, not one.is_vertical) >= half and gap(one, other, one.is_vertical) <= half


def is_one_block(one: Box, other: Box) -> bool:
    """Return whether two boxes follow one another across the line (P8)."""
    if one.page != other.page or one.is_vertical != other.is_vertical:
        return False
    return gap(one, other, not one.is_vertical) <= smaller(one, other) and gap(one, other, one.is_vertical) < 0


def hull(one: Box, other: Box) -> Box:
    """Return the smallest box that contains both."""
    low = min(one.x0, other.x0), min(one.y0, other.y0)
    return Box(one.page, *low, max(one.x1, other.x1), max(one.y1, other.y1), one.is_vertical)


def merged(boxes: list[Box], is_one: Callable[[Box, Box], bool]) -> list[Box]:
    """Return the boxes, each merged with the box before it where `is_one` holds (P7, P8)."""
    found: list[Box] = []
    for box in boxes:
        if found and is_one(found[-1], box):
            found[-1] = hull(found[-1], box)
        else:
            found.append(box)
    return found


def distinct(boxes: list[Box]) -> list[Box]:
    """Return the boxes without those that are equal to one before (P9)."""
    found: list[Box] = []
    for box in boxes:
        if box[:5] not in [each[:5] for each in found]:
            found.append(box)
    return found


def boxes_of(boxes: list[Box], merge: Merge) -> list[Box]:
    """Return the boxes of a chunk, given those of the parts of its rows (P7 to P9)."""
    if merge is not None:
        boxes = merged(boxes, is_one_line)
    if merge == "block":
        boxes = merged(boxes, is_one_block)
    return distinct(boxes)


def boxes(
    starts: Offsets, ends: Offsets, row_starts: Offsets, row_ends: Offsets, page: Offsets,
    x0: Numbers, y0: Numbers, x1: Numbers, y1: Numbers, direction: Offsets | None, edges: Numbers | None,
    merge: Merge,
) -> tuple[list[int], list[int], list[float]]:  # fmt: skip
    """Return the boxes of each chunk: (offsets, page, coordinates).

    The boxes of chunk k are those from `offsets[k]` to `offsets[k + 1]`; each has a page and four coordinates: x0,
    y0, x1, y1. `direction`: the direction of the line of each row, or None if all are LTR. `edges`: the edges of
    all rows, one row after the other, or None.
    """
    if merge not in (None, "line", "block"):
        raise ValueError(f"merge: {merge!r}, not None, 'line' or 'block'")
    offsets, rows, first, last = join(starts, ends, row_starts, row_ends)
    sizes = [end - start for start, end in zip(row_starts, row_ends, strict=True)]
    check_boxes(sizes, page, x0, y0, x1, y1, direction, edges)
    counts: list[int] = [0]
    found: list[Box] = []
    for k in range(len(starts)):
        parts = []
        for i in range(offsets[k], offsets[k + 1]):
            row = rows[i]
            way = LTR if direction is None else direction[row]
            box = Box(page[row], x0[row], y0[row], x1[row], y1[row], way in (TTB, BTT))
            at = sum(sizes[:row])
            of_row = None if edges is None else edges[at : at + sizes[row]]
            parts.append(clipped(box, way, of_row, first[i] - row_starts[row], last[i] - row_starts[row]))
        found += boxes_of(parts, merge)
        counts.append(len(found))
    return counts, [box.page for box in found], [number for box in found for number in box[1:5]]
