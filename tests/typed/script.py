"""Code of a user of the library: type checkers report nothing here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

import shiplap
from shiplap.arrow import chunk as chunk_column
from shiplap.chunks import ChunkList, align
from shiplap.store import Store


def ids(text: str) -> list[str]:
    chunks: shiplap.Chunks = shiplap.chunk(text, chunk_size=500, document_id="a", path="a.md")
    spans: npt.NDArray[np.int64] = chunks.spans
    first: shiplap.Chunk = chunks[0]
    part: shiplap.Chunks = chunks[1:]
    lines: tuple[int | None, int | None] = first.start_line, first.end_line
    assert len(spans) and part.replace(source="b", embeddings=np.ones((3, 2))) and lines
    return [chunk.id for chunk in chunks]


def many(folder: Path) -> ChunkList:
    chunker = shiplap.RecursiveChunker(800, 0.1, unit="tokens", levels=["section", "\n\n", "sentence"], reserve=2)
    paths = sorted(folder.glob("*.md"))
    return chunker.chunk_batch((path.read_bytes() for path in paths), document_ids=map(str, paths), paths=paths)


def pieces(path: Path) -> Iterator[str]:
    chunker = shiplap.preset("sentence-3000", sentence_rule="capital", on_empty="empty")
    with path.open("rb") as file:
        for chunk in chunker.stream(file, path=path):
            yield chunk.contextual_text


def stored(path: Path, text: str) -> float:
    with Store(path) as store:
        store.put(shiplap.FixedChunker(900, snap="sentence").chunk(text, document_id="a"))
        return store.stats("simple").cut_ratio


def adopted(text: str, parts: list[str]) -> shiplap.Chunks:
    return shiplap.Chunks.from_spans(text, align(text, parts), document_id="a")


def columns(table: object) -> int:
    found = chunk_column(
        table, "fixed-900", id_column=None, keep_columns=["year"], zero_copy=True, on_error="skip"
    )
    return sum(len(batch) for batch in found)


try:
    shiplap.AdaptiveChunker(parser="lexical", size_includes_context=True, omit_furniture=True)
except shiplap.OptionError as error:
    print(error.option, error.value, error.rule)
