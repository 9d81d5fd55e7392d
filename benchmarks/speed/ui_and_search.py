"""Time to open a page of 5 MB in Chromium, and to score claims against a million chunks. Writes a record.

python -m benchmarks.speed.ui_and_search TEXT [--record FILE]
"""

from __future__ import annotations

import datetime
import json
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Any

import numpy as np

import shiplap
from benchmarks import records
from shiplap.vectors import Exact
from shiplap.view import page

BYTES = 5_000_000
OPENS = 2.0  # seconds that are wanted
VECTORS, DIMENSIONS = 1_000_000, 384


def opened(text: str) -> dict[str, Any]:
    """Seconds from the start of the navigation until the first rows are drawn, as the page itself tells."""
    begin = time.perf_counter()
    made = page(shiplap.chunk(text, "fixed-900"), shiplap.chunk(text, "sentence-3000"))
    making = time.perf_counter() - begin
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if chromium is None:
        return {"seconds to make": making, "seconds to open": None}
    found = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "page.html"
        path.write_text(made, "utf-8")
        options = ["--headless", "--no-sandbox", "--disable-gpu", "--window-size=1400,900", "--dump-dom"]
        for number in range(5):
            profile = f"--user-data-dir={folder}/{number}"
            dom = subprocess.run([chromium, *options, profile, path.as_uri()], capture_output=True, check=True)
            ready = re.search(rb'data-ready="(\d+)"', dom.stdout[:2000])
            assert ready, "the page did not draw itself"
            found.append(int(ready[1]) / 1000)
    return {"bytes": len(text.encode()), "seconds to make": making, "seconds to open": statistics.median(found),
            "wanted": OPENS, "all": found}  # fmt: skip


def million() -> dict[str, Any]:
    """Exact search in a memory map, so that what the process holds beside it can be seen."""
    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "vectors.f32"
        with open(path, "wb") as file:
            for _ in range(100):
                file.write(rng.standard_normal((VECTORS // 100, DIMENSIONS), np.float32).tobytes())
        matrix = np.memmap(path, np.float32, "r", shape=(VECTORS, DIMENSIONS))
        begin = time.perf_counter()
        exact = Exact(matrix)
        made = time.perf_counter() - begin
        queries = np.array(matrix[:: VECTORS // 100][:100])
        begin = time.perf_counter()
        rows, similarities = exact.search(queries, 5)
        seconds = time.perf_counter() - begin
        assert rows[:, 0].tolist() == list(range(0, VECTORS, VECTORS // 100)), "each finds itself"
        assert np.allclose(similarities[:, 0], 1, atol=1e-5)
        anonymous = re.search(r"RssAnon:\s+(\d+)", pathlib.Path("/proc/self/status").read_text())
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"vectors": VECTORS, "dimensions": DIMENSIONS, "claims": len(queries), "seconds to prepare": made,
            "seconds for all claims": seconds, "peak MB, the mapped file among it": round(peak),
            "MB beside the file": round(int(anonymous[1]) / 1024) if anonymous else None}  # fmt: skip


def main() -> None:
    parser = records.script(__doc__, "ui_and_search")
    parser.add_argument("text", type=pathlib.Path)
    given = parser.parse_args()
    text = given.text.read_bytes()[:BYTES].decode(errors="ignore")
    record = {"date": datetime.date.today().isoformat(), "python": sys.version.split()[0], "cores": os.cpu_count(),
              "page": opened(text), "grounding": million()}  # fmt: skip
    print(json.dumps(record, indent=1))
    records.write(given.record, record)


if __name__ == "__main__":
    main()
