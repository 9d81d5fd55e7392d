"""`shiplap sync`, and `shiplap ingest` into a vector store, with a target of the user's own."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import OptionError
from shiplap.ingestion import Listener
from shiplap.store import Store
from shiplap.sync import MemoryTarget, Syncer

#: A module with targets of the user's own, and a function that embeds.
MODULE = """
from shiplap.errors import EmbedError
from shiplap.sync import MemoryTarget, Syncer
from shiplap.vectors import HashedWords

target = MemoryTarget("mine")
other = MemoryTarget("other")

def make():
    return target

def make_other():
    return other

def picky(texts):
    if any("hail" in text for text in texts):
        raise EmbedError("picky", "no hail", 400)
    return HashedWords(16)(texts)
"""

#: A module with a target whose server is down.
DOWN = """
from shiplap.sync import MemoryTarget

class Down(MemoryTarget):
    def exists(self):
        raise ValueError("no answer\\nfrom the server")

def make():
    return Down()
"""

Said = Any


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A current folder with documents, and the module `mine`."""
    monkeypatch.chdir(tmp_path)
    sys.modules.pop("mine", None)
    Path("mine.py").write_text(MODULE)
    Path("docs").mkdir()
    Path("docs/a.txt").write_text("It rains in the hills.")
    Path("docs/b.txt").write_text("It snows in the valley.")
    yield tmp_path
    sys.modules.pop("mine", None)


def target(name: str = "target") -> MemoryTarget:
    import mine  # type: ignore[import-not-found]

    found: MemoryTarget = getattr(mine, name)
    return found


def texts(name: str = "target") -> set[str]:
    return {record["text"] for record, _ in target(name).rows.values()}


def run(capfd: Said, *command: str) -> tuple[int, list[str]]:
    """Run a command; return its exit code and its lines on both streams, without durations."""
    code = main(command)
    out, err = capfd.readouterr()
    lines = [line.removeprefix("shiplap: ") for line in (err + out).splitlines()]
    return code, [line.rpartition("; ")[0] if line.endswith(" s") else line for line in lines]


def test_a_store_is_synced(capfd: Said) -> None:
    assert run(capfd, "ingest", "docs", "--to", "chunks.db")[0] == 0
    sync = ("sync", "chunks.db", "--to", "mine:make")
    code, lines = run(capfd, *sync)
    assert (code, "(--embed NAME): the store chunks.db has no vectors" in lines[0]) == (2, True)
    code, lines = run(capfd, *sync, "--embed", "hashed", "--dry-run")
    assert (code, len(texts())) == (0, 0)
    assert lines[0].startswith("2 texts of 2 chunks embedded")
    assert lines[1].startswith("dry run, nothing is changed; a sync would report: rows: 2 written")
    code, lines = run(capfd, *sync, "--embed", "hashed")
    assert (code, lines[1:]) == (0, ["rows: 2 written, 0 removed, 2 in all"])
    assert lines[0].startswith("2 texts of 2 chunks embedded")
    assert run(capfd, *sync) == (0, ["rows: 0 written, 0 removed, 2 in all"])
    assert run(capfd, *sync, "--quiet") == (0, [])
    assert run(capfd, *sync, "--verify") == (0, ["2 rows, 2 chunks: no differences"])
    target().rows.popitem()
    code, lines = run(capfd, *sync)
    assert "the target has 1 row, the store has 2 chunks to sync" in lines[1]
    code, lines = run(capfd, *sync, "--verify")
    assert (code, lines[-1]) == (1, "1 row, 2 chunks: 1 missing")
    assert lines[0].startswith("missing: docs/")
    code, lines = run(capfd, *sync, "--repair")
    assert (code, lines[-1]) == (0, "1 row, 2 chunks: 1 missing, repaired")
    assert run(capfd, *sync, "--verify")[0] == 0


def test_json(capfd: Said) -> None:
    run(capfd, "ingest", "docs", "--to", "chunks.db")
    sync = ("sync", "chunks.db", "--to", "mine:make", "--json")
    code = main([*sync, "--embed", "hashed"])
    report = json.loads(capfd.readouterr().out)
    assert (code, report["written"], report["embedded"], report["missing"]) == (0, 2, 2, [])
    code = main([*sync, "--verify"])
    found = json.loads(capfd.readouterr().out)
    assert (code, found["is_clean"], found["rows"]) == (0, True, 2)


def test_events(capfd: Said) -> None:
    run(capfd, "ingest", "docs", "--to", "chunks.db")
    assert main(["sync", "chunks.db", "--to", "mine:make", "--embed", "hashed", "--log-format", "json"]) == 0
    events = [json.loads(line) for line in capfd.readouterr().err.splitlines()]
    assert [each["event"] for each in events] == ["sync"]
    assert (events[0]["target"], events[0]["model"], events[0]["written"]) == ("mine", "hashed", 2)


def test_missing_chunks_are_named(capfd: Said) -> None:
    Path("docs/c.txt").write_text("It hails, and hail melts.")
    command = ("ingest", "docs", "--to", "mine:make", "--embed", "mine:picky")
    code, lines = run(capfd, *command)
    assert code == 1
    assert "missing: docs/c.txt-chunk-0: no hail" in lines
    assert texts() == {"It rains in the hills.", "It snows in the valley."}
    Path("docs/c.txt").write_text("It thaws.")
    assert run(capfd, *command)[0] == 0
    assert "It thaws." in texts()


def test_what_is_allowed_to_be_missing_is_no_failure(capfd: Said) -> None:
    run(capfd, "ingest", "docs", "--to", "chunks.db", "--embed", "hashed")
    Path("docs/c.txt").write_text("It thaws.")
    run(capfd, "ingest", "docs", "--to", "chunks.db", "--no-embed")
    sync = ("sync", "chunks.db", "--to", "mine:make")
    code, lines = run(capfd, *sync)
    assert code == 1 and "1 chunk has no vector" in lines[0]
    for more in (["--dry-run"], [], [], ["--json"]):
        assert run(capfd, *sync, "--allow-missing", *more)[0] == 0, more
    code, lines = run(capfd, *sync, "--allow-missing")
    assert (code, lines[0]) == (0, "missing: docs/c.txt-chunk-0: has no vector")
    assert lines[1] == "rows: 0 written, 0 removed, 1 missing as allowed, 2 in all"
    assert run(capfd, *sync, "--allow-missing", "--quiet") == (0, [])
    for job in ("--verify", "--repair"):
        assert (run(capfd, *sync, job)[0], run(capfd, *sync, job, "--allow-missing")[0]) == (1, 0)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--verify", "--repair"), "cannot be combined with --repair"),
        (("--verify", "--dry-run"), "cannot be combined with --dry-run"),
        (("--repair", "--dry-run"), "cannot be combined with --dry-run"),
        (("--key", "id"), "key='id': must be one of 'content', 'chunk'"),
        (("--collection", "x"), "is only for PostgreSQL"),
        (("--log-format", "xml"), "must be one of 'text', 'json'"),
        (("--embed", "nothing"), "embed='nothing': must be"),
    ],
)
def test_wrong_options(capfd: Said, options: tuple[str, ...], message: str) -> None:
    run(capfd, "ingest", "docs", "--to", "chunks.db")
    code, lines = run(capfd, "sync", "chunks.db", "--to", "mine:make", "--model", "hashed", *options)
    assert code == 2
    assert message in lines[0]


def test_a_target_of_another_store_is_refused(capfd: Said) -> None:
    run(capfd, "ingest", "docs", "--to", "chunks.db")
    run(capfd, "ingest", "docs", "--to", "other.db")
    run(capfd, "sync", "chunks.db", "--to", "mine:make", "--embed", "hashed")
    code, lines = run(capfd, "sync", "other.db", "--to", "mine:make", "--embed", "hashed")
    assert code == 1
    assert "mine: follows the store" in lines[0]
    with Store("other.db") as store:
        assert not store.model_names()  # refused before any text was embedded


# ---- ingest into a vector store


INGEST = ("ingest", "docs", "--to", "mine:make", "--embed", "hashed")


def test_ingest_keeps_a_vector_store_even(capfd: Said) -> None:
    code, lines = run(capfd, *INGEST)
    assert code == 0
    assert lines[0].startswith("documents: 2 new")
    assert lines[1].startswith("2 texts of 2 chunks embedded")
    assert lines[2] == "rows: 2 written, 0 removed, 2 in all"
    assert sorted(path.name for path in Path().glob("*.db*")) == ["make.db", "make.db-embed", "make.db-sync"]
    Path("docs/a.txt").write_text("It pours in the hills.")
    Path("docs/b.txt").unlink()
    code, lines = run(capfd, *INGEST, "--prune")
    assert (code, lines[2]) == (0, "rows: 1 written, 2 removed, 1 in all")
    assert texts() == {"It pours in the hills."}


def test_the_journal_is_not_read_as_a_document(capfd: Said) -> None:
    for _ in range(2):
        code, lines = run(capfd, *INGEST, "--journal", "docs/j.db")
        assert code == 0
        assert "skipped" not in lines[0]
    assert len(texts()) == 2


def test_the_locks_of_a_store_are_no_documents(capfd: Said) -> None:
    run(capfd, *INGEST, "--journal", "docs/j.db")
    assert {"j.db-embed", "j.db-sync"} <= {path.name for path in Path("docs").iterdir()}
    run(capfd, "ingest", "docs", "--to", "other.db")
    with Store("other.db") as store:
        assert [document.document_id for document in store.documents()] == ["docs/a.txt", "docs/b.txt"]


def test_a_dry_run_makes_no_journal(capfd: Said) -> None:
    code, lines = run(capfd, *INGEST, "--dry-run")
    assert (code, lines[0].startswith("dry run"), texts()) == (0, True, set())
    assert not list(Path().glob("*.db*"))


def test_a_store_that_is_no_journal_is_refused(capfd: Said) -> None:
    run(capfd, "ingest", "docs", "--to", "make.db")
    before = Path("make.db").read_bytes()
    code, lines = run(capfd, *INGEST)
    assert code == 2
    assert "journal='make.db': is a store of its own, not the journal of mine:make" in lines[0]
    assert Path("make.db").read_bytes() == before


def test_two_targets_of_one_name_have_a_journal_each(capfd: Said) -> None:
    Path("yours.py").write_text("from mine import make_other as make\n")
    run(capfd, *INGEST)
    command = ("ingest", "docs", "--to", "yours:make", "--embed", "hashed")
    for _ in range(2):
        code, lines = run(capfd, *command)
        assert (code, texts("other")) == (0, texts())
    sys.modules.pop("yours", None)
    (other,) = Path().glob("make-*.db")
    assert lines[-1] == "rows: 0 written, 0 removed, 2 in all"
    Path("docs/c.txt").write_text("It thaws.")
    for each in (INGEST, command):
        assert run(capfd, *each)[1][-1] == "rows: 1 written, 0 removed, 3 in all"
    sys.modules.pop("yours", None)
    Path("make.db").unlink()
    assert run(capfd, *command)[0] == 0, "its journal stays the same"
    sys.modules.pop("yours", None)
    other.unlink()
    code, lines = run(capfd, "ingest", "docs", "--to", "yours:make", "--embed", "hashed")
    assert "follows the store" in lines[-1]
    sys.modules.pop("yours", None)


def test_a_target_that_cannot_be_reached_makes_no_journal(capfd: Said) -> None:
    """Its name may be mistyped: the journal is for the right one."""
    Path("down.py").write_text(DOWN)
    code, lines = run(capfd, "ingest", "docs", "--to", "down:make", "--embed", "hashed")
    sys.modules.pop("down", None)
    assert (code, lines) == (1, ["error: memory: ValueError: no answer"])
    assert not list(Path().glob("*.db*"))


def test_the_journal_of_another_target_is_refused(capfd: Said) -> None:
    run(capfd, *INGEST)
    code, lines = run(
        capfd, "ingest", "docs", "--to", "mine:make_other", "--embed", "hashed", "--journal", "make.db"
    )
    assert code == 2
    assert "is the journal of mine:make, not the journal of mine:make_other" in lines[0]
    assert texts("other") == set()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--to", "qdrant://localhost/docs"), "embed=None: must name an embedding model"),
        (("--to", "mine:make", "--embed", "hashed", "--journal", "x.txt"), "must end in .db, .sqlite, .sqlite3"),
        (("--to", "mine:make", "--embed", "hashed", "--journal", "no/x.db"), "the folder does not exist"),
        (("--to", "mine:make", "--embed", "hashed", "--row-key", "id"), "row_key='id': must be one of"),
        (("--to", "chunks.db", "--journal", "x.db"), "requires a vector store"),
        (("--to", "chunks.db", "--collection", "x"), "requires a vector store"),
        (("--to", "mine:make"), "must be -, postgresql://..."),
        (("--to", "lancedb:docs", "--embed", "hashed"), "must have the form lancedb://FOLDER/COLLECTION"),
        (("--to", "http://localhost:6333/docs"), "(did you mean qdrant://HOST:PORT/COLLECTION or chroma://HOST"),
        (("--to", "mine:make", "--embed", "hashed", "--schema", "x"), "is only for PostgreSQL"),
    ],
)
def test_wrong_options_of_ingest(capfd: Said, options: tuple[str, ...], message: str) -> None:
    code, lines = run(capfd, "ingest", "docs", *options)
    assert (code, message in lines[0]) == (2, True), lines
    assert not list(Path().glob("*.db*"))


def test_the_same_in_python() -> None:
    heard: list[tuple[int, int | None]] = []

    class Hears(Listener):
        def synced(self, done: int, total: int | None) -> None:
            heard.append((done, total))

    sys.path.insert(0, "")
    try:
        report = shiplap.ingest("docs", to="mine:make", embed="hashed", journal="j.db", listener=Hears())
    finally:
        sys.path.remove("")
    assert report.counts.new == 2
    assert report.sync is not None
    assert (report.sync.written, report.sync.embedded) == (2, 2)
    assert heard == [(2, 2)]
    with pytest.raises(OptionError, match="option='journals'"):
        shiplap.ingest("docs", to="mine:make", embed="hashed", journals="j.db")


def test_a_store_whose_model_has_no_name_can_be_ingested_into() -> None:
    with Store("chunks.db", create=True) as store:
        store.put(shiplap.chunk("It hails.", document_id="hail"))
        Syncer(store, MemoryTarget(), model="own", embed=lambda texts: [[1.0, 0.0] for _ in texts]).run()
    report = shiplap.ingest("docs", to="chunks.db")
    assert (report.counts.new, report.embedding) == (2, None)


def test_a_target_that_is_down_is_named_in_one_line(capfd: Said) -> None:
    Path("down.py").write_text(DOWN)
    run(capfd, "ingest", "docs", "--to", "chunks.db")
    code, lines = run(capfd, "sync", "chunks.db", "--to", "down:make", "--embed", "hashed")
    sys.modules.pop("down", None)
    assert (code, lines) == (1, ["error: memory: ValueError: no answer"])
