"""The micro level, by pytest-benchmark: one call of the public API on 1 KB to 1 MB of text.

    python -m pytest benchmarks/test_micro.py --benchmark-columns=median,iqr,rounds --benchmark-group-by=func

Not part of the normal test run (the test paths do not hold this folder). It needs the corpora `prose` and
`multi`; without them every test is skipped. Fixed cost a call shows at 1 KB, cost per byte at 1 MB.
"""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("pytest_benchmark")
shiplap = pytest.importorskip("shiplap")

from benchmarks.corpora import build as corpora  # noqa: E402
from benchmarks.corpora.packages import CorporaError  # noqa: E402

SIZES = (1_000, 10_000, 100_000, 1_000_000)
Benchmark = Any


@pytest.fixture(scope="session", params=("prose", "multi"))
def text(request: pytest.FixtureRequest) -> str:
    try:
        return corpora.load(request.param).texts[0]
    except CorporaError as error:
        pytest.skip(str(error))


@pytest.fixture(params=SIZES, ids=lambda size: f"{size // 1000}k")
def characters(request: pytest.FixtureRequest, text: str) -> str:
    return text[: request.param]


def test_spans(benchmark: Benchmark, characters: str) -> None:
    chunker = shiplap.FixedChunker(900, 120)
    spans = benchmark(chunker.spans, characters)
    assert spans[-1, 1] == len(characters)


@pytest.mark.parametrize("snap", ["sentence", "word", "line", "paragraph"])
def test_snap(benchmark: Benchmark, characters: str, snap: str) -> None:
    chunker = shiplap.FixedChunker(900, 120, snap=snap)
    spans = benchmark(chunker.spans, characters)
    assert spans[-1, 1] == len(characters)


def test_texts(benchmark: Benchmark, characters: str) -> None:
    chunker = shiplap.FixedChunker(900, 120)
    texts = benchmark(lambda: chunker.chunk(characters).texts)
    assert texts[0] == characters[:900]


def test_bytes(benchmark: Benchmark, characters: str) -> None:
    """UTF-8 in, validated, spans in characters and bytes out."""
    chunker = shiplap.FixedChunker(900, 120)
    data = characters.encode()

    def both() -> Any:
        chunks = chunker.chunk(data)
        return chunks.spans, chunks.byte_spans

    spans, places = benchmark(both)
    assert (spans[-1, 1], places[-1, 1]) == (len(characters), len(data))


def test_chunk_objects(benchmark: Benchmark, characters: str) -> None:
    """One `Chunk` a span, its text read: what a loop over the result costs."""
    chunker = shiplap.preset("fixed-900")
    total = benchmark(lambda: sum(len(chunk.text) for chunk in chunker.chunk(characters)))
    assert total >= len(characters)


def test_plain_loop(benchmark: Benchmark, characters: str) -> None:
    """The yardstick: slices by plain Python."""
    benchmark(lambda: [characters[i : i + 900] for i in range(0, len(characters) - 120, 780)])
