"""Presets: named chunker configurations, each with the figures of its record (SPEC section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from shiplap.chunkers.adaptive import AdaptiveChunker
from shiplap.chunkers.base import Chunker, PathLike, build
from shiplap.chunkers.common import ChunkerOptions, reserved
from shiplap.chunkers.fixed import FixedChunker
from shiplap.chunkers.recursive import RecursiveChunker
from shiplap.chunkers.sentence import SentenceChunker
from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.options import choice, count
from shiplap.source import TextLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The names of the presets.
PresetName = Literal["fixed-1000", "fixed-900", "adaptive", "paragraph-800", "sentence-3000"]

#: The document types with a size of their own in the preset `fixed-900`.
DocumentType = Literal["technical", "chat", "default"]

PRESETS: dict[str, tuple[type[Chunker], dict[str, Any]]] = {
    "fixed-1000": (FixedChunker, {"chunk_size": 1000, "chunk_overlap": 200}),
    "fixed-900": (FixedChunker, {"chunk_size": 900, "chunk_overlap": 120, "skip_blank": True}),
    # code 256 tokens with 20 of overlap, prose 512 with 50, tables 768 with 30: the chunker's own sizes
    "adaptive": (AdaptiveChunker, {}),
    "paragraph-800": (RecursiveChunker, {"chunk_size": 800, "chunk_overlap": 100, "unit": "tokens"}),
    # the record's overlap of 600, minimum of 500 and maximum of 5000 are the chunker's own for this size
    "sentence-3000": (SentenceChunker, {"chunk_size": 3000}),
}

#: The preset used if none is named.
DEFAULT_PRESET: PresetName = "adaptive"

#: Chunk sizes by document type, for the presets that have them.
DOCUMENT_TYPES: dict[str, dict[str, int]] = {
    "fixed-900": {"technical": 1200, "chat": 600, "default": 900},
}


def presets() -> dict[str, dict[str, Any]]:
    """The configurations of the presets, by name.

    >>> list(presets())
    ['fixed-1000', 'fixed-900', 'adaptive', 'paragraph-800', 'sentence-3000']
    >>> presets()["fixed-900"]["chunk_overlap"]
    120
    """
    return {name: build(kind, options).config for name, (kind, options) in PRESETS.items()}


def preset(
    name: PresetName, *, document_type: DocumentType | None = None, **overrides: Unpack[ChunkerOptions]
) -> Chunker:
    """Build the chunker of a preset, with options overridden.

    `document_type` selects a size by document type, if the preset has types: `fixed-900` has "technical" (1200),
    "chat" (600) and "default" (900). An override takes precedence over it; all other options keep the preset's
    values. If the size is overridden and the overlap is not, the overlap keeps its ratio to the size.

    >>> preset("fixed-1000").config["chunk_overlap"]
    200
    >>> preset("fixed-900", document_type="chat").config["chunk_size"]
    600
    >>> preset("fixed-900", chunk_size=450).config["chunk_overlap"]
    60

    Raises OptionError for an unknown preset, type, option or value.
    """
    return named_preset(name, document_type, {**overrides})


def named_preset(name: str, document_type: str | None, overrides: Mapping[str, Any]) -> Chunker:
    """As `preset`, for unchecked names."""
    kind, usual = PRESETS[choice("preset", name, PRESETS)]
    options: dict[str, Any] = dict(usual)
    if document_type is not None:
        types = DOCUMENT_TYPES.get(name)
        if types is None:
            raise OptionError("document_type", document_type, f"the preset {name!r} has no document types")
        options["chunk_size"] = types[choice("document_type", document_type, types)]
    changed = dict(overrides)
    if changed.get("chunk_size", 0) is None:
        del changed["chunk_size"]
    if "chunk_overlap" in options and "chunk_overlap" not in changed:
        size = count("chunk_size", changed.get("chunk_size", options["chunk_size"]))
        free = size - reserved(changed)
        if "chunk_size" in changed:
            options["chunk_overlap"] = size * usual["chunk_overlap"] // usual["chunk_size"]
        options["chunk_overlap"] = max(0, min(options["chunk_overlap"], free // 5))
    return build(kind, {**options, **changed})


def chunk(
    text: TextLike,
    chunker: Chunker | PresetName = DEFAULT_PRESET,
    *,
    document_id: str | None = None,
    source: str | None = None,
    path: PathLike | None = None,
    metadata: Mapping[str, Any] | None = None,
    **overrides: Unpack[ChunkerOptions],
) -> Chunks:
    """Cut a text with a chunker, or with the preset of that name with options overridden.

    All else is as for `Chunker.chunk`. Raises OptionError, also for options next to a chunker, which has its own.

    >>> chunk("x" * 2400, "fixed-900", document_id="doc").ids
    ['doc-chunk-0', 'doc-chunk-1', 'doc-chunk-2']
    >>> chunk("It rains. It pours.", chunk_size=3).texts
    ['It rains. ', 'It pours.']
    """
    if overrides:
        if not isinstance(chunker, str):
            name, value = next(iter(overrides.items()))
            raise OptionError(name, value, "cannot be combined with a chunker, which has its own options")
        made = named_preset(chunker, None, {**overrides})
    else:
        made = chunker_of(chunker)
    return made.chunk(text, document_id=document_id, source=source, path=path, metadata=metadata)


def chunker_of(given: Chunker | str) -> Chunker:
    """Return the chunker itself, or the preset of that name. Raises OptionError for anything else."""
    if isinstance(given, str):
        return named_preset(given, None, {})
    if not isinstance(given, Chunker):
        raise OptionError("chunker", given, "must be a chunker or the name of a preset")
    return given
