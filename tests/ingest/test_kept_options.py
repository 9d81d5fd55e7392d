"""The options that a store keeps, and those of a later run on top of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap.cli import main
from shiplap.ingestion.given import Given
from shiplap.store import Store

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "docs").mkdir()
    for name in ("a.txt", "b.md"):
        (tmp_path / "docs" / name).write_text("It rains. It pours. The old man snores. " * 60)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ingest(*given: str, code: int = 0) -> None:
    assert main(["ingest", "docs", "--to", "v.db", *given]) == code


def config(document_id: str = "") -> dict[str, Any]:
    """Return the options of the chunker that the store keeps, which cut all of its documents."""
    with Store("v.db") as store:
        kept: dict[str, Any] = json.loads(store.setting("configuration") or "")["default"]
        fingerprints = {fingerprint for _, fingerprint in store.fingerprints()}
    assert fingerprints == {shiplap.from_config(kept).fingerprint}
    return kept


#: The options of a first run, those of a second one, the options of all together, and the message.
RUNS: list[tuple[str, str, dict[str, Any], str]] = [
    ("--preset sentence-3000 --chunk-size 500", "--chunk-overlap 99",
     {"chunker": "sentence", "chunk_size": 500, "chunk_overlap": 99, "min_size": 83},
     "chunk_overlap 100 -> 99"),
    ("--preset fixed-900", "--chunk-size 450", {"chunk_overlap": 60},
     "chunk_size 900 -> 450, chunk_overlap 120 -> 60"),
    ("--preset fixed-900 --chunk-overlap 90", "--chunk-size 450", {"chunk_overlap": 45},
     "chunk_size 900 -> 450, chunk_overlap 90 -> 45"),
    ("--chunker fixed --chunk-overlap 0.1", "--chunk-size 450", {"chunk_overlap": 45},
     "chunk_size 1000 -> 450, chunk_overlap 100 -> 45"),
    ("--chunker sentence --chunk-size 600 --min-size 300 --max-size 600", "--chunk-size 6000",
     {"min_size": 3000, "max_size": 6000, "chunk_overlap": 1200},
     "chunk_size 600 -> 6000, chunk_overlap 120 -> 1200, min_size 300 -> 3000, max_size 600 -> 6000"),
    ("--chunker sentence --chunk-size 600", "--min-size 590", {"min_size": 590, "max_size": 1179},
     "min_size 100 -> 590, max_size 1000 -> 1179"),
    ("--preset fixed-900 --snap sentence", "--snap none --skip-blank", {"snap": None}, "snap sentence -> none"),
    ("--preset fixed-900 --snap sentence", "--no-skip-blank", {"snap": "sentence", "skip_blank": False},
     "skip_blank true -> false"),
    ("--preset paragraph-800", "--unit characters", {"unit": "characters", "chunk_size": 800},
     "unit tokens -> characters"),
    ("--preset fixed-900 --document-type chat", "--chunk-overlap 10", {"chunk_size": 600},
     "chunk_overlap 120 -> 10"),
    ("--preset fixed-900 --chunk-size 700 --chunk-overlap 70", "--document-type chat",
     {"chunk_size": 600, "chunk_overlap": 60}, "chunk_size 700 -> 600, chunk_overlap 70 -> 60"),
    ("--preset adaptive --table 200", "--chunk-overlap 9", {"table": {"chunk_size": 200, "chunk_overlap": 9}},
     "prose.chunk_overlap 50 -> 9, code.chunk_overlap 20 -> 9, table.chunk_overlap 7 -> 9"),
    ("--chunk-overlap 90", "--code 64", {"code": {"chunk_size": 64, "chunk_overlap": 22}},
     "code.chunk_size 256 -> 64, code.chunk_overlap 90 -> 22"),
    ("--chunk-overlap 90", "--data 64", {"data": {"chunk_size": 64, "chunk_overlap": 22}},
     "data none -> {\"chunk_size\": 64, \"chunk_overlap\": 22}"),
    ("--chunk-overlap 90", "--code 64 --chunk-overlap 9", {"code": {"chunk_size": 64, "chunk_overlap": 9}},
     "code.chunk_size 256 -> 64, code.chunk_overlap 90 -> 9"),
    ("--preset sentence-3000 --chunk-size 500", "--preset fixed-1000", {"chunker": "fixed", "chunk_overlap": 200},
     "chunker sentence -> fixed, chunk_size 500 -> 1000, chunk_overlap 100 -> 200, min_size 83 -> none"),
    ("--preset sentence-3000 --chunk-size 500", "--preset sentence-3000", {"chunk_size": 3000},
     "chunk_size 500 -> 3000, chunk_overlap 100 -> 600, min_size 83 -> 500, max_size 833 -> 5000"),
    ("--preset sentence-3000", "--chunker stable", {"chunker": "stable"}, "chunker sentence -> stable"),
]  # fmt: skip


@pytest.mark.parametrize("run", RUNS, ids=[f"{first} then {second}" for first, second, *_ in RUNS])
def test_options_on_top_of_kept_ones(
    run: tuple[str, str, dict[str, Any], str], capsys: pytest.CaptureFixture[str]
) -> None:
    first, second, expected, changes = run
    ingest(*first.split())
    capsys.readouterr()
    ingest(*second.split())
    line, *_, summary = capsys.readouterr().err.splitlines()
    assert line.startswith("shiplap: changes the configuration that the store keeps: ") and changes in line
    assert line.endswith("; 2 documents will be cut anew") and "2 changed" in summary
    found = config()
    assert {name: found[name] for name in expected} == expected
    ingest()
    assert "uses the configuration that the store keeps: " in capsys.readouterr().err and config() == found


def test_the_options_of_three_runs_add_up(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("--preset", "fixed-900")
    ingest("--chunk-size", "300")
    ingest()
    ingest("--snap", "sentence")
    capsys.readouterr()
    ingest("--snap", "sentence")
    assert capsys.readouterr().err.startswith("shiplap: documents: ")  # nothing differs
    found = config()
    assert (found["chunk_size"], found["chunk_overlap"], found["snap"]) == (300, 40, "sentence")


def test_types_on_top_of_kept_ones(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("--preset", "fixed-900", "--type", "*.md=chat", "--type", "*.rst=chat")
    capsys.readouterr()
    ingest("--type", "*.md=technical")
    assert capsys.readouterr().err.splitlines()[0] == (
        "shiplap: changes the configuration that the store keeps: *.md: chunk_size 600 -> 1200;"
        " 1 document will be cut anew"
    )
    with Store("v.db") as store:
        kept = json.loads(store.setting("configuration") or "")
    assert [(glob, each["chunk_size"]) for glob, each in kept["types"]] == [("*.md", 1200), ("*.rst", 600)]


def test_a_configuration_file_on_top_of_kept_options(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("--preset", "sentence-3000", "--chunk-size", "500")
    Path("more.toml").write_text("chunk_overlap = 50\n")
    ingest("--config", "more.toml")
    assert "chunk_overlap 100 -> 50; 2 documents" in capsys.readouterr().err and config()["chunk_size"] == 500
    Path("more.toml").write_text('preset = "fixed-900"\nchunk_overlap = 50\n')
    ingest("--config", "more.toml")
    assert config()["chunk_overlap"] == 50 and config()["chunker"] == "fixed"
    Path("more.toml").write_text('chunker = "recursive"\nchunk_size = 300\n')
    ingest("--config", "more.toml")
    assert config()["chunker"] == "recursive"
    Path("more.toml").write_text('preset = "adaptive"\n[prose]\nchunk_size = 200\nchunk_overlap = 40\n')
    ingest("--config", "more.toml")
    ingest("--prose", "100")
    assert config()["prose"] == {"chunk_size": 100, "chunk_overlap": 20}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--snap sentence", "snap='sentence': is not an option of the chunker that the store keeps (sentence)"),
        ("--table 100", "table=100: is not an option of the chunker that the store keeps (sentence)"),
        (
            "--chunk-overlap 500",
            "chunk_overlap=500: must be less than chunk_size (500); the store keeps the other",
        ),
        ("--max-size 400", "max_size=400: must be at least chunk_size (500); the store keeps the other options"),
        ("--chunk-size 0", "chunk_size=0: must be a whole number of at least 1"),
        ("--document-type chat", "document_type='chat': the preset 'sentence-3000' has no document types"),
        ("--type *.md=chat", "document_type='chat': the preset 'sentence-3000' has no document types"),
    ],
)
def test_options_that_do_not_fit_the_kept_ones(
    options: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ingest("--preset", "sentence-3000", "--chunk-size", "500")
    Path("docs/a.txt").write_text("It snows.")
    before = Path("v.db").read_bytes()
    ingest(*options.split(), code=2)
    assert message in capsys.readouterr().err and Path("v.db").read_bytes() == before


def test_functions_hidden_in_the_kept_options_need_trust(capsys: pytest.CaptureFixture[str]) -> None:
    ingest("--chunker", "recursive")
    with Store("v.db") as store:
        kept = json.loads(store.setting("configuration") or "")
        kept["given"]["options"]["levels"] = [["function", "kept_trap:run"]]
        with store.writer() as writer:
            writer.set_setting("configuration", json.dumps(kept))
    Path("kept_trap.py").write_text("raise SystemExit('run')\n")
    ingest("--chunk-size", "300", code=2)
    assert "--trust-config" in capsys.readouterr().err


def test_wrong_options_make_no_store() -> None:
    ingest("--snap", "sentence", code=2)
    assert not Path("v.db").exists()
    Path("v.db").touch()
    ingest("--snap", "sentence", code=2)
    assert Path("v.db").stat().st_size == 0


def test_a_tokenizer_and_a_unit_replace_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(".")
    Path("kept_count.py").write_text("def count(text):\n    return len(text.split())\n")
    ingest("--chunker", "fixed", "--chunk-size", "50", "--unit", "characters")
    ingest("--tokenizer", "kept_count:count")
    assert (config()["unit"], config()["tokenizer"]) == ("tokens", "kept_count:count")
    ingest("--unit", "bytes", code=2)  # the kept configuration names a function
    ingest("--unit", "bytes", "--trust-config")
    assert config()["unit"] == "bytes" and "tokenizer" not in config()


@pytest.mark.parametrize(
    "kept",
    [
        "{",
        "{}",
        '{"default": {"chunker": "fixed"}, "types": []}',
        '{"default": {"chunker": "fixed"}, "types": [], "given": {"preset": 1}}',
        '{"default": {"chunk_size": "x"}, "types": [], "given": {"preset": null, "document_type": null,'
        ' "options": {"chunk_overlap": 9}, "types": []}}',
    ],
)
def test_kept_options_that_are_unusable(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    ingest()
    with Store("v.db") as store, store.writer() as writer:
        writer.set_setting("configuration", kept)
    ingest("--chunk-size", "300", code=1)
    assert "the configuration that the store keeps is unusable" in capsys.readouterr().err
    ingest("--preset", "fixed-900")
    assert config()["chunk_size"] == 900


@pytest.mark.parametrize(
    "facts",
    [
        None,
        [],
        {},
        *({**Given().to_dict(), name: 1} for name in Given().to_dict()),
        {**Given().to_dict(), "types": [["a"]]},
    ],
)
def test_facts_that_are_no_options(facts: Any) -> None:
    with pytest.raises(ValueError):
        Given.from_dict(facts)
