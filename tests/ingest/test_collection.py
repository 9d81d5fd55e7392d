"""One store filled by several runs: ids, conflicts, moved folders, the kept configuration, several processes."""

from __future__ import annotations

import json
import logging
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.citations import from_files, parse_citations
from shiplap.cli import main
from shiplap.ingestion.log import JsonFormatter
from shiplap.store import Store

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two folders with a file of the same name, in the current folder."""
    root = tmp_path / "home"
    for name in ("a", "b"):
        (root / name).mkdir(parents=True)
        (root / name / "x.txt").write_text(f"The text of {name}.")
    monkeypatch.chdir(root)
    return root


def ingest(*given: str, code: int = 0) -> None:
    assert main(["ingest", *given]) == code


def texts(path: str = "v.db") -> dict[str, str]:
    with Store(path) as store:
        return {
            d.document_id: "".join(chunk.text for chunk in store.chunks(d.document_id)) for d in store.documents()
        }


def sources(path: str = "v.db") -> list[tuple[str, str | None]]:
    with Store(path) as store:
        return store.sources()


# ---- ids


BOTH = {"a/x.txt": "The text of a.", "b/x.txt": "The text of b."}


def test_two_folders_with_a_file_of_the_same_name(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("a", "--to", "v.db")
    ingest("b", "--to", "v.db")
    assert "1 new, 0 changed" in capsys.readouterr().err.splitlines()[-1]
    assert texts() == BOTH
    for paths in (["a", "b"], ["."], ["b/x.txt", "a"], [os.path.abspath("a"), "./b"]):
        ingest(*paths, "--to", "w.db")
        assert texts("w.db") == BOTH and sources("w.db") == [(name, name) for name in BOTH]
        os.unlink("w.db")
        ingest(*paths, "--to", "v.db")
        assert "0 new, 0 changed, 2 unchanged" in capsys.readouterr().err.splitlines()[-1]


def test_a_conflict_overwrites_nothing(folder: Path, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two folders outside of the current one, with a file of the same name and another text."""
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text(f"The text of {name}.")
    (tmp_path / "two" / "y.txt").write_text("Another.")
    one, two = str(tmp_path / "one"), str(tmp_path / "two")
    ingest(one, "--to", "v.db")
    ingest(two, "--to", "v.db", code=1)
    error = capsys.readouterr().err
    assert (
        f"shiplap: {two}/x.txt: the store has document 'x.txt' with another text and source {one}/x.txt;" in error
    )
    for way in ("--root DIR", "--id-prefix PREFIX", "--replace"):
        assert way in error
    assert "1 new, 0 changed, 0 unchanged, 0 removed, 1 failed" in error
    assert texts() == {"x.txt": "The text of one.", "y.txt": "Another."}
    ingest(two, "--to", "v.db", "--id-prefix", "two/")
    assert texts() == {
        "two/x.txt": "The text of two.", "two/y.txt": "Another.", "x.txt": "The text of one.", "y.txt": "Another."
    }  # fmt: skip
    ingest(two, "--to", "v.db", "--replace")
    assert texts()["x.txt"] == "The text of two." and dict(sources())["x.txt"] == f"{two}/x.txt"
    ingest(one, "--to", "v.db", code=1)


def test_the_same_text_elsewhere_is_no_conflict(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ingest("a", "--to", "v.db")
    shutil.copytree("a", tmp_path / "copy" / "a")
    ingest(str(tmp_path / "copy" / "a"), "--to", "v.db", "--id-prefix", "a/")
    assert "1 unchanged" in capsys.readouterr().err.splitlines()[-1]
    assert texts() == {"a/x.txt": "The text of a."}


def test_conflicts_of_rows(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="tables need pyarrow")
    for name in ("a", "b"):
        Path(f"{name}.jsonl").write_text(json.dumps({"id": "1", "text": f"Row of {name}."}) + "\n")
    table = ["--to", "v.db", "--text-column", "text", "--id-column", "id"]
    ingest("a.jsonl", *table)
    ingest("b.jsonl", *table, code=1)
    assert "b.jsonl: 1: the store has document '1' with another text" in capsys.readouterr().err
    assert texts() == {"1": "Row of a."}
    ingest("b.jsonl", *table, "--id-prefix", "b/")
    assert texts() == {"1": "Row of a.", "b/1": "Row of b."}
    ingest("b.jsonl", *table, "--replace")
    assert texts() == {"1": "Row of b.", "b/1": "Row of b."}


def test_parts_with_the_same_id_in_one_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text(name)
    for to in ("v.db", "v.jsonl"):
        ingest(str(tmp_path / "one"), str(tmp_path / "two"), "--to", to, code=1)
        error = capsys.readouterr().err
        assert "two/x.txt: has the same document id 'x.txt' as" in error and "1 new" in error
    assert texts() == {"x.txt": "one"}


# ---- folders that move


@pytest.mark.parametrize("copied", [False, True], ids=["moved", "cloned"])
def test_a_folder_with_its_store(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], copied: bool
) -> None:
    ingest(".", "--to", "v.db")
    monkeypatch.chdir(tmp_path)
    (shutil.copytree if copied else shutil.move)("home", "new")
    Path("new/b/x.txt").write_text("Edited.")
    for paths, current in ((["new"], "."), (["."], "new"), (["a", "b"], "new"), ([".."], "new/a")):
        monkeypatch.chdir(tmp_path / current)
        ingest(*paths, "--to", str(tmp_path / "new" / "v.db"))
    assert "2 unchanged" in capsys.readouterr().err.splitlines()[-1]
    monkeypatch.chdir(tmp_path)
    assert texts("new/v.db") == {"a/x.txt": "The text of a.", "b/x.txt": "Edited."}
    with Store("new/v.db") as store:
        assert store.root == str(tmp_path / "new")
        (chunk,) = store.chunks("b/x.txt")
        answer = f"So it is [doc: b/x.txt, chunk: {chunk.id}]."
        (citation,) = parse_citations(answer, [chunk], documents=from_files(store.root)).citations
    assert citation.place is not None and citation.place.start_line == 1
    if copied:
        assert texts("home/v.db") == BOTH


def test_a_folder_that_moved_alone(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = str(tmp_path / "v.db")
    ingest(".", "--to", store)
    monkeypatch.chdir(tmp_path)
    shutil.move("home", "new")
    Path("new/a/x.txt").write_text("Edited.")
    ingest("new", "--to", store, "--root", "new")
    assert texts(store) == {"a/x.txt": "Edited.", "b/x.txt": "The text of b."}
    assert sources(store) == [(name, name) for name in BOTH]
    with Store(store) as opened:
        assert opened.root == str(tmp_path / "new")


def test_another_root_of_files_that_did_not_move(capsys: pytest.CaptureFixture[str]) -> None:
    ingest(".", "--to", "v.db")
    ingest("a", "--to", "v.db", "--root", "a", code=2)
    assert "which was not moved" in capsys.readouterr().err
    assert texts() == BOTH


def test_root_of_a_new_store(folder: Path, tmp_path: Path) -> None:
    ingest("a", "--to", "v.db", "--root", str(tmp_path))
    assert sources() == [("home/a/x.txt", "home/a/x.txt")]
    ingest("b", "--to", "v.db")  # the store keeps the root
    assert list(texts()) == ["home/a/x.txt", "home/b/x.txt"]


def test_a_store_of_before(folder: Path) -> None:
    """Sources were absolute, and ids relative to the folder that was named."""
    with Store("v.db", create=True) as store:
        for name in ("a/x.txt", "b/x.txt"):
            text = Path(name).read_bytes()
            chunks = shiplap.preset("adaptive").chunk(text, document_id=name, source=str(folder / name))
            store.put(chunks)
        assert store.root is None
    Path("b/x.txt").unlink()
    ingest(".", "--to", "v.db", "--prune")
    assert sources() == [("a/x.txt", "a/x.txt")]


# ---- files that vanish


def test_a_vanished_file_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    for k in range(5):
        Path(f"a/{k}.txt").write_text("Gone.")
    ingest(".", "--to", "v.db")
    Path("a/x.txt").unlink()
    capsys.readouterr()
    ingest("b", "--to", "v.db")
    assert "--prune" not in capsys.readouterr().err
    ingest("a", "--to", "v.db")
    told = "shiplap: 1 document of these paths has no file any more: a/x.txt; --prune removes them\n"
    assert told in capsys.readouterr().err
    shutil.rmtree("a")
    Path("a").mkdir()
    ingest(".", "--to", "v.db")
    told = (
        "6 documents of these paths have no files any more: a/0.txt, a/1.txt, a/2.txt, …; --prune removes them\n"
    )
    assert told in capsys.readouterr().err
    ingest(".", "--to", "v.db", "--prune")
    assert list(texts()) == ["b/x.txt"] and "6 removed" in capsys.readouterr().err


# ---- the kept configuration


def test_a_run_without_options_uses_the_kept_configuration(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("a", "--to", "v.db", "--preset", "fixed-900", "--type", "*.md=chat")
    assert "configuration" not in capsys.readouterr().err
    Path("b/y.md").write_text("It rains. " * 99)
    ingest(".", "--to", "v.db")
    error = capsys.readouterr().err
    assert (
        "shiplap: uses the configuration that the store keeps: FixedChunker(" in error and "*.md: Fixed" in error
    )
    assert "2 new, 0 changed, 1 unchanged" in error
    with Store("v.db") as store:
        found = {d.document_id: d.fingerprint for d in store.documents()}
    chosen = shiplap.preset("fixed-900")
    assert found["a/x.txt"] == found["b/x.txt"] == chosen.fingerprint != found["b/y.md"]
    ingest("a", "--to", "v.db", "--preset", "fixed-1000")
    error = capsys.readouterr().err
    changes = "chunk_size 900 -> 1000, chunk_overlap 120 -> 200, skip_blank true -> false"
    assert f"changes the configuration that the store keeps: {changes}, *.md: chunk_size 600 -> 1000" in error
    assert "; 1 document will be cut anew\n" in error and "1 changed" in error
    ingest(".", "--to", "v.db")
    error = capsys.readouterr().err
    assert "1 unchanged" in error and "2 changed" in error and "FixedChunker(" in error


def test_a_kept_configuration_with_functions_needs_trust(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(os.getcwd())
    Path("kept_words.py").write_text("def count(text):\n    return len(text.split())\n")
    options = ["--preset", "fixed-1000", "--unit", "tokens", "--tokenizer", "kept_words:count"]
    ingest("a", "--to", "v.db", *options)
    ingest("b", "--to", "v.db", code=2)
    assert "--trust-config" in capsys.readouterr().err and list(texts()) == ["a/x.txt"]
    ingest("b", "--to", "v.db", "--trust-config")
    ingest("b", "--to", "v.db", *options)
    assert texts() == BOTH


# ---- kinds of files


def test_a_refused_file_does_not_end_an_update(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--to", "v.db", "--errors", "surrogatepass", "--preset", "fixed-900", "--update"]
    ingest("a", "b", *options)
    Path("a/x.txt").write_bytes(b"It rains \xed\xa0\x80.")
    Path("b/x.txt").write_text("It pours.")
    Path("b/y.txt").write_text("It snows.")
    for more in ([], ["--jobs", "2"]):
        ingest("a", "b", *options, *more, code=1)
        assert "a/x.txt: v.db: document 'a/x.txt' has a lone surrogate" in capsys.readouterr().err
        assert texts() == {"a/x.txt": "The text of a.", "b/x.txt": "It pours.", "b/y.txt": "It snows."}


def test_a_byte_order_mark(capsys: pytest.CaptureFixture[str]) -> None:
    """Readers of files begin behind it, and offsets count it."""
    text = "# Title\n\n" + "It rains. It pours. " * 90
    for name, mark in (("plain.md", b""), ("marked.md", b"\xef\xbb\xbf")):
        Path(name).write_bytes(mark + text.encode())
    for preset in ("adaptive", "fixed-900", "paragraph-800", "sentence-3000"):
        ingest("plain.md", "marked.md", "--to", f"{preset}.db", "--preset", preset)
        with Store(f"{preset}.db") as store:
            plain, marked = store.chunks("plain.md"), store.chunks("marked.md")
            sizes = [store.get(name).bytes for name in ("plain.md", "marked.md")]  # type: ignore[union-attr]
        assert [c.text for c in plain] == [c.text for c in marked] and len(plain) > 0
        assert [(c.start + 1, c.end + 1, c.start_byte + 3, c.start_line) for c in plain] == [
            (c.start, c.end, c.start_byte, c.start_line) for c in marked
        ]  # fmt: skip
        assert [(c.kind, c.headings, c.content_id) for c in plain][1:] == [
            (c.kind, c.headings, c.content_id.replace("marked", "plain")) for c in marked
        ][1:] or [c.headings for c in plain] == [c.headings for c in marked]
        assert sizes[1] == sizes[0] + 3
    assert "failed" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"PK\x03\x04rain.txt", "binary file (a ZIP archive)"),
        (b"\x89PNG\r\n", "binary file (PNG)"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
         "binary file (.doc, .ppt, .msg and the like; soffice --convert-to docx makes a document that is read)"),
        (b"{\\rtf1 It rains.}", "RTF (soffice --convert-to docx makes a document that is read)"),
        (b"a\0b", "binary file"),
    ],
)  # fmt: skip
def test_what_is_no_text(data: bytes, reason: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a/y.txt").write_bytes(data)
    ingest("a", "--to", "v.db", "--errors", "replace")
    error = capsys.readouterr().err
    assert f"shiplap: a/y.txt: skipped: {reason}\n" in error and "1 new" in error and "1 skipped" in error
    ingest("a/y.txt", "--to", "v.db", "--errors", "replace", code=1)
    assert f"shiplap: a/y.txt: {reason}\n" in capsys.readouterr().err
    ingest("a/y.txt", "--to", "v.db", "--encoding", "latin-1", code=1)  # in which all bytes are valid
    assert f"shiplap: a/y.txt: {reason}\n" in capsys.readouterr().err
    assert list(texts()) == ["a/x.txt"]


def test_commands_of_one_file_refuse_what_is_no_text(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("x.png").write_bytes(b"\x89PNG\r\n")
    for command in (["chunk", "x.png"], ["sentences", "x.png"], ["view", "x.png", "-o", "x.html"],
                    ["evaluate", "x.png", "--synthetic"]):  # fmt: skip
        assert main(command) == 2
        captured = capfdbinary.readouterr()
        assert b"'x.png': binary file (PNG)" in captured.err and captured.out == b""
    assert not Path("x.html").exists()


def test_commands_of_one_file_guess_encodings(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    pytest.importorskip("chardet")
    Path("x.txt").write_bytes(("Дождь идёт весь день, и старик храпит. " * 5).encode("koi8-r"))
    for command in (["chunk", "x.txt"], ["sentences", "x.txt"], ["view", "x.txt", "-o", "x.html"]):
        assert main(command) == 0
        captured = capfdbinary.readouterr()
        assert b"x.txt: read as koi8-r, the most likely encoding" in captured.err
        assert "Дождь".encode() in (captured.out or Path("x.html").read_bytes())
        assert main([*command, "--encoding", "utf-8"]) == 1
        assert capfdbinary.readouterr().out == b""


def test_commands_of_one_file_refuse_archives(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("x.tar.gz", "x.mbox", "x.zip"):
        Path(name).write_bytes(b"From rain\n\nIt rains.\n")
        for command in (["chunk", name], ["sentences", name], ["view", name, "-o", "x.html"]):
            assert main(command) == 2
            assert f"'{name}': has several documents: shiplap ingest reads each of them" in capsys.readouterr().err


def test_commands_of_one_file_begin_behind_a_byte_order_mark(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("x.md").write_bytes(b"\xef\xbb\xbf# Rain\n\nIt rains. It pours.\n")
    assert main(["chunk", "x.md"]) == 0
    (chunk,) = lines_of(capfdbinary.readouterr().out.decode())
    assert (chunk["char_start"], chunk["byte_start"], chunk["text"][:6]) == (1, 3, "# Rain")
    assert main(["sentences", "x.md"]) == 0
    found = lines_of(capfdbinary.readouterr().out.decode())
    assert (found[0]["char_start"], found[0]["byte_start"], found[0]["text"][:6]) == (1, 3, "# Rain")
    assert main(["view", "x.md", "-o", "-"]) == 0
    assert b"Rain" in capfdbinary.readouterr().out


def test_ragged_rows_fail_alone(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pyarrow", reason="tables need pyarrow")
    Path("t.csv").write_text('id,text\n1,a,b,c\n2,"fine,\nthough on two lines"\n3\n\n4,good\n5,"open')
    ingest("t.csv", "--to", "v.db", "--text-column", "text", "--id-column", "id", code=1)
    error = capsys.readouterr().err
    assert "shiplap: t.csv, line 2: has 4 fields, not 2 as the header\n" in error
    assert "shiplap: t.csv, line 5: has 1 field, not 2 as the header\n" in error
    assert "shiplap: t.csv, line 8: is not CSV: " in error
    assert "2 new, 0 changed, 0 unchanged, 0 removed, 3 failed" in error
    assert texts() == {"2": "fine,\nthough on two lines", "4": "good"}
    ingest("t.csv", "--to", "w.db", "--text-column", "text", code=1)
    assert list(texts("w.db")) == ["t.csv#1", "t.csv#3"]  # the numbers of the rows do not depend on others


def test_names_of_parts_and_equal_summaries(capsys: pytest.CaptureFixture[str]) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="tables need pyarrow")
    for name, rows in (("a", 3), ("b", 2)):
        lines = (json.dumps({"id": f"{name}{k}", "text": "It rains. " * 200}) for k in range(rows))
        Path(f"{name}/t.jsonl").write_text("\n".join(lines))
    command = ["a/t.jsonl", "b/t.jsonl", "--text-column", "text", "--id-column", "id", "--to"]
    counts = []
    for to in ("out/", "v.db"):
        for state in ("new", "unchanged"):
            ingest(*command, to)
            summary = capsys.readouterr().err.splitlines()[-1]
            assert f" 5 {state}" in summary
            counts.append(summary.partition(";")[2].split(" written")[0])
    assert counts[:2] == counts[2:] and counts[1] == " 0 chunks"
    assert sorted(os.listdir("out")) == ["part-0.parquet", "part-1.parquet"]
    found = [pq.read_table(f"out/part-{k}.parquet").column("document_id").unique().to_pylist() for k in (0, 1)]
    assert found == [["a0", "a1", "a2"], ["b0", "b1"]]


# ---- several processes


def test_two_ingests_into_one_store(folder: Path) -> None:
    """Both finish, whichever is first."""
    for name in ("a", "b"):
        for k in range(300):
            Path(f"{name}/{k}.txt").write_text(f"{name} {k}. " * 300)
    environment = {**os.environ, "PYTHONPATH": str(Path(shiplap.__file__).parents[1])}
    both = [
        subprocess.Popen(
            [sys.executable, "-m", "shiplap", "ingest", name, "--to", "v.db", "--preset", "fixed-900"],
            env=environment, stderr=subprocess.PIPE, text=True,
        )
        for name in ("a", "b")
    ]  # fmt: skip
    told = [process.communicate(timeout=120)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], told
    assert all("301 new" in each for each in told), told
    with Store("v.db") as store:
        assert len(store) == 602


# ---- logs


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_logs_in_json(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a/bad.txt").write_bytes(b"\xff")
    Path("a/binary").write_bytes(b"\0")
    ingest("a", "b", "--to", "v.db", "--log-format", "json", "--encoding", "utf-8", code=1)
    found = lines_of(capsys.readouterr().err)
    assert [(line["level"], line["event"]) for line in found] == [
        ("info", "started"), ("error", "problem"), ("warning", "problem"), ("info", "document"),
        ("info", "document"), ("info", "finished"),
    ]  # fmt: skip
    assert all(line["time"].endswith("+00:00") for line in found)
    assert found[1]["path"] == "a/bad.txt" and found[1]["reason"].startswith("not UTF-8")
    document = {key: found[3][key] for key in ("document_id", "source", "state", "bytes", "chunks")}
    assert document == {
        "document_id": "a/x.txt", "source": "a/x.txt", "state": "new", "bytes": 14, "chunks": 1
    }  # fmt: skip
    assert (found[-1]["new"], found[-1]["failed"], found[-1]["skipped"], found[-1]["chunks"]) == (2, 1, 1, 2)
    Path("b/x.txt").unlink()
    ingest("a/x.txt", "b", "--to", "v.db", "--log-format", "json", "--preset", "fixed-900")
    found = lines_of(capsys.readouterr().err)
    assert [line["event"] for line in found] == ["configuration", "started", "document", "vanished", "finished"]
    assert found[0]["documents"] == 1 and found[3]["document_ids"] == ["b/x.txt"]
    ingest("b", "--to", "v.db", "--log-format", "json", "--prune")
    removed = [line for line in lines_of(capsys.readouterr().err) if line["event"] == "document"]
    assert [(line["document_id"], line["state"]) for line in removed] == [("b/x.txt", "removed")]
    ingest("a/x.txt", "--to", "v.db")
    assert logging.getLogger("shiplap.ingest").level == logging.NOTSET


def test_the_library_logs_through_logging(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "shiplap.ingest")
    for _ in range(2):
        ingest("a", "--to", "v.db")
    documents = [record for record in caplog.records if record.message == "document"]
    assert [(record.levelname, vars(record)["state"]) for record in documents] == [
        ("INFO", "new"), ("DEBUG", "unchanged")
    ]  # fmt: skip
    assert json.loads(JsonFormatter().format(documents[0]))["document_id"] == "a/x.txt"


@pytest.mark.parametrize("to", ["v.db", "postgresql:///"])
def test_a_root_that_cannot_be_kept(
    to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / os.fsdecode(b"bad\xff")
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("the file system refuses such names")
    (folder / "a.txt").write_text("It rains.")
    monkeypatch.chdir(folder)
    for options in ([], ["--root", "."], ["--dry-run"]):
        assert main(["ingest", ".", "--to", to, *options]) == 2
        assert "is not valid UTF-8, so that a store cannot keep it; rename the folder" in capsys.readouterr().err
    assert os.listdir() == ["a.txt"]
    assert main(["ingest", ".", "--to", "v.jsonl"]) == 0


@pytest.mark.parametrize("to", ["docs/out.jsonl", "docs/out.parquet", "docs/out.db"])
def test_what_a_run_writes_is_no_input(
    to: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that appears whole is written under a hidden name. A killed process leaves such a file."""
    pytest.importorskip("pyarrow", reason="Parquet needs pyarrow")
    monkeypatch.chdir(tmp_path)
    os.mkdir("docs")
    for name in (".hidden.txt", ".out.jsonl.0123cdef", ".out.parquet.0123cdef"):
        Path("docs", name).write_text("It rains.")
    number = 3 if to.endswith(".db") else 2  # the other two are files like any other
    for new in (number, 0 if to.endswith(".db") else number):
        assert main(["ingest", "docs", "--hidden", "--to", to]) == 0
        assert f"documents: {new} new" in capsys.readouterr().err
