"""Hits and evidence with the provenance of their chunks, and what the commands print of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import shiplap
from shiplap import Document
from shiplap.cli import main
from shiplap.grounding import Grounder
from shiplap.prompt import build_prompt
from shiplap.store import Store
from shiplap.vectors import HashedWords
from tests.provenance.test_citations import ATTRIBUTES, CHUNKER, PDF, SHEET, TALK


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    monkeypatch.chdir(tmp_path)
    store = Store("c.db", create=True)
    for document in (PDF, TALK, SHEET):
        store.put(CHUNKER.chunk(document))
    store.put(CHUNKER.chunk("It rains by the sea.", document_id="plain", source="plain.txt"))
    return store


def test_hits_have_the_provenance_of_their_chunks(store: Store) -> None:
    chunks = {each.id: each for document in (PDF, TALK, SHEET) for each in CHUNKER.chunk(document)}
    hits = store.search("valley", 20)
    assert len(hits) >= 3
    for hit in hits:
        chunk = chunks[hit.id]
        assert hit.provenance == chunk.provenance == hit.to_dict()["provenance"]
        for name in ATTRIBUTES:
            assert getattr(hit, name) == getattr(chunk, name)
        hash(hit)
    (plain,) = store.search("sea")
    assert plain.provenance is None and plain.pages is None and plain.boxes == [] and plain.address == "plain.txt"
    assert "], page" in build_prompt("?", hits, locations=True).text


def test_evidence_has_the_provenance_of_its_chunk(store: Store) -> None:
    for chunks in (CHUNKER.chunk(PDF), store):
        (evidence,) = Grounder(chunks, HashedWords(), k=1).score("It pours in the valley.").evidence
        assert evidence.provenance is not None and evidence.provenance == evidence.to_dict()["provenance"]
        prompt = build_prompt("?", [evidence], locations=True).text
        assert evidence.location and prompt.count(evidence.location) == 1


def test_the_commands_name_locations(store: Store, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["search", "c.db", "snores"]) == 0
    lines = [line.split("\t") for line in capfd.readouterr().out.splitlines()]
    assert {(id, *after) for id, _, *after in lines} == {
        ("manual-chunk-2", "", "page v"), ("talk-chunk-2", "", "0:30"), ("costs-chunk-2", "", "Costs!A14")
    }  # fmt: skip
    assert main(["search", "c.db", "sea"]) == 0
    assert capfd.readouterr().out == "plain-chunk-0\tIt rains by the [sea].\n"
    assert main(["search", "c.db", "snores", "--json"]) == 0
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert [each["provenance"].get("pages") for each in found if each["source"] == "manual.pdf"] == [[5, 5]]
    assert main(["prompt", "c.db", "Who snores?", "--locations"]) == 0
    assert "], page v ---\n" in capfd.readouterr().out
    assert main(["prompt", "c.db", "Who snores?"]) == 0
    assert "page v" not in capfd.readouterr().out
    assert main(["ground", "c.db", "The old man snores.", "--k", "20"]) == 0
    evidence = [line.split("\t") for line in capfd.readouterr().out.splitlines()[1:]]
    assert {"page v", "0:30", "Costs!A14"} <= {each[5] for each in evidence if len(each) == 6}
    assert [len(each) for each in evidence if each[2].startswith("plain")] == [5]


def test_headings_stand_before_the_location(tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
                                            capfd: pytest.CaptureFixture[str]) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    text = "# Rain\n\nIt pours."
    pages = [(0, 17, 1, "a\tb\x1b")]
    document = Document(text, document_id="d", source="d.pdf", path="d.md", provenance={"pages": pages})
    with Store("c.db", create=True) as store:
        store.put(shiplap.chunk(document))
    assert main(["search", "c.db", "pours"]) == 0
    assert capfd.readouterr().out == "d-chunk-0\t# Rain It [pours].\tRain\tpage a b\\x1b\n"
