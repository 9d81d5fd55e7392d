"""The outlines of real files in each language, each file again and again, and all files in turn.

    python -m benchmarks.speed.outlines                  print the figures
    python -m benchmarks.speed.outlines --record FILE    and write them

The files are those of `benchmarks.quality.outlines` of 8 to 40 KB, FILES of each language, and the two ways of
reading them those of `benchmarks.speed.files`.
"""

from __future__ import annotations

import statistics
from functools import partial
from typing import Any

import shiplap
from benchmarks import machine, records
from benchmarks.quality.outlines import SOURCES
from benchmarks.speed.files import ROUNDS, least, rounds, texts_of


def main() -> None:
    parser = records.script(__doc__, "outline-speed")
    given = parser.parse_args()
    rows: list[dict[str, Any]] = []
    for language in SOURCES:
        texts = texts_of(language)
        outline = partial(shiplap.outline, language=language)
        size = sum(len(text.encode()) for text in texts)
        again, turns = sum(least(outline, text) for text in texts), rounds(outline, texts)
        rows.append({"language": language, "files": len(texts), "bytes": size, "again": again, "turns": turns})
        speeds = " / ".join(f"{size / taken / 1e6:.0f}" for taken in (again, statistics.median(turns)))
        print(f"{language:10} {len(texts)} files, MB/s again / in turn: {speeds}", flush=True)
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": rows})


if __name__ == "__main__":
    main()
