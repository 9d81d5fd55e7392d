"""Speed of hierarchies, and of the pooling of vectors of tokens; each answer is checked.

    python -m benchmarks.speed.shapes           prose, 5 MB
    python -m benchmarks.speed.shapes --json    one JSON object

The figures of the plan: three levels in at most 1.5 times the time of the finest, and 1 GB of vectors a second,
with an error below 1e-6. `Chunks.around` is a row of `benchmarks.speed.prompts`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np

import shiplap
from benchmarks import records

SIZE, ROUNDS = 5_000_000, 5

#: Chunkers of the leaves, and the sizes above them.
LEAVES = {
    "adaptive": (shiplap.AdaptiveChunker(100, 0), (1600, 400)),
    "recursive": (shiplap.RecursiveChunker(400, 0), (6400, 1600)),
    "sentence": (shiplap.SentenceChunker(400, 0), (6400, 1600)),
}

#: Dimensions, tokens, and tokens of a chunk.
POOLED = ((768, 40_000, 200), (384, 80_000, 200), (384, 80_000, 3000), (64, 200_000, 64))


def best(work: Callable[[], Any]) -> float:
    """The least seconds of some rounds."""
    seconds = []
    for _ in range(ROUNDS):
        begin = perf_counter()
        work()
        seconds.append(perf_counter() - begin)
    return min(seconds)


def prose() -> str:
    """A text of headings and paragraphs."""
    paragraph = "It rains in the hills. The old man snores! Does he? He does. " * 8 + "\n\n"
    section = "# A title\n\n" + paragraph * 12
    return section * (SIZE // len(section))


def levels(name: str, text: str) -> dict[str, Any]:
    """The seconds of the leaves alone, and of three levels."""
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


def main() -> int:
    parser = records.script(__doc__)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    text = prose()
    found = [*(levels(name, text) for name in LEAVES), *(pooled(*each) for each in POOLED)]
    if options.json:
        print(json.dumps(found))
    else:
        for row in found:
            shown = ", ".join(f"{name} {value:.3g}" for name, value in row.items() if isinstance(value, float))
            print(f"{row['case']:22} {shown}, right: {row['right']}")
    return 0 if all(row["right"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
