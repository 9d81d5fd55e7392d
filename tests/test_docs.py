"""The examples in docstrings, the README and docs/ run; the README's commands stand where CI looks for them."""

from __future__ import annotations

import doctest
import importlib
import pathlib
import pkgutil
import re

import pytest

import shiplap

README = pathlib.Path(__file__).resolve().parents[1] / "README.md"
DOCS = README.parent / "docs"
PAGES = sorted(DOCS.rglob("*.md"))
MODULES = [
    module.name
    for module in pkgutil.walk_packages(shiplap.__path__, "shiplap.", onerror=lambda _: None)
    if not module.name.endswith(("__main__", ".libshiplap_c"))
]


#: Modules that need a framework, and the framework.
FRAMEWORKS = {
    "shiplap.integrations.langchain": "langchain_text_splitters",
    "shiplap.integrations.llama_index": "llama_index.core",
    "shiplap.integrations.haystack": "haystack",
}


@pytest.mark.parametrize("name", ["shiplap", *MODULES])
@pytest.mark.filterwarnings("default")  # of the frameworks
def test_docstrings(name: str) -> None:
    for prefix, framework in FRAMEWORKS.items():
        if name.startswith(prefix):
            pytest.importorskip(framework)
    module = importlib.import_module(name)
    assert module.__doc__
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
@pytest.mark.filterwarnings("default")  # of the frameworks
def test_pages(page: pathlib.Path) -> None:
    for framework in re.findall(r"^<!-- needs: (\S+) -->$", page.read_text("utf-8"), re.MULTILINE):
        pytest.importorskip(framework)
    result = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert result.failed == 0 and (result.attempted > 0) == (">>> " in page.read_text("utf-8"))


@pytest.mark.skipif(not README.exists(), reason="the README is not part of an installed package")
def test_readme() -> None:
    assert doctest.testfile(str(README), module_relative=False).failed == 0
    commands = re.findall(r"^```sh\n(.*?)\n```$", README.read_text("utf-8"), re.DOTALL | re.MULTILINE)
    assert len(commands) == 2 and all(command.startswith("python3 -m venv") for command in commands)
    assert " ingest " in commands[0] and commands[1].endswith("pytest")
    links = re.findall(r"\]\(([^)#]+)", README.read_text("utf-8"))
    assert len(links) > 20 and all((README.parent / link).exists() for link in links)
    assert all(line.endswith(" &&") for command in commands for line in command.splitlines()[:-1])


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_commands_that_no_test_runs_say_why(page: pathlib.Path) -> None:
    # tests/test_page_commands.py runs the commands of `shiplap`
    reason = "<!-- not run: "
    text = page.read_text("utf-8")
    blocks = [*re.finditer(r"^```(?:sh|bash|console)$", text, re.MULTILINE)]
    blocks += re.finditer(r"(?<=\n\n)    (?:pip|python|git|cmake|\.venv/|\.ci/)", text)
    assert all(text[: block.start()].rstrip().splitlines()[-1].startswith(reason) for block in blocks)


@pytest.mark.skipif(not DOCS.exists(), reason="the pages are not part of an installed package")
def test_the_page_of_the_installation_names_the_extras() -> None:
    project = (README.parent / "pyproject.toml").read_text("utf-8")
    extras = re.search(r"^\[project.optional-dependencies\]\n(.*?)^\[", project, re.DOTALL | re.MULTILINE)
    assert extras is not None
    names = {*re.findall(r"^([a-z0-9-]+) = ", extras[1], re.MULTILINE)}
    ours = {"test-base", "test", "docs", "lint", "rivals", "engines"}  # of those who work on shiplap
    rows = re.findall(r"^\| (`[^|]+`) \|", (DOCS / "start" / "install.md").read_text("utf-8"), re.MULTILINE)
    assert {name for row in rows for name in re.findall("`([^`]+)`", row)} == names - ours


def test_the_pages_of_the_reference_are_those_of_the_code(monkeypatch: pytest.MonkeyPatch) -> None:
    if not DOCS.exists():
        pytest.skip("the pages are not part of an installed package")
    monkeypatch.syspath_prepend(str(DOCS))
    made = importlib.import_module("reference_pages").pages()
    assert made.keys() == {"options.md", "commands.md", "schema.md"}
    assert all((DOCS / "reference" / name).read_text("utf-8") == text for name, text in made.items())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(DOCS).as_posix())
def test_links_between_pages_are_files(page: pathlib.Path) -> None:
    links = re.findall(r"\]\(([^)#:]+\.\w+)[)#]", page.read_text("utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []
