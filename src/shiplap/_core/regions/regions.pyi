from array import array

from shiplap._core.text.spans import Spans
from shiplap._core.text.text import Text

#: Decisions for a text, `Decided` of the reference: `known`, `levels`, `adorned`.
_Decided = tuple[int, tuple[tuple[int, int, int], ...], tuple[int, ...]]

def blocks(
    text: Text, grammar: str = "auto", finds_looks: bool = False, kept: _Decided = (0, (), ())
) -> tuple[Spans, Spans, Spans, _Decided]: ...
def content(text: Text) -> tuple[int, int, int, int, int, int, int]: ...
def rows(text: Text, start: int, end: int) -> tuple[int, array[int], array[int]]: ...
def guess(text: Text) -> str: ...
