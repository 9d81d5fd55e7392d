"""Files that are found, how they are read, and their documents."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

import pytest

from shiplap import FixedChunker, OptionError
from shiplap.errors import StoreError
from shiplap.ids import content_hash
from shiplap.ingestion import File, Found, Problem, find, gone
from shiplap.ingestion.exclusions import Choice
from shiplap.ingestion.files import read
from shiplap.ingestion.names import Names
from shiplap.ingestion.pipeline import _batches, ingest
from shiplap.ingestion.sinks.sink import Stored
from shiplap.readers import ReadOptions
from shiplap.readers.registry import Readers

TEN = FixedChunker(10, 2)


class ListSink:
    """Documents into a list."""

    def __init__(self, known: dict[str, tuple[str, str, str]] | None = None) -> None:
        self.known = known or {}
        self.written: list[tuple[str, list[str]]] = []
        self.moved: list[tuple[str, str]] = []
        self.removed: list[str] = []
        self.threads: set[str] = set()

    def version(self, document_id: str) -> Any:
        return self.known.get(document_id, (None, None, None))

    def prepare(self, chunks: Any, data: bytes | None, hash: str, fingerprint: str) -> Any:
        self.threads.add(threading.current_thread().name)
        return chunks.document_id, chunks.texts

    def write(self, prepared: Any) -> None:
        self.written.append(prepared)

    def move(self, document_id: str, source: str) -> None:
        self.moved.append((document_id, source))

    def remove(self, document_id: str) -> bool:
        self.removed.append(document_id)
        return True


def choose(document_id: str) -> tuple[FixedChunker, str]:
    return TEN, TEN.fingerprint


def ids(found: Found) -> list[str]:
    return [file.document_id for file in found.files]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    (root / "b").mkdir(parents=True)
    (root / "b" / "two.txt").write_text("two")
    (root / "a.txt").write_text("one")
    (root / "c.txt").write_text("three")
    (root / ".hidden").write_text("hidden")
    (root / ".git").mkdir()
    (root / ".git" / "config").write_text("config")
    return root


def test_folders_are_walked_in_order(folder: Path) -> None:
    found = find([folder])
    assert ids(found) == ["a.txt", "b/two.txt", "c.txt"] and found.problems == []
    assert [file.path for file in found.files] == [str(folder / name) for name in ids(found)]
    assert found.size == 11
    assert ids(find([folder], choice=Choice(hidden=True))) == [".hidden", "a.txt", "b/two.txt", "c.txt"]
    assert ids(find([f"{folder}{os.sep}"])) == ["a.txt", "b/two.txt", "c.txt"]


def test_single_files_have_their_name(folder: Path) -> None:
    found = find([folder / "b" / "two.txt", folder / ".hidden"])
    assert [(file.document_id, file.named) for file in found.files] == [("two.txt", True), (".hidden", True)]


def test_links(folder: Path) -> None:
    (folder / "b" / "loop").symlink_to(folder)
    (folder / "b" / "itself").symlink_to("itself")
    (folder / "b" / "dangling").symlink_to("nowhere")
    (folder / "b" / "link.txt").symlink_to(folder / "a.txt")
    (folder / "b" / "outside.txt").symlink_to(folder.parent / "outside")
    (folder.parent / "outside").write_text("outside")
    found = find([folder])
    assert ids(found) == ["a.txt", "b/outside.txt", "b/two.txt", "c.txt"]
    assert [(problem.document_id, problem.failed) for problem in found.problems] == [
        ("b/dangling", True), ("b/itself", True)
    ]  # fmt: skip
    (folder.parent / "link").symlink_to(folder)
    assert ids(find([folder.parent / "link"])) == ids(found)


def test_what_is_no_file_is_skipped(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    (problem,) = find([folder]).problems
    assert (problem.document_id, problem.failed) == ("pipe", False)


def test_a_named_pipe_fails_and_does_not_wait(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    problems: list[Problem] = []
    report = ingest(find([folder / "pipe"]), choose, ListSink(), on_problem=problems.append)
    assert report.counts.failed == 1 and "not a regular file" in problems[0].reason


def test_excluded_files(folder: Path) -> None:
    assert ids(find([folder], outputs=[str(folder / "b" / ".." / "c.txt"), "missing"])) == ["a.txt", "b/two.txt"]


def test_missing_path(folder: Path) -> None:
    with pytest.raises(OptionError, match="no such file"):
        find([folder / "missing"])


def test_the_same_id_twice_fails(folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "a.txt").write_text("another")
    found = find([folder, other])
    assert ids(found) == ["a.txt", "b/two.txt", "c.txt"]
    (problem,) = found.problems
    assert problem.failed and problem.path == str(other / "a.txt")
    assert f"the same document id 'a.txt' as {folder / 'a.txt'}" in problem.reason
    assert problem.reason.endswith(f"; --root {folder.parent} tells them apart")
    names = Names.choose([str(folder), str(other)], root=str(folder.parent))
    assert "other/a.txt" in ids(find([folder, other], names=names))
    assert ids(find([folder / "b", other])) == ["two.txt", "a.txt"]


def test_a_file_is_found_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "z.txt").symlink_to(folder / "a.txt")
    (folder.parent / "link").symlink_to(folder)
    expected = ["a.txt", "b/two.txt", "c.txt"]
    for paths in ([folder, folder], [folder, folder.parent / "link"], [folder, folder / "a.txt"]):
        found = find(paths)
        assert ids(found) == expected and not found.problems
    assert ids(find([folder / "z.txt", folder / "a.txt"])) == ["a.txt"]
    monkeypatch.chdir(folder)
    assert ids(find(["b", ".", folder / "b" / "two.txt"])) == ["b/two.txt", "a.txt", "c.txt"]


def test_ids_are_relative_to_the_current_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    both = ["root/a.txt", "root/b/two.txt", "root/c.txt"]
    assert ids(find(["root"])) == both
    assert ids(find(["root/b", "root"])) == ["root/b/two.txt", "root/a.txt", "root/c.txt"]
    assert sorted(ids(find(["root/b", folder]))) == both
    assert ids(find(["."])) == both
    monkeypatch.chdir(folder / "b")
    assert ids(find([folder])) == ["a.txt", "b/two.txt", "c.txt"]


def test_names_are_normalized(folder: Path) -> None:
    (folder / "e\u0301.txt").write_text("x")
    (file,) = find([folder / "e\u0301.txt"]).files
    assert file.document_id == "\xe9.txt" and file.source == "e\u0301.txt"


def test_root_and_prefix(folder: Path, tmp_path: Path) -> None:
    names = Names.choose([str(folder)], root=str(tmp_path), prefix="one/")
    found = find([folder / "b"], names=names)
    assert [(file.document_id, file.source) for file in found.files] == [("one/root/b/two.txt", "root/b/two.txt")]
    with pytest.raises(OptionError, match="does not lie in --root"):
        Names.choose([str(tmp_path)], root=str(folder))
    with pytest.raises(OptionError, match="must be a folder"):
        Names.choose([str(tmp_path)], root=str(folder / "a.txt"))
    with pytest.raises(OptionError, match="valid Unicode"):
        Names.choose([str(tmp_path)], prefix="\ud800")


def test_a_name_that_is_not_utf8(folder: Path) -> None:
    try:
        (folder / os.fsdecode(b"bad\xff.txt")).write_text("x")
    except OSError:
        pytest.skip("the file system refuses such names")
    found = find([folder])
    assert len(found.files) == 3 and found.problems[0].reason == "its name is not valid UTF-8"


def test_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    data = os.urandom(100_000)
    path.write_bytes(data)
    assert read(str(path)) == data
    path.write_bytes(b"")
    assert read(str(path)) == b""
    with pytest.raises(OSError):
        read(str(tmp_path))
    with pytest.raises(OSError):
        read(str(tmp_path / "missing"))
    path.write_bytes(data)
    whole = os.read
    monkeypatch.setattr(os, "read", lambda handle, size: whole(handle, min(size, 777)))  # short reads
    assert read(str(path)) == data


def test_a_file_that_grows_or_shrinks_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"x" * 1000)
    status = os.fstat

    def stale(size: int) -> Any:
        def fstat(handle: int) -> os.stat_result:
            values = list(status(handle))
            values[6] = size
            return os.stat_result(values)

        return fstat

    for size in (0, 10, 999, 5000):
        monkeypatch.setattr(os, "fstat", stale(size))
        assert read(str(path)) == b"x" * 1000


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_outcomes_in_order_whatever_the_threads(tmp_path: Path, jobs: int) -> None:
    for k in range(300):
        (tmp_path / f"{k:03}").write_text(f"{k} " * (k % 7 * 10))
    other = threading.Event()

    class Waiting(ListSink):
        """The caller's thread, which works too, waits until another has done something."""

        def prepare(self, *given: Any) -> Any:
            if threading.current_thread() is not threading.main_thread():
                other.set()
            assert jobs == 1 or other.wait(timeout=30)
            return super().prepare(*given)

    sink = Waiting()
    done: list[int] = []
    report = ingest(find([tmp_path]), choose, sink, jobs=jobs, on_progress=done.append)
    assert [name for name, _ in sink.written] == [f"{k:03}" for k in range(300)]
    assert sink.written[5][1] == TEN.split_text("5 " * 50)
    counts = report.counts
    assert (counts.new, counts.failed, counts.chunks) == (300, 0, sum(len(texts) for _, texts in sink.written))
    assert counts.bytes == sum(done) and report.written == [name for name, _ in sink.written]
    assert (sink.threads == {"MainThread"}) == (jobs == 1)


@pytest.mark.parametrize("jobs", [1, 2])
def test_failures_are_reported_and_the_rest_goes_on(folder: Path, jobs: int) -> None:
    (folder / "binary").write_bytes(b"text\0" * 3)
    (folder / "late-nul").write_bytes(b"x" * 8192 + b"\0")
    (folder / "latin").write_bytes("é".encode("latin-1"))
    (folder / "empty").touch()
    (folder / "blank").write_text(" \n")
    found = find([folder])
    os.unlink(folder / "c.txt")
    os.unlink(folder / "b" / "two.txt")
    (folder / "b" / "two.txt").mkdir()
    problems: list[Problem] = []
    sink = ListSink()
    readers = Readers(ReadOptions(encoding="utf-8"))
    report = ingest(found, choose, sink, jobs=jobs, readers=readers, on_problem=problems.append)
    assert [name for name, _ in sink.written] == ["a.txt", "blank", "empty", "late-nul"]
    assert [(problem.document_id, problem.reason, problem.failed) for problem in problems] == [
        ("b/two.txt", "cannot be read: not a regular file", True),
        ("binary", "skipped: binary file", False),
        ("c.txt", "cannot be read: No such file or directory", True),
        ("latin", "not UTF-8: unexpected end of data at offset 0", True),
    ]
    assert (report.counts.new, report.counts.failed, report.counts.skipped) == (4, 3, 1)
    report = ingest(find([folder / "binary"]), choose, sink)
    assert (report.counts.failed, report.counts.skipped) == (1, 0)


def test_a_large_file_is_hashed_by_steps(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.ingestion.files.HASHED", 2)
    heard: list[int] = []
    monkeypatch.setattr("shiplap.ingestion.files.heed_interrupts", lambda: heard.append(1))
    known = {"b/two.txt": (content_hash(b"two"), TEN.fingerprint, str(folder / "b" / "two.txt"))}
    sink = ListSink(known)
    assert ingest(find([folder]), choose, sink).counts.unchanged == 1
    assert len(heard) == 2 + 2 + 3 and len(sink.written) == 2


def test_errors_of_chunkers_are_failures(tmp_path: Path) -> None:
    (tmp_path / "wide").write_text("aé")
    strict = FixedChunker(1, 0, unit="bytes", oversize="raise")
    problems: list[Problem] = []
    report = ingest(find([tmp_path]), lambda name: (strict, "f"), ListSink(), on_problem=problems.append)
    assert report.counts.failed == 1 and "the limit is" in problems[0].reason


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize("large", [False, True])
def test_blank_files_are_skipped(tmp_path: Path, jobs: int, large: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """With `on_empty="raise"` a blank file has no chunks and is no failure; an earlier version is removed."""
    if large:
        monkeypatch.setattr("shiplap.ingestion.pipeline.LARGE", 0)
    strict = FixedChunker(10, 0, on_empty="raise")
    (tmp_path / "a").write_text(" \n")
    (tmp_path / "b").write_text("")
    (tmp_path / "c").write_text("text")
    sink = ListSink({"a": ("an older hash", "f", "a")})
    sink.write_parts = lambda id, source, parts, *given: len([*parts])  # type: ignore[attr-defined]
    problems: list[Problem] = []
    found = find([tmp_path])
    report = ingest(found, lambda name: (strict, "f"), sink, jobs=jobs, on_problem=problems.append)
    counts = report.counts
    assert (counts.new, counts.failed, counts.skipped, counts.removed) == (1, 0, 2, 1)
    assert sink.removed == ["a"]
    assert [(problem.document_id, problem.reason, problem.failed) for problem in problems] == [
        ("a", "skipped: the text is white space only (2 characters)", False),
        ("b", "skipped: the text is empty", False),
    ]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_function_that_fails_in_one_file(folder: Path, jobs: int) -> None:
    def marks(text: str) -> list[int]:
        return [1 // (text != "two")]

    chunker = FixedChunker(10, 0, boundaries=marks)
    problems: list[Problem] = []
    sink = ListSink()
    report = ingest(find([folder]), lambda name: (chunker, "f"), sink, jobs=jobs, on_problem=problems.append)
    assert [name for name, _ in sink.written] == ["a.txt", "c.txt"] and report.counts.failed == 1
    assert problems[0].reason.startswith("ZeroDivisionError: ")


@pytest.mark.parametrize("large", [False, True])
def test_a_document_that_the_sink_refuses_fails_alone(
    folder: Path, large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While it is updated, and while it is read in blocks; an error of the sink itself ends the run."""

    class Refusing(ListSink):
        document: str | None = "b/two.txt"

        def stored(self, document_id: str) -> Stored:
            return Stored()

        def prepare(self, chunks: Any, *given: Any) -> Any:
            self._check(chunks.document_id)
            return super().prepare(chunks, *given)

        def write_parts(self, document_id: str, source: str, parts: Any, *given: Any) -> int:
            self._check(document_id)
            self.written.append((document_id, []))
            return len(list(parts))

        def _check(self, document_id: str) -> None:
            if document_id == "b/two.txt":
                raise StoreError("list", "refused", document_id=self.document)

    if large:
        monkeypatch.setattr("shiplap.ingestion.pipeline.LARGE", 0)
    sink = Refusing({name: ("an older hash", "f", name) for name in ("b/two.txt", "c.txt")})
    problems: list[Problem] = []
    report = ingest(find([folder]), choose, sink, update=True, on_problem=problems.append)
    assert [name for name, _ in sink.written] == ["a.txt", "c.txt"]
    assert (report.counts.new, report.counts.changed, report.counts.failed) == (1, 1, 1)
    assert [(problem.document_id, problem.reason) for problem in problems] == [("b/two.txt", "list: refused")]
    if large:
        sink.document = None
        with pytest.raises(StoreError, match="refused"):
            ingest(find([folder]), choose, sink, update=True)


def test_too_large_for_memory(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: str) -> bytes:
        raise MemoryError

    monkeypatch.setattr("shiplap.ingestion.pipeline.read", full)
    assert ingest(find([folder]), choose, ListSink()).counts.failed == 3


def test_unchanged_moved_and_changed(folder: Path) -> None:
    def version(text: str, fingerprint: str, name: str) -> tuple[str, str, str]:
        return content_hash(text.encode()), fingerprint, name

    sink = ListSink(
        {
            "a.txt": version("one", TEN.fingerprint, "a.txt"),
            "b/two.txt": version("two", TEN.fingerprint, "elsewhere"),
            "c.txt": version("three", "another way of cutting", "c.txt"),
        }
    )
    report = ingest(find([folder]), choose, sink)
    assert (report.counts.new, report.counts.changed, report.counts.unchanged) == (0, 1, 2)
    assert sink.moved == [("b/two.txt", "b/two.txt")]
    assert [name for name, _ in sink.written] == ["c.txt"]


def test_an_error_of_the_sink_ends_the_run(folder: Path) -> None:
    class Full(ListSink):
        def write(self, prepared: Any) -> None:
            raise OSError("full")

    for jobs in (1, 3):
        with pytest.raises(OSError, match="full"):
            ingest(find([folder]), choose, Full(), jobs=jobs)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("shiplap")]


def test_batches() -> None:
    files = [
        File(f"{k}", f"{k}", size, f"{k}") for k, size in enumerate([10, 600_000, 10, 10, 511_980, 1] + [0] * 130)
    ]
    batches = list(_batches(files))
    assert [file for batch in batches for file in batch] == files
    assert [len(batch) for batch in batches[:4]] == [1, 1, 3, 64]


def test_gone(folder: Path) -> None:
    found = find([folder])
    found.seen.add("failed")
    found.unread.append("locked")
    documents = [
        ("a.txt", "a.txt"),
        ("removed.txt", "removed.txt"),
        ("b/removed.txt", str(folder / "b" / "removed.txt")),  # written without a root
        ("failed", "failed"),
        ("locked/x", "locked/x"),
        ("lockedness", "lockedness"),
        ("elsewhere", str(folder.parent / "rooted" / "elsewhere")),
        ("by a program", None),
        ("label", "another"),
        ("url", "https://example.org/url"),
    ]
    assert gone(found, documents) == ["removed.txt", "b/removed.txt", "lockedness"]
    found.unread.append(".")
    assert gone(found, documents) == []


def test_a_folder_that_cannot_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if path.endswith("b"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    found = find([folder])
    assert ids(found) == ["a.txt", "c.txt"] and found.unread == ["b"]
    assert found.problems[0].reason == "cannot be read: Permission denied"
