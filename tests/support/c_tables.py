"""The tables of C data that the build makes."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "csrc" / "tools" / "tables.py"


@cache
def tables() -> dict[str, str]:
    """Return the text of each file, by its name."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, TOOL, folder], check=True)
        return {path.name: path.read_text("utf-8") for path in Path(folder).iterdir()}
