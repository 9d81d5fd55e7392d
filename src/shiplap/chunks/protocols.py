"""The part of a chunker that its chunks, and the calls for many texts, use: these stand below all chunkers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from shiplap._core.batch import CompiledLoop


class ChunkerLike(Protocol):
    """What is asked of a chunker that is not known more closely; `shiplap.Chunker` has all of it."""

    @property
    def name(self) -> str: ...
    @property
    def unit(self) -> str: ...
    @property
    def config(self) -> dict[str, Any]: ...
    @property
    def fingerprint(self) -> str: ...


class BatchChunker(ChunkerLike, Protocol):
    """What batches and streams ask of it besides."""

    @property
    def errors(self) -> str: ...
    @property
    def on_empty(self) -> str: ...
    @property
    def _compiled(self) -> CompiledLoop | None: ...
    @property
    def chunk(self) -> Callable[..., Any]: ...
