from array import array
from collections.abc import Callable, Iterable, Sequence

from typing_extensions import Self

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text
from shiplap._core.updates.differences import Changes
from shiplap._core.windows.windows import Windows

_Span = tuple[int, int]

def grade(windows: Windows, text: Text, given: Sequence[array[int]], p: int, headings: int = 0) -> int: ...

class Update:
    found: Spans
    def __new__(
        cls,
        old: Text,
        new: Text,
        spans: Spans,
        changes: Changes,
        cut: Callable[[_Span | None, int], Sequence[_Span]],
        grade: Callable[[Text, int], int],
        is_short: Callable[[_Span], bool],
        unfit: Iterable[int] = (),
    ) -> Self: ...
    def run(self) -> tuple[Spans, list[int]]: ...
