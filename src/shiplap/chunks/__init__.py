"""Chunk and Chunks (spans first, text on demand), the text around them, their columns, and other tools' chunks."""

from typing import TYPE_CHECKING

from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.chunks.alignment import align
    from shiplap.chunks.chunk_list import ChunkList, Skipped
    from shiplap.chunks.chunks import Chunk, Chunks
    from shiplap.chunks.columns import COLUMNS
    from shiplap.chunks.excerpt import Excerpt
    from shiplap.chunks.stats import Stats
    from shiplap.chunks.update import Update

__all__ = ["COLUMNS", "Chunk", "ChunkList", "Chunks", "Excerpt", "Skipped", "Stats", "Update", "align"]

if not TYPE_CHECKING:  # else type checkers accept any name
    __getattr__, __dir__ = later(__name__, {
        "alignment": "align",
        "chunk_list": "ChunkList Skipped",
        "chunks": "Chunk Chunks",
        "columns": "COLUMNS",
        "excerpt": "Excerpt",
        "stats": "Stats",
        "update": "Update",
    })  # fmt: skip
