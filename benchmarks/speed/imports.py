"""The time until the first chunk: processes that import shiplap and cut one text, in turns with bare Python.

    python -m benchmarks.speed.imports                  print the figures
    python -m benchmarks.speed.imports --record FILE    and write them

Each sample is a process of its own, from its start to its end. The first round does not count, so that files are
in memory and compiled. The time of bare Python in the same round is subtracted.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from functools import partial

from benchmarks import machine, records
from benchmarks.clock import in_turns, seconds

ROUNDS = 41

#: The modules of the standard library that `import shiplap` loads (tests/layout/test_import.py).
STANDARD = "array collections.abc contextlib mmap operator re typing warnings"

TEXT = "'It rains. ' * 50"

#: The programs by the names of their rows.
PROGRAMS = {
    "bare": "pass",
    "standard modules": f"import {', '.join(STANDARD.split())}",
    "import": "import shiplap",
    "adaptive": f"import shiplap; shiplap.chunk({TEXT})",
    "paragraph-800": f"import shiplap; shiplap.chunk({TEXT}, 'paragraph-800')",
    "fixed-900": f"import shiplap; shiplap.chunk({TEXT}, 'fixed-900')",
}


def run(program: str) -> None:
    """Run a program in a process of its own."""
    subprocess.run([sys.executable, "-c", program], check=True)


def main() -> None:
    parser = records.script(__doc__, "imports")
    given = parser.parse_args()
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each process compiles each module
    works = {name: partial(run, program) for name, program in PROGRAMS.items()}
    taken = {name: times[1:] for name, times in in_turns(works, ROUNDS + 1, seconds).items()}
    bare = taken.pop("bare")
    found = []
    for name, times in taken.items():
        above = [1000 * (time - least) for time, least in zip(times, bare, strict=True)]
        found.append({"case": name, "milliseconds": above})
        print(f"{name:18} {statistics.median(above):6.1f} ms above {1000 * statistics.median(bare):.1f} ms")
    versions = {"python": sys.version.split()[0]}
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, **versions, "rows": found})


if __name__ == "__main__":
    main()
