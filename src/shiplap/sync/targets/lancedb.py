"""LanceDB, by its own client. Needs the extra `lancedb`.

A collection is a table with a column of its own for each field, `metadata` as JSON. The cursor is in the metadata
of the column `id`, under "shiplap": it is a part of each version of the table.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from shiplap.errors import TargetError
from shiplap.extras import require
from shiplap.printable import without_password
from shiplap.sync.target import FIELDS, FOREIGN, WAY_OUT, Batch, Cursor, Held, Layout, RowId
from shiplap.sync.targets.values import (
    WatchedCursor,
    arrow_table,
    check_name,
    column_of,
    made_or_found,
    metadata_texts,
    row_id,
    texts_of,
)

#: The names of the metrics in an index.
_METRICS = {"cosine": "cosine", "dot": "dot", "euclidean": "l2"}

#: The keys in the metadata of the columns `id` and `vector`.
_CURSOR, _METRIC = b"shiplap", b"shiplap_metric"

#: An index IVF needs at least this many rows to learn from.
_MIN_INDEXED = 256

#: With this many small files they are merged, and indexes get the rows that they lack: the advice of LanceDB.
_FILES = 20

#: As long as a table that was empty when it was opened has at most this many rows, their ids are remembered (some
#: 100 bytes each): rows with new ids are appended, which takes three quarters of the time of a merge.
_REMEMBERED = 200_000

#: Ids in one condition of a delete.
_IDS = 10_000


class LanceDBTarget:
    """A table of LanceDB.

    database: the path of a folder, the URI of a bucket ("s3://…"), or a connection of the library.
    collection: the name of the table: letters and digits of ASCII, underscores, hyphens and periods.

    Raises OptionError for an empty name, MissingExtraError without the library.

    >>> import tempfile
    >>> from shiplap.sync import Layout
    >>> target = LanceDBTarget(tempfile.mkdtemp(), "docs")
    >>> target.open(Layout(64))
    >>> target.count()
    0
    >>> target.close()
    """

    def __init__(self, database: str | Any, collection: str) -> None:
        self._library = require("lancedb", "lancedb", "a target in LanceDB")
        check_name("collection", collection)
        self._database: Any = database
        self._collection = collection
        where = f" of {without_password(database)}" if isinstance(database, str) else ""
        self.name: str = f"LanceDB table {collection!r}{where}"
        self._table: Any = None
        self._is_settled = False
        self._ids: set[UUID] | None = None
        self._watched = WatchedCursor(self.name, self._read, self._write)

    def exists(self) -> bool:
        """Return whether there is a table of this name."""
        if isinstance(self._database, str) and "://" not in self._database and not os.path.isdir(self._database):
            return False
        return self._found(self._connect()) is not None

    def open(self, layout: Layout) -> None:
        """Connect, and make the table if it is missing. Raises TargetError if it does not fit."""
        database = self._connect()
        self._table = self._found(database)
        if self._table is None:
            self._table = made_or_found(
                lambda: database.create_table(self._collection, schema=_schema(layout)),
                lambda: self._found(database),
            )
        self._check(layout)
        self._ids = None if self.count() else set()
        self._watched.load()

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        return self._watched.load()

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._table.count_rows())

    def begin(self) -> None:
        """Begin a batch. Raises TargetError if another sync writes to the table."""
        self._watched.check()
        self._is_settled = False

    def upsert(self, batch: Batch) -> None:
        """Write rows, as one version of the table. Raises TargetError for a text that UTF-8 cannot represent."""
        rows = _with_json(arrow_table(batch, metadata_texts(batch, self.name)))
        if self._are_new(batch.ids):
            self._table.add(rows)
        else:
            merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
            merge.execute(rows)

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows."""
        for start in range(0, len(ids), _IDS):
            quoted = (str(each).replace("'", "''") for each in ids[start : start + _IDS])
            listed = ", ".join(f"'{each}'" for each in quoted)
            self._table.delete(f"id IN ({listed})")

    def commit(self, cursor: Cursor) -> None:
        """Write the cursor. Raises TargetError if another sync writes to the table."""
        self._watched.save(cursor)
        self._is_settled = True

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows."""

        found = self._table.search().limit(None).select(["id", "text", "stamp", "vector"])
        for block in found.to_batches(size):
            for start in range(0, len(block), size):
                part = block.slice(start, size)
                vectors = column_of(part.column("vector"))
                ids, texts, stamps = (part.column(name).to_pylist() for name in ("id", "text", "stamp"))
                yield Held(list(map(row_id, ids)), texts_of(texts), texts_of(stamps), vectors)

    def index(self) -> None:
        """Make an index IVF, unless there is an index of the vectors, which then gets the rows that it lacks.
        Fewer than 256 rows get none: it could not learn from them."""
        if any("vector" in index.columns for index in self._table.list_indices()):
            self._table.optimize()
        elif self.count() >= _MIN_INDEXED:
            metric = self._field("vector").get(_METRIC, b"").decode()
            self._table.create_index("vector", config=self._library.index.IvfPq(distance_type=_METRICS[metric]))

    def close(self) -> None:
        """Merge small files after a sync that wrote, and give back the table."""
        table, self._table, self._ids = self._table, None, None
        is_settled, self._is_settled = self._is_settled, False
        if is_settled and table.stats()["fragment_stats"]["num_small_fragments"] >= _FILES:
            table.optimize()

    def _are_new(self, ids: Sequence[UUID]) -> bool:
        """Return whether it is known that the table has none of the ids, and remember them."""
        if self._ids is None:
            return False
        are_new = self._ids.isdisjoint(ids)
        self._ids.update(ids)
        if len(self._ids) > _REMEMBERED:
            self._ids = None
        return are_new

    def _connect(self) -> Any:
        return self._library.connect(self._database) if isinstance(self._database, str) else self._database

    def _found(self, database: Any) -> Any:
        """Return the table, or None."""
        try:
            return database.open_table(self._collection)
        except ValueError as error:
            if "not found" in str(error):
                return None
            raise

    def _field(self, name: str) -> dict[bytes, bytes]:
        """Return the metadata of a column, in the newest version of the table."""
        self._table.checkout_latest()
        return self._table.schema.field(name).metadata or {}

    def _check(self, layout: Layout) -> None:
        """Raise TargetError if the table does not fit."""
        names = self._table.schema.names
        if missing := [name for name in ("id", "vector", *FIELDS) if name not in names]:
            is_own = "vector" in names and _METRIC in self._field("vector")
            lacks = f"lacks the columns {', '.join(missing)}; {WAY_OUT}"
            raise TargetError(self.name, f"the table {lacks if is_own else FOREIGN}")
        found = getattr(self._table.schema.field("vector").type, "list_size", None)
        metric = self._field("vector").get(_METRIC, b"?").decode()
        if (found, metric) != (layout.dimensions, layout.metric):
            raise TargetError(
                self.name,
                f"has vectors of {found} dimensions, compared by {metric}; the sync has {layout.dimensions}"
                f" dimensions, compared by {layout.metric}; {WAY_OUT}",
            )

    def _read(self) -> str:
        return self._field("id").get(_CURSOR, b"").decode()

    def _write(self, text: str) -> None:
        self._table.update_field_metadata({"path": "id", "metadata": {_CURSOR.decode(): text}})


def _schema(layout: Layout) -> Any:
    """Return the schema of a table: that of a batch, with the metric in the metadata of the vectors."""
    import numpy as np

    empty = Batch([], np.zeros((0, layout.dimensions), np.float32), [])
    schema = _with_json(arrow_table(empty, [])).schema
    place = schema.get_field_index("vector")
    return schema.set(place, schema.field("vector").with_metadata({_METRIC: layout.metric}))


def _with_json(rows: Any) -> Any:
    """Return a table with its metadata typed as JSON, so that conditions can look into them."""
    import pyarrow

    place = rows.schema.get_field_index("metadata")
    texts = rows.column("metadata").combine_chunks().cast(pyarrow.utf8())
    return rows.set_column(place, "metadata", pyarrow.ExtensionArray.from_storage(pyarrow.json_(), texts))
