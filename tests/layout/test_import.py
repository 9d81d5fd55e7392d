"""`import shiplap` imports little."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Modules that take long to import, and that few programs need.
SLOW = ["concurrent.futures", "html", "logging", "multiprocessing", "numpy", "shiplap.reference", "sqlite3"]


@pytest.mark.parametrize("code", ["pass", "shiplap.chunk('It rains. ' * 500)", "shiplap.sentences('It rains.')"])
def test_import(code: str) -> None:
    """Neither the import nor a first chunk loads a slow module."""
    program = f"import sys, shiplap; {code}; print([name for name in {SLOW} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
