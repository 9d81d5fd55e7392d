"""Law 7, linear: instructions for a text of 2n over those for n stay under 2.6, at overlap = size - 1.

Instructions are counted by valgrind's callgrind, so that the machine's noise plays no part.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import sys
import types

import pytest

from tests import growth_cases, growth_prompts

LIMIT = 2.6


@pytest.mark.skipif(shutil.which("valgrind") is None, reason="needs valgrind")
@pytest.mark.parametrize("module", [growth_cases, growth_prompts], ids=lambda module: module.__name__)
def test_growth(tmp_path: pathlib.Path, module: types.ModuleType) -> None:
    out = tmp_path / "counts"
    command = [
        "valgrind", "--tool=callgrind", "--dump-before=shiplap_isa_name", f"--callgrind-out-file={out}",
        sys.executable, "-m", module.__name__,
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1"}
    root = pathlib.Path(__file__).resolve().parents[1]
    result = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    parts = sorted(tmp_path.glob("counts.*"), key=lambda path: int(path.suffix[1:]))
    totals = [int(re.findall(r"^totals: (\d+)", path.read_text(), re.MULTILINE)[-1]) for path in parts]
    # part 1 ends at the first mark; then a case and what lies between cases take turns
    counts = totals[1::2]
    cases = module.cases()
    assert len(counts) == 2 * len(cases)
    growth = {case: counts[2 * i + 1] / counts[2 * i] for i, case in enumerate(cases)}
    worst = sorted(growth.items(), key=lambda item: -item[1])[:5]
    print("worst growth:", worst)
    assert worst[0][1] < LIMIT, worst
