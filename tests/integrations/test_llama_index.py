"""The node parser for LlamaIndex: offsets, ids, relationships, dictionaries, pipelines."""

from __future__ import annotations

import asyncio
import pickle
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("llama_index.core")
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")

from llama_index.core.ingestion import DocstoreStrategy, IngestionCache, IngestionPipeline  # noqa: E402
from llama_index.core.node_parser import NodeParser, SentenceSplitter  # noqa: E402
from llama_index.core.schema import (  # noqa: E402
    BaseNode,
    Document,
    MetadataMode,
    NodeRelationship,
    TextNode,
)
from llama_index.core.storage.docstore import SimpleDocumentStore  # noqa: E402

import shiplap  # noqa: E402
from shiplap.integrations.llama_index import ShiplapNodeParser, chunk_uuid  # noqa: E402

TEXT = "# Rain\n\nIt rains. It rains. It rains. It rains.\n\n## Hills\n\n" + "It pours in the hills. " * 30


def parsed(chunker: Any, *documents: BaseNode, **options: Any) -> list[Any]:
    return ShiplapNodeParser(chunker=chunker, **options).get_nodes_from_documents(list(documents))  # type: ignore


def test_offsets_are_right_where_a_text_is_repeated() -> None:
    text = "It rains. " * 9
    nodes = parsed(shiplap.FixedChunker(20, 10), Document(id_="a", text=text))
    assert [node.start_char_idx for node in nodes] == list(range(0, 80, 10))
    assert all(text[node.start_char_idx : node.end_char_idx] == node.text for node in nodes)


@given(st.text(st.sampled_from([*"ab .\n", "é", "😀"]), max_size=60), st.integers(1, 9), st.integers(0, 8))
def test_every_node_is_a_slice(text: str, size: int, overlap: int) -> None:
    nodes = parsed(shiplap.FixedChunker(size, min(overlap, size - 1)), Document(text=text))
    assert all(text[node.start_char_idx : node.end_char_idx] == node.text for node in nodes)
    assert len(nodes) == len(shiplap.FixedChunker(size, min(overlap, size - 1)).chunk(text))


def test_ids_and_relationships() -> None:
    first, second = Document(id_="a", text=TEXT), Document(id_="b", text=TEXT)
    nodes = parsed(shiplap.FixedChunker(300, 0), first, second)
    half = len(nodes) // 2
    assert [node.node_id for node in nodes[:half]] == [f"a-chunk-{k}" for k in range(half)]
    assert all(node.ref_doc_id == "a" for node in nodes[:half])
    assert nodes[0].prev_node is None and nodes[0].next_node.node_id == "a-chunk-1"
    assert nodes[half].prev_node is None and nodes[half - 1].next_node is None
    assert nodes[half + 1].prev_node.node_id == "b-chunk-0"
    alone = parsed(shiplap.FixedChunker(300, 0), first, include_prev_next_rel=False, id_func=chunk_uuid)
    assert alone[1].prev_node is None and len(alone[1].node_id) == 36


def test_metadata_are_flat_and_few_of_them_are_embedded() -> None:
    page = Document(id_="rain.md", text=TEXT, metadata={"file_name": "rain.md", "page": 3})
    page.excluded_llm_metadata_keys = ["page"]
    nodes = parsed(shiplap.AdaptiveChunker(200, 20, unit="characters"), page)
    last = nodes[-1]
    assert last.metadata["headings"] == "Rain > Hills" and last.metadata["page"] == 3
    assert all(type(value) in (str, int) for value in last.metadata.values())
    assert "headings: Rain > Hills" in last.get_content(MetadataMode.EMBED)
    assert "line_start" not in last.get_content(MetadataMode.EMBED)
    assert "page: 3" not in last.get_content(MetadataMode.LLM) and "page: 3" in last.get_content(
        MetadataMode.EMBED
    )
    assert "page" not in parsed("adaptive", page, include_metadata=False)[0].metadata
    assert page.metadata == {"file_name": "rain.md", "page": 3}


def test_parts_of_a_node_have_offsets_in_its_document() -> None:
    text = "It rains. " * 12
    outer = parsed(shiplap.FixedChunker(40, 0), Document(id_="a", text=text))
    inner = parsed(shiplap.FixedChunker(10, 0), *outer)
    assert [node.start_char_idx for node in inner] == list(range(0, 120, 10))
    assert {node.ref_doc_id for node in inner} == {"a"} and len({node.node_id for node in inner}) == 12
    loose = parsed(shiplap.FixedChunker(10, 0), TextNode(id_="n", text=text))
    assert loose[1].start_char_idx == 10 and loose[1].source_node.node_id == "n"


def test_documents_without_text() -> None:
    assert parsed("fixed-900", Document(text="")) == []


def test_dictionaries() -> None:
    parser = ShiplapNodeParser.from_defaults(shiplap.SentenceChunker(200, 0.1), include_prev_next_rel=False)
    for other in (
        ShiplapNodeParser.from_dict(parser.to_dict()),
        ShiplapNodeParser.from_json(parser.to_json()),
        pickle.loads(pickle.dumps(parser)),
    ):
        assert other.chunker == parser.chunker and other.id_func is parser.id_func
        assert not other.include_prev_next_rel and other.class_name() == "ShiplapNodeParser"
    assert isinstance(parser, NodeParser)
    with pytest.raises(ValueError, match="chunker=3: must be a chunker"):
        ShiplapNodeParser(chunker=3)
    named = ShiplapNodeParser(chunker="fixed-900", id_func=lambda number, _: str(number))
    with pytest.raises(ValueError, match="id_func"):
        ShiplapNodeParser.from_dict(named.to_dict())
    assert ShiplapNodeParser.from_dict(named.to_dict(), id_func=None).id_func.__name__ == "chunk_id"


def test_nodes_are_parsed_async_too() -> None:
    documents = [Document(id_="a", text=TEXT)]
    parser = ShiplapNodeParser(chunker="fixed-900")
    found = asyncio.run(parser.aget_nodes_from_documents(documents))
    assert found == parser(documents) == parser.get_nodes_from_documents(documents, show_progress=False)


def test_a_pipeline_with_cache_and_docstore() -> None:
    def pipeline(size: int) -> IngestionPipeline:
        parser = ShiplapNodeParser(chunker=shiplap.FixedChunker(size, 0))
        return IngestionPipeline(
            transformations=[parser], cache=cache, docstore=store, docstore_strategy=DocstoreStrategy.UPSERTS
        )

    cache, store = IngestionCache(), SimpleDocumentStore()
    documents = [Document(id_="a", text=TEXT), Document(id_="b", text="It rains.")]
    first = pipeline(300).run(documents=documents)
    assert [node.node_id for node in first][-1] == "b-chunk-0" and len(store.docs) == 2
    assert pipeline(300).run(documents=documents) == []  # nothing changed
    changed = pipeline(300).run(documents=[Document(id_="a", text=TEXT), Document(id_="b", text="It pours.")])
    assert [(node.node_id, node.get_content()) for node in changed] == [("b-chunk-0", "It pours.")]
    nodes = IngestionPipeline(transformations=[ShiplapNodeParser(chunker="fixed-900")], cache=cache).run(
        documents=documents
    )
    again = IngestionPipeline(transformations=[ShiplapNodeParser(chunker="fixed-900")], cache=cache).run(
        documents=documents
    )
    other = IngestionPipeline(transformations=[ShiplapNodeParser(chunker=shiplap.FixedChunker(9, 0))], cache=cache)
    assert nodes == again and len(other.run(documents=documents)) > len(nodes)


def test_nodes_have_what_those_of_the_sentence_splitter_have() -> None:
    page = Document(id_="a", text=TEXT, metadata={"page": 1})
    theirs = SentenceSplitter(chunk_size=64, chunk_overlap=0, include_metadata=True).get_nodes_from_documents(
        [page]
    )
    ours = parsed(shiplap.FixedChunker(300, 0), page)
    for node in (theirs[0], ours[0]):
        assert node.relationships.keys() == {NodeRelationship.SOURCE, NodeRelationship.NEXT}
        assert node.source_node is not None and node.source_node.hash == page.hash
    assert {*theirs[0].metadata} <= {*ours[0].metadata}


def test_documents_of_shiplap() -> None:
    source = shiplap.Document(
        "It rains.  It pours.", document_id="rain", source="rain.pdf", metadata={"year": 1990},
        provenance={"pages": [(0, 11, 4, "iv"), (11, 20, 5, "v")]},
    )  # fmt: skip
    parser = ShiplapNodeParser(chunker=shiplap.FixedChunker(11, 0))
    nodes = parser.get_nodes_from_documents([source, Document(text="It rains.", id_="other")])
    assert [node.ref_doc_id for node in nodes] == ["rain", "rain", "other"]
    assert [node.metadata.get("page_label") for node in nodes] == ["iv", "v", None]
    assert (nodes[1].metadata["page_first"], nodes[1].metadata["source"], nodes[1].metadata["year"]) == (
        5, "rain.pdf", 1990,
    )  # fmt: skip
    assert (nodes[1].start_char_idx, nodes[1].end_char_idx) == (11, 20)


def test_the_auto_merging_retriever_merges_levels() -> None:
    """With LlamaIndex's own retriever, over a search that finds given leaves."""
    from llama_index.core.base.base_retriever import BaseRetriever
    from llama_index.core.node_parser import get_leaf_nodes, get_root_nodes
    from llama_index.core.retrievers import AutoMergingRetriever
    from llama_index.core.schema import NodeWithScore, QueryBundle
    from llama_index.core.storage import StorageContext
    from llama_index.core.storage.docstore import SimpleDocumentStore

    from shiplap.integrations.llama_index import ShiplapHierarchicalNodeParser

    text = "".join(f"It rains on day {day}. It pours. " for day in range(40))
    cutter = shiplap.hierarchy([400, 100, 30])
    parser = ShiplapHierarchicalNodeParser(chunker=cutter)
    nodes = parser.get_nodes_from_documents([Document(id_="d", text=text)])
    levels = cutter.chunk(text, document_id="d")
    assert [node.node_id for node in nodes] == [id for level in levels for id in level.ids]
    leaves = get_leaf_nodes(nodes)
    assert [leaf.node_id for leaf in leaves] == levels.leaves.ids
    assert [node.node_id for node in get_root_nodes(nodes)] == levels[0].ids
    for node, parent in zip(leaves, levels.parent_ids(), strict=True):
        assert node.parent_node is not None and node.parent_node.node_id == parent
    linked = [node.next_node and node.next_node.node_id for node in leaves]
    assert linked == [*levels.leaves.ids[1:], None]
    assert ShiplapHierarchicalNodeParser.from_dict(parser.to_dict()).chunker == cutter

    class Given(BaseRetriever):
        def __init__(self, rows: list[int]) -> None:
            self.rows = rows
            super().__init__()

        def _retrieve(self, query_bundle: QueryBundle) -> list[NodeWithScore]:
            return [NodeWithScore(node=leaves[row], score=1 / (rank + 1)) for rank, row in enumerate(self.rows)]

    store = SimpleDocumentStore()
    store.add_documents(nodes)
    context = StorageContext.from_defaults(docstore=store)
    first = len(levels.children(0, 1))
    for rows in (list(range(first)), [0], list(range(len(leaves)))):
        found = AutoMergingRetriever(Given(rows), context).retrieve("rain")  # type: ignore[arg-type]
        assert {each.node.node_id for each in found} == {chunk.id for chunk in levels.merge(rows)}


def test_a_hierarchical_parser_refuses_other_chunkers() -> None:
    from shiplap.integrations.llama_index import ShiplapHierarchicalNodeParser, chunk_uuid

    with pytest.raises(ValueError, match=r"shiplap\.hierarchy"):
        ShiplapHierarchicalNodeParser(chunker="adaptive")
    parser = ShiplapHierarchicalNodeParser(chunker=shiplap.hierarchy([20, 10]), id_func=chunk_uuid)
    nodes = parser.get_nodes_from_documents([Document(id_="d", text="It rains. It pours.")])
    assert len({UUID(node.node_id) for node in nodes}) == 3
