"""The pages of the repository: their blocks of code, the commands in them, and why some of them are not run."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

#: Folders with pages that are written by hand.
FOLDERS = ("docs", "src", "csrc", "benchmarks")

PAGES = [*ROOT.glob("*.md"), *(page for folder in FOLDERS for page in (ROOT / folder).rglob("*.md"))]
PAGES = sorted(PAGES) if (ROOT / "README.md").exists() else []

PYTHON = {"python", "py", "python3", "pycon"}
SHELL = {"sh", "bash", "shell", "console"}

_FENCE = re.compile(
    r"^ *(?P<fence>`{3,}|~{3,}) *(?P<info>[^`\n]*)\n(?P<code>.*?)^ *(?P=fence)[`~]* *$", re.M | re.S
)
_INDENTED = re.compile(r"(?<=\n\n)(?:(?: {4,}|\t).*\n(?:[ \t]*\n(?= {4}|\t))*)+")


@dataclass(frozen=True)
class Block:
    """A block of a page. `language` is empty for an indented block, `engine` the word after the language.

    `comments` are those directly above, by name: `<!-- not run: REASON -->`, `<!-- needs: MODULE -->`.
    """

    start: int
    end: int
    line: int
    language: str
    engine: str
    code: str
    comments: dict[str, str]


def name_of(page: Path) -> str:
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


def blocks(text: str) -> list[Block]:
    """Return all blocks of a page, in order: fenced ones, and indented ones after a blank line."""
    found = []
    covered = list(text)
    for match in _FENCE.finditer(text):
        covered[match.start() : match.end()] = "\n" * (match.end() - match.start())
        language, _, engine = match["info"].strip().partition(" ")
        found.append(_block(text, match.start(), match.end(), match["code"], language or "none", engine))
    for match in _INDENTED.finditer("".join(covered)):
        found.append(_block(text, match.start(), match.end(), match[0], "", ""))
    return sorted(found, key=lambda block: block.start)


def _block(text: str, start: int, end: int, code: str, language: str, engine: str) -> Block:
    comments = {}
    above = text[:start].rstrip()
    while comment := re.search(r"(?:\A|\n)<!-- ([a-z ]+): ([^\n]*) -->\Z", above):
        comments[comment[1]] = comment[2]
        above = above[: comment.start()].rstrip()
    line = text.count("\n", 0, start + text[start:end].index(code)) + 1
    return Block(start, end, line, language, engine, textwrap.dedent(code), comments)


def needs_of_page(text: str) -> str | None:
    """Return the module without which no block of the page runs."""
    found = re.match(r"<!-- needs: (\S+) -->\n", text)
    return found[1] if found else None


#: The beginning of a line that runs shiplap, with what may stand before its arguments.
OURS = re.compile(r"(?:\w+=\S* )*(?:\S*/)?(?:python3? -m )?shiplap ")

#: The beginning of a line that runs another command.
OTHERS = re.compile(r"(?:\S*/)?(?:pip|python3?|git|cmake|pytest)\b|\S*\.(?:venv|ci)/")


def commands(block: Block) -> Iterator[str]:
    """Yield the command lines of a block of a shell, without prompts, continuations and `&&`."""
    if block.language not in SHELL and block.language:
        return
    joined = re.sub(r"\\\n\s*", " ", block.code)
    for line in joined.splitlines():
        line = re.sub(r"^\$ ", "", line.strip())
        if OURS.match(line) or OTHERS.match(line):
            yield re.sub(r" *&&$", "", line)
