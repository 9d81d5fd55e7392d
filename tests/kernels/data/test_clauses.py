"""The bounds of the clauses of data, by hand: what is just inside and just outside of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from shiplap._core.record_starts import record_starts as compiled
from shiplap._core.text import Text
from shiplap.reference.data import values, yaml
from shiplap.reference.data.record_starts import record_starts
from tests.kernels.data.test_data import IMPLEMENTATIONS, Outline, paths, pieces
from tests.support.cases import cases

#: Eight marks, two of which begin the lines of 64 shapes.
PAIRS = [one + two for one in "!$%&()*+" for two in "!$%&()*+"]

#: The forty digits of a change.
CHANGE = "0a" * 20


@pytest.fixture(params=IMPLEMENTATIONS)
def outline(request: pytest.FixtureRequest) -> Outline:
    return IMPLEMENTATIONS[request.param]


@cases(
    ("name", "text", "parts", "nodes"),
    [
        # E1: a comment in a document type ends after four characters, and hides quotes
        ("xml", "<!DOCTYPE a [<!--->'-->]><b/>", ["<!DOCTYPE a [<!--->'-->]><b/>"], ["b"]),
        ("xml", "<!DOCTYPE a [<!---->]><b/>", ["<!DOCTYPE a [<!---->]><b/>"], ["b"]),
        ("xml", "<!DOCTYPE a [<!--'-->]><b/>", ["<!DOCTYPE a [<!--'-->]><b/>"], ["b"]),
        ("xml", "<!DOCTYPE a [<!-- x\n<b/>", ["<!DOCTYPE a [<!-- x\n", "3<b/>"], []),
        # E2, E6: names that are empty; an end tag outside of all elements
        ("xml", "<>\n</>", ["<>\n</>"], [""]),
        ("xml", "</>\n<a/>", ["</>\n", "3<a/>"], []),
        ("xml", "<a>\n</ab>\n", ["<a>\n", "3</ab>\n"], ["a"]),
        # E4, E5: running text without an end of a sentence has no cut
        ("xml", "<r>It <b/>is.</r>", ["<r>It <b/>is.</r>"], ["r", "r > b"]),
        # T4: references of at most twelve code points
        ("xml", "<a>x &#x41; y</a>", ["<a>x ", "5&#x41;", "5 y</a>"], ["a"]),
        ("xml", "<a>x &y z;</a>", ["<a>x &y z;</a>"], ["a"]),
        ("xml", "<a>x&abcdefghij;y</a>", ["<a>x", "5&abcdefghij;", "5y</a>"], ["a"]),
        ("xml", "<a>x&abcdefghijk;y</a>", ["<a>x&abcdefghijk;y</a>"], ["a"]),
        # C1: what names a section, and what it is a part of
        ("ini", "# a\n# b\n[c]\n", ["# a\n# b\n[c]\n"], ["c"]),
        ("ini", "[a]\nb = 1,", ["[a]\n", "4b = 1,"], ["a", "a > b"]),
        ("ini", "[a", ["[a"], [""]),
        ("ini", "[1, 2]\n", ["[1, 2]\n"], [""]),
        ("toml", "[a]]\n", ["[a]]\n"], [""]),
        ("ini", "[[a]\n", ["[[a]\n"], ["[a"]),
        ("toml", "[a]\n[[a.b]]\n[[a.b]]\n", ["[a]\n", "0[[a.b]]\n", "2[[a.b]]\n"],
         ["a", "a > b", "a > b > 0", "a > b > 1"]),
        ("toml", "[a]\n[a.b]\n[a.b.c]\n", ["[a]\n", "0[a.b]\n", "0[a.b.c]\n"], ["a", "a > b", "a > b > c"]),
        # C5: a part of an element of a list does not say which element it belongs to
        ("toml", "[[a]]\n[a.b]\n[a.b.c]\n[d]\n", ["[[a]]\n", "2[a.b]\n", "3[a.b.c]\n", "0[d]\n"],
         ["a", "a > 0", "a > 0 > b", "a > 0 > b > c", "d"]),
        ("toml", "[a]\n[ab]\n", ["[a]\n", "0[ab]\n"], ["a", "ab"]),
        # C1, C2: quotes around a whole name; `export` before one
        ("toml", "['a']\n[\"\"]\n['b]\n", ["['a']\n", '0[""]\n', "0['b]\n"], ["a", "", "'b"]),
        ("env", "export A=1\nexport =2\nexport=3\n", ["export A=1\n", "0export =2\n", "0export=3\n"],
         ["A", "export", "export"]),
        # C3: a value in quotes that does not end is its line; no other one is tried
        ("toml", 'a = """x\nb = 1\nc = """y\n', ['a = """x\n', "4b = 1\n", '4c = """y\n'], ["a"]),
        ("toml", "a = '''x\nb = 1\n", ["a = '''x\n", "0b = 1\n"], ["a", "b"]),
        # C3: a backslash escapes a quote only between double quotes (T4: cuts fall around it in both)
        ("toml", 'a = """x\\"""\nb = 1\n"""\n', ['a = """x', '5\\"', '5""\n', "4b = 1\n", '4"""\n'], ["a"]),
        ("toml", "a = '''x\\'''\nb = 1\n", ["a = '''x", "5\\'", "5''\n", "0b = 1\n"], ["a", "b"]),
        ("env", 'A="x\\"\nB=1"\n', ['A="x', '5\\"\n', '4B=1"\n'], ["A"]),
        ("env", "A='x\\'\nB=1\n", ["A='x", "5\\'\n", "0B=1\n"], ["A", "B"]),
        ("toml", "[']\n", ["[']\n"], ["'"]),
        ("toml", 'a = """x\nb = ' + "'''y\n", ['a = """x\n', "0b = '''y\n"], ["a", "b"]),
        # strings and blocks of YAML, items and keys by their indentation
        ("yaml", "-", ["-"], ["0"]),
        ("yaml", "a: ''\n  b: 1\n", ["a: ''\n", "4  b: 1\n"], ["a", "a > b"]),
        ("yaml", "- a: 1\n b: 2\n", ["- a: 1\n", "1 b: 2\n"], ["0", "0 > a", "0 > b"]),
        ("yaml", 'x:\n  a: "b\n  c: 1\n', ["x:\n", '4  a: "b\n', "1  c: 1\n"], ["x", "x > a", "x > c"]),
        ("yaml", 'x:\n  a: "b\n   c: 1"\n', ["x:\n", '4  a: "b\n', '4   c: 1"\n'], ["x", "x > a"]),
        ("yaml", "a:\n  b: |\n   c: 1\n", ["a:\n", "4  b: |\n", "4   c: 1\n"], ["a", "a > b"]),
        # P1: the name of a file that is deleted, and one whose second name does not follow the first
        ("diff", "diff --git a/x b/x\n--- a/x\n+++ /dev/null\n",
         ["diff --git a/x b/x\n", "4--- a/x\n", "4+++ /dev/null\n"], ["x"]),
        ("diff", "Index: x\r\n--- a/y\r\n\r\n+++ b/z\r\n",
         ["Index: x\r\n", "4--- a/y\r\n", "4\r\n", "4+++ b/z\r\n"], ["x"]),
        ("diff", "diff b/x\n", ["diff b/x\n"], ["x"]),
        ("diff", "--- \tx\n+++ \ty\n", ["--- \tx\n", "4+++ \ty\n"], [""]),
        # P2: headers that end too early
        ("diff", "@@ -1", ["@@ -1"], ["@@ -1"]),
        ("diff", "@@ -1 x", ["@@ -1 x"], ["@@ -1 x"]),
        ("diff", "@@ -1,1 +1,", ["@@ -1,1 +1,"], ["@@ -1,1 +1,"]),
        # P4: the name of a change has forty digits; P1: its files begin, and have their names, as any
        ("diff", f"commit {CHANGE[1:]}\n", [f"commit {CHANGE[1:]}\n"], []),
        ("diff", f"commit {'0g' * 20}\n", [f"commit {'0g' * 20}\n"], []),
        ("diff", f"commit {CHANGE}\n--- a/x\n+++ b/x\n", [f"commit {CHANGE}\n", "1--- a/x\n", "4+++ b/x\n"],
         [CHANGE, f"{CHANGE} > x"]),
        ("diff", f"commit {CHANGE}\nIndex: x\n--- a/y\n+++ b/z\n",
         [f"commit {CHANGE}\n", "1Index: x\n", "4--- a/y\n", "4+++ b/z\n"], [CHANGE, f"{CHANGE} > z"]),
        # T4: escapes of two, four and eight digits, a surrogate pair, and what is no pair; an escaped line end
        ("diff", "\\xfe0.", ["\\xfe", "50."], []), ("diff", "\\x41.", ["\\x41", "5."], []),
        ("diff", "\\U0001F600a", ["\\U0001F600", "5a"], []), ("diff", "\\U0001F600.", ["\\U0001F600", "5."], []),
        ("diff", "\\U", ["\\U"], []), ("diff", "a\\u0041", ["a", "5\\u0041"], []),
        ("diff", "xxxx\\ud83d\\ude00.", ["xxxx", "5\\ud83d\\ude00", "5."], []),
        ("diff", "xxxx\\ud7ff\\u0041.", ["xxxx", "5\\ud7ff", "5\\u0041", "5."], []),
        ("diff", "\\ud83dabc", ["\\ud83d", "5abc"], []), ("diff", "\\n\\u0041.", ["\\n", "4\\u0041", "5."], []),
        ("xml", "<a>xxxxx\\\r\nyy</a>", ["<a>xxxxx", "5\\\r\n", "5yy</a>"], ["a"]),
        # T4: no reference begins with white space; no cut is at the beginning of a text
        ("xml", "<a>x & y; z</a>", ["<a>x & y; z</a>"], ["a"]),
        ("xml", "<a>\n\nIt is.</a>", ["<a>\n\nIt is.</a>"], ["a"]),
        # T3: a value of one line, and cuts at offsets that are as small as ranks
        ("json", " 2 ", [" 2 "], [""]), ("json", "[\n1]", ["[\n", "41", "4]"], ["", "0"]),
        ("diff", "<\n</", ["<\n", "4</"], []),
        # C3: brackets that end at the beginning of a value in quotes, which is read
        ("toml", "a = {\nb = '''x\n''''\nc = 1\n", ["a = {\n", "0b = '''x\n", "4''''\n", "0c = 1\n"],
         ["a", "b", "c"]),
        # R5: the line after the indented ones
        ("log", "Traceback (most recent call last):\n  a\nE\n",
         ["Traceback (most recent call last):\n", "4  a\n", "4E\n"], []),
    ],
)  # fmt: skip
def test_cuts(outline: Outline, name: str, text: str, parts: list[str], nodes: list[str]) -> None:
    rows, cuts, ranks = outline(text, name, 0)
    first, *others = pieces(text, cuts)
    assert [first, *(f"{rank}{part}" for rank, part in zip(ranks, others, strict=True))] == parts
    assert paths(text, rows) == nodes


@cases(
    ("text", "fits", "nodes"),
    [
        ("<a><b>x</b> </a>", 10, ["a"]),
        ("<a><b>x</b>y</a>", 10, ["a"]),
        ("<a><b>x</b>y</a>", 7, ["a", "a > b"]),
        ("2<a><b>", 10, []),
        # a cut at the end of a sentence, and the text after the elements does not end with a cut
        ("<r><p>So it is.</p><a>It. So <b>x</b></a>y</r>", 22, ["r", "r > a"]),
    ],
)
def test_an_element_that_fits_is_counted_alone(outline: Outline, text: str, fits: int, nodes: list[str]) -> None:
    assert paths(text, outline(text, "xml", fits)[0]) == nodes


@cases(
    ("header", "lines", "is_file"),
    [
        # P2: numbers of lines of two digits; numbers of nine digits, and what is no number since it has ten
        ("@@ -1,12 +1,0 @@", 12, True), ("@@ -1,12 +1,0 @@", 11, False), ("@@ -1,10 +1,0 @@", 9, False),
        ("@@ -123456789,2 +1,0 @@", 1, False), ("@@ -1234567890,2 +1,0 @@", 1, True),
    ],
)  # fmt: skip
def test_lines_of_a_hunk_begin_no_file(outline: Outline, header: str, lines: int, is_file: bool) -> None:
    text = header + "\n" + "-a\n" * lines + "--- b\n+++ c\n"
    assert paths(text, outline(text, "diff", 0)[0]) == [header, *["c"] * is_file]


@cases(
    ("text", "names"),
    [
        # R1: four runs
        ("a 1 x\nb 2 3\nc 4 ;\n- d\n", ["a 1 x", "b 2 3", "c 4 ;"]),
        ("a 1 x\nb 2;y\nc 3 z\n", ["a 1 x", "c 3 z"]),
        # R9: heads in the first 8,192 characters; those of Rails are one, and no other is one of them
        ("Started GET /\n10:00\nStarted POST /\n", ["Started GET /", "Started POST /"]),
        ("Event[1]\nx\nStarted GET /\n", ["Event[1]", "x", "Started GET /"]),
        ("1..3\nok 1\nnot ok 2\n  a: b\n# c\nok 3\n", ["ok 1", "not ok 2", "ok 3"]),
        # R8: a service, RFC 3339, syslog; lines without a prefix and one space behind it
        ("a-1  | b\na-1  | \tc\nd | e\n", ["a-1  | b", "d | e"]),
        ("a-1| b\n  c\n", ["a-1| b"]),
        ("2024-05-01T10:00:01Z a\n2024-05-01T10:00:02Z   b\nc\n2024-05-01T10:00:03Z  d\n",
         ["2024-05-01T10:00:01Z a", "2024-05-01T10:00:03Z  d"]),
        ("2024-05-01T10:00:01.5+02:00 stderr F a\n2024-05-01T10:00:02.5+02:00 stderr P   b\n",
         ["2024-05-01T10:00:01.5+02:00 stderr F a"]),
        ("May  1 10:00:01 d p[1]: a\nMay 11 10:00:01 d p[1]:   b\nMay 11 10:00:02 d p: c\n",
         ["May  1 10:00:01 d p[1]: a", "May 11 10:00:02 d p: c"]),
        ("May  1 10:00:01 d p a\nMay  1 10:00:02 d p   b\n", ["May  1 10:00:01 d p a", "May  1 10:00:02 d p   b"]),
        ("2024-05-01T10:00:01+0200 d p[1]: a\n2024-05-01T10:00:02+0200 d p[1]:   b\n",
         ["2024-05-01T10:00:01+0200 d p[1]: a"]),
        ("2024-05-01T10:00:01+0200 d p: a\n2024-05-01T10:00:02+0200 d p:   b\n"
         "2024-05-01T10:00:03+0200   c\n",
         ["2024-05-01T10:00:01+0200 d p: a", "2024-05-01T10:00:02+0200 d p:   b"]),
        ("==7== a\n==7==    b\n==7==  c\n==7== \n==7==\n==7== d\n== e\n", ["==7== a", "==7== d"]),
        # R8: one line of five has a prefix
        ("a | b\nx\ny\nz\na |   c\n", ["a | b"]),
        ("a | b\n" + "x\n" * 8 + "a |   c\n", ["a | b"]),
        ("a | b\n" + "x\n" * 9 + "a |   c\n", ["x"] * 9),
        # R9: two lines; behind a prefix; the first line
        ("##[group]a\nb\n##[endgroup]\nc\n##[group]d\n", ["##[group]a", "##[group]d"]),
        ("a-1 | ok 1\na-1 | b\na-1 | ok 2\n", ["a-1 | ok 1", "a-1 | ok 2"]),
        ("# a\n>b c\nAC\n>d\nGT\n", [">b c", ">d"]),
        ("a\n>b c\nAC\n>d\nGT\n", ["a", "AC", "GT"]),
        ("=ERROR REPORT==== 1-May\n** a\n=INFO REPORT==== 1-May\nb\n",
         ["=ERROR REPORT==== 1-May", "=INFO REPORT==== 1-May"]),
        ("PLAY [a] *\n\nTASK [b] *\nok: [c]\n\nTASK [d] *\n", ["PLAY [a] *", "TASK [b] *", "TASK [d] *"]),
        # R9: lines above, ends, and at least four lines
        ("# HELP a b\n# TYPE a c\na 1\n# TYPE d c\nd 1\n", ["# HELP a b", "# TYPE d c"]),
        ("# a\n-----BEGIN K-----\nb\n-----END K-----\n\n# c\n-----BEGIN K-----\n", ["# a", "# c"]),
        ("TN:\nSF:a\nDA:1\nend_of_record\nTN:\nSF:b\nend_of_record\n", ["TN:", "TN:"]),
        ("@a\nAC\n+\n@!\n@b\nGT\n+\n@@\n", ["@a", "@b"]),
        ("@misc{a,\n}\n@Misc{b,\n}\n@c{d,\n}\n", ["@misc{a,", "@Misc{b,", "@c{d,"]),
        # R9: kinds of logs alone among lines with times
        ("10:00 a\n[Term]\n10:01 b\n[Term]\n", ["10:00 a", "10:01 b"]),
        ("10:00 a\nok 1\n10:01 b\nok 2\n", ["ok 1", "ok 2"]),
        # R9: failures of tests: lines beside the heads, lines above them, at least six lines
        ("test a ... FAILED\n\n---- a stdout ----\nb\n\n"
         "---- c stdout ----\nd\n\nfailures:\n    a\ntest result: e\n",
         ["---- a stdout ----", "---- c stdout ----", "failures:", "test result: e"]),
        ("---- a\nx\n---- b\nx\nx\nx\n", ["x"] * 4),
        ("=" * 70 + "\nFAIL: a\n" + "-" * 70 + "\nb\n" + "=" * 70 + "\nERROR: c\n" + "-" * 70 + "\nRan 2 tests\n",
         ["=" * 70, "=" * 70, "Ran 2 tests"]),
        ("[==========] a\n[----------] b\n[ RUN      ] c\nd\n[  FAILED  ] c\n[ RUN      ] e\n[  PASSED  ] 1\n",
         ["[==========] a", "[----------] b", "[ RUN      ] c", "[ RUN      ] e", "[  PASSED  ] 1"]),
        ("--- FAIL: A (0.1s)\n    a.go:1: b\n    --- FAIL: A/c\n--- FAIL: B (0.1s)\nFAIL\nok  \td\n",
         ["--- FAIL: A (0.1s)", "--- FAIL: B (0.1s)", "ok  \td"]),
        ("FAIL a\n  ● b\n    c\n  ● d\nPASS e\n", ["FAIL a", "  ● d", "PASS e"]),
        (" FAIL  a > b\nc\n FAIL  d > e\n Test Files  f\n", [" FAIL  a > b", " FAIL  d > e", " Test Files  f"]),
        ("  Failed a [1 ms]\n  Error Message:\n   b\n[xUnit.net 1] c\n  Failed c [1 ms]\n  Error Message:\n",
         ["  Failed a [1 ms]", "[xUnit.net 1] c"]),
        ("  Failed a\n1\n  Failed b\n", ["1"]),
        ("Test project a\n      Start  1: b\n1/2 Test  #1: b\nc\n      Start  2: d\n",
         ["      Start  1: b", "      Start  2: d"]),
        (("-" * 79 + "\na\n" + "-" * 79 + "\nb.cpp:1\n" + "." * 79 + "\n\nc\n") * 2 + "=" * 79 + "\n",
         ["-" * 79] * 2 + ["=" * 79]),
        # R8: what lacks a character of a prefix, or has another one
        ("2024-05-01T10:00:01x01:00 a\n2024-05-01T10:00:02x01:00   b\n",
         ["2024-05-01T10:00:01x01:00 a", "2024-05-01T10:00:02x01:00   b"]),
        ("2024-05-01T10:00:01.5", ["2024-05-01T10:00:01.5"]),
        ("==x7== a\n==x7==    b\n", ["==x7== a", "==x7==    b"]),
        # R9: a time at the end of a line, and at the end of its first 64 characters
        (("x" * 59 + "10:00 \n[Term]\n") * 2, ["x" * 59 + "10:00 "] * 2),
        (("x" * 60 + "10:00 \n[Term]\n") * 2, ["[Term]"] * 2),
        ("a 10:00\n[Term]\nb 10:01\n[Term]\n", ["a 10:00", "b 10:01"]),
        # R10: tracebacks behind prefixes, and times behind them
        ("a-1 | b\na-1 | Traceback (most recent call last):\na-1 |   c\na-1 | E: d\na-1 | e\n",
         ["a-1 | b", "a-1 | e"]),
        ("a-1 | 10:00 b\na-1 | c\na-1 | Caused by: d\na-1 | 10:01 e\n", ["a-1 | 10:00 b", "a-1 | 10:01 e"]),
        # R11: two details, and a time
        ("10:00 ERROR:  a\n10:00 STATEMENT:  b\n\tc\n10:01 ERROR:  d\n10:01 HINT:  e\n",
         ["10:00 ERROR:  a", "10:01 ERROR:  d"]),
        ("10:00 ERROR:  a\n10:00 STATEMENT:  b\n10:01 c\n",
         ["10:00 ERROR:  a", "10:00 STATEMENT:  b", "10:01 c"]),
        ("10:00 a\n10:00 " + "x" * 115 + " HINT:  \n10:01 " + "x" * 121 + " HINT:  \n10:02 HINT:  a\n10:03 b\n",
         ["10:00 a", "10:01 " + "x" * 121 + " HINT:  ", "10:03 b"]),
        # R12: three blocks of two fields with one key; times are none
        ("a b: 1\nc=2\n\na b: 3\n d\n\n\na b: 4\n_e: 5\n", ["a b: 1", "a b: 3", "a b: 4"]),
        ("a: 1\nc: 2\n\na: 3\nd: 4\n", ["a: 1", "c: 2", "a: 3", "d: 4"]),
        ("a: 1\nb 2\n\na: 1\nb: 2\n\na: 1\nb: 2\n", ["a: 1", "a: 1", "b: 2", "a: 1", "b: 2"]),
        ("a1:\nb: 2\n\na1:\nb: 2\n\na1:\nb1:", ["a1:"] * 3),
        (("c: 2\n" + ("e-" * 20 + ": 1\n") * 2 + "\n") * 3, ["c: 2"] * 3),
        (("c: 2\n" + ("e-" * 20 + "f: 1\n") * 2 + "\n") * 3, ["e-" * 20 + "f: 1"] * 6),
        # R6: what introduces a place in the next line, except notes and help
        ("F401 a\n --> b:1\nhelp: c\n --> b:2\nF402 d\n --> b:3\n", ["F401 a", "F402 d"]),
        # R2: shapes of the first 512 lines, of which 64 count
        ("x\n" * 256 + "1\n" * 257, ["x"] * 256),
        ("1\n" + "x\n" * 256 + "1\n" * 255, ["1"] * 256),
        ("".join(f"{pair}\n" for pair in PAIRS[1:]) + "x\n" * 70, ["x"] * 70),
        ("".join(f"{pair}\n" for pair in PAIRS) + "x\n" * 70, PAIRS + ["x"] * 70),
        # R2: times in the first 64 characters, in one line of five
        ("x" * 59 + "10:00\n- b\n- c\n", ["x" * 59 + "10:00"]),
        ("x" * 60 + "10:00\n- b\n- c\n", ["- b", "- c"]),
        ("10:00\n" + "- b\n" * 4, ["10:00"]),
        ("10:00\n" + "- b\n" * 5, ["- b"] * 5),
        # R2: a shape of one stamped line in eight; half of its lines; nine of ten
        ("10:00 a\n" * 7 + "[10:01\n", ["10:00 a"] * 7 + ["[10:01"]),
        ("10:00 a\n" * 8 + "[10:01\n", ["10:00 a"] * 8),
        ("a 10:00\n" * 9 + "a 1:2\n", ["a 10:00"] * 9 + ["a 1:2"]),
        ("a 10:00\n" * 8 + "a 1:2\n", ["a 10:00"] * 8),
        ("a 10:00\na 1:2\n", ["a 10:00"]),
        ("a 10:00\na 1:2\na 3:4\n", ["a 10:00"]),
        ("10:00 a\n" * 8 + "[10:01\n[1:2\n", ["10:00 a"] * 8),
        # R2: a time is two digits, a colon and two digits
        ("1x:30\n- b\n- c\n", ["- b", "- c"]), ("10:x0\n- b\n- c\n", ["- b", "- c"]),
        ("10:0x\n- b\n- c\n", ["- b", "- c"]),
        # R2: most lines, if they are half of all
        ("x\n1\n", ["x"]), ("x\n1\n;\n", ["x", "1", ";"]), (" x\n 1\n", []),
        # R6: a digit before the mark; both in the first 128 characters; a line of white space below
        (": error: a\n b\nc:1: error: d\n e1", [": error: a"]), ("error: a\n ", ["error: a"]),
        ("1: error: a\n b\n1: note: c\n d\n2: warning: e\n f\n", ["1: error: a", "2: warning: e"]),
        ("x" * 126 + "1: error: a\n b\ny:1: error: c\n d\n", ["x" * 126 + "1: error: a", "y:1: error: c"]),
        ("x" * 127 + "1: error: a\n b\ny:1: error: c\n d\n", ["x" * 127 + "1: error: a"]),
        # R6: a line introduces a message if a path is before `: In `
        ("c: In f\nc:1: error: a\n b\nc:2: error: d\n e\n", ["c: In f", "c:2: error: d"]),
        (": In f\n1: error: a\n b\n2: error: c\n d\n", ["1: error: a", "2: error: c"]),
        # R7: nine equals signs
        ("__________ a\n__________ b\n========= c\n", ["__________ a", "__________ b"]),
    ],
)  # fmt: skip
def test_records(outline: Outline, text: str, names: list[str]) -> None:
    assert paths(text, outline(text, "log", 0)[0]) == names


def filled(size: int) -> str:
    """Lines without a time that have so many characters together, no multiple of 500."""
    return f"{'x' * 499}\n" * (size // 500) + "x" * (size % 500 - 1) + "\n"


def field(size: int) -> str:
    """Two fields, and an indented line of so many characters."""
    return "a: 1\nb: 2\n " + "x" * size + "\n\n"


#: Texts that are longer than what is read of them to find where records begin, and the first characters of the
#: records, or None.
LONG: list[tuple[str, list[str] | None]] = [
    # R9: heads in the first 8,192 characters
    ("# Time: a\n" + filled(8174) + "# Time: b\n", ["# Time: a\n", "# Time: b\n"]),
    ("# Time: a\n" + filled(8175) + "# Time: b\n", None),
    # R12: the last block of the sample does not count
    (field(900) * 12, ["a: 1\nb: 2\n"] * 12), (field(2640) * 4, ["a: 1\nb: 2\n"] * 4),
    (field(3640) * 4, None),
    ("a: 1\nb: 2\n\n" * 744 + "a: 1\n" + "b" * 50 + "\n", ["a: 1\nb: 2\n"] * 744 + ["a: 1\nbbbbb"]),
    # R13: behind a list of tests; at most 32,768 characters are read; no time in the first line
    (filled(9100) + "---- a stdout ----\nfailures:\n---- c stdout ----\nd\n",
     ["---- a std", "failures:\n", "---- c std"]),
    (f"a-1 | {'x' * 499}\n" * 20 + "a-1 | --- FAIL: a\na-1 | b\na-1 | --- FAIL: c\n", ["a-1 | --- "] * 2),
    (filled(9100) + "--- FAIL: a\n" + filled(23646) + "--- FAIL: b\nz\n", ["--- FAIL: "] * 2),
    (filled(9100) + "--- FAIL: a\n" + filled(23647) + "--- FAIL: b\n", None),
    ("10:00 a\n" + filled(9100) + "--- FAIL: a\n--- FAIL: b\n", None),
    ("x\n10:00 a\n" + filled(9100) + "--- FAIL: a\n--- FAIL: b\n", ["--- FAIL: "] * 2),
]  # fmt: skip


@pytest.mark.parametrize(("text", "beginnings"), LONG, ids=range(len(LONG)))
def test_where_records_of_long_texts_begin(text: str, beginnings: list[str] | None) -> None:
    starts = record_starts(text, 0)
    assert (None if starts is None else [text[p : p + 10] for p in starts]) == beginnings
    for viewed in (Text(text), Text(text.encode())):
        found = compiled(viewed, 0)
        assert (None if found is None else [*found]) == (None if starts is None else [*starts, -1])


@cases(
    ("function", "arguments", "value"),
    [
        (values.token_end, ("a:1", 0, True, ""), 1), (values.token_end, ("a:1", 0, True, ":"), 3),
        (values.token_end, ("a: b", 0, False, ":"), 1), (values.token_end, ("a:", 0, False, ":"), 1),
        (values.token_end, ("a:]", 0, False, ":"), 1), (values.token_end, ("ab=1", 0, True, "="), 2),
        (values.token_end, ("a=1", 0, False, "="), 3), (values.token_end, ("a=1", 0, True, ":"), 3),
        (values.token_end, (",", 0, False, ""), 1), (values.token_end, ("ab", 0, False, ""), 2),
        (values.string_end, ("'a''b'", 0, ":"), 6), (values.string_end, ("'a''' ", 0, ":"), 5),
        (values.string_end, ('"a\\"b"', 0, ":"), 6), (values.string_end, ("'a\\'b'", 0, ""), 6),
        (values.string_end, ("'a\\' b", 0, ":"), 4), (values.string_end, ('"a\n"', 0, ""), -1),
        (values.comment_end, ("/* a */ b", 0), 7), (values.comment_end, ("/* a", 0), 4),
        (values.comment_end, ("# a\nb", 0), 3), (values.comment_end, ("/**/", 0), 4),
        (values.next_token, ("  # a\nb", 0), 6), (values.next_token, ("\n# a", 0), 1),
        (values.next_token, (" a", 0), 1), (values.next_token, (" ", 0), 1),
        (values.next_token, ("/**/ a", 0), 5), (values.next_token, ("# a\nb", 0), 4),
        (yaml.string_line_end, ("a' b", 0, 4, "'"), 1), (yaml.string_line_end, ("a''b'", 0, 5, "'"), 4),
        (yaml.string_line_end, ('a\\"b"', 0, 5, '"'), 4), (yaml.string_line_end, ("a\\'b", 0, 4, "'"), 2),
        (yaml.string_line_end, ("ab", 0, 2, "'"), 2), (yaml.string_line_end, ("''", 0, 1, "'"), 1),
        (yaml.end_of_key, ("'': b", 0, 5), 2), (yaml.end_of_key, ("a # b: c", 0, 8), 0),
        (yaml.end_of_key, ("a# b: c", 0, 7), 4), (yaml.end_of_key, ("a:b: c", 0, 6), 3),
        (yaml.end_of_key, ("[a]: b", 0, 6), 0), (yaml.end_of_key, ("'a' b: c", 0, 8), 0),
        (yaml.ends_with_block, ("|", 0, 1), True), (yaml.ends_with_block, ("|2-", 0, 3), True),
        (yaml.ends_with_block, ("|2", 0, 2), True), (yaml.ends_with_block, ("| ", 0, 2), True),
        (yaml.ends_with_block, ("a >+", 0, 4), True), (yaml.ends_with_block, ("a|", 0, 2), False),
        (yaml.ends_with_block, ("x", 0, 1), False), (yaml.ends_with_block, ("", 0, 0), False),
        (yaml.ends_with_block, ("12", 0, 2), False),
    ],
)  # fmt: skip
def test_values(function: Callable[..., Any], arguments: tuple[Any, ...], value: Any) -> None:
    assert function(*arguments) == value
