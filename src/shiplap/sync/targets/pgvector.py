"""PostgreSQL with pgvector, by psycopg. Needs the extra `pgvector`.

A collection is a table with a column of its own for each field. The table `shiplap_targets` of the same schema has
a row for each collection: its metric and its cursor, which is written in the transaction of the rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from shiplap.errors import OptionError, TargetError
from shiplap.extras import require
from shiplap.printable import passwords_in, without_password
from shiplap.sync.target import FOREIGN, WAY_OUT, Batch, Cursor, Held, Layout, RowId
from shiplap.sync.targets.values import SETTINGS, SQL_TYPES, check_name, columns_of, metadata_texts

#: The longest identifier of PostgreSQL in bytes: it cuts off longer ones, so that two could be one table.
_MAX_NAME = 63

#: The most dimensions of a column of pgvector, and of its index HNSW.
_MAX_DIMENSIONS, _MAX_INDEXED = 16_000, 2_000

#: How long `open` waits for another sync: the server may need a moment to notice that a process was killed.
_LOCK_WAIT = "5s"

_OPERATORS = {"cosine": "vector_cosine_ops", "dot": "vector_ip_ops", "euclidean": "vector_l2_ops"}

_TYPES = {"id": "uuid", "vector": "vector", **SQL_TYPES, "metadata": "jsonb"}

#: Fields that have NULL in some rows.
_NULLABLE = ("source", "kind", "first_page", "last_page", "start_seconds", "end_seconds")


class PgvectorTarget:
    """A table of PostgreSQL with pgvector.

    server: the URI of the server and the database, or a connection of psycopg that is in no transaction. `close`
        leaves it open; meanwhile it commits each statement, except within a batch.
    collection: the name of the table, at most 63 bytes.
    schema: of the table; None for the first of the search path, usually `public`.

    One sync at a time uses a table: `open` takes an advisory lock, which ends with the connection.

    Raises OptionError for names that PostgreSQL cannot have, MissingExtraError without the library.
    """

    def __init__(self, server: str | Any, collection: str, *, schema: str | None = None) -> None:
        self._library = require("psycopg", "pgvector", "a target in PostgreSQL")
        self._pgvector = require("pgvector.psycopg", "pgvector", "a target in PostgreSQL")
        check_name("collection", collection, _MAX_NAME)
        if collection == SETTINGS:
            raise OptionError("collection", collection, "is the name of the table of settings")
        if schema is not None:
            check_name("schema", schema, _MAX_NAME)
        self._server: Any = server
        self._collection, self._schema = collection, schema
        where = f" of {without_password(server)}" if isinstance(server, str) else ""
        self.name: str = f"PostgreSQL table {collection!r}{where}"
        self._connection: Any = None
        self._was_autocommit = True

    def exists(self) -> bool:
        """Return whether there is a table of this name."""
        with self._connected() as connection:
            return self._oid(connection) is not None

    def open(self, layout: Layout) -> None:
        """Connect, take the lock, and make the table if it is missing, also the extension of pgvector.

        Raises TargetError if a table is there that does not fit or that no sync has made; with `retryable`, if the
        server cannot be reached or another sync uses the table.
        """
        if layout.dimensions > _MAX_DIMENSIONS:
            reason = f"pgvector has at most {_MAX_DIMENSIONS} dimensions, not {layout.dimensions}"
            raise TargetError(self.name, reason)
        self._connection = self._connect()
        self._lock()
        with self._connection.transaction():
            # two syncs of two collections may open a new database at a time
            self._connection.execute("SELECT pg_advisory_xact_lock(hashtextextended('shiplap', 0))")
            self._add_extension()
            self._add_settings()
            oid = self._oid(self._connection)
            if oid is None:
                self._create(layout)
            else:
                self._check(oid, layout)
        self._pgvector.register_vector(self._connection)

    def cursor(self) -> Cursor | None:
        """Return the cursor, or None."""
        row = self._execute("SELECT cursor FROM {settings} WHERE collection = %s", self._collection).fetchone()
        return None if row is None or row[0] is None else Cursor.from_json(row[0])

    def count(self) -> int:
        """Return the number of rows."""
        return int(self._execute("SELECT count(*) FROM {table}").fetchone()[0])

    def begin(self) -> None:
        """Begin a transaction."""
        self._rollback()
        self._connection.execute("BEGIN")

    def upsert(self, batch: Batch) -> None:
        """Write rows by COPY. Raises TargetError for texts that PostgreSQL cannot hold: NUL, lone surrogates."""
        metadata = metadata_texts(batch, self.name, allows_nul=False)
        columns = columns_of(batch, metadata)
        as_json = self._library.types.json.Jsonb
        columns["metadata"] = [as_json(text, dumps=str) for text in metadata]
        names = self._library.sql.SQL(", ").join(map(self._library.sql.Identifier, _TYPES))
        self.delete(batch.ids)
        statement = self._sql("COPY {table} ({names}) FROM STDIN (FORMAT BINARY)", percent="%", names=names)
        with self._connection.cursor() as cursor, cursor.copy(statement) as copy:
            copy.set_types(list(_TYPES.values()))
            for row in zip(batch.ids, batch.vectors, *columns.values(), strict=True):
                copy.write_row(row)

    def delete(self, ids: Sequence[RowId]) -> None:
        """Remove rows by one statement."""
        self._execute("DELETE FROM {table} WHERE id = ANY(%b)", list(ids))

    def commit(self, cursor: Cursor) -> None:
        """Commit the rows and the cursor together."""
        statement = "UPDATE {settings} SET cursor = %s WHERE collection = %s"
        self._execute(statement, cursor.to_json(), self._collection)
        self._connection.execute("COMMIT")

    def held(self, size: int) -> Iterator[Held]:
        """Read all rows, by a cursor of the server."""
        import numpy as np

        with self._connection.transaction(), self._connection.cursor("shiplap_held", binary=True) as cursor:
            cursor.execute(self._sql("SELECT id, text, stamp, vector FROM {table}"), ())
            while rows := cursor.fetchmany(size):
                ids, texts, stamps, vectors = zip(*rows, strict=True)
                yield Held(ids, texts, stamps, np.stack([each.to_numpy() for each in vectors]))

    def index(self) -> None:
        """Make an index HNSW, unless there is an index of the vectors. Raises TargetError for more than 2,000
        dimensions."""
        row = self._connection.execute(
            "SELECT EXISTS (SELECT 1 FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
            " JOIN pg_am ON pg_am.oid = relam WHERE indrelid = %s AND amname IN ('hnsw', 'ivfflat'))",
            (self._oid(self._connection),),
        ).fetchone()
        if row[0]:
            return
        dimensions, metric = self._settings() or (0, "cosine")
        if dimensions > _MAX_INDEXED:
            reason = f"an index HNSW of pgvector has at most {_MAX_INDEXED} dimensions, the table has {dimensions}"
            raise TargetError(self.name, f"{reason}; a search without an index is exact")
        operators = self._library.sql.SQL(_OPERATORS[metric])
        self._execute("CREATE INDEX ON {table} USING hnsw (vector {operators})", operators=operators)

    def close(self) -> None:
        """Roll back what is not committed, and give up the lock and the connection."""
        connection, self._connection = self._connection, None
        if connection is None or connection.closed:
            return
        if connection is not self._server:
            connection.close()
            return
        connection.rollback()
        connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (self._lock_name(connection),))
        connection.autocommit = self._was_autocommit

    # ---- the connection

    def _connect(self) -> Any:
        if not isinstance(self._server, str):
            self._was_autocommit = self._server.autocommit
            self._server.autocommit = True
            return self._server
        try:
            return self._library.connect(self._server, autocommit=True)
        except self._library.Error as error:
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            for password in passwords_in(self._server):  # libpq may quote the URI, or a part of it
                reason = reason.replace(password, "***")
            is_retryable = isinstance(error, self._library.OperationalError)
            raise TargetError(self.name, reason, retryable=is_retryable) from None

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """Return the connection, or one that is closed at once if the target is not open."""
        if self._connection is not None:
            yield self._connection
            return
        connection = self._connect()
        try:
            yield connection
        finally:
            if connection is self._server:
                connection.autocommit = self._was_autocommit
            else:
                connection.close()

    def _rollback(self) -> None:
        """Drop a batch that an error has ended."""
        if self._connection.info.transaction_status != self._library.pq.TransactionStatus.IDLE:
            self._connection.execute("ROLLBACK")

    def _lock(self) -> None:
        """Wait for the lock of the collection. Raises TargetError, with `retryable`, if another sync keeps it."""
        connection = self._connection
        connection.execute("SELECT set_config('lock_timeout', %s, false)", (_LOCK_WAIT,))
        try:
            connection.execute("SELECT pg_advisory_lock(hashtextextended(%s, 0))", (self._lock_name(connection),))
        except self._library.errors.LockNotAvailable:
            raise TargetError(self.name, "another sync writes to the table", retryable=True) from None
        finally:
            connection.execute("RESET lock_timeout")

    def _lock_name(self, connection: Any) -> str:
        schema = self._schema
        if schema is None:
            schema = connection.execute("SELECT current_schema()").fetchone()[0]
        return f"shiplap {schema}.{self._collection}"

    def _add_extension(self) -> None:
        if self._connection.execute("SELECT 1 FROM pg_extension WHERE extname = 'vector'").fetchone():
            return
        try:
            self._connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
        except self._library.Error as error:
            reason = str(error).strip().splitlines()[0]
            raise TargetError(self.name, f"the extension vector (pgvector) cannot be made: {reason}") from None

    def _add_settings(self) -> None:
        if self._schema is not None:
            name = self._library.sql.Identifier(self._schema.replace("%", "%%"))
            self._execute("CREATE SCHEMA IF NOT EXISTS {name}", name=name)
        self._execute(
            "CREATE TABLE IF NOT EXISTS {settings}"
            " (collection text PRIMARY KEY, dimensions int8 NOT NULL, metric text NOT NULL, cursor text)"
        )

    # ---- the table

    def _sql(self, text: str, percent: str = "%%", **more: Any) -> Any:
        """Compose a statement with the names of the tables.

        percent: what stands for "%" in a name: psycopg reads "%%" as "%" in a statement with values, if only an
            empty tuple of them.
        """
        sql = self._library.sql
        schema = () if self._schema is None else (self._schema.replace("%", percent),)
        table = sql.Identifier(*schema, self._collection.replace("%", percent))
        return sql.SQL(text).format(table=table, settings=sql.Identifier(*schema, SETTINGS), **more)

    def _execute(self, text: str, *values: Any, **more: Any) -> Any:
        """Execute a statement with the names of the tables."""
        return self._connection.execute(self._sql(text, **more), values)

    def _oid(self, connection: Any) -> int | None:
        """Return the number of the table, or None."""
        row = connection.execute(
            "SELECT pg_class.oid FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
            " WHERE relname = %s AND nspname = coalesce(%s, current_schema())",
            (self._collection, self._schema),
        ).fetchone()
        return None if row is None else int(row[0])

    def _create(self, layout: Layout) -> None:
        sql = self._library.sql
        types = {**_TYPES, "id": "uuid PRIMARY KEY", "vector": f"vector({layout.dimensions})"}
        columns = [
            sql.SQL(f"{name} {type}" if name in _NULLABLE else f"{name} {type} NOT NULL")
            for name, type in types.items()
        ]
        self._execute("CREATE TABLE {table} ({columns})", columns=sql.SQL(", ").join(columns))
        self._execute("CREATE INDEX ON {table} USING hash (document_id)")  # of any length, unlike a B-tree
        self._execute(
            "INSERT INTO {settings} VALUES (%s, %s, %s, NULL) ON CONFLICT (collection) DO UPDATE"
            " SET dimensions = excluded.dimensions, metric = excluded.metric, cursor = NULL",
            self._collection, layout.dimensions, layout.metric,
        )  # fmt: skip

    def _settings(self) -> tuple[int, str] | None:
        """Return dimensions and metric of the collection, or None for a table that no sync has made."""
        row: tuple[int, str] | None = self._execute(
            "SELECT dimensions, metric FROM {settings} WHERE collection = %s", self._collection
        ).fetchone()
        return row

    def _check(self, oid: int, layout: Layout) -> None:
        """Raise TargetError if the table does not fit."""
        found = self._settings()
        if found is None:
            raise TargetError(self.name, f"the table {FOREIGN}")
        if found != (layout.dimensions, layout.metric):
            raise TargetError(
                self.name,
                f"has vectors of {found[0]} dimensions, compared by {found[1]}; the sync has {layout.dimensions}"
                f" dimensions, compared by {layout.metric}; {WAY_OUT}",
            )
        rows = self._connection.execute("SELECT attname FROM pg_attribute WHERE attrelid = %s", (oid,)).fetchall()
        if missing := [name for name in _TYPES if (name,) not in rows]:
            raise TargetError(self.name, f"the table lacks the columns {', '.join(missing)}; {WAY_OUT}")
