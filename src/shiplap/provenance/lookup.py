"""The rows of a span table that any span of the text has, for spans in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shiplap.provenance.span_table import SpanTable

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.intp]


class Lookup:
    """Finds the rows of one table by span.

    Made in one pass over the table. A span then costs binary searches, and the rows from the first one that ends
    after its start to the last one that starts before its end: those of the span alone, unless rows nest.
    """

    def __init__(self, table: SpanTable) -> None:
        import numpy as np

        self._table = table
        self._reach = np.maximum.accumulate(table.end)  # the furthest end up to each row
        self._empty = np.flatnonzero(table.start == table.end)
        self._edges = np.concatenate([[0], np.cumsum(table.end - table.start)])  # where those of each row begin

    def part(self, start: int, end: int) -> SpanTable:
        """Return the table with the rows of a span alone: those of clauses P1 and P2 of
        `shiplap.reference.provenance`, and the last anchor without a length before the span, which lasts until
        the next one."""
        import numpy as np

        starts, ends = self._table.start, self._table.end
        first, stop = self._reach.searchsorted(start), starts.searchsorted(end)
        rows = np.arange(first, stop)
        rows = rows[(ends[rows] > start) | (starts[rows] >= start)]
        if self._table.name == "anchors":
            before = starts[self._empty].searchsorted(start, "right")
            rows = np.union1d(rows, self._empty[max(0, before - 1) : before])
        return self._table.part({name: self._values(name, rows) for name in self._table.columns})

    def _values(self, name: str, rows: Rows) -> Any:
        """Return the values of a column in some rows."""
        import numpy as np

        values = self._table[name]
        if name == "edges":
            parts = [values[self._edges[row] : self._edges[row + 1]] for row in rows]
            return np.concatenate([values[:0], *parts])
        return tuple(values[row] for row in rows) if isinstance(values, tuple) else values[rows]
