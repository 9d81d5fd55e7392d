"""Registry of the kinds of chunker, and construction from configurations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shiplap import options
from shiplap.chunkers.base import Chunker, build
from shiplap.errors import OptionError

#: The names of the kinds of chunker in a configuration.
NAMES = ("adaptive", "fixed", "recursive", "sentence", "sentences", "stable", "semantic")


def class_of(kind: str) -> type[Chunker]:
    """Return the class of a kind of chunker, which is imported on first use: most programs have one."""
    match kind:
        case "adaptive":
            from shiplap.chunkers.adaptive import AdaptiveChunker

            return AdaptiveChunker
        case "fixed":
            from shiplap.chunkers.fixed import FixedChunker

            return FixedChunker
        case "recursive":
            from shiplap.chunkers.recursive import RecursiveChunker

            return RecursiveChunker
        case "sentence":
            from shiplap.chunkers.sentence import SentenceChunker

            return SentenceChunker
        case "sentences":
            from shiplap.chunkers.sentence_splitter import SentenceSplitter

            return SentenceSplitter
        case "stable":
            from shiplap.chunkers.stable import StableChunker

            return StableChunker
        case "semantic":
            from shiplap.chunkers.semantic import SemanticChunker

            return SemanticChunker
    raise OptionError("chunker", kind, f"must be one of {', '.join(NAMES)}")


def from_config(config: Mapping[str, Any]) -> Chunker:
    """Build a chunker from a configuration: `chunker`, its kind, and its options.

    >>> from_config({"chunker": "fixed", "chunk_size": 600, "chunk_overlap": 120}).config["chunk_size"]
    600

    Raises OptionError for unknown kinds, options and values.
    """
    if not isinstance(config, Mapping):
        raise OptionError("config", config, "must be a mapping of option names to values")
    kind = options.choice("chunker", config.get("chunker", "fixed"), NAMES)
    given = {name: value for name, value in config.items() if name != "chunker"}
    return build(class_of(kind), {"embed": None, **given} if kind == "semantic" else given)
