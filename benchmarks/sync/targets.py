"""Chunks into each vector store: `shiplap.sync.targets` beside a loop by hand with the same client.

    python -m benchmarks.sync.targets [--rows N] [--rounds N] [--only NAME ...] [--record [FILE]]

Both write the same fields of the same rows, of the same types, in batches of 1,000, into a new collection. The
target also checks the texts, removes rows with the same ids, and writes a cursor after each batch; the loop does
nothing of this, and writes in the fastest way that the client has for a new collection. In LanceDB both merge
small files at the end, as its manual asks for after 20 writes. Qdrant is the local mode in memory: in a folder
it commits each point by itself, and the disk alone would be measured; PostgreSQL runs without `fsync` for the
same reason. Seconds are the least of the rounds; those of the processor are of this process in all threads,
without a server's. A run is right if the store has all rows afterwards.
"""

from __future__ import annotations

import random
import sys
import tempfile
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import ROOT, machine, records
from benchmarks.clock import in_turns, seconds_and_processor
from shiplap.sync import FIELDS, Batch, Cursor, Layout

SIZE, D = 1000, 384

CURSOR = Cursor("6f1c0a2b9d3e4f58:1", "model", "content", False)

PACKAGES = ["qdrant-client", "psycopg", "pgvector", "lancedb", "duckdb", "chromadb", "pyarrow", "numpy"]

#: Writes the batches into a new collection, and returns the number of rows that it has then.
Work = Callable[[list[Batch]], int]


def batches(count: int) -> list[Batch]:
    """Rows with texts of some 800 characters of the documentation, as of a manual in chapters."""
    text = "".join(path.read_text("utf-8") for path in sorted((ROOT / "docs").rglob("*.md")))
    generator = np.random.default_rng(7)
    place = random.Random(7)
    found = []
    for start in range(0, count, SIZE):
        numbers = range(start, min(start + SIZE, count))
        rows = []
        for number in numbers:
            begin = place.randrange(len(text) - 1000)
            document = f"manual/chapter-{number // 50}.md"
            values = (
                f"{document}-chunk-{number % 50}", f"{document}-text-{number:x}", document, document, number % 50,
                text[begin : begin + place.randrange(600, 1000)], "prose",
                ["Manual", f"Chapter {number // 50}", f"Section {number % 7}"], begin, begin + 800, 1, 12, 3, 4,
                None, None, f"{number:032x}", f"{number + 1:032x}", {"author": f"Ann {number % 9}", "year": 2026},
                f"{number + 2:032x}",
            )  # fmt: skip
            rows.append(dict(zip(FIELDS, values, strict=True)))
        vectors = generator.standard_normal((len(numbers), D)).astype(np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        found.append(Batch([uuid.uuid5(uuid.NAMESPACE_OID, str(number)) for number in numbers], vectors, rows))
    return found


def by_target(target: Any, data: list[Batch]) -> int:
    """Write the batches as a sync does."""
    target.open(Layout(D))
    for batch in data:
        target.begin()
        target.upsert(batch)
        target.commit(CURSOR)
    count = int(target.count())
    target.close()
    return count


@contextmanager
def qdrant(folder: Path) -> Iterator[tuple[Work, Work]]:
    from qdrant_client import QdrantClient, models

    from shiplap.sync.targets.qdrant import QdrantTarget

    def by_hand(data: list[Batch]) -> int:
        client = QdrantClient(":memory:")
        parameters = models.VectorParams(size=D, distance=models.Distance.COSINE)
        client.create_collection("docs", vectors_config=parameters)
        for batch in data:
            points = [
                models.PointStruct(id=str(id), vector=vector.tolist(), payload=record)
                for id, vector, record in zip(batch.ids, batch.vectors, batch.records, strict=True)
            ]
            client.upsert("docs", points, wait=True)
        return int(client.count("docs").count)

    yield lambda data: by_target(QdrantTarget(QdrantClient(":memory:"), "docs"), data), by_hand


@contextmanager
def pgvector(folder: Path) -> Iterator[tuple[Work, Work]]:
    import pgserver
    import psycopg
    from pgvector.psycopg import register_vector
    from psycopg.types.json import Jsonb

    from shiplap.sync.targets.pgvector import PgvectorTarget

    server = pgserver.get_server(tempfile.mkdtemp(prefix="bench-", dir="/tmp"), cleanup_mode="delete")
    uri = server.get_uri()
    with psycopg.connect(uri, autocommit=True) as connection:
        connection.execute("ALTER SYSTEM SET fsync = off")
        connection.execute("SELECT pg_reload_conf()")
    types = ["uuid", "vector", "text", "text", "text", "text", "int8", "text", "text", "text[]", *["int8"] * 6,
             "float8", "float8", "text", "text", "jsonb", "text"]  # fmt: skip

    def new() -> None:
        with psycopg.connect(uri, autocommit=True) as connection:
            connection.execute("DROP TABLE IF EXISTS docs")
            connection.execute("CHECKPOINT")

    def by_hand(data: list[Batch]) -> int:
        new()
        with psycopg.connect(uri) as connection:
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            register_vector(connection)
            columns = ", ".join(f"{name} {type}" for name, type in zip(FIELDS, types[2:], strict=True))
            connection.execute(f"CREATE TABLE docs (id uuid PRIMARY KEY, vector vector({D}), {columns})")
            connection.execute("CREATE INDEX ON docs (document_id)")
            for batch in data:
                with connection.cursor() as cursor, cursor.copy("COPY docs FROM STDIN (FORMAT BINARY)") as copy:
                    copy.set_types(types)
                    for id, vector, record in zip(batch.ids, batch.vectors, batch.records, strict=True):
                        row = {**record, "metadata": Jsonb(record["metadata"])}
                        copy.write_row((id, vector, *row.values()))
                connection.commit()
            return _number(connection.execute("SELECT count(*) FROM docs").fetchone())

    def by_us(data: list[Batch]) -> int:
        new()
        return by_target(PgvectorTarget(uri, "docs"), data)

    try:
        yield by_us, by_hand
    finally:
        server.cleanup()


@contextmanager
def lancedb(folder: Path) -> Iterator[tuple[Work, Work]]:
    import lancedb as library
    import pyarrow

    from shiplap.sync.targets.lancedb import LanceDBTarget

    def by_hand(data: list[Batch]) -> int:
        table = None
        with tempfile.TemporaryDirectory(dir=folder) as path:
            for batch in data:
                rows = _arrow(batch)
                place = rows.schema.get_field_index("metadata")
                values = rows.column("metadata").combine_chunks()
                values = pyarrow.ExtensionArray.from_storage(pyarrow.json_(), values)
                rows = rows.set_column(place, "metadata", values)
                if table is None:
                    table = library.connect(path).create_table("docs", rows)
                else:
                    table.add(rows)
            assert table is not None
            table.optimize()
            return int(table.count_rows())

    def by_us(data: list[Batch]) -> int:
        with tempfile.TemporaryDirectory(dir=folder) as path:
            return by_target(LanceDBTarget(path, "docs"), data)

    yield by_us, by_hand


def _number(row: Any) -> int:
    return int(row[0])


def _arrow(batch: Batch) -> Any:
    """Return the rows as a table of Arrow, as a user writes it."""
    import json

    import pyarrow

    columns = {name: [record[name] for record in batch.records] for name in FIELDS}
    columns["metadata"] = [json.dumps(value) for value in columns["metadata"]]
    vectors = pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(batch.vectors.reshape(-1)), D)
    types = {"start_seconds": pyarrow.float64(), "end_seconds": pyarrow.float64()}
    arrays = {name: pyarrow.array(values, types.get(name)) for name, values in columns.items()}
    return pyarrow.table({"id": list(map(str, batch.ids)), "vector": vectors, **arrays})


@contextmanager
def duckdb(folder: Path) -> Iterator[tuple[Work, Work]]:
    import duckdb as library

    from shiplap.sync.targets.duckdb import DuckDBTarget

    def by_hand(data: list[Batch]) -> int:
        with tempfile.TemporaryDirectory(dir=folder) as path, library.connect(f"{path}/docs.duckdb") as connection:
            for number, batch in enumerate(data):
                rows = _arrow(batch)
                connection.register("rows", rows)
                if not number:
                    types = f"id::UUID AS id, vector::FLOAT[{D}] AS vector, metadata::JSON AS metadata"
                    columns = f"{types}, * EXCLUDE (id, vector, metadata)"
                    connection.execute(f"CREATE TABLE docs AS SELECT {columns} FROM rows LIMIT 0")
                connection.execute("INSERT INTO docs BY NAME SELECT * FROM rows")
            return _number(connection.execute("SELECT count(*) FROM docs").fetchone())

    def by_us(data: list[Batch]) -> int:
        with tempfile.TemporaryDirectory(dir=folder) as path:
            return by_target(DuckDBTarget(f"{path}/docs.duckdb", "docs"), data)

    yield by_us, by_hand


@contextmanager
def chroma(folder: Path) -> Iterator[tuple[Work, Work]]:
    import json

    import chromadb

    from shiplap.sync.targets.chroma import ChromaTarget

    def by_hand(data: list[Batch]) -> int:
        client = chromadb.PersistentClient(tempfile.mkdtemp(dir=folder))
        configuration: Any = {"hnsw": {"space": "cosine"}}
        collection = client.create_collection("docs", configuration=configuration, embedding_function=None)
        for batch in data:
            metadata = []
            for record in batch.records:
                values = {name: value for name, value in record.items() if value is not None and name != "text"}
                own = values.pop("metadata")
                metadata.append({**values, **{f"metadata.{name}": value for name, value in own.items()},
                                 "metadata": json.dumps(own)})  # fmt: skip
            texts = [record["text"] for record in batch.records]
            collection.upsert(list(map(str, batch.ids)), batch.vectors, metadata, texts)
        count = int(collection.count())
        client.close()
        return count

    yield lambda data: by_target(ChromaTarget(tempfile.mkdtemp(dir=folder), "docs"), data), by_hand


STORES = {"qdrant": qdrant, "pgvector": pgvector, "lancedb": lancedb, "duckdb": duckdb, "chroma": chroma}


def measured(name: str, data: list[Batch], rounds: int) -> dict[str, Any]:
    """Return the seconds of both ways, and whether both wrote all rows."""
    counts = []
    with tempfile.TemporaryDirectory() as folder, STORES[name](Path(folder)) as (target, by_hand):
        works = {
            "target": lambda: counts.append(target(data)),
            "by hand": lambda: counts.append(by_hand(data)),
        }
        taken = in_turns(works, rounds, seconds_and_processor)
    found: dict[str, Any] = {"store": name}
    for measure, place in (("seconds", 0), ("processor", 1)):
        times = {way: [round(each[place], 2) for each in every] for way, every in taken.items()}
        best = {way: min(every) for way, every in times.items()}
        found[measure] = {**best, "ratio": round(best["target"] / best["by hand"], 3), "rounds": times}
    return {**found, "right": set(counts) == {sum(map(len, data))}}


def main() -> int:
    parser = records.script(__doc__, "targets")
    parser.add_argument("--rows", type=int, default=100_000, metavar="N")
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    parser.add_argument("--only", nargs="+", choices=STORES, default=list(STORES), metavar="NAME")
    options = parser.parse_args()
    data = batches(options.rows)
    found = []
    for name in options.only:
        row = measured(name, data, options.rounds)
        found.append(row)
        for measure in ("seconds", "processor"):
            facts = row[measure]
            print(f"{name:9} {measure:9} target {facts['target']:7.2f}, by hand {facts['by hand']:7.2f},"
                  f" ratio {facts['ratio']:.2f}; right: {row['right']}", flush=True)  # fmt: skip
    record = {
        "commit": machine.commit(), "processor": machine.processor(), "versions": machine.versions(PACKAGES),
        "rows": options.rows, "dimensions": D, "batch": SIZE, "cases": found,
    }  # fmt: skip
    records.write(options.record, record)
    return 0 if all(row["right"] for row in found) else 1


if __name__ == "__main__":
    sys.exit(main())
