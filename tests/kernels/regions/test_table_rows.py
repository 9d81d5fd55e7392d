"""The rows of tables, and the language of code: literals by hand, then the core against the reference."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.regions import guess as core_guess
from shiplap._core.regions import is_delimited as core_is_delimited
from shiplap._core.regions import rows as core_rows
from shiplap._core.text import Text
from shiplap._data.code_prefixes import PREFIXES
from shiplap._data.packing_costs import GROUP, ROW
from shiplap.reference.regions.language import guess
from shiplap.reference.regions.records import is_delimited
from shiplap.reference.regions.table_rows import names_start, rows
from tests.conftest import Reference
from tests.support.cases import cases
from tests.support.documents import documents, tails


def by_core(text: Text, start: int, end: int) -> tuple[int, list[tuple[int, bool]]]:
    header, at, ranks, names = core_rows(text, start, end)
    assert set(ranks) <= {GROUP, ROW} and start <= names <= header
    return header, [(p, rank == GROUP) for p, rank in zip(at, ranks, strict=True)]


def pieces(impl: Any, table: str) -> list[str]:
    """Return the header, and what lies between two places where the table may be cut."""
    header, found = (rows if isinstance(impl, Reference) else lambda text, *at: by_core(Text(text), *at))(
        table, 0, len(table)
    )
    ends = [*(p for p, _ in found), len(table)]
    return [table[:header], *(table[a:b] for a, b in zip([header, *ends[:-1]], ends, strict=True))]


@cases(
    "expected",
    [
        # pipes
        ["| a | b |\n|---|---|\n", "| 1 | 2 |\n", "| 3 | 4 |\n"],
        ["a | b\n--|--\n", "1 | 2\n", " | 4\n"],
        ["| a | b |\n", "| 1 | 2 |\n", "| 3 | 4 |\n\n"],
        # between rules
        ["--- | ---\na | b\n--- | ---\n", "1 | 2\n", "3 | 4\n--- | ---\n"],
        # CSV: lines of a quoted cell; TSV
        ["a,b\n", '1,"x\ny, z\n"\n', "2,c\n"],
        ['x,"a\nb",c\n', "1,2\n", ",3\n"],
        ["a\tb\r\n", "1\t2\r\n", "3\t4"],
        # a quote begins at the start of a cell
        ["a,b\n", '1,5"\n', '2,6"\n', '"5"" or\n6" pipe,x\n', '3, "x\n""y"" z\nw" \n', "4,c\n"],
        # before a header: comments, titles, `sep=`, blank lines; names with line breaks
        ["# c\n% d\n// e\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["Rain in    2024\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["Rain in 2024\n\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["Rain,,\nMade, in, May\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["a: b\n" * 40 + "n;m;k\n", "1;2;3\n", "4;5;6\n"],
        ["sep=|\nn|m, x\n", "1|2\n", "4|5\n"],
        ["# c\n#n\tm\n", "1\t2\n", "4\t5\n"],
        ["# n, m\nn,m\n", "1,2\n", "4,5\n"],
        ['"n\nm",k,l\r\n', '"1\n\n2",3,4\r\n', "5,6,7"],
        [",n,m\n", "1,2,3\n", "4,5,6\n"],
        ["n\tm\n", "x\t2\t3\n", "y\t5\t6\n"],
        ["Made,2024\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["Made,here\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["By,A,\nOn,May,\n,,\nn,m,k\n", "1,2,3\n", "4,5,6\n"],
        ["n,m,\n", "x,y,z\n", "w,v,u\n"],
        ["n,m,\n", "1,y,z\n", "2,v,u\n"],
        ["n|m\n", '1|"2\n3"\n', "4|5\n"],
        ["n,m\n", "1,x\n", "2,|\n"],
        # aligned columns: a line that begins further in goes on with the row above
        ["name   what\n", "a      b\n       c\n", "d      e\n"],
        ["name   what\n----   ----\n", "a      b\n", "d      e\n"],
        # grids
        ["+--+--+\n|a |b |\n+==+==+\n", "|1 |2 |\n|  |x |\n+--+--+\n", "|3 |4 |\n+--+--+\n"],
        ["", "+--+--+\n|a |b |\n+--+--+\n", "|3 |4 |\n+  +--+\n|  |x |\n+--+--+\n"],
        ["", "+--+--+\n|a |b |\n+--+--+\n", "|1 |2 |\n+--+--+\n"],
        ["+--+--+\n|a |b |\n+--+--+\n", "|1 |2 |\n", "|3 |4 |\n+--+--+\n"],
        ["+-----+\n|a |b |\n|--+--|\n", "|1 |2 |\n", "|3 |4 |\n+-----+\n"],
        ["+--+---+\n| a|b  |\n| -|---|\n+==+===+\n", "| 1|2  |\n", "| 3|4  |\n+--+---+\n\n"],
        # drawn ones: with a frame, a row a line, or between edges; without a frame; in several styles
        ["┌──┬──┐\n│a │b │\n├──┼──┤\n", "│1 │2 │\n│  │x │\n", "│3 │4 │\n└──┴──┘\n\n"],
        ["╒══╤══╕\n│a │b │\n╞══╪══╡\n", "│1 │2 │\n│x │y │\n├──┼──┤\n", "│3 │4 │\n╘══╧══╛\n"],
        ["┏━━┳━━┓\n┃a ┃b ┃\n┡━━╇━━┩\n", "│1 │2 │\n", "│3 │4 │\n└──┴──┘\n"],
        ["╭──┬──╮\n│a ┆b │\n│--┆--│\n╞══╪══╡\n", "│1 ┆2 │\n", "│3 ┆4 │\n╰──┴──╯\n"],
        ["╔══╦══╗\n║a ║b ║\n╠══╬══╣\n", *["║1 ║2 ║\n"] * 9, "║1 ║2 ║\n╟──╫──╢\n", *["║1 ║2 ║\n"] * 15,
         "║1 ║2 ║\n╚══╩══╝\n"],
        ["", "┌──┬──┐\n│1 │2 │\n", "│3 │4 │\n└──┴──┘\n"],
        [" a │b \n───┼──\n", " 1 │2 \n   │x\n", " 3 │4\n"],
        [" a | b\n---+---\n", " 1 | 2\n", " 3 | 4\n"],
        [" a  | b\n----+---\n", " 1 +| 2\n 3  | 4 +\n    | 5\n", " C++ | 4\n"],
        ["  a   b\n ────────\n", "  1   2\n", "  3   4\n"],
        # in a quote
        ["> | a | b |\n> |---|---|\n", "> | 1 | 2 |\n", ">> | 3 | 4 |\n>\n"],
        [">> a|b\n>> -|-\n", ">> 1|2\n", ">> 3|4\n"],
        # simple tables
        ["== ==\na  b\n== ==\n", "1  2\n   x\n", "3  4\n\n", "5  6\n== ==\n"],
        ["", "== ==\n1  2\n", "3  4\n== ==\n"],
        ["", "== ==\n1= =\n", "3  4\n== ==\n\n"],
        # directives
        [
            ".. list-table:: T\n   :header-rows: 1\n\n   * - a\n     - b\n",
            "   * - 1\n     - 2\n",
            "   * - 3\n     - 4\n",
        ],
        [".. csv-table::\n   :header: a, b\n\n", "   1, 2\n", "   3, 4\n"],
        [".. table:: T\n\n   == ==\n   a  b\n   == ==\n", "   1  2\n", "   3  4\n   == ==\n"],
        # HTML
        [
            "<table>\n<caption>C</caption>\n<thead><tr><th>a</th></tr></thead>\n",
            "<tbody>\n<tr><td>1</td></tr>\n",
            "  <tr><td>2</td></tr>\n</tbody></table>",
        ],
        ["<table><tr><th>a<tr><th>b", "<tr><th>x<td>1", "<tr><th>y<td>2</table>"],
        ["", "<table><tr><td rowspan='2'>1<td>2<tr><td>3", "<tr><td>4</table>"],
        ["", "<table><tr><td rowspan=002>1<td>2<tr><td>3", "<tr><td>4</table>"],
        ["", "<table><tr><td rowspan=0002>1<td>2", "<tr><td>3", "<tr><td>4</table>"],
        ["", "<table><tr><td><table><tr><td>x<tr><td>y</table>", "<TR><td>4</table>"],
        # nothing to cut
        ["", ""],
        ["", "| a | b |"],
        ["", "\n \n"],
    ],
)
def test_literals(impl: Any, expected: list[str]) -> None:
    table = "".join(expected)
    found = pieces(impl, table)
    assert found == expected


def test_r3_64_records_are_read(impl: Any) -> None:
    """Half of those from the first row on have the cells of the header; one more record would change that."""
    titles, row, line = "Rain\nWells\n", "n,m\n", "1\n"
    assert pieces(impl, titles + row * 31 + line * 41)[0] == titles + row
    assert pieces(impl, titles + row * 30 + line * 32)[0] != titles + row
    # the last that is read makes it half
    assert pieces(impl, titles + row * 30 + line * 31 + row * 10)[0] == titles + row


@cases(("lines", "is_header"), [(999, True), (1000, True), (1001, False)])
def test_r2_a_record_has_at_most_1000_lines(impl: Any, lines: int, is_header: bool) -> None:
    names = 'n,"' + "k\n" * (lines - 1) + 'm"\n'
    found = pieces(impl, names + "1,2\n" * 3)
    assert (found[0] == names) is is_header
    assert is_delimited(names + "1,2\n" * 3) is is_header


@cases(
    ("before", "header"),
    [("# c\n\n", "n,m\n"), ("Rain,\n", '"n\n1",m\n'), ("# c\n", "#n,m\n"), ("sep=,\n", "n,m\n"), ("",
     "n,m\n"), ("\n", "n,m\n")],
)  # fmt: skip
def test_names_begin_below_titles_and_comments(impl: Any, before: str, header: str) -> None:
    text = f"{before}{header}1,2\n3,4\n"
    find = names_start if isinstance(impl, Reference) else lambda text, *at: core_rows(Text(text), *at)[3]
    assert find(text, 0, len(text)) == (len(before) if before.strip() else 0)
    for other in ("a | b\n--|--\n1 | 2\n", "┌──┬──┐\n│a,b│c,d│\n", "<table a='1,2'>\n",
    ".. csv-table:: a,b\n\n  1,2\n"):
        assert find(other, 0, len(other)) == 0


def test_groups(impl: Any) -> None:
    table = "| a | b |\n|---|---|\n| 1 | 2 |\n| | 3 |\n| 4 | 5 |\n"
    find = rows if isinstance(impl, Reference) else lambda text, *at: by_core(Text(text), *at)
    assert find(table, 0, len(table)) == (20, [(30, False), (38, True)])


def test_what_never_ends(impl: Any) -> None:
    """A quote that nothing closes, a cell that spans too many rows."""
    assert len(pieces(impl, 'a,b\n1,"2\n' + "3,4\n" * 100)) == 102
    assert len(pieces(impl, 'a,b\n1,2\n1,"2\n' + "3,4\n" * 1200 + '"\n')) == 1204
    assert len(pieces(impl, "<table>" + "<tr><td rowspan=999>x" * 9)) == 10


marks = st.sampled_from(
    ["<table>", "</table>", "<tr>", "</tr>", "<th>", "<td rowspan=2>", "<TD ROWSPAN='12'>", "<thead>", "</thead>",
     "<tbody>", "  <tr", "rowspan", ">", "<caption>",
     ".. csv-table:: x\n  :header: a", ".. list-table::\n\n  * - a\n",
     "* - b\n", "  :header-rows: 2\n\n", '"', "<!--", "-->", "<td title='", "<textarea>", "</textarea>",
     "> ", "│a │b │\n", "├──┼──┤\n", "┌──┬──┐\n", "a|b\n", "--+--\n", "|--+--|\n", "sep=;\n", "# c\n",
     "a,b\n", "a\tb\n", "|a|\n", "é", "x" * 300, "\n", "\r\n", "\r", "  "]
)  # fmt: skip


@given(parts=st.lists(marks, max_size=16).map("".join) | documents, tail=tails, data=st.data())
def test_the_reference_gives_the_same(isa: str, parts: str, tail: str, data: st.DataObject) -> None:
    text = parts + tail
    start = data.draw(st.integers(0, len(text)) | st.just(0))
    end = data.draw(st.integers(start, len(text)) | st.just(len(text)))
    header, found = rows(text, start, end)
    assert by_core(Text(text), start, end) == (header, found)
    assert core_rows(Text(text), start, end)[3] == names_start(text, start, end)
    offset = [len(text[:p].encode()) for p in range(len(text) + 1)] if len(text) < 20000 else None
    if offset:
        expected = offset[header], [(offset[p], group) for p, group in found]
        assert by_core(Text(text.encode()), offset[start], offset[end]) == expected


#: What a cell may hold, and what may stand above a table.
WORDS = ("a", "Well", "12", "3.5", "", "1 May", "it rains", "é", "漢字", "-", '"', "x" * 40)
ABOVE = (
    "", "", "sep=;\n", "sep=,\n", "# c\n", "# a,b\n", "Wells of May\n", "Wells, of May\n\n", "\n", "  \n",
    "'a';'b'\n",
)  # fmt: skip


def drawn_table(draw: random.Random) -> str:
    """Draw a table of one of many shapes: of CSV, of Markdown, with a frame, of reStructuredText, or of HTML."""
    width, height = draw.randint(1, 5), draw.randint(1, 7)
    rows = [[draw.choice(WORDS) for _ in range(width)] for _ in range(height)]
    if draw.random() < 0.2:
        rows[draw.randrange(height)].pop()
    end, indent = draw.choice(("\n", "\n", "\r\n")), draw.choice(("", "", "  ", "\t"))
    shape = draw.choice(("csv", "csv", "csv", "pipes", "grid", "box", "simple", "list", "html"))
    if shape == "csv":
        divider = draw.choice(",,;\t|")
        inner = ("", end, '""', divider)
        for row in rows:
            row[:] = [f'"{each}{draw.choice(inner)}x"' if draw.random() < 0.3 else each for each in row]
        return draw.choice(ABOVE) + "".join(divider.join(row) + draw.choice(("", divider)) + end for row in rows)
    if shape == "html":
        tag = draw.choice(("td", "td rowspan=2", "th", "TD rowspan='3'"))
        cells = ["".join(f"<{tag}>{each}</{tag[:2]}>" for each in row) for row in rows]
        made = "".join(f"<tr>{each}</tr>{end}" for each in cells)
        inside = draw.choice(("{}", "<thead>{}</thead>", "<tbody>{}</tbody>", "<caption>a</caption>{}"))
        return f"<table>{inside.format(made)}</table>{end}"
    if shape == "list":
        options = draw.choice(("", "   :header-rows: 1\n", "   :header-rows: 2\n", "   :header: a, b\n"))
        kind = draw.choice((".. list-table:: A", ".. csv-table:: A"))
        return f"{kind}\n{options}\n" + "".join(
            "".join(f"   {'* -' if k == 0 else '  -'} {cell}\n" for k, cell in enumerate(row)) for row in rows
        )
    sizes = [max((len(row[k]) for row in rows if k < len(row)), default=1) or 1 for k in range(width)]
    side, cross, dash = {"pipes": "||-", "grid": "|+-", "box": "│┼─", "simple": "  ="}[shape]
    dash = draw.choice((dash, dash, "=" if shape == "grid" else dash))
    rule = cross + cross.join(dash * (n + 2) for n in sizes) + cross
    padded = [[f" {each.ljust(n)} " for each, n in zip(row, sizes, strict=False)] for row in rows]
    lines = [side + side.join(row) + side for row in padded]
    every = draw.choice((1, 1, 2, 9))
    framed = [line for k, each in enumerate(lines) for line in [rule] * (k % every == 0 or k == 1) + [each]]
    framed = framed if shape != "pipes" else [lines[0], rule, *lines[1:]]
    return "".join(indent + line + end for line in framed + [rule] * (draw.random() < 0.7))


def test_tables_of_many_shapes() -> None:
    draw = random.Random(37)
    for _ in range(2000):
        table = drawn_table(draw)
        assert by_core(Text(table), 0, len(table)) == rows(table, 0, len(table)), table
        assert core_rows(Text(table), 0, len(table))[3] == names_start(table, 0, len(table)), table
        assert core_is_delimited(Text(table)) == is_delimited(table), table


# ---- the language of code


@pytest.mark.parametrize(
    ("code", "language"),
    [
        ("", "python"),
        ("def f(x):\n    return x\n", "python"),
        ("function f(x) {\n  return x;\n}\n", "javascript"),
        ("export interface A {\n  b: string;\n}\n", "typescript"),
        ("@Override\npublic int f() {\n  return 1;\n}\n", "java"),
        ("#include <x.h>\nstatic int f(void)\n{\n  return 1;\n}\n", "c"),
        ("template <class T>\nauto f(T x) {\n  return x;\n}\n", "cpp"),
        ("func f(x int) int {\n\treturn x\n}\n", "go"),
        ("pub fn f(x: i32) -> i32 {\n    x\n}\n", "rust"),
        ("a {\n  b: c;\n}\n", "javascript"),
        ("a b\nc d\n", "python"),
        ("Function Restart-Computer {\n  [string]$a\n  Get-Item $a\n}\n", "other"),
        ("test_that(\"x\", {\n  expect_equal(a, b)\n})\n", "other"),
        ("let rec f x =\n  match x with\n  | A -> b\n", "other"),
        ("let s:a = 1\ncall F()\nendif\n", "other"),
    ],
)
def test_languages(code: str, language: str) -> None:
    assert guess(code) == core_guess(Text(code)) == core_guess(Text(code + "# é")) == language


# ---- a text that is one table


@cases("tail", ["", "é", "漢", "😀"])
@cases(
    ("text", "is_table"),
    [
        ("a,b\n1,2\n3,4\n", True), ("a,b\n1,2\n", False), ("a,b,c,d\n1,2,3,4\n", True), ("a,b,c\n1,2,3\n", False),
        ("# c\n\nwell_id,f.name(x),g\nw_1,a.b(),3\nw_2,c[0],4\n\n \n", True), ("sep=;\nx = 1;2\n1;2\n3;4\n", True),
        ("a\tb\r\n1\t2\r\n3\t4", True), ("a|b|c\n1|2|3\n4|5|6", True), ("a | b\n1 | 2\n3 | 4\n", False),
        ('a,b\n1,"x\n\ny, z"\n3,4\n', True), ('a,b\n1,2\n3,4\n5,"6\n', False), ("a;b\n1,5;2\n3;4,5\n", True),
        ("a,b\n1,2\n\n3,4\n", False), ("a,b\n1,2\n3,4\n5\n", False), ("a,b\n1,2\n# c\n3,4\n", True),
        ("a, b\n1, 2\n3, 4\n", False), (" a,b\n1,2\n3,4\n", False), ("1,b\n1,2\n3,4\n", False),
        ("a,2\n1,2\n3,4\n", False), ("1,2,3\n1,2,3\n3,4,5\n", True), ("a\nb\nc\n", False), ("", False),
        ("\n", False),
        ('{"a":1,"b":2}\n' * 3, False), ("[1,2]\n" * 3, False), ("f(a,b)\n" * 3, False),
        ("f(a) + b,c\n" * 3, True),
        ("int a,b;\n" * 3, False), ("import a,b\n" * 3, False), ("a = b,c\n" * 3, False), ("a= b,c\n" * 3, False),
        ("a =b,c\n" * 3, False), ("if x,y {\n" * 3, False), ("class,b\n1,2\n3,4\n", True), ("a;\nb;\nc;\n", False),
        ("<a>,b\n" * 3, False), ("(a),b\n" * 3, False), ("#,b\n#,2\n#,4\n", False), ("a,b}\n" * 3, False),
        ("a,b\\\n" * 3, False),
        ('"x\ny",b,c\n1,2,3\n3,4,5\n', True), ('"x\n""y""\n\nz",b,c\n1,2,3\n3,4,5\n', True),
        # a first record with one cell less, no digit, and digits below; at least two more records
        ("a,b,c\n1,2,3,4\nd,e,f,g\n5,6,7,8\n", True), ("a,b,c\n1,2,3,4\nd,e,f,g\n", False),
        ("a,b,c\n# d,1,e,f\nd,e,f\ng,h,i\n", True), ("a,b,c\n# d\n1,2,3,4\nd,e,f,g\n5,6,7,8\n", True),
        ("a,b,c\nd,e,f,g\n1,2,3,4\n5,6,7,8\n", False), ("a,1,c\n1,2,3,4\n1,2,3,4\n5,6,7,8\n", False),
        ("a,b,c,d\n1,2,3\n1,2,3\n5,6,7\n", False), ("a,b,c\n1,2,3,4,5\n" + "1,2,3,4,5\n" * 3, False),
        ("a,b,c\n1,2,3\n1,2,3,4\n1,2,3,4\n", False), ("a,b\n1,2,3\n4,5,6\n7,8,9\n", False),
        ("a,b\n1,2,3\n4,5,6\n7,8,9\n1,2,3\n", True),
        ('L,D,T\nE,5/1/2024,N,"It\n\nrains, so."\nE,5/2/2024,N,"It"\nE,5/3/2024,N,"So\n"\n', True),
        ('"x\ny";b;c\n1;2;3\n3;4;5\n', True), ('"x\ny" b,c\n1,2\n3,4\n', False), ('"x\ny\n1,2\n3,4\n', False),
    ],
)  # fmt: skip
def test_r6_a_text_is_one_table(impl: Any, text: str, is_table: bool, tail: str) -> None:
    text = text.rstrip("\r\n ") + tail + text[len(text.rstrip("\r\n ")) :] if text.strip() else text
    find = is_delimited if isinstance(impl, Reference) else lambda text: core_is_delimited(Text(text))
    assert find(text) == is_table
    if not isinstance(impl, Reference):
        assert core_is_delimited(Text(text.encode())) == is_table


cells = st.sampled_from(
    ["a", "b", "1", ",", ",", ";", "\t", "|", '"', '""', " ", "\n", "\n", "\r\n", "\r", "#", "sep=", "é", "(", "=",
     "a,b\n", "a,b\n", "1;2\n", "1,5;2\n", '"x\ny",z\n', "//", "%", "|-|\n", "漢"]
)  # fmt: skip


@given(text=st.lists(cells, max_size=24).map("".join), tail=tails)
def test_the_reference_finds_the_same_records(isa: str, text: str, tail: str) -> None:
    text += tail
    assert core_is_delimited(Text(text)) == core_is_delimited(Text(text.encode())) == is_delimited(text)
    assert by_core(Text(text), 0, len(text)) == rows(text, 0, len(text))


lines_of_code = st.lists(
    st.sampled_from([prefix for prefixes in PREFIXES.values() for prefix in prefixes]), max_size=12
).map("x\n  ".join)


@given(text=lines_of_code | documents, tail=tails)
def test_the_reference_guesses_the_same(text: str, tail: str) -> None:
    text += tail
    assert core_guess(Text(text)) == core_guess(Text(text.encode())) == guess(text)
