"""Windows over UTF-8 that is validated in several parts: the places are those of the same text as a str."""

from __future__ import annotations

import pytest

import shiplap

#: The bytes that are validated at once.
PART = 131_072

SENTENCES = (
    "A sentence in ASCII. ",
    "Предложение на русском языке. ",
    "中文的一个句子，没有空格。",
    "हिन्दी का एक वाक्य। ",
    "한국어 문장입니다. ",
    "Emoji 😀 in the middle. ",
    "\n\n",
)


def text_of(shift: int, parts: int) -> str:
    """Return a text of at least so many parts, in which all code points lie `shift` bytes further."""
    turn = "".join(SENTENCES[k * 5 % 7] * (1 + k % 3) for k in range(35))
    return "a" * shift + turn * (parts * PART // len(turn.encode()) + 1)


@pytest.mark.parametrize("shift", range(4))
@pytest.mark.parametrize(
    ("size", "overlap"), [(900, 120), (100, 90), (64, 0), (300, 299), (PART // 2, 1000), (PART * 2, PART)]
)
def test_exact_windows(size: int, overlap: int, shift: int) -> None:
    text = text_of(shift, 1 if overlap == 299 else 3)
    chunker = shiplap.FixedChunker(size, overlap)
    assert chunker.spans(text.encode()).tolist() == chunker.spans(text).tolist()


@pytest.mark.parametrize("shift", range(4))
def test_sentences(shift: int) -> None:
    text = text_of(shift, 3)
    for chunker in (shiplap.preset("sentence-3000"), shiplap.FixedChunker(900, 120, snap="word")):
        assert chunker.spans(text.encode()).tolist() == chunker.spans(text).tolist()
    splitter = shiplap.SentenceSplitter()
    assert splitter.spans(text.encode()).tolist() == splitter.spans(text).tolist()


@pytest.mark.parametrize("at", [10, PART - 1, PART, PART + 1, 2 * PART + 300])
def test_a_wrong_byte_is_found_where_it_is(at: int) -> None:
    data = bytearray(b"x" * 700 + text_of(0, 3).encode())
    while data[at] & 0xC0 == 0x80:
        at += 1
    data[at] = 0xFF
    with pytest.raises(shiplap.TextError) as caught:
        shiplap.FixedChunker(900, 120).spans(bytes(data))
    assert (caught.value.offset, caught.value.unit) == (at, "bytes")
