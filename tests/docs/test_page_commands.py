"""The commands that the README and the pages show run, on real files."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from shiplap.cli import main
from shiplap.cli.parser import parser
from shiplap.evaluate import log_line
from shiplap.store import Store
from shiplap.vectors import HashedWords, embed_texts
from tests.support import pages
from tests.support.cases import cases
from tests.support.memory_targets import without_servers

TEXT = "".join(
    f"The rain falls on part {part} of the hills. No old man can dedent the whitespace of line {part}. "
    for part in range(100)
)


def lines() -> list[tuple[str, str]]:
    """Return the commands of `shiplap` on the pages, each with its page."""
    return [
        (pages.name_of(page), line)
        for page in pages.PAGES
        for block in pages.blocks(page.read_text("utf-8"))
        if "not run" not in block.comments
        for line in pages.commands(block)
        if pages.OURS.match(line)
    ]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files that the commands name."""
    pytest.importorskip("pyarrow", reason="some of the commands read tables")
    import pyarrow as pa
    from pyarrow import parquet

    root = tmp_path_factory.mktemp("pages")
    for name in ("docs", "src", "csrc", "tests"):
        (root / name).mkdir()
        (root / name / f"{name}.txt").write_text(TEXT)
    (root / "archive").mkdir()
    (root / "archive" / "old.txt").write_text("It snows.")
    (root / "README.md").write_text("# Loop\n\nThe overlap backtracking is the beginning of each step.\n")
    (root / "talks").mkdir()
    (root / "talks" / "rain.srt").write_text("1\n00:00:01,000 --> 00:00:02,500\nThe rain falls.\n")
    (root / "page.md").write_text(f"# Rain\n\n{TEXT}")
    (root / "my_model.py").write_text("from shiplap.vectors import HashedWords\nembed = HashedWords(64)\n")
    (root / "answer.txt").write_text("“The rain falls” [doc: docs/docs.txt, chunk: docs/docs.txt-chunk-0].")
    (root / "brief.txt").write_text("Es regnet, vgl. Anl. 3. Es schneit.")
    log = [log_line("Where does it rain?", ["docs.txt-chunk-0"], preset="adaptive", feedback=True)]
    (root / "retrieval.jsonl").write_text("\n".join(log))
    claims = [
        {"claim": "The rain falls on part 7 of the hills.", "grounded": True},
        {"claim": "No.", "grounded": False},
    ]
    (root / "claims.jsonl").write_text("".join(json.dumps(each) + "\n" for each in claims))
    parquet.write_table(pa.table({"id": ["a", "b"], "text": [TEXT, "It rains."]}), root / "pages.parquet")
    questions = [
        {"question": f"What falls on part {part}?", "gold": [f"The rain falls on part {part} of the hills."]}
        for part in range(50, 80)
    ]
    (root / "questions.jsonl").write_text("".join(json.dumps(each) + "\n" for each in questions))
    before = os.getcwd()
    os.chdir(root)
    patch = pytest.MonkeyPatch()
    without_servers(patch)
    evaluate = ["evaluate", "docs", "--questions", "questions.jsonl", "--record", "old.json"]
    assert main(["ingest", "docs", "archive", "--to", "chunks.db"]) == main(evaluate) == 0
    with Store("chunks.db") as store:  # searches by vectors find some
        chunks = list(store)
        found = embed_texts([chunk.contextual_text for chunk in chunks], HashedWords())
        named = zip(chunks, found, strict=True)
        store.vectors("hashed").put_many({chunk.context_hash: vector for chunk, vector in named})
    yield root
    patch.undo()
    os.chdir(before)


def words_of(line: str) -> list[str]:
    """Return the words of a command after `shiplap`, without those that say where its output goes."""
    words = shlex.split(pages.OURS.sub("", line, count=1), comments=True)
    assert not {"|", ";", "<", "&&", "2>"} & {*words}, "the tests have no shell"
    return words[: words.index(">")] if ">" in words else words


def test_the_pages_show_commands() -> None:
    assert not pages.PAGES or len(lines()) > 50


@pytest.mark.filterwarnings("default")  # of libraries
@pytest.mark.parametrize(("page", "line"), lines())
def test_a_command_runs(page: str, line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    if " completion " in line:
        pytest.importorskip("shtab")
    assert main(words_of(line)) == 0, capfd.readouterr().err


@cases("page", pages.PAGES)
def test_commands_within_sentences_have_options_that_exist(page: Path) -> None:
    text = page.read_text("utf-8")
    for block in reversed(pages.blocks(text)):
        text = text[: block.start] + text[block.end :]
    known: Any = parser()
    for command, rest in re.findall(rf"`shiplap ({'|'.join(known.commands)})\b([^`]*)`", text):
        options = known.commands[command].format_help()
        missing = [each for each in re.findall(r"(?<=\s)--[a-z-]+", rest) if not re.search(rf"{each}\b", options)]
        assert missing == [], f"shiplap {command}{rest}"
