"""Checks of a document's identity: its id, source, metadata and path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from shiplap.errors import OptionError
from shiplap.printable import without_password


def check_identity(document_id: object, source: object, metadata: object) -> str | None:
    """Raise OptionError unless the id and the source are str or None, and the metadata are None or a mapping with
    str keys. Returns the source, with the passwords of URLs hidden."""
    if document_id is not None and not isinstance(document_id, str):
        raise OptionError("document_id", document_id, "must be a str, or None")
    if source is not None and not isinstance(source, str):
        raise OptionError("source", source, "must be a str, or None")
    if metadata is not None:
        if not isinstance(metadata, Mapping):
            raise OptionError("metadata", metadata, "must be a mapping, or None")
        for name in metadata:
            if not isinstance(name, str):
                raise OptionError("metadata", name, "its names must be str")
    return source if source is None or "://" not in source else without_password(source)


def check_path(path: Any) -> None:
    """Raise OptionError unless the path is a str, a path of bytes, a path object or None."""
    if path is not None and not isinstance(path, (str, bytes, os.PathLike)):
        raise OptionError("path", path, "must be a path, or None")
