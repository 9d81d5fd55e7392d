"""The writing of one sync: batches of rows to write and to remove, each with a commit."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from shiplap.errors import TargetError
from shiplap.sync.records import batches
from shiplap.sync.target import Batch, Cursor, Key

if TYPE_CHECKING:
    from uuid import UUID

    from shiplap.chunks.chunks import Chunk
    from shiplap.sync.report import SyncReport
    from shiplap.sync.target import RowId, VectorTarget

LOGGER = logging.getLogger("shiplap.sync")
LOGGER.addHandler(logging.NullHandler())


class Delivery:
    """Writes to an open target, and counts.

    cursor: the one that the target has.
    doomed: ids of rows to remove at the end, unless they are written before.
    missing: ids of the rows of missing chunks, which are removed too.
    pending: the ids of the documents that have missing chunks.
    """

    def __init__(
        self,
        target: VectorTarget,
        cursor: Cursor,
        report: SyncReport,
        size: int,
        total: int | None,
        on_progress: Callable[[int, int | None], None] | None,
    ) -> None:
        self.cursor: Cursor = cursor
        self.doomed: set[RowId] = set()
        self.missing: set[UUID] = set()
        self.pending: set[str] = set()
        self._target = target
        self._report = report
        self._size = size
        self._total = total
        self._on_progress = on_progress

    def miss(self, chunk_id: str, document_id: str, id: UUID, reason: str, *, is_allowed: bool = False) -> None:
        """Note a chunk that has no row."""
        LOGGER.warning("missing", extra={"chunk_id": chunk_id, "document_id": document_id, "reason": reason})
        self._report.miss(chunk_id, reason, is_allowed=is_allowed)
        self.pending.add(document_id)
        self.missing.add(id)

    def write(self, chunks: Iterable[Chunk], key: Key) -> None:
        """Write the rows of chunks that have a vector."""
        for batch in batches(chunks, key, self._size):
            self._target.begin()
            written = self._upsert(batch)
            self._target.commit(self.cursor)
            self.doomed.difference_update(written)
            self._report.written += len(written)
            LOGGER.debug("batch", extra={"written": len(written)})
            if self._on_progress is not None:
                self._on_progress(self._report.written, self._total)

    def _upsert(self, batch: Batch) -> list[UUID]:
        """Write a batch without the records that the target refuses; return the ids of those that are written."""
        rows = list(range(len(batch)))
        while rows:
            kept = batch if len(rows) == len(batch) else _part(batch, rows)
            try:
                self._target.upsert(kept)
                return list(kept.ids)
            except TargetError as error:
                if error.row is None:
                    raise
                row = rows.pop(error.row)
                record = batch.records[row]
                self.miss(record["chunk_id"], record["document_id"], batch.ids[row], error.reason)
        return []

    def remove(self, ids: Iterable[RowId]) -> None:
        """Remove rows, in lists."""
        rest = list(ids)
        self._report.removed += len(rest)
        self._remove(rest)

    def _remove(self, rest: list[RowId]) -> None:
        for first in range(0, len(rest), self._size):
            part = rest[first : first + self._size]
            self._target.begin()
            self._target.delete(part)
            self._target.commit(self.cursor)
            LOGGER.debug("batch", extra={"removed": len(part)})

    def finish(self, cursor: Cursor | None) -> None:
        """Remove the rows that are doomed, and write the cursor, if it moves."""
        self.remove(self.doomed - self.missing)
        self._remove(list(self.missing))
        if cursor is not None:
            self.commit(cursor)

    def commit(self, cursor: Cursor) -> None:
        """Write a cursor alone."""
        self._target.begin()
        self._target.commit(cursor)
        self.cursor = cursor


def _part(batch: Batch, rows: list[int]) -> Batch:
    return Batch([batch.ids[row] for row in rows], batch.vectors[rows], [batch.records[row] for row in rows])
