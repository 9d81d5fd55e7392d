"""Documents as bytes, between the process that reads a file and the one that wants its text.

A message is the size of its header (8 bytes, little endian), the header (JSON in UTF-8) and the parts, whose sizes
the header has under "sizes". Nothing in a message is executed: a parser that a hostile file has taken over can
send a wrong text, and nothing worse.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from shiplap.document import Document
from shiplap.provenance import Provenance
from shiplap.provenance.tables import TABLES

#: The most bytes of a header.
MAX_HEADER = 1 << 30

#: The types of the arrays in a message.
DTYPES = ("int64", "float64", "float32", "int8")

Read = Callable[[int], bytes]
Write = Callable[[bytes], Any]


def send(write: Write, header: Mapping[str, Any], parts: Sequence[bytes | memoryview]) -> None:
    """Write a message."""
    head = json.dumps({**header, "sizes": [len(part) for part in parts]}).encode()
    write(len(head).to_bytes(8, "little") + head)
    for part in parts:
        write(part)  # type: ignore[arg-type]


def receive(read: Read) -> tuple[dict[str, Any], list[bytes]]:
    """Read a message. Raises EOFError if it ends early."""
    size = int.from_bytes(exactly(read, 8), "little")
    if size > MAX_HEADER:
        raise EOFError("not a message")
    header = json.loads(exactly(read, size))
    return header, [exactly(read, size) for size in header["sizes"]]


def exactly(read: Read, size: int) -> bytes:
    """Read so many bytes."""
    parts, left = [], size
    while left:
        part = read(min(left, 1 << 26))
        if not part:
            raise EOFError("the message ends early")
        parts.append(part)
        left -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def packed(document: Document) -> tuple[dict[str, Any], list[bytes | memoryview]]:
    """Return a document as a header and parts: the text, and the arrays of the span tables."""
    text = document.text if isinstance(document.text, str) else bytes(document.text).decode()
    parts: list[bytes | memoryview] = [text.encode("utf-8", "surrogatepass")]
    tables: dict[str, dict[str, Any]] = {}
    for name, table in (document.provenance or {}).items():
        tables[name] = {}
        for column in table.columns:
            values = table[column]
            if isinstance(values, tuple):
                tables[name][column] = values
            else:
                tables[name][column] = str(values.dtype)
                parts.append(values.tobytes())
    path = None if document.path is None else str(document.path)
    return {"path": path, "metadata": document.metadata, "tables": tables}, parts


def unpacked(header: Mapping[str, Any], parts: Sequence[bytes]) -> Document:
    """Return the document of a header and parts. Its tables are checked as those of any document.

    >>> document = Document("It rains.", metadata={"title": "Rain"}, provenance={"pages": [(0, 9, 1)]})
    >>> again = unpacked(*packed(document))
    >>> again == document, again.provenance == document.provenance
    (True, True)
    """
    import numpy as np

    text, arrays = parts[0].decode("utf-8", "surrogatepass"), iter(parts[1:])
    tables: dict[str, dict[str, Any]] = {}
    for name, columns in header["tables"].items():
        if name not in TABLES:
            raise ValueError(f"unknown table {name!r}")
        tables[name] = {}
        for column, kind in columns.items():
            if isinstance(kind, str) and kind not in DTYPES:
                raise ValueError(f"unknown type {kind!r}")
            tables[name][column] = np.frombuffer(next(arrays), dtype=kind) if isinstance(kind, str) else kind
    provenance = Provenance(tables, len(text)) if tables else None
    return Document(text, path=header["path"], metadata=header["metadata"], provenance=provenance)
