"""Stages of the time of `shiplap ingest`: many small files and a few large ones, into SQLite and Parquet.

    python -m benchmarks.speed.ingest_stages                  20,000 small files, 20 large ones
    python -m benchmarks.speed.ingest_stages --record FILE    and write the raw figures

A timer interrupts the command a thousand times a second. The time since the last time belongs to the stage that
the innermost known function is of. A call into C is interrupted after it, in the function that made it, so that
none of its time is lost. Each ingest is a process of its own, with one job and the default chunker; the files
have been read before, so that the disk is not measured.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import FrameType

from benchmarks import ROOT, records
from benchmarks.corpora import build as corpora

#: What a function of a module does. The innermost of them tells; a name of "" is any function of the module.
STAGES = {
    ("ingestion/discovery.py", ""): "find files",
    ("ingestion/files.py", "read"): "read",
    ("ingestion/files.py", "blocks"): "read",
    ("ingestion/files.py", "survey"): "hash, check for text",
    ("ingestion/files.py", "survey_bytes"): "hash, check for text",
    ("chunkers/file_content.py", ""): "cut",
    ("chunks/chunks.py", ""): "ids, hashes, columns",
    ("store/rows.py", ""): "ids, hashes, columns",
    ("ingestion/sinks/sqlite.py", "prepare_for"): "ids, hashes, columns",
    ("ingestion/sinks/parquet.py", "prepare"): "ids, hashes, columns",
    ("store/writer.py", ""): "write rows",
    ("store/connection.py", ""): "write rows",
    ("ingestion/sinks/parquet.py", ""): "write rows",
    ("ingestion/sinks/sqlite.py", ""): "write rows",
    ("store/writer.py", "commit"): "commit",
    ("store/writer.py", "settle"): "commit",
    ("ingestion/pipeline.py", ""): "lead files, report",
    ("importlib/_bootstrap.py", ""): "start",
}
SMALL, LARGE = 20_000, 20
ROUNDS = 3
INTERVAL = 0.001


def stage_of(frame: FrameType | None) -> str:
    """Return the stage that the innermost known function of a stack belongs to."""
    while frame is not None:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        place = "/".join(path.split("/")[-3:]).removeprefix("shiplap/")
        if path.startswith("<frozen importlib"):
            return "start"
        for key in ((place, name), (place, "")):
            if key in STAGES:
                return STAGES[key]
        frame = frame.f_back
    return "start"


def work(folder: str, target: str) -> None:
    """Run the command and print the seconds of each stage."""
    seconds: dict[str, float] = {}
    last = time.perf_counter()

    def note(number: int, frame: FrameType | None) -> None:
        nonlocal last
        now, stage = time.perf_counter(), stage_of(frame)
        seconds[stage] = seconds.get(stage, 0.0) + now - last
        last = now

    signal.signal(signal.SIGALRM, note)
    signal.setitimer(signal.ITIMER_REAL, INTERVAL, INTERVAL)
    from shiplap.cli import main as command

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        code = command(["ingest", folder, "--to", target, "--jobs", "1"])
    signal.setitimer(signal.ITIMER_REAL, 0)
    note(0, None)
    if code:
        raise SystemExit(code)
    print(json.dumps(seconds))


def make_files(folder: Path) -> dict[str, Path]:
    """Return the files, in a folder for each kind, by what the kind is called."""
    small, large = folder / "small", folder / "large"
    texts = corpora.load("small").texts
    for k in range(SMALL):
        place = small / f"{k // 500}"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{k}.md").write_text(texts[k % len(texts)], "utf-8")
    large.mkdir()
    whole = corpora.load("prose").texts[0]
    for k in range(LARGE):
        part = len(whole) // 4
        (large / f"{k}.md").write_text(whole[k % 4 * part : (k % 4 + 1) * part], "utf-8")
    return {f"{SMALL:,} small files": small, f"{LARGE} large files": large}


def main() -> int:
    parser = records.script(__doc__, "ingest-stages")
    parser.add_argument("--work", nargs=2, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work(*given.work)
        return 0
    rows = []
    with tempfile.TemporaryDirectory(prefix="shiplap-stages-") as name:
        folder = Path(name)
        for kind, files in make_files(folder).items():
            size = sum(path.stat().st_size for path in files.rglob("*.md"))
            for sink, ending in (("SQLite", "db"), ("Parquet", "parquet")):
                found = []
                for k in range(ROUNDS):
                    target = str(folder / f"{k}-{sink}-{kind[:2]}.{ending}")
                    command = [
                        sys.executable,
                        "-m",
                        "benchmarks.speed.ingest_stages",
                        "--work",
                        str(files),
                        target,
                    ]
                    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
                    if done.returncode:
                        raise SystemExit(done.stderr)
                    found.append(json.loads(done.stdout))
                total = [sum(each.values()) for each in found]
                middle = found[total.index(statistics.median(total))]
                ordered = dict(sorted(middle.items(), key=lambda pair: -pair[1]))
                rows.append({"files": kind, "sink": sink, "bytes": size, "seconds": ordered, "totals": total})
                shown = ", ".join(
                    f"{stage} {value / sum(ordered.values()):.0%}" for stage, value in ordered.items()
                )
                print(f"{kind}, {sink}: {size / statistics.median(total) / 1e6:.0f} MB/s; {shown}", flush=True)
    records.write(given.record, {"rows": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
