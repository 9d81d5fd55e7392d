"""The cases that need whole processes: memory, import time, ingest into SQLite."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.corpora import build as corpora

#: What is started by its file, so that nothing else is imported.
WORKER, BARE_SCRIPT = (Path(__file__).parent / name for name in ("process_worker.py", "bare_ingest.py"))
MB = 1_000_000
#: What counts as "a constant" beside the spans, in bytes.
MEMORY_CONSTANT = 8 * MB
IMPORT_LIMIT_MS = 40
FINGERPRINT = "import shiplap.cli; print(shiplap.preset('fixed-900').fingerprint)"
COMMAND = "import sys; from shiplap.cli import main; sys.exit(main())"

Result = dict[str, Any]


class Unmeasured(Exception):
    """The case cannot run here; the message says why."""


@dataclass(frozen=True)
class Process:
    name: str
    title: str
    measure: Callable[[bool], Result]
    corpus: str | None = None

    def run(self, quick: bool) -> Result:
        try:
            found = self.measure(quick)
        except Unmeasured as error:
            found = {"check": {"verdict": f"not measured: {error}"}}
        return {"case": self.name, "title": self.title, **found}


def _python(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *map(str, words)], capture_output=True, text=True)


def _child(*words: str) -> Result:
    done = _python(WORKER, *words)
    if done.returncode:
        raise Unmeasured(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "no output")
    result: Result = json.loads(done.stdout)
    return result


def memory(quick: bool) -> Result:
    """Beyond the input: the spans and a constant, at a quarter of the text and at all of it."""
    size = 200 * MB // (10 if quick else 1)
    raw: list[Result] = []
    shown: dict[str, str] = {}
    for kind, corpus in (("spans", "prose"), ("spans", "multi"), ("sentence", "multi"), ("bytes", "multi")):
        text = str(corpora.folder() / f"{corpus}.txt")
        small, large = (_child("memory", kind, text, str(length)) for length in (size // 4, size))
        raw.append({"kind": kind, "corpus": corpus, "quarter": small, "whole": large})
        rest = [(one["beyond"] - one["output"]) / MB for one in (small, large)]
        shown[f"{kind}, {corpus}, {size // MB} MB"] = (
            f"{large['beyond'] / MB:8.2f} MB beyond the input, {large['output'] / MB:.2f} MB of it spans; "
            f"the rest {rest[1]:.2f} MB ({rest[0]:.2f} MB at a quarter of the text)"
        )
    worst = max(each["whole"]["beyond"] - each["whole"]["output"] for each in raw)
    return {
        "raw": raw,
        "shown": shown,
        "figure": f"{worst / MB:.2f} MB beyond input and spans (wanted at most {MEMORY_CONSTANT / MB:g})",
        "reached": worst <= MEMORY_CONSTANT,
        "check": {"verdict": "nothing to check"},
    }


def import_time(quick: bool) -> Result:
    """`import shiplap` above `import numpy`: medians of as many fresh processes each, in turns."""
    count = 5 if quick else 15
    raw: dict[str, list[float]] = {"numpy": [], "shiplap": []}
    for _ in range(count):
        for module, seconds in raw.items():
            seconds.append(_child("import", module)["seconds"])
    numpy, ours = (median(seconds) * 1000 for seconds in raw.values())
    return {
        "raw": raw,
        "shown": {
            "import numpy": f"{numpy:6.1f} ms",
            "import shiplap": f"{ours:6.1f} ms, {ours - numpy:+.1f} ms",
        },
        "figure": f"{ours - numpy:.1f} ms above import numpy (wanted at most {IMPORT_LIMIT_MS})",
        "reached": ours - numpy <= IMPORT_LIMIT_MS,
        "check": {"verdict": "nothing to check"},
    }


def _timed(*words: str | Path) -> float:
    os.sync()
    begin = perf_counter()
    done = _python(*words)
    seconds = perf_counter() - begin
    if done.returncode:
        raise Unmeasured(
            done.stderr.strip().splitlines()[-1] if done.stderr.strip() else f"exit {done.returncode}"
        )
    return seconds


def _columns(connection: sqlite3.Connection, schema: str, table: str) -> list[str]:
    return [row[1] for row in connection.execute(f"PRAGMA {schema}.table_info({table})")]


def _made(connection: sqlite3.Connection, schema: str, table: str) -> str:
    """Return the statement that made the table, white space normalised, and the size of a page."""
    (statement,) = connection.execute(
        f"SELECT sql FROM {schema}.sqlite_master WHERE name = ?", (table,)
    ).fetchone()
    (page,) = connection.execute(f"PRAGMA {schema}.page_size").fetchone()
    return f"{' '.join(statement.split())}, pages of {page} bytes"


#: The transaction that wrote a row: which one that is, the clock decides too.
BY_THE_CLOCK = {"generation"}


def differences(store: Path, bare: Path) -> list[str]:
    """Return the differences of the two stores: tables, rows, and for rows of one key the columns that are not the
    same."""
    connection = sqlite3.connect(store)
    connection.execute("ATTACH ? AS bare", (str(bare),))
    found = []
    for table, key in (("documents", ("document_id",)), ("chunks", ("document_id", "chunk_index"))):
        columns, theirs = (_columns(connection, schema, table) for schema in ("main", "bare"))
        made = [_made(connection, schema, table) for schema in ("main", "bare")]
        if made[0] != made[1]:
            found.append(f"{table} is made by {made[0]!r}, in the bare script by {made[1]!r}")
        counts = [connection.execute(f"SELECT count(*) FROM {s}.{table}").fetchone()[0] for s in ("main", "bare")]
        join = f"main.{table} a JOIN bare.{table} b USING ({', '.join(key)})"
        matched = connection.execute(f"SELECT count(*) FROM {join}").fetchone()[0]
        if not counts[0] == counts[1] == matched or not matched:
            found.append(f"{table}: {counts[0]} and {counts[1]} rows, {matched} of the same key")
        for column in sorted(set(columns) & set(theirs) - set(key) - BY_THE_CLOCK):
            differ = f"SELECT a.{column}, b.{column} FROM {join} WHERE a.{column} IS NOT b.{column}"
            first = connection.execute(f"{differ} LIMIT 1").fetchone()
            if first:
                ours, other = (repr(value)[:60] for value in first)
                found.append(f"{table}.{column}: {ours} and {other}")
    connection.close()
    return found


def ingest(quick: bool) -> Result:
    """`shiplap ingest` and the bare script over the same files, in turns, each into a new store."""
    asked = _python("-c", FINGERPRINT)
    if asked.returncode:
        raise Unmeasured(asked.stderr.strip().splitlines()[-1])
    fingerprint = asked.stdout.strip()
    folder = corpora.folder() / "ingest"
    files = [path for path in folder.rglob("*") if path.is_file()]
    size = sum(len(path.read_bytes()) for path in files)  # and now they are in the page cache
    wrong: list[str] = []
    with tempfile.TemporaryDirectory(prefix="shiplap-ingest-") as name:
        ours, bare = Path(name, "shiplap.db"), Path(name, "bare.db")
        options = ("ingest", folder, "--to", ours, "--preset", "fixed-900")
        commands: dict[str, tuple[str | Path, ...]] = {
            "shiplap --jobs 1": ("-c", COMMAND, *options, "--jobs", "1"),
            "shiplap": ("-c", COMMAND, *options),
            "bare script": (BARE_SCRIPT, folder, bare, "--fingerprint", fingerprint),
        }
        raw: dict[str, list[float]] = {who: [] for who in commands}
        for turn in range(2 if quick else 7):
            for who in sorted(commands, reverse=bool(turn % 2)):
                for path in Path(name).glob("bare.db*" if who == "bare script" else "shiplap.db*"):
                    path.unlink()
                raw[who].append(_timed(*commands[who]))
            if turn < 2:  # once after either number of threads
                wrong += differences(ours, bare)
    ratios = {who: median(b / s for s, b in zip(raw[who], raw["bare script"], strict=True)) for who in raw}
    ratio = ratios["shiplap --jobs 1"]
    shown = {}
    for who, seconds in raw.items():
        middle = median(seconds)
        speed = f"{middle:.2f} s, {size / middle / MB:.1f} MB/s, {ratios[who]:.2f} x bare"
        shown[f"{who}, {len(files):,} files"] = speed
    return {
        "raw": raw,
        "bytes": size,
        "files": len(files),
        "shown": shown,
        "figure": f"{ratio:.2f} x the bare script, one thread (wanted 1)",
        "reached": ratio >= 1.0,
        "check": {
            "verdict": "FAILED: " + "; ".join(wrong) if wrong else "right: the rows of both stores are equal"
        },
    }


PROCESSES = [
    Process("memory", "peak beyond the input, a text of 200 MB", memory, "multi"),
    Process("import", "import shiplap above import numpy", import_time),
    Process("ingest", "100 MB of documents into SQLite, against a bare Python script", ingest, "ingest"),
]
