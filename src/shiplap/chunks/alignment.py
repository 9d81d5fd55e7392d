"""Alignment of pieces of text from another tool, or a model, with their source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from shiplap.errors import OptionError
from shiplap.source import text_and_path

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from shiplap.document import Document


def align(text: str | Document, pieces: Iterable[str]) -> npt.NDArray[np.int64]:
    """Find the spans of pieces of a text, in order: (start, end) in code points, int64, shape (n, 2).

    Each piece begins after the start and ends after the end of the previous one. Of several occurrences, the
    first choice is the one that continues at the end of the previous piece, white space aside; then the one that
    overlaps that piece least; then the first one after it. A choice after which a later piece would not be found
    is passed over. The search ignores white space: tools strip pieces and join lines. White space at the ends of a
    piece is part of its span if the text contains the piece verbatim.
    `Chunks.from_spans` takes the result.

    text: a str, or a `Document` of one. Raises OptionError for a blank piece, and for one without such an
    occurrence in the text. Linear in the text and the pieces.

    >>> align("It rains.  It pours. It rains.", ["It rains.", "rains.\\nIt pours.", "It rains."]).tolist()
    [[0, 9], [3, 20], [21, 30]]
    """
    import numpy as np

    text, _ = text_and_path(text)  # type: ignore[assignment]
    if not isinstance(text, str):
        raise OptionError("text", type(text).__name__, "must be a str")
    if isinstance(pieces, str):
        raise OptionError("pieces", "str", "must be an iterable of pieces of the text")
    dense, at = "".join(text.split()), _visible(text)
    given, letters = [], []
    for row, piece in enumerate(pieces):
        if not isinstance(piece, str) or not piece.strip():
            raise OptionError("pieces", piece, f"must be non-blank strings (row {row})")
        given.append(piece)
        letters.append("".join(piece.split()))
    places = _places(dense, letters, [len(dense)] * len(letters))
    if len(places) < len(letters):  # a choice went too far, or a piece is missing
        row = _first_missing(dense, letters)
        if row < len(letters):
            rule = f"does not occur in the text after the previous piece (row {row})"
            raise OptionError("pieces", given[row], rule)
        places = _places(dense, letters, _latest(dense, letters))
    found: list[tuple[int, int]] = []
    for piece, place, each in zip(given, places, letters, strict=True):
        start, end = int(at[place]), int(at[place + len(each) - 1]) + 1
        found.append(_widened(text, piece, start, end, found[-1] if found else (-1, 0)))
    return np.array(found, np.int64) if found else np.empty((0, 2), np.int64)


def _visible(text: str) -> npt.NDArray[np.intp]:
    """Return the positions of the characters that are not white space by Python's definition."""
    import numpy as np

    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)
    spaces = np.array([ord(char) for char in set(text) if char.isspace()], np.uint32)
    return np.flatnonzero(~np.isin(codes, spaces))


def _places(text: str, pieces: Sequence[str], latest: Sequence[int]) -> list[int]:
    """Return the chosen position of each piece, none after its latest one, up to the first piece without one."""
    found: list[int] = []
    start, end = -1, 0
    for piece, last in zip(pieces, latest, strict=True):
        place = _place(text, piece, start, end, last)
        if place < 0:
            break
        found.append(place)
        start, end = place, place + len(piece)
    return found


def _place(text: str, piece: str, start: int, end: int, latest: int) -> int:
    """Return the position of a piece in a text, after a piece from `start` to `end`; -1 if none is up to
    `latest`."""
    if end <= latest and text.startswith(piece, end):
        return end
    # an occurrence that begins before the end of the previous piece, and ends after it
    p = text.rfind(piece, max(start + 1, end - len(piece) + 1), min(end - 1, latest) + len(piece))
    if p < 0:
        p = text.find(piece, end)
    return p if p <= latest else -1


def _first_missing(text: str, pieces: Sequence[str]) -> int:
    """Return the row of the first piece that no choice of positions reaches, or the number of pieces. The first
    possible position of each piece leaves most room for the later pieces."""
    start, end = -1, 0
    for row, piece in enumerate(pieces):
        start = text.find(piece, max(start + 1, end - len(piece) + 1))
        if start < 0:
            return row
        end = start + len(piece)
    return len(pieces)


def _latest(text: str, pieces: Sequence[str]) -> list[int]:
    """Return the last position of each piece after which all later pieces still have one.

    It is searched for in the reversed text: `find` is linear, and `rfind` is not.
    """
    found: list[int] = []
    backwards, start, end = text[::-1], len(text) + 1, len(text) + 1
    for piece in reversed(pieces):
        # it ends before `end`, and begins before `start`
        last_end = min(end - 1, start - 1 + len(piece))
        start = len(text) - backwards.find(piece[::-1], len(text) - min(last_end, len(text))) - len(piece)
        end = start + len(piece)
        found.append(start)
    return found[::-1]


def _widened(text: str, piece: str, start: int, end: int, before: tuple[int, int]) -> tuple[int, int]:
    """Return the span with the white space at the ends of the piece, if the text contains the piece verbatim."""
    first = start - (len(piece) - len(piece.lstrip()))
    last = first + len(piece)
    is_there = first > before[0] and last > before[1] and text.startswith(piece, first) and last >= end
    return (first, last) if is_there else (start, end)
