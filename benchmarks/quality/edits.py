"""What an edit changes: new chunks, how far from the edit a boundary changed, and how full chunks are.

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

import argparse
import random
import statistics
import sys
import sysconfig
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import shiplap
from benchmarks import ROOT, records
from benchmarks.corpora import build as corpora

LIMIT = 1000
SEED = 20261123
MODULES = ("argparse", "ast", "dataclasses", "doctest", "fractions", "shutil", "textwrap", "zipfile")

Cutter = Callable[[str], list[tuple[int, int]]]


class Edit(NamedTuple):
    """An edit: the range of the old text, and what takes its place."""

    start: int
    end: int
    text: str

    def applied(self, text: str) -> str:
        """The new text."""
        return text[: self.start] + self.text + text[self.end :]


def documents() -> dict[str, list[str]]:
    """The documents by their group."""
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


def edits(text: str, count: int, chance: random.Random) -> Iterator[Edit]:
    """Random edits of a text."""
    sentences = [pair for pair in shiplap.sentences(text).spans.tolist() if pair[1] - pair[0] > 1]
    for number in range(count):
        place = chance.choice((0.02, 0.5, 0.97)) + chance.uniform(-0.02, 0.02)
        start, end = sentences[min(int(place * len(sentences)), len(sentences) - 1)]
        what = ("character", "word", "sentence", "paragraph")[number % 4]
        if what == "character":
            start += (end - start) // 2
            end, new = start + 1, "x"
        elif what == "word":
            start = text.find(" ", start, end) + 1 or start
            end, new = (text.find(" ", start, end) + 1) or end, "another "
        elif what == "sentence":
            new = "Here stands another sentence than before. "
        else:
            end = sentences[min(sentences.index([start, end]) + 3, len(sentences) - 1)][1]
            new = "A paragraph takes the place of another one. It has two sentences.\n\n"
        kind = ("insert", "delete", "replace")[number // 4 % 3]
        yield Edit(start, start if kind == "insert" else end, "" if kind == "delete" else new)


def changes(
    cut: Cutter, text: str, old: list[tuple[int, int]], edit: Edit
) -> tuple[int, int, list[tuple[int, int]]]:
    """The number of new chunks, the farthest change of a boundary, and the new spans."""
    changed = edit.applied(text)
    new = cut(changed)
    known = {text[start:end] for start, end in old}
    count = sum(changed[start:end] not in known for start, end in new)
    shift = len(changed) - len(text)
    before = {end for _, end in old}
    after = {
        end if end <= edit.start else end - shift
        for _, end in new
        if not edit.start < end <= edit.start + len(edit.text)
    }
    moved = [place for place in before ^ after if place <= edit.start or place > edit.end]
    return count, max((edit.start - p if p <= edit.start else p - edit.end for p in moved), default=0), new


def measure(cut: Cutter, texts: list[str], count: int) -> dict[str, float]:
    """The figures of a chunker on documents."""
    new, far, sizes, greedy, ends = [], [], [], [], []
    for number, text in enumerate(texts):
        old = cut(text)
        sizes += [end - start for start, end in old]
        whole = {end for _, end in shiplap.sentences(text).spans.tolist()}
        whole |= {len(text[:end].rstrip()) for end in whole}
        ends += [end in whole for _, end in old]
        packed = shiplap.SentenceChunker(LIMIT, 0, min_size=0, max_size=LIMIT).spans(text).tolist()
        greedy += [end - start for start, end in packed]
        for edit in edits(text, count, random.Random(SEED + number)):
            found = changes(cut, text, old, edit)
            new.append(found[0])
            far.append(found[1])
    return {
        "edits": len(new), "new": statistics.mean(new), "most": max(new), "farthest": max(far),
        "fill": statistics.mean(sizes) / statistics.mean(greedy), "largest": max(sizes),
        "sentence_ends": statistics.mean(ends),
    }  # fmt: skip


def of_shiplap(chunker: shiplap.Chunker) -> Cutter:
    """The spans of a chunker of shiplap."""
    return lambda text: [(start, end) for start, end in chunker.spans(text).tolist()]


def by_search(split: Callable[[str], list[str]]) -> Cutter:
    """The spans of a splitter that gives texts."""
    return lambda text: [(int(start), int(end)) for start, end in shiplap.chunks.align(text, split(text))]


def rivals() -> dict[str, Cutter]:
    """The chunkers of others that are installed."""
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


def cutters() -> dict[str, Cutter]:
    """All chunkers by their names."""
    return {
        "fixed windows": of_shiplap(shiplap.FixedChunker(LIMIT, 0)),
        "shiplap recursive": of_shiplap(shiplap.RecursiveChunker(LIMIT, 0)),
        "shiplap sentence": of_shiplap(shiplap.SentenceChunker(LIMIT, 0, max_size=LIMIT)),
        "shiplap adaptive": of_shiplap(shiplap.AdaptiveChunker(LIMIT, 0, unit="characters")),
        **rivals(),
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    records.add_option(parser, "edits")
    parser.add_argument("--edits", type=int, default=36, help="edits of each document")
    given = parser.parse_args()
    rows = []
    for group, texts in documents().items():
        for name, cut in cutters().items():
            rows.append({"documents": group, "chunker": name, **measure(cut, texts, given.edits)})
            print(
                {key: round(value, 3) if isinstance(value, float) else value for key, value in rows[-1].items()},
                flush=True,
            )
    if given.record:
        records.write(given.record, {"limit": LIMIT, "seed": SEED, "rows": rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
