"""Presets: named chunker configurations, each with the figures of its record (docs/reference/systems.md). Their
overrides:

P1  An option that is given replaces the value of the preset. `chunk_size` and `chunk_overlap` count as not given
    if they are None.
P2  `chunk_size` is the size of every chunk. For `adaptive` it is the one size of all kinds of content, larger or
    smaller than their own, as for `AdaptiveChunker`; the option of a kind (`code=256`) takes precedence.
P3  Without `chunk_overlap`, the overlap keeps its ratio to a size that is given: size * overlap // size of the
    preset; for `adaptive` the ratio of each kind, also for the size of a kind alone. It is at most a fifth of the
    size less the reserve.
P4  `min_size` and `max_size` of `sentence-3000` keep their ratio to the size: a sixth of what the reserve leaves,
    and five thirds.
P5  A document type changes the size, and no other option: the overlap of `fixed-900` stays 120.
P6  A preset that is named by its size has this size unless `chunk_size` is given: an overlap, a reserve, a minimum
    or a maximum that does not fit the size is an OptionError, since no user of `fixed-1000` means chunks of 5000.
    The sizes of `adaptive` yield as those of `AdaptiveChunker` do.
P7  Another `unit` counts the same numbers in that unit. Only the sizes that `adaptive` has of its own are four
    times as many characters or bytes as tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from shiplap.chunkers.base import Chunker, PathLike, build
from shiplap.chunkers.common import ChunkerOptions, reserved
from shiplap.chunkers.registry import class_of
from shiplap.chunks.chunks import Chunks
from shiplap.errors import OptionError
from shiplap.options import choice, size
from shiplap.source import TextLike

if TYPE_CHECKING:
    from typing_extensions import Unpack

#: The names of the presets.
PresetName = Literal["fixed-1000", "fixed-900", "adaptive", "paragraph-800", "sentence-3000"]

#: The document types with a size of their own in the preset `fixed-900`.
DocumentType = Literal["technical", "chat", "default"]

#: The kind of chunker and the options of each preset.
PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "fixed-1000": ("fixed", {"chunk_size": 1000, "chunk_overlap": 200}),
    "fixed-900": ("fixed", {"chunk_size": 900, "chunk_overlap": 120, "skip_blank": True}),
    # code 256 tokens with 20 of overlap, prose 512 with 50, tables 768 with 30: the chunker's own sizes
    "adaptive": ("adaptive", {}),
    "paragraph-800": ("recursive", {"chunk_size": 800, "chunk_overlap": 100, "unit": "tokens"}),
    # the record's overlap of 600, minimum of 500 and maximum of 5000 are the chunker's own for this size
    "sentence-3000": ("sentence", {"chunk_size": 3000}),
}

#: The preset used if none is named.
DEFAULT_PRESET: PresetName = "adaptive"

#: Chunk sizes by document type, for the presets that have them.
DOCUMENT_TYPES: dict[str, dict[str, int]] = {
    "fixed-900": {"technical": 1200, "chat": 600, "default": 900},
}


def presets() -> dict[str, dict[str, Any]]:
    """Return the configurations of the presets, by name.

    >>> list(presets())
    ['fixed-1000', 'fixed-900', 'adaptive', 'paragraph-800', 'sentence-3000']
    >>> presets()["fixed-900"]["chunk_overlap"]
    120
    """
    return {name: build(class_of(kind), options).config for name, (kind, options) in PRESETS.items()}


def preset(
    name: PresetName, *, document_type: DocumentType | None = None, **overrides: Unpack[ChunkerOptions]
) -> Chunker:
    """Build the chunker of a preset, with options overridden.

    `document_type` selects a size by document type, if the preset has types: `fixed-900` has "technical" (1200),
    "chat" (600) and "default" (900). `chunk_size` takes precedence over it; all other options keep the preset's
    values. `chunk_size` is one size for all chunks, for code and tables too. Without `chunk_overlap` the overlap
    keeps its ratio to a `chunk_size` that is given, for each kind of content. `help(shiplap.chunk)` lists the
    options.

    >>> preset("fixed-1000").config["chunk_overlap"]
    200
    >>> preset("fixed-900", document_type="chat").config["chunk_size"]
    600
    >>> preset("fixed-900", chunk_size=450).config["chunk_overlap"]
    60
    >>> config = preset("adaptive", chunk_size=500).config
    >>> config["prose"], config["code"]
    ({'chunk_size': 500, 'chunk_overlap': 48}, {'chunk_size': 500, 'chunk_overlap': 39})

    Raises OptionError for an unknown preset, type, option or value.
    """
    return named_preset(name, document_type, {**overrides})


def named_preset(name: str, document_type: str | None, overrides: Mapping[str, Any]) -> Chunker:
    """As `preset`, for unchecked names."""
    kind, usual = PRESETS[choice("preset", name, PRESETS)]
    given = {key: value for key, value in overrides.items() if value is not None or key not in _SIZES}
    reserve = reserved(given)
    made: dict[str, Any] = {**usual, **given}
    if document_type is not None:
        types = DOCUMENT_TYPES.get(name)
        if types is None:
            raise OptionError("document_type", document_type, f"the preset {name!r} has no document types")
        made = {**usual, "chunk_size": types[choice("document_type", document_type, types)], **given}
    if "chunk_overlap" in given:
        return build(class_of(kind), made)
    if kind == "adaptive":
        made |= sizes_of_kinds(given, reserve)
    elif "chunk_overlap" in usual:
        chosen = size("chunk_size", made["chunk_size"], usual["chunk_size"], None, reserve)
        ratio_to = usual["chunk_size"] if "chunk_size" in given else chosen  # P5
        made["chunk_overlap"] = kept_overlap(chosen, ratio_to, usual["chunk_overlap"], reserve)
    return build(class_of(kind), made)


#: The options of which None means that they are not given (P1).
_SIZES = ("chunk_size", "chunk_overlap")


def kept_overlap(chunk_size: int, preset_size: int, preset_overlap: int, reserve: int) -> int:
    """Return the overlap for a size, in the ratio of a preset (P3)."""
    return min(chunk_size * preset_overlap // preset_size, (chunk_size - reserve) // 5)


def sizes_of_kinds(given: Mapping[str, Any], reserve: int) -> dict[str, tuple[int, int]]:
    """Return the size and the overlap of each kind of content that is given a size and no overlap (P2, P3)."""
    from shiplap.chunkers.adaptive import SIZES, size_and_overlap

    found = {}
    for kind, (preset_size, preset_overlap) in SIZES.items():
        own, own_overlap = size_and_overlap(kind, given.get(kind))
        value = given.get("chunk_size") if own is None and kind != "data" else own  # else as code
        if value is not None and own_overlap is None:
            checked = size("chunk_size" if own is None else kind, value, preset_size, None, reserve)
            found[kind] = checked, kept_overlap(checked, preset_size, preset_overlap, reserve)
    return found


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

    text: str, UTF-8 in bytes or a buffer, or a Document. Files are not opened: pass their content.
    chunker: "adaptive" (the default), "fixed-1000", "fixed-900", "paragraph-800", "sentence-3000", or a chunker.
    document_id, source, metadata: what the chunks know of their document; `document_id` makes their ids.
    path: the name of the file, whose extension says what the text is.

    Options of every preset:

    chunk_size, chunk_overlap: sizes in `unit`; the overlap may be a share of the size, such as 0.2.
    unit, tokenizer: "characters", "bytes" or "tokens"; what counts tokens, such as "gpt-4o".
    reserve, special_tokens: units of each chunk left free for what an embedding model adds.
    sentence_rule, language, abbreviations, line_breaks: where sentences end.
    strip_whitespace, skip_blank, on_empty, oversize, errors: white space, blank texts, invalid UTF-8.

    Options of one kind of preset:

    prose, code, table, data, max_context, size_includes_context, parser, content_type: of "adaptive".
    headings, omit_furniture: of "adaptive" and "paragraph-800".
    snap: of "fixed-1000" and "fixed-900".
    min_fill, boundaries: of these and "paragraph-800".
    levels, overlap_levels, join_rest, break_at: of "paragraph-800".
    min_size, max_size: of "sentence-3000".
    key: of `StableChunker`, which is no preset.

    Their meanings: docs/reference/options.md, or `help(shiplap.AdaptiveChunker)` and so on.

    Raises OptionError, also for options next to a chunker, which has its own.

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
