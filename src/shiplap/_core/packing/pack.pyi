from array import array
from collections.abc import Sequence

def pack(
    m: array[int],
    ranks: array[int],
    run_ends: array[int],
    run_kinds: array[int],
    limits: Sequence[int],
    overlaps: Sequence[int],
    extra: array[int] | None,
    first: int,
) -> tuple[array[int], array[int], array[int]]: ...
