"""A plan with the levels themselves where it names those that depend on what the caller gave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from shiplap._data.heading_looks import FIND_LOOKS, HAS_MARKED, NO_HEADINGS, UNKNOWN
from shiplap.reference.boundaries.levels import KeepsHeadings, Level, Sections
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.boundaries.separators import Separator
from shiplap.reference.regions.regions import headings_of


def compile_plan(plan: Any, given: Sequence[Iterable[int]], looks: int = 0) -> Any:
    """The plan with levels that `is_boundary` takes. `given` is `given:0`, the first of the given positions;
    `looks`: the headings without marks that the text has."""
    levels: dict[str, Level] = {"sentence-standard": lexicon(plan.language, plan.abbreviations)}
    levels |= {f"separator:{k}": Separator(literal) for k, literal in enumerate(plan.separators)}
    levels |= {f"given:{k}": frozenset(positions) for k, positions in enumerate(given)}
    levels["given"] = levels.get("given:0", frozenset())
    levels["section"] = Sections(looks)

    def level(name: str) -> Any:
        return levels.get(name, name)

    def compiled(part: Any) -> Any:
        found = level(part.level)
        return replace(
            part, level=KeepsHeadings(found, looks) if part.keeps_headings and found != "char" else found
        )

    return replace(
        plan,
        rows=tuple(map(compiled, plan.rows)),
        units=tuple(map(compiled, plan.units)),
        overlap_levels=tuple(level(name) for name in plan.overlap_levels),
        break_at=None if plan.break_at is None else compiled(plan.break_at),
    )


def choose_plan(text: str, plan: Any, known: int) -> tuple[Any, int]:
    """The plan for a text, `with_headings` if it has any, and the headings that it has. A plan without another one
    is for texts with headings. `known`: what is known of them (`shiplap._data.heading_looks`)."""
    if plan.with_headings is None and not plan.finds_looks:
        return plan, HAS_MARKED
    if plan.with_headings is None and known in (UNKNOWN, NO_HEADINGS):
        known = HAS_MARKED | FIND_LOOKS
    found = headings_of(text, known, plan.finds_looks)
    return plan if found == NO_HEADINGS or plan.with_headings is None else plan.with_headings, found
