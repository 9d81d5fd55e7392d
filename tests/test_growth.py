"""Law 7, linear: instructions for a text of 2n over those for n stay under 2.6, at overlap = size - 1.

Instructions are counted by valgrind's callgrind, so that the machine's noise plays no part. All parts are counted
at once, since each takes minutes.
"""

from __future__ import annotations

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
PARTS = [("growth_cases", 0, 2), ("growth_cases", 1, 2), ("growth_prompts", 0, 1)]

Counting = dict[tuple[str, int, int], tuple[pathlib.Path, "subprocess.Popen[str]"]]


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counting]:
    """A folder and a process for each part."""
    begun: Counting = {}
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    root = pathlib.Path(__file__).resolve().parents[1]
    for part in PARTS:
        folder = tmp_path_factory.mktemp("growth")
        command = [
            "valgrind", "--tool=callgrind", "--dump-before=shiplap_isa_name",
            f"--callgrind-out-file={folder / 'counts'}",
            sys.executable, "-m", "tests.support.growth", *map(str, part),
        ]  # fmt: skip
        process = subprocess.Popen(
            command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        begun[part] = folder, process
    yield begun
    for _, process in begun.values():
        process.kill()
        process.wait()


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
@pytest.mark.parametrize("part", PARTS, ids=lambda part: "-".join(map(str, part[:2])))
def test_growth(counting: Counting, part: tuple[str, int, int]) -> None:
    folder, process = counting[part]
    error = process.communicate()[1]
    assert process.returncode == 0, error
    parts = sorted(folder.glob("counts.*"), key=lambda path: int(path.suffix[1:]))
    totals = [int(re.findall(r"^totals: (\d+)", path.read_text(), re.MULTILINE)[-1]) for path in parts]
    # part 1 ends at the first mark; then a case and what lies between cases take turns
    counts = totals[1::2]
    cases, _ = growth.steps_of(*part)
    assert len(counts) == 2 * len(cases)
    found = {case: counts[2 * i + 1] / counts[2 * i] for i, case in enumerate(cases)}
    worst = sorted(found.items(), key=lambda item: -item[1])[:5]
    print("worst growth:", worst)
    assert worst[0][1] < LIMIT, worst
