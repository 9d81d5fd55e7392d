"""Syncs that are killed (kill -9) at random moments: what the next sync leaves.

    python -m benchmarks.sync.kills qdrant+file://x/docs duckdb://x.duckdb/docs     some targets, in a new folder
    python -m benchmarks.sync.kills --moments 50 --record [FILE]                    all that need no server

A process edits a store (documents are written, changed and removed; its memory of them is vacuumed) and syncs,
again and again, with small batches. It is killed after a random time. Then a sync runs without interruption, and
the target is
compared with the store: rows that are missing, double, stale, extra or have a wrong vector are counted. The
history goes on from there, so that a target survives all kills one after the other.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import ROOT, records
from shiplap.store import Store
from shiplap.sync import Syncer, SyncReport
from shiplap.vectors import HashedWords

SEED = 20261126
MODEL = "kills"
DIMENSIONS = 32

#: Targets that need no server.
TARGETS = (
    "benchmarks.sync.own_target:make", "qdrant+file://qdrant/docs", "lancedb://lance/docs",
    "duckdb://vectors.duckdb/docs", "chroma+file://chroma/docs",
)  # fmt: skip

CHUNKER = shiplap.RecursiveChunker(40, 0)


def edit(store: Store, random: random.Random) -> None:
    """Change some documents of a store."""
    for _ in range(random.randint(1, 6)):
        document_id = f"doc-{random.randint(0, 20)}"
        kind = random.random()
        if kind < 0.15:
            store.delete(document_id)
        elif kind < 0.18:
            store.vacuum()
        else:
            days = random.sample(range(60), random.randint(0, 40))
            text = "".join(f"On day {day} it rains in the hills.\n\n" for day in sorted(days))
            store.put(CHUNKER.chunk(text, document_id=document_id, source=f"{random.randint(0, 1)}.md"))


def sync(store: Store, target: str, *, batch_size: int = 5) -> SyncReport:
    syncer = Syncer(store, target, model=MODEL, embed=HashedWords(DIMENSIONS), batch_size=batch_size)
    return syncer.run()


def victim(path: str, target: str, seed: int) -> None:
    """Edit and sync until the process is killed."""
    numbers = random.Random(seed)
    with Store(path) as store:
        Syncer(store, target, model=MODEL, embed=HashedWords(DIMENSIONS)).run(dry_run=True)  # imports the client
        print("ready", flush=True)
        while True:
            edit(store, numbers)
            sync(store, target)


def kill(path: str, target: str, seed: int, seconds: float) -> None:
    """Start a victim, and kill it this long after it is ready."""
    command = [sys.executable, "-m", "benchmarks.sync.kills", "--victim", path, target, str(seed)]
    places = [str(ROOT), str(Path(shiplap.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout is not None
        line = process.stdout.readline()
        if line != b"ready\n":
            raise RuntimeError("the victim did not start")
        time.sleep(seconds)
        if process.poll() is not None:
            raise RuntimeError("the victim ended by itself")
        process.send_signal(signal.SIGKILL)


def run(target: str, moments: int, longest: float = 1.5, seed: int = SEED) -> dict[str, Any]:
    """Kill syncs of a target; the current folder has the store and the target."""
    numbers = random.Random(seed)
    path = "kills.db"
    with Store(path, create=True) as store:
        edit(store, numbers)
    found: Counter[str] = Counter()
    ways: Counter[str] = Counter()
    for moment in range(moments):
        kill(path, target, seed + moment, numbers.uniform(0, longest))
        with Store(path) as store:
            ways[sync(store, target, batch_size=200).way] += 1
            verified = Syncer(store, target, model=MODEL).verify()
            found.update(verified.counts)
            rows = verified.rows
    return {"target": target, "moments": moments, "found": dict(found), "ways": dict(ways), "rows": rows}


def main() -> None:
    parser = records.script(__doc__, "kills")
    parser.add_argument("targets", nargs="*", default=TARGETS)
    parser.add_argument("--moments", type=int, default=50)
    parser.add_argument("--victim", nargs=3, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.victim:
        victim(given.victim[0], given.victim[1], int(given.victim[2]))
    cases = []
    before = Path.cwd()
    for target in given.targets:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                cases.append(run(target, given.moments))
            finally:
                os.chdir(before)
        print(cases[-1], flush=True)
    record = None if given.record is None else before / given.record
    records.write(record, {"seed": SEED, "moments": given.moments, "cases": cases})


if __name__ == "__main__":
    main()
