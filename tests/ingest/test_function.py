"""`shiplap.ingest`, the report, and what a listener hears."""

from __future__ import annotations

import inspect
import io
import os
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap import OptionError
from shiplap.cli.embed import REQUESTS
from shiplap.cli.parser import parser
from shiplap.ingestion import Listener, Problem
from shiplap.ingestion.ingest import READING
from shiplap.ingestion.recipe import OPTIONS
from shiplap.store import Store

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder `docs` with a good file, a bad one and a binary one, in the current folder."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a.txt").write_text("It rains. " * 100)
    (tmp_path / "docs" / "bad.pdf.txt").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "docs" / "x.bin").write_bytes(b"\0\1\2")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_report() -> None:
    report = shiplap.ingest("docs", to="c.db", encoding="utf-8", preset="fixed-900")
    assert report.written == ["docs/a.txt"] and report.counts.new == 1 and report.counts.chunks == 2
    assert [(each.document_id, each.failed) for each in report.failed] == [("docs/bad.pdf.txt", True)]
    assert [(each.document_id, each.failed) for each in report.skipped] == [("docs/x.bin", False)]
    assert (report.counts.failed, report.counts.skipped) == (1, 1)
    assert str(report).startswith("documents: 1 new, 0 changed, 0 unchanged, 0 removed, ")
    again = shiplap.ingest(Path("docs"), to=Path("c.db"))
    assert again.written == [] and again.counts.unchanged == 1 and again.counts.new == 0


def test_options_are_those_of_the_command() -> None:
    commands: Any = next(each for each in parser()._actions if each.dest == "command")
    of_command = {each.dest for each in commands.choices["ingest"]._actions} - {"help"}
    said = {"log_format", "verbose", "quiet", "no_embed"}  # the function prints nothing, and takes embed=False
    named = set(inspect.signature(shiplap.ingest).parameters) - {"listener", "options", "embed_options"}
    renamed = {"reader": "readers"}
    assert {renamed.get(name, name) for name in named} | {*OPTIONS, *READING, *REQUESTS} == of_command - said


def test_a_chunker_itself() -> None:
    chunker = shiplap.FixedChunker(50, 10)
    report = shiplap.ingest(["docs/a.txt"], to="c.db", chunker=chunker)
    with Store("c.db") as store:
        texts = [chunk.text for chunk in store.chunks("docs/a.txt")]
    assert texts == chunker.chunk(Path("docs/a.txt").read_text()).texts
    assert report.counts.chunks > 10
    with pytest.raises(OptionError, match="takes no others"):
        shiplap.ingest("docs", to="c.db", chunker=chunker, chunk_size=3)


@pytest.mark.parametrize(
    ("given", "option"),
    [
        ({"exlude": "a"}, "option"), ({"chunk_sise": 3}, "option"), ({"jobs": 0}, "jobs"),
        ({"prune": "most"}, "prune"), ({"include": "[a"}, "include"), ({"id": "a.txt"}, "id"),
        ({"null": True}, "null"), ({"to": "x.txt"}, "to"), ({"paths": "gone"}, "PATH"), ({"paths": []}, "PATH"),
        ({"paths": "-"}, "id"), ({"paths": ["-", "-"], "id": "a"}, "PATH"), ({"paths": "-", "id": " "}, "id"),
        ({"paths": "-", "id": "a", "files_from": "-"}, "PATH"), ({"files_from": "gone"}, "files_from"),
        ({"max_file_size": 1.5}, "max_file_size"), ({"chunk_size": 0}, "chunk_size"), ({"html": "all"}, "html"),
    ],
)  # fmt: skip
def test_bad_options(given: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        shiplap.ingest(**{"paths": "docs", "to": "c.db", **given})
    assert caught.value.option == option and not os.path.exists("c.db")


def test_hints_at_names() -> None:
    with pytest.raises(OptionError, match="did you mean 'exclude'"):
        shiplap.ingest("docs", to="c.db", exlude="a")


def test_a_listener(capfd: pytest.CaptureFixture[str]) -> None:
    heard: list[Any] = []

    class Heard(Listener):
        def start(self, files: int, size: int) -> None:
            heard.append(("start", files))

        def begin(self, file: shiplap.ingestion.File) -> None:
            heard.append(file.document_id)

        def problem(self, problem: Problem, *, is_known: bool = False) -> None:
            heard.append((problem.document_id, is_known))

        def end(self) -> None:
            heard.append("end")

    first = shiplap.ingest("docs", to="c.db", include=["a.txt", "x.bin"], listener=Heard())
    expected = [("start", 2), "docs/a.txt", "docs/x.bin", ("docs/x.bin", False), "end"]
    assert heard == expected and len(first.skipped) == 1
    heard.clear()
    shiplap.ingest("docs", to="c.db", include=["a.txt", "x.bin"], listener=Heard())
    assert heard == [*expected[:3], ("docs/x.bin", True), "end"]
    assert capfd.readouterr() == ("", "")


def test_what_was_skipped_is_remembered_folder_by_folder() -> None:
    def known(path: str) -> list[bool]:
        heard = []

        class Heard(Listener):
            def problem(self, problem: Problem, *, is_known: bool = False) -> None:
                heard.append(is_known)

        shiplap.ingest(path, to="c.db", include="*.bin", listener=Heard())
        return heard

    Path("more").mkdir()
    Path("more/y.bin").write_bytes(b"\0")
    assert [known(path) for path in ("docs", "more", "docs", "more")] == [[False], [False], [True], [True]]
    Path("docs/x.bin").write_text("It rains.")
    assert known("docs") == []
    Path("docs/x.bin").write_bytes(b"\0")
    assert known("docs") == [False]
    shiplap.ingest("docs", to="c.db", include="*.bin", dry_run=True)
    assert known("docs") == [True]


def test_what_was_skipped_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.ingestion.skipped.MOST", 3)
    for k in range(5):
        Path(f"docs/{k}.bin").write_bytes(b"\0")
    shiplap.ingest("docs", to="c.db")
    with Store("c.db") as store:
        assert len(store.setting("skipped") or "") == 3 * 16


def test_lists_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.ingestion.report.MAX_LISTED", 2)
    for k in range(5):
        Path(f"docs/{k}.bin").write_bytes(b"\0")
        Path(f"docs/{k}.txt").write_text("It rains.")
    report = shiplap.ingest("docs", to="c.db", exclude="bad*")
    assert (len(report.written), len(report.skipped)) == (2, 2)
    assert (report.counts.new, report.counts.skipped) == (6, 6)


# ---- standard input, lists of files


def pipe(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"# Rain\n\nIt rains.\n")
    assert shiplap.ingest("-", id="notes/rain.md", to="c.db").written == ["notes/rain.md"]
    pipe(monkeypatch, b"# Rain\n\nIt pours.\n")
    assert shiplap.ingest(["-", "docs/a.txt"], id="notes/rain.md", to="c.db").counts.changed == 1
    with Store("c.db") as store:
        (chunk,) = store.chunks("notes/rain.md")
        assert chunk.text.strip() == "# Rain\n\nIt pours." and store.sources() == [
            ("docs/a.txt", "docs/a.txt"), ("notes/rain.md", "-"),
        ]  # fmt: skip
    report = shiplap.ingest(".", to="c.db", prune=True, include="*.txt")
    assert report.counts.removed == 0


def test_standard_input_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"\0\1")
    (problem,) = shiplap.ingest("-", id="x", to="c.db").failed
    assert (problem.path, problem.document_id, problem.reason) == ("-", "x", "binary file")
    pipe(monkeypatch, b"It rains.")
    (problem,) = shiplap.ingest(["docs/a.txt", "-"], id="docs/a.txt", to="c.db").failed
    assert problem.reason == "has the same document id 'docs/a.txt' as docs/a.txt"
    pipe(monkeypatch, b"It rains.")
    (problem,) = shiplap.ingest("-", id="docs/a.txt", to="c.db").failed
    assert "the store has document 'docs/a.txt' with another text" in problem.reason


@pytest.mark.parametrize("name", ["up.zip", "up.mbox", "up.tar.gz"])
def test_standard_input_is_one_document(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"From ann@example.org Fri Jan  2 03:04:05 2026\nSubject: Rain\n\nIt rains.\n")
    (problem,) = shiplap.ingest("-", id=name, to="c.db").failed
    assert problem.reason.startswith("has several documents, as an archive or a mailbox; save it to a file")


def test_subtitles_from_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe(monkeypatch, b"1\n00:00:01,000 --> 00:00:02,500\nIt rains.\n")
    shiplap.ingest("-", id="rain.srt", to="c.db")
    with Store("c.db") as store:
        assert [chunk.text for chunk in store.chunks("rain.srt")] == ["It rains."]


@pytest.mark.parametrize("null", [False, True])
def test_lists_of_files(null: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("more").mkdir()
    Path("more/b c.txt").write_text("It snows.")
    data = b"docs/a.txt\n\nmore\ndocs/gone.txt\n"
    Path("list").write_bytes(data.replace(b"\n\n", b"\n").replace(b"\n", b"\0") if null else data)
    report = shiplap.ingest(files_from="list", null=null, to="c.db")
    assert report.written == ["docs/a.txt", "more/b c.txt"]
    (problem,) = report.failed
    assert problem.document_id == "docs/gone.txt" and "is in the list of files: no such file" in problem.reason
    pipe(monkeypatch, Path("list").read_bytes())
    assert shiplap.ingest(files_from="-", null=null, to="c.db").counts.unchanged == 2
    assert shiplap.ingest("docs/a.txt", files_from=[Path("more")], to="c.db").counts.unchanged == 2


def test_lists_of_windows() -> None:
    Path("list").write_bytes(b"\xef\xbb\xbfdocs/a.txt\r\n\r\n")
    report = shiplap.ingest(files_from="list", to="c.db")
    assert report.written == ["docs/a.txt"] and not report.failed


def test_a_listed_file_that_is_gone_is_pruned() -> None:
    shiplap.ingest("docs", to="c.db")
    Path("docs/a.txt").unlink()
    report = shiplap.ingest(files_from=["docs/a.txt"], to="c.db", prune=True)
    assert (report.counts.removed, report.counts.failed) == (1, 1)


# ---- documents whose files are excluded now


def test_excluded_documents_stay_until_they_are_pruned(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("b.txt", "c.md", "drafts/d.txt", ".e.txt"):
        path = Path("docs", name)
        path.parent.mkdir(exist_ok=True)
        path.write_text("It rains.")
    heard = []

    class Heard(Listener):
        def message(self, text: str) -> None:
            heard.append(text)

    shiplap.ingest("docs", to="c.db", exclude=["bad*", "x.bin"], hidden=True)
    Path("docs/.gitignore").write_text("b.txt")
    more: dict[str, Any] = {"exclude": ["drafts/", "bad*"], "listener": Heard()}
    report = shiplap.ingest("docs", to="c.db", **more)
    assert heard == [
        "2 documents of these paths are excluded now: docs/b.txt (docs/.gitignore: b.txt),"
        " docs/drafts/d.txt (--exclude: drafts/); --prune removes them",
        "excluded files and folders: 1 by .gitignore; --dry-run lists them",
    ]
    assert report.counts.removed == 0 and report.counts.excluded == 5
    # a run with --include is about what it selects
    assert shiplap.ingest("docs", to="c.db", include="*.md", prune=True).counts.removed == 0
    assert shiplap.ingest("docs", to="c.db", prune=True, **more).counts.removed == 2
    with Store("c.db") as store:
        assert [name for name, _ in store.sources()] == ["docs/.e.txt", "docs/a.txt", "docs/c.md"]


def test_too_many_excluded_documents_stop_a_run() -> None:
    for k in range(12):
        Path(f"docs/{k}.txt").write_text("It rains.")
    shiplap.ingest("docs", to="c.db", exclude="bad*")
    Path("docs/.shiplapignore").write_text("*.txt")
    with pytest.raises(OptionError, match="would remove 13 of the 13 documents"):
        shiplap.ingest("docs", to="c.db", prune=True)
    assert shiplap.ingest("docs", to="c.db", prune="all").counts.removed == 13


def test_a_gone_document_that_no_include_selects_is_kept() -> None:
    Path("docs/b.md").write_text("It rains.")
    shiplap.ingest("docs", to="c.db", exclude="bad*")
    Path("docs/b.md").unlink()
    assert shiplap.ingest("docs", to="c.db", include="*.txt", exclude="bad*", prune=True).counts.removed == 0
    assert shiplap.ingest("docs", to="c.db", include="*.md", prune=True).counts.removed == 1


def test_names_of_the_module() -> None:
    assert "ingest" in dir(shiplap) and callable(shiplap.ingest) and "ingest" in shiplap.__all__
    assert shiplap.ingestion.__name__ == "shiplap.ingestion"


def test_documents_of_an_archive_that_is_excluded_now() -> None:
    with zipfile.ZipFile("docs/z.zip", "w") as file:
        file.writestr("in/x.txt", "It snows.")
        file.writestr("in/y.md", "It snows.")
        file.writestr("in/z.bin", b"\0")
    report = shiplap.ingest("docs/z.zip", to="c.db")
    assert report.written == ["docs/z.zip!/in/x.txt", "docs/z.zip!/in/y.md"] and len(report.skipped) == 1
    assert shiplap.ingest("docs", to="c.db", include="docs/z.zip!/in/*.txt").counts.unchanged == 1
    heard = []

    class Heard(Listener):
        def message(self, text: str) -> None:
            heard.append(text)

    more: dict[str, Any] = {"to": "c.db", "exclude": ["bad*", "*.zip"]}
    shiplap.ingest("docs", **more, listener=Heard())
    assert "2 documents of these paths are excluded now: docs/z.zip!/in/x.txt (--exclude: *.zip)" in heard[0]
    assert shiplap.ingest("docs", **more, prune=True).counts.removed == 2
    shiplap.ingest("docs", to="c.db", exclude="bad*")
    with zipfile.ZipFile("docs/z.zip", "w") as file:
        file.writestr("in/y.md", "It snows.")
    assert shiplap.ingest("docs", to="c.db", exclude="bad*", prune=True).counts.removed == 1


def test_files_of_a_list_that_are_no_text_are_skipped() -> None:
    report = shiplap.ingest(files_from=["docs/x.bin", "docs/a.txt"], to="c.db")
    assert (report.counts.new, report.counts.failed, report.counts.skipped) == (1, 0, 1)
    assert shiplap.ingest(["docs/x.bin"], to="c.db").counts.failed == 1


def test_an_include_that_selects_nothing_is_said() -> None:
    heard = []

    class Heard(Listener):
        def message(self, text: str) -> None:
            heard.append(text)

    shiplap.ingest("docs", to="c.db", include="*.rst", listener=Heard())
    assert heard == ["no --include pattern matches a file of these paths"]
