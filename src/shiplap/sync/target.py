"""Interface of a vector store for a sync: one protocol, and the values that pass through it.

A target keeps its rows and its cursor. A sync calls `open`, `cursor`, then for each batch `begin`, `upsert` and
`delete`, and `commit`; at its end it calls `close`. It may be killed between any two calls; the next sync begins
from the cursor, and writes again what came after it. Therefore `upsert` and `delete` are idempotent, and `commit`
writes the cursor last, in the transaction of the batch where the target has transactions.
`shiplap.sync.check_target` holds a target to all this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias, final
from uuid import UUID

from shiplap.errors import OptionError

if TYPE_CHECKING:
    from shiplap.vectors.types import Matrix

#: How a target compares vectors.
Metric = Literal["cosine", "dot", "euclidean"]

#: What identifies a row: the chunk's content id, or its chunk id.
Key = Literal["content", "chunk"]

#: What identifies a row of a target: a UUID. Rows that no sync wrote may have other ids.
RowId: TypeAlias = UUID | str | int

#: What a user can do about a collection that does not fit, for messages.
WAY_OUT = "name another collection, or remove this one and sync again"

#: Why a collection with other fields is refused, for messages.
FOREIGN = f"exists and was not made by a sync of shiplap; {WAY_OUT}"

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
    """Layout of a collection: the length of its vectors, and how they are compared."""

    dimensions: int
    metric: Metric = "cosine"


@final
@dataclass(frozen=True)
class Cursor:
    """Position up to which a target follows a store. A target keeps it as the text of `to_json`.

    generation: "store:number", as `Store.changes` returns it: the target has all changes up to this one.
    model: the embedding model of its vectors.
    key: what identifies its rows.
    is_whole: whether a sync has come to its end since the first began.
    probe: a hash of the model's vector of a fixed text, or "" if it is unknown: another model of the same name has
        another one.
    pending: the ids of the documents of which chunks are missing because their texts could not be embedded.
    """

    generation: str
    model: str
    key: Key
    is_whole: bool
    probe: str = ""
    pending: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Return the cursor as JSON in ASCII, for a target to keep.

        >>> cursor = Cursor("6f1c0a2b9d3e4f58:12", "hashed", "content", True)
        >>> Cursor.from_json(cursor.to_json()) == cursor
        True
        """
        return json.dumps(asdict(self))

    @staticmethod
    def from_json(text: str) -> Cursor:
        """Return the cursor that `to_json` wrote. Raises OptionError for any other text."""
        try:
            values: dict[str, Any] = json.loads(text)
            return Cursor(**{**values, "pending": tuple(values["pending"])})
        except (ValueError, TypeError, KeyError):
            raise OptionError("cursor", text, "must be a cursor that a sync of shiplap wrote") from None


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

    ids: Sequence[RowId]
    texts: Sequence[str]
    stamps: Sequence[str]
    vectors: Matrix

    def __len__(self) -> int:
        return len(self.ids)


class VectorTarget(Protocol):
    """A collection of a vector store. One thread uses it.

    `exists` may be called at any time. `open` is called before all other methods, and `close` after them, also
    after an error, of `open` too. A closed target may be opened again.

    Errors of the store's own client may propagate from all methods: a sync raises them as TargetErrors. A
    TargetError says what a target refuses.
    """

    #: How messages name the target, without passwords.
    name: str

    def exists(self) -> bool:
        """Return whether there is such a collection; nothing is made."""

    def open(self, layout: Layout) -> None:
        """Connect, and make the collection if it is missing. Raises TargetError if one is there that does not fit
        the layout."""

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None if no commit has written one."""

    def count(self) -> int:
        """Return the number of rows."""

    def begin(self) -> None:
        """Begin a batch: a transaction where the target has them."""

    def upsert(self, batch: Batch) -> None:
        """Write rows; those with the same ids are replaced as a whole. Raises TargetError for a record that the
        store cannot have, with its `row` in the batch, before any row is written."""

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows by a list of ids; unknown ids are no error."""

    def commit(self, cursor: Cursor) -> None:
        """Make the batch durable, and then the cursor, or both at once."""

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows, at most `size` at a time, in any order, each once. No other method is called
        meanwhile."""

    def index(self) -> None:
        """Make the index of nearest neighbours that the store has (HNSW, IVF), with its own defaults; nothing if
        there is one."""

    def close(self) -> None:
        """Give back the connection; a batch that is not committed is dropped where the target has transactions."""
