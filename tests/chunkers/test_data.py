"""Chunks of structured data and of lines of records: whole records, key paths, detection, laws."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import shiplap
from shiplap import AdaptiveChunker
from shiplap._data.data_formats import RECORD_KINDS, RecordKind
from shiplap.content.data_text import MARGIN, Lines, data_format, has_nodes, is_log, is_of_kind, is_yaml
from shiplap.source import view
from tests.support.cases import few_quick
from tests.support.laws import check

N = 12


def chunker(size: int, **options: Any) -> AdaptiveChunker:
    return AdaptiveChunker(size, 0, unit="characters", **options)


def record(n: int) -> dict[str, Any]:
    return {"id": n, "name": f"Well {n}", "note": "It is deep. It is cold.", "at": {"x": n, "y": [2, 3]}}


#: For each path: what is before the records, the records, and what is behind them.
RECORDS: dict[str, tuple[str, list[str], str]] = {
    "pretty.json": ("[\n", [json.dumps(record(n), indent=2) + ",\n" for n in range(N)], "{}]\n"),
    "tabs.json": ("[\r\n", [json.dumps(record(n), indent="\t") + ",\r\n" for n in range(N)], "{}]\r\n"),
    "minified.json": ("[", [json.dumps(record(n), separators=(",", ":")) + "," for n in range(N)], "{}]"),
    "deep.json": ('{"a":{"b":[', [json.dumps(record(n)) + ", " for n in range(N)], "0]}}"),
    "members.json": ("{", [f'"k{n} {{,": {json.dumps(record(n))},\n' for n in range(N)], '"k": 0}'),
    "lines.jsonl": ("", [json.dumps(record(n)) + "\n" for n in range(N)], ""),
    "five.json5": ("// wells\n[", [f"{{id: {n}, 'note': 'It''s, deep.', }}, // {n}\n" for n in range(N)], "]"),
    "brackets.json": ("[", [json.dumps([f"}}]{n}\\", '",{', "é: 漢. A"]) + ",\n" for n in range(N)], "[]]"),
    "documents.yaml": (
        "",
        [f"---\nkind: Pod\nmetadata:\n  name: p{n}\nspec:\n- a: 1\n  b: 2\n" for n in range(N)],
        "",
    ),
    "list.yaml": (
        "wells:\n",
        [f"- id: {n}\n  at: &a{n}\n    x: {n}\n  note: |\n    - It is.\n    b: c\n" for n in range(N)],
        "",
    ),
    "comments.yaml": ("", [f"# Of k{n}.\nk{n}:\n    a: 'x: y'\n    b: [1, {{c: d}}]\n\n" for n in range(N)], ""),
    "crlf.yml": ("", [f"k{n}:\r\n  a:\r\n  - 1\r\n  - 2\r\n" for n in range(N)], ""),
    "wells.xml": (
        "<?xml version='1.0'?>\n<w>\n",
        [f"<well id='{n}>'>\n <n:name>W</n:name>\n <d/>\n</well>\n" for n in range(N)],
        "</w>\n",
    ),
    "minified.xml": (
        "<w>",
        [f"<well><!-- > --><n><![CDATA[</well>]]></n><d>{n}</d></well>" for n in range(N)],
        "</w>",
    ),
    "commented.xml": (
        "<w>\n",
        [f"  <!-- Well {n}. -->\n  <well>\n    <d>It is. So.</d>\n  </well>\n" for n in range(N)],
        "</w>\n",
    ),
    "tables.toml": (
        "",
        [f"[[wells]]\nid = {n}\nat = [\n  1,\n  2,\n]\nnote = '''\n[x]\n'''\n\n" for n in range(N)],
        "",
    ),
    "sections.toml": (
        "title = 1\n",
        [f"# Of {n}.\n[well{n}]\nid = {n}\n[well{n}.at]\nx = 1\n" for n in range(N)],
        "",
    ),
    "pumps.ini": ("", [f"[pump{n}]\n; The pump.\nlevel = {n}\nhost = a,\n  b\n\n" for n in range(N)], ""),
    "pumps.cfg": ("", [f"[pump{n}]\r\nlevel: {n}\r\nname = x = y\r\n" for n in range(N)], ""),
    ".env": ("# pumps\n", [f'export PUMP_{n}="a\nb {n}"\n' for n in range(N)], ""),
    "git.diff": ("", [
        f"diff --git a/f{n} b/f{n}\nindex 1..4 100644\n--- a/f{n}\n+++ b/f{n}\n"
        f"@@ -1,3 +1,3 @@\n a\n--- b\n+++ c\n d\n"
        for n in range(N)
    ], ""),
    "u.patch": (
        "",
        [f"--- a/f{n}\t2024-05-01\n+++ b/f{n}\t2024-05-02\n@@ -1 +1 @@\n-x\n+y\n" for n in range(N)],
        "",
    ),
    "c.diff": ("", [
        f"*** f{n}\t1\n--- g{n}\t2\n***************\n*** 1,2 ****\n! a\n  b\n"
        f"--- 1,2 ----\n! c\n  b\n"
        for n in range(N)
    ], ""),
    "hunks.diff": (
        "--- a\n+++ a\n",
        [f"@@ -{9 * n + 1},3 +{9 * n + 1},3 @@\n a\n-b\n+c\n d\n" for n in range(N)],
        "",
    ),
    "de.po": ("", [f'#: a.c:{n}\nmsgid "It is {n}."\nmsgstr ""\n"Es ist. {n}"\n\n' for n in range(N)], ""),
    "err.log": ("", [
        f"2024-05-01 10:{n:02}:01 ERROR x\nTraceback (most recent call last):\n"
        f"  File \"a\", line {n}\nValueError: No. Not now.\n"
        for n in range(N)
    ], ""),
    "java.log": ("", [
        f"01.05.2024 10:{n:02}:01,1 WARN [m] c.e.A - x\njava.lang.E: No.\n"
        f"\tat c.e.A.b(A.java:{n})\nCaused by: j.E\n\t... 2 more\n"
        for n in range(N)
    ], ""),
    "access.log": ("", [
        f'10.0.0.{n} - - [01/May/2024:10:{n:02}:01 +0000] "GET /a HTTP/1.1" 200 5 '
        f'"-" "M/5.0 (X; L) G. F/1.0"\n'
        for n in range(N)
    ], ""),
    "syslog.log": ("", [f"May {n + 1:2} 10:00:{n:02} host a[{n}]: It rains. It pours.\n" for n in range(N)], ""),
    "fmt.log": (
        "",
        [f'ts=2024-05-01T10:00:{n:02}Z level=info msg="It rains. It pours" n={n}\n' for n in range(N)],
        "",
    ),
}  # fmt: skip

#: What a path says that the text alone does not.
NEED_PATHS = {"five.json5", "crlf.yml", ".env", "pumps.cfg"}


def joined(path: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text, and the spans of its records without the white space behind them."""
    text, records, foot = RECORDS[path]
    spans = []
    for each in records:
        spans.append((len(text), len(text) + len(each.rstrip())))
        text += each
    return text + foot, spans


def cut_records(chunks: shiplap.Chunks, spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    ends = [chunk.end for chunk in chunks]
    return [(a, b) for a, b in spans if any(a < end < b for end in ends)]


@pytest.mark.parametrize("path", RECORDS)
@pytest.mark.parametrize("times", [1.4, 2.4, 3.1])
def test_records_that_fit_are_whole(path: str, times: float) -> None:
    text, spans = joined(path)
    size = int(max(map(len, RECORDS[path][1])) * times)
    chunks = chunker(size).chunk(text, path=path)
    assert not cut_records(chunks, spans)
    assert {chunk.kind for chunk in chunks} == {"data"}
    check(chunks, text, path)
    fewest = -(-len(text) // size)
    assert len(chunks) <= 2 * fewest + 1


@pytest.mark.parametrize("path", sorted(set(RECORDS) - NEED_PATHS))
def test_the_same_without_a_path(path: str) -> None:
    text, spans = joined(path)
    chunks = chunker(int(max(map(len, RECORDS[path][1])) * 2.4)).chunk(text)
    assert not cut_records(chunks, spans)
    assert shiplap.detect_content_type(text).kind == "data"
    assert shiplap.detect_content_type(text.encode()).kind == "data"


@pytest.mark.parametrize("path", RECORDS)
@pytest.mark.parametrize("size", [20, 60, 300])
def test_a_text_and_its_bytes_have_the_same_chunks(path: str, size: int) -> None:
    text, _ = joined(path)
    for unit in ("characters", "bytes", "tokens"):
        made = AdaptiveChunker(size, 0, unit=unit)
        one, other = made.chunk(text, path=path), made.chunk(text.encode(), path=path)
        assert one.spans.tolist() == other.spans.tolist()
        assert [chunk.headings for chunk in one] == [chunk.headings for chunk in other]
        check(one, text, path)


@few_quick("path", RECORDS, quick=10)
def test_invalid_and_truncated_data_loses_nothing(path: str) -> None:
    text, _ = joined(path)
    draw = random.Random(path)
    for _ in range(12):
        k = draw.randrange(len(text))
        for bad in (text[:k], text[k:], text[:k] + draw.choice('"]}<\\\'[{') + text[k:]):
            if bad.strip():
                check(chunker(draw.choice([30, 150])).chunk(bad, path=path), bad, path)


def test_the_headings_are_the_path_of_keys() -> None:
    servers = [{"host": f"h{n}", "ports": list(range(80))} for n in range(4)]
    text = json.dumps({"caf\u00e9": 1, "a b": {"servers": servers}}, indent=1)
    chunks = chunker(150).chunk(text, path="a.json")
    assert chunks[-1].headings == ("a b", "servers", "3", "ports")
    escaped = json.dumps({"caf\u00e9 \"x\"": list(range(90))})
    assert chunker(80).chunk(escaped, path="a.json")[1].headings == ('caf\u00e9 "x"',)
    xml = "<a><b:c d='1'>" + "<e>It is deep.</e>\n" * 30 + "</b:c></a>"
    assert chunker(120).chunk(xml, path="a.xml")[1].headings == ("a", "b:c")
    diff = "--- a/x y\t1\n+++ b/x y\t2\n@@ -1,60 +1,60 @@ def f():\n" + " a\n" * 60
    found = chunker(80, max_context=60).chunk(diff, path="a.diff")
    assert found[1].headings == ("x y", "@@ -1,60 +1,60 @@ def f():")
    log = "2024-05-01 10:00:00 x failed\n" + "  at y\n" * 60
    assert chunker(80).chunk(log, path="a.log")[1].headings == ("2024-05-01…",)


def test_a_string_is_cut_at_sentences_and_never_in_an_escape() -> None:
    words = "It is \\u00e9\\n deep \\\\ and \\ud83d\\ude00 cold. " * 40
    text = '{"a": "' + words + '"}'
    for size in (40, 60, 100):
        pieces = chunker(size, max_context=0).chunk(text, path="a.json").texts
        for piece in pieces[1:-1]:
            json.loads(f'"{piece}"').encode()
    plain = json.dumps({"a": "It is deep. " * 40, "b": 1})
    assert all(piece.endswith((". ", "}")) for piece in chunker(100).chunk(plain, path="a.json").texts)


def test_fences_of_data_are_cut_as_data() -> None:
    records = [json.dumps(record(n), indent=2) for n in range(N)]
    page = "# Wells\n\n```json\n[\n" + ",\n".join(records) + "\n]\n```\n"
    chunks = chunker(int(len(records[0]) * 2.4)).chunk(page)
    spans = [(page.index(each), page.index(each) + len(each)) for each in records]
    assert not cut_records(chunks, spans)
    assert {chunk.kind for chunk in chunks[1:]} == {"code"}


#: Texts that look like data at first.
NO_DATA = [
    "[link](http://x) is here.\n", "[1] Smith, 2020.\n[2] Jones.\n", "[x] done\n[ ] open\n", "{braces} in text\n",
    "Name: Bob\nAge: 3\nCity: X\n", "- Note: it rains.\n- Other: it pours.\n- More: x\n",
    "---\ntitle: A\nb: c\nd: e\n---\n\n# Text\n",
    "Usage:\n  prog [options]\nOptions:\n  -h  help\nNotes:\n  text\n", "10:30 Coffee\n11:00 Talk\n12:00 Lunch\n",
    "2024-05-01  A. Name  <a@b>\n\n\t* x.c: Fix.\n\n2024-05-02  A. Name  <a@b>\n\n\t* y.c: Fix.\n",
    "<p align='center'>\n<b>It</b>\n</p>\n", "<!-- c -->\n# Text\n", "<div>\n<p>x</p>\n</div>",
    "# a\n# b\n", "x = 1\ny = 2\nz = 3\n",
    "all: build\n\tcc a.c\n\ntest: all\n\tx\n",
    "class A:\n    def f(self):\n        pass\n\ntry:\n    x\nexcept E:\n    y\n",
    "From: a@b\nTo: c@d\nSubject: e\n\nIt rains.\n", "--- \n+++ \n", "$ ls\n$ cd\n",
    '"quoted": not json\n', "", " \n\n",
    "00:00:01,000 --> 00:00:02,000\nIt rains.\n\n00:00:03,000 --> 00:00:04,000\nIt pours.\n" * 3,
    "WARNING: the hill is wet.\n\nThe old man walks.\n\nIt rains.\n", "INFORMATION\nIt rains.\nIt pours.\n",
    "[1]", "{}", "A: b\n  c\nD: e\n  f\nG: h\n", "[section]\nIt rains.\n", "#!/bin/sh\nX=1\necho $X\n", "A=1\n",
]  # fmt: skip


def test_prose_about_compilers_is_no_data() -> None:
    texts = ["// a\n{\n  let b = 1;\n  c: d(b);\n}\n", "// a\n[b: c]\n", "/* a */\nint b[] = {1};\n", "{a: b}"]
    texts += ["Compiling a list takes time.\n\nIt rains.\n", "error: b\n  c\n", "make: a\n  b: c\n"]
    for text in texts:
        assert data_format(view(text, "strict")) is None


def test_a_page_of_html_is_no_data() -> None:
    text = '<?xml version="1.0"?>\n<!DOCTYPE html>\n<html><body>x</body></html>'
    assert data_format(view(text, "strict")) == data_format(view(text.encode(), "strict")) == "html"


@pytest.mark.parametrize("text", NO_DATA)
def test_what_is_no_data_is_none(text: str) -> None:
    assert data_format(view(text, "strict")) is None
    assert data_format(view(text.encode(), "strict")) is None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ('\ufeff  {"a": [1]}', "json"), ("[[1, 2], [3, 4]]", "json"), ('{"a": 1}\n{"a": 2}\n', "json"),
        ('{"a": ["' + "x" * 5000, "json"), ("[" * 2000, "json"), ("<a:b xmlns:a='c'><d/></a:b>\n", "xml"),
        ("<?xml version='1.0'?>\n<!-- c -->\n<!DOCTYPE a [<!ENTITY b 'c'>]>\n<a/>", "xml"),
        ("<svg width='1'><g/></svg>", "xml"), ("# c\na:\n  b: 1\n  c: 2\n", "yaml"),
        ("- a: 1\n  b: 2\n- a: 3\n  b:\n    - 4\n", "yaml"),
        ('[a]\nb = "c"\nd = [1]\n', "toml"), ("[a]\nb = c\n# e\nd = x y\n", "ini"),
        ("gcc -c a.c\na.c: In function 'f':\na.c:1:2: warning: b\n    1 | c\n      | ^\n", "log"),
        ("a.c:1:2: error: b\n  c\n  ^\n1 error generated.\n", "log"),
        ("a.py:3: error: b  [c]\nd.py:9: error: e  [f]\nFound 2 errors in 2 files\n", "log"),
        ("src/a.ts(3,5): error TS2322: b\nsrc/c.ts(9,1): error TS1005: d\n", "log"),
        (f"commit {'0a' * 20}\nAuthor: A\nDate:   Mon\n\n    B\n\ncommit {'1b' * 20}\nAuthor: A\n", "diff"),
        ("// a\n{\n  b: 'c', // d\n  e: [+1, .5, 0xF, /* f */],\n}\n", "json"),
        ("{\n  // a\n  \"b\": 1,\n}\n", "json"),
        ("   Compiling a v0.1.0\nerror[E0308]: b\n --> c.rs:1:2\n  |\n1 | d\n", "log"),
        ("A=1\nB_C=x y\nexport D='e'\n", "env"), ("Index: a\n=======\n--- a\n+++ a\n", "diff"),
        ("From " + "0a" * 20 + " Mon\nSubject: x\n\n---\ndiff --git a/b b/b\n", "diff"),
        ('# c\nmsgid ""\nmsgstr ""\n"A: b\\n"\n', "po"), ("I0501 10:00:01.1 1 a.go:1] x\n" * 3, "log"),
        ("[2024-05-01T10:00:01] x\n" * 3, "log"), ('a=1 b="c d" e=f\n' * 3, "log"),
        ("10:00:01.123 [main] WARN a.B - x\njava.io.E: y\n\tat a.B.c(B.java:1)\n" * 3, "log"),
        ("[    0.123456] usb 1-1: x\n" * 3, "log"), ("1704096000.123 INFO x\n" * 3, "log"),
        ("<34>1 2024-05-01T10:00:01Z h a - - x\n" * 3, "log"), ("info: a.b[1]\n      x\n" * 3, "log"),
        ("#Fields: date time\n" + "2024-05-01 10:00:01 1.2.3.4 GET /a\n" * 3, "log"),
        ("2024-05-01 10:00:01 x\nTraceback (most recent call last):\nKeyError: 1\n\nDuring handling of the above"
         " exception, another exception occurred:\n\nTraceback (most recent call last):\na.BError\n" * 3, "log"),
        ("2024/05/01 10:00:01 x\npanic: y\n\ngoroutine 1 [running]:\nmain.f(...)\n\ta.go:1\nexit status 2\n" * 3,
         "log"),
        ("INFO:root:x\n" * 3, "log"), ("[ERROR] x\n[info] y\n" * 3, "log"), ("CEF:0|a|b|1|2|c|5|d=1\n" * 3, "log"),
        ('Started GET "/a" for 1.2.3.4 at 2024-05-01 10:00:01\nProcessing by A#b\n  x\nCompleted 200 OK\n\n' * 3,
         "log"),
        ("/usr/sbin/mysqld, Version: 8. started with:\nTcp port: 3306\nTime  Id Command  Argument\n"
         "# Time: 2024-05-01T10:00:01Z\n# User@Host: a\nSELECT 1;\n", "log"),
        ("Log Name:      System\nSource:        a\nDescription:\nIt rains.\n", "log"),
        ("Event[0]:\n  Log Name: System\n  Source: a\n", "log"),
        ("\x1b[32mINFO\x1b[0m[0001] It rains.\n" * 3, "log"), ("[\x1b[34mINFO\x1b[m] It rains.\n" * 3, "log"),
        ("\x1b[90m10:00:01\x1b[0m \x1b[32mINF\x1b[0m It rains.\n" * 3, "log"),
        ("[0.123s][info][gc] x\n" * 3, "log"),
        ('{"at":"2024-05-01T10:00:00Z"}\npanic: x\n\ngoroutine 1 [running]:\nstarted\n' * 3, "log"),
        ("%YAML 1.2\n---\na: |\n  It rains.\n  It pours.\n", "yaml"),
        ("%YAML 1.2\n---\na:\n  b: 1\n  c: 2\n", "yaml"), ("a:\n  b: 1\n? c\n: d\ne: f\n", "yaml"),
        ("=== RUN   TestA\n    a_test.go:1: x\n--- FAIL: TestA (0.00s)\n", "log"),
        ("===== test session starts =====\ncollected 2 items\n", "log"),
        ("1 verbose cli a\n2 info using b\n3 silly c\n", "log"),
        ('Started GET "/" for 1.2.3.4 at 2024-05-01 10:00:01 +0000\nProcessing by A#b as HTML\n  ↳ a.rb:3\n'
         "Rendered b\nCompleted 500 Internal Server Error in 3ms\n\nA::B (no `c'):\n\napp/d.rb:1\n", "log"),
        ("START RequestId: 1-2 Version: $LATEST\n[ERROR] No.\nEND RequestId: 1-2\n", "log"),
        ("INIT_START Runtime Version: python\nSTART RequestId: 1-2\nx\nEND RequestId: 1-2\n", "log"),
        ("\n/a/b/c.js\n   3:15  error    'x' is not defined  no-undef\n  13:1   warning  y  z\n\n1 z\n", "log"),
        ("src/a.css\n  3:5  ✖  Unexpected x  y\n", "log"),
        ("TAP version 13\n# a\nok 1 b\nnot ok 2 c\n  ---\n  d: e\n  ...\n1..2\n", "log"),
        ("1..2\nok 1 - a\nok 2\n", "log"), ("ok 1 - a\n# b\nnot ok 2\n", "log"),
        ("a/b.py:1:8: F401 `os` imported but unused\n" * 3, "log"),
        ("a.py:3: x = 1\nb/c.py:4:y = 2\na.py:9: z\n", "log"),
        ("F401 [*] `os` imported\n --> a.py:1:8\n  |\n1 | import os\n  |\nhelp: Remove it\n", "log"),
        ("npm WARN deprecated a@1: b\nnpm ERR! code E\nnpm notice\nnpm notice c\n", "log"),
        ("BEGIN:VCARD\nVERSION:3.0\nFN:A B\nEND:VCARD\n", "log"), ("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\n", "log"),
        ("2024-05-01 10:00:01 x\nTraceback (most recent call last):\n  File \"a\"\nNoWater: dry\n" * 3, "log"),
        ("# The dock.\napp.name=Dock\napp.text = It rains, \\\n  it pours.\nlevel=3\n", "ini"),
        ("net.ipv4.ip_forward = 1\nvm.swappiness = 10\n! c\nkernel.panic = 3\n", "ini"),
        ("[a]\nb = '''\nIt rains.\n[c]\n'''\nd = 1\n", "toml"), ("[a]\n\tb = c\n\td = e\n[f]\n\tg = h\n", "ini"),
        ('[a]\nb = [\n  "c",\n  "d = e",\n]\nf = 1\n', "toml"),
        (">a b\nACGTACGTAC\n>c\nACGT\n", "log"), ("@a b\nACGT\n+\n!@+>\n@c\nACGT\n+\n@@@@\n", "log"),
        ("# A CA\n-----BEGIN CERTIFICATE-----\nAb\n-----END CERTIFICATE-----\n-----BEGIN C-----\n", "log"),
        ("From a@b Wed May  1 10:00:01 2024\nFrom: a@b\n\nIt rains.\n\nFrom c@d Wed May  1 10:02:00\n", "log"),
        ("% a\n@article{b,\n  title = {It rains},\n}\n\n@Book(c,\n)\n", "log"),
        ("TY  - JOUR\nTI  - It rains.\nER  -\n\nTY  - BOOK\nER  -\n", "log"),
        ("TN:\nSF:a.c\nDA:1,1\nend_of_record\nTN:\nSF:b.c\nend_of_record\n", "log"),
        ("# HELP a It rains.\n# TYPE a counter\na 1\n# HELP b It pours.\nb 2\n", "log"),
        ("version: 1\n\ndn: a=b\nc: d\n\ndn: a=e\nc: f\n", "log"), ("a-1  | x\nbc-12 | y\na-1  | z\n", "log"),
        ("Windows Registry Editor Version 5.00\n\n[HKEY_A\\B]\n\"c\"=d\n\n[HKEY_E]\n", "log"),
        ("format-version: 1.2\n\n[Term]\nid: a\n\n[Term]\nid: b\n", "log"),
        ("##[group]Run a\nb\n##[endgroup]\n##[group]Run c\n", "log"),
        ("Name: a\nAge: 3\n\nName: b\nAge: 4\n x\n\nName: c\nAge: 5\n", "log"),
        ("=ERROR REPORT==== 1-May::10:00:01 ===\n** a\n\n=INFO REPORT==== 1-May\nb\n", "log"),
        ("TASK [a : b] ***\nok: [c]\n\nTASK [d] ***\nok: [e]\n", "log"), ("==7== a\n==7==    b\n==7== \n", "log"),
        ("Starting Nmap 7\nNmap scan report for a\nb\n\nNmap scan report for c\n", "log"),
        ("   Compiling a v0.1.0\n\nrunning 2 tests\ntest a ... FAILED\n\nfailures:\n\n---- a stdout ----\nb\n\n"
         "---- c stdout ----\nd\n", "log"),
        ("test a ... ok\n" * 900 + "\nfailures:\n\n---- a stdout ----\nb\n---- c stdout ----\nd\n", "log"),
        ("running 2 tests\nFF\n\nfailures:\n\n---- a stdout ----\nb\n---- c stdout ----\nd\n", "log"),
        (".F.F\n" + ("=" * 70 + "\nFAIL: a\n" + "-" * 70 + "\nb\n\n") * 2 + "Ran 4 tests\n", "log"),
        ("[==========] a\n[ RUN      ] c\nd\n[  FAILED  ] c\n[ RUN      ] e\n", "log"),
        ("--- FAIL: A (0.1s)\n    a.go:1: b\n--- FAIL: B (0.1s)\nFAIL\n", "log"),
        ("PASS a.js\nFAIL b.js\n  ● c\n\n    d\n\n  ● e\n\n    f\n", "log"),
        (" RUN  v1 /a\n\n FAIL  a > b\nc\n FAIL  d > e\nf\n", "log"),
        ("  Determining projects to restore...\n"
         "  Failed a [1 ms]\n  Error Message:\n   b\n  Failed c [1 ms]\n", "log"),
        ("Test project /a\n    Start 1: b\n1/2 Test #1: b\nc\n    Start 2: d\n", "log"),
        ("Randomness seeded to: 1\n"
         + ("-" * 79 + "\na\n" + "-" * 79 + "\nb\n" + "." * 79 + "\n\nc\n") * 2, "log"),
        ("MSH|a\nPID|b\nMSH|c\nPID|d\n", "log"), ("UNH+1'\nBGM+2'\nUNH+3'\n", "log"),
        ("2024-05-01T10:00:01+00:00\na\nb\n2024-05-01T10:00:02+00:00\nc\n2024-05-01T10:00:03+00:00\nd\n", "log"),
        ("1: a: <B>\n    c\n2: d: <E>\n    f\n3: g: h\n4: i: j\n5: k: l\n", None),
        ("0a1b2c3 a b\n1234567 c d\nabcdef0 d e\n7654321 f g\n0000000 h i\n", None),
        ("-A INPUT -j ACCEPT\n-A INPUT -s a\n-A OUTPUT -s b\n-A INPUT -p c\n-A INPUT -p d\n", None),
    ],
)  # fmt: skip
def test_what_is_data(text: str, name: str | None) -> None:
    assert data_format(view(text, "strict")) == name == data_format(view(text.encode(), "strict"))
    assert [region.language for region in shiplap.regions(text)] == [name or "log"]
    assert shiplap.detect_content_type(text) == "data"


@pytest.mark.parametrize(
    "text",
    [
        "ok 1 is what they say.\nIt rains.\n", "1..2 are the pages.\n", "Started GET and POST.\n",
        "START Running now.\n", "A1 It rains.\nIt pours.\n", "/a/b\n  3 errors\n",
        "a.b = f(\n  c,\n)\nd.e = 1\nf.g = 2\n", "BEGIN:V\n",
        "1:1: In the beginning.\n1:2: It rained.\n1:3: It poured.\n",
        "> It rains.\n> It pours.\n", ">It\n>rains\n", "@app.f('/')\ndef g():\n    pass\n@h\ndef i():\n    pass\n",
        "Q: Does it rain?\nIt does.\n\nQ: Why?\nA: It must.\n\nQ: So?\nA: So.\n", "a | b\n--- | ---\nc | d\n",
        "# a\n\n--- FAIL: b\n--- FAIL: c\n", "Test a thing.\n  Failed b.\n  Failed c.\n",
        "FAIL a\nFAIL b\nFAIL c\n",
        "failures:\n---- a\nIt rains.\n", "PASS me the salt.\n  ● a\nIt rains.\n",
        "From here on it rains.\n\nFrom there on it pours.\n", "-----BEGIN-----\nIt rains.\n",
    ],
)  # fmt: skip
def test_what_is_no_data(text: str) -> None:
    assert data_format(view(text, "strict")) is None


@pytest.mark.parametrize(
    "text", ["- a\n- b\n- c\n- d\n- e\n", "1 a\n2 b\n3 c\n4 d\n5 e\n", "1.1 a\n1.2 b\n1.3 c\n1.4 d\n1.5 e\n",
             "-a\n-b\n\n-c\n-d\n-e\n", "*a* b\n*c* d\n e\n*f* g\n*h* i\n*j* k\n", "--- a\n--- b\n--- c\n"],
)  # fmt: skip
def test_lines_of_lists_and_headings_are_no_records(text: str) -> None:
    assert shiplap.regions(text)[0].kind != "data"


def test_a_log_without_times_is_text() -> None:
    assert shiplap.regions("a-1 | x\n" * 3, path="a.log")[0].language == "log"
    assert shiplap.regions("x\n" * 5000 + "--- FAIL: a\ny\n--- FAIL: b\n", path="a.log")[0].language == "log"
    assert shiplap.regions("A: x\nB: y\n\n" * 3, path="a.log")[0].language == "log"
    assert shiplap.regions("It rains.\n\nIt pours.\n", path="a.log")[0].kind == "prose"
    assert shiplap.regions('{"a": [1, 2]}\n' * 2, path="a.log")[0].language == "json"
    assert shiplap.regions("WARN:a: It rains.\n" * 3, path="a.log")[0].language == "log"
    assert shiplap.regions("10:00 x\n y\n10:01 x\n", path="a.log")[0].language == "log"
    assert shiplap.regions("x\n" + "a.c:1: error: b\n  c\n" * 2, path="a.log")[0].language == "log"
    assert shiplap.regions("info: a\n      x\n" * 3, path="a.log")[0].language == "log"
    assert shiplap.regions("\x1b[32mINFO\x1b[0m[0001] a\n" * 3, path="a.log")[0].language == "log"
    assert shiplap.regions("x\n# Time: 2024\na;\nb;\n# Time: 2024\nc;\n", path="a.log")[0].language == "log"


#: Lines of YAML and of logs, and of neither.
LINES = (
    "a: 1", "- b", "-", "c:", "# d", "  e: f", "  - g: h", "'i': j", "k", "", " \t", "  l", "\tm", "- - n:",
    "2024-05-01 10:00:01 o", "INFO p", "10:00:01 q", "a=1 b=2 c=3", "at r.s", "#10:00:01 t",
)  # fmt: skip


def test_quick_looks_at_lines_refuse_no_format() -> None:
    for seed in range(3000):
        draw = random.Random(seed)
        few = draw.sample(LINES, 4)
        text = draw.choice("\n\n\n\r").join(draw.choice(few) for _ in range(draw.randint(3, 9)))
        text = text.replace("\r", "\r\n") + draw.choice(("", "\n"))
        assert has_nodes(text) or not is_yaml(Lines(text)), text
        assert MARGIN.search(text) or not is_log(Lines(text)), text


@pytest.mark.parametrize("beginning", ["# Wells\n\n", "[1] Wells\n", "#x\n", "wells: 2\n", ""])
@pytest.mark.parametrize("kind", RECORD_KINDS, ids=lambda kind: (*kind.heads, *kind.ends)[0][:20])
def test_marks_of_records_within_any_text(kind: RecordKind, beginning: str) -> None:
    for mark in (*kind.heads[:3], *kind.ends):
        text = beginning + f"{mark}1\nIt rains.\n\n" * 30
        assert is_of_kind(text) in (True, False)
        check(AdaptiveChunker(200, unit="characters").chunk(text), text)


def test_updates_keep_what_was_found_without_a_path() -> None:
    text, _ = joined("pretty.json")
    made = chunker(300)
    old = made.chunk(text)
    changed = text.replace('"Well 5"', '"Well five"')
    new = made.update(old, changed).chunks
    check(new, changed)
    assert {chunk.kind for chunk in new} == {"data"} and len(set(old.texts) & set(new.texts)) >= len(old) - 2


def test_updates_of_any_lines_obey_the_laws() -> None:
    marks = [*LINES, *(mark for kind in RECORD_KINDS for mark in (*kind.heads[:3], *kind.more, *kind.ends))]
    made = [
        AdaptiveChunker(60), AdaptiveChunker(80, unit="bytes"), chunker(300), shiplap.SentenceChunker(200, 40),
        shiplap.RecursiveChunker(200, 40), shiplap.StableChunker(300),
    ]  # fmt: skip
    for seed in range(500):
        draw = random.Random(seed)
        few, end = draw.sample(marks, draw.randint(1, 5)), draw.choice(("\n", "\n\n", "\r\n"))
        count, tails = draw.choice((3, 9, 40)), ("", "1", " It rains.")
        old = [draw.choice(few) + draw.choice(tails) + end for _ in range(count)]
        new = old.copy()
        for _ in range(draw.randint(1, 3)):
            place = draw.randint(0, len(new))
            new[place : place + draw.randint(0, 1)] = draw.choice(([], [draw.choice(marks) + " It pours." + end]))
        cut, path = draw.choice(made), draw.choice((None, None, "a.md", "a.log", "a.py", "a.yaml"))
        if "".join(old).strip() and "".join(new).strip():
            update = cut.update(cut.chunk("".join(old), path=path), "".join(new), path=path)
            check(update.chunks, "".join(new), path)
            check(cut.update(update.chunks, "".join(old), path=path).chunks, "".join(old), path)


def test_updates_keep_records_known_by_their_shapes() -> None:
    text = "".join(f"-A INPUT -p tcp --dport {number} -j ACCEPT\n" for number in range(90))
    made = chunker(300)
    old = made.chunk(text)
    new = made.update(old, text + "-A INPUT -j DROP\n").chunks
    check(new, text + "-A INPUT -j DROP\n")
    assert {chunk.kind for chunk in new} == {"data"} and new.texts[: len(old) - 1] == old.texts[:-1]
