from array import array

from shiplap._core.spans import Spans
from shiplap._core.text import Text

KINDS: tuple[str, ...]
GRAMMARS: tuple[str, ...]

def blocks(text: Text, grammar: str = "auto") -> tuple[Spans, Spans, Spans]: ...
def content(text: Text) -> tuple[int, int, int, int, int, int, int]: ...
def rows(text: Text, start: int, end: int) -> tuple[int, array[int], array[int]]: ...
