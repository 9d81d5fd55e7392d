"""shiplap cuts text into overlapping chunks for retrieval, at memory speed, with exact offsets and stable ids.

>>> import shiplap
>>> chunks = shiplap.chunk("x" * 2400, "fixed-1000", document_id="doc")
>>> [(chunk.id, chunk.start, chunk.end) for chunk in chunks]
[('doc-chunk-0', 0, 1000), ('doc-chunk-1', 800, 1800), ('doc-chunk-2', 1600, 2400)]
"""

from shiplap._data.sentences import LANGUAGES
from shiplap._version import __version__
from shiplap.chunkers import (
    Chunker,
    FixedChunker,
    RecursiveChunker,
    SentenceChunker,
    SentenceSplitter,
    from_config,
    sentences,
)
from shiplap.chunks import Chunk, Chunks
from shiplap.errors import (
    ChunkLimitError,
    EmptyTextError,
    OptionError,
    ShiplapError,
    StoreError,
    TextError,
)
from shiplap.presets import chunk, preset
from shiplap.stats import Stats

__all__ = [
    "LANGUAGES",
    "Chunk",
    "ChunkLimitError",
    "Chunker",
    "Chunks",
    "EmptyTextError",
    "FixedChunker",
    "OptionError",
    "RecursiveChunker",
    "SentenceChunker",
    "SentenceSplitter",
    "ShiplapError",
    "Stats",
    "StoreError",
    "TextError",
    "__version__",
    "chunk",
    "from_config",
    "preset",
    "sentences",
]
