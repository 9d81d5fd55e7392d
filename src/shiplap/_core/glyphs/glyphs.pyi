from array import array
from collections.abc import Iterable, Sequence
from typing import final

FUNCTIONS: tuple[str, ...]

@final
class Reader:
    def __init__(self, addresses: Iterable[int]) -> None: ...
    def read(
        self, handle: int, transform: Sequence[float]
    ) -> tuple[str, array[float], array[int], array[float], array[int], array[float], array[int]]: ...
