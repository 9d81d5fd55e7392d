from typing import TypeVar

from shiplap._core.batch import Batch

Chunks = TypeVar("Chunks")

def chunks_of(batch: Batch, cls: type[Chunks]) -> list[Chunks]: ...

class Held:
    def _load(self) -> bool: ...
    def _texts(self) -> list[str]: ...
