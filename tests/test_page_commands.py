"""The commands that the README and the pages show run, on real files."""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from shiplap.cli import main
from shiplap.evaluate import log_line

README = Path(__file__).resolve().parents[1] / "README.md"
PAGES = [README, *sorted((README.parent / "docs").rglob("*.md"))] if README.exists() else []

TEXT = "".join(
    f"The rain falls on part {part} of the hills. No old man can dedent the whitespace of line {part}. "
    for part in range(200)
)


def commands() -> list[tuple[str, str]]:
    """The commands of `shiplap` in blocks that are indented, each with its page."""
    found = []
    for page in PAGES:
        text = re.sub(r"^```.*?^```$", "", page.read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
        name = page.relative_to(README.parent).as_posix()
        found += [(name, line) for line in re.findall(r"^    (shiplap .+)$", text, re.MULTILINE)]
    return found


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files that the commands name."""
    pytest.importorskip("pyarrow", reason="some of the commands read tables")
    import pyarrow as pa
    from pyarrow import parquet

    root = tmp_path_factory.mktemp("pages")
    for name in ("docs", "src"):
        (root / name).mkdir()
        (root / name / f"{name}.txt").write_text(TEXT)
    (root / "page.md").write_text(f"# Rain\n\n{TEXT}")
    (root / "my_model.py").write_text("from shiplap.vectors import HashedWords\nembed = HashedWords(64)\n")
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
        for part in range(100, 130)
    ]
    (root / "questions.jsonl").write_text("".join(json.dumps(each) + "\n" for each in questions))
    before = os.getcwd()
    os.chdir(root)
    evaluate = ["evaluate", "docs", "--questions", "questions.jsonl", "--record", "old.json"]
    assert main(["ingest", "docs", "--to", "chunks.db"]) == main(evaluate) == 0
    yield root
    os.chdir(before)


def test_the_pages_show_commands() -> None:
    assert not PAGES or len(commands()) > 20


@pytest.mark.parametrize(("page", "line"), commands())
def test_a_command_runs(page: str, line: str, folder: Path, capfd: pytest.CaptureFixture[str]) -> None:
    words = shlex.split(line, comments=True)
    if ">" in words:
        words = words[: words.index(">")]
    assert main(words[1:]) == 0, capfd.readouterr().err
