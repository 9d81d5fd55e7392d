"""Messages name a count and its noun by `shiplap.printable.counted`: 1 document, 2 documents."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "shiplap"
FILES = [path for path in sorted(SOURCE.glob("**/*.py")) if "reference" not in path.parts]

PLURAL = re.compile(
    " (?:more |new )?(?:chunk|citation|claim|document|fault|file|quote|question|request|row|text|vector)s\\b"
)

#: Values that are no counts, or never 1: a limit, a rate, a size of at least 2, a kind.
EXCEPT = {"MAX_MEMBERS", "self.embedded / self.seconds", "len(self.rows)", "kind", "len(page)"}


def plurals(path: Path) -> list[str]:
    """Return the values of the f-strings of a file that a plural follows, whatever the value is."""
    found = []
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.JoinedStr):
            for value, text in zip(node.values, node.values[1:], strict=False):
                if not (isinstance(value, ast.FormattedValue) and isinstance(text, ast.Constant)):
                    continue
                if PLURAL.match(str(text.value)):
                    found.append(ast.unparse(value.value))
    return [each for each in found if each not in EXCEPT and "join" not in each]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_counts(path: Path) -> None:
    """No f-string writes a plural after a number that may be 1."""
    assert plurals(path) == []
