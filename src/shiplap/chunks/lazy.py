"""Chunks of one text of a batch, loaded on first attribute access."""

from __future__ import annotations

import contextlib
from typing import Any

from shiplap.chunks.chunks import Chunks


class LazyChunks(Chunks):
    """The chunks of one text of a batch, which keeps them until an attribute is asked for. A class of its own: the
    attribute hook makes every attribute slower."""

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        part = self._part()
        if part is not None:
            given = {}
            for slot in ("document_id", "source", "metadata"):  # as they were set before anything was asked for
                with contextlib.suppress(AttributeError):
                    given[slot] = object.__getattribute__(self, slot)
            Chunks.__init__(self, *part)
            for slot, value in given.items():
                setattr(self, slot, value)
            self._leave()  # only now: another thread may ask meanwhile
        return object.__getattribute__(self, name)
