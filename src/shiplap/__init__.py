"""shiplap cuts text into overlapping chunks for retrieval, at memory speed, with exact offsets and stable ids.

>>> import shiplap
>>> chunks = shiplap.chunk("x" * 2400, "fixed-1000", document_id="doc")
>>> [(chunk.id, chunk.start, chunk.end) for chunk in chunks]
[('doc-chunk-0', 0, 1000), ('doc-chunk-1', 800, 1800), ('doc-chunk-2', 1600, 2400)]
"""

from typing import TYPE_CHECKING, Any

from shiplap._data.sentences import LANGUAGES
from shiplap._version import __version__
from shiplap.chunkers import (
    AdaptiveChunker,
    Chunker,
    FixedChunker,
    RecursiveChunker,
    SentenceChunker,
    SentenceSplitter,
    from_config,
    sentences,
)
from shiplap.chunkers.presets import chunk, preset
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.chunks.stats import Stats
from shiplap.errors import (
    ArrowError,
    ChunkLimitError,
    EmptyTextError,
    OptionError,
    PromptError,
    PromptLimitError,
    ShiplapError,
    StoreError,
    TextError,
)

if TYPE_CHECKING:
    from shiplap.content.definition import Definition, Outline, outline
    from shiplap.content.detection import ContentType, detect_content_type
    from shiplap.content.region import BASE_KINDS, Region, Regions, regions
    from shiplap.evaluate.tuning import tune

__all__ = [
    "BASE_KINDS",
    "LANGUAGES",
    "AdaptiveChunker",
    "ArrowError",
    "Chunk",
    "ChunkLimitError",
    "Chunker",
    "Chunks",
    "ContentType",
    "Definition",
    "EmptyTextError",
    "FixedChunker",
    "OptionError",
    "Outline",
    "PromptError",
    "PromptLimitError",
    "RecursiveChunker",
    "Region",
    "Regions",
    "SentenceChunker",
    "SentenceSplitter",
    "ShiplapError",
    "Stats",
    "StoreError",
    "TextError",
    "__version__",
    "chunk",
    "detect_content_type",
    "from_config",
    "outline",
    "preset",
    "regions",
    "sentences",
    "tune",
]


#: What is imported when it is first used, and where it is: not every import of shiplap needs it.
_LATER = {
    **dict.fromkeys(("BASE_KINDS", "Region", "Regions", "regions"), "content.region"),
    **dict.fromkeys(("ContentType", "detect_content_type"), "content.detection"),
    **dict.fromkeys(("Definition", "Outline", "outline"), "content.definition"),
    "tune": "evaluate.tuning",
}


def __getattr__(name: str) -> Any:
    import importlib

    if name in ("arrow", "citations", "content", "evaluate", "grounding", "ingest", "prompt", "vectors", "view"):
        return importlib.import_module(f"shiplap.{name}")
    if name in _LATER:
        found = getattr(importlib.import_module(f"shiplap.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'shiplap' has no attribute {name!r}")
