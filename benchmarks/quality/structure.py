"""The structure of real documents: titles of reStructuredText by level, and leads at the ends of chunks.

    python -m benchmarks.quality.structure                    the figures
    python -m benchmarks.quality.structure --folder FOLDER    and those of the files below a folder
    python -m benchmarks.quality.structure … --record FILE    and a record of them

Needs docutils, which says what the titles of a file are. Files are those of 2 to 300 KB below the folders
of `halves.py`, and the `.rst` and `.rst.txt` files below FOLDER, each once (unpacked packages: see PACKAGES).
A title counts as found if it has the level of docutils, and its letters and digits. Chunks are those of
`AdaptiveChunker` and `RecursiveChunker` of SIZE characters without overlap. A lead is a heading, or a paragraph
outside of code that ends with a colon, or of one line that is bold as a whole. The leads at the end of a chunk fit
if the text from the first of them to the end of the next paragraph, or of the next chunk of code or of a table,
has the size at most. Blank lines count, and so does indentation: no chunk has the one without the other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.quality.halves import PARTS, documents

LEAST, MOST, SIZE = 2_000, 300_000, 1_000
#: Files of each suffix and half whose chunks are looked at.
LIMIT = 150
#: Debian packages whose documentation is in the record.
PACKAGES = (
    "cmake-data", "developers-reference", "python-django-doc", "python-pandas-doc", "python-sqlalchemy-doc",
    "python3.11-doc", "sphinx-doc",
)  # fmt: skip
LEAD = re.compile(r"(?s:.*):|\*\*[^\n*]+\*\*")
#: The first line of a directive, with its indentation: it leads only to text that is indented more.
DIRECTIVE = re.compile(r"([ \t]*)\.\. ")
#: A paragraph with the blank lines after it.
PARAGRAPH = re.compile(r"(?:[ \t]*[^ \t\n][^\n]*(?:\n|\Z))+(?:[ \t]*\n)*")

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


def lead_starts(text: str, path: str) -> dict[int, bool]:
    """Return the starts of the paragraphs of a text, and whether each of them is a lead. No lead is in code or a
    table."""
    regions = list(shiplap.regions(text, path=path))
    starts = [region.start for region in regions]
    found = {}
    for paragraph in PARAGRAPH.finditer(text):
        region = regions[bisect_right(starts, paragraph.start()) - 1]
        is_read = region.base_kind not in ("code", "table")
        is_heading = region.kind == "heading" and region.end >= paragraph.end()
        directive = DIRECTIVE.match(paragraph[0])
        is_empty = directive is not None and not text.startswith(directive[1] + " ", paragraph.end())
        is_lead = LEAD.fullmatch(paragraph[0].strip()) is not None and not is_empty
        found[paragraph.start()] = is_read and (is_heading or is_lead)
    return found


def ends(text: str, path: str, chunks: shiplap.Chunks) -> Iterator[tuple[bool, int]]:
    """Yield for each chunk except the last whether it ends with a lead, and the size of the leads at its end with
    what follows them: a paragraph, or a chunk of code or of a table, with the blank lines after it."""
    is_lead = lead_starts(text, path)
    starts = sorted(is_lead)
    for before, after in pairwise(chunks):
        first = end = bisect_left(starts, before.end)
        is_between = end < len(starts) and starts[end] == before.end
        while is_between and first and starts[first - 1] >= before.start and is_lead[starts[first - 1]]:
            first -= 1
        stop = after.end
        if after.kind not in ("code", "table"):
            stop = min(stop, starts[end + 1] if end + 1 < len(starts) else len(text))
        yield first < end, stop - starts[min(first, end - 1)]


def lead_counts(texts: list[str], path: str) -> dict[str, int]:
    """Ends of chunks, those that are leads, and those of them that fit with what follows."""
    counts = Counter(ends=0, leads=0, fit=0)
    for text in texts:
        for chunker in (shiplap.AdaptiveChunker(SIZE, 0, unit="characters"), shiplap.RecursiveChunker(SIZE, 0)):
            for is_lead, size in ends(text, path, chunker.chunk(text, path=path)):
                counts += Counter(ends=1, leads=is_lead, fit=is_lead and size <= SIZE)
    return {name: counts[name] for name in ("ends", "leads", "fit")}


def below(folder: Path) -> list[str]:
    """Return the texts of the files of reStructuredText below a folder, each once."""
    found: dict[str, None] = {}
    for path in sorted(folder.rglob("*.rst*")):
        if path.name.endswith((".rst", ".rst.txt")) and LEAST <= path.stat().st_size <= MOST:
            found[path.read_text("utf-8", "replace")] = None
    return list(found)


def main() -> None:
    parser = records.script(__doc__, "structure")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    figures: dict[str, Any] = {}
    for part in PARTS:
        rst = list(documents(part, (".rst",), LEAST, MOST).values())
        figures[f"titles, {part}"] = title_scores(rst)
        for suffix, texts in ((".rst", rst), (".md", list(documents(part, (".md",), LEAST, MOST).values()))):
            figures[f"leads, {suffix}, {part}"] = lead_counts(texts[:LIMIT], f"a{suffix}")
    if given.folder:
        texts = below(given.folder)
        figures["titles, packages"] = title_scores(texts)
        figures["leads, .rst, packages"] = lead_counts(texts, "a.rst")
    for name, found in figures.items():
        print(name, found)
    records.write(given.record, {"packages": PACKAGES if given.folder else (), "structure": figures})


if __name__ == "__main__":
    main()
