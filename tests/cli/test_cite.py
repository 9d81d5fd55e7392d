"""The command `cite`: verdicts, places and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shiplap
from shiplap.cli import main
from shiplap.cli.cite import chunks_of_named_documents
from shiplap.provenance import Provenance
from shiplap.store import Store

GOOD = "It does: “It rains in the hills” [doc: docs/rain.md, chunk: docs/rain.md-chunk-0]."


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("docs").mkdir()
    Path("docs/rain.md").write_text("# Rain\n\nIt rains in the hills.\n")
    Path("docs/snow.md").write_text("# Snow\n\nIt snows on the old mountain.\n")
    assert main(["ingest", "docs", "--to", "c.db", "-q"]) == 0
    return tmp_path


def cited(answer: str, capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[str], str]:
    Path("answer.txt").write_text(answer, "utf-8")
    code = main(["cite", "c.db", "answer.txt", *options])
    shown = capsys.readouterr()
    return code, shown.out.splitlines(), shown.err


def test_a_good_answer(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, said = cited(GOOD, capsys)
    assert code == 0
    assert lines == [
        "cited\tdocs/rain.md:1-3\tdocs/rain.md-chunk-0",
        "exact\tdocs/rain.md:3\tIt rains in the hills",
    ]
    assert said == "shiplap: 1 citation, 0 unresolved; 1 quote, 0 misattributed or absent\n"


def test_unknown_citations_and_absent_quotes(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = cited("“It pours in the valley.” [doc: docs/rain.md, chunk: docs/rain.md-chunk-7]", capsys)
    assert code == 1
    assert lines == ["unknown id\t\tdocs/rain.md-chunk-7", "absent\t\tIt pours in the valley."]


def test_quotes_of_documents_that_the_answer_does_not_name(capsys: pytest.CaptureFixture[str]) -> None:
    answer = GOOD + " And “It snows on the old mountain” [doc: rain.md, chunk: docs/rain.md-chunk-0]."
    assert cited(answer, capsys)[1][-1] == "absent\t\tIt snows on the old mountain"
    code, lines, _ = cited(answer, capsys, "--all")
    assert code == 1 and lines[-1] == "misattributed\tdocs/snow.md:3\tIt snows on the old mountain"


@pytest.mark.parametrize("answer", ["", "Nobody knows.", "“No.”"])
def test_an_answer_without_citations(answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, said = cited(answer, capsys)
    assert (code, lines) == (0, []) and said.startswith("shiplap: 0 citations")


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    code, lines, _ = cited(GOOD, capsys, "--json", "-q")
    found = json.loads(lines[0])
    assert code == 0 and (found["unresolved"], found["wrong"]) == (0, 0)
    assert found["quotes"][0]["places"][0]["start_line"] == 3


def test_a_byte_order_mark_and_another_encoding(capsys: pytest.CaptureFixture[str]) -> None:
    assert cited("\ufeff" + GOOD, capsys)[0] == 0
    Path("answer.txt").write_bytes(b"caf\xe9")
    assert main(["cite", "c.db", "answer.txt"]) == 2
    assert "ANSWER='answer.txt': is not UTF-8" in capsys.readouterr().err


def test_pages(capsys: pytest.CaptureFixture[str]) -> None:
    text = "It rains in the hills. It pours in the valley of the river."
    pages = Provenance({"pages": [(0, 23, 1, "i"), (23, len(text), 2, "ii")]}, len(text))
    document = shiplap.Document(text, document_id="m.pdf", source="m.pdf", provenance=pages)
    with Store("c.db") as store:
        store.put(shiplap.FixedChunker(30, 0).chunk(document))
    code, lines, _ = cited("“It rains in the hills.” [doc: m.pdf, chunk: m.pdf-chunk-0]", capsys)
    assert code == 0 and all("m.pdf, page" in line for line in lines)


def test_only_named_documents_are_read() -> None:
    with Store("c.db", read_only=True) as store:
        for name, id in (
            ("rain.md", "x"),
            ("x", "docs/rain.md-chunk-0"),
            ("docs\\rain.md", "docs/rain.md-chunk-9, page 4"),
        ):
            found = chunks_of_named_documents(store, f"[doc: {name}, chunk: {id}]")
            assert {chunk.document_id for chunk in found} == {"docs/rain.md"}, name
