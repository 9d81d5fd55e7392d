"""Files that are too large: streamed where the chunker can, cut whole up to a limit where it cannot."""

from __future__ import annotations

import contextlib
import io
import json
import pathlib
import sys

import pytest

import shiplap
from shiplap import FixedChunker
from shiplap.cli import main
from shiplap.errors import ChunkLimitError
from shiplap.ingestion import pipeline
from shiplap.ingestion.files import Survey
from shiplap.ingestion.sinks.jsonl import LinesSink
from shiplap.store import Store

TEXT = "It rains in the hills. The old man snores.\n\n" * 400


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Two files, one of which is over the limit of this test; both are "large"."""
    monkeypatch.setattr(pipeline, "LARGE", 1000)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "large.txt").write_text(TEXT)
    (tmp_path / "in" / "small.txt").write_text(TEXT[:2200])
    return tmp_path


def ingest(folder: pathlib.Path, *options: str) -> int:
    return main(["ingest", str(folder / "in"), "--to", str(folder / "out.db"), *options])


def ids(folder: pathlib.Path) -> list[str]:
    with Store(folder / "out.db") as store:
        return [document.document_id for document in store.documents()]


@pytest.mark.parametrize("options", [(), ("--preset", "paragraph-800", "--tokenizer", "cl100k_base")])
def test_what_must_be_whole_fails_alone(
    folder: pathlib.Path, options: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    if "--tokenizer" in options:
        pytest.importorskip("bpe_openai")
    assert ingest(folder, "--max-file-size", "10K", *options) == 1
    said = capfd.readouterr().err
    assert "large.txt: 17,600 bytes, more than --max-file-size (10,000)" in said and "paragraph-800" in said
    assert ids(folder) == ["small.txt"] and "1 new" in said and "1 failed" in said
    assert ingest(folder, "--max-file-size", "17600", *options) == 0  # as large as it may be
    assert ids(folder) == ["large.txt", "small.txt"]


def test_a_large_file_has_the_metadata_of_its_front_matter(folder: pathlib.Path) -> None:
    pytest.importorskip("tomllib" if sys.version_info >= (3, 11) else "tomli")
    for name, front in (("a.md", "title = 'Rain'"), ("b.md", "title = ")):
        (folder / "in" / name).write_text(f"+++\n{front}\n+++\n{TEXT}")
    report = shiplap.ingest(folder / "in", to=folder / "out.db", preset="paragraph-800")
    assert [each.path[-4:] for each in report.remarks] == ["b.md"]
    shiplap.ingest(folder / "in" / "a.md", to=folder / "out.jsonl", preset="paragraph-800")
    line = json.loads((folder / "out.jsonl").read_text().splitlines()[-1])
    with Store(folder / "out.db") as store:
        assert store.chunks("a.md")[-1].metadata == line["metadata"] == {"title": "Rain"}
        assert next(store.documents()).metadata == {"title": "Rain"}


@pytest.mark.parametrize("preset", ["fixed-900", "paragraph-800", "sentence-3000"])
def test_what_streams_has_no_limit(folder: pathlib.Path, preset: str) -> None:
    assert ingest(folder, "--max-file-size", "1", "--preset", preset, "--jobs", "2") == 0
    assert ids(folder) == ["large.txt", "small.txt"]


def test_other_error_handlers_read_the_file_whole(folder: pathlib.Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert ingest(folder, "--max-file-size", "10K", "--preset", "fixed-900", "--errors", "replace") == 1
    assert "errors='strict' reads block by block" in capfd.readouterr().err
    assert ids(folder) == ["small.txt"]


@pytest.mark.parametrize("to", ["out.db", "out.jsonl", "out.parquet"])
def test_a_file_that_fails_near_its_end_leaves_nothing(
    folder: pathlib.Path, to: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It is one line of the report; no part of it is in the output, and the files after it are."""
    for module in ("ingestion.files", "chunkers.streaming"):
        monkeypatch.setattr(f"shiplap.{module}.BLOCK", 5000)
    if to == "out.parquet":
        pytest.importorskip("pyarrow")
    (folder / "in" / "large.txt").write_text(TEXT + "\U0001f327")
    options = ["--chunker", "fixed", "--chunk-size", "3", "--chunk-overlap", "0", "--unit", "bytes"]
    assert main(["ingest", str(folder / "in"), "--to", str(folder / to), *options, "--oversize", "raise"]) == 1
    said = capfd.readouterr().err
    assert (
        "large.txt: the code point at offset 17600 has 4 bytes" in said and "1 new" in said and "1 failed" in said
    )
    if to == "out.db":
        assert ids(folder) == ["small.txt"]
    elif to == "out.jsonl":
        lines = map(json.loads, (folder / to).read_text().splitlines())
        assert {line["document_id"] for line in lines} == {"small.txt"}
    else:
        from pyarrow import parquet

        assert parquet.read_table(folder / to)["document_id"].unique().to_pylist() == ["small.txt"]


def test_a_pipe_gets_whole_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.chunkers.streaming.BLOCK", 5000)

    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    chunker = FixedChunker(3, 0, unit="bytes", oversize="raise")
    for end, number in ((b"", 5867), ("\U0001f327".encode(), 0)):
        pipe = Pipe()
        parts = chunker.stream_batches([TEXT.encode(), end], document_id="a", source="a")
        with pytest.raises(ChunkLimitError) if end else contextlib.nullcontext():
            LinesSink(pipe).write_parts("a", "a", parts, Survey("", 0, 0), "")
        assert len(pipe.getvalue().splitlines()) == number


@pytest.mark.parametrize("size", ["0", "-1", "x", "1.5G", "G"])
def test_bad_sizes(folder: pathlib.Path, size: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert ingest(folder, f"--max-file-size={size}") == 2
    assert "must be a number of bytes, such as 250M or 1G" in capfd.readouterr().err
