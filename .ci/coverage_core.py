"""Report the coverage of the Cython modules by lines of .pyx and .pxd, from the counts of gcov.

    python coverage_core.py FOLDER     the folder of the build; writes FOLDER/../never-run.txt

gcov counts the lines of the generated C. Cython's comments in it name the line of the source that the next lines
of C belong to, until the function ends. A line of the source has run if any of its C has, in any module with it: a
function in a .pxd is compiled into several. The branches of a line are those of its own conditions in C,
without what Cython adds (reference counts, checks for errors).
"""

from __future__ import annotations

import collections
import gzip
import json
import pathlib
import re
import subprocess
import sys

MARK = re.compile(r'\s*/\* "(shiplap/[^"]+)":(\d+)$')

#: What Cython adds: references, errors, wrappers of the interpreter.
ADDED = re.compile(
    r"__PYX_ERR|__Pyx_X?(DECREF|INCREF|GOTREF|GIVEREF|CLEAR)|Py_(X?DECREF|X?INCREF|CLEAR)|unlikely"
    r"|goto __pyx_L\d+_error|RefNanny|__Pyx_PyGILState|CYTHON_|__pyx_clineno|PyErr_|__Pyx_Raise"
)

Place = tuple[str, int]


class Counts:
    """The counts of all modules, by line of the source."""

    def __init__(self) -> None:
        self.runs: collections.Counter[Place] = collections.Counter()
        #: the branches of a line, by the number of the line of C among those of the same place, and theirs in it
        self.branches: dict[Place, dict[tuple[int, int], int]] = collections.defaultdict(dict)

    def add(self, source: pathlib.Path, lines: list[dict[str, object]]) -> None:
        """Add the counts of the generated C of one module."""
        written = source.read_text("utf-8").split("\n")
        places = places_of(written)
        seen: collections.Counter[Place] = collections.Counter()
        for line in lines:
            number = int(line["line_number"])  # type: ignore[call-overload]
            place = places[number - 1]
            if place is None:
                continue
            self.runs[place] += int(line["count"])  # type: ignore[call-overload]
            if ADDED.search(written[number - 1]) or not line["branches"]:
                continue
            seen[place] += 1
            for k, branch in enumerate(line["branches"]):  # type: ignore[arg-type]
                key = (seen[place], k)
                self.branches[place][key] = self.branches[place].get(key, 0) + branch["count"]


def places_of(written: list[str]) -> list[Place | None]:
    """Return the line of the source that each line of C belongs to, or None."""
    places: list[Place | None] = []
    now: Place | None = None
    is_comment = False
    for text in written:
        found = MARK.match(text)
        if found:
            now = (found[1], int(found[2]))
            is_comment = True
        elif text.startswith(("}", "/* Python wrapper */")) or "/* function exit code */" in text:
            now = None
        places.append(None if is_comment else now)
        if is_comment and "*/" in text:
            is_comment = False
    return places


def gcov(data: pathlib.Path) -> list[dict[str, object]]:
    """Return the counts of one .gcda, by file of C."""
    done = subprocess.run(["gcov", "--json-format", "--stdout", "-b", str(data)], capture_output=True, check=True)
    raw = gzip.decompress(done.stdout) if done.stdout[:2] == b"\x1f\x8b" else done.stdout
    found: list[dict[str, object]] = [
        one for part in raw.splitlines() if part for one in json.loads(part)["files"]
    ]
    return found


def main(folder: pathlib.Path) -> None:
    """Print the table, and write the lines that never run."""
    counts = Counts()
    for source in sorted(folder.glob("core_*.c")):
        for data in folder.rglob(f"{source.name}.gcda"):
            for one in gcov(data):
                if str(one["file"]).endswith(source.name):
                    counts.add(source, one["lines"])  # type: ignore[arg-type]
    root = pathlib.Path(__file__).resolve().parents[1] / "src"
    table: dict[str, list[int]] = collections.defaultdict(lambda: [0] * 4)
    never = []
    for (path, line), runs in sorted(counts.runs.items()):
        row = table[path]
        row[0] += 1
        row[1] += runs == 0
        taken = counts.branches.get((path, line), {}).values()
        row[2] += len(taken)
        row[3] += sum(count == 0 for count in taken)
        if runs == 0:
            never.append(f"{path}:{line}: {(root / path).read_text('utf-8').splitlines()[line - 1].strip()}")
        elif not all(taken):
            left = sum(count == 0 for count in taken)
            never.append(
                f"{path}:{line}: {left} of {len(taken)} branches: "
                f"{(root / path).read_text('utf-8').splitlines()[line - 1].strip()}"
            )
    (folder.parent / "never-run.txt").write_text("\n".join(never) + "\n", "utf-8")
    families: dict[str, list[int]] = collections.defaultdict(lambda: [0] * 4)
    for path, row in table.items():
        for name in (path.split("/")[2].partition(".")[0], "all"):
            families[name] = [a + b for a, b in zip(families[name], row, strict=True)]
    print(f"{'':48} {'lines':>6} {'never':>6} {'':7} {'branches':>8} {'never':>6}")
    for name, (lines, missed, branches, untaken) in [*sorted(table.items()), *sorted(families.items())]:
        share = f"{100 * (lines - missed) / lines:.1f} %"
        part = f"{100 * (branches - untaken) / branches:.1f} %" if branches else ""
        name = name.removeprefix("shiplap/_core/")
        print(f"{name:48} {lines:6} {missed:6} {share:>7} {branches:8} {untaken:6} {part:>7}")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
