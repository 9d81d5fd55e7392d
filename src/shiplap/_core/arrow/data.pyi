from collections.abc import Iterable, Iterator
from typing import Any

from typing_extensions import Self

class Field:
    name: str
    format: str
    flags: int
    metadata: bytes | None
    children: tuple[Field, ...]
    dictionary: Field | None
    def __init__(
        self,
        name: str,
        format: str,
        *,
        flags: int = 2,
        metadata: bytes | None = None,
        children: Iterable[Field] = (),
        dictionary: Field | None = None,
    ) -> None: ...
    @staticmethod
    def of(data: Any) -> Field: ...
    def same(self, other: Field) -> bool: ...
    def __arrow_c_schema__(self) -> object: ...

class Array:
    field: Field
    @staticmethod
    def of(data: Any) -> Array: ...
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

class Source:
    field: Field
    def __new__(cls, data: Any) -> Self: ...
    def __iter__(self) -> Iterator[Array]: ...
    def __next__(self) -> Array: ...

class Sink:
    def __init__(self, arrays: Iterator[Array], field: Field) -> None: ...
    def capsule(self) -> object: ...
