"""The rows of a document's tables, with the text of each in the place of its span."""

from __future__ import annotations

from typing import Any

import shiplap


def rows(document: shiplap.Document, table: str) -> list[tuple[Any, ...]]:
    assert isinstance(document.text, str)
    tables = document.provenance
    if tables is None or table not in tables:
        return []
    return [(document.text[start:end], *rest) for start, end, *rest in tables[table]]
