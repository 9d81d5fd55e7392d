"""Columns of vertical writing in the lines of a PDF: upright characters of Chinese or Japanese.

PDFium takes columns that begin at one height for words of one line, and gives them from left to right, each with
the direction of its characters. Here they follow one another to the left, in runs that go down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from shiplap.provenance.tables import DIRECTIONS

if TYPE_CHECKING:
    from shiplap.readers.pdf_lines import Bits, Integers, Lines

LTR, TTB = DIRECTIONS.index("ltr"), DIRECTIONS.index("ttb")

#: A column is so many times as high as wide, and as its font, or more: two characters are about twice as high.
TALL = 1.5

#: The largest gap within a run, in sizes of the font.
GAP = 1.5


def with_columns(lines: Lines) -> Lines:
    """Return lines in which columns of vertical writing are marked and in order, and their runs go down."""
    is_column = _are_columns(lines)
    if not is_column.any():
        return lines
    order = _order(lines, is_column)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    run_line = place[lines.run_line]
    by_run = np.argsort(run_line, kind="stable")
    sizes = lines.run_end - lines.run_start
    first = np.cumsum(sizes) - sizes
    sizes = sizes[by_run]
    edges = lines.edges[np.repeat(first[by_run] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())]
    of_line = (
        "page", "box", "size", "across", "direction", "columns", "is_broken", "word", "length", "first", "last",
        "is_column",
    )  # fmt: skip
    of_run = ("run_start", "run_end", "run_box", "run_direction")
    lines = replace(lines, is_column=is_column)
    moved = replace(
        lines,
        text=[lines.text[i] for i in order.tolist()],
        edges=edges,
        run_line=run_line[by_run],
        **{name: getattr(lines, name)[order] for name in of_line},
        **{name: getattr(lines, name)[by_run] for name in of_run},
    )
    return _joined(moved)


def is_wide(code: Any) -> Any:
    """Return which code points are Chinese or Japanese, their punctuation among them."""
    return (code >= 0x2E80) & ~((code >= 0xAC00) & (code < 0xE000)) & ((code < 0xF900) | (code >= 0xFE30))


def _are_columns(lines: Lines) -> Bits:
    """Return which lines are columns: those that are tall, and short ones beside these, whose characters are alone
    or each in a run of its own."""
    box, is_wide_level = lines.box, (lines.direction == LTR) & is_wide(lines.first)
    height, width = box[:, 3] - box[:, 1], box[:, 2] - box[:, 0]
    is_tall = is_wide_level & (height > TALL * lines.size) & (height > TALL * width)
    runs = np.bincount(lines.run_line, minlength=len(is_tall))
    found: Bits = is_tall | (is_wide_level & (runs == lines.length))
    for start, end in _stretches(found, lines.page):
        found[start:end] &= is_tall[start:end].any()
    return found


def _order(lines: Lines, is_column: Bits) -> Integers:
    """Return the lines in their order: successive columns of a page by tiers, and in a tier from right to left."""
    order = np.arange(len(is_column))
    for start, end in _stretches(is_column, lines.page):
        order[start:end] = _tiers(lines.box, range(start, end))
    return order


def _stretches(found: Bits, page: Integers) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each stretch of lines of a page that are found."""
    ends = np.flatnonzero((found[1:] != found[:-1]) | (page[1:] != page[:-1])) + 1
    for start, end in pairwise([0, *ends.tolist(), len(found)]):
        if start < end and found[start]:
            yield start, end


def _tiers(box: Any, columns: Sequence[int]) -> list[int]:
    """Return columns by tiers: a tier begins below all columns before it."""
    tiers: list[list[int]] = []
    bottom = -np.inf
    for i in sorted(columns, key=lambda i: float(box[i, 1])):
        if box[i, 1] >= bottom or not tiers:
            tiers.append([])
        tiers[-1].append(i)
        bottom = max(bottom, float(box[i, 3]))
    return [i for tier in tiers for i in sorted(tier, key=lambda i: -float(box[i, 0] + box[i, 2]))]


def _joined(lines: Lines) -> Lines:
    """Return lines in which the runs of a column are one, up to a gap: PDFium gives a run for each character."""
    start, end, box = lines.run_start, lines.run_end, lines.run_box
    is_down = lines.is_column[lines.run_line]
    direction = np.where(is_down, np.int8(TTB), lines.run_direction)
    edges = np.where(np.repeat(is_down, end - start), np.repeat(box[:, 1], end - start), lines.edges)
    gap = box[1:, 1] - box[:-1, 3]
    goes_on = is_down[1:] & (lines.run_line[1:] == lines.run_line[:-1]) & (start[1:] == end[:-1])
    goes_on &= (box[1:, 1] >= box[:-1, 1]) & (gap <= GAP * lines.size[lines.run_line[1:]])
    first = np.flatnonzero(np.r_[True, ~goes_on])
    last = np.r_[first[1:], len(start)] - 1
    extremes = (np.minimum, np.minimum, np.maximum, np.maximum)
    sides = [extreme.reduceat(side, first) for extreme, side in zip(extremes, box.T, strict=True)]
    return replace(
        lines,
        edges=edges.astype(np.float32),
        run_line=lines.run_line[first],
        run_start=start[first],
        run_end=end[last],
        run_box=np.stack(sides, axis=1),
        run_direction=direction[first],
    )
