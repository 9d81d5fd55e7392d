"""Documents: accepted wherever a text is, with their identity."""

from __future__ import annotations

import asyncio
import contextlib
import dataclasses
import json
import pickle
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import shiplap
from shiplap import Document
from shiplap.errors import OptionError, ProvenanceError, StoreError, TextError, TextTypeError
from shiplap.store import Store

TEXT = "# Rain\n\nIt rains in the hills. It pours in the valley.\n\n```\nx = 1\n```\n"
DOCUMENT = Document(
    TEXT, document_id="rain", source="rain.txt", path="rain.md", metadata={"n": 1},
    provenance={"pages": [(0, 30, 1, "i"), (30, len(TEXT), 2, "ii")]},
)  # fmt: skip
#: One chunker of each kind, small enough for several chunks, and one with a function for boundaries, which cuts
#: one text at a time.
CHUNKERS = [
    shiplap.FixedChunker(20, 5),
    shiplap.FixedChunker(20, 0, boundaries=lambda text: range(0, len(text), 7)),
    shiplap.SentenceChunker(30, 10),
    shiplap.RecursiveChunker(30, 5),
    shiplap.AdaptiveChunker(10),
    shiplap.StableChunker(30, 5),
    shiplap.SemanticChunker("hashed", 30),
    shiplap.SentenceSplitter(),
]

NAMES = {"document_id": "rain", "source": "rain.txt", "path": "rain.md", "metadata": {"n": 1}}


@pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda each: type(each).__name__)
def test_chunks_of_a_document(chunker: shiplap.Chunker) -> None:
    plain = chunker.chunk(TEXT, **NAMES)
    found = chunker.chunk(DOCUMENT)
    assert found.spans.tolist() == plain.spans.tolist() and found.ids == plain.ids
    assert (found.source, found.metadata) == (plain.source, plain.metadata)
    assert found.headings == plain.headings
    assert all(chunk.pages is not None for chunk in found)
    assert chunker.split_text(DOCUMENT) == plain.texts
    assert chunker.spans(DOCUMENT).tolist() == plain.spans.tolist()
    assert chunker(DOCUMENT) == found


@pytest.mark.parametrize("chunker", CHUNKERS, ids=lambda each: type(each).__name__)
def test_documents_among_texts(chunker: shiplap.Chunker) -> None:
    texts: list[Any] = ["It rains.", DOCUMENT, None, TEXT.encode(), DOCUMENT]
    alone = [chunker.chunk(text) for text in texts if text is not None]
    alone.insert(2, chunker.chunk("a")[:0])
    for threads in (None, 2):
        found = chunker.chunk_batch(texts, threads=threads)
        assert [each.texts for each in found] == [each.texts for each in alone]
        assert [each.document_id for each in found] == [None, "rain", None, None, "rain"]
        assert [each.source for each in found] == [None, "rain.txt", None, None, "rain.txt"]
        assert found[1] == alone[1] and found[4] == alone[4]
        assert [each.provenances for each in found] == [each.provenances for each in alone]
    assert [each.ids for each in chunker.iter_batch(texts)] == [each.ids for each in alone]
    assert chunker.split_batch(texts) == [each.texts for each in alone]
    assert chunker.spans_batch(texts)[0].tolist() == [span for each in alone for span in each.spans.tolist()]


def test_arguments_take_the_place_of_the_documents_values() -> None:
    found = shiplap.chunk(DOCUMENT, document_id="other", source="there", metadata={})
    assert (found.document_id, found.source, found.metadata) == ("other", "there", {})
    ids = shiplap.preset("fixed-900").chunk_batch(["a", DOCUMENT, DOCUMENT], document_ids=["x", "y", None])  # type: ignore[list-item]
    assert [each.document_id for each in ids] == ["x", "y", "rain"]
    as_text = shiplap.chunk(DOCUMENT, path="rain.txt", chunk_size=4)
    assert as_text.spans.tolist() == shiplap.chunk(TEXT, path="rain.txt", chunk_size=4).spans.tolist()


def test_functions_that_take_texts() -> None:
    assert shiplap.sentences(DOCUMENT).spans.tolist() == shiplap.sentences(TEXT).spans.tolist()
    kinds = [(region.kind, region.start) for region in shiplap.regions(DOCUMENT)]
    assert kinds == [(region.kind, region.start) for region in shiplap.regions(TEXT, path="rain.md")]
    assert shiplap.detect_content_type(Document("x", path="a.csv")) == "table"
    code = Document("def f():\n    pass\n")
    assert [each.name for each in shiplap.outline(code, "python")] == ["f"]


def test_update() -> None:
    chunker = shiplap.preset("sentence-3000", chunk_size=30)
    old = chunker.chunk(DOCUMENT)
    new = TEXT.replace("valley", "valleys")
    update = chunker.update(old, Document(new, provenance={"pages": [(0, len(new), 7)]}))
    assert update.chunks.document_id == "rain" and {chunk.pages for chunk in update.chunks} == {(7, 7)}
    assert all(chunk.pages is None for chunk in chunker.update(old, new).chunks)


@pytest.mark.parametrize("text", ["é漢", "é漢".encode(), bytearray(b"abc"), memoryview(b"abc")], ids=repr)
def test_kinds_of_text(text: Any) -> None:
    found = shiplap.chunk(Document(text, provenance={"anchors": [(0, 0, "a")]}))
    assert [chunk.anchor for chunk in found] == ["a"]


def test_errors() -> None:
    for wrong in ({"document_id": 3}, {"source": 3}, {"path": 3}, {"metadata": 3}, {"metadata": {3: 4}}):
        with pytest.raises(OptionError):
            Document("a", **wrong)  # type: ignore[arg-type]
    with pytest.raises(TextTypeError):
        Document(3)  # type: ignore[arg-type]
    with pytest.raises(TextTypeError):
        Document(Document("a"))  # type: ignore[arg-type]
    with pytest.raises(TextError):
        Document(b"\xff", provenance={"pages": []})
    with pytest.raises(TextError) as raised:
        shiplap.preset("fixed-900").chunk_batch(["a", Document(b"\xff", document_id="bad")])
    assert (raised.value.row, raised.value.document_id) == (1, "bad")
    found = shiplap.preset("sentence-3000").chunk_batch([Document(" ", document_id="blank")])
    assert [(each.row, each.document_id) for each in found.skipped] == [(0, "blank")]


def test_a_document_is_immutable_and_pickles() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        DOCUMENT.text = "b"  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(DOCUMENT)) == DOCUMENT
    assert dataclasses.replace(DOCUMENT, source=None).provenance == DOCUMENT.provenance
    assert "password" not in str(Document("a", source="ftp://a:password@b/c"))
    assert repr(DOCUMENT) == (
        "Document(str of 70, document_id='rain', source='rain.txt', path='rain.md', metadata={'n': 1},"
        " provenance=<Provenance: pages (2)>)"
    )


def test_a_document_in_a_thread() -> None:
    found = asyncio.run(asyncio.to_thread(shiplap.chunk, DOCUMENT))
    assert found == shiplap.chunk(DOCUMENT)


def test_columns_of_documents() -> None:
    pa = pytest.importorskip("pyarrow")
    from shiplap import arrow

    pages = [
        {"start": 0, "end": 30, "number": 1, "label": "i"},
        {"start": 30, "end": 70, "number": 2, "label": "ii"},
    ]
    data = pa.table({"id": ["a", "b", "c"], "text": [TEXT, "It rains.", None], "pages": [pages, None, None]})
    columns = ["chunk_id", "char_start", "char_end", "provenance"]
    for chunker in CHUNKERS:
        found = pa.table(arrow.chunk(data, chunker, provenance_columns=["pages"], columns=columns)).to_pylist()
        documents = [
            Document(TEXT, document_id="a", provenance=DOCUMENT.provenance),
            Document("It rains.", document_id="b"),
        ]
        assert [{**row, "provenance": json.loads(row["provenance"] or "null")} for row in found] == [
            {name: chunk.to_dict()[name] for name in columns}
            for each in documents
            for chunk in chunker.chunk(each)
        ]


def test_columns_that_are_no_tables() -> None:
    pa = pytest.importorskip("pyarrow")
    from shiplap import arrow

    data = pa.table({"id": ["a"], "text": ["It rains."], "pages": [[{"start": 0, "end": 99, "number": 1}]]})
    for name, reason in (("page", "did you mean 'pages'"), ("boxes", "provenance_columns='boxes'")):
        with pytest.raises(OptionError, match=reason):
            arrow.chunk(data, "fixed-900", provenance_columns=name)
    with pytest.raises(OptionError, match=r"columns=.*must have 'provenance'"):
        arrow.chunk(data, "fixed-900", provenance_columns="pages")
    with pytest.raises(ProvenanceError, match=r"document 'a' \(text 0\).*row 0: end=99"):
        list(arrow.chunk(data, "fixed-900", provenance_columns="pages", columns=["provenance"]))


def test_a_store_takes_documents(tmp_path: Path) -> None:
    chunker = shiplap.RecursiveChunker(30, 0)
    with Store(tmp_path / "a.db", create=True) as store:
        store.put(DOCUMENT, chunker=chunker)
        assert store.chunks("rain") == list(chunker.chunk(DOCUMENT))
        other = Document("It rains.", document_id="other")
        assert store.put_many([other, chunker.chunk(DOCUMENT)]) == 2
        assert store.chunks("other") == list(shiplap.chunk(other))
        with pytest.raises(StoreError, match="document_id"):
            store.put(Document("It rains."))


def test_changed_tables_are_a_change(tmp_path: Path) -> None:
    """Chunks whose pages have moved are written again, and others stay as they are."""
    chunker = shiplap.FixedChunker(30, 0)
    with Store(tmp_path / "a.db", create=True) as store:
        store.put(DOCUMENT, chunker=chunker)
        before = store.changes().generation
        tables = {"pages": [(0, 30, 1, "i"), (30, len(TEXT), 3, "iii")]}
        store.put(dataclasses.replace(DOCUMENT, provenance=tables), chunker=chunker)  # type: ignore[arg-type]
        assert [chunk.pages for chunk in store.changes(before).upserts] == [(3, 3), (3, 3)]


def test_damaged_provenance_is_named(tmp_path: Path) -> None:
    with Store(tmp_path / "a.db", create=True) as store:
        store.put(DOCUMENT)
    with contextlib.closing(sqlite3.connect(tmp_path / "a.db")) as connection, connection:
        connection.execute("UPDATE chunks SET provenance = '{\"pages\": [1]}'")
    with (
        Store(tmp_path / "a.db") as store,
        pytest.raises(StoreError, match=r"provenance is .* not the provenance of"),
    ):
        store.chunks("rain")
    with pytest.raises(OptionError, match="provenance="):
        shiplap.Chunk.from_dict({**shiplap.chunk(DOCUMENT)[0].to_dict(), "provenance": {"pages": [1]}})


def test_columns_of_rows_that_are_no_structs() -> None:
    pa = pytest.importorskip("pyarrow")
    from shiplap import arrow

    structs = pa.list_(pa.struct([("start", pa.int64()), ("end", pa.int64()), ("number", pa.int64())]))
    for column in (pa.array([[None]], structs), pa.array([7]), pa.array([[7]])):
        data = pa.table({"id": ["a"], "text": ["It rains."], "pages": column})
        with pytest.raises(ProvenanceError, match=r"document 'a' \(text 0\): table 'pages'"):
            list(arrow.chunk(data, "fixed-900", provenance_columns="pages", columns=["provenance"]))


def test_a_label_with_a_lone_surrogate_is_kept() -> None:
    document = Document("It rains.", document_id="a", provenance={"pages": [(0, 9, 1, "\ud800")]})
    chunks = shiplap.chunk(document)
    with Store(":memory:") as store:
        store.put(chunks)
        assert [chunk.page_labels for chunk in store.chunks("a")] == [("\ud800",)]
    assert json.loads(chunks.to_arrow()["provenance"][0].as_py()) == chunks[0].provenance
