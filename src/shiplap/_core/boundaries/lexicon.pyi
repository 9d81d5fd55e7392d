from collections.abc import Sequence

class Lexicon:
    language: str | None
    abbreviations: tuple[str, ...]
    def __init__(self, language: str | None = None, abbreviations: Sequence[str] = ()) -> None: ...
