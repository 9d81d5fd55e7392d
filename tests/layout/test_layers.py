"""Imports have no circle and go downwards, those in functions, by name and for types included; C is a tree."""

from __future__ import annotations

import ast
import pathlib
import re
from collections.abc import Iterable, Iterator, Mapping

import pytest

import shiplap
from tests.support.cases import cases

PACKAGE = pathlib.Path(shiplap.__file__).parent
TREE = pathlib.Path(__file__).resolve().parents[2] / "src" / "shiplap"
ROOT = TREE if TREE.exists() else PACKAGE

#: The floors, the lowest first. A module imports from its own floor and from lower ones.
FLOORS = [
    "_version|errors|extras|later|patterns|printable|_data",
    "levels|plan|threads",
    "_core",
    "reference",
    "identity|ids|json_lines|options|processor|progress|source",
    "provenance",
    "document",
    "tokenizers|content",
    "chunks",
    "vectors",
    "chunkers",
    "arrow",
    "engines|integrations|prompt|readers|store",
    "citations|grounding|sync|view",
    "ingestion",
    "evaluate",
    "cli|__init__|__main__",
]

#: The reference is the meaning of the core: it rests on the errors, the plan and the data. Only tests import it.
REFERENCE_MAY = "errors|plan|_data"

#: What a plain `import shiplap` leaves alone: a topic is imported by its users.
TOPICS = (
    "store|ingestion|engines|cli|progress|prompt|citations|vectors|grounding|view|arrow|integrations|readers|sync"
)

#: Modules of topics with a name in `shiplap`, which `shiplap.__getattr__` imports on first use.
LATER = ("ingestion.ingest", "vectors.pooling")


def name_of(path: pathlib.Path) -> str:
    """Return the name of a module below shiplap; that of a package for its `__init__`, and `__init__` for the
    top."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if len(parts) > 1 and parts[-1] == "__init__" else parts)


def sources() -> dict[str, set[str]]:
    """Return the modules by name, each with the modules of shiplap that its files import.

    The parts of a compiled module (.pyx, .pxd, .pyi) are one. A parent package's implied `__init__` is no import.
    """
    paths = [path for path in ROOT.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".pyi")]
    known = {name_of(path) for path in paths}
    found: dict[str, set[str]] = {name: set() for name in known}
    for path in paths:
        name = name_of(path)
        found[name].update(imports(path.read_text("utf-8"), path.suffix, known))
        found[name].discard(name)
    return found


def imports(text: str, suffix: str, known: set[str]) -> Iterator[str]:
    """Yield the modules of shiplap that a source text imports, without `shiplap.`; `__init__` for shiplap
    itself."""
    for module, names in cython_imports(text) if suffix in (".pyx", ".pxd") else python_imports(ast.parse(text)):
        if module != "shiplap" and not module.startswith("shiplap."):
            continue
        module = module.removeprefix("shiplap").lstrip(".")
        inner = [f"{module}.{name}".lstrip(".") for name in names]
        yield from (each for each in inner if each in known)
        if not names or any(each not in known for each in inner):
            yield module if module in known else "__init__"


#: The modules of import statements, each with the names that are imported from it.
Imports = Iterator[tuple[str, list[str]]]


def cython_imports(text: str) -> Imports:
    """Read the `import` and `cimport` statements of a .pyx or .pxd."""
    assert not re.search(r"^\s*from\s+\.", text, re.MULTILINE), "relative import"
    statement = r"^[ \t]*from[ \t]+(\S+)[ \t]+c?import[ \t]+(\([^)]*\)|.*)"
    for module, names in re.findall(statement, text, re.MULTILINE):
        plain = re.sub(r"#.*|\bas[ \t]+\w+", "", names)
        yield module, re.findall(r"\w+", plain)
    for modules in re.findall(r"^[ \t]*c?import[ \t]+([^#\n]*)", text, re.MULTILINE):
        words = [each.split() for each in modules.split(",")]
        yield from plain_import([each[0] for each in words], bound=all(len(each) == 1 for each in words))


#: Functions that take a module's name and do not import it.
NAMED_ONLY = ("getLogger", "files")

#: The functions that import a module by its name.
IMPORTERS = r"(import_module|__import__|find_spec)$"


def python_imports(tree: ast.AST) -> Imports:
    """Read the import statements of a module, and the modules that its calls name as strings.

    A computed name that begins with `shiplap.` may be that of any module, so it counts as an import of shiplap.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield from plain_import([alias.name], bound=alias.asname is None)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative import"
            yield node.module or "", [alias.name for alias in node.names]
        elif isinstance(node, ast.Call):
            yield from called_imports(node)
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith("modules"):
            yield from ((text, []) for text in texts(node.slice) if re.match(r"shiplap(\.|$)", text))


def called_imports(call: ast.Call) -> Imports:
    """Yield the modules that a call names."""
    function = ast.unparse(call.func)
    for argument in [*call.args, *(each.value for each in call.keywords)]:
        for text in texts(argument):
            if re.search(IMPORTERS, function):
                assert not text.startswith("."), "relative import"
                yield text.rstrip(".") if isinstance(argument, ast.Constant) else text.partition(".")[0], []
            elif re.match(r"shiplap(\.\w+)+$", text) and not function.endswith(NAMED_ONLY):
                yield text, []


def texts(node: ast.AST) -> Iterator[str]:
    """Yield the string that a node is, or the beginning of the one that it computes, if it is known."""
    if isinstance(node, ast.JoinedStr) and node.values:
        node = node.values[0]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def plain_import(modules: list[str], *, bound: bool) -> Imports:
    """Yield the imports of `import a, b`: without `as`, the name that is bound is that of the whole package."""
    for module in modules:
        yield module, []
        if bound and module.startswith("shiplap."):
            yield "shiplap", []


MODULES = sources()


def floor_of(name: str) -> int:
    """Return the number of a module's floor."""
    first = name.split(".")[0]
    return next(number for number, names in enumerate(FLOORS) if re.fullmatch(names, first))


def circles(graph: Mapping[str, Iterable[str]]) -> list[list[str]]:
    """Return the strongly connected parts of a graph that have more than one node (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph.get(name, ()):
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            part = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(part) > 1:
                found.append(sorted(part))

    for name in graph:
        if name not in index:
            visit(name)
    return found


def test_imports_have_no_circle() -> None:
    assert circles(MODULES) == []


@cases(
    ("line", "found"),
    [
        ("import shiplap", {"__init__"}),
        ("def f():\n    import shiplap", {"__init__"}),
        ("import shiplap.store", {"store", "__init__"}),
        ("import shiplap.store as kept", {"store"}),
        ("import json, shiplap.store as kept", {"store"}),
        ("from shiplap import chunk", {"__init__"}),
        ("from shiplap import regions", {"__init__"}),
        ("from shiplap import store", {"store"}),
        ("from shiplap import chunk, store", {"__init__", "store"}),
        ("from shiplap.store import Store", {"store"}),
        ("from shiplap.store import store as kept", {"store.store"}),
        ("importlib.import_module('shiplap.store')", {"store"}),
        ("importlib.import_module('shiplap')", {"__init__"}),
        ("import_module(name='shiplap.store')", {"store"}),
        ("import_module(f'shiplap.{name}')", {"__init__"}),
        ("__import__('shiplap.store')", {"store"}),
        ("__import__('shiplap')", {"__init__"}),
        ("sys.modules['shiplap']", {"__init__"}),
        ("sys.modules['shiplap.store']", {"store"}),
        ("extra('shiplap.store.store', 'x')", {"store.store"}),
        ("getLogger('shiplap.store'); 'x'.startswith('shiplap.')", set()),
        ("'About shiplap.store'; import shiplapping; x = 'shiplap'", set()),
    ],
)
def test_forms_of_imports(line: str, found: set[str]) -> None:
    known = {"__init__", "store", "store.store"}
    assert {*imports(line, ".py", known)} == found
    if "import " in line and ";" not in line:
        assert {*imports(line, ".pyx", known)} == found
        assert {*imports(line.replace("import ", "cimport "), ".pyx", known)} == found


def test_modules_that_import_computed_names() -> None:
    # later imports names of packages, _data the languages, langchain and sync their own modules; the others extras
    ours = {"_data.sentences", "integrations.langchain", "later", "sync.registry"}
    extras = {"content.tree_sitter", "extras", "vectors.indexes"}
    extras |= {"integrations", "integrations.langchain.aliases", "options"}
    found = set()
    for path in ROOT.rglob("*.py"):
        source = path.read_text("utf-8")
        if not re.search(IMPORTERS.rstrip("$"), source):
            continue
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.Call) and re.search(IMPORTERS, ast.unparse(node.func)):
                found |= {name_of(path) for each in node.args[:1] if not isinstance(each, ast.Constant)}
    assert found == ours | extras


def test_names_over_several_lines_of_cython() -> None:
    text = "from shiplap.store cimport (\n    store as kept,  # the module\n    Store,\n)\n"
    assert {*imports(text, ".pxd", {"store", "store.store"})} == {"store", "store.store"}


def test_families_of_the_core_have_no_circle() -> None:
    graph: dict[str, set[str]] = {}
    for name, modules in MODULES.items():
        if name.startswith("_core."):
            family = name.split(".")[1]
            others = {module.split(".")[1] for module in modules if module.startswith("_core.")}
            graph.setdefault(family, set()).update(others - {family})
    assert circles(graph) == []


#: Packages of the application that use only public names of the library.
PUBLIC_ONLY = ("ingestion", "cli")


@pytest.mark.parametrize("package", PUBLIC_ONLY)
def test_the_application_uses_public_names(package: str) -> None:
    """No attribute with an underscore but those that the module defines, and no module of the core."""
    for path in (ROOT / package).rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        names = [node for node in ast.walk(tree) if isinstance(node, ast.Attribute)]
        of_self = [node for node in names if ast.unparse(node.value) in ("self", "cls")]
        own = {node.attr for node in of_self} | {
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)
        }
        private = {node.attr for node in names if re.match(r"_[a-z]", node.attr)}
        assert private <= own, path
        assert not any(module.startswith("_core") for module in MODULES[name_of(path)]), path


CSRC = TREE.parents[1] / "csrc"
C_FILES = {path.name: path.read_text("utf-8") for path in [*CSRC.glob("src/*.[ch]"), *CSRC.glob("include/*.h")]}


def included(name: str) -> set[str]:
    """Return the files of csrc that a file includes."""
    return {*re.findall(r'^#include "(.+)"', C_FILES[name], re.MULTILINE)}


def text_with_templates(name: str) -> str:
    """Return a C file and the headers of csrc/src that it includes, without comments, declarations and public
    headers."""
    text = re.sub(r"/\*.*?\*/", "", C_FILES[name], flags=re.DOTALL)
    text = re.sub(r"^(SHIPLAP_HIDDEN|extern)\b[^;{]*;", "", text, flags=re.MULTILINE)
    headers = (header for header in included(name) if (CSRC / "src" / header).exists())
    return text + "".join(map(text_with_templates, headers))


def defined(name: str) -> set[str]:
    """Return the functions and tables that a C file defines for other files."""
    functions = re.findall(r"^(?!static)\w[\w *]*\b(shiplap_\w+)\([^;{]*\) \{", C_FILES[name], re.MULTILINE)
    return {*functions, *re.findall(r"^const struct \w+ (shiplap_\w+) = ", C_FILES[name], re.MULTILINE)}


@pytest.mark.skipif(not C_FILES, reason="the C sources are not part of an installed package")
def test_c_files_are_a_tree() -> None:
    assert circles({name: included(name) for name in C_FILES}) == []
    files = [name for name in C_FILES if name.endswith(".c")]
    owners = {each: name for name in files for each in defined(name)}
    used = {name: {*re.findall(r"\bshiplap_\w+", text_with_templates(name))} for name in files}
    calls = {name: {owners[each] for each in used[name] & owners.keys()} - {name} for name in files}
    assert "cpu.c" in calls["dispatch.c"] and {"utf8_scalar.c", "scan_avx2.c"} <= calls["dispatch.c"]
    assert circles(calls) == []


@cases("name", sorted(MODULES))
def test_imports_go_downwards(name: str) -> None:
    first = name.split(".")[0]
    for module in MODULES[name]:
        package = module.split(".")[0]
        if package == first:
            continue
        assert floor_of(module) <= floor_of(name), f"{name} imports {module}, which is above it"
        assert package != "reference", f"{name} imports {module}: only tests do"
        assert first != "reference" or re.fullmatch(REFERENCE_MAY, package), f"{name} imports {module}"
        is_plain = name == "__init__" and module not in LATER
        assert not is_plain or not re.fullmatch(TOPICS, package), f"import shiplap imports {module}"


@pytest.mark.skipif(not C_FILES, reason="the C sources are not part of an installed package")
@pytest.mark.skipif(ROOT != TREE, reason="needs the source tree")
def test_the_public_headers_are_two() -> None:
    """Tables that generators make are private: the build has them in a folder of its own."""
    folder = ROOT.parents[1] / "csrc"
    assert sorted(path.name for path in (folder / "include").iterdir()) == ["shiplap.h", "shiplap_inline.h"]
    assert [path.name for path in folder.rglob("*_data.h")] == []


@pytest.mark.skipif(ROOT != TREE, reason="needs the source tree")
def test_the_core_has_few_modules() -> None:
    """Each module has 0.35 MB of C that is the same in all."""
    assert len(list((ROOT / "_core").rglob("*.pyx"))) <= 16
