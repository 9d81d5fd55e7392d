from array import array
from collections.abc import Mapping
from typing import Any, TypeVar

from shiplap._core.batch import Batch
from shiplap._core.spans import Spans
from shiplap._core.text import Text

Chunks = TypeVar("Chunks")

def chunks_of(batch: Batch, cls: type[Chunks]) -> list[Chunks]: ...

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
