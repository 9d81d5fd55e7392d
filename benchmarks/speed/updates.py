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

import statistics
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.clock import in_turns, seconds
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
    """Return the text with so many sentences more, evenly; each behind a sentence end."""
    step = len(text) // (count + 1)
    parts, last = [], 0
    for number in range(1, count + 1):
        place = text.index(". ", number * step) + 2
        parts += [text[last:place], SENTENCE]
        last = place
    return "".join([*parts, text[last:]])


def floor(old: bytes, new: bytes, first: int) -> Callable[[], bool]:
    """Return the comparison of what both texts begin and end with; the parts are copies that share no memory."""
    last = len(old) - first
    head, tail = (old[:first], bytearray(new[:first])), (old[first:], bytearray(new[len(new) - last :]))
    return lambda: head[0] == head[1] and tail[0] == tail[1]


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
    found = {name: statistics.median(times) for name, times in in_turns(calls, ROUNDS, seconds).items()}
    share = {"share": found["floor"] / found["update"]} if count == 1 else {}
    return {
        "case": name, "text": kind, "form": form, "edits": count, "new": len(update.new), "seconds": found,
        "of_cut": found["update"] / found["cut"], **share,
    }  # fmt: skip


def main() -> None:
    parser = records.script(__doc__, "updates")
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
        anew[name] = seconds(cut, edited(texts["prose"], 1))
        print(name, round(anew[name], 3))
    records.write(given.record, {"size": SIZE, "processor": processor(), "rows": rows, "rivals_cut_anew": anew})


if __name__ == "__main__":
    main()
