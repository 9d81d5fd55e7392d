"""Messages of `shiplap ingest` about files that fail or are skipped, and its progress."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shiplap.cli import main
from shiplap.progress import Line

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with one good file, in the current folder."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "good.txt").write_text("It rains.")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def binary(suffix: str, number: int, data: bytes = b"\0") -> None:
    for k in range(number):
        Path(f"docs/{k:02}{suffix}").write_bytes(data)


def said(capsys: pytest.CaptureFixture[str], *given: str, code: int = 0) -> list[str]:
    """Return the lines of a run, without the summary of documents."""
    assert main(["ingest", "docs", "--to", "c.db", *given]) == code
    lines = capsys.readouterr().err.replace("shiplap: ", "").splitlines()
    return [line for line in lines if not line.startswith("documents: ")]


def test_skipped_files_are_summarized_by_reason_and_type(capsys: pytest.CaptureFixture[str]) -> None:
    binary(".bin", 13)
    binary(".dat", 2)
    binary(".o", 1)
    names = ", ".join(f"docs/{k:02}.bin" for k in range(10))
    assert said(capsys) == [
        f"13 .bin skipped: binary file: {names} and 3 more (-v lists all)",
        "2 .dat skipped: binary file: docs/00.dat, docs/01.dat", "docs/00.o: skipped: binary file",
    ]  # fmt: skip
    assert said(capsys) == ["16 files are skipped as in the last run; -v lists all"]
    binary(".o", 2)
    assert said(capsys) == [
        "docs/01.o: skipped: binary file", "16 files are skipped as in the last run; -v lists all"
    ]  # fmt: skip
    listed = said(capsys, "-v")
    assert len(listed) == 17 and listed[0] == "docs/00.bin: skipped: binary file"
    assert said(capsys, "-q") == []


def test_files_that_fail_are_named_up_to_a_number(capsys: pytest.CaptureFixture[str]) -> None:
    for k in range(12):
        Path(f"docs/{k:02}.txt").write_bytes(b"It rains. " * k + b"\xff")
    given = ("--encoding", "utf-8")
    lines = said(capsys, *given, code=1)
    assert [line[:22] for line in lines[:10]] == [f"docs/{k:02}.txt: not UTF-8" for k in range(10)]
    assert len(lines) == 11
    assert lines[10].startswith("2 more .txt failed: not UTF-8: ")
    assert said(capsys, *given, "-q", code=1) == lines
    assert len(said(capsys, *given, "-v", code=1)) == 12


def test_remarks_are_summarized_by_reason_and_type(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("chardet")
    german, russian = "Die Größe der Straße überrascht: schön und grün. ", "Дождь идёт весь день. "
    for k in range(12):
        Path(f"docs/{k:02}.txt").write_bytes((german + "Hier und da. " * k).encode("cp1252"))
    Path("docs/r.txt").write_bytes((russian * 20).encode("koi8-r"))
    names = ", ".join(f"docs/{k:02}.txt" for k in range(10))
    lines = said(capsys)
    way = "--encoding NAME reads it otherwise"
    assert lines[0] == (
        f"12 .txt: read as cp1252, the most likely encoding (confidence …); {way}: {names}"
        " and 2 more (-v lists all)"
    )
    assert lines[1].startswith("docs/r.txt: read as koi8-r, the most likely encoding (confidence 0.")
    assert len(lines) == 2 and said(capsys) == []
    Path("docs/00.txt").write_bytes(german.encode("cp1252") * 9)
    assert said(capsys, "-q") == []


def test_json_has_an_event_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    binary(".bin", 13)
    for _ in range(2):
        assert main(["ingest", "docs", "--to", "c.db", "--log-format", "json"]) == 0
        events = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
        assert [event["event"] for event in events].count("problem") == 13
        assert events[-1]["event"] == "finished" and events[-1]["skipped"] == 13


def test_excluded_files_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/node_modules").mkdir()
    Path("docs/yarn.lock").write_text("a")
    Path("docs/a.log").write_text("a")
    Path("docs/.gitignore").write_text("*.log")
    assert said(capsys, "--exclude", "none") == [
        "excluded files and folders: 1 by .gitignore, 2 by default; --dry-run lists them"
    ]
    assert said(capsys, "-q") == []
    assert main(["ingest", "docs", "--to", "c.db", "--dry-run"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == [
        "would leave out docs/.gitignore (hidden)", "would leave out docs/a.log (docs/.gitignore: *.log)",
    ]  # fmt: skip


def test_a_dry_run_names_readers_and_reasons(capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/rain.srt").write_text("1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n")
    binary(".bin", 1)
    Path("docs/sub/node_modules").mkdir(parents=True)
    assert main(["ingest", "docs", "--to", "c.db", "--dry-run"]) == 0
    assert sorted(capsys.readouterr().out.splitlines()) == [
        "would leave out docs/sub/node_modules/ (default: node_modules/)", "would skip docs/00.bin (binary file)",
        "would write docs/good.txt (new, 1 chunk)", "would write docs/rain.srt (new, 1 chunk, reader srt)",
    ]  # fmt: skip
    assert not Path("c.db").exists()


def test_quiet_and_verbose_exclude_one_another(capsys: pytest.CaptureFixture[str]) -> None:
    assert said(capsys, "-q", "-v", code=2) == ["error: quiet=True: cannot be combined with --verbose"]


# ---- progress


class Screen:
    """A terminal, as a list of what was written."""

    def __init__(self) -> None:
        self.written: list[str] = []

    def write(self, text: str) -> int:
        self.written.append(text)
        return len(text)

    def flush(self) -> None:
        pass


def test_the_line_is_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.progress.INTERVAL", 0.0)
    screen: Any = Screen()
    with Line(3_000_000, screen, "bytes", 2) as line:
        line.begin("docs/" + "雨" * 100 + ".txt")
        line.advance(1_000_000)
        line.begin("b\x1b[0m.txt")
        line.message("a message")
        line.advance(2_000_000)
    assert screen.written[0].startswith("\r0 of 2 files, 0.0 of 3.0 MB") and screen.written[0].endswith("…")
    # a wide character takes two columns; the line never reaches the last one
    assert all(len(text) + text.count("雨") <= 81 for text in screen.written)
    assert "1 of 2 files, 1.0 of 3.0 MB, 0 s left" in screen.written[1]
    assert "b\\x1b[0m.txt" in screen.written[2] and not any("\x1b" in text for text in screen.written)
    at = next(k for k, text in enumerate(screen.written) if text.startswith("a message"))
    assert screen.written[at - 1].strip() == "" and screen.written[at - 1].endswith("\r")
    assert screen.written[-1].strip() == ""
