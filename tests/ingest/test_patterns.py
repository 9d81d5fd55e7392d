"""Patterns of files: cases by hand, then git and pathspec as oracles."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from shiplap.ingestion.patterns import Pattern, parse, parse_file

#: A pattern, paths that it matches and paths that it does not; a path that ends in a slash is a folder.
CASES = [
    ("*.log", "a.log b/c.log x.log/", "a.logs log"),
    ("/*.log", "a.log", "b/a.log"),
    ("build/", "build/ a/build/", "build a/build"),
    ("docs/build", "docs/build docs/build/", "a/docs/build build"),
    ("/a", "a a/", "b/a"),
    ("a/**", "a/b a/b/c", "a a/ b/a"),
    ("**/b", "b a/b a/c/b", "ab"),
    ("a/**/b", "a/b a/x/b a/x/y/b", "b a/bb ab x/a/b"),
    ("a/**/**/b", "a/b a/x/b", "b"),
    ("/**", "a a/b", ""),
    ("**", "a a/b", ""),
    ("a/*/b", "a/x/b", "a/b a/x/y/b"),
    ("a**b", "ab axb c/axyb", "a/b"),
    ("/a**b", "ab axb", "a/b c/ab"),
    ("?.txt", "a.txt é.txt", ".txt ab.txt"),
    ("[abc].txt", "a.txt", "d.txt ab.txt"),
    ("[!a-c]", "d é", "a c"),
    ("[^a-c]", "d", "b"),
    ("[]-]", "] -", "a"),
    ("[z-a]", "z", "a b"),
    ("[a-]", "a -", "b"),
    (r"[\a-\c]", "a b c", "d"),
    ("[[:digit:][:upper:]]", "1 A", "a"),
    ("[[:alpha]", "[ : a l", "b"),
    (r"\#a", "#a", r"\#a"),
    (r"\!a", "!a", "a"),
    (r"a\*", "a*", "ab"),
    ("a[b/c]d", "abd acd", "x/abd a/d"),
    ("*a*b*c*", "abc xaxbxcx", "acb abx"),
    ("é*", "é été/é éa", "e"),
]

#: Lines that can match nothing.
NEVER = ["[a", "a\\", "[[:word:]]", "//a", "a//", "a//b", "[", "[!", "[]"]


@pytest.mark.parametrize(("line", "matching", "others"), CASES)
def test_patterns(line: str, matching: str, others: str) -> None:
    pattern = parse(line)
    assert pattern is not None and not pattern.fault
    for paths, expected in ((matching, True), (others, False)):
        for path in paths.split():
            parts = path.removesuffix("/").split("/")
            assert pattern.matches(parts, is_folder=path.endswith("/")) is expected, path


def test_lines() -> None:
    data = b"\xef\xbb\xbf# no\n\n  \na \nb\\ \n!c\r\n/\n!\n\\# x\n\xff\nlast\r"
    assert [each.text for each in parse_file(data)] == ["a", "b\\ ", "!c", "\\# x", "\udcff", "last"]
    negative = parse("!c")
    assert negative is not None and negative.is_negative and negative.matches(["c"], is_folder=False)
    space = parse("b\\ ")
    assert space is not None and space.matches(["b "], is_folder=False)


@pytest.mark.parametrize("line", NEVER)
def test_patterns_that_match_nothing(line: str) -> None:
    pattern = parse(line)
    assert pattern is not None
    assert not any(pattern.matches(parts, is_folder=True) for parts in (["a"], ["a", "b"], ["["]))


def test_hostile_patterns_take_no_time() -> None:
    """These would take a regular expression with one star after the other exponential time."""
    name = "a" * 255
    for line in ("*a" * 60 + "b", "*[a]" * 60 + "b", "/" + "**/*a*a*a/" * 40 + "b"):
        pattern = parse(line)
        assert pattern is not None and not pattern.matches([name] * 60, is_folder=False)


# ---- oracles

NAMES = ("a", "b", "ab", "a b", "a]", "[a", "-", "*", "a*", "!a", "#a", "\\", "a.b", "a ", "é")
FRAGMENTS = (
    "a", "b", "ab", "*", "**", "/", "?", "[", "]", "!", "\\", "-", " ", "#", "/**/", "/*", "*/", "[a-b]", "[!a]",
    "[[:alpha:]]", "[^b]", ".", "a.b", "**/", "/**", "[]a]", "\\*", "\r", "\t", "é",
)  # fmt: skip

#: Where git departs from its own documentation (`shiplap.ingestion.patterns`).
DEPARTURES = re.compile(r"\\/|^!?/?[^*?\[\\]*[^*?\[\\/]\*\*")

lines = st.lists(st.lists(st.sampled_from(FRAGMENTS), min_size=1, max_size=6).map("".join), min_size=1, max_size=4)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bool]]:
    """A repository, and its paths: whether each is a folder."""
    if shutil.which("git") is None:
        pytest.skip("git is missing")
    root = tmp_path_factory.mktemp("tree")
    subprocess.run(["git", "init", "-q", root], check=True)
    paths = {}
    for name in NAMES:
        for inner in ("a", "b", "x", "*"):
            (root / name / inner).mkdir(parents=True)
            for last in ("a", "ab", "a.b", "]"):
                (root / name / inner / last).touch()
                paths[f"{name}/{inner}/{last}"] = False
            paths[f"{name}/{inner}"] = True
        paths[name] = True
    return root, paths


def ignored(patterns: Iterable[Pattern], path: str, is_folder: bool) -> bool:
    """Return whether patterns ignore a path: it, or a folder above it."""
    parts, last_first = path.split("/"), list(patterns)[::-1]
    for number in range(1, len(parts) + 1):
        is_inner = is_folder or number < len(parts)
        found = next((each for each in last_first if each.matches(parts[:number], is_folder=is_inner)), None)
        if found is not None and not found.is_negative:
            return True
    return False


@given(lines=lines)
def test_against_git(lines: list[str], tree: tuple[Path, dict[str, bool]]) -> None:
    root, paths = tree
    assume(not any(DEPARTURES.search(line) for line in lines))
    has_bytes = any(sign in line for line in lines for sign in "?[")  # git compares bytes: half of an é
    data = "\n".join(lines).encode()
    (root / ".gitignore").write_bytes(data)
    asked = "\0".join(paths).encode() + b"\0"
    command = ["git", "-C", str(root), "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n"]
    fields = subprocess.run(command, input=asked, capture_output=True, check=False).stdout.decode().split("\0")
    answers = {
        path: bool(source) and not pattern.startswith("!")
        for source, _, pattern, path in zip(*(fields[k::4] for k in range(4)), strict=False)
    }
    patterns = parse_file(data)
    assert len(answers) == len(paths)
    for path, is_folder in paths.items():
        if not (has_bytes and "é" in path):
            assert ignored(patterns, path, is_folder) == answers[path], path


#: What git and pathspec read alike: no brackets, white space, backslashes and negations; nor three asterisks,
#: which git reads as two.
MILD = ("a", "b", "ab", "*", "?", "/", "a.b", "/*", "/**/", "**/", "]")

mild_lines = st.lists(st.lists(st.sampled_from(MILD), min_size=1, max_size=5).map("".join), min_size=1, max_size=3)


@given(lines=mild_lines)
def test_against_pathspec(lines: list[str], tree: tuple[Path, dict[str, bool]]) -> None:
    pathspec = pytest.importorskip("pathspec")
    assume(not any(DEPARTURES.search(line) or line.endswith("**/") or "***" in line for line in lines))
    spec = pathspec.GitIgnoreSpec.from_lines(lines)
    patterns = parse_file("\n".join(lines).encode())
    for path, is_folder in tree[1].items():
        if not is_folder:
            assert ignored(patterns, path, is_folder) == spec.match_file(path), path
