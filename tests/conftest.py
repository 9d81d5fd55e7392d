"""The tiers of the tests, and the fixture `impl`: every kernel test runs on the reference and on each instruction
set that this CPU has.

Plain `pytest` is the quick tier: without the tests marked `exhaustive`, and with a tenth of the examples of each
property. `pytest -m ""` runs everything; `pytest -m "exhaustive or hypothesis"` runs what the quick tier leaves
out: each test that draws has the marker `hypothesis`. The environment variable SHIPLAP_HYPOTHESIS names another
profile: "quick", "default", "thorough" with 5000 examples, or "mutation" (tests/mutation).
"""

from __future__ import annotations

import gc
import os
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from shiplap._core import cpu
from shiplap._core import text as core_provenance
from shiplap._core.boundaries import is_cut
from shiplap._core.regions import blocks
from shiplap._core.regions import omissions as core_omissions
from shiplap._core.text import Text
from shiplap._core.windows import Windows
from shiplap._data.heading_numbers import UNKNOWN
from shiplap._data.region_kinds import KINDS
from shiplap.plan import Plan, Row, Unit, replace
from shiplap.reference.boundaries import levels
from shiplap.reference.provenance import provenance
from shiplap.reference.regions import omissions, regions
from shiplap.reference.text import sizes
from shiplap.reference.windows import windows
from tests.support.postgres import server_with_pgvector

Pairs = list[tuple[int, int]]

#: For each chunk its rows: the number of each, and its part.
Joined = list[list[tuple[int, int, int]]]

#: Page, x0, y0, x1, y1.
Rectangle = tuple[int, float, float, float, float]

#: The directions of lines, by their numbers.
DIRECTIONS = ("ltr", "rtl", "ttb", "btt")

settings.register_profile("default", deadline=None, suppress_health_check=list(HealthCheck))
settings.register_profile("quick", settings.get_profile("default"), max_examples=10)
# each run of a mutant draws the same examples, and no failing one is made smaller
settings.register_profile(
    "mutation", settings.get_profile("default"), max_examples=50, derandomize=True, database=None,
    phases=(Phase.explicit, Phase.generate),
)  # fmt: skip
settings.register_profile("thorough", settings.get_profile("default"), max_examples=5000)


def pytest_configure(config: pytest.Config) -> None:
    """Load the profile of the tier, before any test module is imported."""
    tier = "quick" if config.getoption("markexpr") == "not exhaustive" else "default"
    settings.load_profile(os.environ.get("SHIPLAP_HYPOTHESIS", tier))


@pytest.fixture(scope="module", autouse=True)
def frozen() -> None:
    """Freeze what test modules and earlier tests hold: the collector would read all of it each time it runs."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URI of a server of PostgreSQL with pgvector."""
    with server_with_pgvector() as uri:
        yield uri


def columns(spans: Pairs) -> tuple[array[int], array[int]]:
    """Return the starts and the ends."""
    return array("q", [start for start, _ in spans]), array("q", [end for _, end in spans])


def joined(*found: Sequence[int]) -> Joined:
    """Return the rows of each chunk, from the columns of a join."""
    offsets, *each = found
    rows = list(zip(*each, strict=True))
    assert offsets[0] == 0 and offsets[-1] == len(rows)
    return [rows[start:end] for start, end in pairwise(offsets)]


def columns_of_boxes(
    rows: Pairs, boxes: Sequence[Rectangle], direction: Sequence[str] | None,
    edges: Sequence[Sequence[float]] | None,
) -> list[Any]:  # fmt: skip
    """Return the arguments of `boxes` for its table: spans, pages, coordinates, directions and edges."""
    page, *sides = zip(*boxes, strict=True) if boxes else [()] * 5
    found: list[Any] = [*columns(rows), array("q", page), *(array("d", each) for each in sides)]
    found.append(None if direction is None else array("b", map(DIRECTIONS.index, direction)))
    found.append(None if edges is None else array("f", chain.from_iterable(edges)))
    return found


def boxed(offsets: Sequence[int], page: Sequence[int], coordinates: Sequence[float]) -> list[list[Rectangle]]:
    """Return the boxes of each chunk."""
    found = list(zip(page, *(coordinates[side::4] for side in range(4)), strict=True))
    assert offsets[0] == 0 and offsets[-1] == len(found)
    return [found[start:end] for start, end in pairwise(offsets)]


@dataclass(frozen=True)
class Reference:
    """The reference, for tests that hold every implementation to the same answer."""

    name: str = "reference"

    def windows(
        self, text: str, plan: Plan, errors: str = "strict", given: Sequence[int] = (), headings: int = UNKNOWN
    ) -> Pairs:
        """Spans in characters."""
        return windows.windows(text, plan, errors, [given], headings=headings)

    def both(self, text: str, plan: Plan, given: Sequence[int] = ()) -> tuple[Pairs, Pairs]:
        """Spans in characters and in bytes, of the UTF-8 of a text."""
        spans = windows.windows(text, plan, given=[given])
        offset = {p: sizes.measure(text, 0, p, "bytes") for span in spans for p in span}
        return spans, [(offset[start], offset[end]) for start, end in spans]

    def boundaries(self, text: str, level: str) -> list[int]:
        """Return the inner boundaries of a level, in characters."""
        return [p for p in range(1, len(text)) if levels.is_boundary(text, p, level)]

    def headings_of(self, text: str, known: int = UNKNOWN, finds_looks: bool = True) -> int:
        """Return the headings that a text has (`shiplap._data.heading_looks`)."""
        return regions.headings_of(text, known, finds_looks)

    def blocks(self, text: str, grammar: str = "auto") -> list[Any]:
        """Return the regions of a text, headings without marks included: start, kind, level and place of the
        title."""
        return [tuple(block) for block in regions.blocks(text, grammar, True)]

    def decided_blocks(self, text: str, grammar: str, kept: Any) -> tuple[list[Any], Any]:
        """Return the same, with decisions that are kept; and the decisions."""
        found, decided = regions.decided_blocks(text, grammar, True, regions.Decided(*kept))
        return [tuple(block) for block in found], tuple(decided)

    def omissions(self, text: str, grammar: Any = "auto") -> Pairs:
        """Return the spans that contextual texts leave out."""
        return omissions.omissions(text, regions.blocks(text, grammar, True))

    def own(self, chunks: Pairs) -> list[int]:
        """Return the starts of chunks without their overlaps."""
        return provenance.own(*columns(chunks))

    def join(self, chunks: Pairs, rows: Pairs) -> Joined:
        """Return the rows of each chunk, and the part of each."""
        return joined(*provenance.join(*columns(chunks), *columns(rows)))

    def boxes(
        self, chunks: Pairs, rows: Pairs, boxes: Sequence[Rectangle], direction: Sequence[str] | None = None,
        edges: Sequence[Sequence[float]] | None = None, merge: Any = "line",
    ) -> list[list[Rectangle]]:  # fmt: skip
        """Return the boxes of each chunk: `boxes` and, if given, `direction` and `edges` are those of each row."""
        table = columns_of_boxes(rows, boxes, direction, edges)
        return boxed(*provenance.boxes(*columns(chunks), *table, merge))


@dataclass(frozen=True)
class Core:
    """The compiled core on one instruction set."""

    name: str

    def windows(
        self, text: str, plan: Plan, errors: str = "strict", given: Sequence[int] = (), headings: int = UNKNOWN
    ) -> Pairs:
        view = Text(text, errors)
        native, _ = Windows(plan).cut(view, [view.native(given)], headings)
        return list(native)

    def both(self, text: str, plan: Plan, given: Sequence[int] = ()) -> tuple[Pairs, Pairs]:
        data = Text(text.encode())
        native, measured = Windows(plan).cut(data, [data.native(given)])
        if measured is None:
            measured = data.convert(native, "characters")
        return list(measured), list(native)

    def boundaries(self, text: str, level: str) -> list[int]:
        view = Text(text, "surrogatepass")
        return [p for p in range(1, len(text)) if is_cut(view, p, level)]

    def headings_of(self, text: str, known: int = UNKNOWN, finds_looks: bool = True) -> int:
        plan = Plan(
            "characters", 1, 0, (Row("char", 0, 1),), (Unit("char", 1),), ("char",), finds_looks=finds_looks
        )
        return Windows(replace(plan, with_headings=plan)).headings_of(Text(text, "surrogatepass"), known)

    def blocks(self, text: str, grammar: str = "auto") -> list[Any]:
        return self.decided_blocks(text, grammar, (UNKNOWN, (), ()))[0]

    def decided_blocks(self, text: str, grammar: str, kept: Any) -> tuple[list[Any], Any]:
        native, kinds, infos, decided = blocks(Text(text, "surrogatepass"), grammar, True, kept)
        rows = zip(native, kinds, infos, strict=True)
        return [(start, KINDS[kind], level, tuple(info)) for (start, _), (kind, level), info in rows], decided

    def omissions(self, text: str, grammar: str = "auto") -> Pairs:
        view = Text(text, "surrogatepass")
        return list(core_omissions(view, *blocks(view, grammar, True)[:3]))

    def own(self, chunks: Pairs) -> list[int]:
        return list(core_provenance.own(*columns(chunks)))

    def join(self, chunks: Pairs, rows: Pairs) -> Joined:
        return joined(*core_provenance.join(*columns(chunks), *columns(rows)))

    def boxes(
        self, chunks: Pairs, rows: Pairs, boxes: Sequence[Rectangle], direction: Sequence[str] | None = None,
        edges: Sequence[Sequence[float]] | None = None, merge: Any = "line",
    ) -> list[list[Rectangle]]:  # fmt: skip
        table = columns_of_boxes(rows, boxes, direction, edges)
        return boxed(*core_provenance.boxes(*columns(chunks), *table, merge))


IMPLEMENTATIONS: list[Any] = [Reference(), *(Core(name) for name in cpu.supported())]


@pytest.fixture(params=IMPLEMENTATIONS, ids=lambda impl: impl.name)
def impl(request: pytest.FixtureRequest) -> Iterator[Any]:
    """One implementation after the other."""
    before = cpu.current()
    if isinstance(request.param, Core):
        cpu.use(request.param.name)
    yield request.param
    cpu.use(before)


@pytest.fixture
def cores() -> Iterator[Callable[[], Iterator[Core]]]:
    """A function that gives the core on one instruction set after the other, for one answer of the reference."""
    before = cpu.current()

    def each() -> Iterator[Core]:
        for name in cpu.supported():
            cpu.use(name)
            yield Core(name)

    yield each
    cpu.use(before)


@pytest.fixture(params=cpu.supported())
def isa(request: pytest.FixtureRequest) -> Iterator[str]:
    """One instruction set after the other, for tests of what only the core has."""
    before = cpu.current()
    cpu.use(request.param)
    yield request.param
    cpu.use(before)


@pytest.fixture
def isa_core(isa: str) -> Core:
    """The core on one instruction set after the other, for tests against the reference."""
    return Core(isa)
