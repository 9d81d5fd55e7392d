"""Texts that come in pieces, beside the same texts whole: speed as a share, and the memory of a large file.

    python -m benchmarks.speed.streams                   prose and multi, `str` and `bytes`, in pieces of 64 KB
    python -m benchmarks.speed.streams --size 2e9        how large the file is whose memory is measured
    python -m benchmarks.speed.streams --record FILE     and write the raw figures

`spans` takes the arrays of `stream_batches`, `texts` each chunk and its text. Each round runs both, the share is
the median of the rounds', and the chunks of both must be equal. The memory is the peak of a process that cuts a
file of repeated prose with `shiplap chunk`, interpreter and all. Figures wanted: 0.7 of the speed, 100 MB.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.clock import seconds
from benchmarks.corpora import build as corpora

PIECE = 65_536

#: Runs a command and prints the peak of its memory, in bytes.
LAUNCHER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024)
"""
CHUNKERS = ("fixed-900", "sentence-3000", "paragraph-800")


def shares(chunker: shiplap.Chunker, text: Any, rounds: int) -> dict[str, Any]:
    """Of one text in one form: the share of the speed, and MB/s."""
    pieces = [text[k : k + PIECE] for k in range(0, len(text), PIECE)]
    works = {
        "spans": (lambda: chunker.spans(text), lambda: [part.spans for part in chunker.stream_batches(pieces)]),
        "texts": (
            lambda: [chunk.text for chunk in chunker.chunk(text)],
            lambda: [chunk.text for chunk in chunker.stream(pieces)],
        ),
    }
    streamed = [span for part in chunker.stream_batches(pieces) for span in part.spans.tolist()]
    found: dict[str, Any] = {"right": streamed == chunker.spans(text).tolist()}
    size = len(text.encode()) if isinstance(text, str) else len(text)
    for name, (whole, stream) in works.items():
        times = [(seconds(whole), seconds(stream)) for _ in range(rounds)]
        found[name] = {
            "share": round(statistics.median(one / other for one, other in times), 3),
            "MB/s": round(size / 1e6 / statistics.median(other for _, other in times)),
        }
    return found


def memory(size: int) -> dict[str, int]:
    """Peak of resident memory, in bytes, while a file of that size is cut."""
    data = corpora.load("prose").data[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "large.txt"
        with path.open("wb") as file:
            for _ in range(max(1, size // len(data))):
                file.write(data)
        command = [sys.executable, "-m", "shiplap", "chunk", os.fspath(path), "--preset", "sentence-3000"]
        # by way of a small process: what is forked from this one would count as large as this one is
        found = subprocess.run([sys.executable, "-c", LAUNCHER, *command], capture_output=True, check=True)
        return {"file": path.stat().st_size, "peak": int(found.stdout)}


def main() -> int:
    parser = records.script(__doc__, "streams")
    parser.add_argument("--rounds", type=int, default=7, metavar="N")
    parser.add_argument("--size", type=float, default=2e9, metavar="BYTES")
    options = parser.parse_args()
    rows = []
    for name in ("prose", "multi"):
        corpus = corpora.load(name)
        for text in (corpus.texts[0], corpus.data[0]):
            for preset in CHUNKERS:
                row = {"corpus": name, "form": type(text).__name__, "preset": preset}
                row |= shares(shiplap.preset(preset), text, options.rounds)
                rows.append(row)
                spans, texts = row["spans"], row["texts"]
                print(f"{name:6} {row['form']:6} {preset:14} spans {spans['share']:.2f} of whole,"
                      f" {spans['MB/s']:,} MB/s; texts {texts['share']:.2f}, {texts['MB/s']:,} MB/s;"
                      f" right: {row['right']}")  # fmt: skip
    used = memory(int(options.size))
    print(f"memory of a file of {used['file'] / 1e6:,.0f} MB: {used['peak'] / 1e6:.0f} MB")
    record = {"shiplap": shiplap.__version__, "python": sys.version.split()[0], "rows": rows, "memory": used}
    records.write(options.record, record)
    return 0 if all(row["right"] for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
