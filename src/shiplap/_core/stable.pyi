from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence

from typing_extensions import Self

from shiplap._core.text import Spans, Text
from shiplap._core.windows import CompiledLoop, Windows
from shiplap.plan import Plan

_Span = tuple[int, int]

class Changes:
    def __iter__(self) -> Iterator[tuple[int, int, int, int]]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, k: int, /) -> tuple[int, int, int, int]: ...

def differences(old: Text, new: Text, /) -> Changes: ...
def grade(windows: Windows, text: Text, given: Sequence[array[int]], p: int, headings: int = 0, /) -> int: ...

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
        /,
    ) -> Self: ...
    def run(self) -> tuple[Spans, list[int]]: ...

class StableCuts(CompiledLoop):
    def __new__(cls, plan: Plan, key: int = 0, /) -> Self: ...
    def cut(self, text: Text, given: Sequence[array[int]] = (), /) -> tuple[Spans, Spans | None]: ...
    def resume(
        self, text: Text, given: Sequence[array[int]], start: int, end: int, final: bool, /
    ) -> tuple[Spans, Spans | None, int, int, int]: ...
