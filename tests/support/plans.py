"""Plans of windows for cases by hand."""

from __future__ import annotations

from typing import Any

from shiplap.plan import Plan, Row, Unit, replace


def exact(size: int, overlap: int, unit: Any = "characters", **options: Any) -> Plan:
    return Plan(unit, size, overlap, (Row("char", 0, size),), (Unit("char", size),), ("char",), **options)


def snapping(level: str, size: int, overlap: int, fill: int) -> Plan:
    rows = (Row(level, fill, size), Row("word", fill, size), Row("grapheme", 0, size))
    units = (Unit("grapheme", size), Unit("char", size))
    return Plan("characters", size, overlap, rows, units, (level, "word", "grapheme"))


def keeping(level: str, size: int, overlap: int, fill: int, **options: Any) -> Plan:
    """As `snapping`, where the rest of a unit is not joined with what follows it."""
    plan = snapping(level, size, overlap, fill)
    return replace(plan, rows=(replace(plan.rows[0], pick="end_of_unit"), *plan.rows[1:]), **options)


def sentences(
    size: int, overlap: int, least: int, most: int, level: str = "sentence-simple", **options: Any
) -> Plan:
    """Return the rows of docs/reference/model.md for sentences, without those for graphemes over the size."""
    rows = (
        Row(level, least, size, "last"),
        Row(level, size, most, "first"),
        Row("word", least, size),
        Row("grapheme", 0, size),
    )
    units = (Unit(level, size), Unit(level, most), Unit("word", size), Unit("grapheme", size), Unit("char", size))
    sizes: dict[str, Any] = {"min_size": least, "most": most}
    return Plan("characters", size, overlap, rows, units, (level,), **sizes, **options)


#: The size of chunks that no text of a test reaches.
SIZE = 1 << 20
#: Chunks are sections.
SECTIONS = Plan(
    "characters", SIZE, 0, (Row("char", 0, SIZE),), (Unit("char", SIZE),), ("char",),
    break_at=Unit("section", SIZE), finds_looks=True,
)  # fmt: skip
#: Chunks are lines, except that none ends with a heading.
LINES = replace(SECTIONS, break_at=Unit("line", SIZE, keeps_headings=True))
