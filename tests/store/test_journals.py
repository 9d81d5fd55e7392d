"""Journals of interrupted writes: readers roll them back, or name who can. A living writer is left alone."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.store import Store

CHUNKS = shiplap.FixedChunker(200).chunk("On this day it rains. " * 500, document_id="d")


def made(path: Path) -> Path:
    with Store(path, create=True) as store:
        store.put(CHUNKS)
        store.index()
    return path


def interrupted(path: Path, journal: str = "DELETE") -> Path:
    """Make a store as a process leaves it that is killed within a transaction, after it wrote to the file."""
    source = made(path.with_name("source.db"))
    with contextlib.closing(sqlite3.connect(source, isolation_level=None)) as writer:
        writer.execute(f"PRAGMA journal_mode = {journal}")
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE chunks SET text = 'lost'")
        for left in path.parent.glob("source.db*"):
            if not left.name.endswith("-shm"):
                shutil.copyfile(left, left.with_name(left.name.replace(source.name, path.name)))
    assert journal == "WAL" or path.read_bytes() != source.read_bytes()
    assert path.with_name(f"{path.name}-{'wal' if journal == 'WAL' else 'journal'}").stat().st_size > 512
    return path


def is_sound(path: Path) -> bool:
    with Store(path, read_only=True) as store:
        return store.chunks("d") == list(CHUNKS) and not store.verify().faults


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o777)
        yield Path(folder)
        os.chmod(folder, 0o777)


@contextlib.contextmanager
def no_privileges() -> Iterator[None]:
    """Act as a user whom the permissions of files bind, which they do not for root."""
    user = os.geteuid()
    if user == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(user)


COMMANDS = (["verify"], ["stats"], ["changes"], ["vectors"], ["search", "rains"], ["prompt", "rains?"],
            ["ground", "It rains."])  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS, ids=[command[0] for command in COMMANDS])
def test_reading_commands_roll_back(tmp_path: Path, command: list[str], capfd: pytest.CaptureFixture[str]) -> None:
    path = interrupted(tmp_path / "chunks.db")
    assert main([command[0], str(path), *command[1:]]) == 0
    found = capfd.readouterr()
    assert not path.with_name("chunks.db-journal").exists() and is_sound(path)
    assert main([command[0], str(path), *command[1:]]) == 0
    assert capfd.readouterr() == found and "lost" not in found.out


def test_a_store_that_is_read_rolls_back(tmp_path: Path) -> None:
    """The store is opened before, or after, another process is killed."""
    path = interrupted(tmp_path / "chunks.db")
    with Store(path, read_only=True) as store:
        assert [chunk.text for chunk in store] == CHUNKS.texts
        interrupted(path)
        assert [chunk.text for chunk in store] == CHUNKS.texts
        with pytest.raises(StoreError, match="opened read-only"):
            store.put(CHUNKS)
        with pytest.raises(StoreError, match="opened read-only"):
            store.vacuum()
        with pytest.raises(StoreError, match="opened read-only"):
            store.vectors("m").put_many({"x": [1.0]})
    assert is_sound(path)


def test_a_search_of_many_words_leaves_a_reader_a_reader(tmp_path: Path) -> None:
    with Store(made(tmp_path / "chunks.db"), read_only=True) as store:
        assert store.search(" ".join(f"w{k}" for k in range(200)) + " rains", match="any")
        with pytest.raises(StoreError, match="opened read-only"):
            store.delete("d")


def test_the_journal_of_a_living_writer_is_left_alone(tmp_path: Path) -> None:
    path = made(tmp_path / "chunks.db")
    with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE chunks SET token_count = 7")
        assert path.with_name("chunks.db-journal").exists() and is_sound(path)
        with Store(path, read_only=True) as store, pytest.raises(StoreError, match="opened read-only") as caught:
            store.put(CHUNKS)
        assert "interrupted" not in str(caught.value)
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("UPDATE chunks SET text = text || 'more'")  # now the file itself is written
        with pytest.raises(StoreError, match="in use by another process") as caught:
            Store(path, read_only=True, timeout=0.01)
        assert caught.value.retryable and path.with_name("chunks.db-journal").exists()
        writer.execute("COMMIT")
    with Store(path, read_only=True) as store:
        assert len(store) == 1
        with pytest.raises(StoreError, match="damaged"):
            store.chunks("d")


UNWRITABLE = {
    # name: permissions of the file, the journal and the folder
    "chunks.db": (0o444, 0o444, 0o777),
    "chunks.db-journal": (0o666, 0o444, 0o777),
    "": (0o666, 0o666, 0o555),
    "secret": (0o666, 0o000, 0o777),
    "all": (0o444, 0o444, 0o555),
}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
@pytest.mark.parametrize("name", UNWRITABLE)
def test_where_the_journal_cannot_be_rolled_back(open_folder: Path, name: str) -> None:
    path = interrupted(open_folder / "chunks.db")
    journal = path.with_name("chunks.db-journal")
    for each, mode in zip((path, journal, open_folder), UNWRITABLE[name], strict=True):
        each.chmod(mode)
    left = journal.read_bytes() if name != "secret" or os.geteuid() == 0 else b""
    with no_privileges():
        for read_only in (True, False):
            with pytest.raises(StoreError) as caught:
                Store(path, read_only=read_only)
            reason = caught.value.reason
            assert reason.startswith(f"an interrupted write left {journal.resolve()}, and ")
            wrong = {"all": path, "secret": journal}.get(name, open_folder / name).resolve()
            assert f"and {wrong} cannot be written to undo it; run `shiplap stats {path}` as a user who" in reason
            assert not caught.value.retryable
    for each, mode in ((path, 0o666), (journal, 0o666), (open_folder, 0o777)):
        each.chmod(mode)
    assert not left or journal.read_bytes() == left
    copies = [shutil.copy(each, open_folder / each.name.replace("chunks", "copy")) for each in (path, journal)]
    assert is_sound(copies[0]) and is_sound(path)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs two users")
def test_a_folder_that_keeps_the_journal_of_another_user(open_folder: Path) -> None:
    """As in /tmp: everybody may write to the files, and only their owner may remove them."""
    path = interrupted(open_folder / "chunks.db")
    for each, mode in ((path, 0o666), (path.with_name("chunks.db-journal"), 0o666), (open_folder, 0o1777)):
        each.chmod(mode)
    with (
        no_privileges(),
        pytest.raises(StoreError, match=r"and .*chunks.db-journal cannot be removed to undo it;"),
    ):
        Store(path, read_only=True)
    assert is_sound(path)


def test_through_a_link(tmp_path: Path) -> None:
    """The journal lies beside the file, not beside the link."""
    (tmp_path / "far").mkdir()
    path = interrupted(tmp_path / "far" / "chunks.db")
    link = tmp_path / "link.db"
    link.symlink_to(path)
    assert is_sound(link) and not path.with_name("chunks.db-journal").exists()


def test_what_an_interrupted_write_in_wal_mode_leaves(tmp_path: Path) -> None:
    path = interrupted(tmp_path / "chunks.db", "WAL")
    assert is_sound(path)
    Store(path).close()
    assert is_sound(path) and [each.name for each in tmp_path.glob("chunks*")] == ["chunks.db"]


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs the permissions of POSIX")
def test_wal_mode_in_a_folder_that_cannot_be_written(open_folder: Path) -> None:
    path = interrupted(open_folder / "chunks.db", "WAL")
    open_folder.chmod(0o555)
    with no_privileges(), pytest.raises(StoreError, match=r"WAL mode of SQLite, and .*chunks.db-shm cannot be"):
        Store(path, read_only=True)
