"""The vector stores that the tests of targets know: each makes targets, and reads with the store's own client."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol
from uuid import NAMESPACE_OID, UUID, uuid5

import numpy as np
import pytest

from shiplap.sync import FIELDS, Batch, Cursor, VectorTarget

#: The length of the vectors of `batch`.
D = 4

CURSOR = Cursor("6f1c0a2b9d3e4f58:1", "model", "content", False)


def id_of(number: int) -> UUID:
    """Return the id of a row."""
    return uuid5(NAMESPACE_OID, str(number))


def vector_of(number: int) -> Any:
    """Return the vector of a row, of length 1."""
    angle = number / 1000
    return np.array([np.cos(angle), np.sin(angle), 0, 0], np.float32)


def record(number: int, **changes: Any) -> dict[str, Any]:
    """Return the record of a row; each of its values belongs to it alone."""
    values = dict(zip(FIELDS, itertools.repeat(None), strict=False))
    values.update(
        chunk_id=f"doc{number}-chunk-0", content_id=f"doc{number}-text", document_id=f"doc{number}",
        source=f"docs/{number}.md", chunk_index=number, text=f"Text {number}.", kind=f"kind{number}",
        headings=[f"Part {number}", f"Chapter {number}"], char_start=number + 1000, char_end=number + 2000,
        line_start=number + 3000, line_end=number + 4000, first_page=number + 5000, last_page=number + 6000,
        start_seconds=number + 0.5, end_seconds=number + 0.75, content_hash=f"c{number}",
        context_hash=f"x{number}",
        metadata={"author": {"name": f"Ann {number}"}, "tags": [f"t{number}", "all"], "n": number},
        stamp=f"s{number}",
    )  # fmt: skip
    return {**values, **changes}


def batch(numbers: Sequence[int], **changes: Any) -> Batch:
    """Return the rows of numbers, all with the same changes of their records."""
    return Batch(
        [id_of(number) for number in numbers],
        np.stack([vector_of(number) for number in numbers]),
        [record(number, **changes) for number in numbers],
    )


def write(target: VectorTarget, rows: Batch, cursor: Cursor = CURSOR) -> None:
    """Write rows in one batch."""
    target.begin()
    target.upsert(rows)
    target.commit(cursor)


class Store(Protocol):
    """A store, new and empty."""

    #: The names that a collection can have here, besides those of letters.
    names: Sequence[str]

    #: Errors of the client for other names.
    name_errors: Any

    def target(self, collection: str = "docs") -> Any:
        """Return a new target."""

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        """Return the id of the nearest row, as a text."""

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        """Return the ids of the rows with a value; `headings` and `metadata.tags` have one among others."""

    def drop(self, collection: str = "docs") -> None:
        """Remove the collection."""


class Qdrant:
    """The local mode of the client in memory."""

    names = ("документы", "a b", "it's; DROP TABLE y; --")
    name_errors = ValueError

    def __init__(self, folder: Path) -> None:
        self.library = pytest.importorskip("qdrant_client")
        self.client = self.library.QdrantClient(":memory:")

    def target(self, collection: str = "docs") -> Any:
        from shiplap.sync.targets.qdrant import QdrantTarget

        return QdrantTarget(self.client, collection)

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        return str(self.client.query_points(collection, query=vector.tolist(), limit=1).points[0].id)

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        models = self.library.models
        if isinstance(value, float):
            condition = models.FieldCondition(key=field, range=models.Range(gte=value, lte=value))
        else:
            condition = models.FieldCondition(key=field, match=models.MatchValue(value=value))
        points, _ = self.client.scroll(collection, models.Filter(must=[condition]), limit=100)
        return {str(point.id) for point in points}

    def drop(self, collection: str = "docs") -> None:
        self.client.delete_collection(collection)


class Pgvector:
    """A database of its own on the server of the tests."""

    names = ("документы", "a b", 'x"; DROP TABLE y; --', "it's", "%s {table}")
    name_errors = ()
    numbers = itertools.count()

    def __init__(self, server: str) -> None:
        self.library = pytest.importorskip("psycopg")
        name = f"test{next(self.numbers)}"
        with self.library.connect(server, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        self.uri = server.replace("/postgres?", f"/{name}?")

    def target(self, collection: str = "docs") -> Any:
        from shiplap.sync.targets.pgvector import PgvectorTarget

        return PgvectorTarget(self.uri, collection)

    def rows(self, sql: str, *values: Any, collection: str = "docs") -> list[Any]:
        with self.library.connect(self.uri) as connection:
            table = self.library.sql.Identifier(collection.replace("%", "%%") if values else collection)
            cursor = connection.execute(self.library.sql.SQL(sql).format(table=table), values or None)
            return cursor.fetchall() if cursor.description else []

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        sql = "SELECT id::text FROM {table} ORDER BY vector <=> %s::text::vector LIMIT 1"
        return str(self.rows(sql, str(vector.tolist()), collection=collection)[0][0])

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        conditions = {
            "headings": "%s = ANY(headings)", "metadata.tags": "metadata->'tags' ? %s",
            "metadata.author.name": "metadata->'author'->>'name' = %s", "metadata.n": "(metadata->>'n')::int = %s",
        }  # fmt: skip
        condition = conditions.get(field, f"{field} = %s")
        return {row[0] for row in self.rows(f"SELECT id::text FROM {{table}} WHERE {condition}", value,
                                            collection=collection)}  # fmt: skip

    def drop(self, collection: str = "docs") -> None:
        self.rows("DROP TABLE {table}", collection=collection)


class LanceDB:
    """A folder."""

    names = ("a-b_c.d",)
    name_errors = ValueError

    def __init__(self, folder: Path) -> None:
        library = pytest.importorskip("lancedb")
        self.folder = str(folder / "lance")
        self.client = library.connect(self.folder)

    def target(self, collection: str = "docs") -> Any:
        from shiplap.sync.targets.lancedb import LanceDBTarget

        return LanceDBTarget(self.folder, collection)

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        found = self.client.open_table(collection).search(vector).metric("cosine").limit(1).to_list()
        return str(found[0]["id"])

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        conditions = {
            "headings": "array_has(headings, {})", "metadata.tags": "json_array_contains(metadata, '$.tags', {})",
            "metadata.author.name": "json_extract(metadata, '$.author.name') = {}",
            "metadata.n": "json_get_int(metadata, 'n') = {}",
        }  # fmt: skip
        if field == "metadata.author.name":
            value = json.dumps(value)
        literal = f"'{value}'" if isinstance(value, str) else repr(value)
        condition = conditions.get(field, field + " = {}").format(literal)
        return {row["id"] for row in self.client.open_table(collection).search().where(condition).to_list()}

    def drop(self, collection: str = "docs") -> None:
        self.client.drop_table(collection)


class DuckDB:
    """A file."""

    names = ("документы", "a b", 'x"; DROP TABLE y; --', "it's", "select")
    name_errors = ()

    def __init__(self, folder: Path) -> None:
        self.library = pytest.importorskip("duckdb")
        pytest.importorskip("pyarrow")
        self.path = str(folder / "docs.duckdb")

    def target(self, collection: str = "docs") -> Any:
        from shiplap.sync.targets.duckdb import DuckDBTarget

        return DuckDBTarget(self.path, collection)

    def has_vss(self) -> bool:
        """Return whether the extension vss is installed."""
        try:
            self.library.connect().execute("LOAD vss")
        except self.library.Error:
            return False
        return True

    def rows(self, sql: str, values: Sequence[Any] = (), collection: str = "docs") -> list[Any]:
        table = '"' + collection.replace('"', '""') + '"'
        with self.library.connect(self.path) as connection:
            found: list[Any] = connection.execute(sql.replace("{table}", table), list(values)).fetchall()
            return found

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        sql = f"SELECT id::text FROM {{table}} ORDER BY array_cosine_distance(vector, ?::float[{D}]) LIMIT 1"
        return str(self.rows(sql, [vector.tolist()], collection)[0][0])

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        conditions = {
            "headings": "list_contains(headings, ?)",
            "metadata.tags": "list_contains((metadata->'tags')::text[], ?)",
            "metadata.author.name": "metadata->'author'->>'name' = ?", "metadata.n": "(metadata->'n')::int = ?",
        }  # fmt: skip
        condition = conditions.get(field, f"{field} = ?")
        sql = f"SELECT id::text FROM {{table}} WHERE {condition}"
        return {row[0] for row in self.rows(sql, [value], collection)}

    def drop(self, collection: str = "docs") -> None:
        self.rows("DROP TABLE {table}", collection=collection)


class Chroma:
    """A folder."""

    names = ("a-b_c.d",)

    def __init__(self, folder: Path) -> None:
        self.library = pytest.importorskip("chromadb")
        self.name_errors = self.library.errors.ChromaError
        self.folder = str(folder / "chroma")

    def target(self, collection: str = "docs") -> Any:
        from shiplap.sync.targets.chroma import ChromaTarget

        return ChromaTarget(self.folder, collection)

    @contextmanager
    def client(self) -> Iterator[Any]:
        client = self.library.PersistentClient(self.folder)
        yield client
        client.close()

    def nearest(self, vector: Any, collection: str = "docs") -> str:
        with self.client() as client:
            return str(client.get_collection(collection).query(vector, n_results=1)["ids"][0][0])

    def where(self, field: str, value: Any, collection: str = "docs") -> set[str]:
        with self.client() as client:
            if field == "text":
                return set(client.get_collection(collection).get(where_document={"$contains": value})["ids"])
            condition = {"$contains": value} if field in ("headings", "metadata.tags") else value
            return set(client.get_collection(collection).get(where={field: condition})["ids"])

    def drop(self, collection: str = "docs") -> None:
        with self.client() as client:
            client.delete_collection(collection)


#: The stores by name; that of PostgreSQL takes the URI of a server, the others a folder.
STORES: dict[str, Callable[..., Any]] = {
    "qdrant": Qdrant, "pgvector": Pgvector, "lancedb": LanceDB, "duckdb": DuckDB, "chroma": Chroma,
}  # fmt: skip
