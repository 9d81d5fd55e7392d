"""`Chunk.to_dict` makes the rows of chunks that are read in order together."""

from __future__ import annotations

import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest

import shiplap
from shiplap._core.arrow import records
from shiplap.chunks import Chunks
from shiplap.chunks.columns import FIELDS, rows

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


WORDS = ("It rains. ", "Es fällt Regen. ", "Дождь идёт.\r\n", "\U0001f327 rain\r", "雨。\n", "\n\n", "- rain\n")


@pytest.mark.parametrize("form", [str, str.encode])
@pytest.mark.parametrize("alphabet", [1, 2, 3, 7])
def test_rows_of_texts_of_any_width(form: Any, alphabet: int) -> None:
    """Rows are the same in each form of a text, whichever block they are in, also if they are read again."""
    rng = random.Random(alphabet)
    text = form("".join(rng.choice(WORDS[:alphabet]) for _ in range(12_000)))
    for chunker in (shiplap.FixedChunker(61, 17), shiplap.RecursiveChunker(90), shiplap.AdaptiveChunker(12)):
        chunks, fresh = chunker.chunk(text, document_id="rain"), chunker.chunk(text, document_id="rain")
        assert len(chunks) > 600
        expected = [{name: getattr(each, field) for name, field in FIELDS.items()} for each in fresh]
        for row in expected:
            row["headings"] = list(row["headings"])
        for _ in range(2):
            assert [chunk.to_dict() for chunk in chunks] == expected
        assert (chunks.content_hashes, chunks.content_ids) == (fresh.content_hashes, fresh.content_ids)
        assert chunks._hashes is not None and len(chunks._hashes) == len(chunks)


def test_rows_far_from_one_another() -> None:
    """A text between chunks is not copied with them."""
    text = "\u2026" * 50 + "\n" * 100_000 + "\u2026" * 50
    spans = [(k, k + 2) for k in range(40)] + [(100_050 + k, 100_053 + k) for k in range(40)]
    chunks, fresh = (Chunks.from_spans(text, spans, document_id="rain") for _ in range(2))
    expected = [{name: getattr(each, field) for name, field in FIELDS.items()} for each in fresh]
    assert [chunk.to_dict() for chunk in chunks] == [{**row, "headings": []} for row in expected]


def test_a_lone_surrogate_fails_with_its_place() -> None:
    """The error of a block is that of its text, and so is that of each later row."""
    chunks = shiplap.FixedChunker(1, 0).chunk("é" * 100 + "\ud800" + "é" * 100)
    for place in (0, 1, 2, 3, 100, 0):
        with pytest.raises(shiplap.TextError, match="lone surrogate at offset 100"):
            for chunk in chunks[place:] if place > 3 else chunks:
                chunk.to_dict()


def test_threads_that_read_the_same_rows() -> None:
    """Each thread gets all rows."""
    chunks, fresh = cut(), cut()
    expected = [by_attributes(fresh, place) for place in range(len(fresh))]
    with ThreadPoolExecutor(4) as pool:
        for found in pool.map(lambda _: [chunk.to_dict() for chunk in chunks], range(8)):
            assert found == expected


def test_rows_of_columns() -> None:
    """Rows have the names of the columns, which must be of one size."""
    assert rows({}) == [] and rows({"a": []}) == []
    found = rows({"a": [1, 2], "b": [None, "x"]})
    assert found == [{"a": 1, "b": None}, {"a": 2, "b": "x"}] and [list(row) for row in found] == [["a", "b"]] * 2
    found[0]["c"] = 3
    assert found[1] == {"a": 2, "b": "x"} and rows({"b": [1], "a": [2]}) == [{"b": 1, "a": 2}]
    assert list(rows({"b": [1], "a": [2]})[0]) == ["b", "a"]
    with pytest.raises(ValueError, match="1"):
        rows({"a": [1, 2], "b": [1]})
    with pytest.raises(ValueError, match="0"):
        records({"a": [1]}, {})
