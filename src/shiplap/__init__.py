"""Text chunking for retrieval: overlapping chunks at memory speed, with exact offsets and stable ids.

>>> import shiplap
>>> chunks = shiplap.chunk("x" * 2400, "fixed-1000", document_id="doc")
>>> [(chunk.id, chunk.start, chunk.end) for chunk in chunks]
[('doc-chunk-0', 0, 1000), ('doc-chunk-1', 800, 1800), ('doc-chunk-2', 1600, 2400)]
"""

from typing import TYPE_CHECKING, Any

from shiplap._version import __version__
from shiplap.chunkers import (
    AdaptiveChunker,
    Chunker,
    FixedChunker,
    RecursiveChunker,
    SentenceChunker,
    SentenceSplitter,
    StableChunker,
    chunk,
    from_config,
    preset,
    sentences,
)
from shiplap.chunkers.presets import presets
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.document import Document
from shiplap.errors import (
    ChunkLimitError,
    EmptyTextError,
    OptionError,
    ProvenanceError,
    ShiplapError,
    TextError,
)

if TYPE_CHECKING:
    from shiplap.chunkers.hierarchy import hierarchy
    from shiplap.chunkers.semantic import SemanticChunker
    from shiplap.content.definition import outline
    from shiplap.content.detection import detect_content_type
    from shiplap.content.region import regions
    from shiplap.evaluate.tuning import tune
    from shiplap.ingestion.ingest import ingest
    from shiplap.vectors.pooling import pool

__all__ = [
    "AdaptiveChunker",
    "Chunk",
    "ChunkLimitError",
    "Chunker",
    "Chunks",
    "Document",
    "EmptyTextError",
    "FixedChunker",
    "OptionError",
    "ProvenanceError",
    "RecursiveChunker",
    "SemanticChunker",
    "SentenceChunker",
    "SentenceSplitter",
    "ShiplapError",
    "StableChunker",
    "TextError",
    "__version__",
    "chunk",
    "detect_content_type",
    "from_config",
    "hierarchy",
    "ingest",
    "outline",
    "pool",
    "preset",
    "presets",
    "regions",
    "sentences",
    "tune",
]

#: Names imported on first use, and their modules: not every import of shiplap needs them.
_LATER = {
    "SemanticChunker": "chunkers.semantic",
    "detect_content_type": "content.detection", "outline": "content.definition", "regions": "content.region",
    "hierarchy": "chunkers.hierarchy", "ingest": "ingestion.ingest", "pool": "vectors.pooling",
    "tune": "evaluate.tuning",
}  # fmt: skip

#: Public packages and modules, imported on first use. Others are private, even if an import binds their names.
_PACKAGES = (
    "arrow", "chunkers", "chunks", "citations", "content", "engines", "errors", "evaluate", "grounding",
    "ingestion", "integrations", "options", "prompt", "provenance", "readers", "store", "sync", "tokenizers",
    "vectors", "view",
)  # fmt: skip


def __getattr__(name: str) -> Any:
    import importlib

    if name in _PACKAGES:
        return importlib.import_module(f"shiplap.{name}")
    if name in _LATER:
        found = getattr(importlib.import_module(f"shiplap.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'shiplap' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names, whether they are imported or not."""
    return sorted({*__all__, *_PACKAGES})
