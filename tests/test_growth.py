"""Law 7, linear: instructions for a text of 2n over those for n stay under 2.6, at overlap = size - 1.

Instructions are counted by valgrind's callgrind, so that the machine's noise plays no part. All parts are counted
at once, since each takes minutes. The quick tier counts a few of the cases.
"""

from __future__ import annotations

import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.support import growth

LIMIT = 2.6
#: A module, a part, and the number of parts into which its cases are dealt.
Part = tuple[str, int, int]
PARTS: list[Part] = [("growth_cases", 0, 2), ("growth_cases", 1, 2), ("growth_prompts", 0, 1)]
FEW: Part = ("growth_cases", 0, 193)

Counting = tuple[pathlib.Path, "subprocess.Popen[str]"]

pytestmark = pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")


@contextlib.contextmanager
def counting(part: Part, folder: pathlib.Path) -> Iterator[Counting]:
    """A process that counts a part, into a folder."""
    command = [
        "valgrind", "--tool=callgrind", "--dump-before=shiplap_isa_name",
        f"--callgrind-out-file={folder / 'counts'}",
        sys.executable, "-m", "tests.support.growth", *map(str, part),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    root = pathlib.Path(__file__).resolve().parents[1]
    process = subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    try:
        yield folder, process
    finally:
        process.kill()
        process.wait()


@pytest.fixture(scope="module")
def all_counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[Part, Counting]]:
    """All parts at once."""
    with contextlib.ExitStack() as stack:
        folders = {part: tmp_path_factory.mktemp("growth") for part in PARTS}
        yield {part: stack.enter_context(counting(part, folder)) for part, folder in folders.items()}


@pytest.mark.exhaustive
@pytest.mark.parametrize("part", PARTS, ids=lambda part: "-".join(map(str, part[:2])))
def test_growth(all_counting: dict[Part, Counting], part: Part) -> None:
    check(part, *all_counting[part])


def test_growth_of_a_few_cases(tmp_path: pathlib.Path) -> None:
    with counting(FEW, tmp_path) as (folder, process):
        check(FEW, folder, process)


@pytest.mark.exhaustive
def test_runs_of_marks_are_cheap(tmp_path: pathlib.Path) -> None:
    """A mark more costs at most 50 ns: some 500 instructions, at three or four a cycle."""
    part = ("growth_runs", 0, 1)
    with counting(part, tmp_path) as (folder, process):
        found = counts_of(part, folder, process)
    n = growth.steps_of(*part)[1]
    costs = {case: (twice - once) / n for case, (once, twice) in found.items()}
    assert max(costs.values()) < 500, sorted(costs.items(), key=lambda item: -item[1])[:5]


def counts_of(part: Part, folder: pathlib.Path, process: subprocess.Popen[str]) -> dict[str, tuple[int, int]]:
    """Wait for the counts of a part: for n and for 2n, by the name of the case."""
    error = process.communicate()[1]
    assert process.returncode == 0, error
    parts = sorted(folder.glob("counts.*"), key=lambda path: int(path.suffix[1:]))
    totals = [int(re.findall(r"^totals: (\d+)", path.read_text(), re.MULTILINE)[-1]) for path in parts]
    # part 1 ends at the first mark; then a case and what lies between cases take turns
    counts = totals[1::2]
    cases, _ = growth.steps_of(*part)
    assert len(counts) == 2 * len(cases)
    return {case: (counts[2 * i], counts[2 * i + 1]) for i, case in enumerate(cases)}


def check(part: Part, folder: pathlib.Path, process: subprocess.Popen[str]) -> None:
    """Compare the counts for 2n with those for n."""
    found = {case: twice / once for case, (once, twice) in counts_of(part, folder, process).items()}
    worst = sorted(found.items(), key=lambda item: -item[1])[:5]
    print("worst growth:", worst)
    assert worst[0][1] < LIMIT, worst
