from array import array
from collections.abc import Callable, Iterator
from typing import Any

from typing_extensions import Self

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

def gather(iterator: Iterator[Any], count: int, size: int) -> list[Any]: ...

class CompiledLoop:
    @property
    def compiled(self) -> CompiledLoop: ...

class Batch:
    chunker: Any
    document_ids: tuple[str | None, ...] | None
    def __new__(
        cls,
        texts: list[Any],
        loop: CompiledLoop,
        view: Callable[[Any], Text],
        strict: bool,
        blank_fails: bool,
        chunker: Any = None,
        document_ids: list[str | None] | None = None,
        headings: bytes | None = None,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def run(self) -> Batch: ...
    @property
    def failed(self) -> list[int]: ...
    def offsets(self) -> array[int]: ...
    def drop(self, i: int) -> None: ...
    def text_at(self, i: int) -> Any: ...
    def spans(self) -> Spans: ...
    def texts(self) -> list[list[str]]: ...
