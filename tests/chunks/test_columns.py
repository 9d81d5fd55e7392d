"""Every form that chunks can take keeps every field of them."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

import shiplap
from shiplap.chunkers import streaming
from shiplap.chunks import COLUMNS
from shiplap.chunks.columns import FIELDS, lists
from shiplap.ids import content_hash, uuid_of
from shiplap.ingestion.files import Survey
from shiplap.ingestion.sinks.jsonl import LinesSink
from shiplap.ingestion.sinks.sqlite import StoreSink
from shiplap.provenance.described import NAMES as ATTRIBUTES
from shiplap.store import Store
from tests.support import postgres
from tests.support.cases import few_quick
from tests.support.chunkers import adaptive_chunkers, chunkers, paths
from tests.support.documents import documents
from tests.support.hostile import characters, texts
from tests.support.provenance import provenances

np = pytest.importorskip("numpy", reason="embeddings are arrays")

# ---- chunks

words = st.text(characters, max_size=8)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | words,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
    max_leaves=5,
)


@st.composite
def chunks_of(draw: st.DrawFn) -> tuple[shiplap.Chunks, str | None]:
    """Return the chunks of a text by any chunker, and the path that it was cut for. They have a document id;
    source, metadata, embeddings and provenance only sometimes."""
    chunker, text = draw(st.tuples(chunkers(), texts) | st.tuples(adaptive_chunkers(), documents))
    path = draw(paths)
    chunks = chunker.chunk(
        shiplap.Document(text if draw(st.booleans()) else text.encode(), provenance=draw(provenances(len(text)))),
        document_id=draw(words),
        source=draw(st.none() | words),
        path=path,
        metadata=draw(st.none() | st.dictionaries(words, json_values, max_size=3)),
    )
    if draw(st.booleans()):
        size = draw(st.integers(1, 4))
        numbers = st.floats(0.5, 100, width=32) | st.floats(-100, -0.5, width=32)  # a store refuses zeros
        rows = st.lists(numbers, min_size=size, max_size=size)
        vectors = draw(st.lists(rows, min_size=1, max_size=3))
        embeddings = [vectors[k % len(vectors)] for k in range(len(chunks))]
        chunks = chunks.replace(embeddings=np.array(embeddings, np.float32).reshape(len(chunks), size))
    return chunks, path


def fields(chunk: shiplap.Chunk) -> dict[str, Any]:
    """Return all that is known of a chunk, by name."""
    embedding = chunk.embedding
    return {
        **{name: getattr(chunk, attribute) for name, attribute in FIELDS.items()},
        "metadata": dict(chunk.metadata),
        "contextual_text": chunk.contextual_text,
        **{name: getattr(chunk, name) for name in ATTRIBUTES},
        "content_uuid": chunk.content_uuid,
        "embedding": None if embedding is None else embedding.tolist(),
    }


def of_rows(rows: Iterable[dict[str, Any]], is_json: bool = False) -> list[shiplap.Chunk]:
    """Return the chunks of rows. `is_json`: the metadata and the provenance are, as Arrow has them."""
    if is_json:
        rows = (
            {**row, **{name: json.loads(row[name] or "null") for name in ("metadata", "provenance")}}
            for row in rows
        )
    return [shiplap.Chunk.from_dict(row) for row in rows]


# ---- forms


def by_sqlite(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    with Store(":memory:") as store:
        store.put(chunks)
        if chunks.embeddings is not None:
            # equal contextual texts have one vector in a store
            last = dict(zip(chunks.context_hashes, chunks.embeddings, strict=True))
            store.vectors("m").put_many(last)
        assert chunks.document_id is not None
        return store.chunks(chunks.document_id, model="m" if chunks.embeddings is not None else None)


def by_lines(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    stream = io.BytesIO()
    sink = LinesSink(stream)
    sink.write(sink.prepare(chunks, None, "", ""))
    return of_rows(in_lines(stream.getvalue()))


def in_lines(data: bytes) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in data.split(b"\n")[:-1]]
    assert all(tuple(row)[: len(COLUMNS)] == COLUMNS for row in rows)
    return rows


def by_arrow(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    pytest.importorskip("pyarrow", reason="Arrow is read by pyarrow")
    batch = chunks.to_arrow()
    batch.validate(full=True)
    assert tuple(batch.schema.names) == (*COLUMNS, *(() if chunks.embeddings is None else ("embedding",)))
    return of_rows(batch.to_pylist(), is_json=True)


def by_parquet(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="Parquet is written and read by pyarrow")
    from shiplap.ingestion.sinks.parquet import ParquetFile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "chunks.parquet"
        with contextlib.closing(ParquetFile(str(path))) as file:
            file.write(file.prepare(chunks, None, "", ""))
            file.finish()
        return of_rows(parquet.read_table(path).to_pylist(), is_json=True)


def by_pickle(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    whole: shiplap.Chunks = pickle.loads(pickle.dumps(chunks))
    alone: list[shiplap.Chunk] = pickle.loads(pickle.dumps(list(chunks)))
    assert list(map(fields, whole)) == list(map(fields, alone))
    return alone


def by_dicts(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    dicts = [chunk.to_dict() for chunk in chunks]
    assert all(tuple(values)[: len(COLUMNS)] == COLUMNS for values in dicts)
    once = of_rows(dicts)
    assert [chunk.to_dict() for chunk in once] == dicts
    return of_rows(json.loads(json.dumps(dicts)))


def by_columns(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    columns = lists(chunks)
    return of_rows(dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))


def by_slices(chunks: shiplap.Chunks) -> list[shiplap.Chunk]:
    """Return the chunks of two slices, one of them backwards."""
    middle = len(chunks) // 2
    return [*by_columns(chunks[:middle]), *by_columns(chunks[: None if middle == 0 else middle - 1 : -1])[::-1]]


FORMS: list[Callable[[shiplap.Chunks], list[shiplap.Chunk]]] = [
    by_sqlite, by_lines, by_arrow, by_parquet, by_pickle, by_dicts, by_columns, by_slices,
]  # fmt: skip


def expected(chunks: shiplap.Chunks, form: Callable[..., Any]) -> list[dict[str, Any]]:
    """Return the fields of the chunks, each asked of its Chunk."""
    found = [fields(chunk) for chunk in chunks]
    if form is by_sqlite and chunks.embeddings is not None:
        last = {each["context_hash"]: each["embedding"] for each in found}
        found = [{**each, "embedding": last[each["context_hash"]]} for each in found]
    return found


@few_quick("form", FORMS, quick=3)
@given(made=chunks_of())
def test_a_form_keeps_every_field(
    form: Callable[[shiplap.Chunks], list[shiplap.Chunk]], made: tuple[shiplap.Chunks, str | None]
) -> None:
    chunks, _ = made
    assert [fields(chunk) for chunk in form(chunks)] == expected(chunks, form)


@given(chunks_of())
def test_fields_are_what_the_text_says(made: tuple[shiplap.Chunks, str | None]) -> None:
    """Return the expected fields, which all forms are compared with, from the text and the spans alone."""
    chunks, _ = made
    text, seen = chunks.text, dict[str, int]()
    for index, (chunk, (start, end)) in enumerate(zip(chunks, chunks.spans.tolist(), strict=True)):
        hash = content_hash(text[start:end].encode())
        count = seen[hash] = seen.get(hash, -1) + 1
        name = f"{chunks.document_id}-text-{hash}" + (f"-{count}" if count else "")
        assert (chunk.id, chunk.index) == (f"{chunks.document_id}-chunk-{index}", index)
        assert (chunk.text, chunk.content_hash) == (text[start:end], hash)
        assert (chunk.start_byte, chunk.end_byte) == tuple(len(text[:p].encode()) for p in (start, end))
        assert chunk.start_line == line_of(text, start) and chunk.end_line == line_of(text, end - 1)
        assert chunk.contextual_text.endswith(chunk.table_header + chunk.text)
        assert chunk.context_hash == content_hash(chunk.contextual_text.encode())
        assert (chunk.content_id, chunk.content_uuid) == (name, uuid_of(name))


def line_of(text: str, place: int) -> int:
    """Return the line of a character, from 1."""
    before = text[:place].replace("\r\n", "\n").replace("\r", "\n").count("\n")
    return 1 + before - (text[place - 1 : place + 1] == "\r\n")


# ---- what comes while a text is read


@given(
    made=chunks_of(),
    cuts=st.lists(st.integers(0, 60) | st.integers(0, 1000), max_size=9),
    block=st.integers(1, 9) | st.integers(1, 300),
    name=st.sampled_from(["lines", "sqlite"]),
)
def test_streams(made: tuple[shiplap.Chunks, str | None], cuts: list[int], block: int, name: str) -> None:
    """The sinks write of a stream what they write of the whole text."""
    chunks, path = made
    assume(not chunks.metadata and chunks.tables is None)
    chunks = chunks.replace(source="file", embeddings=None)
    text, chunker = chunks.text, chunks.chunker
    assert isinstance(chunker, shiplap.Chunker) and chunks.document_id is not None
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    pieces = [text[start:end] for start, end in itertools.pairwise(places)]
    with mock.patch.object(streaming, "BLOCK", block):
        found = list(chunker.stream_batches(pieces, document_id=chunks.document_id, source="file", path=path))
    parts = iter(found)
    seen = Survey(content_hash(text.encode()), len(text.encode()), len(text))
    if name == "lines":
        stream = io.BytesIO()
        assert LinesSink(stream).write_parts(chunks.document_id, "file", parts, seen, "f") == len(chunks)
        written = of_rows(in_lines(stream.getvalue()))
    else:
        with Store(":memory:") as store:
            with store.writer() as writer:
                sink = StoreSink(store, writer)
                assert sink.write_parts(chunks.document_id, "file", parts, seen, "f") == len(chunks)
            written = store.chunks(chunks.document_id)
    assert [fields(chunk) for chunk in written] == expected(chunks, test_streams)


# ---- columns of texts


@given(
    chunker=chunkers() | adaptive_chunkers(),
    rows=st.lists(st.tuples(st.none() | words, texts | documents | st.none(), paths), max_size=4),
    zero_copy=st.booleans(),
)
@example(chunker=shiplap.FixedChunker(9, 0), rows=[("a", "x", None), ("b", "\r1", None)], zero_copy=False)
def test_arrow_columns(chunker: shiplap.Chunker, rows: list[tuple[Any, Any, Any]], zero_copy: bool) -> None:
    """A column of texts gives the columns that the chunks of each text have."""
    pa = pytest.importorskip("pyarrow", reason="Arrow is read by pyarrow")
    from shiplap import arrow

    names = ("id", "text", "path")
    data = pa.table([pa.array(values, pa.utf8()) for values in zip(*rows, strict=True)] or [[]] * 3, names=names)
    if not rows:
        data = pa.table({name: pa.array([], pa.utf8()) for name in names})
    found = pa.table(arrow.chunk(data, chunker, path_column="path", columns=arrow.COLUMNS, zero_copy=zero_copy))
    found.validate(full=True)
    wanted = [
        {column: values[column] for column in arrow.COLUMNS}
        for name, text, path in rows if text is not None
        for values in (chunk.to_dict() for chunk in chunker.chunk(text, document_id=name, path=path))
    ]  # fmt: skip
    assert found.to_pylist() == wanted


# ---- PostgreSQL


@pytest.fixture(scope="module")
def server() -> Iterator[tuple[Any, Any]]:
    """A sink into a database that is not empty, and a cursor that reads it."""
    dbapi = pytest.importorskip("adbc_driver_postgresql.dbapi", reason="the extra postgresql")
    from shiplap.ingestion.sinks.postgres import PostgresSink

    with postgres.server() as uri:
        with PostgresSink(uri) as first:
            first.write(first.prepare(shiplap.chunk("It rains.", document_id="first"), None, "", "f"))
        connected = dbapi.connect(uri, autocommit=True)
        with PostgresSink(uri) as sink, connected as connection, connection.cursor() as cursor:
            yield sink, cursor


@given(made=chunks_of())
@pytest.mark.exhaustive
def test_postgresql_keeps_every_field(server: tuple[Any, Any], made: tuple[shiplap.Chunks, str | None]) -> None:
    sink, cursor = server
    chunks = made[0].replace(embeddings=None)
    written = [chunks.document_id, chunks.source, chunks.text, *map(str, chunks.headings)]
    assume(not any("\0" in value for value in written if value is not None))
    sink.write(sink.prepare(chunks, None, content_hash(chunks.text.encode()), "f"))
    sink.commit()
    shared = {"source": "documents", "metadata": "documents"}
    columns = ", ".join(f"{shared.get(name, 'chunks')}.{name}" for name in COLUMNS)
    sql = f"SELECT {columns} FROM chunks JOIN documents USING (document_id) WHERE document_id = $1"
    cursor.execute(f"{sql} ORDER BY chunk_index", (chunks.document_id,))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in cursor.fetchall()]
    found = of_rows(({**row, "headings": json.loads(row["headings"])} for row in rows), is_json=True)
    assert [fields(chunk) for chunk in found] == expected(chunks, test_postgresql_keeps_every_field)
