from collections.abc import Callable, Sequence
from typing import Any

class UnsupportedLength(Exception): ...

class SeparatorSplitter:
    separators: list[str]
    def __init__(
        self,
        separators: Sequence[str],
        *,
        is_regex: bool,
        recursive: bool,
        chunk_size: int,
        chunk_overlap: int,
        keep: str | None,
        rejoin: bool,
        strip: bool,
        length: Callable[[str], Any] | None = None,
        on_oversize: Callable[[int], object] | None = None,
    ) -> None: ...
    def split(self, text: str) -> list[str]: ...
    def split_with_starts(self, text: str) -> tuple[list[str], list[int]]: ...

def alternatives(pattern: str) -> list[list[tuple[int, int, int, int]]] | None: ...
