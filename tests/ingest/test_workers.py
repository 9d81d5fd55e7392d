"""A run with processes writes what a run without them writes."""

from __future__ import annotations

import contextlib
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.ingestion import Listener, find, pipeline, workers
from shiplap.ingestion.report import Report
from shiplap.ingestion.sinks.sink import Appending

FILES = 400


class ListSink(Appending):
    """Keeps the texts of documents."""

    def __init__(self) -> None:
        self.written: list[Any] = []

    @staticmethod
    def prepare(chunks: Any, data: bytes | None, hash: str, fingerprint: str) -> Any:
        return chunks.document_id, chunks.texts

    def write(self, prepared: Any) -> None:
        self.written.append(prepared)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files of many kinds, for a run of any size with processes in batches of ten files."""
    root = tmp_path / "docs"
    root.mkdir()
    for number in range(FILES):
        text = f"---\ntitle: Rain {number}\n---\n# Rain {number}\n\n" + "It rains in the hills. " * (number % 37)
        (root / f"{number:03}.md").write_text(text)
    (root / "blank.txt").write_text(" \n")
    (root / "page.html").write_text("<html><body><h1>Rain</h1><p>It rains.</p></body></html>")
    (root / "latin.txt").write_bytes("Der Regen fällt über die Hügel. Größe und Maß.".encode("latin-1") * 9)
    (root / "binary.bin").write_bytes(bytes(range(256)) * 9)
    monkeypatch.setattr(workers, "LEAST", 0)
    monkeypatch.setattr(pipeline, "BATCH_FILES", 10)
    monkeypatch.chdir(tmp_path)
    return root


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of documents that processes were given."""
    given: list[int] = []
    ask = workers._Worker.ask

    def counted(worker: Any, batch: list[Any]) -> Any:
        given.append(len(batch))
        return ask(worker, batch)

    monkeypatch.setattr(workers._Worker, "ask", counted)
    return given


def stored(path: Path) -> list[Any]:
    """Return all documents and chunks of a store, without the times of writing."""
    with contextlib.closing(sqlite3.connect(path)) as connection:
        documents = connection.execute(
            "SELECT document_id, source, content_hash, fingerprint, characters, bytes, metadata FROM documents"
            " ORDER BY document_id"
        ).fetchall()
        chunks = connection.execute(
            "SELECT document_id, text, char_start, byte_end, line_end, kind, headings, token_count, overlap,"
            " context_hash, content_id, provenance FROM chunks ORDER BY document_id, chunk_index"
        ).fetchall()
    connection.close()
    return [*documents, *chunks]


@pytest.mark.parametrize("preset", ["adaptive", "fixed-900"])
def test_the_same_store(folder: Path, tmp_path: Path, asked: list[int], preset: str) -> None:
    """Documents, chunks, counts and problems are those of one thread, also of a second run over changed files."""
    reports: dict[int, list[Report]] = {1: [], 3: []}
    for again in (False, True):
        for jobs in reports:
            found = shiplap.ingest([folder], to=tmp_path / f"{jobs}.db", preset=preset, jobs=jobs)
            reports[jobs].append(found)
        for one, other in zip(stored(tmp_path / "1.db"), stored(tmp_path / "3.db"), strict=True):
            assert one == other
        if not again:
            for number in range(0, FILES, 3):
                (folder / f"{number:03}.md").write_text(f"# Snow\n\nIt snows {number} times.")
    assert sum(asked) > FILES / 4
    for alone, shared in zip(reports[1], reports[3], strict=True):
        assert alone.counts == shared.counts
        assert (alone.failed, alone.skipped, alone.remarks) == (shared.failed, shared.skipped, shared.remarks)


@pytest.mark.parametrize("to", ["chunks.jsonl", "chunks.parquet"])
def test_the_same_file(folder: Path, tmp_path: Path, asked: list[int], to: str) -> None:
    """The rows of a file are those of one thread, in the same order."""
    if to.endswith("parquet"):
        pytest.importorskip("pyarrow")
    for jobs in (1, 3):
        shiplap.ingest([folder], to=tmp_path / f"{jobs}-{to}", preset="adaptive", jobs=jobs)
    assert asked
    one, other = (tmp_path / f"{jobs}-{to}" for jobs in (1, 3))
    if to.endswith("parquet"):
        from pyarrow import parquet

        assert parquet.read_table(one).equals(parquet.read_table(other))
    else:
        assert one.read_bytes() == other.read_bytes()


def test_what_no_process_can_load(folder: Path, tmp_path: Path) -> None:
    """A function of the main module is not found in a process: the threads work alone, and nothing is lost."""
    program = tmp_path / "program.py"
    program.write_text(
        "import shiplap\n"
        "from shiplap.ingestion import pipeline, workers\n"
        "workers.LEAST, pipeline.BATCH_FILES = 0, 10\n"
        "def ends(text):\n"
        "    return [place for place in range(7, len(text), 7)]\n"
        "chunker = shiplap.SentenceChunker(50, 0, boundaries=ends)\n"
        "for jobs in (1, 3):\n"
        "    print(shiplap.ingest(['docs'], to=f'{jobs}.db', chunker=chunker, jobs=jobs).counts)\n"
    )
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    one, other = done.stdout.splitlines()
    assert one == other
    assert "failed=0" in one
    assert stored(tmp_path / "1.db") == stored(tmp_path / "3.db")


def test_what_cannot_be_pickled(folder: Path) -> None:
    """A function without a name stays in this process, and so do its documents."""
    chunker = shiplap.SentenceChunker(50, 0, boundaries=lambda text: range(7, len(text), 7))
    written: dict[int, list[Any]] = {}
    for jobs in (1, 3):
        sink = ListSink()
        report = pipeline.ingest(find([folder]), lambda name: (chunker, "f"), sink, jobs=jobs)
        assert report.counts.failed == 0
        written[jobs] = sink.written
    assert written[1] == written[3]
    assert len(written[1]) > FILES


def test_a_process_that_is_killed(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The documents of its batches fail with the reason, and the next run writes them."""
    ask, killed = workers._Worker.ask, []

    def kill(worker: Any, batch: list[Any]) -> Any:
        if not killed:
            killed.append(batch)
            worker._process.send_signal(signal.SIGKILL)
            worker._process.wait()
        return ask(worker, batch)

    monkeypatch.setattr(workers._Worker, "ask", kill)
    report = shiplap.ingest([folder], to=tmp_path / "a.db", preset="adaptive", jobs=2)
    failed = [each for each in report.failed if each.reason == "the process that cut it ended: SIGKILL"]
    assert len(failed) >= len(killed[0])
    assert report.counts.new == FILES + 3 - len(failed)
    again = shiplap.ingest([folder], to=tmp_path / "a.db", preset="adaptive", jobs=2)
    assert again.counts.new == len(failed)
    shiplap.ingest([folder], to=tmp_path / "b.db", preset="adaptive")
    assert stored(tmp_path / "a.db") == stored(tmp_path / "b.db")


def test_no_process_is_left(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes end with the run, whether it ends or is interrupted."""
    made: list[Any] = []
    begin = workers._Worker.__init__

    def note(worker: Any, setting: bytes) -> None:
        begin(worker, setting)
        made.append(worker._process)

    monkeypatch.setattr(workers._Worker, "__init__", note)
    shiplap.ingest([folder], to=tmp_path / "a.db", preset="adaptive", jobs=3)

    class Interrupted(Listener):
        """Hears of one file."""

        def advance(self, size: int) -> None:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        shiplap.ingest([folder], to=tmp_path / "b.db", preset="adaptive", jobs=3, listener=Interrupted())
    assert len(made) >= 2
    assert all(process.returncode is not None for process in made)


def test_small_runs_have_none(folder: Path, tmp_path: Path, asked: list[int], monkeypatch: Any) -> None:
    """A run below the least size, and an update, use threads."""
    shiplap.ingest([folder], to=tmp_path / "a.db", preset="adaptive", jobs=3, update=True)
    monkeypatch.setattr(workers, "LEAST", 1 << 40)
    shiplap.ingest([folder], to=tmp_path / "b.db", preset="adaptive", jobs=3)
    assert not asked
