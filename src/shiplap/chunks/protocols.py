"""Protocols for the part of a chunker that chunks, batches and streams use: these are in layers below it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from shiplap._core.windows import CompiledLoop


class ChunkerLike(Protocol):
    """The minimal interface of a chunker; `shiplap.Chunker` implements it."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def fingerprint(self) -> str: ...


class BatchChunker(ChunkerLike, Protocol):
    """The interface of a chunker for batches and streams."""

    @property
    def errors(self) -> str: ...
    @property
    def on_empty(self) -> str: ...
    @property
    def _asks_for_headings(self) -> bool: ...
    @property
    def _headings_known_by(self) -> int: ...
    @property
    def _compiled(self) -> CompiledLoop | None: ...
    @property
    def chunk(self) -> Callable[..., Any]: ...
