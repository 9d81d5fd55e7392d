"""Parts of shown texts: a shown text is the text of a chunk without some of its lines, the page furniture."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from shiplap._data.unicode import WHITE_SPACE

#: Not `str.strip` alone, which takes four separators of ASCII (U+001C to U+001F) for white space.
_SPACES = "".join(sorted(WHITE_SPACE))
_LINE = re.compile(r"[^\n\v\f\r\x85\u2028\u2029]+")


class Line(NamedTuple):
    """A visible line, without the white space at its end: its offsets in the shown text and in the text, and its
    size."""

    shown: int
    text: int
    size: int


def aligned(text: str, shown: str) -> list[Line]:
    """Return the visible lines of a shown text, with their offsets in the text: each is the next one of the text
    that is equal.

    >>> aligned("It\\n\\nPage 3\\n\\nrains.", "It\\nrains.")
    [Line(shown=0, text=0, size=2), Line(shown=3, text=12, size=6)]
    """
    found = []
    others = _visible_lines(text)
    for at, line in _visible_lines(shown):
        for other_at, other in others:
            if other == line:
                found.append(Line(at, other_at, len(line)))
                break
    return found


def _visible_lines(text: str) -> Iterator[tuple[int, str]]:
    """Yield the offset and the text of each visible line, without the white space at its end."""
    for found in _LINE.finditer(text):
        if line := found[0].rstrip(_SPACES):
            yield found.start(), line


def shown_part(text: str, shown: str, start: int, end: int) -> str:
    """Return the part of a shown text that a part of the text has; the part of the text if it has no such line.

    >>> shown_part("It\\n\\nPage 3\\n\\nrains.", "It\\nrains.", 1, 14)
    't\\nra'
    """
    lines = [line for line in aligned(text, shown) if line.text < end and line.text + line.size > start]
    if not lines:
        return text[start:end]
    first, last = lines[0], lines[-1]
    begin, stop = first.shown + max(0, start - first.text), last.shown + min(last.size, end - last.text)
    room = max(0, end - last.text - last.size)  # white space after the last line
    space = shown[stop : stop + room]
    return shown[begin:stop] + space[: len(space) - len(space.lstrip(_SPACES))]


def text_span(text: str, shown: str, start: int, end: int) -> tuple[int, int]:
    """Return the span of a text that a part of its shown text has, with the furniture inside of it.

    >>> text_span("It\\n\\nPage 3\\n\\nrains.", "It\\nrains.", 1, 5)
    (1, 14)
    """
    lines = aligned(text, shown)
    touched = [line for line in lines if line.shown < end and line.shown + line.size > start] or lines[:1]
    if not touched:
        return 0, len(text)
    first, last = touched[0], touched[-1]
    return first.text + max(0, start - first.shown), last.text + min(last.size, max(0, end - last.shown))
