"""The site of the documentation on a phone: no page is wider than 390 pixels."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support import pages
from tests.support.chromium import CHROMIUM, measured

#: Pages with long lines of code, wide tables, pictures and signatures.
SHOWN = (
    "index.html", "start/answers.html", "reference/options.html", "reference/commands.html", "figures.html",
    "guides/sync.html", "reference/api/chunkers.html", "contributing/glossary.html",
)  # fmt: skip


@pytest.mark.exhaustive
@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")
@pytest.mark.skipif(
    importlib.util.find_spec("mkdocstrings") is None or not (pages.ROOT / "mkdocs.yml").exists(),
    reason="needs the repository, and the extra docs",
)
def test_pages_fit_a_phone(tmp_path: Path) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "mkdocs", "build", "-q", "-d", str(site)]
    subprocess.run(command, cwd=pages.ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=True)
    for name in SHOWN:
        found = measured(site / name, 390, tmp_path)
        assert found["width"] <= 390 and found["beyond"] == [], name
