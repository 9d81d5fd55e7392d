"""Dense plans and texts, of only those characters that the rules read. The core is the reference on each."""

from __future__ import annotations

import random
from typing import Any

import pytest

import shiplap
from shiplap import FixedChunker, SentenceChunker
from shiplap._core import cpu
from shiplap._core.text import Text
from shiplap._core.windows import Windows
from shiplap._data.heading_numbers import ADORNED, HAS_MARKED, LABELLED
from shiplap.levels import LEVELS
from shiplap.plan import Plan, Row, Unit, replace
from shiplap.reference.windows.windows import windows
from tests.conftest import Core
from tests.support.cases import few_quick
from tests.support.drawn import outcome
from tests.support.plans import exact, keeping, sentences, snapping

PIECES = [
    "a", "bb ", "ccc", " ", "  ", "\n", "\n\n", "\r\n", "\t", "A b. ", "It rains. ", "So? ", "Dr. B", "# a\n",
    "\n# Rain\n\n", "\n\nRain\n====\n", "\n\nRain\n~~~\n\n", "\n\nArticle 5\n\n", "- a\n\n", "漢字。", "漢",
    "é", "e\u0301", "\u0300", "😀", "👩\u200d👧", "🇩🇪", "ภาษา", "カタ", "\u3000", "\u2028", "\u0483", "\ua000",
    "x" * 9, "aa",
]  # fmt: skip
NAMES = [*LEVELS, "given", "separator:0", "separator:1"]
SEPARATORS = ["\n\n", "a", ". ", "漢", "aa", " ", "\n"]


def plan_of(chance: random.Random) -> Plan:
    """Draw a plan that the loop accepts."""
    size = chance.choice([1, 2, 3, 5, 8, 13, 30])
    max_size = chance.choice([size, size, size + 1, 2 * size])

    def up_to() -> int:
        return chance.choice([size, size, max_size, chance.randint(1, max_size)])

    def row() -> Row:
        at_most = up_to()
        least = chance.choice([0, 0, at_most // 2, chance.randint(0, at_most)])
        pick: Any = chance.choice(["last", "last", "first", "end_of_unit"])
        return Row(chance.choice(NAMES), least, at_most, pick, chance.random() < 0.4)

    def unit(level: str) -> Unit:
        return Unit(level, up_to(), chance.random() < 0.4)

    rows = tuple(row() for _ in range(chance.randint(1, 3)))
    levels = [chance.choice(["word", "grapheme", rows[0].level, chance.choice(NAMES)]) for _ in range(2)]
    least = chance.choice([0, 0, chance.randint(0, (max_size + 1) // 2)])
    kind: Any = chance.choice(["characters", "characters", "bytes", "tokens"])
    units = (*map(unit, levels[: chance.randint(0, 2)]), Unit("char", size))
    plan = Plan(
        kind, size, chance.choice([0, size - 1, size // 2]), rows, units,
        tuple(chance.choices(NAMES, k=chance.randint(1, 2))), strip_whitespace=chance.random() < 0.2,
        skip_blank=chance.random() < 0.2, oversize="raise" if chance.random() < 0.2 else "split", min_size=least,
        most=max_size, separators=tuple(chance.choices(SEPARATORS, k=2)),
        break_at=chance.choice([None, None, None, replace(unit(chance.choice(NAMES)), at_most=size)]),
    )  # fmt: skip
    if chance.random() < 0.2:
        other = replace(plan, rows=tuple(replace(each, keeps_headings=True) for each in rows))
        plan = replace(plan, with_headings=other, finds_looks=chance.random() < 0.5)
    return plan


@pytest.fixture
def cores() -> Any:
    """A function that gives the core on one instruction set after the other, for one answer of the reference."""
    before = cpu.current()

    def each() -> Any:
        for name in cpu.supported():
            cpu.use(name)
            yield Core(name)

    yield each
    cpu.use(before)


@few_quick("seed", range(12))
def test_windows(cores: Any, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(60):
        plan = plan_of(chance)
        few = chance.choices(PIECES, k=chance.choice([3, 8, 40]))
        text = "".join(chance.choices(few, k=chance.randint(1, 24)))
        places = sorted(chance.sample(range(len(text) + 1), min(4, len(text))))
        known = chance.choice([0, HAS_MARKED, HAS_MARKED | LABELLED | ADORNED])
        expected = outcome(windows, text, plan, given=[places], headings=known)
        in_bytes = outcome(windows, text, plan, given=[places])
        for core in cores():
            assert outcome(core.windows, text, plan, "strict", places, known) == expected, (plan, text)
            found = outcome(core.both, text, plan, places)
            assert (found[0] if isinstance(in_bytes, list) else found) == in_bytes, (plan, text)


PLANS = [
    exact(7, 3), exact(7, 3, "bytes"), snapping("sentence-simple", 60, 20, 20), keeping("line", 40, 0, 10),
    keeping("paragraph", 200, 50, 0), sentences(80, 30, 10, 120), exact(5000, 100),
    replace(snapping("word", 50, 10, 10), break_at=Unit("paragraph", 50)),
    replace(snapping("word", 90, 0, 10), unit="bytes"),
]  # fmt: skip


@pytest.mark.parametrize("plan", PLANS, ids=range(len(PLANS)))
@pytest.mark.parametrize("coded", [False, True])
def test_parts_give_the_chunks_of_the_whole(isa: str, plan: Plan, coded: bool) -> None:
    """`resume` gives the chunks that are the same whatever comes after the part, and goes on after any of them."""
    chance, loop = random.Random(3), Windows(plan)
    text: Any = "".join(chance.choices(PIECES, k=6000))
    text = text.encode() if coded else text
    whole = list(loop.cut(Text(text))[0])
    after: Any = (-1, 0)
    for count in (1, 2, len(whole) // 2):
        assert list(loop.resume(Text(text), (), *after, True)[0]) == whole[count - 1 if after[0] >= 0 else 0 :]
        after = whole[count - 1]
        assert list(loop.resume(Text(text), (), *after, True)[0]) == whole[count:]
        after = (-1, 0)
    for size in (100, 4000, 13000, len(text) - 1, len(text)):
        while coded and size < len(text) and text[size] & 0xC0 == 0x80:
            size += 1
        found, _, *last, keep = loop.resume(Text(text[:size]), (), -1, 0, False)
        assert list(found) == whole[: len(found)]
        if size > 13000 and plan.size < 5000:
            assert len(found) > 0 and last == list(whole[len(found) - 1]) and 0 <= keep <= last[0]
            assert list(loop.resume(Text(text), (), *last, True)[0]) == whole[len(found) :]


def test_a_batch_gives_the_chunks_of_each_text(isa: str) -> None:
    chance = random.Random(5)
    texts: list[Any] = ["a" + "".join(chance.choices(PIECES, k=chance.choice([1, 5, 40, 400]))) for _ in range(40)]
    texts += ["a" * 300_000, "It rains. " * 30_000, "漢字。" * 50_000]
    texts += [text.encode() for text in texts]
    in_bytes = FixedChunker(40, 0, unit="bytes", snap="word")
    snapping_to = FixedChunker(60, 20, snap="sentence")
    for chunker in (FixedChunker(50, 10), snapping_to, SentenceChunker(200, 40), in_bytes):
        for text, chunks in zip(texts, chunker.chunk_batch(texts), strict=True):
            assert chunks.spans.tolist() == chunker.chunk(text).spans.tolist()


@pytest.mark.parametrize(
    "text", [
        b"\xff", b"It rains. \xff", b"It rains. " * 30_000 + b"\xff", "\ud800" * 200,
        "It rains. " * 220_000 + "\ud800" * 200,  # longer than a step
    ],
)  # fmt: skip
def test_a_batch_has_no_chunks_of_a_text_that_is_refused(isa: str, text: Any) -> None:
    chunker = FixedChunker(60, 20, snap="sentence")
    with pytest.raises(shiplap.TextError):
        chunker.chunk_batch(["It rains.", text])


def test_what_a_plan_does_not_name_is_refused() -> None:
    for level in ("separator:1", "separator:2"):
        rows = (Row(level, 0, 5), Row("char", 0, 5))
        with pytest.raises(ValueError, match="separators"):
            Windows(Plan("characters", 5, 0, rows, (Unit("char", 5),), ("char",), separators=("a",)))
