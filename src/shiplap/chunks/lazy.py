"""Chunks of one text of a batch, loaded on first attribute access."""

from __future__ import annotations

from typing import Any

from shiplap.chunks.chunks import Chunks


class LazyChunks(Chunks):
    """The chunks of one text of a batch, loaded on first attribute access. A class of its own, because the
    attribute hook makes every attribute slower."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        part = self._part()
        if part is not None:
            Chunks.__init__(self, *part)
            self._leave()  # only now: another thread may access it meanwhile
        return object.__getattribute__(self, name)
