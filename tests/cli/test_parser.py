"""Facts that hold for all commands: -q and -v, exit codes, completion, the manual page."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from shiplap.cli import exit_codes, main
from shiplap.cli.parser import parser
from shiplap.cli.verbosity import QUIET_HELP, VERBOSE_HELP

TOP: Any = parser()
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("rain.md").write_text("# Rain\n\nIt rains in the hills. The old man snores.\n")
    return tmp_path


# ---- -q and -v


@pytest.mark.parametrize("name", TOP.commands)
def test_every_command_has_both(name: str) -> None:
    helps = {option: each.help for each in TOP.commands[name].arguments() for option in each.option_strings}
    assert helps["-q"] == helps["--quiet"] == QUIET_HELP
    assert helps["-v"] == helps["--verbose"] == VERBOSE_HELP


def test_quiet_leaves_remarks_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "rain.md", "--to", "c.db", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    assert main(["ground", "c.db", "It rains."]) == 0
    loud = capsys.readouterr()
    assert main(["ground", "c.db", "It rains.", "--quiet"]) == 0
    quiet = capsys.readouterr()
    assert (quiet.out, quiet.err) == (loud.out, "") and "compared by words" in loud.err
    assert main(["search", "none.db", "rain", "-q"]) == 1
    assert capsys.readouterr().err.startswith("shiplap: error: none.db: no such store")


def test_verbose_prints_the_traceback_of_an_error(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "none\x1b.db", "rain", "-v"]) == 1
    err = capsys.readouterr().err
    assert err.startswith("Traceback") and "StoreError" in err and "\x1b" not in err
    assert err.splitlines()[-1].startswith(r"shiplap: error: none\x1b.db: no such store")


@pytest.mark.parametrize("command", [["search", "c.db", "x"], ["doctor"], ["completion", "bash"]])
def test_both_exclude_one_another(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*command, "-q", "-v"]) == exit_codes.USAGE
    assert capsys.readouterr().err == "shiplap: error: quiet=True: cannot be combined with --verbose\n"


# ---- exit codes


def test_each_command_says_when_it_fails() -> None:
    assert exit_codes.FAILURES.keys() == TOP.commands.keys()


def test_the_documented_codes_are_those_that_the_commands_return() -> None:
    assert [*exit_codes.MEANINGS] == [0, 1, 2, 130, 141]
    answer = Path("answer.txt")
    answer.write_text("“It rains in the hills” [doc: rain.md, chunk: rain.md-chunk-0]")
    assert main(["ingest", "rain.md", "--to", "c.db"]) == exit_codes.SUCCESS
    for command in (["stats", "c.db"], ["changes", "c.db"], ["vectors", "c.db"], ["verify", "c.db"],
                    ["search", "c.db", "rains"], ["prompt", "c.db", "Does it rain?"], ["chunk", "rain.md"],
                    ["cite", "c.db", "answer.txt"], ["sentences", "rain.md"], ["vacuum", "c.db"],
                    ["delete", "c.db", "rain.md", "--dry-run"]):  # fmt: skip
        assert main(command) == exit_codes.SUCCESS, command
    for command in (["search", "c.db", "snow"], ["prompt", "c.db", "snow"], ["verify", "none.db"],
                    ["prompt", "c.db", "rains", "--token-limit", "1"]):  # fmt: skip
        assert main(command) == exit_codes.FAILED, command
    for command in ([], ["none"], ["search"], ["chunk", "none.md"], ["chunk", "rain.md", "--chunk-size", "0"],
                    ["delete", "c.db", "none.md"]):
        assert main(command) == exit_codes.USAGE, command


# ---- completion


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "tcsh"])
def test_completion(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    before = {name: command.format_help() for name, command in TOP.commands.items()}
    assert main(["completion", shell]) == 0
    script = capsys.readouterr().out
    assert all(name in script for name in TOP.commands) and "sentence-3000" in script
    assert {name: command.format_help() for name, command in TOP.commands.items()} == before
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=script.encode(), check=True)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("shtab")
    assert main(["completion", "bash"]) == 0
    script = capsys.readouterr().out
    for words, expected in (
        (["shiplap", "sea"], {"search"}),
        (["shiplap", "chunk", "--chunk-o"], {"--chunk-overlap"}),
    ):
        asked = f"COMP_WORDS=({' '.join(words)}); COMP_CWORD={len(words) - 1}\n_shtab_shiplap\n"
        shown = 'printf "%s\\n" "${COMPREPLY[@]}"\n'
        found = subprocess.run(
            ["bash", "--norc"], input=f"{script}\n{asked}{shown}".encode(), stdout=subprocess.PIPE, check=True,
            env={**os.environ, "LC_ALL": "C"},
        )  # fmt: skip
        assert {*found.stdout.decode().split()} == expected


def test_completion_of_an_unknown_shell(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bsh"]) == exit_codes.USAGE
    assert "SHELL='bsh'" in capsys.readouterr().err


# ---- the manual page


def test_the_manual_page_is_that_of_the_parser(monkeypatch: pytest.MonkeyPatch) -> None:
    if not (ROOT / "docs").exists():
        pytest.skip("the pages are not part of an installed package")
    monkeypatch.syspath_prepend(str(ROOT / "docs"))
    made = importlib.import_module("man_page").page()
    assert (ROOT / "docs" / "man" / "shiplap.1").read_text("utf-8") == made, "run docs/man_page.py --write"
    if shutil.which("groff"):
        found = subprocess.run(
            ["groff", "-man", "-ww", "-z"], input=made.encode(), capture_output=True, check=True
        )
        assert found.stderr == b""
