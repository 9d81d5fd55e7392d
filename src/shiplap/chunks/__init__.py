"""Chunk and Chunks: spans first, text on demand."""

from shiplap.chunks.chunks import Chunk, Chunks

__all__ = ["Chunk", "Chunks"]
