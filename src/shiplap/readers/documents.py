"""Documents made of the texts, tables and metadata that readers found."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from shiplap.document import Document


def make(
    text: str, tables: Mapping[str, Mapping[str, Any]], found: Mapping[str, Any], names: Mapping[str, Any]
) -> Document:
    """Return a document with the tables that have rows.

    found: metadata that the file has; that of the caller is added to it, and takes its place. names: the arguments
        of `Document`.
    """
    metadata = names.get("metadata")
    if metadata is None or isinstance(metadata, Mapping):  # other values are for `Document` to refuse
        metadata = {**found, **(metadata or {})} or None
    rows = {name: table for name, table in tables.items() if len(table["start"])}
    provenance: Any = rows or None
    return Document(text, **{**names, "metadata": metadata}, provenance=provenance)


def markdown_path(path: str | os.PathLike[str] | None) -> str:
    """Return the virtual path of a text with marks of Markdown, so that it is cut as Markdown.

    >>> markdown_path("rain.docx"), markdown_path(None)
    ('rain.docx.md', 'document.md')
    """
    return f"{'document' if path is None else os.fspath(path)}.md"
