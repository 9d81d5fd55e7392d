"""Failing allocations raise MemoryError and nothing else; nothing leaks; memory stays near the spans."""

from __future__ import annotations

import gc
import threading
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import shiplap
from tests.support.cases import few_quick
from tests.support.failing_memory import generators_survive

_testcapi = pytest.importorskip("_testcapi", reason="needs CPython's test module")

TEXT = "Ein Satz. Noch einer! " * 40
INPUTS: list[Any] = [TEXT, TEXT + "é", TEXT + "漢", TEXT + "😀", TEXT.encode(), (TEXT + "漢").encode()]


@pytest.fixture(autouse=True)
def no_other_threads() -> None:
    """Stop the thread of tqdm, which bm25s uses: an allocation in it could be the one that fails."""
    for thread in threading.enumerate():
        if type(thread).__name__ == "TMonitor":
            thread.exit()  # type: ignore[attr-defined]


def work(chunker: shiplap.Chunker, text: Any) -> list[Any]:
    chunks = chunker.chunk(text, document_id="d")
    spans = [chunks.spans.tolist(), chunks.byte_spans.tolist(), chunks.utf16_spans.tolist()]
    return [spans, chunks.texts, chunks.ids, [chunk.text for chunk in chunks]]


def each_may_fail(call: Callable[[], Any]) -> None:
    """Let each allocation of a call fail, one a time: MemoryError, or the same result."""
    if not generators_survive():
        pytest.skip("this CPython crashes when an allocation fails in a generator of plain Python")
    expected = call()
    failures = 0
    for n in range(1, 10_000):
        result = None
        _testcapi.set_nomemory(n, n + 1)
        try:
            result = call()
        except MemoryError:
            failures += 1
        finally:
            _testcapi.remove_mem_hooks()
        if result is not None:
            assert result == expected
            if n > failures + 20:  # past the last allocation
                break
    assert failures > 10


# An allocation that fails in a finalizer can only be warned of.
@pytest.mark.filterwarnings("ignore:(?s).*MemoryError:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("text", INPUTS)
@pytest.mark.parametrize(
    "kind",
    [
        lambda unit: shiplap.FixedChunker(60, 20, unit=unit),
        lambda unit: shiplap.FixedChunker(60, 20, unit=unit, snap="sentence"),
        lambda unit: shiplap.FixedChunker(60, 20, unit=unit, snap="paragraph"),
        lambda unit: shiplap.SentenceChunker(60, 20, unit=unit),
        lambda unit: shiplap.SentenceChunker(60, 20, unit=unit, boundaries=range(0, 800, 30)),
    ],
    ids=["exact", "sentence", "paragraph", "sentences", "given"],
)
@pytest.mark.parametrize("unit", ["characters", "bytes"])
def test_each_allocation_may_fail(text: Any, kind: Callable[[str], shiplap.Chunker], unit: str) -> None:
    chunker = kind(unit)
    each_may_fail(lambda: work(chunker, text))


def outlined(text: Any, language: str) -> list[Any]:
    found = shiplap.outline(text, language)
    return [list(found), found.positions.tolist(), found.ranks.tolist(), found.pack(90).tolist()]


@pytest.mark.parametrize(
    ("code", "language"),
    [("def f():\n  'é'\nclass A:\n  def m(): 0\n" * 12, "python"),
     ("#if x\n// 漢\nvoid f() { g([](){ `${` }) }\n#endif\n" * 12 + "{(" * 20, "cpp"),
     ("const f = () => `${`${x}`}`\n" * 12 + "`${" * 20, "javascript")],
)  # fmt: skip
@pytest.mark.parametrize("form", ["str", "bytes"])
def test_each_allocation_of_an_outline_may_fail(code: str, language: str, form: str) -> None:
    text = code if form == "str" else code.encode()
    each_may_fail(lambda: outlined(text, language))
    assert leak(lambda: outlined(text, language)) < 20_000


PAGE = (
    "# é\n\nEin Satz. Noch einer!\n\n```py\n" + "def f():\n  return 0\n" * 6 + "```\n\n| a | b |\n|--|--|\n"
    + "| 1 | 2 |\n" * 12
)  # fmt: skip


def adaptive(chunker: shiplap.Chunker, text: Any) -> list[Any]:
    chunks = chunker.chunk(text)
    return [chunks.spans.tolist(), chunks.kinds, chunks.headings, chunks.contextual_texts]


# From CPython 3.13 on, one that fails while an object's attributes are cleared can only be warned of.
@pytest.mark.filterwarnings("ignore:.*clearing an object managed dict:pytest.PytestUnraisableExceptionWarning")
@few_quick("text", [PAGE, PAGE.encode()], quick=1)
@pytest.mark.parametrize("included", [False, True], ids=["text", "contextual"])
def test_each_allocation_of_an_adaptive_chunker_may_fail(text: Any, included: bool) -> None:
    chunker = shiplap.AdaptiveChunker(60, 20, unit="bytes", size_includes_context=included)
    each_may_fail(lambda: adaptive(chunker, text))
    assert leak(lambda: adaptive(chunker, text)) < 20_000


def leak(call: Callable[[], object]) -> int:
    """Bytes that remain after many calls."""
    for _ in range(10):
        call()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    for _ in range(200):
        call()
    gc.collect()
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return after - before


@pytest.mark.parametrize("text", INPUTS)
def test_nothing_leaks(text: Any) -> None:
    chunker = shiplap.FixedChunker(60, 20, snap="sentence")
    assert leak(lambda: work(chunker, text)) < 20_000

    def fails() -> None:
        with pytest.raises(shiplap.TextError):
            chunker.chunk(b"ok \xff")
        with pytest.raises(shiplap.TextError):
            _ = chunker.chunk("ok \ud800").texts

    assert leak(fails) < 20_000


def test_memory_is_the_spans_and_a_constant() -> None:
    words = "word and more. " * 200_000
    for text in (words, words.encode(), "wörd 漢字 more. " * 200_000):
        for snap in (None, "sentence"):
            chunker = shiplap.FixedChunker(1000, 200, snap=snap)
            chunker.chunk(text)
            tracemalloc.start()
            chunks = chunker.chunk(text)
            spans = chunks.spans
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            # the array grows by doubling, and UTF-8 has its spans in characters and in bytes
            assert peak < 4 * spans.nbytes + 20_000
