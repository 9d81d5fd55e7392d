"""Two commits compared in turns in one run: the ratio of their times in every main loop, with an interval.

    python -m benchmarks.speed.pairs main .                    a revision and the working tree
    python -m benchmarks.speed.pairs HEAD~1 HEAD --only batch  the cases with this in their name
    python -m benchmarks.speed.pairs HEAD HEAD                 what the machine's noise alone looks like
    python -m benchmarks.speed.pairs OLD NEW --record FILE     all single times as JSON
    python -m benchmarks.speed.pairs OLD NEW --quick           3 pairs, to see whether it works
    python -m benchmarks.speed.pairs OLD NEW --moved           NEW has another algorithm version: spans may differ

Each revision is installed by pip from its own tree into `build/pairs/COMMIT-PYTHON`, once; the working tree
again whenever a file has changed. Both use the numpy, pyarrow and tokenizer of this Python. A process for each
revision stays alive for the whole run, both on one core, and they take turns: OLD NEW, NEW OLD, OLD NEW, … A
measurement repeats a case for SAMPLE seconds and takes the best call, since whatever else runs can only add
time. A pair is two measurements side by side, so a slow spell of the machine hits both, and its ratio NEW / OLD
loses little.

The figure of a case is the median of the ratios of its pairs. Its interval is that of order statistics: the median
of the distribution lies below the k-th smallest of n ratios only if fewer than k of them fall below it, of which a
coin tossed n times knows the probability. It assumes no distribution. For 11 pairs ranks 2 and 10 cover 98.8 %.
With many cases, one in 80 or so excludes 1 by chance.

The cases and their texts are those of `loops.py` beside this script, whatever the revisions have there. A case
that uses a name which a revision lacks is reported and not compared. If the answers of the two differ, or a case
fails, the exit code is 1.
"""

from __future__ import annotations

import argparse
import gc
import hashlib
import importlib
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import ROOT, machine, records
from benchmarks.speed import heap, loops

BUILDS = ROOT / "build" / "pairs"

PAIRS, QUICK = 11, 3
SAMPLE = 0.02  # seconds of a measurement, at least
UNIT = 0.0002  # seconds that the clock is read for: faster calls are timed several at a time
WARM = 10  # calls before the first measurement, at least


# ---- figures


@dataclass(frozen=True)
class Interval:
    """Order statistics `low` and `high` of some ratios, which have the median between them with a probability of
    `coverage`. `rank` is that of `low`, from 1; that of `high` is as far from the end."""

    low: float
    high: float
    coverage: float
    rank: int


def interval(ratios: Sequence[float], confidence: float = 0.95) -> Interval:
    """Return the narrowest symmetric interval of order statistics that covers the median with that probability;
    the whole range, with what it covers, where there are too few ratios for that (under 6 for 0.95)."""
    ordered, n = sorted(ratios), len(ratios)
    if not ordered:
        raise ValueError("no ratios")
    rank = 1
    while 2 * (rank + 1) <= n and _covers(n, rank + 1) >= confidence:
        rank += 1
    return Interval(ordered[rank - 1], ordered[n - rank], _covers(n, rank), rank)


def _covers(n: int, rank: int) -> float:
    """Return the probability that the median lies between the rank-th smallest and the rank-th largest of n."""
    return 1 - 2 * sum(math.comb(n, k) for k in range(rank)) / 2**n


def verdict(found: Interval) -> str:
    """Return the verdict of the interval on the new revision: none if it contains 1."""
    return "slower" if found.low > 1 else "faster" if found.high < 1 else ""


# ---- revisions


@dataclass(frozen=True)
class Revision:
    """A revision that is installed. `digest` is that of the files of the working tree, else None."""

    given: str
    commit: str
    digest: str | None
    site: Path
    build: dict[str, str]


def installed(given: str) -> Revision:
    """Return the revision, or "." for the working tree, installed in its folder unless it is there already."""
    files = working_files() if given == "." else []
    digest = _digest(files) if given == "." else None
    commit = _git("rev-parse", "--verify", f"{'HEAD' if given == '.' else given}^{{commit}}")
    name = f"working-{digest[:16]}" if digest else commit
    folder = BUILDS / f"{name}-{sys.implementation.cache_tag}"
    site = folder / "site"
    if not site.exists():
        print(f"installing {given} ({name}) …", flush=True)
        with tempfile.TemporaryDirectory() as name:
            tree = Path(name)
            if given == ".":
                _copy(files, tree)
            else:
                _extract(commit, tree)
            _install(tree, folder)
    return Revision(given, commit, digest, site, machine.build(site / "shiplap" / "_core"))


def _install(tree: Path, folder: Path) -> None:
    """Build a tree and install it in a folder: as a whole or not at all."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    partial = folder / "partial"
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--target", str(partial), str(tree)]
    if subprocess.run(command, env={**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}).returncode:
        raise SystemExit(f"pip could not install {folder.name}")
    partial.rename(folder / "site")


def _extract(commit: str, tree: Path) -> None:
    """The files of a commit; `git worktree` would leave an entry in the repository."""
    archive = tree / "archive.tar"
    _git("archive", "--format=tar", f"--output={archive}", commit)
    shutil.unpack_archive(archive, tree, "tar")
    archive.unlink()


def working_files() -> list[Path]:
    """Return the files of the working tree that git knows or would add."""
    names = _git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    return [path for name in sorted(set(names)) if name and (path := ROOT / name).is_file()]


def _digest(files: Iterable[Path]) -> str:
    found = hashlib.blake2b(digest_size=16)
    for path in files:
        data = path.read_bytes()
        found.update(f"{path.relative_to(ROOT)}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()


def _copy(files: Iterable[Path], tree: Path) -> None:
    for path in files:
        target = tree / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(done.stderr.strip())
    return done.stdout.strip()


# ---- one process a revision


class Worker:
    """The process of a revision. A request and its reply are a line of JSON each."""

    def __init__(self, revision: Revision, core: int | None) -> None:
        packages = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
        given = {"site": str(revision.site), "packages": packages, "core": core}
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment |= {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "GLIBC_TUNABLES": heap.TUNABLES}
        # -S: no .pth file of this Python, such as that of an editable install, comes before the revision
        command = [sys.executable, "-S", "-s", "-m", "benchmarks.speed.pairs", "--worker", json.dumps(given)]
        self._process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, **request: Any) -> dict[str, Any]:
        """Return the reply to a request."""
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"a worker ended with code {self._process.wait()}")
        reply: dict[str, Any] = json.loads(line)
        return reply

    def end(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def work(given: dict[str, Any]) -> None:
    """Answer requests: prepare a case, or measure the one that is prepared."""
    sys.path[1:1] = [given["site"]]
    sys.path += given["packages"]
    replies = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what is printed by accident is no reply
    found = str(importlib.import_module("shiplap").__file__)
    if Path(given["site"]) not in Path(found).parents:
        raise SystemExit(f"shiplap comes from {found}, not from the revision")
    if given["core"] is not None:
        os.sched_setaffinity(0, {given["core"]})
    chosen, texts = {case.name: case for case in loops.cases()}, loops.texts()
    gc.collect()
    gc.disable()
    heap.settle()
    ready: loops.Ready | None = None
    for line in sys.stdin:
        request = json.loads(line)
        if "case" in request:
            ready = None
            gc.collect()
            ready, reply = _prepare(chosen[request["case"]], texts)
        else:
            assert ready is not None
            reply = {"seconds": _measure(ready, request["calls"])}
        print(json.dumps(reply), file=replies, flush=True)


def _prepare(case: loops.Case, texts: dict[str, str]) -> tuple[loops.Ready | None, dict[str, Any]]:
    """Return the case, warm, with the digest of its answer and the seconds of a call; or why it cannot be run."""
    try:
        ready = loops.ready(case, texts)
        digest = ready.digest()
        return ready, {"digest": digest, "seconds": min(_seconds(ready, 1) for _ in range(WARM))}
    except loops.Absent as absent:
        return None, {"absent": str(absent), "package": absent.package}
    except Exception:
        return None, {"error": traceback.format_exc(limit=-3)}


def _measure(ready: loops.Ready, calls: int) -> float:
    """Return the best seconds of a call, a mean over `calls` of them, in SAMPLE seconds."""
    end = perf_counter() + SAMPLE
    best = _seconds(ready, calls)
    while perf_counter() < end:
        best = min(best, _seconds(ready, calls))
    return best


def _seconds(ready: loops.Ready, calls: int) -> float:
    run = ready.run
    begin = perf_counter()
    for _ in range(calls):
        run()
    return (perf_counter() - begin) / calls


# ---- pairs


def compare(case: str, old: Worker, new: Worker, pairs: int, moved: bool = False) -> dict[str, Any]:
    """Return the row of a case: the seconds of each pair, ratios, interval; or `failed`, or `absent`. `moved`:
    answers may differ, and the row says whether they do."""
    first, second = old.ask(case=case), new.ask(case=case)
    row: dict[str, Any] = {"case": case}
    sides = (("OLD", first), ("NEW", second))
    wrong = [f"{side}: {reply['error']}" for side, reply in sides if "error" in reply]
    missing = [f"not in {side}: {reply['absent']}" for side, reply in sides if "absent" in reply]
    if wrong:
        return {**row, "failed": "\n".join(wrong)}
    if missing:
        packages = {reply.get("package") for _, reply in sides}
        return {**row, "absent": first["absent"] if packages != {None} else "; ".join(missing)}
    if moved:
        row["moved"] = first["digest"] != second["digest"]
    elif first["digest"] != second["digest"]:
        return {**row, "failed": f"the answers differ: {first['digest']} in OLD, {second['digest']} in NEW"}
    calls = max(1, math.ceil(UNIT / max(first["seconds"], second["seconds"])))
    seconds: dict[str, list[float]] = {"old": [], "new": []}
    turns = [("old", old), ("new", new)]
    for _ in range(pairs):
        for side, worker in turns:
            seconds[side].append(worker.ask(calls=calls)["seconds"])
        turns.reverse()
    ratios = [after / before for before, after in zip(seconds["old"], seconds["new"], strict=True)]
    found = interval(ratios)
    return {
        **row, "digest": first["digest"], "calls": calls, "seconds": seconds, "ratio": statistics.median(ratios),
        "low": found.low, "high": found.high, "coverage": found.coverage, "rank": found.rank,
        "verdict": verdict(found),
    }  # fmt: skip


def line(row: dict[str, Any], width: int) -> str:
    """Return a row of the table."""
    name = f"{row['case']:{width}}"
    if "failed" in row:
        return f"{name}  FAILED: {row['failed']}"
    if "absent" in row:
        return f"{name}  {row['absent']}"
    old, new = (1e6 * statistics.median(row["seconds"][side]) for side in ("old", "new"))
    ratios = f"{row['ratio']:8.3f}  {row['low']:.3f} to {row['high']:.3f}"
    moved = "  other answers" if row.get("moved") else ""
    return f"{name} {old:11.2f} {new:11.2f} {ratios}  {row['verdict']}{moved}".rstrip()


def summary(rows: Sequence[dict[str, Any]]) -> list[str]:
    """Return the summary of all rows, in lines."""
    compared = [row for row in rows if "ratio" in row]
    failed = sum("failed" in row for row in rows)
    lines = [f"{len(compared)} cases compared, {len(rows) - len(compared) - failed} absent, {failed} failed"]
    if compared:
        count, coverage = len(compared[0]["seconds"]["old"]), compared[0]["coverage"]
        rank = compared[0]["rank"]
        verdicts = [row["verdict"] for row in compared]
        lines.append(
            f"intervals: ratios {rank} and {count - rank + 1} of {count} in order, {100 * coverage:.1f} %; by "
            f"chance {len(compared) * (1 - coverage):.1f} of them exclude 1, here {sum(map(bool, verdicts))} do: "
            f"{verdicts.count('faster')} faster, {verdicts.count('slower')} slower"
        )
    return lines


def main() -> int:
    parser = records.script(__doc__, "pairs")
    parser.add_argument("old", metavar="OLD", nargs="?", help="a revision, or . for the working tree")
    parser.add_argument("new", metavar="NEW", nargs="?", help="another revision, or the same")
    parser.add_argument("--pairs", type=int, metavar="N", help=f"{PAIRS} or more (with --quick: any; {QUICK})")
    parser.add_argument("--only", metavar="SUBSTRING", help="cases whose name contains this")
    parser.add_argument("--quick", action="store_true", help="fewer pairs: a quick look, not a result")
    parser.add_argument("--moved", action="store_true", help="compare cases whose answers differ too")
    parser.add_argument("--core", type=int, metavar="N", help="core of both processes (default: the last allowed)")
    parser.add_argument("--worker", type=json.loads, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.worker:
        work(given.worker)
        return 0
    if given.old is None or given.new is None:
        parser.error("two revisions are needed")
    pairs = given.pairs if given.pairs is not None else QUICK if given.quick else PAIRS
    if pairs < (1 if given.quick else PAIRS):
        parser.error(f"--pairs: at least {PAIRS} (any number with --quick)")
    names = [case.name for case in loops.cases(given.only)]
    if not names:
        parser.error(f"no case has {given.only!r} in its name")
    core = given.core
    if core is None and hasattr(os, "sched_getaffinity"):
        core = max(os.sched_getaffinity(0))
    old, new = installed(given.old), installed(given.new)
    if old.build != new.build:
        print(f"not built alike: {old.build} and {new.build}; the ratios are not of the sources alone")
    width = max(map(len, names))
    print(f"{'':{width}} {'OLD us':>11} {'NEW us':>11} {'NEW/OLD':>8}  interval")
    rows = []
    workers = Worker(old, core), Worker(new, core)
    for name in names:
        rows.append(compare(name, *workers, pairs, given.moved))
        print(line(rows[-1], width), flush=True)
    for worker in workers:
        worker.end()
    print("\n".join(summary(rows)))
    records.write(given.record, _record(old, new, core, pairs, rows))
    return 1 if any("failed" in row for row in rows) else 0


def _record(
    old: Revision, new: Revision, core: int | None, pairs: int, rows: list[dict[str, Any]]
) -> dict[str, Any]:
    """Return the record that --record writes."""
    revisions = {
        side: {"given": one.given, "commit": one.commit, "working_tree": one.digest, **one.build}
        for side, one in (("old", old), ("new", new))
    }
    return {
        "date": date.today().isoformat(), **revisions, "machine": machine.processor(), "core": core,
        "versions": machine.versions(["numpy", "pyarrow", "bpe_openai"]),
        "settings": {"pairs": pairs, "sample": SAMPLE, "unit": UNIT}, "cases": rows,
    }  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
