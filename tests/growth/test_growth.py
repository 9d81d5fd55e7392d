"""Law 7, linear: the instructions for a text of 4n grow in step with those for a text of n, on every public call.

Instructions are counted by valgrind's callgrind, so that the machine's noise plays no part: those of a step,
and those of each function in it, so that a quadratic copy of a few bytes is seen beside much linear work. A
sample of the steps is counted; `.ci/growth` counts all of them.
"""

from __future__ import annotations

import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from types import CodeType, FrameType
from typing import Any

import pytest

import shiplap
from shiplap.cli.parser import parser
from tests.support import growth, growth_api, growth_texts

#: The most that 4n characters may cost, in costs of n: of a step, and of one function. n log n is 4.6, n * n 16.
LIMIT, LIMIT_OF_FUNCTION = 5.2, 8.0

#: A function that costs more than this many times as much hardly ran for n: n * n * n is 64.
STARTED = 100

#: A function counts from this number of instructions on, and from this share of those of its step: of the API; of
#: other steps, where sizes grow with n and a step has many calls; and for the memory functions of C, which also
#: copy arrays that grow.
FEWEST, SHARE, SHARE_ELSEWHERE, SHARE_OF_MEMORY = 20_000, 0.005, 0.2, 0.1

#: Allocators: what they do for n bytes depends on what was freed before.
ALLOCATORS = ("malloc", "free", "realloc", "calloc", "arena", "brk", "mmap", "_Alloc", "unlink_chunk")

#: From 2 KiB on, the memory functions of glibc repeat an instruction for each byte, below that for 32 bytes: an
#: array that passes 2 KiB would cost 32 times as much a byte. With these, all sizes count alike.
TUNABLES = ":".join(f"glibc.cpu.x86_rep_{kind}_threshold=0x40000000" for kind in ("movsb", "stosb"))

#: A module, a part, and the number of parts into which its steps are dealt.
Part = tuple[str, int, int]
PARTS: list[Part] = [
    ("growth_api", 0, 2), ("growth_api", 1, 2), ("growth_cases", 0, 1), ("growth_prompts", 0, 1),
    ("growth_contexts", 0, 1), ("growth_provenance", 0, 1), ("growth_readers", 0, 1), ("growth_html", 0, 1),
]  # fmt: skip
RUNS: Part = ("growth_runs", 0, 1)

#: Begin to count a part.
Counting = Callable[[Part], Future[list[pathlib.Path]]]

needs_valgrind = pytest.mark.skipif(
    shutil.which("valgrind") is None or shutil.which("cc") is None, reason="needs valgrind and a C compiler"
)


def name_of(part: Part) -> str:
    """Name a part, as tests are called."""
    return f"{part[0]}-{part[1]}"


def dumps_of(part: Part, marks: pathlib.Path, folder: pathlib.Path) -> list[pathlib.Path]:
    """Count a part in a process of its own; return the dumps in order: of each step for n, and for 4n."""
    command = [
        "valgrind", "--tool=callgrind", "--instr-atstart=no", "--dump-line=no",
        f"--callgrind-out-file={folder / 'counts'}",
        sys.executable, "-m", "tests.support.growth", str(marks), *map(str, part),
    ]  # fmt: skip
    environment = {**os.environ, "PYTHONHASHSEED": "0", "OPENBLAS_NUM_THREADS": "1", "GLIBC_TUNABLES": TUNABLES}
    root = pathlib.Path(__file__).resolve().parents[2]
    done = subprocess.run(
        command, cwd=root, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert done.returncode == 0, done.stderr
    return sorted(folder.glob("counts.*"), key=lambda path: int(path.suffix[1:]))


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counting]:
    """Count parts beside each other, one on each processor."""
    library = tmp_path_factory.mktemp("marks") / "marks.so"
    source = pathlib.Path(growth.__file__).with_name("callgrind_marks.c")
    subprocess.run(["cc", "-O1", "-shared", "-fPIC", "-o", str(library), str(source)], check=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        yield lambda part: pool.submit(dumps_of, part, library, tmp_path_factory.mktemp("growth"))
        pool.shutdown(cancel_futures=True)


@pytest.fixture(scope="module")
def dumps(request: pytest.FixtureRequest, counting: Counting) -> dict[Part, Future[list[pathlib.Path]]]:
    """The dumps of the parts that are asked for, begun in turn."""
    asked = {item.name for item in request.session.items}
    return {part: counting(part) for part in PARTS if f"test_growth[{name_of(part)}]" in asked}


@needs_valgrind
@pytest.mark.exhaustive
@pytest.mark.parametrize("part", PARTS, ids=name_of)
def test_growth(dumps: dict[Part, Future[list[pathlib.Path]]], part: Part) -> None:
    if part[0] == "growth_api":
        needs_extras()
    assert faults(part, dumps[part].result()) == []


@needs_valgrind
@pytest.mark.exhaustive
def test_runs_of_marks_are_cheap(counting: Counting) -> None:
    """A mark more costs at most 50 ns: some 500 instructions, at three or four a cycle."""
    found = counts_of(RUNS, counting(RUNS).result())
    more = (growth.FACTOR - 1) * growth.steps_of(*RUNS)[1]
    costs = {case: (large.total() - small.total()) / more for case, (small, large) in found.items()}
    assert max(costs.values()) < 500, sorted(costs.items(), key=lambda item: -item[1])[:5]


def counts_of(part: Part, dumps: list[pathlib.Path]) -> dict[str, tuple[Counter[str], Counter[str]]]:
    """Read the counts of a part: for n and for 4n, by the name of the case."""
    cases, _ = growth.steps_of(*part)
    assert len(dumps) == 2 * len(cases)
    return {
        case: (growth.instructions(dumps[2 * i]), growth.instructions(dumps[2 * i + 1]))
        for i, case in enumerate(cases)
    }


def faults(part: Part, dumps: list[pathlib.Path]) -> list[str]:
    """List what grows faster than the text, each with its step."""
    found = []
    for case, (small, large) in counts_of(part, dumps).items():
        total = large.total()
        if total > LIMIT * small.total():
            found.append(f"{case}: {total / small.total():.1f} times")
        for function, count in large.items():
            times = count / max(1, small[function])
            if count > heavy(part[0], function, total) and LIMIT_OF_FUNCTION < times < STARTED:
                found.append(f"{case}: {function} {times:.1f} times, {count / total:.1%}")
    return found


def heavy(module: str, function: str, total: int) -> float:
    """Return the instructions from which on a function counts."""
    if any(name in function for name in ALLOCATORS):
        return math.inf
    share = SHARE if module == "growth_api" else SHARE_ELSEWHERE
    if re.match(r"_*mem(cpy|move|set)", function):
        share = max(share, SHARE_OF_MEMORY)
    return max(share * total, FEWEST)


# ---- what the steps run


def needs_extras() -> None:
    """Skip a test where an extra is missing that a topic of the API needs."""
    for module in ("pyarrow", "pandas", "polars", "bm25s"):
        pytest.importorskip(module)


#: Public functions that no step runs, with the reason.
NOT_RUN = {
    "shiplap.chunkers.base.Chunker.__init__": "the chunkers have their own",
    "shiplap.ingestion.report.Counts.add": "adds ten numbers",
    "shiplap.ingestion.report.Report.add": "adds lists of at most 100,000 items",
    "shiplap.ingestion.listener.Listener.embedded": "does nothing",
    "shiplap.ingestion.listener.Listener.message": "does nothing",
    "shiplap.ingestion.listener.Listener.problem": "does nothing",
    "shiplap.store.embedding.EmbedListener.message": "does nothing",
    "shiplap.vectors.model.Model.request": "raises: the method is abstract",
    "shiplap.sync.conformance.check_target": "writes a fixed number of rows",
    "shiplap.tokenizers.adapter.Adapter.config": "returns a name",
    "shiplap.tokenizers.adapter.Adapter.count": "raises: the method is abstract",
}


@pytest.fixture(scope="module")
def called() -> set[CodeType]:
    """The functions that the topics of the API call."""
    needs_extras()
    found: set[CodeType] = set()

    def note(frame: FrameType, event: str, argument: Any) -> None:
        found.add(frame.f_code)

    work = [partial(of, 1_000) for of in (growth_api.rows, growth_api.of_tuning, growth_api.of_tokens)]
    for topic, _, _ in growth_api.TOPICS.values():
        for path, make in (growth_texts.TEXTS["prose"], growth_texts.TEXTS["code"]):
            work.append(partial(topic, make(800), path))
    before = sys.getprofile()
    sys.setprofile(note)
    try:
        for each in work:
            each()
    finally:
        sys.setprofile(before)
    return found


@pytest.mark.exhaustive
def test_every_public_call_has_a_growth_case(called: set[CodeType]) -> None:
    """A new public name needs a call in tests/support/growth_api.py."""
    names = growth_api.names()
    assert len(names) > 200
    assert {name for name, code in names.items() if code not in called} - NOT_RUN.keys() == set()
    assert NOT_RUN.keys() <= names.keys()


def test_every_command_has_a_growth_case() -> None:
    known: Any = parser()
    reads_no_text = {"doctor", "completion"}
    assert {command[0] for command in growth_api.COMMANDS} | {"evaluate"} | reads_no_text == {*known.commands}


# ---- the outputs


@pytest.mark.parametrize("name", growth_texts.TEXTS)
def test_outputs_are_linear(name: str) -> None:
    """Chunks and what is repeated before them: 8n characters make at most 1.5 times as many as 8 texts of n."""
    path, make = growth_texts.TEXTS[name]
    for chunker in growth_api.CHUNKERS:
        small, large = (chunker.chunk(make(n), path=path or None) for n in (8_000, 64_000))
        assert len(large) < 1.5 * 8 * len(small) + 8, chunker
        sizes = [sum(map(len, chunks.contextual_texts)) for chunks in (small, large)]
        assert sizes[1] < 1.5 * 8 * sizes[0], chunker


@pytest.mark.parametrize("name", growth_texts.TEXTS)
def test_chunks_are_not_many(name: str) -> None:
    """A chunk is on average at least an eighth of the size, unless each sentence is one."""
    path, make = growth_texts.TEXTS[name]
    text = make(8_000)
    for chunker in growth_api.CHUNKERS:
        if not isinstance(chunker, shiplap.SentenceSplitter):
            assert len(chunker.chunk(text, path=path or None)) <= 8 * len(text) / growth_api.SIZE, chunker
