"""Seconds of calls by the clock, one after the other and in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any


def seconds(work: Callable[..., Any], *arguments: Any) -> float:
    """Return the seconds of a call."""
    begun = perf_counter()
    work(*arguments)
    return perf_counter() - begun


def in_turns(works: Mapping[str, Callable[[], Any]], rounds: int) -> dict[str, list[float]]:
    """Return the seconds of each call in each round."""
    found: dict[str, list[float]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(seconds(work))
    return found
