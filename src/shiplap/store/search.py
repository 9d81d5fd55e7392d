"""Search in a store: by words, by vectors, or by both.

Words are searched for in the contextual texts of chunks: a word that stands only in a heading or in the header
of a table finds the chunks under it (`query`, `ranking`). Vectors are those that the store has of a model
(`nearest`).

Both (`hybrid`) is a weighted sum of normalised scores:

    H1  The candidates are the best CANDIDATES chunks by words and by vectors, or `limit` of each if that is more.
    H2  The score by words of a candidate is divided by the highest one, 0 without a match. Its cosine
        similarity is scaled so that the least of the candidates becomes 0, and the highest 1.
    H3  The score is (1 - weight) * words + weight * vectors. A chunk without a vector has its score by words
        for both.
    H4  Candidates with equal scores are in the order of their rowids.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args

from shiplap.chunks.contextual import ContextualChunk
from shiplap.chunks.headings import before_all, context
from shiplap.errors import OptionError, StoreError
from shiplap.options import choice, count, share
from shiplap.store.fields import Columns, meta, one_moment, place, select, unfit
from shiplap.store.filters import Filter
from shiplap.store.index import index
from shiplap.store.postings import DamagedIndexError
from shiplap.store.query import Group
from shiplap.store.ranking import Ranked, Statistics
from shiplap.store.schema import translated
from shiplap.store.snippets import snippets
from shiplap.store.stems import of_question, of_words, said, stemmer

if TYPE_CHECKING:
    from shiplap.store.nearest import QueryVector
    from shiplap.store.ranking import Rows, Scores

Mode = Literal["words", "vector", "hybrid"]

#: Candidates of a hybrid search by words, and by vectors.
CANDIDATES = 100

#: The share of the vectors in a hybrid score. Of 0.3 to 0.7, static vectors gained most with 0.4 and lost with
#: 0.7, a model of sentences gained most with 0.7 (`benchmarks.quality.search`); one half loses with neither.
WEIGHT = 0.5

#: Rows per statement: below 999 parameters, the limit of old builds of SQLite.
_GROUP = 900

_HIT = Columns(
    "c.chunk_id", "c.chunk_index", "c.text", "c.char_start", "c.char_end", "c.byte_start", "c.byte_end",
    "c.headings", "c.table_header", "c.document_id", "d.source", "c.provenance", "c.shown_text", "c.context",
    rowid="c.rowid",
)  # fmt: skip

_FROM = "FROM chunks AS c JOIN documents AS d USING (document_id) WHERE c.rowid IN"


@dataclass(frozen=True)
class Hit(ContextualChunk):
    """A chunk that a search found. `score` is larger for a better one: BM25 by words, the cosine similarity by
    vectors, from 0 to 1 for hybrid. `snippet` is a part of the text, or of what stands before it in the
    contextual text if only that matches, with the words marked by [ ]. `headings`, `table_header`,
    `shown_text`, `context`, `contextual_text`, `provenance` and the attributes from `pages` to `address` are
    those of `Chunk`. `build_prompt` and `parse_citations` accept a Hit as a chunk."""

    id: str
    document_id: str
    chunk_index: int
    source: str | None
    start: int
    end: int
    score: float
    snippet: str
    start_byte: int
    end_byte: int
    text: str
    headings: tuple[str, ...] = ()
    table_header: str = ""
    provenance: dict[str, Any] | None = field(default=None, hash=False)
    shown_text: str | None = None
    context: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict."""
        return asdict(self)


def check_stored(option: str, hit: Hit) -> None:
    """Check that a hit is a stored chunk, not the parent that `Store.merge` has made of several."""
    if hit.id.startswith(f"{hit.document_id}-level-"):
        raise OptionError(option, hit.id, "must be a chunk of the store, not one that Store.merge made of several")


class Query(NamedTuple):
    """The options of a search, checked."""

    words: str
    limit: int
    mode: Mode
    is_all: bool
    language: str | None
    weight: float
    filter: Filter | None


def checked(
    words: Any, limit: Any, mode: Any, match: str | None, language: str | None, weight: Any, filter: Filter | None
) -> Query:
    """Check the options of a search. Raises OptionError."""
    if not isinstance(words, str):
        raise OptionError("words", words, "must be a str")
    mode = choice("mode", mode, get_args(Mode))
    if mode == "vector" and match is not None:
        raise OptionError("match", match, 'must be left out for mode="vector", which compares no words')
    match = choice("match", match or ("all" if mode == "words" else "any"), ("all", "any"))
    if language is not None:
        stemmer(language)
    if weight is not None and mode != "hybrid":
        raise OptionError("weight", weight, 'must be left out unless mode="hybrid"')
    part = WEIGHT if weight is None else share("weight", weight)
    return Query(words, count("limit", limit), mode, match == "all", language, part, filter)


def search(connection: sqlite3.Connection, store: str, query: Query, vector: QueryVector | None) -> list[Hit]:
    """Find chunks, best first. The vector is needed unless the mode is words."""
    if query.mode != "vector":
        index(connection, store)
    with translated(store), one_moment(connection):
        allowed = None if query.filter is None else query.filter.rows(connection, store)
        if query.mode == "vector":
            found = said(query.words, query.language)  # for snippets
        elif query.is_all:
            found = of_words(connection, query.words, query.language)
        else:
            found = of_question(connection, query.words, query.language)
        try:
            rows, scores = _found(connection, store, query, found, vector, allowed)
        except DamagedIndexError as error:
            raise StoreError(store, f"the search index is damaged [{error}]") from error
        return _hits(connection, store, rows, scores, found)


def _found(
    connection: sqlite3.Connection,
    store: str,
    query: Query,
    found: list[Group],
    vector: QueryVector | None,
    allowed: Rows | None,
) -> tuple[Rows, Scores]:
    """Return the rowids that a query finds, and their scores, best first."""
    if vector is None:
        return ByWords(connection, store, found, query.is_all).best(query.limit, allowed)
    if query.mode == "vector":
        return vector.nearest.search(vector.vector, query.limit, allowed, vector.by)
    words = ByWords(connection, store, found, query.is_all)
    size = max(CANDIDATES, query.limit)
    return combined(words, vector, size, query.weight, allowed, query.limit)


class ByWords:
    """The chunks that have words, ranked."""

    def __init__(self, connection: sqlite3.Connection, store: str, found: Sequence[Group], is_all: bool) -> None:
        known = meta(connection, store)
        statistics = Statistics(known.get("indexed_rows", 0), known.get("indexed_words", 0))
        self._connection = connection
        self._ranked = Ranked(connection, found, statistics, is_all=is_all)

    def best(self, limit: int, allowed: Rows | None) -> tuple[Rows, Scores]:
        """Return the best rowids that are not dead, and their scores."""
        import numpy as np

        size = limit
        while True:
            rows, scores = self._ranked.best(size, allowed)
            known = self._alive(rows.tolist())
            alive = np.array([row in known for row in rows.tolist()], bool)
            if alive.sum() >= limit or len(rows) < size:
                return rows[alive][:limit], scores[alive][:limit]
            size *= 2

    def of(self, rows: Rows) -> dict[int, float]:
        """Return the scores of rows, of those that have the words."""
        return self._ranked.of(rows)

    def _alive(self, rows: list[int]) -> set[int]:
        return {row for (row,) in in_groups(self._connection, "SELECT rowid FROM chunks WHERE rowid IN", rows)}


def combined(
    words: ByWords | Ranked, vector: QueryVector, size: int, weight: float, allowed: Rows | None, limit: int
) -> tuple[Rows, Scores]:
    """Return the best rowids by words and by vectors, and their scores (H1 to H4)."""
    import numpy as np

    by_words, _ = words.best(size, allowed)
    by_vectors, _ = vector.nearest.search(vector.vector, size, allowed, vector.by)
    rows = np.union1d(by_words, by_vectors)
    scored = words.of(rows)
    points = np.array([scored.get(row, 0.0) for row in rows.tolist()])
    near, known = vector.nearest.of(vector.vector, rows)
    scores = fused(points, near, known, weight)
    order = np.lexsort((rows, -scores))[:limit]
    return rows[order], scores[order]


def fused(words: Scores, near: Scores, known: Any, weight: float) -> Scores:
    """Combine scores by words, 0 without a match, and cosine similarities, where they are known (H2, H3).

    >>> import numpy as np
    >>> fused(np.array([8.0, 4, 0]), np.array([0.2, 0.6, 0]), np.array([True, True, False]), 0.5).tolist()
    [0.5, 0.75, 0.0]
    """
    import numpy as np

    words = words / max(float(words.max(initial=0)), 1e-12)
    low, high = (float(near[known].min()), float(near[known].max())) if known.any() else (0.0, 1.0)
    scaled = np.where(known, (near - low) / max(high - low, 1e-12), words)
    result: Scores = (1 - weight) * words + weight * scaled
    return result


def in_groups(connection: sqlite3.Connection, sql: str, rows: Sequence[int]) -> Iterator[Any]:
    """Yield the results of a statement that ends with IN, for rowids."""
    for first in range(0, len(rows), _GROUP):
        part = rows[first : first + _GROUP]
        yield from connection.execute(f"{sql} ({', '.join(map(str, part))})")


def _hits(
    connection: sqlite3.Connection, store: str, rows: Rows, scores: Scores, found: Sequence[Group]
) -> list[Hit]:
    """Read the chunks of the rows. Raises StoreError for a damaged one."""
    known: dict[int, Any] = {}
    for first in range(0, len(rows), _GROUP):
        part = rows[first : first + _GROUP].tolist()
        for row in select(connection, store, _HIT, f"{_FROM} ({', '.join(map(str, part))})"):
            wrong = unfit(row[9], row)
            if wrong:
                raise StoreError(store, place(document_id=row[9], chunk_index=row[1]) + wrong)
            known[row[-1]] = row
    kept = [(known[row], score) for row, score in zip(rows.tolist(), scores.tolist(), strict=True) if row in known]
    phrases = list({phrase[1:3]: phrase for group in found for phrase in group}.values())
    shown = [row[2] if row[12] is None else row[12] for row, _ in kept]
    texts = [
        (text, before_all(row[13]) + context(row[7], row[8], text))
        for (row, _), text in zip(kept, shown, strict=True)
    ]
    parts = snippets(phrases, texts)
    hits = []
    for (row, score), (own, before) in zip(kept, parts, strict=True):
        (
            id,
            number,
            text,
            start,
            end,
            start_byte,
            end_byte,
            headings,
            header,
            document_id,
            source,
            provenance,
            shown_text,
            added,
            _,
        ) = row
        snippet = before if before and "[" not in own else own
        hits.append(Hit(id, document_id, number, source, start, end, score, snippet, start_byte, end_byte, text,
                        headings, header, provenance, shown_text, added))  # fmt: skip
    return hits
