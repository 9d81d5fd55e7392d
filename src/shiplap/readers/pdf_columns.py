"""Columns of vertical writing in the lines of a PDF: upright characters of Chinese or Japanese.

PDFium takes columns that begin at one height for words of one line, and gives them from left to right, each with
the direction of its characters. On turned pages it may give a line for each character, in another order. Here
columns follow one another to the left, in runs that go down.

Characters may be turned by quarters, as on a page whose `/Rotate` turns them. The rules see boxes that are turned
back; the columns that they find are turned again at the end.
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

#: The directions of horizontal writing whose characters are turned clockwise by 0 to 3 quarters.
QUARTERS = np.array([DIRECTIONS.index(name) for name in ("ltr", "ttb", "rtl", "btt")], dtype=np.int8)

#: A column is so many times as high as wide, and as its font, or more: two characters are about twice as high.
TALL = 1.5

#: The largest gap within a run, in sizes of the font.
GAP = 1.5

#: Characters that PDFium gives in lines of their own are columns if one of the columns has so many of them, and
#: their usual distance is at most so many sizes of the font: lines of one character are further apart.
LEAST, PITCH = 3, 1.3

#: The largest distance of the centres of two parts of a column, and of two characters of which one follows the
#: other in the file, to the side, in sizes of the font. A glyph without an outline is where its origin is.
ASIDE, FAR_ASIDE = 0.5, 1.2

#: The least distance down of two characters of a column, in sizes of the font.
STEP = 0.2


def with_columns(lines: Lines, rotations: Sequence[int]) -> Lines:
    """Return lines in which columns of vertical writing are marked and in order, and their runs go down.

    rotations: of each page, in degrees.
    """
    if not is_wide(lines.first).any():
        return lines
    is_turned = np.array(rotations)[lines.page] != 0
    turn = _turns(lines, is_turned)
    found = _in_order(_regrouped(_upright(lines, turn), is_turned | (turn > 0)))
    return lines if found is None else _turned(found)


def _in_order(lines: Lines) -> Lines | None:
    """Return lines in which the columns are marked and in order, None if no columns are found."""
    is_column = _are_columns(lines)
    if not is_column.any():
        return None
    order = _order(lines, is_column)
    place = np.empty_like(order)
    place[order] = np.arange(len(order))
    run_line = place[lines.run_line]
    by_run = np.argsort(run_line, kind="stable")
    return _joined(_moved(replace(lines, is_column=is_column), order, run_line[by_run], by_run))


def _moved(lines: Lines, order: Integers, run_line: Integers, by_run: Integers) -> Lines:
    """Return the lines `order`, and the runs `by_run`, which belong to the lines `run_line` of these."""
    sizes = lines.run_end - lines.run_start
    first = np.cumsum(sizes) - sizes
    sizes = sizes[by_run]
    edges = lines.edges[np.repeat(first[by_run] - (np.cumsum(sizes) - sizes), sizes) + np.arange(sizes.sum())]
    of_line = (
        "page", "box", "size", "across", "direction", "columns", "is_broken", "word", "length", "first", "last",
        "is_column", "turn",
    )  # fmt: skip
    of_run = ("run_start", "run_end", "run_box", "run_direction")
    return replace(
        lines,
        text=[lines.text[i] for i in order.tolist()],
        edges=edges,
        run_line=run_line,
        **{name: getattr(lines, name)[order] for name in of_line},
        **{name: getattr(lines, name)[by_run] for name in of_run},
    )


# ---- turned characters


def _turns(lines: Lines, is_turned: Bits) -> Integers:
    """Return by how many quarters the characters of each line are turned clockwise.

    It is 0 where the runs of a line differ, and for characters that are not Chinese or Japanese. On a page that is
    not turned, a line from the right to the left is not upside down.
    """
    turn = np.argsort(QUARTERS)[lines.direction]
    turn[~is_wide(lines.first) | ((turn == 2) & ~is_turned)] = 0
    turn[lines.run_line[lines.run_direction != lines.direction[lines.run_line]]] = 0
    return turn


def _upright(lines: Lines, turn: Integers) -> Lines:
    """Return lines whose characters are turned back, each by its own quarters; edges of columns are made later."""
    direction, of_run = lines.direction.copy(), turn[lines.run_line]
    direction[turn > 0] = LTR
    box, run_box = turned(lines.box, -turn), turned(lines.run_box, -of_run)
    return replace(lines, box=box, run_box=run_box, direction=direction, turn=turn)


def _turned(lines: Lines) -> Lines:
    """Return lines whose characters are turned as they are displayed. The direction of a column stays level."""
    of_run, is_down = lines.turn[lines.run_line], lines.is_column[lines.run_line]
    direction = np.where(lines.is_column | (lines.turn == 0), lines.direction, QUARTERS[lines.turn])
    run_direction = np.where(is_down, QUARTERS[(of_run + 1) % 4], lines.run_direction)
    sizes = lines.run_end - lines.run_start
    is_back = is_down & ((of_run == 1) | (of_run == 2))  # columns that go to the left, or up
    edges = np.where(np.repeat(is_back, sizes), -lines.edges, lines.edges)
    box, run_box = turned(lines.box, lines.turn), turned(lines.run_box, of_run)
    return replace(lines, box=box, run_box=run_box, direction=direction, run_direction=run_direction, edges=edges)


def turned(box: Any, turn: Any) -> Any:
    """Return boxes about the left top corner of the page, each turned clockwise by quarters.

    >>> turned(np.array([[1, 2, 5, 3]]), np.array([1])).tolist()
    [[-3, 1, -2, 5]]
    """
    x0, y0, x1, y1 = box.T
    sides = np.array([(x0, y0, x1, y1), (-y1, x0, -y0, x1), (-x1, -y1, -x0, -y0), (y0, -x1, y1, -x0)])
    return sides[turn % 4, :, np.arange(len(box))] if np.any(turn) else box


def _regrouped(lines: Lines, is_candidate: Bits) -> Lines:
    """Return lines in which characters that PDFium gives in lines of their own are columns.

    A column stands where the first of these lines stood.
    """
    runs = np.bincount(lines.run_line, minlength=len(lines.text))
    is_alone = is_candidate & (lines.direction == LTR) & is_wide(lines.first)
    for i in np.flatnonzero(is_alone).tolist():  # it may have several columns, and spaces between them
        is_alone[i] = runs[i] == lines.length[i] - lines.text[i].count(" ")
    width, height = lines.box[:, 2] - lines.box[:, 0], lines.box[:, 3] - lines.box[:, 1]
    is_alone &= (width < TALL * lines.size) | (height > TALL * lines.size)
    alone = np.flatnonzero(is_alone[lines.run_line])
    key = (4 * lines.page + lines.turn)[lines.run_line[alone]]
    alone, key = alone[np.argsort(key, kind="stable")], np.sort(key)
    found = [_columns(lines, each) for each in np.split(alone, np.flatnonzero(np.diff(key)) + 1) if len(each)]
    columns = [column for each in found for column in each]
    if not columns:
        return lines
    inner = np.concatenate(columns)
    is_left = ~np.isin(np.arange(len(runs)), lines.run_line[inner])
    ends = np.cumsum(runs)
    groups = [(i, np.arange(ends[i] - runs[i], ends[i])) for i in np.flatnonzero(is_left).tolist()]
    groups += [(int(lines.run_line[column].min()), column) for column in columns]
    groups.sort(key=lambda group: group[0])
    order = np.array([i for i, _ in groups])
    is_column = ~is_left[order]
    by_run = np.concatenate([each for _, each in groups])
    run_line = np.repeat(np.arange(len(groups)), [len(each) for _, each in groups])
    moved = _moved(lines, order, run_line, by_run)
    for at in np.flatnonzero(is_column).tolist():
        column = groups[at][1]
        text = "".join([lines.text[lines.run_line[run]][lines.run_start[run]] for run in column.tolist()])
        moved.text[at], moved.first[at], moved.last[at] = text, ord(text[0]), ord(text[-1])
        moved.word[at] = moved.length[at] = len(text)
        moved.columns[at], moved.is_broken[at] = 0, False
        moved.size[at] = lines.size[lines.run_line[column]].max()
        box = lines.run_box[column]
        moved.box[at] = [*box[:, :2].min(axis=0), *box[:, 2:].max(axis=0)]
    place = np.arange(len(run_line)) - np.searchsorted(run_line, run_line)
    start = np.where(is_column[run_line], place, moved.run_start)
    end = np.where(is_column[run_line], place + 1, moved.run_end)
    return replace(moved, run_start=start, run_end=end)


def _columns(lines: Lines, runs: Integers) -> list[Integers]:
    """Return the columns of runs of a page, each a character, from the top; none if they are no columns.

    Characters that follow one another in the file, down or up, are parts of columns. Parts that begin below one
    another are a column.
    """
    box, size = lines.run_box[runs], lines.size[lines.run_line[runs]]
    across, along = (box[:, 0] + box[:, 2]) / 2, (box[:, 1] + box[:, 3]) / 2
    aside, step = np.abs(np.diff(across)), np.diff(along)
    follows = (aside <= FAR_ASIDE * size[1:]) & (np.abs(step) > STEP * size[1:])
    follows &= np.abs(step) <= (GAP + 1) * size[1:]
    follows[1:] &= ~follows[:-1] | (np.sign(step[1:]) == np.sign(step[:-1]))
    parts = [part[np.argsort(along[part])] for part in _split(np.arange(len(runs)), follows)]
    centre = np.array([np.median(across[part]) for part in parts])
    smallest = np.array([size[part].min() for part in parts])
    top, bottom = (
        np.array([extreme(box[part, side]) for part in parts]) for extreme, side in ((np.min, 1), (np.max, 3))
    )
    order = np.argsort(-centre, kind="stable")
    is_aside = -np.diff(centre[order]) > ASIDE * np.minimum(smallest[order][1:], smallest[order][:-1])
    column = np.zeros(len(parts), dtype=np.int64)
    column[order[1:]] = np.cumsum(is_aside)
    order = np.lexsort((top, column))
    goes_on = np.diff(column[order]) == 0
    goes_on &= top[order][1:] - bottom[order][:-1] <= GAP * smallest[order][1:]
    found = [np.concatenate([parts[k] for k in each]) for each in _split(order, goes_on)]
    steps = [np.diff(along[each]) / size[each][1:] for each in found]
    if max(map(len, found)) < LEAST or np.median(np.concatenate(steps)) > PITCH:
        return []
    return [runs[each] for each in found]


def _split(values: Integers, goes_on: Bits) -> list[Integers]:
    """Return successive values in groups; one goes on where the next value belongs to it."""
    return np.split(values, np.flatnonzero(~goes_on) + 1)


# ---- columns


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
    for start, end in _stretches(found, 4 * lines.page + lines.turn):
        found[start:end] &= is_tall[start:end].any()
    return found


def _order(lines: Lines, is_column: Bits) -> Integers:
    """Return the lines in their order: successive columns of a page by tiers, and in a tier from right to left."""
    order = np.arange(len(is_column))
    for start, end in _stretches(is_column, 4 * lines.page + lines.turn):
        order[start:end] = _tiers(lines.box, range(start, end))
    return order


def _stretches(found: Bits, key: Integers) -> Iterator[tuple[int, int]]:
    """Yield the start and the end of each stretch of lines that are found and have one key: one page, one turn."""
    ends = np.flatnonzero((found[1:] != found[:-1]) | (key[1:] != key[:-1])) + 1
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
