"""Text chunking for retrieval: overlapping chunks at memory speed, with exact offsets and stable ids.

>>> import shiplap
>>> chunks = shiplap.chunk("x" * 2400, "fixed-1000", document_id="doc")
>>> [(chunk.id, chunk.start, chunk.end) for chunk in chunks]
[('doc-chunk-0', 0, 1000), ('doc-chunk-1', 800, 1800), ('doc-chunk-2', 1600, 2400)]
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from shiplap._version import __version__
from shiplap.chunkers.base import Chunker
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.errors import (
    ChunkLimitError,
    EmptyTextError,
    OptionError,
    ProvenanceError,
    ShiplapError,
    TextError,
)
from shiplap.later import later

if TYPE_CHECKING:
    from shiplap.chunkers.adaptive import AdaptiveChunker
    from shiplap.chunkers.fixed import FixedChunker
    from shiplap.chunkers.hierarchy import hierarchy
    from shiplap.chunkers.presets import chunk, preset, presets
    from shiplap.chunkers.recursive import RecursiveChunker
    from shiplap.chunkers.registry import from_config
    from shiplap.chunkers.semantic import SemanticChunker
    from shiplap.chunkers.sentence import SentenceChunker
    from shiplap.chunkers.sentence_splitter import SentenceSplitter, sentences
    from shiplap.chunkers.stable import StableChunker
    from shiplap.content.definition import outline
    from shiplap.content.detection import detect_content_type
    from shiplap.content.region import regions
    from shiplap.document import Document
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

#: Public packages and modules, imported on first use. Others are private, even if an import binds their names.
_PACKAGES = """
    arrow chunkers chunks citations content engines errors evaluate grounding ingestion integrations options prompt
    provenance readers store sync tokenizers vectors view
"""

_get: Callable[[str], Any] = later(__name__, {
    "": _PACKAGES,
    "chunkers.adaptive": "AdaptiveChunker",
    "chunkers.fixed": "FixedChunker",
    "chunkers.hierarchy": "hierarchy",
    "chunkers.presets": "chunk preset presets",
    "chunkers.recursive": "RecursiveChunker",
    "chunkers.registry": "from_config",
    "chunkers.semantic": "SemanticChunker",
    "chunkers.sentence": "SentenceChunker",
    "chunkers.sentence_splitter": "SentenceSplitter sentences",
    "chunkers.stable": "StableChunker",
    "content.definition": "outline",
    "content.detection": "detect_content_type",
    "content.region": "regions",
    "document": "Document",
    "evaluate.tuning": "tune",
    "ingestion.ingest": "ingest",
    "vectors.pooling": "pool",
})[0]  # fmt: skip


def __getattr__(name: str) -> Any:
    return _get(name)  # a function for type checkers: they take each package for an attribute of shiplap


def __dir__() -> list[str]:
    """Return the public names, whether they are imported or not."""
    return sorted({*__all__, *_PACKAGES.split()})
