"""Comparison of the modes of search."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shiplap import FixedChunker, OptionError
from shiplap.cli import main
from shiplap.evaluate import compare_modes, evaluate_retrieval
from shiplap.store import Store
from shiplap.vectors import HashedWords, embed_texts

TEXT = "".join(f"It rains in part {n} of the hills, number {n * 7 % 31}. Nobody minds. " for n in range(60))
DOCUMENTS = {"a.txt": TEXT, "b.txt": "The old man snores all day long in the valley. " * 20, "blank": " "}
QUESTIONS = [
    {"question": f"Where is it that part {n} rains?", "document_id": "a", "gold": [f"It rains in part {n} of"]}
    for n in (3, 17, 44)
] + [{"question": "Who snores in valleys?", "document_id": "b", "gold": [[0, 20]]}]
CHUNKER = FixedChunker(120, 0)


def test_modes_are_those_of_the_store() -> None:
    """The retrievers show the chunks that `Store.search` finds with `match="any"`."""
    from shiplap.evaluate.corpus import Corpus, cut
    from shiplap.evaluate.retrievers import make_retriever

    corpus = Corpus(DOCUMENTS)
    made = cut(corpus, CHUNKER)
    questions = [str(each["question"]) for each in QUESTIONS]
    with Store(":memory:") as store:
        store.put_many(CHUNKER.chunk(text, document_id=name) for name, text in DOCUMENTS.items() if text.strip())
        chunks = list(store)
        vectors = embed_texts([chunk.contextual_text for chunk in chunks], HashedWords())
        named = zip(chunks, vectors, strict=True)
        store.vectors("m").put_many({chunk.context_hash: vector for chunk, vector in named})
        numbers = {chunk.id: number for number, chunk in enumerate(chunks)}
        for name, options in (
            ("fts5", {"match": "any"}),
            ("dense", {"mode": "vector", "embed": HashedWords()}),
            ("hybrid", {"embed": HashedWords()}),
        ):
            rows = make_retriever(name, corpus, questions, HashedWords()).rank(made, 7)
            for row, question in zip(rows.tolist(), questions, strict=True):
                hits: list[Any] = store.search(question, 7, **options)  # type: ignore[arg-type]
                assert [number for number in row if number >= 0] == [numbers[hit.id] for hit in hits]


def test_compare_modes() -> None:
    found = compare_modes(DOCUMENTS, QUESTIONS, embed=HashedWords(), chunker=CHUNKER, k=3)
    assert [each.name for each in found.results] == ["words", "vector", "hybrid"] and found.questions == 4
    alone = evaluate_retrieval(DOCUMENTS, QUESTIONS, CHUNKER, retriever="hybrid", embed=HashedWords(), k=3)
    assert found["hybrid"].mean("recall") == alone.results[0].mean("recall")
    assert found["words"].mean("recall") == 1 and found.to_dict()["retriever"] == "search by mode"
    assert compare_modes(DOCUMENTS, QUESTIONS, ["words"], chunker="fixed-900").results[0].name == "words"
    options: dict[str, Any]
    for options, message in (
        ({"modes": ["both"]}, "modes='both'"), ({"modes": []}, "modes="),
        ({"modes": ["words", "words"]}, "modes="), ({}, "embed=None"), ({"modes": ["hybrid"]}, "embed=None"),
    ):  # fmt: skip
        with pytest.raises(OptionError) as caught:
            compare_modes(DOCUMENTS, QUESTIONS, **options)
        assert message in str(caught.value)


def test_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        Path(f"{name}.txt").write_text(DOCUMENTS[f"{name}.txt"])
    Path("q.jsonl").write_text("".join(json.dumps(each) + "\n" for each in QUESTIONS))
    asked = ["evaluate", "a.txt", "b.txt", "--questions", "q.jsonl", "--mode", "words,vector,hybrid"]
    assert main([*asked, "--embed", "hashed", "--k", "2"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("mode ") and "vector beside words, whole: " in out and "by whole, " in out
    assert main([*asked, "--embed", "hashed", "--json", "--sizes", "300"]) == 0
    made = json.loads(capsys.readouterr().out)
    assert [each["name"] for each in made["results"]] == ["words", "vector", "hybrid"]
    for wrong in (["--mode", "no"], ["--sizes", "300,400", "--embed", "hashed"], ["--record", "r.json"], []):
        assert main([*asked, *wrong]) == 2
        assert "shiplap: error: " in capsys.readouterr().err
