"""Speed of searches in a store, by its number of chunks. Writes a record.

    python -m benchmarks.speed.search [--chunks 2000,100000,1000000] [--folder DIR] [--record FILE]

The documents are those of the corpus `ingest` (`benchmarks.corpora.build`), again and again under other names;
chunks have at most 800 characters. Questions are 12 words in a row from a chunk, so that some are rare and some in
most chunks, and 12 words from anywhere. Each is asked once in a store that was opened before. Times are those of
the clock, and of the processor, which other processes of the machine disturb less.
"""

from __future__ import annotations

import itertools
import os
import pathlib
import platform
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

import shiplap
from benchmarks import machine, records
from benchmarks.corpora import build
from shiplap.store import Store

QUESTIONS, WORDS = 200, 12

#: Milliseconds that are wanted, by the number of chunks.
WANTED = {100_000: 5, 1_000_000: 50}

#: Most chunks whose vectors are searched here, and their dimensions.
VECTORS, DIMENSIONS = 100_000, 384


def documents(number: int) -> Iterator[Any]:
    """Yield the chunks of documents until there are so many."""
    files = sorted((build.folder() / "ingest").rglob("*.txt"))
    if not files:
        raise SystemExit("no documents: python -m benchmarks.corpora.build --only ingest")
    texts = [path.read_text("utf-8") for path in files]
    chunker = shiplap.RecursiveChunker(800, 0)
    made = 0
    for turn in itertools.count():
        for path, text in zip(files, texts, strict=True):
            chunks = chunker.chunk(text, document_id=f"{turn}/{path.name}", source=f"{turn}/{path.name}")
            made += len(chunks)
            yield chunks
            if made >= number:
                return


def filled(path: pathlib.Path, number: int) -> dict[str, Any]:
    """Make a store, and its index."""
    with Store(path, create=True) as store:
        store.put_many(documents(number))
        size, begin, work = path.stat().st_size, time.perf_counter(), time.process_time()
        store.index()
        return {
            "seconds to index": round(time.perf_counter() - begin, 1),
            "of the processor": round(time.process_time() - work, 1),
            "MB without index": round(size / 1e6), "MB with index": round(path.stat().st_size / 1e6),
        }  # fmt: skip


def questions(store: Store) -> dict[str, list[str]]:
    """Questions of 12 words, drawn with a fixed seed."""
    choose = random.Random(1)
    (last,) = store._connection.execute("SELECT max(rowid) FROM chunks").fetchone()
    passages: list[list[str]] = []
    while len(passages) < QUESTIONS:
        row = choose.randrange(1, last + 1)
        found = store._connection.execute("SELECT text FROM chunks WHERE rowid = ?", (row,)).fetchone()
        words = [word for word in found[0].split() if word.isalpha()] if found else []
        if len(words) > 2 * WORDS:
            first = choose.randrange(len(words) - WORDS)
            passages.append(words[first : first + WORDS])
    every = list(itertools.chain(*passages))
    return {
        "passages": [" ".join(each) for each in passages],
        "any words": [" ".join(choose.sample(every, WORDS)) for _ in range(QUESTIONS)],
    }


def timed(store: Store, asked: list[str], **options: Any) -> dict[str, float]:
    """Milliseconds of a search."""
    clock, processor = [], []
    for question in asked:
        begin, work = time.perf_counter(), time.thread_time()
        store.search(question, **options)
        processor.append(1000 * (time.thread_time() - work))
        clock.append(1000 * (time.perf_counter() - begin))
    return {
        "median": round(statistics.median(clock), 2), "9 of 10": round(sorted(clock)[len(clock) * 9 // 10], 2),
        "median of the processor": round(statistics.median(processor), 2),
    }  # fmt: skip


def embedded(store: Store, asked: list[str]) -> dict[str, Any]:
    """Searches with random vectors, which take as long as others."""
    choose = np.random.default_rng(1)
    sql = "SELECT DISTINCT context_hash FROM chunks"
    hashes = [name for (name,) in store._connection.execute(sql)]
    for first in range(0, len(hashes), 10_000):
        part = hashes[first : first + 10_000]
        vectors = choose.standard_normal((len(part), DIMENSIONS), np.float32)
        store.vectors("random").put_many(dict(zip(part, vectors, strict=True)))
    options = {"embed": lambda texts: choose.standard_normal((len(texts), DIMENSIONS), np.float32)}
    begin = time.perf_counter()
    store.search(asked[0], mode="vector", **options)
    first_search = round(time.perf_counter() - begin, 2)
    return {
        "seconds of the first search": first_search,
        "vector": timed(store, asked, mode="vector", **options), "hybrid": timed(store, asked, **options),
    }  # fmt: skip


def measured(path: pathlib.Path, number: int) -> dict[str, Any]:
    """Return all figures of a store of so many chunks."""
    figures = filled(path, number)
    with Store(path) as store:
        figures["chunks"] = store.totals()["chunks"]
        asked = questions(store)
        store.search("rain", match="any")
        for name, texts in asked.items():
            figures[name] = timed(store, texts, match="any")
            figures[f"{name}, top 100"] = timed(store, texts[:50], limit=100, match="any")
        one = {"match": "any", "document": "0/00000.txt"}
        figures["of one document"] = timed(store, asked["passages"][:20], **one)
        if figures["chunks"] <= 1.1 * VECTORS:
            figures["vectors"] = embedded(store, asked["passages"][:50])
    wanted = WANTED.get(number)
    if wanted:
        figures["wanted"] = wanted
    print(number, figures, flush=True)
    return figures


def main() -> None:
    parser = records.script(__doc__, "search-speed")
    parser.add_argument("--chunks", default="2000,100000,1000000")
    parser.add_argument("--folder", type=pathlib.Path, help="where the stores are made")
    given = parser.parse_args()
    record: dict[str, Any] = {
        "python": platform.python_version(), "versions": machine.versions(["shiplap", "numpy"]),
        "commit": machine.commit(), "cores": os.cpu_count(), "load before": os.getloadavg()[0], "stores": {},
    }  # fmt: skip
    with tempfile.TemporaryDirectory(dir=given.folder) as folder:
        for number in map(int, given.chunks.split(",")):
            record["stores"][str(number)] = measured(pathlib.Path(folder) / f"{number}.db", number)
            record["load after"] = os.getloadavg()[0]
            records.write(given.record, record)


if __name__ == "__main__":
    main()
