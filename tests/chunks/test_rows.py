"""`Chunk.to_dict` makes the rows of chunks that are read in order together."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap.chunks import Chunks
from shiplap.chunks.columns import FIELDS

TEXT = "# Rain\n\n" + "".join(
    f"## Hour {hour}\n\nIt rains in the hills.\n\n| hour | rain |\n|---|---|\n" + "| 1 | 2 |\n" * 40
    for hour in range(40)
)


def cut() -> Chunks:
    """Chunks with headings, table headers and vectors."""
    chunks = shiplap.AdaptiveChunker(20).chunk(TEXT, document_id="rain", source="hills", metadata={"year": 7})
    return chunks.replace(embeddings=np.arange(2 * len(chunks), dtype=np.float32).reshape(-1, 2))


def by_attributes(chunks: Chunks, place: int) -> dict[str, Any]:
    """Return the fields of a chunk, one after the other."""
    chunk = chunks[place]
    fields = {name: getattr(chunk, attribute) for name, attribute in FIELDS.items()}
    return {**fields, "headings": list(chunk.headings), "embedding": list(map(float, chunk.embedding))}


@pytest.mark.parametrize("parts", [slice(None), slice(3, 300), slice(None, None, -1), slice(2, 500, 7)])
def test_rows_in_order(parts: slice) -> None:
    """Rows that are made together are those of the attributes, in slices also."""
    chunks = cut()[parts]
    assert len(chunks) > 30
    assert [chunk.to_dict() for chunk in chunks] == [by_attributes(chunks, place) for place in range(len(chunks))]


def order(count: int) -> Iterable[int]:
    """Yield the places of rows in an order that goes on, goes back and begins again."""
    rng = random.Random(7)
    for _ in range(30):
        first = rng.choice([0, rng.randrange(count)])
        yield from range(first, min(count, first + rng.randrange(1, 40)))


def test_rows_in_any_order() -> None:
    """A row is the same whatever was read before, and each call returns a dict of its own."""
    chunks, fresh = cut(), cut()
    for place in order(len(chunks)):
        found = chunks[place].to_dict()
        assert found == by_attributes(fresh, place)
        found["headings"].append("changed")
        found["text"] = "changed"


def test_a_row_of_a_stream() -> None:
    """The parts of a stream have the indices and the offsets of the stream."""
    pieces = [TEXT[first : first + 700] for first in range(0, len(TEXT), 700)]
    rows = [chunk.to_dict() for chunk in shiplap.FixedChunker(50, 10).stream(pieces, document_id="rain")]
    whole = shiplap.FixedChunker(50, 10).chunk(TEXT, document_id="rain")
    assert [(row["chunk_index"], row["char_start"], row["overlap"]) for row in rows] == [
        (chunk.index, chunk.start, chunk.overlap) for chunk in whole
    ]
