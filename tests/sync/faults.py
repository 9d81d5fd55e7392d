"""Targets and embedding functions for tests: those that fail at a given call, and those with transactions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

import numpy as np

from shiplap.store import Store
from shiplap.sync import Batch, Cursor, Held, Key, Layout, MemoryTarget
from shiplap.sync.records import id_of, record_of
from shiplap.vectors import HashedWords

MODEL = "hashed"
EMBED = HashedWords(16)


class Killed(BaseException):
    """The end of a process in the middle of a sync."""


class Transactional(MemoryTarget):
    """Writes the rows of a batch at its commit."""

    def __init__(self, name: str = "transactional") -> None:
        super().__init__(name)
        self._before: Any = None

    def begin(self) -> None:
        self._before = dict(self.rows)

    def commit(self, cursor: Cursor) -> None:
        super().commit(cursor)
        self._before = None

    def close(self) -> None:
        if self._before is not None:
            self.rows, self._before = self._before, None


class Faulty:
    """A target that is killed at call number `at` of its methods, from 0: before the call does its work, or in the
    middle of it."""

    def __init__(self, target: MemoryTarget, at: int, *, is_middle: bool = False) -> None:
        self.target, self.at, self.is_middle, self.calls = target, at, is_middle, 0
        self.name = target.name

    def _is_last(self) -> bool:
        self.calls += 1
        if self.calls - 1 != self.at:
            return False
        if not self.is_middle:
            raise Killed
        return True

    def exists(self) -> bool:
        return self.target.exists()

    def open(self, layout: Layout) -> None:
        is_last = self._is_last()
        self.target.open(layout)
        self._die(is_last)

    def _die(self, is_last: bool) -> None:
        if is_last:
            raise Killed

    def cursor(self) -> Cursor | None:
        self._die(self._is_last())
        return self.target.cursor()

    def count(self) -> int:
        self._die(self._is_last())
        return self.target.count()

    def begin(self) -> None:
        is_last = self._is_last()
        self.target.begin()
        self._die(is_last)

    def upsert(self, batch: Batch) -> None:
        if self._is_last():
            half = len(batch) // 2
            self.target.upsert(Batch(batch.ids[:half], batch.vectors[:half], batch.records[:half]))
            raise Killed
        self.target.upsert(batch)

    def delete(self, ids: Sequence[UUID]) -> None:
        if self._is_last():
            self.target.delete(ids[: len(ids) // 2])
            raise Killed
        self.target.delete(ids)

    def commit(self, cursor: Cursor) -> None:
        is_last = self._is_last()
        self.target.commit(cursor)
        self._die(is_last)

    def held(self, size: int) -> Iterator[Held]:
        for page in self.target.held(size):
            self._die(self._is_last())
            yield page

    def index(self) -> None:
        self.target.index()

    def close(self) -> None:
        self.target.close()


def expected(store: Store, key: Key = "content") -> dict[UUID, tuple[dict[str, Any], list[float]]]:
    """Return the rows that a target of the store must have."""
    found = {}
    for document in store.documents():
        for chunk in store.chunks(document.document_id, model=MODEL):
            if chunk.embedding is not None:
                found[id_of(chunk, key)] = record_of(chunk), chunk.embedding.tolist()
    return found


def rows_of(target: MemoryTarget) -> dict[UUID, tuple[dict[str, Any], list[float]]]:
    """Return the rows that a target has."""
    return {id: (record, vector.tolist()) for id, (record, vector) in target.rows.items()}


def other_embed(texts: Sequence[str]) -> Any:
    """Another model with vectors of the same length."""
    return np.roll(HashedWords(16)(list(texts)), 1, axis=1) + np.float32(0.5)
