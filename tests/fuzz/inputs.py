"""Input of a fuzzed function: the first bytes choose, the rest is the text, which may lie between guard
pages."""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Sequence
from typing import TypeVar

from shiplap._core import cpu

T = TypeVar("T")

#: Bytes of an input that choose.
HEAD = 48

#: The longest text, in bytes.
MOST = 4096


class Choices:
    """The values that an input chooses. They are 0, or the first, where the input is too short."""

    def __init__(self, head: bytes) -> None:
        self._head = head
        self._at = 0

    def number(self, most: int) -> int:
        """Return a number from 0 to `most`."""
        size = 1 if most < 256 else 2
        found = int.from_bytes(self._head[self._at : self._at + size], "little")
        self._at += size
        return found % (most + 1)

    def between(self, least: int, most: int) -> int:
        """Return a number from `least` to `most`, in half of the cases one of the first twelve."""
        near = self.flag()
        return least + self.number(min(most - least, 11) if near else most - least)

    def flag(self) -> bool:
        """True or False."""
        return self.number(1) == 1

    def one_of(self, options: Sequence[T]) -> T:
        """One of several options."""
        return options[self.number(len(options) - 1)]

    def some_of(self, options: Sequence[T], least: int, most: int) -> list[T]:
        """Several options, which may be the same."""
        return [self.one_of(options) for _ in range(least + self.number(most - least))]

    def instruction_set(self) -> None:
        """Let the core use one of the instruction sets of this machine."""
        cpu.use(self.one_of(cpu.supported()[::-1]))


def split(data: bytes, head: int = HEAD) -> tuple[Choices, bytes]:
    """Return the choices of an input, and its text."""
    return Choices(data[:head]), data[head : head + MOST]


def decoded(data: bytes) -> str:
    """Any bytes as a str: with lone surrogates, if they are UTF-8 except for those, else with U+FFFD."""
    try:
        return data.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return data.decode("utf-8", "replace")


class GuardedPages:
    """Memory between two pages that nobody may read or write, where the system has such."""

    def __init__(self, size: int) -> None:
        page = mmap.PAGESIZE
        inner = -(-size // page) * page
        self._map = mmap.mmap(-1, inner + 2 * page)
        address = ctypes.addressof(ctypes.c_char.from_buffer(self._map))
        self._begin, self._end = address + page, address + page + inner
        if os.name == "posix":
            protect = ctypes.CDLL(None, use_errno=True).mprotect
            for guard in (address, self._end):
                if protect(ctypes.c_void_p(guard), ctypes.c_size_t(page), 0):
                    raise OSError(ctypes.get_errno(), "mprotect")

    def hold(self, data: bytes, at_end: bool) -> memoryview:
        """Return the bytes right after the first guard page, or right before the second, until the next call."""
        place = self._end - len(data) if at_end else self._begin
        ctypes.memmove(place, data, len(data))
        return memoryview((ctypes.c_char * len(data)).from_address(place)).cast("B")


PAGES = GuardedPages(MOST)
