"""The files of a folder that are read: ignore files, default excludes, `--include` and `--exclude`."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from shiplap import OptionError
from shiplap.ingestion import find
from shiplap.ingestion.exclusions import CACHE_TAG, DEFAULT_EXCLUDES, Choice
from shiplap.ingestion.names import Names

pytestmark = pytest.mark.usefixtures("folder")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, which is empty."""
    root = tmp_path / "home"
    root.mkdir()
    monkeypatch.chdir(root)
    return root


def fill(names: str, text: str = "It rains.") -> None:
    """Write files; a name with a colon is an ignore file with its lines, which commas separate."""
    for name in names.split():
        name, _, lines = name.partition(":")
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(lines.replace(",", "\n") or text)


def read(*paths: str, names: Names | None = None, ignores: bool = True, hidden: bool = False, **given: Any) -> str:
    """Return the ids of the files that are read, and whether that agrees with what is said of each file alone."""
    choice = Choice.of(ignores=ignores, hidden=hidden, **given)
    found = find(paths or ["."], names=names, choice=choice)
    assert not found.problems
    ids = [file.document_id for file in found.files]
    roots = [os.path.realpath(path) for path in paths or ["."]]
    for path in Path().rglob("*"):
        place = os.path.abspath(path)
        if path.is_file() and not path.is_symlink() and any(place.startswith(root + os.sep) for root in roots):
            assert (found.exclusion(place) is None) == (found.names.source(place) in found.seen), path
    return " ".join(ids)


def test_ignore_files() -> None:
    fill("a.txt b.log docs/c.txt docs/d.log docs/build/e.txt build/f.txt .gitignore:*.log,/build")
    assert read() == "a.txt docs/build/e.txt docs/c.txt"
    fill("docs/.gitignore:!d.log,build/")
    assert read() == "a.txt docs/c.txt docs/d.log"
    assert read(ignores=False) == "a.txt b.log build/f.txt docs/build/e.txt docs/c.txt docs/d.log"


def test_ignore_files_of_search_tools_decide_before_those_of_git() -> None:
    fill("a.txt b.log c.log docs/d.txt .gitignore:*.log .ignore:!*.log,docs .shiplapignore:c.log,!docs")
    assert read() == "a.txt b.log docs/d.txt"


def test_the_folders_above_a_path() -> None:
    """Ignore files count from the root of the collection; `.gitignore` from that of the repository."""
    fill("x/docs/a.txt x/docs/b.log x/docs/c.tmp x/.gitignore:*.log .gitignore:*.tmp .ignore:a.txt")
    assert read("x/docs") == ""
    fill(".ignore:nothing")
    assert read("x/docs") == "x/docs/a.txt"
    Path("x/.git/info").mkdir(parents=True)
    assert read("x/docs") == read() == "x/docs/a.txt x/docs/c.tmp"
    fill("x/.git/info/exclude:a.txt")
    assert read("x/docs") == read() == "x/docs/c.tmp"
    Path(".git").mkdir()
    fill("y/e.tmp")
    assert read() == "x/docs/c.tmp"


def test_a_given_path_is_read_though_an_ignore_file_names_it() -> None:
    fill("build/a.txt build/b.log node_modules/c/d.txt .gitignore:build/,*.log,d.txt")
    assert read("build") == "build/a.txt"
    assert read("node_modules") == "" and read("node_modules", ignores=False) == "node_modules/c/d.txt"
    assert [file.document_id for file in find(["build/b.log"]).files] == ["build/b.log"]


@pytest.mark.parametrize("text", [text for texts in DEFAULT_EXCLUDES.values() for text in texts])
def test_default_excludes(text: str) -> None:
    name = text.removesuffix("/").replace("*", "x")
    inner = f"{name}/a.txt" if text.endswith("/") or name == ".git" else name
    fill(f"docs/{inner} docs/b.txt")
    assert read(hidden=True) == "docs/b.txt"
    for option in ({"include": [name, "b.txt"]}, {"exclude": [f"!{name}"]}):
        # the ids are sorted by path
        assert read(hidden=True, ignores=False, **option).split() == sorted([f"docs/{inner}", "docs/b.txt"])
    assert read(hidden=True, include=[text.removesuffix("/")]) == f"docs/{inner}"
    assert read(hidden=True, include=["*", "**/*.*"]) == "docs/b.txt"


def test_folders_with_markers() -> None:
    fill("env/pyvenv.cfg env/lib/a.txt conda/conda-meta/history conda/b.txt cached/c.txt tagged/d.txt e.txt")
    Path("cached/CACHEDIR.TAG").write_bytes(CACHE_TAG + b"\n")
    Path("tagged/CACHEDIR.TAG").write_bytes(b"no signature")
    assert read() == "e.txt tagged/CACHEDIR.TAG tagged/d.txt"
    assert read("env") == "env/lib/a.txt env/pyvenv.cfg"
    assert read(include=["env", "cached/c.txt"]) == "cached/c.txt env/lib/a.txt env/pyvenv.cfg"


def test_nothing_of_an_excluded_folder_is_touched(monkeypatch: pytest.MonkeyPatch) -> None:
    fill("node_modules/a/b.txt src/node_modules/c.txt src/d.txt secret/e.txt .gitignore:secret")
    touched: list[str] = []
    for name in ("stat", "lstat", "scandir", "open"):
        real = getattr(os, name)

        def spied(path: Any, *more: Any, real: Any = real, **options: Any) -> Any:
            touched.append(str(path))
            return real(path, *more, **options)

        monkeypatch.setattr(os, name, spied)
    found = find(["."])
    assert [file.document_id for file in found.files] == ["src/d.txt"]
    assert touched and not any("node_modules" in path or "secret" in path for path in touched)
    assert found.excluded == {"default": 2, ".gitignore": 1, "hidden": 1}


def test_include_limits_a_run() -> None:
    fill("a.md b.txt docs/c.md docs/d.txt docs/deep/e.md x/docs/f.md")
    assert read(include=["*.md"]) == "a.md docs/c.md docs/deep/e.md x/docs/f.md"
    assert read(include=["docs/*.md"]) == read(include=["/docs/c.md"]) == "docs/c.md"
    assert read(include=["/docs"]) == read(include=["docs/**"]) == "docs/c.md docs/d.txt docs/deep/e.md"
    assert read(include=["docs/"]) == "docs/c.md docs/d.txt docs/deep/e.md x/docs/f.md"
    assert read(include=["docs/**/*.md"]) == "docs/c.md docs/deep/e.md"
    assert read(include=["*.md"], exclude=["docs/"]) == "a.md"
    assert read(include=["a.md", "b.txt"]) == "a.md b.txt"
    assert read("docs", include=["*.txt"]) == read("docs", include=["docs/*.txt"]) == "docs/d.txt"
    assert read("docs", include=["x/**"]) == ""


def test_include_and_folders_that_cannot_match(monkeypatch: pytest.MonkeyPatch) -> None:
    fill("src/a.md big/b.md")
    walked: list[str] = []
    real = os.scandir
    monkeypatch.setattr(os, "scandir", lambda path: walked.append(str(path)) or real(path))
    assert [file.document_id for file in find(["."], choice=Choice.of(["src/*.md"])).files] == ["src/a.md"]
    assert walked == [".", "./src"]


def test_include_takes_back_what_it_names() -> None:
    fill("a.json package-lock.json x.min.js y.js b.log .env .gitignore:*.log")
    fill("node_modules/p/c.md node_modules/p/d.js")
    assert read(include=["*.json"]) == "a.json"
    assert read(include=["package-lock.json"]) == "package-lock.json"
    assert read(include=["*.js"]) == "y.js" and read(include=["*.min.js"]) == "x.min.js"
    assert read(include=["b.log"]) == read(include=["*.log"]) == "b.log"
    assert read(include=[".env"]) == read(include=[".e*"]) == ".env" and read(include=["*"]) == "a.json y.js"
    assert read(include=["node_modules/**/*.md"]) == "node_modules/p/c.md"
    assert read(include=["node_modules"]) == "node_modules/p/c.md node_modules/p/d.js"
    assert read(include=["*.md"]) == read(include=["**/p/*.md"]) == ""


def test_negations_take_back_what_they_name() -> None:
    fill("a.txt package-lock.json b.log .env node_modules/c.md .gitignore:*.log")
    assert read(exclude=["!package-lock.json"]) == "a.txt package-lock.json"
    assert read(exclude=["!b.log", "!.env", "*.txt"]) == ".env b.log"
    assert read(exclude=["!node_modules", "*.md"]) == "a.txt"
    fill(".shiplapignore:*,!*/,!*.md,!*.lock,!.env")  # as people let files in: wide negations
    assert read() == ".env"
    fill(".shiplapignore:!node_modules/ .gitignore:!package-lock.json")  # git's negations are about versions
    assert read() == "a.txt b.log node_modules/c.md"


def test_options_exclude_named_paths_too() -> None:
    fill("docs/a.txt docs/b.png drafts/c.txt")
    assert read("docs", "drafts", exclude=["drafts", "*.png"]) == "docs/a.txt"
    found = find(["docs/a.txt", "docs/b.png"], choice=Choice.of(exclude=["*.png"]))
    assert [file.document_id for file in found.files] == ["docs/a.txt"] and found.excluded == {"--exclude": 1}
    reason = found.exclusion(os.path.abspath("docs/b.png"))
    assert reason is not None and reason.text == "--exclude: *.png"


def test_patterns_of_options_are_relative_to_the_root(tmp_path: Path) -> None:
    fill("docs/a.txt docs/docs/b.txt")
    assert read("docs", exclude=["/docs/docs"]) == "docs/a.txt"
    names = Names.choose(["docs"], root="docs")
    assert read("docs", names=names, exclude=["/docs"]) == "a.txt"
    os.chdir(tmp_path)
    Path("other").mkdir()
    os.chdir("other")
    found = find([tmp_path / "home" / "docs"], choice=Choice.of(exclude=["/docs"]))
    assert [file.document_id for file in found.files] == ["a.txt"]


def test_ignore_files_that_are_none_or_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    fill("a.txt .gitignore/x.txt docs/b.txt docs/.ignore:b.txt big/c.txt big/.ignore:xxxxxx")
    os.mkfifo(".shiplapignore")
    assert read() == "a.txt big/c.txt"
    monkeypatch.setattr("shiplap.ingestion.exclusions.MAX_IGNORE_FILE", 5)

    def fail(path: str) -> bytes:
        raise OSError(13, "Permission denied")

    monkeypatch.setattr("shiplap.ingestion.exclusions.read", fail)
    Path("docs/.ignore").write_text("b")
    found = find(["."])
    assert [file.document_id for file in found.files] == ["a.txt"]
    assert [(problem.document_id, problem.reason, problem.failed) for problem in found.problems] == [
        ("big", "cannot be read: the ignore file .ignore is larger than 5 bytes", True),
        ("docs", "cannot be read: Permission denied", True),
    ]
    assert found.unread == ["big", "docs"] and found.exclusion(os.path.abspath("docs/b.txt")) is None


def test_links_to_excluded_files() -> None:
    """The name of a link counts, and a link is no folder."""
    fill("node_modules/a/README.md b.txt .gitignore:shared/")
    Path("README.md").symlink_to("node_modules/a/README.md")
    Path("shared").symlink_to("b.txt")
    found = find(["."])
    assert [file.document_id for file in found.files] == ["node_modules/a/README.md", "b.txt"]


@pytest.mark.parametrize(
    ("option", "text", "rule"),
    [
        ("include", "[a", "can match no file: a bracket is not closed"), ("exclude", "a\\", "can match no file: "),
        ("include", "!a", "cannot be negated"), ("exclude", "# a", "is blank or a comment"),
        ("exclude", "", "is blank or a comment"), ("include", 3, "must be patterns"),
    ],
)  # fmt: skip
def test_bad_patterns(option: str, text: Any, rule: str) -> None:
    with pytest.raises(OptionError) as caught:
        Choice.of(**{option: [text]})
    assert caught.value.option == option and caught.value.value == text and rule in caught.value.rule


@pytest.mark.skipif(shutil.which("git") is None, reason="git is missing")
def test_nested_ignore_files_as_git_reads_them() -> None:
    fill("a.txt b.log keep.log x/c.log x/keep.log x/y/d.log x/y/out/e.txt x/out/f.txt out/g.txt z/only.md z/h.txt")
    fill("z/deep/only.md w/i.txt w/j/k.txt .gitignore:*.log,!keep.log,/out/ x/.gitignore:keep.log,!c.log,y/out")
    fill("x/y/.gitignore:!d.log,out/e.* z/.gitignore:*,!*.md,!deep/ w/.gitignore:/*,!/j")
    subprocess.run(["git", "init", "-q", "."], check=True)
    command = ["git", "ls-files", "--others", "--exclude-standard"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert read() == " ".join(name for name in sorted(listed) if ".gitignore" not in name)
