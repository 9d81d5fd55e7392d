"""The join of 10,000 chunks with a table of 1,000,000 rows, and the boxes of the chunks, clipped and merged.

    python -m benchmarks.speed.provenance                    all cases
    python -m benchmarks.speed.provenance --record FILE      and write the raw figures

The rows are words of 3 to 11 code points, ten in a line and fifty lines on a page; chunks of some 900 code points
overlap by 200. In the case `nested` every tenth row is a line instead of its first word, and every fiftieth a
paragraph of five lines. `numpy` finds the rows by two searches for each chunk, which is no answer for rows that
nest. Medians of calls in turns, by the clock and by processor time. Each answer is checked by numpy.
"""

from __future__ import annotations

import statistics
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

import shiplap
from benchmarks import records
from benchmarks.clock import in_turns, seconds_and_processor
from benchmarks.machine import processor
from shiplap._core import text as provenance

ROWS = 1_000_000
CHUNKS = 10_000
OVERLAP = 200
WORDS, LINES = 10, 50  # of a line, of a page
WIDTH, HEIGHT, LEADING = 6.0, 12.0, 14.0
ROUNDS = 15

#: The figure that is wanted: rows a second.
WANTED = 10e6

Array = npt.NDArray[Any]


class Table:
    """Chunks and rows, with the boxes and the edges of the rows."""

    def __init__(self, nested: bool) -> None:
        sizes = np.random.default_rng(7).integers(3, 12, ROWS)
        self.row_ends = np.cumsum(sizes)
        self.row_starts = self.row_ends - sizes
        text = int(self.row_ends[-1])
        if nested:
            for every in (WORDS, 5 * WORDS):
                self.row_ends[::every] = np.append(self.row_starts[every::every], text)
        row = np.arange(ROWS)
        line_starts = self.row_starts[row // WORDS * WORDS]
        self.starts = np.linspace(0, text - 4 * OVERLAP, CHUNKS).astype(np.int64)
        self.ends = np.append(np.minimum(self.starts[1:] + OVERLAP, text), text)
        self.page = row // (WORDS * LINES) + 1
        self.x0 = WIDTH * (self.row_starts - line_starts)
        self.x1 = self.x0 + WIDTH * sizes
        self.y0 = LEADING * (row // WORDS % LINES)
        self.y1 = self.y0 + HEIGHT
        lengths = self.row_ends - self.row_starts
        before = np.repeat(np.cumsum(lengths) - lengths, lengths)
        along = np.repeat(self.x0, lengths) + WIDTH * (np.arange(int(lengths.sum())) - before)
        self.edges = along.astype(np.float32)

    @property
    def spans(self) -> tuple[Array, ...]:
        """The arguments of a join."""
        return self.starts, self.ends, self.row_starts, self.row_ends

    def join(self) -> Any:
        """Return the rows of the chunks."""
        return provenance.join(*self.spans)

    def boxes(self, merge: Any) -> Any:
        """Return the boxes of the chunks."""
        sides = self.x0, self.y0, self.x1, self.y1
        return provenance.boxes(*self.spans, self.page, *sides, None, self.edges, merge)

    def by_searches(self) -> tuple[Array, ...]:
        """Return the rows of the chunks, by numpy: right if no row nests."""
        low = np.searchsorted(self.row_ends, self.starts, "right")
        counts = np.searchsorted(self.row_starts, self.ends, "left") - low
        offsets = np.append(0, np.cumsum(counts))
        rows = np.repeat(low - offsets[:-1], counts) + np.arange(offsets[-1])
        first = np.maximum(self.row_starts[rows], np.repeat(self.starts, counts))
        return offsets, rows, first, np.minimum(self.row_ends[rows], np.repeat(self.ends, counts))


def is_right(words: Table, nested: Table) -> dict[str, bool]:
    """Return whether the answers are right: rows of words, nested rows of some chunks, the widths of boxes."""
    found = {"join": all(map(np.array_equal, map(np.asarray, words.join()), words.by_searches()))}
    offsets, rows, _, _ = map(np.asarray, nested.join())
    few = range(0, CHUNKS, 500)
    found["join, nested"] = all(
        np.array_equal(
            rows[offsets[k] : offsets[k + 1]],
            np.flatnonzero((nested.row_starts < nested.ends[k]) & (nested.row_ends > nested.starts[k])),
        )
        for k in few
    )
    width = WIDTH * (words.ends - words.starts).sum()
    for merge in (None, "line", "block"):
        offsets, _, sides = map(np.asarray, words.boxes(merge))
        sides = sides.reshape(-1, 4)
        in_order = bool((np.diff(offsets) > 0).all() and (sides[:, 0] <= sides[:, 2]).all())
        covered = (sides[:, 2] - sides[:, 0]).sum() if merge != "block" else width
        found[f"boxes, {merge}"] = in_order and bool(covered == width)
    return found


def main() -> int:
    given = records.script(__doc__, "provenance").parse_args()
    words, nested = Table(False), Table(True)
    calls: dict[str, Callable[[], Any]] = {
        "join": words.join,
        "join, nested": nested.join,
        "numpy": words.by_searches,
        "boxes, None": lambda: words.boxes(None),
        "boxes, line": lambda: words.boxes("line"),
        "boxes, block": lambda: words.boxes("block"),
    }
    right = is_right(words, nested)
    rows = []
    for name, rounds in in_turns(calls, ROUNDS, seconds_and_processor).items():
        by_clock, used = (statistics.median(each) for each in zip(*rounds, strict=True))
        rows.append({
            "case": name, "right": right.get(name, True), "rows_per_second": round(ROWS / by_clock),
            "rows_per_processor_second": round(ROWS / used), "rounds": rounds,
        })  # fmt: skip
        print(f"{name:14} {ROWS / by_clock / 1e6:6.1f} million rows a second,"
              f" {ROWS / used / 1e6:6.1f} a second of the processor; right: {right.get(name, True)}")  # fmt: skip
    print(f"wanted: {WANTED / 1e6:.0f} million rows a second")
    record = {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "numpy": np.__version__,
        "processor": processor(), "rows": ROWS, "chunks": CHUNKS, "wanted": WANTED, "cases": rows,
    }  # fmt: skip
    records.write(given.record, record)
    return 0 if all(right.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
