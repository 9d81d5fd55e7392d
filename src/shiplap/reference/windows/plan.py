"""A plan with the levels themselves where it names those that depend on what the caller gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from shiplap.reference.boundaries.levels import Level
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.boundaries.separators import Separator


def compile_plan(plan: Any, given: Sequence[Iterable[int]]) -> Any:
    """The plan with levels that `is_boundary` takes. `given` is `given:0`, the first of the given positions."""
    levels: dict[str, Level] = {"sentence-standard": lexicon(plan.language, plan.abbreviations)}
    levels |= {f"separator:{k}": Separator(literal) for k, literal in enumerate(plan.separators)}
    levels |= {f"given:{k}": frozenset(positions) for k, positions in enumerate(given)}
    levels["given"] = levels.get("given:0", frozenset())

    def level(name: str) -> Any:
        return levels.get(name, name)

    return replace(
        plan,
        rows=tuple(replace(row, level=level(row.level)) for row in plan.rows),
        units=tuple(replace(unit, level=level(unit.level)) for unit in plan.units),
        overlap_levels=tuple(level(name) for name in plan.overlap_levels),
    )
