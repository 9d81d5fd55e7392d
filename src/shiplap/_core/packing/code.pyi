from array import array

from shiplap._core.text.spans import Spans

def pack(
    positions: array[int], ranks: array[int], rows: array[int], length: int, size: int
) -> tuple[Spans, int]: ...
