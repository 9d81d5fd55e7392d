"""The house stands: imports have no circle and go downwards, lazy ones and those for types included."""

from __future__ import annotations

import ast
import pathlib
import re
from collections.abc import Iterator

import pytest

import shiplap

PACKAGE = pathlib.Path(shiplap.__file__).parent
TREE = pathlib.Path(__file__).resolve().parents[1] / "src" / "shiplap"
ROOT = TREE if TREE.exists() else PACKAGE

#: The floors, the lowest first. A module imports from its own floor and from lower ones.
FLOORS = [
    "_version|errors|printable|_data",
    "levels|plan|threads",
    "_core",
    "reference",
    "ids|json_lines|options|progress|source",
    "tokenizers|content",
    "chunks",
    "chunkers",
    "arrow|vectors",
    "engines|integrations|prompt|store",
    "citations|grounding|view",
    "ingest",
    "evaluate",
    "cli|__init__|__main__",
]

#: The reference is the meaning of the core: it rests on the errors and the data alone, and only tests import it.
REFERENCE_MAY = "errors|_data"

#: What a plain `import shiplap` leaves alone: a topic is imported by its users.
TOPICS = "store|ingest|engines|cli|progress|prompt|citations|vectors|grounding|view|arrow|integrations"


def name_of(path: pathlib.Path) -> str:
    """The name of a module below shiplap; that of a package for its `__init__`, and `__init__` for the top."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def sources() -> dict[str, set[str]]:
    """The modules by name, each with the modules of shiplap that its files import.

    The parts of a compiled module (.pyx, .pxd, .pyi) are one. A parent package's implied `__init__` is no import.
    """
    paths = [path for path in ROOT.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".pyi")]
    known = {name_of(path) for path in paths}
    found: dict[str, set[str]] = {name: set() for name in known}
    for path in paths:
        name = name_of(path)
        found[name] |= {module for module in imports(path, known) if module != name}
    return found


def imports(path: pathlib.Path, known: set[str]) -> Iterator[str]:
    """The modules of shiplap that a source file imports, without `shiplap.`."""
    text = path.read_text("utf-8")
    if path.suffix in (".pyx", ".pxd"):
        found = re.findall(r"^\s*from shiplap\.(\S+) c?import (.*)", text, re.MULTILINE)
        pairs = [(module, re.findall(r"\w+", names)) for module, names in found]
    else:
        pairs = []
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import):
                pairs += [(alias.name.removeprefix("shiplap."), []) for alias in node.names
                          if alias.name.startswith("shiplap.")]  # fmt: skip
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}: relative import"
                module = node.module or ""
                if module == "shiplap" or module.startswith("shiplap."):
                    names = [alias.name for alias in node.names]
                    pairs.append((module.removeprefix("shiplap").lstrip("."), names))
    for module, names in pairs:
        inner = [f"{module}.{name}".lstrip(".") for name in names]
        yield from (each for each in inner if each in known)
        if module in known and (not names or any(each not in known for each in inner)):
            yield module


MODULES = sources()


def floor_of(name: str) -> int:
    """The number of a module's floor."""
    first = name.split(".")[0]
    return next(number for number, names in enumerate(FLOORS) if re.fullmatch(names, first))


def circles() -> list[list[str]]:
    """The strongly connected parts of the graph of imports that have more than one module (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for module in MODULES[name]:
            if module not in index:
                visit(module)
                low[name] = min(low[name], low[module])
            elif module in stack:
                low[name] = min(low[name], index[module])
        if low[name] == index[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1:
                found.append(sorted(part))

    for name in MODULES:
        if name not in index:
            visit(name)
    return found


def test_imports_have_no_circle() -> None:
    assert circles() == []


@pytest.mark.parametrize("name", sorted(MODULES))
def test_imports_go_downwards(name: str) -> None:
    first = name.split(".")[0]
    for module in MODULES[name]:
        package = module.split(".")[0]
        if package == first:
            continue
        assert floor_of(module) <= floor_of(name), f"{name} imports {module}, which is above it"
        assert package != "reference", f"{name} imports {module}: only tests do"
        assert first != "reference" or re.fullmatch(REFERENCE_MAY, package), f"{name} imports {module}"
        assert name != "__init__" or not re.fullmatch(TOPICS, package), f"import shiplap imports {module}"
