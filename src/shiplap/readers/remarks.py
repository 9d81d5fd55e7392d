"""Remarks on how a file was read, from the metadata of its document."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from shiplap.printable import counted

#: The metadata that only readers set, to say how a file was read. Front matter cannot set them.
NAMES = frozenset((
    "encoding_confidence", "encoding_errors", "front_matter_error", "damaged_pages", "pages_without_text",
))  # fmt: skip


def remark(metadata: Mapping[str, Any]) -> str:
    """Return what the user should know of how a file was read, or "".

    >>> remark({"encoding": "cp1252", "encoding_confidence": 0.46})
    'read as cp1252, the most likely encoding (confidence 0.46); --encoding NAME reads it otherwise'
    >>> remark({"title": "Rain"})
    ''
    """
    found = []
    if "encoding_confidence" in metadata:
        name, confidence = metadata["encoding"], metadata["encoding_confidence"]
        sure = f"the most likely encoding (confidence {confidence})"
        found.append(f"read as {name}, {sure}; --encoding NAME reads it otherwise")
    if "encoding_errors" in metadata:
        count = metadata["encoding_errors"]
        found.append(f"bytes that are not {metadata['encoding']} are read as U+FFFD ({counted(count, 'time')})")
    if "front_matter_error" in metadata:
        found.append(f"front matter: {metadata['front_matter_error']}")
    if "damaged_pages" in metadata:
        count = metadata["damaged_pages"]
        found.append(f"{count} page{' is' if count == 1 else 's are'} damaged and left out")
    if "pages_without_text" in metadata:
        count = metadata["pages_without_text"]
        found.append(f"{count} page{' has' if count == 1 else 's have'} no text: scanned?")
    return "; ".join(found)
