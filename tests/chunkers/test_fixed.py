"""FixedChunker and its presets: the printed figures of the records, options, errors, configuration."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap import FixedChunker, OptionError
from shiplap.ids import content_hash
from shiplap.reference.text.text import convert

PROSE = "It rains in the hills. The old man snores! Does he? He does. " * 200


def test_fixed_1000() -> None:
    chunks = shiplap.chunk("x" * 2400, "fixed-1000", document_id="doc-001")
    assert chunks.spans.tolist() == [[0, 1000], [800, 1800], [1600, 2400]]
    assert chunks.ids == ["doc-001-chunk-0", "doc-001-chunk-1", "doc-001-chunk-2"]
    assert [chunk.index for chunk in chunks] == [0, 1, 2]
    assert shiplap.chunk("x" * 2400, "fixed-1000").ids == ["chunk-0", "chunk-1", "chunk-2"]


def test_fixed_900() -> None:
    chunker = shiplap.preset("fixed-900")
    assert chunker.spans("x" * 2400).tolist() == [[0, 900], [780, 1680], [1560, 2400]]
    assert 12 <= len(chunker.chunk(PROSE[:10240])) <= 15
    assert chunker.chunk(PROSE[:10240] + PROSE[7:10240]).stats().duplicate_ratio <= 0.05
    assert chunker.split_text("a" * 900 + " " * 3000) == ["a" * 900, "a" * 120 + " " * 780]


def test_sizes_by_document_type() -> None:
    sizes = {
        name: shiplap.preset("fixed-900", document_type=name).config["chunk_size"]
        for name in ("technical", "chat", "default")
    }
    assert sizes == {"technical": 1200, "chat": 600, "default": 900}
    assert shiplap.preset("fixed-900", document_type="chat", chunk_size=500).config["chunk_size"] == 500
    with pytest.raises(OptionError, match="did you mean 'technical'"):
        shiplap.preset("fixed-900", document_type="tecnical")
    with pytest.raises(OptionError, match="no document types"):
        shiplap.preset("fixed-1000", document_type="chat")


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"chunk_size": 0}, "chunk_size"),
        ({"chunk_size": -5}, "chunk_size"),
        ({"chunk_size": True}, "chunk_size"),
        ({"chunk_size": 10.0}, "chunk_size"),
        ({"chunk_size": "10"}, "chunk_size"),
        ({"chunk_size": math.nan}, "chunk_size"),
        ({"chunk_size": 10**30}, "chunk_size"),
        ({"chunk_overlap": -1}, "chunk_overlap"),
        ({"chunk_overlap": 1.0}, "chunk_overlap"),
        ({"chunk_overlap": -0.1}, "chunk_overlap"),
        ({"chunk_overlap": math.nan}, "chunk_overlap"),
        ({"chunk_overlap": math.inf}, "chunk_overlap"),
        ({"chunk_overlap": False}, "chunk_overlap"),
        ({"chunk_overlap": "20%"}, "chunk_overlap"),
        ({"unit": "chars"}, "unit"),
        ({"unit": None}, "unit"),
        ({"snap": "sentences"}, "snap"),
        ({"sentence_rule": "standart"}, "sentence_rule"),
        ({"min_fill": 1.5}, "min_fill"),
        ({"min_fill": True}, "min_fill"),
        ({"min_fill": 10**400}, "min_fill"),
        ({"min_fill": "0.5"}, "min_fill"),
        ({"min_fill": None}, "min_fill"),
        ({"strip_whitespace": 1}, "strip_whitespace"),
        ({"skip_blank": "yes"}, "skip_blank"),
        ({"on_empty": "error"}, "on_empty"),
        ({"oversize": "keep"}, "oversize"),
        ({"reserve": -1}, "reserve"),
        ({"reserve": True}, "reserve"),
        ({"oversize": "cut"}, "oversize"),
        ({"errors": "ignore"}, "errors"),
    ],
)
def test_bad_options(options: dict[str, Any], option: str) -> None:
    with pytest.raises(OptionError) as caught:
        FixedChunker(**options)
    assert caught.value.option == option
    assert repr(caught.value.value) == repr(options[option])
    assert isinstance(caught.value, ValueError) and isinstance(caught.value, shiplap.ShiplapError)
    assert caught.value.kind == "option" and not caught.value.retryable
    assert option in str(caught.value) and repr(options[option])[:199] in str(caught.value)


def test_unknown_names_say_the_nearest() -> None:
    with pytest.raises(OptionError, match="did you mean 'fixed-900'"):
        shiplap.preset("fixd-900")
    with pytest.raises(OptionError, match="did you mean 'chunk_size'"):
        shiplap.preset("fixed-900", chunksize=3)
    with pytest.raises(OptionError, match="did you mean 'fixed'"):
        shiplap.from_config({"chunker": "fixd"})
    with pytest.raises(OptionError, match="did you mean 'sentence'"):
        FixedChunker(snap="sentenc")
    with pytest.raises(OptionError):
        shiplap.chunk("text", 1000)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("size", "overlap", "expected"),
    [
        (1000, None, 200),
        (7, None, 1),
        (4, None, 0),
        (1000, 0.2, 200),
        (100, 0.29, 29),
        (3000, 0.2, 600),
        (10, 0.99, 9),
        (10, 0.0, 0),
        (10, np.int64(3), 3),
        (10, np.float64(0.5), 5),
        (np.int32(10), 3, 3),
    ],
)
def test_overlap(size: int, overlap: Any, expected: int) -> None:
    config = FixedChunker(size, overlap).config
    assert config["chunk_overlap"] == expected and type(config["chunk_overlap"]) is int
    assert type(config["chunk_size"]) is int


def test_configuration_round_trip() -> None:
    chunker = FixedChunker(120, 0.25, unit="bytes", snap="word", strip_whitespace=True)
    again = shiplap.from_config(chunker.config)
    assert again == chunker and hash(again) == hash(chunker) and again.fingerprint == chunker.fingerprint
    assert pickle.loads(pickle.dumps(chunker)) == chunker
    assert chunker.config["chunker"] == "fixed"
    assert FixedChunker(120, 0.25).fingerprint != FixedChunker(120, 31).fingerprint
    assert eval(repr(chunker)) == chunker
    with pytest.raises(AttributeError):
        chunker._plan = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        del chunker._plan


def test_fingerprint_is_pinned() -> None:
    """It changes only with ALGORITHM_VERSION, the tables or the options; stores rely on that."""
    assert shiplap.preset("fixed-1000").fingerprint == "28fbb8d65c5e155d66d5dbec9ece5482"


@pytest.mark.parametrize("text", ["", " ", "\n\u3000\t", b"", b" \n"])
def test_empty_text(text: Any) -> None:
    for name in ("fixed-1000", "fixed-900"):
        chunks = shiplap.preset(name).chunk(text, document_id="d")
        assert len(chunks) == 0 and chunks.texts == [] and chunks.spans.shape == (0, 2)
        assert chunks.byte_spans.shape == (0, 2) and chunks.ids == [] and list(chunks) == []
        assert chunks.stats().chunks == 0
        with pytest.raises(shiplap.EmptyTextError) as caught:
            shiplap.preset(name, on_empty="raise").chunk(text, document_id="d")
        assert caught.value.length == len(text) and caught.value.document_id == "d"


def test_oversize() -> None:
    assert FixedChunker(2, 0, unit="bytes").split_text("a漢b") == ["a", "漢", "b"]
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        FixedChunker(2, 0, unit="bytes", oversize="raise").chunk("é漢b")
    assert (caught.value.offset, caught.value.size, caught.value.limit) == (1, 3, 2)
    with pytest.raises(shiplap.ChunkLimitError) as caught:
        FixedChunker(2, 0, unit="bytes", oversize="raise").chunk("é漢b".encode())
    assert (caught.value.offset, caught.value.size, caught.value.unit) == (1, 3, "bytes")


def test_lone_surrogates() -> None:
    text = "ab\ud800cd"
    chunks = FixedChunker(2, 0).chunk(text)
    assert chunks.spans.tolist() == [[0, 2], [2, 4], [4, 5]]  # plain windows read nothing
    assert chunks[0].text == "ab"
    for touch in (lambda: chunks[1].text, lambda: chunks.texts, lambda: chunks.byte_spans):
        with pytest.raises(shiplap.TextError) as caught:
            touch()
        assert (caught.value.offset, caught.value.unit) == (2, "characters")
    with pytest.raises(shiplap.TextError):
        FixedChunker(2, 0, unit="bytes").chunk(text)
    with pytest.raises(shiplap.TextError):
        FixedChunker(2, 0, snap="word").chunk(text)
    assert FixedChunker(2, 0, errors="replace").split_text(text) == ["ab", "\ufffdc", "d"]
    passed = FixedChunker(2, 0, errors="surrogatepass").chunk(text)
    assert passed.texts == ["ab", "\ud800c", "d"]
    assert passed.byte_spans.tolist() == [[0, 2], [2, 6], [6, 7]]


def test_invalid_bytes() -> None:
    data = b"ab\xff\xe6\xbc\x61"
    with pytest.raises(shiplap.TextError) as caught:
        FixedChunker(3, 0).chunk(data)
    assert (caught.value.offset, caught.value.unit, caught.value.retryable) == (2, "bytes", False)
    assert "invalid start byte" in str(caught.value)
    chunks = FixedChunker(3, 0, errors="replace").chunk(data)
    assert chunks.texts == ["ab\ufffd", "\ufffda"]
    assert chunks.byte_spans.tolist() == [[0, 5], [5, 9]]


@pytest.mark.parametrize("text", [None, 3, ["a"], np.zeros(3), memoryview(b"abcd")[::2]])
def test_not_a_text(text: Any) -> None:
    with pytest.raises(TypeError, match="text must be str or a contiguous buffer"):
        FixedChunker().chunk(text)


def test_bom_and_crlf_are_characters() -> None:
    assert FixedChunker(3, 0).split_text("\ufeffa\r\nb") == ["\ufeffa\r", "\nb"]
    assert FixedChunker(3, 0, snap="line").split_text("\ufeffa\r\nb") == ["\ufeffa", "\r\nb"]


def test_chunk_fields() -> None:
    chunks = FixedChunker(4, 1).chunk("añb😀cdef", document_id="d", source="s.txt", metadata={"k": 1})
    chunk = chunks[1]
    assert chunk.to_dict() == {
        "chunk_id": "d-chunk-1",
        "document_id": "d",
        "chunk_index": 1,
        "text": "😀cde",
        "char_start": 3,
        "char_end": 7,
        "byte_start": 4,
        "byte_end": 11,
        "line_start": 1,
        "line_end": 1,
        "kind": None,
        "headings": [],
        "table_header": "",
        "shown_text": None,
        "context": None,
        "token_count": 1,
        "overlap": 1,
        "content_hash": content_hash("😀cde".encode()),
        "context_hash": content_hash("😀cde".encode()),
        "content_id": "d-text-" + content_hash("😀cde".encode()),
        "source": "s.txt",
        "metadata": {"k": 1},
        "provenance": None,
    }
    assert tuple(chunk.to_dict()) == shiplap.chunks.COLUMNS
    assert (chunk.offset, chunk.length, len(chunk)) == (3, 4, 4)
    assert chunks.utf16_spans.tolist() == [[0, 5], [3, 8], [7, 9]]
    assert str(chunk.uuid) == str(chunks[1].uuid) and chunk.uuid.version == 5
    assert repr(chunk) == "Chunk('d-chunk-1', 3:7, '😀cde')"
    assert repr(chunks) == "<Chunks of 'd': 3, characters 0 to 8>"
    assert hash(chunk) == hash(chunks[1]) and chunk == chunks[1] and chunk != chunks[0]
    assert chunks.spans.dtype == np.int64 and not chunks.spans.flags.writeable
    with pytest.raises(IndexError):
        chunks[3]
    with pytest.raises(OptionError):
        chunks.at(-1)


def test_estimated_tokens() -> None:
    text = "It rains in the hills. " * 30
    chunks = FixedChunker(20, 4, unit="tokens", snap="word").chunk(text)
    assert chunks.spans.tolist() == FixedChunker(80, 16, snap="word", min_fill=37 / 80).spans(text).tolist()
    assert chunks.token_counts.dtype == np.int64 and chunks.token_counts.tolist() == [
        math.ceil(len(chunk) / 4) for chunk in chunks.texts
    ]
    assert chunks[3].token_count == chunks.token_counts[3] == chunks[3:][0].token_count
    assert chunks[3:].token_counts.tolist() == chunks.token_counts[3:].tolist()
    assert chunks.chunker.config["unit"] == "tokens" and "tokenizer" not in chunks.chunker.config
    data = FixedChunker(20, 4, unit="tokens", snap="word").chunk("é".encode() * 300)
    assert data.spans.tolist()[:2] == [[0, 80], [64, 144]] and data.byte_spans.tolist()[0] == [0, 160]
    stats = chunks.stats()
    assert stats.tokens == chunks.token_counts.sum() and stats.tokens_max == 20
    assert stats.tokens_mean == stats.tokens / len(chunks) and f"tokens            {stats.tokens}" in str(stats)
    trimmed = FixedChunker(2, 0, unit="tokens", strip_whitespace=True).chunk("ab" + " " * 20 + "c")
    assert trimmed.token_counts.tolist() == [1, 1]
    assert FixedChunker(2**60, 0, unit="tokens").spans("abc").tolist() == [[0, 3]]


def test_stats() -> None:
    stats = FixedChunker(10, 0).chunk("It rains. It pours. It rains. ").stats()
    assert (stats.chunks, stats.size_min, stats.size_max, stats.size_mean) == (3, 10, 10, 10.0)
    assert stats.duplicate_ratio == pytest.approx(1 / 3)
    assert stats.cut_ratio == 0.0 and stats.sentence_rule == "standard" and stats.overlap_overhead == 0.0
    assert FixedChunker(9, 0).chunk("It rains. It pours. It rains. ").stats().cut_ratio == 0.5
    assert FixedChunker(10, 5).chunk("x" * 20).stats().overlap_overhead == 0.5
    assert "rule standard" in str(stats) and stats.to_dict()["chunks"] == 3


def test_stats_do_not_count_trimmed_white_space_as_a_cut() -> None:
    text = "It rains. It pours. He snores. " * 3
    for options in ({"strip_whitespace": True}, {"skip_blank": True}, {}):
        chunker = FixedChunker(24, 0, snap="sentence", **options)  # type: ignore[arg-type]
        assert chunker.chunk(text).stats().cut_ratio == 0.0
    assert FixedChunker(24, 0, strip_whitespace=True).chunk("It rains.   \n").stats().cut_ratio == 0.0
    assert FixedChunker(24, 0, snap="word", strip_whitespace=True).chunk(text).stats().cut_ratio > 0


def test_slices_speak_of_themselves() -> None:
    chunks = FixedChunker(10, 8).chunk("x" * 40)
    for part in (chunks[::2], chunks[::-1], chunks[3:9], chunks[::-3], chunks[:0]):
        for offset in range(45):
            assert list(part.at(offset)) == [chunk for chunk in part if chunk.start <= offset < chunk.end]
    assert not chunks[2:].is_whole and not chunks[::-1].is_whole and chunks[:].is_whole and chunks.is_whole
    stats = chunks[3:4].stats()
    assert (stats.characters, stats.overlap_overhead) == (10, 0.0)
    assert chunks[::-1].stats() == chunks.stats()
    assert not chunks[1:].spans.flags.writeable


def test_broken_text_can_be_looked_at() -> None:
    chunks = FixedChunker(10).chunk("a\ud800b")
    assert repr(chunks[0]) == "Chunk('chunk-0', 0:3, with a lone surrogate)"
    assert chunks == FixedChunker(10).chunk("a\ud800b") and chunks != FixedChunker(10).chunk("a\ud801b")


def test_offsets_equal_the_reference() -> None:
    text = "añb😀c漢\U0010ffff!" * 9
    chunks = FixedChunker(7, 3).chunk(text)
    for found, unit in ((chunks.byte_spans, "bytes"), (chunks.utf16_spans, "utf16")):
        assert [tuple(span) for span in found.tolist()] == convert(text, chunks.spans.tolist(), unit)


def test_batch() -> None:
    chunker = FixedChunker(4, 0)
    batch = chunker.chunk_batch(["abcdef", b"xy"], document_ids=["a", "b"])
    assert [chunks.texts for chunks in batch] == [["abcd", "ef"], ["xy"]]
    assert [chunks.ids for chunks in batch] == [["a-chunk-0", "a-chunk-1"], ["b-chunk-0"]]
    assert [chunks.ids for chunks in chunker.chunk_batch(["ab"])] == [["chunk-0"]]


def test_errors_pickle() -> None:
    for error in (
        OptionError("a", 1, "rule"),
        shiplap.TextError(3, "bytes", "why"),
        shiplap.EmptyTextError(0, "d"),
        shiplap.ChunkLimitError(1, 2, 3, "bytes"),
        shiplap.errors.StoreError("s", "why", retryable=True),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error) and str(again) == str(error)
        assert again.__dict__ == error.__dict__ and again.retryable == error.retryable
