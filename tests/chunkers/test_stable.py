"""StableChunker: what an edit moves, options, overlaps, streams of any length, and what it refuses."""

from __future__ import annotations

import json
import pickle
import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest

import shiplap
from shiplap import OptionError, StableChunker
from shiplap.chunkers import streaming
from shiplap.cli import main
from tests.support.cases import few_quick
from tests.support.hostile import after_full_stops
from tests.support.laws import check
from tests.support.prose import prose


def test_equal_passages_have_equal_chunks() -> None:
    """Of two documents that have a long passage in common, wherever it stands in them."""
    passage, chunker = prose(3, 400), StableChunker(300)
    one = chunker.split_text(prose(1, 100) + passage + prose(2, 100))
    other = chunker.split_text("Another beginning.\n\n" + passage)
    alone = chunker.split_text(passage)
    assert len(set(one) & set(other)) > 0.9 * len(alone)


def test_versions_of_a_document_share_ids() -> None:
    chunker, text = StableChunker(300), prose(4, 300)
    old = chunker.chunk(text, document_id="rain")
    new = chunker.chunk(text[:9000] + "A sentence more. " + text[9000:], document_id="rain")
    known = set(old.content_ids)
    assert sum(each not in known for each in new.content_ids) <= 6
    assert set(chunker.update(old, new.text).new) == {chunk for chunk in new if chunk.content_id not in known}


def test_the_key_moves_the_chunks() -> None:
    text = prose(5, 200)
    one, other = StableChunker(300, key=b"rain").spans(text), StableChunker(300).spans(text)
    assert one.tolist() != other.tolist()
    assert StableChunker(300, key="7261696e") == StableChunker(300, key=b"rain")
    assert StableChunker(300, key="7261696E").config["key"] == "7261696e"


def test_overlaps_begin_at_sentences_where_they_can() -> None:
    text = prose(6, 200).replace("\n\n", " ")
    chunks = StableChunker(300, 60).chunk(text)
    check(chunks, text)
    shared = chunks.overlaps.tolist()
    assert max(shared) <= 60 and sum(each > 0 for each in shared) > len(chunks) / 2
    sentences = {start for start, _ in shiplap.sentences(text).spans.tolist()}
    starts = [start for start, end in chunks.spans.tolist() if any(end - 60 <= p < end for p in sentences)]
    assert starts and sum(start in sentences for start in starts) > len(starts) / 3


@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
@pytest.mark.parametrize("overlap", [0, 0.2])
def test_laws_of_long_texts(unit: Any, overlap: float) -> None:
    for seed in range(3):
        text = prose(seed, 100) + "漢字。" * 200 + "x" * 2000 + "e\u0301" * 500
        chunks = StableChunker(120, overlap, unit=unit, strip_whitespace=seed == 1).chunk(text)
        check(chunks, text)


def test_levels_of_each_form() -> None:
    text = "One | two | three. Four | five | six. " * 20
    chunker = StableChunker(60, levels=[after_full_stops, " | ", "word"])
    check(chunker.chunk(text), text)
    assert all(each.endswith((". ", ".", " | ")) for each in chunker.split_text(text))
    chunker = StableChunker(60, levels=["grapheme"])
    assert chunker.spans("a" * 200).tolist()[-1][1] == 200


def test_configurations() -> None:
    for chunker in (
        StableChunker(),
        StableChunker(400, 0.1, levels=["section", "\n\n", "word"], key=b"\0\xff", unit="tokens", reserve=2),
        StableChunker(400, boundaries=[7, 90]),
    ):
        assert shiplap.from_config(json.loads(json.dumps(chunker.config))) == chunker
        assert pickle.loads(pickle.dumps(chunker)) == chunker
        assert chunker.config["chunker"] == "stable"
    assert StableChunker(key=b"a").fingerprint != StableChunker(key=b"b").fingerprint


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": 1000, "chunk_overlap": 1000}, "chunk_overlap"),
        ({"key": "rain"}, "key"),
        ({"key": 7}, "key"),
        ({"levels": []}, "levels"),
        ({"levels": ["paragraphs"]}, "levels"),
        ({"levels": [f"x{k}." for k in range(14)]}, "levels"),
        ({"tokenizer": len, "unit": "tokens"}, "tokenizer"),
        ({"min_fill": 0.5}, "option"),
    ],
)
def test_what_is_refused(options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        StableChunker(**options)
    assert caught.value.option == option


def test_the_command_line(capfd: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    page = tmp_path / "page.txt"
    page.write_text(prose(7, 60), "utf-8")
    arguments = [
        "chunk",
        str(page),
        "--chunker",
        "stable",
        "--chunk-size",
        "300",
        "--key",
        "8a5f",
    ]
    assert main(arguments) == 0
    found = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    expected = StableChunker(300, key="8a5f").chunk(prose(7, 60))
    assert [(each["char_start"], each["char_end"]) for each in found] == [
        (chunk.start, chunk.end) for chunk in expected
    ]


@few_quick("piece", ["ab ", "a", "It rains. ", "word\n", "漢字。"])
def test_a_stream_without_anchors_is_cut_in_bounded_memory(piece: str) -> None:
    """A period has no anchors: the text is cut all the same, and no more of it is held than some sizes."""

    def pieces() -> Iterator[bytes]:
        for _ in range(600):
            yield piece.encode() * (12_000 // len(piece.encode()))

    chunker, count = StableChunker(500, 50), 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "BLOCK", 60_000)
        tracemalloc.start()
        for part in chunker.stream_batches(pieces()):
            count += len(part)
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert count == len(chunker.chunk(b"".join(pieces())))
    assert most < 4_000_000  # of 7.2 million bytes


def test_streams_of_hostile_pieces() -> None:
    chance = random.Random(8)
    text = prose(8, 400) + "x" * 9000 + " e\u0301" * 3000 + prose(9, 100)
    for whole in (text, text.encode()):
        for chunker in (StableChunker(200, 30), StableChunker(200, strip_whitespace=True, unit="bytes")):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(streaming, "BLOCK", 9000)
                cuts = sorted(chance.randrange(len(whole)) for _ in range(60))
                pieces = [whole[a:b] for a, b in zip([0, *cuts], [*cuts, len(whole)], strict=True)]
                found = [(chunk.start, chunk.end, chunk.text) for chunk in chunker.stream(pieces)]
            assert found == [(chunk.start, chunk.end, chunk.text) for chunk in chunker.chunk(whole)]
