from array import array
from collections.abc import Sequence

from typing_extensions import Self

from shiplap._core.batch.batch import CompiledLoop
from shiplap._core.text.text import Spans, Text
from shiplap.plan import Plan

class Windows(CompiledLoop):
    def __new__(cls, plan: Plan) -> Self: ...
    def headings_of(self, text: Text, known: int = 0) -> int: ...
    def cut(
        self, text: Text, given: Sequence[array[int]] = (), headings: int = 0
    ) -> tuple[Spans, Spans | None]: ...
    def resume(
        self,
        text: Text,
        given: Sequence[array[int]],
        start: int,
        end: int,
        final: bool,
        headings: int = 0,
    ) -> tuple[Spans, Spans | None, int, int, int]: ...
    def __call__(
        self, text: Text, given: Sequence[array[int]] = (), headings: int = 0
    ) -> tuple[Spans, Spans | None]: ...

class Splitter(CompiledLoop):
    def __new__(cls, level: str, language: str | None = None, abbreviations: tuple[str, ...] = ()) -> Self: ...
    def cut(self, text: Text, given: object = ()) -> tuple[Spans, None]: ...
    def __call__(self, text: Text, given: object = ()) -> tuple[Spans, None]: ...
    def resume(
        self, text: Text, given: object, start: int, end: int, final: bool
    ) -> tuple[Spans, None, int, int, int]: ...
