from array import array
from collections.abc import Callable, Sequence
from typing import Any

from typing_extensions import Self

from shiplap._core.text.text import Spans, Text
from shiplap._core.windows.windows import Windows
from shiplap.plan import Plan

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
    ) -> tuple[Spans, array[int]] | None: ...

def seam_after(text: Text, at: int) -> int: ...
def seams(text: Text, whole: bool) -> list[int]: ...
def ids_of(tokens: list[int]) -> array[int]: ...
