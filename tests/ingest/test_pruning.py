"""Documents that a run removes from a store, those that it must keep, and the run that changes nothing."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from shiplap.cli import main
from shiplap.store import Store

#: More files than a run may remove unasked.
NUMBER = 12

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `docs` with two files and a folder `docs/many`, in the current folder."""
    root = tmp_path / "home"
    fill(root / "docs" / "many")
    for name in ("a", "b"):
        (root / "docs" / f"{name}.txt").write_text("It rains.")
    monkeypatch.chdir(root)
    return root


def fill(folder: Path, number: int = NUMBER) -> None:
    folder.mkdir(parents=True)
    for k in range(number):
        (folder / f"{k:02}.txt").write_text(f"It rains on day {k}.")


def ingest(*given: str, code: int = 0, to: str = "v.db") -> None:
    assert main(["ingest", *given, "--to", to]) == code


def ids(to: str = "v.db") -> list[str]:
    with Store(to) as store:
        return [name for name, _ in store.sources()]


@pytest.mark.parametrize("missing", ["gone", "link", "docs/*.md", "docs/a.txt/x"])
def test_a_path_that_does_not_exist(missing: str, capsys: pytest.CaptureFixture[str]) -> None:
    """An error before any work: no store is made, and an existing one is as it was."""
    Path("link").symlink_to("nowhere")
    more: list[list[str]] = [[], ["docs"], ["--prune"], ["docs", "--prune=all"], ["--dry-run", "--prune"]]
    for each in more:
        ingest(missing, *each, code=2)
        assert f"PATH='{missing}': " in capsys.readouterr().err and not Path("v.db").exists()
    ingest("docs")
    Path("docs/a.txt").write_text("It pours.")
    shutil.move("docs/many", "many")
    before = Path("v.db").read_bytes()
    for each in more:
        ingest("docs/many", *each, code=2)
        ingest(missing, *each, code=2)
    assert Path("v.db").read_bytes() == before


def test_a_run_that_would_remove_most_documents_stops(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("docs")
    shutil.rmtree("docs/many")
    Path("docs/a.txt").write_text("It pours.")
    before = Path("v.db").read_bytes()
    capsys.readouterr()
    ingest("docs", "--prune", code=2)
    assert capsys.readouterr().err == (
        "shiplap: error: prune='missing': would remove 12 of the 14 documents under these paths: docs/many/00.txt,"
        " docs/many/01.txt, docs/many/02.txt, …; --prune=all removes them, --dry-run lists them\n"
    )
    assert Path("v.db").read_bytes() == before
    ingest("docs", "--prune=all")
    assert ids() == ["docs/a.txt", "docs/b.txt"] and "12 removed" in capsys.readouterr().err


def test_an_empty_folder_beside_others_stops(capsys: pytest.CaptureFixture[str]) -> None:
    """As a share that is not mounted: fewer than half of all documents, but all of one path."""
    fill(Path("other"), 40)
    ingest("docs/many", "other")
    for name in os.listdir("docs/many"):
        Path("docs/many", name).unlink()
    ingest("other", "docs/many", "--prune", code=2)
    assert f"12 of the 12 documents under {os.path.realpath('docs/many')}: " in capsys.readouterr().err
    ingest("other", "--prune")
    assert len(ids()) == 52


def test_few_documents_are_removed_unasked() -> None:
    ingest("docs")
    for k in range(10):
        Path(f"docs/many/{k:02}.txt").unlink()
    ingest("--prune", "docs")  # the word after the option is no value of it
    assert ids() == ["docs/a.txt", "docs/b.txt", "docs/many/10.txt", "docs/many/11.txt"]
    shutil.rmtree("docs")
    Path("docs").mkdir()
    ingest("docs", "--prune")
    assert ids() == []


def test_bad_values_of_prune(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("docs", "--prune=most", code=2)
    assert "prune='most': must be one of 'missing', 'all'" in capsys.readouterr().err and not Path("v.db").exists()


def test_what_cannot_be_read_is_kept(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that are bad, that are hidden from this run, behind a broken link, or in a place that fails."""
    Path("docs/.hidden").mkdir()
    Path("docs/.hidden/x.txt").write_text("It hails.")
    fill(Path("docs/linked"), 2)
    fill(Path("docs/moved"), 2)
    fill(Path("docs/failing"), 2)
    ingest("docs", "--hidden")
    before = ids()
    Path("docs/a.txt").write_bytes(b"\xff")
    shutil.rmtree("docs/linked")
    Path("docs/linked").symlink_to("nowhere")
    shutil.move("docs/moved", "moved")
    Path("docs/moved").symlink_to(os.path.abspath("moved"))
    shutil.rmtree("docs/failing")
    real = os.lstat

    def lstat(path: str) -> os.stat_result:
        if "failing" in path:
            raise OSError(5, "Input/output error")
        return real(path)

    with monkeypatch.context() as patch:
        patch.setattr("os.lstat", lstat)
        ingest("docs", "--prune=all", code=1)
    assert ids() == before
    ingest("docs", "--prune=all", code=1)
    assert set(before) - set(ids()) == {"docs/failing/00.txt", "docs/failing/01.txt"}


def test_a_file_that_is_a_folder_now_is_gone() -> None:
    ingest("docs")
    Path("docs/a.txt").unlink()
    fill(Path("docs/a.txt"), 1)
    ingest("docs", "--prune")
    assert "docs/a.txt" not in ids() and "docs/a.txt/00.txt" in ids()


def test_an_empty_folder_below_a_path_stops(capsys: pytest.CaptureFixture[str]) -> None:
    """A share that is not mounted may lie in a larger collection. A folder that is gone was deleted."""
    fill(Path("docs/more"), 3 * NUMBER)
    ingest("docs")
    for path in Path("docs/many").iterdir():
        path.unlink()
    before = Path("v.db").read_bytes()
    ingest("docs", "--prune", code=2)
    error = capsys.readouterr().err
    assert f"would remove {NUMBER} of the {NUMBER} documents under {Path('docs/many').resolve()}: " in error
    assert Path("v.db").read_bytes() == before
    Path("docs/many").rmdir()
    ingest("docs", "--prune")
    assert len(ids()) == 2 + 3 * NUMBER


def test_a_wrong_root_stops(tmp_path: Path) -> None:
    """The collection is re-based to a folder that has none of its files."""
    ingest("docs")
    (tmp_path / "empty").mkdir()
    before = Path("v.db").read_bytes()
    ingest(str(tmp_path / "empty"), "--root", str(tmp_path / "empty"), "--prune", code=2)
    assert Path("v.db").read_bytes() == before


BLANK = ["--preset", "sentence-3000"]


def test_texts_that_are_all_blank_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    """A chunker that refuses blank texts has them removed; most of them only if it is asked for."""
    ingest("docs", *BLANK)
    for path in Path("docs/many").iterdir():
        path.write_text(" \n")
    Path("docs/a.txt").write_text("It pours.")
    ingest("docs", code=1)
    error = capsys.readouterr().err
    assert "12 documents, too many to remove unasked, have blank texts now and keep their chunks: docs/m" in error
    assert "1 changed" in error and "0 removed, 12 failed" in error and len(ids()) == 14
    ingest("docs", "--prune=all")
    assert ids() == ["docs/a.txt", "docs/b.txt"]


def test_rows_that_are_all_blank_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="tables need pyarrow")
    table = ["t.jsonl", "--text-column", "text", *BLANK]
    Path("t.jsonl").write_text('{"text": "It rains."}\n' * NUMBER)
    ingest(*table)
    Path("t.jsonl").write_text('{"text": ""}\n' * NUMBER)
    ingest(*table, code=1)
    assert "have blank texts now" in capsys.readouterr().err and len(ids()) == NUMBER
    Path("t.jsonl").write_text('{"text": null}\n' * NUMBER)
    ingest(*table)
    assert len(ids()) == NUMBER
    Path("t.jsonl").write_text('{"text": ""}\n' * 3)
    ingest(*table)
    assert "3 removed" in capsys.readouterr().err and len(ids()) == NUMBER - 3


def test_a_part_keeps_the_rows_of_a_table_that_lost_most(capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="tables need pyarrow")
    table = ["t.jsonl", "--text-column", "text"]
    Path("t.jsonl").write_text('{"text": "It rains."}\n' * NUMBER)
    ingest(*table, to="out/")
    Path("t.jsonl").write_text('{"text": "It pours."}\n')
    ingest(*table, to="out/", code=1)
    error = capsys.readouterr().err
    assert "t.jsonl: has 1 document, and out/part-0.parquet has 12, which is kept; --prune=all" in error
    assert "0 new, 0 changed" in error and len(pq.read_table("out")) == NUMBER
    ingest(*table, "--prune=all", to="out/")
    assert len(pq.read_table("out")) == 1


# ---- runs that change nothing


@pytest.mark.parametrize("to", ["v.db", "v.jsonl", "v.parquet", "-"])
def test_a_dry_run_makes_nothing(to: str, capsys: pytest.CaptureFixture[str]) -> None:
    if to == "v.parquet":
        pytest.importorskip("pyarrow")
    Path("docs/bad.txt").write_bytes(b"\xff")
    Path("docs/binary").write_bytes(b"\0")
    before = sorted(os.listdir("."))
    ingest("docs", "--dry-run", "--encoding", "utf-8", to=to, code=1)
    said = capsys.readouterr()
    assert sorted(os.listdir(".")) == before
    lines = said.out.splitlines()
    assert lines[0] == "would write docs/a.txt (new, 1 chunk)" and len(lines) == NUMBER + 4
    assert lines[2].startswith("would fail on docs/bad.txt (not UTF-8: ")
    assert lines[3] == "would skip docs/binary (binary file)"
    assert "docs/bad.txt: not UTF-8" in said.err and "docs/binary: skipped: binary file" in said.err
    assert "dry run, nothing is changed; a run would report: documents: 14 new" in said.err


def test_a_dry_run_over_a_store(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("docs")
    Path("docs/a.txt").write_text("It pours.")
    Path("docs/c.txt").write_text("It snows.")
    for k in range(2):
        Path(f"docs/many/{k:02}.txt").unlink()
    before = Path("v.db").read_bytes()
    capsys.readouterr()
    ingest("docs", "--prune", "--dry-run", "--index", "--update")
    said = capsys.readouterr()
    assert Path("v.db").read_bytes() == before
    lines = said.out.splitlines()
    assert lines[:3] == [
        "would write docs/a.txt (changed, 1 chunk)", "would keep docs/b.txt (unchanged)",
        "would write docs/c.txt (new, 1 chunk)",
    ]  # fmt: skip
    assert lines[-2:] == ["would remove docs/many/00.txt", "would remove docs/many/01.txt"]
    assert "1 new, 1 changed, 11 unchanged, 2 removed, 0 failed" in said.err
    ingest("docs", "--prune")
    assert "1 new, 1 changed, 11 unchanged, 2 removed, 0 failed" in capsys.readouterr().err


def test_a_dry_run_of_a_run_that_would_stop(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("docs")
    shutil.rmtree("docs/many")
    before = Path("v.db").read_bytes()
    ingest("docs", "--prune", "--dry-run")
    said = capsys.readouterr()
    assert said.out.count("would remove docs/many/") == NUMBER and Path("v.db").read_bytes() == before
    assert "a run would stop before any work: --prune would remove 12 of the 14 documents" in said.err


def test_a_dry_run_of_tables(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="tables need pyarrow")
    Path("t.jsonl").write_text('{"text": "It rains."}\n{"text": 1}\n')
    table = ["t.jsonl", "--text-column", "text", "--dry-run"]
    before = sorted(os.listdir("."))
    for to, line in (
        ("v.db", "would write t.jsonl#0 (new, 1 chunk)"), ("v.jsonl", "would write t.jsonl#0 (new, 1 chunk)"),
        ("v.parquet", "would write the documents of t.jsonl (1)"),
        ("out/", "would write the documents of t.jsonl (1)"),
    ):  # fmt: skip
        ingest(*table, to=to, code=1)
        said = capsys.readouterr()
        assert said.out.splitlines()[-1] == line and "t.jsonl, line 2: column 'text': must be a string" in said.err
        assert sorted(os.listdir(".")) == before


def test_a_dry_run_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("docs")
    capsys.readouterr()
    ingest("docs", "--dry-run", "--log-format", "json")
    said = capsys.readouterr()
    states = [json.loads(line).get("state") for line in said.err.splitlines()]
    assert said.out == "" and states.count("unchanged") == NUMBER + 2
