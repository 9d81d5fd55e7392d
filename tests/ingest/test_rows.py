"""Tables as sources and targets of `shiplap ingest`: the same rows whatever the form and the place."""

from __future__ import annotations

import contextlib
import csv
import datetime
import decimal
import json
import re
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import OptionError, StoreError
from shiplap.ids import content_hash
from tests.support import postgres

pa = pytest.importorskip("pyarrow", reason="tables need pyarrow")
pq = pytest.importorskip("pyarrow.parquet")

TEXTS = ["It rains in the hills. " * 30, 'He said "no,\nnever". ' * 20, None, "漢字。" * 100, ""]
IDS = ["a.txt", "b,c]", "null", "d", "e"]
CUT = ["--preset", "fixed-1000", "--chunk-size", "200", "--chunk-overlap", "40"]
CUT += ["--text-column", "body", "--id-column", "name"]
COLUMNS = (
    "document_id, chunk_index, chunk_id, text, char_start, char_end, byte_start, byte_end, overlap, token_count,"
    " line_start, line_end, kind, table_header, content_hash, context_hash, content_id"
)


def write(path: Path, texts: list[Any] = TEXTS, ids: list[str] = IDS) -> None:
    """A table in the form that the name says."""
    table = pa.table({"name": ids, "n": list(range(len(ids))), "body": pa.array(texts, pa.utf8())})
    if path.suffix == ".parquet":
        pq.write_table(table, path, row_group_size=2)
    elif path.suffix == ".arrow":
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table, 2)
    elif path.suffix == ".arrows":
        with pa.OSFile(str(path), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as writer:
            writer.write_table(table, 2)
    elif path.suffix == ".csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            rows = csv.writer(file)
            rows.writerow(table.column_names)
            rows.writerows([row["name"], row["n"], row["body"]] for row in table.to_pylist() if row["body"])
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in table.to_pylist()), encoding="utf-8")


def stored(path: str, sql: str) -> list[Any]:
    with contextlib.closing(sqlite3.connect(path)) as connection:
        return connection.execute(sql).fetchall()


def expected() -> list[tuple[Any, ...]]:
    chunker = shiplap.preset("fixed-1000", chunk_size=200, chunk_overlap=40)
    return [
        (name, c.index, c.id, c.text, c.start, c.end, c.start_byte, c.end_byte, c.overlap, c.token_count,
         c.start_line, c.end_line, None, "", content_hash(c.text.encode()), content_hash(c.text.encode()),
         c.content_id)
        for name, text in zip(IDS, TEXTS, strict=True) if text is not None
        for c in chunker.chunk(text, document_id=name)
    ]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows", "csv", "jsonl"])
@pytest.mark.parametrize("to", ["out.db", "out.parquet", "out/", "out.jsonl"])
def test_the_same_rows(folder: Path, suffix: str, to: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path(f"pages.{suffix}"))
    assert main(["ingest", f"pages.{suffix}", "--to", to, *CUT]) == 0
    documents = 3 if suffix == "csv" else 4
    assert f"{documents} new, 0 changed, 0 unchanged, 0 removed, 0 failed" in capsys.readouterr().err
    names = COLUMNS.split(", ")
    if to == "out.db":
        found = stored(to, f"SELECT {COLUMNS} FROM chunks ORDER BY rowid")
    elif to == "out.jsonl":
        rows = [json.loads(line) for line in Path(to).read_text("utf-8").splitlines()]
        found = [tuple(map(row.get, names)) for row in rows]
        assert all((row["headings"], row["metadata"]) == ([], {}) for row in rows)
    else:
        path = Path(to) / "part-0.parquet" if to == "out/" else Path(to)
        rows = pq.read_table(path).to_pylist()
        found = [tuple(map(row.get, names)) for row in rows]
        assert all((row["headings"], row["metadata"]) == ([], "{}") for row in rows)
    if to != "out.db":
        assert all(tuple(row) == shiplap.chunks.COLUMNS for row in rows)
        assert {row["source"] for row in rows} == {f"pages.{suffix}"}
    assert found == expected()


def test_rows_without_ids_and_in_several_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("in").mkdir()
    write(Path("in/a.parquet"))
    write(Path("in/b.jsonl"))
    Path("in/notes.txt").write_text("no table")
    assert main(["ingest", "in", "--to", "out.parquet", "--text-column", "body"]) == 0
    assert "notes.txt: not a table" in capsys.readouterr().err
    found = pq.read_table("out.parquet")["document_id"].unique().to_pylist()
    assert found == [f"in/{name}#{row}" for name in ("a.parquet", "b.jsonl") for row in (0, 1, 3)]


@pytest.mark.parametrize("jobs", ["1", "3"])
def test_what_is_there_is_not_done_again(folder: Path, jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("in").mkdir()
    for name in ("a", "b"):
        write(Path(f"in/{name}.parquet"), ids=[f"{name}{k}" for k in range(5)])
    for to in ("out/", "out.db"):
        command = ["ingest", "in", "--to", to, *CUT, "--jobs", jobs]
        assert main(command) == 0
        before = {path: path.stat().st_mtime_ns for path in Path("out").iterdir()}
        capsys.readouterr()
        assert main(command) == 0
        assert " 0 new, 0 changed, 8 unchanged" in capsys.readouterr().err
        assert before == {path: path.stat().st_mtime_ns for path in Path("out").iterdir()}
    write(Path("in/b.parquet"), ["Other words.", *TEXTS[1:]], ids=[f"b{k}" for k in range(5)])
    assert main(["ingest", "in", "--to", "out/", *CUT]) == 0
    assert "0 new, 4 changed, 4 unchanged" in capsys.readouterr().err
    assert main(["ingest", "in", "--to", "out.db", *CUT]) == 0
    assert "0 new, 1 changed, 7 unchanged" in capsys.readouterr().err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_problems_are_lines_not_the_end(folder: Path, jobs: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.parquet").write_bytes(b"PAR1 no PAR1")
    Path("bad.jsonl").write_text('{"name": "x", "body": "fine"}\n{"name": "y", "body": 7}\n')
    Path("list.jsonl").write_text("[1]\n")
    Path("bad.csv").write_bytes(b"name,body\nv,\xff\n")
    Path("other.csv").write_text("id,text\n1,2\n")
    rows = pa.table({"name": ["one", "two", "two", None], "body": [b"x", b"a\xff", b"y", b"z"]})
    pq.write_table(rows, "r.parquet")
    Path("empty.jsonl").write_text("")
    files = ["bad.parquet", "bad.jsonl", "list.jsonl", "bad.csv", "other.csv", "r.parquet", "empty.jsonl"]
    for to in ("out.db", "out.parquet", "out/"):
        assert main(["ingest", *files, "--to", to, *CUT, "--jobs", jobs]) == 1
        error = capsys.readouterr().err
        for line in ("bad.parquet: ", "bad.jsonl, line 2: column 'body': must be a string, not 7",
                     "list.jsonl, line 1: must be a JSON object", "bad.csv: v: invalid start byte at offset 0",
                     "other.csv: column 'body': no such column; the columns are 'id', 'text'",
                     "r.parquet: two: invalid"):  # fmt: skip
            assert f"shiplap: {line}" in error
    assert "duplicate document id" not in error
    assert [row[0] for row in stored("out.db", "SELECT document_id FROM documents ORDER BY 1")] == ["one", "x"]
    parts = [pq.read_table(path)["document_id"].to_pylist() for path in sorted(Path("out").iterdir())]
    assert parts == [["x"], [], [], ["one", "two", None], []]


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (["--to", "out.db", "--id-column", "x"], "requires --text-column"),
        (["--to", "out/"], "a folder requires tables"),
        (["--to", "out.parquet", "--prune"], "requires a store"),
        (["--to", "out.db", "--text-column", "x", "--prune"], "requires files"),
        (["--to", "none/out.parquet", "--text-column", "x"], "the folder does not exist"),
    ],
)
def test_usage(folder: Path, command: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.jsonl").write_text("")
    assert main(["ingest", "a.jsonl", *command]) == 2
    assert message in capsys.readouterr().err


def test_the_parts_are_no_input(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("pages.parquet"))
    for _ in range(2):
        assert main(["ingest", ".", "--to", "out/", *CUT]) == 0
    assert [path.name for path in Path("out").iterdir()] == ["part-0.parquet"]
    assert "0 new, 0 changed, 4 unchanged" in capsys.readouterr().err


def test_files_into_parquet(folder: Path) -> None:
    Path("a.txt").write_text("It rains. " * 50)
    assert main(["ingest", "a.txt", "--to", "out.parquet", "--preset", "fixed-900"]) == 0
    assert pq.read_table("out.parquet")["chunk_id"].to_pylist() == ["a.txt-chunk-0"]


def test_a_failed_run_leaves_no_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from shiplap.ingestion.sinks import parquet as targets

    write(Path("a.parquet"))

    def fail(self: object) -> None:
        raise MemoryError

    monkeypatch.setattr(targets.ParquetFile, "_flush", fail)
    for to in ("out.parquet", "out/"):
        assert main(["ingest", "a.parquet", "--to", to, *CUT]) == 1
    assert not Path("out.parquet").exists() and not list(folder.glob(".*")) and not list(Path("out").iterdir())


def test_tables_side_by_side(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("in").mkdir()
    for k in range(12):
        write(Path(f"in/{k:02}.parquet"), ids=[f"{k}/{n}" for n in range(5)])
    for to, jobs in (("one/", "1"), ("three/", "3")):
        assert main(["ingest", "in", "--to", to, *CUT, "--jobs", jobs]) == 0
        assert "48 new, 0 changed" in capsys.readouterr().err
    names = sorted(path.name for path in Path("one").iterdir())
    assert len(names) == 12 and names == sorted(path.name for path in Path("three").iterdir())
    assert all(pq.read_table(Path("one") / name) == pq.read_table(Path("three") / name) for name in names)


def test_a_run_that_is_stopped_leaves_whole_tables_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table of the other thread is not cut to its end."""
    from shiplap.ingestion.sinks import parquet as targets

    for name in ("a", "b"):
        write(Path(f"{name}.parquet"))
    write_batch, begun = targets.ParquetFile.write, threading.Event()

    def write_slowly(self: targets.ParquetFile, prepared: object) -> None:
        if threading.current_thread() is threading.main_thread():
            begun.wait(timeout=30)
            raise KeyboardInterrupt
        begun.set()
        time.sleep(0.2)
        write_batch(self, prepared)

    monkeypatch.setattr(targets.ParquetFile, "write", write_slowly)
    monkeypatch.setattr("shiplap.arrow.stream.GROUP_TEXTS", 1)
    assert main(["ingest", "a.parquet", "b.parquet", "--to", "out/", *CUT, "--jobs", "2"]) == 130
    assert list(Path("out").iterdir()) == []


# ---- one bad row

#: Lines of JSON without a document, and a part of what is said of each.
BAD_LINES = {
    r'{"name": "b", "body": "It rains \ud83d"}': "unexpected end of data|invalid",
    r'{"name": "b\ud83d", "body": "It rains."}': "line 2: column 'name': is not valid Unicode",
    r'{"name": "b", "body": "It rains.", "\ud83d": 1}': r"line 2: the key '\\ud83d' is not valid Unicode",
    r'{"name": "b\u0000", "body": "It rains."}': "line 2: column 'name': contains a NUL character",
    r'{"name": "", "body": "It rains."}': "line 2: column 'name': is empty",
    f'{{"name": "{"b" * 4097}", "body": "It rains."}}': "line 2: column 'name': has 4097 characters, more than",
    r'{"name": NaN, "body": "It rains."}': "line 2: column 'name': must be a string, not nan",
    r'{"name": "b", "name": "d", "body": "It rains."}': "line 2: column 'name': the line has it 2 times",
    '{"name": ' + "9" * 5000 + ', "body": "It rains."}': "line 2: cannot be read as JSON: Exceeds the limit",
    '{"name": "b", "body": ' + "[" * 900 + "]" * 900 + "}": "line 2: column 'body': must be a string",
    '{"name": "b", "body": ' + "[" * 200_000 + "]" * 200_000 + "}": "line 2: cannot be read as JSON",
}


@pytest.mark.parametrize("line", BAD_LINES, ids=range(len(BAD_LINES)))
def test_one_bad_line_of_json(folder: Path, line: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It is one failed row in every sink, and the rows after it are stored."""
    lines = ['{"name": "a", "body": "It pours."}', line, '{"name": "c", "body": "It snows.", "mm": Infinity}']
    Path("rows.jsonl").write_text("\n".join(lines))
    for to in ("out.db", "out.jsonl", "out.parquet", "out/"):
        assert main(["ingest", "rows.jsonl", "--to", to, *CUT]) == 1
        error = capsys.readouterr().err
        assert re.search(BAD_LINES[line], error.splitlines()[0]), error
        assert "2 new, 0 changed, 0 unchanged, 0 removed, 1 failed" in error
        assert document_ids(to) == ["a", "c"]


def document_ids(to: str) -> list[str]:
    """Return the ids of the documents in a target."""
    if to.endswith(".db"):
        return [row[0] for row in stored(to, "SELECT document_id FROM documents ORDER BY 1")]
    if to.endswith(".jsonl"):
        return [json.loads(line)["document_id"] for line in Path(to).read_text().splitlines()]
    found: list[str] = pq.read_table(to)["document_id"].to_pylist()
    return found


def test_a_lone_surrogate_in_a_row_obeys_the_option_errors(folder: Path) -> None:
    Path("rows.jsonl").write_text('{"name": "a", "body": "It rains \\\\ud83d."}\n'.replace("\\\\", "\\"))
    for to in ("out.db", "out.jsonl"):
        assert main(["ingest", "rows.jsonl", "--to", to, *CUT, "--errors", "replace"]) == 0
        assert document_ids(to) == ["a"]
    assert "\ufffd." in stored("out.db", "SELECT text FROM chunks")[0][0]
    assert main(["ingest", "rows.jsonl", "--to", "other.db", *CUT, "--errors", "surrogatepass"]) == 1
    for to in ("other.parquet", "other/"):
        Path("more.jsonl").write_text('{"name": "b", "body": "It pours."}\n')
        tables = ["rows.jsonl", "more.jsonl"]
        assert main(["ingest", *tables, "--to", to, *CUT, "--errors", "surrogatepass"]) == 1
        assert document_ids(to) == ["b"]


def test_one_bad_row_of_csv(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [b"name,body", b"a,It pours.", b"b,caf\xe9", b"\xe9,It rains.", b",It hails.", b"c,It snows."]
    Path("rows.csv").write_bytes(b"\n".join(rows))
    for to in ("out.db", "out.jsonl", "out.parquet"):
        assert main(["ingest", "rows.csv", "--to", to, *CUT]) == 1
        error = capsys.readouterr().err
        for line in (
            "rows.csv: b: ",
            "rows.csv, line 4: column 'name': is not valid",
            "line 5: column 'name': is",
        ):
            assert line in error
        assert "2 new" in error and "3 failed" in error and document_ids(to) == ["a", "c"]


def test_one_bad_row_of_parquet(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Strings that another program wrote without a check of their UTF-8."""

    def strings(*values: bytes) -> Any:
        return pa.array(values, pa.binary()).view(pa.utf8())

    ids = strings(b"a", b"b", b"c\xff", b"", b"d\0", b"e")
    texts = strings(b"It pours.", b"It rains\xff", b"It hails.", b"It thaws.", b"It drips.", b"It snows.")
    pq.write_table(pa.table({"name": ids, "body": texts}), "rows.parquet")
    for to in ("out.db", "out.jsonl", "out.parquet", "out/"):
        assert main(["ingest", "rows.parquet", "--to", to, *CUT]) == 1
        error = capsys.readouterr().err
        for line in ("rows.parquet: b: ", "rows.parquet, row 2: column 'name': is not valid Unicode",
                     "row 3: column 'name': is empty", "row 4: column 'name': contains a NUL"):  # fmt: skip
            assert line in error
        assert "2 new" in error and "4 failed" in error and document_ids(to) == ["a", "e"]


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows", "jsonl"])
def test_a_null_text_is_skipped_with_its_row(
    folder: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(Path(f"pages.{suffix}"))
    place = "line 3" if suffix == "jsonl" else "row 2"
    for to in ("out.db", "out.jsonl", "out.parquet", "out/", "out/"):
        assert main(["ingest", f"pages.{suffix}", "--to", to, *CUT]) == 0
        error = capsys.readouterr().err
        assert "0 failed, 1 skipped" in error
        assert f"shiplap: pages.{suffix}, {place}: skipped: the text is null\n" in error or "4 unchanged" in error


def test_a_column_that_is_no_text(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("pages.parquet"))
    for to in ("out.db", "out.parquet"):
        assert main(["ingest", "pages.parquet", "--to", to, "--text-column", "n"]) == 1
        assert "pages.parquet: column 'n': must be text, not int64\n" in capsys.readouterr().err


@pytest.mark.parametrize("ids", [[1.5, 2.5], [["a"], ["b"]], [{"a": "x\0"}, {"a": "y"}], [True, False]])
def test_a_column_that_cannot_name_documents(
    folder: Path, ids: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    pq.write_table(pa.table({"name": ids, "body": ["It rains.", "It snows."]}), "pages.parquet")
    for to in ("out.db", "out.jsonl", "out.parquet", "out/"):
        assert main(["ingest", "pages.parquet", "--to", to, *CUT]) == 1
        assert "pages.parquet: column 'name': must be texts or integers, not " in capsys.readouterr().err


def test_an_error_of_the_store_is_none_of_the_table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It ends the run: nothing may be committed after it."""
    from shiplap.store.writer import Writer

    for name in ("a", "b"):
        write(Path(f"{name}.jsonl"), ids=[f"{name}{k}" for k in range(5)])
    tried: list[object] = []

    def full(self: Writer, document: object) -> None:
        tried.append(document)
        raise StoreError("out.db", "the disk is full")

    monkeypatch.setattr(Writer, "add", full)
    assert main(["ingest", "a.jsonl", "b.jsonl", "--to", "out.db", *CUT]) == 1
    assert len(tried) == 1


def test_a_function_that_fails_in_one_row(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(folder))
    Path("failing_marks.py").write_text("def find(text):\n    return [1 // (not text.startswith('漢'))]\n")
    write(Path("pages.jsonl"))
    options = [*CUT, "--boundaries", "failing_marks:find"]
    assert main(["ingest", "pages.jsonl", "--to", "out.db", *options]) == 1
    error = capsys.readouterr().err
    assert "shiplap: pages.jsonl: d: ZeroDivisionError: " in error and "3 new" in error and "1 failed" in error


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_names_the_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("pages.jsonl"))
    Path("a.txt").write_text("It rains. " * 9)
    for to in ("full.jsonl", "full.parquet"):
        Path(to).symlink_to("/dev/full")
        for command in (["a.txt"], ["pages.jsonl", *CUT]):
            assert main(["ingest", *command, "--to", to]) == 1
            assert f"error: {to}: cannot be written: No space left on device\n" in capsys.readouterr().err
    Path("out").mkdir()
    full = OSError(28, "No space left on device")
    for to, name in (("out.jsonl", "out.jsonl"), ("out.parquet", "out.parquet"), ("out/", "out/part-0.parquet")):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("os.fsync", lambda handle: (_ for _ in ()).throw(full))
            assert main(["ingest", "pages.jsonl", *CUT, "--to", to]) == 1
        assert f"error: {name}: cannot be written: No space left on device\n" in capsys.readouterr().err
        assert not Path(name).exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.txt").write_text("It rains. " * 9)
    assert main(["ingest", "a.txt", "--to", "out.db"]) == 0
    commands = ["search out.db rains", "search out.db rains --json", "stats out.db", "verify out.db"]
    for command in (*commands, "ingest a.txt --to new.db --dry-run", "ingest a.txt --to -"):
        with contextlib.suppress(OSError), open("/dev/full", "w") as full, pytest.MonkeyPatch.context() as patch:
            patch.setattr("sys.stdout", full)
            assert main(command.split()) == 1
        error = capsys.readouterr().err
        assert error.endswith("shiplap: error: standard output: cannot be written: No space left on device\n")


# ---- PostgreSQL


@pytest.fixture(scope="module")
def uri() -> Iterator[str]:
    pytest.importorskip("adbc_driver_postgresql", reason="the extra postgresql")
    with postgres.server() as address:
        yield address


def ask(uri: str, sql: str) -> list[Any]:
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(sql)
        rows: list[Any] = cursor.fetchall() if sql.startswith(("SELECT", "INSERT")) else []
        return rows


def test_postgresql(folder: Path, uri: str, capsys: pytest.CaptureFixture[str]) -> None:
    write(Path("pages.parquet"))
    command = ["ingest", "pages.parquet", "--to", uri, *CUT]
    assert main(command) == 0
    rows = ask(uri, f"SELECT {COLUMNS} FROM chunks ORDER BY document_id, chunk_index")
    assert [tuple(row) for row in rows] == sorted(expected())
    assert main(["ingest", "pages.parquet", "--to", "same.db", *CUT]) == 0
    documents = "SELECT document_id, content_hash, fingerprint, characters, bytes, chunks, metadata FROM documents"
    same = stored("same.db", f"{documents} ORDER BY document_id")
    assert [tuple(row) for row in ask(uri, f"{documents} ORDER BY document_id")] == same
    capsys.readouterr()
    assert main(command) == 0
    assert "0 new, 0 changed, 4 unchanged" in capsys.readouterr().err
    write(Path("pages.parquet"), ["Short.", *TEXTS[1:]])
    assert main(command) == 0
    assert "0 new, 1 changed, 3 unchanged" in capsys.readouterr().err
    assert ask(uri, "SELECT text FROM chunks WHERE document_id = 'a.txt'") == [("Short.",)]
    assert ask(uri, "SELECT source FROM documents WHERE document_id = 'd'")[0][0] == "pages.parquet"
    with pytest.raises(Exception, match=r"(?i)unique"):
        ask(uri, "INSERT INTO chunks SELECT * FROM chunks LIMIT 1 RETURNING 1")


def test_postgresql_of_files_with_prune(folder: Path, uri: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("docs").mkdir()
    for name in ("one", "two", "nul"):
        Path(f"docs/{name}.txt").write_text(f"{name} rains. " * 9)
    shiplap_uri = uri + "&options=-csearch_path%3Dfiles"
    ask(uri, "CREATE SCHEMA files")
    command = ["ingest", "docs", "--to", shiplap_uri, "--prune"]
    assert main(command) == 0
    Path("docs/one.txt").unlink()
    Path("docs/nul.txt").write_text("x" * 9000 + "\0")
    capsys.readouterr()
    assert main(command) == 1
    error = capsys.readouterr().err
    assert "contains a NUL character" in error and "1 unchanged, 1 removed, 1 failed" in error
    assert ask(shiplap_uri, "SELECT document_id FROM documents ORDER BY 1") == [
        ("docs/nul.txt",),
        ("docs/two.txt",),
    ]
    assert ask(shiplap_uri, "SELECT DISTINCT document_id FROM chunks ORDER BY 1") == [
        ("docs/nul.txt",),
        ("docs/two.txt",),
    ]


@pytest.mark.parametrize("schema", ["", "x" * 64, "\udcff", "é" * 32])
def test_names_that_no_schema_can_have(folder: Path, schema: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Names that PostgreSQL cuts off are one schema for two collections."""
    pytest.importorskip("adbc_driver_postgresql", reason="the extra postgresql")
    Path("a.txt").write_text("It rains.")
    assert main(["ingest", "a.txt", "--to", "postgresql:///", "--schema", schema]) == 2
    assert "must be valid Unicode of 1 to 63 bytes, without NUL" in capsys.readouterr().err


def test_bad_rows_in_postgresql(folder: Path, uri: str, capsys: pytest.CaptureFixture[str]) -> None:
    long = "".join(map(chr, range(300, 2300)))
    bad = ['{"name": "b", "body": "nul \\u0000"}', json.dumps({"name": long, "body": "x"})]
    lines = ['{"name": "a", "body": "It pours."}', *BAD_LINES, *bad, '{"name": "c", "body": "It snows."}']
    Path("rows.jsonl").write_text("\n".join(lines), encoding="utf-8")
    assert main(["ingest", "rows.jsonl", "--to", uri, "--schema", "bad", *CUT]) == 1
    error = capsys.readouterr().err
    assert f"2 new, 0 changed, 0 unchanged, 0 removed, {len(BAD_LINES) + 2} failed" in error
    assert "contains a NUL character" in error and "a document id must have at most 2600 bytes" in error
    assert ask(uri, "SELECT document_id FROM bad.documents ORDER BY 1") == [("a",), ("c",)]


def test_a_dry_run_and_too_many_documents_in_postgresql(
    folder: Path, uri: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("docs").mkdir()
    for k in range(12):
        Path(f"docs/{k}.txt").write_text("It rains.")
    command = ["ingest", "docs", "--to", uri, "--schema", "dry"]
    assert main([*command, "--dry-run"]) == 0
    assert capsys.readouterr().out.count("would write docs/") == 12
    assert ask(uri, "SELECT 1 FROM pg_namespace WHERE nspname = 'dry'") == []
    assert main([*command, "--preset", "fixed-900"]) == 0
    for path in Path("docs").iterdir():
        path.unlink()
    capsys.readouterr()
    assert main([*command, "--prune"]) == 2
    assert "would remove 12 of the 12 documents" in capsys.readouterr().err
    assert main([*command, "--prune=all", "--dry-run", "--chunk-overlap", "90"]) == 0
    said = capsys.readouterr()
    assert said.out.count("would remove docs/") == 12 and "chunk_overlap 120 -> 90" in said.err
    assert ask(uri, "SELECT count(*) FROM dry.documents") == [(12,)]
    assert main([*command, "--prune=all"]) == 0
    assert ask(uri, "SELECT count(*) FROM dry.documents") == [(0,)]


def test_a_large_file_that_postgresql_refuses(
    folder: Path, uri: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shiplap.ingestion.pipeline.LARGE", 0)
    for name, text in (("a", "It rains."), ("b", "x" * 9000 + "\0"), ("c", "It snows.")):
        Path(f"{name}.txt").write_text(text)
    command = ["ingest", ".", "--to", uri, "--schema", "large", "--preset", "fixed-900"]
    assert main(command) == 1
    error = capsys.readouterr().err
    assert (
        "b.txt: PostgreSQL: document 'b.txt' contains a NUL" in error and "2 new" in error and "1 failed" in error
    )
    assert ask(uri, "SELECT document_id FROM large.documents ORDER BY 1") == [("a.txt",), ("c.txt",)]


def test_tables_of_an_older_version_in_postgresql(uri: str) -> None:
    from shiplap.ingestion.sinks.postgres import PostgresSink

    old = uri + "&options=-csearch_path%3Dold"
    ask(uri, "CREATE SCHEMA old")
    ask(old, "CREATE TABLE chunks (document_id TEXT, chunk_index BIGINT, id TEXT, text TEXT)")
    with pytest.raises(
        StoreError, match=r"made by another version of shiplap \(it lacks .*chunk_id.*\); drop the tables"
    ) as caught:
        PostgresSink(old)
    assert not caught.value.retryable
    tables = ask(uri, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'old'")
    assert tables == [("chunks",)]


@pytest.mark.parametrize("suffix", ["parquet", "arrow", "arrows", "csv", "jsonl"])
def test_a_wrong_column_lists_those_of_the_table(
    folder: Path, suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    write(Path(f"pages.{suffix}"))
    for options in (["--text-column", "text"], ["--text-column", "body", "--id-column", "text"]):
        for to in ("out.db", "out.parquet", "out/"):
            assert main(["ingest", f"pages.{suffix}", "--to", to, *options]) == 1
            error = capsys.readouterr().err
            assert "column 'text': " in error and "no such column; the columns are 'name', 'n', 'body'" in error
    if suffix not in ("csv", "jsonl"):  # a table without rows has columns too
        write(Path(f"empty.{suffix}"), [], [])
        assert main(["ingest", f"empty.{suffix}", "--to", "out.db", "--text-column", "text"]) == 1
        assert "the columns are 'name', 'n', 'body'" in capsys.readouterr().err


def test_tables_without_a_text_column(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("in").mkdir()
    for suffix in ("parquet", "arrow", "arrows"):
        write(Path(f"in/a.{suffix}"))
        assert main(["ingest", f"in/a.{suffix}", "--to", "out.db"]) == 1
        assert f"in/a.{suffix}: a table: give --text-column NAME to read its rows" in capsys.readouterr().err
    assert main(["ingest", "in", "--to", "out.db"]) == 0
    error = capsys.readouterr().err
    assert "in/a.parquet: skipped: a table: give --text-column NAME" in error and "plain text" not in error
    for suffix in ("csv", "jsonl"):
        write(Path(f"in/a.{suffix}"))
    assert main(["ingest", "in", "--to", "out.db"]) == 0
    hint = "in/a.csv (and 1 more): cut as plain text; --text-column NAME reads the rows of a table"
    assert f"shiplap: {hint}" in capsys.readouterr().err
    assert main(["ingest", "in", "--to", "out.db", "--text-column", "body"]) == 0
    assert "plain text" not in capsys.readouterr().err


def test_bad_lines_of_json_have_their_number(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good = '{"body": "x"}'
    for name, line, message in (
        ("a", "{'body': 1}", "is not JSON: Expecting property name enclosed in double quotes at column 2"),
        ("b", '{"body": ["x"]}', "column 'body': must be a string, not ['x']"),
        ("c", "[1]", "must be a JSON object"),
        ("d", '{"body": "\xff"}', "is not JSON in UTF-8: "),
    ):
        Path(f"{name}.jsonl").write_bytes(f"{good}\n\n \n{line}\n{good}\n".encode("latin-1"))
        assert main(["ingest", f"{name}.jsonl", "--to", "out.db", "--text-column", "body"]) == 1
        error = capsys.readouterr().err
        assert f"shiplap: {name}.jsonl, line 4: {message}" in error and "2 new" in error and "1 failed" in error


def test_tables_of_others_in_postgresql(folder: Path, uri: str, capsys: pytest.CaptureFixture[str]) -> None:
    other = uri + "&options=-csearch_path%3Dother"
    ask(uri, "CREATE SCHEMA other")
    ask(other, "CREATE TABLE chunks (id BIGINT, text TEXT)")
    Path("a.txt").write_text("It rains.")
    assert main(["ingest", "a.txt", "--to", other]) == 1
    error = capsys.readouterr().err
    assert "table other.chunks exists and is not shiplap's: columns chunk_id, document_id, " in error
    assert "are missing; use --schema NAME" in error
    tables = ask(uri, "SELECT table_name FROM information_schema.tables WHERE table_schema = 'other'")
    assert tables == [("chunks",)]
    for name, state in (("rain", "1 new"), ('odd " name', "1 new"), ("rain", "1 unchanged")):
        assert main(["ingest", "a.txt", "--to", other, "--schema", name]) == 0
        assert state in capsys.readouterr().err
    assert ask(uri, "SELECT text, document_id FROM rain.chunks") == [("It rains.", "a.txt")]
    assert ask(uri, 'SELECT document_id FROM "odd "" name".documents') == [("a.txt",)]
    Path("a.txt").write_text("It pours.")
    assert main(["ingest", "a.txt", "--to", other, "--schema", "rain", "--prune"]) == 0
    assert ask(uri, "SELECT text FROM rain.chunks") == [("It pours.",)]
    assert ask(other, "SELECT count(*) FROM chunks") == [(0,)]
    assert main(["ingest", "a.txt", "--to", "c.db", "--schema", "rain"]) == 2
    assert "schema='rain': requires --to postgresql://" in capsys.readouterr().err
    ask(uri, "CREATE SCHEMA almost")
    for table in ("chunks", "documents"):
        ask(uri, f"CREATE TABLE almost.{table} (LIKE rain.{table})")
    ask(uri, "ALTER TABLE almost.documents DROP COLUMN content_hash")
    assert main(["ingest", "a.txt", "--to", other, "--schema", "almost"]) == 1
    error = capsys.readouterr().err
    assert "almost.documents exists and is not shiplap's: column content_hash is missing" in error


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cr%20et@localhost:1/x",
        "postgresql://ann:s3cr%20et@localhost:1/x?bad",
        "postgresql://ann:s3cr et@localhost:port/x",
        "postgresql://ann:s3cr et@@localhost/x?no=1",
        "postgresql://ann:s3cr/et@localhost/x",
        "postgres://ann@localhost:1/x?password=s3cr%20et",
        "postgres://ann@localhost:1/x?password=s3cr%zzet",
        "postgresql:/ann:s3cr et@localhost/x",
        "mysql://ann:s3cr/et@localhost/x",
        "mysql://ann:s3cret@localhost/x.db",
    ],
)
def test_passwords_stand_in_no_message(folder: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("adbc_driver_postgresql", reason="the extra postgresql")
    Path("a.txt").write_text("It rains.")
    for command in (["ingest", "a.txt", "--to", address], ["search", address, "x"], ["stats", address],
                    ["prompt", address, "x"], ["ground", address, "x"], ["ingest", address, "--to", "c.db"],
                    ["chunk", address], ["chunk", "a.txt", "--config", address],
                    ["chunk", "a.txt", "--tokenizer", address]):  # fmt: skip
        assert main(command) in (1, 2)
        error = capsys.readouterr().err
        assert "s3cr" not in error and "et@" not in error.replace("***@", ""), error


def test_a_server_that_is_not_there(folder: Path) -> None:
    pytest.importorskip("adbc_driver_postgresql", reason="the extra postgresql")
    from shiplap.ingestion.sinks.postgres import PostgresSink

    with pytest.raises(StoreError, match="PostgreSQL: ") as caught:
        PostgresSink(f"postgresql:///x?host={folder}")
    assert caught.value.retryable


@pytest.mark.parametrize("suffix", [".parquet", ".arrow", ".arrows", ".csv", ".jsonl"])
def test_kept_columns_are_metadata(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    path = Path(f"rows{suffix}")
    write(path)
    number: Any = str if suffix == ".csv" else int
    given: dict[str, Any] = {"text_column": "body", "id_column": "name", "keep_columns": ["n", "name"]}
    metadata = {"a.txt": {"n": number(0), "name": "a.txt"}, "d": {"n": number(3), "name": "d"}}
    shiplap.ingest(path, to="c.db", **given)
    shiplap.ingest(path, to="c.jsonl", **given)
    shiplap.ingest(path, to="c.parquet", **given)
    shiplap.ingest(path, to="parts/", **given)
    lines = [json.loads(line) for line in Path("c.jsonl").read_text().splitlines()]
    tables = [pq.read_table(name).to_pylist() for name in ("c.parquet", "parts/part-0.parquet")]
    with shiplap.store.Store("c.db") as store:
        for name, values in metadata.items():
            assert {json.dumps(chunk.metadata) for chunk in store.chunks(name)} == {json.dumps(values)}
            assert all(line["metadata"] == values for line in lines if line["document_id"] == name)
            for table in tables:
                found = [json.loads(row["metadata"]) for row in table if row["document_id"] == name]
                assert found and all(each == values for each in found)
    assert shiplap.ingest(path, to="c.db", **given).counts.changed == 0
    assert shiplap.ingest(path, to="parts/", **given).counts.changed == 0
    given["keep_columns"] = "n"
    assert shiplap.ingest(path, to="c.db", **given).counts.unchanged == 0
    assert shiplap.ingest(path, to="parts/", **given).counts.changed > 0


def test_values_of_kept_columns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    values = {
        "date": [datetime.date(2026, 1, 2)], "time": [datetime.datetime(2026, 1, 2, 3, 4)],
        "tags": [["wet", "cold"]], "price": [decimal.Decimal("1.50")], "share": [0.5], "is": [True],
        "none": [None], "nan": [float("nan")], "struct": [{"a": [1]}],
    }  # fmt: skip
    pq.write_table(pa.table({"text": ["It rains."], **values}), "a.parquet")
    given: dict[str, Any] = {"to": "c.db", "text_column": "text"}
    shiplap.ingest("a.parquet", keep_columns=list(values), **given)
    with shiplap.store.Store("c.db") as store:
        assert store.chunks("a.parquet#0")[0].metadata == {
            "date": "2026-01-02", "time": "2026-01-02T03:04:00", "tags": ["wet", "cold"], "price": "1.50",
            "share": 0.5, "is": True, "nan": "nan", "struct": {"a": [1]},
        }  # fmt: skip
    pq.write_table(pa.table({"text": ["It rains."], "bytes": [b"x"]}), "b.parquet")
    (problem,) = shiplap.ingest("b.parquet", keep_columns=["bytes"], **given).failed
    assert "to be kept, not binary" in problem.reason
    (problem,) = shiplap.ingest("b.parquet", keep_columns=["rain"], **given).failed
    assert "no such column" in problem.reason and "rain" in problem.reason
    lines = '{"text": "It rains.", "a": {"b": ["\\ud83d"]}}', '{"text": "It pours.", "a": 1}'
    Path("c.jsonl").write_text("\n".join(lines))
    report = shiplap.ingest("c.jsonl", keep_columns=["a"], **given)
    assert report.counts.new == 1 and "not valid Unicode" in report.failed[0].reason
    Path("d.csv").write_bytes(b"text,a\nIt rains.,\xff\nIt pours.,b\n")
    report = shiplap.ingest("d.csv", keep_columns=["a"], **given)
    assert report.counts.new == 1 and "column 'a': is not valid UTF-8" in report.failed[0].reason


def test_kept_columns_need_a_table(tmp_path: Path) -> None:
    for given in ({"keep_columns": "a"}, {"keep_columns": "a", "text_column": "a"}):
        with pytest.raises(OptionError, match="keep_columns"):
            shiplap.ingest(tmp_path, to=str(tmp_path / "c.db"), **given)  # type: ignore[arg-type]
