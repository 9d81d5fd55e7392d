"""Changes by an edit: new chunks, how far from the edit a boundary changed, and how full chunks are.

    python -m benchmarks.quality.edits                  all chunkers, 1,000 characters, no overlap
    python -m benchmarks.quality.edits --record [FILE]  and write the figures
    python -m benchmarks.quality.edits --edits 10       fewer edits of each document

Documents are pages of this repository, sources of the standard library and prose of the corpora; *joined* is prose
whose paragraphs were run together, as in transcripts. An edit inserts, deletes or replaces a character, a word, a
sentence or a paragraph at the beginning, in the middle or at the end. *New* are chunks of the new text whose text
is not among the old ones; *farthest* is the distance in characters from the edit to the farthest boundary that
changed; *fill* is the mean size as a share of that of whole sentences packed greedily; *sentence ends* the share
of chunks that end where a sentence does.
"""

from __future__ import annotations

import random
import statistics
import sysconfig
from collections.abc import Callable
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import ROOT, records
from benchmarks.corpora import build as corpora
from shiplap.evaluate.edits import edits_of, effect

LIMIT = 1000
SEED = 20261123
MODULES = ("argparse", "ast", "dataclasses", "doctest", "fractions", "shutil", "textwrap", "zipfile")

Spans = list[tuple[int, int]]
Cutter = Callable[[str], Spans]
#: The spans of a changed text, given the text before and its spans.
Recutter = Callable[[str, Spans, str], Spans]


def documents() -> dict[str, list[str]]:
    """Return the documents by their group."""
    library = Path(sysconfig.get_path("stdlib"))
    prose = corpora.load("prose").texts[0]
    parts = [prose[k : k + 40_000] for k in range(0, 400_000, 50_000)]
    pages = sorted((ROOT / "docs").rglob("*.md"), key=lambda page: -page.stat().st_size)[:8]
    return {
        "pages": [page.read_text("utf-8") for page in pages],
        "code": [(library / f"{name}.py").read_text("utf-8") for name in MODULES],
        "prose": parts,
        "joined": [" ".join(part.split()) for part in parts],
    }


def measure(cut: Cutter, texts: list[str], count: int, update: Recutter | None = None) -> dict[str, float]:
    """Return the figures of a chunker on documents. With `update`, each edited text is cut given the old
    chunks."""
    new, far, sizes, greedy, ends = [], [], [], [], []
    for number, text in enumerate(texts):
        old = cut(text)
        sizes += [end - start for start, end in old]
        whole = {end for _, end in shiplap.sentences(text).spans.tolist()}
        whole |= {len(text[:end].rstrip()) for end in whole}
        ends += [end in whole for _, end in old]
        packed = shiplap.SentenceChunker(LIMIT, 0, min_size=0, max_size=LIMIT).spans(text).tolist()
        greedy += [end - start for start, end in packed]
        for edit in edits_of(text, count, random.Random(SEED + number)):
            changed = edit.applied(text)
            found = effect(text, old, edit, cut(changed) if update is None else update(text, old, changed))
            new.append(found.new)
            far.append(found.farthest)
    return {
        "edits": len(new), "new": statistics.mean(new), "most": max(new), "farthest": max(far),
        "fill": statistics.mean(sizes) / statistics.mean(greedy), "largest": max(sizes),
        "sentence_ends": statistics.mean(ends),
    }  # fmt: skip


def of_shiplap(chunker: shiplap.Chunker) -> Cutter:
    """Return the spans of a chunker of shiplap."""
    return lambda text: [(start, end) for start, end in chunker.spans(text).tolist()]


def of_update(chunker: shiplap.Chunker) -> Recutter:
    """Return the spans of a chunker that updates."""

    def update(text: str, old: Spans, changed: str) -> Spans:
        return [(start, end) for start, end in chunker.update((old, text), changed).chunks.spans.tolist()]

    return update


def by_search(split: Callable[[str], list[str]]) -> Cutter:
    """Return the spans of a splitter that gives texts."""
    return lambda text: [(int(start), int(end)) for start, end in shiplap.chunks.align(text, split(text))]


def rivals() -> dict[str, Cutter]:
    """Return the chunkers of others that are installed."""
    found: dict[str, Cutter] = {}
    try:
        from langchain_text_splitters import RecursiveCharacterTextSplitter

        splitter = RecursiveCharacterTextSplitter(chunk_size=LIMIT, chunk_overlap=0)
        found["LangChain, recursive"] = by_search(splitter.split_text)
    except ImportError:
        pass
    try:
        from semantic_text_splitter import TextSplitter

        found["semantic-text-splitter"] = by_search(TextSplitter(LIMIT).chunks)
    except ImportError:
        pass
    try:
        from chonkie import RecursiveChunker

        chonkie = RecursiveChunker(tokenizer="character", chunk_size=LIMIT)
        found["chonkie, recursive"] = lambda text: [
            (each.start_index, each.end_index) for each in chonkie.chunk(text)
        ]
    except ImportError:
        pass
    return found


def own() -> dict[str, shiplap.Chunker]:
    """Return the chunkers of shiplap by their names."""
    return {
        "fixed windows": shiplap.FixedChunker(LIMIT, 0),
        "shiplap recursive": shiplap.RecursiveChunker(LIMIT, 0),
        "shiplap sentence": shiplap.SentenceChunker(LIMIT, 0, max_size=LIMIT),
        "shiplap adaptive": shiplap.AdaptiveChunker(LIMIT, 0, unit="characters"),
        "shiplap stable": shiplap.StableChunker(LIMIT, 0),
    }


def updates(name: str) -> bool:
    """Return whether a chunker of shiplap is measured with `update`: not what is cut anew."""
    return name not in ("fixed windows", "shiplap stable")


def cutters() -> dict[str, tuple[Cutter, Recutter | None]]:
    """Return all ways to cut an edited text, by their names."""
    chunkers = own()
    return {
        **{name: (of_shiplap(chunker), None) for name, chunker in chunkers.items()},
        **{
            f"{name}, update": (of_shiplap(chunker), of_update(chunker))
            for name, chunker in chunkers.items()
            if updates(name)
        },
        **{name: (cut, None) for name, cut in rivals().items()},
    }


def long_run(chunker: shiplap.Chunker, texts: list[str], count: int) -> dict[str, float]:
    """Edits one after the other, each an update: the figures of the last texts beside those of fresh cuts."""
    new, kept, fresh, kept_ends, fresh_ends = [], 0, 0, [], []
    for number, text in enumerate(texts):
        chunks, chance = chunker.chunk(text), random.Random(SEED + number)
        for _ in range(count):
            found = list(edits_of(text, 12, chance))
            if len(text) < len(texts[number]):  # so that no text vanishes
                found = [each for each in found if len(each.text) >= each.end - each.start]
            edit = chance.choice(found)
            known, text = set(chunks.texts), edit.applied(text)
            chunks = chunker.update(chunks, text).chunks
            new.append(sum(each not in known for each in chunks.texts))
        whole = {end for _, end in shiplap.sentences(text).spans.tolist()}
        whole |= {len(text[:end].rstrip()) for end in whole}
        anew = chunker.chunk(text)
        kept, fresh = kept + len(chunks), fresh + len(anew)
        kept_ends += [end in whole for _, end in chunks.spans.tolist()]
        fresh_ends += [end in whole for _, end in anew.spans.tolist()]
    return {
        "edits_each": count, "new": statistics.mean(new), "most": max(new), "mean_size_of_fresh": fresh / kept,
        "sentence_ends": statistics.mean(kept_ends), "sentence_ends_of_fresh": statistics.mean(fresh_ends),
    }  # fmt: skip


def show(row: dict[str, Any]) -> None:
    """Print a row."""
    print({key: round(value, 3) if isinstance(value, float) else value for key, value in row.items()}, flush=True)


def main() -> None:
    parser = records.script(__doc__, "edits")
    parser.add_argument("--edits", type=int, default=36, help="edits of each document")
    parser.add_argument("--run", type=int, default=600, help="edits one after the other")
    given = parser.parse_args()
    rows = []
    for group, texts in documents().items():
        for name, (cut, update) in cutters().items():
            rows.append({"documents": group, "chunker": name, **measure(cut, texts, given.edits, update)})
            show(rows[-1])
    runs = []
    for group, texts in documents().items():
        for name, chunker in own().items():
            if updates(name):
                runs.append({"documents": group, "chunker": name, **long_run(chunker, texts[:4], given.run)})
                show(runs[-1])
    records.write(given.record, {"limit": LIMIT, "seed": SEED, "rows": rows, "runs": runs})


if __name__ == "__main__":
    main()
