"""Records of chunks, and batches of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from shiplap.ids import HASH_SIZE, uuid_of
from shiplap.sync.target import FIELDS, Batch, Key

if TYPE_CHECKING:
    from uuid import UUID

    from shiplap.chunks.chunks import Chunk

#: A batch is full when its texts have this many characters, whatever its number of rows.
BATCH_CHARACTERS = 8_000_000


def record_of(chunk: Chunk) -> dict[str, Any]:
    """Return the record of a chunk: the fields of `FIELDS`.

    >>> import shiplap
    >>> chunk = shiplap.chunk("# Rain\\n\\nIt rains.", document_id="a.md")[0]
    >>> record = record_of(chunk)
    >>> record["text"], record["headings"], record["first_page"], len(record["stamp"])
    ('# Rain\\n\\nIt rains.', ['Rain'], None, 32)
    """
    pages: tuple[int | None, int | None] = (None, None)
    times: tuple[float | None, float | None] = (None, None)
    if chunk.provenance is not None:
        pages, times = chunk.pages or pages, chunk.time or times
    values = (
        chunk.id, chunk.content_id, chunk.document_id, chunk.source, chunk.index, chunk.text, chunk.kind,
        list(chunk.headings), chunk.start, chunk.end, chunk.start_line, chunk.end_line, *pages, *times,
        chunk.content_hash, chunk.context_hash, dict(chunk.metadata or {}),
    )  # fmt: skip
    data = json.dumps(values).encode()
    return dict(zip(FIELDS, (*values, blake2b(data, digest_size=HASH_SIZE).hexdigest()), strict=True))


def id_of(chunk: Chunk, key: Key) -> UUID:
    """Return the id of the row of a chunk."""
    return uuid_of(name_of(chunk, key))


def name_of(chunk: Chunk, key: Key) -> str:
    """Return the name that the id of the row of a chunk is made of."""
    return str(chunk.content_id) if key == "content" else chunk.id


def batches(chunks: Iterable[Chunk], key: Key, size: int) -> Iterator[Batch]:
    """Yield the rows of chunks, all of which have an embedding, at most `size` in each batch."""
    rows: list[Chunk] = []
    characters = 0
    for chunk in chunks:
        rows.append(chunk)
        characters += len(chunk)
        if len(rows) >= size or characters >= BATCH_CHARACTERS:
            yield _batch(rows, key)
            rows, characters = [], 0
    if rows:
        yield _batch(rows, key)


def _batch(chunks: list[Chunk], key: Key) -> Batch:
    import numpy as np

    vectors = np.stack([np.asarray(chunk.embedding, np.float32) for chunk in chunks])
    return Batch([id_of(chunk, key) for chunk in chunks], vectors, [record_of(chunk) for chunk in chunks])
