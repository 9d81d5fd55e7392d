"""The differences of two texts: the ranges of the old text that were replaced, and the text in their place.

D1  The longest common prefix of both texts has not changed. Then, of the remaining text, the longest common suffix
    has not changed.
D2  The text between prefix and suffix is divided into segments. A segment ends after a line feed, after a space
    that follows a full stop, a question mark or an exclamation mark, or after an ideographic full stop. A segment
    that occurs once in the old text between and once in the new text between is a match. Of the matches, the most
    that are in the same order in both texts have not changed.
D3  The text between two successive matches has changed, except for its common prefix and then its common suffix.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

#: The code points that end a segment (D2).
LINE_FEED, SPACE, STOPS, IDEOGRAPHIC_STOP = "\n", " ", ".?!", "\u3002"


class Change(NamedTuple):
    """A range of the old text, and the range of the new text that replaces it."""

    start: int
    end: int
    new_start: int
    new_end: int


def common_prefix(old: str, new: str, change: Change) -> int:
    """Return the number of code points that both ranges begin with."""
    most = min(change.end - change.start, change.new_end - change.new_start)
    return next((k for k in range(most) if old[change.start + k] != new[change.new_start + k]), most)


def common_suffix(old: str, new: str, change: Change) -> int:
    """Return the number of code points that both ranges end with."""
    most = min(change.end - change.start, change.new_end - change.new_start)
    return next((k for k in range(most) if old[change.end - 1 - k] != new[change.new_end - 1 - k]), most)


def trimmed(old: str, new: str, change: Change) -> Change:
    """Return a change without the common prefix and then the common suffix of both sides (D1, D3)."""
    start = common_prefix(old, new, change)
    change = change._replace(start=change.start + start, new_start=change.new_start + start)
    end = common_suffix(old, new, change)
    return change._replace(end=change.end - end, new_end=change.new_end - end)


def segments(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """Return the segments of a range (D2)."""
    found = []
    begin = start
    for p in range(start, end):
        ends = text[p] in (LINE_FEED, IDEOGRAPHIC_STOP) or (
            text[p] == SPACE and p > begin and text[p - 1] in STOPS
        )
        if ends or p + 1 == end:
            found.append((begin, p + 1))
            begin = p + 1
    return found


def unique(text: str, parts: list[tuple[int, int]]) -> dict[str, int]:
    """Return the number of each segment whose text occurs once."""
    count: dict[str, int] = {}
    for start, end in parts:
        count[text[start:end]] = count.get(text[start:end], 0) + 1
    return {text[start:end]: k for k, (start, end) in enumerate(parts) if count[text[start:end]] == 1}


def matches(
    old: str, old_parts: list[tuple[int, int]], new: str, new_parts: list[tuple[int, int]]
) -> list[tuple[int, int]]:
    """Return the numbers of the matches in the old and the new text, the most that are in the same order (D2)."""
    numbers = unique(new, new_parts)
    return in_order([(k, numbers[text]) for text, k in unique(old, old_parts).items() if text in numbers])


def in_order(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence of pairs whose second numbers rise; the first numbers of all pairs rise. Of
    subsequences of equal length, the one with the least last number, and so on backwards."""
    tops: list[int] = []  # of the sequences of each length, the least last number
    rows: list[int] = []  # and its row
    before: list[int | None] = []  # of each row, the row before it in its sequence
    for row, (_, number) in enumerate(pairs):
        length = bisect_left(tops, number)
        before.append(rows[length - 1] if length else None)
        tops[length : length + 1] = [number]
        rows[length : length + 1] = [row]
    found = []
    last = rows[-1] if rows else None
    while last is not None:
        found.append(pairs[last])
        last = before[last]
    return found[::-1]


def differences(old: str, new: str) -> list[Change]:
    """Return the changes from one text to another, in order. No change touches another."""
    whole = trimmed(old, new, Change(0, len(old), 0, len(new)))
    old_parts = segments(old, whole.start, whole.end)
    new_parts = segments(new, whole.new_start, whole.new_end)
    found = []
    start, new_start = whole.start, whole.new_start
    for k, j in matches(old, old_parts, new, new_parts):
        found.append(trimmed(old, new, Change(start, old_parts[k][0], new_start, new_parts[j][0])))
        start, new_start = old_parts[k][1], new_parts[j][1]
    found.append(trimmed(old, new, Change(start, whole.end, new_start, whole.new_end)))
    return [each for each in found if each.end > each.start or each.new_end > each.new_start]
