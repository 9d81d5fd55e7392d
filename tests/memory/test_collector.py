"""The garbage collector: cycles through texts are freed, and no collection crashes the interpreter."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.support.cycles import SCENARIOS

#: The flag of a type that the collector visits (Py_TPFLAGS_HAVE_GC).
HAVE_GC = 1 << 14

#: A class that works without the fields that the collector clears.
CLEARED = ["LazyRow"]


@pytest.mark.parametrize("name", SCENARIOS)
def test_cycles_are_collected(name: str) -> None:
    if name == "arrow" and find_spec("pyarrow") is None:
        pytest.skip("needs pyarrow")
    run = [sys.executable, "-m", "tests.support.cycles", name]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "alive\n", "")


def test_no_class_of_the_core_is_cleared_by_the_collector() -> None:
    """A cleared field of a compiled class is None, and the methods of the class trust its type."""
    root = Path(__file__).parents[2] / "src" / "shiplap"
    cleared = []
    for path in sorted((root / "_core").rglob("*.pyx")):
        module = import_module(".".join(["shiplap", *path.relative_to(root).with_suffix("").parts]))
        for before, name in re.findall(r"(.*)\ncdef class (\w+)", path.read_text(encoding="utf-8")):
            if getattr(module, name).__flags__ & HAVE_GC and before != "@cython.no_gc_clear":
                cleared.append(name)
    assert cleared == CLEARED
