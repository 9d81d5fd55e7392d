"""Late pooling: vectors of chunks from the vectors of the tokens of their whole text.

V1  A token belongs to a chunk if it has a code point in it. A token without code points, such as a special token,
    belongs to none.
V2  The vector of a chunk is the mean, or the maximum in each dimension, of the vectors of its tokens; without
    tokens, it has zeros alone.
V3  Where a token is in several windows, the vector is that of the window in whose middle part it is: two windows
    share the tokens of their overlap in halves, the odd one to the first of them.
V4  Sums are taken in 64 bits over blocks of BLOCK tokens, which are added in 32 bits, or more for wider vectors.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal, get_args

from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.options import MAX_SIZE, choice, count, several

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.vectors.types import Matrix

#: The vector of a chunk: the mean of those of its tokens, or the maximum in each dimension.
PoolMethod = Literal["mean", "max"]

#: Tokens that are added in 32 bits: the mean of 64 numbers between -1 and 1 is then right to 2e-7.
BLOCK = 64

#: The first token and the last one, exclusive, that are read from an array, and their vectors.
Part = tuple[int, int, Any]


def pool(
    token_vectors: Any,
    token_offsets: Any,
    chunks: Chunks | Any,
    method: PoolMethod = "mean",
    *,
    windows: Iterable[Sequence[int]] | None = None,
) -> Matrix:
    """Return the vectors of chunks from those of the tokens of the whole text, float32, shape (chunks, d).

    token_vectors: what the model gives for each token, numbers of shape (tokens, d); with `windows` a sequence of
        such arrays, one for each window. Vectors are read where they are, and not copied together.
    token_offsets: start and end of each token of the text in code points, shape (tokens, 2), in order.
    chunks: `Chunks` of the text, or their spans in code points, shape (chunks, 2); they may overlap.
    method: "mean", or "max" (in each dimension).
    windows: the first and the last token, exclusive, of each window of a text that is longer than the model's
        input (`shiplap.vectors.macro_windows`).

    `chunks.replace(embeddings=pool(…))` attaches the vectors. Vectors are not normalised. Raises OptionError for
    arrays whose shapes do not fit each other, and for offsets or windows that are out of order or beyond the text.

    >>> import shiplap
    >>> chunks = shiplap.SentenceChunker(10, 0, min_size=1).chunk("It rains. It pours.")
    >>> vectors = [[0.0, 0.0], [1.0, 0.0], [3.0, 2.0], [0.0, 4.0], [2.0, 2.0]]   # of [CLS] It rains. It pours.
    >>> pool(vectors, [(0, 0), (0, 2), (3, 9), (10, 12), (13, 19)], chunks).tolist()
    [[2.0, 1.0], [1.0, 3.0]]
    """
    import numpy as np

    choice("method", method, get_args(PoolMethod))
    offsets = _pairs("token_offsets", token_offsets)
    spans = chunks.spans if isinstance(chunks, Chunks) else _pairs("chunks", chunks)
    starts, ends = offsets[:, 0], offsets[:, 1]
    if isinstance(chunks, Chunks) and chunks._before is None and (ends > chunks._text.characters).any():
        row = int((ends > chunks._text.characters).argmax())
        rule = f"must be in the {chunks._text.characters} code points of the text (row {row})"
        raise OptionError("token_offsets", tuple(offsets[row].tolist()), rule)
    real = np.flatnonzero(ends > starts)
    descends = (np.diff(starts[real]) < 0) | (np.diff(ends[real]) < 0)
    if descends.any():
        row = int(real[int(descends.argmax()) + 1])
        rule = f"must be in the order of the text, after the previous token or at its offsets (row {row})"
        raise OptionError("token_offsets", tuple(offsets[row].tolist()), rule)
    parts = _parts(token_vectors, len(offsets), windows)
    # of the tokens with code points: the first that ends after a chunk's start, those that begin before its end
    first, last = np.searchsorted(ends[real], spans[:, 0], "right"), np.searchsorted(starts[real], spans[:, 1])
    made = np.zeros((len(spans), parts[0][2].shape[1]), np.float32)
    is_plain = len(real) == 0 or int(real[-1] - real[0]) == len(real) - 1
    for row, (a, b) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
        if a < b and spans[row, 0] < spans[row, 1]:
            runs = [(int(real[a]), int(real[b - 1]) + 1)] if is_plain else _runs(real[a:b])
            made[row] = (_mean if method == "mean" else _maximum)(parts, runs)
    return made


def macro_windows(tokens: int, size: int, overlap: int) -> list[tuple[int, int]]:
    """Return windows that cover a number of tokens: the first token and the last one, exclusive, of each.

    Each has `size` tokens, of which at least `overlap` are in the next window too; a shorter text is one window.
    Raises OptionError unless 0 <= overlap < size.

    >>> macro_windows(20, 10, 4), macro_windows(7, 10, 4)
    ([(0, 10), (6, 16), (10, 20)], [(0, 7)])
    """
    tokens, size = count("tokens", tokens, 0), count("size", size)
    if count("overlap", overlap, 0) >= size:
        raise OptionError("overlap", overlap, f"must be less than the size ({size})")
    firsts = [*range(0, max(tokens - size, 0), size - overlap), max(tokens - size, 0)]
    return [(first, min(first + size, tokens)) for first in firsts]


def _pairs(option: str, value: Any) -> npt.NDArray[np.int64]:
    """Check an array of shape (n, 2) of whole numbers, where no start is after its end."""
    import numpy as np

    try:
        found = np.asarray(value if hasattr(value, "__array__") else list(value))
    except (TypeError, ValueError):
        raise OptionError(option, value, "must be whole numbers of shape (n, 2)") from None
    if not found.size:
        found = np.empty((0, 2), np.int64)
    if found.ndim != 2 or found.shape[1] != 2 or found.dtype.kind not in "iu":
        raise OptionError(option, found.shape, "must be whole numbers of shape (n, 2)")
    wrong = (found[:, 0] > found[:, 1]) | (found < 0).any(axis=1) | (found > MAX_SIZE).any(axis=1)
    if wrong.any():
        row = int(wrong.argmax())
        rule = f"must be pairs with 0 <= start <= end <= {MAX_SIZE} (row {row})"
        raise OptionError(option, tuple(found[row].tolist()), rule)
    return found.astype(np.int64, copy=False)


def _parts(vectors: Any, tokens: int, windows: Iterable[Sequence[int]] | None) -> list[Part]:
    """Return the arrays with the first token and the last one, exclusive, that are read from each (V3)."""
    if windows is None:
        return [(0, tokens, _matrix(vectors, tokens))]
    bounds = _pairs("windows", windows).tolist()
    given = several("token_vectors", vectors, "must be arrays, one for each window")
    if not bounds or len(given) != len(bounds):
        raise OptionError("token_vectors", len(given), f"must be an array for each of the {len(bounds)} windows")
    parts: list[Part] = []
    at = 0
    for number, ((first, last), values) in enumerate(zip(bounds, given, strict=True)):
        following = bounds[number + 1] if number + 1 < len(bounds) else (tokens, tokens)
        if first > at or not first <= following[0] <= last or not last <= following[1] <= tokens:
            raise OptionError("windows", (first, last), f"must ascend and cover all {tokens} tokens")
        to = last if number + 1 == len(bounds) else (following[0] + last + 1) // 2
        matrix = _matrix(values, last - first)
        if parts and matrix.shape[1] != parts[0][2].shape[1]:
            raise OptionError("token_vectors", matrix.shape, f"must have {parts[0][2].shape[1]} dimensions")
        parts.append((at, to, matrix[at - first : to - first]))
        at = to
    if at != tokens:
        raise OptionError("windows", bounds[-1], f"must ascend and cover all {tokens} tokens")
    return parts


def _matrix(values: Any, tokens: int) -> Any:
    """Check the vectors of some tokens: numbers of shape (tokens, d)."""
    import numpy as np

    try:
        found = np.asarray(values)
    except (TypeError, ValueError):
        raise OptionError("token_vectors", values, "must be numeric vectors of equal length") from None
    if found.ndim != 2 or len(found) != tokens or found.dtype.kind not in "fiu":
        rule = f"must be numbers of shape ({tokens}, d), one for each token"
        raise OptionError("token_vectors", found.shape, rule)
    return found


def _runs(numbers: Any) -> list[tuple[int, int]]:
    """Return the runs of successive numbers: the first and the last one, exclusive."""
    import numpy as np

    breaks = np.flatnonzero(np.diff(numbers) != 1) + 1
    edges = [0, *breaks.tolist(), len(numbers)]
    return [(int(numbers[a]), int(numbers[b - 1]) + 1) for a, b in pairwise(edges)]


def _slices(parts: list[Part], runs: list[tuple[int, int]]) -> list[Any]:
    """Return the vectors of runs of tokens, as slices of the arrays."""
    found = []
    for a, b in runs:
        for row in range(bisect_right(parts, a, key=itemgetter(1)), len(parts)):
            first, last, matrix = parts[row]
            if first >= b:
                break
            found.append(matrix[max(first, a) - first : min(last, b) - first])
    return found


def _mean(parts: list[Part], runs: list[tuple[int, int]]) -> Any:
    """Return the mean of the vectors of some tokens (V4)."""
    import numpy as np

    total, number = None, 0
    for values in _slices(parts, runs):
        kind = np.result_type(values.dtype, np.float32)
        for at in range(0, len(values), BLOCK):
            block = np.add.reduce(values[at : at + BLOCK], axis=0, dtype=kind)
            total = block.astype(np.float64) if total is None else np.add(total, block, out=total)
        number += len(values)
    return 0 if total is None else total / number


def _maximum(parts: list[Part], runs: list[tuple[int, int]]) -> Any:
    """Return the maximum in each dimension of the vectors of some tokens."""
    import numpy as np

    return np.maximum.reduce([values.max(axis=0) for values in _slices(parts, runs)])
