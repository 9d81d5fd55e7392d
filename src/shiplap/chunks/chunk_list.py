"""The chunks of many texts, with the texts that could not be cut."""

from __future__ import annotations

from dataclasses import dataclass

from shiplap.chunks.chunks import Chunks


@dataclass(frozen=True)
class Skipped:
    """A text without chunks: its row among the texts, from 0, its document id, and the error: EmptyTextError for a
    blank text, with `on_empty="raise"`."""

    row: int
    document_id: str | None
    error: Exception


class ChunkList(list[Chunks]):
    """The chunks of each text, in order. `skipped` lists the texts that are blank or could not be cut; they have
    no chunks."""

    skipped: list[Skipped]
