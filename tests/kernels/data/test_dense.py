"""Dense data: nothing but what the outline of a format reads. The core is the reference on each text."""

from __future__ import annotations

import random

import pytest

from shiplap._data.data_formats import FORMATS, RECORD_KINDS
from tests.kernels.data.test_data import MARKS, check, core, core_utf8, expected
from tests.support.cases import few_quick

#: What lines begin with, and the ends of texts, in addition to `MARKS`.
MORE = {
    "json": [
        "{", "[", "]", "}", ",", '"a"', "\n", "1", '"b": "x. Y"', "'c'", "a:1", "/**/", "/* {\n", "// [\n",
    ],
    "xml": [
        "<!DOCTYPE a [", "]>", "<!E '>'>", "[[", "]]", "<!-- ]> -->", "<!-->", "<?", "?>",
        "<a>It is. So. <b>x</b>", "</b>", "</a>", "</a >", "</ab>", "<a/>", "\n  <b>", "\n<!-- x --><b/>",
        "  ", "\r\n", "It. ", "<![CDATA[a. B]]>", "<", "</", "&#x41;", "&abcdefghijk;", "<b/>\n", "<b></b>",
        "</b>\n</a>",
    ],
    "yaml": [
        "\na: ", "\n- ", "\n  - ", "\n  b: ", "\n---\n", "\n...\n", "--- a", "%A\n", "? a\n: b", "|\n  c\n",
        ">-\n  d\n", "'it''s'", '"x\\"y"', "[a, b: c]", "{a: 1}", " # c\n", "#d", "- - a\n", "\n\n", "a:b",
        "&a ", "*a", "!t ",
    ],
    "toml": [
        "\n[a]\n", "\n[[b]]\n", "\nx = 1\n", "y = [1,\n2]\n", 'z = "a#b" # c\n', '"""a\nb"""',
        "'''\nx = 1\n'''", "{a=1, b=2}", "\n[a.b]\n", "\n['c'.d]\n", "\n; e\n", "\\", "\nf: g\n", "\n  h\n",
        "\nexport I=1\n", 'J="k\n',
    ],
    "diff": [
        "\n--- a/x\n+++ b/y\n", "\n@@ -1,2 +1,3 @@ f\n", "\n@@ -1 +1 @@\n", "\n a\n", "\n-b\n", "\n+c\n",
        "\n--- d\t1\n+++ e\t2\n", "\ndiff --git a/f b/g\n", "\nIndex: h\n====\n", "\n*** i\n--- j\n",
        "\n***************\n", "\n*** 1,2 ****\n", "\n--- 1,2 ----\n", "\n@@ -1,12 +0,0 @@",
        "\n+++ /dev/null\n", "\r\n", "\n@@ -1234567890 +1,2 @@\n", "\n@@ -1,2\n", "\n--- b/\n+++ b/\n",
        "\n-- k\n", "\n++ l\n", "\n\\ No\n", "\n+++ m\n", "\n--- n\n",
    ],
    "po": [
        '\nmsgid "A"\n', '\nmsgid ""\n', '\nmsgid "', '\nmsgstr "b"\n', "\n\n", "\n# c\n", '"d. E"\n', "msgid",
        "\r\n\r\n", '\nmsgid "x',
    ],
    "log": [
        *(f"\n{head} a\n" for kind in RECORD_KINDS for head in kind.heads[:6]),
        *(f"\n{mark}\n" for kind in RECORD_KINDS for mark in (*kind.above, *kind.more, *kind.ends, *kind.beside)),
        "\na-1 | b\n", "\na-1 |   c\n", "\n2024-05-01T10:00:01Z d\n", "\n2024-05-01T10:00:01.5+01:00  e\n",
        "\nMay  1 10:00:01 f g[1]: h\n", "HINT:  i\n", "a: b\nc: d\n\n",
        "\na-1 | Traceback (most recent call last):\n",
        "\n10:00 a\n", "\n[b] 10:01\n", "\nc\n", "\n  d\n", "\nE: f\n",
        "\n2024-05-01 10:00:01,1 g\n", "\n1 2 3\n", "\nh i j k l\n", "\n" + "x" * 58 + " 10:00\n",
        "\n" + "x" * 59 + "10:00 \n", "\n[WARN ] 10:02 m\n", "\n\n", "é 10:00",
    ],
}  # fmt: skip
MORE["ini"] = MORE["env"] = MORE["toml"]


@pytest.mark.parametrize("name", FORMATS)
@few_quick("seed", range(6))
def test_core_is_the_reference(name: str, seed: int) -> None:
    draw = random.Random(f"{name} {seed}")
    few = [*MARKS[name], *MORE[name] * 2]
    for k in range(150):
        marks = draw.sample(few, 8) if k % 2 else few
        text = "".join(draw.choices(marks, k=draw.randint(1, 24)))
        text = text.lstrip("\n") if draw.random() < 0.5 else text
        fits = draw.choice([0, 0, 3, 10, 30])
        found = expected(text, name, fits)
        assert core(text, name, fits) == found, (text, fits)
        if k % 8 == 0:
            assert core_utf8(text, name, fits) == expected(text, name, fits, "bytes"), (text, fits)
            check(text, found)
