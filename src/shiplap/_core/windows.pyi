import re
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from typing_extensions import Self

from shiplap._core.text import Spans, Text
from shiplap.plan import Plan

_Chunks = TypeVar("_Chunks")

class CompiledLoop:
    @property
    def compiled(self) -> CompiledLoop: ...

class Windows(CompiledLoop):
    def __new__(cls, plan: Plan) -> Self: ...
    def headings_of(self, text: Text, known: int = 0, /) -> int: ...
    def cut(
        self, text: Text, given: Sequence[array[int]] = (), headings: int = 0, /
    ) -> tuple[Spans, Spans | None]: ...
    def resume(
        self,
        text: Text,
        given: Sequence[array[int]],
        start: int,
        end: int,
        final: bool,
        headings: int = 0,
        /,
    ) -> tuple[Spans, Spans | None, int, int, int]: ...

class Splitter(CompiledLoop):
    def __new__(
        cls,
        level: str,
        language: str | None = None,
        abbreviations: tuple[str, ...] = (),
        line_breaks: str = "paragraph",
        /,
    ) -> Self: ...
    def cut(self, text: Text, given: object = (), /) -> tuple[Spans, None]: ...
    def resume(
        self, text: Text, given: object, start: int, end: int, final: bool, /
    ) -> tuple[Spans, None, int, int, int]: ...

def runs(
    text: Text, chunks: Spans, measures: Spans, size: int, least: int, /
) -> tuple[Spans, Spans, Spans]: ...
def seam_after(text: Text, at: int, /) -> int: ...
def seams(text: Text, whole: bool, /) -> list[int]: ...
def ids_of(tokens: list[int]) -> array[int]: ...
def cached_utf8(text: str) -> Text: ...

class Tokens:
    def __init__(self, ids: Any = None, table: Any = None, lengths: Any = None) -> None: ...
    def __len__(self) -> int: ...
    def lengths(self) -> list[int]: ...

class TokenWindows(Windows):
    def __new__(cls, plan: Plan) -> Self: ...
    def cut_tokens(
        self,
        text: Text,
        given: Sequence[array[int]],
        tokens: Tokens,
        count: Callable[[str], int],
        known: dict[bytes, int] | None,
        headings: int = 0,
        /,
    ) -> tuple[Spans, array[int]] | None: ...

def gather(
    iterator: Iterator[Any], count: int, size: int, other: Callable[[int, Any], Any] | None = None, /
) -> list[Any]: ...

class Batch:
    chunker: Any
    document_ids: tuple[str | None, ...] | None
    def __new__(
        cls,
        texts: list[Any],
        loop: CompiledLoop,
        view: Callable[[Any], Text],
        strict: bool,
        blank_fails: bool,
        chunker: Any = None,
        document_ids: list[str | None] | None = None,
        headings: bytes | None = None,
        /,
    ) -> Self: ...
    def __len__(self) -> int: ...
    def run(self) -> Batch: ...
    @property
    def failed(self) -> list[int]: ...
    def offsets(self) -> array[int]: ...
    def drop(self, i: int) -> None: ...
    def text_at(self, i: int) -> Any: ...
    def spans(self) -> Spans: ...
    def texts(self) -> list[list[str]]: ...

def lazy_chunks(batch: Batch, cls: type[_Chunks], /) -> list[_Chunks]: ...

class LazyRow:
    def _part(self) -> tuple[Any, ...] | None: ...
    def _leave(self) -> None: ...
    def _texts(self) -> list[str]: ...

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
