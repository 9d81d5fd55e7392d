from collections.abc import Sequence

from typing_extensions import Self

class Lexicon:
    language: str | None
    abbreviations: tuple[str, ...]
    def __new__(cls, language: str | None = None, abbreviations: Sequence[str] = (), /) -> Self: ...
