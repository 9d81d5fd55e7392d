"""Documents, questions, retrievers and the comparison as a whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import FixedChunker, OptionError, RecursiveChunker, SentenceChunker
from shiplap.evaluate import Comparison, Corpus, Question, cut, evaluate_retrieval, read_documents, read_questions
from shiplap.evaluate.retrieval import at_mean_size
from shiplap.vectors import HashedWords, MemoryCache

TOPICS = ["rain", "snow", "wind", "frost", "hail", "fog", "thunder", "sleet", "drizzle", "storm"]
DOCUMENTS = {
    f"docs/{letter}.txt": "".join(
        f"About {topic} there is much to say in part {letter}{number}. The {topic} of {letter}{number} came late. "
        f"Nobody in {letter}{number} minds it, and life goes on as before, year by year.\n\n"
        for number, topic in enumerate(TOPICS)
    )
    for letter in "ab"
}
QUESTIONS = [
    {"question": f"When came the {topic} of {letter}{number}?", "document_id": letter,
     "gold": [f"The {topic} of {letter}{number} came late. Nobody in {letter}{number} minds it"]}
    for letter in "ab" for number, topic in enumerate(TOPICS)
]  # fmt: skip
SMALL, LARGE = RecursiveChunker(210, 0), FixedChunker(90, 0)


def compare(**options: Any) -> Comparison:
    return evaluate_retrieval(DOCUMENTS, QUESTIONS, {"sentence": SMALL, "fixed": LARGE}, **options)


# ---- documents and questions


def test_documents_of_files(tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "a.txt").write_bytes("é\r\nb".encode())
    (tmp_path / "d" / "b.bin").write_bytes(b"\0")
    assert read_documents(tmp_path) == {"d/a.txt": "é\r\nb"}
    assert read_documents([str(tmp_path / "d" / "a.txt")]) == {"a.txt": "é\r\nb"}
    (tmp_path / "bad").write_bytes(bytes(range(1, 256)))
    with pytest.raises(OptionError, match="not UTF-8"):
        read_documents(tmp_path)
    with pytest.raises(OptionError, match="no such file"):
        read_documents(tmp_path / "none")
    for wrong in (3, None, {"a": 1}, {1: "a"}):
        with pytest.raises(OptionError, match="documents="):
            evaluate_retrieval(wrong, QUESTIONS, "fixed-900")


def test_gold_in_all_its_forms(tmp_path: Path) -> None:
    corpus = Corpus({"x/a.txt": "It rains. It pours.", "b.txt": "The old man snores."})
    for name in ("x/a.txt", "a.txt", "a", "x/a"):
        for piece in ([10, 19], "It pours.", {"start": 10, "end": 19}, {"quote": "It pours."}):
            for key in ("document_id", "document", "corpus"):
                row = {"question": "?", key: name, "gold": [piece]}
                assert read_questions([row], corpus) == [Question("?", ((10, 19),))]
    pieces = [{"start": 4, "end": 7, "document_id": "b"}, {"quote": "rains", "document_id": "a"}]
    several = {"question": "?", "gold": pieces}
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps(several) + "\n")
    assert read_questions(path, corpus) == [Question("?", ((3, 8), (23, 26)))]
    assert read_questions([{"question": "?", "gold": ["rain"]}], Corpus({"a": "rain"}))[0].gold == ((0, 4),)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"question": "?", "gold": [[0, 1]]}, "needs a document_id"),
        ({"question": "?", "document_id": "c", "gold": [[0, 1]]}, "is not a document; documents are 'd/a.txt'"),
        ({"question": "?", "document_id": "b", "gold": [[0, 1]]}, "several documents"),
        ({"question": "?", "document_id": "a", "gold": [[0, 9]]}, "must lie in its document 'd/a.txt' of 3"),
        ({"question": "?", "document_id": "a", "gold": [[1, 1]]}, "start before end"),
        ({"question": "?", "document_id": "a", "gold": [[-1, 1]]}, "start before end"),
        ({"question": "?", "document_id": "a", "gold": [[0, True]]}, "gold must be"),
        ({"question": "?", "document_id": "a", "gold": [[0]]}, "gold must be"),
        ({"question": "?", "document_id": "a", "gold": []}, "gold must be"),
        ({"question": "?", "document_id": "a", "gold": ["no"]}, "must occur in its document"),
        ({"question": "?", "document_id": "a", "gold": ["a"]}, "only once"),
        ({"question": " ", "document_id": "a", "gold": [[0, 1]]}, "must be objects"),
        ({"gold": [[0, 1]]}, "must be objects"),
        ([], "at least one"),
    ],
)
def test_questions_that_are_none(row: Any, message: str) -> None:
    corpus = Corpus({"d/a.txt": "aba", "d/b.txt": "x", "e/b.txt": "y"})
    with pytest.raises(OptionError, match=message):
        read_questions([row] if isinstance(row, dict) else row, corpus)


# ---- cuts


def test_cuts_are_those_of_the_chunker() -> None:
    corpus = Corpus({**DOCUMENTS, "blank": " \n", "empty": ""})
    found = cut(corpus, "sentence-3000")
    assert found.chunker is not None and found.mean_size == found.sizes.mean()
    want = [chunk.text for text in DOCUMENTS.values() for chunk in shiplap.chunk(text, "sentence-3000")]
    assert found.texts() == want and found.texts(1, 2) == want[1:2]
    assert cut(corpus, LARGE).name == "fixed 90/0"
    nameless = FixedChunker(9, 0, unit="tokens", tokenizer=lambda text: len(text.split()))
    assert cut(corpus, nameless).name == "fixed"
    assert evaluate_retrieval(DOCUMENTS, QUESTIONS, [nameless])["fixed"].config is None


@pytest.mark.parametrize("spans", [[(0, 5), (3, 4)], [(5, 9), (0, 3)], [(0, 9999)], [(-1, 4)]])
def test_functions_that_cut_wrongly(spans: Any) -> None:
    with pytest.raises(OptionError, match="ascending starts and ends"):
        cut(Corpus(DOCUMENTS), lambda text: spans)


def test_equal_mean_size() -> None:
    for target in (120, 333.3):
        size, chunker = at_mean_size(lambda size: SentenceChunker(size, 0.2), DOCUMENTS, target)
        assert cut(Corpus(DOCUMENTS), chunker).mean_size == pytest.approx(target, rel=0.2) and size > 1
    with pytest.raises(OptionError, match="cannot be reached"):
        at_mean_size(lambda size: FixedChunker(size, 0), {"a": "short"}, 1000)
    for wrong in (0, -1, float("nan"), "9", True):
        with pytest.raises(OptionError, match="mean_size"):
            at_mean_size(lambda size: FixedChunker(size, 0), DOCUMENTS, wrong)  # type: ignore[arg-type]


# ---- the comparison


@pytest.mark.parametrize("retriever", ["bm25", "bm25s", "fts5", "dense"])
def test_each_retriever_finds_what_is_there(retriever: str) -> None:
    if retriever == "bm25s":
        pytest.importorskip("bm25s", reason="the extra bm25s is not installed")
    found = compare(retriever=retriever, embed=HashedWords(), k=3)
    assert found.retriever == retriever and (found.documents, found.questions) == (2, 20)
    assert found["sentence"].mean("whole") > 0.9 > found["fixed"].mean("whole")
    assert found.verdict("whole").winner == "sentence"
    assert found.paired("sentence", "fixed", "whole").p < 0.05


def test_a_budget_is_the_same_for_all() -> None:
    found = compare(budget=400)
    assert all((result.columns["shown"] == 400).all() for result in found.results)
    tiny = evaluate_retrieval(DOCUMENTS, QUESTIONS, {"one": FixedChunker(3, 0)}, budget=2000)
    assert tiny["one"].columns["shown"].max() <= 2000
    assert compare(k=100)["fixed"].columns["shown"].max() < 8000


def test_same_chunks_are_scored_once() -> None:
    asked: list[int] = []

    class Ranker:
        name = "mine"

        def __init__(self, corpus: Corpus, questions: list[str]) -> None:
            self.number = len(questions)

        def rank(self, cut: Any, k: int) -> Any:
            asked.append(len(cut))
            return np.zeros((self.number, k), np.int64)

    done: list[int] = []
    chunkers = {"a": FixedChunker(500, 0), "b": FixedChunker(500, 0), "c": FixedChunker(400, 0)}
    found = evaluate_retrieval(DOCUMENTS, QUESTIONS, chunkers, retriever=Ranker, on_progress=done.append)
    assert len(asked) == 2 and done == [1, 2, 3] and found.retriever == "mine"
    assert [result.same_as for result in found.results] == [None, "a", None]
    assert set(found.verdict("recall").p) < {"a", "c"} and "same chunks as a" in found.table()


def test_embeddings_are_cached_across_cuts() -> None:
    calls: list[str] = []

    def embed(texts: list[str]) -> Any:
        calls.extend(texts)
        return HashedWords(64)(texts)

    cache = MemoryCache()
    compare(retriever="dense", embed=embed, cache=cache)
    once = len(calls)
    compare(retriever="dense", embed=embed, cache=cache)
    assert len(calls) == once + len(QUESTIONS), "only the questions again"


def test_records() -> None:
    found = compare()
    record = json.loads(json.dumps(found.to_dict()))
    assert record["results"][0]["measures"]["f1"]["mean"] == found["sentence"].mean("f1")
    assert record["results"][1]["config"]["chunker"] == "fixed" and record["questions"] == 20
    assert found.table("whole").splitlines()[1].startswith("sentence ")
    stored = found["fixed"]
    assert stored.stored == stored.covered == sum(map(len, DOCUMENTS.values()))
    with pytest.raises(KeyError):
        found["none"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"k": 0}, "k=0"), ({"budget": 0}, "budget=0"), ({"retriever": "bm52"}, "did you mean 'bm25'"),
        ({"retriever": "dense"}, "embed=None"), ({"chunkers": []}, "at least one"),
        ({"chunkers": [3]}, "chunkers=3"),
        ({"chunkers": ["fixed-900", "fixed-900"]}, "different names"), ({"chunkers": "fixed-90"}, "preset="),
    ],
)  # fmt: skip
def test_options_are_checked(options: dict[str, Any], message: str) -> None:
    arguments = {"chunkers": "fixed-900", **options}
    with pytest.raises(OptionError, match=message):
        evaluate_retrieval(DOCUMENTS, QUESTIONS, arguments.pop("chunkers"), **arguments)
    with pytest.raises(OptionError, match="did you mean 'recall'"):
        compare().verdict("recal")
