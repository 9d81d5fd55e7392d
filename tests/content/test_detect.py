"""The kind of content of a text: by hand, on real files, and on any text."""

from __future__ import annotations

import os
import pickle
import sysconfig
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.content.content_types import TYPES, content_type_of
from shiplap.content.data_text import JSON5_PART, JSON5_TOKEN, is_json
from tests.support.hostile import broken

CODE = {
    "python": "import os\n\nclass A:\n    def f(self):\n        return os.sep\n",
    "javascript": "const x = 1;\nfunction f(a) {\n  if (a) {\n    return x;\n  }\n}\n",
    "c": '#include <stdio.h>\n\nint main(void) {\n  printf("%d", 1);\n  return 0;\n}\n',
    "java": "public class A {\n    private int x = 1;\n\n    public int f() {\n        return x;\n    }\n}\n",
    "go": "package a\n\nfunc F(x int) int {\n\tif x > 0 {\n\t\treturn x\n\t}\n\treturn 0\n}\n",
    "rust": "pub fn f(x: u32) -> u32 {\n    let mut y = x;\n    y += 1;\n    y\n}\n",
}
TABLES = {
    "pipes": "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n",
    "csv": "name,size,kind\nant,1,x\nbee,2,y\n",
    "tsv": "name\tsize\nant\t1\nbee\t2\n",
    "simple": "====  ====\nname  size\n====  ====\nant   1\nbee   2\n====  ====\n",
    "grid": "+---+---+\n| a | b |\n+---+---+\n| 1 | 2 |\n+---+---+\n",
    "columns": "name   size\nant    1\nbee    22\n",
}
PROSE = {
    "lines": "It rains in the hills, and the old man\nsnores. He does not know; he dreams.\n",
    "paragraph": "It rains in the hills, and the old man snores. " * 30,
    "list": "Things to do:\n\n- buy bread for the birds\n- feed the birds in the park\n",
    "japanese": "雨が降っています。老人はいびきをかいている。\n彼は知らない。\n",
    "blank": " \n\n\t\n",
    "empty": "",
}


@pytest.mark.parametrize(("kind", "examples"), [("code", CODE), ("table", TABLES), ("prose", PROSE)])
def test_by_hand(kind: str, examples: dict[str, str]) -> None:
    for name, text in examples.items():
        found = shiplap.detect_content_type(text)
        assert found == found.kind == kind, (name, found.shares)
        assert shiplap.detect_content_type(text.encode()).scores == found.scores
        assert all(0 <= value <= 1 for value in (*found.scores.values(), *found.shares.values()))


def test_the_weights() -> None:
    for text in (*CODE.values(), *TABLES.values(), *PROSE.values()):
        found = shiplap.detect_content_type(text)
        share = found.shares
        code = 0.4 * share["indented"] + 0.3 * share["keywords"] + 0.3 * share["braces"]
        assert found.scores["code"] == pytest.approx(code)
        assert found.scores["table"] == pytest.approx(0.5 * share["pipes"] + 0.5 * share["alignment"])


@pytest.mark.parametrize("times", [10, 4000])
def test_length_does_not_matter(times: int) -> None:
    for examples in (CODE, TABLES, PROSE):
        for text in examples.values():
            once, often = shiplap.detect_content_type(text), shiplap.detect_content_type(text * times)
            assert often == once
            assert often.scores["code"] == pytest.approx(once.scores["code"], abs=0.15)


def test_by_path() -> None:
    for path, kind in (
        ("a.py", "code"),
        ("A.RS", "code"),
        (Path("b/c.csv"), "table"),
        ("x.md", "prose"),
        ("", "prose"),
    ):
        assert shiplap.detect_content_type("It rains in the hills.", path=path) == kind


def test_real_sources() -> None:
    """Most files of the standard library; measured: 255 of 274 (benchmarks/README.md)."""
    paths = sorted(Path(sysconfig.get_paths()["stdlib"]).glob("*.py"))[:150]
    found = [shiplap.detect_content_type(path.read_bytes()) for path in paths]
    assert found.count("code") >= 0.85 * len(found)  # type: ignore[arg-type]


def test_it_pickles() -> None:
    found = shiplap.detect_content_type(CODE["c"])
    again = pickle.loads(pickle.dumps(found))
    assert again == found and again.scores == found.scores and again.shares == found.shares


@given(anything=st.text() | st.binary() | broken)
def test_never_an_exception(anything: Any) -> None:
    assert shiplap.detect_content_type(anything).kind in ("code", "data", "table", "prose")


def test_what_is_no_text_is_an_error() -> None:
    with pytest.raises(TypeError):
        shiplap.detect_content_type(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "path",
    ["a.md", ".md", "a/.md", "a\\.md", "..md", "a..md", "a.md.", "a.MD", "a.b/c", "x./md", "a.py/", "a.py/b",
     "é.py", "a.md/..", "C:\\x.py", "-.md", "", ".", b"a.md", b".md", Path("a.py")],
)  # fmt: skip
def test_the_content_type_is_that_of_the_extension(path: Any) -> None:
    extension = os.path.splitext(os.fsdecode(path))[1].lower()
    assert content_type_of(path) == TYPES.get(extension)


#: Beginnings of texts of data, and what is repeated after them, up to an end that fits nothing.
BEGINNINGS = (
    "{", "[", "{a: ", "[1, ", '{"a": "', "{'", "// ", "/* ", "error: ", "a.c:1: ", "x(", "make: ", "- ", "<a ",
    "a=", f"commit {'a' * 40}\n", "INFO ", "From ",
)  # fmt: skip
REPEATED = (
    " ", "\t", "\n", "\r\n", "\\", "'", '"', "a", "1", "é", "a:", "1:", "1.", "a.", "e+", "0x", ", ", "=", "*",
    "* ", "/*",
    "//\n", "/**/", "- ", "a=b ", "a: b\n", "a: In ", "(1,", "{", "[", "]", "a.c:1: error: x\n",
    "error: x\n  --> ",
)  # fmt: skip


@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_no_pattern_reads_a_run_in_many_ways(beginning: str) -> None:
    """A pattern that can divide a run in many ways would try all of them here, and never end."""
    for repeated in REPEATED:
        text = beginning + repeated * (2000 // len(repeated)) + "é}"
        assert shiplap.detect_content_type(text).kind in ("code", "data", "table", "prose")
    assert not is_json(beginning + " " * 2000 + "é}", JSON5_TOKEN, JSON5_PART)
