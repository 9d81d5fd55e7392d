"""The structure of real documents: titles of reStructuredText by level, and leads at the ends of chunks.

    python -m benchmarks.quality.structure                 the figures
    python -m benchmarks.quality.structure --record FILE   and a record of them

Needs docutils, which says what the titles of a file are. Files are those of 2 to 300 KB below the folders
of `halves.py`. A title counts as found if it has the level of docutils, and its letters and digits. Chunks are
those of `AdaptiveChunker` and `RecursiveChunker` of SIZE characters without overlap. A lead is the last paragraph
of a chunk, of one line, that ends with a colon, is bold as a whole, or is a title of Markdown; it fits if it and
the next paragraph, or the next chunk of code or of a table, have the size at most.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.quality.halves import PARTS, documents

LEAST, MOST, SIZE = 2_000, 300_000, 1_000
#: Files of each suffix and half whose chunks are looked at.
LIMIT = 150
LEAD = re.compile(r"[^\n]*:|\*\*[^\n*]+\*\*|#{1,6} [^\n]+")

Titles = Counter[tuple[int, str]]


def plain(title: str) -> str:
    """Return the letters and digits of a title."""
    return "".join(filter(str.isalnum, title))


def by_docutils(text: str) -> Titles:
    """Return the titles by docutils."""
    from docutils import core, nodes

    settings = {
        "report_level": 5, "halt_level": 6, "file_insertion_enabled": False, "raw_enabled": False,
        "doctitle_xform": False, "docinfo_xform": False, "sectnum_xform": False,
    }  # fmt: skip
    found: Titles = Counter()

    def walk(node: Any, depth: int) -> None:
        for child in node.children:
            if isinstance(child, nodes.section):
                found[depth + 1, plain(child.next_node(nodes.title).astext())] += 1
                walk(child, depth + 1)

    walk(core.publish_doctree(text, settings_overrides=settings), 0)
    return found


def by_regions(text: str) -> Titles:
    """Return the titles by `shiplap.regions`, without the marks of inline markup."""
    regions = shiplap.regions(text, path="a.rst")
    return Counter((region.level, plain(region.title or "")) for region in regions if region.kind == "heading")


def title_scores(texts: list[str]) -> dict[str, float]:
    """Return the figures of all titles of files that have one by docutils."""
    right = found = wanted = files = 0
    for text in texts:
        expected = by_docutils(text)
        if expected:
            here = by_regions(text)
            right += (here & expected).total()
            found += here.total()
            wanted += expected.total()
            files += 1
    return {
        "files": files, "titles": wanted,
        "precision": right / found, "recall": right / wanted, "f1": 2 * right / (found + wanted),
    }  # fmt: skip


def ends(chunks: shiplap.Chunks) -> Iterator[tuple[str, str]]:
    """Yield the last paragraph of each chunk except the last one, and what follows it: a paragraph, or a chunk of
    code or of a table."""
    for before, after in pairwise(chunks):
        following = after.text.strip()
        if after.kind not in ("code", "table"):
            following = re.split(r"\n[ \t]*\n", following)[0]
        yield re.split(r"\n[ \t]*\n", before.text.rstrip())[-1].strip(), following


def lead_counts(texts: list[str], path: str) -> dict[str, int]:
    """Ends of chunks, those that are leads, and those of them that fit with what follows."""
    counts = Counter(ends=0, leads=0, fit=0)
    for text in texts:
        for chunker in (shiplap.AdaptiveChunker(SIZE, 0, unit="characters"), shiplap.RecursiveChunker(SIZE, 0)):
            for last, following in ends(chunker.chunk(text, path=path)):
                is_lead = LEAD.fullmatch(last) is not None
                counts += Counter(ends=1, leads=is_lead, fit=is_lead and len(last) + len(following) + 2 <= SIZE)
    return {name: counts[name] for name in ("ends", "leads", "fit")}


def main() -> None:
    given = records.script(__doc__, "structure").parse_args()
    figures: dict[str, Any] = {}
    for part in PARTS:
        rst = list(documents(part, (".rst",), LEAST, MOST).values())
        figures[f"titles, {part}"] = title_scores(rst)
        for suffix, texts in ((".rst", rst), (".md", list(documents(part, (".md",), LEAST, MOST).values()))):
            figures[f"leads, {suffix}, {part}"] = lead_counts(texts[:LIMIT], f"a{suffix}")
    for name, found in figures.items():
        print(name, found)
    records.write(given.record, {"structure": figures})


if __name__ == "__main__":
    main()
