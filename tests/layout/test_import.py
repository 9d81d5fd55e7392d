"""`import shiplap` and a first chunk load the modules that they run, and no others (`shiplap.later`).

The lists are complete. What the modules of the standard library import themselves differs between versions of
Python.
"""

from __future__ import annotations

import ast
import importlib
import pathlib
import subprocess
import sys

import pytest

from tests.support.cases import cases

#: Modules that few programs need and that take 10 ms and more to import.
SLOWEST = {
    "asyncio", "concurrent.futures", "html", "logging", "multiprocessing", "numpy", "shiplap.reference", "sqlite3",
}  # fmt: skip

#: These, and modules of 1 to 10 ms, none of which a first chunk needs.
SLOW = SLOWEST | {
    "ast", "dataclasses", "decimal", "dis", "fractions", "hashlib", "importlib.util", "inspect", "json",
    "threading", "tokenize", "uuid",
}  # fmt: skip

#: What `import shiplap` and a first chunk load of the standard library.
STANDARD = {
    "__future__", "array", "bisect", "collections.abc", "contextlib", "importlib", "mmap", "operator", "re",
    "typing", "warnings",
}  # fmt: skip

#: What `import shiplap` loads of shiplap.
AT_IMPORT = {
    "_core", "_core.boundaries", "_core.regions", "_core.text", "_core.windows", "_data", "_data.code_prefixes",
    "_data.data_formats", "_data.file_types", "_data.heading_numbers", "_data.region_kinds", "_data.sentences",
    "_version", "chunkers", "chunkers.base",
    "chunks", "chunks.chunks", "chunks.columns", "chunks.contextual", "chunks.headings", "chunks.located",
    "content", "content.content_types", "content.shortening", "content.titles", "errors", "identity", "ids",
    "later", "levels", "options", "patterns", "plan", "printable", "source", "threads",
}  # fmt: skip

#: What the first chunk loads then, beside presets: the default chunker, and chunkers of one kind.
AT_FIRST_CHUNK = {
    "adaptive": {
        "_core.outline", "_core.packing", "_core.record_starts",
        "_data.code_beginnings", "_data.code_languages", "_data.outline_row",
        "_data.packing_costs", "content.code_text",
        "chunkers.adaptive", "chunkers.document_loop", "chunks.annotations", "chunks.context_limit",
        "content.data_outline", "content.data_text", "content.decided", "content.outliners", "content.region",
    },
    "fixed-900": {"chunkers.fixed"},
    "paragraph-800": {"chunkers.recursive"},
    "sentence-3000": {"chunkers.sentence"},
}  # fmt: skip

#: The packages whose names are imported on first use.
PACKAGES = ("", ".chunkers", ".chunks", ".content", ".provenance", ".tokenizers")


def loaded(*statements: str) -> list[set[str]]:
    """Return the modules that each statement loads, in a process of its own."""
    program = ["import sys", "known = set(sys.modules)"]
    for statement in statements:
        program += [statement, "print(*sorted(set(sys.modules) - known))", "known = set(sys.modules)"]
    done = subprocess.run([sys.executable, "-c", "\n".join(program)], capture_output=True, text=True, check=True)
    return [set(line.split()) for line in done.stdout.splitlines()]


def ours(names: set[str]) -> set[str]:
    """Return the modules of shiplap below the package."""
    return {name.removeprefix("shiplap.") for name in names if name.startswith("shiplap.")}


@pytest.mark.parametrize("preset", AT_FIRST_CHUNK)
def test_modules_of_an_import_and_a_first_chunk(preset: str) -> None:
    at_import, at_chunk = loaded("import shiplap", f"shiplap.chunk('It rains. ' * 500, {preset!r})[0].text")
    assert ours(at_import) == AT_IMPORT
    assert ours(at_chunk) == {"chunkers.common", "chunkers.presets", "chunkers.registry"} | AT_FIRST_CHUNK[preset]
    assert not SLOW & (at_import | at_chunk)


def test_modules_of_the_standard_library() -> None:
    """`import shiplap` and the default chunker load `STANDARD`, what that loads itself, and no other module."""
    first = f"import {', '.join(sorted(STANDARD))}"
    _, at_import, at_chunk = loaded(first, "import shiplap", "shiplap.chunk('It rains.')")
    others = {name for name in at_import | at_chunk if not name.startswith(("shiplap", "cython_", "_cython_"))}
    assert not others


def test_a_table_is_cut_without_pandas(tmp_path: pathlib.Path) -> None:
    """pyarrow imports pandas when it makes an array of Python's values. That takes longer than 50,000 rows."""
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    for name in ("a", "b"):
        parquet.write_table(pa.table({"text": ["It rains."]}), tmp_path / f"{name}.parquet")
    command = ["ingest", str(tmp_path), "-q", "--text-column", "text", "--to", str(tmp_path / "out.parquet")]
    (found,) = loaded(f"from shiplap.cli import main; main({command})")
    assert "pyarrow" in found
    assert "pandas" not in found


@pytest.mark.parametrize(
    "code",
    [
        "shiplap.sentences('It rains.')",
        "shiplap.chunk(b'It rains. ' * 500, 'sentence-3000').texts",
        "shiplap.RecursiveChunker(90, 0).chunk_batch(['It rains.', 'It pours.'])",
        "list(shiplap.FixedChunker(90, 0).stream(['It rains. ', 'It pours.']))",
        "shiplap.chunk(shiplap.Document('It rains.'))[0].id",
    ],
)
def test_modules_of_small_programs(code: str) -> None:
    at_import, at_run = loaded("import shiplap", code)
    assert not (SLOWEST & (at_import | at_run))


@cases("package", PACKAGES)
def test_names_are_those_of_type_checkers(package: str) -> None:
    """Names that are imported on first use are imported for type checkers too, from the same modules."""
    module = importlib.import_module(f"shiplap{package}")
    assert module.__file__ is not None
    tree = ast.parse(pathlib.Path(module.__file__).read_text("utf-8"))
    checked = {
        alias.name: node.module
        for branch in tree.body
        if isinstance(branch, ast.If) and ast.unparse(branch.test) == "TYPE_CHECKING"
        for node in branch.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    (call,) = (node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "later")
    given = eval(ast.unparse(call.args[1]), vars(module))
    found = {name: f"shiplap{package}.{at}" for at, names in given.items() if at for name in names.split()}
    assert found == checked
    assert all(getattr(module, name) is getattr(importlib.import_module(found[name]), name) for name in found)


@cases("package", PACKAGES)
def test_public_names_are_listed_and_exist(package: str) -> None:
    module = importlib.import_module(f"shiplap{package}")
    assert {*module.__all__} <= {*dir(module)}
    assert all(hasattr(module, name) for name in module.__all__)


@cases("package", PACKAGES)
def test_unknown_names(package: str) -> None:
    module = importlib.import_module(f"shiplap{package}")
    with pytest.raises(AttributeError, match=f"module 'shiplap{package}' has no attribute 'rain'"):
        _ = module.rain
