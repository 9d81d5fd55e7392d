"""The examples in docstrings, the README and docs/ run; the README's commands stand where CI looks for them."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import pkgutil

import pytest

import shiplap

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
PAGES = sorted((README.parent / "docs").glob("*.md"))
MODULES = [
    module.name
    for module in pkgutil.walk_packages(shiplap.__path__, "shiplap.")
    if not module.name.endswith(("__main__", ".libshiplap_c"))
]


@pytest.mark.parametrize("name", ["shiplap", *MODULES])
def test_docstrings(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: pathlib.Path) -> None:
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0 and result.attempted > 0


@pytest.mark.skipif(not README.exists(), reason="the README is not part of an installed package")
def test_readme() -> None:
    assert doctest.testfile(str(README), module_relative=False).failed == 0
    commands = [line for line in README.read_text("utf-8").splitlines() if line.startswith("python3 -m venv")]
    assert len(commands) == 2
    assert " ingest " in commands[0] and commands[1].endswith("pytest")
