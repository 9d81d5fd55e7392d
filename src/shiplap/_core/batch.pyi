from array import array
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from shiplap._core.spans import Spans
from shiplap._core.text import Text

Chunks = TypeVar("Chunks")

def gather(iterator: Iterator[Any], count: int, size: int) -> list[Any]: ...

class CompiledLoop: ...

class Batch:
    owners: list[Any]
    chunker: Any
    document_ids: list[str | None] | None
    def __init__(
        self,
        texts: list[Any],
        loop: CompiledLoop,
        view: Callable[[Any], Text],
        strict: bool,
        blank_fails: bool,
        chunker: Any = None,
        document_ids: list[str | None] | None = None,
    ) -> None: ...
    def __len__(self) -> int: ...
    def run(self) -> Batch: ...
    @property
    def failed(self) -> list[int]: ...
    def offsets(self) -> array[int]: ...
    def drop(self, i: int) -> None: ...
    def text_at(self, i: int) -> Any: ...
    def chunks(self, cls: type[Chunks]) -> list[Chunks]: ...
    def spans(self) -> Spans: ...
    def texts(self) -> list[list[str]]: ...

class Held:
    _text: Text
    _native: Spans
    _measured: Spans | None
    _chunker: Any
    _rows: range | None
    _converted: dict[str, Spans]
    _counts: array[int] | None
    _before: Any
    _notes: Any
    _embeddings: Any
    document_id: str | None
    source: str | None
    metadata: Mapping[str, Any]
    def _texts(self) -> list[str]: ...
