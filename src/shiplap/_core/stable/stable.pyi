from array import array
from collections.abc import Sequence

from typing_extensions import Self

from shiplap._core.text.text import Spans, Text
from shiplap._core.windows.windows import CompiledLoop
from shiplap.plan import Plan

class StableCuts(CompiledLoop):
    def __new__(cls, plan: Plan, key: int = 0, /) -> Self: ...
    def cut(self, text: Text, given: Sequence[array[int]] = (), /) -> tuple[Spans, Spans | None]: ...
    def resume(
        self, text: Text, given: Sequence[array[int]], start: int, end: int, final: bool, /
    ) -> tuple[Spans, Spans | None, int, int, int]: ...
