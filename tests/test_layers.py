"""Imports go one way, downwards (the picture in the README)."""

from __future__ import annotations

import ast
import pathlib
import re

import pytest

import shiplap

PACKAGE = pathlib.Path(shiplap.__file__).parent
TREE = pathlib.Path(__file__).resolve().parents[1] / "src" / "shiplap"

#: What each part may import of shiplap, besides itself. The first that matches a module's name counts.
MAY = [
    ("_version|_data(\\..*)?|errors|plan|threads|printable", "^$"),
    ("reference(\\..*)?", "errors|_data(\\..*)?"),
    ("_core(\\..*)?", "errors|plan|_data|_data\\.(sentences|keywords|code|packing|signs)"),
    ("options", "errors|_data\\.sentences"),
    ("source", "errors|_core\\..*"),
    ("blocks|detect", "source|_core\\..*|_data\\.languages"),
    ("stats", "options|chunks"),
    ("tokenizers(\\..*)?", "errors|options|_core\\..*"),
    # view: what notebooks show, when they ask
    ("chunks", "arrow|errors|plan|_core\\..*|stats|chunkers\\.base|notes|view"),
    ("notes", "_core\\..*|_data\\..*|blocks|chunks"),
    ("batch", "errors|options|source|chunks|threads|progress|chunkers\\.base|_core\\..*"),
    (
        "chunkers(\\..*)?",
        "batch|errors|options|plan|source|stats|chunks|notes|blocks|trees|tokenizers(\\..*)?|_core\\..*|_data(\\..*)?",
    ),
    ("trees", "errors|_core\\..*|_data(\\..*)?"),
    ("outlines", "errors|options|source|trees|chunkers|_core\\..*|_data(\\..*)?"),
    ("presets", "errors|options|source|chunks|chunkers(\\..*)?"),
    ("arrow", "errors|options|chunks|chunkers|presets|batch|threads|_core\\..*"),
    ("prompt(\\..*)?", "errors|options|chunks|plan|tokenizers(\\..*)?|_data\\.unicode"),
    ("citations(\\..*)?", "errors|options|prompt\\..*|_data\\.unicode"),
    ("json_lines", "errors"),
    ("vectors(\\..*)?", "errors|options|chunks"),
    ("grounding(\\..*)?", "errors|options|chunks|prompt\\.passages|json_lines|vectors(\\..*)?"),
    ("view(\\..*)?", "errors|chunks|blocks|printable"),
    ("evaluate(\\..*)?", "(?!reference|_core|_data|cli|view).*"),
    # what is outside is imported when it is asked for
    (
        "__init__",
        "(?!store|ingest|files|rows|engines|cli|progress|prompt|citations|vectors|grounding|evaluate(?!\\.tuning)"
        "|view|arrow).*",
    ),
    ("progress", "printable"),
    ("store(\\..*)?|ingest|files|rows|engines(\\..*)?|cli(\\..*)?|__main__", "(?!reference).*"),
]


def imports(path: pathlib.Path) -> set[str]:
    """The modules of shiplap that a source file imports, without `shiplap.`."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        return set(re.findall(r"^\s*from shiplap\.(\S+) c?import", text, re.MULTILINE))
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            if node.module == "shiplap":
                found |= {f"shiplap.{name.name}" for name in node.names}
            else:
                found.add(node.module or "")
    return {name.removeprefix("shiplap.") for name in found if name.startswith("shiplap.")}


def sources() -> list[pathlib.Path]:
    root = TREE if TREE.exists() else PACKAGE
    return sorted(path for path in root.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".pyi"))


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.name)
def test_imports_go_downwards(path: pathlib.Path) -> None:
    root = TREE if TREE.exists() else PACKAGE
    name = ".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__")
    own = name.split(".")[0]
    rule = next(may for what, may in MAY if re.fullmatch(what, name))
    for module in imports(path):
        assert module.split(".")[0] == own or re.fullmatch(rule, module), f"{name} imports {module}"
