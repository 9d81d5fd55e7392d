"""Figures of a case of `run.py`: MB/s, ratios within the rounds, and what is wanted and reached."""

from __future__ import annotations

from statistics import median
from typing import Any

from benchmarks.cases import HISTORIC, HISTORIC_MB_S

Row = dict[str, Any]


def rates(row: Row) -> list[float]:
    """MB of UTF-8 covered a second, a round each."""
    return [row["bytes"] / seconds / 1e6 for seconds in row["seconds"]]


def ratio(product: Row, other: Row) -> float:
    """Return how many times as fast as the other row: the median over the rounds that both were in."""
    return median(mine / theirs for mine, theirs in zip(rates(product), rates(other), strict=False))


def product(case: Row) -> Row | None:
    """Return the row of shiplap, if it ran."""
    return next((row for row in case["engines"] if row["role"] == "product"), None)


def fastest_rival(case: Row) -> Row | None:
    """Return the row of the fastest rival that does comparable work, if one ran."""
    rows = [row for row in case["engines"] if row["role"] == "rival" and row["comparable"]]
    return max(rows, key=lambda row: median(rates(row)), default=None)


def targets(case: Row) -> list[tuple[str, float, float]]:
    """(against what, ratio wanted, ratio reached) of each target that could be measured."""
    mine = product(case)
    found = []
    for target in case["targets"]:
        if target["against"] == HISTORIC and mine:
            found.append((HISTORIC, target["ratio"], median(rates(mine)) / HISTORIC_MB_S))
            continue
        if target["against"] == "fastest rival":
            rival = fastest_rival(case)
            rows = [rival] if rival else []
        else:
            rows = [row for row in case["engines"] if row["engine"] == target["against"]]
        if mine and rows:
            found.append((target["against"], target["ratio"], ratio(mine, rows[0])))
    return found
