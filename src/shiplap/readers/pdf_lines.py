"""The lines and runs of the pages of a PDF as columns (`_core/glyphs` finds them)."""

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

#: The first combining mark.
FIRST_MARK = 0x300


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


def lines_of(pages: Iterable[tuple[Any, ...]]) -> Lines:
    """Return the lines of pages. pages: what `glyphs.Reader.read` returns for each."""
    parts = [_page(*map(np.asarray, page)) for page in pages]
    texts = [text for part in parts for text in part[0]]
    counts = [(len(part[1]), len(part[3])) for part in parts]
    line, size, run, run_box, edges = (_stacked([part[k] for part in parts], k) for k in range(1, 6))
    line_counts = np.array([count for count, _ in counts], dtype=np.int64)
    first_line = np.repeat(np.cumsum(line_counts) - line_counts, [count for _, count in counts])
    run_line = first_line + run[:, 0]
    has_box = np.isfinite(run_box).all(axis=1)
    if not has_box.all():
        edges = edges[np.repeat(has_box, run[:, 2] - run[:, 1])]
    starts = np.searchsorted(run_line, np.arange(len(texts)))
    extremes = (np.fmin, np.fmin, np.fmax, np.fmax)
    boxes = [extreme.reduceat(side, starts) if len(texts) else side for extreme, side in zip(extremes, run_box.T)]
    return Lines(
        text=texts,
        page=np.repeat(np.arange(len(parts)), line_counts),
        box=np.stack(boxes, axis=1),
        size=size[:, 0],
        across=size[:, 1],
        direction=run[starts, 3].astype(np.int8),
        columns=line[:, 1],
        is_broken=line[:, 2] > 0,
        word=line[:, 0],
        length=line[:, 3],
        first=line[:, 4],
        last=line[:, 5],
        run_line=run_line[has_box],
        run_start=run[has_box, 1],
        run_end=run[has_box, 2],
        run_box=run_box[has_box],
        run_direction=run[has_box, 3].astype(np.int8),
        edges=edges,
    )


#: The numbers of a row of what `_page` returns after the texts, and their type.
_COLUMNS = ((6, np.int64), (2, np.float64), (4, np.int64), (4, np.float64), (0, np.float32))


def _stacked(parts: list[Any], k: int) -> Any:
    width, kind = _COLUMNS[k - 1]
    if not parts:
        return np.zeros((0, width) if width else 0, dtype=kind)
    return np.concatenate(parts).astype(kind, copy=False)


def _page(code: Any, edges: Any, lines: Any, sizes: Any, runs: Any, boxes: Any) -> tuple[Any, ...]:
    """Return the texts of the lines of a page, and its rows of lines, sizes, runs and boxes.

    A line has the length of its first word, its columns, whether it is broken, its length, and its first and last code
    point. A run has its line, its start and end in the line, and its direction.
    """
    text = code.astype("<u4", copy=False).tobytes().decode("utf-32-le")
    lines, runs = lines.reshape(-1, 4), runs.reshape(-1, 3)
    start, run_start = lines[:, 0], runs[:, 0]
    if len(code) and code.max() >= FIRST_MARK:
        _share(code, edges, run_start, runs[:, 1])
    # a line ends where its last run ends
    line_of = np.searchsorted(start, run_start, "right") - 1
    last_run = np.searchsorted(run_start, np.append(start[1:], len(code)))  - 1
    end = runs[last_run, 1] if len(start) else start
    begin = start[line_of] if len(start) else start
    texts = [text[i:j] for i, j in zip(start.tolist(), end.tolist(), strict=True)]
    rows = np.column_stack([lines[:, 1:], end - start, code[start], code[end - 1]])
    made = np.column_stack([line_of, run_start - begin, runs[:, 1] - begin, runs[:, 2]])
    return texts, rows, sizes.reshape(-1, 2), made, boxes.reshape(-1, 4), edges


def _share(code: Any, edges: Any, start: Any, end: Any) -> None:
    """Give combining marks the edge of the character before them, so that they share its box."""
    known = np.unique(code[code >= FIRST_MARK]).tolist()
    marks = [number for number in known if unicodedata.category(chr(number))[0] == "M"]
    if not marks:
        return
    sizes = end - start
    place = np.repeat(start - (np.cumsum(sizes) - sizes), sizes) + np.arange(len(edges))
    for at in np.flatnonzero(np.isin(code[place], marks)).tolist():
        if at and place[at - 1] == place[at] - 1:
            edges[at] = edges[at - 1]
