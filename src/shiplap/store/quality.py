"""Statistics of a whole store, document by document: with one document and eight bytes per chunk in memory."""

from __future__ import annotations

import sqlite3
from array import array
from collections.abc import Sequence

from shiplap._core.boundaries import count_cut
from shiplap._core.text import Spans
from shiplap.chunks.stats import Stats, summarize
from shiplap.errors import StoreError
from shiplap.levels import SENTENCE_RULES
from shiplap.options import SentenceRule, choice
from shiplap.printable import counted
from shiplap.source import view
from shiplap.store.fields import ChunkRow, Columns, chunk_rows, paged

#: Most spaces inserted between two chunks.
GAP = 1 << 16


def stats(connection: sqlite3.Connection, store: str, sentence_rule: SentenceRule) -> Stats:
    """Compute the stats of all chunks of the store. Raises OptionError for an unknown rule."""
    level = SENTENCE_RULES[choice("sentence_rule", sentence_rule, SentenceRule)]
    sizes = array("q")
    tokens = most = overlap = cut = documents = 0
    kinds: dict[str, dict[str, int]] = {}
    for document_id, number, characters, size in paged(connection, store, _SIZES):
        rows = chunk_rows(connection, store, document_id, number, characters, size)
        for row in rows:
            length = row.char_end - row.char_start
            sizes.append(length)
            tokens += row.token_count
            most = max(most, row.token_count)
            overlap += row.overlap
            if row.kind is not None:
                sums = kinds.setdefault(row.kind, {"chunks": 0, "characters": 0, "tokens": 0})
                sums["chunks"] += 1
                sums["characters"] += length
                sums["tokens"] += row.token_count
        cut += count_cut_rows(rows, characters, level)
        documents += bool(rows)
    distinct, held = connection.execute("SELECT count(DISTINCT content_hash), count(*) FROM chunks").fetchone()
    if held != len(sizes):
        raise StoreError(store, f"the file is damaged: {counted(held - len(sizes), 'chunk')} without a document")
    ordered = dict(sorted(kinds.items()))
    return summarize(sizes, tokens, most, overlap, distinct, cut, documents, sentence_rule, ordered)


_SIZES = Columns("document_id", "chunks", "characters", "bytes")


def count_cut_rows(rows: Sequence[ChunkRow], characters: int, level: str) -> int:
    """Count the chunks of a document that end where the level has no boundary.

    The text is rebuilt from the chunks. The gaps between them (dropped blank chunks, trimmed ends) are only
    white space; at most GAP spaces replace each gap, since no rule depends on a longer one.
    """
    if not rows:
        return 0
    pieces: list[str] = []
    ends: list[int] = []
    reached = length = 0  # offsets in the document and in the rebuilt text
    for row in rows:
        gap = min(row.char_start - reached, GAP)
        if gap > 0:
            pieces.append(" " * gap)
            length += gap
            reached = row.char_start
        pieces.append(row.text[reached - row.char_start :])
        length += row.char_end - reached
        reached = row.char_end
        ends.append(length)
    pieces.append(" " * min(characters - reached, GAP))
    return count_cut(view("".join(pieces)), Spans.of((0, end) for end in ends), level)
