"""Streaming: text is cut while it is read, into the same chunks as the whole text, in the memory of a few chunks.

    pieces ──► the buffered part of the text ──► the loop, as far as no later text can change it ──► some chunks
                        ▲                                                                             │
                        └──────────────── from a little before the last chunk on ◄────────────────────┘

A level is local (docs/reference/levels.md): a boundary depends on a bounded neighbourhood, and the grapheme
clusters after a position between two of them on the text after it. So the loop continues in a later part exactly
as in the whole text. More than a few chunks are buffered only for white space before the first visible text (a
blank text has no chunks), a grapheme cluster, a sentence of `SentenceSplitter`, or, with `strip_whitespace` and a
minimum, a run of white space of such a length.

A tokenizer counts by the words of the whole text, and `boundaries` may be a function of it: such chunkers buffer
the whole text.
"""

from __future__ import annotations

import codecs
import os
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from shiplap import options
from shiplap._core.text import Spans, Text
from shiplap.chunks.chunks import Chunks
from shiplap.chunks.preceding import Preceding
from shiplap.document import Document
from shiplap.errors import ChunkLimitError, TextError
from shiplap.ids import Repeats
from shiplap.source import view

if TYPE_CHECKING:
    from array import array

    from shiplap.chunks.protocols import BatchChunker

#: Pieces are gathered up to this size, in characters or bytes.
BLOCK = 1 << 20

#: The units of offsets in a part.
UNITS = ("characters", "bytes", "utf16", "lines")

#: The beginning of a text, and the position behind a byte order mark.
START = Preceding(0, 0, dict.fromkeys(UNITS, 0))
BEHIND_MARK = Preceding(0, 0, {"characters": 1, "bytes": 3, "utf16": 1, "lines": 0})

Piece = str | bytes | bytearray | memoryview

#: `resume` of the core's loops. Arguments: a part of the text, the given boundaries in it, the start and end of
#: the last chunk, whether the part is the last one, and, if the plan asks, the headings of the text. Result:
#: the spans, the measured spans if known, the start and end of the last chunk, and where the next part may begin.
Resume = Callable[..., tuple[Spans, Spans | None, int, int, int]]


def parts(
    chunker: BatchChunker,
    resume: Resume | None,
    marks: Sequence[options.Boundaries],
    headings: Callable[[Text], int | None],
    errors: str,
    pieces: Iterable[Piece],
    document_id: str | None,
    source: str | None,
    path: Any,
    metadata: Mapping[str, Any] | None,
    behind_mark: bool = False,
) -> Iterator[Chunks]:
    """Yield the generator behind `Chunker.stream_batches`. Without `resume` the whole text is buffered.

    headings: the headings of a text that begins like this; None where they do not matter.
    behind_mark: count offsets from a byte order mark before the first piece."""
    check_pieces(pieces)
    held = Pieces(errors)
    names = (document_id, source, metadata)
    if resume is None:
        for piece in pieces:
            held.add(piece)
        whole = held.join(final=True)
        yield chunker.chunk(whole, document_id=document_id, source=source, path=path, metadata=metadata)
        return
    stream = Stream(chunker, resume, marks, headings, held, names, BEHIND_MARK if behind_mark else START)
    for piece in pieces:
        held.add(piece)
        if held.size >= stream.enough:
            part = stream.cut(final=False)
            if part is not None:
                yield part
    part = stream.cut(final=True)
    if part is not None:
        yield part


def check_pieces(pieces: object) -> None:
    """Raise TypeError if the argument for the pieces of a text is a whole text or a path."""
    if isinstance(pieces, os.PathLike):
        hint = "files are not opened: pass the file, path.open('rb'), and the path as path="
    elif isinstance(pieces, (str, bytes, bytearray, memoryview, Document)):
        hint = "use `chunk` for a whole text"
    else:
        return
    raise TypeError(f"pieces must be an iterable of str or bytes, not {type(pieces).__name__}; {hint}")


def with_content_ids(parts: Iterable[Chunks]) -> Iterator[Chunks]:
    """Add content ids to the parts of a streamed document. All parts must pass through here, in order."""
    repeats = Repeats()
    for part in parts:
        part._know_content_ids(repeats)
        yield part


class Pieces:
    """The buffered part of the text: pieces, all `str` or all UTF-8."""

    def __init__(self, errors: str) -> None:
        self.errors = errors
        self._pieces: list[Any] = []
        self._kind: type = object
        self._decoder: codecs.IncrementalDecoder | None = None
        self._read = 0  # bytes read by the decoder
        self.size: int = 0

    def add(self, piece: Piece) -> None:
        """Add a piece. Raises TypeError if it is of another kind than the first."""
        kind = str if isinstance(piece, str) else bytes
        if self._kind is object:
            self._kind = kind
            if kind is bytes and self.errors != "strict":
                self._decoder = codecs.getincrementaldecoder("utf-8")(self.errors)
        elif kind is not self._kind:
            raise TypeError(f"pieces must be all str or all bytes, not {self._kind.__name__} and {kind.__name__}")
        if not isinstance(piece, str):
            if not isinstance(piece, bytes):
                piece = bytes(memoryview(piece))  # the caller may overwrite it before it is read
            if self._decoder is not None:
                piece = self._decode(piece, False)
        self._pieces.append(piece)
        self.size += len(piece)

    def join(self, final: bool) -> str | bytes:
        """Join the buffered pieces; unless `final`, without an incomplete code point at the end."""
        if self._decoder is not None and final:
            self._pieces.append(self._decode(b"", True))
        if self._kind is not bytes or self._decoder is not None:
            return "".join(self._pieces)
        rest = b""
        if not final:
            last = self._pieces.pop()
            while len(last) < 3 and self._pieces:
                last = self._pieces.pop() + last
            whole = len(last) - begun(last[-3:])
            self._pieces.append(memoryview(last)[:whole])
            rest = last[whole:]
        joined = b"".join(self._pieces)
        self._pieces = [rest]
        return joined

    def keep(self, text: str | bytes) -> None:
        """Hold the joined text, or its end, before the pieces that were not joined."""
        self._pieces = [text] if isinstance(text, str) else [text, *self._pieces]
        self.size = sum(map(len, self._pieces))

    def _decode(self, piece: bytes, final: bool) -> str:
        assert self._decoder is not None
        left = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(piece, final)
        except UnicodeDecodeError as error:
            raise TextError(self._read - left + error.start, "bytes", error.reason) from None
        self._read += len(piece)
        return text


def code_points(pieces: Iterable[bytes]) -> tuple[int, int]:
    """Count the code points and the bytes of UTF-8 in pieces, the last of which may be empty. Raises TextError."""
    held, characters, size = Pieces("strict"), 0, 0
    for piece in chain(pieces, (b"",)):
        held.add(piece)
        part = held.join(final=not piece)
        try:
            characters += view(part).characters
        except TextError as error:
            raise TextError(size + error.offset, error.unit, error.reason) from None
        size += len(part)
    return characters, size


def begun(end: bytes) -> int:
    """Return the number of bytes of an incomplete code point at the end of UTF-8, given its last three bytes."""
    for size in range(1, len(end) + 1):
        lead = end[-size]
        if lead & 0xC0 != 0x80:
            return size if lead >= (0xC0, 0xE0, 0xF0)[size - 1] else 0
    return 0


class Stream:
    """State of the loop in a stream of text."""

    def __init__(
        self,
        chunker: BatchChunker,
        resume: Resume,
        marks: Sequence[options.Boundaries],
        headings: Callable[[Text], int | None],
        held: Pieces,
        names: tuple[str | None, str | None, Mapping[str, Any] | None],
        before: Preceding,
    ) -> None:
        self._chunker, self._resume, self._names = chunker, resume, names
        self._marks: list[tuple[int, ...]] = [offsets for offsets in marks if not callable(offsets)]
        self._find_headings = headings
        self._headings: tuple[int, ...] | None = None  # found in the first part that is cut
        self._held = held
        self._start, self._end = -1, 0  # of the last chunk, in the buffered part
        self._before = before
        self._is_blank = True
        self.enough: int = BLOCK

    def cut(self, final: bool) -> Chunks | None:
        """Cut the chunks that the buffered part decides; with `final`, all the rest."""
        try:
            return self._cut(view(self._held.join(final), self._held.errors), final)
        except TextError as error:
            raise TextError(self._before.offsets[error.unit] + error.offset, error.unit, error.reason) from None
        except ChunkLimitError as error:
            offset = self._before.offsets["characters"] + error.offset
            raise ChunkLimitError(offset, error.size, error.limit, error.unit) from None

    def _cut(self, text: Text, final: bool) -> Chunks | None:
        self._is_blank = self._is_blank and text.is_blank()
        if self._is_blank:
            if final:
                found: Chunks = self._chunker.chunk(text.owner, document_id=self._names[0])  # none, or the error
                return found
            self._go_on(text, 0)
            return None
        if self._headings is None:
            if not final and text.characters < self._chunker._headings_known_by:
                self._go_on(text, 0)
                return None
            headings = self._find_headings(text)
            self._headings = () if headings is None else (headings,)
        native, measured, start, end, keep = self._resume(
            text, self._given(text, final), self._start, self._end, final, *self._headings
        )
        part = Chunks(text, native, measured, self._chunker, *self._names, None, self._before)
        if not final:
            self._start, self._end = start, end
            self._go_on(text, keep)
            if len(part):
                self._before = self._before._replace(chunks=part._indices().stop, end=part[-1].end)
        return part if len(part) else None

    def _go_on(self, text: Text, at: int) -> None:
        """Drop the text before `at`."""
        if at:
            passed, lenient = Spans.of([(0, at)]), Text(text.owner, "surrogatepass") if text.is_str else text
            offsets = dict(self._before.offsets)
            for unit in ("characters", "bytes", "utf16"):
                offsets[unit] += lenient.convert(passed, unit)[0][1]
            offsets["lines"] += text.line_ends(at)
            self._before = self._before._replace(offsets=offsets)
            self._start, self._end = self._start - at, self._end - at
        held = text.owner[at:] if at else text.owner
        self._held.keep(held)
        # twice as much, so that undecided text is not read again for each piece
        self.enough = max(2 * len(held), len(held) + BLOCK)

    def _given(self, text: Text, final: bool) -> list[array[int]]:
        """Return the given boundaries in this part of the text, in its own offsets."""
        if not self._marks:
            return []
        first, length, found = self._before.offsets["characters"], text.characters, []
        for offsets in self._marks:
            if final:
                options.within(offsets, first + length)
            inside = offsets[bisect_left(offsets, first) : bisect_right(offsets, first + length)]
            found.append(text.native(p - first for p in inside))
        return found
