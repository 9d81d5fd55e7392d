"""Protocols for the part of a chunker that chunks, batches and streams use: these are in layers below it. Likewise
for the part of chunks that columns use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from shiplap._core.windows import CompiledLoop

if TYPE_CHECKING:
    from typing_extensions import Self

    from shiplap._core.text import Spans, Text
    from shiplap.chunks.preceding import Preceding


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


class Described(Protocol):
    """The interface of the chunks of one text, for `columns`."""

    @property
    def document_id(self) -> str | None: ...
    @property
    def source(self) -> str | None: ...
    @property
    def metadata(self) -> Mapping[str, Any]: ...
    @property
    def embeddings(self) -> Any: ...
    @property
    def texts(self) -> list[str]: ...
    def __len__(self) -> int: ...
    def column(self, name: str) -> list[Any]: ...
    def _together(self) -> Described: ...
    def _own_spans(self, unit: str) -> Spans: ...


class InOrder(Described, Protocol):
    """The interface of the chunks of one text, for `Chunk.to_dict` of chunks that are read in order."""

    _text: Text
    _native: Spans
    _before: Preceding | None
    _hashes: list[str] | None
    _ids: list[str | None] | None
    _paths: list[tuple[str, ...]] | None
    _headers: list[str] | None
    _known: dict[str, Any] | None

    @property
    def content_hashes(self) -> list[str]: ...
    @property
    def content_ids(self) -> list[str | None]: ...
    def __getitem__(self, key: slice, /) -> Self: ...
    def _heading_paths(self) -> list[tuple[str, ...]]: ...
    def _table_headers(self) -> list[str]: ...
    def _has(self, unit: str) -> bool: ...
