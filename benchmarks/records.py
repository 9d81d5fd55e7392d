"""Records: the figures of a run as JSON, a line for each case with its rounds in it.

A record lies in `benchmarks/record/DATE/NAME.json`, where NAME is the name of its script; the second of a day in
`NAME-2.json`. `benchmarks/record/CURRENT.md` says which record each page cites.
"""

from __future__ import annotations

import argparse
import json
from datetime import date
from pathlib import Path
from typing import Any

from benchmarks import ROOT

FOLDER = ROOT / "benchmarks" / "record"

#: Characters of a line with a whole case, and of one with facts such as versions, at most.
LONGEST_CASE, LONGEST_FACTS = 10_000, 500


def read(path: str | Path) -> dict[str, Any]:
    """Read a record, given its path or its name below the folder of the records."""
    found: dict[str, Any] = json.loads((FOLDER / path).read_text("utf-8"))
    return found


def write(path: Path | None, record: dict[str, Any]) -> None:
    """Write a record, and make its folder; nothing without a path."""
    if path is None:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_text(record) + "\n", "utf-8")


def to_text(value: Any, depth: int = 0) -> str:
    """Format a record. What lies two levels deep, a case, has a line, unless it is longer than LONGEST_CASE; so do
    short facts without anything nested. All else is divided."""
    line = json.dumps(value, ensure_ascii=False)
    if not value or not isinstance(value, (dict, list)):
        return line
    nested = any(isinstance(part, (dict, list)) for part in (value.values() if isinstance(value, dict) else value))
    if len(line) <= (LONGEST_CASE if depth >= 2 else 0 if nested else LONGEST_FACTS):
        return line
    if isinstance(value, dict):
        names = (json.dumps(name, ensure_ascii=False) for name in value)
        parts = [f"{name}: {to_text(part, depth + 1)}" for name, part in zip(names, value.values(), strict=True)]
    else:
        parts = [to_text(part, depth + 1) for part in value]
    inner = ",\n".join(" " * (depth + 1) + part for part in parts)
    begin, end = "{}" if isinstance(value, dict) else "[]"
    return f"{begin}\n{inner}\n{' ' * depth}{end}"


def fresh(name: str, folder: Path = FOLDER) -> Path:
    """Return the path of a new record of today."""
    path, number = folder / date.today().isoformat() / f"{name}.json", 1
    while path.exists():
        number += 1
        path = path.with_name(f"{name}-{number}.json")
    return path


def newest(name: str, folder: Path = FOLDER) -> Path:
    """Return the path of the last record of that name, by date and number."""
    numbered = []
    for path in folder.glob(f"*/{name}*.json"):
        rest = path.stem.removeprefix(name)
        if rest == "" or rest[1:].isdigit():
            numbered.append((path.parent.name, int(rest[1:] or 1), path))
    if not numbered:
        raise SystemExit(f"no record of {name} in {folder}")
    return max(numbered)[2]


def script(description: str | None, name: str = "") -> argparse.ArgumentParser:
    """Return the options of a script: none, or `--record [FILE]` for a script whose records have a name."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    if name:
        parser.add_argument(
            "--record", type=Path, nargs="?", const=fresh(name), metavar="FILE",
            help=f"write the figures (benchmarks/record/DATE/{name}.json)",
        )  # fmt: skip
    return parser
