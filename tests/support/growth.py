"""Run under callgrind by test_growth.py: count the steps of a module, each for n and 4n, and dump each count.

    python -m tests.support.growth MARKS MODULE PART PARTS      every PARTS-th step, from number PART on

MARKS is the library of callgrind_marks.c, by which a program tells callgrind when to count. Counting begins after
the first uses of all steps.
"""

from __future__ import annotations

import ctypes
import gc
import importlib
import os
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

Steps = dict[str, Callable[[int], Callable[[], Any]]]

#: The larger text is this many times as long as the smaller one.
FACTOR = 4

#: One step of each topic in so many is counted, and the first of each.
ONE_IN = 1 if os.environ.get("SHIPLAP_GROWTH") == "all" else 5

#: What a line of costs begins with: a place, or the distance from the one before.
PLACES = tuple("0123456789+-*")


def steps_of(module: str, part: int, parts: int) -> tuple[Steps, int]:
    """Return the steps of a part, and n. A topic is what the name of a step has before a colon."""
    found: Any = importlib.import_module(f"tests.support.{module}")
    topics: dict[str, list[str]] = {}
    steps: Steps = found.steps()
    for name in steps:
        topics.setdefault(name.partition(":")[0] if ":" in name else "", []).append(name)
    counted = [name for names in topics.values() for name in names[::ONE_IN]]
    return {name: steps[name] for name in counted[part::parts]}, found.N


def instructions(path: Path) -> Counter[str]:
    """Read the instructions of each function, without those that it calls, from a dump of callgrind."""
    names: dict[str, str] = {}
    found: Counter[str] = Counter()
    function, of_callee = "", False
    with path.open(errors="replace") as file:
        for line in file:
            if line.startswith(PLACES):
                if not of_callee:
                    found[function] += int(line.split(" ", 2)[1])
                of_callee = False
            elif line.startswith("calls="):
                of_callee = True  # the next line has the cost of the call
            elif line.startswith(("fn=", "cfn=")):
                kind, _, named = line.rstrip("\n").partition("=")
                number, _, name = named.partition(" ")
                if name:
                    names[number] = without_recursion(name)
                if kind == "fn":
                    function = names[number]
    return found


def without_recursion(name: str) -> str:
    """Return the name of a function without the depth of its recursion: "parse" for "parse'2"."""
    begin, mark, depth = name.rpartition("'")
    return begin if mark and depth.isdigit() else name


def main() -> None:
    marks = ctypes.CDLL(sys.argv[1])
    steps, n = steps_of(sys.argv[2], int(sys.argv[3]), int(sys.argv[4]))
    for prepare in {name.partition(":")[0]: prepare for name, prepare in steps.items()}.values():
        prepare(n // 4)()  # what is imported, compiled and kept at the first use
    gc.disable()  # a collection would be counted where it happens to fall
    marks.start()
    for prepare in steps.values():
        for size in (n, FACTOR * n):
            work = prepare(size)
            marks.zero()
            work()
            marks.dump()


if __name__ == "__main__":
    main()
