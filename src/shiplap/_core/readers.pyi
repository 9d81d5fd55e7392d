from array import array
from collections.abc import Iterable, Sequence
from typing import final

LEXBOR_FUNCTIONS: tuple[str, ...]
PDFIUM_FUNCTIONS: tuple[str, ...]

def connect_lexbor(addresses: dict[str, int]) -> int: ...
def read_html(
    source: bytes, original: bytes, begin: int, is_ascii: bool, is_xml: bool, is_main: bool, /
) -> tuple[str, list[tuple[str, str]], array[int], array[int], list[str]]: ...

@final
class PageReader:
    def __init__(self, addresses: Iterable[int], /) -> None: ...
    def read(
        self, handle: int, transform: Sequence[float], /
    ) -> tuple[str, array[float], array[int], array[float], array[int], array[float], array[int]]: ...
