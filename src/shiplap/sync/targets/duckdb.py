"""DuckDB, a file of it, by its own client. Needs the extra `duckdb`.

A collection is a table with a column of its own for each field; vectors are arrays, FLOAT[d]. The table
`shiplap_targets` has a row for each collection: its metric and its cursor, which is written in the transaction of
the rows.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any
from uuid import UUID

from shiplap.errors import OptionError, TargetError
from shiplap.extras import require
from shiplap.sync.target import FIELDS, FOREIGN, WAY_OUT, Batch, Cursor, Held, Layout, RowId
from shiplap.sync.targets.values import (
    SETTINGS,
    SQL_TYPES,
    arrow_table,
    check_name,
    column_of,
    connected,
    metadata_texts,
    texts_of,
)

#: The metrics of an index of the extension vss.
_METRICS = {"cosine": "cosine", "dot": "ip", "euclidean": "l2sq"}

#: The name under which a transaction reads a table of Arrow.
_ROWS = "shiplap_rows"


class DuckDBTarget:
    """A table of a file of DuckDB.

    database: the path of the file, which one process at a time can write, or a connection of the library, which
        `close` leaves open.
    collection: the name of the table. The table has no primary key: DuckDB checks one against rows that the same
        transaction has removed, and reads the whole column faster than its index.

    Raises OptionError for a name that no table can have, MissingExtraError without the library.

    >>> import tempfile
    >>> from shiplap.sync import Layout
    >>> target = DuckDBTarget(tempfile.mkdtemp() + "/docs.duckdb", "docs")
    >>> target.open(Layout(64))
    >>> target.count()
    0
    >>> target.close()
    """

    def __init__(self, database: str | Any, collection: str) -> None:
        self._library = require("duckdb", "duckdb", "a target in DuckDB")
        require("pyarrow", "duckdb", "a target in DuckDB")
        check_name("collection", collection)
        if collection.lower() == SETTINGS:
            raise OptionError("collection", collection, "is the name of the table of settings")
        self._database: Any = database
        self._collection = collection
        self._table = '"' + collection.replace('"', '""') + '"'
        where = f" of {database}" if isinstance(database, str) else ""
        self.name: str = f"DuckDB table {collection!r}{where}"
        self._connection: Any = None

    def exists(self) -> bool:
        """Return whether there is a table of this name. Raises TargetError for a file in no folder."""
        if isinstance(self._database, str) and not os.path.exists(self._database):
            self._check_folder()
            return False
        with connected(self._connection, self._connect, self._database) as connection:
            return bool(self._columns(connection))

    def open(self, layout: Layout) -> None:
        """Connect, and make the table if it is missing. Raises TargetError if a table is there that does not fit
        or that no sync has made; with `retryable`, if another process has opened the file."""
        self._connection = self._connect()
        columns = self._columns(self._connection)
        if columns and not self._columns(self._connection, SETTINGS):
            raise TargetError(self.name, f"the table {FOREIGN}")
        self._connection.execute(
            f"CREATE TABLE IF NOT EXISTS {SETTINGS}"
            " (collection text PRIMARY KEY, metric text NOT NULL, cursor text)"
        )
        if columns:
            self._check(columns, layout)
        else:
            self._create(layout)
        if self._has_index():  # a table can be changed only where all its indexes are known
            self._load("vss")

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        text = self._setting("cursor")
        return None if text is None else Cursor.from_json(text)

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._connection.execute(f"SELECT count(*) FROM {self._table}").fetchone()[0])

    def begin(self) -> None:
        """Begin a transaction, after dropping one that an error has ended."""
        self._rollback()
        self._connection.execute("BEGIN")

    def upsert(self, batch: Batch) -> None:
        """Write rows. Raises TargetError for a text that UTF-8 cannot represent."""
        rows = arrow_table(batch, metadata_texts(batch, self.name))
        with self._registered(rows):
            self._connection.execute(f"DELETE FROM {self._table} WHERE id IN (SELECT id::UUID FROM {_ROWS})")
            self._connection.execute(f"INSERT INTO {self._table} BY NAME SELECT * FROM {_ROWS}")

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows by one statement."""
        import pyarrow

        with self._registered(pyarrow.table({"id": pyarrow.array(map(str, ids), pyarrow.utf8())})):
            self._connection.execute(f"DELETE FROM {self._table} WHERE id IN (SELECT id::UUID FROM {_ROWS})")

    def commit(self, cursor: Cursor) -> None:
        """Commit the rows and the cursor together."""
        self._connection.execute(
            f"UPDATE {SETTINGS} SET cursor = ? WHERE collection = ?", [cursor.to_json(), self._collection]
        )
        self._connection.execute("COMMIT")

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows, by a second connection to the file."""

        with self._connection.cursor() as reader:
            found = reader.sql(f"SELECT id::text AS id, text, stamp, vector FROM {self._table}")
            for block in found.to_arrow_reader(size):
                if len(block):
                    values = {name: block.column(name) for name in ("id", "text", "stamp")}
                    ids, texts, stamps = (each.to_pylist() for each in values.values())
                    vectors = column_of(block.column("vector"))
                    yield Held(list(map(UUID, ids)), texts_of(texts), texts_of(stamps), vectors)

    def index(self) -> None:
        """Make an index HNSW by the extension vss, unless the table has one. Raises TargetError if the extension
        is not installed: shiplap downloads nothing."""
        if self._has_index():
            return
        self._load("vss")
        metric = _METRICS[self._setting("metric") or "cosine"]
        name = '"' + f"{self._collection}_vector".replace('"', '""') + '"'
        self._connection.execute("SET hnsw_enable_experimental_persistence = true")
        self._connection.execute(
            f"CREATE INDEX {name} ON {self._table} USING HNSW (vector) WITH (metric = '{metric}')"
        )

    def close(self) -> None:
        """Roll back what is not committed, and close the connection, unless it was given."""
        if self._connection is None:
            return
        self._rollback()
        if self._connection is not self._database:
            self._connection.close()
        self._connection = None

    # ---- the connection

    def _connect(self) -> Any:
        if not isinstance(self._database, str):
            return self._database
        self._check_folder()
        try:
            return self._library.connect(self._database)
        except self._library.IOException as error:
            if "lock" not in str(error):
                raise
            reason = "another process has opened the file"
            raise TargetError(self.name, reason, retryable=True) from error

    def _check_folder(self) -> None:
        folder = os.path.dirname(self._database)
        if folder and not os.path.isdir(folder):
            raise TargetError(self.name, f"the folder {folder} does not exist; DuckDB makes none")

    def _rollback(self) -> None:
        """Drop a batch that was not committed."""
        with suppress(self._library.TransactionException):  # there is none
            self._connection.execute("ROLLBACK")

    @contextmanager
    def _registered(self, rows: Any) -> Iterator[None]:
        """Give a table of Arrow the name `_ROWS` for a while."""
        self._connection.register(_ROWS, rows)
        try:
            yield
        finally:
            self._connection.unregister(_ROWS)

    def _load(self, extension: str) -> None:
        try:
            self._connection.execute(f"LOAD {extension}")
        except self._library.Error as error:
            reason = f"the extension {extension} of DuckDB cannot be loaded: {str(error).splitlines()[0]}"
            raise TargetError(self.name, f"{reason}; install it with the statement INSTALL {extension}") from None

    # ---- the table

    def _columns(self, connection: Any, table: str | None = None) -> dict[str, str]:
        """Return the types of the columns of a table, by default the collection's, by their names; none if it is
        missing."""
        return dict(
            connection.execute(
                "SELECT column_name, data_type FROM duckdb_columns() WHERE table_name = ?"
                " AND database_name = current_database() AND schema_name = current_schema()",
                [self._collection if table is None else table],
            ).fetchall()
        )

    def _create(self, layout: Layout) -> None:
        """Make the table and its settings in one transaction."""
        types = {"id": "uuid", "vector": f"float[{layout.dimensions}]", **SQL_TYPES, "metadata": "json"}
        columns = ", ".join(f"{name} {type}" for name, type in types.items())
        self._connection.execute("BEGIN")
        self._connection.execute(f"CREATE TABLE {self._table} ({columns})")
        self._connection.execute(
            f"INSERT OR REPLACE INTO {SETTINGS} VALUES (?, ?, NULL)", [self._collection, layout.metric]
        )
        self._connection.execute("COMMIT")

    def _setting(self, name: str) -> str | None:
        """Return the metric or the cursor; None if it is missing."""
        sql = f"SELECT {name} FROM {SETTINGS} WHERE collection = ?"
        row = self._connection.execute(sql, [self._collection]).fetchone()
        return None if row is None else row[0]

    def _check(self, columns: dict[str, str], layout: Layout) -> None:
        """Raise TargetError if the table does not fit."""
        metric = self._setting("metric")
        if metric is None:
            raise TargetError(self.name, f"the table {FOREIGN}")
        if missing := [name for name in ("id", "vector", *FIELDS) if name not in columns]:
            raise TargetError(self.name, f"the table lacks the columns {', '.join(missing)}; {WAY_OUT}")
        found, wanted = (columns["vector"], metric), (f"FLOAT[{layout.dimensions}]", layout.metric)
        if found != wanted:
            raise TargetError(
                self.name,
                f"has vectors {found[0]}, compared by {found[1]}; the sync has {wanted[0]}, compared by"
                f" {wanted[1]}; {WAY_OUT}",
            )

    def _has_index(self) -> bool:
        """Return whether the table has an index HNSW."""
        return bool(self._connection.execute(
            "SELECT count(*) FROM duckdb_indexes() WHERE table_name = ? AND database_name = current_database()"
            " AND schema_name = current_schema() AND sql ILIKE '%USING HNSW%'", [self._collection],
        ).fetchone()[0])  # fmt: skip
