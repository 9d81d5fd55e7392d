"""A plan in the form that the loop reads: `shiplap.plan` with the levels themselves in place of their names."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from shiplap import plan as named
from shiplap._data.heading_numbers import FIND_LOOKS, HAS_MARKED, NO_HEADINGS, UNKNOWN
from shiplap.reference.boundaries.levels import BareLevel, KeepsHeadings, Level, Sections
from shiplap.reference.boundaries.lexicon import lexicon
from shiplap.reference.boundaries.separators import Separator
from shiplap.reference.regions.regions import headings_of
from shiplap.reference.text.sizes import Measure


class Row(NamedTuple):
    """`shiplap.plan.Row`; `level` keeps headings where the row does."""

    level: Level
    at_least: int
    at_most: int
    pick: named.Pick


class Unit(NamedTuple):
    """`shiplap.plan.Unit`; `level` keeps headings where the unit does."""

    level: Level
    at_most: int


class Plan(NamedTuple):
    """The fields of `shiplap.plan.Plan` that the loop reads. `unit` may count a tokenizer's tokens."""

    unit: Measure
    size: int
    overlap: int
    rows: tuple[Row, ...]
    units: tuple[Unit, ...]
    overlap_levels: tuple[Level, ...]
    strip_whitespace: bool
    skip_blank: bool
    oversize: named.Oversize
    min_size: int
    max_size: int
    break_at: Unit | None


def compile_plan(
    plan: named.Plan, given: Sequence[Iterable[int]], looks: int, unit: Measure | None = None
) -> Plan:
    """Return the plan with levels that `is_boundary` takes.

    given: the arrays of positions; the level "given" is the first one, "given:0". looks: the heading patterns of
    the text. unit: the measure in place of the unit of the plan, or None.
    """
    known = lexicon(plan.language, plan.abbreviations, plan.line_breaks)
    levels: dict[str, BareLevel | Sections] = {"sentence-standard": known}
    levels |= {f"separator:{k}": Separator(literal) for k, literal in enumerate(plan.separators)}
    levels |= {f"given:{k}": frozenset(positions) for k, positions in enumerate(given)}
    levels["given"] = levels.get("given:0", frozenset())
    levels["section"] = Sections(looks)

    def level(name: str, keeps_headings: bool = False) -> Level:
        found = levels.get(name, name)
        return KeepsHeadings(found, looks) if keeps_headings and found != "char" else found

    def unit_of(part: named.Unit) -> Unit:
        return Unit(level(part.level, part.keeps_headings), part.at_most)

    return Plan(
        plan.unit if unit is None else unit,
        plan.size,
        plan.overlap,
        tuple(Row(level(row.level, row.keeps_headings), row.at_least, row.at_most, row.pick) for row in plan.rows),
        tuple(map(unit_of, plan.units)),
        tuple(map(level, plan.overlap_levels)),
        plan.strip_whitespace,
        plan.skip_blank,
        plan.oversize,
        plan.min_size,
        plan.max_size,
        None if plan.break_at is None else unit_of(plan.break_at),
    )


def choose_plan(text: str, plan: named.Plan, known: int) -> tuple[named.Plan, int]:
    """Return the plan for a text, and the heading patterns of the text: `plan.with_headings` if the text has
    headings, else `plan`. A plan without `with_headings` is the plan of texts with headings.

    known: the heading patterns that are known before, as in `shiplap._data.heading_looks`.
    """
    if plan.with_headings is None and not plan.finds_looks:
        return plan, HAS_MARKED
    if plan.with_headings is None and known in (UNKNOWN, NO_HEADINGS):
        known = HAS_MARKED | FIND_LOOKS
    found = headings_of(text, known, plan.finds_looks)
    return plan if found == NO_HEADINGS or plan.with_headings is None else plan.with_headings, found
