"""The splitting of a text by separators, and the merging of the pieces, as LangChain's splitters do it.

The rules are those of `CharacterTextSplitter` (one separator) and `RecursiveCharacterTextSplitter` of
langchain-text-splitters 1.1.3. Positions and lengths are in code points; a lone surrogate is one like any other.

M1  The first separator that is empty or occurs in the text is chosen. If no separator occurs, the text is one
    piece.
M2  Matches of a separator are found from the left and do not overlap. An empty separator cuts everywhere.
M3  A separator is dropped, or belongs to the piece before it ("end") or after it ("start"). Empty pieces are
    dropped.
M4  A recursive splitter does not merge a piece whose length is at least `chunk_size`. It splits the piece by the
    separators after the chosen one; if no separator is left, the piece is one chunk. Pieces before and after it
    are not merged with each other.
M5  A chunk is the longest run of pieces whose length is at most `chunk_size`. It begins with the last pieces of
    the chunk before: the most pieces whose length is at most `chunk_overlap` and that leave room for the next
    piece.
M6  Dropped separators are put back between the pieces of a chunk as they were given, a regular expression as its
    source.
M7  White space at the ends of a chunk is stripped, and an empty chunk is dropped.
M8  The start of a chunk is the offset of its first character.
M9  A separator that the caller marks as unsupported raises UnsupportedSeparator when it is chosen, or when it is
    searched and is not a valid regular expression. A text that is split before that is not affected.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple


class Piece(NamedTuple):
    """A piece of a text: its offsets, and the start of the dropped separator before it (else the piece's
    start)."""

    start: int
    end: int
    gap: int


class UnsupportedSeparator(Exception):
    """A text needs a separator that is marked as unsupported (M9)."""


class SeparatorSplitter:
    """Splits texts by separators into chunks of at most `chunk_size`.

    separators: the separators, the coarsest first: literals, or with `is_regex` regular expressions.
    recursive: whether longer pieces are split by the later separators. Otherwise there is one separator, and a
        longer piece is a chunk.
    keep: None (separators are dropped), "start" or "end" (M3).
    rejoin: whether dropped separators are put back (M6).
    length: the function that measures a piece, or None for code points.
    on_oversize: called with the length of a chunk above the size before it is emitted, if a piece follows.
    unsupported: numbers of separators, each with its pattern; None if it is not a valid regular expression (M9).
    """

    def __init__(
        self, separators: Sequence[str], *, is_regex: bool, recursive: bool, chunk_size: int, chunk_overlap: int,
        keep: Literal["start", "end"] | None, rejoin: bool, strip: bool,
        length: Callable[[str], int] | None = None, on_oversize: Callable[[int], object] | None = None,
        unsupported: Mapping[int, re.Pattern[str] | None] | None = None,
    ) -> None:  # fmt: skip
        self.separators: list[str] = list(separators)
        self.unsupported: dict[int, re.Pattern[str] | None] = dict(unsupported or {})
        self.patterns: list[re.Pattern[str] | None] = [
            self.unsupported[number]
            if number in self.unsupported
            else re.compile(each if is_regex else re.escape(each))
            for number, each in enumerate(separators)
        ]
        self.recursive = recursive
        self.chunk_size = chunk_size
        self.chunk_overlap = chunk_overlap
        self.keep = keep
        self.rejoin = rejoin
        self.strip = strip
        self.length: Callable[[str], int] = length or len
        self.on_oversize = on_oversize

    def split(self, text: str) -> list[str]:
        """Return the chunks of a text."""
        return self.split_with_starts(text)[0]

    def split_with_starts(self, text: str) -> tuple[list[str], list[int]]:
        """Return the chunks of a text, and the start of each (M8)."""
        chunks: list[tuple[str, int]] = []
        self.split_range(text, 0, len(text), 0, chunks)
        return [chunk for chunk, _ in chunks], [start for _, start in chunks]

    def split_range(self, text: str, start: int, end: int, first: int, chunks: list[tuple[str, int]]) -> None:
        """Split a range by the separators from number `first` on."""
        chosen, rest = len(self.separators) - 1, len(self.separators)
        for number in range(first, len(self.separators)):
            if not self.separators[number]:
                chosen = number
                break
            if self.occurs(text, number, start, end):
                chosen, rest = number, number + 1
                break
        if chosen in self.unsupported:
            raise UnsupportedSeparator
        self.merge(text, self.cut(text, chosen, start, end), chosen, rest, chunks)

    def occurs(self, text: str, number: int, start: int, end: int) -> bool:
        """Return whether a separator occurs in a range (M1, M9)."""
        pattern = self.patterns[number]
        if pattern is None:
            raise UnsupportedSeparator
        return pattern.search(text[start:end]) is not None

    def matches(self, text: str, number: int, start: int, end: int) -> list[tuple[int, int]]:
        """Return the matches of a separator in a range (M2)."""
        pattern = self.patterns[number]
        assert pattern is not None  # `occurs` has checked it
        found = pattern.finditer(text[start:end])
        return [(start + match.start(), start + match.end()) for match in found]

    def cut(self, text: str, number: int, start: int, end: int) -> list[Piece]:
        """Return the pieces of a range (M2, M3)."""
        if not self.separators[number]:
            return [Piece(at, at + 1, at) for at in range(start, end)]
        pieces = []
        begin = gap = start
        for left, right in self.matches(text, number, start, end):
            stop, resume = (left, left) if self.keep == "start" else (right if self.keep else left, right)
            if stop > begin:
                pieces.append(Piece(begin, stop, gap))
            begin, gap = resume, resume if self.keep else left
        if end > begin:
            pieces.append(Piece(begin, end, gap))
        return pieces

    def merge(
        self, text: str, pieces: Sequence[Piece], number: int, rest: int, chunks: list[tuple[str, int]]
    ) -> None:
        """Merge pieces into chunks (M5), and split those that are too long (M4)."""
        lengths = [self.length(text[piece.start : piece.end]) for piece in pieces]
        joint = "" if self.keep or not self.rejoin else self.separators[number]
        between = self.length(joint)
        begin = total = 0  # the open chunk: pieces[begin:k], and their length
        for k, (piece, length) in enumerate(zip(pieces, lengths, strict=True)):
            if self.recursive and length >= self.chunk_size:
                self.emit(text, pieces[begin:k], joint, chunks)
                if rest < len(self.separators):
                    self.split_range(text, piece.start, piece.end, rest, chunks)
                else:
                    chunks.append((text[piece.start : piece.end], piece.start))
                begin, total = k + 1, 0
                continue
            if total + length + (between if k > begin else 0) > self.chunk_size:
                if total > self.chunk_size and self.on_oversize is not None:
                    self.on_oversize(total)
                self.emit(text, pieces[begin:k], joint, chunks)
                while begin < k and (
                    total > self.chunk_overlap or (total + length + between > self.chunk_size and total > 0)
                ):
                    total -= lengths[begin] + (between if k - begin > 1 else 0)
                    begin += 1
            total += length + (between if k > begin else 0)
        self.emit(text, pieces[begin:], joint, chunks)

    def emit(self, text: str, pieces: Sequence[Piece], joint: str, chunks: list[tuple[str, int]]) -> None:
        """Append the chunk of a run of pieces (M6, M7, M8)."""
        whole = joint.join(text[piece.start : piece.end] for piece in pieces)
        chunk = whole.strip() if self.strip else whole
        if chunk:
            stripped = len(whole) - len(whole.lstrip()) if self.strip else 0
            chunks.append((chunk, self.start_of(pieces, joint, stripped)))

    def start_of(self, pieces: Sequence[Piece], joint: str, stripped: int) -> int:
        """Return the start of a chunk that lost `stripped` characters on the left (M8)."""
        for k, piece in enumerate(pieces):
            if k and stripped < len(joint):
                return min(piece.gap + stripped, piece.start)
            stripped -= len(joint) if k else 0
            if stripped < piece.end - piece.start:
                return piece.start + stripped
            stripped -= piece.end - piece.start
        raise AssertionError("a chunk has a character")
