"""The English of docstrings and pages: first lines, and words that are not used."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support import pages

SOURCES = pages.ROOT / "src" / "shiplap"

#: No first line begins so: a noun or a verb does.
NO_BEGINNING = re.compile(r"(What|Where|How|That|Whether|Why|When|If|Who|Which)\b")

#: No first line of a function begins so, unless it is a property or returns nothing.
NO_VERB = re.compile(r"(The|A|An|All|Both|Every)\b")

#: What decorates a function that is called like an attribute, or in a `with` statement.
OF_NOUNS = re.compile(r"property|setter|contextmanager|fixture|overload|in_turn")

#: Words with another one in their place: except, only, distinguished, is missing, costs less, in the middle of.
NO_WORDS = re.compile(
    r"\b(heeds?|heeded|glances?|owes?|owed|dear|dearer|midst|told apart|none but|all but|but for|nothing but"
    r"|any but|anything but|is none|are none|half as dear|half as long)\b"
)


Documented = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Module


def docstrings(folder: Path = SOURCES) -> Iterator[tuple[str, Documented, str]]:
    """Yield the docstrings of a folder: the file with the line, the object, the text."""
    for path in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, Documented) and (text := ast.get_docstring(node)):
                yield f"{path.relative_to(folder).as_posix()}:{getattr(node, 'lineno', 1)}", node, text


def is_of_verb(node: Documented) -> bool:
    """Return whether the docstring of an object begins with a verb: it is a function that returns something."""
    if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) or node.returns is None:
        return False
    decorators = [ast.unparse(each) for each in node.decorator_list]
    return not any(map(OF_NOUNS.search, decorators)) and ast.unparse(node.returns) not in ("None", "NoReturn")


def test_first_lines_of_docstrings() -> None:
    if not SOURCES.exists():
        pytest.skip("needs the repository")
    wrong = []
    for place, node, text in docstrings():
        first = text.splitlines()[0]
        if NO_BEGINNING.match(first) or (is_of_verb(node) and NO_VERB.match(first)):
            wrong.append(f"{place}: {first}")
    assert wrong == []


@pytest.mark.parametrize("folder", ["tests", "benchmarks", "docs", "csrc/tools", ".ci"])
def test_first_lines_of_docstrings_of_other_folders(folder: str) -> None:
    if not (pages.ROOT / folder).exists():
        pytest.skip("needs the repository")
    beginnings = [(place, text.splitlines()[0]) for place, _, text in docstrings(pages.ROOT / folder)]
    assert [f"{place}: {first}" for place, first in beginnings if NO_BEGINNING.match(first)] == []


def test_words_of_docstrings_and_messages() -> None:
    if not SOURCES.exists():
        pytest.skip("needs the repository")
    wrong = []
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and len(node.value) > 8:
                found = NO_WORDS.search(" ".join(node.value.split()))
                wrong += [f"{name}:{node.lineno}: {found[0]}"] if found else []
    assert wrong == []


def test_words_of_pages() -> None:
    wrong = []
    for page in pages.PAGES:
        if page.name == "CHANGELOG.md":
            continue
        text = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text("utf-8"), flags=re.DOTALL)
        wrong += [f"{pages.name_of(page)}: {found[0]}" for found in NO_WORDS.finditer(" ".join(text.split()))]
    assert wrong == []


def test_the_glossary_is_in_order() -> None:
    glossary = pages.ROOT / "docs" / "contributing" / "glossary.md"
    if not glossary.exists():
        pytest.skip("the pages are not part of an installed package")
    words = re.findall(r"^\| ([a-z][^|]*?) \|", glossary.read_text("utf-8"), re.MULTILINE)[1:]
    assert words == sorted(words) and len(words) > 25
