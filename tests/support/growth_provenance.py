"""Tables of spans of n and 4n rows, and chunks, whose join could grow faster, for test_growth.py.

The output of each case grows with n: rows that nest n deep are cut by a few chunks only.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

from shiplap._core import text as provenance

N = 1_000

Pairs = list[tuple[int, int]]

#: Chunks of any table.
FEW = 8


def even(length: int, count: int, overlap: int = 0) -> Pairs:
    """So many chunks of a text of a length."""
    step = max(1, length // count)
    return [(max(0, start - overlap), start + step) for start in range(0, length, step)]


#: By name, for n: the chunks and the rows.
CASES: dict[str, Callable[[int], tuple[Pairs, Pairs]]] = {
    "one after the other": lambda n: (even(5 * n, n // 4), [(5 * k, 5 * k + 5) for k in range(n)]),
    "overlaps of three chunks": lambda n: (even(5 * n, n // 4, 60), [(5 * k, 5 * k + 5) for k in range(n)]),
    "a row of the whole text": lambda n: (
        even(5 * n, n // 4), [(0, 5 * n), *((5 * k, 5 * k + 5) for k in range(n))]),
    "a row for many chunks": lambda n: (even(n, n), [(0, n)]),
    "many rows for a chunk": lambda n: ([(0, n)], [(k, k + 1) for k in range(n)]),
    "nested n deep": lambda n: (even(2 * n, FEW), [(k, 2 * n - k) for k in range(n)]),
    "rows that end early, in a row that does not": lambda n: (
        even(2 * n, n), [(0, 2 * n), *((0, 1) for _ in range(n))]),
    "rows that no chunk has": lambda n: ([(k, k + 1) for k in range(0, 8 * n, 8)], [
        (k + 2, k + 7) for k in range(0, 8 * n, 8)]),
    "rows before all chunks": lambda n: ([(n + k, n + k + 1) for k in range(n)], [(k, k + 1) for k in range(n)]),
    "rows of no length at one offset": lambda n: (even(n, n), [(n // 2, n // 2)] * n),
    "rows of no length in gaps": lambda n: (
        [(k, k + 1) for k in range(0, 4 * n, 4)], [(k + 2, k + 2) for k in range(0, 4 * n, 4)]),
    "rows of no length after all chunks": lambda n: (even(n, n), [(n, n)] * n),
    "chunks of no length in n open rows": lambda n: (
        [(0, 1), *((1, 1) for _ in range(n)), (1, 2)], [(0, 2)] * n),
}  # fmt: skip


#: By name, for rows of so many code points: the edges of a run.
EDGES: dict[str, Callable[[int], list[float]]] = {
    "even edges": lambda size: [float(k) for k in range(size)],
    "one glyph": lambda size: [1.0] * size,
    "edges that are unknown": lambda size: [float("nan")] * size,
}

#: By name, of row k: the box.
BOXES: dict[str, Callable[[int], tuple[float, float, float, float]]] = {
    "lines": lambda k: (10.0 * (k % 9), 14.0 * (k // 9), 10.0 * (k % 9) + 10, 14.0 * (k // 9) + 12),
    "equal boxes": lambda k: (0.0, 0.0, 10.0, 12.0),
    "boxes apart": lambda k: (100.0 * (k % 2), 100.0 * k, 100.0 * (k % 2) + 1, 100.0 * k + 1),
}


def steps() -> dict[str, Callable[[int], Callable[[], Any]]]:
    """Return the steps that are counted, by name: for n, the work."""

    def prepare(case: str, edges: str, boxes: str) -> Callable[[int], Callable[[], Any]]:
        def prepared(n: int) -> Callable[[], Any]:
            chunks, rows = CASES[case](n)
            spans = [array("q", [span[side] for span in each]) for each in (chunks, rows) for side in (0, 1)]
            corners = [BOXES[boxes](k) for k in range(len(rows))]
            sides = [array("d", [corner[side] for corner in corners]) for side in range(4)]
            page = array("q", [1]) * len(rows)
            ragged = array("f")
            # rows that nest have more edges together than the text has code points
            if sum(end - start for start, end in rows) <= 8 * n:
                for start, end in rows:
                    ragged.extend(EDGES[edges](end - start))
            given = ragged if ragged else None
            return lambda: [
                provenance.own(*spans[:2]),
                provenance.join(*spans),
                *(provenance.boxes(*spans, page, *sides, None, given, by) for by in (None, "line", "block")),
            ]

        return prepared

    tables = [(case, "even edges", "lines") for case in CASES]
    tables += [("a row for many chunks", edges, "lines") for edges in EDGES]
    tables += [("overlaps of three chunks", "even edges", boxes) for boxes in BOXES]
    return {", ".join(table): prepare(*table) for table in tables}
