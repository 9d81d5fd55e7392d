"""Rows in and out: a table of texts into Parquet by the default preset and by exact windows; chunks as dicts.

    python -m benchmarks.speed.rows                  print the figures (needs pyarrow)
    python -m benchmarks.speed.rows --record FILE    and write them

The texts are those of the corpus `small`, whole or in pieces. Each ingest is a process of its own; its time is
that of the processors. Dicts are made of some 25,000 chunks, which are cut anew each time; `rows` makes the same
dicts of columns that are lists already: no more than the interpreter's own work on them.
"""

from __future__ import annotations

import gc
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import machine, records
from benchmarks.clock import in_turns, seconds_and_processor
from benchmarks.corpora import build as corpora

#: The size of a text in code points (None: whole documents), and the number of rows.
TABLES: tuple[tuple[int | None, int], ...] = ((300, 200_000), (1500, 40_000), (None, 20_000))

PRESETS = ("fixed-900", "adaptive")
ROUNDS = 3
CHUNKS = 25_000


def make(path: Path, texts: list[str], size: int | None, rows: int) -> None:
    """Write a table of texts, repeated as often as it takes."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    cut = texts if size is None else [text[at : at + size] for text in texts for at in range(0, len(text), size)]
    chosen = [cut[k % len(cut)] for k in range(rows)]
    table = pa.table({"id": [f"d{k}" for k in range(rows)], "text": pa.array(chosen, pa.large_utf8())})
    pq.write_table(table, path, row_group_size=4096, use_dictionary=False)


def ingest(path: Path, preset: str) -> None:
    """Cut a table into a new Parquet file."""
    with tempfile.TemporaryDirectory() as folder:
        command = ["-m", "shiplap", "ingest", "-q", str(path), "--text-column", "text", "--id-column", "id"]
        subprocess.run([sys.executable, *command, "--to", f"{folder}/out.parquet", "--preset", preset], check=True)


def of_children(work: Callable[[], Any]) -> float:
    """Return the seconds of the processors that the processes of a call take."""
    before = os.times()
    work()
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main() -> None:
    import shiplap

    parser = records.script(__doc__, "rows")
    given = parser.parse_args()
    texts = corpora.load("small").texts
    found = []
    with tempfile.TemporaryDirectory() as folder:
        for size, rows in TABLES:
            path = Path(folder, f"{size}.parquet")
            make(path, texts, size, rows)
            taken = in_turns({name: partial(ingest, path, name) for name in PRESETS}, ROUNDS, of_children)
            fixed, adaptive = (statistics.median(taken[name]) for name in PRESETS)
            case = "documents" if size is None else f"{size} characters"
            found.append({"case": case, "rows": rows, "seconds": taken})
            print(f"{case:16} {fixed:6.2f} s, {adaptive:6.2f} s: {adaptive / fixed:.2f}", flush=True)
    chunkers = {"recursive": shiplap.RecursiveChunker(600), "adaptive": shiplap.AdaptiveChunker(150)}
    dicts = []
    for name, chunker in chunkers.items():
        whole = "\n\n".join(texts[: CHUNKS * 400 // 2700])
        works = {
            "cut": lambda whole=whole, chunker=chunker: chunker.chunk(whole, document_id="a"),
            "dicts": lambda whole=whole, chunker=chunker: [
                chunk.to_dict() for chunk in chunker.chunk(whole, document_id="a")
            ],
        }
        from shiplap.chunks.columns import lists
        from shiplap.chunks.columns import rows as rows_of

        columns = lists(works["cut"]())
        gc.freeze()  # no collection during the other works visits the columns
        works["rows"] = lambda columns=columns: rows_of(columns)
        works["pylist"] = lambda whole=whole, chunker=chunker: (
            chunker.chunk(whole, document_id="a").to_arrow().to_pylist()
        )
        times = in_turns(works, ROUNDS + 1, lambda work: seconds_and_processor(work)[1])
        dicts.append({"case": name, "chunks": len(works["cut"]()),
                      "seconds": {work: every[1:] for work, every in times.items()}})  # fmt: skip
        cut, *others = (statistics.median(every) for every in dicts[-1]["seconds"].values())
        print(f"{name:16} {1e3 * cut:6.1f} ms; times that: "
              + ", ".join(f"{work} {each / cut:.1f}" for work, each in zip(list(works)[1:], others, strict=True)),
              flush=True)  # fmt: skip
    records.write(given.record, {"machine": machine.processor(), "rounds": ROUNDS, "rows": found, "dicts": dicts})


if __name__ == "__main__":
    main()
