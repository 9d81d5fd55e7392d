"""The lines and runs of the pages of a PDF as columns (`_core/readers` finds them)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    Integers = npt.NDArray[np.int64]
    Floats = npt.NDArray[np.float64]
    Bits = npt.NDArray[np.bool_]

#: The numbers of a line and of a run of `PageReader.read`.
LINE, RUN = 7, 4

#: The numbers of a row of edges, lines, sizes, runs and boxes, and the type in which they are kept.
_COLUMNS = ((1, np.float32), (LINE, np.int64), (2, np.float64), (RUN, np.int64), (4, np.float64))


@dataclass
class Lines:
    """The lines of pages and the runs that they consist of, as columns.

    text: of each line, without white space about it.
    page: the number of the page among those that were read, from 0.
    box: x0, y0, x1, y1, shape (lines, 4). size: of the font, in points. across: the baseline. direction: that of
        the first run.
    columns: how many columns end within the line. is_broken: True where the line ends with a hyphen that PDFium
        takes for one that breaks a word.
    word, length: code points of the first word, and of the line. first, last: the first and last code point.
    run_line, run_start, run_end: the line of each run, and its code points in it.
    run_box, run_direction: as of lines. edges: where each code point of each run begins, in the order of the runs.
    is_column: True for a column of vertical writing (`pdf_columns`).
    turn: by how many quarters its characters are turned clockwise, 0 for lines of other scripts.
    """

    text: list[str]
    page: Integers
    box: Floats
    size: Floats
    across: Floats
    direction: npt.NDArray[np.int8]
    columns: Integers
    is_broken: Bits
    word: Integers
    length: Integers
    first: Integers
    last: Integers
    run_line: Integers
    run_start: Integers
    run_end: Integers
    run_box: Floats
    run_direction: npt.NDArray[np.int8]
    edges: npt.NDArray[np.float32]
    is_column: Bits
    turn: Integers


def lines_of(pages: Iterable[tuple[Any, ...]]) -> Lines:
    """Return the lines of pages. pages: what `PageReader.read` returns for each."""
    texts: list[str] = []
    parts: list[list[Any]] = [[np.zeros(0, dtype=kind)] for _, kind in _COLUMNS]
    counts = []
    for text, edges, lines, sizes, runs, boxes, marks in pages:
        texts += [text[i:j] for i, j in zip(lines[::LINE], lines[1::LINE], strict=True)]
        _share(edges, marks)
        counts.append((len(lines) // LINE, len(runs) // RUN))
        for part, values in zip(parts, (edges, lines, sizes, runs, boxes), strict=True):
            part.append(np.asarray(values))
    edges, line, size, run, run_box = (
        _joined(part, width, kind) for part, (width, kind) in zip(parts, _COLUMNS, strict=True)
    )
    of_page, runs_of_page = np.array(counts, dtype=np.int64).reshape(-1, 2).T
    start, end, word, columns, is_broken, first, last = line.T
    run_line = run[:, 0] + np.repeat(np.cumsum(of_page) - of_page, runs_of_page)
    run_start, run_end, direction = (
        run[:, 1] - start[run_line],
        run[:, 2] - start[run_line],
        run[:, 3].astype(np.int8),
    )
    first_run = np.searchsorted(run_line, np.arange(len(line)))
    extremes = (np.fmin, np.fmin, np.fmax, np.fmax)
    sides = zip(extremes, run_box.T, strict=True)
    box = [extreme.reduceat(side, first_run) if len(line) else side for extreme, side in sides]
    has_box = np.isfinite(run_box).all(axis=1)
    if not has_box.all():
        edges = edges[np.repeat(has_box, run_end - run_start)]
    return Lines(
        texts,
        page=np.repeat(np.arange(len(counts)), of_page),
        box=np.stack(box, axis=1),
        size=size[:, 0],
        across=size[:, 1],
        direction=direction[first_run],
        columns=columns,
        is_broken=is_broken > 0,
        word=word,
        length=end - start,
        first=first,
        last=last,
        run_line=run_line[has_box],
        run_start=run_start[has_box],
        run_end=run_end[has_box],
        run_box=run_box[has_box],
        run_direction=direction[has_box],
        edges=edges,
        is_column=np.zeros(len(line), dtype=bool),
        turn=np.zeros(len(line), dtype=np.int64),
    )


def in_points(page: tuple[Any, ...], unit: float) -> tuple[Any, ...]:
    """Return what `PageReader.read` returns for a page of another unit, in points. unit: that of the page."""
    text, edges, lines, sizes, runs, boxes, marks = page
    edges, sizes, boxes = (np.asarray(each, np.float32) * np.float32(unit) for each in (edges, sizes, boxes))
    return text, edges, lines, sizes, runs, boxes, marks


def _joined(parts: list[Any], width: int, kind: Any) -> Any:
    """Return the numbers of all pages in rows, and release those of each page."""
    joined = np.concatenate(parts, dtype=kind, casting="unsafe")
    parts.clear()
    return joined.reshape(-1, width) if width > 1 else joined


def _share(edges: Any, marks: Any) -> None:
    """Give combining marks the edge of the character before them, so that they share its box."""
    for at, code in zip(marks[::2], marks[1::2], strict=True):
        if unicodedata.category(chr(code))[0] == "M":
            edges[at] = edges[at - 1]
