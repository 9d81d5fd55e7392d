"""The rules of targets, held against the target in memory and against targets with a fault in each rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from shiplap.errors import TargetError
from shiplap.sync import Batch, Cursor, Held, Layout, MemoryTarget, check_target


def test_the_target_in_memory_keeps_the_rules() -> None:
    target = MemoryTarget()
    check_target(lambda: target)


class AlwaysThere(MemoryTarget):
    def exists(self) -> bool:
        return True


class AppendsRows(MemoryTarget):
    """Has no keys, as a file of lines."""

    def __init__(self) -> None:
        super().__init__()
        self.more: list[Held] = []

    def upsert(self, batch: Batch) -> None:
        for row, id in enumerate(batch.ids):
            if id in self.rows:
                record, vector = self.rows[id]
                self.more.append(Held([id], [record["text"]], [record["stamp"]], vector[None]))
            self.rows.update({id: (dict(batch.records[row]), batch.vectors[row])})

    def count(self) -> int:
        return len(self.rows) + len(self.more)

    def held(self, size: int) -> Iterator[Held]:
        yield from super().held(size)
        yield from self.more


class RefusesUnknown(MemoryTarget):
    def delete(self, ids: Sequence[UUID]) -> None:
        for id in ids:
            del self.rows[id]


class ForgetsPending(MemoryTarget):
    def commit(self, cursor: Cursor) -> None:
        super().commit(replace(cursor, pending=()))


class CommitsEarly(MemoryTarget):
    def upsert(self, batch: Batch) -> None:
        super().upsert(batch)
        if self._cursor is not None:
            self._cursor = replace(self._cursor, generation="early:1")


class IgnoresSize(MemoryTarget):
    def held(self, size: int) -> Iterator[Held]:
        return super().held(size + 1)


class TakesAny(MemoryTarget):
    def open(self, layout: Layout) -> None:
        self._layout = layout


class StripsTexts(MemoryTarget):
    def upsert(self, batch: Batch) -> None:
        super().upsert(replace(batch, records=[{**each, "text": each["text"].strip()} for each in batch.records]))


class DropsRows(MemoryTarget):
    def index(self) -> None:
        self.rows.clear()


class RefusesWithoutRow(MemoryTarget):
    def upsert(self, batch: Batch) -> None:
        if any("\0" in each["text"] for each in batch.records):
            raise TargetError(self.name, "cannot hold a NUL")
        super().upsert(batch)


@pytest.mark.parametrize(
    ("make", "rule"),
    [
        (AlwaysThere, "C1"), (StripsTexts, "C2"), (ForgetsPending, "C2"), (AppendsRows, "C3"),
        (CommitsEarly, "C6"), (IgnoresSize, "C7"), (TakesAny, "C8"), (DropsRows, "C10"),
        (RefusesWithoutRow, "C11"),
    ],
)  # fmt: skip
def test_a_fault_is_named_by_its_rule(make: Any, rule: str) -> None:
    target = make()
    with pytest.raises(AssertionError, match=f"^{rule}: "):
        check_target(lambda: target)


def test_an_unknown_id_is_no_error() -> None:
    target = RefusesUnknown()
    with pytest.raises(KeyError):
        check_target(lambda: target)


def test_vectors_may_be_scaled() -> None:
    class Scaled(MemoryTarget):
        def upsert(self, batch: Batch) -> None:
            lengths = (batch.vectors**2).sum(1, keepdims=True) ** 0.5
            super().upsert(replace(batch, vectors=batch.vectors / lengths.clip(1e-9)))

    target = Scaled()
    check_target(lambda: target)
