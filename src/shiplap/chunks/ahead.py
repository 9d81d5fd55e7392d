"""The dicts of chunks that are read in order, made in blocks of rows, column by column."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from shiplap._core.text import Text, hashes
from shiplap.chunks.columns import lists, rows
from shiplap.ids import Repeats

if TYPE_CHECKING:
    from shiplap.chunks.protocols import InOrder

#: The most rows of a block: their texts fit the second-level cache of a processor, where the hashes read them.
MOST = 512


class Ahead:
    """The next rows of the chunks of one text.

    A column costs less than as many attributes. So rows that are read in order are made in blocks, each of twice
    the rows of the one before, and `MOST` at most; a row is given once. `made` are the rows that no call took yet.

    Of several threads that read the same chunks, one makes a block; for the others meanwhile no row is made.
    """

    def __init__(self) -> None:
        self.made: dict[int, dict[str, Any]] = {}
        self._following, self._count = 0, 1
        self._hashes: list[str] = []
        self._ids: list[str | None] = []
        self._repeats = Repeats()
        self._at: dict[str, int] = {}  # by unit: where the last chunk of the block before begins
        self._lock = threading.Lock()

    def row(self, chunks: InOrder, row: int) -> dict[str, Any] | None:
        """Return the fields of a row, or None if it does not follow the rows that were read before."""
        if row == self._following and self._lock.acquire(blocking=False):
            try:
                if row == self._following:
                    self._following = -1  # after an error no block is made
                    self._make(chunks, row, min(row + self._count, len(chunks)))
            finally:
                self._lock.release()
        return self.made.pop(row, None)

    def _make(self, chunks: InOrder, first: int, stop: int) -> None:
        """Make the rows of a block."""
        block = chunks[first:stop]
        block._paths = chunks._heading_paths()[first:stop]
        block._headers = chunks._table_headers()[first:stop]
        block._known = self._read(chunks, first, stop)
        if chunks._hashes is None:
            block._known["hashes"] = hashes(block._known["texts"])
        if chunks._ids is None and chunks._before is None:
            block._known["ids"] = self._repeats.content_ids(chunks.document_id, block.content_hashes)
        columns = lists(block)
        if "embedding" in columns:
            columns["embedding"] = [vector.tolist() for vector in columns["embedding"]]
        made = rows(columns)
        if chunks._hashes is None:
            self._hashes += block.content_hashes
        if chunks._ids is None and chunks._before is None:
            self._ids += block.content_ids
        self.made.update(enumerate(made, first))
        self._following, self._count = stop, min(2 * self._count, MOST)
        if stop == len(chunks):  # what was found of all rows is kept, and rows may be read again
            chunks._hashes = chunks._hashes or self._hashes
            if chunks._before is None:
                chunks._ids = chunks._ids or self._ids
            self._hashes, self._ids, self._repeats, self._following = [], [], Repeats(), 0

    def _read(self, chunks: InOrder, first: int, stop: int) -> dict[str, Any]:
        """Return the texts of a block and, of a `str` that is not ASCII, its spans in bytes and lines. The block
        is copied: the copy is in the cache, and often narrower; else each column would read the text from memory.
        """
        text, before = chunks._text, min(first, 1)
        native = chunks._native.part(first - before, stop)
        begin, end = (native[0][0] if first else 0), native[len(native) - 1][1]
        starts, ends = native.columns()
        is_dense = end - begin <= 2 * (sum(ends) - sum(starts))
        if not (is_dense and text.is_str and not text.owner.isascii()):
            return {"texts": text.texts(native, range(before, len(native)))}
        copy, native = Text(text.text(begin, end), "surrogatepass"), native.shifted(-begin)
        known: dict[str, Any] = {"texts": copy.texts(native, range(before, len(native)))}
        for unit in ("bytes", "lines"):
            if chunks._has(unit):
                continue
            spans = copy.convert(native, unit) if unit == "bytes" else copy.line_spans(native).shifted(-1)
            if not first:
                self._at[unit] = 0 if chunks._before is None else chunks._before.offsets[unit]
            spans = spans.shifted(self._at[unit])
            self._at[unit] = spans[len(spans) - 1][0]
            known[unit] = spans.part(before, len(spans)).shifted(unit == "lines").columns()
        return known
