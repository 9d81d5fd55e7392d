from array import array
from typing import Literal

from typing_extensions import Buffer

def own(starts: Buffer, ends: Buffer, /) -> array[int]: ...
def join(
    starts: Buffer, ends: Buffer, row_starts: Buffer, row_ends: Buffer, /
) -> tuple[array[int], array[int], array[int], array[int]]: ...
def boxes(
    starts: Buffer,
    ends: Buffer,
    row_starts: Buffer,
    row_ends: Buffer,
    page: Buffer,
    x0: Buffer,
    y0: Buffer,
    x1: Buffer,
    y1: Buffer,
    direction: Buffer | None,
    edges: Buffer | None,
    merge: Literal["line", "block"] | None,
    /,
) -> tuple[array[int], array[int], array[float]]: ...
