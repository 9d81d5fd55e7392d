"""Packing mixed documents: literals, the least cost, and the core against the reference."""

from __future__ import annotations

import itertools
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core import packing as core
from shiplap._core.boundaries import Lexicon
from shiplap._core.outline import convert
from shiplap._core.packing import Layout
from shiplap._core.text import Spans, Text
from shiplap._data.packing_costs import (
    CHUNK,
    CODE,
    CODE_0,
    CODE_4,
    CODE_5,
    COST,
    DATA,
    DATA_0,
    DATA_1,
    DATA_2,
    DATA_3,
    DATA_4,
    DATA_5,
    GRADE,
    HEADED,
    INTRO,
    ITEM,
    KINDS,
    LED,
    LED_ITEM,
    ORIGINS,
    PARAGRAPH,
    PROSE,
    REGION,
    ROW,
    SECTION,
    SENTENCE,
    TABLE,
    WORD,
)
from shiplap._data.region_kinds import KINDS as REGIONS
from shiplap.levels import LEVELS
from shiplap.reference.packing import break_points as reference_break_points
from shiplap.reference.packing import documents as reference_documents
from shiplap.reference.packing import pack as reference
from shiplap.reference.packing import starts as reference_starts
from shiplap.reference.packing.break_points import Region
from shiplap.reference.packing.pack import Run
from shiplap.reference.regions.regions import blocks
from shiplap.reference.text.sizes import measure
from tests.kernels.packing.test_code import pack_core
from tests.support.cases import cases
from tests.support.documents import documents, tails
from tests.support.drawn import arguments
from tests.support.hostile import texts

Packed = tuple[list[int], list[int], list[bool]]


def pack_by_core(
    m: list[int],
    ranks: list[int],
    runs: list[Run],
    limits: list[int],
    overlaps: list[int],
    extras: list[int],
    first: int = 0,
    limiting: Sequence[Run] = (),
) -> Packed:
    ends, lows, words = core.pack(
        array("q", m), array("b", ranks), columns(runs), limits, overlaps, array("q", extras) if extras else None,
        first, columns(limiting or runs),
    )  # fmt: skip
    return list(ends), list(lows), [bool(word) for word in words]


def columns(runs: Sequence[Run]) -> tuple[array[int], array[int]]:
    """Return the ends and the kinds of runs."""
    return array("q", [run.end for run in runs]), array("b", [run.kind for run in runs])


@pytest.fixture(params=[reference.pack, pack_by_core], ids=["reference", "core"])
def pack(request: pytest.FixtureRequest) -> Any:
    return request.param


@cases(
    ("m", "ranks", "runs", "ends", "lows"),
    [
        # limits: prose 20, code and data 10, table 30; overlaps: 4, 3, 5
        ([0], [REGION], [], [], []),
        ([0, 5], [REGION, REGION], [Run(5, PROSE)], [1], [0]),
        # sentences: as many as fit; the last of them again, where it is near enough
        ([0, 9, 18, 27], [REGION, SENTENCE, SENTENCE, REGION], [Run(27, PROSE)], [2, 3], [0, 14]),
        # different kinds share a chunk, within the largest of their limits
        ([0, 8, 16, 24], [REGION, INTRO, REGION, REGION], [Run(8, 0), Run(16, 1), Run(24, 0)], [2, 3], [0, 16]),
        ([0, 8, 16, 24], [REGION, INTRO, REGION, REGION], [Run(8, 0), Run(16, 2), Run(24, 0)], [3], [0]),
        # each part within its own
        ([0, 8, 16, 24], [REGION, CODE_0, REGION, REGION], [Run(16, 1), Run(24, 0)], [1, 3], [0, 6]),
        # what introduces a table stays with it
        ([0, 9, 18, 33], [REGION, SENTENCE, INTRO, REGION], [Run(18, 0), Run(33, 2)], [1, 3], [0, 5]),
        # the overlap yields to what cannot enter with it
        ([0, 18, 37], [REGION, SENTENCE, REGION], [Run(37, 0)], [1, 2], [0, 17]),
        # nothing is repeated across a heading
        ([0, 18, 30], [REGION, SECTION, REGION], [Run(30, 0)], [1, 2], [0, 18]),
        # what is too long stays, for the caller
        ([0, 5, 50, 55], [REGION, SENTENCE, SENTENCE, REGION], [Run(55, 0)], [1, 2, 3], [0, 5, 46]),
        # a chunk that begins in a record of data ends with it, if it has much of it; else it goes on
        ([0, 8, 12, 17, 22, 26], [REGION, DATA_2, DATA_1, DATA_2, DATA_1, REGION], [Run(26, 1)],
         [1, 2, 4, 5], [0, 5, 12, 19]),
        ([0, 10, 11, 19, 28], [REGION, DATA_2, DATA_1, DATA_2, REGION], [Run(28, 1)], [1, 3, 4], [0, 9, 18]),
        # rows
        ([0, 20, 40, 45], [REGION, ROW, ROW, REGION], [Run(45, 2)], [1, 3], [0, 15]),
    ],
)
def test_literals(
    pack: Any, m: list[int], ranks: list[int], runs: list[Run], ends: list[int], lows: list[int]
) -> None:
    found = pack(m, ranks, runs, [20, 10, 30, 10], [4, 3, 5, 3], [])
    assert found[:2] == (ends, lows)


@pytest.mark.parametrize(
    ("m", "ranks", "runs", "limits", "overlaps", "options", "ends", "lows"),
    [
        # what is left of a record counts in units of the limit of code, unless the text begins with data: to leave
        # the record at 10 costs 60 + 300 * 5 / 20, less than the end before a table (45) and one more chunk
        ([0, 10, 15, 17], [REGION, DATA_1, INTRO, REGION], [Run(17, PROSE)], [10, 20, 20, 5], [3, 19, 0, 0], {},
         [1, 3], [0, 7]),
        ([0, 10, 15, 17], [REGION, DATA_1, INTRO, REGION], [Run(17, DATA)], [10, 5, 20, 10], [3, 0, 0, 3], {},
         [1, 2, 3], [0, 7, 15]),
        # it is the first kind that decides
        ([0, 12, 20, 30, 32, 42], [REGION, SECTION, DATA_1, DATA_2, SECTION, REGION],
         [Run(12, DATA), Run(34, CODE), Run(42, PROSE)], [20, 5, 5, 20], [3, 0, 3, 3],
         {"extras": [0, 2, 0, 4, 0, 0]}, [1, 2, 3, 5], [0, 12, 20, 30]),
        # a break point of the same level does not end a record, and the last level has no costs of leaving
        ([0, 2, 3, 6], [REGION, DATA_5, DATA_0, REGION], [Run(6, CODE)], [20, 5, 20, 30], [0, 3, 19, 3], {},
         [2, 3], [0, 1]),
        ([0, 10, 12, 14, 22, 24], [REGION, DATA_5, DATA_2, DATA_4, DATA_3, REGION], [Run(24, PROSE)],
         [10, 10, 10, 30], [9, 9, 0, 29], {}, [1, 3, 5], [0, 4, 14]),
        # the first chunk leaves the record that it begins in, too
        ([0, 12, 24, 32], [REGION, DATA_1, DATA_2, REGION], [Run(32, DATA)], [5, 10, 5, 30], [0, 3, 3, 29],
         {"first": 1}, [3], [2]),
        # a chunk that begins where a run ends has left the record
        ([0, 12, 22, 25, 30], [REGION, SECTION, DATA_2, SECTION, REGION], [Run(12, PROSE), Run(30, TABLE)],
         [30, 10, 20, 10], [0, 0, 3, 9], {"extras": [4, 2, 1, 1, 3], "limiting": [Run(22, DATA)]},
         [1, 2, 4], [0, 12, 19]),
        # a chunk inside a record and a run pays nothing for what it does not leave
        ([0, 10, 20, 25, 25, 37], [REGION, SECTION, DATA_1, SECTION, REGION, REGION],
         [Run(10, CODE), Run(37, TABLE)], [20, 5, 5, 10], [19, 3, 3, 3], {}, [1, 2, 3, 4, 5], [0, 10, 20, 25, 25]),
        ([0, 5, 6, 16, 19, 31], [REGION, REGION, SECTION, DATA_1, DATA_2, REGION],
         [Run(5, TABLE), Run(31, PROSE)], [30, 20, 20, 20], [3, 3, 19, 19], {}, [2, 5], [0, 6]),
        ([0, 3, 13, 16, 17, 20, 25], [REGION, CODE_4, DATA_5, LED, LED_ITEM, WORD, REGION],
         [Run(16, CODE), Run(25, CODE)], [30, 30, 5, 10], [29, 3, 4, 9],
         {"extras": [1, 3, 0, 0, 2, 3, 1], "limiting": [Run(2, TABLE)]}, [1, 2, 4, 5, 6], [0, 0, 10, 16, 17]),
        # a chunk whose overlap begins with its run is inside the run: it ends at DATA_1, which costs less
        ([0, 8, 10, 16], [REGION, DATA_1, DATA_2, REGION], [Run(5, TABLE), Run(16, PROSE)], [12, 10, 12, 10],
         [3, 3, 3, 3], {}, [1, 3], [0, 5]),
        # without its overlap too, a chunk pays for the record that it leaves, and for the overlap
        ([0, 3, 3, 13], [REGION, DATA_0, DATA_3, REGION], [Run(13, DATA)], [10, 5, 30, 10], [9, 4, 29, 9], {},
         [1, 3], [0, 3]),
        ([0, 12, 24, 34, 44], [REGION, DATA_2, DATA_2, DATA_2, REGION], [Run(44, PROSE)], [30, 30, 30, 10],
         [29, 3, 3, 3], {}, [2, 4], [0, 14]),
        ([0, 5, 17, 18, 23], [REGION, DATA_2, DATA_2, DATA_3, REGION], [Run(23, CODE)], [10, 20, 10, 10],
         [9, 19, 9, 9], {}, [3, 4], [0, 3]),
        # the context of each chunk counts with its own start
        ([0, 12, 15, 27], [REGION, DATA_4, CODE_5, REGION], [Run(27, DATA)], [5, 10, 10, 30], [3, 0, 3, 29],
         {"extras": [0, 4, 2, 2]}, [2, 3], [0, 0]),
    ],
)  # fmt: skip
def test_records_runs_and_contexts(
    pack: Any, m: list[int], ranks: list[int], runs: list[Run], limits: list[int], overlaps: list[int],
    options: dict[str, Any], ends: list[int], lows: list[int],
) -> None:  # fmt: skip
    found = pack(m, ranks, runs, limits, overlaps, **{"extras": [], **options})
    assert found[:2] == (ends, lows)


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Places, runs and sizes. Runs end at places of the ranks that regions have, as they nearly always do."""
    steps = draw(st.lists(st.integers(0, 12) | st.integers(1, 3), min_size=1, max_size=16))
    m = [0, *itertools.accumulate(steps)]
    ranks = [REGION, *(draw(st.integers(0, DATA_5)) for _ in steps[1:]), REGION]
    ends = [p for p, rank in zip(m[1:-1], ranks[1:-1], strict=True) if draw(st.booleans()) and rank in ORIGINS]
    if draw(st.integers(0, 5)) == 0:
        ends += draw(st.lists(st.integers(0, m[-1]), max_size=3))
    kinds = st.integers(0, len(KINDS) - 1)
    runs = [Run(end, draw(kinds)) for end in [*sorted(ends), m[-1]]]
    others = draw(st.just([]) | st.lists(st.integers(0, m[-1]), max_size=4))
    limiting = [Run(end, draw(kinds)) for end in sorted(others)]
    limits = [draw(st.integers(1, 30)) for _ in KINDS]
    return draw(
        arguments(
            reference.pack, m=st.just(m), ranks=st.just(ranks), runs=st.just(runs), limits=st.just(limits),
            overlaps=st.tuples(*(st.integers(0, limit - 1) | st.just(limit - 1) for limit in limits)),
            extras=st.just([]) | st.lists(st.integers(0, 6), min_size=len(m), max_size=len(m)),
            first=st.just(0) | st.integers(0, len(m) - 1),
            limiting=st.just(limiting),
        )
    )  # fmt: skip


@given(case=cases())
def test_pack_is_the_reference(case: Any) -> None:
    assert pack_by_core(**case) == reference.pack(**case)


@given(case=cases())
def test_laws_of_pack(case: Any) -> None:
    m, runs, limits, overlaps = case["m"], case["runs"], case["limits"], case["overlaps"]
    ends, lows, _ = pack_by_core(**{**case, "extras": [], "first": 0, "limiting": []})
    assert ends == sorted(set(ends)) and ends[-1] == len(m) - 1
    start = 0
    for end, low in zip(ends, lows, strict=True):
        assert m[start] - overlaps[reference.kind_at(runs, m[start])] <= low <= m[start] or start == 0
        if end > start + 1 or reference.fits(m[start], m[start], m[end], runs, runs, limits):
            assert reference.fits(low, low, m[end], runs, runs, limits)
        start = end


def limiting_by_core(source: str | bytes, regions: list[Region], limits: list[int]) -> list[tuple[int, int]]:
    """Return the runs in characters: the end and the kind of each."""
    text = source if isinstance(source, str) else source.decode()
    offsets = [p if source is text else len(text[:p].encode()) for p in range(len(text) + 1)]
    ends, kinds = core.limiting_runs(layout_of(source, regions, offsets), limits)
    return list(zip(ends, kinds, strict=True))


@pytest.mark.parametrize(
    ("text", "runs"),
    [
        # limits: prose 20, code 10, table 30, data 5; the regions, which `|` divides: prose, code, prose, table,
        # code
        ("a |x||t|y", [(1, PROSE), (3, CODE), (4, TABLE), (5, CODE)]),
        # white space between two kinds belongs to the one with the smaller limit
        ("a | x |b |t | y", [(1, PROSE), (5, CODE), (7, PROSE), (8, TABLE), (11, CODE)]),
        # regions of white space have no kind, nor has white space at the ends of the text
        (" |x|  | t| ", [(5, CODE), (7, TABLE)]),
        ("a| | |t |\t", [(3, PROSE), (6, TABLE)]),
        (" |\n|||", []),
        # the last of two kinds is the one before the white space
        ("|x|a || y", [(1, CODE), (2, PROSE), (5, CODE)]),
    ],
)
def test_the_runs_that_limit_chunks_without_white_space_at_their_ends(
    text: str, runs: list[tuple[int, int]]
) -> None:
    ends = list(itertools.accumulate(map(len, text.split("|"))))
    kinds: list[Any] = ["prose", "code", "prose", "table", "code"]
    regions = [Region(a, b, kind, False) for a, b, kind in zip([0, *ends], ends, kinds, strict=False) if a < b]
    text, limits = text.replace("|", ""), [20, 10, 30, 5]
    spans, names = [(region.start, region.end) for region in regions], [region.kind for region in regions]
    assert reference_documents.limiting_runs(text, spans, names, limits) == runs
    assert limiting_by_core(text, regions, limits) == runs


@given(text=documents | texts, limits=st.permutations([1, 2, 3, 4]) | st.just([5, 5, 9, 7]))
def test_limiting_runs_are_the_reference(text: str, limits: list[int]) -> None:
    regions = regions_of(text[:1000], [False])
    spans, names = [(region.start, region.end) for region in regions], [region.kind for region in regions]
    expected = reference_documents.limiting_runs(text[:1000], spans, names, limits)
    for source in (text[:1000], text[:1000].encode()):
        assert limiting_by_core(source, regions, limits) == expected


@given(steps=st.lists(st.integers(1, 9), min_size=1, max_size=8), limit=st.integers(9, 30), data=st.data())
def test_no_way_to_cut_costs_less(steps: list[int], limit: int, data: st.DataObject) -> None:
    m = [0, *itertools.accumulate(steps)]
    ranks = [REGION, *(data.draw(st.sampled_from([SECTION, SENTENCE, WORD])) for _ in steps[1:]), REGION]

    def cost(ends: tuple[int, ...]) -> int:
        return sum(CHUNK + COST[ranks[end]] for end in ends)

    inner = range(1, len(m) - 1)
    ways = [
        (*way, len(m) - 1) for size in range(len(m)) for way in itertools.combinations(inner, size)
        if all(m[b] - m[a] <= limit for a, b in itertools.pairwise((0, *way, len(m) - 1)))
    ]  # fmt: skip
    ends = pack_by_core(m, ranks, [Run(m[-1], PROSE)], [limit] * 4, [0] * 4, [])[0]
    assert cost(tuple(ends)) == min(map(cost, ways))


# ---- places


def regions_of(text: str, whole: list[bool], grammar: Any = "auto") -> list[Region]:
    found = blocks(text, grammar)
    ends = [block.start for block in found[1:]] + [len(text)] * bool(found)
    return [
        Region(block.start, end, block.kind, whole[k % len(whole)])
        for k, (block, end) in enumerate(zip(found, ends, strict=True))
    ]


def layout_of(source: str | bytes, regions: list[Region], offsets: Sequence[int]) -> Layout:
    """Return the regions of a text for the core; `offsets`: of each of its code points."""
    native = Spans.of((offsets[region.start], offsets[region.end]) for region in regions)
    kinds = Spans.of((REGIONS.index(region.kind), 0) for region in regions)
    layout = Layout(Text(source), native, kinds)
    layout.whole = bytes(region.whole for region in regions)
    return layout


def places_by_core(
    source: str | bytes, regions: list[Region], inner: list[tuple[int, int]], level: Any, limit: int = 10**9
) -> tuple[list[tuple[int, int]], bool]:
    """Return the places in characters, and whether a list may be among them."""
    text = source if isinstance(source, str) else source.decode()
    offsets = [p if source is text else len(text[:p].encode()) for p in range(len(text) + 1)]
    layout = layout_of(source, regions, offsets)
    layout.inner = array("q", [offsets[p] for p, _ in inner])
    layout.inner_ranks = array("b", [rank for _, rank in inner])
    at, ranks, has_items = core.places(layout, LEVELS.index(level), Lexicon(), [limit] * 3)
    back = {offset: p for p, offset in enumerate(offsets)}
    return [(back[p], rank) for p, rank in zip(at, ranks, strict=True)], has_items


def places_by_reference(
    text: str, regions: list[Region], inner: list[tuple[int, int]], level: Any, limit: int = 10**9
) -> list[tuple[int, int]]:
    return reference_break_points.places(text, regions, inner, level, lambda p: p, [limit] * len(regions))


def test_places_of_literals(isa: str) -> None:
    def places(
        text: str, kinds: list[Any], *inner: tuple[int, int], whole: bool = False, limit: int = 10**9
    ) -> Any:
        """Return the places within a text whose regions `|` divides."""
        ends = list(itertools.accumulate(map(len, text.split("|"))))
        regions = [Region(a, b, kind, whole) for a, b, kind in zip([0, *ends], ends, kinds, strict=False)]
        text = text.replace("|", "")
        found = places_by_reference(text, regions, list(inner), "sentence-standard", limit)
        for source in (text, text.encode()):
            assert places_by_core(source, regions, list(inner), "sentence-standard", limit)[0] == found
        assert found[0] == (0, REGION) and found[-1] == (len(text), REGION)
        return found[1:-1]

    # one code point after the start of a region; but not where a region of another kind, or a whole one, begins
    assert places("。a。b", ["prose"]) == [(1, SENTENCE), (3, SENTENCE)]
    assert places("b|。a。|b", ["prose", "table", "code"]) == [(1, INTRO), (4, REGION)]
    assert places("。a。b", ["prose"], whole=True) == []
    # what is known of the inside of a table counts there alone
    inner = [(p, ROW) for p in range(6)]
    assert places("ab|cde", ["prose", "table"], *inner) == [(2, INTRO), (3, ROW), (4, ROW)]
    assert places("ab|cde", ["prose", "table"], *inner, whole=True) == [(2, INTRO)]
    assert places("ab|c\u0301e", ["prose", "table"], *inner) == [(2, INTRO), (4, ROW)]
    # a lead-in, and a label, before what they lead to
    assert places("So.\n|So:\n\nIt rains.\n\n**Now**\n\nIt pours.", ["heading", "prose"]) == [
        (4, HEADED), (9, LED), (20, PARAGRAPH), (29, LED),
    ]  # fmt: skip
    kinds = ["prose", "code", "prose", "table", "prose", "heading"]
    assert places("So:\n|x|So:\n|y|So:\n|z", kinds, whole=True) == [
        (4, HEADED), (5, REGION), (9, HEADED), (10, REGION), (14, HEADED),
    ]  # fmt: skip
    assert places("So:\n\n|- It is. So.\n- c:\n- d\n", ["prose", "list"]) == [
        (5, LED), (14, SENTENCE), (18, ITEM), (23, LED_ITEM),
    ]  # fmt: skip
    # a run of short blocks that is whole, unless the heading and the lead before it do not fit with it
    text, kinds = "It rains.\n|# H\n\n|So:\n|- a.\n- b.\n", ["prose", "heading", "prose", "list"]
    ends = [(10, SECTION), (15, HEADED), (19, LED)]
    assert places(text, kinds, whole=True, limit=19) == ends
    assert places(text, kinds, whole=True, limit=18) == [*ends, (24, ITEM)]
    # the heading begins the text, so that the limit is met by the size of both
    text, kinds = "# H\n\n|- a.\n- b.\n", ["heading", "list"]
    assert places(text, kinds, whole=True, limit=15) == [(5, HEADED)]
    assert places(text, kinds, whole=True, limit=14) == [(5, HEADED), (10, ITEM)]
    # no heading is before the run, or it is not a run: the caller has decided
    assert places("- a.\n- b.\n", ["list"], whole=True, limit=5) == []
    assert places("# H\n\n|x\ny\n", ["heading", "table"], (7, ROW), whole=True, limit=6) == [(5, HEADED)]
    # a run that ends with a lead, unless it fits with the code or the table that it leads to
    for kind in ("code", "table"):
        assert places("- a.\n- So:\n|x\n", ["list", kind], whole=True, limit=13) == [(11, HEADED)]
        assert places("- a.\n- So:\n|x\n", ["list", kind], whole=True, limit=12) == [(5, ITEM), (11, HEADED)]
    assert places("- a.\n- So:\n|x\n", ["list", "prose"], whole=True, limit=12) == [(11, LED)]
    assert places("- a.\n- So.\n|x\n", ["list", "code"], whole=True, limit=12) == [(11, INTRO)]
    kinds = ["heading", "list", "code"]
    text, ends = "# H\n\n|- a.\n- So:\n|x\n", [(5, HEADED), (16, HEADED)]
    assert places(text, kinds, whole=True, limit=18) == ends
    assert places(text, kinds, whole=True, limit=17) == [ends[0], (10, ITEM), ends[1]]


@given(text=documents | texts, tail=tails, whole=st.lists(st.booleans(), min_size=1, max_size=4), data=st.data())
def test_places_are_the_reference(isa: str, text: str, tail: str, whole: list[bool], data: st.DataObject) -> None:
    text = text[:3000] + tail
    regions = regions_of(text, whole)
    drawn = data.draw(st.sets(st.integers(0, len(text)), max_size=8))
    inner = [(p, CODE_0 + p % 6) for p in sorted(drawn)]
    level = data.draw(st.sampled_from(["sentence-standard", "sentence-simple"]))
    limit = data.draw(st.integers(1, 200))
    expected = places_by_reference(text, regions, inner, level, limit)
    for source in (text, text.encode()):
        found, has_items = places_by_core(source, regions, inner, level, limit)
        assert found == expected
        if not has_items:
            rooms = [len(text)] * len(regions)
            kept = reference_break_points.keep_lists(text, regions, expected, lambda p: p, rooms)
            assert kept == expected


list_pieces = st.sampled_from(
    ["- a.\n", "- b.\n\n", "  more.\n", "\u3000- c.\n", "(a) It rains.\n\n", "(b) x.\n", "Ann: é.\n\n",
     "Bob: 漢。\n", "It rains. It pours.\n\n", "# H\n\n", "So:\n", "\n", "😀 a.\n", "* d. e.\n", "  1. f.\n\n",
     "2. g. ", "So:\n\n", "- h:\n", "**So**\n\n", "Q: so?\n", "```\ni\n```\n", "\n      j = 1\n"]
)  # fmt: skip


class Lists(NamedTuple):
    """A text whose lists are kept within a limit. `sizes`: what stands before a chunk in each region, in turn;
    `ends`: the ends of regions of prose, in place of those that the text has; `whole`: whether code is kept
    whole."""

    text: str
    limit: int
    grammar: Any = "markdown"
    sizes: list[int] | None = None
    unit: Any = "characters"
    ends: tuple[int, ...] = ()
    whole: bool = False

    @property
    def regions(self) -> list[Region]:
        if self.ends:
            return [Region(start, end, "prose", False) for start, end in itertools.pairwise((0, *self.ends))]
        found = regions_of(self.text, [False], self.grammar)
        return [region._replace(whole=self.whole and region.kind == "code") for region in found]

    @property
    def before(self) -> list[int]:
        return [0 if self.sizes is None else self.sizes[k % len(self.sizes)] for k in range(len(self.regions))]

    @property
    def places(self) -> list[tuple[int, int]]:
        """All break points."""
        return places_by_reference(self.text, self.regions, [], "sentence-standard")

    def measure(self, p: int) -> int:
        return measure(self.text, 0, p, self.unit)


def lists_by_reference(case: Lists) -> list[tuple[int, int]]:
    rooms = [case.limit - size for size in case.before]
    return reference_break_points.keep_lists(case.text, case.regions, case.places, case.measure, rooms)


def lists_by_core(case: Lists) -> list[tuple[int, int]]:
    """Return the same for a str and its UTF-8."""
    text, regions, places = case.text, case.regions, case.places
    found = []
    for source in (text, text.encode()):
        offsets = (
            [len(text[:p].encode()) for p in range(len(text) + 1)] if source is not text else range(len(text) + 1)
        )
        layout = layout_of(source, regions, offsets)
        layout.ends = array("q", [case.measure(region.end) for region in regions])
        layout.sizes = None if case.sizes is None else array("q", case.before)
        kept = core.keep_lists(
            layout, array("q", [offsets[p] for p, _ in places]), array("b", [rank for _, rank in places]),
            array("q", [case.measure(p) for p, _ in places]), (case.limit, 0, 0),
        )  # fmt: skip
        back = {offset: p for p, offset in enumerate(offsets)}
        found.append(places if kept is None else [(back[at], rank) for at, rank in zip(*kept, strict=True)])
    assert found[0] == found[1]
    return found[0]


@pytest.mark.parametrize("kept", [lists_by_reference, lists_by_core])
def test_lists_are_kept_within_their_limit(kept: Any) -> None:
    def places(text: str, limit: int, **options: Any) -> list[int]:
        return [p for p, _ in kept(Lists(text, limit, **options))][1:-1]

    # two items of 5 characters, and the heading of 5 before them
    assert places("- a.\n- b.\n", 9) == [5] and places("- a.\n- b.\n", 10) == []
    assert places("# H\n\n- a.\n- b.\n", 14) == [5, 10] and places("# H\n\n- a.\n- b.\n", 15) == [5]
    # the lead before them counts too, and the heading before the lead
    for grammar in ("plain", "markdown"):
        assert places("It is.\n\nSo:\n- a.\n- b.\n", 13, grammar=grammar) == [8, 12, 17]
        assert places("It is.\n\nSo:\n- a.\n- b.\n", 14, grammar=grammar) == [8, 12]
    assert places("# H\n\nSo:\n\n- a.\n- b.\n", 19) == [5, 10, 15]
    assert places("# H\n\nSo:\n\n- a.\n- b.\n", 20) == [5, 10]
    assert places("- a:\n- b:\n\n- c.\n", 16) == []
    # a paragraph before is not a heading, and the heading of another region does not count
    assert places("It rains.\n\n- a.\n- b.\n", 10) == [11]
    assert places("# H\n\nIt rains.\n\n- a.\n- b.\n", 10) == [5, 16]
    # items of another style are a part of the item above if they are indented more
    assert places("- a.\n  1. b.\n- c.\n", 18) == [] and places("- a.\n1. b.\n2. c.\n", 18) == [5]
    assert places("- a.\n- c.\n  1. b.\n", 18) == [] and places("- a.\nMore.\n- b.\n", 16) == []
    assert places("It rains.\n\n- a.\n- b.\n", 9) == [11, 16]
    # only the headings right before count, wherever they stand
    assert places("It rains.\n\n# H\n\n- a.\n- b.\n", 15) == [11, 16]
    # a line that is no item goes on with the one above, and so do paragraphs that are indented more
    assert places("- It rains.\nIt pours.\n- b.\n", 27) == []
    assert places("- a.\n\n  1. b.\n\n- c.\n", 20) == [] and places("- a.\n\n1. b.\n\n- c.\n", 18) == [6, 13]
    # a sentence within an item does not end the list
    assert places("- It rains. It pours.\n- b.\n", 27) == []
    # in plain text a list need not begin its region
    for limit, found in ((9, [11, 16]), (10, [11])):
        assert places("It rains.\n\n- a.\n- b.\n", limit, grammar="plain") == found
    assert places("It rains.\n\n- a.\n  1. b.\n- c.\n", 18, grammar="plain") == [11]
    assert places("  - a.\n\n  - b.\n", 15, grammar="plain") == []
    # nor does it go on in the next region
    assert places("- It rains. It pours.\n- b.\n", 99, ends=(22, 27)) == [12, 22]
    # the code that a lead at the end leads to counts, if it is kept whole
    for limit, found in ((21, [11]), (20, [5, 11])):
        assert places("- a.\n- So:\n```\nx\n```\n", limit, whole=True) == found
        assert places("- a.\n- So:\n```\nx\n```\n", limit) == [11]
        assert places("- a.\n- So.\n```\nx\n```\n", limit, whole=True) == [11]
    # one item is not a list: it keeps its sentences
    assert places("- It rains. It pours.\n", 99) == [12]
    assert places("It rains.\n\n- It rains. It pours.\n", 99) == [11, 23]


@given(
    case=st.builds(
        Lists,
        text=st.lists(list_pieces, max_size=25).map("".join),
        limit=st.integers(1, 80),
        sizes=st.none() | st.lists(st.integers(0, 20), min_size=1, max_size=3),
        grammar=st.sampled_from(["plain", "markdown"]),
        unit=st.sampled_from(["characters", "bytes"]),
        ends=st.just(()),
        whole=st.booleans(),
    )
)
def test_lists_are_kept_as_in_the_reference(isa: str, case: Lists) -> None:
    assert lists_by_core(case) == lists_by_reference(case)


def keeps_by_core(measured: list[int], kinds: list[str], limits: list[int], sizes: list[int]) -> list[bool]:
    layout = Layout(Text(""), Spans(), Spans.of((REGIONS.index(kind), 0) for kind in kinds))
    layout.ends, layout.sizes = array("q", measured), array("q", sizes)
    whole, rows = core.keeps(layout, limits)
    kept = [bool(flag) for flag in whole]
    assert rows == [k for k, kind in enumerate(kinds) if kind in ("code", "table", "data") and not kept[k]]
    return kept


@pytest.mark.parametrize("keeps", [reference_break_points.keeps, keeps_by_core])
def test_which_regions_are_kept_whole(keeps: Any) -> None:
    kinds = ["prose", "heading", "heading", "list", "footnote", "code", "table"]
    ends = [10, 20, 30, 40, 50, 60, 70]
    none = [0] * 7
    assert keeps(ends, kinds, [30, 10, 10, 10], none) == [False, True, True, True, True, True, True]
    assert keeps(ends, kinds, [29, 9, 10, 10], none) == [False, True, True, True, True, False, True]
    assert keeps(ends, kinds, [9, 10, 9, 10], none) == [False, False, False, False, False, True, False]
    assert keeps([10], ["code"], [99, 9, 99, 99], [0]) == [False]
    assert keeps([10], ["data"], [99, 99, 99, 9], [0]) == [False]
    assert keeps(ends, kinds, [29, 10, 10, 10], [0, 0, 0, 20, 19, 1, 0]) == [
        False, True, True, False, True, False, True,
    ]  # fmt: skip


@given(
    regions=st.lists(st.tuples(st.sampled_from(REGIONS), st.integers(1, 9), st.integers(0, 3)), max_size=12),
    limits=st.lists(st.integers(1, 20), min_size=len(KINDS), max_size=len(KINDS)),
)
def test_kept_regions_are_those_of_the_reference(regions: list[tuple[str, int, int]], limits: list[int]) -> None:
    ends = list(itertools.accumulate(size for _, size, _ in regions))
    case = ends, [kind for kind, _, _ in regions], limits, [before for _, _, before in regions]
    assert keeps_by_core(*case) == reference_break_points.keeps(*case)


@given(data=st.data())
def test_sites_are_the_reference(data: st.DataObject) -> None:
    positions = sorted(data.draw(st.sets(st.integers(1, 60), max_size=20)))
    cuts = sorted(data.draw(st.sets(st.integers(0, 60), max_size=8)))
    extents = [(a, min(a + 2, b), b) for a, b in itertools.pairwise(cuts)]
    size = data.draw(st.integers(1, 30))
    ranks = [p % 6 for p in positions]
    rows = array("q", [n for start, begin, end in extents for n in (1, 0, 0, start, begin, begin, end, -1, 0)])
    lines = array("q", positions)
    for lowest in (DATA_0, CODE_0):
        at, found = core.sites(lines, array("b", ranks), lines, rows, (0, 61), size, 0, lowest)
        expected = reference_break_points.sites(positions, ranks, positions, extents, (0, 61), size, lowest)
        assert list(zip(at, found, strict=True)) == expected
    # what code.pack does with them is what pack does
    packed = pack_core(positions, ranks, extents, 61, size)
    m, by_rank = [0, *at, 61], [REGION, *found, REGION]
    assert packed == [m[end] for end in pack_by_core(m, by_rank, [Run(61, CODE)], [size] * 4, [0] * 4, [])[0]]


# ---- starts


@st.composite
def start_cases(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of `starts`: break points of a text, and which of them are ends, as `pack` gives them."""
    text = draw(texts.map(lambda text: text[:400]).filter(str.strip))
    inner = sorted(draw(st.sets(st.integers(1, max(1, len(text) - 1)), max_size=12)))
    at = [0, *(p for p in inner if 0 < p < len(text)), len(text)]
    place = draw(st.just(0) | st.integers(0, len(at) - 2))
    ends = sorted(draw(st.sets(st.integers(place + 1, len(at) - 1))) | {len(at) - 1})
    lows, least = [], 0
    for start in (place, *ends[:-1]):
        least = max(least, min(at[start], at[start] - draw(st.integers(0, 30))))
        lows.append(least)
    words = st.lists(st.booleans(), min_size=len(ends), max_size=len(ends))
    ranks = st.lists(st.integers(0, WORD), min_size=len(at) - 2, max_size=len(at) - 2)
    return draw(
        arguments(
            reference_starts.starts, text=st.just(text), at=st.just(at), ends=st.just(ends), lows=st.just(lows),
            words=words, ranks=ranks.map(lambda ranks: [REGION, *ranks, REGION]), place=st.just(place),
            before=st.just(-1) | st.integers(-1, at[place] - 1),
        )
    )  # fmt: skip


@given(case=start_cases())
def test_starts_are_the_reference(isa: str, case: dict[str, Any]) -> None:
    text, before = case["text"], case["before"]
    expected = reference_starts.starts(**case)
    for source in (text, text.encode()):
        offset = (lambda p: p) if source is text else (lambda p: len(text[:p].encode()))
        found = core.starts(
            Text(source), array("q", map(offset, case["at"])), array("b", case["ranks"]), array("q", case["ends"]),
            array("q", map(offset, case["lows"])), array("b", case["words"]), case["strip_whitespace"],
            case["skip_blank"], case["place"], offset(before) if before >= 0 else -1,
        )  # fmt: skip
        assert list(found) == [(offset(a), offset(b)) for a, b in expected]


@given(text=texts, data=st.data(), unit=st.sampled_from(["characters", "bytes"]))
def test_positions_are_the_reference(text: str, data: st.DataObject, unit: str) -> None:
    text = text[:300]
    size = len(text.encode()) if unit == "bytes" else len(text)
    lows = sorted(data.draw(st.lists(st.integers(0, size), max_size=8)))
    places = sorted({0, *data.draw(st.lists(st.integers(0, len(text)), max_size=5))})
    expected = reference_starts.positions(text, lows, unit)
    for source in (text, text.encode()):
        offset = (lambda p: p) if source is text else (lambda p: len(text[:p].encode()))
        view, at = Text(source), array("q", map(offset, places))
        layout = Layout(view, Spans(), Spans(), unit)
        found = core.positions(layout, array("q", lows), at, convert(view, at, unit))
        assert list(found) == [offset(p) for p in expected]


@given(text=texts, data=st.data())
def test_positions_in_tokens_are_the_beginnings_of_tokens(text: str, data: st.DataObject) -> None:
    """A place is the first code point at or after the beginning of a token: tokens may divide a code point."""
    text = text[:200]
    whole = text.encode()
    starts = [len(text[:k].encode()) for k in range(len(text) + 1)]
    begins = sorted({0, *data.draw(st.lists(st.integers(0, len(whole)), max_size=9))})
    base = data.draw(st.sampled_from(starts))
    buffer = memoryview(whole + b"\x80")[base : len(whole)]  # what is behind it is not read
    layout = Layout(Text(buffer), Spans(), Spans(), "tokens", array("q", begins), base)
    rest = [begin for begin in begins if begin >= base]
    expected = [next(p for p in starts if p >= begin) - base for begin in [*rest, len(whole)]]
    lows = array("q", range(len(expected)))
    assert list(core.positions(layout, lows, array("q"), array("q"))) == expected
    before = core.tokens_before(array("q", begins), array("q", (p - base for p in starts)), base)
    assert list(before) == [sum(begin < p for begin in begins) for p in starts]


# ---- documents


def test_a_layout_of_other_regions_is_refused() -> None:
    packing = core.Packing([9] * 4, [0] * 4, "sentence-standard", None, (), "paragraph", False, False)
    layout = Layout(Text("It rains."), Spans.of([(0, 9)]), Spans.of([(0, 0)]))
    with pytest.raises(ValueError, match="1"):  # the regions are not measured
        packing.break_points(layout)
    packing.look(layout)
    layout.inner = array("q", [3])  # without a rank
    with pytest.raises(ValueError, match="1"):
        packing.break_points(layout)
    with pytest.raises(ValueError, match="BreakPoints"):
        packing.chunks(core.BreakPoints(), array("q"))


def test_what_is_too_long_is_reported_and_cut() -> None:
    packing = core.Packing([9] * 4, [0] * 4, "sentence-standard", None, (), "paragraph", False, False)
    layout = Layout(Text("It rains. Itrainsandrains. So."), Spans.of([(0, 30)]), Spans.of([(0, 0)]))
    assert packing.look(layout) == []
    points = packing.break_points(layout)
    assert points.long == [(0, 10, PROSE), (10, 27, PROSE)]
    found = packing.chunks(points, array("q", [9, 18]))
    assert list(found) == [(0, 9), (9, 18), (18, 27), (27, 30)]
    packing = core.Packing([10] * 4, [0] * 4, "sentence-standard", None, (), "paragraph", False, False)
    assert packing.break_points(layout).long == [(10, 27, PROSE)]


@pytest.mark.parametrize(
    ("k", "ranks", "m", "limit", "first"),
    [
        (1, [0, HEADED, 0], [0, 4, 14], 9, 0), (1, [0, HEADED, 0], [0, 4, 13], 13, 2),
        (1, [0, HEADED, 0], [0, 4, 13], 12, 2), (1, [0, HEADED, 0], [0, 5, 15], 9, 1),
        (1, [0, HEADED, 0], [0, 5, 16], 10, 0),
        (1, [0, LED, 0], [0, 4, 14], 9, 0), (1, [0, LED, 0], [0, 4, 13], 12, 2),
        (1, [0, SENTENCE, 0], [0, 4, 14], 9, 1), (2, [0, HEADED, HEADED, 0], [0, 2, 4, 14], 9, 0),
        (2, [0, HEADED, HEADED, 0], [0, 2, 6, 16], 9, 1), (2, [0, LED, HEADED, 0], [0, 2, 4, 13], 9, 3),
        (2, [0, LED, HEADED, 0], [0, 2, 4, 12], 10, 3), (2, [0, LED, HEADED, 0], [0, 2, 4, 14], 9, 0),
        (0, [HEADED, 0], [0, 14], 9, 0), (0, [HEADED, 0], [0, 9], 9, 1),
    ],
)  # fmt: skip
def test_a_long_piece_begins_with_its_headings(
    k: int, ranks: list[int], m: list[int], limit: int, first: int
) -> None:
    assert reference_break_points.first_of_piece(m, ranks, k, limit) == first


@pytest.mark.parametrize(
    ("parts", "limit", "long"),
    [
        ("Oak|Itrainsandrainsand.", 14, [(11, 35)]), ("Oak|Itrainsandrainsand.", 11, [(11, 35)]),
        ("Oak|Itrainsandrainsand.", 9, [(0, 11), (16, 35)]), ("Oak|It rains it.", 16, []),
        ("Oak|It rains it.", 17, []), ("So it is:\n\nIt rains on and on.", 29, []),
        ("So it is:\n\nItrainsandrainsandrainsandit.", 23, [(11, 51)]),
        ("So it is:\n\nItrainsandrainsandrainsandit.", 21, [(22, 51)]),
    ],
)  # fmt: skip
def test_a_heading_stays_with_the_first_words_of_a_long_sentence(
    parts: str, limit: int, long: list[tuple[int, int]]
) -> None:
    packing = core.Packing([limit] * 4, [0] * 4, "sentence-standard", None, (), "paragraph", False, False)
    text, regions, kinds = "It rains.\n\n", [(0, 11)], [(0, 0)]
    for part in parts.split("|"):
        text += part + "\n\n" * (part == "Oak")
        regions.append((regions[-1][1], len(text)))
        kinds.append((REGIONS.index("heading") if part == "Oak" else 0, 0))
    layout = Layout(Text(text), Spans.of(regions), Spans.of(kinds))
    packing.look(layout)
    assert [(start, end) for start, end, _ in packing.break_points(layout).long] == long


def test_a_context_makes_pieces_too_long() -> None:
    """The headings of the region that a piece begins in, and within it the header of its table."""
    packing = core.Packing([10] * 4, [0] * 4, "sentence-standard", None, (), "paragraph", False, False)

    def long(sizes: list[int] | None, headers: list[int] | None) -> list[int]:
        text, regions = "It rains. It pours. It snows.", [(0, 20), (20, 29)]
        layout = Layout(Text(text), Spans.of(regions), Spans.of([(0, 0)] * 2))
        packing.look(layout)
        layout.sizes = None if sizes is None else array("q", sizes)
        layout.headers = None if headers is None else array("q", headers)
        return [start for start, _, _ in packing.break_points(layout).long]

    assert long(None, None) == long([0, 1], None) == long([0, 0], [0, 2]) == long(None, [1, 1]) == []
    assert long([0, 2], None) == [20]
    assert long([1, 0], None) == [0, 10]
    assert long([0, 0], [1, 0]) == [10]
    assert long([0, 1], [1, 0]) == [10] and long([0, 2], [1, 9]) == [10, 20]


# ---- kinds


@given(data=st.data())
def test_majority_is_the_reference(data: st.DataObject) -> None:
    cuts = [0, *sorted(data.draw(st.sets(st.integers(1, 40), max_size=6)))]
    regions = list(itertools.pairwise(cuts))
    kinds = [data.draw(st.sampled_from(REGIONS)) for _ in regions]
    bounds = sorted(data.draw(st.sets(st.integers(0, cuts[-1]), max_size=6)))
    spans = [(max(0, a - 3), b) for a, b in itertools.pairwise(bounds)]
    found = core.majority(Spans.of(spans), Spans.of(regions), Spans.of((REGIONS.index(kind), 0) for kind in kinds))
    assert found == reference_documents.majority(spans, regions, kinds)


def test_numbers() -> None:
    """A cut that is worse never has a better grade within code, and words go last."""
    assert GRADE[CODE_0 : CODE_0 + 6] == (0, 1, 2, 3, 4, 5) and GRADE[WORD] == max(GRADE)
