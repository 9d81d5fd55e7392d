"""Behaviour of single targets: locks, given clients, foreign tables, addresses, indexes."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shiplap.errors import OptionError, TargetError
from shiplap.sync import Batch, Cursor, Layout, check_target
from tests.support import chroma_server
from tests.support.qdrant_server import server
from tests.support.vector_stores import CURSOR, STORES, D, batch, id_of, record, vector_of, write

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the clients


@pytest.fixture
def pgvector(postgres: str) -> Any:
    return STORES["pgvector"](postgres)


# ---- stores without locks: the cursor is watched


@pytest.mark.parametrize("name", ["qdrant", "lancedb", "chroma"])
def test_of_two_syncs_the_one_that_finds_another_cursor_ends(name: str, tmp_path: Path) -> None:
    store = STORES[name](tmp_path)
    first, second = store.target(), store.target()
    for each in (first, second):
        each.open(Layout(D))
    write(first, batch([1]), CURSOR)
    with pytest.raises(TargetError, match="another sync writes to the collection") as caught:
        second.begin()
    assert caught.value.retryable
    write(first, batch([1]), CURSOR)
    with pytest.raises(TargetError, match="another sync"):
        second.begin()  # the same cursor, written again
    second.cursor()
    second.begin()
    second.upsert(batch([2]))
    write(first, batch([3]), Cursor("6f1c0a2b9d3e4f58:9", "model", "content", True))
    with pytest.raises(TargetError, match="another sync"):
        second.commit(Cursor("6f1c0a2b9d3e4f58:2", "model", "content", True))
    assert first.cursor() == CURSOR, "the next sync writes once more what both have written"
    for each in (first, second):
        each.close()
        each.close()


@pytest.mark.parametrize("name", ["qdrant", "lancedb", "chroma"])
def test_a_collection_that_another_sync_makes_meanwhile_is_taken(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two first syncs begin at once: both find no collection, and one makes it first."""
    store = STORES[name](tmp_path)
    first, second = store.target(), store.target()
    first.open(Layout(D))
    if name == "qdrant":
        client, has = first._client, iter([False])
        monkeypatch.setattr(client, "collection_exists", lambda name: next(has, True))
        second = qdrant(client, "docs")
    else:
        find, unseen = type(second)._found, iter([True])
        monkeypatch.setattr(second, "_found", lambda client: None if next(unseen, False) else find(second, client))
    second.open(Layout(D))
    assert second.count() == 0
    for each in (second, first):
        each.close()


# ---- Qdrant


def qdrant(*arguments: Any, **options: Any) -> Any:
    pytest.importorskip("qdrant_client")
    from shiplap.sync.targets.qdrant import QdrantTarget

    return QdrantTarget(*arguments, **options)


def is_refused(folder: str) -> bool:
    """Return whether the folder is locked; no error is kept, whose traceback would keep the client's file."""
    try:
        qdrant(folder, "docs").open(Layout(D))
    except TargetError as error:
        return error.retryable and "already accessed" in str(error)
    return False


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the client leaves its file open
def test_qdrant_in_a_folder(tmp_path: Path) -> None:
    folder = str(tmp_path / "qdrant")
    target = qdrant(folder, "docs")
    assert not target.exists() and not (tmp_path / "qdrant").exists()
    target.open(Layout(D))
    write(target, batch([1, 2]))
    assert is_refused(folder)
    gc.collect()
    target.close()
    assert target.exists()
    target.open(Layout(D))
    assert target.count() == 2 and target.cursor() == CURSOR
    target.close()


def test_qdrant_with_named_vectors_is_refused() -> None:
    library = pytest.importorskip("qdrant_client")
    client = library.QdrantClient(":memory:")
    vectors = library.models.VectorParams(size=D, distance="Cosine")
    client.create_collection("docs", vectors_config={"text": vectors})
    with pytest.raises(TargetError, match="named vectors"):
        qdrant(client, "docs").open(Layout(D))


def test_qdrant_keeps_the_metadata_of_a_collection() -> None:
    library = pytest.importorskip("qdrant_client")
    client = library.QdrantClient(":memory:")
    vectors = library.models.VectorParams(size=D, distance="Cosine")
    client.create_collection("docs", vectors_config=vectors, metadata={"owner": "Ann"})
    target = qdrant(client, "docs")
    target.open(Layout(D))
    assert target.cursor() is None
    write(target, batch([1]))
    assert client.get_collection("docs").config.metadata["owner"] == "Ann"
    target.close()
    assert client.count("docs").count == 1, "a given client is left open"


def test_qdrant_that_cannot_be_reached_names_no_key() -> None:
    target = qdrant("http://ann:s3cret@127.0.0.1:9", "docs", api_key="k3y")
    with pytest.warns(UserWarning), pytest.raises(Exception) as caught:
        target.open(Layout(D))
    text = f"{caught.value!r} {target.name} {target!r}"
    assert "k3y" not in text and "s3cret" not in text
    target.close()


@pytest.mark.exhaustive
def test_qdrant_by_http() -> None:
    with server() as served:
        check_target(lambda: qdrant(served.url, "docs é/1".replace("/", " ")))
        assert served.requests.count("PUT index") >= 8, "payload indexes"


def test_qdrant_divides_large_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    with server() as served:
        target = qdrant(served.url, "docs")
        target.open(Layout(D))
        served.requests.clear()
        write(target, batch(range(40), text="x" * 1_000_000))
        assert 4 <= served.requests.count("PUT points") <= 8
        assert target.count() == 40
        target.close()


def test_qdrant_with_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    with server("k3y") as served, pytest.warns(UserWarning, match="insecure"):
        monkeypatch.setenv("QDRANT_API_KEY", "k3y")
        target = qdrant(served.url, "docs")
        assert not target.exists()
        wrong = qdrant(served.url, "docs", api_key="wr0ng")
        with pytest.raises(Exception, match="Invalid API key") as caught:
            wrong.open(Layout(D))
        wrong.close()
        assert "wr0ng" not in f"{caught.value!r} {caught.value}"


def test_qdrant_without_metadata_of_collections_is_refused() -> None:
    with server() as served:
        served.keeps_metadata = False
        target = qdrant(served.url, "docs")
        with pytest.raises(TargetError, match=r"Qdrant 1\.16 or later is needed"):
            target.open(Layout(D))
        assert not target.exists()
        target.close()


# ---- PostgreSQL


def test_pgvector_takes_one_sync_at_a_time(pgvector: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.sync.targets.pgvector._LOCK_WAIT", "20ms")
    first, second, other = pgvector.target(), pgvector.target(), pgvector.target("other")
    first.open(Layout(D))
    other.open(Layout(D))
    with pytest.raises(TargetError, match="another sync writes to the table") as caught:
        second.open(Layout(D))
    assert caught.value.retryable
    for each in (second, other, first):
        each.close()
    second.open(Layout(D))
    second.close()


def test_pgvector_by_a_connection_of_the_user(pgvector: Any, postgres: str) -> None:
    from shiplap.sync.targets.pgvector import PgvectorTarget

    with pgvector.library.connect(pgvector.uri) as connection:
        target = PgvectorTarget(connection, "docs", schema="own %s")
        assert not target.exists()
        target.open(Layout(D))
        write(target, batch([1]))
        target.begin()
        target.upsert(batch([2]))
        target.close()
        assert not connection.autocommit
        assert connection.execute('SELECT count(*) FROM "own %s".docs').fetchone() == (1,)
        connection.rollback()
        target.open(Layout(D))
        assert target.cursor() == CURSOR and [len(page) for page in target.held(5)] == [1]
        target.close()


def test_pgvector_refuses_foreign_tables(pgvector: Any) -> None:
    pgvector.rows("CREATE TABLE {table} (id int)")
    target = pgvector.target()
    with pytest.raises(TargetError, match="was not made by a sync"):
        target.open(Layout(D))
    target.close()


def test_pgvector_refuses_a_table_that_lacks_columns(pgvector: Any) -> None:
    target = pgvector.target()
    target.open(Layout(D))
    target.close()
    pgvector.rows("ALTER TABLE {table} DROP COLUMN kind, DROP COLUMN stamp")
    with pytest.raises(TargetError, match="lacks the columns kind, stamp"):
        target.open(Layout(D))
    target.close()


@pytest.mark.parametrize("name", ["x" * 64, "ü" * 32])
def test_pgvector_cuts_off_no_name(postgres: str, name: str) -> None:
    from shiplap.sync.targets.pgvector import PgvectorTarget

    with pytest.raises(OptionError, match="1 to 63 bytes"):
        PgvectorTarget(postgres, name)
    with pytest.raises(OptionError, match=r"schema=.*1 to 63 bytes"):
        PgvectorTarget(postgres, "docs", schema=name)
    with pytest.raises(OptionError, match="table of settings"):
        PgvectorTarget(postgres, "shiplap_targets")


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cret@127.0.0.1:9/rain", "postgresql://ann:s3c@ret@127.0.0.1:9/rain",
        "postgresql://127.0.0.1:9/rain?password=s3cret", "postgresql://ann:s3cret@127.0.0.1:port/rain",
    ],
)  # fmt: skip
def test_pgvector_names_no_password(address: str) -> None:
    pytest.importorskip("psycopg")
    pytest.importorskip("pgvector")
    from shiplap.sync.targets.pgvector import PgvectorTarget

    target = PgvectorTarget(address, "docs")
    with pytest.raises(TargetError) as caught:
        target.open(Layout(D))
    for text in (str(caught.value), target.name, repr(caught.value.__cause__), repr(target)):
        assert "s3c" not in text


def test_pgvector_has_limits_of_dimensions(pgvector: Any) -> None:
    target = pgvector.target()
    with pytest.raises(TargetError, match="at most 16000 dimensions, not 16001"):
        target.open(Layout(16_001))
    target.open(Layout(2001))
    with pytest.raises(TargetError, match="at most 2000 dimensions, the table has 2001"):
        target.index()
    target.close()


def test_pgvector_uses_its_index(pgvector: Any) -> None:
    target = pgvector.target()
    target.open(Layout(D))
    write(target, batch(range(100)))
    target.index()
    target.index()
    target.close()
    plan = pgvector.rows(
        "SET enable_seqscan = off; EXPLAIN SELECT id FROM {table} ORDER BY vector <=> '[1, 0, 0, 0]' LIMIT 5"
    )
    found = pgvector.rows("SELECT count(*) FROM pg_indexes WHERE tablename = 'docs' AND indexdef LIKE '%hnsw%'")
    assert found == [(1,)] and plan is not None


def test_pgvector_drops_what_is_not_committed(pgvector: Any) -> None:
    target = pgvector.target()
    target.open(Layout(D))
    write(target, batch([1]))
    target.begin()
    target.delete([id_of(1)])
    target.upsert(batch([2]))
    target.close()
    target.open(Layout(D))
    assert [text for page in target.held(5) for text in page.texts] == ["Text 1."]
    target.close()


def test_pgvector_that_is_not_installed(postgres: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = STORES["pgvector"](postgres)
    target = store.target()
    add = target._add_extension

    def without() -> None:
        execute = target._connection.execute
        target._connection.execute = lambda sql, *rest: execute(str(sql).replace("vector", "no_vector"), *rest)
        try:
            add()
        finally:
            del target._connection.execute

    monkeypatch.setattr(target, "_add_extension", without)
    with pytest.raises(TargetError, match=r"the extension vector \(pgvector\) cannot be made: .*no_vector"):
        target.open(Layout(D))
    target.close()


# ---- LanceDB


def test_lancedb_makes_an_index_and_keeps_it(tmp_path: Path) -> None:
    store = STORES["lancedb"](tmp_path)
    target = store.target()
    target.open(Layout(16))
    vectors = np.random.default_rng(0).standard_normal((600, 16)).astype(np.float32)

    def write_rows(numbers: range) -> None:
        rows = Batch(list(map(id_of, numbers)), vectors[numbers.start : numbers.stop], list(map(record, numbers)))
        write(target, rows)

    write_rows(range(100))
    target.index()
    assert not store.client.open_table("docs").list_indices(), "too few rows to learn from"
    write_rows(range(100, 500))
    target.index()
    write_rows(range(500, 600))
    target.index()
    target.close()
    found = store.client.open_table("docs").index_stats("vector_idx")
    assert (found.num_indexed_rows, found.num_unindexed_rows, found.distance_type) == (600, 0, "cosine")


def test_lancedb_merges_small_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.sync.targets.lancedb._FILES", 3)
    store = STORES["lancedb"](tmp_path)
    target = store.target()
    for numbers, files in ((range(2), 2), (range(2, 5), 1)):
        target.open(Layout(D))
        for number in numbers:
            write(target, batch([number]))
        target.close()
        assert store.client.open_table("docs").stats()["fragment_stats"]["num_fragments"] == files
    target.open(Layout(D))
    assert target.count() == 5 and target.cursor() == CURSOR
    target.close()


@pytest.mark.parametrize("remembered", [0, 3, 100])
def test_lancedb_replaces_rows_of_a_first_sync(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, remembered: int
) -> None:
    monkeypatch.setattr("shiplap.sync.targets.lancedb._REMEMBERED", remembered)
    target = STORES["lancedb"](tmp_path).target()
    target.open(Layout(D))
    for numbers in ([1, 2], [3, 4], [4, 5], [1, 6]):
        write(target, batch(numbers, text=f"of {numbers}"))
    texts = sorted(text for page in target.held(10) for text in page.texts)
    assert texts == ["of [1, 2]", "of [1, 6]", "of [1, 6]", "of [3, 4]", "of [4, 5]", "of [4, 5]"]
    target.close()


def test_lancedb_refuses_foreign_tables(tmp_path: Path) -> None:
    store = STORES["lancedb"](tmp_path)
    store.client.create_table("docs", [{"id": "a", "vector": [1.0, 2.0]}])
    with pytest.raises(TargetError, match="was not made by a sync of shiplap; name another collection"):
        store.target().open(Layout(2))
    target = store.target("own")
    target.open(Layout(2))
    store.client.open_table("own").drop_columns(["kind"])
    with pytest.raises(TargetError, match="lacks the columns kind; name another collection"):
        store.target("own").open(Layout(2))


# ---- DuckDB


def test_duckdb_in_another_process_is_locked(tmp_path: Path) -> None:
    store = STORES["duckdb"](tmp_path)
    target = store.target()
    target.open(Layout(D))
    code = (
        "from shiplap.sync import Layout\nfrom shiplap.sync.targets.duckdb import DuckDBTarget\n"
        f"try: DuckDBTarget({store.path!r}, 'docs').open(Layout(4))\n"
        "except Exception as error: print(type(error).__name__, error.retryable, error)"
    )
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert found.startswith("TargetError True") and "another process has opened the file" in found
    target.close()


def test_duckdb_by_a_connection_of_the_user() -> None:
    library = pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    from shiplap.sync.targets.duckdb import DuckDBTarget

    with library.connect() as connection:
        target = DuckDBTarget(connection, "docs")
        assert not target.exists()
        target.open(Layout(D))
        write(target, batch([1]))
        target.begin()
        target.upsert(batch([2]))
        target.close()
        assert connection.execute("SELECT text FROM docs").fetchall() == [("Text 1.",)]


def test_duckdb_refuses_foreign_tables(tmp_path: Path) -> None:
    store = STORES["duckdb"](tmp_path)
    store.rows("CREATE TABLE {table} (id int)")
    target = store.target()
    with pytest.raises(TargetError, match="was not made by a sync of shiplap; name another collection"):
        target.open(Layout(D))
    target.close()
    assert store.rows("SELECT table_name FROM duckdb_tables()") == [("docs",)], "nothing is made"
    with pytest.raises(OptionError, match="table of settings"):
        store.target("Shiplap_Targets")


def test_duckdb_in_no_folder(tmp_path: Path) -> None:
    pytest.importorskip("duckdb")
    pytest.importorskip("pyarrow")
    from shiplap.sync.targets.duckdb import DuckDBTarget

    target = DuckDBTarget(f"{tmp_path}/none/docs.duckdb", "docs")
    for call in (target.exists, lambda: target.open(Layout(D))):
        with pytest.raises(TargetError, match="none does not exist; DuckDB makes none"):
            call()


def test_duckdb_index(tmp_path: Path) -> None:
    store = STORES["duckdb"](tmp_path)
    target = store.target()
    target.open(Layout(D))
    write(target, batch(range(100)))
    if store.has_vss():
        target.index()
        target.index()
        write(target, batch([7], text="new"))
        target.close()
        target.open(Layout(D))
        write(target, batch([8], text="new"))
        assert target.count() == 100
    else:
        with pytest.raises(TargetError, match=r"the extension vss of DuckDB cannot be loaded.*INSTALL vss"):
            target.index()
        write(target, batch([7], text="new"))
    target.close()


# ---- Chroma


def chroma(*arguments: Any) -> Any:
    pytest.importorskip("chromadb")
    from shiplap.sync.targets.chroma import ChromaTarget

    return ChromaTarget(*arguments)


@pytest.mark.parametrize(
    "url", ["ftp://host", "http://", "http://host/path", "http://ann:s3cret@host:1", "https://host?x=1"]
)
def test_chroma_takes_plain_urls(url: str) -> None:
    with pytest.raises(OptionError, match=r"server=.*must be http://HOST:PORT") as caught:
        chroma(url, "docs")
    assert "s3cret" not in str(caught.value)


@pytest.mark.exhaustive
def test_chroma_by_http() -> None:
    code = (
        "import sys\nfrom shiplap.sync import check_target\nfrom shiplap.sync.targets.chroma import ChromaTarget\n"
        "check_target(lambda: ChromaTarget(sys.argv[1], 'docs'))"
    )
    with chroma_server.server() as url:  # in another process: the client leaves sockets open
        subprocess.run([sys.executable, "-W", "ignore", "-c", code, url], check=True)


def test_chroma_by_a_client_of_the_user() -> None:
    library = pytest.importorskip("chromadb")
    client = library.EphemeralClient()
    client.create_collection("own", metadata={"owner": "Ann"}, configuration={"hnsw": {"space": "cosine"}})
    target = chroma(client, "own")
    target.open(Layout(D))
    write(target, batch(range(3)))
    target.close()
    collection = client.get_collection("own")
    assert collection.metadata["owner"] == "Ann" and collection.count() == 3
    assert collection.query(vector_of(1), n_results=1)["ids"] == [[str(id_of(1))]]
    client.delete_collection("own")
    client.create_collection("own", configuration={"hnsw": {"space": "cosine"}})
    client.get_collection("own").add(["a"], embeddings=[[1.0, 2.0]])
    with pytest.raises(TargetError, match="has vectors of 2 dimensions"):
        target.open(Layout(D))
    client.delete_collection("own")
    client.close()
