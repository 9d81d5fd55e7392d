"""Intrinsic measures: by hand on a small document, and beside a plain count on many chunks."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.cli import main
from shiplap.evaluate import Corpus, Intrinsic, Marks, evaluate_retrieval, intrinsic_of, quality_of

NOTES = """# Rain

It rains in the hills. It never stops there.

- one
- two

Snow falls. Nobody minds it.

## Night

| a | b |
|---|---|
| 1 | 2 |

```
x = 1
```
"""


def measured(spans: list[tuple[int, int]], text: str = NOTES, **others: str) -> Intrinsic:
    corpus = Corpus({"a.md": text, **others})
    return intrinsic_of(corpus, np.array(spans, np.int64).reshape(-1, 2), Marks(corpus))


def at(*marks: str) -> list[tuple[int, int]]:
    """Chunks that begin with these marks."""
    places = [NOTES.index(mark) for mark in marks]
    return list(zip(places, [*places[1:], len(NOTES)], strict=True))


def test_whole() -> None:
    found = measured([(0, len(NOTES))])
    assert (found.documents, found.chunks, found.headings_last, found.undersized) == (1, 1, 0, 0)
    assert found.blocks == {"paragraph": (2, 0), "list": (1, 0), "table": (1, 0), "code": (1, 0)}
    assert (found.sentences_cut, found.pronouns, found.pronouns_apart) == (0, 1, 0)
    assert (found.heading_ends, found.block_integrity, found.size_compliance) == (0, 1, 1)


def test_headings_and_blocks() -> None:
    found = measured(at("# Rain", "It rains", "- two", "## Night", "|---"))
    assert found.headings_last == 1 and found.heading_ends == 0.2
    assert found.blocks == {"paragraph": (2, 0), "list": (1, 1), "table": (1, 1), "code": (1, 0)}
    assert found.block_integrity == pytest.approx(3 / 5)
    # a heading may be the end of a document, and white space after it is no chunk's fault
    assert measured([(0, 8)], "# Rain\n\n").headings_last == 0
    assert measured([(0, 7), (8, 18)], "# Rain\n\nIt rains.\n").headings_last == 1
    assert measured([(0, 4), (4, 18)], "# Rain\n\nIt rains.\n").headings_last == 1


def test_sentences_and_pronouns() -> None:
    found = measured(at("# Rain", "It never", "Snow"))
    assert (
        found.sentences_cut == 0 and (found.pronouns, found.pronouns_apart) == (1, 1) and found.pronoun_cuts == 1
    )
    found = measured(at("# Rain", "in the hills"))
    assert found.sentences_cut == 1 and found.sentence_cuts is not None


def test_sizes() -> None:
    text = "It rains. " * 40
    assert measured([(0, 300), (300, 310), (310, 400)], text).undersized == 1
    assert measured([(0, 300), (300, 310)], text).undersized == 0, "the last of a document may be small"
    assert measured([(0, 300), (300, 320), (400, 410)], text, b="It pours. ").undersized == 0


def test_none() -> None:
    found = measured([], "")
    assert found.heading_ends is found.block_integrity is found.size_compliance is found.sentence_cuts is None
    assert measured([], NOTES).chunks == 0


def test_many_chunks_beside_a_plain_count() -> None:
    dice = random.Random(5)
    corpus = Corpus({"a.md": NOTES * 3, "b.md": NOTES * 2})
    marks = Marks(corpus)
    for _ in range(60):
        ends = sorted([*dice.sample(range(1, corpus.characters), 12), len(NOTES) * 3, corpus.characters])
        spans = np.array(list(zip([0, *ends], ends, strict=False)), np.int64)
        spans = spans[spans[:, 0] < spans[:, 1]]
        found = intrinsic_of(corpus, spans, marks)
        most = int((spans[:, 1] - spans[:, 0]).max())
        whole = "".join(corpus.texts)
        for kind, blocks in marks.blocks.items():
            small = [(a, b) for a, b in blocks.tolist() if b - a <= most]
            apart = sum(not any(low <= a and b <= high for low, high in spans.tolist()) for a, b in small)
            assert found.blocks[kind] == (len(small), apart)
        last = 0
        for start, end in spans.tolist():
            stop = start + len(whole[start:end].rstrip())
            last += end not in corpus.bases.tolist() and any(a < stop <= b for a, b in marks.headings.tolist())
        assert found.headings_last == last


def test_quality_and_retrieval_have_them(tmp_path: Any, capsys: pytest.CaptureFixture[str]) -> None:
    quality = quality_of({"a.md": NOTES}, shiplap.FixedChunker(60, 0), edits=0)
    assert quality.intrinsic == measured(shiplap.FixedChunker(60, 0).spans(NOTES).tolist())
    assert quality.to_dict()["intrinsic"]["block_integrity"] == quality.intrinsic.block_integrity
    assert "end with a heading" in str(quality) and "lists whole" in str(quality)
    questions = [{"question": "Where does it rain?", "gold": ["It rains in the hills."]}]
    compared = evaluate_retrieval({"a.md": NOTES}, questions, {"small": shiplap.FixedChunker(60, 0)})
    assert compared["small"].intrinsic == quality.intrinsic
    assert "pronouns apart" in compared.intrinsic_table().splitlines()[0]
    text = "".join(f"It rains in part {part} of the hills. Nobody minds the rain there.\n\n" for part in range(60))
    (tmp_path / "a.md").write_text(text, "utf-8")
    assert main(["evaluate", str(tmp_path), "--synthetic", "--sizes", "300,600"]) == 0
    assert "headings last" in capsys.readouterr().out
