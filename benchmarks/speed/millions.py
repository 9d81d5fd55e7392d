"""The cost of a million documents, Parquet to Parquet, and whether that of one grows with their number.

    python -m benchmarks.speed.millions                 what is installed, each with one and with two workers
    python -m benchmarks.speed.millions --record FILE   and write the raw figures

The documents are those of the corpus `small`, COPIES times over, in files of DOCUMENTS each: more documents are
more files of the same size. Each run is a process of its own, of which all descendants count: their core-seconds,
and the most memory that they had at a time (the proportional set size, in which shared pages count once).

The law is

    core-seconds = start + share * documents

by least squares. `deviation` is the largest distance of a run from it, as a part of the run. A cost that grew with
the number of documents, as of a list or an index of them, would show there, and in the memory.
"""

from __future__ import annotations

import contextlib
import ctypes
import importlib.util
import json
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks import ROOT, machine, records
from benchmarks.corpora import build as corpora
from benchmarks.speed import scaling

COPIES = (4, 8, 16, 32)
DOCUMENTS = 2500

#: For prctl of Linux: this process becomes the parent of descendants whose own parent ends.
SUBREAPER = 36

#: Seconds between two looks at the processes, whose own times count. The system adds up those of children for a
#: parent that waits for them, which Ray's do not.
PERIOD = 0.25
TICKS = os.sysconf("SC_CLK_TCK")


def main() -> int:
    parser = records.script(__doc__, "millions")
    parser.add_argument("--only", nargs=3, metavar=("ENGINE", "WORKERS", "FOLDER"))
    given = parser.parse_args()
    if given.only:
        engine, workers, folder = given.only
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[: int(workers)])
        scaling.MAKE[engine](Path(folder), int(workers))()
        return 0
    ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    names = [name for name, package in scaling.ENGINES.items() if importlib.util.find_spec(package)]
    runs = [run for copies in COPIES for run in runs_of(names, copies)]
    laws = {}
    for name in names:
        for workers in scaling.WORKERS:
            own = [run for run in runs if (run["engine"], run["workers"]) == (name, workers)]
            law = laws[f"{name}, {workers}"] = law_of(own)
            print(f"{name:16} {workers}: {law['million']:6.1f} core-seconds a million, start {law['start']:5.1f},"
                  f" deviation {law['deviation']:.1%}, MB {law['memory']}")  # fmt: skip
    packages = ("shiplap", *(scaling.ENGINES[name] for name in names))
    records.write(given.record, {"machine": machine.processor(), "versions": machine.versions(packages),
                                 "documents a file": DOCUMENTS, "runs": runs, "laws": laws})  # fmt: skip
    return 0


def runs_of(names: Iterable[str], copies: int) -> Iterable[dict[str, Any]]:
    """Run each engine with each number of workers over the same documents."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        size = copies * len(corpora.load("small").texts)
        documents = scaling.write_pages(folder, copies, size // DOCUMENTS)
        for engine in names:
            for workers in scaling.WORKERS:
                out = folder / f"{engine[:3]}{workers}"
                out.mkdir()
                (out / "pages").symlink_to(folder / "pages")
                command = [sys.executable, "-m", "benchmarks.speed.millions", "--only", engine, str(workers)]
                row = {"engine": engine, "workers": workers, "documents": documents}
                row |= measured([*command, str(out)])
                row["rows"] = rows_of(out / "out")
                print(json.dumps(row), file=sys.stderr, flush=True)
                subprocess.run(["rm", "-rf", out], check=True)
                yield row


def measured(command: list[str]) -> dict[str, Any]:
    """Run a command: seconds, core-seconds and megabytes of it and all its descendants."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    taken: dict[int, float] = {}
    most, ended = [0], threading.Event()

    def watch() -> None:
        while not ended.wait(PERIOD):
            now = descendants()
            taken.update(now)
            most[0] = max(most[0], sum(map(memory_of, now)))

    watcher = threading.Thread(target=watch)
    watcher.start()
    _, errors = process.communicate()
    seconds = time.perf_counter() - begun
    ended.set()
    watcher.join()
    if process.returncode:
        raise SystemExit(errors.decode()[-2000:])
    reap()
    return {"seconds": seconds, "core_seconds": sum(taken.values()), "megabytes": round(most[0] / 1024)}


def descendants() -> dict[int, float]:
    """The process ids of all descendants, and the core-seconds that each has taken by itself."""
    children: dict[int, list[int]] = {}
    taken = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        process = int(path.parent.name)
        children.setdefault(int(fields[1]), []).append(process)
        taken[process] = (int(fields[11]) + int(fields[12])) / TICKS
    found = list(children.get(os.getpid(), ()))
    for each in found:
        found += children.get(each, ())
    return {each: taken[each] for each in found}


def memory_of(process: int) -> int:
    """The proportional set size of a process, in kilobytes."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)


def reap() -> None:
    """End what an engine has left running, and wait for it."""
    while left := descendants():
        for each in left:
            with contextlib.suppress(ProcessLookupError):
                os.kill(each, signal.SIGTERM)
        time.sleep(0.2)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return


def rows_of(folder: Path) -> int:
    """The chunks that a run has written."""
    import pyarrow.parquet as pq

    return sum(pq.ParquetFile(path).metadata.num_rows for path in folder.glob("*.parquet"))


def law_of(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """Fit the law, and list the memory of each run."""
    documents, taken = [run["documents"] for run in runs], [run["core_seconds"] for run in runs]
    share, start = statistics.linear_regression(documents, taken)
    away = max(abs(start + share * n - t) / t for n, t in zip(documents, taken, strict=True))
    rows = {run["rows"] / run["documents"] for run in runs}
    assert len(rows) == 1, f"chunks a document differ: {rows}"
    memory = [run["megabytes"] for run in runs]
    return {"million": share * 1e6, "start": start, "deviation": away, "memory": memory}


if __name__ == "__main__":
    sys.exit(main())
