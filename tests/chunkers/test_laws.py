"""The laws of docs/reference/model.md on hostile text, for every input type and instruction set."""

from __future__ import annotations

import mmap
import pathlib
import pickle
import threading
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from tests.support import document_oracle
from tests.support.chunkers import chunkers, spans_of_reference
from tests.support.hostile import affordable, broken, texts
from tests.support.laws import blank, check


@given(text=texts, chunker=chunkers())
def test_laws(isa: str, text: str, chunker: shiplap.Chunker) -> None:
    check(chunker.chunk(text), text)


#: Grapheme clusters without an end: a base and what extends it, repeated.
ENDLESS = [
    ("a", "\u0301"), ("a", "\u200c"), ("a", "\ufe0f"), (" ", "\u0301"), ("\U0001f3f4", "\U000e0061"),
    ("\u1100", "\u1100"), ("👩", "\u200d👩"), ("\u0600", "\u0600"), ("ก", "\u0e33"),
]  # fmt: skip


@pytest.mark.parametrize(("base", "extension"), ENDLESS)
@pytest.mark.parametrize("unit", ["characters", "bytes", "tokens"])
@pytest.mark.parametrize("overlap", [0, 4, 19])
def test_a_cluster_over_the_limit_is_cut_into_as_few_pieces_as_fit(
    base: str, extension: str, unit: str, overlap: int
) -> None:
    text = "It rains. " + base + extension * 300 + " He snores."
    size = len(text.encode()) if unit == "bytes" else len(text) / (4 if unit == "tokens" else 1)
    options = {"unit": unit, "strip_whitespace": overlap == 4}
    for chunker in (
        shiplap.FixedChunker(20, overlap, snap="sentence", **options),
        shiplap.FixedChunker(20, overlap, snap="word", oversize="raise", **options),
        shiplap.RecursiveChunker(20, overlap, **options),
        shiplap.SentenceChunker(20, overlap, **options),
        shiplap.SentenceChunker(20, overlap, min_size=9, max_size=20, **options),
        shiplap.AdaptiveChunker(20, overlap, **options),
        shiplap.StableChunker(20, min(overlap, 10), **options),
    ):
        chunks = chunker.chunk(text)
        check(chunks, text)
        if not isinstance(chunker, shiplap.StableChunker | shiplap.AdaptiveChunker):
            # a piece in bytes may lack 19 - 4 of them, and overlaps are in the sentences around the cluster
            assert len(chunks) <= size / (17 if unit == "bytes" else 20) + 30
        assert len(chunks) <= size / 10 + 30


def words_and_marks(text: str) -> int:
    return len(text.split()) + 2 * sum(char > "\u02ff" for char in text)


@pytest.mark.parametrize("count", [len, lambda text: (len(text.encode()) + 2) // 3, words_and_marks])
@pytest.mark.parametrize("overlap", [0, 4, 19])
def test_pieces_of_a_cluster_fit_a_tokenizer(count: Callable[[str], int], overlap: int) -> None:
    for base, extension in ENDLESS:
        text = "It rains. " + base + extension * 300 + " He snores."
        options = {"unit": "tokens", "tokenizer": count, "oversize": "raise"}
        for chunker in (
            shiplap.FixedChunker(20, overlap, snap="word", **options),
            shiplap.RecursiveChunker(20, overlap, **options),
            shiplap.SentenceChunker(20, overlap, **options),
        ):
            chunks = chunker.chunk(text)
            assert all(count(found) <= chunker._plan.max_size for found in chunks.texts)
            assert len(chunks) <= count(text) / 10 + 30


@given(text=texts, chunker=chunkers())
def test_laws_on_bytes(isa: str, text: str, chunker: shiplap.Chunker) -> None:
    data = text.encode()
    chunks = chunker.chunk(data)
    check(chunks, text)
    assert chunks == chunker.chunk(text)
    for given_as in (bytearray(data), memoryview(data), memoryview(b"-" + data + b"-")[1:-1]):
        assert chunker.chunk(given_as) == chunks


@given(text=texts, chunker=chunkers())
def test_the_reference_gives_the_same(isa: str, text: str, chunker: shiplap.Chunker) -> None:
    if isinstance(chunker, shiplap.AdaptiveChunker):
        text = text[:300]
        assert [(start, end) for start, end in chunker.spans(text).tolist()] == document_oracle.cut(text, chunker)
        return
    text = affordable(text, chunker._plan)
    expected = [] if blank(text) else [list(span) for span in spans_of_reference(chunker, text)]
    assert chunker.spans(text).tolist() == expected


@given(text=broken, chunker=chunkers(errors="surrogatepass"))
def test_laws_with_lone_surrogates(isa: str, text: str, chunker: shiplap.Chunker) -> None:
    chunks = chunker.chunk(text)
    check(chunks, text)
    assert chunker.chunk(text.encode("utf-8", "surrogatepass")) == chunks


@given(text=broken, data=st.binary(max_size=60), chunker=chunkers(errors="replace"))
def test_laws_with_replacement(isa: str, text: str, data: bytes, chunker: shiplap.Chunker) -> None:
    replaced = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    chunks = chunker.chunk(text)
    assert chunks.text == replaced or not replaced.strip()
    check(chunks, replaced)
    check(chunker.chunk(data), data.decode("utf-8", "replace"))


@given(data=st.binary(max_size=80), chunker=chunkers())
def test_invalid_bytes_are_reported_where_python_reports_them(
    isa: str, data: bytes, chunker: shiplap.Chunker
) -> None:
    for prefix in (b"", b"x" * 70, "é".encode() * 40):
        try:
            text = (prefix + data).decode()
        except UnicodeDecodeError as error:
            with pytest.raises(shiplap.TextError) as caught:
                chunker.chunk(prefix + data)
            assert (caught.value.offset, caught.value.unit) == (error.start, "bytes")
        else:
            check(chunker.chunk(prefix + data), text)


@given(text=texts, chunker=chunkers())
def test_results_pickle_and_slice(text: str, chunker: shiplap.Chunker) -> None:
    chunks = chunker.chunk(text, document_id="d", source="s", metadata={"k": 1})
    assert pickle.loads(pickle.dumps(chunks)) == chunks
    assert pickle.loads(pickle.dumps(chunker)) == chunker
    whole = list(chunks)
    assert [chunk.text for chunk in whole] == chunks.texts
    for cut in (slice(1, None), slice(None, None, -1), slice(None, None, 2), slice(-2, None)):
        part = chunks[cut]
        assert list(part) == whole[cut]
        assert part.texts == chunks.texts[cut]
        assert part.ids == chunks.ids[cut]
        assert part.spans.tolist() == chunks.spans[cut].tolist()
        assert part.overlaps.tolist() == chunks.overlaps[cut].tolist()
        assert pickle.loads(pickle.dumps(part)) == part
    spans = list(enumerate(chunks.spans.tolist()))
    for p in range(len(text) + 2):
        assert [chunk.index for chunk in chunks.at(p)] == [k for k, (start, end) in spans if start <= p < end]


def test_mmap(tmp_path: pathlib.Path) -> None:
    text = "Eine Zeile mit Umlauten: äöü. Und noch eine!\r\n" * 200
    path = tmp_path / "text"
    path.write_bytes(text.encode())
    chunker = shiplap.FixedChunker(100, 30, snap="sentence")
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
        chunks = chunker.chunk(mapped)
        check(chunks, text)
        assert chunks == chunker.chunk(text)
        del chunks


def test_threads_share_a_chunker() -> None:
    chunker = shiplap.FixedChunker(90, 20, snap="word")
    documents = [("word " * n + "é😀 ") * 300 for n in range(1, 9)]
    expected = [chunker.chunk(text).spans.tolist() for text in documents]
    wrong: list[int] = []

    def run(n: int) -> None:
        for _ in range(20):
            if chunker.chunk(documents[n].encode()).spans.tolist() != expected[n]:
                wrong.append(n)

    threads = [threading.Thread(target=run, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_buffer_that_changes_meanwhile_is_harmless() -> None:
    data = bytearray("漢字 and text. e\u0301 🇩🇪🇫🇷 👩\u0301\u200d👩 ".encode() * 8000)
    stop = threading.Event()

    def scribble() -> None:
        n = 0
        while not stop.is_set():
            n = (n * 1103515245 + 12345) % len(data)
            data[n] = n & 0xFF

    thread = threading.Thread(target=scribble)
    thread.start()
    try:
        for unit in ("characters", "bytes"):
            chunkers: list[shiplap.Chunker] = [
                shiplap.FixedChunker(500, 499 // 2, snap=snap, unit=unit)
                for snap in (None, "sentence", "paragraph", "word")
            ]
            chunkers.append(shiplap.SentenceChunker(500, 499 // 2, unit=unit))
            names = ["section", "\U0001f1eb\U0001f1f7 ", "and", "paragraph"]
            chunkers.append(shiplap.RecursiveChunker(500, 249, unit=unit, levels=names, overlap_levels=names))
            chunkers.append(shiplap.SentenceChunker(500, 499 // 2, unit=unit, boundaries=range(0, 100_000, 20)))
            chunkers.append(shiplap.AdaptiveChunker(50, 20, unit=unit))
            chunkers.append(
                shiplap.AdaptiveChunker(50, 49, unit=unit, strip_whitespace=True, size_includes_context=True)
            )
            for chunker in chunkers:
                for _ in range(10):
                    try:
                        chunks = chunker.chunk(data)
                        assert len(chunks.spans) == len(chunks.byte_spans)
                        _ = chunks.texts
                    except shiplap.TextError:
                        pass
    finally:
        stop.set()
        thread.join()
