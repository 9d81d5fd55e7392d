"""`shiplap ingest --jobs`: 100 MB of Markdown into SQLite by one process and by two, in turns.

    python -m benchmarks.speed.jobs                  print the figures
    python -m benchmarks.speed.jobs --record FILE    and write them

Each ingest is a process of its own with a store of its own. The files have been read before, so that the disk is
not measured; the first round does not count.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

from benchmarks import machine, records
from benchmarks.clock import in_turns, seconds
from benchmarks.speed import files

SIZE, ROUNDS = 100_000_000, 5

PRESETS = ("adaptive", "paragraph-800", "fixed-900")
JOBS = (1, 2)


def make(folder: Path) -> int:
    """Write files of Markdown, each another text, in folders of a hundred; return their number of bytes."""
    texts, size, number = files.texts_of("markdown"), 0, 0
    while size < SIZE:
        path = folder / f"{number // 100:04}" / f"{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        size += path.write_bytes(f"# Number {number}\n\n{texts[number % len(texts)]}".encode())
        number += 1
    return size


def ingest(folder: Path, preset: str, jobs: int) -> None:
    """Ingest a folder into a new store."""
    with tempfile.TemporaryDirectory() as target:
        command = ["-m", "shiplap", "ingest", "-q", str(folder), "--to", f"{target}/chunks.db"]
        subprocess.run([sys.executable, *command, "--preset", preset, "--jobs", str(jobs)], check=True)


def main() -> None:
    parser = records.script(__doc__, "jobs")
    given = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        size = make(Path(folder))
        for preset in PRESETS:
            works = {f"{jobs}": partial(ingest, Path(folder), preset, jobs) for jobs in JOBS}
            taken = {jobs: times[1:] for jobs, times in in_turns(works, ROUNDS + 1, seconds).items()}
            found.append({"case": preset, "bytes": size, "seconds": taken})
            one, two = (statistics.median(taken[f"{jobs}"]) for jobs in JOBS)
            shown = f"{size / one / 1e6:6.1f} MB/s by one, {size / two / 1e6:6.1f} by two: {one / two:.2f}"
            print(f"{preset:16} {shown}", flush=True)
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": found})


if __name__ == "__main__":
    main()
