"""The outline of data: literals by hand, oracles of other parsers, laws, and the core against the reference."""

from __future__ import annotations

import json
import random
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shiplap._core.outline import convert
from shiplap._core.outline import outline_data as compiled
from shiplap._core.text import Text
from shiplap._data.code_languages import ELEMENT
from shiplap._data.data_formats import FORMATS
from shiplap.content.data_outline import key_name
from shiplap.plan import SizeUnit
from shiplap.reference.data.data import outline as reference
from tests.support.cases import cases, few_quick

Found = tuple[list[tuple[int, ...]], list[int], list[int]]
Outline = Callable[[str, str, int], Found]


def in_rows(rows: Any) -> list[tuple[int, ...]]:
    return [tuple(rows[i : i + 9]) for i in range(0, len(rows), 9)]


def expected(text: str, name: str, fits: int = 0, unit: SizeUnit = "characters") -> Found:
    rows, cuts, ranks = reference(text, name, fits, unit)
    return [tuple(row) for row in rows], cuts, ranks


def core(text: str, name: str, fits: int = 0) -> Found:
    rows, cuts, ranks = compiled(Text(text, "surrogatepass"), name, fits)
    return in_rows(rows), list(cuts), list(ranks)


def core_utf8(text: str, name: str, fits: int = 0) -> Found:
    """Return the same over UTF-8, its offsets converted; `fits` counts bytes."""
    view = Text(text.encode())
    rows, cuts, ranks = compiled(view, name, fits)
    for column in range(1, 7):
        rows[column::9] = convert(view, rows[column::9], "characters")
    return in_rows(rows), list(convert(view, cuts, "characters")), list(ranks)


IMPLEMENTATIONS: dict[str, Outline] = {"reference": expected, "core": core, "core over UTF-8": core_utf8}


@pytest.fixture(params=IMPLEMENTATIONS)
def outline(request: pytest.FixtureRequest) -> Outline:
    return IMPLEMENTATIONS[request.param]


def name_of(text: str, row: tuple[int, ...]) -> str:
    return str(row[8]) if row[0] == ELEMENT else key_name(text[row[1] : row[2]], text[max(0, row[1] - 1) : row[1]])


def paths(text: str, rows: list[tuple[int, ...]]) -> list[str]:
    """Return the path of each node, without nodes that have no name."""
    found: list[str] = []
    for row in rows:
        above = found[row[7]] if row[7] >= 0 else ""
        found.append(" > ".join(name for name in (above, name_of(text, row)) if name))
    return found


def pieces(text: str, cuts: list[int]) -> list[str]:
    edges = [0, *cuts, len(text)]
    return [text[a:b] for a, b in pairwise(edges)]


# ---- by hand: the pieces between cuts, each with the rank before it, and the paths of the nodes

CASES: list[tuple[str, str, list[str], list[str]]] = [
    ("json", '[{"a": 1}, {"b":\n {}}]', ['[', '4{', '4"a": 1', '4}, ', '1{', '4"b":\n {}', '4}', '4]'],
     ["", "0", "0 > a", "1", "1 > b"]),
    ("json", '{\n  "a": "x, {y}",  // of a\n  /* of b */ "b": [1,\n\n 2]\n}\n',
     ['{\n', '4  "a": "x, {y}",  // of a\n', '1  /* of b */ "b": [', "41,\n\n", "2 2", "4]\n", "4}\n"],
     ["", "a", "b", "b > 0", "b > 1"]),
    ("json", '{"a": 1}\n{"a": 2}\n', ['{', '4"a": 1', '4}\n', '0{', '4"a": 2', "4}\n"],
     ["0", "0 > a", "1", "1 > a"]),
    ("json", "{a:1,'b':http://x,\r\nc :  2}", ["{", "4a:1,", "1'b':http://x,\r\n", "1c :  2", "4}"],
     ["", "a", "b", "c"]),
    ("json", '[1, 2]]\nrest\n[3]', ["[", "41, ", "12", "4]]\n", "3rest\n", "0[", "43", "4]"],
     ["0", "0 > 0", "0 > 1", "1", "1 > 0"]),
    ("json", '{"a": "b\n{"a": 1}', ['{', '4"a": "b\n', '0{', '4"a": 1', "4}"], ["0", "1", "1 > a"]),
    ("json", '{"a": ["x', ["{", '4"a": [', '4"x'], ["", "a"]),
    ("xml", '<?xml version="1.0"?>\n<a>\n  <!-- b -->\n  <b c="/>">x</b><n:d/>\n</a>\n',
     ['<?xml version="1.0"?>\n<a>\n', '4  <!-- b -->\n  <b c="/>">x</b>', "1<n:d/>\n", "4</a>\n"],
     ["a", "a > b", "a > n:d"]),
    ("xml", "<!DOCTYPE a [<!ENTITY b '>'>]>\n<a><![CDATA[<b>]]></a>\n<a><b></a>\n<c/>",
     ["<!DOCTYPE a [<!ENTITY b '>'>]>\n<a><![CDATA[<b>]]></a>\n", "0<a>", "4<b>", "3</a>\n", "3<c/>"],
     ["a", "a", "a > b"]),
    ("yaml", "# of a\na:\n- b: 1\n  c: |\n    d: 2\n\n    # e\n- 'f: g': [1, {h: 2}]\n",
     ["# of a\na:\n", "4- b: 1\n", "2  c: |\n", "4    d: 2\n\n", "4    # e\n", "1- 'f: g': [", "41, ", "3{",
      "4h: 2", "4}", "4]\n"],
     ["a", "a > 0", "a > 0 > b", "a > 0 > c", "a > 1", "a > 1 > f: g", "a > 1 > f: g",
      "a > 1 > f: g > 0", "a > 1 > f: g > 1", "a > 1 > f: g > 1 > h"]),
    ("yaml", "---\na: 1\n---\nb: x:y\n  more\nc: \"d\n  e: f\"\n...\n",
     ["---\n", "4a: 1\n", "0---\n", "4b: x:y\n", "4  more\n", '1c: "d\n', '4  e: f"\n...\n'],
     ["0", "0 > a", "1", "1 > b", "1 > c"]),
    ("toml", '# of a\na = 1\n[b]\nc = [1,\n  2]\n[b.d]\ne = """\nx = 1\n"""\n[[f]]\ng.h = 2\n[[f]]\n',
     ["# of a\na = 1\n", "0[b]\n", "4c = [", "41,\n", "3  2", "4]\n", '0[b.d]\n', '4e = """\n', "4x = 1\n",
      '4"""\n',
      "0[[f]]\n", "4g.h = 2\n", "1[[f]]\n"],
     ["a", "b", "b > c", "b > c", "b > c > 0", "b > c > 1", "b > d", "b > d > e", "f", "f > 0",
      "f > 0 > g.h", "f > 1"]),
    ("toml", "[a]\n[a.\"b.c\"]\n['d'.'e']\n[['f']]\n", ["[a]\n", "0[a.\"b.c\"]\n", "0['d'.'e']\n", "0[['f']]\n"],
     ["a", "a > b.c", "'d'.'e'", "f", "f > 0"]),
    ("toml", 'a = [{ b = "c=d", e=1 }]\n', ["a = [", '4{ ', '4b = "c=d", ', "3e=1 ", "4}", "4]\n"],
     ["a", "a", "a > 0", "a > 0 > b", "a > 0 > e"]),
    ("yaml", "a : 1\n'b' : c\nd:e: f\n", ["a : 1\n", "0'b' : c\n", "0d:e: f\n"], ["a", "b", "d:e"]),
    ("yaml", "- a: [b=c, http://d]\n  e: 1\n", ["- a: [", "4b=c, ", "3http://d", "4]\n", "1  e: 1\n"],
     ["0", "0 > a", "0 > a", "0 > a > 0", "0 > a > 1", "0 > e"]),
    ("ini", "; of a\n[a]\nb = 1\n  2\nc: 3 \\\nd = 4\n\n[e]\n",
     ["; of a\n[a]\n", "4b = 1\n", "4  2\n", "1c: 3 ", "5\\\n", "4d = 4\n\n", "0[e]\n"],
     ["a", "a > b", "a > c", "e"]),
    ("env", "export A=1\n# of B\nB=\"x\nC=2\"\nD='e\n", ["export A=1\n", '0# of B\nB="x\n', '4C=2"\n', "0D='e\n"],
     ["A", "B", "D"]),
    ("diff",
     "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f\n--- y\n+++ z\n w\n--- c\t1\n+++ d\t2\n"
     "@@ -1 +1 @@\n-1\n+2\n",
     ["diff --git a/x b/x\n", "4--- a/x\n", "4+++ b/x\n", "1@@ -1,2 +1,2 @@ f\n", "4--- y\n", "4+++ z\n", "3 w\n",
      "0--- c\t1\n", "4+++ d\t2\n", "1@@ -1 +1 @@\n", "4-1\n", "4+2\n"],
     ["x", "x > @@ -1,2 +1,2 @@ f", "d", "d > @@ -1 +1 @@"]),
    ("diff", "*** a\t1\n--- b\t2\n***************\n*** 1,2 ****\n--- 1,3 ----\n  x\n+ y\n",
     ["*** a\t1\n", "4--- b\t2\n", "1***************\n", "4*** 1,2 ****\n", "4--- 1,3 ----\n", "4  x\n", "4+ y\n"],
     ["b", "b > ***************"]),
    ("diff",
     f"From {'0a' * 20} Mon\nSubject: A\n\n---\n x | 2 +-\n\ndiff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n"
     f"-1\n+2\n-- \n2.30\n\ncommit {'1b' * 32} (tag)\n\ncommit {'1b' * 19}\ndiff --git a/y b/y\n",
     [f"From {'0a' * 20} Mon\n", "4Subject: A\n", "4\n", "4---\n", "4 x | 2 +-\n", "4\n",
      "1diff --git a/x b/x\n", "4--- a/x\n",
      "4+++ b/x\n", "2@@ -1 +1 @@\n", "4-1\n", "4+2\n", "4-- \n", "42.30\n", "4\n",
      f"0commit {'1b' * 32} (tag)\n", "4\n",
      f"4commit {'1b' * 19}\n", "1diff --git a/y b/y\n"],
     ["0a" * 20, "0a" * 20 + " > x", "0a" * 20 + " > x > @@ -1 +1 @@", "1b" * 32, "1b" * 32 + " > y"]),
    ("log",
     "ERROR:a:b\nTraceback (most recent call last):\n  c\nE: d\n\nDuring handling of the above exception, e\n\n"
     "Traceback (most recent call last):\n  c\nF: d\nINFO:a:b\nERROR:a:b\nCaused by: E\n",
     ["ERROR:a:b\n", "4Traceback (most recent call last):\n", "4  c\n", "4E: d\n", "4\n",
      "4During handling of the above exception, e\n", "4\n", "4Traceback (most recent call last):\n", "4  c\n",
      "4F: d\n", "0INFO:a:b\n", "0ERROR:a:b\n", "4Caused by: E\n"],
     ["ERROR:a:b", "INFO:a:b", "ERROR:a:b"]),
    ("po", '#: a.c:1\nmsgid "A"\nmsgstr ""\n"B"\n\n# c\nmsgid "C"\n',
     ['#: a.c:1\n', '4msgid "A"\n', '4msgstr ""\n', '4"B"\n\n', '0# c\n', '4msgid "C"\n'], ["A", "C"]),
    ("log", "=== RUN   A\n    x\n--- FAIL: A\n=== RUN   B\nFAIL\n",
     ["=== RUN   A\n", "4    x\n", "4--- FAIL: A\n", "0=== RUN   B\n", "4FAIL\n"],
     ["=== RUN   A", "=== RUN   B"]),
    ("log", "== x ==\n__________ a __________\n\nE\n__________ b __________\nF\n",
     ["== x ==\n", "0__________ a __________\n", "4\n", "4E\n", "0__________ b __________\n", "4F\n"],
     ["__________ a __________", "__________ b __________"]),
    ("log", "== x ==========\n__________ a\nE\n__________ b\nF\n========== c\nG\n",
     ["== x ==========\n", "0__________ a\n", "4E\n", "0__________ b\n", "4F\n", "0========== c\n", "4G\n"],
     ["__________ a", "__________ b", "========== c"]),
    ("log",
     "cc a.c\na.c: In function 'f':\na.c:5:3: warning: b\n    5 | c\n      | ^\na.c:6:3: note: d\n    6 | e\n"
     "a.c:7: error: f\n  g\nIn file included from h.h:1,\n                 from a.c:1:\ni.h:2:1: fatal error: j\n"
     "    2 | k\na.c:8:1: error: l\nm: warning: n\n o\n",
     ["cc a.c\n", "0a.c: In function 'f':\n", "4a.c:5:3: warning: b\n", "4    5 | c\n", "4      | ^\n",
      "4a.c:6:3: note: d\n", "4    6 | e\n", "0a.c:7: error: f\n", "4  g\n", "0In file included from h.h:1,\n",
      "4                 from a.c:1:\n", "4i.h:2:1: fatal error: j\n", "4    2 | k\n", "4a.c:8:1: error: l\n",
      "4m: warning: n\n", "4 o\n"],
     ["a.c: In function 'f':", "a.c:7: error: f", "In file included from h.h:1,"]),
    ("log", "  Compiling a\nwarning: b\n --> c:1:2\n  |\n1 | d\n\nerror[E1]: e\n\t--> f:1:2\nerror: g\n  h\n",
     ["  Compiling a\n", "0warning: b\n", "4 --> c:1:2\n", "4  |\n", "41 | d\n", "4\n", "0error[E1]: e\n",
      "4\t--> f:1:2\n", "4error: g\n", "4  h\n"],
     ["warning: b", "error[E1]: e"]),
    ("log", "x\n2024-05-01 10:00 a\nTraceback:\n  b\nE: c\n2024-05-02 10:01 d\n",
     ["x\n", "02024-05-01 10:00 a\n", "4Traceback:\n", "4  b\n", "4E: c\n", "02024-05-02 10:01 d\n"],
     ["2024-05-01 10:00 a", "2024-05-02 10:01 d"]),
    ("yaml", "{a b: 1, 'it''s': 'c\\', d=e: f:g, h:, i: [j]}\n",
     ["{", "4a b: 1, ", "1'it''s': 'c", "5\\', ", "1d=e: f:g, ", "1h:, ", "1i: [", "4j", "4]", "4}\n"],
     ["", "a b", "it's", "d=e", "i", "i > 0"]),
    ("yaml", "'it''s': 'x''\n  y: z'\nb: 1\n", ["'it''s': 'x''\n", "4  y: z'\n", "0b: 1\n"], ["it's", "b"]),
    ("toml", "\"a=b\" = 1\n[\"c, d]\".e]\nf.\"g=h\" = { i='\\', \"j k\"=2 }\n",
     ['"a=b" = 1\n', '0["c, d]".e]\n', '4f."g=h" = { ', "4i='", "5\\', ", '3"j k"=2 ', "4}\n"],
     ["a=b", '"c, d]".e', '"c, d]".e > f."g=h"', '"c, d]".e > f."g=h"', '"c, d]".e > f."g=h" > i',
      '"c, d]".e > f."g=h" > j k']),
    ("xml", "<!DOCTYPE a [<!-- it's ]> -->]>\n<a>b<c>\n<d/>\n</c>e</a>\n",
     ["<!DOCTYPE a [<!-- it's ]> -->]>\n<a>b<c>\n", "4<d/>\n", "4</c>e</a>\n"], ["a", "a > c", "a > c > d"]),
    ("yaml", "a: |\n  b: 1\nc: 2\n", ["a: |\n", "4  b: 1\n", "0c: 2\n"], ["a", "c"]),
    ("yaml", 'a: "x\n\n  y: z\nb: 1\n', ['a: "x\n', "4\n", "4  y: z\n", "0b: 1\n"], ["a", "b"]),
    ("yaml", "# of 0\na: 1\n--- # x\nb: 2\n...\n# of 2\nc: 3\n",
     ["# of 0\na: 1\n", "0--- # x\n", "4b: 2\n...\n", "0# of 2\nc: 3\n"],
     ["0", "0 > a", "1", "1 > b", "2", "2 > c"]),
    ("yaml", "%YAML 1.2\n---\na: ----\n----: b\n", ["%YAML 1.2\n", "0---\n", "4a: ----\n", "1----: b\n"],
     ["", "a", "----"]),
    ("xml", "<p><b>It</b> is <i>so</i> <u>here</u>. And so. <q/>\n<q/></p>",
     ["<p>", "5<b>It</b> is <i>so</i> ", "5<u>here</u>. ", "4And so. ", "4<q/>\n", "1<q/>", "5</p>"],
     ["p", "p > b", "p > i", "p > u", "p > q", "p > q"]),
    ("xml", "<r>\nIt is.\n<a>x</a>\n<b>It <c/> is</b>\n</r>",
     ["<r>\nIt is.\n", "4<a>x</a>\n", "1<b>It <c/> is</b>\n", "4</r>"], ["r", "r > a", "r > b", "r > b > c"]),
    ("diff", "Index: x\r\n--- a/y\r\n+++ b/z\r\n", ["Index: x\r\n", "4--- a/y\r\n", "4+++ b/z\r\n"], ["z"]),
]  # fmt: skip


@cases(("name", "text", "parts", "nodes"), CASES)
def test_by_hand(outline: Outline, name: str, text: str, parts: list[str], nodes: list[str]) -> None:
    rows, cuts, ranks = outline(text, name, 0)
    first, *others = pieces(text, cuts)
    assert [first, *(f"{rank}{part}" for rank, part in zip(ranks, others, strict=True))] == parts
    assert paths(text, rows) == nodes


def test_records_begin_in_several_ways(outline: Outline) -> None:
    lines = ["[INFO] 10:00 a", "[WARN ] 10:01 b", "x: 10:02", "[INFO] 10:03 c", "d", "[INFO] 10:04 e"]
    lines.append("[WARN ] 10:05 f")
    text = "\n".join([*lines * 3, "E: no", "x: no"])
    rows = outline(text, "log", 0)[0]
    assert [text[row[3] : row[6]].count("\n") for row in rows[:4]] == [1, 1, 1, 2]
    same = "W:a: b\nx\nW:c: d\n e\nW:f: g\n"
    assert paths(same, outline(same, "log", 0)[0]) == ["W:a: b", "W:c: d", "W:f: g"]
    some = "A x 10:00\nB x y\n  z\nC 2\n" * 3
    assert paths(some, outline(some, "log", 0)[0]) == ["A x 10:00"] * 3
    heads = ("# Time: 2024", "# User@Host: a", "Log Name: a", "Event[1]:", "Started POST /", "Started GET /")
    heads += ("START RequestId: a", "BEGIN:VCARD", "BEGIN:VEVENT", "ok 1", "not ok 1 - a", "# Subtest: a")
    for head in heads:
        headed = f"x 10:00\n{head}\nA: 10:01\nb\n{head}\n" + "A: 10:02\n" * 3
        assert paths(headed, outline(headed, "log", 0)[0]) == [head] * 2, head
    all_lines = "a.b\n[c]\nd: e\n f\n"
    assert paths(all_lines, outline(all_lines, "log", 0)[0]) == ["a.b", "[c]", "d: e"]


@cases(
    ("name", "text", "path"),
    [("json", "[1]", " > 0"), ("xml", "<a/>", "a"), ("yaml", "a: 1", "a"), ("ini", "[a]", "a"),
     ("env", "a=1", "a"), ("diff", "--- a\n+++ a", "a"), ("po", 'msgid "a"', "a"), ("log", "a", "a")],
)  # fmt: skip
def test_a_byte_order_mark_belongs_to_no_node(outline: Outline, name: str, text: str, path: str) -> None:
    rows, _, _ = outline("\ufeff" + text, name, 0)
    assert paths("\ufeff" + text, rows)[-1] == path.removeprefix(" > ") and rows[0][3] == 1


def test_a_text_that_does_not_fit_is_cut_at_sentences_and_never_in_an_escape(outline: Outline) -> None:
    text = '["It is deep. It is \\u00e9 \\\\n\\ud83d\\ude00.\\nAnd cold.", "It is. So."]'
    rows, cuts, ranks = outline(text, "json", 12)
    assert [(rank, part) for rank, part in zip(ranks, pieces(text, cuts)[1:], strict=True)] == [
        (4, '"It is deep. '), (4, "It is "), (5, "\\u00e9"), (5, " "), (5, "\\\\"), (5, "n"),
        (5, "\\ud83d\\ude00"),
        (5, "."), (5, "\\n"), (4, 'And cold.", '), (1, '"It is. So."'), (4, "]"),
    ]  # fmt: skip
    assert paths(text, rows) == ["", "0"]


def test_pieces_that_fit_have_no_cuts_inside(outline: Outline) -> None:
    text = '[{"a": 1, "b": [2, 3]}, {"a": "xxxxxxxxxxxxxxxxxxxxxxxxxxx", "b": 5}]'
    rows, cuts, _ = outline(text, "json", 24)
    assert pieces(text, cuts) == [
        "[",
        '{"a": 1, "b": [2, 3]}, ',
        "{",
        '"a": "xxxxxxxxxxxxxxxxxxxxxxxxxxx", ',
        '"b": 5',
        "}",
        "]",
    ]
    assert paths(text, rows) == ["", "1", "1 > a"]


# ---- oracles


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield the leaves of a value of JSON, each with its path."""
    if isinstance(value, dict | list) and value:
        pairs = value.items() if isinstance(value, dict) else enumerate(value)
        for key, each in pairs:
            yield from leaves(each, f"{path} > {key}" if path else str(key))
    else:
        yield path, value


def drawn(draw: random.Random, depth: int) -> Any:
    """Return a random value of JSON."""
    kind = draw.randrange(7 if depth else 4)
    if kind < 4:
        return draw.choice([0, -1.5, 1e300, True, None, "", "a, b: [c]", 'q"\\', "é\n漢\t😀", "It is. So."])
    if kind < 6:
        return {
            f"k{n}{draw.choice(['', ' x', 'é', '}'])}": drawn(draw, depth - 1) for n in range(draw.randrange(4))
        }
    return [drawn(draw, depth - 1) for _ in range(draw.randrange(4))]


@cases("seed", range(40))
def test_paths_and_leaves_are_those_of_json(seed: int) -> None:
    draw = random.Random(seed)
    value = [drawn(draw, 5) for _ in range(6)]
    text = json.dumps(
        value, indent=draw.choice([None, 1, 4, "\t"]), ensure_ascii=draw.random() < 0.5,
        separators=draw.choice([None, (",", ":")]),
    )  # fmt: skip
    if draw.random() < 0.5:
        text = text.replace("\n", "\r\n")
    for run in (core, core_utf8):
        rows, cuts, _ = run(text, "json")
        parents = {row[7] for row in rows}
        own = [
            (path, json.loads(text[row[3] if row[0] == ELEMENT else text.index(":", row[2]) + 1 : row[6]]))
            for k, (row, path) in enumerate(zip(rows, paths(text, rows), strict=True))
            if k not in parents
        ]  # fmt: skip
        assert own == list(leaves(value))
        assert "".join(pieces(text, cuts)) == text


def test_paths_are_those_of_yaml() -> None:
    yaml = pytest.importorskip("yaml")
    for seed in range(30):
        draw = random.Random(seed)
        value = {"top": [drawn(draw, 3) for _ in range(4)], "other": drawn(draw, 2)}
        text = yaml.dump(value, sort_keys=False, default_flow_style=draw.choice([None, False, True]), width=60)
        rows, _, _ = core(text, "yaml")
        found = paths(text, rows)
        assert set(found) >= {path for path, _ in leaves(json.loads(json.dumps(value))) if "k" not in path}


def test_paths_are_those_of_xml() -> None:
    draw = random.Random(1)

    def element(depth: int) -> str:
        name = draw.choice(["a", "b.c", "n_d"])
        inner = (
            "".join(element(depth - 1) for _ in range(draw.randrange(4))) if depth else "x &amp; <![CDATA[<y>]]>"
        )
        return f"<{name} e='>'>{draw.choice(['', ' '])}<!-- <z> -->{inner}</{name}>\n"

    for _ in range(20):
        text = f"<?xml version='1.0'?>\n<r>{element(4)}</r>"
        rows, _, _ = core(text, "xml")

        def walk(node: ElementTree.Element, path: str) -> Iterator[str]:
            yield path
            for child in node:
                yield from walk(child, f"{path} > {child.tag}")

        assert paths(text, rows) == list(walk(ElementTree.fromstring(text), "r"))


# ---- laws and equality

MARKS = {
    "json": ['{', '}', '[', ']', ',', ':', '"', '\\', '\\"', "\n", " ", "a", "é", "1", "//", "/*", "*/", "#",
             '"k": ',
             "\\u00e9", "\\ud83d\\ude00", "'", ". A", "\\n", "\r\n", "&amp;", '{"a": [1, 2]}\n'],
    "xml": ["<a>", "</a>", "<b>", "</b>", "<c/>", "<!-- x -->", "<![CDATA[", "]]>", "<?p?>", "<!D", "[", "]", ">",
            '"',
            "'", " ", "\n", "t. T", "é", '<a b="', "/>", "</", "&lt;", "<a><b>x</b>\n<b/></a>"],
    "yaml": ["a:", "- ", " ", "  ", "\n", "---", "...", "#", '"', "'", "|", ">", "{", "}", "[", "]", ",",
             ": ", "é",
             "b: ", "\\", "x. Y", "\r\n", "\t", "? ", "a:\n  b: 1\n", "- c\n"],
    "toml": ["[a]", "[a.b]", "[[a]]", "[[a.b]]", "[", "x = ", "=", '"""', "'''", '"', "'", "\n", " ", "#", ";",
             "{",
             "]", "}", ",", "é", "a=1", "\\\n", "\r\n", ". T", "[[a", "\n[[a]]\nb = 1\n"],
    "diff": ["--- ", "+++ ", "*** ", "@@ -1,2 +1,3 @@", "***************", "diff --git a/x b/y", "Index: z", "===",
             "\n",
             "+", "-", " ", "b/", "\t", "\r\n", "é", "****", "/dev/null", "a", "\\",
             "\n--- a\n+++ b\n@@ -1 +1 @@\n"],
    "po": ['msgid "', '"', "\n", "\n\n", "#", 'msgstr "', "é", "\\n", "a. B", "\r\n"],
    "log": ["2024-05-01 ", "10:00:01 ", "a", "Traceback", "  at x", "\n", "\r\n", "é", "\x00", "[", "1", ".",
            "ValueError: ", "\n2024-05-01 10:00 x\n", "\n\n"],
}  # fmt: skip
MARKS["ini"] = MARKS["env"] = MARKS["toml"]

texts = st.sampled_from(FORMATS).flatmap(
    lambda name: st.tuples(st.just(name), st.lists(st.sampled_from(MARKS[name]), max_size=40).map("".join))
)


@given(drawn=texts, fits=st.sampled_from([0, 0, 3, 10, 30]))
def test_core_equals_the_reference(drawn: tuple[str, str], fits: int) -> None:
    name, text = drawn
    found = expected(text, name, fits)
    assert core(text, name, fits) == found
    assert core_utf8(text, name, fits) == expected(text, name, fits, "bytes")
    check(text, found)


def check(text: str, found: Found) -> None:
    """Cuts ascend inside of the text; nodes are nested, in order of their starts, and within their parents."""
    rows, cuts, ranks = found
    assert cuts == sorted(set(cuts)) and all(0 < p < len(text) for p in cuts) and len(cuts) == len(ranks)
    assert all(0 <= rank <= 5 for rank in ranks)
    for k, row in enumerate(rows):
        assert row[7] < k and 0 <= row[3] <= row[6] <= len(text)
        assert k == 0 or rows[k - 1][3] <= row[3]
        if row[7] >= 0:
            assert rows[row[7]][3] <= row[3] and row[6] <= rows[row[7]][6]


@cases(
    ("name", "text"),
    [
        ("json", "[" * 100_000), ("json", "[" * 100_000 + "]" * 100_000), ("json", '{"a":' * 100_000),
        ("json", '{"a": [\n' * 50_000 + "]}" * 50_000), ("json", "[1, " * 50_000 + "x" * 50_000),
        ("xml", "<a>" * 50_000 + "</a>" * 50_000), ("xml", "<a>" * 100_000),
        ("xml", "<a>" * 50_000 + "</b>" * 50_000),
        ("yaml", "- " * 100_000), ("yaml", "a: [\n" * 30_000), ("yaml", "a: 'x\n" * 30_000),
        ("yaml", "".join(" " * k + "a:\n" for k in range(500))), ("toml", 'a = """\n' * 30_000),
        ("toml", "".join(f"[a{'.a' * k}]\n" for k in range(400))), ("env", 'A="\n' * 30_000),
        ("json", '"' + "\\" * 100_000), ("diff", "--- a\n" * 30_000), ("log", "\n" * 100_000),
    ],
)  # fmt: skip
@few_quick("fits", [1000, 0])
def test_depth_is_no_recursion_and_no_rescan(name: str, text: str, fits: int) -> None:
    check(text, core(text, name, fits))
