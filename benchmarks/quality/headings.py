"""Headings without marks: documents of Markdown whose `#` are taken away, and prose that has no headings.

    python -m benchmarks.quality.headings                 the figures
    python -m benchmarks.quality.headings --record FILE   and a record of them

Documents are the Markdown files of 1.5 to 300 KB with three headings of `#` and more, in two halves (`halves.py`).
The rules of `shiplap.reference.boundaries.looks` and `headings` were written with the development half in view.
Prose is the corpus of that name (`benchmarks.corpora`), a megabyte at a time: running text first, manuals after
it, which have headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import shiplap
from benchmarks import records
from benchmarks.corpora import build
from benchmarks.quality.halves import PARTS, documents

LEAST, MOST = 1_500, 300_000
MIN_HEADINGS = 3
MB = 1_000_000
#: Megabytes of the corpus that are running text.
RUNNING = 10

_MARKS = re.compile(r" {0,3}#{1,6}[ \t]*(.*?)(?:[ \t]+#+[ \t]*)?$", re.MULTILINE)
#: Anchors, each a line of its own, with the blank lines after them: a heading begins with them in Markdown.
_ANCHORS = re.compile(r"(?:[ \t]*<(?:a|span) [^>\n]*>(?:</(?:a|span)>)?[ \t]*\n\s*)*")


def at_title(text: str, start: int) -> int:
    """Return where the title of a heading begins, after anchors."""
    anchors = _ANCHORS.match(text, start)
    return start if anchors is None else anchors.end()


def stripped(text: str) -> tuple[str, list[int]]:
    """Return a document without its `#`, and where its headings begin then."""
    parts: list[str] = []
    starts = []
    for region in shiplap.regions(text, path="a.md", headings="marked"):
        part = region.text
        if region.kind == "heading" and part[at_title(part, 0) :].lstrip().startswith("#"):
            starts.append(sum(map(len, parts)) + at_title(part, 0))
            part = _MARKS.sub(r"\1", part, count=1)
        parts.append(part)
    return "".join(parts), starts


def without_marks(part: str) -> list[tuple[str, list[int]]]:
    """Return the documents of a half without their `#`, with the starts of their headings."""
    found = map(stripped, documents(part, (".md",), LEAST, MOST).values())
    return [(text, starts) for text, starts in found if len(starts) >= MIN_HEADINGS]


def by_regions(text: str, path: str | None) -> set[int]:
    """Return the starts of headings, by `shiplap.regions`."""
    found = shiplap.regions(text, path=path)
    return {at_title(text, region.start) for region in found if region.kind == "heading"}


def by_sections(text: str, path: str | None) -> set[int]:
    """Return the starts of chunks that are sections."""
    spans = shiplap.RecursiveChunker(10 * MB, 0, break_at="section").chunk(text, path=path).spans
    return {at_title(text, int(start)) for start in spans[:, 0]}


WAYS: dict[str, Callable[..., set[int]]] = {"regions": by_regions, "sections": by_sections}


def scores(given: list[tuple[str, list[int]]], find: Callable[[str], set[int]]) -> dict[str, float]:
    """Precision, recall and F1 of all headings together."""
    right = found = wanted = 0
    for text, starts in given:
        here = find(text)
        right, found, wanted = right + len(here & set(starts)), found + len(here), wanted + len(starts)
    return {"precision": right / found, "recall": right / wanted, "f1": 2 * right / (found + wanted)}


def main() -> None:
    given = records.script(__doc__, "headings").parse_args()
    figures: dict[str, Any] = {}
    for part in PARTS:
        texts = without_marks(part)
        facts = [len(texts), sum(len(text) for text, _ in texts), sum(len(starts) for _, starts in texts)]
        figures[part] = {"documents": facts}
        for way, find in WAYS.items():
            for path in ("a.md", "a.txt"):
                figures[part][f"{way}, {path}"] = scores(texts, partial(find, path=path))
        print(part, facts, figures[part])
    prose = (build.folder() / "prose.txt").read_text("utf-8")
    sections = [len(by_sections(prose[k * MB : (k + 1) * MB], None)) - 1 for k in range(RUNNING)]
    headings = [len(by_regions(prose[k * MB : (k + 1) * MB], None)) for k in range(RUNNING)]
    figures["prose"] = {"megabytes": RUNNING, "sections": sum(sections), "headings": sum(headings)}
    print("prose", figures["prose"])
    records.write(given.record, {"headings": figures})


if __name__ == "__main__":
    main()
