"""Scaling of `shiplap ingest`, Ray Data and Spark from one core to two: Parquet in, Parquet out, rows a second.

    python -m benchmarks.speed.scaling                 what is installed, each with one and with two workers
    python -m benchmarks.speed.scaling --record FILE   and write the raw figures

The documents are those of the corpus `small`, four times over, in 32 files. Each engine and number of workers has
a process of its own and as many cores as workers; the first of its runs, which starts workers, stands apart,
and the figure is the median of the others. The rows of all are counted, and must be as many.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import io
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks import ROOT, machine, records
from benchmarks.corpora import build as corpora

#: By name: the package that an engine needs.
ENGINES = {"shiplap ingest": "pyarrow", "Ray Data": "ray", "Spark": "pyspark"}
WORKERS = (1, 2)
FILES, COPIES = 32, 4


def write_pages(folder: Path, copies: int = COPIES, files: int = FILES) -> int:
    """Write the documents, so many times over, into Parquet files, and return their number."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    texts = corpora.load("small").texts
    table = pa.table({"id": [f"d{k}" for k in range(len(texts))], "text": texts})
    size = -(-len(texts) * copies // files)
    (folder / "pages").mkdir()
    for k in range(files):
        at, end = k * size, min((k + 1) * size, len(texts) * copies)
        part = table.take([number % len(texts) for number in range(at, end)])
        pq.write_table(part, folder / "pages" / f"{k:03}.parquet", use_dictionary=False)
    return len(texts) * copies


def by_command(folder: Path, workers: int) -> Callable[[], None]:
    from shiplap.cli import main as command

    options = ["--text-column", "text", "--id-column", "id", "--preset", "fixed-900", "--jobs", str(workers)]

    def run() -> None:
        with contextlib.redirect_stderr(io.StringIO()):
            assert command(["ingest", f"{folder}/pages", "--to", f"{folder}/out/", *options]) == 0

    return run


def by_ray(folder: Path, workers: int) -> Callable[[], None]:
    import ray

    from shiplap.engines.ray import chunk

    # one more processor than workers: reading and writing are tasks of their own, between which Ray divides them
    ray.init(num_cpus=workers + 1, include_dashboard=False, log_to_driver=False, _node_ip_address="127.0.0.1")
    ray.data.DataContext.get_current().enable_progress_bars = False

    def run() -> None:
        # a block for each file: with fewer, blocks and their memory grow with the number of documents
        files = len(list((folder / "pages").iterdir()))
        pages = ray.data.read_parquet(f"{folder}/pages", override_num_blocks=files)
        chunk(pages, "fixed-900", workers=workers).write_parquet(f"{folder}/out")

    return run


def by_spark(folder: Path, workers: int) -> Callable[[], None]:
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    from pyspark.sql import SparkSession

    from shiplap.engines.spark import chunk

    settings = {"spark.ui.enabled": "false", "spark.log.level": "OFF", "spark.driver.host": "127.0.0.1",
                "spark.sql.files.maxPartitionBytes": "8m"}  # fmt: skip
    builder = SparkSession.builder.master(f"local[{workers}]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    spark = builder.getOrCreate()

    def run() -> None:
        chunk(spark.read.parquet(f"{folder}/pages"), "fixed-900").write.parquet(f"{folder}/out")

    return run


MAKE = {"shiplap ingest": by_command, "Ray Data": by_ray, "Spark": by_spark}


def measure(engine: str, workers: int, rounds: int) -> dict[str, Any]:
    """Seconds of the first run, which starts the engine, and of those after it; rows written."""
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:workers])
    import pyarrow.parquet as pq

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write_pages(folder)
        seconds = []
        begun = time.perf_counter()
        run = MAKE[engine](folder, workers)
        for _ in range(rounds + 1):
            shutil.rmtree(folder / "out", ignore_errors=True)
            run()
            seconds.append(time.perf_counter() - begun)
            begun = time.perf_counter()
        parts = [path for path in (folder / "out").iterdir() if path.suffix == ".parquet"]
        rows = sum(pq.ParquetFile(path).metadata.num_rows for path in parts)
    return {"first": seconds[0], "seconds": statistics.median(seconds[1:]), "rows": rows, "rounds": seconds[1:]}


def main() -> int:
    parser = records.script(__doc__, "scaling")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs=2, metavar=("ENGINE", "WORKERS"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.only:
        print(json.dumps(measure(given.only[0], int(given.only[1]), given.rounds)))
        return 0
    found: dict[str, dict[int, dict[str, Any]]] = {}
    for engine, package in ENGINES.items():
        if importlib.util.find_spec(package) is None:
            print(f"left out: {engine}", file=sys.stderr)
            continue
        for workers in WORKERS:
            command = [sys.executable, "-m", "benchmarks.speed.scaling", "--rounds", str(given.rounds)]
            command += ["--only", engine, str(workers)]
            out = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
            if out.returncode:
                raise SystemExit(out.stderr)
            row = json.loads(out.stdout.splitlines()[-1])
            found.setdefault(engine, {})[workers] = row
            print(f"{engine:16} {workers}: {row['rows'] / row['seconds']:10,.0f} rows/s, {row['seconds']:6.2f} s,"
                  f" the first {row['first']:6.2f} s")  # fmt: skip
        one, two = (found[engine][workers]["seconds"] for workers in WORKERS)
        print(f"{engine:16} 1 to 2: {one / two:.2f} x")
    assert len({row["rows"] for rows in found.values() for row in rows.values()}) <= 1
    names = ("shiplap", *(package for name, package in ENGINES.items() if name in found))
    record = {"versions": machine.versions(names), "files": FILES,
              "documents": len(corpora.load("small").texts) * COPIES, "load": os.getloadavg()[0],
              "engines": found}  # fmt: skip
    records.write(given.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
