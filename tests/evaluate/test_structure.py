"""The measures of structure, against counts made by hand; the definitions around a chunk of code."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap._core.text import Text
from shiplap._data.code_languages import CONTAINERS, LANGUAGES
from shiplap.chunks.annotations import END, MAX_NAMES, OUTLINE_COLUMNS, ROLE, START, Listing
from shiplap.content.outliners import lexical
from shiplap.evaluate import Structure, structure
from shiplap.evaluate.structure import Definition, Table, definitions_of, fewest_chunks, tables_of

CODE = "# Twice.\ndef f(x):\n    return 2 * x\n\n\nclass A:\n    def m(self):\n        pass\n"
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n"


def test_definitions() -> None:
    found = structure(CODE, [(0, 36), (36, 65), (65, len(CODE))], 38, path="x.py", tables=[])
    assert (found.definitions, found.definitions_kept) == (2, 1)  # f and m; the class does not fit
    assert (found.commented, found.commented_kept) == (1, 1)
    assert (found.chunks, found.ends_within) == (3, 1)
    cut = structure(CODE, [(0, 9), (9, 36)], 40, path="x.py")
    assert (cut.definitions_kept, cut.commented_kept) == (1, 0)
    assert structure(CODE, [(9, 40), (0, 9)], 40, definitions=[Definition(0, 9, 36)], tables=[]).definitions == 1


def test_tables() -> None:
    text = "Text.\n\n" + TABLE
    table = Table(7, len(text), 27, (27, 37))
    assert tables_of(text) == [table]
    found = structure(text, [(0, 37), (37, 47)], 60, definitions=[])
    assert (found.tables, found.tables_kept, found.pieces, found.pieces_headed) == (1, 0, 1, 0)
    assert (found.rows, found.rows_cut) == (2, 0)
    header = text[7:27]
    assert structure(text, [(0, 37), (37, 47)], 60, contexts=["", header]).header_carried == 1
    assert structure(text, [(0, 30), (30, 47)], 60).row_cut_ratio == 0.5
    chunks = shiplap.AdaptiveChunker(34, 0, unit="characters", max_context=30).chunk(text)
    assert structure(text, chunks, 34).header_carried == 1


def test_counts() -> None:
    assert fewest_chunks("", [], 5) == 0
    assert fewest_chunks("x" * 11, [], 5) == 3
    assert fewest_chunks("a\n" * 6, [(2, 6), (8, 12)], 5) == 4
    text = "x" * 5000
    found = structure(text, [(0, 5000)], 100)
    assert found.fixed == len(shiplap.FixedChunker(512, 50, unit="tokens").chunk(text))
    assert (found.fewest, found.to_fixed) == (50, 1 / 3)


def test_sums() -> None:
    one = structure(CODE, [(0, len(CODE))], 100, path="x.py")
    assert (one + one).definitions == 2 * one.definitions and (one + one).definitions_whole == 1
    assert Structure().figures()["definitions_whole"] is None
    assert one.figures()["chunks"] == 1


def test_regions_are_found_in_a_page() -> None:
    page = f"# A\n\n```py\n{CODE}```\n\n{TABLE}"
    assert [page[each.code_start : each.code_start + 5] for each in definitions_of(page)] == [
        "def f",
        "class",
        "    d",
    ]


def test_bad_options() -> None:
    with pytest.raises(shiplap.OptionError, match="size"):
        structure("x", [], 0)
    with pytest.raises(shiplap.OptionError, match="contexts"):
        structure("x", [(0, 1)], 5, contexts=[])


def test_rows_of_a_region_are_code_points() -> None:
    page = "é\n\n" + TABLE
    for text in (page, page.encode()):
        found = shiplap.regions(text)
        assert [region.rows for region in found] == [(0, ()), (23, (23, 33))]


#: Lines that begin and end definitions, in the languages that there are.
LINES = [
    "struct A {\n", "};\n", "int f() {\n", "}\n", "class B {\n", "if (x) {\n", "def f():\n", "    def g():\n",
    "  class C:\n", "        x = 1\n", "namespace {\n", "/*", "*/", "\n", "#if x\n", "#else\n", "#endif\n",
    "fn a() {\n", "impl B {\n", "func (a) b() {\n", "class É {\n",
]  # fmt: skip


@given(st.lists(st.sampled_from(LINES), max_size=40), st.sampled_from(sorted(LANGUAGES)), st.data())
def test_the_definitions_around_a_span(lines: list[str], language: str, data: st.DataObject) -> None:
    code = "".join(lines)
    rows, _, _ = lexical(Text(code), language)
    starts, ends, roles = (rows[column::OUTLINE_COLUMNS] for column in (START, END, ROLE))
    start = data.draw(st.integers(0, len(code)))
    end = data.draw(st.integers(start, len(code)))
    around = [
        row
        for row in range(len(starts))
        if roles[row] and starts[row] < start < ends[row] and (ends[row] >= end or roles[row] in CONTAINERS)
    ]
    found = Listing(Text(code), 100, rows).around(100 + start, 100 + end)
    assert found == around[::-1][:MAX_NAMES]


#: A path, and the head, a method and the foot of a text.
LAST_PIECES = [
    ("a.java", "class Dock {\n  class Rope {\n",
    "    int {0}(int a) {{\n      int x = a + 1;\n      return x * 3;\n    }}\n", "  }\n}\n"),
    ("a.py", "class Dock:\n  class Rope:\n",
    "    def {0}(self, a):\n        x = a + 1\n        return x * 3 * self.b\n", "\nX = 1\n"),
    ("a.ts", "namespace Dock {\n  class Rope {\n",
    "    {0}(a: number) {{\n      const x = a + 1;\n      return x * 3;\n    }}\n", "  }\n}\n"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "head", "method", "foot"), LAST_PIECES)
def test_the_last_piece_of_a_class_has_its_name(path: str, head: str, method: str, foot: str) -> None:
    code = head + "".join(method.format(name) for name in ("cut", "tie", "mend", "burn")) + foot + "// the end\n"
    for size in (150, 200, 260):
        for chunk in shiplap.AdaptiveChunker(size, 0, unit="characters").chunk(code, path=path):
            if code.index("Rope") < chunk.start < code.index("burn"):
                assert chunk.headings[:2] == ("Dock", "Rope"), (size, chunk)


def test_a_function_that_ends_in_a_chunk_is_no_heading_of_it() -> None:
    lines = "".join(f"    x{k} = {k}\n" for k in range(20))
    code = f"def f():\n{lines}\n\ndef g():\n    pass\n"
    chunks = shiplap.AdaptiveChunker(100, 0, unit="characters").chunk(code, path="a.py")
    assert chunks[1].headings == ("f",) and "def g" in chunks[-1].text and chunks[-1].headings == ()


def test_deep_definitions_have_the_innermost_names() -> None:
    code = "".join(f"struct A{k} {{\n" for k in range(200)) + "int x = 1;\n" * 99
    chunks = shiplap.AdaptiveChunker(300, 0, unit="characters", max_context=300).chunk(code, path="a.c")
    assert chunks[-1].headings == tuple(f"A{k}" for k in range(200 - MAX_NAMES, 200))
    assert max(map(len, chunks.headings)) == MAX_NAMES
