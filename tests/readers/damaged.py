"""Damaged copies of JSON values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def mutants(value: Any) -> Iterator[Any]:
    """Each copy of a JSON value in which one value is missing or another one."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield {key: inner for key, inner in value.items() if key != name}
            yield from ({**value, name: mutant} for mutant in mutants(each))
    elif isinstance(value, list):
        for number, each in enumerate(value):
            yield from ([*value[:number], mutant, *value[number + 1 :]] for mutant in mutants(each))
    yield from (None, -1, "x", [], {}, [[]], 1e300, True)
