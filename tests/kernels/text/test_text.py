"""The texts and the lines of spans: by hand, and against the reference in every form of text."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap._core.text import Spans, Text, hashes
from shiplap.errors import TextError
from shiplap.ids import content_hash
from shiplap.reference.text.sizes import measure
from shiplap.reference.text.text import convert, line_ends, line_spans

#: Line ends, what ends a line elsewhere but not in an editor, and code points of every size.
texts = st.lists(st.sampled_from(["\r\n", *"\r\n\x0b\x0c\x85\u2028ab é漢😀"]), max_size=60).map("".join)


def forms(text: str) -> list[Text]:
    """Return the text as a str of each width, and as UTF-8."""
    return [Text(text), Text(text.encode()), Text(bytearray(text.encode()))]


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a\nb", [1, 1, 2]),
        ("a\r\nb", [1, 1, 1, 2]),
        ("a\rb", [1, 1, 2]),
        ("\n\r\n\r", [1, 2, 2, 3]),
        ("a\rb\n", [1, 1, 2, 2]),
        ("abcd\r\ne", [1, 1, 1, 1, 1, 1, 2]),
        ("a\x0b\x0c\x85\u2028b", [1, 1, 1, 1, 1, 1]),
    ],
)
def test_by_hand(text: str, lines: list[int]) -> None:
    """Lines end after LF, CR LF and CR, and nowhere else."""
    assert [1 + line_ends(text, p) for p in range(len(text))] == lines


@given(text=texts, data=st.data())
def test_the_lines_are_those_of_the_reference(text: str, data: st.DataObject) -> None:
    places = sorted(data.draw(st.sets(st.integers(0, len(text)), min_size=0, max_size=8)))
    reach = data.draw(st.integers(1, 20))
    spans = [(p, min(p + reach, len(text))) for p in places if p < len(text)]
    expected = line_spans(text, spans)
    for view in forms(text):
        native: Any = spans if view.is_str else convert(text, spans, "bytes")
        found = view.line_spans(Spans.of(native))
        assert [found[row] for row in range(len(found))] == expected
        for p in range(len(text) + 1):
            at = p if view.is_str else measure(text, 0, p, "bytes")
            assert view.line_ends(at) == line_ends(text, p)


def test_spans_outside_the_text_are_refused() -> None:
    for view in forms("ab"):
        with pytest.raises(IndexError):
            view.line_spans(Spans.of([(0, 3)]))
        for p in (-1, 3):
            with pytest.raises(IndexError):
                view.line_ends(p)


# ---- the texts of spans


@pytest.mark.parametrize("text", ["", "a", "ab\r\n", "aé", "é漢b", "a😀漢é"])
def test_texts_by_hand(text: str) -> None:
    spans = [(p, q) for p in range(len(text) + 1) for q in range(p, len(text) + 1)]
    for view in forms(text):
        native: Any = spans if view.is_str else convert(text, spans, "bytes")
        expected = [text[p:q] for p, q in spans]
        assert [view.text(p, q) for p, q in native] == view.texts(Spans.of(native)) == expected
        assert [view.encoded(p, q) for p, q in native] == [each.encode() for each in expected]
        size = len(text) if view.is_str else len(text.encode())
        for p, q in ((-1, 0), (0, size + 1), (size + 1, size + 1), (1, 0)):
            for method in (view.text, view.encoded, lambda p, q, view=view: view.beginning(p, q, 1)):
                with pytest.raises(IndexError):
                    method(p, q)
        for most in range(len(text) + 2):
            wanted = [(each[:most], len(each) <= most) for each in expected]
            assert [view.beginning(p, q, most) for p, q in native] == wanted


@pytest.mark.parametrize(("data", "offset"), [(b"\xff", 0), (b"a\xff", 1), (b"\xe6\xbc", 0), (b"\xc3\xa9\x80", 2)])
def test_ill_formed_bytes(data: bytes, offset: int) -> None:
    with pytest.raises(TextError) as refused:
        Text(data).validate()
    assert (refused.value.offset, refused.value.unit) == (offset, "bytes")
    with pytest.raises(TextError, match=str(offset)):
        Text(data).beginning(0, 0, 1)


def test_a_buffer_without_spans_has_an_address() -> None:
    found = np.asarray(Spans())
    assert found.shape == (0, 2) and found.__array_interface__["data"][0] != 0


@pytest.mark.parametrize("text", ["", "a", " ", " \n a", "\u3000\r\n漢 ", "😀 "])
def test_the_next_visible_offset(text: str) -> None:
    for view in forms(text):
        for p in range(len(text) + 1):
            wanted = next((q for q in range(p, len(text)) if not text[q].isspace()), len(text))
            at, end = (p, wanted) if view.is_str else (measure(text, 0, each, "bytes") for each in (p, wanted))
            assert view.visible(at) == end
        for p in (-1, len(view) + 1):
            with pytest.raises(IndexError):
                view.visible(p)


def test_a_text_holds_the_buffer_that_it_was_given() -> None:
    """The bytes are not copied, so that the buffer cannot be resized while the text exists."""
    given = bytearray(b"abc")
    view = Text(given)
    with pytest.raises(BufferError):
        given.append(0)
    del view
    given.append(0)


@pytest.mark.parametrize("signs", ["ab ", "a\xe9\xff", "a\xe9\u4e2d", "a\xe9\u4e2d\U0001f600", "a\ud800"])
def test_hashes(signs: str) -> None:
    source = random.Random(7)
    for count in (0, 1, 127, 128, 129, 300):
        pieces = ["".join(source.choices(signs, k=source.randrange(300))) for _ in range(count)]
        data = [piece.encode("utf-8", "surrogatepass") for piece in pieces]
        assert hashes(pieces) == hashes(data) == [content_hash(each) for each in data]


def test_hashes_of_texts_alone() -> None:
    with pytest.raises(TypeError):
        hashes([b"abc", 5])  # type: ignore[list-item]


def test_hashes_of_chunks_with_lone_surrogates() -> None:
    text = "ab\ud800c"
    assert shiplap.FixedChunker(2, 0, errors="surrogatepass").chunk(text).content_hashes == [
        content_hash(b"ab"), content_hash("\ud800c".encode("utf-8", "surrogatepass"))
    ]  # fmt: skip
    chunks = shiplap.FixedChunker(2, 0).chunk(text)
    with pytest.raises(TextError) as caught:
        chunks.content_hashes  # noqa: B018
    assert caught.value.offset == 2
