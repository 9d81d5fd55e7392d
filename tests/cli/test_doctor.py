"""The command `doctor`: what it says is so."""

from __future__ import annotations

import json
import re
import sqlite3
from pathlib import Path

import pytest

import shiplap
from shiplap.cli import doctor, main
from shiplap.extras import EXTRAS, EXTRAS_OF_OLD_VERSIONS
from tests.support import pages


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["versions"]["shiplap"] == shiplap.__version__
    assert found["versions"]["SQLite"] == sqlite3.sqlite_version
    assert found["instruction_set"]["used"] in found["instruction_set"]["available"]
    assert found["faults"] == [] and found["extras"].keys() == {*EXTRAS, *EXTRAS_OF_OLD_VERSIONS}
    assert all(Path(folder).is_absolute() for folder in found["folders"].values())


def test_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        "shiplap.extras.missing_modules", lambda modules: [each for each in modules if each == "lxml"]
    )
    assert main(["doctor"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^  office +lxml missing: pip install 'shiplap\[office\]'$", out, re.MULTILINE)
    assert [line for line in out.splitlines() if not line.startswith(" ")] == [
        "versions", "instruction set", "extras", "tokenizers", "folders",
    ]  # fmt: skip


def test_verbose_names_the_libraries(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("rich")
    assert main(["doctor", "-v"]) == 0
    assert re.search(r"^  progress +installed \(rich \d", capsys.readouterr().out, re.MULTILINE)


def test_a_fault_is_exit_code_1(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(doctor, "faults", lambda: ["the compiled core fails"])
    assert main(["doctor"]) == 1
    assert capsys.readouterr().err == "shiplap: error: the compiled core fails\n"


def test_the_extras_are_those_of_the_project() -> None:
    project = pages.ROOT / "pyproject.toml"
    if not project.exists():
        pytest.skip("needs the repository")
    section = re.search(
        r"^\[project.optional-dependencies\]\n(.*?)^\[", project.read_text("utf-8"), re.DOTALL | re.MULTILINE
    )
    assert section is not None
    names = {*re.findall(r"^([a-z0-9-]+) = ", section[1], re.MULTILINE)}
    of_developers = {"test-base", "test", "docs", "lint", "mutation", "rivals", "engines"}
    joined = {"vector-stores", "readers"}
    assert {*EXTRAS, *EXTRAS_OF_OLD_VERSIONS} == names - of_developers - joined
