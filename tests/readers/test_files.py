"""Files that readers read, on the command line: each command cuts the text that was said."""

from __future__ import annotations

import contextlib
import json
import pathlib
import sqlite3

import pytest

import shiplap
from shiplap import citations
from shiplap.cli import main
from shiplap.errors import OptionError

SRT = """1
00:00:01,000 --> 00:00:02,500
It rains in the hills.

2
00:01:12,500 --> 00:01:14,000
The old man snores.
"""

VTT = "WEBVTT\nLanguage: en\n\n00:01.000 --> 00:02.000\n<v Ann>It pours.\n"

SMALL = ["--chunker", "recursive", "--unit", "characters", "--chunk-size", "25", "--chunk-overlap", "0"]


@pytest.fixture(autouse=True)
def talks(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with two files of subtitles, which is the current one."""
    folder = tmp_path / "talks"
    folder.mkdir()
    (folder / "rain.srt").write_text(SRT)
    (folder / "pour.VTT").write_text(VTT)
    monkeypatch.chdir(folder)
    return folder


def stored() -> list[tuple[str, str, object]]:
    with contextlib.closing(sqlite3.connect("../x.db")) as connection:
        rows = connection.execute("SELECT document_id, text, provenance FROM chunks ORDER BY 1, chunk_index")
        return [(name, text, json.loads(known)) for name, text, known in rows]


def test_chunk(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["chunk", "rain.srt", *SMALL]) == 0
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [(chunk["text"], chunk["provenance"]) for chunk in found] == [
        ("It rains in the hills.\n\n", {"time": [1.0, 2.5]}), ("The old man snores.", {"time": [72.5, 74.0]}),
    ]  # fmt: skip
    assert [(chunk["document_id"], chunk["source"]) for chunk in found] == [("rain.srt", "rain.srt")] * 2


def test_sentences_and_view(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["sentences", "rain.srt"]) == 0
    texts = [json.loads(line)["text"] for line in capfd.readouterr().out.splitlines()]
    assert [text.strip() for text in texts] == ["It rains in the hills.", "The old man snores."]
    assert main(["view", "rain.srt", "-o", "../page.html"]) == 0
    assert "00:00:01,000" not in pathlib.Path("../page.html").read_text()


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ingest(jobs: str, capfd: pytest.CaptureFixture[str]) -> None:
    """Text, times and metadata are stored; the file decides whether it has changed, also in its times alone."""
    command = ["ingest", ".", "--to", "../x.db", "--jobs", jobs]
    assert main([*command, *SMALL]) == 0
    expected = [
        ("pour.VTT", "It pours.", {"time": [1.0, 2.0], "speakers": ["Ann"]}),
        ("rain.srt", "It rains in the hills.\n\n", {"time": [1.0, 2.5]}),
        ("rain.srt", "The old man snores.", {"time": [72.5, 74.0]}),
    ]
    assert stored() == expected
    with shiplap.store.Store("../x.db") as store:
        assert store.chunks("pour.VTT")[0].metadata == {"language": "en"}
        assert store.chunks("rain.srt")[1].time == (72.5, 74.0)
    assert main(command) == 0 and "2 unchanged" in capfd.readouterr().err
    pathlib.Path("rain.srt").write_text(SRT.replace("01:14,000", "01:15,000"))
    for update in ("--no-update", "--update"):
        assert main([*command, update]) == 0
        assert stored()[:2] == expected[:2] and stored()[2][2] == {"time": [72.5, 75.0]}
    pathlib.Path("rain.srt").write_text(SRT.replace("01:14,000", "01:16,000"))
    assert main([*command, "--update"]) == 0 and stored()[2][2] == {"time": [72.5, 76.0]}
    assert main(["verify", "../x.db"]) == 0


def test_a_file_that_cannot_be_read_fails_alone(capfd: pytest.CaptureFixture[str]) -> None:
    pathlib.Path("bad.srt").write_text("1\n-1:00:00 --> 0:02\nx")
    pathlib.Path("empty.vtt").write_text("WEBVTT\n\nNOTE nothing\n")
    assert main(["ingest", ".", "--to", "../x.db"]) == 1
    error = capfd.readouterr().err
    assert "bad.srt: srt, line 2, cue 1: a time must not be negative, not '-1:00:00'" in error
    assert "1 failed" in error and len(stored()) == 2
    assert main(["chunk", "bad.srt"]) == 1
    assert "srt, line 2, cue 1" in capfd.readouterr().err


def test_a_large_file_is_read_whole_or_fails(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", ".", "--to", "../x.db", "--max-file-size", "70"]) == 1
    assert "its reader needs the whole file" in capfd.readouterr().err


def test_citations() -> None:
    """The text of a file is that which was cut, so that lines and quotes are found in it."""
    read = citations.from_files()
    (passage, _) = shiplap.RecursiveChunker(25, 0).chunk(shiplap.readers.srt(SRT, source="rain.srt"))
    assert read(passage) == "It rains in the hills.\n\nThe old man snores."  # type: ignore[arg-type]
    pathlib.Path("rain.srt").write_text("damaged")
    assert read(passage) is None  # type: ignore[arg-type]


def test_documents_of_an_evaluation() -> None:
    documents = shiplap.evaluate.read_documents(["."])
    assert documents == {"pour.VTT": "It pours.", "rain.srt": "It rains in the hills.\n\nThe old man snores."}
    pathlib.Path("bad.srt").write_text("no cue")
    with pytest.raises(OptionError, match="srt, line 1"):
        shiplap.evaluate.read_documents(["."])
