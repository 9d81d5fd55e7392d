"""Updates of stored documents: the chunks of a changed text, given those that the store has of the text before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from shiplap.ingest.files import MARK, cut_behind_mark
from shiplap.source import view

if TYPE_CHECKING:
    from shiplap.chunkers import Chunker
    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.content.decided import Decided

#: Characters of a chunk by which it is found in the new text, and how far behind the one before it is sought.
HEAD, REACH = 64, 1 << 16


def update_file(
    chunker: Chunker, stored: Sequence[Chunk], data: bytes, decided: Decided | None = None, **names: Any
) -> Chunks:
    """Cut the content of a file whose earlier chunks a store has, as `shiplap.ingest.files.chunk_file` does it.

    decided: the decisions that the store has for it. names: the arguments of `Chunker.update`.

    >>> from shiplap import RecursiveChunker
    >>> chunker = RecursiveChunker(20, 0)
    >>> stored = list(chunker.chunk("It rains. It pours. The old man snores."))
    >>> update_file(chunker, stored, b"It rains. It pours. An old man snores.").texts
    ['It rains. It pours. ', 'An old man snores.']
    """

    def cut(inner: bytes) -> Chunks:
        text = view(inner, chunker.errors)
        spans, before = rebuilt(stored, text.text(0, len(text)))
        return chunker._update((spans, before), inner, decided=decided, **names).chunks

    return cut_behind_mark(chunker, data, cut)


def rebuilt(chunks: Sequence[Chunk], new: str) -> tuple[list[tuple[int, int]], str]:
    """The spans and the text of stored chunks, from the end of a byte order mark on.

    A store has no white space that a chunker has dropped between chunks. It is taken from the new text where that
    has the next chunk behind as much white space; elsewhere it is made up, and so counts as changed.

    >>> from shiplap import RecursiveChunker
    >>> chunks = list(RecursiveChunker(12, 0, strip_whitespace=True).chunk("It rains.\\n\\nIt pours.\\n"))
    >>> rebuilt(chunks, "It rains.\\n\\nIt pours.")
    ([(0, 9), (11, 20)], 'It rains.\\n\\nIt pours.')
    """
    marked = bool(chunks) and (chunks[0].start, chunks[0].start_byte) == (1, len(MARK))
    base = 1 if marked else 0
    parts: list[str] = []
    spans: list[tuple[int, int]] = []
    reached, place = base, 0
    for chunk in chunks:
        text, start = chunk.text, chunk.start
        if start > reached:
            found = new.find(text[:HEAD], place, place + REACH)
            gap = new[max(0, found - (start - reached)) : max(0, found)]
            fits = len(gap) == start - reached and not gap.strip()
            parts.append(gap if fits else "\n" * (start - reached))
            place = found if found >= 0 else place
        parts.append(text[max(0, reached - start) :])
        spans.append((start - base, chunk.end - base))
        reached = chunk.end
    return spans, "".join(parts)


def count_new(chunks: Chunks, stored: Sequence[Chunk]) -> int:
    """The number of chunks that need a new vector: no stored chunk has their contextual text."""
    known = {chunk.context_hash for chunk in stored}
    return sum(hash not in known for hash in chunks.context_hashes)
