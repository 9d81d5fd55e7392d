"""What a vector store is to a sync: one protocol, and the values that pass through it.

A target keeps its rows and its cursor. A sync calls `open`, `cursor`, then for each batch `begin`, `upsert` or
`delete`, and `commit`. It may be killed between any two calls; the next sync begins from the cursor, and writes
again what came after it. Therefore `upsert` and `delete` are idempotent, and `commit` writes the cursor last, in
the transaction of the batch where the target has transactions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, final

if TYPE_CHECKING:
    from uuid import UUID

    from shiplap.vectors.types import Matrix

#: How a target compares vectors.
Metric = Literal["cosine", "dot", "euclidean"]

#: What identifies a row: the chunk's content id, or its chunk id.
Key = Literal["content", "chunk"]

#: The fields of a record, in their order. The types: `str`; `headings` a list of str; `chunk_index`, `char_start`,
#: `char_end`, `line_start`, `line_end`, `first_page` and `last_page` int; `start_seconds` and `end_seconds` float;
#: `metadata` a dict of JSON, the user's own. `source`, `kind`, the pages and the times may be None.
FIELDS = (
    "chunk_id", "content_id", "document_id", "source", "chunk_index", "text", "kind", "headings", "char_start",
    "char_end", "line_start", "line_end", "first_page", "last_page", "start_seconds", "end_seconds",
    "content_hash", "context_hash", "metadata", "stamp",
)  # fmt: skip


@final
@dataclass(frozen=True)
class Layout:
    """What a collection must fit: the length of its vectors, and how they are compared."""

    dimensions: int
    metric: Metric = "cosine"


@final
@dataclass(frozen=True)
class Cursor:
    """How far a target follows a store.

    generation: "store:number", as `Store.changes` returns it: the target has all changes up to this one.
    model: the embedding model of its vectors.
    key: what identifies its rows.
    is_whole: whether a sync has come to its end since the first began.
    """

    generation: str
    model: str
    key: Key
    is_whole: bool


@final
@dataclass(frozen=True)
class Batch:
    """Rows to write. Item i of each field belongs to row i.

    ids: the UUIDs of the rows, each once.
    vectors: float32, shape (n, d).
    records: the fields of each row by name, in the order of `FIELDS`. `stamp` is a hash of the others: equal
        stamps mean equal records.
    """

    ids: Sequence[UUID]
    vectors: Matrix
    records: Sequence[dict[str, Any]]

    def __len__(self) -> int:
        return len(self.ids)


@final
@dataclass(frozen=True)
class Held:
    """Rows that `VectorTarget.held` reads back: ids, texts, stamps, and vectors, float32, shape (n, d), which a
    target may have scaled to length 1."""

    ids: Sequence[UUID]
    texts: Sequence[str]
    stamps: Sequence[str]
    vectors: Matrix

    def __len__(self) -> int:
        return len(self.ids)


class VectorTarget(Protocol):
    """A collection of a vector store. One thread uses it.

    Errors of the store's own client propagate from all methods; TargetError says what a target refuses.
    """

    def open(self, layout: Layout) -> None:
        """Connect, and make the collection if there is none. Raises TargetError if one is there that does not fit
        the layout. Called once, before all others."""

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None if no commit has written one."""

    def count(self) -> int:
        """Return the number of rows."""

    def begin(self) -> None:
        """Begin a batch: a transaction where the target has them."""

    def upsert(self, batch: Batch) -> None:
        """Write rows; those with the same ids are replaced as a whole."""

    def delete(self, ids: Sequence[UUID]) -> None:
        """Remove rows by a list of ids; unknown ids are no error."""

    def commit(self, cursor: Cursor) -> None:
        """Make the batch durable, and then the cursor, or both at once."""

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows, at most `size` at a time, in any order, each once."""

    def index(self) -> None:
        """Make the index of nearest neighbours that the store has (HNSW, IVF), with its own defaults; nothing if
        there is one."""

    def close(self) -> None:
        """Give back the connection; a batch that is not committed is dropped where the target has transactions.
        Called once, at the end, also after an error."""
