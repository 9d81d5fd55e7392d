"""Figures over a whole store, document by document: memory holds one document and eight bytes a chunk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from shiplap._core.spans import Spans
from shiplap.options import choice
from shiplap.source import view
from shiplap.stats import RULES, Stats, summary


def stats(connection: sqlite3.Connection, rule: str) -> Stats:
    """The stats of all chunks of the store. Raises OptionError for an unknown rule."""
    level = RULES[choice("rule", rule, RULES)]
    overlap, distinct = connection.execute(
        "SELECT ifnull(sum(overlap), 0), count(DISTINCT content_hash) FROM chunks"
    ).fetchone()
    tokens, most = connection.execute(
        "SELECT ifnull(sum(tokens), 0), ifnull(max(tokens), 0)"
        " FROM (SELECT ifnull(token_count, (char_end - char_start + 3) / 4) AS tokens FROM chunks)"
    ).fetchone()
    (documents,) = connection.execute("SELECT count(*) FROM documents WHERE chunks > 0").fetchone()
    sizes = (size for (size,) in connection.execute("SELECT char_end - char_start FROM chunks"))
    cut = sum(count_cut(connection, *document, level) for document in _documents(connection))
    kinds = {
        kind: {"chunks": chunks, "characters": characters, "tokens": own}
        for kind, chunks, characters, own in connection.execute(
            "SELECT kind, count(*), sum(char_end - char_start),"
            " sum(ifnull(token_count, (char_end - char_start + 3) / 4))"
            " FROM chunks WHERE kind IS NOT NULL GROUP BY kind ORDER BY kind"
        )
    }
    return summary(sizes, tokens, most, overlap, distinct, cut, documents, rule, kinds)


def _documents(connection: sqlite3.Connection) -> Iterator[tuple[str, int]]:
    """Ids and lengths, in pages, so that no statement stays open while a document is read."""
    last = ""
    while True:
        page = connection.execute(
            "SELECT document_id, characters FROM documents WHERE document_id > ? OR ? = ''"
            " ORDER BY document_id LIMIT 1000",
            (last, last),
        ).fetchall()
        yield from page
        if len(page) < 1000:
            return
        last = page[-1][0]


def count_cut(connection: sqlite3.Connection, document_id: str, characters: int, level: str) -> int:
    """How many chunks of a document end where the level has no boundary.

    The text is put together from the chunks. What lies between them (blank chunks dropped, ends trimmed) is
    white space only; spaces stand for it.
    """
    pieces: list[str] = []
    ends: list[int] = []
    reached = 0
    for start, end, text in connection.execute(
        "SELECT char_start, char_end, text FROM chunks WHERE document_id = ? ORDER BY chunk_index",
        (document_id,),
    ):
        if start > reached:
            pieces.append(" " * (start - reached))
            reached = start
        pieces.append(text[reached - start :])
        ends.append(end)
        reached = end
    pieces.append(" " * (characters - reached))
    return view("".join(pieces)).count_cut(Spans.of((0, end) for end in ends), level)
