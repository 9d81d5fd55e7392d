"""The command line within this process: options, output, exit codes. As a process: store/test_crash.py."""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import sqlite3
import subprocess
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.cli import main
from shiplap.errors import StoreError
from shiplap.prompt import build_prompt, parse_prompt
from shiplap.store import Store
from tests.support.cases import few_quick
from tests.support.memory_targets import without_servers
from tests.support.store_rows import content

TEXT = "It rains. It pours. The old man snores. " * 60  # 2400 characters


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = tmp_path / "docs"
    (root / "sub").mkdir(parents=True)
    (root / "a.txt").write_text(TEXT)
    (root / "sub" / "b.md").write_text("Привет, мир. " * 100)
    (root / "empty.txt").touch()
    monkeypatch.chdir(tmp_path)
    return root


#: The ids of the documents in the folder.
NAMES = ["docs/a.txt", "docs/empty.txt", "docs/sub/b.md"]


def summary(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().err.splitlines()[-1]


# ---- ingest into a store


def test_ingest(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-900"]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith(
        "shiplap: documents: 3 new, 0 changed, 0 unchanged, 0 removed, 0 failed; 5 chunks written; 0.0 MB in "
    )
    assert captured.err.count("\n") == 1 and captured.err.rstrip().endswith("MB/s")
    chunker = shiplap.preset("fixed-900")
    with Store("c.db") as store:
        assert [(d.document_id, d.source, d.chunks, d.bytes) for d in store.documents()] == [
            ("docs/a.txt", "docs/a.txt", 3, 2400), ("docs/empty.txt", "docs/empty.txt", 0, 0),
            ("docs/sub/b.md", "docs/sub/b.md", 2, 2200),
        ]  # fmt: skip
        whole = chunker.chunk(TEXT, document_id="docs/a.txt", source="docs/a.txt")
        assert store.chunks("docs/a.txt") == list(whole)
        spans = [(chunk.index, chunk.start, chunk.end) for chunk in store.chunks("docs/a.txt")]
    assert spans == [(0, 0, 900), (1, 780, 1680), (2, 1560, 2400)]


def test_ingest_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db"]
    assert main(command) == 0
    before = content("c.db")
    assert main(command) == 0
    assert "0 new, 0 changed, 3 unchanged" in summary(capsys)
    assert content("c.db") == before
    (folder / "a.txt").write_text("short")
    (folder / "new.txt").write_text("new")
    assert main(command) == 0
    assert "1 new, 1 changed, 2 unchanged, 0 removed" in summary(capsys)
    with Store("c.db") as store:
        assert [chunk.text for chunk in store.chunks("docs/a.txt")] == ["short"]
    assert main([*command, "--preset", "fixed-900"]) == 0
    assert "0 new, 4 changed, 0 unchanged" in summary(capsys)


def test_prune(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = folder.parent / "other"
    other.mkdir()
    (other / "o.txt").write_text("other")
    assert main(["ingest", "docs", "other", "--to", "c.db"]) == 0
    (folder / "a.txt").unlink()
    (folder / "sub" / "b.md").write_bytes(b"\xff not UTF-8 any more")
    run = ["ingest", "docs", "--to", "c.db", "--encoding", "utf-8"]
    assert main(run) == 1
    with Store("c.db") as store:
        assert [d.document_id for d in store.documents()] == [*NAMES, "other/o.txt"]
    assert main([*run, "--prune"]) == 1
    assert "1 removed, 1 failed" in summary(capsys)
    with Store("c.db") as store:
        assert [d.document_id for d in store.documents()] == [*NAMES[1:], "other/o.txt"]
        assert store.chunks("docs/a.txt") == []


def test_failed_files(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "binary").write_bytes(b"\0")
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    assert "shiplap: docs/binary: skipped: binary file" in capsys.readouterr().err
    (folder / "latin.txt").write_bytes(b"caf\xe9 au lait")
    assert main(["ingest", "docs", "--to", "c.db", "--encoding", "utf-8"]) == 1
    captured = capsys.readouterr()
    assert "shiplap: docs/latin.txt: not UTF-8: invalid continuation byte at offset 3" in captured.err
    assert "1 failed, 1 skipped" in captured.err and captured.out == ""
    assert main(["ingest", "docs", "--to", "c.db", "--errors", "replace"]) == 0
    with Store("c.db") as store:
        (chunk,) = store.chunks("docs/latin.txt")
        assert (chunk.text, chunk.end, chunk.end_byte) == ("caf\ufffd au lait", 12, 14)
    assert main(["ingest", "docs", "--to", "c.db", "--errors", "replace"]) == 0
    assert "4 unchanged" in summary(capsys)
    assert main(["ingest", "docs/binary", "--to", "d.db"]) == 1
    (folder / "surrogate.txt").write_bytes(b"a\xed\xa0\x80")
    assert main(["ingest", "docs/surrogate.txt", "--to", "c.db", "--errors", "surrogatepass"]) == 1
    assert "document 'docs/surrogate.txt' has a lone surrogate at offset 1" in capsys.readouterr().err


def test_the_store_in_the_folder_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for to in ("docs/c.db", "docs/c.jsonl"):
        for _ in range(2):
            assert main(["ingest", "docs", "--to", to]) == 0
            assert "c.db" not in capsys.readouterr().err
        Path(to).unlink()


def test_jobs_do_not_change_the_result(folder: Path) -> None:
    for k in range(200):
        (folder / f"{k}.txt").write_text(f"{k} " * k)
    for jobs in ("1", "2", "7"):
        assert main(["ingest", "docs", "--to", f"{jobs}.db", "--jobs", jobs]) == 0
        assert main(["ingest", "docs", "--to", f"{jobs}.jsonl", "--jobs", jobs]) == 0
    assert content("1.db") == content("2.db") == content("7.db")
    assert Path("1.jsonl").read_bytes() == Path("2.jsonl").read_bytes() == Path("7.jsonl").read_bytes()


# ---- JSON lines


def test_lines(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["ingest", "docs", "--to", "c.jsonl"]) == 0
    lines = Path("c.jsonl").read_text("utf-8").split("\n")
    assert lines.pop() == ""
    chunker = shiplap.preset("adaptive")
    expected = [
        chunk.to_dict()
        for name in ("docs/a.txt", "docs/sub/b.md")
        for chunk in chunker.chunk(Path(name).read_bytes(), document_id=name, source=name, path=name)
    ]
    assert [json.loads(line) for line in lines] == expected
    assert list(json.loads(lines[0])) == list(shiplap.chunks.COLUMNS)
    assert "Привет" in lines[-1]
    capfdbinary.readouterr()
    assert main(["ingest", "docs", "--to", "-"]) == 0
    captured = capfdbinary.readouterr()
    assert captured.out == Path("c.jsonl").read_bytes()
    assert b"documents: 3 new" in captured.err
    assert sorted(path.name for path in Path().iterdir()) == ["c.jsonl", "docs"]


def test_lines_appear_whole_or_not_at_all(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("c.jsonl").write_text("before\n")

    def interrupt(*arguments: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr("shiplap.ingestion.sinks.jsonl.lines", interrupt)
    assert main(["ingest", "docs", "--to", "c.jsonl"]) == 130
    assert Path("c.jsonl").read_text() == "before\n"
    assert sorted(path.name for path in Path().iterdir()) == ["c.jsonl", "docs"]


def test_lone_surrogates_in_lines(folder: Path) -> None:
    Path("s.txt").write_bytes(b"a\xed\xa0\x80 \\u1234")
    assert main(["ingest", "s.txt", "--to", "s.jsonl", "--errors", "surrogatepass"]) == 0
    assert json.loads(Path("s.jsonl").read_text("utf-8"))["text"] == "a\ud800 \\u1234"


def test_chunk(folder: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    fixed = ["--preset", "fixed-1000"]
    assert main(["chunk", "docs/a.txt", *fixed, "--chunk-size", "2000", "--chunk-overlap", "0.25"]) == 0
    (first, second) = map(json.loads, capfdbinary.readouterr().out.splitlines())
    assert (first["chunk_id"], first["source"], first["char_end"]) == ("a.txt-chunk-0", "docs/a.txt", 2000)
    assert (second["char_start"], second["overlap"]) == (1500, 500)
    chunks = shiplap.preset("fixed-1000", chunk_size=2000, chunk_overlap=0.25).chunk(TEXT, document_id="a.txt")
    assert [first["content_id"], second["content_id"]] == chunks.content_ids

    class Input:
        buffer = open(folder / "sub" / "b.md", "rb")  # noqa: SIM115

    monkeypatch.setattr(sys, "stdin", Input)
    assert main(["chunk", "-", *fixed, "--document-id", "x"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [json.loads(line)["chunk_id"] for line in lines] == ["x-chunk-0", "x-chunk-1"]
    assert json.loads(lines[0])["source"] is None
    Input.buffer.close()
    assert main(["chunk", "docs/empty.txt", "--on-empty", "raise"]) == 1
    assert main(["chunk", "docs"]) == 2
    assert main(["chunk", "missing"]) == 2


# ---- options


def config_of(command: list[str]) -> dict[str, Any]:
    from shiplap.cli.chunker_options import recipe
    from shiplap.cli.parser import parser

    return recipe(parser().parse_args(["chunk", "-", *command])).chunker.config


def test_adaptive(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    (folder / "sub" / "x.py").write_text("".join(f"def f{n}(x):\n    return x + {n}\n\n\n" for n in range(40)))
    table = "| name | meaning |\n|------|---------|\n"
    page = f"# Names\n\n{table}" + "".join(f"| name {n} | meaning of {n} |\n" for n in range(60))
    (folder / "page.md").write_text(page)
    assert main(["chunk", "docs/page.md", "--preset", "adaptive", "--table", "200"]) == 0
    chunks = [json.loads(line) for line in capfdbinary.readouterr().out.splitlines()]
    assert [(chunk["kind"], chunk["headings"]) for chunk in chunks] == [("table", ["Names"])] * len(chunks)
    assert [chunk["table_header"] for chunk in chunks] == ["", *[table] * (len(chunks) - 1)] and len(chunks) > 1
    assert main(["chunk", "docs/page.md", "--preset", "adaptive", "--size-includes-context", "all"]) == 2
    assert main(["chunk", "docs/page.md", "--preset", "adaptive", "--parser", "all"]) == 2
    capfdbinary.readouterr()
    assert main(["chunk", "docs/page.md", "--content-type", "python", "--code", "200"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert {json.loads(line)["kind"] for line in lines} == {"code"}

    assert main(["ingest", "docs", "--to", "c.db", "--preset", "adaptive", "--chunk-size", "200"]) == 0
    chunker = shiplap.preset("adaptive", chunk_size=200)
    with Store("c.db") as store:
        for name in ("docs/page.md", "docs/sub/x.py", "docs/a.txt"):
            stored = store.chunks(name)
            text = Path(name).read_text()
            assert [(chunk.text, chunk.kind, chunk.headings) for chunk in stored] == [
                (chunk.text, chunk.kind, chunk.headings) for chunk in chunker.chunk(text, path=name)
            ]
        assert {chunk.kind for chunk in store.chunks("docs/sub/x.py")} == {"code"}
        assert sum(found["chunks"] for found in store.stats().kinds.values()) == store.totals()["chunks"]
    with contextlib.closing(sqlite3.connect("c.db")) as connection:
        row = connection.execute(
            "SELECT kind, headings FROM chunks WHERE chunk_id = 'docs/page.md-chunk-1'"
        ).fetchone()
    assert row == ("table", '["Names"]')
    assert main(["stats", "c.db"]) == 0
    assert b"\nkind table  " in capfdbinary.readouterr().out


def test_precedence(folder: Path) -> None:
    Path("c.toml").write_text('preset = "fixed-900"\nchunk_size = 700\nchunk_overlap = 70\nsnap = "word"\n')
    assert config_of([]) == shiplap.preset("adaptive").config
    config = config_of(["--config", "c.toml", "--chunk-size", "500"])
    assert config == shiplap.preset("fixed-900", chunk_size=500, chunk_overlap=70, snap="word").config
    config = config_of(["--config", "c.toml", "--preset", "fixed-1000", "--snap", "none"])
    assert config == shiplap.preset("fixed-1000", chunk_size=700, chunk_overlap=70).config
    assert config_of(["--preset", "fixed-900", "--document-type", "chat"])["chunk_size"] == 600
    assert config_of(["--preset", "fixed-900", "--no-skip-blank"])["skip_blank"] is False
    everything = (
        "--preset fixed-1000 --unit bytes --snap sentence --sentence-rule capital --min-fill 0.25 --reserve 3"
        " --strip-whitespace --skip-blank --oversize raise --on-empty raise --errors replace --chunk-size 50"
        " --chunk-overlap 5"
    )
    assert config_of(everything.split()) == {
        "chunker": "fixed", "chunk_size": 50, "chunk_overlap": 5, "unit": "bytes", "reserve": 3,
        "snap": "sentence", "sentence_rule": "capital", "min_fill": 0.25, "strip_whitespace": True,
        "skip_blank": True, "oversize": "raise", "on_empty": "raise", "errors": "replace",
    }  # fmt: skip
    adaptive = "--size-includes-context --parser lexical --content-type python --prose 300 --code 200"
    config = config_of(adaptive.split())
    options: dict[str, Any] = {"parser": "lexical", "content_type": "python", "prose": 300, "code": 200}
    assert config == shiplap.preset("adaptive", size_includes_context=True, **options).config


def test_config_of_a_chunker(folder: Path) -> None:
    Path("c.toml").write_text('chunker = "fixed"\nchunk_size = 300\n')
    assert config_of(["--config", "c.toml"]) == shiplap.FixedChunker(300).config
    Path("d.toml").write_text('chunker = "fixed"\npreset = "fixed-900"\n')
    assert main(["chunk", "-", "--config", "d.toml"]) == 2
    assert main(["chunk", "-", "--config", "c.toml", "--document-type", "chat"]) == 2


def test_types(folder: Path) -> None:
    (folder / "sub" / "log.txt").write_text("chat")
    command = ["ingest", "docs", "--preset", "fixed-900"]
    options = ["--type", "docs/sub/log*=chat", "--type", "*.md=technical", "--type", "*.txt=default"]
    assert main([*command, "--to", "c.db", *options]) == 0
    fingerprints = {
        name: shiplap.preset("fixed-900", document_type=name).fingerprint
        for name in ("technical", "chat", "default")
    }
    with Store("c.db") as store:
        assert {d.document_id: d.fingerprint for d in store.documents()} == {
            "docs/a.txt": fingerprints["default"], "docs/empty.txt": fingerprints["default"],
            "docs/sub/b.md": fingerprints["technical"], "docs/sub/log.txt": fingerprints["chat"],
        }  # fmt: skip
    Path("c.toml").write_text('preset = "fixed-900"\n[types]\n"b.md" = "technical"\n"log*" = "chat"\n')
    assert main(["ingest", "docs", "--to", "d.db", "--config", "c.toml"]) == 0
    assert content("d.db") == content("c.db")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("ingest docs --to c.db --chunk-size 0", "chunk_size=0: must be a whole number of at least 1"),
        ("ingest docs --to c.db --chunk-size many", "chunk_size='many': must be a whole number of at least 1"),
        (
            "ingest docs --to c.db --chunk-size 1000 --chunk-overlap 1000",
            "chunk_overlap=1000: must be less than chunk_size (1000)",
        ),
        ("ingest docs --to c.db --preset fixed-90", "did you mean 'fixed-900'?"),
        ("ingest docs --to c.db --preset fixed-1000 --snap sentance", "did you mean 'sentence'?"),
        ("ingest docs --to c.db --snap sentence", "option='snap'"),
        ("ingest docs --to c.db --type x=chat", "the preset 'adaptive' has no document types"),
        (
            "ingest docs --to c.db --preset fixed-900 --on-empty error",
            "on_empty='error': must be one of 'empty', 'raise'",
        ),
        (
            "ingest docs --to c.db --preset fixed-1000 --chunk-size 500 --reserve 500",
            "reserve=500: must be less than chunk_size (500)",
        ),
        ("ingest docs --to c.db --content-type pyton", "did you mean 'python'?"),
        ("ingest docs --to c.db --preset fixed-900 --type chat", "type='chat': must be GLOB=TYPE"),
        ("ingest docs --to c.db --preset fixed-900 --type *=chatter", "did you mean 'chat'?"),
        ("ingest docs --to c.db --config missing.toml", "config='missing.toml': cannot be read"),
        ("ingest docs --to c.db --config docs/a.txt", "is not TOML"),
        ("ingest docs --to c.db --config unknown.toml", "option='chunk_sise'"),
        ("ingest docs --to c.json", "to='c.json': must be -, postgresql://..., a folder/ for Parquet files, or"),
        ("ingest docs --to missing/c.db", "to='missing/c.db': the folder does not exist"),
        ("ingest docs --to c.jsonl --prune", "prune='missing': requires a store"),
        ("ingest missing --to c.db", "PATH='missing': no such file or directory"),
        ("ingest docs --to c.jsonl --replace", "replace=True: requires a store"),
        ("ingest docs --to c.db --root docs/sub", "PATH='docs': does not lie in --root docs/sub"),
        ("ingest docs --to c.db --root docs/a.txt", "root='docs/a.txt': must be a folder"),
        ("ingest docs --to c.db --log-format xml", "log_format='xml': must be one of 'text', 'json'"),
        ("ingest docs --to c.db --jobs 0", "argument --jobs: must be a whole number of at least 1"),
        ("ingest --to c.db", "PATH=None: must be given, or --files-from"),
        ("ingest docs", "the following arguments are required: --to"),
        ("search c.db x --limit 0", "limit=0"),
        ("search c.db x --match some", "match='some'"),
        ("prompt c.db x --limit 0", "limit=0"),
        ("prompt c.db x --max-size 0", "max_size=0"),
        ("prompt c.db x --unit words", "unit='words'"),
        ("prompt c.db x --overlap twice", "overlap='twice'"),
        ("prompt c.db x --order size", "order='size'"),
        ("prompt c.db", "the following arguments are required: QUESTION"),
        ("stats ok.db --sentence-rule simpel", "did you mean 'simple'?"),
        ("frobnicate", "unknown command 'frobnicate'; the commands are ingest, chunk, "),
        ("serach c.db x", "unknown command 'serach' (did you mean search?)"),
        ("ingset docs --to c.db", "unknown command 'ingset' (did you mean ingest?)"),
        ("--verison", "unknown option --verison (did you mean --version?)"),
        ("chunk docs/a.txt --chunk-sise 3", "unknown option --chunk-sise (did you mean --chunk-size?)"),
        ("chunk docs/a.txt --chunk-sise=3", "unknown option --chunk-sise (did you mean --chunk-size?)"),
        ("chunk docs/a.txt --size 3", "unknown option --size (did you mean --chunk-size?)"),
        ("chunk docs/a.txt --overlap 3", "unknown option --overlap (did you mean --chunk-overlap?)"),
        ("ingest docs --too c.db", "unknown option --too (did you mean --to?)"),
        ("evaluate docs --sintetic", "unknown option --sintetic (did you mean --synthetic?)"),
        ("stats --frobnicate", "unknown option --frobnicate; shiplap stats --help has all"),
        ("", "required"),
    ],
)
def test_usage_errors(folder: Path, capsys: pytest.CaptureFixture[str], command: str, message: str) -> None:
    Path("unknown.toml").write_text("chunk_sise = 3\n")
    Store("ok.db", create=True).close()
    if command.startswith(("search", "prompt")):
        Store("c.db", create=True).close()
    assert main(command.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("shiplap: error: ") and captured.err.count("\n") == 1
    assert message in captured.err and captured.out == ""
    assert command.startswith(("search", "prompt")) or not Path("c.db").exists()


def test_version_and_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"shiplap {shiplap.__version__}\n"
    assert main(["--help"]) == 0
    assert "usage: shiplap" in capsys.readouterr().out


# ---- help


def parsers() -> dict[str, Any]:
    from shiplap.cli.parser import parser

    top: Any = parser()
    return {"": top, **top.commands}


@pytest.mark.parametrize("command", parsers())
def test_each_command_has_a_description_and_examples(
    command: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    assert main([*command.split(), "--help"]) == 0
    out = capsys.readouterr().out
    assert out.endswith("\n") and max(map(len, out.splitlines())) <= 100
    assert parsers()[command].description in out
    examples = examples_of(out)
    assert len(examples) >= 2
    for example in examples:
        given = parsers()[""].parse_args(shlex.split(example)[1:])
        assert example.startswith(f"shiplap {command}") and callable(given.run)


def examples_of(text: str) -> list[str]:
    return [line.strip() for line in text.partition("\nexamples:\n")[2].splitlines() if line.strip()]


def test_the_examples_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pq = pytest.importorskip("pyarrow.parquet")
    import pyarrow as pa

    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    text = "".join(f"The rain in the hills of part {n} wakes the old man. " for n in range(99))
    for name in ("docs/a.txt", "page.md", "brief.txt"):
        Path(name).write_text(text)
    Path("archive").mkdir()
    Path("archive/old.txt").write_text("It snows.")
    assert main(["ingest", "archive", "--to", "chunks.db"]) == 0  # for `delete`
    Path("answer.txt").write_text("“The rain in the hills” [doc: docs/a.txt, chunk: docs/a.txt-chunk-0].")
    pytest.importorskip("shtab")
    pq.write_table(pa.table({"id": ["a"], "text": ["It rains."]}), "pages.parquet")
    records: dict[str, Any] = {
        "retrieval": {"query": "rain", "chunks": ["a.txt-chunk-0"]},
        "claims": {"claim": "It rains in the hills.", "grounded": True},
        "questions": {"question": "Where does it rain?", "gold": ["the hills of part 7 "], "document_id": "a.txt"},
    }
    for name, record in records.items():
        Path(f"{name}.jsonl").write_text(json.dumps(record) + "\n")
    stores = without_servers(monkeypatch, all_kinds=True)
    for command in ("ingest", *sorted(set(parsers()) - {"", "ingest"})):
        for example in examples_of(parsers()[command].format_help()):
            assert main(shlex.split(example)[1:]) == 0, f"{example}: {capfd.readouterr().err}"
    assert {name for _, _, name in stores} == {"docs"}


# ---- functions by name


FUNCTIONS = """
import numpy as np
import {other}
def find(text):
    import {other} as later
    return [n for n in range(len(text)) if n % later.STEP == 0]
def count(text):
    return len(text.split())
def embed(texts):
    return np.ones((len(texts), 3), np.float32)
"""


def run_shiplap(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a folder as the script `shiplap` does: with the folder of the script on the path."""
    code = "import sys; sys.path = [p for p in sys.path if p not in ('', __import__('os').getcwd())]\n" \
        "from shiplap.cli import main; sys.exit(main())"  # fmt: skip
    environment = {**os.environ, "PYTHONPATH": str(Path(shiplap.__file__).parents[1])}
    return subprocess.run(
        [sys.executable, "-c", code, *command], cwd=folder, env=environment, capture_output=True, text=True,
        check=False,
    )  # fmt: skip


def test_functions_of_the_current_folder(folder: Path) -> None:
    root = folder.parent
    (root / "my.py").write_text(FUNCTIONS.format(other="beside"))
    (root / "beside.py").write_text("STEP = 700\n")
    (root / "random.py").write_text("raise SystemExit('hides the module random')\n")
    chunk = ("chunk", "docs/a.txt", "--preset", "fixed-1000", "--chunk-overlap", "0")
    done = run_shiplap(root, *chunk, "--boundaries", "my:find")
    assert [json.loads(line)["char_end"] for line in done.stdout.splitlines()] == [700, 1400, 2400], done.stderr
    done = run_shiplap(root, *chunk, "--chunk-size", "100", "--tokenizer", "my:count")
    assert json.loads(done.stdout.splitlines()[0])["token_count"] == 100, done.stderr
    assert run_shiplap(root, "ingest", "docs", "--to", "c.db").returncode == 0
    done = run_shiplap(root, "ground", "c.db", "It rains.", "--embed", "my:embed")
    assert done.stdout.startswith("grounded\t1.000"), done.stderr


@few_quick(
    ("text", "name", "message"),
    [
        ("\n\nimport nope\n", "my:find", "my.py, line 3: ModuleNotFoundError: No module named 'nope'"),
        ("def find(:\n", "my:find", "my.py, line 1: SyntaxError: invalid syntax"),
        ("x = 1\nx.y\n", "my:find", "my.py, line 2: AttributeError: 'int' object has no attribute 'y'"),
        ("import sys\nsys.exit(3)\n", "my:find", "my.py, line 2: SystemExit: 3"),
        ("def find(text): ...", "my:fnd", "my has no 'fnd' (did you mean 'find'?)"),
        ("def find(text): ...", "mine:find", "no module is named 'mine'"),
        ("def find(text): ...", "my.part:find", "no module is named 'my.part'"),
        ("find = 3", "my:find", "it is a value of type int"),
        ("", "my", 'must name an importable function, as "module:qualname"'),
    ], quick=2,
)
def test_errors_of_named_functions(folder: Path, text: str, name: str, message: str) -> None:
    (folder / "my.py").write_text(text)
    done = run_shiplap(folder, "chunk", "a.txt", "--preset", "fixed-1000", "--boundaries", name)
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith(f"shiplap: error: boundaries={name!r}: ") and message in done.stderr


@few_quick(
    ("option", "names"),
    [
        ("boundaries = 'trusted:find'", "boundaries names the function 'trusted:find'"),
        ("tokenizer = 'trusted:count'\nunit = 'tokens'", "tokenizer names the function 'trusted:count'"),
        ("levels = [['function', 'trusted:find']]", "levels names the function 'trusted:find'"),
        ("overlap_levels = ['word', ['function', 'trusted:find']]", "overlap_levels names the function"),
    ], quick=1,
)
def test_a_configuration_with_functions_needs_trust(folder: Path, option: str, names: str) -> None:
    (folder / "trusted.py").write_text("open('ran', 'w').close()\n" + FUNCTIONS.format(other="json"))
    (folder / "c.toml").write_text(f"chunker = 'recursive'\n{option}\n")
    done = run_shiplap(folder, "chunk", "empty.txt", "--config", "c.toml")
    assert done.returncode == 2 and f"config='c.toml': {names}" in done.stderr
    assert "runs the code of its module: give --trust-config" in done.stderr
    assert not (folder / "ran").exists()
    done = run_shiplap(folder, "chunk", "empty.txt", "--config", "c.toml", "--trust-config")
    assert done.returncode == 0 and (folder / "ran").exists(), done.stderr


def test_warnings_are_messages(
    folder: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("tree_sitter")
    monkeypatch.setattr("shiplap.content.outliners._WARNED", set())
    (folder / "x.md").write_text("```cobol\n" + "MOVE A TO B;\n" * 999 + "```\n")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert main(["chunk", "docs/x.md", "--parser", "tree-sitter"]) == 0
    assert capfd.readouterr().err.startswith("shiplap: warning: tree-sitter has no grammar for 'cobol'")


# ---- stats and search


def test_stats(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs/a.txt", "--to", "c.db", "--preset", "fixed-1000"]) == 0
    capsys.readouterr()
    assert main(["stats", "c.db", "--json", "--sentence-rule", "capital"]) == 0
    figures = json.loads(capsys.readouterr().out)
    expected = shiplap.chunk(TEXT, "fixed-1000").stats("capital").to_dict()
    totals = figures.pop("store")
    assert figures == json.loads(json.dumps(expected))
    assert (totals["documents"], totals["chunks"], totals["characters"], totals["bytes"]) == (1, 3, 2400, 2400)
    assert main(["stats", "c.db"]) == 0
    out = capsys.readouterr().out
    assert "(rule standard)" in out and "1 document with 2400 characters of text" in out
    assert main(["stats", "missing.db"]) == 1
    assert "no such store" in capsys.readouterr().err and not Path("missing.db").exists()


def test_search(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-1000"]) == 0
    capsys.readouterr()
    assert main(["search", "c.db", "мир", "--limit", "1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("docs/sub/b.md-chunk-") and "[мир]" in line
    assert main(["search", "c.db", "old", "man", "--json"]) == 0
    hits = [json.loads(hit) for hit in capsys.readouterr().out.splitlines()]
    assert len(hits) == 3 and {hit["document_id"] for hit in hits} == {"docs/a.txt"}
    for words in ('"', "*", "AND", "a-b", "😀", ""):
        assert main(["search", "c.db", words]) == 1
        captured = capsys.readouterr()
        assert captured.out == "" and captured.err.startswith("shiplap: nothing found: no chunk has all of the")
        assert "--match any finds chunks that have at least one" in captured.err
        assert main(["search", "c.db", words, "--json", "--match", "any"]) == 1
        assert capsys.readouterr() == ("", "shiplap: nothing found\n")
    (folder / "escape.txt").write_text("red \x1b[31mcolour\x07 tab\t line\nend")
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    capsys.readouterr()
    assert main(["search", "c.db", "tab"]) == 0
    assert capsys.readouterr().out == "docs/escape.txt-chunk-0\tred \\x1b[31mcolour\\x07 [tab] line end\n"
    assert main(["search", "docs/a.txt", "x"]) == 1


@pytest.mark.parametrize("command", ["search {} x", "stats {}", "prompt {} x", "ground {} x"])
def test_a_server_is_no_store(folder: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    assert main(command.format("postgresql://ann:s3cret@localhost/x").split()) == 1
    error = capsys.readouterr().err
    assert error.startswith("shiplap: error: postgresql://ann:***@localhost/x: a store is an SQLite file")
    assert "PostgreSQL searches and checks its chunks by SQL" in error


@pytest.mark.parametrize("command", ["search", "prompt"])
def test_a_search_says_what_it_waits_for(
    folder: Path, command: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    monkeypatch.setattr("shiplap.cli.searching.SILENCE", 0.01)
    with contextlib.closing(sqlite3.connect("c.db", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        capfd.readouterr()
        assert main([command, "c.db", "snores", "--patience", "0.02"]) == 1
        lines = capfd.readouterr().err.splitlines()
        assert lines[0] == "shiplap: waits for another process that uses c.db, at most 0.02 s" and len(lines) == 2
    assert main([command, "c.db", "snores", "--patience", "0.02"]) == 0


def test_search_shows_headings(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "hills.md").write_text("# Hills\n\n## Rain\n\nIt pours.\n")
    assert main(["ingest", "docs", "--to", "c.db", "--prose", "4", "--max-context", "4"]) == 0
    capsys.readouterr()
    assert main(["search", "c.db", "hills", "pour", "--language", "en"]) == 0
    assert capsys.readouterr().out == "docs/hills.md-chunk-2\tIt [pours].\tHills > Rain\n"
    assert main(["search", "c.db", "hills", "--language", "xx"]) == 2
    assert "language='xx'" in capsys.readouterr().err


def test_an_index_for_a_store_that_is_read_only(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    with Store("c.db", read_only=True) as store, pytest.raises(StoreError, match="`shiplap ingest --index`"):
        store.search("snores")
    assert main(["ingest", "docs", "--to", "c.db", "--index"]) == 0
    data = Path("c.db").read_bytes()
    with Store("c.db", read_only=True) as store:
        assert store.search("snores")
    assert main(["search", "c.db", "snores"]) == 0 and Path("c.db").read_bytes() == data
    capsys.readouterr()
    assert main(["ingest", "docs", "--to", "c.jsonl", "--index"]) == 2
    assert "index=True: requires a store" in capsys.readouterr().err and not Path("c.jsonl").exists()


def test_search_of_any_word(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    capsys.readouterr()
    assert main(["search", "c.db", "мир", "snores"]) == 1
    assert capsys.readouterr().out == ""
    assert main(["search", "c.db", "мир", "snores", "--match", "any", "--json"]) == 0
    hits = [json.loads(hit) for hit in capsys.readouterr().out.splitlines()]
    assert {hit["document_id"] for hit in hits} == {"docs/a.txt", "docs/sub/b.md"}
    for hit in hits:
        text = Path(hit["document_id"]).read_text()
        assert hit["text"] == text[hit["start"] : hit["end"]]
        assert hit["text"].encode() == text.encode()[hit["start_byte"] : hit["end_byte"]]


# ---- vectors


def test_vectors_of_a_store_that_has_none(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Store("c.db", create=True):
        pass
    assert main(["vectors", "c.db", "--drop", "m"]) == 2
    assert "drop='m': is unknown: none exists\n" in capsys.readouterr().err


def test_vectors_are_listed_and_dropped(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder.parent / "models.py").write_text(
        "from pathlib import Path\nfrom shiplap.vectors import HashedWords\n"
        "def embed(texts): return HashedWords(16)(texts)[:, ::int(Path('step').read_text())]\n"
    )
    Path("step").write_text("1")
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-900"]) == 0
    capsys.readouterr()
    assert main(["vectors", "c.db"]) == 0 and capsys.readouterr() == ("", "shiplap: no vectors\n")
    ground = ["ground", "c.db", "It rains.", "--embed"]
    assert main([*ground, "hashed"]) == main([*ground, "models:embed"]) == 0
    capsys.readouterr()
    assert main(["vectors", "c.db"]) == 0
    assert [line.split("\t") for line in capsys.readouterr().out.splitlines()] == [
        ["hashed", "5 vectors of 1024 dimensions", "0.0 MB", "0 of texts that no chunk has any more"],
        ["models:embed", "5 vectors of 16 dimensions", "0.0 MB", "0 of texts that no chunk has any more"],
    ]
    Path("step").write_text("2")
    with warnings.catch_warnings():
        warnings.simplefilter("default")
        assert main([*ground, "models:embed"]) == 0
    error = capsys.readouterr().err
    assert error.startswith(
        "shiplap: warning: the vectors of model 'models:embed' in 'c.db': the function returns 8"
    )
    assert "embedded anew" in error
    assert main([*ground, "models:embed"]) == 0 and capsys.readouterr().err == ""
    for option in ("--drop", "--failed"):
        assert main(["vectors", "c.db", option, "hash"]) == 2
        assert "must be one of 'hashed', 'models:embed' (did you mean 'hashed'?)" in capsys.readouterr().err
    assert main(["vectors", "c.db", "--failed", "hashed"]) == 0
    assert capsys.readouterr() == ("", "shiplap: hashed has failed for no text\n")
    assert main(["vectors", "c.db", "--drop", "model:embed"]) == 2
    assert "drop='model:embed': must be one of 'hashed', 'models:embed' (did you" in capsys.readouterr().err
    assert main(["vectors", "c.db", "--drop", "models:embed"]) == 0
    assert capsys.readouterr().err == "shiplap: 5 vectors of models:embed dropped\n"
    assert main(["vectors", "c.db", "--json"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert json.loads(line) == {
        "model": "hashed", "dimensions": [1024], "vectors": 5, "bytes": 20480, "unused": 0, "has_probe": True
    }  # fmt: skip


@pytest.mark.parametrize("command", ["vectors c.db", "sync c.db --to mine:make --model hashed"])
def test_a_command_imports_no_readers_without_an_ingest(folder: Path, command: str) -> None:
    """They would double the time that it takes to start."""
    Path("mine.py").write_text("from shiplap.sync import MemoryTarget\ndef make():\n    return MemoryTarget()\n")
    with Store("c.db", create=True) as store:
        store.put(shiplap.chunk("It rains.", document_id="rain"))
        store.embed("hashed")
    code = (
        "import sys\nfrom shiplap.cli import main\n"
        f"assert main({shlex.split(command)}) == 0\n"
        "print([name for name in sys.modules if name.startswith(('shiplap.readers', 'shiplap.ingestion'))])"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert found.stdout.splitlines()[-1] == "[]"


# ---- prompt


def test_prompt(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-900"]) == 0
    capfdbinary.readouterr()
    assert main(["prompt", "c.db", "Does the old man snore? He snores.", "--instruction", "Be brief."]) == 0
    captured = capfdbinary.readouterr()
    assert captured.err == b""
    parsed = parse_prompt(captured.out.decode())
    assert (parsed.instruction, parsed.question) == ("Be brief.", "Does the old man snore? He snores.")
    assert {(chunk.name, chunk.id[:16]) for chunk in parsed.chunks} == {("docs/a.txt", "docs/a.txt-chunk")}
    with Store("c.db") as store:
        hits = store.search("Does the old man snore? He snores.", match="any")
    built = build_prompt(parsed.question, hits, instruction="Be brief.", name="document_id")
    assert captured.out == built.text.encode() + b"\n"
    assert "".join(chunk.text for chunk in sorted(parsed.chunks, key=lambda chunk: chunk.id)) == TEXT
    assert main(["prompt", "c.db", "мир snores", "--match", "all"]) == 1
    captured = capfdbinary.readouterr()
    assert captured.out == b"" and b"nothing found" in captured.err and b"--match any" in captured.err
    assert main(["prompt", "c.db", "snow", "--json"]) == 1
    assert capfdbinary.readouterr() == (b"", b"shiplap: nothing found\n")


def test_search_merges(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    command = ["ingest", "docs", "--to", "c.db", "--preset", "fixed-900", "--chunk-size", "60"]
    assert main([*command, "--chunk-overlap", "0"]) == 0
    capfd.readouterr()
    command = ["search", "c.db", "snores", "--json", "--limit", "100"]
    assert main(command) == 0
    plain = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert main([*command, "--merge", "200,2000"]) == 0
    merged = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert len(merged) < len(plain) and any("-level-" in hit["id"] for hit in merged)
    assert main([*command, "--merge", "many"]) == 2
    assert "merge" in capfd.readouterr().err


def test_prompt_with_neighbours(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-900", "--chunk-size", "100"]) == 0
    capfd.readouterr()
    command = ["prompt", "c.db", "snores", "--limit", "1"]
    shown = []
    for expand in ([], ["--expand", "1"], ["--expand", "20", "--expand-unit", "characters"]):
        assert main([*command, *expand]) == 0
        shown += parse_prompt(capfd.readouterr().out).chunks
    assert len({chunk.id for chunk in shown}) == 1
    assert shown[0].text in shown[2].text and shown[2].text in shown[1].text
    assert len(shown[0].text) < len(shown[2].text) < len(shown[1].text)
    for wrong, said in (("-1", "expand"), ("many", "expand")):
        assert main([*command, "--expand", wrong]) == 2
        assert said in capfd.readouterr().err
    assert main([*command, "--expand-unit", "sentences"]) == 2
    assert "needs --expand N" in capfd.readouterr().err
    assert main([*command, "--expand", "1", "--expand-unit", "pages"]) == 2
    assert "expand_unit=" in capfd.readouterr().err


def test_prompt_of_a_size(folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["ingest", "docs", "--to", "c.db", "--preset", "fixed-1000"]) == 0
    capfd.readouterr()
    command = ["prompt", "c.db", "snores", "--json", "--limit", "3"]
    assert main([*command, "--overlap", "keep", "--order", "document"]) == 0
    whole = json.loads(capfd.readouterr().out)
    assert len(whole["included"]) == 3 and whole["dropped"] == [] and whole["unit"] == "characters"
    assert len(parse_prompt(whole["text"]).chunks) == 3
    assert main([*command, "--overlap", "keep", "--max-size", "300", "--unit", "tokens"]) == 0
    captured = capfd.readouterr()
    part = json.loads(captured.out)
    assert part["size"] == -(-len(part["text"]) // 4) <= 300
    assert len(part["included"]) == 1 and sorted(part["included"] + part["dropped"]) == sorted(whole["included"])
    assert captured.err.startswith("shiplap: 2 of 3 chunks do not fit --max-size 300 tokens and are dropped: ")
    assert all(f"{name} (" in captured.err for name in part["dropped"]) and captured.err.count("characters)") == 2
    assert main(["prompt", "c.db", "snores", "--limit", "1", "--max-size", "300"]) == 0
    said = capfd.readouterr().err
    assert "1 of 1 chunk does not fit --max-size 300 characters and is dropped: " in said
    assert said.endswith("(the best one, 1000 characters); the prompt has no chunk\n")
    assert main([*command, "--max-size", "20"]) == 1
    assert "the prompt without chunks has" in capfd.readouterr().err
    assert main([*command, "--token-limit", "100"]) == 1
    assert "the limit is 100" in capfd.readouterr().err
    assert main(["prompt", "missing.db", "x"]) == 1
    assert main(["prompt", "c.db", "snores\udcff"]) == 0
    assert "Question: snores?" in capfd.readouterr().out


def test_a_locked_store(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An ingest says that it waits for another, and then goes on."""
    Store("c.db", create=True).close()
    monkeypatch.setattr("shiplap.ingestion.targets.PATIENCE", 0.05)
    other = sqlite3.connect("c.db", isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(0.5, other.rollback)
    timer.start()
    try:
        assert main(["ingest", "docs", "--to", "c.db"]) == 0
    finally:
        timer.join()
        other.close()
    error = capsys.readouterr().err
    assert error.count("shiplap: waits for another process that writes to c.db\n") == 1
    assert "3 new" in error.splitlines()[-1]


# ---- progress


class Terminal:
    """Standard error as a terminal."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


@pytest.mark.parametrize("rich", [True, False])
def test_progress(folder: Path, monkeypatch: pytest.MonkeyPatch, rich: bool) -> None:
    if rich:
        pytest.importorskip("rich")
    else:
        for name in ("rich", "rich.console", "rich.progress"):
            monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr("shiplap.progress.INTERVAL", 0.0)
    (folder / "binary[b]").write_bytes(b"\0")
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    assert "shiplap: docs/binary[b]: skipped: binary file" in terminal.text
    assert "shiplap: documents: 3 new" in terminal.text
    assert rich or ("3 of 4 files" in terminal.text and "docs/" in terminal.text)
    assert ("0.0 of 0.0 MB, 0 s left" in terminal.text) == (not rich)


@pytest.mark.parametrize("rich", [True, False])
def test_progress_of_other_things(monkeypatch: pytest.MonkeyPatch, rich: bool) -> None:
    from shiplap.progress import Bar, Line, progress

    if rich:
        pytest.importorskip("rich")
    monkeypatch.setattr("shiplap.progress.INTERVAL", 0.0)
    terminal: Any = Terminal()
    with progress(3, terminal, "configurations") if rich else Line(3, terminal, "configurations") as shown:
        shown.advance(1)
    assert isinstance(shown, Bar) == rich
    assert rich or "1 of 3 configurations, " in terminal.text


@pytest.mark.parametrize("module", ["shiplap", "shiplap.cli.parser"])
def test_import_is_light(module: str) -> None:
    heavy = ("sqlite3", "rich", "tomllib", "shiplap.ingestion.ingest")
    code = f"import sys, {module}; print([m for m in {heavy} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


# ---- what a review found


def test_prune_does_not_depend_on_the_working_folder(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other" / "docs"
    other.mkdir(parents=True)
    (other / "new.txt").write_text("new")
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    monkeypatch.chdir(tmp_path / "other")
    assert main(["ingest", "docs", "--to", "../c.db", "--prune"]) == 0
    with Store("../c.db") as store:
        assert [document.document_id for document in store.documents()] == [
            *NAMES, "other/docs/new.txt",
        ]  # fmt: skip
    (folder / "a.txt").unlink()
    assert main(["ingest", str(folder), "--to", "../c.db", "--prune"]) == 0
    with Store("../c.db") as store:
        assert store.get("docs/a.txt") is None and store.get("other/docs/new.txt") is not None


def test_prune_of_a_path_that_is_gone(folder: Path) -> None:
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    (folder / "sub").rename(folder.parent / "moved")
    assert main(["ingest", "docs/sub", "--to", "c.db"]) == 2
    assert main(["ingest", "docs/sub", "--to", "c.db", "--prune"]) == 2
    with Store("c.db") as store:
        assert [document.document_id for document in store.documents()] == NAMES
    assert main(["ingest", "docs", "--to", "c.db", "--prune"]) == 0
    with Store("c.db") as store:
        assert [document.document_id for document in store.documents()] == NAMES[:2]


def test_the_same_file_twice(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "link.txt").symlink_to("a.txt")
    command = ["ingest", "docs/a.txt", "docs", str(folder), "docs/link.txt", "--to", "c.db"]
    assert main(command) == 0
    assert "3 new, 0 changed" in summary(capsys)


@few_quick("redirection", ["<&-", ">&-", "2>&-"], quick=1)
def test_closed_streams(folder: Path, redirection: str) -> None:
    command = f"{sys.executable} -m shiplap ingest docs --to c.db {redirection}"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    with Store("c.db") as store:
        assert len(store) == 3
    command = f"{sys.executable} -m shiplap chunk docs/a.txt {redirection}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert "Traceback" not in result.stderr


def test_characters_that_the_terminal_lacks(folder: Path) -> None:
    assert main(["ingest", "docs", "--to", "c.db"]) == 0
    command = f"PYTHONIOENCODING=ascii {sys.executable} -m shiplap search c.db мир"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 0 and "docs/sub/b.md-chunk-0" in result.stdout


def test_chunk_of_a_pipe(folder: Path) -> None:
    command = f"cat docs/a.txt | {sys.executable} -m shiplap chunk /dev/stdin --preset fixed-1000"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert result.returncode == 0 and len(result.stdout.splitlines()) == 3


def test_lines_into_a_link(folder: Path) -> None:
    Path("link.jsonl").symlink_to("target.jsonl")
    assert main(["ingest", "docs", "--to", "link.jsonl", "--preset", "fixed-1000"]) == 0
    assert Path("link.jsonl").is_symlink() and len(Path("target.jsonl").read_text().splitlines()) == 5


@pytest.mark.parametrize(
    "text", ["preset = false", "preset = 'fixed-900'\nchunker = 'fixed'", "a = " + "[" * 9999]
)
def test_odd_configurations(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.toml").write_text(text)
    assert main(["chunk", "docs/a.txt", "--config", "c.toml"]) == 2
    assert "shiplap: error: " in capsys.readouterr().err


# ---- sentences


SENTENCES = "Dr. Kim left. “Да, Xqz. Neuß.” 我不去。他去。"


def sentences(capfdbinary: pytest.CaptureFixture[bytes], *command: str) -> list[dict[str, Any]]:
    assert main(["sentences", *command]) == 0
    captured = capfdbinary.readouterr()
    assert captured.err == b""
    return [json.loads(line) for line in captured.out.splitlines()]


def test_sentences(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    Path("s.txt").write_text(SENTENCES, "utf-8")
    lines = sentences(capfdbinary, "s.txt")
    assert [line["text"] for line in lines] == ["Dr. Kim left. ", "“Да, Xqz. ", "Neuß.” ", "我不去。", "他去。"]
    found = shiplap.sentences(SENTENCES)
    assert [[line["char_start"], line["char_end"]] for line in lines] == found.spans.tolist()
    assert [[line["byte_start"], line["byte_end"]] for line in lines] == found.byte_spans.tolist()
    assert list(lines[0]) == ["char_start", "char_end", "byte_start", "byte_end", "text"]
    for command, options in (
        (["--sentence-rule", "simple"], {"sentence_rule": "simple"}),
        (["--sentence-rule", "capital"], {"sentence_rule": "capital"}),
        (["--language", "zh"], {"language": "zh"}),
        (["--language", "de", "--abbreviation", "Xqz."], {"language": "de", "abbreviations": ["Xqz"]}),
        (["--abbreviation", "a", "--abbreviation", "Xqz"], {"abbreviations": ["a", "Xqz"]}),
    ):
        lines = sentences(capfdbinary, "s.txt", *command)
        expected = shiplap.sentences(SENTENCES, **options)  # type: ignore[arg-type]
        assert [line["text"] for line in lines] == expected.texts
        assert options == {"language": "zh"} or expected != found
    assert sentences(capfdbinary, "docs/empty.txt") == []


def test_sentences_of_standard_input(
    folder: Path, capfdbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("s.txt").write_bytes(b"Ab. \xffc. D\xed\xa0\x80")

    class Input:
        buffer = open("s.txt", "rb")  # noqa: SIM115

    monkeypatch.setattr(sys, "stdin", Input)
    assert [line["text"] for line in sentences(capfdbinary, "-", "--errors", "replace")][:1] == ["Ab. "]
    Input.buffer.close()
    assert main(["sentences", "s.txt", "--encoding", "utf-8"]) == 1
    captured = capfdbinary.readouterr()
    assert captured.out == b"" and b"shiplap: error: invalid start byte at offset 4" in captured.err
    Path("s.txt").write_bytes(b"Ab. C\xed\xa0\x80")
    assert sentences(capfdbinary, "s.txt", "--errors", "surrogatepass")[1]["text"] == "C\ud800"


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("sentences docs/a.txt --sentence-rule standart", "did you mean 'standard'?"),
        ("sentences docs/a.txt --language xx", "language='xx': must be one of 'am', 'ar', 'bg'"),
        ("sentences docs/a.txt --abbreviation .", "abbreviations='.': must be words"),
        ("sentences docs/a.txt --errors ignore", "errors='ignore': must be one of"),
        ("sentences docs", "FILE='docs': is a folder"),
        ("sentences missing", "FILE='missing': no such file or directory"),
        ("sentences", "the following arguments are required: FILE"),
        ("chunk docs/a.txt --language xx", "language='xx': must be one of 'am', 'ar', 'bg'"),
        ("chunk docs/a.txt --preset sentence-3000 --min-size many", "min_size='many': must be a whole number"),
        ("chunk docs/a.txt --preset sentence-3000 --min-size 3001", "min_size=3001: must be at most chunk_size"),
        ("chunk docs/a.txt --preset sentence-3000 --max-size 9", "max_size=9: must be at least chunk_size (3000)"),
        ("chunk docs/a.txt --max-size 9000", "option='max_size'"),
    ],
)
def test_usage_errors_of_sentences(
    folder: Path, capsys: pytest.CaptureFixture[str], command: str, message: str
) -> None:
    assert main(command.split()) == 2
    captured = capsys.readouterr()
    assert captured.err.startswith("shiplap: error: ") and captured.err.count("\n") == 1
    assert message in captured.err and captured.out == ""


def test_options_of_sentences(folder: Path) -> None:
    assert main(["sentences", "--help"]) == 0
    preset = ["--preset", "sentence-3000"]
    config = config_of([*preset, "--language", "de", "--min-size", "100", "--max-size", "4000"])
    assert config == shiplap.SentenceChunker(language="de", min_size=100, max_size=4000).config
    config = config_of(["--preset", "fixed-1000", "--snap", "sentence", "--language", "en"])
    assert config == shiplap.preset("fixed-1000", snap="sentence", language="en").config
    Path("c.toml").write_text(
        'preset = "sentence-3000"\nlanguage = "fr"\nmin_size = 7\nabbreviations = ["Xqz."]\n'
    )
    config = config_of(["--config", "c.toml", "--max-size", "3500"])
    expected = shiplap.SentenceChunker(language="fr", min_size=7, max_size=3500, abbreviations=["Xqz"])
    assert config == expected.config
    assert config_of(["--config", "c.toml", "--language", "en"])["language"] == "en"
    Path("d.toml").write_text('chunker = "sentences"\nlanguage = "en"\n')
    assert config_of(["--config", "d.toml"]) == shiplap.SentenceSplitter(language="en").config
