"""Structures that chunks cut apart: blocks, sentences, pronouns and headings, in documents that packages ship.

    python -m benchmarks.quality.cuts                           adaptive and recursive chunks of several sizes
    python -m benchmarks.quality.cuts --part held-out           documents that had no part in choosing the costs
    python -m benchmarks.quality.cuts --name "20, 40" --record FILE     add the figures of this build to a record
    python -m benchmarks.quality.cuts --spans SPANS.json        only the chunks of this build, for another one
    python -m benchmarks.quality.cuts --beside SPANS.json       is retrieval by this build's chunks worse? (paired)

Documents are Markdown and reStructuredText of 3 to 200 KB, in two halves (`halves.py`), at most LIMIT of each. The
measures are those of `shiplap.evaluate.Intrinsic`, and tables and definitions that are whole.
`--spans` works with older builds too (PYTHONPATH=build/pairs/COMMIT-PYTHON); `--beside` asks QUESTIONS generated
questions of both, by BM25, K chunks each.
The costs of `shiplap._data.packing_costs` were chosen on the development half: each row of the curve is a build.
"""

from __future__ import annotations

import argparse
import itertools
import json
import sys
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.quality.halves import PARTS, documents

LIMIT = 160
SUFFIXES, LEAST, MOST = (".md", ".rst"), 3_000, 200_000
SIZES = (256, 512, 1100)
QUESTIONS = 400
KS = (3, 5)


def chunkers() -> dict[str, shiplap.Chunker]:
    """Return the chunkers by their names."""
    found: dict[str, shiplap.Chunker] = {name: shiplap.preset(name) for name in ("adaptive", "paragraph-800")}
    return found | {f"adaptive {size}": shiplap.AdaptiveChunker(size, 0.1) for size in SIZES}


def cut_all(texts: dict[str, str]) -> dict[str, dict[str, list[list[int]]]]:
    """Return the chunks of each chunker, by document."""
    return {
        name: {path: chunker.chunk(text, path=path).spans.tolist() for path, text in texts.items()}
        for name, chunker in chunkers().items()
    }


def beside(texts: dict[str, str], before: dict[str, dict[str, list[list[int]]]]) -> dict[str, Any]:
    """Retrieval by the chunks of this build and of another: the share of questions whose answer is whole in the
    chunks shown, in both, and the paired test of the difference."""
    from shiplap.evaluate import evaluate_retrieval, synthetic_questions

    paths = {text: path for path, text in texts.items()}
    questions = synthetic_questions(texts, QUESTIONS)
    found = {}
    for name, now in cut_all(texts).items():
        ways = {way: (lambda text, by=by: by[paths[text]]) for way, by in (("before", before[name]), ("now", now))}
        for k in KS:
            compared = evaluate_retrieval(texts, questions, ways, k=k)
            paired = compared.paired("now", "before")
            figures = {way: compared[way].mean("whole") for way in ways}
            found[f"{name}, {k} chunks"] = figures | {
                "difference": paired.difference, "low": paired.low, "high": paired.high, "p": paired.p,
                "questions": len(questions),
            }  # fmt: skip
            print(f"{name}, {k} chunks:", found[f"{name}, {k} chunks"])
    return found


def measured(texts: dict[str, str]) -> dict[str, Any]:
    """Return the figures of each chunker."""
    from shiplap.evaluate import Corpus, Marks, cut, intrinsic_of, quality_of

    corpus = Corpus(texts)
    marks = Marks(corpus)
    found = {}
    for name, chunker in chunkers().items():
        spans = cut(corpus, chunker).spans
        figures = intrinsic_of(corpus, spans, marks).figures()
        quality = quality_of(corpus, chunker, edits=0)
        found[name] = {
            **figures,
            "tables_whole": quality.tables_whole,
            "definitions_whole": quality.definitions_whole,
        }
        print(
            f"{name:14} {len(spans):6} chunks, blocks whole {figures['block_integrity']:.4f},"
            f" sentences cut {figures['sentence_cuts']:.4f}, pronouns apart {figures['pronoun_cuts']:.4f},"
            f" headings last {figures['headings_last']}"
        )
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description="what chunks cut apart")
    parser.add_argument("--part", choices=PARTS, default=PARTS[0])
    parser.add_argument("--name", default="this build")
    parser.add_argument("--record", type=Path)
    parser.add_argument("--spans", type=Path)
    parser.add_argument("--beside", type=Path)
    given = parser.parse_args()
    texts = dict(itertools.islice(documents(given.part, SUFFIXES, LEAST, MOST).items(), LIMIT))
    size = sum(map(len, texts.values()))
    print(f"{given.name}, {given.part}: {len(texts)} documents of {size} characters")
    if given.spans:
        given.spans.write_text(json.dumps(cut_all(texts)), "utf-8")
        return 0
    other = json.loads(given.beside.read_text("utf-8")) if given.beside else None
    figures = measured(texts) if other is None else beside(texts, other)
    if given.record:
        record = records.read(given.record.absolute()) if given.record.exists() else {"builds": {}}
        if other is None:
            record["documents"] = {**record.get("documents", {}), given.part: [len(texts), size]}
        builds = record.setdefault("retrieval", {}) if given.beside else record["builds"]
        builds.setdefault(f"{given.name}; {given.part}", {}).update(figures)
        records.write(given.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
