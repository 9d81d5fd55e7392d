"""Collections of chunks of any type, by index: texts, hashes and facts, computed on request."""

from __future__ import annotations

import itertools
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from shiplap.chunks.chunks import Chunks
from shiplap.ids import content_hash
from shiplap.prompt.passages import Passage, passages
from shiplap.vectors.embedding import Cache, checked, fill
from shiplap.vectors.types import Embed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Collection:
    """A sequence of chunks of several texts and types: `Chunks` are stored unchanged (a million chunks are one
    array of spans), the rest as passages.

    Raises OptionError for objects that are not chunks.
    """

    def __init__(self, chunks: Any) -> None:
        self._parts: list[Chunks | list[Passage]] = []
        self._firsts: list[int] = []
        self._size = 0
        items: Iterable[Any] = [chunks] if isinstance(chunks, Chunks) else chunks
        if isinstance(items, (list, tuple)) or not isinstance(items, Iterable):
            checked_items: Any = items
        else:
            checked_items = list(items)
        if isinstance(checked_items, (list, tuple)) and all(isinstance(item, Chunks) for item in checked_items):
            for part in checked_items:
                self._add(part)
        else:
            self._add(passages(checked_items))

    def _add(self, part: Chunks | list[Passage]) -> None:
        if len(part):
            self._parts.append(part)
            self._firsts.append(self._size)
            self._size += len(part)

    def __len__(self) -> int:
        return self._size

    def __getitem__(self, number: int) -> Passage:
        at = bisect_right(self._firsts, number) - 1
        part, row = self._parts[at], number - self._firsts[at]
        return part[row] if isinstance(part, list) else passages(part[row : row + 1])[0]

    def embeddings(self, embed: Embed, cache: Cache | None, batch_size: int) -> npt.NDArray[np.float32]:
        """Return the vectors of all chunks, float32, shape (n, d). Embeddings that chunks carry are used; the
        other chunks are embedded together, across texts."""
        import numpy as np

        known = [_carried(part) for part in self._parts]
        missing = [part for part, vectors in zip(self._parts, known, strict=True) if vectors is None]
        filled = _embedded(missing, embed, cache, batch_size)
        if len(missing) == len(self._parts):
            return filled
        made = iter(_split(filled, missing))
        matrices = [next(made) if vectors is None else vectors for vectors in known]
        for matrix in matrices[1:]:
            checked(matrix, len(matrix), matrices[0].shape[1])
        return matrices[0] if len(matrices) == 1 else np.concatenate(matrices)


_Part = Chunks | list[Passage]


def _carried(part: _Part) -> npt.NDArray[np.float32] | None:
    """Return the vectors that the chunks carry, if all of them do."""
    if isinstance(part, Chunks):
        return part.embeddings
    given = [getattr(passage.given, "embedding", None) for passage in part]
    return None if any(vector is None for vector in given) else checked(given, len(part), option="embedding")


def _embedded(parts: list[_Part], embed: Embed, cache: Cache | None, batch_size: int) -> npt.NDArray[np.float32]:
    """Embed all parts into one matrix."""
    firsts = [0, *itertools.accumulate(map(len, parts))]

    def within(first: int, last: int) -> Iterator[_Part]:
        for at in range(bisect_right(firsts, first) - 1, len(parts)):
            if firsts[at] >= last:
                return
            yield parts[at][max(0, first - firsts[at]) : last - firsts[at]]

    def texts(first: int, last: int) -> list[str]:
        return [text for part in within(first, last) for text in _texts(part)]

    def hashes(first: int, last: int) -> list[str]:
        return [each for part in within(first, last) for each in _hashes(part)]

    return fill(firsts[-1], texts, hashes, embed, cache, batch_size)


def _split(matrix: npt.NDArray[np.float32], parts: list[_Part]) -> list[npt.NDArray[np.float32]]:
    """Split the matrix into the rows of each part, as views."""
    ends = list(itertools.accumulate(map(len, parts)))
    return [matrix[end - len(part) : end] for part, end in zip(parts, ends, strict=True)]


def _texts(part: _Part) -> list[str]:
    """Return the texts to embed: the contextual texts, where the chunks have any."""
    return part.contextual_texts if isinstance(part, Chunks) else list(map(_contextual, part))


def _contextual(passage: Passage) -> str:
    found = getattr(passage.given, "contextual_text", None)
    return found if isinstance(found, str) else passage.shown


def _hashes(part: _Part) -> list[str]:
    if isinstance(part, Chunks):
        return part.context_hashes
    return [content_hash(text.encode("utf-8", "surrogatepass")) for text in map(_contextual, part)]
