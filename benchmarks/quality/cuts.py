"""What chunks cut apart: blocks, sentences, pronouns and headings, in documents that packages ship.

    python -m benchmarks.quality.cuts                           adaptive and recursive chunks of several sizes
    python -m benchmarks.quality.cuts --part held-out           documents that had no part in choosing the costs
    python -m benchmarks.quality.cuts --name "20, 40" --record FILE     add the figures of this build to a record

Documents are Markdown and reStructuredText of 3 to 200 KB below the folders of the interpreter and of the system,
each once; a hash of its text says which half it belongs to, and the order in which at most LIMIT are taken. The
measures are those of `shiplap.evaluate.Intrinsic`, and tables and definitions that are whole.
The costs of `shiplap._data.packing_costs` were chosen on the development half: each row of the curve is a build.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from shiplap.evaluate import Corpus, Marks, cut, intrinsic_of, quality_of

LIMIT = 160
PARTS = ("development", "held-out")
LEAST, MOST = 3_000, 200_000
SIZES = (256, 512, 1100)


def documents(part: str) -> dict[str, str]:
    """The documents of a half, by their names."""
    found: dict[str, tuple[str, str]] = {}
    for root in dict.fromkeys((sys.prefix, sys.base_prefix, "/usr/share", "/usr/lib", os.path.expanduser("~"))):
        for path in Path(root).rglob("*"):
            if (
                path.suffix not in (".md", ".rst")
                or not path.is_file()
                or not LEAST <= path.stat().st_size <= MOST
            ):
                continue
            try:
                text = path.read_text("utf-8")
            except (OSError, UnicodeDecodeError):
                continue
            digest = hashlib.md5(text.encode()).hexdigest()
            if int(digest, 16) % 2 == PARTS.index(part):
                found[digest] = (path.suffix, text)
    return {digest + suffix: text for digest, (suffix, text) in sorted(found.items())[:LIMIT]}


def measured(corpus: Corpus) -> dict[str, Any]:
    """The figures of each chunker."""
    marks = Marks(corpus)
    chunkers: dict[str, Any] = {
        "adaptive": shiplap.preset("adaptive"),
        "paragraph-800": shiplap.preset("paragraph-800"),
    }
    chunkers |= {f"adaptive {size}": shiplap.AdaptiveChunker(size, 0.1) for size in SIZES}
    found = {}
    for name, chunker in chunkers.items():
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
    given = parser.parse_args()
    corpus = Corpus(documents(given.part))
    print(f"{given.name}, {given.part}: {len(corpus)} documents of {corpus.characters} characters")
    figures = measured(corpus)
    if given.record:
        record = records.read(given.record.absolute()) if given.record.exists() else {"builds": {}}
        record["documents"] = {**record.get("documents", {}), given.part: [len(corpus), corpus.characters]}
        record["builds"].setdefault(f"{given.name}; {given.part}", {}).update(figures)
        records.write(given.record, record)
    return 0


if __name__ == "__main__":
    sys.exit(main())
