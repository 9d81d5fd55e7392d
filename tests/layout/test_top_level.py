"""The top level of the repository has the names that a newcomer is told of, and nothing that a tool left there."""

from __future__ import annotations

import pathlib
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

NAMES = {
    ".ci", ".clang-format", ".github", ".gitignore", "CHANGELOG.md", "CITATION.cff", "CMakeLists.txt",
    "CONTRIBUTING.md", "LICENSE", "README.md", "SECURITY.md", "benchmarks", "csrc", "docs", "mkdocs.yml",
    "pyproject.toml", "src", "tests",
}  # fmt: skip


def test_the_top_level_has_no_other_names() -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode()
    assert {name.split("/")[0] for name in listed.split("\0") if name} == NAMES
