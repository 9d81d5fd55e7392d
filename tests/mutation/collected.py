"""The tests of a family, collected once in a process that forks for each mutant of the reference.

    python -m tests.mutation.collected FILE ...

The process collects the tests of the files and runs each once, to learn which statements of the reference it runs,
and for how long. It prints the tests that run any, the quickest first. Then it answers each line of its input,
{"file": ..., "line": ..., "source": ..., "seconds": ...}
in JSON, with a line. A fork gives the functions of the reference the code of the mutant: a function is one object,
whatever module has imported its name. The fork runs the tests that run the changed statement, up to the first that
fails. It needs Python 3.11.
"""

from __future__ import annotations

import ast
import functools
import gc
import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import CodeType, FunctionType
from typing import TextIO

import pytest

from tests.conftest import Core
from tests.mutation.mutant import Mutant
from tests.mutation.server import MEMORY
from tests.mutation.tree import QUIET, Tree
from tests.support import cases

#: The folder of the sources whose statements are counted.
REFERENCE = Path("src", "shiplap", "reference").resolve()

#: The name, in each module of the reference, of the bytes that its statements set.
HITS = "_hits"

#: What a test takes beside the processor time that is measured, in seconds.
OVERHEAD = 0.001


class Collected:
    """The process that tests the mutants of a family."""

    def __init__(self, tree: Tree, files: Sequence[str]) -> None:
        """files: the files of tests of the family."""
        paths = os.pathsep.join([str(tree.root / "src"), str(tree.root)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.mutation.collected", *files], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, cwd=tree.root, env={**tree.environment(), "PYTHONPATH": paths},
        )  # fmt: skip
        #: The tests that run the reference, the quickest first, and the seconds that they take.
        self.tests: dict[str, float] = json.loads(self._answer())

    def outcome(self, mutant: Mutant, seconds: float) -> str:
        """Test a mutant: "killed", "timeout", "survived"; "uncovered" if no test runs the changed statement; or
        "undecided" if no test fails of those that take so many seconds together."""
        request = {"file": mutant.file, "line": mutant.line, "source": mutant.source, "seconds": seconds}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def _answer(self) -> str:
        assert self._process.stdout is not None
        answer = self._process.stdout.readline().strip()
        if not answer:
            raise RuntimeError("the process with the tests has ended: does a test fail without a change?")
        return answer

    def close(self) -> None:
        """End the process."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()

    def __enter__(self) -> Collected:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Source:
    """A source of the reference.

    functions: its functions and methods, by their qualified names.
    statements: of each line of a function, the first line of the innermost statement there, and its number.
    """

    def __init__(self, path: Path, functions: dict[str, FunctionType]) -> None:
        self.path, self.functions = path, functions
        self.code = compile(path.read_text("utf-8"), path, "exec")
        self.statements: dict[int, tuple[int, int]] = {}

    def replace(self, code: CodeType) -> None:
        """Give the functions the code that they have in another version of the source."""
        found = {each.co_qualname: each for each in codes(code)}
        for name, function in self.functions.items():
            function.__code__ = found[name]

    def mark(self, hits: bytearray) -> None:
        """Let each statement of a function set a byte of its own, which is appended."""
        tree = ast.parse(self.path.read_text("utf-8"))
        for node in ast.walk(tree):  # a statement before those in it
            for name in ("body", "orelse", "finalbody"):
                block = getattr(node, name, None)
                if isinstance(block, list) and not isinstance(node, ast.Module):
                    setattr(node, name, [each for one in block for each in (self._mark_of(one, hits), one)])
        for function in self.functions.values():
            function.__globals__[HITS] = hits
        self.replace(compile(ast.fix_missing_locations(tree), self.path, "exec"))

    def _mark_of(self, statement: ast.stmt, hits: bytearray) -> ast.stmt:
        """The statement that sets the byte of another one."""
        begin, end = statement.lineno, statement.end_lineno or statement.lineno
        for line in range(begin, end + 1):
            if self.statements.get(line, (0, 0))[0] < begin:  # of two that begin on one line, the outer one
                self.statements[line] = begin, len(hits)
        hits.append(0)
        return ast.copy_location(ast.parse(f"{HITS}[{len(hits) - 1}] = 1").body[0], statement)


class Server:
    """The plugin of pytest that runs its tests for each request."""

    def __init__(self, requests: TextIO, answers: TextIO) -> None:
        self.requests, self.answers = requests, answers
        self.has_failed = False

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note whether a test fails."""
        self.has_failed |= report.failed

    def pytest_internalerror(self, excrepr: object) -> None:
        """Print an error of this process."""
        print(excrepr, file=sys.stderr)

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Answer the requests, in place of running the tests."""
        if session.testsfailed:
            return True
        self.items = [item for item in session.items if runs_reference(item)]
        self.sources = sources()
        self.measure()
        said = sorted((seconds, k) for k, seconds in enumerate(self.seconds) if k in self.covering)
        self.say(json.dumps({self.items[k].nodeid: seconds for seconds, k in said}))
        #: For each file and test: how many of its mutants the test has seen, and how many it has killed.
        self.seen: Counter[tuple[str, int]] = Counter()
        self.kills: Counter[tuple[str, int]] = Counter()
        cases.max_failures = 1
        gc.collect()
        gc.freeze()
        for line in self.requests:
            self.say(self.outcome(**json.loads(line)))
        return True

    def say(self, text: str) -> None:
        """Print a line."""
        print(text, file=self.answers, flush=True)

    def measure(self) -> None:
        """Run each test once, and note how long it takes and what it runs."""
        hits = bytearray()
        for source in self.sources.values():
            source.mark(hits)
        #: The tests that run each statement, and those that run any.
        self.tests: list[list[int]] = [[] for _ in hits]
        self.covering: set[int] = set()
        self.seconds = []
        for k, (item, following) in enumerate(zip(self.items, [*self.items[1:], None], strict=True)):
            hits[:] = bytes(len(hits))
            begun = time.process_time()
            self.run(item, following)
            self.seconds.append(time.process_time() - begun)
            if self.has_failed:
                raise RuntimeError(f"{item.nodeid} fails without a change")
            for number, hit in enumerate(hits):
                if hit:
                    self.tests[number].append(k)
                    self.covering.add(k)
        for source in self.sources.values():
            source.replace(source.code)

    def run(self, item: pytest.Item, following: pytest.Item | None) -> None:
        """Run a test."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)

    def outcome(self, file: str, line: int, source: str, seconds: float) -> str:
        """Test a mutant."""
        of_file = self.sources.get(Path(file).resolve())
        _, number = of_file.statements.get(line, (0, -1)) if of_file else (0, -1)
        tests = self.tests[number] if number >= 0 else []
        if of_file is None or not tests:
            return "uncovered"

        def promise(k: int) -> float:
            """The kills to be expected of a test in a second."""
            return (1 + self.kills[file, k]) / (2 + self.seen[file, k]) / (self.seconds[k] + OVERHEAD)

        tests = sorted(tests, key=promise, reverse=True)
        within = len(tests)
        while within > 1 and sum(self.seconds[k] for k in tests[:within]) > seconds:
            within -= 1
        passed, code = self.test(of_file, source, tests[:within])
        self.seen.update((file, k) for k in tests[: passed + 1])
        if code:
            self.kills[file, tests[passed]] += 1
            return "timeout" if code == -signal.SIGPROF else "killed"
        return "survived" if within == len(tests) else "undecided"

    def test(self, of_file: Source, source: str, tests: list[int]) -> tuple[int, int]:
        """Run tests on a mutant in a fork, up to the first that fails: the number of those that pass, and the code
        that the fork ends with. A test has five times the processor time that it takes without a change, and half
        a second."""
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
                of_file.replace(compile(source, of_file.path, "exec"))
                for k, following in zip(tests, [*(self.items[k] for k in tests[1:]), None], strict=True):
                    signal.setitimer(signal.ITIMER_PROF, 0.5 + 5 * self.seconds[k])
                    self.run(self.items[k], following)
                    if self.has_failed:
                        break
                    os.write(writing, b".")
                else:
                    code = 0
            finally:
                os._exit(code)
        os.close(writing)
        with open(reading, "rb") as pipe:
            passed = len(pipe.read())
        _, status = os.waitpid(child, 0)
        return min(passed, len(tests) - 1), os.waitstatus_to_exitcode(status)


def runs_reference(item: pytest.Item) -> bool:
    """Return whether a test may run the reference, unlike one whose fixture `impl` is the core."""
    return not hasattr(item, "callspec") or not isinstance(item.callspec.params.get("impl"), Core)


def codes(code: CodeType) -> Iterator[CodeType]:
    """A code and all codes in it."""
    yield code
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from codes(each)


def sources() -> dict[Path, Source]:
    """The sources of the reference that are imported, except those with a function that keeps what it returned
    before: a test would not run it again."""
    functions: dict[Path, dict[str, FunctionType]] = {}
    kept = set()
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            kept.add(each.__wrapped__)
        elif isinstance(each, FunctionType) and "<" not in each.__code__.co_qualname:
            path = Path(each.__code__.co_filename)
            if path.is_relative_to(REFERENCE):
                functions.setdefault(path, {})[each.__code__.co_qualname] = each
    return {path: Source(path, found) for path, found in functions.items() if kept.isdisjoint(found.values())}


def main() -> None:
    """Run the command."""
    requests, answers = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w")
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1):
        os.dup2(nothing, stream)
    pytest.main(["-s", "--assert=plain", *QUIET, *sys.argv[1:]], plugins=[Server(requests, answers)])


if __name__ == "__main__":
    main()
