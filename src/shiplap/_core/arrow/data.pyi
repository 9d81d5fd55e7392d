from collections.abc import Iterable
from typing import Any

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
