"""Run under callgrind by test_growth.py: the steps of a module for n and 4n, and marks between them in the counts.

    python -m tests.support.growth MODULE PART PARTS        every PARTS-th step, from number PART on

Each call of `cpu.current` makes callgrind dump its counters and begin anew (`--dump-before=shiplap_isa_name`).
"""

from __future__ import annotations

import gc
import importlib
import re
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from shiplap._core import cpu

Steps = dict[str, Callable[[int], Callable[[], Any]]]

#: The larger text is this many times as long as the smaller one.
FACTOR = 4


def steps_of(module: str, part: int, parts: int) -> tuple[Steps, int]:
    """The steps of a part, and n."""
    found: Any = importlib.import_module(f"tests.support.{module}")
    return dict(list(found.steps().items())[part::parts]), found.N


def instructions(path: Path) -> Counter[str]:
    """Read the instructions of each function, without those that it calls, from a dump of callgrind."""
    names: dict[str, str] = {}
    found: Counter[str] = Counter()
    function, of_callee = "", False
    for line in path.read_text(errors="replace").splitlines():
        if named := re.match(r"c?fn=\((\d+)\)(?: (.*))?", line):
            if named[2]:
                names[named[1]] = re.sub(r"'\d+$", "", named[2])  # of a recursion
            if line.startswith("fn="):
                function = names[named[1]]
        elif line.startswith("calls="):
            of_callee = True  # the next line has the cost of the call
        elif re.match(r"[-+*\d]", line):
            if not of_callee:
                found[function] += int(line.split()[1])
            of_callee = False
    return found


def main() -> None:
    steps, n = steps_of(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    for prepare in {name.partition(":")[0]: prepare for name, prepare in steps.items()}.values():
        prepare(n // 4)()  # what is imported, compiled and kept at the first use
    gc.disable()  # a collection would be counted where it happens to fall
    for prepare in steps.values():
        for size in (n, FACTOR * n):
            work = prepare(size)
            cpu.current()
            work()
            cpu.current()


if __name__ == "__main__":
    main()
