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


def words(draw: random.Random, least: int, most: int) -> str:
    return " ".join(draw.choices(WORDS, k=draw.randint(least, most)))


def services(draw: random.Random, number: int) -> str:
    """Return a line of one of several services, some with a traceback."""
    prefix = f"{draw.choice(['api', 'db', 'web'])}-1  | "
    steps = [f'  File "a{k}.py", line {k}, in run' for k in range(draw.randrange(1, 9))]
    trace = ["Traceback (most recent call last):", *steps, "ValueError: No."] if draw.random() < 0.5 else []
    return "".join(f"{prefix}{line}\n" for line in (f"It is {number} {words(draw, 3, 12)}", *trace))


def server(draw: random.Random, number: int) -> str:
    """Return an error of PostgreSQL with its details."""
    at = f"2024-05-01 {number // 60 % 24:02}:{number % 60:02}:01.123 UTC [{number}] "
    details = draw.sample(["DETAIL", "HINT", "CONTEXT", "STATEMENT"], draw.randrange(4))
    lines = "".join(f"{at}{name}:  {words(draw, 3, 20)}\n\tand {words(draw, 3, 20)}\n" for name in details)
    return f"{at}ERROR:  {words(draw, 3, 12)}\n{lines}"


def slow(draw: random.Random, number: int) -> str:
    query = ",\n".join(f"  a{k} = '{words(draw, 1, 9)}'" for k in range(draw.randrange(1, 9)))
    head = "# Time: 2024-05-01T10:00:01Z\n# User@Host: a[a] @ b []\n"
    return f"{head}UPDATE c SET\n{query}\nWHERE id = {number};\n"


def cargo(draw: random.Random, number: int) -> str:
    name, notes = f"well::tests::t{number}", "".join(f"{words(draw, 3, 12)}\n" for _ in range(draw.randrange(9)))
    return f"---- {name} stdout ----\nthread '{name}' panicked at src/well.rs:{number}:9:\n{notes}\n"


def pytest(draw: random.Random, number: int) -> str:
    body = "".join(f"        a{k} = {k}\n" for k in range(draw.randrange(20)))
    line = f"____________ test_{number} ____________\n\n    def test_{number}():\n{body}"
    said = f">       assert {number} == 1\nE       assert {number} == 1\n\ntest_a.py:{number}: AssertionError\n"
    return f"{line}{said}"


def google(draw: random.Random, number: int) -> str:
    checks = "".join(
        f"a_test.cc:{k}: Failure\nExpected equality of these values:\n  a\n    Which is: {k}\n  1\n"
        for k in range(draw.randrange(1, 6))
    )
    return f"[ RUN      ] Well.A{number}\n{checks}[  FAILED  ] Well.A{number} (1 ms)\n"


def go(draw: random.Random, number: int) -> str:
    lines = "".join(f"    a_test.go:{k}: {words(draw, 3, 20)}\n" for k in range(draw.randrange(1, 9)))
    return f"--- FAIL: TestA{number} (0.01s)\n{lines}"


def compiler(draw: random.Random, number: int) -> str:
    notes = "".join(f"a.c:{number}:5: note: {words(draw, 3, 9)}\n   {k} | a\n" for k in range(draw.randrange(5)))
    return f"a.c:{number}:3: warning: {words(draw, 3, 9)}\n  {number} |   b\n      |   ^\n{notes}"


def sequence(draw: random.Random, number: int) -> str:
    lines = "".join("".join(draw.choices("ACGT", k=60)) + "\n" for _ in range(draw.randrange(1, 15)))
    return f">well{number} It is deep\n{lines}"


def reference(draw: random.Random, number: int) -> str:
    fields = "".join(f"  {name} = {{{words(draw, 2, 30)}}},\n" for name in ("title", "author", "note"))
    return f"@article{{well{number},\n{fields}}}\n\n"


def entry(draw: random.Random, number: int) -> str:
    fields = "".join(f"description: {words(draw, 2, 12)}\n" for _ in range(draw.randrange(8)))
    return f"dn: cn=well{number},dc=a\nobjectClass: well\n{fields}\n"


def event(draw: random.Random, number: int) -> str:
    """Return a row of an export of the Event Viewer of Windows, whose header has no name for the message."""
    notes = "".join(f"\nWell {k}: {words(draw, 1, 6)}" for k in range(draw.randrange(6)))
    return f'Error,5/1/2024 10:00:0{number % 10} AM,Well,{number},None,"{words(draw, 3, 12)}\n{notes}"\n'


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
#: The same for records of lines, with a name for each.
LINES: dict[str, tuple[str, Maker, str]] = {
    "access.log": FORMATS["access.log"],
    "tracebacks.log": FORMATS["tracebacks.log"],
    "services.log": ("", services, ""),
    "postgresql.log": ("", server, ""),
    "slow.log": ("", slow, ""),
    "compiler.log": ("", compiler, ""),
    "cargo.log": ("running 9 tests\n\nfailures:\n\n", cargo, "failures:\n"),
    "pytest.log": ("===== test session starts =====\ncollected 9 items\n\n", pytest, ""),
    "googletest.log": ("[==========] Running 9 tests.\n", google, "[  PASSED  ] 0 tests.\n"),
    "go.log": ("", go, "FAIL\n"),
    "wells.fasta": ("", sequence, ""),
    "wells.bib": ("", reference, ""),
    "wells.ldif": ("", entry, ""),
    "events.csv": ("Level,Date and Time,Source,Event ID,Task Category\n", event, ""),
}


def document(path: str) -> tuple[str, list[str]]:
    """Return the document of a path, and its records."""
    head, make, foot = (FORMATS | LINES)[path]
    draw = random.Random(SEED)
    made = [make(draw, number) for number in range(RECORDS)]
    return "".join((head, *made, foot)), made


def whole(ends: list[int], start: int, made: list[str], size: int) -> tuple[int, int]:
    """Return the number of the records that fit, and how many of them no chunk ends inside. `start`: that of the
    first record."""
    cuts = iter([*ends, 1 << 62])
    cut, kept, fitting = next(cuts), 0, 0
    for record in made:
        while cut <= start:
            cut = next(cuts)
        if len(record) <= size:
            fitting += 1
            kept += cut >= start + len(record.rstrip())
        start += len(record)
    return fitting, kept


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


def speed_of(text: str, path: str, size: int) -> int | None:
    """Return the speed of the outline of a text, in MB/s; None for a table."""
    viewed = view(text.encode())
    viewed.validate()
    language = shiplap.regions(text, path=path)[0].language
    if language is None:
        return None
    begun = time.process_time()
    data_outlined(viewed, language, size, "bytes")
    return round(len(text.encode()) / 1e6 / (time.process_time() - begun))


def main() -> None:
    parser = records.script(__doc__, "data-records")
    parser.add_argument("--size", type=int, default=SIZE)
    options = parser.parse_args()
    record: dict[str, Any] = {"size": options.size, "formats": {}}
    for path, (head, _, _) in (FORMATS | LINES).items():
        text, made = document(path)
        least = fewest(made, options.size)
        speed = speed_of(text, path, options.size)
        found: dict[str, Any] = {"characters": len(text), "records": len(made), "MB/s": speed, "engines": {}}
        print(f"{path}: {len(text) / 1e6:.2f} million characters, {len(made)} records, {speed} MB/s")
        for name, ends_of in engines(options.size):
            ends = ends_of(text, path)
            fitting, kept = whole(ends, len(head), made, options.size)
            found["fitting"] = fitting
            found["engines"][name] = figures = {
                "whole": kept / fitting,
                "cut": fitting - kept,
                "chunks to the fewest": len(ends) / least,
            }
            print(
                f"  {name:20} whole {figures['whole']:.4f}"
                f"  chunks to the fewest {figures['chunks to the fewest']:.3f}"
            )
        record["formats"][path] = found
    records.write(options.record, record)


if __name__ == "__main__":
    main()
