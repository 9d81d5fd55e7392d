"""Runs the benchmarks, checks every answer, prints the tables and writes a dated raw record.

    python -m benchmarks.run                        everything, ten to fifteen minutes
    python -m benchmarks.run --quick                a look, under a minute; no record unless --record is given
    python -m benchmarks.run --cases 'spans-*'      some (comma-separated globs; --list shows all)

The exit code is 1 if an answer of shiplap was wrong or a corpus is missing. A figure that is missed is
printed, not an error: the machine may be busy.
"""

from __future__ import annotations

import platform
import sys
import time
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import cases, machine, records, tables, timing
from benchmarks.corpora import build as corpora
from benchmarks.corpora.packages import CorporaError
from benchmarks.engines import engines
from benchmarks.speed import processes


def _versions() -> dict[str, str]:
    found = {"python": platform.python_version(), "compiler": platform.python_compiler()}
    for engine in engines():
        if engine.distribution is not None:
            found[engine.distribution] = engine.version() or "not installed"
    return found


def _write(record: dict[str, Any], path: Path) -> None:
    for case in record["cases"]:
        for row in case["engines"]:
            row["seconds"] = [float(f"{seconds:.6g}") for seconds in row["seconds"]]
            row["processor"] = [round(share, 3) for share in row["processor"]]
    records.write(path, record)


def main() -> int:
    parser = records.script(__doc__, "speed")
    parser.add_argument("--quick", action="store_true", help="few short rounds, process cases at a tenth")
    parser.add_argument("--cases", metavar="GLOB", help="names, comma-separated globs (all; --quick: a few)")
    parser.add_argument("--engines", default="*", metavar="GLOB", help="names, comma-separated globs")
    parser.add_argument("--list", action="store_true", help="list cases and engines")
    options = parser.parse_args()
    settings = timing.QUICK if options.quick else timing.Settings()
    globs = options.cases or (cases.QUICK if options.quick and not options.list else "*")
    wanted = [case for case in cases.CASES if cases.matches(case.name, globs)]
    runs = [one for one in processes.PROCESSES if cases.matches(one.name, globs)]
    present = [one for one in engines() if cases.matches(one.name, options.engines)]
    if options.list:
        for name, title in [(one.name, one.title) for one in wanted] + [(one.name, one.title) for one in runs]:
            print(f"{name:24} {title}")
        for engine in present:
            version = engine.version()
            print(f"{engine.name:24} {engine.role:9} {'not installed' if version is None else version}")
        return 0
    needed = {case.corpus for case in wanted} | {one.corpus for one in runs if one.corpus}
    missing = sorted(needed - set(corpora.manifest()["corpora"]))
    if missing:
        print(
            f"run: corpora missing: python -m benchmarks.corpora.build --only {','.join(missing)}", file=sys.stderr
        )
        return 1
    record: dict[str, Any] = {
        "date": date.today().isoformat(),
        "quick": options.quick,
        "machine": machine.processor(),
        "versions": _versions(),
        "commit": machine.commit(),
        "corpora": corpora.manifest(),
        "settings": vars(settings),
        "notes": {engine.name: {"returns": engine.returns, "unfair": engine.unfair} for engine in present},
        "cases": [],
        "processes": [],
    }
    begin = time.monotonic()
    try:
        loaded: dict[str, corpora.Corpus] = {}
        for case in wanted:
            if case.corpus not in loaded:
                loaded[case.corpus] = corpora.load(case.corpus)
            record["cases"].append(timing.run(case, loaded[case.corpus], present, settings))
            print(tables.table(record["cases"][-1]), end="\n\n", flush=True)
        loaded.clear()
        for one in runs:
            record["processes"].append(one.run(options.quick))
            print(tables.process_table(record["processes"][-1:]), end="\n\n", flush=True)
    except CorporaError as error:
        print(f"run: {error}", file=sys.stderr)
        return 1
    print(tables.summary(record))
    if options.record or not options.quick:
        path = options.record or records.fresh(runs[0].name if len(runs) == 1 and not wanted else "speed")
        _write(record, path)
        print(f"record: {path.name}, {time.monotonic() - begin:.0f} s")
    return 1 if tables.failures(record) else 0


if __name__ == "__main__":
    sys.exit(main())
