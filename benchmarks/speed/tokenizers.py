"""The tokenizers that one name stands for: how fast each encodes, and whether its ids are the same.

    python -m benchmarks.speed.tokenizers CACHE                 CACHE is a TIKTOKEN_CACHE_DIR with its data
    python -m benchmarks.speed.tokenizers CACHE --record FILE   and write the raw figures

Each encodes megabytes of prose and of multilingual text, in turns, the median of some rounds. Each has seen other
text of the kind before, as in a long import, since some remember words. `two threads` is two texts at once: only a
tokenizer that releases the GIL gains. `by name` is what `tokenizer="cl100k_base"` takes.
"""

from __future__ import annotations

import os
import statistics
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from benchmarks import machine, records
from benchmarks.clock import seconds
from benchmarks.corpora import build as corpora

NAMES = ("cl100k_base", "o200k_base")
SIZE = 2_000_000  # characters
ROUNDS = 5


def encoders(name: str) -> dict[str, Callable[[str], Any]]:
    """Return the encoders of a name, by library."""
    import bpe_openai
    import tiktoken

    from shiplap.tokenizers import byte_pairs, get

    bundled = bpe_openai.get_encoding(name)
    found: dict[str, Callable[[str], Any]] = {}
    gigatoken = byte_pairs.faster(bundled)
    if gigatoken is not None:
        found["gigatoken"] = gigatoken
    found["bpe-openai"] = bundled._backend.encode
    found["tiktoken"] = tiktoken.get_encoding(name).encode_ordinary
    by_name: Any = get(name)
    found["by name"] = by_name.encode
    return found


def measure(name: str, corpus: str) -> list[dict[str, Any]]:
    """Return the rows of one encoding on one corpus; wrong ids end the program."""
    text = corpora.load(corpus).texts[0]
    parts = [text[k * SIZE : (k + 1) * SIZE] for k in range(3)]
    size = len(parts[2].encode())
    found = encoders(name)
    expected = None
    for encode in found.values():
        for part in parts[:2]:
            encode(part)
        ids = [int(id) for id in encode(parts[2])]
        assert expected is None or ids == expected, "a wrong answer"
        expected = ids
    times: dict[str, list[float]] = {each: [] for each in found}
    both: dict[str, list[float]] = {each: [] for each in found}
    with ThreadPoolExecutor(2) as pool:
        for _ in range(ROUNDS):
            for each, encode in found.items():
                times[each].append(seconds(encode, parts[2]))
                both[each].append(seconds(lambda: list(pool.map(encode, parts[1:]))))  # noqa: B023
    rows = []
    for each in found:
        alone, together = statistics.median(times[each]), statistics.median(both[each])
        speed, gain = size / alone / 1e6, 2 * alone / together
        row = {"encoding": name, "corpus": corpus, "tokenizer": each, "mb_s": speed, "two threads": gain}
        rows.append({**row, "tokens": len(expected or ()), "seconds": times[each]})
        print(f"{name:12} {corpus:6} {each:11} {speed:6.1f} MB/s, two threads {gain:.2f} x", flush=True)
    return rows


def main() -> None:
    parser = records.script(__doc__, "tokenizers")
    parser.add_argument("cache")
    given = parser.parse_args()
    os.environ["TIKTOKEN_CACHE_DIR"] = given.cache
    rows = [row for name in NAMES for corpus in ("prose", "multi") for row in measure(name, corpus)]
    versions = machine.versions(("gigatoken", "bpe-openai", "tiktoken"))
    records.write(given.record, {"versions": versions, "rows": rows})


if __name__ == "__main__":
    main()
