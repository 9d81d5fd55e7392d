"""Instructions of the main loops, counted by valgrind: the same on a noisy machine as on a quiet one.

    python -m benchmarks.speed.instructions                  print them beside those of the record
    python -m benchmarks.speed.instructions --only sentence  those with this in their name
    python -m benchmarks.speed.instructions --check          exit code 1 if one exceeds the record by more than 1 %
    python -m benchmarks.speed.instructions --check 1.05     by more than 5 %
    python -m benchmarks.speed.instructions --write          and make them the record

The cases and their texts are those of `loops.py`. valgrind runs no AVX-512, so these are the counts of the AVX2
path where the processor has it. They depend on the compiler, Cython, Python and numpy as well: the record names
them, and `--check` judges nothing where they differ.

How a count is made repeatable:

1. Each case runs in a process of its own, forked from one that has imported everything and read the texts. So
   its memory is laid out the same whichever cases run before it, and a new case changes no count of the others.
   Cases that need another package are forked from a process that has imported that package too.
2. Before the fork the heaps of C and of Python are brought into a known state (`heap.py`), so that allocations do
   not depend on what was imported before.
3. The seed of hashes is fixed, the environment has only the variables that are needed, the garbage collector is
   off, and numpy has one thread.
4. A case is called WARM times first: caches are filled, and the interpreter has specialised its bytecode. Then
   COUNTED calls are counted one by one, and the least is taken: what remains is an allocation now and then.
5. An empty case, counted in the same way, is subtracted from all.

What remains is noise of at most some 700 instructions in one call: two names that share a place in CPython's cache
of attributes of types, after classes or names were added.
"""

from __future__ import annotations

import argparse
import gc
import importlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import ROOT, machine, records
from benchmarks.speed import heap, loops

RECORD = records.FOLDER / "instructions.json"
WARM, COUNTED = 9, 3

#: The C function whose calls divide the counts: `cpu.current` calls it, and no loop does.
MARK = "shiplap_isa_name"

#: What must be the same for counts to be comparable.
VERSIONS = ("instruction set", "compiler", "cython", "python", "numpy")

#: Packages that some cases need. Those cases are comparable where the version is the same.
PACKAGES = ("pyarrow", "bpe_openai")

#: Environment variables that the counted process gets; SHIPLAP_DISABLE=avx2 counts the scalar path.
ENVIRONMENT = ("PATH", "PYTHONPATH", "LD_LIBRARY_PATH", "SHIPLAP_DISABLE")


# ---- inside of valgrind


def work(folder: Path) -> None:
    """Run the cases that `folder` names, each in a child, and write the process id of each."""
    given = json.loads((folder / "work.json").read_text())
    chosen = {case.name: case for case in loops.cases()}
    core = _import(given["package"])
    gc.collect()
    gc.disable()
    heap.settle()
    core.current()  # what was counted until now is written once, not by each child
    children = {"": _child(core, lambda: None)}
    for name in given["cases"]:
        children[name] = _child(core, chosen[name], given["texts"])
    (folder / "done.json").write_text(json.dumps({"isa": core.current(), "children": children}))


def _import(package: str | None) -> Any:
    """Import what cases import at their first call, and return `shiplap._core.cpu`."""
    shiplap = importlib.import_module("shiplap")
    for name in ("arrow", "regions", "outline", "detect_content_type"):
        getattr(shiplap, name)
    for module in ("numpy", "shiplap.store.rows", "shiplap.chunkers.streaming", *([package] if package else [])):
        importlib.import_module(module)
    if package == "pyarrow":
        importlib.import_module("pyarrow").table({"page": ["It rains."]})  # which imports pandas, where it is
    if package == "bpe_openai":
        importlib.import_module("shiplap.tokenizers").get("cl100k_base").count("It rains.")
    return importlib.import_module("shiplap._core.cpu")


def _child(core: Any, case: loops.Case | Callable[[], Any], texts: Mapping[str, str] | None = None) -> int:
    """Count a case in a child, and return the child's process id."""
    child = os.fork()
    if child:
        if os.waitpid(child, 0)[1]:
            raise SystemExit(1)
        return child
    try:
        call = loops.ready(case, texts or {}).run if isinstance(case, loops.Case) else case
        _count(core.current, call)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
        os._exit(1)


def _count(mark: Callable[[], Any], call: Callable[[], Any]) -> None:
    for _ in range(WARM):
        call()
    for _ in range(COUNTED):
        mark()
        call()
        mark()


# ---- outside


def count(chosen: Iterable[loops.Case], texts: Mapping[str, str]) -> tuple[dict[str, int], int, str]:
    """Return the instructions of each case, those of an empty one (subtracted; the most of any package), and the
    instruction set."""
    cases, empty, isa = list(chosen), 0, ""
    counts: dict[str, int] = {}
    for package in (None, *PACKAGES):
        names = [case.name for case in cases if case.package == package]
        if names:
            least, isa = _count_of(names, package, texts)
            nothing = least.pop("")
            empty = max(empty, nothing)
            counts |= {name: number - nothing for name, number in least.items()}
    return {case.name: counts[case.name] for case in cases}, empty, isa


def _count_of(names: list[str], package: str | None, texts: Mapping[str, str]) -> tuple[dict[str, int], str]:
    """Return the instructions of cases that need one package, of an empty case (named ""), and the instruction
    set."""
    found, isa = dumps_of(names, package, texts)
    return {case: of_case(dumps) for case, dumps in found.items()}, isa


def dumps_of(
    names: list[str], package: str | None, texts: Mapping[str, str]
) -> tuple[dict[str, list[str]], str]:  # fmt: skip
    """Return the output of callgrind for cases that need one package, and for an empty case (named ""); and the
    instruction set."""
    environment = {name: os.environ[name] for name in ENVIRONMENT if name in os.environ}
    environment |= {"PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "LC_ALL": "C.UTF-8"}
    environment["GLIBC_TUNABLES"] = heap.TUNABLES
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "work.json").write_text(json.dumps({"texts": texts, "cases": names, "package": package}))
        done = subprocess.run(
            ["valgrind", "--tool=callgrind", "--cache-sim=no", f"--dump-before={MARK}",
             f"--callgrind-out-file={folder}/out.%p", sys.executable, "-m", "benchmarks.speed.instructions",
             "--work", name],
            cwd=ROOT, env=environment, capture_output=True, text=True,
        )  # fmt: skip
        if done.returncode:
            raise SystemExit(f"the counted process failed:\n{done.stderr}")
        found = json.loads((folder / "done.json").read_text())
        return {case: _dumps(folder, child) for case, child in found["children"].items()}, found["isa"]


def _dumps(folder: Path, child: int) -> list[str]:
    """Return the output of callgrind at each mark of a child, in order; at the end of the process it has no
    number."""
    paths = folder.glob(f"out.{child}.*")
    return [path.read_text() for path in sorted(paths, key=lambda path: int(path.suffix[1:]))]


def of_case(dumps: Iterable[str]) -> int:
    """Return the instructions of a case: the least of its calls. Before the first mark lies what is not counted,
    then calls and what lies between them take turns.

    Raises ValueError where the marks are not those of COUNTED calls.
    """
    totals = [total(dump) for dump in dumps]
    if len(totals) != 2 * COUNTED:
        raise ValueError(f"{len(totals)} marks, not {2 * COUNTED}")
    return min(totals[1::2])


def total(dump: str) -> int:
    """Return the instructions of one part of callgrind's output."""
    found = re.findall(r"^totals: (\d+)", dump, re.MULTILINE)
    if not found:
        raise ValueError("no totals in callgrind's output")
    return int(found[-1])


def differing(now: Mapping[str, str], before: Mapping[str, str], names: Iterable[str] = VERSIONS) -> list[str]:
    """In which versions this machine differs from that of the record."""
    return [
        f"{name} {now.get(name)} here, {before.get(name)} in the record"
        for name in names
        if now.get(name) != before.get(name)
    ]


def exceeding(counts: Mapping[str, int], before: Mapping[str, int], ratio: float) -> list[str]:
    """Return the cases whose count is more than `ratio` times that of the record. Cases that it lacks exceed
    nothing."""
    return [
        f"{name}: {counts[name]} instructions, {counts[name] / before[name]:.4f} of the record's {before[name]}"
        for name in counts
        if name in before and counts[name] > ratio * before[name]
    ]


def check_counts(
    counts: Mapping[str, int], here: Mapping[str, str], record: Mapping[str, Any], ratio: float
) -> tuple[int, list[str]]:
    """Return the exit code of `--check`, and what to say: 1 and the cases that exceed the record, or 0. Nothing is
    judged where the versions differ, nor a case whose package has another version."""
    if not record:
        return 0, ["no record: nothing checked"]
    unlike = differing(here, record["machine"])
    if unlike:
        return 0, [f"not comparable, nothing checked: {'; '.join(unlike)}"]
    notes = []
    packages = {case.name: case.package for case in loops.cases()}
    for package in PACKAGES:
        unlike = differing(here, record["machine"], [package])
        if unlike:
            counts = {name: number for name, number in counts.items() if packages.get(name) != package}
            notes.append(f"cases with {package} not checked: {unlike[0]}")
    found = exceeding(counts, record["counts"], ratio)
    if found:
        return 1, [*notes, f"over {ratio} of the record:", *found]
    known = sum(name in record["counts"] for name in counts)
    return 0, [*notes, f"{known} cases within {ratio} of the record, {len(counts) - known} not in it"]


def main() -> int:
    parser = records.script(__doc__)
    parser.add_argument("--only", metavar="SUBSTRING", help="cases whose name contains this")
    parser.add_argument(
        "--check", nargs="?", const=1.01, type=float, metavar="RATIO", help="maximum ratio to the record (1.01)"
    )
    parser.add_argument("--write", action="store_true", help="write the record (with --only: these cases)")
    parser.add_argument("--work", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work(given.work)
        return 0
    if shutil.which("valgrind") is None:
        print("no valgrind: nothing counted")
        return 1 if given.check or given.write else 0
    texts, chosen = loops.texts(), []
    for case in loops.cases(given.only):
        try:  # outside of valgrind, where a failure costs no minute, and where modules are compiled to bytecode
            loops.ready(case, texts)
            _import(case.package)
            chosen.append(case)
        except loops.Absent as absent:
            if absent.package is None:
                raise SystemExit(f"{case.name}: {absent}") from None
            print(f"{case.name}: not counted, {absent}")
    if not chosen:
        raise SystemExit(f"no case with {given.only!r} in its name can be counted")
    counts, empty, isa = count(chosen, texts)
    here = conditions(isa)
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {}
    _print(counts, record.get("counts", {}))
    print(f"an empty case, {empty} instructions, is subtracted from each")
    code = 0
    if given.check:
        code, words = check_counts(counts, here, record, given.check)
        print("\n".join(words))
    elif record and (unlike := differing(here, record["machine"])):
        print(f"not comparable with the record: {'; '.join(unlike)}")
    if given.write:
        _write(counts, here, record, bool(given.only))
    return code


def conditions(isa: str) -> dict[str, str]:
    """Return the conditions that the counts depend on."""
    core = Path(str(importlib.import_module("shiplap").__file__)).parent / "_core"
    found = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True)
    return {
        "instruction set": isa, **machine.build(core), **machine.versions(["numpy", *PACKAGES]),
        "valgrind": found.stdout.strip().removeprefix("valgrind-"),
        "processor": machine.processor()["processor"],
    }  # fmt: skip


def _print(counts: Mapping[str, int], before: Mapping[str, int]) -> None:
    width = max(map(len, counts))
    for name, number in counts.items():
        was = before.get(name)
        change = "not in the record" if was is None else f"{100 * (number - was) / was:+7.2f} % of the record"
        print(f"{name:{width}} {number / 1e6:10.4f} million  {change}")


def _write(counts: dict[str, int], here: dict[str, str], record: Mapping[str, Any], some: bool) -> None:
    """Make the counts the record; some of them take the place of theirs in it, if it is of the same versions."""
    if some:
        unlike = differing(here, record["machine"]) if record else ["no record"]
        if unlike:
            raise SystemExit(f"--write with --only needs a record of the same versions: {'; '.join(unlike)}")
        counts = {**record["counts"], **counts}
    written = {"date": date.today().isoformat(), "machine": here, "counts": counts}
    records.write(RECORD, written)


if __name__ == "__main__":
    sys.exit(main())
