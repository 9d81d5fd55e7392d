"""The command `delete`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shiplap.cli import main
from shiplap.store import Store


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """Make a store of three documents in an empty folder."""
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    for name in ("rain", "snow", "wind"):
        Path(f"docs/{name}.md").write_text(f"# {name}\n\nMuch {name} today.\n")
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    capsys.readouterr()
    return "c.db"


def ids(path: str) -> list[str]:
    with Store(path, read_only=True) as store:
        return [name for name, _ in store.sources()]


def test_documents_are_removed(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs/wind.md").unlink()
    assert main(["delete", store, "docs/wind.md", "docs/snow.md", "docs/wind.md"]) == 0
    said = capsys.readouterr()
    assert said.out == "docs/wind.md\t1 chunk\ndocs/snow.md\t1 chunk\n"
    assert said.err == (
        "shiplap: removed 2 documents with 2 chunks\n"
        "shiplap: the file of docs/snow.md exists: the next ingest of its folder adds it again, unless it is"
        " excluded\n"
    )
    assert ids(store) == ["docs/rain.md"]
    assert main(["search", store, "snow"]) == 1 and main(["verify", store]) == 0
    assert main(["ingest", "docs", "--to", store]) == 0 and ids(store) == ["docs/rain.md", "docs/snow.md"]


def test_a_dry_run_removes_nothing(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["delete", store, "docs/rain.md", "--dry-run"]) == 0
    said = capsys.readouterr()
    assert said.out == "docs/rain.md\t1 chunk\n"
    assert "dry run, nothing is removed; a run would remove 1 document with 1 chunk" in said.err
    assert main(["delete", store, "docs/rain.md", "docs/snow.md", "--dry-run", "--json", "-q"]) == 0
    said = capsys.readouterr()
    names = ["docs/rain.md", "docs/snow.md"]
    assert json.loads(said.out) == {"documents": names, "files": names, "chunks": 2, "dry_run": True}
    assert len(ids(store)) == 3


def test_several_files_that_still_exist(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["delete", store, *ids(store)]) == 0
    assert "the files of docs/rain.md and 2 more exist" in capsys.readouterr().err
    assert ids(store) == []


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("docs/rian.md", " (did you mean 'docs/rain.md'?)"),
        ("docs/rain.md-chunk-0", " (did you mean 'docs/rain.md'?)"),
        ("x", ""),
        ("\udcff", ""),
    ],
)
def test_an_unknown_id_removes_nothing(
    store: str, capsys: pytest.CaptureFixture[str], name: str, hint: str
) -> None:
    assert main(["delete", store, "docs/snow.md", name]) == 2
    assert f"must be the id of a document in c.db{hint}; nothing is removed" in capsys.readouterr().err
    assert len(ids(store)) == 3


def test_a_store_without_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import shiplap

    path = str(tmp_path / "c.db")
    with Store(path, create=True) as store:
        store.put(shiplap.chunk("It rains.", document_id="rain"))
    assert main(["delete", path, "rain"]) == 0
    assert capsys.readouterr().err == "shiplap: removed 1 document with 1 chunk\n"
    assert main(["delete", str(tmp_path / "none.db"), "rain"]) == 1
