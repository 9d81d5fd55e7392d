"""The chunker classes, all of which this module imports."""

from __future__ import annotations

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.registry import NAMES, class_of

#: The chunker classes by their names in a configuration; `SemanticChunker`, "semantic", is imported on first use.
KINDS: dict[str, type[Chunker]] = {name: class_of(name) for name in NAMES if name != "semantic"}
