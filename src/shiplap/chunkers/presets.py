"""The presets: named, configured chunkers, each with the figures of its record (SPEC section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shiplap.chunkers.adaptive import AdaptiveChunker
from shiplap.chunkers.base import Chunker, build
from shiplap.chunkers.fixed import FixedChunker
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.sentence import SentenceChunker
from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.options import choice
from shiplap.source import TextLike

PRESETS: dict[str, tuple[type[Chunker], dict[str, Any]]] = {
    "fixed-1000": (FixedChunker, {"chunk_size": 1000, "chunk_overlap": 200}),
    "fixed-900": (FixedChunker, {"chunk_size": 900, "chunk_overlap": 120, "skip_blank": True}),
    # code 256 tokens with 20 of overlap, prose 512 with 50, tables 768 with 30: the chunker's own sizes
    "adaptive": (AdaptiveChunker, {}),
    "paragraph-800": (RecursiveChunker, {"chunk_size": 800, "chunk_overlap": 100, "unit": "tokens"}),
    # the record's minimum of 500 and maximum of 5000 are the chunker's own for this size, and change with it
    "sentence-3000": (SentenceChunker, {"chunk_size": 3000, "chunk_overlap": 0.2, "on_empty": "error"}),
}

#: Chunk sizes by type of document, for the presets that have them.
DOCUMENT_TYPES: dict[str, dict[str, int]] = {
    "fixed-900": {"technical": 1200, "chat": 600, "default": 900},
}


def preset(name: str, *, document_type: str | None = None, **overrides: Any) -> Chunker:
    """The chunker of that name, with options overridden.

    `document_type` chooses the size by type of document where the preset has types: `fixed-900` has
    "technical" (1200), "chat" (600) and "default" (900). An override goes before it; options that are not
    overridden stay as the preset has them.

    >>> preset("fixed-1000").config["chunk_overlap"]
    200
    >>> preset("fixed-900", document_type="chat").config["chunk_size"]
    600

    Raises OptionError for an unknown preset, type, option or value.
    """
    kind, options = PRESETS[choice("preset", name, PRESETS)]
    options = dict(options)
    if document_type is not None:
        types = DOCUMENT_TYPES.get(name)
        if types is None:
            raise OptionError("document_type", document_type, f"the preset {name!r} has no document types")
        options["chunk_size"] = types[choice("document_type", document_type, types)]
    return build(kind, {**options, **overrides})


def chunk(
    text: TextLike,
    chunker: Chunker | str = "fixed-1000",
    *,
    document_id: str | None = None,
    source: str | None = None,
    metadata: Mapping[str, Any] | None = None,
) -> Chunks:
    """The chunks of a text by a chunker, or by the preset of that name.

    >>> chunk("x" * 2400, "fixed-900", document_id="doc").ids
    ['doc-chunk-0', 'doc-chunk-1', 'doc-chunk-2']
    """
    return chunker_of(chunker).chunk(text, document_id=document_id, source=source, metadata=metadata)


def chunker_of(given: Chunker | str) -> Chunker:
    """The chunker itself, or the preset of that name. Raises OptionError for anything else."""
    if isinstance(given, str):
        return preset(given)
    if not isinstance(given, Chunker):
        raise OptionError("chunker", given, "must be a chunker or the name of a preset")
    return given
