"""Every engine gives the rows that one process gives: the blocks of docs/scaling.md, run by the real engines.

Ray and Spark take seconds to start; each is started once.
"""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest

import shiplap
from shiplap import arrow
from shiplap.errors import OptionError

pa = pytest.importorskip("pyarrow", reason="the engines speak Arrow")
pq = pytest.importorskip("pyarrow.parquet")

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs" / "scaling.md"
SHORT = ["id", "chunk_index", "text", "char_start", "char_end"]

pytestmark = pytest.mark.filterwarnings("default")  # those of the engines are theirs


def blocks(engine: str) -> list[str]:
    """Return the examples of an engine."""
    found = re.findall(rf"^```python {engine}\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert found
    return found


def run(engine: str) -> dict[str, Any]:
    """Run the examples of an engine, each by itself; gives the names of the last. Folders are named in full, since
    some engines work in others."""
    names: dict[str, Any] = {}
    for block in blocks(engine):
        block = re.sub(r'"((?:pages|chunks-)[^"]*)"', lambda found: f'"{os.path.abspath(found[1])}"', block)
        names = {"__name__": "example"}
        exec(compile(block, f"docs/scaling.md ({engine})", "exec"), names)
    return names


@pytest.fixture(autouse=True)
def pages(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A data set of four files in the folder that is current."""
    monkeypatch.chdir(tmp_path)
    os.mkdir("pages")
    for part in range(4):
        texts = [None if k % 7 == 0 else f"It rains on day {k}. 漢字。 " * (k * part) for k in range(30)]
        ids = [f"{part}/{k}" for k in range(30)]
        pq.write_table(pa.table({"id": ids, "text": texts}), f"pages/{part}.parquet")


def expected(columns: list[str]) -> list[dict[str, Any]]:
    """Return the rows from one process, sorted; `id` is that of the document where the engine has it so."""
    rows = pa.table(arrow.chunk(pq.read_table("pages"), "fixed-900")).to_pylist()
    rows = [{**row, "id": row["document_id"]} for row in rows]
    return in_order([{name: row[name] for name in columns} for row in rows])


def in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(
        rows, key=lambda row: (row.get("id", row.get("document_id")), row.get("chunk_index", 0), row["char_start"])
    )


ALL = list(arrow.DEFAULT)


def test_polars() -> None:
    polars = pytest.importorskip("polars")
    from shiplap.engines import polars as engine

    names = run("polars")
    assert in_order(pq.read_table("chunks-polars.parquet").to_pylist()) == expected(ALL)
    columns = [name for name in SHORT if name != "chunk_index"]
    wanted = [{name: row[name] for name in columns} for row in expected(SHORT)]
    assert in_order(names["found"].to_dicts()) == in_order(wanted)
    lists = polars.DataFrame({"text": ["a", None, ""]}).select(engine.expression("text", "fixed-900"))["text"]
    assert [None if one is None else len(one) for one in lists.to_list()] == [1, None, 0]
    with pytest.raises(OptionError, match="has no ids"):
        engine.expression("text", "fixed-900", columns=["chunk_id"])
    frame = polars.DataFrame({"name": ["a", "b"], "body": ["x = 1"] * 2, "file": ["a.py", "b.csv"]})
    options: dict[str, Any] = {"id_column": "name", "text_column": "body", "path_column": "file"}
    for given in (frame, frame.lazy()):
        found = engine.chunk(given, "adaptive", **options, keep_columns="file", columns=["chunk_id", "kind"])
        assert found.lazy().collect().rows() == [
            ("a-chunk-0", "code", "a.py"), ("b-chunk-0", "table", "b.csv"),
        ]  # fmt: skip
    with pytest.raises(OptionError, match=r"option='text_columns': .*did you mean 'text_column'"):
        engine.chunk(frame, "adaptive", text_columns="x")


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    from shiplap.engines.duckdb import register

    run("duckdb")
    assert in_order(pq.read_table("chunks-duckdb.parquet").to_pylist()) == expected(SHORT)
    connection = duckdb.connect()
    register(connection, shiplap.SentenceSplitter(), name="sentences", columns=["text", "kind", "headings"])
    rows = connection.sql("SELECT sentences(t) FROM (VALUES ('It rains. Yes.'), (NULL), ('')) v(t)").fetchall()
    assert rows == [
        ([{"text": text, "kind": None, "headings": []} for text in ("It rains. ", "Yes.")],), (None,), ([],),
    ]  # fmt: skip
    with pytest.raises(OptionError, match="has no ids"):
        register(connection, "fixed-900", columns=["document_id"])


def test_dask() -> None:
    pytest.importorskip("dask")
    run("dask")
    assert in_order(pq.read_table("chunks-dask").to_pylist()) == expected(ALL)


def test_daft() -> None:
    pytest.importorskip("daft")
    run("daft")
    assert in_order(pq.read_table("chunks-daft").to_pylist()) == expected(SHORT)


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    library = pytest.importorskip("ray")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    library.init(
        num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR",
        object_store_memory=80_000_000, _node_ip_address="127.0.0.1",
    )  # fmt: skip
    library.data.DataContext.get_current().enable_progress_bars = False
    yield library
    library.shutdown()


def test_ray_goes_on_after_a_killed_worker(ray: Any, tmp_path: pathlib.Path) -> None:
    from shiplap.engines.ray import ChunkBatch

    run("ray")
    assert in_order(pq.read_table("chunks-ray").to_pylist()) == expected(ALL)
    mark = tmp_path / "killed"

    class KilledOnce(ChunkBatch):
        def __call__(self, batch: Any) -> Any:
            if not mark.exists():
                mark.touch()
                os.kill(os.getpid(), 9)
            return super().__call__(batch)

    data = ray.data.read_parquet(os.path.abspath("pages")).map_batches(
        KilledOnce, fn_constructor_args=["fixed-900"], batch_format="pyarrow",
        compute=ray.data.ActorPoolStrategy(size=1),
    )  # fmt: skip
    data.write_parquet(os.path.abspath("again"))
    assert mark.exists()
    assert in_order(pq.read_table("again").to_pylist()) == expected(ALL)


@pytest.fixture(scope="module")
def spark() -> Iterator[Any]:
    pytest.importorskip("pyspark")
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java")
    os.environ["PYSPARK_PYTHON"], os.environ["SPARK_LOCAL_IP"] = sys.executable, "127.0.0.1"
    from pyspark.sql import SparkSession

    builder = SparkSession.builder.master("local[2,4]").config("spark.ui.enabled", "false")
    session = builder.config("spark.log.level", "OFF").config("spark.driver.host", "127.0.0.1").getOrCreate()
    yield session
    session.stop()


def test_spark_goes_on_after_a_killed_worker(spark: Any, tmp_path: pathlib.Path) -> None:
    from shiplap.engines.spark import chunk

    run("spark")
    assert in_order(pq.read_table("chunks-spark").to_pylist()) == expected(ALL)
    mark = str(tmp_path / "killed")

    def killed_once(batches: Any) -> Any:
        if not os.path.exists(mark):
            open(mark, "w").close()
            os.kill(os.getpid(), 9)
        yield from batches

    frame = spark.read.parquet(os.path.abspath("pages"))
    found = chunk(frame.mapInArrow(killed_once, frame.schema), "fixed-900").toArrow().to_pylist()
    assert os.path.exists(mark)
    assert in_order(found) == expected(ALL)
