"""Sixteen threads at once: what they share is right, and a Python without a GIL keeps it off.

The tests run on every Python. With a GIL they find what is wrong where it is given up; without one, the rest.
"""

from __future__ import annotations

import importlib
import pkgutil
import sys
import sysconfig
import threading
from collections.abc import Callable
from typing import Any

import pytest

import shiplap

THREADS = 16
FREE = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

PROSE = "Rain falls on the roof. The roof is old, and Dr. Oak mends it. “So it is,” she says.\n\n" * 60
CYRILLIC = "Дождь идёт. Крыша старая, и её чинят. Так и есть!\n\n" * 90
CODE = (
    'def roof(rain):\n    """Mends."""\n    return [rain, "so ["]\n\n\n'
    "class Oak:\n    def age(self):\n        return 3\n\n"
) * 40
MARKDOWN = (
    "# Rain\n\nIt rains.\n\n- one\n- two\n\n| day | mm |\n|---|---|\n| mon | 3 |\n\n```python\nx = 1\n```\n\n" * 30
)
TEXTS: list[Any] = [PROSE, CYRILLIC, CODE, MARKDOWN, CYRILLIC.encode(), PROSE.encode()]


def at_once(work: Callable[[int], Any]) -> list[Any]:
    """Return the results of as many calls, begun together."""
    results: list[Any] = [None] * THREADS
    barrier = threading.Barrier(THREADS)

    def run(number: int) -> None:
        barrier.wait()
        try:
            results[number] = work(number)
        except BaseException as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return results


@pytest.mark.skipif(not FREE, reason="a Python with a GIL")
def test_no_module_turns_the_gil_on() -> None:
    for module in pkgutil.walk_packages(shiplap.__path__, "shiplap."):
        if module.name == "shiplap.__main__":
            continue
        try:
            importlib.import_module(module.name)
        except ImportError:  # of an extra
            continue
    assert not sys._is_gil_enabled()  # type: ignore[attr-defined, unused-ignore]


CHUNKERS: dict[str, Callable[[], Any]] = {
    "fixed": lambda: shiplap.preset("fixed-900"),
    "sentence": lambda: shiplap.SentenceChunker(500, 100),
    "recursive": lambda: shiplap.RecursiveChunker(400, 80),
    "adaptive": lambda: shiplap.AdaptiveChunker(120, 20),
    "stable": lambda: shiplap.StableChunker(500),
    "semantic": lambda: shiplap.SemanticChunker("hashed", 500),
}


@pytest.mark.parametrize("name", CHUNKERS)
def test_threads_share_a_chunker(name: str) -> None:
    chunker = CHUNKERS[name]()
    expected = [[(c.start, c.end, c.text, c.kind) for c in chunker.chunk(text)] for text in TEXTS]
    for _ in range(4):
        fresh = CHUNKERS[name]()
        found = at_once(lambda number, fresh=fresh: [
            [(c.start, c.end, c.text, c.kind) for c in fresh.chunk(TEXTS[(number + k) % len(TEXTS)])]
            for k in range(len(TEXTS))
        ])  # fmt: skip
        for number, each in enumerate(found):
            assert each == [expected[(number + k) % len(TEXTS)] for k in range(len(TEXTS))]


#: What a thread asks of chunks that it shares with the others.
QUESTIONS: list[Callable[[Any], Any]] = [
    lambda chunks: list(chunks.texts),
    lambda chunks: chunks.spans.tolist(),
    lambda chunks: chunks.byte_spans.tolist(),
    lambda chunks: chunks.line_spans.tolist(),
    lambda chunks: [chunk.headings for chunk in chunks],
    lambda chunks: [chunk.contextual_text for chunk in chunks],
    lambda chunks: list(chunks.ids),
    lambda chunks: list(chunks.content_hashes),
    lambda chunks: chunks.stats(),
    lambda chunks: len(chunks),
]


@pytest.mark.parametrize("name", CHUNKERS)
@pytest.mark.parametrize("number", range(len(TEXTS)))
def test_threads_share_chunks(name: str, number: int) -> None:
    chunker = CHUNKERS[name]()
    expected = [ask(chunker.chunk(TEXTS[number])) for ask in QUESTIONS]
    for _ in range(3):
        chunks = chunker.chunk(TEXTS[number])
        found = at_once(lambda n, chunks=chunks: QUESTIONS[n % len(QUESTIONS)](chunks))
        for n, each in enumerate(found):
            assert each == expected[n % len(QUESTIONS)]


@pytest.mark.parametrize("name", CHUNKERS)
def test_threads_share_the_chunks_of_a_batch(name: str) -> None:
    chunker = CHUNKERS[name]()
    texts = [text for text in TEXTS for _ in range(3)]
    expected = [list(chunker.chunk(text).texts) for text in texts]
    for _ in range(3):
        batch = chunker.chunk_batch(texts)
        for each in at_once(lambda n, batch=batch: [
            list(batch[(k + n) % len(texts)].texts) for k in range(len(texts))
        ]):  # fmt: skip
            assert sorted(each) == sorted(expected)
        batch = chunker.chunk_batch(texts)
        for n, each in enumerate(at_once(lambda n, batch=batch: QUESTIONS[n % len(QUESTIONS)](batch[3]))):
            assert each == QUESTIONS[n % len(QUESTIONS)](chunker.chunk(texts[3]))


def test_threads_make_batches_of_threads() -> None:
    chunker = shiplap.SentenceChunker(500, 100)
    expected = [spans.tolist() for spans in chunker.spans_batch(TEXTS)]
    for each in at_once(lambda n: [spans.tolist() for spans in chunker.spans_batch(TEXTS, threads=2)]):
        assert each == expected


def test_threads_outline_and_divide_at_the_same_time() -> None:
    languages = ("python", "javascript", "typescript", "java", "c", "cpp", "go", "rust")

    def outline(n: int) -> list[Any]:
        return [(one.name, one.kind, one.start, one.end) for one in shiplap.outline(CODE, languages[n % 8])]

    def regions(n: int) -> list[Any]:
        return [(one.kind, one.start, one.end) for one in shiplap.regions(TEXTS[n % len(TEXTS)])]

    for work in (outline, regions):
        assert at_once(work) == [work(n) for n in range(THREADS)]


def test_each_thread_has_a_stream_of_its_own_of_one_chunker() -> None:
    chunker = shiplap.SentenceChunker(500, 100)
    expected = [[c.text for c in chunker.chunk(text)] for text in (PROSE, CYRILLIC)]

    def stream(n: int) -> list[str]:
        text = (PROSE, CYRILLIC)[n % 2]
        pieces = [text[k : k + 700] for k in range(0, len(text), 700)]
        return [chunk.text for chunk in chunker.stream(pieces)]

    for n, each in enumerate(at_once(stream)):
        assert each == expected[n % 2]


def test_threads_share_a_text_that_is_not_utf8() -> None:
    text = ("Rain falls. " * 500).encode() + b"\xff" + b" Rain." * 50
    chunker = shiplap.SentenceChunker(500, 100)

    def offset(n: int) -> int:
        with pytest.raises(shiplap.TextError) as caught:
            chunker.chunk(text)
        return caught.value.offset

    assert set(at_once(offset)) == {6000}
