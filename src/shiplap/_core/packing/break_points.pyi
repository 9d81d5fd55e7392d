from array import array
from collections.abc import Callable, Sequence

from shiplap._core.boundaries.standard import Lexicon
from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

def places(
    text: Text,
    native: Spans,
    kinds: Spans,
    whole: bytes,
    inner: array[int],
    inner_ranks: array[int],
    sentence: int,
    lexicon: Lexicon,
) -> tuple[array[int], array[int], bool]: ...
def keep_lists(
    text: Text,
    native: Spans,
    kinds: Spans,
    whole: bytes,
    at: array[int],
    ranks: array[int],
    m: array[int],
    measured: array[int],
    limits: Sequence[int],
    sizes: array[int] | None,
) -> tuple[array[int], array[int]] | None: ...
def sites(
    lines: array[int],
    ranks: array[int],
    positions: array[int],
    rows: array[int],
    edges: tuple[int, int],
    size: int,
    offset: int = 0,
) -> tuple[array[int], array[int]]: ...
def ends(native: Spans) -> array[int]: ...
def keeps(
    measured: array[int], kinds: Spans, limits: Sequence[int], sizes: array[int] | None
) -> tuple[bytes, list[int]]: ...
def runs(measured: array[int], kinds: Spans) -> tuple[array[int], array[int]]: ...
def extras(at: array[int], native: Spans, sizes: array[int], headers: array[int] | None) -> array[int]: ...
def split(
    text: Text,
    at: array[int],
    ranks: array[int],
    m: array[int],
    run_ends: array[int],
    run_kinds: array[int],
    limits: Sequence[int],
    extra: array[int] | None,
    loops: Sequence[Callable[[Text], Spans]],
) -> tuple[array[int], array[int]] | None: ...
