"""Quality without questions, and logs of retrieval."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shiplap import FixedChunker, OptionError, SentenceChunker
from shiplap.cli import main
from shiplap.evaluate import log_line, quality_of, summarize_log
from shiplap.evaluate.edits import Edit, Effect, effect
from shiplap.evaluate.quality import whole

PROSE = "It rains in the hills. The old man snores! Does he? He does. " * 20
CODE = "def f(x):\n    return x\n\n\nclass A:\n    def m(self):\n        return 1\n\n\ndef g():\n    return 2\n"
TABLE = "| day | rain |\n|---|---|\n" + "".join(f"| {day} | {day} |\n" for day in range(9))


def test_sentences() -> None:
    good = quality_of({"a": PROSE}, SentenceChunker(200, 0.2))
    assert good.starts == good.ends == 1
    bad = quality_of({"a": PROSE}, FixedChunker(101, 0))
    assert bad.ends < 0.3 and bad.starts < 0.3
    stripped = quality_of({"a": "One. Two. Three."}, lambda text: [(0, 4), (5, 9), (10, 16)], edits=0)
    assert stripped.starts == stripped.ends == 1, "white space left out does not count against them"
    spaced = quality_of({"a": "One. Two. Three."}, lambda text: [(0, 4), (4, 9), (9, 16)], edits=0)
    assert spaced.starts == spaced.ends == 1


def test_storage() -> None:
    found = quality_of({"a": "x" * 100, "b": "x" * 100}, FixedChunker(100, 0), edits=0)
    assert (found.duplicates, found.overhead, found.size_mean, found.tokens_mean) == (0.5, 0, 100, 25)
    assert quality_of({"a": "x" * 180}, FixedChunker(100, 20), edits=0).overhead == pytest.approx(20 / 180)
    empty = quality_of({"a": ""}, FixedChunker(100, 20))
    assert (empty.chunks, empty.starts, empty.overhead) == (0, 0, 0)
    assert empty.stability is None and empty.tables_whole is None


def test_structures() -> None:
    documents = {"a.py": CODE, "b.md": f"# Rain\n\n{PROSE}\n\n{TABLE}\nEnd.\n"}
    found = quality_of(documents, FixedChunker(5000, 0), edits=0)
    assert (found.definitions, found.definitions_whole, found.tables, found.tables_whole) == (4, 1, 1, 1)
    cut_up = quality_of(documents, FixedChunker(60, 0), edits=0)
    assert cut_up.tables == 0 and cut_up.definitions_whole is not None and cut_up.definitions_whole < 1
    fenced = quality_of({"a.md": f"```python\n{CODE}```\n"}, FixedChunker(5000, 0), edits=0)
    assert fenced.definitions == 4 and fenced.definitions_whole == 1
    method = CODE.index("def m"), CODE.index("1\n\n") + 1
    stripped = quality_of({"a.py": CODE}, lambda text: [(0, 22), method, (method[1], len(text))], edits=0)
    assert stripped.definitions == 3 and stripped.definitions_whole == 1, "white space at both ends is no part"


def test_whole_is_the_plain_one() -> None:
    rng = np.random.default_rng(2)
    spans = np.sort(rng.choice(100, (2, 9), replace=False).reshape(2, -1).T, axis=1)
    spans = np.stack((np.sort(spans[:, 0]), np.sort(spans[:, 1])), axis=1)
    wanted = [(int(a), int(a + b)) for a, b in rng.integers(1, 30, (40, 2))]
    plain = np.mean([any(s <= a and b <= e for s, e in spans.tolist()) for a, b in wanted])
    assert whole(spans, wanted) == pytest.approx(plain)
    assert whole(spans, []) is None and whole(spans[:0], wanted) == 0


def test_stability() -> None:
    text = "".join(f"Sentence {number} is here. " for number in range(200))
    windows = quality_of({"a": text}, FixedChunker(200, 0), edits=30).stability
    alone = quality_of({"a": text}, lambda text: [(m, m + 1) for m in range(len(text))], edits=3).stability
    assert windows is not None and 0.2 < windows < 0.8 and alone == 1
    assert quality_of({"a": text}, FixedChunker(200, 0), edits=30).stability == windows
    assert "stable under edits" in str(quality_of({"a": text}, "fixed-900"))
    json.dumps(quality_of({"a": text}, "fixed-900").to_dict())


def test_edits_by_hand() -> None:
    text = "It rains. He snores. We go."
    old = [(0, 10), (10, 21), (21, 27)]
    insert = Edit(10, 10, "Oh! ")
    assert insert.applied(text) == "It rains. Oh! He snores. We go."
    assert effect(text, old, insert, [(0, 10), (10, 25), (25, 31)]) == Effect(1, 0)
    assert effect(text, old, insert, [(0, 14), (14, 25), (25, 31)]) == Effect(
        1, 0
    )  # an end inside the edit is none
    assert effect(text, old, insert, [(0, 3), (3, 25), (25, 31)]) == Effect(2, 7)
    assert effect(text, old, Edit(0, 10, ""), [(0, 17)]) == Effect(1, 11)


def test_new_chunks_after_edits() -> None:
    text = "".join(f"Sentence {number} is here on the day {number * 7}. " for number in range(300))
    windows = quality_of({"a": text}, FixedChunker(400, 0), edits=24)
    chunker = SentenceChunker(400, 0, max_size=400)
    fresh = quality_of({"a": text}, chunker, edits=24)
    updated = quality_of({"a": text}, chunker, edits=24, update=True)
    assert windows.new_mean is not None and fresh.new_mean is not None and updated.new_mean is not None
    assert windows.new_mean > fresh.new_mean > 2 > updated.new_mean >= 0.5
    assert updated.new_most is not None and updated.new_most <= 4 and (updated.farthest or 0) <= 800
    assert fresh.fill == pytest.approx(1) and windows.fill > 1
    assert "new after an edit   mean" in str(updated)
    none = quality_of({"a": " "}, chunker, edits=3)
    assert (none.new_mean, none.new_most, none.farthest) == (None, None, None) and "not measured" in str(none)
    with pytest.raises(OptionError, match="update"):
        quality_of({"a": text}, lambda text: [(0, len(text))], edits=3, update=True)


# ---- logs

ROWS: list[dict[str, Any]] = [
    {"query": "a", "chunks": ["x-chunk-0", "x-chunk-1", "y-chunk-0"], "preset": "p", "id": "1", "feedback": -1},
    {"query": "b", "chunks": ["x-chunk-0"], "preset": "p", "id": "2"},
    {"query": "c", "chunks": [], "feedback": True, "other": [1]},
    {"id": "1", "feedback": 0.5},
    {"id": "9", "feedback": 1},
]


def test_a_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "log.jsonl"
    path.write_text("\n".join(map(json.dumps, ROWS)) + "\n")
    found = summarize_log(path)
    assert found == summarize_log(ROWS)
    assert (found.queries, found.chunks_a_query, found.documents_a_query) == (3, 4 / 3, 1)
    assert found.spread == (0, 1, pytest.approx(2.8), 3) and found.empty == pytest.approx(1 / 3)
    assert found.most[0] == ("x-chunk-0", 2) and found.distinct == 3
    assert (found.presets["p"].mean, found.presets["p"].answered, found.presets["p"].queries) == (0.5, 1, 2)
    assert found.presets[""].positive == 1
    assert main(["stats", "--log", str(path)]) == 0
    assert "chunks per query     mean 1.33" in capsys.readouterr().out
    assert main(["stats", "--log", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["log"]["presets"]["p"]["mean"] == 0.5
    path.write_text("{}\n")
    assert main(["stats", "--log", str(path)]) == 2
    assert main(["stats"]) == 2
    assert "STORE" in capsys.readouterr().err


def test_an_empty_log() -> None:
    found = summarize_log([])
    assert (found.queries, found.chunks_a_query, found.spread, found.presets) == (0, 0, (0, 0, 0, 0), {})


@pytest.mark.parametrize(
    "row",
    [{}, {"query": "a"}, {"query": 1, "chunks": []}, {"query": "a", "chunks": "x"}, {"query": "a", "chunks": [1]},
     {"id": 1}, {"feedback": 1}, {"id": 1, "feedback": "good"}, {"id": 1, "feedback": float("nan")},
     {"query": "a", "chunks": [], "preset": 3}, {"query": "a", "chunks": [], "id": [1]}],
)  # fmt: skip
def test_lines_that_are_none(row: Any) -> None:
    with pytest.raises(OptionError, match="log="):
        summarize_log([row])


def test_lines_are_written() -> None:
    chunks = FixedChunker(5, 0).chunk("rain rain", document_id="d")
    row = json.loads(log_line("Regen ü?", chunks, feedback=True))
    assert row == {"query": "Regen ü?", "chunks": ["d-chunk-0", "d-chunk-1"], "feedback": True}
    with pytest.raises(OptionError, match="log="):
        log_line("a", [3])
