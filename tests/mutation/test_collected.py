"""Marks of statements, and the code of mutants, in functions that other modules may have imported."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FunctionType

import pytest

from tests.mutation.collected import Source

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="code has qualified names from Python 3.11 on")

TEXT = '''
LIMIT = 3


def first(x):
    """Return a number."""
    if x > LIMIT:
        return 1
    elif (
        x == 2
    ): return 2
    return sum(
        y for y in range(x)
    )
'''


@pytest.fixture
def source(tmp_path: Path) -> Source:
    path = tmp_path / "module.py"
    path.write_text(TEXT, "utf-8")
    namespace: dict[str, FunctionType] = {}
    exec(compile(TEXT, path, "exec"), namespace)
    return Source(path, {"first": namespace["first"]})


def test_each_line_has_the_mark_of_the_innermost_statement(source: Source) -> None:
    hits = bytearray()
    source.mark(hits)
    first = source.functions["first"]
    run = {}
    for x in (1, 2, 4):
        hits[:] = bytes(len(hits))
        first(x)
        run[x] = [line for line, (_, number) in sorted(source.statements.items()) if hits[number]]
    assert run == {1: [6, 7, 9, 10, 12, 13, 14], 2: [6, 7, 9, 10, 11], 4: [6, 7, 8]}
    assert not {2, 5} & set(source.statements)


def test_a_function_gets_the_code_of_another_version_and_its_own_again(source: Source) -> None:
    imported = source.functions["first"]
    source.replace(compile(TEXT.replace("x > LIMIT", "x >= LIMIT"), source.path, "exec"))
    assert imported(3) == 1
    source.replace(source.code)
    assert imported(3) == 3
