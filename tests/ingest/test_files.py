"""Files too large to be read whole: the same documents, in the memory of a few blocks."""

from __future__ import annotations

import json
import os
import tracemalloc
from pathlib import Path
from typing import Any

import pytest

from shiplap.chunkers import streaming as streams
from shiplap.cli import main
from shiplap.ids import content_hash
from shiplap.ingestion import files, pipeline
from shiplap.store import Store
from tests.support.postgres import server

TEXT = "It rains in Łódź. 雨が降る。 It pours, and so on.\n\n" * 900

#: A preset whose chunks come while a file is read.
FIXED = ["--preset", "fixed-1000"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(pipeline, "LARGE", 20_000)
    monkeypatch.setattr(files, "BLOCK", 1237)
    monkeypatch.setattr(streams, "BLOCK", 9000)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("Small. " * 100, "utf-8")
    (tmp_path / "docs" / "b.txt").write_text(TEXT, "utf-8")
    (tmp_path / "docs" / "c.txt").write_text("  \n" * 20_000, "utf-8")
    (tmp_path / "docs" / "d.txt").write_text("Small too.", "utf-8")
    return tmp_path


def rows(path: str) -> list[Any]:
    with Store(path) as store:
        documents = [store.get(name) for name, _ in store.sources()]
        return [documents, [chunk.to_dict() for chunk in store]]


@pytest.mark.parametrize("preset", ["sentence-3000", "fixed-900", "paragraph-800", "adaptive"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_same_rows_and_lines(folder: Path, preset: str, jobs: str, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["ingest", "docs", "--preset", preset, "--jobs", jobs, "--on-empty", "empty", "--to"]
    assert main([*command, "large.db"]) == main([*command, "large.jsonl"]) == 0
    read = rows("large.db")
    monkeypatch.setattr(pipeline, "LARGE", 1 << 40)
    assert main([*command, "small.db"]) == main([*command, "small.jsonl"]) == 0
    assert read == rows("small.db")
    assert Path("large.jsonl").read_bytes() == Path("small.jsonl").read_bytes()
    assert len(read[1]) > 10


def test_parquet(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs pyarrow")
    assert main(["ingest", "docs", *FIXED, "--to", "large.parquet"]) == 0
    monkeypatch.setattr(pipeline, "LARGE", 1 << 40)
    assert main(["ingest", "docs", *FIXED, "--to", "small.parquet"]) == 0
    assert parquet.read_table("large.parquet").to_pylist() == parquet.read_table("small.parquet").to_pylist()


def test_postgresql(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    dbapi = pytest.importorskip("adbc_driver_postgresql.dbapi", reason="needs ADBC")
    with server() as uri:

        def stored() -> list[Any]:
            with dbapi.connect(uri) as connection, connection.cursor() as cursor:
                found = []
                for table, order in (("documents", "document_id"), ("chunks", "document_id, chunk_index")):
                    cursor.execute(f"SELECT * FROM {table} ORDER BY {order}")
                    found.append(cursor.fetchall())
                return found

        assert main(["ingest", "docs", *FIXED, "--to", uri]) == 0
        large = stored()
        Path("docs/b.txt").write_text(TEXT + "\0", "utf-8")  # what PostgreSQL cannot hold: the old one stays
        assert main(["ingest", "docs", *FIXED, "--to", uri]) == 1
        assert "contains a NUL character" in capsys.readouterr().err
        assert stored() == large
        Path("docs/b.txt").write_text(TEXT, "utf-8")
        monkeypatch.setattr(pipeline, "LARGE", 1 << 40)
        with dbapi.connect(uri) as connection, connection.cursor() as cursor:
            cursor.execute("UPDATE documents SET fingerprint = ''")
            connection.commit()
        assert main(["ingest", "docs", *FIXED, "--to", uri]) == 0
        assert stored() == large


def test_unchanged_and_replaced(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", *FIXED, "--to", "s.db"]
    assert main(command) == main(command) == 0
    assert "4 unchanged" in capsys.readouterr().err
    before = rows("s.db")
    (folder / "docs" / "b.txt").write_text(TEXT + "More.", "utf-8")
    assert main(command) == 0
    after = rows("s.db")
    assert "1 changed" in capsys.readouterr().err
    assert [document.document_id for document in after[0]] == [f"docs/{name}.txt" for name in "abcd"]
    assert after[0][1].characters == before[0][1].characters + 5
    assert after[1][-2]["text"].endswith("More.") and after[1][-1]["text"] == "Small too."


def test_what_cannot_be_read_is_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "docs" / "e.txt").write_bytes(b"\0" + TEXT.encode())
    (folder / "docs" / "f.txt").write_bytes(TEXT.encode() + b"\xe3\x81")
    assert main(["ingest", "docs", *FIXED, "--to", "s.db"]) == 1
    told = capsys.readouterr().err
    assert "e.txt: skipped: binary file" in told
    assert f"f.txt: not UTF-8: unexpected end of data at offset {len(TEXT.encode())}" in told
    assert len(rows("s.db")[0]) == 4


def test_a_file_that_changes_between_the_two_readings(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for to in ("s.db", "s.jsonl"):
        assert main(["ingest", "docs", *FIXED, "--to", to]) == 0
    before, lines = rows("s.db"), Path("s.jsonl").read_bytes().splitlines()
    whole = pipeline.survey

    def changing(path: str) -> Any:
        found = whole(path)
        Path(path).write_text(Path(path).read_text("utf-8") + "More.", "utf-8")
        return found

    (folder / "docs" / "b.txt").write_text(TEXT.upper(), "utf-8")
    (folder / "docs" / "d.txt").write_text("Small as well.", "utf-8")
    monkeypatch.setattr(pipeline, "survey", changing)
    for to in ("s.db", "s.jsonl"):
        assert main(["ingest", "docs/b.txt", "docs/d.txt", *FIXED, "--to", to]) == 1
        assert "b.txt: cannot be read: changed while it was read" in capsys.readouterr().err
    after = rows("s.db")
    assert after[0][:3] == before[0][:3]  # what was there before stays, and the rest goes on
    assert after[1][:-1] == before[1][:-1] and after[1][-1]["text"] == "Small as well."
    assert [json.loads(line)["text"] for line in Path("s.jsonl").read_bytes().splitlines()] == ["Small as well."]
    assert len(lines) > 1


def test_memory_does_not_grow_with_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.txt"
    monkeypatch.setattr(pipeline, "LARGE", 1_000_000)
    monkeypatch.setattr(streams, "BLOCK", 200_000)
    monkeypatch.setattr(files, "BLOCK", 100_000)

    def peak(size: int) -> int:
        with path.open("w") as file:
            for _ in range(size // 100_000):
                file.write("It rains and pours. " * 5000)
        tracemalloc.start()
        assert main(["ingest", str(path), *FIXED, "--to", str(tmp_path / f"{size}.db"), "--jobs", "1"]) == 0
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most

    peak(1_000_000)  # what is made once
    assert peak(2_000_000) * 1.3 > peak(12_000_000)


def test_survey(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    for text in ("", "x", "aé漢😀" * 10):
        path.write_text(text, "utf-8")
        for size in range(1, 9):
            monkeypatch.setattr(files, "BLOCK", size)
            found = files.survey(os.fspath(path))
            assert (found.characters, found.bytes) == (len(text), len(text.encode()))
            assert found.content_hash == content_hash(text.encode())
