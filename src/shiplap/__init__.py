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
from shiplap.chunks import Chunk, Chunks
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
from shiplap.presets import chunk, preset
from shiplap.stats import Stats

if TYPE_CHECKING:
    from shiplap.blocks import BASE_KINDS, Region, Regions, regions
    from shiplap.detect import ContentType, detect_content_type
    from shiplap.evaluate.tuning import tune
    from shiplap.outlines import Definition, Outline, outline

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
    "BASE_KINDS": "blocks", "Region": "blocks", "Regions": "blocks", "regions": "blocks",
    "ContentType": "detect", "detect_content_type": "detect",
    "tune": "evaluate.tuning",
    "Definition": "outlines", "Outline": "outlines", "outline": "outlines",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    import importlib

    if name in ("arrow", "citations", "evaluate", "grounding", "prompt", "vectors", "view"):
        return importlib.import_module(f"shiplap.{name}")
    if name in _LATER:
        found = getattr(importlib.import_module(f"shiplap.{_LATER[name]}"), name)
        globals()[name] = found
        return found
    raise AttributeError(f"module 'shiplap' has no attribute {name!r}")
