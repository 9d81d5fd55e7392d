"""PostgreSQL by ADBC: the tables and rules of the SQLite store, for `shiplap ingest --to postgresql://...`.

Documents are replaced whole, several per transaction; chunks are unique by (document_id, chunk_index). Rows are
sent as Arrow. Needs the extra `postgresql`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any

from shiplap.chunkers.streaming import with_content_ids
from shiplap.chunks.columns import TYPES, lists
from shiplap.errors import OptionError, StoreError
from shiplap.extras import require
from shiplap.ingestion.rows import is_unicode
from shiplap.ingestion.sinks.sink import NOTHING, UNKNOWN, Stored, Version
from shiplap.printable import passwords_in
from shiplap.provenance.described import as_json
from shiplap.store.rows import prepare

if TYPE_CHECKING:
    from shiplap.chunks.chunks import Chunks
    from shiplap.ingestion.files import Survey

#: A group of documents is written and committed when it has this many bytes of text, or this many documents.
GROUP_BYTES = 32_000_000
GROUP_DOCUMENTS = 10_000

#: The longest document id in bytes: an entry of an index of PostgreSQL has at most 2704 bytes, and the index of
#: chunk ids has the document id with "-chunk-" and up to 19 digits.
MAX_ID = 2600

#: The longest name of a schema in bytes, unless the server was built with another limit.
MAX_SCHEMA = 63

TABLES = (
    "CREATE TABLE IF NOT EXISTS documents (document_id TEXT NOT NULL PRIMARY KEY, source TEXT,"
    " content_hash TEXT NOT NULL, fingerprint TEXT NOT NULL, characters BIGINT NOT NULL, bytes BIGINT NOT NULL,"
    " chunks BIGINT NOT NULL, metadata TEXT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS chunks (chunk_id TEXT NOT NULL, document_id TEXT NOT NULL,"
    " chunk_index BIGINT NOT NULL, text TEXT NOT NULL, char_start BIGINT NOT NULL, char_end BIGINT NOT NULL,"
    " byte_start BIGINT NOT NULL, byte_end BIGINT NOT NULL, line_start BIGINT NOT NULL, line_end BIGINT NOT NULL,"
    " kind TEXT, headings TEXT NOT NULL, table_header TEXT NOT NULL, shown_text TEXT, context TEXT,"
    " token_count BIGINT NOT NULL,"
    " overlap BIGINT NOT NULL, content_hash TEXT NOT NULL, context_hash TEXT NOT NULL, content_id TEXT NOT NULL,"
    " provenance TEXT, UNIQUE (document_id, chunk_index))",
    "CREATE INDEX IF NOT EXISTS chunks_by_id ON chunks (chunk_id)",
    "CREATE TABLE IF NOT EXISTS shiplap_settings (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL)",
)

#: The columns of `chunks`: `source` and `metadata` belong to `documents`.
COLUMNS = tuple(name for name in TYPES if name not in ("source", "metadata"))

_DOCUMENT = ("document_id", "source", "content_hash", "fingerprint", "characters", "bytes", "chunks", "metadata")


@dataclass
class Prepared:
    """A document: its row, and the columns of its chunks."""

    document: tuple[Any, ...]
    chunks: dict[str, list[Any]]
    bytes: int


class PostgresSink:
    """Writes documents to PostgreSQL; a context manager that commits the complete documents at its end.

    uri: the server and the database. schema: the schema of the tables, made if it does not exist; None: the first
    of the search path, usually `public`. is_kept: False to roll back all changes at the end, new tables included.

    Raises StoreError if the server refuses an operation; `retryable` if it cannot be reached or for a lock. No
    message has a password of the uri.
    """

    def __init__(self, uri: str, schema: str | None = None, *, is_kept: bool = True) -> None:
        dbapi = require("adbc_driver_postgresql.dbapi", "postgresql", "PostgreSQL")
        if schema is not None:
            _check_schema(schema)
        self._error, self._is_kept = dbapi.Error, is_kept
        self._passwords = passwords_in(uri)
        self._group: dict[str, Prepared] = {}
        self._gone: list[str] = []
        self._bytes = 0
        with self._translated():
            self._connection = dbapi.connect(uri)
            try:
                with self._connection.cursor() as cursor:
                    if schema is not None:
                        _use_schema(cursor, schema)
                    _check_tables(cursor)
                    for table in TABLES:
                        cursor.execute(table)
                    cursor.execute("SELECT EXISTS (SELECT 1 FROM documents)")
                    self._is_empty = not cursor.fetchone()[0]
                if is_kept:
                    self._connection.commit()
            except BaseException:
                self._connection.close()
                raise

    def version(self, document_id: str) -> Version:
        """Return the stored content hash, fingerprint and source; no query is made if the store was empty."""
        if self._is_empty:
            return UNKNOWN
        rows = self._rows(
            "SELECT content_hash, fingerprint, source FROM documents WHERE document_id = $1", document_id
        )
        return rows[0] if rows else UNKNOWN

    def stored(self, document_id: str) -> Stored:
        """Never called: updates require a SQLite store."""
        return NOTHING

    @staticmethod
    def prepare(chunks: Chunks, data: bytes | None, hash: str, fingerprint: str) -> Prepared:
        """Prepare the rows of a document. Raises StoreError for values PostgreSQL cannot store: NUL characters,
        and ids that are too long."""
        made = prepare(chunks, data, hash=hash, fingerprint=fingerprint, store="PostgreSQL")
        row = tuple(getattr(made, name) for name in _DOCUMENT)
        if len(made.document_id.encode()) > MAX_ID:
            reason = f"a document id must have at most {MAX_ID} bytes: {made.document_id!r:.40}…"
            raise StoreError("PostgreSQL", reason, document_id=made.document_id)
        _check(chunks.document_id, row)
        return Prepared(row, _columns(chunks), made.bytes)

    def write_parts(
        self, document_id: str, source: str, parts: Iterator[Chunks], seen: Survey, fingerprint: str,
        metadata: str = "{}",
    ) -> int:  # fmt: skip
        """Write a document while it is read, in a separate transaction."""
        self.commit()
        count, gone = 0, [] if self._is_empty else [document_id]
        with self._translated(), self._transaction() as cursor:
            self._delete(cursor, gone)
            for part in with_content_ids(parts):
                cursor.adbc_ingest("chunks", _table([_columns(part)]), mode="append")
                count += len(part)
            sizes = seen.characters, seen.bytes, count
            row = (document_id, source, seen.content_hash, fingerprint, *sizes, metadata)
            _check(document_id, row)
            cursor.adbc_ingest("documents", _documents([row]), mode="append")
        return count

    def write(self, prepared: Prepared) -> None:
        """Write a document, replacing any with the same id."""
        self._group[prepared.document[0]] = prepared
        self._bytes += prepared.bytes
        if self._bytes >= GROUP_BYTES or len(self._group) >= GROUP_DOCUMENTS:
            self.commit()

    def move(self, document_id: str, source: str) -> None:
        """Record the new source of an unchanged document."""
        self._rows("UPDATE documents SET source = $1 WHERE document_id = $2 RETURNING 1", source, document_id)

    def remove(self, document_id: str) -> bool:
        """Remove a document and its chunks."""
        self._gone.append(document_id)
        return True

    def sources(self) -> list[tuple[str, str | None]]:
        """Return the id and source of every committed document."""
        return self._rows("SELECT document_id, source FROM documents ORDER BY document_id")

    def fingerprints(self) -> list[tuple[str, str]]:
        """Return the id and fingerprint of every committed document."""
        return self._rows("SELECT document_id, fingerprint FROM documents ORDER BY document_id")

    def setting(self, key: str) -> str | None:
        """Return the text stored under a key, or None."""
        rows = self._rows("SELECT value FROM shiplap_settings WHERE key = $1", key)
        return rows[0][0] if rows else None

    def set_setting(self, key: str, value: str) -> None:
        """Store a text under a key, replacing any before."""
        self._rows(
            "INSERT INTO shiplap_settings VALUES ($1, $2)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value RETURNING 1", key, value
        )  # fmt: skip

    def relocate(self, root: str) -> None:
        """Make the sources that lie in a folder relative to it."""
        start = root if root.endswith("/") else root + "/"
        self._rows(
            "UPDATE documents SET source = substr(source, char_length($1) + 1)"
            " WHERE starts_with(source, $1) RETURNING 1", start
        )  # fmt: skip

    def conflicts(self) -> list[tuple[str, int]]:
        """Return nothing: documents are compared with those of the server before they are written."""
        return []

    def commit(self) -> None:
        """Write and commit all additions and removals so far, or none of them."""
        group = list(self._group.values())
        with self._translated(), self._transaction() as cursor:
            self._delete(cursor, [*self._gone, *(() if self._is_empty else self._group)])
            if group:
                cursor.adbc_ingest("documents", _documents([each.document for each in group]), mode="append")
                cursor.adbc_ingest("chunks", _table([each.chunks for each in group]), mode="append")
        self._group.clear()
        self._gone.clear()
        self._bytes = 0

    def _delete(self, cursor: Any, ids: list[str]) -> None:
        import pyarrow

        if ids:
            table = pyarrow.table({"0": pyarrow.array(ids, pyarrow.utf8())})
            for name in ("chunks", "documents"):
                cursor.executemany(f"DELETE FROM {name} WHERE document_id = $1", table)

    @contextmanager
    def _transaction(self) -> Iterator[Any]:
        """Open a cursor; its changes are committed together or not at all."""
        try:
            with self._connection.cursor() as cursor:
                yield cursor
            self._connection.commit()
        except BaseException:
            self._connection.rollback()
            raise

    def __enter__(self) -> PostgresSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._is_kept and not isinstance(error, StoreError):
                self.commit()
        finally:
            self._connection.close()

    def _rows(self, sql: str, *values: object) -> list[Any]:
        with self._translated(), self._connection.cursor() as cursor:
            cursor.execute(sql, values or None)
            rows: list[Any] = cursor.fetchall()
            return rows

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except self._error as error:
            state = getattr(error, "sqlstate", None) or ""
            retryable = state.startswith(("08", "40", "53", "57")) or "could not connect" in str(error).lower() \
                or "connection" in str(error).lower()  # fmt: skip
            reason = (str(error).strip().splitlines() or [type(error).__name__])[0]
            for password in self._passwords:  # a driver may quote the uri, or a part of it
                reason = reason.replace(password, "***")
            raise StoreError("PostgreSQL", reason, retryable=retryable) from None


def _check_schema(schema: str) -> None:
    """Raise OptionError for a name that no schema can have. PostgreSQL cuts off longer names: two of them could be
    one schema."""
    if not schema or "\0" in schema or not is_unicode(schema) or len(schema.encode()) > MAX_SCHEMA:
        raise OptionError("schema", schema, f"must be valid Unicode of 1 to {MAX_SCHEMA} bytes, without NUL")


def _use_schema(cursor: Any, schema: str) -> None:
    """Make the schema if it does not exist, and use it for all tables of the connection."""
    cursor.execute("SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)", (schema,))
    quoted = '"' + schema.replace('"', '""') + '"'
    if not cursor.fetchone()[0]:
        cursor.execute(f"CREATE SCHEMA IF NOT EXISTS {quoted}")
    cursor.execute(f"SET search_path TO {quoted}")


#: Columns that the tables of every version of shiplap have.
_OWN = {"chunks": {"document_id", "chunk_index"}, "documents": {"document_id", "content_hash"}}


def _check_tables(cursor: Any) -> None:
    """Check that tables with the names of ours, if there are any, have our columns. Raises StoreError."""
    for table, columns in (("chunks", COLUMNS), ("documents", _DOCUMENT)):
        cursor.execute(
            "SELECT table_schema::text, column_name::text FROM information_schema.columns"
            f" WHERE table_name = '{table}' AND table_schema = current_schema()"
        )
        found = cursor.fetchall()
        names = {name for _, name in found}
        missing = [name for name in columns if name not in names]
        if not found or not missing:
            continue
        lacks = ", ".join(missing)
        if _OWN[table] <= names:
            reason = f"the table {table} was made by another version of shiplap (it lacks {lacks})"
            raise StoreError("PostgreSQL", f"{reason}; drop the tables chunks and documents, and ingest again")
        which = f"column {lacks} is" if len(missing) == 1 else f"columns {lacks} are"
        reason = f"table {found[0][0]}.{table} exists and is not shiplap's: {which} missing"
        raise StoreError("PostgreSQL", f"{reason}; use --schema NAME (schema=) for tables in another schema")


def _columns(chunks: Chunks) -> dict[str, list[Any]]:
    """Return the chunk columns of one document."""
    columns = lists(chunks, COLUMNS)
    _check(chunks.document_id, columns["text"])
    columns["headings"] = [json.dumps(words, ensure_ascii=False) for words in columns["headings"]]
    columns["provenance"] = as_json(columns["provenance"])
    return columns


def _check(document_id: str | None, values: Iterable[Any]) -> None:
    if any("\0" in value for value in values if isinstance(value, str)):
        reason = f"document {document_id!r} contains a NUL character: cannot be stored"
        raise StoreError("PostgreSQL", reason, document_id=document_id)


def _table(columns: list[dict[str, list[Any]]]) -> Any:
    """Build a table of the chunks of several documents."""
    import pyarrow

    kinds = {"U": pyarrow.large_utf8(), "l": pyarrow.int64(), "+l": pyarrow.large_utf8()}
    return pyarrow.table({
        name: pyarrow.array([value for each in columns for value in each[name]], kinds[kind])
        for name, kind in ((name, TYPES[name]) for name in COLUMNS)
    })  # fmt: skip


def _documents(rows: list[tuple[Any, ...]]) -> Any:
    import pyarrow

    return pyarrow.table({
        name: pyarrow.array(
            [row[place] for row in rows], pyarrow.int64() if 4 <= place < 7 else pyarrow.large_utf8()
        )
        for place, name in enumerate(_DOCUMENT)
    })  # fmt: skip
