"""Seconds of calls, one after the other and in turns."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import perf_counter, process_time
from typing import Any, TypeVar

Taken = TypeVar("Taken")


def seconds(work: Callable[..., Any], *arguments: Any) -> float:
    """Return the seconds of a call by the clock."""
    begun = perf_counter()
    work(*arguments)
    return perf_counter() - begun


def seconds_and_processor(work: Callable[[], Any]) -> tuple[float, float]:
    """Return the seconds of a call by the clock, and those of the processor in all threads."""
    used = process_time()
    return seconds(work), process_time() - used


def in_turns(
    works: Mapping[str, Callable[[], Any]], rounds: int, measure: Callable[[Callable[[], Any]], Taken]
) -> dict[str, list[Taken]]:
    """Return the measure of each call in each round."""
    found: dict[str, list[Taken]] = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            found[name].append(measure(work))
    return found
