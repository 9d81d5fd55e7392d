"""Interpreters within a process (PEP 554, PEP 684): shiplap works, or its ImportError says why it does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import shiplap
from tests.support.cases import few_quick

pytest.importorskip("_interpreters" if sys.version_info >= (3, 13) else "_xxsubinterpreters")

#: Printed by an interpreter: the number of chunks, or the reason.
IMPORT = """
import sys
sys.path[:] = {path!r}
for attempt in range(2):
    try:
        import shiplap
        print("{name}", len(shiplap.chunk("It rains. " * 300, "fixed-1000")), flush=True)
    except ImportError as error:
        print("{name}", type(error).__name__, error, flush=True)
"""

RUN = """
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
    def create(): return interpreters.create("{kind}")
else:
    import _xxsubinterpreters as interpreters
    def create(): return interpreters.create(isolated="{kind}" == "isolated")
inner = {inner!r}
left = []
for step in "{steps}":
    if step == "m":
        exec({outer!r})
    else:
        made = create()
        interpreters.run_string(made, inner)
        if step == "d":
            interpreters.destroy(made)
        else:
            left.append(made)
for made in left:
    interpreters.destroy(made)
"""

REASON = "shiplap works in one interpreter of a process, the first that imports it, and not in one with a GIL"


# m: the main interpreter imports it, i: another does and ends last, d: another does and ends at once
@few_quick("steps", ["mddm", "mim", "m", "i", "d", "mi", "md", "im", "dm", "dd"], quick=2)
@pytest.mark.parametrize("kind", ["legacy", "isolated"])
def test_interpreters(kind: str, steps: str) -> None:
    path = [str(Path(shiplap.__file__).parents[1]), *sys.path]
    outer, inner = (IMPORT.format(path=path, name=name) for name in ("main", "inner"))
    done = subprocess.run(
        [sys.executable, "-c", RUN.format(kind=kind, steps=steps, inner=inner, outer=outer)],
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == "", done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2 * len(steps)
    has_own_lock = kind == "isolated" and sys.version_info >= (3, 12)
    first = next((step for step in steps if step == "m" or not has_own_lock), "")
    for number, step in enumerate(steps):
        works = step == "m" == first or (number == 0 and not has_own_lock)
        for line in lines[2 * number : 2 * number + 2]:
            name = "main" if step == "m" else "inner"
            assert line == f"{name} 4" if works else line.startswith(f"{name} ImportError {REASON}"), (step, line)
