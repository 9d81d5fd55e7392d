from array import array
from collections.abc import Callable, Sequence

from typing_extensions import Self

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

class Packing:
    limits: tuple[int, ...]
    overlaps: tuple[int, ...]
    loops: tuple[Callable[[Text], Spans], ...]
    def __new__(
        cls,
        limits: Sequence[int],
        overlaps: Sequence[int],
        loops: Sequence[Callable[[Text], Spans]],
        level: str,
        language: str | None,
        abbreviations: Sequence[str],
        strip_whitespace: bool,
        skip_blank: bool,
    ) -> Self: ...
    def look(
        self,
        native: Spans,
        kinds: Spans,
        measured: Callable[[array[int]], array[int]] | None = None,
        sizes: array[int] | None = None,
    ) -> tuple[array[int], bytes, list[int]]: ...
    def chunks(
        self,
        text: Text,
        native: Spans,
        kinds: Spans,
        ends: array[int],
        whole: bytes,
        cuts: tuple[array[int], array[int], array[int] | None] | None = None,
        sizes: array[int] | None = None,
        measured: Callable[[array[int]], array[int]] | None = None,
        positions: Callable[[array[int], array[int], array[int]], array[int]] | None = None,
        after: tuple[int, int] | None = None,
    ) -> Spans: ...

def majority(spans: Spans, regions: Spans, kinds: Spans) -> list[int]: ...
