"""The tables of before and now on the page of real documents."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

import pytest

import shiplap
from tests.support.pages import ROOT

PAGE = ROOT / "docs/guides/real-documents.md"
HEAD = re.compile(r"\| path \| text \| (?:size \| )?(\w+) before \| now \|")


def cells(line: str) -> list[str]:
    """Return the cells of a row, without the signs of code."""
    return [cell.strip().strip("`").strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def rows() -> Iterator[tuple[str, list[str]]]:
    """Yield the subject of each row, and its cells."""
    what = ""
    for line in PAGE.read_text("utf-8").splitlines():
        found = HEAD.fullmatch(line)
        if found:
            what = found[1]
        elif what and line.startswith("|") and not line.startswith("|---"):
            yield what, cells(line)
        elif not line.startswith("|"):
            what = ""


def value_of(what: str, text: str, path: str | None, size: int) -> list[str]:
    """Return what a row is about, as it is now."""
    if what in ("chunks", "headers"):
        found = shiplap.AdaptiveChunker(size, 0, unit="characters", max_context=size).chunk(text, path=path)
        if what == "chunks":
            return [chunk.text for chunk in found]
        return sorted({chunk.table_header for chunk in found if chunk.table_header})
    regions = shiplap.regions(text, path=path)
    if what == "headings":
        return [region.title or "" for region in regions if region.kind == "heading"]
    return [f"{region.kind}:{region.language}" if region.language else region.kind for region in regions]


ROWS = list(rows())


def test_each_kind_has_a_table() -> None:
    page = PAGE.read_text("utf-8")
    assert len(HEAD.findall(page)) == len(re.findall(r"^## \d+\. ", page, re.MULTILINE)) == 11


@pytest.mark.parametrize(("what", "row"), ROWS, ids=[f"{k}-{what}" for k, (what, _) in enumerate(ROWS)])
def test_the_page_says_what_is(what: str, row: list[str]) -> None:
    path, text, *sizes, before, now = row
    size = int(sizes[0]) if sizes else 0
    found = value_of(what, ast.literal_eval(text), path or None, size)
    assert found == ast.literal_eval(now) != ast.literal_eval(before)
