"""Texts of small documents in one call on two threads, beside chunkr-rs and a loop that knows the places.

    python -m benchmarks.speed.texts                 print the figures (needs chunkr-rs)
    python -m benchmarks.speed.texts --record FILE   and write them

The documents are those of the corpus `small`, cut by `recursive-3200`. The loop makes the texts of chunks whose
places are known: no more is left of the work than strings, which are made under the GIL.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from benchmarks import clock, machine, records
from benchmarks.corpora import build as corpora

ROUNDS = 9
THREADS = 2


def slices(texts: Sequence[str], spans: Sequence[list[list[int]]]) -> list[list[str]]:
    """Make the texts of chunks whose places are known."""
    return [[text[start:end] for start, end in pairs] for text, pairs in zip(texts, spans, strict=True)]


def cases(texts: list[str]) -> dict[str, Callable[[], Any]]:
    """Return what takes turns."""
    os.environ["RAYON_NUM_THREADS"] = str(THREADS)
    import chunkr

    import shiplap

    rival = chunkr.RecursiveChunker(3200, 400)
    found: dict[str, Callable[[], Any]] = {"chunkr-rs": lambda: rival.par_chunk_texts(texts)}
    for name, options in (("default", {}), ("headings=None", {"headings": None})):
        chunker = shiplap.RecursiveChunker(3200, 400, **options)
        spans = [chunker.spans(text).tolist() for text in texts]
        assert chunker.split_batch(texts, threads=THREADS) == slices(texts, spans)
        for threads in (1, THREADS):
            found[f"split_batch, {name}, {threads}"] = (
                lambda chunker=chunker, threads=threads: chunker.split_batch(texts, threads=threads)
            )
        found[f"chunk_batch and .texts, {name}, {THREADS}"] = lambda chunker=chunker: [
            chunks.texts for chunks in chunker.chunk_batch(texts, threads=THREADS)
        ]
        found[f"loop, {name}"] = lambda spans=spans: slices(texts, spans)
    return found


def main() -> None:
    parser = records.script(__doc__, "texts")
    given = parser.parse_args()
    texts = corpora.load("small").texts
    size = sum(len(text.encode()) for text in texts)
    times = clock.in_turns(cases(texts), ROUNDS + 1, clock.seconds)
    seconds = {name: every[1:] for name, every in times.items()}
    for name, every in seconds.items():
        taken = statistics.median(every)
        print(f"{name:44} {1e3 * taken:7.1f} ms, {size / taken / 1e6:6.0f} MB/s")
    records.write(given.record, {"machine": machine.processor(), "versions": machine.versions(("chunkr-rs",)),
                                 "bytes": size, "rounds": ROUNDS, "seconds": seconds})  # fmt: skip


if __name__ == "__main__":
    main()
