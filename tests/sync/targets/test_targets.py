"""Requirements of all targets, besides the rules of `check_target`: each store answers by its own client."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from shiplap.errors import OptionError, TargetError
from shiplap.sync import Batch, Layout, check_target
from tests.support.cases import few_quick
from tests.support.vector_stores import CURSOR, STORES, D, batch, id_of, record, vector_of, write

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of the clients


@contextmanager
def opened(store: Any, collection: str = "docs", layout: Layout = Layout(D)) -> Iterator[Any]:  # noqa: B008
    target = store.target(collection)
    try:
        target.open(layout)
        yield target
    finally:
        target.close()


@few_quick("metric", ["cosine", "dot", "euclidean"], quick=1)
def test_rules(store: Any, metric: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    if type(store) is STORES["duckdb"] and not store.has_vss():
        monkeypatch.setattr(type(store.target()), "index", lambda self: None)
    check_target(store.target, metric=metric)


def test_the_client_finds_the_nearest_chunk(store: Any) -> None:
    with opened(store) as target:
        write(target, batch(range(0, 1000, 100)))
    assert store.nearest(vector_of(310)) == str(id_of(300))


def test_the_client_filters_by_each_field(store: Any) -> None:
    with opened(store) as target:
        write(target, batch(range(10)))
    fields = [name for name in record(3) if name not in ("headings", "metadata")]
    assert len(fields) == 18
    for field in fields:
        assert store.where(field, record(3)[field]) == {str(id_of(3))}, field
    for field, value in [
        ("headings", "Part 3"), ("headings", "Chapter 3"), ("metadata.author.name", "Ann 3"), ("metadata.n", 3),
        ("metadata.tags", "t3"),
    ]:  # fmt: skip
        assert store.where(field, value) == {str(id_of(3))}, field


def test_an_upsert_leaves_no_field_of_the_row_before(store: Any) -> None:
    with opened(store) as target:
        write(target, batch([1, 2]))
        write(target, batch([1], metadata={"new": 1}, source=None, headings=[], first_page=None))
    one, two = str(id_of(1)), str(id_of(2))
    for field, value in [
        ("metadata.n", 1), ("metadata.author.name", "Ann 1"), ("metadata.tags", "all"), ("source", "docs/1.md"),
        ("headings", "Part 1"), ("first_page", 5001),
    ]:  # fmt: skip
        assert one not in store.where(field, value), field
    assert store.where("metadata.tags", "all") == {two}


def texts_of(target: Any) -> list[str]:
    return [text for page in target.held(10) for text in page.texts]


def test_a_text_of_a_megabyte(store: Any) -> None:
    text = "Straße 東京 " * 100_000
    with opened(store) as target:
        write(target, batch([1], text=text))
        assert texts_of(target) == [text]


def test_long_ids_and_sources(store: Any) -> None:
    name = "d" * 5000 + ".md"
    with opened(store) as target:
        write(target, batch([1], document_id=name, source=name, chunk_id=name, kind=name))
    assert store.where("document_id", name) == {str(id_of(1))}


def test_nul_is_stored_or_refused(store: Any) -> None:
    with opened(store) as target:
        target.begin()
        try:
            target.upsert(batch([1], text="a\0b"))
        except TargetError as error:
            assert "'doc1-chunk-0' has a NUL character" in str(error) and error.document_id == "doc1"
            write(target, batch([2]))
            assert texts_of(target) == ["Text 2."]
        else:
            target.commit(CURSOR)
            assert texts_of(target) == ["a\0b"]


@pytest.mark.parametrize(
    "changes",
    [
        {"text": "a\ud800b"}, {"headings": ["\udc00"]}, {"metadata": {"a": ["\ud800"]}},
        {"metadata": {"\ud800": 1}}, {"source": "\udcff.md"}, {"metadata": {"a": float("nan")}},
        {"metadata": {"a": object()}},
    ],
    ids=["text", "heading", "metadata", "key", "source", "nan", "object"],
)  # fmt: skip
def test_what_no_store_can_hold_is_refused(store: Any, changes: dict[str, Any]) -> None:
    rows = batch([1, 2])
    rows.records[1].update(changes)
    with opened(store) as target:
        target.begin()
        with pytest.raises(TargetError, match="chunk 'doc2-chunk-0' has") as caught:
            target.upsert(rows)
        assert (caught.value.row, caught.value.document_id) == (1, "doc2") and not caught.value.retryable
        write(target, batch([3]))
        assert texts_of(target) == ["Text 3."]


def test_metadata_of_all_shapes(store: Any) -> None:
    metadata: dict[str, Any] = {
        "": "", "a.b": {"c.d": [[]]}, "n": 2**70, "none": None, "mixed": [1, "a", None], "t": True, "f": 1.5,
        "empty": {"list": [], "dict": {}}, "quote'\"\\": "\\u0000 '; DROP TABLE docs; --", "nested": [{"a": 1}],
        "#x": 1, "chroma:document": "x", "deep": [[[[[{}]]]]], "text": "x", "stamp": "y",
    }  # fmt: skip
    with opened(store) as target:
        write(target, batch([1, 2], metadata=metadata))
        write(target, batch([2], metadata={}))
        assert target.count() == 2
        assert sorted(texts_of(target)) == ["Text 1.", "Text 2."]
    assert store.where("stamp", "s1") == {str(id_of(1))}


@pytest.mark.exhaustive
def test_ten_thousand_rows(store: Any) -> None:
    with opened(store) as target:
        for start in range(0, 10_000, 2500):
            write(target, batch(range(start, start + 2500)))
        assert target.count() == 10_000
        pages = list(target.held(1500))
        assert max(map(len, pages)) <= 1500
        assert sorted(id for page in pages for id in page.ids) == sorted(map(id_of, range(10_000)))
        target.begin()
        target.delete([id_of(number) for number in range(10, 20_000)])
        target.commit(CURSOR)
        assert target.count() == 10


def test_names_of_collections(store: Any) -> None:
    for name in store.names:
        assert not store.target(name).exists()
        with opened(store, name) as target:
            write(target, batch([1]))
        with opened(store, name) as target:
            assert target.exists() and target.count() == 1 and target.cursor() == CURSOR, name
        assert store.nearest(vector_of(1), name) == str(id_of(1))


@pytest.mark.parametrize("name", ["", "a\0b", "\ud800"])
def test_names_that_no_store_has(store: Any, name: str) -> None:
    with pytest.raises(OptionError, match="collection="):
        store.target(name)


def test_names_that_a_store_refuses(store: Any) -> None:
    if store.name_errors:
        with pytest.raises(store.name_errors), opened(store, "a/../b"):
            pass


def test_two_collections(store: Any) -> None:
    with opened(store, "first") as target:
        write(target, batch([1, 2]))
    with opened(store, "second", Layout(2, "dot")) as target:
        assert target.count() == 0 and target.cursor() is None
        write(target, Batch([id_of(1)], np.ones((1, 2), np.float32), [record(1, text="other")]))
    with opened(store, "first") as target:
        assert target.count() == 2 and sorted(texts_of(target)) == ["Text 1.", "Text 2."]


@pytest.mark.parametrize("layout", [Layout(D + 1), Layout(D, "dot"), Layout(D, "euclidean")])
def test_another_layout_is_refused(store: Any, layout: Layout) -> None:
    with opened(store) as target:
        write(target, batch([1]))
    rule = r"4.*; the sync has .*; name another"
    with pytest.raises(TargetError, match=rule) as caught, opened(store, layout=layout):
        pass
    assert "docs" in str(caught.value) and not caught.value.retryable
    with opened(store) as target:
        assert target.count() == 1


def test_a_dropped_collection_has_no_cursor(store: Any) -> None:
    with opened(store) as target:
        write(target, batch([1]))
    store.drop()
    assert not store.target().exists()
    with opened(store) as target:
        assert target.cursor() is None and target.count() == 0


def test_a_batch_after_one_that_failed(store: Any) -> None:
    with opened(store) as target:
        target.begin()
        with pytest.raises(Exception):  # noqa: B017 - each client has its own
            target.upsert(Batch([id_of(1)], np.ones((1, D + 3), np.float32), [record(1)]))
        write(target, batch([2]))
        assert texts_of(target) == ["Text 2."] and target.cursor() == CURSOR
