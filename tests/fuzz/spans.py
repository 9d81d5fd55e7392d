"""The target for joins of chunks with tables of spans: the reference, and the laws of a join."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Callable
from typing import Any

from shiplap._core import text as core
from shiplap.reference.provenance import provenance as reference
from tests.fuzz.inputs import Choices, split

#: The most chunks and rows of a table: the reference compares all with all.
MOST = 24

#: Numbers that a column seldom has.
FAR = [-1, -(1 << 63), (1 << 63) - 1, 1 << 62, 4096]

SIDES = [float("nan"), float("inf"), float("-inf"), -0.0, 1e308, -1e308, 0.1]


def spans(choices: Choices, data: bytes, is_sorted: bool) -> list[array[int]]:
    """Return the starts and the ends of chunks or rows."""
    longest = choices.one_of([1, 4, 40])
    found = [(data[k] % 64, data[k] % 64 + data[k + 1] % longest) for k in range(0, len(data) - 1, 2)][:MOST]
    if is_sorted:
        starts, ends = sorted(start for start, _ in found), sorted(end for _, end in found)
    else:
        found.sort(key=lambda span: span[0])
        starts, ends = [start for start, _ in found], [end for _, end in found]
    columns = [array("q", starts), array("q", ends)]
    if choices.number(7) == 7 and found:
        columns[choices.number(1)][choices.number(len(found) - 1)] = choices.one_of(FAR)
    if choices.number(31) == 31:
        columns[choices.number(1)].append(choices.one_of(FAR))
    return columns


def numbers(data: bytes, count: int, kind: str) -> array[float]:
    """Return a column of so many numbers: some of them as wild as bytes can make them, most of them small."""
    size = struct.calcsize(kind)
    found = array(kind)
    for k in range(count):
        at = 3 * k % max(1, len(data))
        byte = data[at] if data else 0
        if byte < 8 and len(data) >= at + size:
            found.append(struct.unpack_from(f"<{kind}", data, at)[0])
        elif byte > 250:
            found.append(SIDES[byte % len(SIDES)])
        else:
            found.append(float(byte % 32))
    return found


def boxes(choices: Choices, data: bytes, rows: list[array[int]]) -> list[Any]:
    """Return the pages, sides, directions and edges of rows, most of them sound."""
    count = len(rows[0])
    page = array("q", [byte % 3 for byte in data[:count].ljust(count, b"\1")])
    sides = [numbers(data[k:], count, "d") for k in range(4)]
    if choices.number(7) < 7:
        for low, high in ((sides[0], sides[2]), (sides[1], sides[3])):
            for k in range(count):
                pair = [side if abs(side) < 1e300 else 7.0 for side in (low[k], high[k])]
                low[k], high[k] = sorted(pair)
    direction = array("b", [byte % 4 for byte in data[:count].ljust(count)]) if choices.flag() else None
    if direction and choices.number(15) == 15:
        direction[0] = choices.one_of([4, -1, 127])
    edges = None
    if choices.flag():
        wanted = sum(max(0, end - start) for start, end in zip(*rows, strict=False))
        edges = numbers(data, min(wanted, 2048) + choices.one_of([0, 0, 0, 0, 0, 0, 1]), "f")
    columns: list[Any] = [page, *sides, direction, edges]
    if choices.number(31) == 31:
        columns[choices.number(4)].append(1)
    return columns


def outcome(call: Callable[..., Any], *given: Any) -> Any:
    """Return the result of a call as lists, or the message of its ValueError."""
    try:
        return [list(column) for column in call(*given)]
    except ValueError as error:
        return str(error)


def provenance(data: bytes) -> None:
    """Join chunks with a table, and find their boxes, as the reference does, or raise its error."""
    choices, rest = split(data)
    half = len(rest) // 2
    chunks = spans(choices, rest[: min(half, 2 * MOST)], True)
    rows = spans(choices, rest[half:], False)
    joined = outcome(core.join, *chunks, *rows)
    assert joined == outcome(reference.join, *chunks, *rows)
    if isinstance(joined, list):
        assert list(core.own(*chunks)) == reference.own(*chunks)
    table = boxes(choices, rest, rows)
    merge = "word" if choices.number(31) == 31 else choices.one_of([None, "line", "block"])
    found = outcome(core.boxes, *chunks, *rows, *table, merge)
    assert found == outcome(reference.boxes, *chunks, *rows, *table, merge)
    if isinstance(found, list):
        assert all(few <= all_of for few, all_of in zip(found[0], joined[0], strict=True))
    given: list[Any] = [*chunks, *rows, *table]
    place = choices.number(len(given) - 1)
    given[place] = choices.one_of([rest, memoryview(rest)[::2], array("i", list(rest)), b"", None])
    try:
        core.boxes(*given, None)
    except (ValueError, TypeError, BufferError):
        pass
    else:
        assert given[place] is None and place >= 9, "a column of another type was read"
