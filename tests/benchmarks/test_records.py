"""The arithmetic of the benchmark scripts: counts of callgrind, their check by the record, medians of pairs."""

from __future__ import annotations

import json
from math import comb
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
if not (ROOT / "benchmarks").exists():
    pytest.skip("needs the repository", allow_module_level=True)

from benchmarks.speed import instructions, loops, pairs  # noqa: E402

HERE = {"instruction set": "avx2", "compiler": "GCC 12", "cython": "3.3", "python": "3.11", "numpy": "2.4"}
CASE = "fixed-900, prose, str"
RECORD = {"machine": HERE, "counts": {CASE: 1000}}


@pytest.mark.parametrize("count", range(6, 60))
def test_the_interval_of_a_median_is_as_narrow_as_it_may_be(count: int) -> None:
    found = pairs.interval(list(range(1, count + 1)))

    def inside(rank: int) -> float:
        return 1 - 2 * sum(comb(count, below) for below in range(rank)) / 2**count

    assert (found.low, found.high) == (found.rank, count + 1 - found.rank)
    assert inside(found.rank + 1) < 0.95 <= inside(found.rank)


def test_the_interval_of_eleven_pairs() -> None:
    found = pairs.interval([1.5, 1.0, 1.25, 1.1, 1.2, 1.3, 1.4, 0.9, 1.15, 1.35, 1.45])
    assert (found.low, found.high, found.rank) == (1.0, 1.45, 2)
    assert pairs.verdict(found) == ""
    assert pairs.verdict(pairs.interval([1.1 + k / 100 for k in range(11)])) == "slower"
    assert pairs.verdict(pairs.interval([0.9 - k / 100 for k in range(11)])) == "faster"


def test_counts_of_callgrind() -> None:
    parts = [f"events: Ir\ntotals: {number}\n" for number in (9_000, 120, 50, 110, 50, 130)]
    assert instructions.of_case(parts) == 110
    with pytest.raises(ValueError, match="marks"):
        instructions.of_case(parts[1:])
    with pytest.raises(ValueError, match="no totals"):
        instructions.of_case(["events: Ir\n", *parts[1:]])


@pytest.mark.parametrize(
    ("counts", "here", "record", "code", "words"),
    [
        ({CASE: 1010}, HERE, RECORD, 0, "1 cases within 1.01"),
        ({CASE: 1011}, HERE, RECORD, 1, "1.0110 of the record's 1000"),
        ({CASE: 500}, HERE, RECORD, 0, "1 cases within"),
        ({"another": 9999}, HERE, RECORD, 0, "1 not in it"),
        ({CASE: 9999}, {**HERE, "compiler": "GCC 13"}, RECORD, 0, "not comparable"),
        ({CASE: 9999}, {**HERE, "python": "3.12"}, RECORD, 0, "not comparable"),
        ({CASE: 9999}, HERE, {}, 0, "no record"),
    ],
)
def test_the_check_against_the_record(
    counts: dict[str, int], here: dict[str, str], record: dict[str, Any], code: int, words: str
) -> None:
    found, notes = instructions.check_counts(counts, here, record, 1.01)
    assert found == code
    assert words in " ".join(notes)


def test_the_record_has_every_case() -> None:
    record = instructions.RECORD
    if not record.exists():
        pytest.skip("needs the records")
    names = {case.name for case in loops.cases()}
    assert set(json.loads(record.read_text())["counts"]) == names


@pytest.mark.filterwarnings("default")  # those of the packages are theirs
def test_every_snippet_runs() -> None:
    texts = {name: text[:9000] for name, text in loops.texts().items()}
    absent = []
    for case in loops.cases():
        try:
            loops.ready(case, texts)
        except loops.Absent as error:
            absent.append((case.name, str(error), error.package))
    assert [found for found in absent if found[2] is None] == []
