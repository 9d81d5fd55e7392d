from collections.abc import Sequence

from typing_extensions import Self

from shiplap._core.text import Spans, Text

class Lexicon:
    language: str | None
    abbreviations: tuple[str, ...]
    def __new__(
        cls, language: str | None = None, abbreviations: Sequence[str] = (), line_breaks: str = "paragraph", /
    ) -> Self: ...

def anchor(text: Text, p: int, /) -> int: ...
def cluster_around(text: Text, p: int, /) -> tuple[int, int]: ...
def is_cut(text: Text, p: int, level: str, /) -> bool: ...
def count_cut(text: Text, native: Spans, level: str, /) -> int: ...
