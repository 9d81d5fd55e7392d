"""Texts that come in pieces: the same chunks as of the whole text, at every way of cutting the pieces."""

from __future__ import annotations

import pathlib
import pickle
import random
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap.chunkers import streaming as streams
from shiplap.chunks import COLUMNS
from shiplap.chunks.columns import FIELDS as COLUMN_FIELDS
from tests.support.chunkers import chunkers
from tests.support.examples import examples
from tests.support.hostile import after_full_stops

WORDS = [
    "a ", "Mr. ", "end. ", "\n\n", "日本。", "é", "🇩🇪", "👩‍👩‍👧", "x", "# h\n", "?! ",
    "\r\n", "\u0301", "   ", "1. ", "Zz", "\u2029",
    "U.S. ", "\x85", ". ", "(b) ", "hello world ", "\u200d", "ก", "```\n",
]  # fmt: skip

#: The attributes that a chunk of a stream shares with that of the whole text: all but the content id.
FIELDS = (*(name for column, name in COLUMN_FIELDS.items() if column not in ("metadata", "content_id")), "length")


def long_text(rng: random.Random) -> str:
    """Long enough that a stream begins before the end: words, and runs of one word beyond every cap."""
    words = rng.sample(WORDS, rng.randint(2, len(WORDS)))
    count = rng.randint(10, 900)
    return "".join(rng.choice(words) * rng.choice([1, 1, 1, rng.randint(1, 300)]) for _ in range(count))


def cut(text: Any, rng: random.Random) -> Iterator[Any]:
    """Yield the text in pieces of random lengths, some empty."""
    at, most = 0, rng.choice([3, 100, 5000]) if len(text) < 20_000 else 5000
    while at < len(text):
        size = rng.randint(0, most)
        yield text[at : at + size]
        at += size


def fields(chunks: Any) -> list[list[Any]]:
    return [[getattr(chunk, name) for name in FIELDS] for chunk in chunks]


def outcome(work: Any) -> Any:
    try:
        return work()
    except shiplap.ShiplapError as error:
        return str(error)


@examples(40)
@given(seed=st.integers(0, 2**32), chunker=chunkers(), block=st.sampled_from([1, 100, 5000, 20_000]))
def test_streams_give_the_chunks_of_the_whole_text(seed: int, chunker: shiplap.Chunker, block: int) -> None:
    rng = random.Random(seed)
    text = long_text(rng)
    if rng.random() < 0.2:
        text = rng.choice([" ", "\n", "\u3000"]) * 9000 + text
    whole: Any
    for whole in (text, text.encode()):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(streams, "BLOCK", block)
            got = list(chunker.stream(cut(whole, rng), document_id="d", source="s"))
        expected = chunker.chunk(whole, document_id="d", source="s")
        assert [(chunk.start, chunk.end) for chunk in got] == [*map(tuple, expected.spans.tolist())]
        step = 1 + len(got) // 1000  # what counts from the begin is wrong in all later chunks
        assert fields(got[::step]) == fields(expected[::step]) and fields(got[-9:]) == fields(expected[-9:])


@pytest.mark.parametrize("rule", ["standard", "simple", "capital"])
def test_sentences(rule: str) -> None:
    splitter = shiplap.SentenceSplitter(rule)
    for seed in range(10):
        rng = random.Random(seed)
        text = long_text(rng)
        whole: Any
        for whole in (text, text.encode()):
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(streams, "BLOCK", 3000)
                parts = list(splitter.stream_batches(cut(whole, rng)))
            assert [span for part in parts for span in part.spans.tolist()] == splitter.spans(whole).tolist()


def test_every_way_of_cutting_a_character() -> None:
    text = "aé漢😀. \U0001f1e9\U0001f1ea B. " * 3
    data = text.encode()
    chunker = shiplap.FixedChunker(7, 3, snap="sentence")
    for size in range(1, 9):
        pieces = [data[k : k + size] for k in range(0, len(data), size)]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(streams, "BLOCK", 1)
            assert fields(chunker.stream(pieces)) == fields(chunker.chunk(data))


def test_chunks_come_before_the_text_has_ended() -> None:
    read = 0

    def pieces() -> Iterator[str]:
        nonlocal read
        while True:  # no end
            read += 1
            yield "All work and no play. " * 1000

    found = shiplap.SentenceChunker().stream(pieces())
    for _ in range(1000):
        next(found)
    assert read * 22_000 < 1000 * 3000 + 3 * streams.BLOCK


@pytest.mark.parametrize("unit", ["a b. ", "é 漢. "])
def test_memory_does_not_grow_with_the_text(unit: str) -> None:
    piece = (unit * 20_000).encode()

    def peak(count: int) -> int:
        tracemalloc.start()
        chunker = shiplap.FixedChunker(snap="word")
        total = sum(len(part) for part in chunker.stream_batches(piece for _ in range(count)))
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert total > count * 90
        return most

    peak(30)  # what is made once
    assert peak(300) < 1.2 * peak(30)


@pytest.mark.parametrize("errors", ["replace", "surrogatepass"])
def test_lenient_text(errors: str) -> None:
    words: list[Any]
    for words in (
        [b"ab. ", b"\xff", b"\xf0\x9f", b"\x98\x80", "漢".encode(), b"\xed\xa0\x80"],
        ["ab. ", "\ud800", "漢", "\udc00"],
    ):
        for seed in range(20):
            rng = random.Random(seed)
            whole = words[0][:0].join(rng.choice(words) for _ in range(3000))
            chunker = shiplap.FixedChunker(50, 20, snap="sentence", errors=errors)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(streams, "BLOCK", 500)
                got = outcome(lambda: fields(chunker.stream(cut(whole, rng))))  # noqa: B023
            assert got == outcome(lambda: fields(chunker.chunk(whole)))  # noqa: B023


def test_errors_tell_the_place_in_the_whole_text() -> None:
    good = "漢 ab. " * 4000
    strict = shiplap.FixedChunker(60, 20, snap="sentence")
    in_bytes = shiplap.FixedChunker(2, 1, unit="bytes", oversize="raise")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "BLOCK", 5000)
        for chunker, tail in ((strict, b"\xff"), (strict, b"\xe6\xbc"), (in_bytes, "漢".encode())):
            data = ("x" * 50_000).encode() + tail if chunker is in_bytes else good.encode() + tail
            with pytest.raises(shiplap.ShiplapError) as whole:
                chunker.chunk(data)
            with pytest.raises(type(whole.value)) as streamed:
                list(chunker.stream(cut(data, random.Random(1))))
            assert str(streamed.value) == str(whole.value)
        text = good + "\ud800. Ab. " * 30
        with pytest.raises(shiplap.TextError, match=r"lone surrogate at offset 240\d\d "):
            list(strict.stream(cut(text, random.Random(1))))


def test_empty_texts() -> None:
    assert list(shiplap.FixedChunker().stream([])) == []
    assert list(shiplap.FixedChunker().stream([b"", b" \n"])) == []
    with pytest.raises(shiplap.EmptyTextError, match="white space only \\(5 characters\\)"):
        list(shiplap.FixedChunker(on_empty="raise").stream(["  \n", "", "\u3000 "]))


def test_pieces_of_the_wrong_kind() -> None:
    chunker = shiplap.FixedChunker()
    with pytest.raises(TypeError, match="all str or all bytes"):
        list(chunker.stream(["a", b"b"]))  # type: ignore[list-item]
    document: Any = shiplap.Document("abc")
    for whole, hint in (
        ("abc", "not str; use `chunk`"), (document, "not Document; use `chunk`"),
        (pathlib.PurePosixPath("a.txt"), "not PurePosixPath; files are not opened: .* path="),
    ):  # fmt: skip
        for stream in (chunker.stream, chunker.stream_batches, shiplap.SentenceSplitter().stream):
            with pytest.raises(TypeError, match=f"pieces must be an iterable of str or bytes, {hint}"):
                list(stream(whole))
    with pytest.raises(TypeError):
        list(chunker.stream([1]))  # type: ignore[list-item]


def test_what_holds_the_whole_text() -> None:
    text = "One. Two three. " * 300
    for chunker in (
        shiplap.FixedChunker(20, 5, unit="tokens", tokenizer=lambda words: len(words.split())),
        shiplap.FixedChunker(100, 20, snap="sentence", boundaries=after_full_stops),
    ):
        assert fields(chunker.stream(cut(text, random.Random(3)))) == fields(chunker.chunk(text))
        assert chunker.needs_whole_text
    assert shiplap.AdaptiveChunker().needs_whole_text and not shiplap.RecursiveChunker().needs_whole_text


def test_given_offsets() -> None:
    text = "漢 ab cd " * 3000
    given = range(0, len(text), 7)
    chunker = shiplap.FixedChunker(100, 20, snap="sentence", boundaries=given)
    whole: Any
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "BLOCK", 3000)
        for whole in (text, text.encode()):
            assert fields(chunker.stream(cut(whole, random.Random(3)))) == fields(chunker.chunk(whole))
        with pytest.raises(shiplap.OptionError, match="boundaries"):
            list(chunker.stream([text[:9000]]))


def test_parts() -> None:
    text = "One. Two three. " * 3000
    chunker = shiplap.RecursiveChunker(400, 100, headings=None)
    whole = chunker.chunk(text, document_id="d")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streams, "BLOCK", 9000)
        parts = list(chunker.stream_batches(cut(text, random.Random(3)), document_id="d"))
    assert len(parts) > 2
    part = parts[1]
    first = len(parts[0])
    assert part._indices() == range(first, first + len(part))
    assert part.ids == whole.ids[first : first + len(part)]
    assert part.overlaps.tolist() == whole.overlaps[first : first + len(part)].tolist()
    same = whole[first : first + len(part)]
    for name in COLUMNS:
        assert part.column(name) == (same.column(name) if name != "content_id" else [None] * len(part)), name
    assert part.line_spans.tolist() == same.line_spans.tolist()
    assert part.content_hashes == whole.content_hashes[first : first + len(part)]
    assert part[2:4]._indices() == range(first + 2, first + 4)
    assert fields(part.at(part[3].start)) == fields(whole.at(part[3].start))
    assert part.utf16_spans.tolist() == part.spans.tolist()
    assert pickle.loads(pickle.dumps(part)) == part
    assert not part.is_whole and text[part[0].start :].startswith(part.texts[0])
