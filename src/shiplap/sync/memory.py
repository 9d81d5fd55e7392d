"""A target in memory: for tests of programs that sync, and an example of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any

from shiplap.errors import TargetError
from shiplap.sync.target import Batch, Cursor, Held, Layout, RowId

if TYPE_CHECKING:

    from shiplap.vectors.types import Matrix


class MemoryTarget:
    """A collection in memory. It outlives `close`, so that a later sync goes on with it.

    rows: the record and the vector of each row by its id.

    >>> from shiplap.sync import Layout
    >>> target = MemoryTarget()
    >>> target.open(Layout(64))
    >>> target.count()
    0
    """

    def __init__(self, name: str = "memory") -> None:
        self.name: str = name
        self.rows: dict[RowId, tuple[dict[str, Any], Matrix]] = {}
        self._layout: Layout | None = None
        self._cursor: Cursor | None = None

    def exists(self) -> bool:
        """Return whether the collection was made."""
        return self._layout is not None

    def open(self, layout: Layout) -> None:
        """Make the collection. Raises TargetError if it was made with another layout."""
        if self._layout not in (None, layout):
            raise TargetError(self.name, f"has {self._layout}, not {layout}")
        self._layout = layout

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        return self._cursor

    def count(self) -> int:
        """Return the number of rows."""
        return len(self.rows)

    def begin(self) -> None:
        """Begin a batch; its rows are written at once."""

    def upsert(self, batch: Batch) -> None:
        """Write rows."""
        for id, record, vector in zip(batch.ids, batch.records, batch.vectors, strict=True):
            self.rows[id] = dict(record), vector.copy()

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows."""
        for id in ids:
            self.rows.pop(id, None)

    def commit(self, cursor: Cursor) -> None:
        """Keep the cursor."""
        self._cursor = cursor

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows."""
        import numpy as np

        rows = iter(self.rows.items())
        while page := list(islice(rows, size)):
            records = [record for _, (record, _) in page]
            yield Held(
                [id for id, _ in page],
                [record["text"] for record in records],
                [record["stamp"] for record in records],
                np.stack([vector for _, (_, vector) in page]),
            )

    def index(self) -> None:
        """Make no index: the memory needs none."""

    def close(self) -> None:
        """Keep the collection."""
