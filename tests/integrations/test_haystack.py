"""The component for Haystack: meta as Haystack's own splitters write them, dictionaries, pipelines."""

from __future__ import annotations

import inspect
import logging
import os
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"
pytest.importorskip("haystack")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

from haystack import Document, Pipeline  # noqa: E402
from haystack.components.preprocessors import DocumentSplitter  # noqa: E402
from haystack.components.writers import DocumentWriter  # noqa: E402
from haystack.document_stores.in_memory import InMemoryDocumentStore  # noqa: E402
from haystack.document_stores.types import DuplicatePolicy  # noqa: E402

import shiplap  # noqa: E402
from shiplap.integrations.haystack import ShiplapDocumentSplitter  # noqa: E402

TEXT = "# Rain\n\nIt rains. It rains. It rains.\f\n\n## Hills\n\n" + "It pours in the hills. " * 30


def split(chunker: Any, *documents: Document, **options: Any) -> list[Document]:
    return ShiplapDocumentSplitter(chunker, **options).run(list(documents))["documents"]


@given(
    st.text(st.sampled_from([*"ab .\n\f", "é", "😀"]), min_size=1, max_size=60),
    st.integers(1, 9),
    st.integers(0, 8),
)
def test_documents_are_slices(text: str, size: int, overlap: int) -> None:
    page = Document(content=text)
    found = split(shiplap.FixedChunker(size, min(overlap, size - 1)), page)
    for number, document in enumerate(found):
        start = document.meta["split_idx_start"]
        content = document.content or ""
        assert text[start : start + len(content)] == content
        assert document.meta["source_id"] == page.id and document.meta["split_id"] == number
        breaks = text[:start].count("\f") + (
            len(content) - len(content.lstrip("\f")) if content.strip("\f") else 0
        )
        assert document.meta["page_number"] == 1 + breaks
        for shared in document.meta.get("_split_overlap", []):
            (other,) = [
                each for each in found if each.id == shared["doc_id"] and abs(each.meta["split_id"] - number) == 1
            ]
            first, last = shared["range"]
            assert (other.content or "")[first:last] in content


def test_meta_are_those_of_the_splitter_of_haystack() -> None:
    words = " ".join(f"word{k}" for k in range(9)) + " "
    page = Document(content=words, meta={"name": "a", "tags": ["b"]})
    theirs = DocumentSplitter(split_by="word", split_length=4, split_overlap=1).run([page])["documents"]
    starts = [document.meta["split_idx_start"] for document in theirs]
    width = len("word0 ")
    ours = split(shiplap.FixedChunker(4 * width, width), page)
    assert [document.meta["split_idx_start"] for document in ours] == starts
    for mine, other in zip(ours, theirs, strict=True):
        assert {name: mine.meta[name] for name in other.meta if name != "_split_overlap"} == {
            name: value for name, value in other.meta.items() if name != "_split_overlap"
        }
        assert [each["range"] for each in mine.meta["_split_overlap"]] == [
            tuple(each["range"]) for each in other.meta["_split_overlap"]
        ]
    ours[0].meta["tags"].append("c")
    assert page.meta["tags"] == ["b"]
    assert "_split_overlap" not in split(shiplap.FixedChunker(9, 0), page)[0].meta


def test_meta_of_the_chunk() -> None:
    page = Document(content=TEXT, meta={"file_path": "rain.md"})
    last = split(shiplap.AdaptiveChunker(200, 20, unit="characters"), page)[-1]
    assert (
        last.meta["headings"] == "Rain > Hills" and last.meta["kind"] == "prose" and last.meta["page_number"] == 2
    )
    assert "chunk_index" not in last.meta and last.meta["line_start"] == 7


def test_wrong_input(caplog: pytest.LogCaptureFixture) -> None:
    splitter = ShiplapDocumentSplitter("fixed-900")
    for wrong in ("It rains.", Document(content="a"), ["It rains."]):
        with pytest.raises(TypeError, match="expects a list of Documents"):
            splitter.run(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="is None") as error:
        splitter.run([Document(content=None)])
    assert Document(content=None).id in str(error.value)
    with caplog.at_level(logging.WARNING):
        assert splitter.run([Document(content="")]) == {"documents": []} == splitter.run([Document(content="")])
    assert "has no text" in caplog.text and splitter.run([]) == {"documents": []}
    (kept,) = split("fixed-900", Document(content=""), skip_empty_documents=False)
    assert kept.content == "" and kept.meta["split_id"] == 0
    with pytest.raises(shiplap.OptionError, match="chunker"):
        ShiplapDocumentSplitter(3)  # type: ignore[arg-type]


def test_a_pipeline_into_a_store_and_its_yaml() -> None:
    def pipeline(store: InMemoryDocumentStore) -> Pipeline:
        made = Pipeline()
        made.add_component(
            "splitter", ShiplapDocumentSplitter(shiplap.RecursiveChunker(200, 20, levels=["line", "-"]))
        )
        made.add_component("writer", DocumentWriter(store, policy=DuplicatePolicy.SKIP))
        made.connect("splitter.documents", "writer.documents")
        return made

    store = InMemoryDocumentStore()
    first = pipeline(store)
    written = first.run({"splitter": {"documents": [Document(content=TEXT)]}})["writer"]["documents_written"]
    assert written == store.count_documents() > 3
    assert first.run({"splitter": {"documents": [Document(content=TEXT)]}})["writer"]["documents_written"] == 0
    # Haystack 3 imports only modules that it is told to trust
    trusted = {"allowed_modules": ["shiplap.integrations.haystack"]}
    knows = "allowed_modules" in inspect.signature(Pipeline.loads).parameters
    again = Pipeline.loads(first.dumps(), **trusted) if knows else Pipeline.loads(first.dumps())
    assert again.dumps() == first.dumps()
    splitter: Any = again.get_component("splitter")
    assert splitter.chunker == shiplap.RecursiveChunker(200, 20, levels=["line", "-"])


def test_documents_of_shiplap() -> None:
    source = shiplap.Document(
        "It rains.  It pours.", document_id="rain", source="rain.pdf", path="rain.md", metadata={"year": 1990},
        provenance={"pages": [(0, 11, 4, "iv"), (11, 20, 5, "v")]},
    )  # fmt: skip
    splitter = ShiplapDocumentSplitter(shiplap.FixedChunker(11, 0))
    found = splitter.run([source, Document(content="It rains.")])["documents"]
    assert [each.meta["page_number"] for each in found] == [4, 5, 1]
    assert [each.meta.get("page_label") for each in found] == ["iv", "v", None]
    assert (found[0].meta["file_path"], found[0].meta["year"], found[0].meta["source_id"]) == (
        "rain.pdf",
        1990,
        "rain",
    )


def test_documents_of_shiplap_are_cut_as_without_a_framework() -> None:
    text = "# Rain\n\nIt rains.\n\n```\nfor drop in rain:\n    fall()\n```\n"
    source = shiplap.Document(text, document_id="rain", source="rain.py")  # the source is a label
    found = ShiplapDocumentSplitter("adaptive").run([source])["documents"]
    chunks = shiplap.chunk(source)
    assert [each.content for each in found] == chunks.texts
    assert [each.meta.get("headings") for each in found] == ["Rain" for _ in chunks]


def test_the_auto_merging_retriever_merges_levels() -> None:
    """With Haystack's own retriever."""
    from haystack.components.retrievers.auto_merging_retriever import AutoMergingRetriever
    from haystack.document_stores.in_memory import InMemoryDocumentStore

    from shiplap.integrations.haystack import ShiplapHierarchicalDocumentSplitter

    text = "".join(f"It rains on day {day}. It pours. " for day in range(40))
    cutter = shiplap.hierarchy([400, 100, 30])
    splitter = ShiplapHierarchicalDocumentSplitter(cutter)
    documents = splitter.run([Document(content=text, meta={"year": 1990})])["documents"]
    levels = cutter.chunk(text, document_id="d")
    assert [each.content for each in documents] == [text, *(one for level in levels for one in level.texts)]
    assert {each.meta["__block_size"] for each in documents} == {0, 400, 100, 30}
    assert all(each.meta["year"] == 1990 for each in documents)
    by_id = {each.id: each for each in documents}
    for each in documents:
        for child in each.meta["__children_ids"]:
            assert by_id[child].meta["__parent_id"] == each.id
    again = ShiplapHierarchicalDocumentSplitter.from_dict(splitter.to_dict())
    assert (
        again.chunker == cutter
        and again.run([Document(content=text, meta={"year": 1990})])["documents"] == documents
    )

    leaves = [each for each in documents if not each.meta["__children_ids"]]
    assert [each.content for each in leaves] == levels.leaves.texts
    store = InMemoryDocumentStore()
    store.write_documents([each for each in documents if each.meta["__children_ids"]])
    for rows in (list(range(len(levels.children(0, 1)))), [0]):
        found = AutoMergingRetriever(store).run([leaves[row] for row in rows])["documents"]
        assert [each.content for each in found] == [chunk.text for chunk in levels.merge(rows)]


def test_a_hierarchical_splitter_refuses_other_chunkers() -> None:
    from shiplap.integrations.haystack import ShiplapHierarchicalDocumentSplitter

    with pytest.raises(shiplap.OptionError, match=r"shiplap\.hierarchy"):
        ShiplapHierarchicalDocumentSplitter("adaptive")  # type: ignore[arg-type]
    assert ShiplapHierarchicalDocumentSplitter(shiplap.hierarchy([9, 3])).run([Document(content="")]) == {
        "documents": []
    }
