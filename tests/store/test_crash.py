"""The command line as a process: killed, interrupted, twice at once, with nobody reading."""

from __future__ import annotations

import contextlib
import io
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest

from shiplap.cli import main
from shiplap.store import Store
from tests.support.cases import few_quick
from tests.support.store_rows import content


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "docs"
    root.mkdir()
    monkeypatch.chdir(tmp_path)
    return root


def run(*command: str) -> tuple[int, str]:
    """Run a command in this process: its exit code, and what it says."""
    with contextlib.redirect_stderr(io.StringIO()) as said, contextlib.redirect_stdout(io.StringIO()):
        return main(list(command)), said.getvalue()


#: The command, which reads no more files while the file `hold` exists and something is stored, or after 100 files
#: that go elsewhere. Then the file `held` exists.
HELD = """
import os, pathlib, signal, sqlite3, sys, time
import shiplap.ingestion.pipeline, shiplap.store.writer
from shiplap.cli import main
shiplap.store.writer.COMMIT_BYTES = 20_000
read, count = shiplap.ingestion.pipeline.read, 0
def is_stored():
    if not os.path.exists("c.db"):
        return count > 100
    connection = sqlite3.connect("file:c.db?mode=ro", uri=True, timeout=10)
    try:
        return connection.execute("SELECT count(*) FROM documents").fetchone()[0] > 0
    except sqlite3.OperationalError:
        return False
    finally:
        connection.close()
def held(path):
    global count
    count += 1
    while os.path.exists("hold") and is_stored() and count > 10:
        pathlib.Path("held").touch()
        time.sleep(0.005)
    return read(path)
shiplap.ingestion.pipeline.read = held
signal.signal(signal.SIGINT, signal.default_int_handler)  # a job in the background ignores it
sys.exit(main(sys.argv[1:]))
"""


#: The same, slow.
SLOW = HELD.replace("    global count", "    global count; time.sleep(0.01)")


def stopped(script: str, command: list[str], end: signal.Signals) -> tuple[int, str]:
    """Run a command that is held, and end it with a signal: its exit code, and what it said."""
    Path("hold").touch()
    child = subprocess.Popen([sys.executable, "-c", script, *command], stderr=subprocess.PIPE)
    limit = time.monotonic() + 60
    while not os.path.exists("held") and child.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    child.send_signal(end)
    os.unlink("hold")
    _, errors = child.communicate(timeout=60)
    return child.returncode, errors.decode()


def documents(path: str) -> int:
    if not os.path.exists(path) or not os.path.getsize(path):
        return 0
    connection = sqlite3.connect(f"file:{path}?mode=rw", uri=True, timeout=10)
    try:
        return int(connection.execute("SELECT count(*) FROM documents").fetchone()[0])
    except sqlite3.OperationalError:  # the tables are not there yet
        return 0
    finally:
        connection.close()


def has_tables(path: str) -> bool:
    """Return whether the first commit, that of the tables, has reached the file."""
    return os.path.exists(path) and os.path.getsize(path) > 0


def test_stopped_before_the_tables(folder: Path) -> None:
    """The file that is left says what it is, and the next ingest goes on with it."""
    (folder / "a.txt").write_text("It rains. ")
    Path("c.db").touch()
    code, errors = run("stats", "c.db")
    assert code == 1 and "c.db: is empty: nothing was stored in it yet" in errors
    assert run("ingest", "docs", "--to", "c.db")[0] == 0 and documents("c.db") == 1


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
@few_quick("jobs", ["1", "3"], quick=1)
def test_stopped_half_way(folder: Path, end: signal.Signals, jobs: str) -> None:
    for k in range(400):
        (folder / f"{k:03}.txt").write_text(f"{k} words. " * (k % 50 * 10))
    command = ["ingest", "docs", "--to", "c.db", "--jobs", jobs]
    errors = stopped(HELD, command, end)
    if end == signal.SIGINT:
        number = documents("c.db")
        kept = f"{number} document{' is' if number == 1 else 's are'} stored; run the same command again to go on"
        assert errors == (130, f"shiplap: Interrupted: {kept}\n")
    else:
        assert errors[0] == -signal.SIGKILL
    assert 0 < documents("c.db") < 400
    assert run("stats", "c.db")[0] == 0
    code, said = run(*command)
    assert code == 0 and " 0 unchanged" not in said
    assert run("ingest", "docs", "--to", "once.db")[0] == 0
    assert content("c.db") == content("once.db")
    assert not os.path.exists("c.db-journal") or os.path.getsize("c.db-journal") == 0


@few_quick("jobs", ["1", "3"], quick=1)
def test_an_update_that_is_killed_leaves_old_or_new_documents(folder: Path, jobs: str) -> None:
    old = {f"{k:03}.txt": "".join(f"On day {n} it rains on {k}. " for n in range(60)) for k in range(200)}
    new = {name: text.replace("On day 30 it", "On day 30 it never") for name, text in old.items()}
    for name, text in old.items():
        (folder / name).write_text(text)
    options = ["--preset", "paragraph-800", "--chunk-size", "50", "--chunk-overlap", "0"]
    command = ["ingest", "docs", "--to", "c.db", "--jobs", jobs]
    assert run(*command, "--update", *options)[0] == 0
    with Store("c.db") as store:
        before = store.changes().generation
        known = {chunk.content_id: chunk.text for chunk in store}
    for name, text in new.items():
        (folder / name).write_text(text)
    assert (
        stopped(HELD.replace("20_000", "5_000").replace("count > 10:", "count > 100:"), command, signal.SIGKILL)[0]
        == -signal.SIGKILL
    )
    with Store("c.db") as store:
        assert not store.verify().faults
        for name in old:
            text = "".join(chunk.text for chunk in store.chunks(f"docs/{name}"))
            assert text in (old[name], new[name])
        changes = store.changes(before)
        known |= {chunk.content_id: chunk.text for chunk in changes.upserts}
        for content_id in changes.deletes:
            known.pop(content_id, None)
        assert known == {chunk.content_id: chunk.text for chunk in store}
    assert run(*command)[0] == 0
    with Store("c.db") as store:
        assert all("".join(c.text for c in store.chunks(f"docs/{name}")) == text for name, text in new.items())


def test_lines_stopped_half_way(folder: Path) -> None:
    for k in range(200):
        (folder / f"{k:03}.txt").write_text(f"{k} words. " * 100)
    errors = stopped(HELD, ["ingest", "docs", "--to", "c.jsonl"], signal.SIGINT)
    assert errors == (130, "shiplap: Interrupted: c.jsonl is not written\n")
    assert sorted(path.name for path in Path().iterdir()) == ["docs", "held"]


@pytest.mark.exhaustive
def test_one_large_document_stopped(folder: Path) -> None:
    """The cut of a text that takes long is left at once, and no part of it is stored."""
    (folder / "a.txt").write_text("It rains. " * 50)
    (folder / "b.txt").write_text("Dr. Smith rains? " * 12_000_000)
    command = ["ingest", "docs", "--to", "c.db", "--preset", "adaptive"]
    child = subprocess.Popen([sys.executable, "-c", HELD, *command], stderr=subprocess.PIPE)
    limit = time.monotonic() + 60
    while not has_tables("c.db") and child.poll() is None and time.monotonic() < limit:
        time.sleep(0.005)
    child.send_signal(signal.SIGINT)
    _, errors = child.communicate(timeout=60)
    assert child.returncode == 130 and errors.startswith(b"shiplap: Interrupted: ")
    assert documents("c.db") <= 1 and run("stats", "c.db")[0] == 0


@few_quick("unbuffered", ["", "1"])
@few_quick("command", [["ingest", "docs", "--to", "-"], ["chunk", "docs/large.txt"]], quick=1)
def test_standard_output_to_a_pipe(folder: Path, command: list[str], unbuffered: str) -> None:
    """A slow reader gets all of it; when the reader goes away, the process ends and says nothing."""
    (folder / "large.txt").write_text("It rains. " * 50_000)
    for reads_all in (True, False):
        child = subprocess.Popen(
            [sys.executable, "-m", "shiplap", *command, "--preset", "fixed-1000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
        assert child.stdout is not None and child.stderr is not None
        child.stdout.readline()
        time.sleep(0.2)
        lines = child.stdout.readlines() if reads_all else []
        child.stdout.close()
        errors = child.stderr.read()
        child.stderr.close()
        assert child.wait(60) == (0 if reads_all else 141)
        assert len(lines) == 624 or not reads_all
        assert errors == b"" or reads_all


@pytest.mark.exhaustive
def test_two_at_once(folder: Path) -> None:
    for k in range(100):
        (folder / f"{k}.txt").write_text(f"{k} words. " * 50)
    command = [sys.executable, "-c", SLOW, "ingest", "docs", "--to", "c.db"]
    children = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    for child in children:
        _, errors = child.communicate(timeout=120)
        assert child.returncode == 0, errors
    assert run("ingest", "docs", "--to", "once.db")[0] == 0
    assert content("c.db") == content("once.db")
