"""Run the mutants, and record what became of them.

    python -m tests.mutation reference|core [FAMILY ...] [--jobs N] [--sample N] [--seconds N] [--again]
        [--record FOLDER]

A run goes on where the one before was stopped. It needs shiplap built, and the extras `test` and `mutation`.
"""

from __future__ import annotations

import argparse
import datetime
import queue
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path

from tests.mutation import core, reference
from tests.mutation.collected import Collected
from tests.mutation.mutant import FAMILIES, ROOT, TESTS, WITH, Mutant, sample
from tests.mutation.record import Record
from tests.mutation.tree import Tree

#: The exit codes of pytest for a failed test and for an error in a module that it imports.
FAILED = (1, 2, 4)

#: The exit code of pytest for a file whose tests are all in another tier.
NO_TESTS = 5

#: Modules of shiplap that no mutant of the reference changes.
COMPILED = ["shiplap", "shiplap.chunkers", *(
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted((ROOT / "src" / "shiplap" / "_core").rglob("*.pyx"))
)]  # fmt: skip


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    parser.add_argument("sources", choices=("reference", "core"))
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=f"of {', '.join(FAMILIES)}; default: all")
    parser.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    parser.add_argument(
        "--sample", type=int, metavar="N",
        help="N mutants of each family of the reference (default: all), or of all families of the core (300)",
    )  # fmt: skip
    parser.add_argument(
        "--seconds", type=float, default=float("inf"), metavar="N",
        help="leave a mutant of the reference untested that no test of those that take N seconds kills",
    )  # fmt: skip
    parser.add_argument("--again", action="store_true", help="test the survivors of the record again, no others")
    parser.add_argument("--report", action="store_true", help="print what the record says, and test nothing")
    parser.add_argument(
        "--record", type=Path, default=Path(__file__).parent / "record" / datetime.date.today().isoformat(),
        metavar="FOLDER", help="default: of today",
    )  # fmt: skip
    given = parser.parse_args()
    if unknown := set(given.families) - set(FAMILIES):
        parser.error(f"no such family: {', '.join(sorted(unknown))}")
    families = [name for name in FAMILIES if name in given.families or not given.families]
    tool = reference.TOOL if given.sources == "reference" else core.TOOL
    record = Record(given.record / f"{given.sources}.json", tool)
    if not given.report:
        is_core = given.sources == "core"
        size = given.sample or (300 if is_core else None)
        drawn = sample(core.of_all(), size) if is_core and size else []
        for family in families:
            found = list((core if is_core else reference).of_family(family))
            if not found:
                continue
            record.begin(family, found)
            if not given.again:
                record.note_sample(family, size)
                found = [each for each in drawn if each.family == family] if is_core else sample(found, size)
            try:
                run_family(
                    family, found, record, jobs=given.jobs, again=given.again, is_core=is_core,
                    seconds=given.seconds,
                )  # fmt: skip
            finally:
                record.write()
    print(*record.lines(), sep="\n")


def run_family(
    family: str, mutants: list[Mutant], record: Record, *, jobs: int, again: bool, is_core: bool, seconds: float
) -> None:
    """Test the mutants of a family that the record does not have yet; with `again`, those that survived. A mutant
    of the reference that survives tests of so many seconds, but has others, is left to a later run."""
    wanted = "survived" if again else None
    found = [each for each in mutants if record.outcome(each) == wanted and not record.is_explained(each)]
    waiting: queue.SimpleQueue[Mutant] = queue.SimpleQueue()
    for mutant in found:
        waiting.put(mutant)
    print(f"{family}: {len(found)} of {len(mutants)} mutants", flush=True)
    lock = threading.Lock()
    kills: Counter[tuple[str, str]] = Counter()

    def work() -> None:
        test = outcomes_of_core(family, found, kills) if is_core else outcomes(family, seconds)
        with test as outcome:
            while True:
                try:
                    mutant = waiting.get_nowait()
                except queue.Empty:
                    return
                said = outcome(mutant)
                with lock:
                    record.add(mutant, said)

    with ThreadPoolExecutor(jobs) as pool:
        for each in [pool.submit(work) for _ in range(min(jobs, waiting.qsize()))]:
            each.result()


@contextmanager
def outcomes(family: str, seconds: float) -> Iterator[Callable[[Mutant], str]]:
    """The function that tests a mutant of the reference."""
    with Tree(COMPILED) as tree, Collected(tree, sorted(tests_of(family, tree))) as collected:
        sums = accumulate(collected.tests.values())
        tests = [test for test, taken in zip(collected.tests, sums, strict=True) if taken <= max(seconds, 1)]
        longest = 20 + 5 * sum(collected.tests[test] for test in tests)

        def outcome(mutant: Mutant) -> str:
            found = collected.outcome(mutant, seconds)
            if found != "uncovered":
                return found
            # a constant, the default of an argument, a class: modules are imported with it
            tree.write(mutant.file, mutant.source)
            code = tree.run(tests, longest)
            tree.restore(mutant.file)
            found = outcome_of_code(code, mutant)
            return "undecided" if found == "survived" and len(tests) < len(collected.tests) else found

        yield outcome


@contextmanager
def outcomes_of_core(
    family: str, found: list[Mutant], kills: Counter[tuple[str, str]]
) -> Iterator[Callable[[Mutant], str]]:
    """The function that tests a mutant of the core, of those found."""
    with Tree() as tree:
        tests = timed_tests(WITH.get(family, (family,)), tree)
        switched = core.build_switched(tree, found)

        def outcome(mutant: Mutant) -> str:
            if mutant.key in switched:
                tree.variables = {core.VARIABLE: str(switched[mutant.key])}
                return outcome_of_tests(mutant, tree, tests, kills)
            tree.variables = {}
            return outcome_of_built(mutant, tree, tests, kills)

        yield outcome


def timed_tests(families: Iterable[str], tree: Tree) -> dict[str, float]:
    """The files of tests of families, those that take the least seconds first."""
    times = {}
    for file in sorted(file for family in families for file in tests_of(family, tree)):
        begun = time.perf_counter()
        code = tree.run([file], 3600)
        if code not in (0, NO_TESTS):
            raise RuntimeError(f"{file} fails without a change: {code}")
        if code == 0:
            times[file] = time.perf_counter() - begun
    return dict(sorted(times.items(), key=lambda each: each[1]))


def tests_of(family: str, tree: Tree) -> Iterable[str]:
    """The files of tests of a family."""
    paths = (tree.root / "tests" / "kernels" / family).glob("test_*.py")
    return TESTS.get(family) or [path.relative_to(tree.root).as_posix() for path in paths]


def outcome_of_built(mutant: Mutant, tree: Tree, tests: dict[str, float], kills: Counter[tuple[str, str]]) -> str:
    """Build and test a mutant of the core in a tree: "killed", "timeout", "survived" or "unbuildable"."""
    tree.write(mutant.file, mutant.source)
    modules = core.modules_of(mutant.family, ROOT / mutant.file)
    try:
        if not all(core.build(tree, module) for module in modules):
            return "unbuildable"
        return outcome_of_tests(mutant, tree, tests, kills)
    finally:
        tree.restore(mutant.file)
        for module in modules:
            tree.restore_module(module)


def outcome_of_tests(mutant: Mutant, tree: Tree, tests: dict[str, float], kills: Counter[tuple[str, str]]) -> str:
    """Run one file of tests after the other, up to the first that fails: first those that failed for most mutants
    of the same source (`kills`), and of equals that of the same name."""
    own = f"/test_{Path(mutant.file).stem}.py"
    for file in sorted(tests, key=lambda file: (-kills[mutant.file, file], not file.endswith(own))):
        # five times as long as without a change, for a machine that is busy
        outcome = outcome_of_code(tree.run([file], 10 + 5 * tests[file]), mutant)
        if outcome != "survived":
            kills[mutant.file, file] += 1
            return outcome
    return "survived"


def outcome_of_code(code: int | str, mutant: Mutant) -> str:
    """The outcome for a mutant, given the exit code of pytest or "timeout"."""
    if code == "timeout":
        return "timeout"
    if code in FAILED or int(code) < 0:
        return "killed"
    if code:
        raise RuntimeError(f"pytest ends with {code} for {mutant.file}:{mutant.line}: {mutant.after}")
    return "survived"


if __name__ == "__main__":
    main()
