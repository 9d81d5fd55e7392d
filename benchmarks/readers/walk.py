"""The walk through a large folder: its time, its memory, and the paths that it opens.

    python -m benchmarks.readers.walk               a folder of 20,000 files, 30 % of them in node_modules
    python -m benchmarks.readers.walk --record      and write the raw figures

The folder is made in a temporary place. `opened` counts the paths that the walk opens or lists, by Python's audit
events; `excluded` those of them that lie in node_modules, of which there must be none. Memory: the peak of the
allocations of Python for each file that is found. Time: the best of five rounds, wall clock.
"""

from __future__ import annotations

import os
import sys
import tempfile
import tracemalloc
from pathlib import Path
from time import perf_counter
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.machine import processor
from shiplap.ingestion import discovery

#: The files in all, and those in each folder; of ten folders, three are in node_modules.
FILES, EACH = 20_000, 20
ROUNDS = 5

EXCLUDED = "node_modules"


def make(root: Path) -> int:
    """Make the folder; return the number of files outside of node_modules."""
    kept = 0
    for number in range(FILES // EACH):
        is_excluded = number % 10 < 3
        folder = root / f"part{number % 50}" / (EXCLUDED if is_excluded else "docs") / f"folder{number}"
        folder.mkdir(parents=True)
        kept += 0 if is_excluded else EACH
        for k in range(EACH):
            (folder / f"page{k}.md").write_text("It rains.\n")
    return kept


def main() -> int:
    """Walk, print the figures and record them."""
    given = records.script(__doc__, "walk").parse_args()
    paths: list[str] = []
    is_watched = False

    def watch(event: str, arguments: tuple[Any, ...]) -> None:
        if is_watched and event in ("open", "os.scandir", "os.listdir"):
            paths.append(os.fsdecode(arguments[0]) if isinstance(arguments[0], (str, bytes)) else "")

    sys.addaudithook(watch)
    with tempfile.TemporaryDirectory() as folder:
        kept = make(Path(folder))
        seconds = []
        for _ in range(ROUNDS):
            begun = perf_counter()
            found = discovery.find([folder])
            seconds.append(perf_counter() - begun)
        is_watched = True
        discovery.find([folder])
        is_watched = False
        tracemalloc.start()
        found = discovery.find([folder])
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    row = {
        "files": FILES, "found": len(found.files), "seconds": round(min(seconds), 3), "opened": len(paths),
        "excluded": sum(f"{os.sep}{EXCLUDED}" in path for path in paths), "bytes_a_file": peak // len(found.files),
    }  # fmt: skip
    print("  ".join(f"{name} {value}" for name, value in row.items()))
    records.write(given.record, {
        "shiplap": shiplap.__version__, "python": sys.version.split()[0], "processor": processor(), "cases": [row],
    })  # fmt: skip
    return 0 if row["found"] == kept and not row["excluded"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
