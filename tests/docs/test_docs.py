"""The examples in docstrings and pages run; the README's commands stand where CI looks for them.

The blocks of a page run in order, in one namespace and in an empty folder. Those with `>>>` are doctests; the rest
runs as it is.
"""

from __future__ import annotations

import doctest
import functools
import importlib
import pathlib
import pkgutil
import re
from typing import Any

import pytest

import shiplap
from tests.support import pages, pdf
from tests.support.cases import cases
from tests.support.pages import PAGES, PYTHON, SHELL, Block, name_of

README = pages.ROOT / "README.md"
DOCS = README.parent / "docs"
MODULES = [
    module.name
    for module in pkgutil.walk_packages(shiplap.__path__, "shiplap.", onerror=lambda _: None)
    if not module.name.endswith(("__main__", ".libshiplap_c"))
]


#: Modules that need a library, and the library.
LIBRARIES = {
    "shiplap.integrations.langchain": "langchain_text_splitters",
    "shiplap.integrations.llama_index": "llama_index.core",
    "shiplap.integrations.haystack": "haystack",
    "shiplap.readers.html_pages": "selectolax",
    "shiplap.sync.targets.qdrant": "qdrant_client",
    "shiplap.sync.targets.lancedb": "lancedb",
    "shiplap.sync.targets.duckdb": "duckdb",
    "shiplap.sync.targets.chroma": "chromadb",
}


@pytest.mark.parametrize("name", ["shiplap", *MODULES])
@pytest.mark.filterwarnings("default")  # of the frameworks
def test_docstrings(name: str) -> None:
    for prefix, library in LIBRARIES.items():
        if name.startswith(prefix):
            pytest.importorskip(library)
    module = importlib.import_module(name)
    assert module.__doc__
    runner = doctest.DocTestRunner()
    for test in doctest.DocTestFinder().find(module):
        if test.examples:  # a test without any costs as much as one with some
            runner.run(test)
    assert runner.summarize().failed == 0


#: The blocks that no test runs, with the reason that the page gives. Few, and each has to be here.
NOT_RUN = {
    ("CONTRIBUTING.md", "takes minutes, and builds shiplap"),
    ("README.md", "needs the released package"),
    ("benchmarks/README.md", "takes minutes, and needs the rivals"),
    ("docs/guides/embedding.md", "needs an account, or a service"),
    ("docs/guides/embedding.md", "needs files of models"),
    ("docs/start/install.md", "needs the released package"),
    ("docs/study.md", "needs the packages and models, and takes an hour"),
    ("docs/study.md", "takes half an hour, and needs the two documents and a model"),
}


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.filterwarnings("default")  # of the frameworks
def test_pages(
    page: pathlib.Path, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = page.read_text("utf-8")
    if module := pages.needs_of_page(text):
        pytest.importorskip(module)
    if "DATABASE_URL" in text:
        monkeypatch.setenv("DATABASE_URL", request.getfixturevalue("postgres"))
    monkeypatch.chdir(tmp_path)
    if page == README:
        manual_of_two_pages()
    names: dict[str, Any] = {"__name__": "__main__"}
    for block in pages.blocks(text):
        if runs(block):
            run(block, name_of(page), names)


def manual_of_two_pages() -> None:
    """Make the file that the example of the README reads."""
    first = [f"Part {number} of the manual says how to read the map of the weather." for number in range(22)]
    map_of = "the map shows the roads of the plain, its towns, and the rivers that cross it"
    second = [f"Sheet {number} of {map_of}." for number in range(24)]
    texts = ("\n".join(first), "\n".join([*second, "It rains in the hills. The valley is dry."]))
    made = pdf.File([pdf.Page(pdf.paragraph(text, size=5)) for text in texts])
    pathlib.Path("docs").mkdir()
    pathlib.Path("docs", "manual.pdf").write_bytes(made.data())


def runs(block: Block) -> bool:
    """Return whether a block is Python that runs here: an engine's runs in test_engines.py."""
    if block.language not in PYTHON or block.engine or "not run" in block.comments:
        return False
    module = block.comments.get("needs")
    return module is None or importlib.util.find_spec(module) is not None


def run(block: Block, page: str, names: dict[str, Any]) -> None:
    """Run a block in a namespace."""
    if ">>> " not in block.code:
        exec(compile("\n" * (block.line - 1) + block.code, page, "exec"), names)
        return
    test = doctest.DocTestParser().get_doctest(block.code, {}, page, page, block.line - 1)
    test.globs = names
    assert test.examples
    assert doctest.DocTestRunner().run(test, clear_globs=False).failed == 0


@cases("page", PAGES)
def test_python_stands_in_fences(page: pathlib.Path) -> None:
    text = page.read_text("utf-8")
    found = pages.blocks(text)
    assert text.count(">>> ") == sum(block.code.count(">>> ") for block in found if block.language in PYTHON)
    bare = [block.line for block in found if not block.language and re.match(r"(import|from) \w", block.code)]
    assert [*bare, *(block.line for block in found if block.language == "none")] == []


def test_blocks_of_engines_are_those_that_their_tests_run() -> None:
    tests = pages.ROOT.joinpath("tests", "engines", "test_engines.py").read_text("utf-8")
    for page in PAGES:
        engines = {block.engine for block in pages.blocks(page.read_text("utf-8")) if block.language in PYTHON} - {
            ""
        }
        assert engines == (
            {*re.findall(r'\brun\("(\w+)"\)', tests)} if name_of(page) == "docs/scaling.md" else set()
        )


@pytest.mark.skipif(not PAGES, reason="the pages are not part of an installed package")
def test_the_blocks_that_do_not_run() -> None:
    found = set()
    for page in PAGES:
        for block in pages.blocks(page.read_text("utf-8")):
            if "not run" in block.comments:
                found.add((name_of(page), block.comments["not run"]))
    assert found == NOT_RUN


@pytest.mark.skipif(not README.exists(), reason="the README is not part of an installed package")
def test_commands_of_the_readme() -> None:
    commands = re.findall(r"^```sh\n(.*?)\n```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(commands) == 2 and all(command.startswith("python3 -m venv") for command in commands)
    assert " ingest " in commands[0] and commands[1].endswith("pytest")
    links = re.findall(r"\]\(([^)#]+)", README.read_text("utf-8"))
    assert len(links) > 20 and all((README.parent / link).exists() for link in links)
    assert len(README.read_text("utf-8").splitlines()) <= 120
    assert all(line.endswith(" &&") for command in commands for line in command.splitlines()[:-1])


@cases("page", PAGES)
def test_commands_that_no_test_runs_say_why(page: pathlib.Path) -> None:
    # tests/docs/test_page_commands.py runs the commands of `shiplap`, CI the blocks of the README
    for block in pages.blocks(page.read_text("utf-8")):
        others = [line for line in pages.commands(block) if not pages.OURS.match(line)]
        of_ci = page == README and block.language == "sh"
        assert not others or of_ci or "not run" in block.comments, others
        assert block.language not in SHELL or [*pages.commands(block)], block.code


@pytest.mark.skipif(not DOCS.exists(), reason="the pages are not part of an installed package")
def test_the_page_of_the_installation_names_the_extras() -> None:
    project = (README.parent / "pyproject.toml").read_text("utf-8")
    extras = re.search(r"^\[project.optional-dependencies\]\n(.*?)^\[", project, re.DOTALL | re.MULTILINE)
    assert extras is not None
    names = {*re.findall(r"^([a-z0-9-]+) = ", extras[1], re.MULTILINE)}
    ours = {"test-base", "test", "docs", "lint", "mutation", "rivals", "engines"}  # of those who work on shiplap
    rows = re.findall(r"^\| (`[^|]+`) \|", (DOCS / "start" / "install.md").read_text("utf-8"), re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([^`]+)`", row)} == names - ours


def test_the_pages_of_the_reference_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    if not DOCS.exists():
        pytest.skip("the pages are not part of an installed package")
    monkeypatch.syspath_prepend(str(DOCS))
    made = importlib.import_module("reference_pages").pages()
    assert made.keys() == {"options.md", "commands.md", "schema.md"}
    assert all((DOCS / "reference" / name).read_text("utf-8") == text for name, text in made.items())


@cases("page", PAGES)
def test_links_between_pages_are_files(page: pathlib.Path) -> None:
    links = re.findall(r"\]\(([^)#:]+\.\w+)[)#]", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


#: The folders whose files the pages name, and the endings of these files.
FOLDERS = ("src", "csrc", "tests", "benchmarks", "docs", ".ci")
ENDINGS = (".py", ".pyx", ".pxd", ".c", ".h", ".sh", ".md")


@functools.cache
def texts_of_files() -> dict[str, str]:
    """Return the sources, tests and pages of the repository by their paths."""
    if not (pages.ROOT / ".ci").exists():
        pytest.skip("needs the repository")
    every = (path for folder in FOLDERS for path in (pages.ROOT / folder).rglob("*"))
    found = [path for path in (*pages.ROOT.glob("*.md"), *every) if path.suffix in ENDINGS]
    return {path.relative_to(pages.ROOT).as_posix(): path.read_text("utf-8") for path in found}


def test_files_that_pages_for_contributors_name_exist() -> None:
    known = [f"/{path}" for path in texts_of_files()]
    texts = [path.read_text("utf-8") for path in (*DOCS.glob("contributing/*.md"), DOCS / "platforms.md")]
    named = {name for text in texts for name in re.findall(r"`([\w./-]+\.(?:pyx|pxd|py|c|h|sh|md))`", text)}
    assert len(named) > 100
    assert [name for name in sorted(named) if not any(path.endswith(f"/{name}") for path in known)] == []


#: Names in the pages for contributors that are not of this repository.
OTHERS = {"CMakeFiles", "PyGILState_Ensure", "__defaults__", "ninja"}


def test_names_that_pages_for_contributors_use_exist() -> None:
    sources = [text for path, text in texts_of_files().items() if not path.endswith(".md")]
    known = {word for text in sources for word in re.findall(r"\w+", text)}
    texts = [path.read_text("utf-8") for path in DOCS.glob("contributing/*.md")]
    named = {name for text in texts for name in re.findall(r"`([A-Za-z_][\w.]*)(?:\(\))?`", text)} - OTHERS
    assert len(named) > 100
    assert [name for name in sorted(named) if name.rpartition(".")[2] not in known] == []


def test_rules_are_cited_from_pages_of_the_repository() -> None:
    page = re.compile(r"docs/(?:reference|contributing)/[\w-]+\.md")
    texts = {path: text for path, text in texts_of_files().items() if path != "CHANGELOG.md"}
    assert [path for path, text in texts.items() if re.search(r"\bSPEC(?:\.md| section|:)", text)] == []
    cited = {name for text in texts.values() for name in page.findall(text)}
    assert len(cited) > 3 and [name for name in sorted(cited) if not (pages.ROOT / name).exists()] == []


@pytest.mark.skipif(not DOCS.exists(), reason="the pages are not part of an installed package")
def test_names_of_the_reference_exist() -> None:
    texts = [path.read_text("utf-8") for path in (DOCS / "reference" / "api").glob("*.md")]
    names = [name for text in texts for name in re.findall(r"^::: ([\w.]+)\.(\w+)$", text, re.MULTILINE)]
    assert len(names) > 50
    for module, name in names:
        if not module.startswith(tuple(LIBRARIES)):
            assert hasattr(importlib.import_module(module), name), f"{module}.{name}"


# ---- the order of the pages


def nav() -> dict[str, list[str]]:
    """Return the pages of the site by the first level of their order: the kinds of pages."""
    site = README.parent / "mkdocs.yml"
    if not site.exists():
        pytest.skip("the pages are not part of an installed package")
    found: dict[str, list[str]] = {}
    kind = ""
    for line in site.read_text("utf-8").partition("\nnav:")[2].splitlines():
        if first := re.match(r"  - ([^:]+):", line):
            kind = first[1]
        if page := re.search(r": (\S+\.md)$", line):
            found.setdefault(kind, []).append(page[1])
    return found


def test_each_page_has_one_kind() -> None:
    kinds = nav()
    assert [*kinds] == [
        "Home", "Start", "Guides", "Reference", "Explanation", "Contributing", "Changelog",
    ]  # fmt: skip
    listed = [page for names in kinds.values() for page in names]
    assert len(listed) == len({*listed})
    assert {*listed} == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def test_guides_have_no_tables_of_measurements() -> None:
    guides = [page for kind in ("Start", "Guides") for page in nav()[kind]]
    assert [page for page in guides if "<!-- table:" in (DOCS / page).read_text("utf-8")] == []


def test_what_new_users_look_for_has_a_page() -> None:
    if not DOCS.exists():
        pytest.skip("the pages are not part of an installed package")
    home = (DOCS / "index.md").read_text("utf-8")
    for page in ("files", "pdf", "encodings", "services", "processes", "deletion", "tokens"):
        assert f"](guides/{page}.md" in home and f"guides/{page}.md" in nav()["Guides"], page
    assert "](targets/overview.md)" in home and "](guides/tokens.md#models-and-their-tokenizers)" in home


def test_each_option_has_an_anchor() -> None:
    if not DOCS.exists():
        pytest.skip("the pages are not part of an installed package")
    options, commands = ((DOCS / "reference" / name).read_text("utf-8") for name in ("options.md", "commands.md"))
    assert {'<a id="unit">', '<a id="fixedchunker-snap">', '<a id="adaptivechunker-max_context">'} <= {
        *re.findall(r'<a id="[^"]+">', options)
    }
    anchors = re.findall(r'<a id="([^"]+)">', commands)
    assert len(anchors) == len({*anchors})
    assert {"ingest-chunk-size", "search-words", "prompt-max-size"} <= {*anchors}


#: Public names that no page uses: types of values that public functions take or return, and what evaluates them.
ON_NO_PAGE = {
    "__version__", "ChunkerOptions", "CommonOptions", "KINDS", "PresetName", "Bm25", "Bm25s", "Comparison",
    "Corpus", "Feedback", "FullText", "Gold", "Hybrid", "LogSummary", "Paired", "Result", "Verdict", "log_line",
    "read_documents", "read_questions", "GroundingFigures", "GroundingReport", "DEFAULT_INSTRUCTION",
    "escape_name", "escape_text", "unescape_name", "unescape_text", "TABLES", "Key", "Metric", "Cache", "Index",
    "StaleCacheWarning",
}  # fmt: skip


def test_public_names_are_used_on_a_page() -> None:
    if not DOCS.exists():
        pytest.skip("the pages are not part of an installed package")
    listed = (DOCS / "contributing" / "api.txt").read_text("utf-8")
    names = {*re.findall(r"^shiplap(?:\.[a-z_]+)*\.(\w+)(?:\(|: )", listed, re.MULTILINE)}
    shown = "\n".join(page.read_text("utf-8") for page in PAGES if page.name != "limits.md")
    unused = {name for name in names if not re.search(rf"\b{re.escape(name)}\b", shown)}
    assert unused <= ON_NO_PAGE, "make these names private, or show them on a page"


def test_the_version_has_one_place() -> None:
    if not (pages.ROOT / "CITATION.cff").exists():
        pytest.skip("needs the repository")
    version = re.escape(shiplap.__version__)
    lines = {
        "CITATION.cff": rf"^version: {version}$",
        "docs/man/shiplap.1": rf'^\.TH SHIPLAP 1 "" "shiplap {version}"',
        "CHANGELOG.md": rf"^## {version} \(",
    }
    for path, line in lines.items():
        assert re.search(line, (pages.ROOT / path).read_text("utf-8"), re.MULTILINE), path


@pytest.mark.skipif(not DOCS.exists(), reason="the pages are not part of an installed package")
def test_pictures_are_small_and_shown() -> None:
    shown = "\n".join(page.read_text("utf-8") for page in PAGES)
    for picture in (DOCS / "pictures").iterdir():
        assert f"pictures/{picture.name}" in shown and picture.stat().st_size < 65_536, picture.name
