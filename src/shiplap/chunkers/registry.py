"""Registry of the kinds of chunker, and construction from configurations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shiplap import options
from shiplap.chunkers.adaptive import AdaptiveChunker
from shiplap.chunkers.base import Chunker, build
from shiplap.chunkers.fixed import FixedChunker
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.sentence import SentenceChunker
from shiplap.chunkers.sentence_splitter import SentenceSplitter
from shiplap.chunkers.stable import StableChunker
from shiplap.errors import OptionError

#: The chunker classes by their names in a configuration; `SemanticChunker`, "semantic", is imported on first use.
KINDS: dict[str, type[Chunker]] = {
    "adaptive": AdaptiveChunker,
    "fixed": FixedChunker,
    "recursive": RecursiveChunker,
    "sentence": SentenceChunker,
    "sentences": SentenceSplitter,
    "stable": StableChunker,
}


def from_config(config: Mapping[str, Any]) -> Chunker:
    """Build a chunker from a configuration: `chunker`, its kind, and its options.

    >>> from_config({"chunker": "fixed", "chunk_size": 600, "chunk_overlap": 120}).config["chunk_size"]
    600

    Raises OptionError for unknown kinds, options and values.
    """
    if not isinstance(config, Mapping):
        raise OptionError("config", config, "must be a mapping of option names to values")
    kind = options.choice("chunker", config.get("chunker", "fixed"), (*KINDS, "semantic"))
    given = {name: value for name, value in config.items() if name != "chunker"}
    if kind != "semantic":
        return build(KINDS[kind], given)
    from shiplap.chunkers.semantic import SemanticChunker  # with the models, which few programs need

    return build(SemanticChunker, {"embed": None, **given})
