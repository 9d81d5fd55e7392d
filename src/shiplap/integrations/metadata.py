"""Input and output of all frameworks: chunkers in any form, documents, attributes of chunks as flat values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from shiplap.chunkers.base import Chunker
from shiplap.chunkers.hierarchy import HierarchicalChunker
from shiplap.chunkers.presets import PresetName, chunker_of
from shiplap.chunkers.registry import from_config
from shiplap.chunks.chunks import Chunk
from shiplap.document import Document
from shiplap.errors import OptionError
from shiplap.provenance import Cell
from shiplap.source import view

#: The separator between the headings of a chunk.
HEADINGS_JOINT = " > "


def chunker_from(given: Chunker | PresetName | Mapping[str, Any]) -> Chunker:
    """Return a chunker itself, or that of a preset or a configuration. Raises OptionError for anything else.

    A configuration may name functions, which are imported: pass only configurations whose source you trust.

    >>> chunker_from({"chunker": "fixed", "chunk_size": 600}).config["chunk_size"]
    600
    """
    return from_config(given) if isinstance(given, Mapping) else chunker_of(given)


def hierarchical(given: HierarchicalChunker | Mapping[str, Any]) -> HierarchicalChunker:
    """Return a hierarchical chunker itself, or that of its configuration, as for `chunker_from`. Raises
    OptionError."""
    if isinstance(given, Mapping):
        return HierarchicalChunker.from_config(given)
    if not isinstance(given, HierarchicalChunker):
        raise OptionError("chunker", given, "must be a HierarchicalChunker, which shiplap.hierarchy makes")
    return given


def described(chunk: Chunk) -> dict[str, str | int | float]:
    """Return the attributes of a chunk that are not empty, as strings and numbers that every vector store takes.

    A chunk with provenance also has `page_first`, `page_last`, `page_label` (that of its first page), `boxes`
    (JSON), `time_begin`, `time_finish` (in seconds), `speakers`, `cells` and `anchor`.

    >>> import shiplap
    >>> chunk = shiplap.chunk("# Rain\\n\\nIt rains.\\n", path="rain.md")[0]
    >>> described(chunk)
    {'chunk_index': 0, 'kind': 'prose', 'headings': 'Rain', 'line_start': 1, 'line_end': 3}
    """
    values: dict[str, str | int | float | None] = {
        "chunk_index": chunk.index,
        "kind": chunk.kind,
        "headings": HEADINGS_JOINT.join(chunk.headings),
        "table_header": chunk.table_header,
        "line_start": chunk.start_line,
        "line_end": chunk.end_line,
        **_located(chunk.provenance or {}),
    }
    return {name: value for name, value in values.items() if value is not None and value != ""}


def _located(found: Mapping[str, Any]) -> dict[str, str | int | float | None]:
    """Return the provenance of a chunk as flat values."""
    pages, time = found.get("pages", (None, None)), found.get("time", (None, None))
    return {
        "page_first": pages[0],
        "page_last": pages[1],
        "page_label": next(iter(found.get("page_labels", ())), None),
        "boxes": json.dumps(found["boxes"]) if "boxes" in found else None,
        "time_begin": time[0],
        "time_finish": time[1],
        "speakers": ", ".join(found.get("speakers", ())),
        "cells": ", ".join(Cell(*each).name for each in found.get("cells", ())),
        "anchor": found.get("anchor"),
    }


def text_of(document: Document) -> str:
    """Return the text of a document of shiplap. Raises TextError for bytes that are not UTF-8."""
    text = view(document.text)
    return text.text(0, len(text))


def metadata_of(document: Document, source: str) -> dict[str, Any]:
    """Return the metadata of a document of shiplap, in which its source has the name that a framework gives it.

    >>> metadata_of(Document("It rains.", source="rain.pdf", metadata={"year": 1990}), "file_path")
    {'file_path': 'rain.pdf', 'year': 1990}
    """
    named = {} if document.source is None else {source: document.source}
    return {**named, **(document.metadata or {})}


def path_in(metadata: Mapping[Any, Any], *names: str) -> str | None:
    """Return the first text that metadata have under one of the names: where a text comes from.

    >>> path_in({"page": 3, "source": "rain.md"}, "file_path", "source")
    'rain.md'
    """
    found = [metadata[name] for name in names if isinstance(metadata.get(name), str) and metadata[name]]
    return found[0] if found else None
