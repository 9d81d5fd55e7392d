"""Gain of two threads of one process, without a GIL or in loops that release it.

    python -m benchmarks.speed.free_threads                 prints the table
    python -m benchmarks.speed.free_threads --record FILE   and writes it as JSON

Each chunker cuts one batch on one thread and on two, in turns; the figure is the ratio of the medians. Beside it
stands what two threads of `numpy` gain that read the same bytes: exact windows can gain no more.
"""

from __future__ import annotations

import statistics
import sys
import sysconfig
import threading
from collections.abc import Callable
from typing import Any

import numpy as np

import shiplap
from benchmarks import machine, records
from benchmarks.clock import in_turns, seconds
from benchmarks.speed import loops

ROUNDS = 21


def reading(parts: list[np.ndarray[Any, Any]]) -> Callable[[], None]:
    """Read the arrays, each in a thread of its own."""

    def work() -> None:
        threads = [threading.Thread(target=part.max) for part in parts]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return work


def main() -> None:
    parser = records.script(__doc__, "free-threads")
    options = parser.parse_args()
    texts = loops.texts()
    prose = [texts["prose"]] * 4000
    mixed = [texts[name] for name in ("markdown", "python", "prose")] * 100
    data = np.frombuffer("".join(prose).encode(), np.uint8)
    half = len(data) // 2
    works: dict[str, tuple[Callable[[], Any], Callable[[], Any]]] = {
        "numpy reading": (reading([data]), reading([data[:half], data[half:]]))
    }
    chunkers = {
        "sentence-3000": (shiplap.preset("sentence-3000"), prose),
        "adaptive": (shiplap.AdaptiveChunker(), mixed),
        "fixed-900": (shiplap.preset("fixed-900"), prose),
    }
    for name, (chunker, documents) in chunkers.items():
        works[name] = (
            lambda c=chunker, d=documents: c.spans_batch(d),
            lambda c=chunker, d=documents: c.spans_batch(d, threads=2),
        )
    gil = not sysconfig.get_config_var("Py_GIL_DISABLED") or sys._is_gil_enabled()  # type: ignore[attr-defined, unused-ignore]
    print(f"Python {sys.version.split()[0]}, {'with' if gil else 'without'} a GIL")
    rows = {}
    for name, (one, two) in works.items():
        one(), two()
        times = rows[name] = list(in_turns({"one": one, "two": two}, ROUNDS, seconds).values())
        ratio = statistics.median(times[0]) / statistics.median(times[1])
        print(f"{name:14} {1e3 * statistics.median(times[0]):8.2f} ms, two threads {ratio:.2f} x")
    record = {"machine": machine.processor(), "python": sys.version, "gil": gil, "seconds": rows}
    records.write(options.record, record)


if __name__ == "__main__":
    main()
