import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from typing_extensions import Self

class UnsupportedLength(Exception): ...
class UnsupportedSeparator(Exception): ...

class SeparatorSplitter:
    @property
    def separators(self) -> tuple[str, ...]: ...
    def __new__(
        cls,
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
        unsupported: Mapping[int, re.Pattern[str] | None] | None = None,
    ) -> Self: ...
    def split(self, text: str) -> list[str]: ...
    def split_with_starts(self, text: str) -> tuple[list[str], list[int]]: ...

def rebuilt(separators: Sequence[str], options: dict[str, Any], /) -> SeparatorSplitter: ...
