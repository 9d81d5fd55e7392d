"""A plan with the levels themselves where it names those that depend on what the caller gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from shiplap.reference.boundaries.levels import KeepsHeadings, Level
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.boundaries.separators import Separator
from shiplap.reference.regions.regions import finds_headings


def compile_plan(plan: Any, given: Sequence[Iterable[int]]) -> Any:
    """The plan with levels that `is_boundary` takes. `given` is `given:0`, the first of the given positions."""
    levels: dict[str, Level] = {"sentence-standard": lexicon(plan.language, plan.abbreviations)}
    levels |= {f"separator:{k}": Separator(literal) for k, literal in enumerate(plan.separators)}
    levels |= {f"given:{k}": frozenset(positions) for k, positions in enumerate(given)}
    levels["given"] = levels.get("given:0", frozenset())

    def level(name: str) -> Any:
        return levels.get(name, name)

    def compiled(part: Any) -> Any:
        found = level(part.level)
        return replace(part, level=KeepsHeadings(found) if part.keeps_headings and found != "char" else found)

    return replace(
        plan,
        rows=tuple(map(compiled, plan.rows)),
        units=tuple(map(compiled, plan.units)),
        overlap_levels=tuple(level(name) for name in plan.overlap_levels),
        break_at=None if plan.break_at is None else compiled(plan.break_at),
    )


def choose_plan(text: str, plan: Any, headings: bool | None) -> Any:
    """The plan for a text: `with_headings` if it has any. None: the text tells."""
    if plan.with_headings is None:
        return plan
    if headings is None:
        headings = finds_headings(text)
    return plan.with_headings if headings else plan
