"""Update: the chunks of a changed text, and which of them the edit has changed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from shiplap.printable import counted

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunk, Chunks


class Update:
    """Result of `Chunker.update`: the chunks of the new text, distinguished by their content ids.

    chunks: all chunks of the new text. old: those of the old one.

    Each chunk of the new text is in one of three lists: `kept` (the old text has a chunk of the same content id,
    at the same place), `moved` (at another place) and `new`. `removed` are the old chunks whose content id is
    gone. `to_embed` are the chunks whose contextual text the old ones do not have: the new ones, and those whose
    headings have changed. The lists are made when they are first asked for.

    >>> import shiplap
    >>> chunker = shiplap.SentenceChunker(30, 0)
    >>> old = chunker.chunk("It rains. It pours. The old man snores. He went to bed.", document_id="rain")
    >>> update = chunker.update(old, "It rains. It pours. The old man sleeps. He went to bed.")
    >>> update
    <Update of 'rain': 1 of 3 chunks new, 0 moved, 1 removed>
    >>> [chunk.text for chunk in update.to_embed]
    ['The old man sleeps. ']
    """

    def __init__(self, old: Chunks, chunks: Chunks) -> None:
        self.old: Chunks = old
        self.chunks: Chunks = chunks

    @cached_property
    def _old_places(self) -> dict[str | None, tuple[int, int]]:
        """The place of each old chunk, in characters, by its content id."""
        return dict(zip(self.old.content_ids, map(tuple, self.old.spans.tolist()), strict=True))

    @cached_property
    def _lists(self) -> tuple[list[Chunk], list[Chunk], list[Chunk]]:
        kept: list[Chunk] = []
        moved: list[Chunk] = []
        new: list[Chunk] = []
        places = self._old_places
        ids, spans = self.chunks.content_ids, self.chunks.spans.tolist()
        for chunk, content_id, span in zip(self.chunks, ids, spans, strict=True):
            place = places.get(content_id)
            (new if place is None else kept if place == tuple(span) else moved).append(chunk)
        return kept, moved, new

    @property
    def kept(self) -> list[Chunk]:
        """The chunks whose content id and place are as before."""
        return self._lists[0]

    @property
    def moved(self) -> list[Chunk]:
        """The chunks whose content id is as before, and whose place is another."""
        return self._lists[1]

    @property
    def new(self) -> list[Chunk]:
        """The chunks with a content id that no old chunk has."""
        return self._lists[2]

    @cached_property
    def removed(self) -> list[Chunk]:
        """The old chunks with a content id that no new chunk has."""
        ids = set(self.chunks.content_ids)
        return [chunk for chunk, known in zip(self.old, self.old.content_ids, strict=True) if known not in ids]

    @cached_property
    def to_embed(self) -> list[Chunk]:
        """The chunks of the new text whose context hash no old chunk has: those that need a vector."""
        known = set(self.old.context_hashes)
        hashes = self.chunks.context_hashes
        return [chunk for chunk, hash in zip(self.chunks, hashes, strict=True) if hash not in known]

    def __repr__(self) -> str:
        of = "" if self.chunks.document_id is None else f" of {self.chunks.document_id!r}"
        counts = f"{len(self.new)} of {counted(len(self.chunks), 'chunk')} new, {len(self.moved)} moved"
        return f"<Update{of}: {counts}, {len(self.removed)} removed>"
