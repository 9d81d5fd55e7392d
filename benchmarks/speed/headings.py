"""The look for headings: recursive-3200 as it is by default, with marked headings alone, and without headings.

    python -m benchmarks.speed.headings                  print the figures
    python -m benchmarks.speed.headings --record FILE    and write them

The corpora are those of `benchmarks.corpora.build`, and for Markdown the files with a table of
`benchmarks.speed.files`. The chunkers cut in turns; the first round does not count.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterable
from functools import partial
from itertools import repeat
from typing import Any

import shiplap
from benchmarks import machine, records
from benchmarks.clock import in_turns, seconds
from benchmarks.corpora import build as corpora
from benchmarks.speed import files

ROUNDS = 9

#: What each chunker does with headings.
OPTIONS: dict[str, dict[str, Any]] = {"default": {}, "marked": {"headings": "marked"}, "none": {"headings": None}}


def rows() -> Iterable[tuple[str, list[str], bool]]:
    """Yield the name of each row, its texts, and whether one call has them all."""
    yield "prose, one text", corpora.load("prose").texts, False
    yield "prose, documents of 200 KB", corpora.load("docs200k").texts, False
    multilingual = corpora.load("multi").texts
    yield "multilingual, one text", multilingual, False
    paragraphs = multilingual[0].split("\n\n")
    yield "multilingual, documents of 200 KB", list(corpora.cut(paragraphs, repeat(200_000), 200_000)), False
    yield "small documents, one call", corpora.load("small").texts, True
    tables = [text for text in files.texts_of("markdown") if "\n|" in text]
    yield "Markdown with tables, one call", tables, True


def work(chunker: shiplap.Chunker, texts: list[str], in_one_call: bool) -> Callable[[], Any]:
    """Cut texts, in one call or one after the other."""
    if in_one_call:
        return partial(chunker.spans_batch, texts)
    return lambda: [chunker.spans(text) for text in texts]


def main() -> None:
    parser = records.script(__doc__, "headings-look")
    given = parser.parse_args()
    found = []
    for name, texts, in_one_call in rows():
        works = {
            option: work(shiplap.RecursiveChunker(3200, 400, **values), texts, in_one_call)
            for option, values in OPTIONS.items()
        }
        taken = {option: times[1:] for option, times in in_turns(works, ROUNDS + 1, seconds).items()}
        size = sum(len(text.encode()) for text in texts)
        found.append({"case": name, "bytes": size, "seconds": taken})
        shown = {option: statistics.median(times) for option, times in taken.items()}
        speeds = ", ".join(f"{option} {size / each / 1e6:,.0f}" for option, each in shown.items())
        times = ", ".join(f"{option} {shown[option] / shown['none']:.2f}" for option in ("default", "marked"))
        print(f"{name:34} MB/s: {speeds}; times none: {times}", flush=True)
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": found})


if __name__ == "__main__":
    main()
