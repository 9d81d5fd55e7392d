"""A known state of the heaps of C and of Python, so that allocations take the same paths in every process.

What malloc and the allocator of small objects do depends on the holes that earlier work has left: which block is
split, what is merged with its neighbour. Calls that make a hundred texts differed by up to 20 % in instructions
because three files had been compiled before. So all holes are filled, and what is counted begins on fresh memory.
"""

from __future__ import annotations

import ctypes
import itertools
from typing import Any

#: Settings of glibc's malloc for the environment: memory is neither mapped for one block nor returned, and the
#: heap grows in steps so large that no count meets one.
TUNABLES = ":".join(
    f"glibc.malloc.{name}={size}"
    for name, size in (("mmap_threshold", 1 << 30), ("trim_threshold", 1 << 30), ("top_pad", 1 << 26))
)

LARGEST = 1 << 22  # bytes of the largest hole of malloc that is filled
FINE = 2048  # bytes up to which malloc has a bin for each multiple of ALIGNMENT
ALIGNMENT = 16

#: CPython's allocator of small objects (Objects/obmalloc.c): the largest object, the pools that it divides, and
#: the header of a pool.
SMALL, POOL, POOL_HEADER = 512, 16_384, 48
FREE_POOLS = 1024  # pools of arenas that are filled: more than are ever free
FREE_BLOCKS = 4096  # blocks of each size that are filled

_held: list[Any] = []


def settle() -> None:
    """Fill all holes of both heaps for the rest of the process."""
    _fill_pools()
    _fill_malloc()


def _fill_pools() -> None:
    blocks = POOL // SMALL
    _held.append([_block(SMALL) for _ in range(FREE_POOLS * blocks)])
    for size in range(3 * ALIGNMENT, SMALL + 1, ALIGNMENT):
        _held.append([_block(size) for _ in range(FREE_BLOCKS)])
        for _ in range(POOL // size):  # until one is the first of its pool
            _held.append(block := _block(size))
            if id(block) % POOL == POOL_HEADER:
                break


def _block(size: int) -> bytes:
    """Return an object of that size, at least 48: the header of `bytes` is 33 bytes long with the last NUL."""
    return bytes(size - bytes.__basicsize__)


def _fill_malloc() -> None:
    """Take blocks of each size, the largest first, until one comes from the end of the heap."""
    malloc = ctypes.CDLL(None).malloc
    malloc.restype, malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    end = 0
    coarse = itertools.takewhile(lambda size: size > FINE, (LARGEST * 15**k // 16**k for k in itertools.count()))
    for size in (*coarse, *range(FINE - ALIGNMENT // 2, 0, -ALIGNMENT)):
        block = 0
        while block <= end:
            block = malloc(size)
        end = block
