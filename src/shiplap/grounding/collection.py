"""Chunks from anywhere, by number: their texts, hashes and facts, made when they are asked for."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from shiplap.chunks import Chunks, content_hash
from shiplap.prompt.passages import Passage, passages
from shiplap.vectors.embed import Cache, Embed, checked, embed_chunks, fill

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Collection:
    """Chunks in a row, of several texts and kinds: `Chunks` are kept as they are (a million of them are one
    array of spans), the rest as passages.

    Raises OptionError for what are no chunks.
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
        """The vectors of all, float32, shape (n, d). `Chunks` keep theirs."""
        import numpy as np

        found = [self._embedded(part, embed, cache, batch_size) for part in self._parts]
        if not found:
            return np.zeros((0, 0), np.float32)
        for matrix in found[1:]:
            checked(matrix, len(matrix), found[0].shape[1])
        return found[0] if len(found) == 1 else np.concatenate(found)

    @staticmethod
    def _embedded(
        part: Chunks | list[Passage], embed: Embed, cache: Cache | None, batch_size: int
    ) -> npt.NDArray[np.float32]:
        if isinstance(part, Chunks):
            return embed_chunks(part, embed, cache=cache, batch_size=batch_size)
        given = [getattr(passage.given, "embedding", None) for passage in part]
        if all(vector is not None for vector in given):
            return checked(given, len(part), option="embedding")

        def hashes(first: int, last: int) -> list[str]:
            return [content_hash(passage.text.encode("utf-8", "surrogatepass")) for passage in part[first:last]]

        def texts(first: int, last: int) -> list[str]:
            return [passage.text for passage in part[first:last]]

        return fill(len(part), texts, hashes, embed, cache, batch_size)
