"""Updates beside fresh cuts, beside the comparison of the two texts, and beside splitters that cut anew.

    python -m benchmarks.speed.updates                    all cases
    python -m benchmarks.speed.updates --record FILE      and write the raw figures

A text of a million characters of prose, and one of code, of which one sentence is inserted in the middle, or ten,
evenly. The floor of one edit is CPython's comparison of the bytes before the edit and of those after it, which is
all that must be read: `share` is its time over ours. `of_cut` is our time over that of a fresh cut of the new
text. Chunks of 1,000 characters; medians of calls in turns. Each answer is checked: its chunks make up the text,
and few are new.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.corpora import build as corpora
from benchmarks.machine import processor
from benchmarks.quality.edits import LIMIT, rivals

SIZE = 1_000_000
ROUNDS = 30
SENTENCE = "Here stands another sentence than before. "

CHUNKERS: dict[str, shiplap.Chunker] = {
    "recursive": shiplap.RecursiveChunker(LIMIT, 0),
    "recursive, overlap 100": shiplap.RecursiveChunker(LIMIT, 100),
    "sentence": shiplap.SentenceChunker(LIMIT, 0, max_size=LIMIT),
    "fixed, snap to sentences": shiplap.FixedChunker(LIMIT, 100, snap="sentence"),
    "adaptive": shiplap.AdaptiveChunker(LIMIT, 0, unit="characters"),
    "stable, cut anew": shiplap.StableChunker(LIMIT, 0),
}


def edited(text: str, count: int) -> str:
    """The text with so many sentences more, evenly; each behind a sentence end."""
    step = len(text) // (count + 1)
    parts, last = [], 0
    for number in range(1, count + 1):
        place = text.index(". ", number * step) + 2
        parts += [text[last:place], SENTENCE]
        last = place
    return "".join([*parts, text[last:]])


def floor(old: bytes, new: bytes, first: int) -> Callable[[], bool]:
    """The comparison of what both texts begin and end with; the parts are copies that share no memory."""
    last = len(old) - first
    head, tail = (old[:first], bytearray(new[:first])), (old[first:], bytearray(new[len(new) - last :]))
    return lambda: head[0] == head[1] and tail[0] == tail[1]


def median_times(calls: dict[str, Callable[[], Any]], rounds: int) -> dict[str, float]:
    """The median seconds of each call, in turns."""
    taken: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            begun = time.perf_counter()
            call()
            taken[name].append(time.perf_counter() - begun)
    return {name: statistics.median(times) for name, times in taken.items()}


def measure(name: str, chunker: shiplap.Chunker, kind: str, text: str, form: str, count: int) -> dict[str, Any]:
    """One row."""
    new = edited(text, count)
    before, after = (text, new) if form == "str" else (text.encode(), new.encode())
    old = chunker.chunk(before)
    update = chunker.update(old, after)
    spans = update.chunks.spans.tolist()
    covered = all(start <= end for (_, end), (start, _) in pairwise(spans))
    assert covered and spans[0][0] == 0 and spans[-1][1] == len(new) and len(update.new) <= 12 + count, name
    data = text.encode(), new.encode()
    first = len(new[: new.index(SENTENCE)].encode())
    calls: dict[str, Callable[[], Any]] = {
        "update": lambda: chunker.update(old, after),
        "cut": lambda: chunker.chunk(after),
    }
    if count == 1:
        calls["floor"] = floor(*data, first)
    found = median_times(calls, ROUNDS)
    share = {"share": found["floor"] / found["update"]} if count == 1 else {}
    return {
        "case": name, "text": kind, "form": form, "edits": count, "new": len(update.new), "seconds": found,
        "of_cut": found["update"] / found["cut"], **share,
    }  # fmt: skip


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    records.add_option(parser, "updates")
    given = parser.parse_args()
    texts = {"prose": corpora.load("prose").texts[0][:SIZE], "code": corpora.load("code").texts[0][:SIZE]}
    rows = []
    for kind, text in texts.items():
        for name, chunker in CHUNKERS.items():
            for form in ("str", "UTF-8"):
                for count in (1, 10):
                    rows.append(measure(name, chunker, kind, text, form, count))
                    print({key: round(value, 3) if isinstance(value, float) else value
                           for key, value in rows[-1].items() if key != "seconds"}, flush=True)  # fmt: skip
    anew = {}
    for name, cut in rivals().items():
        begun = time.perf_counter()
        cut(edited(texts["prose"], 1))
        anew[name] = time.perf_counter() - begun
        print(name, round(anew[name], 3))
    if given.record:
        records.write(
            given.record, {"size": SIZE, "processor": processor(), "rows": rows, "rivals_cut_anew": anew}
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
