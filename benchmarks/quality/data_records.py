"""Records of structured data and of logs: how many that fit are whole, at how many chunks, and the speed.

    python -m benchmarks.quality.data_records                 all formats
    python -m benchmarks.quality.data_records --size 2048     another limit, in characters
    python -m benchmarks.quality.data_records --record        the figures as JSON too

The documents are made at run time with a fixed seed. A record counts if it fits the limit with what separates
it from the next; it is whole if no chunk ends inside it, white space at its ends aside. The chunks are compared
with the fewest that keep these records whole. `untold`: the same without a path. `MB/s` is that of the outline
alone, of the time of the processor.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import shiplap
from benchmarks import records
from shiplap.content.data_outline import data_outlined
from shiplap.source import view

SIZE, SEED, RECORDS = 1024, 1, 4000

WORDS = (
    "the", "pump", "draws", "water", "and", "lifts", "it", "to", "a", "tank", "near", "old", "wells.", "It", "is",
    "deep,", "they", "say!", "So",
)  # fmt: skip


def value(draw: random.Random, number: int) -> dict[str, Any]:
    """Return a record of 50 to 1,500 characters."""
    return {
        "id": number,
        "name": f"Well {number}",
        "note": " ".join(draw.choices(WORDS, k=draw.choice([3, 20, 200]))),
        "at": {"x": draw.random(), "tags": draw.choices(WORDS, k=draw.randrange(6))},
    }


def pretty(draw: random.Random, number: int) -> str:
    return json.dumps(value(draw, number), indent=2) + ",\n"


def minified(draw: random.Random, number: int) -> str:
    return json.dumps(value(draw, number), separators=(",", ":")) + ","


def lines(draw: random.Random, number: int) -> str:
    return json.dumps(value(draw, number)) + "\n"


def yaml(draw: random.Random, number: int) -> str:
    found = value(draw, number)
    tags = "".join(f"  - {json.dumps(tag)}\n" for tag in found["at"]["tags"])
    return f"- id: {number}\n  name: {found['name']}\n  note: |\n    {found['note']}\n  tags:\n{tags}"


def xml(draw: random.Random, number: int) -> str:
    found = value(draw, number)
    tags = "".join(f"    <tag>{tag}</tag>\n" for tag in found["at"]["tags"])
    return f"  <well id='{number}'>\n    <note>{found['note']}</note>\n{tags}  </well>\n"


def toml(draw: random.Random, number: int) -> str:
    found = value(draw, number)
    note, tags = json.dumps(found["note"]), json.dumps(found["at"]["tags"])
    return f"[[wells]]\nid = {number}\nnote = {note}\ntags = {tags}\n\n"


def diff(draw: random.Random, number: int) -> str:
    old, new = (
        "".join(f"{sign}{word}\n" for word in draw.choices(WORDS, k=draw.randrange(1, 9))) for sign in "-+"
    )
    counts = f"-1,{old.count(chr(10))} +1,{new.count(chr(10))}"
    return f"diff --git a/f{number} b/f{number}\n--- a/f{number}\n+++ b/f{number}\n@@ {counts} @@\n{old}{new}"


def access(draw: random.Random, number: int) -> str:
    at = f"{number // 60 % 24:02}:{number % 60:02}:{draw.randrange(60):02}"
    request = f'"GET /a/{number}.html HTTP/1.1" 200 512 "-" "M/5.0 (X; L) G. F/1.0"'
    return f"10.0.0.{number % 256} - - [01/May/2024:{at} +0000] {request}\n"


def tracebacks(draw: random.Random, number: int) -> str:
    at = f"2024-05-01 {number // 60 % 24:02}:{number % 60:02}:01"
    steps = "".join(f'  File "a{k}.py", line {k}, in run\n    x()\n' for k in range(draw.randrange(9)))
    trace = f"Traceback (most recent call last):\n{steps}ValueError: No. Not now.\n" if draw.random() < 0.5 else ""
    return f"{at} ERROR dock: {' '.join(draw.choices(WORDS, k=8))}\n{trace}"


Maker = Callable[[random.Random, int], str]

#: For each path: what is before the records, how one is made, and what is behind them.
FORMATS: dict[str, tuple[str, Maker, str]] = {
    "pretty.json": ("[\n", pretty, "{}]\n"),
    "minified.json": ("[", minified, "{}]"),
    "lines.jsonl": ("", lines, ""),
    "list.yaml": ("", yaml, ""),
    "wells.xml": ("<wells>\n", xml, "</wells>\n"),
    "wells.toml": ("", toml, ""),
    "git.diff": ("", diff, ""),
    "access.log": ("", access, ""),
    "tracebacks.log": ("", tracebacks, ""),
}


def document(path: str) -> tuple[str, list[str]]:
    """Return the document of a path, and its records."""
    head, make, foot = FORMATS[path]
    draw = random.Random(SEED)
    made = [make(draw, number) for number in range(RECORDS)]
    return "".join((head, *made, foot)), made


def whole(ends: list[int], start: int, made: list[str], size: int) -> float:
    """Return the share of the records that fit that no chunk ends inside. `start`: that of the first record."""
    cuts = iter([*ends, 1 << 62])
    cut, kept, fitting = next(cuts), 0, 0
    for record in made:
        while cut <= start:
            cut = next(cuts)
        if len(record) <= size:
            fitting += 1
            kept += cut >= start + len(record.rstrip())
        start += len(record)
    return kept / fitting


def fewest(made: list[str], size: int) -> int:
    """Return the fewest chunks that keep the records whole that fit."""
    count, used = 1, 0
    for record in made:
        more = 0
        if used + len(record) > size:
            more = 1 if len(record) <= size else -(-(used + len(record) - size) // size)
            used = 0 if len(record) <= size else used - more * size
        count, used = count + more, used + len(record)
    return count


def engines(size: int) -> Iterator[tuple[str, Callable[[str, str], list[int]]]]:
    """Yield the chunkers: each returns the ends of its chunks of a text with a path."""
    adaptive = shiplap.AdaptiveChunker(size, 0, unit="characters")
    prose = shiplap.RecursiveChunker(size, 0)
    yield "shiplap", lambda text, path: adaptive.chunk(text, path=path).spans[:, 1].tolist()
    yield "shiplap, untold", lambda text, path: adaptive.chunk(text).spans[:, 1].tolist()
    yield "shiplap, recursive", lambda text, path: prose.chunk(text).spans[:, 1].tolist()


def main() -> None:
    parser = records.script(__doc__, "data-records")
    parser.add_argument("--size", type=int, default=SIZE)
    options = parser.parse_args()
    record: dict[str, Any] = {"size": options.size, "formats": {}}
    for path in FORMATS:
        text, made = document(path)
        least = fewest(made, options.size)
        viewed = view(text.encode())
        viewed.validate()
        begun = time.process_time()
        data_outlined(viewed, shiplap.regions(text, path=path)[0].language or "", options.size, "bytes")
        speed = len(text.encode()) / 1e6 / (time.process_time() - begun)
        found: dict[str, Any] = {
            "characters": len(text),
            "records": len(made),
            "MB/s": round(speed),
            "engines": {},
        }
        print(f"{path}: {len(text) / 1e6:.2f} million characters, {len(made)} records, {speed:.0f} MB/s")
        for name, ends_of in engines(options.size):
            ends = ends_of(text, path)
            figures = {
                "whole": whole(ends, len(FORMATS[path][0]), made, options.size),
                "chunks to the fewest": len(ends) / least,
            }
            found["engines"][name] = figures
            print(
                f"  {name:20} whole {figures['whole']:.4f}"
                f"  chunks to the fewest {figures['chunks to the fewest']:.3f}"
            )
        record["formats"][path] = found
    records.write(options.record, record)


if __name__ == "__main__":
    main()
