"""What the generators of C data share: wrapped lists of numbers, and files that are written or only compared."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path


def wrapped(items: list[str], indent: int = 1) -> str:
    """Items with commas, in lines of about 110 characters that begin with `indent` spaces and one more."""
    lines, line = [], " " * indent
    for item in items:
        if len(line) + len(item) > 108:
            lines.append(line)
            line = " " * indent
        line += f" {item},"
    return "\n".join([*lines, line])


def run(description: str, files: Mapping[Path, str]) -> int:
    """The command of a generator: write the files that differ, or with `--check` only name them. The exit code."""
    parser = argparse.ArgumentParser(description=description.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if a file differs")
    options = parser.parse_args()
    stale = [path for path, text in files.items() if not path.exists() or path.read_text("utf-8") != text]
    for path in stale:
        print(f"{'stale' if options.check else 'written'}: {path.name}")
        if not options.check:
            path.write_text(files[path], "utf-8")
    return 1 if stale and options.check else 0
