"""Any chunker of shiplap as a node parser of LlamaIndex. Needs the extra `llama-index`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from shiplap.integrations import require

require("llama_index.core", "llama-index")

from llama_index.core.bridge.pydantic import Field, PrivateAttr, field_serializer, field_validator  # noqa: E402
from llama_index.core.callbacks import CallbackManager  # noqa: E402
from llama_index.core.node_parser import NodeParser  # noqa: E402
from llama_index.core.node_parser.node_utils import build_nodes_from_splits  # noqa: E402
from llama_index.core.schema import BaseNode, Document, MetadataMode, NodeRelationship, TextNode  # noqa: E402
from llama_index.core.utils import get_tqdm_iterable  # noqa: E402

from shiplap.chunkers.base import Chunker  # noqa: E402
from shiplap.chunkers.presets import PresetName  # noqa: E402
from shiplap.chunks.chunks import Chunks  # noqa: E402
from shiplap.document import Document as SourceDocument  # noqa: E402
from shiplap.errors import OptionError  # noqa: E402
from shiplap.ids import uuid_of  # noqa: E402
from shiplap.integrations.metadata import (  # noqa: E402
    chunker_from,
    described,
    hierarchical,
    metadata_of,
    path_in,
    text_of,
)

__all__ = ["ShiplapHierarchicalNodeParser", "ShiplapNodeParser", "chunk_id", "chunk_uuid"]

#: The metadata of a chunk that neither an embedding nor a language model is shown.
HIDDEN = ("chunk_index", "kind", "line_start", "line_end", "boxes")

#: The names under which the readers of LlamaIndex keep the path of a document.
PATHS = ("file_path", "file_name", "source")


def chunk_id(number: int, document: BaseNode) -> str:
    """Return the id of a node: that of its document, and its number. It is as stable as the id of the document.

    >>> chunk_id(3, Document(id_="rain.md", text=""))
    'rain.md-chunk-3'
    """
    return f"{document.node_id}-chunk-{number}"


def chunk_uuid(number: int, document: BaseNode) -> str:
    """Return the same id as a UUID, for vector stores that take no other.

    >>> chunk_uuid(3, Document(id_="rain.md", text="")) == chunk_uuid(3, Document(id_="rain.md", text="It rains."))
    True
    """
    return str(uuid_of(chunk_id(number, document)))


#: The functions of ids by their names in a dictionary.
ID_FUNCTIONS: dict[str, Callable[[int, BaseNode], str]] = {"chunk_id": chunk_id, "chunk_uuid": chunk_uuid}


class _Given(Document):
    """A document of LlamaIndex made of one of shiplap."""

    _source: SourceDocument | None = PrivateAttr(default=None)

    @classmethod
    def of(cls, document: SourceDocument) -> _Given:
        named = {} if document.document_id is None else {"id_": document.document_id}
        given = cls(text=text_of(document), metadata=metadata_of(document, "source"), **named)
        given._source = document
        return given


class ShiplapNodeParser(NodeParser):
    """A chunker of shiplap as a LlamaIndex `NodeParser`.

    chunker: a chunker, the name of a preset, or a configuration, as `to_dict` writes it.
    id_func: the function that makes the id of a node from its number and its document: `chunk_id`, the default,
        `chunk_uuid` or another. LlamaIndex's own parsers have a random id for each run.
    include_metadata, include_prev_next_rel, callback_manager: as for every node parser.

    The text of a node is a slice of its document. `start_char_idx` and `end_char_idx` are its offsets there, in
    code points; those of a part of a node that has offsets itself are offsets in the document of that node.
    Metadata are those of the document, and `chunk_index`, `kind`, `headings` (joined by " > "), `table_header`,
    `line_start` and `line_end` of the chunk; embeddings and language models are shown headings and table header
    alone. The metadata `file_path`, `file_name` or `source` sets the content type for an `AdaptiveChunker`.

    Raises a ValidationError of pydantic, which is a ValueError, for what is no chunker, and the errors of the
    chunker.

    >>> parser = ShiplapNodeParser(chunker="adaptive")
    >>> page = Document(id_="rain.md", text="# Rain\\n\\nIt rains.\\n", metadata={"file_name": "rain.md"})
    >>> node, = parser.get_nodes_from_documents([page])
    >>> node.node_id, node.start_char_idx, node.end_char_idx, node.metadata["headings"]
    ('rain.md-chunk-0', 0, 18, 'Rain')
    >>> ShiplapNodeParser.from_dict(parser.to_dict()).chunker == parser.chunker
    True
    """

    chunker: Any = Field(default="adaptive", description="The chunker of shiplap.", validate_default=True)
    id_func: Any = Field(default=chunk_id, description="Function that makes node ids.")

    @field_validator("chunker", mode="before")
    @classmethod
    def _chunker_of(cls, given: Any) -> Chunker:
        return chunker_from(given)

    @field_serializer("chunker")
    def _config_of(self, chunker: Chunker) -> dict[str, Any]:
        return chunker.config

    @field_validator("id_func", mode="before")
    @classmethod
    def _function_of(cls, given: Any) -> Any:
        if isinstance(given, Mapping):
            given = ID_FUNCTIONS.get(given.get("id_func_name", ""), given)
        if given is None:
            return chunk_id
        if not callable(given):
            raise OptionError("id_func", given, "must be a function of a number and a document; pass it again")
        return given

    @field_serializer("id_func")
    def _name_of(self, function: Callable[[int, BaseNode], str]) -> dict[str, str]:
        return {"id_func_name": getattr(function, "__name__", repr(type(function))), "title": "id_func"}

    @classmethod
    def from_defaults(
        cls,
        chunker: Chunker | PresetName | Mapping[str, Any] = "adaptive",
        include_metadata: bool = True,
        include_prev_next_rel: bool = True,
        callback_manager: CallbackManager | None = None,
        id_func: Callable[[int, BaseNode], str] | None = None,
    ) -> ShiplapNodeParser:
        """Make a parser, as LlamaIndex's parsers are made.

        >>> ShiplapNodeParser.from_defaults("fixed-900").chunker.config["chunk_size"]
        900
        """
        return cls(
            chunker=chunker,
            include_metadata=include_metadata,
            include_prev_next_rel=include_prev_next_rel,
            callback_manager=callback_manager or CallbackManager([]),
            id_func=id_func,
        )

    @classmethod
    def class_name(cls) -> str:
        """Return the name in dictionaries."""
        return "ShiplapNodeParser"

    def get_nodes_from_documents(
        self, documents: Sequence[Document | SourceDocument], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        """Return the nodes of documents, of LlamaIndex or `shiplap.Document`s, whose nodes have their pages, boxes
        and times as metadata.

        >>> page = SourceDocument("It rains.", document_id="rain", provenance={"pages": [(0, 9, 3, "iii")]})
        >>> node, = ShiplapNodeParser().get_nodes_from_documents([page])
        >>> node.ref_doc_id, node.metadata["page_label"], node.metadata["page_first"]
        ('rain', 'iii', 3)
        """
        given = [_Given.of(each) if isinstance(each, SourceDocument) else each for each in documents]
        found: list[BaseNode] = super().get_nodes_from_documents(given, show_progress, **kwargs)
        return found

    def _parse_nodes(
        self, nodes: Sequence[BaseNode], show_progress: bool = False, **kwargs: Any
    ) -> list[BaseNode]:
        parsed: list[BaseNode] = []
        for node in get_tqdm_iterable(nodes, show_progress, "Parsing nodes"):
            parsed += self._nodes_of(node)
        return parsed

    def _nodes_of(self, given: BaseNode) -> list[TextNode]:
        """Return the nodes of a document, or of a node."""
        text = given.get_content(metadata_mode=MetadataMode.NONE)
        chunks = self._cut(given, text)
        return self._made(given, text, chunks)

    def _cut(self, given: BaseNode, text: str) -> Any:
        """Cut the text of a document."""
        path = path_in(given.metadata, *PATHS)
        if isinstance(given, _Given) and given._source is not None:
            return self.chunker.chunk(given._source, document_id=given.node_id)
        return self.chunker.chunk(text, document_id=given.node_id, source=path, path=path)

    def _made(self, given: BaseNode, text: str, chunks: Chunks) -> list[TextNode]:
        """Return the nodes of the chunks of a document."""
        first = place_of(given, text)
        nodes = build_nodes_from_splits(chunks.texts, given, id_func=self.id_func)
        for node, chunk in zip(nodes, chunks, strict=True):
            node.start_char_idx, node.end_char_idx = first + chunk.start, first + chunk.end
            node.metadata = described(chunk)
            node.excluded_embed_metadata_keys = [*given.excluded_embed_metadata_keys, *HIDDEN]
            node.excluded_llm_metadata_keys = [*given.excluded_llm_metadata_keys, *HIDDEN]
            node.relationships = dict(node.relationships)
            if given.source_node is not None:
                node.relationships[NodeRelationship.SOURCE] = given.source_node
            if self.include_metadata:
                node.metadata = {**given.metadata, **node.metadata}
        return nodes

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """Link neighbours. The parents are left out: the base class would search for each text in them."""
        return super()._postprocess_parsed_nodes(nodes, {})


class ShiplapHierarchicalNodeParser(ShiplapNodeParser):
    """Levels of chunks (`shiplap.hierarchy`) as a LlamaIndex `NodeParser`, for its `AutoMergingRetriever`.

    chunker: a `HierarchicalChunker`, or its configuration, as `to_dict` writes it.
    id_func: `chunk_id`, the default, or `chunk_uuid`. Ids of the levels above the leaves have `-level-1`,
        `-level-2`, … before the number.

    It returns the nodes of all levels, the coarsest first, related as parents and children, and to the neighbours
    in their level; `get_leaf_nodes` of LlamaIndex finds the leaves.

    >>> import shiplap
    >>> parser = ShiplapHierarchicalNodeParser(chunker=shiplap.hierarchy([20, 10]))
    >>> nodes = parser.get_nodes_from_documents([Document(id_="d", text="It rains. It pours. It snows.")])
    >>> [node.node_id for node in nodes], nodes[-1].parent_node.node_id  # doctest: +NORMALIZE_WHITESPACE
    (['d-level-1-chunk-0', 'd-level-1-chunk-1', 'd-chunk-0', 'd-chunk-1', 'd-chunk-2'], 'd-level-1-chunk-1')
    """

    chunker: Any = Field(description="The hierarchical chunker of shiplap.")

    @field_validator("chunker", mode="before")
    @classmethod
    def _chunker_of(cls, given: Any) -> Any:
        return hierarchical(given)

    @classmethod
    def class_name(cls) -> str:
        """Return the name in dictionaries."""
        return "ShiplapHierarchicalNodeParser"

    def _nodes_of(self, given: BaseNode) -> list[TextNode]:
        text = given.get_content(metadata_mode=MetadataMode.NONE)
        levels = self._cut(given, text)
        nodes = [self._made(given, text, level) for level in levels]
        as_uuid = self.id_func is chunk_uuid
        for level, own in zip(levels, nodes, strict=True):
            for node, chunk in zip(own, level, strict=True):
                node.id_ = str(chunk.uuid) if as_uuid else chunk.id
        for number, own in enumerate(nodes):
            if self.include_prev_next_rel:
                for one, two in pairwise(own):
                    one.relationships[NodeRelationship.NEXT] = two.as_related_node_info()
                    two.relationships[NodeRelationship.PREVIOUS] = one.as_related_node_info()
            if number:
                for node, parent in zip(own, levels.parents(number).tolist(), strict=True):
                    above = nodes[number - 1][parent]
                    node.relationships[NodeRelationship.PARENT] = above.as_related_node_info()
                    above.relationships.setdefault(NodeRelationship.CHILD, []).append(node.as_related_node_info())
        return [node for own in nodes for node in own]

    def _postprocess_parsed_nodes(
        self, nodes: list[BaseNode], parent_doc_map: dict[str, Document]
    ) -> list[BaseNode]:
        """Leave the nodes as they are: the neighbours of a node are those in its level."""
        return nodes


def place_of(given: BaseNode, text: str) -> int:
    """Return where the text of a node begins in its document: 0 for a document, and for a node that is no slice of
    one.

    >>> place_of(TextNode(text="It rains.", start_char_idx=8, end_char_idx=17), "It rains.")
    8
    """
    start, end = getattr(given, "start_char_idx", None), getattr(given, "end_char_idx", None)
    return start if start is not None and end is not None and end - start == len(text) else 0
