"""The answers of the reference and of the core to named questions about a text that a search has found.

A case is a list: the name of a question, a text, and what else the question needs. `found.json` beside the tests
of a family lists them, for `test_found.py` there; `python -m tests.mutation.search` finds them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from shiplap._core import regions as core_regions
from shiplap._core.outline import Outliner, outline_data
from shiplap._core.text import Text
from shiplap._data.packing_costs import GROUP
from shiplap.reference.data.data import outline as reference_data
from shiplap.reference.outline.outline import outline as reference_outline
from shiplap.reference.regions import language, line_counts, records, table_rows
from tests.conftest import Core, Reference
from tests.support.plans import LINES, SECTIONS

Case = list[Any]

#: How many cases one test has: pytest takes longer for a test than a case takes.
GROUP_SIZE = 10


def sections(impl: Any, text: str, headings: int) -> Any:
    """The sections of a text that has these headings."""
    return impl.windows(text, SECTIONS, headings=headings)


def lines(impl: Any, text: str, headings: int) -> Any:
    """The lines of a text that has these headings, each heading with what follows it."""
    return impl.windows(text, LINES, headings=headings)


def decided(impl: Any, text: str, grammar: str, headings: int) -> Any:
    """The regions of a text that has these headings, and what is decided about it."""
    return impl.decided_blocks(text, grammar, (headings, (), ()))


def rows(impl: Any, text: str) -> Any:
    """The header of a table, the places where it may be cut, and where the names of its columns begin."""
    if isinstance(impl, Reference):
        return *table_rows.rows(text, 0, len(text)), table_rows.names_start(text, 0, len(text))
    header, at, ranks, names = core_regions.rows(Text(text, "surrogatepass"), 0, len(text))
    return header, [(p, rank == GROUP) for p, rank in zip(at, ranks, strict=True)], names


def is_delimited(impl: Any, text: str) -> bool:
    """Return whether a text is one table of cells between commas or the like."""
    return records.is_delimited(text) if isinstance(impl, Reference) else core_regions.is_delimited(Text(text))


def content(impl: Any, text: str) -> Any:
    """Return the counts of lines of a text."""
    return tuple(line_counts.content(text)) if isinstance(impl, Reference) else core_regions.content(Text(text))


def language_of(impl: Any, text: str) -> str:
    """The language of code."""
    return language.guess(text) if isinstance(impl, Reference) else core_regions.guess(Text(text))


def outline(impl: Any, text: str, name: str) -> Any:
    """The definitions, statements and ranks of code in a language."""
    if isinstance(impl, Reference):
        definitions, starts, ranks = reference_outline(text, name)
        return [number for row in definitions for number in row], starts, ranks
    return tuple(map(list, Outliner(name)(Text(text))))


def data(impl: Any, text: str, name: str, fits: int) -> Any:
    """The nodes, cuts and ranks of data in a format."""
    if isinstance(impl, Reference):
        nodes, cuts, ranks = reference_data(text, name, fits)
        return [number for row in nodes for number in row], cuts, ranks
    return tuple(map(list, outline_data(Text(text, "surrogatepass"), name, fits)))


#: The questions, by their names.
QUESTIONS: dict[str, Callable[..., Any]] = {
    "boundaries": lambda impl, text, level: impl.boundaries(text, level),
    "headings": lambda impl, text, known: impl.headings_of(text, known),
    "sections": sections,
    "lines": lines,
    "blocks": lambda impl, text, grammar: impl.blocks(text, grammar),
    "decided": decided,
    "omissions": lambda impl, text, grammar: impl.omissions(text, grammar),
    "rows": rows,
    "is_delimited": is_delimited,
    "content": content,
    "language": language_of,
    "outline": outline,
    "data": data,
}


def answer(impl: Reference | Core, case: Case) -> Any:
    """Return the answer of an implementation."""
    question, *given = case
    return QUESTIONS[question](impl, *given)


def found(path: Path) -> list[Case]:
    """The cases of a file."""
    return json.loads(path.read_text("utf-8")) if path.exists() else []  # type: ignore[no-any-return]


def groups(test: str) -> list[list[Case]]:
    """The cases of `found.json` beside a file of tests, in groups."""
    cases = found(Path(test).with_name("found.json"))
    return [cases[k : k + GROUP_SIZE] for k in range(0, len(cases), GROUP_SIZE)]


def check(cores: Callable[[], Iterator[Core]], cases: list[Case]) -> None:
    """Hold the core to the reference on cases, on each instruction set."""
    for case in cases:
        expected = answer(Reference(), case)
        for core in cores():
            assert answer(core, case) == expected, case
