from array import array

from typing_extensions import Buffer

def own(starts: Buffer, ends: Buffer) -> array[int]: ...
def join(
    starts: Buffer, ends: Buffer, row_starts: Buffer, row_ends: Buffer
) -> tuple[array[int], array[int], array[int], array[int]]: ...
