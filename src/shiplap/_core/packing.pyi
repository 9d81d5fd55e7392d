from array import array
from collections.abc import Sequence

from typing_extensions import Self

from shiplap._core.boundaries import Lexicon
from shiplap._core.text import Spans, Text

def pack_code(
    positions: array[int], ranks: array[int], rows: array[int], length: int, size: int, /
) -> tuple[Spans, int]: ...
def places(
    layout: Layout, sentence: int, lexicon: Lexicon, limits: Sequence[int]
) -> tuple[array[int], array[int], bool]: ...
def keep_lists(
    layout: Layout, at: array[int], ranks: array[int], m: array[int], limits: Sequence[int]
) -> tuple[array[int], array[int]] | None: ...
def sites(
    lines: array[int],
    ranks: array[int],
    positions: array[int],
    rows: array[int],
    edges: tuple[int, int],
    size: int,
    offset: int = 0,
    lowest: int = ...,
    /,
) -> tuple[array[int], array[int]]: ...
def keeps(layout: Layout, limits: Sequence[int]) -> tuple[bytes, list[int]]: ...
def pack(
    m: array[int],
    ranks: array[int],
    runs: tuple[array[int], array[int]],
    limits: Sequence[int],
    overlaps: Sequence[int],
    extra: array[int] | None,
    first: int,
    limiting: tuple[array[int], array[int]],
) -> tuple[array[int], array[int], array[int]]: ...
def limiting_runs(layout: Layout, limits: Sequence[int]) -> tuple[array[int], array[int]]: ...
def starts(
    text: Text,
    at: array[int],
    ranks: array[int],
    ends: array[int],
    lows: array[int],
    words: array[int],
    strip_whitespace: bool,
    skip_blank: bool,
    place: int,
    before: int,
) -> Spans: ...
def segments(
    m: array[int], directions: array[int], dimensions: int, size: int, least: int, price: int
) -> array[int]: ...
def positions(layout: Layout, lows: array[int], at: array[int], m: array[int]) -> array[int]: ...
def tokens_before(begins: array[int], at: array[int], base: int) -> array[int]: ...

class Layout:
    text: Text
    native: Spans
    kinds: Spans
    begins: array[int] | None
    base: int
    sizes: array[int] | None
    ends: array[int]
    whole: bytes
    inner: array[int]
    inner_ranks: array[int]
    headers: array[int] | None
    def __new__(
        cls,
        text: Text,
        native: Spans,
        kinds: Spans,
        unit: str = "characters",
        begins: array[int] | None = None,
        base: int = 0,
        /,
    ) -> Self: ...
    def measure_ends(self) -> None: ...

class BreakPoints:
    long: list[tuple[int, int, int]]

class Packing:
    limits: tuple[int, ...]
    overlaps: tuple[int, ...]
    def __new__(
        cls,
        limits: Sequence[int],
        overlaps: Sequence[int],
        level: str,
        language: str | None,
        abbreviations: Sequence[str],
        line_breaks: str,
        strip_whitespace: bool,
        skip_blank: bool,
        /,
    ) -> Self: ...
    def look(self, layout: Layout) -> list[int]: ...
    def break_points(self, layout: Layout, after: tuple[int, int] | None = None, /) -> BreakPoints: ...
    def chunks(self, points: BreakPoints, cuts: array[int] | None = None, /) -> Spans: ...

def majority(spans: Spans, regions: Spans, kinds: Spans, /) -> list[int]: ...
