"""`align`: by hand, and on what chunkers return."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError
from shiplap.chunks import align
from tests.support.chunkers import chunkers
from tests.support.hostile import texts


@pytest.mark.parametrize(
    ("text", "pieces", "expected"),
    [
        ("", [], []),
        ("abc", ["abc"], [[0, 3]]),
        ("a b a b", ["a", "b", "a", "b"], [[0, 1], [2, 3], [4, 5], [6, 7]]),
        ("one two three", ["one two", "two three"], [[0, 7], [4, 13]]),
        ("one two  three", ["one\ntwo", "two three"], [[0, 7], [4, 14]]),
        ("It rains. It rains.", ["It rains.", "It rains."], [[0, 9], [10, 19]]),
        ("a\n\n\nb", [" a ", "b\n"], [[0, 1], [4, 5]]),
        ("It rains\nnow. The sun. It rains now.", ["It rains now.", "The sun."], [[0, 13], [14, 22]]),
        ("a b", ["a ", "b"], [[0, 2], [2, 3]]),
        ("left out, then this", ["this"], [[15, 19]]),
        ("aaaaaa", ["aaaa", "aaaa"], [[0, 4], [2, 6]]),
        ("ab ab ab", ["ab", "ab ab"], [[0, 2], [3, 8]]),
        ("  a  b", ["  a", "  b"], [[0, 3], [3, 6]]),
        ("漢字 kana 漢字", ["漢字", "kana漢字"], [[0, 2], [3, 10]]),
        # the end of the piece before is too far on: a later piece would not be found
        ("aaaab", ["aa", "aa", "aab"], [[0, 2], [1, 3], [2, 5]]),
    ],
)
def test_by_hand(text: str, pieces: list[str], expected: list[list[int]]) -> None:
    assert align(text, pieces).tolist() == expected
    assert align(text, iter(pieces)).shape == (len(pieces), 2)


@given(text=texts, chunker=chunkers(), strips=st.booleans())
def test_pieces_of_a_chunker_are_found(text: str, chunker: shiplap.Chunker, strips: bool) -> None:
    """Each span holds its piece, and spans ascend; whether it is the same span, a repetitive text does not say."""
    pieces = [piece for piece in chunker.split_text(text) if piece.strip()]
    given_pieces = [piece.strip() if strips else piece for piece in pieces]
    try:
        spans = align(text, given_pieces).tolist()
    except OptionError:  # two pieces differ in white space alone
        visible = [0, *itertools.accumulate(not char.isspace() for char in text)]
        kept = [span for span in chunker.spans(text).tolist() if text[slice(*span)].strip()]
        columns = [[visible[p] for p in column] for column in zip(*kept, strict=True)]
        assert any(one >= two for column in columns for one, two in itertools.pairwise(column))
        return
    for (start, end), piece in zip(spans, given_pieces, strict=True):
        assert "".join(text[start:end].split()) == "".join(piece.split())
    shiplap.Chunks.from_spans(text, spans)


@given(
    text=st.text("ab", min_size=12),
    steps=st.lists(st.tuples(st.integers(1, 3), st.integers(1, 3)), min_size=1),
)
def test_pieces_that_repeat_are_found(text: str, steps: list[tuple[int, int]]) -> None:
    spans = []
    start, end = -1, 0
    for first, last in steps:
        start, end = start + first, end + last
        if start < end <= len(text):
            spans.append((start, end))
    pieces = [text[start:end] for start, end in spans]
    found = align(text, pieces).tolist()
    assert [text[start:end] for start, end in found] == pieces
    assert all(one[0] < two[0] and one[1] < two[1] for one, two in itertools.pairwise(found))
    with pytest.raises(OptionError, match=rf"\(row {len(pieces)}\)"):
        align(text, [*pieces, "c", *pieces])


@given(words=st.lists(st.integers(0, 10**6), unique=True, min_size=1, max_size=40), size=st.integers(8, 60))
def test_unambiguous_pieces_have_their_spans(words: list[int], size: int) -> None:
    text = " ".join(f"w{word}." for word in words)
    chunker = shiplap.FixedChunker(size, size // 3, snap="word", strip_whitespace=True)
    assert align(text, chunker.split_text(text)).tolist() == chunker.spans(text).tolist()


@pytest.mark.parametrize(
    ("pieces", "said"),
    [
        (["rain", "snow"], "row 1"),
        (["snow"], "row 0"),
        (["rain", "rain"], "row 1"),
        ([" "], "non-blank"),
        ([b"rain"], "row 0"),
        ("rain", "iterable of pieces"),
    ],
)
def test_what_is_not_there_is_named(pieces: Any, said: str) -> None:
    with pytest.raises(OptionError, match=said) as caught:
        align("It may rain today.", pieces)
    assert caught.value.option == "pieces"
