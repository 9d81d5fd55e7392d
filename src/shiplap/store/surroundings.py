"""The text around a stored chunk, from the texts of its neighbours: an `Excerpt` (`shiplap.chunks.excerpt`)."""

from __future__ import annotations

import sqlite3
from itertools import pairwise, takewhile
from typing import Any

from shiplap._core.text import Spans, Text
from shiplap.chunks.chunks import Chunk, Chunks
from shiplap.chunks.excerpt import AroundUnit, Excerpt, around
from shiplap.chunks.other_tool import OtherTool
from shiplap.chunks.shown import shown_part
from shiplap.errors import OptionError, StoreError
from shiplap.options import count
from shiplap.provenance.described import together
from shiplap.store.fields import CHUNK, ChunkRow, place, select, unfit
from shiplap.store.search import Hit, check_stored

#: Code points that must be known beyond an end of an excerpt, unless the text ends there: no rule of sentences or
#: grapheme clusters of real text reads more.
MARGIN = 1024

#: Neighbours that are read first on each side. Four times as many follow if they do not suffice.
FIRST = 4

_RANGE = "FROM chunks WHERE document_id = ? AND chunk_index BETWEEN ? AND ? ORDER BY chunk_index"


def surroundings(
    connection: sqlite3.Connection, store: str, found: Any, before: int, after: int, unit: AroundUnit
) -> Excerpt:
    """Return a stored chunk with the text around it. Raises OptionError and StoreError."""
    if not isinstance(found, (Hit, Chunk)) or found.document_id is None:
        raise OptionError("hit", found, "must be a Hit, or a Chunk of the store")
    if isinstance(found, Hit):
        check_stored("hit", found)
    before, after = count("before", before, 0), count("after", after, 0)
    index = found.chunk_index if isinstance(found, Hit) else found.index
    reach_before, reach_after = (
        (before, after) if unit == "chunks" else (FIRST * bool(before), FIRST * bool(after))
    )
    while True:
        first = max(0, index - reach_before)
        rows = _read(connection, store, found.document_id, first, index + reach_after)
        own = next((k for k, row in enumerate(rows) if row.chunk_index == index), None)
        if own is None or (rows[own].char_start, rows[own].char_end) != (found.start, found.end):
            raise StoreError(store, f"{found.id!r:.200} has changed since it was found; search again")
        low, high = _connected(rows, own)
        is_first = low > 0 or first == 0
        is_last = high < len(rows) or len(rows) - own <= reach_after
        text, chunks = _joined(rows[low:high])
        start, end = around(chunks, own - low, before, after, unit)
        lacks_before = unit != "chunks" and before and not is_first and start < MARGIN
        lacks_after = unit != "chunks" and after and not is_last and len(text) - end < MARGIN
        if not lacks_before and not lacks_after:
            return _excerpt(rows[low:high], own - low, found, text, start, end)
        reach_before *= 4 if lacks_before else 1
        reach_after *= 4 if lacks_after else 1


def _read(connection: sqlite3.Connection, store: str, document_id: str, first: int, last: int) -> list[ChunkRow]:
    """Read some chunks of a document. Raises StoreError for chunks that contradict themselves or each other."""
    found = select(connection, store, CHUNK, _RANGE, document_id, first, last)
    rows = [ChunkRow._make(row[:-1]) for row in found]
    for row in rows:
        if wrong := unfit(document_id, row):
            raise StoreError(store, place(document_id=document_id, chunk_index=row.chunk_index) + wrong)
    for row, after in pairwise(rows):
        if not (row.char_start < after.char_start and row.char_end < after.char_end):
            where = place(document_id=document_id, chunk_index=after.chunk_index)
            raise StoreError(store, f"{where}it begins or ends before the previous chunk")
    return rows


def _connected(rows: list[ChunkRow], own: int) -> tuple[int, int]:
    """Return the first and the last row, exclusive, of the chunks around one that have no text between them that
    is in no chunk, and is unknown to the store."""
    low = own
    while low and rows[low - 1].char_end >= rows[low].char_start:
        low -= 1
    high = own + 1
    while high < len(rows) and rows[high - 1].char_end >= rows[high].char_start:
        high += 1
    return low, high


def _joined(rows: list[ChunkRow]) -> tuple[str, Chunks]:
    """Return the text of connected chunks, and the chunks as those of this text."""
    base, reach, parts = rows[0].char_start, rows[0].char_start, []
    for row in rows:
        parts.append(row.text[reach - row.char_start :])
        reach = row.char_end
    text = "".join(parts)
    spans = Spans.of((row.char_start - base, row.char_end - base) for row in rows)
    return text, Chunks(Text(text, "surrogatepass"), spans, None, OtherTool("store"))


def _excerpt(rows: list[ChunkRow], own: int, found: Any, text: str, start: int, end: int) -> Excerpt:
    """Return the excerpt of a part of the text of connected chunks."""
    base, base_byte = rows[0].char_start, rows[0].byte_start
    part = text[start:end]
    start_byte = base_byte + len(text[:start].encode())
    touched = [row for row in rows if row.char_start < base + end and row.char_end > base + start]
    shown = _without_furniture(touched, base + start, base + end)
    at = max(k for k, row in enumerate(rows) if row.char_start <= base + start)
    headings, header = rows[at].headings, rows[at].table_header
    if rows[at].char_start < base + start and at + 1 < len(rows):
        following = rows[at + 1]
        pairs = zip(headings, following.headings, strict=False)
        headings = tuple(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        header = header if header == following.table_header else ""
    return Excerpt.of({
        "id": found.id, "document_id": found.document_id, "chunk_index": rows[own].chunk_index,
        "source": found.source, "start": base + start, "end": base + end, "start_byte": start_byte,
        "end_byte": start_byte + len(part.encode()), "text": part, "headings": headings, "table_header": header,
        "shown_text": shown if shown != part and shown.strip() else None,
        "provenance": together([row.provenance for row in touched]),
    })  # fmt: skip


def _without_furniture(rows: list[ChunkRow], start: int, end: int) -> str:
    """Return the text of a span of connected chunks without the page furniture that is in no shown text."""
    parts = []
    for row in rows:
        span = start - row.char_start, min(row.char_end, end) - row.char_start
        shown = row.shown_text
        parts.append(row.text[slice(*span)] if shown is None else shown_part(row.text, shown, *span))
        start = row.char_end
    return "".join(parts)
