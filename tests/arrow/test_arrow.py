"""Arrow in and out: the same rows as one text at a time, whatever the form; nothing crashes, nothing leaks."""

from __future__ import annotations

import ctypes
import gc
import sys
import tracemalloc
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shiplap
from shiplap import arrow
from shiplap.chunkers import batching as batch
from shiplap.chunks.columns import table
from shiplap.errors import ArrowError, EmptyTextError, OptionError, TextError
from tests.support import hostile
from tests.support.failing_memory import generators_survive
from tests.support.hostile_arrow import Array, Made, Schema, int32, int64

pa = pytest.importorskip("pyarrow", reason="the oracle of these tests")

CHUNKERS: dict[str, Any] = {
    "exact": lambda: shiplap.FixedChunker(7, 3),
    "bytes": lambda: shiplap.FixedChunker(7, 3, unit="bytes", strip_whitespace=True, skip_blank=True),
    "snap": lambda: shiplap.FixedChunker(9, 3, snap="sentence"),
    "sentence": lambda: shiplap.SentenceChunker(12, on_empty="empty"),
    "sentences": shiplap.SentenceSplitter,
    "python": lambda: shiplap.FixedChunker(3, 1, unit="tokens", tokenizer=lambda text: len(text.split())),
}
FORMS = ["utf8", "large", "view", "binary", "dictionary"]


def column(texts: list[str | None], form: str) -> Any:
    """Return the texts as a column of a type, sliced out of a longer one."""
    padded = pa.array(["before", *texts, "after"], pa.utf8())
    if form == "dictionary":
        return padded.dictionary_encode()[1:-1]
    kind = {"utf8": pa.utf8(), "large": pa.large_utf8(), "view": pa.string_view(), "binary": pa.binary()}[form]
    return padded.cast(kind)[1:-1]


def expected(chunker: shiplap.Chunker, ids: list[Any], texts: list[Any]) -> list[dict[str, Any]]:
    """Return the rows that the chunks of each text make."""
    rows = []
    for name, text in zip(ids, texts, strict=True):
        if text is not None:
            chunks = chunker.chunk(text, document_id=None if name is None else str(name))
            for chunk in chunks:
                rows.append({
                    "chunk_id": chunk.id, "document_id": chunk.document_id, "chunk_index": chunk.index,
                    "text": chunk.text, "char_start": chunk.start, "char_end": chunk.end,
                    "byte_start": chunk.start_byte, "byte_end": chunk.end_byte,
                    "line_start": chunk.start_line, "line_end": chunk.end_line, "kind": chunk.kind,
                    "headings": list(chunk.headings), "table_header": chunk.table_header,
                    "shown_text": chunk.shown_text,
                    "context": chunk.context,
                    "token_count": chunk.token_count, "overlap": chunk.overlap,
                    "content_hash": chunk.content_hash, "context_hash": chunk.context_hash,
                    "content_id": chunk.content_id, "provenance": chunk.provenance,
                })  # fmt: skip
    return rows


def rows_of(stream: Any) -> list[dict[str, Any]]:
    """Return the rows of a stream, which pyarrow finds valid."""
    table = pa.table(stream)
    table.validate(full=True)
    rows: list[dict[str, Any]] = table.to_pylist()
    return rows


@pytest.mark.parametrize("name", CHUNKERS)
@settings(max_examples=12)
@given(
    texts=st.lists(hostile.texts | st.none(), max_size=5),
    form=st.sampled_from(FORMS),
    views=st.booleans(),
    numbered=st.booleans(),
)
def test_the_same_rows(name: str, texts: list[str | None], form: str, views: bool, numbered: bool) -> None:
    chunker = CHUNKERS[name]()
    ids = [k - 1 if numbered else (f"d,{k}]é" if k % 3 else None) for k in range(len(texts))]
    data = pa.table({"id": pa.array(ids, pa.int64() if numbered else None), "text": column(texts, form)})
    found = arrow.chunk(data, chunker, columns=arrow.COLUMNS, zero_copy=views)
    assert pa.schema(found) == pa.schema(arrow.schema(chunker, columns=arrow.COLUMNS, zero_copy=views))
    assert rows_of(found) == expected(chunker, ids, texts)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("views", [False, True])
def test_groups_and_batches_keep_their_order(threads: int, views: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.arrow.stream.GROUP_TEXTS", 3)
    texts = [f"Satz {n}. Noch einer! 漢字。" * (n % 4) if n % 7 else None for n in range(40)]
    ids = [f"d{n}" for n in range(40)]
    whole = pa.table({"id": ids, "text": texts, "n": list(range(40))})
    data = pa.concat_tables([whole[:5], whole[5:5], whole[5:32], whole[32:]])  # of several batches
    chunker = shiplap.FixedChunker(20, 5, snap="sentence")
    columns = ["chunk_id", "text"]
    stream = arrow.chunk(data, chunker, threads=threads, zero_copy=views, keep_columns=["n"], columns=columns)
    assert rows_of(stream) == [
        {"chunk_id": row["chunk_id"], "text": row["text"], "n": int(row["document_id"][1:])}
        for row in expected(chunker, ids, texts)
    ]


def test_all_types_are_carried() -> None:
    values = pa.table(
        {
            "text": ["It rains. It pours.", "", None, "Yes."],
            "bool": [True, None, False, True],
            "small": pa.array([1, 2, 3, None], pa.int8()),
            "real": [0.5, None, 1.5, 2.5],
            "decimal": pa.array([1, 2, None, 4], pa.decimal128(9, 2)),
            "time": pa.array([1, None, 3, 4], pa.timestamp("us", "UTC")),
            "fixed": pa.array([b"abc", b"def", None, b"ghi"], pa.binary(3)),
            "string": ["a", None, "c", "é"],
            "large": pa.array(["a" * 20, "b", None, None], pa.large_utf8()),
            "view": pa.array(["short", None, "x", "longer than twelve bytes"], pa.string_view()),
            "bytes": pa.array([b"\xff", b"", None, b"x"]),
            "coded": pa.array(["a", "b", None, "a"]).dictionary_encode(),
            "nothing": pa.nulls(4),
        }
    )
    carry = values.column_names[1:]
    data = pa.concat_tables([values[3:], values[:2]]).slice(0, 3).combine_chunks()
    found = arrow.chunk(data, shiplap.FixedChunker(10, 0), id_column=None, keep_columns=carry, columns=["text"])
    assert pa.schema(found) == pa.schema([
        pa.field("text", pa.large_utf8(), False), *(data.schema.field(name) for name in carry)
    ])  # fmt: skip
    table = pa.table(found)
    table.validate(full=True)
    assert table["text"].to_pylist() == ["Yes.", "It rains. ", "It pours."]
    rows = data.drop_columns("text").to_pylist()
    assert table.drop_columns("text").to_pylist() == [rows[0], rows[1], rows[1]]
    with pytest.raises(ArrowError, match="not supported in keep_columns"):
        arrow.chunk(pa.table({"id": ["a"], "text": ["b"], "x": [[1]]}), "fixed-900", keep_columns=["x"])


@pytest.mark.parametrize("bits", [8, 16, 32, 64])
def test_numbers_of_any_width_are_names(bits: int) -> None:
    for sign, numbers in (("", [-(1 << bits - 1), -1, (1 << bits - 1) - 1]), ("u", [0, (1 << bits) - 1])):
        data = pa.table({"id": pa.array(numbers, f"{sign}int{bits}"), "text": ["It rains."] * len(numbers)})
        found = rows_of(arrow.chunk(data, "fixed-900", columns=["document_id", "chunk_id"]))
        assert found == [{"document_id": str(n), "chunk_id": f"{n}-chunk-0"} for n in numbers]


def test_texts_alone() -> None:
    chunker = shiplap.FixedChunker(4, 1)
    texts = ["It rains.", None, "Yes"]
    wanted = [(row["chunk_id"], row["text"]) for row in expected(chunker, [None] * 3, texts)]
    for data in (pa.array(texts), pa.chunked_array([texts[:1], texts[1:]]), pa.array(texts).dictionary_encode()):
        found = rows_of(arrow.chunk(data, chunker))
        assert [(row["chunk_id"], row["text"]) for row in found] == wanted
        assert {row["document_id"] for row in found} == {None}
    assert rows_of(arrow.chunk(pa.nulls(3), chunker)) == []
    assert rows_of(arrow.chunk(pa.array([], pa.utf8()), chunker)) == []


def test_rows_of_a_struct_may_be_null() -> None:
    inner = [pa.array(["no", "x", "yes yes", "no"]), pa.array(["0", "1", "2", "3"])]
    data = pa.StructArray.from_arrays(inner, ["text", "id"], mask=pa.array([False, True, False, False]))[1:3]
    found = rows_of(arrow.chunk(pa.chunked_array([data]), shiplap.FixedChunker(4, 0)))
    assert [row["chunk_id"] for row in found] == ["2-chunk-0", "2-chunk-1"]


def test_paths_say_what_the_texts_are() -> None:
    code = "def f(x):\n    return x\n"
    data = pa.table({"id": ["a", "b", "c"], "text": [code] * 3, "file": ["x/a.py", "b.csv", None]})
    columns = ["document_id", "kind"]
    found = rows_of(arrow.chunk(data, "adaptive", path_column="file", columns=columns))
    assert found == [
        {"document_id": name, "kind": kind} for name, kind in (("a", "code"), ("b", "table"), ("c", "code"))
    ]
    with pytest.raises(OptionError, match="path_column='file': the data have no columns except the texts"):
        arrow.chunk(pa.array([code]), "adaptive", path_column="file")


def test_views_read_the_data() -> None:
    """A chunk costs 16 bytes, and the data live as long as the chunks."""
    text = pa.array(["It rains in the hills. " * 1000], pa.large_utf8())
    address = text.buffers()[2].address
    (found,) = arrow.chunk(text, shiplap.FixedChunker(100, 20), columns=["text"], zero_copy=True)
    batch_found = pa.record_batch(found)
    assert batch_found["text"].buffers()[2].address == address
    del text, found
    gc.collect()
    assert batch_found["text"][3].as_py() == ("It rains in the hills. " * 1000)[240:340]
    batch_found.validate(full=True)


def test_errors_name_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shiplap.arrow.stream.GROUP_TEXTS", 2)
    data = pa.table({"id": list("abcde"), "text": [b"one", b"two", b"\xe6\xbc", b"four", b"fi\xff"]})
    chunker = shiplap.FixedChunker(3, 0)
    for threads in (1, 2):
        stream = arrow.chunk(data, chunker, threads=threads)
        with pytest.raises(TextError, match=r"document 'c' \(text 2\): .*") as caught:
            list(stream)
        assert (caught.value.row, caught.value.document_id) == (2, "c")  # type: ignore[attr-defined]
    with pytest.raises(pa.ArrowInvalid, match=r"TextError: document 'c' \(text 2\)"):
        pa.table(arrow.chunk(data, chunker))
    stream = arrow.chunk(data, chunker, on_error="skip")
    assert [row["text"] for row in rows_of(stream)] == ["one", "two", "fou", "r"]
    assert [(skipped.row, skipped.document_id) for skipped in stream.skipped] == [(2, "c"), (4, "e")]
    told: list[batch.Skipped] = []
    assert len(rows_of(arrow.chunk(data, chunker, on_error=told.append))) == 4
    assert len(told) == 2
    for views in (False, True):
        replaced = shiplap.FixedChunker(30, 0, errors="replace")
        found = rows_of(arrow.chunk(data, replaced, zero_copy=views, columns=["text", "byte_end", "char_end"]))
        assert [tuple(row.values()) for row in found][2:] == [("\ufffd", 3, 1), ("four", 4, 4), ("fi\ufffd", 5, 3)]
    blank = pa.table({"id": ["a", "b", "c"], "text": ["x", " ", "y"]})
    tokens = shiplap.FixedChunker(9, 0, unit="tokens", tokenizer=len, on_empty="raise")
    for made in ("sentence-3000", tokens, shiplap.AdaptiveChunker(on_empty="raise")):
        for on_error in ("raise", "skip", lambda skipped: None):
            stream = arrow.chunk(blank, made, on_error=on_error)
            assert [row["text"] for row in rows_of(stream)] == ["x", "y"]
            assert [(one.row, one.document_id, type(one.error)) for one in stream.skipped] == [
                (1, "b", EmptyTextError)
            ]


def test_names_and_types_are_checked() -> None:
    data = pa.table({"id": ["a"], "text": ["b"], "n": [1.5]})
    for wrong in (
        {"text_column": "txt"}, {"id_column": "name"}, {"path_column": "file"}, {"keep_columns": ["m"]},
        {"columns": ["txt"]}, {"columns": ["text", "text"]}, {"columns": ["source"]}, {"keep_columns": ["text"]},
        {"threads": 0}, {"on_error": "no"}, {"zero_copy": 1}, {"text": "text"}, {"id": "id"}, {"carry": ["n"]},
        {"views": True}, {"zero_coppy": True},
    ):  # fmt: skip
        with pytest.raises(OptionError):
            arrow.chunk(data, "fixed-900", **wrong)  # type: ignore[arg-type]
    with pytest.raises(ArrowError, match="not text"):
        arrow.chunk(data, "fixed-900", text_column="n")
    with pytest.raises(ArrowError, match="texts or integers"):
        arrow.chunk(data, "fixed-900", id_column="n")
    with pytest.raises(ArrowError, match="paths must be texts"):
        arrow.chunk(data, "fixed-900", path_column="n")
    with pytest.raises(TypeError, match="__arrow_c_stream__"):
        arrow.chunk(["a"], "fixed-900")
    with pytest.raises(OptionError, match="needs the data"):
        arrow.schema("fixed-900", keep_columns=["n"])
    assert pa.schema(arrow.schema("fixed-900", data.schema, keep_columns=["n"])).field("n").type == pa.float64()
    stream = arrow.chunk(data, "fixed-900")
    assert len(rows_of(stream)) == 1
    with pytest.raises(ArrowError, match="already consumed"):
        pa.table(stream)


def test_a_source_that_fails() -> None:
    def batches() -> Iterator[Any]:
        yield pa.record_batch({"id": ["a"], "text": ["It rains."]})
        raise OSError("the disk is gone")

    schema = pa.schema([("id", pa.utf8()), ("text", pa.utf8())])
    stream = arrow.chunk(pa.RecordBatchReader.from_batches(schema, batches()), "fixed-900")
    assert len(next(stream)) == 1
    with pytest.raises(ArrowError, match="the disk is gone"):
        next(stream)


def test_an_endless_stream_takes_no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    one = pa.record_batch({"id": ["a"] * 100, "text": ["It rains in the hills. " * 50] * 100})
    stream = pa.RecordBatchReader.from_batches(one.schema, (one for _ in iter(int, 1)))
    for threads in (1, 2):
        # on and off where no other thread is: it crashes where one allocates meanwhile without the GIL, as ours do
        tracemalloc.start()
        found = arrow.chunk(stream, "fixed-900", threads=threads)
        for _ in range(20):
            next(found)
        gc.collect()
        before, _ = pa.total_allocated_bytes(), tracemalloc.reset_peak()
        for _ in range(200):
            next(found)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000  # 24 MB passed through each time
        assert pa.total_allocated_bytes() <= before + 1_000_000
        found._tables.close()
        tracemalloc.stop()


def test_other_libraries() -> None:
    chunker = shiplap.FixedChunker(8, 2)
    ids, texts = ["a", "b", None], ["It rains. 漢字", None, "Yes, it does rain here."]
    wanted = expected(chunker, ids, texts)
    columns = ["chunk_id", "text", "char_start"]
    short = [{name: row[name] for name in columns} for row in wanted]
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"id": ids, "text": texts})
    assert polars.DataFrame(arrow.chunk(frame, chunker, columns=columns)).to_dicts() == short
    assert polars.DataFrame(arrow.chunk(frame, chunker, columns=columns, zero_copy=True)).to_dicts() == short
    pandas = pytest.importorskip("pandas")
    assert rows_of(arrow.chunk(pandas.DataFrame({"id": ids, "text": texts}), chunker, columns=columns)) == short
    nanoarrow = pytest.importorskip("nanoarrow")
    stream = nanoarrow.ArrayStream(arrow.chunk(nanoarrow.c_array(pa.array(texts)), chunker, columns=columns[1:]))
    assert [dict(row) for row in stream.read_all().to_pylist()] == [
        {"text": row["text"], "char_start": row["char_start"]} for row in wanted
    ]
    duckdb = pytest.importorskip("duckdb")
    connection = duckdb.connect()
    relation = connection.sql("SELECT 'a' AS id, 'It rains.' AS text")
    found = pa.table(arrow.chunk(relation, chunker, columns=columns))  # noqa: F841 (DuckDB sees it by its name)
    assert connection.sql("SELECT count(*) FROM found").fetchall() == [(2,)]


def test_chunks_give_arrow() -> None:
    chunks = shiplap.FixedChunker(8, 2).chunk("It rains. 漢字", document_id="d")
    wanted = [
        {**row, "source": None, "metadata": "{}", "provenance": None}
        for row in expected(chunks.chunker, ["d"], ["It rains. 漢字"])
    ]
    assert chunks.to_arrow().to_pylist() == wanted
    assert pa.record_batch(chunks[1:]).to_pylist() == wanted[1:]
    assert chunks.to_polars().to_dicts() == wanted
    assert chunks.to_pandas()["text"].tolist() == chunks.texts
    broken = shiplap.FixedChunker(8, 2, errors="surrogatepass").chunk("a\ud800")
    with pytest.raises(TextError, match="lone surrogate"):
        broken.to_arrow()


def test_a_missing_library_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    chunks = shiplap.FixedChunker(8, 2).chunk("It rains.")
    for module, make in (("pyarrow", chunks.to_arrow), ("pandas", chunks.to_pandas), ("polars", chunks.to_polars)):
        monkeypatch.setitem(sys.modules, module, None)
        with pytest.raises(ImportError, match=r"pip install 'shiplap\["):
            make()


# ---- structs that are not trusted


def test_all_is_released_once() -> None:
    for views in (False, True):
        made = Made("u", 3, [None, int32(0, 2, 2, 5), b"abcde"])
        found = [pa.record_batch(one) for one in arrow.chunk(made, shiplap.FixedChunker(2, 0), zero_copy=views)]
        gc.collect()
        assert made.released == (not views)
        child = found[0]["text"]
        del found
        gc.collect()
        assert made.released == (not views)
        assert child.to_pylist() == ["ab", "cd", "e"]
        del child
        gc.collect()
        assert made.released == 1
    made = Made("u", 1, [None, int32(0, 1), b"a"])
    arrow.chunk(made, "fixed-900")  # never read
    gc.collect()
    assert made.released == 1


UNSOUND: dict[str, Any] = {
    "negative length": lambda: Made("u", -1, [None, int32(0), b""]),
    "huge length": lambda: Made("u", 1 << 62, [None, int32(0), b""], offset=1 << 62),
    "negative offset": lambda: Made("u", 1, [None, int32(0, 1), b"a"], offset=-1),
    "too few buffers": lambda: Made("u", 1, [None, int32(0, 1)]),
    "too many buffers": lambda: Made("u", 1, [None, int32(0, 1), b"a", b"b"]),
    "no offsets": lambda: Made("u", 1, [None, None, b"a"]),
    "no data": lambda: Made("u", 1, [None, int32(0, 1), None]),
    "negative end": lambda: Made("u", 1, [None, int32(0, -1), b"a"]),
    "offsets decrease": lambda: Made("u", 2, [None, int32(0, 3, 2), b"abc"]),
    "offset over the end": lambda: Made("U", 3, [None, int64(0, 900, 2, 3), b"abc"]),
    "offset under zero": lambda: Made("U", 2, [None, int64(-5, 2, 3), b"abc"]),
    "view without buffer": lambda: Made("vu", 1, [None, int32(20, 0, 0, 0), int64(0)], n_buffers=3),
    "view over its buffer": lambda: Made("vu", 1, [None, int32(20, 0, 0, 5), b"x" * 20, int64(20)]),
    "view of negative size": lambda: Made("vu", 1, [None, int32(-20, 0, 0, 0), b"x" * 20, int64(20)]),
    "view of no sizes": lambda: Made("vu", 1, [None, int32(20, 0, 0, 0), b"x" * 20, None]),
    "buffer of negative size": lambda: Made("vu", 1, [None, int32(20, 0, 0, 0), b"x" * 20, int64(-1)]),
    "not text": lambda: Made("l", 1, [None, int64(1)]),
    "unknown type": lambda: Made("+w:3", 1, [None]),
}


@pytest.mark.parametrize("name", UNSOUND)
def test_structs_that_are_not_sound(name: str) -> None:
    made = UNSOUND[name]()
    with pytest.raises(ArrowError):
        list(arrow.chunk(made, shiplap.FixedChunker(2, 0)))
    gc.collect()
    assert made.released == 1


@pytest.mark.parametrize("missing", ["children", "child"])
def test_a_record_batch_without_its_arrays(missing: str) -> None:
    batch, column = Made("+s", 1, [None]), Made("u", 1, [None, int32(0, 1), b"a"])
    column.schema.name = b"text"
    arrays, schemas = (ctypes.POINTER(Array) * 1)(), (ctypes.POINTER(Schema) * 1)(ctypes.pointer(column.schema))
    batch.array.n_children = batch.schema.n_children = 1
    batch.schema.children = ctypes.cast(schemas, ctypes.POINTER(ctypes.POINTER(Schema)))
    if missing == "child":
        batch.array.children = ctypes.cast(arrays, ctypes.POINTER(ctypes.POINTER(Array)))
    with pytest.raises(ArrowError, match="record batch"):
        list(arrow.chunk(batch, shiplap.FixedChunker(2, 0), id_column=None))
    assert batch.released == 1


@pytest.mark.parametrize("key", [-1, 2, 100])
def test_keys_outside_the_dictionary(key: int) -> None:
    made = Made("i", 2, [None, int32(0, key)])
    Made("u", 2, [None, int32(0, 1, 2), b"ab"], keys=made)
    with pytest.raises(ArrowError, match="row 1"):
        list(arrow.chunk(made, shiplap.FixedChunker(2, 0)))


def test_empty_arrays_need_no_buffers() -> None:
    nothing = [None, None, None]
    for made in (Made("u", 0, nothing), Made("U", 0, nothing), Made("vu", 0, nothing), Made("n", 4, [])):
        assert rows_of(arrow.chunk(made, "fixed-900")) == []


# An allocation that fails in a finalizer can only be warned of.
@pytest.mark.filterwarnings("ignore:(?s).*MemoryError:pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("views", [False, True])
def test_each_allocation_may_fail(views: bool) -> None:
    _testcapi = pytest.importorskip("_testcapi", reason="needs CPython's test module")
    if not generators_survive():
        pytest.skip("this CPython crashes when an allocation fails in a generator of plain Python")
    chunker = shiplap.FixedChunker(20, 5, snap="sentence")
    data = table(shiplap.FixedChunker(60, 0).chunk("Ein Satz. Noch einer! é" * 9, document_id="d"))
    options: dict[str, Any] = {
        "zero_copy": views, "keep_columns": ["document_id"], "id_column": "document_id",
        "columns": [name for name in arrow.COLUMNS if name != "document_id"],
    }  # fmt: skip
    expected, failures = pa.table(arrow.chunk(data, chunker, **options)), 0
    for n in range(1, 5000):
        found = None
        _testcapi.set_nomemory(n, n + 1)
        try:
            found = list(arrow.chunk(data, chunker, **options))
        except MemoryError:
            failures += 1
        finally:
            _testcapi.remove_mem_hooks()
        if found is not None:
            assert pa.table(found[0]) == expected
            if n > failures + 20:
                break
    assert failures > 40
