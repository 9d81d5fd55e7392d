"""The plan of a chunker: the complete input of the loop of docs/reference/model.md.

Both implementations read the same plan: the reference directly, the core compiled to C (`windows/plan`). Its parts
are named tuples: `import shiplap` needs them, and the module `dataclasses` alone would take 8 ms of it.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeVar

#: The unit of sizes: code points, bytes of UTF-8, or tokens.
SizeUnit = Literal["characters", "bytes", "tokens"]

#: The result for one code point or token larger than the limit: a chunk of its own, or ChunkLimitError.
Oversize = Literal["split", "raise"]

#: The single line ends that end a sentence of the standard rule: none, each, or those that the lines around them
#: decide.
LineBreaks = Literal["paragraph", "lines", "auto"]

#: The boundary that a row takes as the end, see `Row`.
Pick = Literal["first", "last", "end_of_unit"]


class Row(NamedTuple):
    """One step of the search for a chunk's end: the first or last boundary of `level` at a distance of at least
    `at_least` and at most `at_most` from the start, both in the plan's unit.

    "end_of_unit" picks the first boundary if the chunk before ends inside a unit of the level and has visible text
    of it, else the last one: the rest of a cut unit is not joined with the text after it. At the end of a unit,
    the units of later rows end too. With `keeps_headings`, a place right after a heading or a lead, or inside one,
    is no boundary (`ends_with_heading` and `ends_with_lead` of `reference.boundaries`); at the level `char`, every
    position stays one.
    """

    level: str
    at_least: int
    at_most: int
    pick: Pick = "last"
    keeps_headings: bool = False


class Unit(NamedTuple):
    """One step of the search for the text that the next chunk must have room for: up to the next boundary of
    `level`, if it takes at most `at_most`. The chunk must then have room for it within `at_most`. With
    `keeps_headings`, a unit does not end with a heading or a lead."""

    level: str
    at_most: int
    keeps_headings: bool = False


class Plan(NamedTuple):
    """A configured loop.

    `size` is the target maximum of a chunk, and `most` the hard one (0: the size), which `max_size` returns; the
    last chunk should not be under `min_size`. `units` are tried in order, like the rows; an overlap may begin at
    `overlap_levels`. `language` and `abbreviations` select the words of the level `sentence-standard`, and
    `line_breaks` the single line ends that belong to it; `separators` are the literals of the levels
    `separator:0`, `separator:1`, ... Level names are as in `levels.number`. No `at_most` is above `max_size`. No
    chunk has text of two units of `break_at`, however small they are. `with_headings` is the plan for texts with
    headings, if that is another one; `finds_looks`: whether headings without marks count, where a text has them
    consistently (`reference.windows.plan.choose_plan`).
    """

    unit: SizeUnit
    size: int
    overlap: int
    rows: tuple[Row, ...]
    units: tuple[Unit, ...]
    overlap_levels: tuple[str, ...]
    strip_whitespace: bool = False
    skip_blank: bool = False
    oversize: Oversize = "split"
    min_size: int = 0
    most: int = 0
    language: str | None = None
    abbreviations: tuple[str, ...] = ()
    line_breaks: LineBreaks = "paragraph"
    separators: tuple[str, ...] = ()
    break_at: Unit | None = None
    with_headings: Plan | None = None
    finds_looks: bool = False

    @property
    def max_size(self) -> int:
        """The hard maximum of a chunk."""
        return self.most or self.size

    @property
    def snaps(self) -> bool:
        """True if a cut depends on the text."""
        levels = (*self.overlap_levels, *(row.level for row in self.rows), *(unit.level for unit in self.units))
        return self.break_at is not None or any(level != "char" for level in levels)


Part = TypeVar("Part", Row, Unit, Plan)


def replace(part: Part, **changes: Any) -> Part:
    """Return a plan, a row or a unit with other values of some fields."""
    return part._replace(**changes)


#: Estimated characters of a token, without a tokenizer: `ceil(characters / 4)` tokens.
CHARACTERS_A_TOKEN = 4

# Sizes are limited to this: their sums must stay within 64 bits, and no text is as long.
_MOST = 2**60


def in_characters(plan: Plan) -> Plan:
    """Convert a plan in estimated tokens to an equivalent plan in characters.

    A span fits k tokens if it has at most 4 k characters, and has at least k tokens if it has more than 4 (k - 1):
    the last token may be incomplete.

    >>> in_characters(Plan("tokens", 10, 2, (Row("char", 5, 10),), (Unit("char", 10),), ("char",))).rows
    (Row(level='char', at_least=17, at_most=40, pick='last', keeps_headings=False),)
    """

    def most(tokens: int) -> int:
        return min(CHARACTERS_A_TOKEN * tokens, _MOST)

    def least(tokens: int) -> int:
        return most(tokens - 1) + 1 if tokens else 0

    def row_of(row: Row) -> Row:
        return replace(row, at_least=least(row.at_least), at_most=most(row.at_most))

    def unit_of(unit: Unit) -> Unit:
        return replace(unit, at_most=most(unit.at_most))

    return replace(
        plan,
        unit="characters",
        size=most(plan.size),
        overlap=most(plan.overlap),
        rows=tuple(map(row_of, plan.rows)),
        units=tuple(map(unit_of, plan.units)),
        min_size=least(plan.min_size),
        most=most(plan.most),
        break_at=None if plan.break_at is None else unit_of(plan.break_at),
        with_headings=None if plan.with_headings is None else in_characters(plan.with_headings),
    )
