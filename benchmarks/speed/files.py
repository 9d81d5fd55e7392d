"""Real files of code and Markdown: chunkers and outlines, each file again and again, and all files in turn.

    python -m benchmarks.speed.files                  print the figures
    python -m benchmarks.speed.files --record FILE    and write them

The files are those of `benchmarks.quality.outlines`, and for Markdown the documents of this system (see
`benchmarks.quality.halves`), of 8 to 40 KB, FILES of each kind. **Again**: a file is read many times, and the
least time counts; the sum over all files gives the speed, in megabytes of UTF-8. **In turn**: a round reads each
file once, and the median of the rounds counts: the processor has forgotten by then which way the branches went in
a file, as it has in a folder that is read once.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from typing import Any

import shiplap
from benchmarks import machine, records
from benchmarks.clock import seconds
from benchmarks.quality import halves, outlines

FILES, LEAST, MOST = 40, 8_000, 40_000
AGAIN, ROUNDS = 40, 25

#: The kinds of files, and the ending that says which it is.
ENDINGS = {"markdown": ".md", "python": ".py", "javascript": ".js", "typescript": ".ts", "java": ".java",
           "c": ".c", "cpp": ".cpp", "go": ".go", "rust": ".rs"}  # fmt: skip

Work = Callable[[str], Any]


def texts_of(kind: str) -> list[str]:
    """Return the files of a kind."""
    if kind == "markdown":
        return list(halves.documents("held-out", {".md"}, LEAST, MOST).values())[:FILES]
    return [text for text in outlines.corpus(kind) if LEAST <= len(text) <= MOST][:FILES]


def works(kind: str) -> dict[str, Work]:
    """Return the work on each file of a kind."""
    adaptive = shiplap.AdaptiveChunker()
    found: dict[str, Work] = {
        "adaptive": partial(adaptive.chunk, path=f"file{ENDINGS[kind]}"),
        "no path": adaptive.chunk,
        "recursive": shiplap.RecursiveChunker(3200, 400).chunk,
        "stable": shiplap.StableChunker().chunk,
    }
    if kind != "markdown":
        found["outline"] = partial(shiplap.outline, language=kind)
    return found


def least(work: Work, text: str) -> float:
    """Return the least time of many calls."""
    return min(seconds(work, text) for _ in range(AGAIN))


def rounds(work: Work, texts: list[str]) -> list[float]:
    """Return the times of rounds over all texts."""
    return [sum(seconds(work, text) for text in texts) for _ in range(ROUNDS)]


def main() -> None:
    parser = records.script(__doc__, "files")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for kind in ENDINGS:
        texts = texts_of(kind)
        size = sum(len(text.encode()) for text in texts)
        row: dict[str, Any] = {"kind": kind, "files": len(texts), "bytes": size, "again": {}, "turns": {}}
        for name, work in works(kind).items():
            row["again"][name] = sum(least(work, text) for text in texts)
            row["turns"][name] = rounds(work, texts)
        rows.append(row)
        speeds = {name: (row["again"][name], statistics.median(row["turns"][name])) for name in row["again"]}
        shown = ", ".join(
            f"{name} {size / again / 1e6:.0f} / {size / turn / 1e6:.0f}" for name, (again, turn) in speeds.items()
        )
        print(f"{kind:10} {len(texts)} files, MB/s again / in turn: {shown}", flush=True)
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": rows})


if __name__ == "__main__":
    main()
