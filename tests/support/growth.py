"""Run under callgrind by test_growth.py: the steps of a module for n and 2n, and marks between them in the counts.

    python -m tests.support.growth MODULE PART PARTS        every PARTS-th step, from number PART on

Each call of `cpu.current` makes callgrind dump its counters and begin anew (`--dump-before=shiplap_isa_name`).
"""

from __future__ import annotations

import gc
import importlib
import sys
from collections.abc import Callable
from typing import Any

import shiplap
from shiplap._core import cpu
from shiplap.citations import verify_quotes

Steps = dict[str, Callable[[int], Callable[[], Any]]]


def steps_of(module: str, part: int, parts: int) -> tuple[Steps, int]:
    """The steps of a part, and n."""
    found: Any = importlib.import_module(f"tests.support.{module}")
    return dict(list(found.steps().items())[part::parts]), found.N


def main() -> None:
    steps, n = steps_of(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    chunks = shiplap.FixedChunker(50, 0).chunk("It rains. " * 9, document_id="d")
    verify_quotes("“It rains. It rains.”", chunks)  # what is imported at the first use
    gc.disable()  # a collection would be counted where it happens to fall
    for prepare in steps.values():
        for size in (n, 2 * n):
            work = prepare(size)
            cpu.current()
            work()
            cpu.current()


if __name__ == "__main__":
    main()
