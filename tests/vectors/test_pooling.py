"""Late pooling: clauses V1 to V4 of `shiplap.vectors.pooling`, beside plain numpy."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import shiplap
from shiplap import OptionError, pool
from shiplap.vectors import macro_windows
from tests.support.chunkers import chunkers
from tests.support.hostile import texts


def tokens_of(text: str, sizes: list[int]) -> np.ndarray[Any, Any]:
    """Tokens of these lengths, with gaps, special tokens (0) and several tokens in one code point (-1)."""
    found, at = [(0, 0)], 0
    for size in sizes:
        if size < 0 and at < len(text):
            found += [(at, at + 1)] * 2
            at += 1
        elif size <= 0:
            found.append((at, at))
            at += 1
        else:
            found.append((at, min(at + size, len(text))))
            at = found[-1][1]
    return np.array([(a, b) for a, b in found if a <= b <= len(text)], np.int64)


def expected(vectors: Any, offsets: Any, spans: Any, method: str) -> Any:
    """As plainly as possible (V1, V2)."""
    made = np.zeros((len(spans), vectors.shape[1]))
    for row, (start, end) in enumerate(spans):
        own = [k for k, (a, b) in enumerate(offsets) if a < b and a < end and b > start]
        if own:
            values = vectors[own].astype(np.float64)
            made[row] = values.mean(axis=0) if method == "mean" else values.max(axis=0)
    return made


@given(text=texts, chunker=chunkers(on_empty="empty"), sizes=st.lists(st.integers(-1, 5), max_size=80),
       method=st.sampled_from(["mean", "max"]), kind=st.sampled_from([np.float32, np.float64, np.float16]),
       size=st.integers(2, 30), overlap=st.integers(0, 9))  # fmt: skip
def test_pooling_is_that_of_numpy(
    text: str, chunker: shiplap.Chunker, sizes: list[int], method: Any, kind: Any, size: int, overlap: int
) -> None:
    chunks = chunker.chunk(text, document_id="d")
    offsets = tokens_of(text, sizes)
    vectors = np.random.default_rng(7).uniform(-1, 1, (len(offsets), 5)).astype(kind)
    found = pool(vectors, offsets, chunks, method)
    assert found.dtype == np.float32 and found.shape == (len(chunks), 5)
    assert np.abs(found - expected(vectors, offsets, chunks.spans, method)).max(initial=0) < 1e-6
    windows = macro_windows(len(offsets), size, min(overlap, size - 1))
    parts = [vectors[first:last] for first, last in windows]
    again = pool(parts, offsets, chunks, method, windows=windows)
    assert np.abs(again - found).max(initial=0) < 1e-6
    if len(chunks):
        assert chunks.replace(embeddings=found)[0].embedding.tolist() == found[0].tolist()  # type: ignore[union-attr]


@given(tokens=st.integers(0, 200), size=st.integers(1, 60), overlap=st.integers(0, 59))
def test_windows_cover_the_tokens(tokens: int, size: int, overlap: int) -> None:
    overlap = min(overlap, size - 1)
    windows = macro_windows(tokens, size, overlap)
    assert windows[0][0] == 0 and windows[-1][1] == tokens
    for (first, last), (following, after) in pairwise(windows):
        assert last - first == size == after - following
        assert first < following and last - following >= overlap


def test_a_token_is_read_from_the_window_that_knows_most_around_it() -> None:
    offsets = [(k, k + 1) for k in range(10)]
    parts = [np.full((6, 1), 1.0), np.full((6, 1), 2.0)]
    found = pool(parts, offsets, [(k, k + 1) for k in range(10)], windows=[(0, 6), (4, 10)])
    assert found[:, 0].tolist() == [1] * 5 + [2] * 5


def test_long_chunks_keep_their_precision() -> None:
    vectors = np.random.default_rng(3).random((60_000, 8), np.float32) + 1
    offsets = np.stack([np.arange(60_000), np.arange(60_000) + 1], axis=1)
    found = pool(vectors, offsets, [(0, 60_000), (1, 59_999)])
    assert np.abs(found[0] - vectors.astype(np.float64).mean(axis=0)).max() < 1e-6


def test_wrong_arguments() -> None:
    vectors, offsets, spans = np.ones((3, 2)), [(0, 1), (1, 2), (2, 3)], [(0, 3)]
    for arguments, options, option in (
        ((np.ones((2, 2)), offsets, spans), {}, "token_vectors"),
        ((np.ones(3), offsets, spans), {}, "token_vectors"),
        (("abc", offsets, spans), {}, "token_vectors"),
        (([[1], [1, 2], [3]], offsets, spans), {}, "token_vectors"),
        ((vectors, [(0, 1), (2, 3), (1, 2)], spans), {}, "token_offsets"),
        ((vectors, [(0, 1), (2, 1), (2, 3)], spans), {}, "token_offsets"),
        ((vectors, [0, 1, 2], spans), {}, "token_offsets"), ((vectors, 7, spans), {}, "token_offsets"),
        ((vectors, offsets, [(0.5, 1)]), {}, "chunks"), ((vectors, offsets, "spans"), {}, "chunks"),
        ((vectors, offsets, spans), {"method": "sum"}, "method"),
        (([vectors[:2]], offsets, spans), {"windows": [(0, 2)]}, "windows"),
        (([vectors[:2], vectors[2:]], offsets, spans), {"windows": [(0, 2)]}, "token_vectors"),
        (([vectors[:1], vectors[2:]], offsets, spans), {"windows": [(0, 1), (2, 3)]}, "windows"),
        (([vectors[:2], np.ones((2, 3))], offsets, spans), {"windows": [(0, 2), (1, 3)]}, "token_vectors"),
    ):  # fmt: skip
        with pytest.raises(OptionError) as caught:
            pool(*arguments, **options)  # type: ignore[arg-type]
        assert caught.value.option == option, (arguments, options)
    for windowed in (None, 7):
        with pytest.raises(OptionError, match=r"token_vectors=.*: must be arrays, one for each window"):
            pool(windowed, offsets, spans, windows=[(0, 3)])
    for wrong, message in (
        ([(0, 1), (2, 1), (2, 3)], r"token_offsets=\(2, 1\): must be pairs with .* \(row 1\)"),
        (np.full((3, 2), 2**64 - 1, np.uint64), r"token_offsets=\(18446744073709551615, .* \(row 0\)"),
        ([(0, 1), (2, 3), (1, 2)], r"token_offsets=\(1, 2\): must be in the order of the text.* \(row 2\)"),
    ):
        with pytest.raises(OptionError, match=message):
            pool(vectors, wrong, spans)
    chunks = shiplap.FixedChunker(2, 0).chunk("ab")
    with pytest.raises(OptionError, match=r"token_offsets=\(2, 3\): must be in the 2 code points of the text"):
        pool(vectors, offsets, chunks)
    with pytest.raises(OptionError, match="overlap"):
        macro_windows(10, 4, 4)
    assert pool(vectors, offsets, [(1, 1), (0, 1)]).tolist() == [[0, 0], [1, 1]]  # no code points, no tokens
    assert pool(np.ones((0, 2)), [], [(0, 3)]).tolist() == [[0, 0]]
