"""Merging of hits into the chunks of a hierarchy above them (`shiplap.chunkers.hierarchy`).

The levels are functions of the stored chunks: nothing else is kept of them. A merged hit has the id, the offsets
and the text that `shiplap.hierarchy` gives the chunk; the headings and the table header of its first leaf; the
score and the snippet of the best hit in it; the shown texts and the provenance of its leaves together.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from shiplap._core.text import Spans, Text
from shiplap.chunkers.hierarchy import MIN_FILL, Hierarchy, descending
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.chunks.other_tool import OtherTool
from shiplap.errors import OptionError, StoreError
from shiplap.options import several, share
from shiplap.provenance.described import together
from shiplap.store.fields import DOCUMENT, ChunkRow, chunk_rows, select
from shiplap.store.search import Hit, check_stored


def merged(
    connection: sqlite3.Connection, store: str, hits: Sequence[Hit], sizes: Any, threshold: float
) -> list[Hit]:
    """Return hits, best first, with parents in the place of their children. Raises OptionError and StoreError."""
    hits = several("hits", hits, "must be hits of the store")
    for hit in hits:
        if not isinstance(hit, Hit):
            raise OptionError("hits", hit, "must be hits of the store")
        check_stored("hits", hit)
    found = descending([sizes] if hasattr(sizes, "__index__") else sizes)
    limit = share("threshold", threshold)
    documents: dict[str, list[int]] = {}
    for rank, hit in enumerate(hits):
        documents.setdefault(hit.document_id, []).append(rank)
    placed: list[tuple[int, Hit]] = []
    for document_id, ranks in documents.items():
        own = [hits[rank] for rank in ranks]
        rows = _rows(connection, store, document_id, own)
        levels = Hierarchy(_chunks(rows, own[0]), found, MIN_FILL)
        base = rows[0].char_start
        first = {row.char_start - base: k for k, row in enumerate(rows)}
        last = {row.char_end - base: k for k, row in enumerate(rows)}
        best: dict[int, int] = {}  # the rank of the best hit of each chunk
        for rank in ranks:
            best.setdefault(hits[rank].chunk_index, rank)
        for chunk in levels.merge([hit.chunk_index for hit in own], limit):
            leaves = rows[first[chunk.start] : last[chunk.end] + 1]
            rank = min(best[leaf.chunk_index] for leaf in leaves if leaf.chunk_index in best)
            is_leaf = chunk.document_id == document_id
            placed.append((rank, hits[rank] if is_leaf else _parent(hits[rank], chunk, leaves)))
    return [hit for _, hit in sorted(placed, key=lambda pair: pair[0])]


def _parent(best: Hit, chunk: Chunk, leaves: Sequence[ChunkRow]) -> Hit:
    """Return the hit of a chunk of an upper level."""
    shown = "".join(leaf.shown for leaf in leaves)
    return replace(
        best, id=chunk.id, chunk_index=chunk.index, start=leaves[0].char_start, end=leaves[-1].char_end,
        start_byte=leaves[0].byte_start, end_byte=leaves[-1].byte_end, text=chunk.text,
        headings=leaves[0].headings, table_header=leaves[0].table_header,
        shown_text=None if shown == chunk.text else shown,
        provenance=together([leaf.provenance for leaf in leaves]),
    )  # fmt: skip


def _rows(connection: sqlite3.Connection, store: str, document_id: str, hits: Sequence[Hit]) -> list[ChunkRow]:
    """Read the chunks of a document, which follow each other, and contain the hits."""
    documents = select(connection, store, DOCUMENT, "FROM documents WHERE document_id = ?", document_id)
    rows = []
    if documents:
        _, _, _, _, characters, size, number, _ = documents[0]
        rows = chunk_rows(connection, store, document_id, number, characters, size)
    for hit in hits:
        row = rows[hit.chunk_index] if hit.chunk_index < len(rows) else None
        if row is None or (row.char_start, row.char_end) != (hit.start, hit.end):
            raise StoreError(store, f"{hit.id!r:.200} has changed since it was found; search again")
    if any(row.char_end != after.char_start for row, after in pairwise(rows)):
        rule = (
            "can be merged only in documents whose chunks follow each other without overlap and without text"
            " between them (chunk_overlap=0, strip_whitespace=False)"
        )
        raise OptionError("hits", hits[0].id, rule)
    return rows


def _chunks(rows: Sequence[ChunkRow], hit: Hit) -> Chunks:
    """Return the stored chunks of a document as those of their text."""
    base = rows[0].char_start
    spans = Spans.of((row.char_start - base, row.char_end - base) for row in rows)
    text = Text("".join(row.text for row in rows), "surrogatepass")
    return Chunks(text, spans, None, OtherTool("store"), hit.document_id, hit.source)
